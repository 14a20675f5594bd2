-- Filters stored out of line: parts of them are read, or they are kept while a query runs; arrays are hashed once
CREATE FUNCTION buffers(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING off, FORMAT json) ' || query INTO plan;
	RETURN (plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::bigint + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::bigint;
END $$;
SET max_parallel_workers_per_gather = 0;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET jit = off;

-- filters of all kinds
CREATE TABLE stored (n int, kind text, f bloom);
INSERT INTO stored
SELECT 1, 'dense', bloom_agg(i::text, 100000) FROM generate_series(1, 50000) i UNION ALL
SELECT 2, 'rare errors', bloom_agg(i::text, 20000, 1e-9) FROM generate_series(1, 20000) i UNION ALL
SELECT 3, 'counting', bloom_agg_like(i::text, bloom(20000, counting => true)) FROM generate_series(1, 20000) i UNION ALL
SELECT 4, 'counting, rare errors', bloom_agg_like(i::text, bloom(2000, 1e-9, counting => true)) FROM generate_series(1, 2000) i UNION ALL
SELECT 5, 'grown', bloom_agg_like(i::text, bloom(100, 0.01, 2)) FROM generate_series(1, 20000) i UNION ALL
SELECT 6, 'sparse', bloom_agg(i::text, 1000000) FROM generate_series(1, 20000) i UNION ALL
SELECT 7, 'small', bloom_agg(i::text, 4000) FROM generate_series(1, 4000) i UNION ALL
SELECT 8, 'other seed', bloom_agg_like(i::text, bloom(20000, seed => 7)) FROM generate_series(1, 20000) i UNION ALL
SELECT 9, 'of another library', bloom_agg_like(i::text, bloom_new('guava', 20000)) FROM generate_series(1, 20000) i;
INSERT INTO stored SELECT 10, 'grown by union', bloom_union_agg(f) FROM (SELECT bloom_agg_like(i::text, bloom(1000, 0.01, 2)) AS f FROM generate_series(1, 20000) i GROUP BY i % 20) AS s;
CREATE TABLE compressed (LIKE stored);
ALTER TABLE compressed ALTER f SET STORAGE EXTENDED;
INSERT INTO compressed SELECT 11, 'compressed', bloom_agg_like(i::text, bloom(400000, counting => true)) FROM generate_series(1, 3000) i;
CREATE VIEW filters AS TABLE stored UNION ALL TABLE compressed;
SELECT n, kind, (bloom_info(f)).form, (bloom_info(f)).layers > 1 AS layers, (bloom_info(f)).bytes > 8000 AS large, pg_column_size(f) < (bloom_info(f)).bytes / 2 AS compressed
FROM filters ORDER BY n;
-- where answers differ from those of the same filter in line: each is read by slices first, and then kept
CREATE FUNCTION differences() RETURNS TABLE (n int, members bigint, tests bigint, hashes bigint, each bigint, "any" bigint, "all" bigint) LANGUAGE plpgsql AS $$
DECLARE
	inline bloom;
BEGIN
	FOR n, inline IN SELECT filters.n, filters.f::bytea::bloom FROM filters ORDER BY filters.n LOOP
		SELECT count(*) FILTER (WHERE f @> i), count(*) FILTER (WHERE (f @> i) <> (inline @> i) OR (i <@ f) <> (inline @> i)) INTO members, tests
		FROM (SELECT (i * 31 % 60000)::text AS i FROM generate_series(1, 1500) i) AS v, filters WHERE filters.n = differences.n;
		IF n <> 9 THEN
			SELECT count(*) FILTER (WHERE bloom_contains_hash(f, h) <> bloom_contains_hash(inline, h)) INTO hashes
			FROM (SELECT bloom_hash(i::text, i % 2 * 7) AS h FROM generate_series(1, 1500) i) AS v, filters WHERE filters.n = differences.n;
		END IF;
		SELECT count(*) FILTER (WHERE bloom_contains_each(f, a) IS DISTINCT FROM ARRAY(SELECT inline @> x FROM unnest(a) WITH ORDINALITY AS u(x, o) ORDER BY o)),
			count(*) FILTER (WHERE bloom_contains_any(f, a) IS DISTINCT FROM (inline @> ANY (a))), count(*) FILTER (WHERE bloom_contains_all(f, a) IS DISTINCT FROM (inline @> ALL (a))) INTO each, "any", "all"
		FROM (SELECT ARRAY(SELECT nullif((j * 997 + i) % 40000, 13 + i)::text FROM generate_series(1, i % 90) j) AS a FROM generate_series(1, 200) i) AS v, filters WHERE filters.n = differences.n;
		RETURN NEXT;
	END LOOP;
END $$;
SELECT * FROM differences();
SET work_mem = '64kB';
SELECT * FROM differences();
RESET work_mem;
