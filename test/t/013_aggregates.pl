# The memory of each aggregate, over 100,000 rows, with all kinds of states,
# stays within the limits in doc/performance.md.  The limit for each process
# and group is hash_mem, plus four times the bytes of the result, plus twice
# those of the largest filter that is read.  The test allows 2 MB more for the
# session, and 48 kB more for the memory contexts of each group.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

# In kB, except ROWS.
use constant {
	ROWS => 100_000,
	HASH_MEM => 1024,
	LARGEST => 16,
	HUGE_PAGE => 2048,
	SESSION => 2048,
	GROUP => 48
};

plan skip_all => 'needs /proc' if !-r "/proc/$$/status";

my $node = server('aggregates', [], 'jit = off', 'fsync = off', 'work_mem = 1MB',
	'hash_mem_multiplier = 1', 'client_min_messages = error', 'log_min_messages = error',
	'max_parallel_workers_per_gather = 0');

# Ten filters of each kind, of up to 16 kB.  States of more than 8 kB are not
# flat.  Kind "pair" alternates between sparse and dense filters.
sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE TABLE numbers AS SELECT i, i::text AS t, i % 10 AS n FROM generate_series(1, 100000) AS i;
	CREATE TABLE filters AS SELECT n, kind, f FROM generate_series(0, 9) AS n, LATERAL (VALUES
		('flat list', (SELECT bloom_agg(i, 100000) FROM generate_series(n, n + 100) AS i)),
		('flat dense', (SELECT bloom_agg(i, 1000) FROM generate_series(n, n + 1000) AS i)),
		('list', (SELECT bloom_agg(i, 100000) FROM generate_series(n, n + 1200) AS i)),
		('dense', (SELECT bloom_agg(i, 7000) FROM generate_series(n, n + 6500) AS i)),
		('pair', (SELECT bloom_agg(i, 12000) FROM generate_series(n, n + 1200 + n % 2 * 4000) AS i)),
		('growing list', (SELECT bloom_agg_like(i, bloom(20000, 0.01, 2)) FROM generate_series(n, n + 1200) AS i)),
		('grown', (SELECT bloom_agg_like(i, bloom(1000, 0.01, 2)) FROM generate_series(1, 5000) AS i)),
		('counting', (SELECT bloom_agg_like(i, bloom(2000, counting => true)) FROM generate_series(n, n + 1500) AS i)),
		('elastic', (SELECT bloom_add_all(bloom(), array_agg(i)) FROM generate_series(n, n + 1000) AS i)),
		('few and dense', (SELECT CASE WHEN n % 2 = 0 THEN bloom_agg(i, 10000) ELSE bloom() || n END FROM generate_series(n, n + 9000) AS i)),
		('folded', (SELECT bloom_agg(i, CASE WHEN n < 5 THEN 12500 ELSE 6250 END) FROM generate_series(n, n + 6000) AS i)),
		('guava', (SELECT bloom_agg_like(i::text, bloom_new('guava', 8000)) FROM generate_series(n, n + 7000) AS i)),
		('spark', (SELECT bloom_agg_like(i::text, bloom_new('spark', 8000)) FROM generate_series(n, n + 7000) AS i)),
		('redis-bitmap', (SELECT bloom_agg_like(i::text, bloom_new('redis-bitmap', 8000)) FROM generate_series(n, n + 7000) AS i)),
		('redisbloom', (SELECT bloom_agg_like(i::text, bloom_new('redisbloom', 8000)) FROM generate_series(n, n + 7000) AS i)),
		('pybloom', (SELECT bloom_agg_like(i::text, bloom_new('pybloom', 8000)) FROM generate_series(n, n + 7000) AS i))
	) AS v(kind, f);
	VACUUM ANALYZE numbers, filters;
	CREATE FUNCTION kilobytes(what text) RETURNS int STABLE PARALLEL SAFE LANGUAGE sql AS
		$$ SELECT substring(pg_read_file('/proc/self/status', 0, 4096) FROM what || ':\s+(\d+)')::int $$});
is(sql($node, "SELECT max((bloom_info(f)).bytes) <= 1024 * ${\LARGEST} AND count(*) = 160 FROM filters"),
	't', 'filters are as large as they should be');

# The limit in kB for a number of results and the sum of their bytes.
sub limit
{
	my ($results, $bytes) = @_;

	return HASH_MEM + int(4 * $bytes / 1024) + 2 * LARGEST + SESSION + GROUP * $results;
}

# The memory in kB that a query takes, the number of its results and the sum of
# their bytes.  It runs in a session of its own, after the same query over a few
# rows.
sub used
{
	my ($query) = @_;
	my ($few, $all) = map { my $text = $query; $text =~ s/\bROWS\b/$_/g; $text } (100, ROWS);
	my @answers = split /\n/,
	  sql($node, "$few; SELECT kilobytes('VmSize'); $all; SELECT kilobytes('VmPeak');");

	return ($answers[3] - $answers[1], split /\|/, $answers[2]);
}

# Run a query that returns the number of results and the sum of their bytes.
# If
# there are many groups, PostgreSQL keeps only as many in memory as hash_mem
# allows.
sub limited
{
	my ($name, $query, $many_groups) = @_;
	my ($used, @results) = used($query);
	my $limit = $many_groups ? limit(1, 0) : limit(@results);

	cmp_ok($used, '<=', $limit, "$name: $used kB of $limit");
}

# Returns a query for limited() from aggregates, with or without groups.
sub results
{
	my ($aggregates, $from, $group) = @_;
	my $number = @$aggregates;
	my $columns = join ', ', map { "$aggregates->[$_ - 1] AS f$_" } 1 .. $number;
	my $bytes = join ' + ', map { "(bloom_info(f$_)).bytes" } 1 .. $number;

	return "SELECT $number * count(*), sum($bytes) FROM (SELECT $columns FROM $from WHERE i <= ROWS $group) AS s";
}

# Values: of types with their own transition functions and of other types,
# hashed and not yet hashed, for each kind of state.
my @of_values = (
	'bloom_agg(i)', 'bloom_agg(t)', 'bloom_agg(i::numeric)', 'bloom_agg(i, 1000)', 'bloom_agg(i, 100000)',
	'bloom_agg(t, 1000000, 1e-6)', 'bloom_agg_hash(i)', 'bloom_agg_hash(bloom_hash(i), 100000)',
	'bloom_agg_hash_like(bloom_hash(i), bloom(1000, growth => 2))', 'bloom_agg_like(i, bloom())',
	'bloom_agg_like(i::numeric, bloom(1000000))', 'bloom_agg_like(i, bloom(100000, growth => 4))',
	'bloom_agg_like(i, bloom(100000, counting => true))', "bloom_agg_like(t, bloom_new('guava', 100000))",
	"bloom_agg_like(t, bloom_new('spark', 100000))", "bloom_agg_like(t, bloom_new('redis-bitmap', 100000))",
	"bloom_agg_like(t, bloom_new('redisbloom', 1000, growth => 2))",
	"bloom_agg_like(t, bloom_new('pybloom', 1000, growth => 2))");
limited($_, results([$_], 'numbers', '')) foreach @of_values;
limited("$_ of 100 groups", results([$_], 'numbers', 'GROUP BY i % 100')) foreach @of_values[0, 2, 3, 4, 6, 11, 12, 16];
limited("$_ of a group for each row", results([$_], 'numbers', 'GROUP BY i'), 'many') foreach @of_values[0, 2, 4];

# All groups of a plan node share hash_mem, whether it sorts or hashes.  Each of
# these groups has enough values to use all of it.
foreach my $setting ('enable_hashagg', 'enable_sort')
{
	sql($node, "ALTER DATABASE postgres SET $setting = off");
	foreach my $aggregate ('bloom_agg(v)', 'bloom_agg_like(v, bloom())')
	{
		my ($used, $groups, $bytes) = used(results([$aggregate],
			'(SELECT i, i * 10 + g AS v, g FROM numbers, generate_series(1, 10) AS g) AS s', 'GROUP BY g'));
		my $limit = 2 * HASH_MEM + 2 * int($bytes / 1024) + SESSION + 2 * GROUP * $groups;

		cmp_ok($used, '<=', $limit, "$aggregate of $groups large groups, $setting off: $used kB of $limit");
	}
	sql($node, "ALTER DATABASE postgres RESET $setting");
}

# One large filter: hash_mem and the filter, of which there is no copy, also if
# the hashes of a list are written to a file before it turns dense.  With a small
# hash_mem, it may be a fifth of the filter.  Huge pages align the filter.
foreach my $setting ("work_mem = '64kB'", "work_mem = '1MB'")
{
	sql($node, "ALTER DATABASE postgres SET $setting");
	foreach my $aggregate ('bloom_agg(v)', 'bloom_agg(v, 8000000)', 'bloom_agg(v::numeric, 8000000)', 'bloom_agg_like(v, bloom())')
	{
		my ($used, undef, $bytes) =
		  used("SELECT 1, (bloom_info($aggregate)).bytes FROM (SELECT generate_series(1, 60 * ROWS) AS v) AS s");
		my $memory = $setting =~ /64kB/ ? $bytes / 5 / 1024 : HASH_MEM;
		my $limit = int($memory + $bytes / 1024 + HUGE_PAGE + SESSION);

		cmp_ok($used, '<=', $limit, "$aggregate of a large filter, $setting: $used kB of $limit");
	}
}
sql($node, 'ALTER DATABASE postgres RESET work_mem');

# Filters.
my @of_filters = ('bloom_union_agg(f)', 'bloom_intersection_agg(f)');
my $joined = 'numbers JOIN filters USING (n)';
limited('unions of all kinds', results([ $of_filters[0] ], "(SELECT i * 16 AS i, kind, f FROM $joined) AS s", 'GROUP BY kind'));
# many filters of different parameters have no intersection
limited('intersections of all kinds',
	results([ $of_filters[1] ], "(SELECT i * 16 AS i, kind, f FROM $joined WHERE kind NOT IN ('few and dense', 'folded')) AS s", 'GROUP BY kind'));
foreach my $kind ('flat list', 'list', 'pair')
{
	limited("bloom_intersection_agg of kind $kind",
		results([ $of_filters[1] ], "(SELECT i, f FROM $joined WHERE kind = '$kind') AS s", ''));
}
limited('bloom_union_agg of lists', results([ $of_filters[0] ], "(SELECT i, f FROM $joined WHERE kind = 'list') AS s", ''));

# Partial states: the memory of each worker, which it measures at some of its
# rows.
foreach my $aggregate ('bloom_agg(i)', 'bloom_agg(i::numeric)', @of_filters)
{
	my ($workers, $used, $bytes) = split /\|/, sql($node, qq{
		SET max_parallel_workers_per_gather = 2;
		SET parallel_setup_cost = 0;
		SET parallel_tuple_cost = 0;
		SET min_parallel_table_scan_size = 0;
		SET parallel_leader_participation = off;
		SELECT least <> pg_backend_pid() AND greatest <> pg_backend_pid(), used, (bloom_info(f)).bytes FROM (
			SELECT $aggregate AS f, min(CASE WHEN i % 1000 = 0 THEN kilobytes('Pid') END) AS least, max(CASE WHEN i % 1000 = 0 THEN kilobytes('Pid') END) AS greatest,
				max(CASE WHEN i % 1000 = 0 THEN kilobytes('VmPeak') END) - min(CASE WHEN i % 1000 = 0 THEN kilobytes('VmSize') END) AS used
			FROM $joined WHERE kind = 'pair') AS s});

	is($workers, 't', "$aggregate in parallel: by workers");
	cmp_ok($used, '<=', limit(1, $bytes), "$aggregate in parallel: $used kB of " . limit(1, $bytes));
}

healthy($node);
done_testing();
