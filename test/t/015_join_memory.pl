# A join with many filters uses no more memory than work_mem and hash_mem,
# whether the filters are in line, out of line, or computed.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('joins', [], 'jit = off', 'max_parallel_workers_per_gather = 0');

plan skip_all => 'needs pg_backend_memory_contexts'
  if sql($node, 'SHOW server_version_num') < 140000;

# Filters of 80 bytes, and filters of 1,600 bytes that are stored out of line.
sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE TABLE candidates AS SELECT i, 'value ' || i AS value FROM generate_series(1, 300) AS i;
	CREATE TABLE small AS SELECT i AS id, bloom(10) || ('value ' || i) AS filter FROM generate_series(1, 30000) AS i;
	CREATE TABLE padded AS SELECT i AS id, bloom(10) || rpad('value ' || i, 100000, '.') AS filter FROM generate_series(1, 300) AS i;
	CREATE TABLE toasted (id int, filter bloom) WITH (toast_tuple_target = 128);
	ALTER TABLE toasted ALTER filter SET STORAGE external;
	INSERT INTO toasted SELECT id, filters[id % 10 + 1] FROM generate_series(1, 6000) AS id,
		(SELECT array_agg(filter) AS filters FROM (SELECT bloom_agg('value ' || i, 250, 1e-9) AS filter
			FROM generate_series(1, 2000) AS i GROUP BY i % 10) AS q) AS r;
	CREATE TABLE documents AS SELECT i, jsonb_build_object('value', 'value ' || i, 'text', text) AS document
		FROM generate_series(1, 300) AS i, (SELECT string_agg(md5(i::text), '') AS text FROM generate_series(1, 2000) AS i) AS t;
	CREATE TABLE bits AS SELECT i, repeat('1011', 100000)::varbit || i::bit(32) AS value FROM generate_series(1, 300) AS i;
	CREATE TABLE marked AS SELECT 1 AS id, bloom_agg(value, 10) AS filter FROM bits WHERE i <= 10;
	VACUUM ANALYZE});

# Returns the result of a query, and the bytes that its session uses when most
# rows have been read.
sub held
{
	my ($prefetch, $query) = @_;
	my $rows = sql($node, qq{
		SET bloomext.prefetch = $prefetch;
		SELECT count(*), sum(i::numeric * id) FROM ($query) AS q});
	my $bytes = sql($node, qq{
		SET work_mem = '1MB';
		SET hash_mem_multiplier = 1;
		SET bloomext.prefetch = $prefetch;
		BEGIN;
		DECLARE c CURSOR FOR $query;
		MOVE 250 FROM c;
		SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE name NOT IN ('CacheMemoryContext', 'index info')});

	return ($rows, $bytes);
}

# The limit: half of work_mem for the batch, half of it for the tuplestore,
# hash_mem for filters, and less than 1 MB for the session itself.
my %queries = (
	'in line' => 'SELECT i, id FROM candidates JOIN small ON value <@ filter',
	'out of line' => 'SELECT i, id FROM candidates JOIN toasted ON value <@ filter AND i % 100 = id % 100',
	'without a match' => 'SELECT i, id FROM candidates LEFT JOIN toasted ON value <@ filter AND i + id < 0',
	'computed' => 'SELECT i, id FROM candidates JOIN toasted ON value <@ (filter | filter) AND i % 100 = id % 100',
	'large values' => q{SELECT i, id FROM documents JOIN small ON (document ->> 'value') <@ filter AND id <= 260},
	'large computed values' => q{SELECT i, id FROM candidates JOIN padded ON rpad(value, 100000, '.') <@ filter AND id <= 260},
	'values with a send function' => 'SELECT i, id FROM bits JOIN marked ON NOT value <@ filter',
	'built' => q{SELECT i, id FROM candidates JOIN (SELECT id, bloom_uncount(bloom(20000, counting => true) || ('value ' || id)) AS filter
		FROM generate_series(1, 300) AS id OFFSET 0) AS q ON value <@ filter},
);
foreach my $name (sort keys %queries)
{
	my ($rows, $bytes) = held('always', $queries{$name});
	# a nested loop would take minutes to compute large values
	my ($expected) = held('off', $queries{$name} =~ s/rpad\(value.*<@ filter/i = id/r);

	like(sql($node, "SET bloomext.prefetch = always; EXPLAIN $queries{$name}"), qr/bloomext join/, "$name: a join");
	is($rows, $expected, "$name: the same rows");
	note("$bytes bytes, rows: $rows");
	cmp_ok($bytes, '<', 3500000, "$name: little memory");
}

done_testing();
