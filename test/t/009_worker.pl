# The background worker.  At most one per database and two per server are
# active, regardless of the number of sets.  Settings do not stop it, it does
# not wait for locks, and it tries again until everything is merged.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;
use Time::HiRes;

# More slots than bloomext may use.
my $node = server('worker', [], 'max_worker_processes = 20', 'autovacuum = off',
	'max_prepared_transactions = 2', 'log_min_messages = debug1');
my $files = PostgreSQL::Test::Utils::tempdir();
my $scripts = 0;
my $workers = "FROM pg_stat_activity WHERE backend_type = 'bloomext merge'";

sql($node, q{
	CREATE ROLE owner LOGIN;
	CREATE ROLE sleeper NOLOGIN;
	CREATE ROLE claimant LOGIN});

sub database_of_owner
{
	my ($name) = @_;

	database($node, $name);
	sql($node, 'CREATE SCHEMA s AUTHORIZATION owner; GRANT ALL ON SCHEMA s TO PUBLIC', $name);
	return;
}

# Create a set with so many recent hashes that a merge takes a while.  Its
# owner may INSERT them, which does not start a worker.
sub due
{
	my ($set, $database, $owner, $hashes) = @_;

	sql($node, qq{
		SET ROLE $owner;
		SELECT bloom_set_create('$set', 100000, class => 'integer');
		SELECT bloom_claim('$set', 0::bigint);
		INSERT INTO ${set}_recent SELECT DISTINCT hashint8extended(i, 1) FROM generate_series(1, $hashes) AS i;
		GRANT INSERT, SELECT ON $set TO claimant}, $database);
	return;
}

# Claims that start a worker for these sets.
sub claims
{
	return map { "SELECT count(*) FROM bloom_claim_all('$_', ARRAY(SELECT (random() * 1e15)::bigint FROM generate_series(1, 500)));" } (@_) x 40;
}

# Start a session that runs a script concurrently.
sub beside
{
	my ($role, $database, @statements) = @_;
	my $path = "$files/" . $scripts++;

	PostgreSQL::Test::Utils::append_to_file($path, join "\n", @statements, '');
	return IPC::Run::start(
		[ 'psql', '-X', '-A', '-t', '-q', '-U', $role, '-h', $node->host, '-p', $node->port, '-f', $path, $database ],
		'>', "$path.out", '2>', "$path.err");
}

sub merged
{
	my ($set, $database, $what) = @_;

	ok(becomes($node, $database, "SELECT filters > 0 AND recent < members / 2 FROM bloom_set_info('$set')"), $what);
	return;
}

# Wait until the log contains a line that it did not contain in the last call.
my $logged = 0;

sub wait_for_log
{
	my ($line) = @_;

	foreach (1 .. 600)
	{
		my $log = PostgreSQL::Test::Utils::slurp_file($node->logfile, $logged);

		if ($log =~ $line)
		{
			$logged = -s $node->logfile;
			return 1;
		}
		Time::HiRes::sleep(0.1);
	}
	return 0;
}

sub idle
{
	my ($what) = @_;

	ok(becomes($node, 'postgres', "SELECT count(*) = 0 $workers"), $what);
	return;
}

# Nine sets in one database and some in others, all of which are due.  A
# worker's place is a lock of a class that SQL cannot take.  A worker that
# finds no free place ends at once.
my %sets = (d1 => 9, d2 => 2, d3 => 2, d4 => 2);

foreach my $database (sort keys %sets)
{
	database_of_owner($database);
	due("s.s$_", $database, 'owner', 25_000) foreach 1 .. $sets{$database};
}
my @beside = map { beside('claimant', $_, claims(map { "s.s$_" } 1 .. $sets{$_})) } sort keys %sets;
my $places = 'SELECT count(*) FILTER (WHERE database = 0), coalesce(max(n), 0) FROM (SELECT database, count(*) OVER (PARTITION BY database, objid) AS n
	FROM pg_locks WHERE locktype = \'advisory\' AND granted AND classid = 0 AND objid <= 2 AND objsubid = 12544) AS l';
my ($most, $most_in_one) = (0, 0);

foreach (grep { length } split /\n/, sql($node, join ';', ($places, 'SELECT pg_sleep(0.04)') x 150))
{
	my ($on_server, $in_one) = split /\|/;

	$most = $on_server if $on_server > $most;
	$most_in_one = $in_one if $in_one > $most_in_one;
}
$_->finish foreach @beside;
cmp_ok($most, '>', 0, 'there are workers');
cmp_ok($most, '<=', 2, 'no more than two on a server merge');
cmp_ok($most_in_one, '<=', 1, 'and one in a database');
idle('they end');

# Settings of a database, of a role, or of the server by a superuser, do not
# affect the worker.  The owner of the set need not be able to log in.
my %settings = (
	default_transaction_read_only => 'on', role => 'claimant', statement_timeout => 1, lock_timeout => 1,
	session_replication_role => 'replica', default_transaction_isolation => 'serializable',
	default_transaction_deferrable => 'on', idle_in_transaction_session_timeout => 1, row_security => 'off',
	search_path => 'pg_temp', work_mem => 64, maintenance_work_mem => 1024, vacuum_cost_delay => 100, vacuum_cost_limit => 1,
	enable_indexscan => 'off', DateStyle => "'SQL, DMY'", TimeZone => "'Asia/Tokyo'", synchronous_commit => 'off');

due('s.asleep', 'd2', 'sleeper', 25_000);
foreach my $name (sort keys %settings)
{
	sql($node, "ALTER DATABASE d2 SET $name = $settings{$name}");
	# The worker runs as the first superuser.
	sql($node, "ALTER ROLE postgres IN DATABASE d2 SET $name = $settings{$name}") if $name ne 'role';
}
foreach my $name ('default_transaction_read_only', 'statement_timeout', 'lock_timeout')
{
	# The statements below set what they need themselves.
	$node->append_conf('postgresql.conf', "$name = $settings{$name}");
}
$node->reload;
beside('claimant', 'd2', 'RESET ROLE;', 'SET search_path = pg_catalog, public;', 'SET statement_timeout = 0;', 'SET lock_timeout = 0;',
	"SET default_transaction_read_only = off;", "SET idle_in_transaction_session_timeout = 0;", 'SET default_transaction_isolation = \'read committed\';',
	claims('s.asleep'))->finish;
{
	local $ENV{PGOPTIONS} = '-c statement_timeout=0 -c lock_timeout=0 -c default_transaction_read_only=off -c role=none -c search_path=public';
	merged('s.asleep', 'd2', 'merged whatever is set, for an owner who may not log in');
	idle('and done');
	$node->append_conf('postgresql.conf', "default_transaction_read_only = off\nstatement_timeout = 0\nlock_timeout = 0");
}
$node->reload;

# A worker does not wait for locks of other sessions.  It tries again, without
# another claim, and says what it is doing.
database_of_owner('d5');
due('s.held', 'd5', 'owner', 25_000);
foreach my $hold ('LOCK TABLE s.held_recent IN ACCESS SHARE MODE; LOCK TABLE s.held_filters IN SHARE MODE', "SELECT bloom_set_merge('s.held')",
	"INSERT INTO s.held_filters VALUES (0, '-infinity', 0, 0, 0, '')")
{
	my $holder = beside('owner', 'd5', 'BEGIN;', "$hold;", 'SELECT pg_sleep(60);', 'ROLLBACK;');
	my $holding = "FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND usename = 'owner'";

	ok(becomes($node, 'd5', "SELECT count(*) = 1 $holding"), "$hold: held");
	beside('claimant', 'd5', claims('s.held'))->finish;
	ok(becomes($node, 'd5', "SELECT pending IS NOT NULL FROM bloom_sets() WHERE set = 's.held'::regclass"), "$hold: it is pending");
	is(sql($node, "SELECT count(*) $workers AND wait_event_type = 'Lock'"), 0, "$hold: no worker waits");
	is(sql($node, "SELECT filters FROM bloom_set_info('s.held')", 'd5'), 0, "$hold: nothing is merged");
	ok(wait_for_log(qr/maintenance of shared set "held" waits for other sessions\n.*\n.*Look for old transactions in pg_stat_activity and pg_prepared_xacts, and for those of standbys in pg_stat_replication and pg_replication_slots\. bloom_sets\(\) shows whether other sets wait, too\./), "$hold: the log says so");
	is(sql($node, "SELECT count(pg_cancel_backend(pid)) $holding", 'd5'), 1, "$hold: all the while");
	$holder->finish;
	merged('s.held', 'd5', "$hold: when that is over, it is merged");
	idle("$hold: and done");
	ok(becomes($node, 'd5', "SELECT pending IS NULL FROM bloom_sets() WHERE set = 's.held'::regclass"), "$hold: nothing is pending");
	sql($node, "SELECT bloom_set_clear('s.held')", 'd5');
}

# Claims of a transaction that another session commits later.
sql($node, "SELECT bloom_set_create('s.later', 100000, class => 'integer')", 'd5');
sql($node, q{
	BEGIN;
	SELECT count(*) FROM bloom_claim_all('s.later', ARRAY(SELECT generate_series(1, 30000)));
	PREPARE TRANSACTION 'later'}, 'd5');
ok(becomes($node, 'd5', "SELECT pending LIKE 'it waits%' FROM bloom_sets() WHERE set = 's.later'::regclass"), 'prepared elsewhere: it is pending');
sql($node, "COMMIT PREPARED 'later'", 'd5');
merged('s.later', 'd5', 'prepared elsewhere: it is merged');
idle('prepared elsewhere: and done');

# Nobody but a superuser can end the worker, so that an owner cannot keep it
# from the sets of others.
due('s.kept', 'd5', 'owner', 300_000);
my $ender = beside('owner', 'd5', q{
	DO $$ BEGIN
		FOR i IN 1 .. 1000 LOOP
			PERFORM pg_stat_clear_snapshot();
			BEGIN
				PERFORM pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 12544 AND classid = 0 AND objid = 0;
			EXCEPTION WHEN insufficient_privilege THEN
				RAISE NOTICE 'not allowed';
				EXIT;
			END;
			PERFORM pg_sleep(0.001);
		END LOOP;
	END $$});
my $errors = "$files/" . ($scripts - 1) . '.err';

beside('claimant', 'd5', claims('s.kept'))->finish;
$ender->finish;
like(PostgreSQL::Test::Utils::slurp_file($errors), qr/not allowed/, 'the owner cannot end it');
merged('s.kept', 'd5', 'so it merges');
idle('and ends');

# While it sleeps between two rounds, claims start no other one.  Only those at
# the moment between two transactions do, which come a few times per second.
database_of_owner('d6');
sql($node, "SELECT bloom_set_create('s.busy', 100000, class => 'integer'); ALTER TABLE s.busy_recent SET (vacuum_truncate = off)", 'd6');

sub starts
{
	return () = PostgreSQL::Test::Utils::slurp_file($node->logfile) =~ /registering background worker "bloomext merge"/g;
}

my $begin = Time::HiRes::time();
my $starts = starts();
sql($node, q{
	DO $$ BEGIN
		FOR i IN 1 .. 300 LOOP
			PERFORM count(*) FROM bloom_claim_all('s.busy', ARRAY(SELECT (random() * 1e15)::bigint FROM generate_series(1, 1000)));
			COMMIT;
			PERFORM pg_sleep(0.01);
		END LOOP;
	END $$}, 'd6');
my $seconds = Time::HiRes::time() - $begin;
$starts = starts() - $starts;
cmp_ok($starts, '>', 0, 'sleeping: a worker was started');
cmp_ok($starts, '<', 10 + 4 * $seconds, 'sleeping: few were');
merged('s.busy', 'd6', 'sleeping: it merges');
idle('sleeping: it ends');

# It notices claims that are made while it ends, and the end of an old snapshot,
# even if no transaction follows: nothing else happens in this database.
database_of_owner('d7');
my $snapshot = beside('postgres', 'd7', 'SELECT pg_sleep(1000);');
ok(becomes($node, 'd7', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(1000)%'"), 'bursts: a snapshot is taken');
sql($node, "SELECT bloom_set_create('s.bursts', 1000000, class => 'integer')", 'd7');
for my $burst (1 .. 6)
{
	sql($node, "SELECT count(*) FROM bloom_claim_all('s.bursts', ARRAY(SELECT generate_series($burst * 10000, $burst * 10000 + 8999)))", 'd7');
	Time::HiRes::sleep(0.6 * $burst);
}
ok(becomes($node, 'd7', "SELECT recent = 0 FROM bloom_set_info('s.bursts')"), 'bursts: all are merged');
# The old snapshot keeps the table of recent hashes from being truncated.
ok(becomes($node, 'd7', "SELECT pending LIKE 'it waits%' FROM bloom_sets() WHERE set = 's.bursts'::regclass"), 'bursts: something is left');
ok(wait_for_log(qr/maintenance of shared set "bursts" waits for other sessions/), 'bursts: which was tried in vain');
ok(becomes($node, 'd7', "SELECT xact_start > backend_start + interval '1 s' $workers AND datname = 'd7'"), 'bursts: none of its transactions is old');
sql($node, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(1000)%'");
$snapshot->finish;
idle('bursts: it ends');
is(sql($node, "SELECT string_agg(pending, ',') FROM bloom_sets()", 'd7'), '', 'bursts: nothing is left');

# It examines all groups of a set, however many there are.
sql($node, q{
	SELECT bloom_set_create('s.wide', 5000000000, class => 'integer');
	SELECT bloom_claim('s.wide', 0::bigint);
	INSERT INTO s.wide_recent SELECT DISTINCT (part << 61) | (hashint8extended(i, 1) & ((1::bigint << 55) - 1))
		FROM unnest('{3,6}'::bigint[]) AS part, generate_series(1, 160000) AS i}, 'd6');
sql($node, "SELECT bloom_set_create('s.asks', 1000000, class => 'integer')", 'd6');
sql($node, "SELECT count(*) FROM bloom_claim_all('s.asks', ARRAY(SELECT generate_series(1, 100000)))", 'd6');
ok(becomes($node, 'd6', "SELECT recent < 2 * 140000 FROM bloom_set_info('s.wide')"), 'many groups: they are merged');
idle('many groups: it ends');

# However many sets an owner has, those of others have their turns.  The views
# of one owner are all due, and there are ten sets of another, so that their
# order in the worker's table does not matter.
sql($node, "CREATE ROLE many LOGIN; CREATE DATABASE fair");
sql($node, 'CREATE EXTENSION bloomext; CREATE SCHEMA s; GRANT ALL ON SCHEMA s TO PUBLIC', 'fair');
due('s.many', 'fair', 'many', 20_000);
due("s.one_$_", 'fair', 'owner', 20_000) foreach 1 .. 10;
sql($node, q{
	SET ROLE many;
	DO $$ BEGIN
		FOR i IN 1 .. 2000 LOOP
			EXECUTE format('CREATE VIEW s.many_%s AS %s', i, pg_get_viewdef('s.many'));
		END LOOP;
	END $$}, 'fair');
# a merge of each view is tried and fails
my $many = beside('many', 'fair', 'BEGIN;', "SELECT bloom_set_merge('s.many');", 'SELECT pg_sleep(300);');
ok(becomes($node, 'fair', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(300)%'"), 'fair: 2,000 views of a set that is locked');
# This counts the worker's transactions until then, and commits none itself.
my $steps = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'fair'";
sql($node, qq{
	CREATE FUNCTION steps_until_merged() RETURNS bigint LANGUAGE plpgsql AS
		\$\$ BEGIN
			FOR i IN 1 .. 18000 LOOP
				EXIT WHEN (SELECT bool_and(filters > 0 AND recent < members / 2)
					FROM generate_series(1, 10) AS n, LATERAL bloom_set_info(('s.one_' || n)::regclass));
				PERFORM pg_sleep(0.01);
			END LOOP;
			RETURN ($steps);
		END \$\$}, 'fair');
my $before_fair = sql($node, $steps);
beside('claimant', 'fair', claims('s.one_1'))->finish;
my $after_fair = sql($node, 'SELECT steps_until_merged()', 'fair');
merged("s.one_$_", 'fair', "fair: another owner's set $_ is merged") foreach 1 .. 10;
cmp_ok($after_fair - $before_fair, '<', 1000, 'fair: not after a step for each of the views');
sql($node, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(300)%'");
$many->finish;
idle('fair: and done');

# Two workers that are in the way of a third one, with sets that are locked,
# make room for it.
my @lockers;

foreach my $database ('r1', 'r2', 'r3')
{
	database_of_owner($database);
	due('s.room', $database, 'owner', 25_000);
	next if $database eq 'r3';
	push @lockers, beside('owner', $database, 'BEGIN;', 'LOCK TABLE s.room_filters IN SHARE MODE;', 'SELECT pg_sleep(600);');
	ok(becomes($node, $database, "SELECT count(*) = 1 FROM pg_locks WHERE relation = 's.room_filters'::regclass AND mode = 'ShareLock'"), "room: $database is locked");
	beside('claimant', $database, claims('s.room'))->finish;
	ok(becomes($node, $database, "SELECT pending = 'another session has locked its tables' FROM bloom_sets()"), "room: and its worker waits");
}
beside('claimant', 'r3', claims('s.room'))->finish;
merged('s.room', 'r3', 'room: another database is served');
is(sql($node, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%'"), 2, 'room: all the while');
$_->finish foreach @lockers;
merged('s.room', $_, "room: $_, too, when it is no longer locked") foreach 'r1', 'r2';
idle('room: and done');

# DROP DATABASE ends it, too.
due('s.dropped', 'd5', 'owner', 300_000);
my $claims = beside('claimant', 'd5', claims('s.dropped'));
ok(becomes($node, 'postgres', "SELECT count(*) > 0 $workers"), 'a worker is at it');
my $before = time;
sql($node, 'DROP DATABASE d5 WITH (FORCE)');
$claims->finish;
cmp_ok(time - $before, '<', 10, 'its database can be dropped');
idle('and it ends');

my $log = PostgreSQL::Test::Utils::slurp_file($node->logfile);
unlike($log, qr/too many background workers/, 'no others\' places were taken');

# If no worker can be started, the next claim asks again, even if it is one
# that would not look.  Another database's worker has the only slot.
$node->append_conf('postgresql.conf', "max_worker_processes = 1\nmax_logical_replication_workers = 0");
$node->restart;
my $slot = beside('owner', 'r1', 'BEGIN;', 'LOCK TABLE s.room_filters IN SHARE MODE;', 'SELECT pg_sleep(600);');

ok(becomes($node, 'r1', "SELECT count(*) = 1 FROM pg_locks WHERE relation = 's.room_filters'::regclass AND mode = 'ShareLock'"), 'no slot: a set is locked');
beside('claimant', 'r1', claims('s.room'))->finish;
ok(becomes($node, 'postgres', "SELECT count(*) = 1 $workers"), 'no slot: and its worker has the only slot');
sql($node, "CREATE TABLE wait (); SELECT bloom_set_create('s.next', 100000, class => 'integer')", 'r2');
my $next = beside('postgres', 'r2', "SELECT count(*) FROM bloom_claim_all('s.next', ARRAY(SELECT generate_series(1, 30000)));",
	"DO \$\$ BEGIN WHILE to_regclass('wait') IS NOT NULL LOOP COMMIT; PERFORM pg_sleep(0.1); END LOOP; END \$\$;", "SELECT bloom_claim('s.next', 0);");
ok(wait_for_log(qr/no background worker is available to merge shared sets/), 'no slot: the log says so');
ok(becomes($node, 'r2', "SELECT pending FROM bloom_sets() WHERE set = 's.next'::regclass", 'its database waits for a background worker'), 'no slot: and so does bloom_sets()');
sql($node, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)%'");
$slot->finish;
idle('no slot: there is one again');
sql($node, 'DROP TABLE wait', 'r2');
$next->finish;
merged('s.next', 'r2', 'no slot: the next claim asks again');
idle('no slot: and done');
healthy($node);
done_testing();
