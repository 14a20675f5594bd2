# Shared sets under load, through a crash, on a standby, merged by the
# background worker, and dumped: no value is won twice and none is lost.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $urls = 100_000;
my $primary = server('primary', [ allows_streaming => 1 ]);
my @nodes = ($primary);

# Table won has the values that a committed transaction has won.  Table tried
# has all values that a committed transaction has claimed.
$primary->safe_psql(
	'postgres', q{
	CREATE EXTENSION bloomext;
	CREATE FUNCTION url(i bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
		$$ SELECT format('https://www.example.org/%s/%s', i % 97, i) $$;
	CREATE FUNCTION batch(seed bigint, urls bigint) RETURNS text[] LANGUAGE sql AS
		$$ SELECT array_agg(url(1 + (hashint8extended(k, seed) & 1073741823) % urls))
		   FROM generate_series(1, 200) AS k $$;
	CREATE TABLE won (set text, url text);
	CREATE TABLE tried (set text, url text);
});

my $seed = 0;
my $scripts = PostgreSQL::Test::Utils::tempdir();

# A pgbench command: clients claim in all ways, from the given number of URLs.
sub claims
{
	my ($set, $urls, @options) = @_;
	my $end = q{
\set back random(1, 10)
\if :back = 1
ROLLBACK;
\else
COMMIT;
\endif
};
	my %text = (
		one => qq{
\\set i random(1, $urls)
BEGIN;
INSERT INTO tried VALUES ('$set', url(:i));
INSERT INTO won SELECT '$set', url(:i) WHERE bloom_claim('$set', url(:i));
$end},
		batch => qq{
\\set seed random(1, 1000000000)
BEGIN;
INSERT INTO tried SELECT '$set', unnest(batch(:seed, $urls));
INSERT INTO won SELECT '$set', * FROM bloom_claim_all('$set', batch(:seed, $urls));
$end},
		merge => "SELECT bloom_set_merge('$set');\n");
	my %weight = (one => 60, batch => 38, merge => 2);
	my @command = (
		'pgbench', '-n', '-c', 8, '-j', 2, '--random-seed=' . ++$seed,
		'-h', $primary->host, '-p', $primary->port, @options);

	foreach my $name (sort keys %text)
	{
		my $path = "$scripts/$set.$urls.$name";

		PostgreSQL::Test::Utils::append_to_file($path, $text{$name})
		  unless -e $path;
		push @command, '-f', "$path\@$weight{$name}";
	}
	return [ @command, 'postgres' ];
}

# Run pgbench with this number of transactions per client.  None may fail.
sub run_claims
{
	my ($set, $urls, $transactions) = @_;
	my ($out, $err);
	my $ok =
	  IPC::Run::run(claims($set, $urls, '-t', $transactions), '>', \$out,
		'2>', \$err);

	ok($ok, "$set: all clients come to an end") or diag($err);
	unlike($out, qr/failed transactions: [1-9]/, "$set: no transaction fails")
	  or diag($err);
	return;
}

# At an error rate of 0.01, at most this many of n values test positive by
# mistake.
sub bound
{
	my ($n) = @_;
	return 0.01 * $n + 4 * sqrt($n * 0.01 * 0.99) + 1;
}

sub query
{
	my ($sql, $node) = @_;
	return ($node || $primary)->safe_psql('postgres', $sql);
}

# Check the properties that a set has at all times.
sub check_set
{
	my ($set, $urls, $when) = @_;
	my $won = "(SELECT url FROM won WHERE set = '$set') AS w";
	my $tried = "(SELECT DISTINCT url FROM tried WHERE set = '$set') AS t";
	my $tries = query("SELECT count(*) FROM $tried");
	# NOT IN would compare each value with each if there are many.
	my $lost = query("SELECT count(*) FROM (SELECT url FROM $tried EXCEPT SELECT url FROM $won) AS l");
	my $others = "(SELECT url(i) AS url FROM generate_series(1, $urls) AS i EXCEPT SELECT url FROM $tried) AS o";
	my ($count, $seen) = split /\|/,
	  query("SELECT count(*), count(*) FILTER (WHERE bloom_seen('$set', url)) FROM $others");

	note("$set $when: $tries tried, $lost of them lost; $count others, $seen of them seen");
	cmp_ok($tries, '>', 0, "$set $when: there are claims");
	is(query("SELECT count(url) - count(DISTINCT url) FROM $won"),
		0, "$set $when: no value is won twice");
	is(query("SELECT count(*) FROM $won"),
		query("SELECT members FROM bloom_set_info('$set')"),
		"$set $when: its members are those that were won");
	is(query("SELECT count(*) FROM $tried WHERE NOT bloom_seen('$set', url)"),
		0, "$set $when: all that were claimed are seen");
	cmp_ok($lost, '<=', bound($tries), "$set $when: few are lost");
	cmp_ok($seen, '<=', bound($count),
		"$set $when: few are seen that weren't claimed, or not for good");
	is(query("SELECT count(*) FROM bloom_claim_all('$set', ARRAY(SELECT url FROM $tried))"),
		0, "$set $when: nothing can be claimed again");
	return;
}

# Load, of which a tenth is rolled back, on a set without retention and on one
# with it.
foreach my $set ('s', 'forgetful')
{
	my $keep = $set eq 's' ? '' : ", retention => '10 days', bucket => '1 day'";

	query("SELECT bloom_set_create('$set', $urls$keep)");
	run_claims($set, $urls, 400);
	check_set($set, $urls, 'under load');
	cmp_ok(query("SELECT filters FROM bloom_set_info('$set')"),
		'>', 0, "$set: it was merged meanwhile");
}

# A crash under load, with twice as many values as the set has capacity.
my $before = query('SELECT count(*) FROM won');
my $clients =
  IPC::Run::start(claims('s', 2 * $urls, '-T', 300), '>', \my $out, '2>',
	\my $err);
becomes($primary, 'postgres',
	"SELECT count(*) > $before + 20000 FROM won")
  or die 'the clients do not claim anything';
$primary->stop('immediate');
$clients->finish;
$primary->start;
check_set('s', 2 * $urls, 'after a crash');
run_claims('s', 2 * $urls, 200);
check_set('s', 2 * $urls, 'claimed further');

# A streaming standby.
$primary->backup('backup');
my $standby = PostgreSQL::Test::Cluster->new('standby');
$standby->init_from_backup($primary, 'backup', has_streaming => 1);
$standby->start;

sub same_set
{
	my ($what, $other, @sql) = @_;

	is(query($_, $other), query($_), "$what: $_") foreach @sql;
	return;
}

my @answers = (
	"SELECT md5(bloom_set_filter('s')::text)",
	"SELECT bloom_set_info('s')",
	"SELECT count(*), sum(i) FROM generate_series(1, 3 * $urls, 10) AS i WHERE bloom_seen('s', url(i))"
);

run_claims('s', 3 * $urls, 50);
# The restart ends a worker, which could merge between two of the queries.
$primary->restart;
$primary->wait_for_catchup($standby);
same_set('standby, with recent hashes', $standby, @answers);
is($standby->safe_psql('postgres', 'SELECT count(pending) FROM bloom_sets()'), 0, 'standby: only the primary knows what is pending');
query("SELECT bloom_set_merge('s')");
$primary->wait_for_catchup($standby);
same_set('standby, all merged', $standby, @answers);
my (undef, undef, $stderr) = $standby->psql('postgres',
	"SELECT bloom_claim('s', 'never claimed before')");
like($stderr, qr/cannot execute bloom_claim\(\) in a read-only transaction/,
	'standby: nothing can be claimed');
$primary->stop;
$standby->promote;
push @nodes, $standby;
$primary = $standby;
run_claims('s', 3 * $urls, 50);
check_set('s', 3 * $urls, 'on the promoted standby');

# A dump.
$primary->restart;
query('CREATE DATABASE copy');
ok( IPC::Run::run(
		[ 'pg_dump', '-h', $primary->host, '-p', $primary->port, 'postgres' ],
		'|',
		[
			'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null',
			'-h', $primary->host, '-p', $primary->port, 'copy'
		]),
	'dump: it can be restored');
is($primary->safe_psql('copy', $_), query($_), "dump: $_") foreach @answers;
is( $primary->safe_psql(
		'copy',
		"SELECT count(*) FROM bloom_claim_all('s', ARRAY(SELECT url FROM tried WHERE set = 's'))"
	),
	0,
	'dump: nothing can be claimed again');
is($primary->safe_psql('copy', "SELECT bloom_claim('s', 'never claimed before')"),
	't', 'dump: new values can be claimed');

# The background worker merges a set whose owner may not log in, after claims
# of a role that may only claim.
$primary->safe_psql(
	'postgres', q{
	CREATE ROLE owner NOLOGIN;
	CREATE ROLE claimant LOGIN;
	CREATE SCHEMA crawler AUTHORIZATION owner;
	GRANT USAGE ON SCHEMA crawler TO claimant;
	SET ROLE owner;
	SELECT bloom_set_create('crawler.s', 100000, class => 'integer');
	GRANT INSERT ON crawler.s TO claimant;
});
is( $primary->safe_psql(
		'postgres', q{
	DO $$
	BEGIN
		FOR i IN 0..99 LOOP
			PERFORM bloom_claim_all('crawler.s', ARRAY(SELECT i * 1000 + generate_series(1, 1000)));
			COMMIT;
		END LOOP;
	END $$;
	SELECT current_user;
},
		extra_params => [ '-U', 'claimant' ]),
	'claimant',
	'worker: others claim');
ok( becomes($primary, 'postgres',
		q{SELECT recent < members AND filters > 0 FROM bloom_set_info('crawler.s')}
	),
	'worker: recent hashes are merged');
is(query("SELECT count(*) FROM generate_series(1, 100000) AS i WHERE bloom_seen('crawler.s', i)"),
	100000, 'worker: all that were claimed are seen');
is(query(q{SELECT tableowner, count(*) FROM pg_tables WHERE schemaname = 'crawler' GROUP BY 1}),
	'owner|3', 'worker: the tables are the owner\'s');

$primary->stop;
unlike(
	PostgreSQL::Test::Utils::slurp_file($_->logfile),
	qr/PANIC|TRAP|ERROR: .*(deadlock|duplicate)/,
	$_->name . ': nothing bad in the log')
  foreach @nodes;
done_testing();
