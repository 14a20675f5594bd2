# More attacks through shared sets: the extension is dropped within a
# statement, views name tables that are not their owner's, locks are watched,
# and rows and pages are held.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('watched', [], 'autovacuum = off');
my $alive = "SELECT backend_start FROM pg_stat_activity WHERE backend_type = 'checkpointer'";
my $started = sql($node, $alive);
my $workers = "FROM pg_stat_activity WHERE backend_type = 'bloomext merge'";

sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE ROLE mallory LOGIN;
	CREATE ROLE alice LOGIN;
	CREATE ROLE bob LOGIN;
	GRANT CREATE ON DATABASE postgres TO mallory, alice;
	CREATE SCHEMA mal AUTHORIZATION mallory;
	CREATE SCHEMA al AUTHORIZATION alice;
	GRANT USAGE ON SCHEMA mal, al TO PUBLIC});

sub as
{
	my ($role, $sql, $database) = @_;

	return output($node, $sql, '-U', $role, '-d', $database || 'postgres');
}

# Start a session that runs these statements and then stays in its transaction
# until let_go() ends it.
sub holding
{
	my ($role, $sql) = @_;
	my $in = "$sql\nSELECT pg_sleep(100);\n";
	my $run = IPC::Run::start(
		[ 'psql', '-X', '-q', '-U', $role, '-h', $node->host, '-p', $node->port, 'postgres' ],
		'<', \$in, '>', '/dev/null', '2>', '/dev/null', IPC::Run::timeout(180));

	$run->pump_nb foreach 1 .. 3;
	foreach (1 .. 600)
	{
		$run->pump_nb;
		last if sql($node, "SELECT count(*) FROM pg_stat_activity WHERE usename = '$role' AND query LIKE 'SELECT pg_sleep(100)%'") eq '1';
		select undef, undef, undef, 0.05;
	}
	return $run;
}

sub let_go
{
	my ($role, $run) = @_;

	sql($node, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '$role' AND query LIKE 'SELECT pg_sleep(100)%'");
	eval { $run->finish };
	return;
}

# The extension is dropped just before one of its functions runs.
sql($node, 'CREATE DATABASE dropped; GRANT CREATE ON DATABASE dropped TO mallory');
like(as('mallory', q{
	CREATE SCHEMA mal; SET search_path = mal;
	CREATE EXTENSION bloomext SCHEMA mal;
	CREATE FUNCTION gone() RETURNS int LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'DROP EXTENSION bloomext'; RETURN 1; END $$;
	SELECT gone(), bloom_set_create('mal.s', 1000);}, 'dropped'), qr/ERROR:  extension "bloomext" does not exist/, 'the extension is dropped within a statement');
foreach my $call ("bloom_claim('mal.s', 'v')", "bloom_claim_all('mal.s', '{v}'::text[])", "bloom_seen('mal.s', 'v')", "bloom_seen_all('mal.s', '{v}'::text[])",
	"bloom_set_info('mal.s')", "bloom_set_load('mal.s', bloom(10) || 'v'::text)", "bloom_set_load_agg('mal.s', 'v'::text)", "bloom_set_filter('mal.s')", "bloom_set_merge('mal.s')", "bloom_set_clear('mal.s')", "bloom_set_drop('mal.s')", "bloom_set_class_name(1)")
{
	as('mallory', qq{SET search_path = mal; CREATE EXTENSION bloomext SCHEMA mal; SELECT bloom_set_create('mal.s', 1000);
		CREATE OR REPLACE FUNCTION gone() RETURNS int LANGUAGE plpgsql AS \$\$ BEGIN EXECUTE 'DROP EXTENSION bloomext CASCADE'; RETURN 1; END \$\$;
		SELECT gone(), $call; DROP TABLE IF EXISTS s_settings, s_filters, s_recent CASCADE; DROP EXTENSION IF EXISTS bloomext CASCADE}, 'dropped');
}
is(sql($node, $alive), $started, 'and nothing crashes');

# What a session remembers of a set follows savepoints, and a set that is
# dropped or made odd within a statement.
as('mallory', q{SELECT bloom_set_create('mal.k', 1000); CREATE FUNCTION mal.ran() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE LOG 'ran as %', session_user; RETURN NEW; END $$;
	CREATE TRIGGER t BEFORE INSERT ON mal.k_recent FOR EACH ROW EXECUTE FUNCTION mal.ran()});
is(() = as('mallory', q{BEGIN; SAVEPOINT s; DROP TRIGGER t ON mal.k_recent; SELECT bloom_claim('mal.k', 'v'); ROLLBACK TO s; SELECT bloom_claim('mal.k', 'v'); ROLLBACK TO s;
	DROP TRIGGER t ON mal.k_recent; SELECT bloom_claim('mal.k', 'v'); ROLLBACK; SELECT bloom_claim('mal.k', 'v')}) =~ /^t$|has a trigger or foreign key \(t\)/mg,
	4, 'a repair that is rolled back is no repair');
my $oid = sql($node, "DROP TRIGGER t ON mal.k_recent; SELECT 'mal.k'::regclass::oid");
like(as('mallory', "SELECT bloom_claim($oid, 'v'), bloom_set_drop('mal.k'), bloom_claim($oid, 'w')"), qr/shared set with OID $oid does not exist/, 'a set is dropped between two claims of a statement');
as('mallory', q{SELECT bloom_set_create('mal.n', 1000), bloom_set_create('mal.o', 1000, seed => 4711); GRANT SELECT, INSERT ON mal.n, mal.o TO PUBLIC;
	DO $$ DECLARE e text := 'f.members'; BEGIN FOR i IN 1 .. 1000 LOOP e := '(' || e || ' + 1)'; END LOOP;
		EXECUTE 'CREATE VIEW mal.deep AS SELECT bloom_set_class_name(s.class), ' || e || ' AS x FROM mal.n_settings AS s, mal.n_filters AS f, mal.n_recent AS r'; END $$});
is(as('bob', "SET statement_timeout = '30s'; SELECT bloom_claim('mal.n', 'v'), bloom_seen('mal.n', 'w'), (SELECT count(*) FROM bloom_sets() WHERE set = 'mal.n'::regclass)"),
	"t|f|1\n", 'nobody else pays for a view with a deep expression');
# A grantee's code sees what the view shows, and gets no lock that blocks claims.
unlike(as('bob', q{CREATE FUNCTION pg_temp.leak(anyelement) RETURNS boolean COST 1e-6 LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'sees %', $1; RETURN true; END $$;
	SELECT * FROM mal.o WHERE pg_temp.leak(o) AND pg_temp.leak(capacity)}), qr/4711|^$/, 'and the seed is not to be seen');
is(() = as('bob', join ';', map { "BEGIN; LOCK TABLE mal.o IN $_ MODE; ROLLBACK" } 'SHARE UPDATE EXCLUSIVE', 'SHARE', 'SHARE ROW EXCLUSIVE', 'EXCLUSIVE', 'ACCESS EXCLUSIVE') =~ /permission denied/g,
	5, 'with INSERT, no lock that blocks claims is granted');
as('mallory', 'DROP VIEW mal.deep');

# A view that names catalogs.  They are not locked when a superuser drops it.
as('mallory', 'CREATE VIEW mal.catalogs AS SELECT bloom_set_class_name(1) AS x FROM pg_class, pg_attribute, pg_type');
my $reader = holding('mallory', 'BEGIN; SELECT count(*) FROM pg_class;');
my $drop = IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-c', "SELECT bloom_set_drop('mal.catalogs')", 'postgres' ],
	'>', '/dev/null', '2>', \my $refused, IPC::Run::timeout(180));
eval { $drop->finish };
like($refused, qr/cannot be used/, 'a view of catalogs is refused without waiting for who reads them');
let_go('mallory', $reader);

# A view that names tables of another role.  They are not dropped.
as('alice', q{SELECT bloom_set_create('al.s', 30000); SELECT bloom_claim('al.s', 'v'); DROP VIEW al.s;});
as('mallory', 'CREATE VIEW mal.junk AS SELECT bloom_set_class_name(1) AS x FROM al.s_settings, al.s_filters, al.s_recent');
like(as('postgres', "SELECT bloom_set_drop('mal.junk')"), qr/belongs to role/, 'a view of tables of another role is no set');
is(sql($node, "SELECT count(*) FROM pg_class WHERE relname LIKE 's\\_%' AND relkind = 'r' AND relnamespace = 'al'::regnamespace"), 3, 'and they are left');
as('mallory', 'DROP VIEW mal.junk');
is(as('alice', 'DROP TABLE al.s_settings, al.s_filters, al.s_recent'), '', 'their owner can drop them');

# bloom_sets() waits for no lock of a TOAST table.
my $reindex = holding('postgres', 'BEGIN; REINDEX INDEX ' . sql($node, "SELECT indexrelid::regclass FROM pg_class AS c JOIN pg_index AS i ON indrelid = reltoastrelid WHERE c.oid = 'mal.o_filters'::regclass") . ';');
is(as('bob', "SET statement_timeout = '30s'; SELECT problem FROM bloom_sets() WHERE set = 'mal.o'::regclass"), "locked by another transaction\n", 'a locked TOAST table');
let_go('postgres', $reindex);

# Locks of claims in pg_locks.
sql($node, "SET ROLE alice; SELECT bloom_set_create('al.s', 1000000)");
my $claims = IPC::Run::start(
	[ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-c',
		q{DO $$ BEGIN FOR b IN 0 .. 29 LOOP PERFORM count(*) FROM bloom_claim_all('al.s', ARRAY(SELECT 'user' || g * 2 FROM generate_series(b * 4000, b * 4000 + 3999) g)); COMMIT; END LOOP; END $$},
		'postgres' ], '>', '/dev/null', '2>', '/dev/null');
my $shown = as('mallory', q{
	CREATE TEMP TABLE shown (fold bigint);
	DO $$ DECLARE until timestamptz := clock_timestamp() + interval '3 s'; BEGIN
		WHILE clock_timestamp() < until LOOP
			INSERT INTO shown SELECT DISTINCT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 12544 AND classid <> 0 AND objid <> 0;
			PERFORM pg_sleep(0.001);
		END LOOP; END $$;
	SELECT (SELECT count(DISTINCT fold) > 50 FROM shown), count(*) < 5 FROM (SELECT bloom_hash('user' || g) AS h FROM generate_series(0, 239999) g) AS h
	WHERE ((h >> 32) # h) & 4294967295 IN (SELECT fold FROM shown)});
$claims->finish;
is($shown, "t|t\n", 'locks show nothing of the hashes that are claimed');

# The worker does not wait for a page that the owner has pinned.  It does not
# run the code that the owner attaches to the tables meanwhile.
as('mallory', q{SELECT bloom_set_create('mal.p', 30000); SELECT count(*) FROM bloom_claim_all('mal.p', ARRAY(SELECT g::text FROM generate_series(1, 9000) g));
	DELETE FROM mal.p_recent WHERE hash % 2 = 0;
	CREATE FUNCTION mal.evil(bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
		IF session_user <> 'mallory' THEN RAISE LOG 'ran as %', session_user; END IF; RETURN $1; END $$});
my $pin = holding('mallory', 'SET enable_seqscan = off; SET enable_bitmapscan = off; BEGIN; DECLARE c CURSOR FOR SELECT hash FROM mal.p_recent ORDER BY hash; FETCH 1 FROM c;');
as('alice', "SELECT bloom_set_create('al.t', 60000); GRANT INSERT ON al.t TO bob");
# A merge of this set fails, because its filter does not fit into a row.
as('mallory', "SELECT bloom_set_create('mal.q', 30000); ALTER TABLE mal.q_filters ALTER filter SET STORAGE PLAIN; SELECT count(*) FROM bloom_claim_all('mal.q', ARRAY(SELECT generate_series(1, 20000)::text))");
my $waits = 0;
foreach my $i (1 .. 15)
{
	as('mallory', "SELECT count(*) FROM bloom_claim_all('mal.p', ARRAY(SELECT '$i-' || g FROM generate_series(1, 3000) g))");
	as('alice', "SELECT count(*) FROM bloom_claim_all('al.t', ARRAY(SELECT '$i-' || g FROM generate_series(1, 1000) g))");
	$waits += sql($node, "SELECT count(*) $workers AND wait_event_type IN ('Lock', 'BufferPin')");
	select undef, undef, undef, 0.2;
}
cmp_ok($waits, '<', 8, 'the worker waits for no pin');
as('mallory', q{CREATE INDEX i ON mal.p_filters USING brin ((mal.evil(members))) WITH (pages_per_range = 1);
	INSERT INTO mal.p_filters SELECT 0, 'infinity', g, 0, 0, '' FROM generate_series(1, 1000) g});
let_go('mallory', $pin);
as('alice', "SELECT count(*) FROM bloom_claim_all('al.t', ARRAY(SELECT generate_series(1, 9000)::text))");
ok(becomes($node, 'postgres', "SELECT filters > 0 AND recent < 2500 FROM bloom_set_info('al.t')"), 'and others\' sets come to rest');
as('mallory', "SELECT bloom_set_drop('mal.q')");
ok(becomes($node, 'postgres', "SELECT count(*) = 0 $workers"), 'it ends');
unlike(PostgreSQL::Test::Utils::slurp_file($node->logfile), qr/LOG:  ran as/, 'without running code of an owner\'s');

# The worker does not begin to merge a set that another session is merging, which
# would only fail.  Both merges would write to the same filter.
sql($node, 'DROP SCHEMA mal CASCADE');
my $merging = holding('alice', "BEGIN; SELECT count(*) FROM bloom_claim_all('al.t', ARRAY(SELECT 'early' || generate_series(1, 100))); SELECT bloom_set_merge('al.t');");
my $rolled_back = "SELECT xact_rollback FROM pg_stat_database WHERE datname = 'postgres'";
my $failed_before = sql($node, $rolled_back);
my $log_before = -s $node->logfile;
as('bob', "SELECT count(*) FROM bloom_claim_all('al.t', ARRAY(SELECT 'late' || generate_series(1, 20000)))");
foreach (1 .. 600)
{
	last if substr(PostgreSQL::Test::Utils::slurp_file($node->logfile), $log_before) =~ /shared sets? waits? for transactions/;
	select undef, undef, undef, 0.1;
}
is(sql($node, "SELECT pending FROM bloom_sets() WHERE set = 'al.t'::regclass"), 'it is being merged', 'a set that is being merged is left for later');
is(sql($node, $rolled_back), $failed_before, 'and no step fails meanwhile');
let_go('alice', $merging);

# Readers that lock the tables first and then the view, as pg_dump does.
foreach my $call ('bloom_set_clear', 'bloom_set_drop')
{
	as('alice', "SELECT bloom_set_create('al.d', 1000)");
	my $in = "BEGIN; LOCK TABLE al.d_settings, al.d_filters, al.d_recent IN ACCESS SHARE MODE; SELECT pg_sleep(4); SELECT pg_get_viewdef('al.d'); COMMIT;";
	my $dump = IPC::Run::start([ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, '-c', $in, 'postgres' ],
		'>', '/dev/null', '2>', \my $dump_failed, IPC::Run::timeout(180));

	ok(becomes($node, 'postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"), "$call: a dump has begun");
	my $exclusive = IPC::Run::start([ 'psql', '-X', '-h', $node->host, '-p', $node->port, '-c', "SELECT $call('al.d')", 'postgres' ],
		'>', '/dev/null', '2>', \my $failed, IPC::Run::timeout(180));
	ok(becomes($node, 'postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"), "$call waits");
	$_->finish foreach $dump, $exclusive;
	is($dump_failed, '', "$call is no deadlock for it");
	is($failed, '', "$call is done then");
	as('alice', "SELECT bloom_set_drop('al.d')");
}

healthy($node);
done_testing();
