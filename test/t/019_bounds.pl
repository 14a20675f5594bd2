# What others pay for rows that the owner of a set writes is bounded, in bytes,
# pages and rows: a claim, a test, a step of the worker, a row of bloom_sets()
# and a line of the log.  SECURITY.md has the bounds.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('bounded', [], 'autovacuum = off', 'max_wal_size = 4GB', 'shared_buffers = 256MB');
my $largest = 32 * 1024 * 1024;

sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE ROLE mallory LOGIN;
	CREATE ROLE bob LOGIN;
	GRANT CREATE, TEMP ON DATABASE postgres TO mallory;
	CREATE SCHEMA mal AUTHORIZATION mallory;
	GRANT USAGE ON SCHEMA mal TO PUBLIC;
	-- the bytes of the filter of a part, as set/settings.c computes them
	CREATE FUNCTION part_bytes(capacity float8, rate float8, buckets int, part int) RETURNS int STABLE LANGUAGE sql AS $$
		SELECT bytes / 64 * 64 FROM (SELECT greatest(rate / buckets * CASE part WHEN 0 THEN 0.75 ELSE 0.25 / 2.0 ^ part END, 1e-9)) AS r(r),
			LATERAL (SELECT floor(-log(2, r::numeric))::int) AS e(e),
			bloom_size(least(ceil(capacity / buckets) * 2.0 ^ part, 268435456 / (2 * (1 + e)))::bigint, r) $$});

sub as
{
	my ($role, $sql) = @_;

	return output($node, $sql, '-U', $role);
}

# The pages that a query reads or finds in the cache.
sub pages
{
	my ($role, $query) = @_;
	my $plan = as($role, "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) $query");
	my $pages = 0;

	$pages += $1 while $plan =~ /(?:hit|read)=(\d+)/g;
	return $pages if $plan =~ /Buffers:/;
	diag $plan;
	return -1;
}

sub wal
{
	return sql($node, "SELECT pg_current_wal_insert_lsn() - '0/0'");
}

# A session that keeps a snapshot until it is ended.
sub old_snapshot
{
	return sleeping('postgres', 'BEGIN ISOLATION LEVEL REPEATABLE READ', 'SELECT 1');
}

# A session that runs these statements, and sleeps until it is ended.
sub sleeping
{
	my ($role, @statements) = @_;
	my $run = IPC::Run::start(
		[ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-U', $role, (map { ('-c', $_) } @statements, 'SELECT pg_sleep(1000)'), 'postgres' ],
		'>', '/dev/null', '2>', '/dev/null');

	ok(becomes($node, 'postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"), "a session of $role sleeps");
	return $run;
}

sub wake
{
	my ($run) = @_;

	sql($node, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
	eval { $run->finish };
	return;
}

# Let the worker look at all sets, and come to those of bob again and again.
my $claimed = 0;

sub worker_looks
{
	foreach (1 .. 3)
	{
		$claimed += 20000;
		sql($node, "SET ROLE bob; SELECT count(*) FROM bloom_claim_all('own.s', ARRAY(SELECT generate_series($claimed, $claimed + 19999)))");
		ok(becomes($node, 'postgres', "SELECT recent < 10000 FROM bloom_set_info('own.s')"), "others' sets are merged");
	}
	return;
}

sql($node, q{CREATE SCHEMA own AUTHORIZATION bob; SET ROLE bob; SELECT bloom_set_create('own.s', 10000, class => 'integer'); ALTER TABLE own.s_recent SET (vacuum_truncate = off)});

# The memory of a session, on Linux.
my $status = q{SELECT pg_read_file('/proc/self/status')};

# Settings that contradict each other: far too few set partitions.
foreach my $rate (0.5, 0.01, 2e-9)
{
	is(as('mallory', qq{SELECT bloom_set_create('mal.few', 1000000, $rate, class => 'integer') > 0; UPDATE mal.few_settings SET capacity = 1000000000000, partitions = 1;
		SELECT bloom_claim('mal.few', 1), bloom_set_merge('mal.few'); SELECT bloom_seen('mal.few', 1), max(length(filter)) BETWEEN $largest / 4 AND $largest FROM mal.few_filters}),
		"t\nt|1\nt|t\n", "rate $rate: bytes of a filter");
	my ($memory, $peak) = sql($node, qq{SET ROLE mallory; INSERT INTO mal.few_recent SELECT hashint8extended(i, 7) FROM generate_series(1, 450000) AS i;
		RESET ROLE; $status; SET ROLE mallory; SELECT bloom_set_merge('mal.few'); RESET ROLE; $status}) =~ /VmPeak:\s+(\d+)/g;
	cmp_ok($peak - $memory, '<', 120000, 'kB of memory for merging into it') if $peak;
	like(as('mallory', "UPDATE mal.few_filters SET part = 32; SELECT bloom_seen('mal.few', 1)"), qr/a row that is not a filter of this set/, '32 parts at most');
	as('mallory', "SELECT bloom_set_drop('mal.few')");
}
# Far too many.
as('mallory', q{SELECT bloom_set_create('mal.many', 1000, class => 'integer'); GRANT SELECT, INSERT ON mal.many TO bob; UPDATE mal.many_settings SET partitions = 1 << 24;
	INSERT INTO mal.many_recent SELECT hashint8extended(i, 7) FROM generate_series(1, 100000) AS i});
cmp_ok(pages('bob', "SELECT pending FROM bloom_sets() WHERE set = 'mal.many'::regclass"), '<', 20000, 'pages of bloom_sets()');

# Compressed filters: a few bytes stand for megabytes.
foreach my $capacity (20000, 1000000)
{
	as('mallory', qq{SELECT bloom_set_create('mal.z', $capacity, class => 'integer'); GRANT SELECT, INSERT ON mal.z TO bob; SELECT bloom_claim('mal.z', 1), bloom_set_merge('mal.z');
		ALTER TABLE mal.z_filters ALTER filter SET STORAGE EXTENDED; UPDATE mal.z_filters SET filter = filter || ''});
	like(as('bob', "SELECT bloom_claim('mal.z', 1)"), qr/Run ALTER TABLE mal.z_filters ALTER filter SET STORAGE EXTERNAL/, 'next filters');
	as('mallory', 'ALTER TABLE mal.z_filters ALTER filter SET STORAGE EXTERNAL; VACUUM FULL mal.z_filters');
	is(sql($node, 'SELECT max(pg_column_size(filter)) < 20000 FROM mal.z_filters'), 't', 'still compressed');
	like(as('bob', "SELECT $_"), qr/has a compressed filter.*\n.*Run (UPDATE mal.z_filters SET filter = filter \|\| '')\./, "$_ refuses it")
	  foreach "bloom_claim('mal.z', 1)", "bloom_seen('mal.z', 1)", "bloom_set_info('mal.z')";
	as('mallory', "UPDATE mal.z_filters SET filter = filter || ''");
	is(as('bob', "SELECT bloom_claim('mal.z', 1), bloom_claim('mal.z', 2)"), "f|t\n", 'the hint helps');
	as('mallory', "SELECT bloom_set_drop('mal.z')");
}

# As many filters as there can be: all parts of all live buckets, and of future ones.
sql($node, q{SET ROLE mallory; SELECT bloom_set_create('mal.f', 9900, 0.01, retention => '98 hours', bucket => '1 hour', class => 'integer'); GRANT SELECT, INSERT ON mal.f TO bob;
	INSERT INTO mal.f_filters SELECT 0, date_trunc('hour', now()) + b * interval '1 hour', p, 0, 0, decode(repeat('00', part_bytes(9900, 0.01, 99, p)), 'hex')
	FROM generate_series(-98, 97) AS b, generate_series(0, 4) AS p;
	INSERT INTO mal.f_filters SELECT 0, date_trunc('hour', now()) + b * interval '1 hour', p, 0, 0, f.filter
	FROM generate_series(5, 7) AS p, LATERAL (SELECT decode(repeat('00', part_bytes(9900, 0.01, 99, p)), 'hex') AS filter) AS f, generate_series(-98, 97) AS b});
cmp_ok(pages('bob', "SELECT $_('mal.f', 1)"), '<', 30000, "$_: pages for 1,568 filters") foreach 'bloom_claim', 'bloom_seen';
# Expired ones are deleted a few at a time.
sql($node, q{SET ROLE mallory; INSERT INTO mal.f_filters SELECT 0, bucket - i * interval '1000 hours', part, members, bits_set, filter FROM mal.f_filters, generate_series(1, 30) AS i WHERE part = 0});
is(sql($node, "SET ROLE mallory; SELECT bloom_set_merge('mal.f') > 0; SELECT count(*) FROM mal.f_filters WHERE bucket < now() - interval '200 hours'"), "t\n" . (196 * 30 - 16), 'a merge deletes 16 expired filters');

# The table of settings is read by each claim.
as('mallory', q{SELECT bloom_set_create('mal.r', 1000, class => 'integer'); GRANT SELECT, INSERT ON mal.r TO bob;
	INSERT INTO mal.r_settings SELECT s.* FROM mal.r_settings AS s, generate_series(1, 10000); DELETE FROM mal.r_settings WHERE ctid <> (SELECT max(ctid) FROM mal.r_settings)});
like(as('bob', "SELECT bloom_claim('mal.r', 1)"), qr/Run VACUUM FULL mal.r_settings/, 'dead rows of settings');
as('mallory', 'VACUUM FULL mal.r_settings');
is(as('bob', "SELECT bloom_claim('mal.r', 1)"), "t\n", 'the hint helps');

# Dead rows that an old snapshot keeps in the indexes: of one hash, and of one set partition.
my $snapshot = old_snapshot();
as('mallory', q{ALTER TABLE mal.r_recent SET (vacuum_truncate = off); SELECT bloom_claim('mal.r', 2); CREATE TABLE mal.two AS SELECT r.hash FROM mal.r_recent AS r WHERE xmin::text = (SELECT max(xmin::text::bigint)::text FROM mal.r_recent);
	ALTER TABLE mal.r_recent DROP CONSTRAINT r_recent_pkey; INSERT INTO mal.r_recent SELECT hash FROM mal.two, generate_series(1, 360000); DELETE FROM mal.r_recent WHERE hash = (SELECT hash FROM mal.two);
	ALTER TABLE mal.r_recent ADD PRIMARY KEY (hash)});
like(as('bob', "SET statement_timeout = '60s'; SELECT $_('mal.r', 2)"), qr/has too many dead rows\.\n.*End old transactions, and run VACUUM\./, "$_: dead rows of a hash") foreach 'bloom_claim', 'bloom_seen';
is(as('bob', "SELECT bloom_claim('mal.r', 1), bloom_claim('mal.r', 3); SELECT bloom_seen('mal.r', 3)"), "f|t\nt\n", 'other values are found');
# A step ends within the dead rows of the hash, and does not lose the live one.
as('mallory', 'INSERT INTO mal.r_recent SELECT hash FROM mal.two');
is(as('mallory', "SELECT bloom_set_merge('mal.r')"), "3\n", 'the live rows are merged');
is(as('bob', "SELECT bloom_seen('mal.r', i) FROM generate_series(1, 3) AS i"), "t\nt\nt\n", 'and known');
as('mallory', q{ALTER TABLE mal.r_filters DROP CONSTRAINT r_filters_pkey; INSERT INTO mal.r_filters SELECT 0, '-infinity', 1, 0, 0, '' FROM generate_series(1, 100000); DELETE FROM mal.r_filters WHERE part = 1;
	ALTER TABLE mal.r_filters ADD PRIMARY KEY (partition, bucket, part)});
like(as('bob', "SELECT $_('mal.r', 4)"), qr/has too many dead rows\.\n.*End old transactions, and run VACUUM\./, "$_: dead rows of filters") foreach 'bloom_claim', 'bloom_seen';
# A load looks for the last filter, which may have expired long ago.
as('mallory', q{SELECT bloom_set_create('mal.d', 1000, class => 'integer', retention => '10 hours'); ALTER TABLE mal.d_filters DROP CONSTRAINT d_filters_pkey;
	INSERT INTO mal.d_filters SELECT 0, '2020-01-01', 1, 0, 0, '' FROM generate_series(1, 100000); DELETE FROM mal.d_filters; ALTER TABLE mal.d_filters ADD PRIMARY KEY (partition, bucket, part)});
like(as('mallory', "SELECT bloom_set_load_agg('mal.d', i) FROM generate_series(1, 500) AS i"), qr/has too many dead rows\./, 'dead rows before the first filter');
wake($snapshot);
as('mallory', 'VACUUM mal.r_filters, mal.r_recent');
is(as('bob', "SELECT bloom_claim('mal.r', 1), bloom_claim('mal.r', 4)"), "f|t\n", 'the hint helps');

# A merge has many steps, of which each reads and moves a part of the hashes.
sql($node, q{SET ROLE bob; SELECT bloom_set_create('own.b', 1000000, class => 'integer'); INSERT INTO own.b_recent SELECT hashint8extended(i, 7) FROM generate_series(1, 450000) AS i});
my $before = sql($node, "SELECT pg_stat_get_tuples_inserted('own.b_filters'::regclass)");
sql($node, "SET ROLE bob; SELECT bloom_claim('own.b', 1)");
ok(becomes($node, 'postgres', "SELECT recent = 0 AND members > 449000 FROM bloom_set_info('own.b')"), 'the worker merges a burst');
ok(becomes($node, 'postgres', "SELECT pg_stat_get_tuples_inserted('own.b_filters'::regclass) - $before >= 2"), 'in steps of 350,000 hashes');
is(sql($node, q{SELECT count(*) FROM own.b_filters}), 1, 'into one filter');

# A few hashes, each in a bucket with a large filter: merging them would write megabytes for each.
sql($node, q{SET ROLE mallory; SELECT bloom_set_create('mal.w', 4000, retention => '98 hours', bucket => '1 hour', class => 'integer') ;
	INSERT INTO mal.w_filters SELECT 0, date_trunc('hour', now()) - b * interval '1 hour', 16, 0, 0, f FROM (SELECT decode(repeat('00', part_bytes(4000, 0.01, 99, 16)), 'hex')) AS f(f), generate_series(1, 20) AS b});
foreach my $hashes (3000, 40000)
{
	# the worker looks at a group that is due, and at a table that is bloated
	sql($node, qq{SET ROLE mallory; INSERT INTO mal.w_recent SELECT hashint8extended(i, $hashes), date_trunc('hour', now()) - i % 21 * interval '1 hour' FROM generate_series(1, $hashes) AS i});
	my $wal = wal();
	worker_looks();
	cmp_ok(wal() - $wal, '<', 20e6 + 560 * $hashes, "$hashes hashes in 21 buckets: WAL of the worker");
}
as('mallory', "SELECT bloom_set_drop('mal.w')");
# Hashes of an earlier bucket make no group due, because merging them may not pay.
as('mallory', q{SELECT bloom_set_create('mal.o', 49500000, retention => '98 hours', bucket => '1 hour'); ALTER TABLE mal.o_recent SET (vacuum_truncate = off); GRANT SELECT ON mal.o TO bob;
	INSERT INTO mal.o_recent SELECT hashint8extended(i, 7), date_trunc('hour', now()) - interval '3 hours' FROM generate_series(1, 50000) AS i});
is(as('bob', "SELECT recent BETWEEN 45000 AND 55000, pending FROM bloom_sets('mal.o')"), "t|\n", 'hashes of an earlier bucket can stay');
# All of them in the current bucket, of which the filter is large.
sql($node, q{SET ROLE mallory; SELECT bloom_set_create('mal.v', 1000); INSERT INTO mal.v_filters SELECT 0, '-infinity', 16, 0, 0, decode(repeat('00', part_bytes(1000, 0.01, 1, 16)), 'hex');
	INSERT INTO mal.v_recent SELECT hashint8extended(i, 7) FROM generate_series(1, 5000) AS i});
my $wal = wal();
worker_looks();
cmp_ok(wal() - $wal, '<', 20e6, 'the table is not bloated compared to that filter');
is(sql($node, "SELECT recent, pending FROM bloom_sets() WHERE set = 'mal.v'::regclass"), '5000|', 'and left');
# So a set that grew 4,000 times does not write its last filter for each few hashes.
sql($node, q{SET ROLE bob; SELECT bloom_set_create('own.g', 1000, class => 'integer'); SELECT bloom_set_load_agg('own.g', i) FROM generate_series(1, 4000000) AS i});
$wal = wal();
sql($node, "SET ROLE bob; SELECT count(*) FROM bloom_claim_all('own.g', ARRAY(SELECT generate_series(-$_ * 3000, -$_ * 3000 + 2999))); SELECT pg_sleep(1)") foreach 1 .. 10;
cmp_ok((wal() - $wal) / 30000, '<', 1000, 'bytes of WAL for each claim');
is(sql($node, "SELECT recent > 25000 FROM bloom_set_info('own.g')"), 't', 'it waits for more');

# Views that call other functions of the same name.
my $list = 'SELECT count(*) FROM bloom_sets()';
as('bob', $list);
my $pages = pages('bob', $list);
as('mallory', q{CREATE FUNCTION mal.bloom_set_class_name(bigint) RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$;
	DO $$ BEGIN FOR i IN 1 .. 1000 LOOP EXECUTE format('CREATE VIEW mal.v%s AS SELECT mal.bloom_set_class_name(1)', i); END LOOP; END $$});
sql($node, "VACUUM ANALYZE pg_$_") foreach qw(class depend proc rewrite);
as('bob', $list);
cmp_ok(pages('bob', $list), '<', $pages + 3000, 'they are not looked at');

# Sets to which much text is attached.
my $text = "'" . 'x' x 100000 . "' <> ''";
foreach my $large ("CREATE RULE r AS ON INSERT TO mal.r DO ALSO SELECT $text", "ALTER VIEW mal.r ALTER class SET DEFAULT $text", "ALTER TABLE mal.r_recent ADD CHECK ($text)",
	"ALTER TABLE mal.r_recent ADD x text DEFAULT 'x'",
	q{DO $$ BEGIN FOR i IN 1 .. 100 LOOP EXECUTE format('CREATE TABLE mal.child%s () INHERITS (mal.r_recent)', i); END LOOP; END $$},
	"CREATE POLICY p ON mal.r_recent USING ($text)", "CREATE TRIGGER t BEFORE INSERT ON mal.r_recent FOR EACH ROW WHEN ($text) EXECUTE FUNCTION suppress_redundant_updates_trigger()")
{
	is(as('mallory', "BEGIN; $large; SELECT count(*) FROM bloom_sets('mal.r')"), "0\n", 'not listed: ' . substr($large, 0, 40));
}
is(as('mallory', "SELECT count(*) FROM bloom_sets('mal.r')"), "1\n", 'listed');
# What is attached later than a snapshot counts, too.
is(as('mallory', "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1; \\! psql -X -q -h " . $node->host . ' -p ' . $node->port . " -U mallory -c \"ALTER TABLE mal.r_recent ADD x text DEFAULT 'x'\" postgres\nSELECT count(*) FROM bloom_sets('mal.r')"),
	"1\n0\n", 'not listed: after the snapshot');
as('mallory', 'ALTER TABLE mal.r_recent DROP x');

# Views of a table with many policies, which have no text.
as('bob', $list);
$pages = pages('bob', $list);
as('mallory', q{CREATE TABLE mal.p (); DO $$ BEGIN FOR i IN 1 .. 100000 LOOP EXECUTE format('CREATE POLICY p%s ON mal.p', i); END LOOP;
	CREATE TABLE mal.q (); CREATE TABLE mal.a (); CREATE TABLE mal.b ();
	FOR i IN 1 .. 100 LOOP EXECUTE format('CREATE VIEW mal.p%s AS SELECT bloom_set_class_name(1) FROM mal.p, mal.a, mal.b', i);
	EXECUTE format('CREATE VIEW mal.q%s AS SELECT bloom_set_class_name(1) FROM mal.q, mal.a, mal.b', i); END LOOP; END $$});
foreach my $analyze ('', 'ANALYZE pg_policy') {
	sql($node, $analyze);
	as('bob', $list);
	cmp_ok(pages('bob', $list), '<', $pages + 100 * 300, 'not all are read for each view');
}

# Views that name relations with many columns: many, or as many as a set has.
as('bob', $list);
$pages = pages('bob', $list);
sql($node, q{SET ROLE mallory; DO $$ DECLARE columns text := (SELECT string_agg('c' || i || ' boolean', ', ') FROM generate_series(1, 1600) AS i);
		many text := (SELECT string_agg(format('%L::regclass', 'mal.wide' || i), ', ') FROM generate_series(1, 50) AS i); BEGIN
	FOR i IN 1 .. 50 LOOP EXECUTE format('CREATE TABLE mal.wide%s (%s)', i, columns); END LOOP;
	FOR i IN 1 .. 100 LOOP EXECUTE format('CREATE VIEW mal.o%s AS SELECT bloom_set_class_name(1), ARRAY[%s]', i, many);
	EXECUTE format('CREATE VIEW mal.n%s AS SELECT bloom_set_class_name(1) FROM mal.wide1, mal.wide2, mal.wide3', i); END LOOP; END $$});
sql($node, "VACUUM ANALYZE pg_$_") foreach qw(attribute class depend proc rewrite);
as('bob', $list);
cmp_ok(pages('bob', $list), '<', $pages + 200 * 120, 'not all columns are read for each view');

# Sets that the worker refuses, with the longest names.
my $name = 'n' x 54;
as('mallory', qq{SELECT bloom_set_create('mal.$name', 1000, class => 'integer'); UPDATE mal.${name}_settings SET version = 99; SELECT bloom_set_create('mal.m$name', 1000); ALTER TABLE mal.m${name}_recent ADD CHECK (true)});
my $log = -s $node->logfile;
worker_looks();
my ($longest) = sort { $b <=> $a } map { length } grep { !/STATEMENT:/ } split /\n/, substr(PostgreSQL::Test::Utils::slurp_file($node->logfile), $log);
cmp_ok($longest || 0, '<', 1000, 'bytes of a line of the log');

# Views with nearly as much text as a listed one can have.  The session does not keep what it has read of all.
my ($nulls, $columns) = (join(', ', ('NULL') x 190), join(', ', map { "c$_" } 1 .. 190));
as('mallory', qq{SELECT bloom_set_create('mal.w', 1000); CREATE FUNCTION mal.more(integer) RETURNS void LANGUAGE plpgsql AS \$\$ BEGIN FOR i IN \$1 .. \$1 + 99 LOOP
	EXECUTE format('CREATE VIEW mal.w%s AS SELECT bloom_set_class_name(class) FROM mal.w_settings, mal.w_filters, mal.w_recent, (VALUES ($nulls)) AS v ($columns)', i);
	END LOOP; END \$\$});
# A few more each time, or all at once.
my $more = '\\! psql -X -q -h ' . $node->host . ' -p ' . $node->port . ' -U mallory -o /dev/null postgres -c "SELECT mal.more(%s00)"' . "\n$list;\n";
foreach my $lists (join('', map { sprintf $more, $_ } 1 .. 15), $list)
{
	my ($memory, $peak) = output($node, "$status;\n$lists;\n$status") =~ /VmPeak:\s+(\d+)/g;
	cmp_ok($peak - $memory, '<', 110000, 'kB of memory for listing them') if $peak;
}
is(sql($node, "SELECT count(*) FROM bloom_sets() WHERE set::text ~ '^mal.w' AND problem IS NULL"), 1501, 'they are listed');

healthy($node);
done_testing();
