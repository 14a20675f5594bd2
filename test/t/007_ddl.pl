# The owner of a shared set changes its relations while other sessions claim.
# Claims work or fail with a documented error, no value is won twice, and none
# is forgotten.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $urls = 30_000;
my $node = server('ddl');

sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE ROLE owner;
	CREATE ROLE heir;
	CREATE SCHEMA crawler AUTHORIZATION owner;
	GRANT ALL ON SCHEMA crawler TO heir;
	CREATE SCHEMA elsewhere AUTHORIZATION owner;
	-- the values that a committed transaction has won, and those that it has claimed
	CREATE TABLE won (url text);
	CREATE TABLE tried (url text);
	CREATE FUNCTION url(i bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
		$$ SELECT 'https://www.example.org/' || i $$;
	GRANT heir TO owner;
	GRANT CREATE ON DATABASE postgres TO owner;
	SET ROLE owner;
	SELECT bloom_set_create('crawler.s', 100000);
	SELECT bloom_set_create('crawler.added', 1000);
	SELECT bloom_claim('crawler.added', 'v');
});
my $set = sql($node, "SELECT 'crawler.s'::regclass::oid");
my $started = sql($node,
	"SELECT backend_start FROM pg_stat_activity WHERE backend_type = 'checkpointer'");

# Clients find the set by its OID.  One uses its name.
my $files = PostgreSQL::Test::Utils::tempdir();

sub script
{
	my ($client) = @_;
	my $name = $client == 0 ? "'crawler.s'" : "$set";
	my $path = "$files/client$client.sql";
	my $text = "\\set VERBOSITY verbose\n";

	foreach (1 .. 2000)
	{
		my $urls = join ', ',
		  map { 'url(' . (1 + int(rand($urls))) . ')' } 1 .. (rand() < 0.8 ? 1 : 50);
		my $claim = $urls =~ /,/ ? "bloom_claim_all($name, ARRAY[$urls]) AS u"
		  : "$urls AS u WHERE bloom_claim($name, $urls)";
		my $end = rand() < 0.1 ? 'ROLLBACK' : 'COMMIT';

		$text .= "BEGIN;\nINSERT INTO tried SELECT unnest(ARRAY[$urls]);\n";
		# Values that were rolled back to a savepoint are claimed again.
		$text .= "SAVEPOINT s;\nSELECT FROM $claim;\nROLLBACK TO s;\n" if rand() < 0.1;
		$text .= "INSERT INTO won SELECT u FROM $claim;\n$end;\n";
		$text .= "SELECT count(*) > 0 AS stop FROM pg_class WHERE relname = 'stopped' \\gset\n\\if :stop\n\\q\n\\endif\n";
	}
	PostgreSQL::Test::Utils::append_to_file($path, $text);
	return $path;
}

srand(7);
my @clients = map {
	IPC::Run::start(
		[ 'psql', '-X', '-q', '-h', $node->host, '-p', $node->port, ('-f', script($_)) x 100, 'postgres' ],
		'>', '/dev/null', '2>', "$files/errors$_")
} 0 .. 5;

# Each change is a statement or a transaction, with the one that reverts it.
# The owner of the set runs both.  Transactions take locks in the same order as
# claims.
my @tables = map { "crawler.s_$_" } qw(settings filters recent);
my @changes = (
	[ 'ALTER VIEW crawler.s RENAME TO t', 'ALTER VIEW crawler.t RENAME TO s' ],
	[ 'ALTER TABLE crawler.s_filters RENAME TO f', 'ALTER TABLE crawler.f RENAME TO s_filters' ],
	[ 'ALTER TABLE crawler.s_recent RENAME hash TO h', 'ALTER TABLE crawler.s_recent RENAME h TO hash' ],
	[ 'ALTER INDEX crawler.s_recent_pkey RENAME TO i', 'ALTER INDEX crawler.i RENAME TO s_recent_pkey' ],
	[ 'ALTER SCHEMA crawler RENAME TO c', 'ALTER SCHEMA c RENAME TO crawler' ],
	[ 'ALTER VIEW crawler.s SET SCHEMA elsewhere', 'ALTER VIEW elsewhere.s SET SCHEMA crawler' ],
	[ 'ALTER TABLE crawler.s_recent SET SCHEMA elsewhere', 'ALTER TABLE elsewhere.s_recent SET SCHEMA crawler' ],
	[ 'BEGIN; ALTER TABLE crawler.s_recent ADD COLUMN more int; ROLLBACK' ],
	[ 'ALTER TABLE crawler.s_filters OWNER TO heir', 'RESET ROLE; ALTER TABLE crawler.s_filters OWNER TO owner' ],
	[ 'CREATE TRIGGER t BEFORE INSERT ON crawler.s_recent FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
		'DROP TRIGGER t ON crawler.s_recent' ],
	[ 'CREATE RULE r AS ON INSERT TO crawler.s_recent DO INSTEAD NOTHING', 'DROP RULE r ON crawler.s_recent' ],
	[ 'ALTER TABLE crawler.s_recent ENABLE ROW LEVEL SECURITY', 'ALTER TABLE crawler.s_recent DISABLE ROW LEVEL SECURITY' ],
	[ 'CREATE POLICY p ON crawler.s_filters', 'DROP POLICY p ON crawler.s_filters' ],
	[ 'ALTER TABLE crawler.s_recent ADD CHECK (hash > 0) NOT VALID', 'ALTER TABLE crawler.s_recent DROP CONSTRAINT s_recent_hash_check' ],
	[ 'ALTER TABLE crawler.s_recent ALTER bucket SET DEFAULT now()', 'ALTER TABLE crawler.s_recent ALTER bucket DROP DEFAULT' ],
	[ 'CREATE INDEX CONCURRENTLY more ON crawler.s_recent (bucket)', 'DROP INDEX CONCURRENTLY crawler.more' ],
	[ 'CREATE INDEX more ON crawler.s_filters (members)', 'DROP INDEX crawler.more' ],
	[ 'ALTER TABLE crawler.s_recent DROP CONSTRAINT s_recent_pkey', 'ALTER TABLE crawler.s_recent ADD PRIMARY KEY (hash)' ],
	[ 'REINDEX TABLE crawler.s_recent' ],
	[ 'REINDEX TABLE CONCURRENTLY crawler.s_recent' ],
	[ 'REINDEX INDEX CONCURRENTLY crawler.s_filters_pkey' ],
	[ 'CREATE TABLE elsewhere.child () INHERITS (crawler.s_recent)', 'DROP TABLE elsewhere.child' ],
	[ 'ALTER TABLE crawler.s_recent SET UNLOGGED', 'ALTER TABLE crawler.s_recent SET LOGGED' ],
	[ 'VACUUM FULL crawler.s_recent' ],
	[ 'VACUUM FULL crawler.s_filters' ],
	[ 'CLUSTER crawler.s_recent USING s_recent_pkey' ],
	[ 'VACUUM crawler.s_recent' ],
	[ "SELECT bloom_set_merge('crawler.s')" ],
	[ "BEGIN; SELECT bloom_set_merge('crawler.s'); ROLLBACK" ],
	[ "BEGIN; SELECT bloom_set_clear('crawler.s'); ROLLBACK" ],
	[ "BEGIN; SELECT bloom_set_drop('crawler.s'); ROLLBACK" ]);
my $rounds = 0;
my $failed = '';

foreach (1 .. 3)
{
	foreach my $change (@changes)
	{
		my ($do, $undo) = @$change;
		my ($status, undef, $err) = change($do);

		$failed .= "$do: $err\n" if $status;
		next unless $undo;
		# Some claims meet the change.
		select undef, undef, undef, 0.02;
		($status, undef, $err) = change($undo);
		$failed .= "$undo: $err\n" if $status;
	}
	$rounds++;
}
is($failed, '', 'all that was done to the set was done');

sub change
{
	my ($do) = @_;

	# One statement at a time, because some cannot run in a transaction block.
	return $node->psql('postgres', join ";\n", 'SET ROLE owner', split /; /, $do);
}

sql($node, 'CREATE TABLE stopped ()');
$_->finish foreach @clients;

# Errors that a claim may report: the set cannot be used, or there is no
# relation or schema of that name.
my %documented = ('42809' => 1, '42P01' => 1, '3F000' => 1);
my %met;
my $others = '';

foreach my $client (0 .. 5)
{
	foreach (PostgreSQL::Test::Utils::slurp_file("$files/errors$client") =~ /ERROR:  (.*)/g)
	{
		my ($state) = /^(\w{5}):/;

		next if $state eq '25P02';
		$met{$state}++;
		$others .= "$_\n" unless $documented{$state};
	}
}
note(join ', ', map { "$_: $met{$_} times" } sort keys %met);
is($others, '', 'claims fail with errors that are documented');
cmp_ok($met{42809} || 0, '>', 0, 'and some do, as a table is wrong');
my $log = PostgreSQL::Test::Utils::slurp_file($node->logfile);
is(join(', ', grep { $log !~ /DETAIL:  .*$_/ } 'the definition that', 'belongs to', 'a trigger', 'a rule',
		'a check constraint', 'a default', 'a further index', 'primary key', 'a child table'),
	'', 'or another, each in its way');
is(sql($node, "SELECT backend_start FROM pg_stat_activity WHERE backend_type = 'checkpointer'"),
	$started, 'the server has not crashed');

my $tries = sql($node, 'SELECT count(DISTINCT url) FROM tried');
my $lost = sql($node, 'SELECT count(*) FROM (SELECT url FROM tried EXCEPT SELECT url FROM won) AS l');

note("$tries tried, $lost of them lost");
cmp_ok($tries, '>', 500, 'there are claims');
is(sql($node, 'SELECT count(url) - count(DISTINCT url) FROM won'), 0, 'no value is won twice');
is(sql($node, 'SELECT count(*) FROM won'), sql($node, "SELECT members FROM bloom_set_info('crawler.s')"),
	'the members are those that were won');
is(sql($node, "SELECT count(*) FROM tried WHERE NOT bloom_seen('crawler.s', url)"), 0,
	'all that were claimed are seen');
cmp_ok($lost, '<=', 0.01 * $tries + 4 * sqrt($tries * 0.01) + 1, 'few are lost');
is(sql($node, "SELECT count(*) FROM bloom_claim_all('crawler.s', ARRAY(SELECT url FROM tried))"), 0,
	'nothing can be claimed again');
is(sql($node, "SELECT bloom_claim('crawler.s', 'never claimed before')"), 't', 'new values can');
# Changes are reported all the time.
if (sql($node, 'SHOW debug_assertions') eq 'on')
{
	is(sql($node, "SET debug_discard_caches = 1; SELECT bloom_seen('crawler.s', 'never claimed before')"), 't', 'also with caches that are always stale');
}
if (has_extension($node, 'amcheck'))
{
	is( sql($node, q{
		CREATE EXTENSION amcheck;
		SELECT bt_index_check(oid, true) FROM pg_class WHERE relname IN ('s_recent_pkey', 's_filters_pkey')}),
		"\n", 'the indexes have what the tables have');
}

# Changes of a file that was written in the same transaction are not logged.
is(sql($node, 'SHOW wal_level'), 'minimal', 'little is logged');
is(sql($node, q{
	SELECT bloom_set_create('written', 100000);
	SELECT bloom_set_load_agg('written', i::text) FROM generate_series(1, 20000) AS i;
	SELECT bloom_claim('written', 'a');
	BEGIN;
	CLUSTER written_filters USING written_filters_pkey;
	SELECT bloom_claim('written', 'b');
	SELECT bloom_set_merge('written');
	SELECT bloom_claim('written', 'a'), bloom_claim('written', 'b');
	COMMIT}), "written\n20000\nt\nt\n2\nf|f", 'a file that was written in the same transaction');

# PostgreSQL keeps dropped columns in its catalogs.  They must not make a
# difference.
sql($node, 'ALTER TABLE crawler.added_recent ADD COLUMN more int, ADD COLUMN less int; ALTER TABLE crawler.added_recent DROP COLUMN more, DROP COLUMN less');
is(sql($node, "SELECT bloom_claim('crawler.added', 'v'), bloom_claim('crawler.added', 'newer')"), 'f|t', 'columns that come and go');
sql($node, 'CREATE DATABASE copy');
ok( IPC::Run::run(
		[ 'pg_dump', '-h', $node->host, '-p', $node->port, 'postgres' ],
		'|',
		[ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-h', $node->host, '-p', $node->port, 'copy' ]),
	'dump: it can be restored');
is(sql($node, "SELECT bloom_claim('crawler.added', 'v'), bloom_claim('crawler.added', 'new')", 'copy'),
	'f|t', 'a dump: a set again');
healthy($node);
done_testing();
