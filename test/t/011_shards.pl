# A table on two servers, and a server that reads it through postgres_fdw:
# which filters are built and tested remotely, how many bytes are transferred,
# and what works while one server is down.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Wire;
use Test::More;

my $urls = 20_000;
my @names = ('east', 'west');
my (%there, %wire);

foreach my $name (@names)
{
	$there{$name} = server($name, []);
	$wire{$name} = Wire->new($there{$name});
}
my $here = server('here', []);

plan skip_all => 'postgres_fdw and dblink are not available'
  unless has_extension($here, 'postgres_fdw') && has_extension($here, 'dblink');

# Each server can compute all URLs, and stores those of its shard.
my $url = q{CREATE FUNCTION url(i int) RETURNS text IMMUTABLE LANGUAGE sql AS
	$$ SELECT 'https://www.example.org/a/path/of/some/length/' || i $$;};

sql($here, "CREATE EXTENSION bloomext; CREATE EXTENSION postgres_fdw; CREATE EXTENSION dblink; $url
	CREATE TABLE sharded (shard int, url text) PARTITION BY LIST (shard)");
foreach my $shard (0, 1)
{
	my $name = $names[$shard];

	sql($there{$name}, "CREATE EXTENSION bloomext; $url
		CREATE TABLE pages AS SELECT $shard AS shard, url(i) FROM generate_series(1, $urls) AS i WHERE bloom_shard(url(i), 2) = $shard;
		CREATE TABLE queue (url text PRIMARY KEY)");
	sql($here, sprintf q{
		CREATE SERVER %s FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%s', dbname 'postgres', extensions 'bloomext');
		CREATE USER MAPPING FOR CURRENT_USER SERVER %1$s;
		CREATE FOREIGN TABLE %1$s PARTITION OF sharded FOR VALUES IN (%4$d) SERVER %1$s OPTIONS (table_name 'pages')},
		$name, $wire{$name}->host, $there{$name}->port, $shard);
}
sql($here, 'CREATE TABLE wanted AS SELECT url(i * 101) AS url FROM generate_series(1, 400) AS i');

# Run a query.  Returns the result, and the numbers of bytes that were sent to
# the servers and received from them.
sub moved
{
	my ($query) = @_;
	my ($to, $from) = (0, 0);
	my $result;

	$_->carried foreach values %wire;
	$result = sql($here, "SET enable_partitionwise_aggregate = on; $query");
	foreach my $wire (values %wire)
	{
		my @carried = $wire->carried;

		$to += $carried[0];
		$from += $carried[1];
	}
	note("$to bytes sent, $from bytes came: $query");
	return ($result, $to, $from);
}

# Bytes for connecting and planning, for two servers.
my $talk = 10_000;
my ($all, undef, $rows_bytes) = moved('SELECT md5(string_agg(url, \' \' ORDER BY url)) FROM sharded');
is($all, sql($here, "SELECT md5(string_agg(url(i), ' ' ORDER BY url(i))) FROM generate_series(1, $urls) AS i"),
	'the rows are on two servers, and each once');
cmp_ok($rows_bytes, '>', 50 * $urls, 'all rows come, when they are asked for');

# Built remotely: each server sends a filter, with two bytes for each of its
# bytes.
my $size = sql($here, "SELECT bytes FROM bloom_size($urls)");
my $build = "SELECT md5(bloom_union_agg(f)::bytea) FROM (SELECT bloom_agg(url, $urls) AS f FROM sharded GROUP BY shard) AS v";
my ($built, $to, $from) = moved($build);
is($built, sql($here, "SELECT md5(bloom_agg(url(i), $urls)::bytea) FROM generate_series(1, $urls) AS i"),
	'built there: the same filter as of all rows');
cmp_ok($from, '>', 4 * $size, 'built there: two filters come');
cmp_ok($from, '<', 4 * $size + $talk, 'built there: and nothing else');

# Tested remotely: a filter is sent to each server, which returns the rows that
# pass.
my $filter = 'SELECT bloom_agg(url, 400, 0.0001) FROM wanted';
my $sent = 4 * sql($here, "SELECT octet_length(($filter)::bytea)");
my ($found, $went, $came) = moved("SELECT count(*), count(DISTINCT url) FROM (SELECT url FROM sharded WHERE url <@ ($filter) OFFSET 0) AS v");
like($found, qr/^(19[89]|20[0-9])\|\g1$/, 'tested there: those that are there, and few others');
cmp_ok($went, '>', $sent, 'tested there: the filter goes to both');
cmp_ok($went, '<', $sent + $talk, 'tested there: once');
cmp_ok($came, '<', 400 * 60 + $talk, 'tested there: few rows come');

# A value is looked up on the server that has its shard.
my $one = sql($here, "SELECT min(url(i)) FROM generate_series(1, 100) AS i WHERE bloom_shard(url(i), 2) = 0");
my $lookup = "SELECT count(*) FROM sharded WHERE shard = bloom_shard('$one', 2) AND url = '$one'";
is(sql($here, $lookup), 1, 'a value, in its shard');

# Values are offered to one set per shard, as in doc/servers.md.
sql($here, q{
	CREATE TABLE shards (shard int PRIMARY KEY, server text);
	INSERT INTO shards VALUES (0, 'east'), (1, 'west');
	SELECT made FROM shards, dblink(server, format('SELECT bloom_set_create(%L, 10000, 0.001)', 'frontier_' || shard)) AS d(made text);
	CREATE FUNCTION offer(urls text[]) RETURNS bigint LANGUAGE sql AS $$
		SELECT coalesce(sum(new), 0)::bigint FROM (
			SELECT shard, server, array_agg(url) AS urls FROM unnest(urls) AS url
			JOIN shards ON shard = bloom_shard(url, (SELECT count(*)::int FROM shards)) GROUP BY shard, server) AS s,
		dblink(server, format('INSERT INTO queue SELECT bloom_claim_all(%L, %L::text[]) RETURNING 1', 'frontier_' || shard, s.urls)) AS d(new int) $$});

sub offer
{
	my ($from, $to, $where) = @_;

	return "SELECT offer(array_agg(url(i))) FROM generate_series($from, $to) AS i " . ($where || '');
}

my $new = sql($here, offer(1, 2000));

cmp_ok($new, '>', 1980, 'offered: those that are new');
is(sql($here, offer(1, 2000)), 0, 'offered again: none');
foreach my $shard (0, 1)
{
	is(sql($there{ $names[$shard] }, "SELECT count(*) FROM queue WHERE bloom_shard(url, 2) <> $shard"),
		0, "offered: shard $shard has its own");
}

# One server is down.
sql($here, "CREATE TABLE parts AS SELECT shard, bloom_agg(url, $urls) AS filter FROM sharded GROUP BY shard");
$there{west}->stop;

sub error_of
{
	my ($query) = @_;
	my (undef, undef, $error) = $here->psql('postgres', "SET enable_partitionwise_aggregate = on; $query");

	return $error;
}

like(error_of($build), qr/could not connect to server "west"/, 'one down: what needs it fails');
is(sql($here, $lookup), 1, 'one down: what the other has is found');
is( sql($here, "SELECT bool_and(filter \@> url(i)) FROM generate_series(1, $urls) AS i JOIN parts ON shard = bloom_shard(url(i), 2)"),
	't', 'one down: its filter answers for it');
like(error_of(offer(2001, 3000)), qr/could not establish connection/, 'one down: an offer that needs it fails');
cmp_ok(sql($here, offer(3001, 4000, 'WHERE bloom_shard(url(i), 2) = 0')), '>', 400, 'one down: the other takes its own');

$there{west}->start;
is(sql($here, $build), $built, 'up again: built as before');
cmp_ok(sql($here, offer(1, 4000)), '>', 900, 'up again: offered again, and what is missing is taken');
foreach my $shard (0, 1)
{
	is( sql($there{ $names[$shard] },
			"SELECT members = (SELECT count(*) FROM queue) AND members > 1900, (SELECT bool_and(bloom_seen('frontier_$shard', url)) FROM queue) FROM frontier_$shard"),
		't|t', "up again: shard $shard has all that it has taken in the queue");
}

healthy($here, values %there);
done_testing();
