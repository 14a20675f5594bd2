# The primary's worker truncates recent hashes that an old snapshot on a
# standby shows.  That is an error there, not a wrong answer.
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

sql($node, q{
	SELECT bloom_set_create('short', 1000, class => 'integer');
	SELECT count(*) FROM bloom_claim_all('short', ARRAY(SELECT generate_series(1, 500)))});
$node->wait_for_catchup($standby);

my $seen = "SELECT count(*) FROM generate_series(1, 500) AS i WHERE bloom_seen('short', i)";
my $answer;

PostgreSQL::Test::Utils::append_to_file("$files/old", qq{
	BEGIN ISOLATION LEVEL REPEATABLE READ;
	SELECT 'old';
	\\! while [ ! -e $files/truncated ]; do sleep 0.1; done
	$seen;
});
my $reader = IPC::Run::start(
	[ 'psql', '-X', '-A', '-t', '-q', '-h', $standby->host, '-p', $standby->port, '-f', "$files/old", 'postgres' ],
	'>', \$answer, '2>&1');
ok($standby->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE state = 'idle in transaction'"), 'an old snapshot');
sql($node, "SELECT count(*) FROM bloom_claim_all('short', ARRAY(SELECT generate_series(501, 5000)))");
ok($node->poll_query_until('postgres', "SELECT pg_relation_size('short_recent') = 0"), 'the worker truncates');
$node->wait_for_catchup($standby);
PostgreSQL::Test::Utils::append_to_file("$files/truncated", '');
$reader->finish;
# the server may also end the session, if it has removed rows of catalogs
like($answer, qr/^old\n.*(could not serialize access|conflict with recovery)/s, 'an error');
is(sql($standby, $seen), 500, 'a new snapshot shows all');

healthy($standby, $node);
done_testing();
