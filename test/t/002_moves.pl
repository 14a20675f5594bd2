# All ways in which data moves within a server and between servers: each filter
# arrives byte for byte.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $primary = server(
	'primary',
	[ allows_streaming => 'logical' ],
	'max_prepared_transactions = 1',
	'max_wal_size = 4GB',
	'checkpoint_timeout = 1h',
	# Makes large transactions go through files, or be streamed to the
	# subscriber.
	'logical_decoding_work_mem = 64kB');
my $files = PostgreSQL::Test::Utils::tempdir();

# The standby gets everything that follows through WAL.
$primary->backup('backup');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'backup', has_streaming => 1);
$standby->start;

# A filter of 10 MB, or of the largest size.
my $capacity = $ENV{EXTENDED} ? 430_000_000 : 8_400_000;

sql(
	$primary, filters_of_all_kinds() . qq{
	CREATE TABLE large (LIKE moved INCLUDING ALL);
	INSERT INTO large SELECT 0, 'large', filled(bloom_new('guava', $capacity), 100000);
	-- many filters that fit into their rows, for sorts and hashes that spill
	CREATE TABLE many AS SELECT i AS id, CASE i % 5
		WHEN 0 THEN filled(bloom(200), i % 60)
		WHEN 1 THEN filled(bloom(200), 200)
		WHEN 2 THEN filled(bloom(20, 0.01, 2), i % 90)
		WHEN 3 THEN filled(bloom(100, counting => true), i % 100)
		ELSE filled(bloom_new('guava', 200), i % 200) END AS filter
	FROM generate_series(1, 4000) AS i;

	-- replication finds the old versions of these rows by equality
	CREATE TABLE keyless AS SELECT filter FROM moved;
	ALTER TABLE keyless REPLICA IDENTITY FULL;

	SELECT bloom_set_create('crawl', 1000000);
	-- the worker would merge and truncate it between two queries
	ALTER TABLE crawl_recent SET (vacuum_truncate = off);
	SELECT count(*) FROM bloom_claim_all('crawl', ARRAY(SELECT url(i) FROM generate_series(1, 20000) AS i));
	SELECT bloom_set_merge('crawl');
	SELECT count(*) FROM bloom_claim_all('crawl', ARRAY(SELECT url(i) FROM generate_series(20001, 20400) AS i));
});

my $bytes = sql($primary, bytes_of('moved'));
my $large_bytes = sql($primary, bytes_of('large'));
my $equal = sql($primary, equal_to_new('moved'));

like($equal, qr/^33\|33\|33\|33\|(\d+)\|33\|bloom bloom\(1000,0\.01\) bloom\[\]$/,
	'filters of all kinds');
cmp_ok(sql($primary, 'SELECT min(octet_length(filter::bytea)) FROM large'),
	'>', 1.19 * $capacity, 'and a large one');

sub arrived
{
	my ($what, $table, $node, $database) = @_;

	$node ||= $primary;
	is(sql($node, bytes_of($table), $database), $bytes, "$what: the same bytes");
	is(sql($node, equal_to_new($table), $database), $equal, "$what: equal");
	return;
}

sub large_arrived
{
	my ($what, $table, $node, $database) = @_;

	is(sql($node || $primary, bytes_of($table), $database),
		$large_bytes, "$what: the same bytes of a large one");
	return;
}

sub run
{
	my ($what, @command) = @_;
	my ($out, $err);
	my $ok = IPC::Run::run(@command, '>', \$out, '2>', \$err);

	ok($ok, $what) or diag($err);
	return;
}

# From table to table.
sql($primary, 'CREATE TABLE ctas AS SELECT * FROM moved');
sql($primary, 'CREATE TABLE large_ctas AS SELECT * FROM large');
# From here on, out-of-line values are read and rewritten.
arrived('CREATE TABLE AS', 'ctas');
large_arrived('CREATE TABLE AS', 'large_ctas');

sql($primary, q{
	CREATE TABLE copy (LIKE moved INCLUDING ALL);
	INSERT INTO copy SELECT * FROM moved});
arrived('INSERT SELECT', 'copy');

# Half of these filters are in memory (expanded), and half are flat.
sql($primary, q{
	CREATE TABLE computed (LIKE moved);
	INSERT INTO computed
	SELECT id, kind, CASE WHEN id % 2 = 0 THEN filter | bloom() ELSE filter::bytea::bloom END, shaped::text::bloom, list::text::bloom[] FROM moved});
arrived('expressions', 'computed');

foreach my $rewrite (
	'VACUUM FULL copy',
	'CLUSTER copy USING copy_pkey',
	'ALTER TABLE copy SET UNLOGGED',
	'ALTER TABLE copy SET LOGGED',
	# Inside the data directory, because the standby is on the same machine.
	"SET allow_in_place_tablespaces = on; CREATE TABLESPACE elsewhere LOCATION ''; ALTER TABLE copy SET TABLESPACE elsewhere",
	'ALTER TABLE copy SET TABLESPACE pg_default; DROP TABLESPACE elsewhere',
	# These storage options compress the column, so it cannot be read in
	# slices.
	'ALTER TABLE copy ALTER filter SET STORAGE extended, ALTER shaped SET STORAGE main; UPDATE copy SET filter = filter::bytea::bloom, shaped = shaped::bytea::bloom',
	'ALTER TABLE copy ALTER shaped TYPE bloom; ALTER TABLE copy ALTER shaped TYPE bloom(1000, 0.01)')
{
	sql($primary, $rewrite);
	arrived($rewrite, 'copy');
}
sql($primary, 'VACUUM FULL large_ctas');
large_arrived('VACUUM FULL', 'large_ctas');

sql($primary, q{
	CREATE TABLE parted (LIKE moved) PARTITION BY LIST (kind);
	CREATE TABLE part_all PARTITION OF parted DEFAULT;
	CREATE TABLE part_moved PARTITION OF parted FOR VALUES IN ('x');
	INSERT INTO parted SELECT * FROM moved;
	UPDATE parted SET kind = 'x';
	UPDATE parted SET kind = moved.kind FROM moved WHERE moved.id = parted.id});
arrived('from partition to partition', 'parted');

sql($primary, q{
	CREATE MATERIALIZED VIEW matview AS SELECT * FROM moved WHERE id > 3 OR kind IS NULL WITH NO DATA;
	CREATE MATERIALIZED VIEW full_matview AS SELECT * FROM moved;
	CREATE UNIQUE INDEX ON full_matview (id);
	REFRESH MATERIALIZED VIEW matview;
	UPDATE moved SET filter = filter | bloom(), shaped = shaped || 'another' WHERE id % 2 = 0;
	REFRESH MATERIALIZED VIEW CONCURRENTLY full_matview;
	UPDATE moved SET filter = copy.filter, shaped = copy.shaped FROM copy WHERE copy.id = moved.id;
	REFRESH MATERIALIZED VIEW CONCURRENTLY full_matview});
arrived('materialised view', 'full_matview');
arrived('UPDATE, there and back', 'moved');

# A cursor that outlives its transaction and its table, and is read backwards.
sql($primary, q{
	CREATE TABLE by_cursor (LIKE moved);
	BEGIN;
	DECLARE c SCROLL CURSOR WITH HOLD FOR SELECT * FROM ctas;
	COMMIT;
	DROP TABLE ctas;
	DO $$ DECLARE c refcursor := 'c'; r moved; BEGIN
		MOVE LAST FROM c;
		MOVE NEXT FROM c;
		LOOP
			FETCH PRIOR FROM c INTO r;
			EXIT WHEN NOT FOUND;
			INSERT INTO by_cursor SELECT r.*;
		END LOOP;
	END $$});
arrived('cursor', 'by_cursor');

# Through temporary files and between processes.  EXPLAIN ANALYZE creates the
# table, and its output shows whether the plan was the intended one.
sub goes_through
{
	my ($what, $plan, $settings, $query) = @_;
	my $out = sql($primary, qq{
		SET work_mem = '64kB';
		SET hash_mem_multiplier = 1;
		$settings;
		EXPLAIN (ANALYZE, COSTS off, TIMING off) CREATE TABLE went AS $query});

	like($out, $plan, "$what: goes that way");
	is( sql($primary, q{
		SELECT count(*), count(*) FILTER (WHERE w.filter::bytea = m.filter::bytea), count(*) FILTER (WHERE w.filter = m.filter)
		FROM went AS w FULL JOIN many AS m USING (id)}),
		'4000|4000|4000',
		"$what: the same bytes");
	sql($primary, 'DROP TABLE went');
	return;
}

my $sorts = qr/Sort Method: external merge/;
my $serial = 'SET max_parallel_workers_per_gather = 0';
my $hashes = "$serial; SET enable_mergejoin = off; SET enable_nestloop = off";
sql($primary, 'ANALYZE many');
goes_through('sort', $sorts, $serial,
	'SELECT id, filter FROM many ORDER BY hashint4(id)');
goes_through('sort of filters in memory', $sorts, $serial,
	'SELECT id, filter | bloom() AS filter FROM many ORDER BY hashint4(id)');
goes_through('hash join, one side', qr/Batches: (?!1 )/, $hashes,
	'SELECT a.id, a.filter FROM many AS a JOIN many AS b ON a.id = b.id AND a.filter IS NOT NULL AND bloom_cardinality(b.filter) >= 0');
goes_through('hash join, other side', qr/Batches: (?!1 )/, $hashes,
	'SELECT a.id, b.filter FROM many AS a JOIN many AS b ON a.id = b.id AND bloom_cardinality(a.filter) >= 0');
goes_through('hash aggregation', qr/HashAggregate.*Disk Usage/s,
	"$serial; SET enable_sort = off",
	'SELECT id, bloom_union_agg(filter) AS filter FROM many GROUP BY id');
goes_through('parallel workers', qr/Workers Launched: [1-9]/,
	'SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0',
	'SELECT id, filter FROM many ORDER BY hashint4(id)');

# COPY.
foreach my $format ('text', 'csv', 'binary')
{
	my @tables = $format eq 'csv' ? ('moved') : ('moved', 'large');

	foreach my $table (@tables)
	{
		sql($primary, qq{
			COPY $table TO '$files/$table.$format' (FORMAT $format);
			CREATE TABLE ${table}_$format (LIKE $table);
			COPY ${table}_$format FROM '$files/$table.$format' (FORMAT $format)});
		unlink "$files/$table.$format";
	}
	arrived("COPY, $format", "moved_$format");
	large_arrived("COPY, $format", "large_$format") if @tables > 1;
	sql($primary, "DROP TABLE ${_}_$format") foreach @tables;
}

# Dumps.  The large filter is not compressed, because that takes long.
my @to = ('-h', $primary->host, '-p', $primary->port);
my $set = q{
	SELECT md5(bloom_set_filter('crawl')::bytea), (bloom_set_info('crawl')).*,
		(SELECT count(*) FROM generate_series(1, 30000, 17) AS i WHERE bloom_seen('crawl', url(i)))};
my $set_answer = sql($primary, $set);

sql($primary, 'DROP TABLE by_cursor, copy, computed, parted, large_ctas');
my %dump = (
	text => [],
	custom => [ '-Fc', '-Z', 0 ],
	directory => [ '-Fd', '-j', 2, '-Z', 0 ],
	'custom, compressed' => [ '-Fc', '-T', 'large' ],
	inserts => [ '--inserts', '-T', 'large' ]);
foreach my $form (sort keys %dump)
{
	my @options = @{ $dump{$form} };
	my $path = "$files/dump";

	sql($primary, 'CREATE DATABASE restored');
	run("dump, $form", [ 'pg_dump', @to, '-f', $path, @options, 'postgres' ]);
	run("restore, $form",
		grep(/-F/, @options)
		? [ 'pg_restore', @to, '-e', ($form eq 'directory' ? ('-j', 2) : ()), '-d', 'restored', $path ]
		: [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', @to, '-f', $path, 'restored' ]);
	arrived("dump, $form", 'moved', $primary, 'restored');
	is(sql($primary, bytes_of('matview'), 'restored'),
		sql($primary, bytes_of('matview')), "dump, $form: materialised view");
	is(sql($primary, $set, 'restored'), $set_answer, "dump, $form: shared set");
	large_arrived("dump, $form", 'large', $primary, 'restored')
	  unless grep { $_ eq 'large' } @options;
	sql($primary, 'DROP DATABASE restored');
	File::Path::rmtree($path);
}

# Logical replication, of values in text format and, from PostgreSQL 14 on, in
# binary format.
my $subscriber = server('subscriber', [], 'max_wal_size = 4GB');
my %subscription = (by_text => 'copy_data = true');
$subscription{by_binary} = 'binary = true, streaming = on'
  if sql($subscriber, 'SHOW server_version_num') >= 140000;
my @replicated = qw(moved large keyless crawl_settings crawl_filters crawl_recent);

run('dump of the schema',
	[ 'pg_dump', @to, '-s', '-f', "$files/schema.sql", 'postgres' ]);
sql($primary, 'CREATE PUBLICATION filters FOR TABLE ' . join(', ', @replicated));
foreach my $name (sort keys %subscription)
{
	sql($subscriber, "CREATE DATABASE $name");
	run("$name: schema",
		[
			'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1',
			'-h', $subscriber->host, '-p', $subscriber->port,
			'-f', "$files/schema.sql", $name
		]);
	sql($subscriber,
		sprintf("CREATE SUBSCRIPTION $name CONNECTION '%s' PUBLICATION filters WITH (%s)",
			$primary->connstr . ' dbname=postgres', $subscription{$name}),
		$name);
}

sub subscribers_catch_up
{
	$primary->wait_for_catchup($_) foreach sort keys %subscription;
	return;
}

foreach my $name (sort keys %subscription)
{
	becomes($subscriber, $name,
		"SELECT count(*) = 0 FROM pg_subscription_rel WHERE srsubstate NOT IN ('r', 's')")
	  or die 'the subscriber does not catch up';
}
subscribers_catch_up();
foreach my $name (sort keys %subscription)
{
	arrived("$name, first copy", 'moved', $subscriber, $name);
	large_arrived("$name, first copy", 'large', $subscriber, $name);
	is(sql($subscriber, $set, $name), $set_answer, "$name, first copy: shared set");
}

# Changes: new rows, rows whose filter changes, rows whose other columns
# change, and changes of keys.
sql($primary, q{
	INSERT INTO moved SELECT id + 1000, kind, filter, shaped, list FROM moved;
	UPDATE moved SET kind = 'touched' WHERE id BETWEEN 1001 AND 1010;
	UPDATE moved SET filter = filter || 'late', list = list || filter
	WHERE (bloom_info(filter)).class = 'text' AND id BETWEEN 1001 AND 1020;
	UPDATE moved SET shaped = shaped || 'late' WHERE id > 1015;
	UPDATE moved SET id = id + 1000 WHERE id > 1020;
	DELETE FROM moved WHERE id IN (1002, 2021);
	UPDATE large SET kind = 'touched';
	UPDATE keyless SET filter = filter || 'late' WHERE (bloom_info(filter)).class = 'text' AND (bloom_info(filter)).layers < 2;
	DELETE FROM keyless WHERE filter IS NULL OR (bloom_info(filter)).layers > 1;
	SELECT count(*) FROM bloom_claim_all('crawl', ARRAY(SELECT url(i) FROM generate_series(20401, 20800) AS i))});
my $filters = "SELECT partition, bucket, part, members, md5(filter) FROM crawl_filters ORDER BY 1, 2, 3";
my $recent = 'SELECT count(*), sum(hash) FROM crawl_recent';
my $keyless = 'SELECT count(*), sum(hashtext(md5(filter::bytea))) FROM keyless';
foreach my $merged ('', 'SELECT bloom_set_merge(\'crawl\')')
{
	sql($primary, $merged) if $merged;
	subscribers_catch_up();
	foreach my $name (sort keys %subscription)
	{
		my $when = $merged ? ', merged' : ', changed';

		is(sql($subscriber, $set, $name), sql($primary, $set), "$name$when: shared set");
		is(sql($subscriber, $_, $name), sql($primary, $_), "$name$when: its tables")
		  foreach $filters, $recent, $keyless;
		next if $merged;
		is(sql($subscriber, bytes_of($_), $name), sql($primary, bytes_of($_)),
			"$name$when: $_")
		  foreach 'moved', 'large';
	}
}
is(sql($primary, "SELECT count(*) FROM generate_series(1, 20800, 7) AS i WHERE NOT bloom_seen('crawl', url(i))"),
	0, 'shared set: none is missed');
foreach my $name (sort keys %subscription)
{
	my ($status, $out, $error) = $subscriber->psql($name, "SELECT bloom_claim('crawl', 'a claim of the subscriber')");
	like($error, qr/cannot be changed on a subscriber/, "$name: a claim is refused");
	($status, $out, $error) = $subscriber->psql($name, "SELECT bloom_set_merge('crawl')");
	like($error, qr/cannot be changed on a subscriber/, "$name: and so is a merge");
	sql($subscriber, "DROP SUBSCRIPTION $name", $name);
}
sql($primary, q{
	DELETE FROM moved WHERE id > 1000;
	UPDATE large SET kind = 'large'});

# A crash in the middle of an UPDATE of many rows, some of which have reached
# the disk.
my $all = "SELECT count(*), sum(hashtext(md5(filter::bytea))) FROM many";
my $before = sql($primary, $all);
my $update = "UPDATE many SET filter = filter || 'crash' WHERE id <= 3000";
my $client = IPC::Run::start(
	[ 'psql', '-X', @to, '-c', "$update OR pg_sleep(300) IS NULL", 'postgres' ],
	'>', \my $out, '2>', \my $err);
becomes($primary, 'postgres',
	q{SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'})
  or die 'the update does not come to its middle';
sql($primary, "CHECKPOINT; CREATE TABLE crash AS SELECT * FROM moved");
$primary->stop('immediate');
$client->finish;
$primary->start;
is(sql($primary, $all), $before, 'crash in an UPDATE: nothing has changed');
arrived('crash after CREATE TABLE AS', 'crash');

# A crash after the UPDATE, while another transaction is prepared.
sql($primary, $update);
$before = sql($primary, $all);
sql($primary, q{
	BEGIN;
	CREATE TABLE prepared AS SELECT * FROM moved;
	UPDATE moved SET shaped = shaped || 'prepared';
	PREPARE TRANSACTION 'p'});
$primary->stop('immediate');
$primary->start;
is(sql($primary, $all), $before, 'crash after an UPDATE: all has changed');
is(sql($primary, q{
	SELECT count(*) FROM many WHERE id <= 3000 AND NOT filter @> 'crash'}),
	0, 'crash after an UPDATE: new members are there');
arrived('with a transaction prepared', 'moved');
sql($primary, "COMMIT PREPARED 'p'");
arrived('prepared transaction', 'prepared');
is(sql($primary, "SELECT count(*) FROM moved WHERE shaped @> 'prepared'"),
	34, 'prepared transaction: its changes are there');

# The standby has all of this.
$primary->wait_for_catchup($standby);
arrived('standby', 'prepared', $standby);
arrived('standby, materialised view', 'full_matview', $standby);
large_arrived('standby', 'large', $standby);
is(sql($standby, $_), sql($primary, $_), 'standby: the same answer')
  foreach $all, $set, $filters, $recent, bytes_of('moved');

healthy($subscriber, $standby, $primary);
done_testing();
