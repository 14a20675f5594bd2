# What an old snapshot on a standby shows, but the primary has removed: that is
# an error there, not a wrong answer.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $files = PostgreSQL::Test::Utils::tempdir();
my $node = server('primary', [ allows_streaming => 1 ], 'autovacuum = off');

sql($node, 'CREATE EXTENSION bloomext');
$node->backup('base');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($node, 'base', has_streaming => 1);
$standby->start;

my $scripts = 0;

# Start a session that runs a script.
sub session
{
	my ($where, $script, $out) = @_;
	my $path = "$files/" . ++$scripts;

	PostgreSQL::Test::Utils::append_to_file($path, $script);
	return IPC::Run::start([ 'psql', '-X', '-A', '-t', '-q', '-h', $where->host, '-p', $where->port, '-f', $path, 'postgres' ], '>', $out, '2>&1');
}

# A line of a script that waits until go() is called.
sub until_go
{
	my ($name) = @_;

	return "\\! touch $files/$name.there; while [ ! -e $files/$name.go ]; do sleep 0.1; done\n";
}

sub there
{
	my ($name) = @_;

	for (my $i = 0; $i < 1800 && !-e "$files/$name.there"; $i++)
	{
		select(undef, undef, undef, 0.1);
	}
	ok(-e "$files/$name.there", "$name: there");
	return;
}

sub go
{
	my ($name) = @_;

	PostgreSQL::Test::Utils::append_to_file("$files/$name.go", '');
	return;
}

# The primary's worker truncates the recent hashes of the first set.  In the
# others, REINDEX omits recent hashes that were merged, a filter that was
# replaced, or its chunks.
my @commands = (
	'REINDEX TABLE SET_recent',
	'REINDEX TABLE SET_filters',
	q{DO $$ BEGIN EXECUTE 'REINDEX TABLE ' || (SELECT reltoastrelid::regclass FROM pg_class WHERE oid = 'SET_filters'::regclass); END $$});
my @sets = ('truncated', map { "set_$_" } 1 .. @commands);

foreach my $set (@sets)
{
	sql($node, qq{
		SELECT bloom_set_create('$set', 10000, class => 'integer');
		SELECT count(*) FROM bloom_claim_all('$set', ARRAY(SELECT generate_series(1, 250)))});
	sql($node, "SELECT bloom_set_merge('$set')") if $set ne 'truncated';
	sql($node, "SELECT count(*) FROM bloom_claim_all('$set', ARRAY(SELECT generate_series(251, 500)))");
}
$node->wait_for_catchup($standby);

my $seen = "SELECT count(*) FROM generate_series(1, 500) AS i WHERE bloom_seen('%s', i);\n";
my $answers;

foreach my $i (0 .. @commands)
{
	my $reader = session($standby, "\\set VERBOSITY sqlstate\nBEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 'old';\n"
		  . until_go($sets[$i]) . sprintf($seen, $sets[$i]), \$answers);

	there($sets[$i]);
	if ($i == 0)
	{
		sql($node, "SELECT count(*) FROM bloom_claim_all('truncated', ARRAY(SELECT generate_series(501, 5000)))");
		ok(becomes($node, 'postgres', "SELECT pg_relation_size('truncated_recent') = 0"), 'the worker truncates');
	}
	else
	{
		sql($node, "SELECT bloom_set_merge('$sets[$i]')");
		sql($node, $commands[ $i - 1 ] =~ s/SET/$sets[$i]/r);
	}
	$node->wait_for_catchup($standby);
	go($sets[$i]);
	$reader->finish;
	# the server may also end the session, if it has removed rows of catalogs
	like($answers, qr/^old\n.*(ERROR|FATAL):  40001/s, "$sets[$i]: an error");
	is(sql($standby, sprintf $seen, $sets[$i]), 500, "$sets[$i]: a new snapshot shows all");
}

# While a snapshot of the primary shows recent hashes, the worker tries in vain
# to truncate them, and takes no lock for that, which would cancel who has used
# the set on the standby.
sql($standby, 'ALTER SYSTEM SET max_standby_streaming_delay = 0; SELECT pg_reload_conf()');
sql($node, "SELECT bloom_set_create('shown', 1000, class => 'integer'); SELECT bloom_claim('shown', 1)");
$node->wait_for_catchup($standby);
my $user = session($standby, "BEGIN; SELECT bloom_seen('shown', 1);\n" . until_go('user') . "SELECT bloom_seen('shown', 1);\n", \$answers);
there('user');
my $shower = session($node, "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 'old';\n" . until_go('shower'), \my $shown);
there('shower');
sql($node, "SELECT count(*) FROM bloom_claim_all('shown', ARRAY(SELECT generate_series(2, 4000)))");
ok(becomes($node, 'postgres', "SELECT recent = 0 AND members > 3000 FROM bloom_set_info('shown')"), 'shown: merged');
ok(logged($node, qr/maintenance of shared set "shown" waits/), 'shown: the worker waits');
$node->wait_for_catchup($standby);
go('user');
$user->finish;
is($answers, "t\nt\n", 'shown: the standby goes on');
go('shower');
$shower->finish;
ok(becomes($node, 'postgres', "SELECT pg_relation_size('shown_recent') = 0"), 'shown: truncated afterwards');
sql($standby, 'ALTER SYSTEM RESET max_standby_streaming_delay; SELECT pg_reload_conf()');

# A transaction outlives recovery.  Before, REINDEX CONCURRENTLY has replaced
# an index that it has used, which claims do not maintain any more.
my $survivor = session($standby, "BEGIN; SELECT bloom_seen('truncated', 5001);\n" . until_go('survivor') . "SELECT bloom_seen('truncated', 5001);\n", \$answers);

there('survivor');
my @holders;
my $ignored;

foreach my $name ('first', 'second')
{
	push @holders, session($node, "BEGIN; LOCK TABLE truncated_recent IN ACCESS SHARE MODE;\n" . until_go($name), \$ignored);
	there($name);
	# it waits for the first one before it gives up the old index
	push @holders, session($node, 'REINDEX INDEX CONCURRENTLY truncated_recent_pkey;', \$ignored) if $name eq 'first';
	ok(becomes($node, 'postgres', "SELECT count(*) = 1 FROM pg_stat_progress_create_index WHERE phase = 'waiting for readers before marking dead'"), 'REINDEX waits')
	  if $name eq 'first';
}
go('first');
ok(becomes($node, 'postgres', "SELECT count(*) = 1 FROM pg_stat_progress_create_index WHERE phase = 'waiting for readers before dropping'"), 'the old index is dead');
$node->wait_for_catchup($standby);
$node->stop('immediate');
go('second');
$_->finish foreach @holders;
$standby->promote;
is(sql($standby, "SELECT bloom_claim('truncated', 5001)"), 't', 'promoted: a claim');
go('survivor');
$survivor->finish;
is($answers, "f\nt\n", 'promoted: a transaction of the standby sees it');

healthy($standby);
done_testing();
