# After a burst of claims, a set comes to rest without further claims.  The
# worker merges the remaining hashes and frees disk space.  This also happens
# after a restart, and while a synchronous standby is disconnected.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('rest', [], 'max_worker_processes = 20', 'autovacuum = off');
my $files = PostgreSQL::Test::Utils::tempdir();
my $workers = "FROM pg_stat_activity WHERE backend_type = 'bloomext merge'";

# Wait until a set rests: each group of set partitions has at most a quarter of
# the hashes for which a merge pays.
sub rests
{
	my ($set, $database, $most, $what) = @_;

	ok(becomes($node, $database, "SELECT filters > 0 AND recent < $most FROM bloom_set_info('$set')"), $what);
	return;
}

# Claims that continue, a few at a time.
database($node, 'slow');
sql($node, "SELECT bloom_set_create('slow', 100000, class => 'integer')", 'slow');
my $slow = concurrently($node, 'slow', "$files/slow", 'DO $$ BEGIN
		FOR i IN 1 .. 30 LOOP
			PERFORM count(*) FROM bloom_claim_all(\'slow\', ARRAY(SELECT i * 1000000 + n FROM generate_series(1, 2000) n));
			COMMIT;
			PERFORM pg_sleep(0.5);
		END LOOP;
	END $$');
ok(becomes($node, 'postgres', "SELECT count(*) > 0 $workers AND datname = 'slow'"), 'a worker is at it');

# A burst.  No later claim starts a worker for most of its hashes.
database($node, 'burst');
sql($node, "SELECT bloom_set_create('burst', 4000000, 0.001, class => 'integer'); SELECT bloom_set_create('beside', 100000, class => 'integer')", 'burst');
is(sql($node, "SELECT partitions FROM bloom_set_info('burst')", 'burst'), 4, 'a set of several shards');
# Hashes that the owner has inserted, without a claim.
sql($node, "SELECT bloom_claim('beside', 0::bigint); INSERT INTO beside_recent SELECT DISTINCT hashint8extended(i, 1) FROM generate_series(1, 9000) AS i", 'burst');
my $new = sql($node, "SELECT count(*) FROM bloom_claim_all('burst', ARRAY(SELECT generate_series(1, 300000)))", 'burst');
rests('burst', 'burst', 5000, 'a burst comes to rest');
rests('beside', 'burst', 5000, 'and so does a set that nobody has asked for');
worker_ends($node, 'burst', 'the worker ends');
is(sql($node, "SELECT members FROM bloom_set_info('burst')", 'burst'), $new, 'nothing is lost');
is(sql($node, "SELECT count(*) FROM generate_series(1, 300000) AS i WHERE NOT bloom_seen('burst', i)", 'burst'), 0, 'nor unseen');
is(sql($node, "SELECT count(*) FROM bloom_claim_all('burst', ARRAY(SELECT generate_series(1, 300000)))", 'burst'), 0, 'nor claimed again');
# The tables and indexes of an empty set take 112 kB.
cmp_ok(sql($node, q{SELECT sum(pg_total_relation_size(t)) / (SELECT bytes FROM bloom_set_info('burst'))
	FROM unnest('{burst_settings,burst_filters,burst_recent}'::regclass[]) AS t}, 'burst'), '<', 2.2, 'its disk space is given back');

# An older snapshot shows the same values, although the files are recreated.
my $holder = concurrently($node, 'burst', "$files/holder", 'SELECT pg_advisory_lock(7);', 'SELECT pg_sleep(100);');
ok(becomes($node, 'burst', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(100)%'"), 'an old snapshot');
my $old = concurrently($node, 'burst', "$files/old", 'BEGIN ISOLATION LEVEL REPEATABLE READ;', "SELECT count(*) FROM pg_class WHERE relname = 'none';",
	'SELECT pg_advisory_lock(7);', "SELECT bloom_seen('burst', 1), bloom_seen('burst', -1);");
ok(becomes($node, 'burst', "SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"), 'is taken');
sql($node, "SELECT count(*) FROM bloom_claim_all('burst', ARRAY(SELECT generate_series(-150000, -1)))", 'burst');
rests('burst', 'burst', 5000, 'it comes to rest beside an old snapshot');
sql($node, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(100)%'", 'burst');
$_->finish foreach $holder, $old;
like(PostgreSQL::Test::Utils::slurp_file("$files/old.out"), qr/^t\|f$/m, 'which sees what it saw');

# After a restart, the next claim is enough.
database($node, 'restarted');
sql($node, q{SELECT bloom_set_create('s', 100000, class => 'integer'); SELECT bloom_claim('s', 0::bigint);
	INSERT INTO s_recent SELECT DISTINCT hashint8extended(i, 1) FROM generate_series(1, 9000) AS i}, 'restarted');
is(sql($node, "SELECT count(*) $workers AND datname = 'restarted'"), 0, 'no worker for what is no claim');
sql($node, "SELECT bloom_claim('s', -1::bigint)", 'restarted');
rests('s', 'restarted', 5000, 'the first claim of a session asks for one');
# What comes during its work, without a claim, is found when it looks once more.
# A merge needs 46,000 hashes, which take less space than the filters.
sql($node, q{SELECT bloom_set_create('more', 4000000, 0.01, class => 'integer');
	INSERT INTO more_recent SELECT hashint8extended(i, 1) FROM generate_series(1, 50000) AS i}, 'restarted');
sql($node, q{DO $$ BEGIN
		PERFORM bloom_claim('more', 0::bigint);
		COMMIT;
		FOR i IN 1 .. 1000 LOOP
			EXIT WHEN (SELECT count(*) FROM more_recent) < 46000;
			PERFORM pg_sleep(0.01);
			COMMIT;
		END LOOP;
		INSERT INTO more_recent SELECT hashint8extended(i, 1) FROM generate_series(50001, 64000) AS i;
	END $$}, 'restarted');
rests('more', 'restarted', 48000, 'what nobody has asked for is merged, too');
worker_ends($node, 'restarted', 'and it ends');

# A synchronous standby that is disconnected.
database($node, 'alone');
sql($node, "SELECT bloom_set_create('s', 100000, class => 'integer')", 'alone');
$node->append_conf('postgresql.conf', "synchronous_standby_names = 'nobody'");
$node->reload;
sql($node, "SET synchronous_commit = local; SELECT count(*) FROM bloom_claim_all('s', ARRAY(SELECT generate_series(1, 20000)))", 'alone');
rests('s', 'alone', 5000, 'a standby that is away holds up no merge');
$node->append_conf('postgresql.conf', "synchronous_standby_names = ''");
$node->reload;

# As a filter, a set whose recent hashes nobody has merged holds no layer of
# more values than merges would put there.
is(sql($node, q{SELECT bloom_set_create('unmerged', 500000, 0.01, class => 'integer'); BEGIN;
	INSERT INTO unmerged_recent SELECT hashint8extended(i, 1) FROM generate_series(1, 1000000) AS i;
	SELECT (bloom_info(f)).layers, bloom_fpp(f) <= 0.01 FROM bloom_set_filter('unmerged') AS f; ROLLBACK}, 'alone'), "unmerged\n2|t", 'a filter of more recent hashes than are read at a time');

# The owner of a set can turn the truncation off.
database($node, 'whole');
sql($node, "SELECT bloom_set_create('s', 1000, class => 'integer'); ALTER TABLE s_recent SET (vacuum_truncate = off)", 'whole');
sql($node, "SELECT count(*) FROM bloom_claim_all('s', ARRAY(SELECT generate_series(1, 20000)))", 'whole');
rests('s', 'whole', 10000, 'not truncated: merged');
worker_ends($node, 'whole', 'not truncated: the worker ends');
is(sql($node, "SELECT pg_relation_size('s_recent') > 500000, coalesce(pending, 'nothing') FROM bloom_sets()", 'whole'), 't|nothing', 'not truncated: nothing is pending');
sql($node, "ALTER TABLE s_recent RESET (vacuum_truncate); SELECT bloom_claim('s', -1)", 'whole');
ok(becomes($node, 'whole', "SELECT pg_relation_size('s_recent') = 0"), 'and truncated when that is permitted');

# While claims go on, not all of its hashes are merged for that, again and again.
# The worker does so at the beginning and after 3 and 63 seconds, not after 1, 7
# and 15, when it only looks whether the table is empty.
database($node, 'busy');
sql($node, "SELECT bloom_set_create('busy', 1000, class => 'integer')", 'busy');
sql($node, q{DO $$ BEGIN
		PERFORM count(*) FROM bloom_claim_all('busy', ARRAY(SELECT generate_series(1, 5000)));
		FOR i IN 1 .. 180 LOOP
			COMMIT;
			PERFORM pg_sleep(0.1);
			PERFORM bloom_claim('busy', -i);
		END LOOP;
	END $$}, 'busy');
cmp_ok(sql($node, "SELECT n_tup_ins + n_tup_upd FROM pg_stat_user_tables WHERE relname = 'busy_filters'", 'busy'), '<', 3, 'busy: merges of all');
# On a slow machine, the worker may find a moment without a claim: then nothing waits
my $small = "SELECT pg_relation_size('busy_recent') < 100000";
ok(sql($node, $small, 'busy') eq 't' || logged($node, qr/maintenance of shared set "busy" waits/), 'busy: the log says so');
ok(becomes($node, 'busy', $small), 'busy: truncated afterwards');

$slow->finish;
is(PostgreSQL::Test::Utils::slurp_file("$files/slow.err"), '', 'claims that go on');
rests('slow', 'slow', 5000, 'they come to rest, too');
worker_ends($node, 'slow', 'and the last worker ends');
my $log = PostgreSQL::Test::Utils::slurp_file($node->logfile);
$log =~ s/ERROR:  canceling statement due to user request//g;
unlike($log, qr/ERROR|exited with exit code/, 'all without an error in the log');
healthy($node);
done_testing();
