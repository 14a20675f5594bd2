# Two servers and postgres_fdw: which conditions the remote server evaluates,
# and which rows and filters are fetched.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $there = server('there', []);
my $here = server('here', []);

plan skip_all => 'postgres_fdw is not available'
  unless has_extension($here, 'postgres_fdw');

sql($there, q{
	CREATE EXTENSION bloomext;
	CREATE TABLE pages (shard int, url text, at date);
	INSERT INTO pages SELECT i % 2, 'https://example.com/' || i, date '2024-01-01' + i % 5 FROM generate_series(1, 10000) AS i;
	CREATE TABLE pages_0 AS SELECT * FROM pages WHERE shard = 0;
	CREATE TABLE pages_1 AS SELECT * FROM pages WHERE shard = 1;
	CREATE TABLE daily AS SELECT at, bloom_agg(url, 12000) AS seen FROM pages GROUP BY at;
	SELECT bloom_set_create('crawl', 10000)});
sql($here, sprintf q{
	CREATE EXTENSION bloomext;
	CREATE EXTENSION postgres_fdw;
	CREATE SERVER there FOREIGN DATA WRAPPER postgres_fdw
		OPTIONS (host '%s', port '%s', dbname 'postgres', extensions 'bloomext');
	CREATE SERVER untold FOREIGN DATA WRAPPER postgres_fdw
		OPTIONS (host '%s', port '%s', dbname 'postgres');
	CREATE USER MAPPING FOR CURRENT_USER SERVER there;
	CREATE USER MAPPING FOR CURRENT_USER SERVER untold;
	CREATE FOREIGN TABLE pages (shard int, url text, at date) SERVER there;
	CREATE FOREIGN TABLE daily (at date, seen bloom) SERVER there;
	CREATE FOREIGN TABLE untold_pages (shard int, url text, at date) SERVER untold OPTIONS (table_name 'pages');
	CREATE TABLE sharded (shard int, url text, at date) PARTITION BY LIST (shard);
	CREATE FOREIGN TABLE pages_0 PARTITION OF sharded FOR VALUES IN (0) SERVER there;
	CREATE FOREIGN TABLE pages_1 PARTITION OF sharded FOR VALUES IN (1) SERVER there;
	CREATE TABLE wanted AS SELECT 'https://example.com/' || i AS url FROM generate_series(9901, 10100) AS i;
	CREATE TABLE filters AS SELECT bloom_agg(url, 200, 0.0001) AS filter FROM wanted;
	SELECT bloom_set_create('crawl', 10000);
	SELECT bloom_claim('crawl', 'https://example.com/17')},
	($there->host, $there->port) x 2);

# Run a query.  Returns the remote SQL of each foreign scan, the number of rows
# that each one fetched, and the result.
sub asked
{
	my ($query, $settings) = @_;
	my $plan = sql($here, ($settings || '') . "EXPLAIN (ANALYZE, VERBOSE, COSTS off, TIMING off, SUMMARY off) $query");
	my (@remote, @rows);

	note($plan);
	foreach my $scan ($plan =~ /(Foreign Scan.*?Remote SQL: .*?)$/gms)
	{
		push @remote, $scan =~ /Remote SQL: (.*)/;
		push @rows, $scan =~ /actual rows=(\d+)/;
		$rows[-1] += $1 if $scan =~ /Rows Removed by Filter: (\d+)/;
	}
	return (\@remote, \@rows, sql($here, ($settings || '') . $query));
}

# The remote server evaluates the condition, and few rows are fetched (ships),
# or all rows are fetched and the condition is evaluated here (stays).
sub ships
{
	my ($what, $query, $sent, $rows, $result, $settings) = @_;
	my ($remote, $came, $got) = asked($query, $settings);

	like($remote->[0], $sent, "$what: is asked there");
	is_deeply($came, [$rows], "$what: so many rows come");
	is($got, $result, "$what: result");
	return;
}

sub stays
{
	my ($what, $query, $rows, $result) = @_;
	my ($remote, $came, $got) = asked($query);

	unlike($remote->[0], qr/@>|<@|bloom_/, "$what: is asked here");
	is_deeply($came, [$rows], "$what: so many rows come");
	is($got, $result, "$what: result");
	return;
}

my $parameter = qr/url OPERATOR\(public\.<@\) \$1::public\.bloom/;
my $constant = qr/url OPERATOR\(public\.<@\) E'\\\\x\w+'::public\.bloom/;
my $filter = sql($here, 'SELECT filter FROM filters');

# Testing foreign rows.  At an error rate of 0.0001, none of the 9,900 other
# rows passes.
ships('filter of an aggregate',
	'SELECT count(*), min(url), max(url) FROM (SELECT url FROM pages WHERE url <@ (SELECT bloom_agg(url, 200, 0.0001) FROM wanted) OFFSET 0) AS v',
	$parameter, 100, '100|https://example.com/10000|https://example.com/9999');
ships('filter of a table',
	'SELECT max(length(url)) FROM (SELECT url FROM pages WHERE (SELECT filter FROM filters) @> url AND shard = 1 OFFSET 0) AS v',
	qr/\(\$1::public\.bloom OPERATOR\(public\.@>\) url\)/, 50, 24);
ships('constant filter', "SELECT count(*) FROM (SELECT url FROM pages WHERE url <@ '$filter'::bloom OFFSET 0) AS v",
	$constant, 100, 100);
ships('function', 'SELECT count(*) FROM (SELECT url FROM pages WHERE bloom_contains((SELECT filter FROM filters), url) OFFSET 0) AS v',
	qr/public\.bloom_contains\(\$1::public\.bloom, url\)/, 100, 100);
ships('count, too', 'SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM filters)',
	qr/SELECT count\(\*\) FROM public\.pages WHERE .*$parameter/, 1, 100);
ships('negation', 'SELECT count(*) FROM pages WHERE NOT url <@ (SELECT filter FROM filters)',
	qr/SELECT count.*NOT \(*$parameter/, 1, 9900);
ships('another type', "SELECT count(*) FROM pages WHERE at <@ (SELECT bloom() || date '2024-01-02')",
	qr/at OPERATOR\(public\.<@\) \$1::public\.bloom/, 1, 2000);
ships('exact join of what passes',
	'SELECT count(*) FROM pages JOIN wanted USING (url) WHERE url <@ (SELECT bloom_agg(url, 200, 0.0001) FROM wanted)',
	$parameter, 100, 100);
is( sql($here, qq{
	SET plan_cache_mode = force_generic_plan;
	PREPARE p(bloom) AS SELECT count(*) FROM pages WHERE url <@ \$1;
	EXECUTE p('$filter')}),
	100, 'parameter of a generic plan: result');
like(
	sql($here, qq{
	SET plan_cache_mode = force_generic_plan;
	PREPARE p(bloom) AS SELECT count(*) FROM pages WHERE url <@ \$1;
	EXPLAIN (VERBOSE, COSTS off) EXECUTE p('$filter')}),
	$parameter, 'parameter of a generic plan: is asked there');
stays('server without the extension in its options',
	'SELECT count(*) FROM untold_pages WHERE url <@ (SELECT filter FROM filters)',
	10000, 100);
stays('join with a table of filters', 'SELECT count(*) FROM pages JOIN filters ON url <@ filter',
	10000, 100);
stays('shared set', "SELECT count(*) FROM pages WHERE bloom_seen('crawl', url)", 10000, 1);
ships('shared set as a filter', "SELECT count(*) FROM pages WHERE url <@ (SELECT bloom_set_filter('crawl'))",
	$parameter, 1, 1);

# Testing values in foreign filters.
stays('text literal', "SELECT count(*) FROM daily WHERE seen @> 'https://example.com/17'", 5, 1);
ships('hash of a text literal', "SELECT at FROM daily WHERE bloom_contains_hash(seen, bloom_hash('https://example.com/17'))",
	qr/public\.bloom_contains_hash\(seen, \(?-?\d+/, 1, '2024-01-03');
ships('other literals', "SELECT count(*) FROM daily WHERE seen @> date '2024-01-01' AND at < '2000-01-01'",
	qr/OPERATOR\(public\.@>\) '2024-01-01'::date/, 1, 0);
ships('other columns', 'SELECT count(*) FROM daily JOIN pages USING (at) WHERE seen @> url',
	qr/OPERATOR\(public\.@>\) r2\.url/, 1, 10000,
	# The choice depends on costs, which the local server does not know.
	'SET enable_mergejoin = off; SET enable_hashjoin = off; SET enable_nestloop = off;');
ships('what a filter tells', 'SELECT at FROM daily WHERE bloom_cardinality(seen) > 1900 ORDER BY at LIMIT 1',
	qr/public\.bloom_cardinality\(seen\)/, 1, '2024-01-01');

# Building on the remote server: one filter is fetched instead of the rows.
my $same = 'SELECT md5(bloom_agg(url, 20000)::bytea) FROM pages';
my $built = sql($there, $same);
ships('bloom_agg', $same, qr/SELECT (?:md5\()?\(?public\.bloom_agg\(url, '?20000'?/, 1, $built);
ships('bloom_agg by groups', 'SELECT count(f) FROM (SELECT at, bloom_agg(url, 5000, 0.001) AS f FROM pages GROUP BY at) AS v',
	qr/public\.bloom_agg\(url, .*GROUP BY/, 5, 5);
ships('bloom_union_agg', 'SELECT bloom_cardinality(bloom_union_agg(seen)) BETWEEN 9800 AND 10200 FROM daily',
	qr/public\.bloom_union_agg\(seen\)/, 1, 't');
is(sql($here, 'SELECT bloom_agg(url, 20000) = (SELECT bloom_agg(url, 20000) FROM untold_pages) FROM pages'),
	't', 'bloom_agg: the same filter here and there');

# Building on several servers.  One filter per server is fetched if the query
# aggregates each table separately, or groups by the partition key.  Otherwise,
# all rows are fetched.
my ($remote, $rows, $got) = asked(q{
	SELECT md5(bloom_union_agg(f)::bytea) FROM (
		SELECT bloom_agg(url, 20000) FROM pages_0 UNION ALL SELECT bloom_agg(url, 20000) FROM pages_1) AS v(f)});
is(scalar(grep { /public\.bloom_agg\(/ } @$remote), 2, 'union of each: built there');
is_deeply($rows, [ 1, 1 ], 'union of each: a filter comes from each');
is($got, $built, 'union of each: result');

my $grouped = 'SELECT md5(bloom_union_agg(f)::bytea) FROM (SELECT bloom_agg(url, 20000) AS f FROM sharded GROUP BY shard) AS v';
($remote, $rows, $got) = asked($grouped, 'SET enable_partitionwise_aggregate = on;');
is(scalar(grep { /public\.bloom_agg\(.*GROUP BY/ } @$remote), 2, 'GROUP BY partition key: built there');
is_deeply($rows, [ 1, 1 ], 'GROUP BY partition key: a filter comes from each');
is($got, $built, 'GROUP BY partition key: result');

($remote, $rows, $got) = asked('SELECT md5(bloom_agg(url, 20000)::bytea) FROM sharded', 'SET enable_partitionwise_aggregate = on;');
is(scalar(grep { /bloom_agg/ } @$remote), 0, 'no GROUP BY: built here');
is_deeply($rows, [ 5000, 5000 ], 'no GROUP BY: all rows come');
is($got, $built, 'no GROUP BY: result');

# One filter is sent to each server.
($remote, $rows, $got) = asked('SELECT count(*) FROM (SELECT url FROM sharded WHERE url <@ (SELECT filter FROM filters) OFFSET 0) AS v');
is(scalar(grep { $_ =~ $parameter } @$remote), 2, 'partitions: are asked there');
is_deeply($rows, [ 50, 50 ], 'partitions: so many rows come');
is($got, 100, 'partitions: result');

# Changing foreign filters.
like(sql($here, "EXPLAIN (VERBOSE, COSTS off) UPDATE daily SET seen = bloom_add_hash(seen, bloom_hash('late'))"),
	qr/Foreign Update.*UPDATE public\.daily SET seen = public\.bloom_add_hash\(seen, /s,
	'UPDATE by hash: is done there');
sql($here, q{
	UPDATE daily SET seen = bloom_add_hash(seen, bloom_hash('late')) WHERE at = '2024-01-01';
	UPDATE daily SET seen = seen || 'later' WHERE at = '2024-01-01';
	UPDATE daily SET seen = seen | (SELECT bloom_agg(url, 12000) FROM wanted) WHERE at = '2024-01-02';
	INSERT INTO daily SELECT '2025-01-01', bloom_agg(url, 12000) FROM wanted});
is( sql($there, q{
	SELECT string_agg(at::text, ' ' ORDER BY at) FILTER (WHERE seen @> 'late' AND seen @> 'later'),
		string_agg(at::text, ' ' ORDER BY at) FILTER (WHERE seen @> 'https://example.com/10100' AND seen @> 'https://example.com/9901'),
		count(*) FILTER (WHERE at > '2025-01-01' OR bloom_cardinality(seen) < 100)
	FROM daily}),
	'2024-01-01|2024-01-02 2025-01-01|0',
	'UPDATE and INSERT: are stored there');
is( sql($here, 'SELECT md5(string_agg(md5(seen::bytea), \'\' ORDER BY at)) FROM daily'),
	sql($there, 'SELECT md5(string_agg(md5(seen::bytea), \'\' ORDER BY at)) FROM daily'),
	'filters come byte for byte');

# Citus lets each node aggregate its part if the aggregate has a combine
# function, a state whose type has a text representation, and arguments that
# are not polymorphic (aggregate_utils and multi_logical_optimizer in its
# source).
is( sql($here, q{
	SELECT string_agg(format('%s', a.aggfnoid::regprocedure), E'\n' ORDER BY a.aggfnoid::regprocedure::text COLLATE "C")
	FROM pg_aggregate AS a JOIN pg_proc AS p ON p.oid = a.aggfnoid JOIN pg_type AS t ON t.oid = a.aggtranstype
	WHERE p.proname ~ '^bloom_.*agg' AND a.aggcombinefn <> 0 AND t.typtype = 'b' AND t.oid = 'bloom'::regtype
		AND p.prorettype = 'bloom'::regtype AND a.aggkind = 'n' AND a.aggserialfn = 0
		AND NOT EXISTS (SELECT FROM unnest(p.proargtypes::oid[]) AS u(type) JOIN pg_type AS at ON at.oid = u.type WHERE at.typtype = 'p')}),
	join("\n", sort(
		(map { ("bloom_agg($_)", "bloom_agg($_,bigint)", "bloom_agg($_,bigint,double precision)", "bloom_agg_like($_,bloom)") }
			'bigint', 'bytea', 'date', 'integer', 'numeric', 'smallint', 'text',
			'timestamp with time zone', 'timestamp without time zone', 'uuid'),
		(map { "bloom_agg_hash($_)" } 'bigint', 'bigint,bigint', 'bigint,bigint,double precision'), 'bloom_agg_hash_like(bigint,bloom)',
		'bloom_intersection_agg(bloom)', 'bloom_union_agg(bloom)')),
	'aggregates over types that people key by have the form that Citus distributes, those of any type do not');

healthy($here, $there);
done_testing();
