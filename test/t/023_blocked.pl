# What keeps the worker from its work: locks, old snapshots and loads.  It waits
# without blocking other sessions, and then gives disk space back.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('blocked', [], 'max_worker_processes = 20', 'autovacuum = off');
my $files = PostgreSQL::Test::Utils::tempdir();
my $workers = "FROM pg_stat_activity WHERE backend_type = 'bloomext merge'";

# While a lock keeps the table from being truncated, not all of its hashes are
# merged for that, again and again.
database($node, 'locked');
sql($node, "SELECT bloom_set_create('locked', 1000, class => 'integer')", 'locked');
my $locker = concurrently($node, 'locked', "$files/locker", 'BEGIN;', 'LOCK TABLE locked_filters IN ACCESS SHARE MODE;', 'SELECT pg_sleep(102);');
ok(becomes($node, 'locked', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(102)%'"), 'locked: by a reader');
sql($node, "SELECT count(*) FROM bloom_claim_all('locked', ARRAY(SELECT generate_series(1, 4000)))", 'locked');
ok(logged($node, qr/maintenance of shared set "locked" waits/), 'locked: the worker waits');
is(sql($node, "SELECT recent = members FROM bloom_set_info('locked')", 'locked'), 't', 'locked: nothing is merged');

# While it waits, neither a superuser who cancels it ends it, nor a lock that
# keeps it from listing the sets, which it does after a reload.
my $waiting = sql($node, "SELECT pid $workers AND datname = 'locked'");
sql($node, "SELECT pg_cancel_backend($waiting)");
# Nor does a role that locks the database, but does not own it.  While the
# owner is looked up, pg_database can be locked, too.
sql($node, 'CREATE ROLE copier LOGIN CREATEDB; ALTER DATABASE locked IS_TEMPLATE true');
my $databases = concurrently($node, 'locked', "$files/databases", "SET application_name = 'databases';",
	"DO \$\$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'object' AND mode = 'ShareLock' AND granted AND classid = 'pg_database'::regclass) LOOP PERFORM pg_sleep(0.01); END LOOP; END \$\$;",
	'BEGIN;', 'LOCK TABLE pg_database IN ACCESS EXCLUSIVE MODE;', 'SELECT pg_sleep(1);', 'COMMIT;');
ok(becomes($node, 'postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'databases'"), 'locked: who will lock pg_database');
like(output($node, 'CREATE DATABASE copy TEMPLATE locked', '-U', 'copier', '-d', 'postgres'), qr/being accessed by other users/, 'locked: who copies the database waits in vain');
$databases->finish;
is(sql($node, "SELECT pid $workers AND datname = 'locked'"), $waiting, 'locked: and does not end the worker');
my $catalog = concurrently($node, 'locked', "$files/catalog", 'BEGIN;', 'LOCK TABLE pg_depend IN ACCESS EXCLUSIVE MODE;', 'SELECT pg_sleep(103);');
ok(becomes($node, 'postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(103)%'"), 'locked: a catalog, too');
$node->append_conf('postgresql.conf', "log_lock_waits = on\ndeadlock_timeout = 100ms");
$node->reload;
ok(logged($node, qr/still waiting for AccessShareLock on relation 2608 /), 'locked: the sets cannot be listed');
like(sql($node, join ';', ("SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = $waiting", 'SELECT pg_sleep(0.1)') x 20), qr/^0$/m, 'locked: no lock is waited for long');
is(sql($node, "SELECT pid $workers AND datname = 'locked'"), $waiting, 'locked: the worker is still there');
sql($node, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(103)%'");
$catalog->finish;
sql($node, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(102)%'", 'locked');
$locker->finish;
ok(becomes($node, 'locked', "SELECT pg_relation_size('locked_recent') = 0"), 'locked: truncated afterwards');

# DROP DATABASE does not wait for a worker that sleeps there.
database($node, 'wanted');
sql($node, "SELECT bloom_set_create('s', 100000, class => 'integer')", 'wanted');
sql($node, "SELECT count(*) FROM bloom_claim_all('s', ARRAY(SELECT generate_series(1, 9000)))", 'wanted');
# If other databases wait, it does not sleep, and may have ended already.
ok(becomes($node, 'wanted', "SELECT count(*) = 1 OR (SELECT recent = 0 FROM bloom_set_info('s')) $workers AND datname = 'wanted'"), 'a worker is there, or was');
sql($node, 'DROP DATABASE wanted');

# Nor for one that waits to try again, and has no set any more.  It tries again
# after 1, 2, 4 and 8 seconds, and says so before the last of these, once.
database($node, 'leaving');
sql($node, "SELECT bloom_set_create('left', 1000, class => 'integer')", 'leaving');
my $holder = concurrently($node, 'leaving', "$files/holder", 'SELECT pg_sleep(101);');
ok(becomes($node, 'leaving', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(101)%'"), 'an old snapshot again');
sql($node, "SELECT count(*) FROM bloom_claim_all('left', ARRAY(SELECT generate_series(1, 30000)))", 'leaving');
ok(logged($node, qr/maintenance of shared set "left" waits/), 'a worker waits');
sql($node, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(101)%'", 'leaving');
$holder->finish;
sql($node, "SELECT bloom_set_drop('left')", 'leaving');
sql($node, 'DROP DATABASE leaving');

# After loads in a row, the filters are at the end of their table.  They are
# written again to its beginning, so that the next VACUUM can shrink it.
database($node, 'loaded');
sql($node, "SELECT bloom_set_create('loaded', 1000000, class => 'integer')", 'loaded');
sql($node, "SELECT bloom_set_load_agg('loaded', $_ * 100000 + i) FROM generate_series(1, 100000) AS i", 'loaded') foreach 1 .. 7;
worker_ends($node, 'loaded', 'the worker ends after loads');
# So are all parts of a set that has grown, a few at a time, although it is
# never without recent hashes.
sql($node, q{CREATE TABLE busy (); SELECT bloom_set_create('grown', 8000, class => 'integer');
	DO $$ BEGIN
		FOR i IN 0 .. 5 LOOP
			PERFORM count(*) FROM bloom_claim_all('grown', ARRAY(SELECT generate_series(7500 * (1 << i), 15000 * (1 << i) - 1)));
			PERFORM bloom_set_merge('grown');
			COMMIT;
		END LOOP;
		FOR i IN 1 .. 8 LOOP
			UPDATE grown_filters SET filter = filter || '';
			COMMIT;
		END LOOP;
	END $$}, 'loaded');
is(sql($node, "SELECT filters, pg_total_relation_size('grown_filters') > 6 * bytes FROM bloom_set_info('grown')", 'loaded'), '6|t', 'a set that has grown');
my $busy = concurrently($node, 'loaded', "$files/busy", q{DO $$ BEGIN
		WHILE to_regclass('busy') IS NOT NULL LOOP
			PERFORM bloom_claim('grown', (random() * 1e15)::bigint);
			COMMIT;
			PERFORM pg_sleep(0.05);
			COMMIT;
		END LOOP;
	END $$});
# A reader who has locked its tables does not keep the worker from that.
my $beside = concurrently($node, 'loaded', "$files/beside", 'BEGIN;', 'LOCK TABLE grown_recent, grown_filters IN ACCESS SHARE MODE;', "\\! while test ! -e $files/shrunk; do sleep 0.1; done");
ok(becomes($node, 'loaded', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'LOCK TABLE grown%' AND state = 'idle in transaction'"), 'a reader has locked that set');
# The last one is written before a VACUUM, and wakes the worker afterwards.
sql($node, 'CREATE TABLE go (i int)', 'loaded');
my $load = concurrently($node, 'loaded', "$files/load", 'BEGIN;', "SELECT bloom_set_load_agg('loaded', 800000 + i) FROM generate_series(1, 100000) AS i;",
	'DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM go) LOOP PERFORM pg_sleep(0.1); END LOOP; END $$;', 'COMMIT;');
ok(becomes($node, 'loaded', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'DO %go%'"), 'a load is not committed');
$node->append_conf('postgresql.conf', "autovacuum = on\nautovacuum_naptime = 1s");
$node->reload;
sql($node, 'INSERT INTO go VALUES (1)', 'loaded');
$load->finish;
ok(becomes($node, 'loaded', "SELECT pg_total_relation_size('loaded_filters') < 3 * bytes FROM bloom_set_info('loaded')"), 'the table of filters shrinks after loads');
ok(becomes($node, 'loaded', "SELECT pg_total_relation_size('grown_filters') < 3 * bytes FROM bloom_set_info('grown')"), 'and that of a set that has grown');
PostgreSQL::Test::Utils::append_to_file("$files/shrunk", '');
$beside->finish;
sql($node, 'DROP TABLE busy', 'loaded');
$busy->finish;

my $log = PostgreSQL::Test::Utils::slurp_file($node->logfile);
$log =~ s/ERROR:  (canceling statement due to user request|source database "locked" is being accessed)//g;
unlike($log, qr/ERROR|exited with exit code/, 'all without an error in the log');
healthy($node);
done_testing();
