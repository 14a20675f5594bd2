# Databases wait for a background worker in a queue, so that all are served
# without further claims.  bloom_sets() shows what fails, and what blocks a set.
use strict;
use warnings;
use Fcntl;
use FindBin;
use List::Util qw(first);
use POSIX qw(mkfifo);
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('queue', [], 'max_worker_processes = 4', 'max_logical_replication_workers = 0', 'autovacuum = off',
	'max_prepared_transactions = 2', 'log_min_messages = debug1');
my $workers = "FROM pg_stat_activity WHERE backend_type = 'bloomext merge'";
my @databases = map { "q$_" } 1 .. 6;

sub set
{
	my ($set, $database) = @_;

	sql($node, "SELECT bloom_set_create('$set', 100000, class => 'integer')", $database);
	return;
}

# So many claims that the set is due.
sub claims
{
	my ($set, $database) = @_;

	sql($node, "SELECT count(*) FROM bloom_claim_all('$set', ARRAY(SELECT (random() * 1e15)::bigint FROM generate_series(1, 12000)))", $database);
	return;
}

# A session that runs these statements, and then waits.
sub holding
{
	my ($database, $script) = @_;
	my ($in, $out) = ("$script\n\\echo holds\n", '');
	my $psql = IPC::Run::start([ 'psql', '-X', '-A', '-t', '-q', '-d', $node->connstr($database) ],
		'<', \$in, '>', \$out, '2>&1', my $limit = IPC::Run::timeout(180));

	$psql->pump until $out =~ /^holds$/m;
	return [ $psql, \$in, $out =~ /^(\d+)$/m ];
}

sub let_go
{
	my ($held) = @_;

	${ $held->[1] } .= "\\q\n";
	$held->[0]->finish;
	return;
}

sub is_shown
{
	my ($columns, $set, $database, $what) = @_;

	ok(becomes($node, $database, "SELECT $columns FROM bloom_sets() WHERE set = '$set'::regclass"), $what);
	return;
}

sub rests
{
	my ($database, $what) = @_;

	ok(becomes($node, $database, 'SELECT count(*) > 0 AND count(pending) = 0 AND bool_and(filters > 0 AND recent = 0) FROM bloom_sets()'), $what);
	return;
}

# Stop the worker of a database while it sleeps.  Returns its process ID.
sub stop_worker
{
	my ($database) = @_;
	my $sleeping = "SELECT pid $workers AND datname = '$database' AND state = 'idle'";

	for (;;)
	{
		my $pid = sql($node, $sleeping) || next;

		kill 'STOP', $pid;
		return $pid if sql($node, $sleeping) eq $pid;
		kill 'CONT', $pid;
	}
}

sub registered
{
	return () = PostgreSQL::Test::Utils::slurp_file($node->logfile) =~ /registering background worker "bloomext merge"/g;
}

# What the script in doc/servers.md raises in a database: names of sets and
# alerts.
my ($alerts) = PostgreSQL::Test::Utils::slurp_file("$FindBin::RealBin/../../doc/servers.md") =~ /```\n(SELECT count\(\*\) > 0 AS installed.*?)```/s;

sub alerts
{
	my ($database, $script) = @_;

	return join ' ', map { join ':', (split /\|/)[ 1, 2 ] } split /\n/, output($node, $script || $alerts, '-d', $database);
}

my $log_before;

sub log_since
{
	return substr(PostgreSQL::Test::Utils::slurp_file($node->logfile), $log_before);
}

foreach my $database (@databases)
{
	database($node, $database);
	set("s$_", $database) foreach 1 .. 3;
}
sql($node, 'CREATE EXTENSION bloomext');

# Workers of two databases have the two places and wait for others.  They make
# room for other databases, each with one claim.
my @locks = map { holding($_, 'BEGIN; LOCK TABLE s1_filters IN SHARE MODE;') } @databases[ 0, 1 ];
claims('s1', $_) foreach @databases[ 0, 1 ];
is_shown("pending = 'another session has locked its tables'", 's1', $_, "$_ is locked") foreach @databases[ 0, 1 ];
foreach my $database (@databases[ 2 .. 5 ])
{
	sql($node, 'INSERT INTO s1_recent SELECT hashint8extended(i, 1) FROM generate_series(1, 12000) AS i', $database);
	claims('s2', $database);
	ok(becomes($node, $database, "SELECT count(pending) = 0 AND count(*) FILTER (WHERE filters > 0 AND recent = 0) = 2 FROM bloom_sets()"), "$database is served");
}
let_go($_) foreach @locks;
ok(becomes($node, $_, "SELECT count(pending) = 0 AND count(*) FILTER (WHERE filters > 0) = 1 FROM bloom_sets()"), "$_ is served, too") foreach @databases[ 0, 1 ];
ok(becomes($node, 'postgres', "SELECT count(*) = 0 $workers"), 'the workers end');
my $files = $node->data_dir . '/pg_stat_tmp';
is(join(' ', glob("$files/*.queued")), '', 'no database waits');

# Without slots, each session logs that once, without its statement.  The
# queue survives a crash, and a claim in any other database continues it.
$node->append_conf('postgresql.conf', 'max_worker_processes = 0');
$node->restart;
$log_before = -s $node->logfile;
foreach my $database (@databases)
{
	sql($node, q{DO $$ BEGIN FOR i IN 1 .. 3 LOOP
		PERFORM count(*) FROM bloom_claim_all(('s' || i)::regclass, ARRAY(SELECT (random() * 1e15)::bigint FROM generate_series(1, 12000)));
		COMMIT;
		END LOOP; END $$}, $database);
	is_shown("pending = 'its database waits for a background worker'", 's3', $database, "$database waits");
}
is(alerts('q1'), 's1:no worker s2:hashes wait s2:no worker s3:hashes wait s3:no worker', 'alerts: no worker');
my @lines = log_since() =~ /no background worker is available to merge shared sets/g;
is(scalar(@lines), 6, 'a line for each session');
like(log_since(), qr/You might need to increase max_worker_processes\. Later claims of new values try again\./, 'with a hint');
unlike(log_since(), qr/STATEMENT/, 'which shows no values');
$node->stop('immediate');
$node->append_conf('postgresql.conf', 'max_worker_processes = 4');
$node->start;
my $dropped = sql($node, "SELECT oid FROM pg_database WHERE datname = 'q6'");
sql($node, 'DROP DATABASE q6');
is(scalar(() = glob("$files/*.queued")), 6, 'all wait after a restart');
set('elsewhere', 'postgres');
claims('elsewhere', 'postgres');
rests($_, "$_ is served after a restart") foreach 'postgres', @databases[ 0 .. 4 ];
ok(becomes($node, 'postgres', "SELECT count(*) = 0 $workers"), 'the workers end again');
is(join(' ', glob("$files/bloomext_$dropped.*")), '', 'a database that was dropped leaves no files');

# Of many sessions that claim at once, one starts a worker.
my $gate = holding('q1', 'SELECT pg_advisory_lock(1);');
set('many', 'q1');
sql($node, 'INSERT INTO many_recent SELECT hashint8extended(i, 1) FROM generate_series(1, 12000) AS i', 'q1');
my @claimants = map {
	IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('q1'), '-c', "SELECT pg_advisory_lock_shared(1)", '-c', "SELECT bloom_claim('many', -$_)" ],
		'>', '/dev/null', '2>', '/dev/null')
} 1 .. 16;
ok(becomes($node, 'q1', "SELECT count(*) = 16 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"), '16 sessions are about to claim');
my $registered = registered();
let_go($gate);
$_->finish foreach @claimants;
cmp_ok(registered() - $registered, '>', 0, 'a worker is started');
# A busy machine may not start it within the time that the session waits.
cmp_ok(registered() - $registered, '<', 6, 'not one by each of them');
rests('q1', 'and merges');

# A session does not ask again and again for a worker that cannot connect.
my $shut = holding('q5', 'SELECT 1;');
sql($node, 'ALTER DATABASE q5 ALLOW_CONNECTIONS false');
$log_before = -s $node->logfile;
${ $shut->[1] } .= q{DO $$ BEGIN FOR i IN 1 .. 20 LOOP
	PERFORM count(*) FROM bloom_claim_all('s1', ARRAY(SELECT (random() * 1e15)::bigint FROM generate_series(1, 5000)));
	COMMIT;
	END LOOP; END $$;} . "\n";
let_go($shut);
my @fatal = log_since() =~ /FATAL:  database "q5" is not currently accepting connections/g;
cmp_ok(scalar(@fatal), '>', 0, 'a worker cannot connect');
cmp_ok(scalar(@fatal), '<', 6, 'and is not asked for at each commit');
sql($node, 'ALTER DATABASE q5 ALLOW_CONNECTIONS true');
claims('s1', 'q5');
rests('q5', 'and can connect later');

# Merges of eight sets fail, because the file with a filter cannot be opened.
database($node, 'failing');
set("f$_", 'failing') foreach 1 .. 9;
# The worker cannot use this one, either, which is no matter for the log.
set('newer', 'failing');
sql($node, 'UPDATE newer_settings SET version = 99', 'failing');
sql($node, 'CHECKPOINT');
my @paths = map { $node->data_dir . '/' . sql($node, "SELECT pg_relation_filepath(reltoastrelid) FROM pg_class WHERE oid = 'f${_}_filters'::regclass", 'failing') } 1 .. 8;
sub merges_fail
{
	my (@numbers) = @_;

	chmod 0, map { $paths[ $_ - 1 ] } @numbers;
	claims("f$_", 'failing') foreach @numbers;
	is_shown("errors >= 2 AND problem LIKE 'merging fails: could not open file%' AND problem = 'merging fails: ' || last_error "
		  . "AND last_error_at > now() - interval '1 minute' AND pending <> 'it is being merged' AND last_merge IS NULL AND filters = 0",
		"f$_", 'failing', "a merge of f$_ fails") foreach @numbers;
	return scalar(() = log_since() =~ /ERROR:  could not open file/g);
}
$log_before = -s $node->logfile;
is(merges_fail(1 .. 4), 4, 'the log has a line for each error');
is(merges_fail(5 .. 8), 5, 'but not for many');
claims('f9', 'failing');
is_shown('errors = 0 AND problem IS NULL AND last_merge IS NOT NULL AND filters = 1', 'f9', 'failing', 'another set is merged');
is(alerts('failing'), join(' ', (map { ("f$_:cannot be merged or used", "f$_:hashes wait") } 1 .. 8), 'newer:cannot be merged or used'), 'alerts: merges fail');
unlike(log_since(), qr/newer version/, 'a set of a newer version is not in the log');
chmod 0600, @paths;
rests('failing', 'they are merged later');
is_shown('errors = 0 AND problem IS NULL AND last_error IS NOT NULL AND last_merge > last_error_at', 'f1', 'failing', 'the last error remains');

# What blocks a set: a lock, a snapshot, a transaction in progress, and one that
# is prepared.
is(alerts('q2'), '', 'no alerts');
is(alerts('template1'), '', 'no alerts without the extension');
my $early = $alerts =~ s/interval '1 hour'/interval '0 s'/r;
foreach my $hold ('LOCK TABLE b_filters IN SHARE MODE', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT FROM pg_class', 'CREATE TABLE other ()')
{
	set('b', 'q2');
	my $held = holding('q2', "SELECT pg_backend_pid(); BEGIN; $hold;");

	claims('b', 'q2');
	is_shown("blocked_by = '{$held->[2]}' AND blocked_since > now() - interval '1 minute' AND problem IS NULL", 'b', 'q2', "$hold: it blocks the set");
	ok(becomes($node, 'q2', "SELECT count(*) = 1 $workers AND query LIKE 'bloomext merge%' AND state = 'idle'"), "$hold: the worker sleeps");
	like(alerts('q2', $early), qr/^b:blocked/, "$hold: alert");
	# Until the worker tries again, nothing blocks it.
	my $worker = stop_worker('q2');
	let_go($held);
	is_shown("blocked_by = '{}' AND pending = 'it waits for other sessions'", 'b', 'q2', "$hold: nothing blocks it");
	kill 'CONT', $worker;
	is_shown('blocked_by IS NULL AND blocked_since IS NULL AND pending IS NULL', 'b', 'q2', "$hold: no longer");
	sql($node, "SELECT bloom_set_drop('b')", 'q2');
	ok(becomes($node, 'postgres', "SELECT count(*) = 0 $workers"), "$hold: the worker ends");
}
set('b', 'q2');
# The session that has prepared the transaction is not named.
my $prepared = holding('q2', "BEGIN; SELECT bloom_claim('b', -1); PREPARE TRANSACTION 'p';");
claims('b', 'q2');
ok(becomes($node, 'q2', "SELECT count(*) = 1 $workers AND query = 'bloomext merge of public.b'"), 'the worker shows what it has tried');
is_shown("blocked_by = '{0}' AND pending = 'it waits for other sessions'", 'b', 'q2', 'a prepared transaction blocks it');
let_go($prepared);
sql($node, "ROLLBACK PREPARED 'p'", 'q2');
rests('q2', 'and no longer');
sql($node, "SELECT bloom_set_create('small', 1000, class => 'integer')", 'q3');
claims('small', 'q3');
rests('q3', 'a set far over its capacity');
is(alerts('q3'), 'small:far over its capacity', 'alerts: a set far over its capacity');
# Text that is attached to a set after the list was made: bloom_sets() reads a
# file between the list and the first set, and shows all other sets.
my $attach = "class SET DEFAULT '" . 'x' x 100000 . "'";
my @listed = map { "l$_" } 1 .. 20;
set($_, 'q4') foreach @listed;
sql($node, "SELECT bloom_claim('l1', 1)", 'q4');
ok(becomes($node, 'postgres', "SELECT count(*) = 0 $workers"), 'the worker ends');
my $shown = sql($node, 'SELECT count(*) - 1 FROM bloom_sets()', 'q4');
my $file = "$files/bloomext_" . sql($node, "SELECT oid FROM pg_database WHERE datname = 'q4'") . '.stat';
unlink $file;
mkfifo($file, 0644);
my $listing = IPC::Run::start([ 'psql', '-X', '-A', '-t', '-d', $node->connstr('q4'), '-c', "SELECT count(*), count(*) FILTER (WHERE set = 'l2'::regclass) FROM bloom_sets()" ],
	'>', \my $out, '2>&1', IPC::Run::timeout(180));
my $fifo;
foreach (1 .. 1000)
{
	last if sysopen $fifo, $file, O_WRONLY | O_NONBLOCK;		# it is being read
	select undef, undef, undef, 0.05;
}
sql($node, "ALTER VIEW l2 ALTER $attach", 'q4');
unlink $file;
close $fifo;
$listing->finish;
is($out, "$shown|0\n", 'text is attached to a listed set: not shown');
sql($node, 'ALTER VIEW l2 ALTER class DROP DEFAULT', 'q4');
# The worker merges all other sets.
sql($node, "INSERT INTO ${_}_recent SELECT hashint8extended(i, 1) FROM generate_series(1, 100000) AS i", 'q4') foreach @listed;
sql($node, "SELECT bloom_claim('l1', 2)", 'q4');
sql($node, "SET statement_timeout = '3min'; DO \$\$ BEGIN LOOP PERFORM pg_stat_clear_snapshot(); EXIT WHEN EXISTS (SELECT $workers AND query LIKE 'bloomext merge of%'); END LOOP; END \$\$");
my $waits = first { sql($node, "BEGIN; ALTER VIEW $_ ALTER $attach; SELECT count(*) = 100000 AS waits FROM ${_}_recent \\gset\n\\if :waits\nCOMMIT; SELECT 1;\n\\else\nROLLBACK;\n\\endif", 'q4') } reverse @listed;
ok(defined $waits, 'one of them waits');
ok(becomes($node, 'q4', 'SELECT count(*) > 0 AND count(pending) = 0 FROM bloom_sets()'), 'the others are merged');
is(sql($node, "SELECT count(*) FROM ${waits}_recent", 'q4'), '100000', 'text is attached to a listed set: not merged');
healthy($node);
done_testing();
