# Maintenance of a set's tables while values are claimed: REINDEX CONCURRENTLY,
# also if it waits or is cancelled, VACUUM FULL and CLUSTER.  No claim fails,
# no value is lost or won twice, and a standby keeps answering.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $files = PostgreSQL::Test::Utils::tempdir();
my $node = server('upkept', [ allows_streaming => 1 ], 'autovacuum = off', 'max_connections = 40');

sql($node, q{
	CREATE EXTENSION bloomext;
	SELECT bloom_set_create('crawl', 20000, 0.0000001, class => 'integer');    -- so that no new value tests positive
	SELECT count(*) FROM bloom_claim_all('crawl', ARRAY(SELECT generate_series(1, 10000)));
	SELECT bloom_set_merge('crawl');
	SELECT count(*) FROM bloom_claim_all('crawl', ARRAY(SELECT generate_series(10001, 12000)));
	CREATE TABLE tried (value integer);
	CREATE TABLE won (value integer);
	CREATE TABLE going_on (yes boolean);
	-- claims values that others claim, too, one by one and in batches, until going_on is empty
	CREATE PROCEDURE claim(client integer) LANGUAGE plpgsql AS $$
	DECLARE
		first integer;
	BEGIN
		WHILE EXISTS (SELECT FROM going_on) LOOP
			first := 100000 + random() * 30000;
			INSERT INTO tried VALUES (first);
			IF bloom_claim('crawl', first) THEN
				INSERT INTO won VALUES (first);
			END IF;
			-- transactions that claim twice could wait for each other
			COMMIT;
			INSERT INTO tried SELECT first + i FROM generate_series(1, 9) AS i;
			INSERT INTO won SELECT * FROM bloom_claim_all('crawl', ARRAY(SELECT first + i FROM generate_series(1, 9) AS i));
			IF client % 2 = 0 AND random() < 0.1 THEN
				ROLLBACK;
			END IF;
			COMMIT;
			PERFORM pg_sleep(0.003);
		END LOOP;
	END $$});
$node->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;

my $scripts = 0;

# Start a session that runs statements concurrently.
sub session
{
	my (@statements) = @_;
	my $path = "$files/" . ++$scripts;

	PostgreSQL::Test::Utils::append_to_file($path, join "\n", map { "$_;" } @statements);
	return {
		errors => "$path.err",
		run => IPC::Run::start(
			[ 'psql', '-X', '-A', '-t', '-q', '-h', $node->host, '-p', $node->port, '-f', $path, 'postgres' ],
			'>', "$path.out", '2>', "$path.err")
	};
}

# Wait until a session ends.  Returns its error messages.
sub errors_of
{
	my ($session) = @_;

	$session->{run}->finish;
	return PostgreSQL::Test::Utils::slurp_file($session->{errors});
}

sub wait_for
{
	my ($query, $what) = @_;

	ok(becomes($node, 'postgres', $query), $what);
	return;
}

# Start a transaction that blocks others until let_go() ends it.
sub holder
{
	my ($name, @statements) = @_;
	my $lock = ++$scripts;
	my $keeper = session("SET application_name = 'keeper $name'", "SELECT pg_advisory_lock($lock)", 'SELECT pg_sleep(1000)');

	wait_for("SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'keeper $name' AND wait_event = 'PgSleep'", "$name: there");
	my $session = session(@statements, "SET LOCAL application_name = 'held $name'", "SELECT pg_advisory_xact_lock($lock)", 'COMMIT');
	wait_for("SELECT count(*) = 1 FROM pg_stat_activity WHERE application_name = 'held $name' AND wait_event = 'advisory'", "$name: holds");
	return { name => $name, keeper => $keeper, session => $session };
}

sub let_go
{
	my ($holder) = @_;

	sql($node, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'keeper $holder->{name}'");
	errors_of($holder->{keeper});
	is(errors_of($holder->{session}), '', "$holder->{name}: ended");
	return;
}

my $before;

sub begin_claims
{
	sql($node, 'TRUNCATE tried, won');
	$before = sql($node, "SELECT members FROM bloom_set_info('crawl')");
	sql($node, 'INSERT INTO going_on VALUES (true)');
	return map { session("CALL claim($_)") } 1 .. 3;
}

# The result of a query on the standby, which is repeated if the worker has
# truncated a table meanwhile.
sub on_standby
{
	my ($query) = @_;
	my $result;

	foreach (1 .. 10)
	{
		$result = output($standby, $query);
		last if $result !~ /A table of a shared set was truncated/;
	}
	chomp $result;
	return $result;
}

# Check that all claims succeeded, and that the indexes match the tables.
my $amcheck = has_extension($node, 'amcheck');
sql($node, 'CREATE EXTENSION amcheck') if $amcheck;

sub end_claims
{
	my ($what, @claims) = @_;

	sql($node, 'DELETE FROM going_on');
	is(join('', map { errors_of($_) } @claims), '', "$what: no claim fails");
	is(sql($node, 'SELECT count(*) - count(DISTINCT value) FROM won'), 0, "$what: no value is won twice");
	is(sql($node, "SELECT count(*) FROM tried WHERE NOT bloom_seen('crawl', value)"), 0, "$what: no claim is lost");
	is(sql($node, "SELECT count(*) FROM bloom_claim_all('crawl', ARRAY(SELECT value FROM tried))"), 0, "$what: nothing can be claimed again");
	is(sql($node, "SELECT members - $before FROM bloom_set_info('crawl')"), sql($node, 'SELECT count(*) FROM won'), "$what: members are what was won");
	$node->wait_for_catchup($standby);
	is(on_standby("SELECT count(*) FROM tried WHERE NOT bloom_seen('crawl', value)"), 0, "$what: the standby has seen them");
	if ($amcheck)
	{
		is( sql($node, q{
			SELECT count(bt_index_parent_check(indexrelid, true)::text) > 1 FROM pg_index
			WHERE indrelid IN ('crawl_recent'::regclass, 'crawl_filters'::regclass) AND indisvalid}), 't', "$what: the indexes are right");
	}
	my $new = sql($node, "SELECT count(*) FROM (SELECT DISTINCT value FROM tried) AS t");
	note("$what: $new values tried");
	sql($node, "SELECT bloom_set_clear('crawl')");
	sql($node, "SELECT count(*) FROM bloom_claim_all('crawl', ARRAY(SELECT generate_series(1, 12000)))");
	return;
}

# Check that claims and tests work now, in any state of an index.
my $next = 1000000;

sub works
{
	my ($what) = @_;

	$next += 10;
	is( sql($node, qq{
		SET statement_timeout = '20s';
		SELECT bloom_claim('crawl', $next), bloom_claim('crawl', 3);
		SELECT count(*) FROM bloom_claim_all('crawl', ARRAY[$next, $next + 1, 5]);
		BEGIN ISOLATION LEVEL SERIALIZABLE;
		SELECT bloom_claim('crawl', $next + 2), bloom_claim('crawl', $next);
		SELECT bloom_seen('crawl', $next + 2);
		COMMIT;
		INSERT INTO won VALUES ($next), ($next + 1), ($next + 2);
		SELECT bloom_seen('crawl', $next), bloom_seen('crawl', $next + 1), bloom_seen('crawl', $next + 5)}),
		"t|f\n1\nt|f\nt\nt|t|f", "$what: claims");
	$node->wait_for_catchup($standby);
	is(on_standby("SELECT bloom_seen('crawl', $next), bloom_seen('crawl', $next + 1), bloom_seen('crawl', $next + 5)"), 't|t|f', "$what: seen on a standby");
	return;
}

sub in_state
{
	my ($table, $ready) = @_;

	wait_for("SELECT count(*) = 1 FROM pg_index WHERE indrelid = '$table'::regclass AND NOT indisvalid AND indisready = $ready",
		"$table has a copy that is " . ($ready eq 'true' ? 'ready' : 'not ready'));
	return;
}

foreach my $table ('crawl_recent', 'crawl_filters')
{
	# An earlier writer delays REINDEX before it fills the index.  An old
	# snapshot delays it before it replaces the old index.
	my $write = $table eq 'crawl_recent' ? "INSERT INTO won SELECT -1 WHERE bloom_claim('crawl', -1)" : 'LOCK TABLE crawl_filters IN ROW EXCLUSIVE MODE';
	my @claims = begin_claims();
	my $snapshot = holder("snapshot $table", 'BEGIN ISOLATION LEVEL REPEATABLE READ', 'SELECT 1');
	my $writer = holder("writer $table", 'BEGIN', $write);
	my $reindex = session("REINDEX TABLE CONCURRENTLY $table");

	in_state($table, 'false');
	works("$table, not ready");
	sql($node, "SELECT bloom_set_merge('crawl')") if $table eq 'crawl_recent';
	let_go($writer);
	in_state($table, 'true');
	works("$table, ready");
	is(sql($node, "SELECT bloom_set_merge('crawl') > 0"), 't', "$table, ready: merge");
	works("$table, merged");
	let_go($snapshot);
	is(errors_of($reindex), '', "$table: REINDEX");
	is(sql($node, "SELECT string_agg(relname, ' ') FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indrelid = '$table'::regclass"), "${table}_pkey", "$table: one index is left");
	works("$table, replaced");
	end_claims("REINDEX CONCURRENTLY $table", @claims);
}

# Cancelled in either state: an invalid index remains.
my @claims = begin_claims();
foreach my $ready ('false', 'true')
{
	my $snapshot = holder("cancelled $ready", 'BEGIN ISOLATION LEVEL REPEATABLE READ', $ready eq 'true' ? 'SELECT 1' : "INSERT INTO won SELECT -1 WHERE bloom_claim('crawl', -1)");
	my $reindex = session("SET application_name = 'reindex $ready'", 'REINDEX INDEX CONCURRENTLY crawl_recent_pkey');

	in_state('crawl_recent', $ready);
	sql($node, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'reindex $ready'");
	like(errors_of($reindex), qr/canceling statement/, "$ready: cancelled");
	let_go($snapshot);
	works("cancelled, ready is $ready");
	is(sql($node, "SELECT bloom_set_merge('crawl') >= 0"), 't', "cancelled, ready is $ready: merge");
	works("cancelled, ready is $ready, merged");
	sql($node, 'DROP INDEX CONCURRENTLY crawl_recent_pkey_ccnew') if $ready eq 'false';
}
end_claims('cancelled', @claims);
# The set was emptied with an invalid index, which has become a valid copy.
works('emptied');
sql($node, 'DROP INDEX IF EXISTS crawl_recent_pkey_ccnew');
works('the copy is dropped');

# Claims wait for commands that lock the whole table.
@claims = begin_claims();
foreach my $command ('VACUUM FULL crawl_recent', 'CLUSTER crawl_recent USING crawl_recent_pkey', 'VACUUM FULL crawl_filters', 'REINDEX TABLE crawl_recent', 'VACUUM FULL crawl_settings',
	'CLUSTER crawl_filters USING crawl_filters_pkey', 'REINDEX TABLE CONCURRENTLY crawl_recent', 'VACUUM crawl_recent', 'REINDEX TABLE CONCURRENTLY crawl_filters')
{
	sql($node, $command);
	works($command);
	sql($node, "SELECT bloom_set_merge('crawl')");
	works("$command, merged");
}
end_claims('VACUUM FULL and CLUSTER', @claims);

# Names of indexes change without waiting for claims, as in REINDEX CONCURRENTLY.
@claims = begin_claims();
sql($node, q{
	SET synchronous_commit = off;
	DO $$
	BEGIN
		FOR i IN 1 .. 5000 LOOP
			ALTER INDEX crawl_recent_pkey RENAME TO renamed;
			COMMIT;
			ALTER INDEX renamed RENAME TO crawl_recent_pkey;
			COMMIT;
		END LOOP;
	END $$});
end_claims('ALTER INDEX', @claims);

# bloom_sets() does not wait.
sql($node, "SELECT bloom_set_create('free', 100)");
my $lock = holder('lock', 'BEGIN', 'LOCK TABLE crawl_recent');
my $list = "SET statement_timeout = '20s'; SELECT set, members > 0, problem FROM bloom_sets() ORDER BY set::text";
is(sql($node, $list), "crawl||locked by another transaction\nfree|f|", 'a set that is locked is listed');
let_go($lock);
$node->wait_for_catchup($standby);
is(sql($standby, $list), "crawl|t|\nfree|f|", 'a standby lists sets, too');

healthy($standby, $node);
done_testing();
