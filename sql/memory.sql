-- What aggregates give depends neither on memory nor on the plan: hashes that do not fit go to a file
CREATE TABLE crawled AS SELECT i, i % 3 AS third, i % 2000 AS many, 'http://example.com/' || i % 60000 AS url FROM generate_series(1, 120000) AS i;
ALTER TABLE crawled SET (parallel_workers = 2);
ANALYZE crawled;
CREATE TABLE lists AS SELECT many AS n, bloom_add_all(bloom(60000 + many % 3), array_agg(url)) AS fixed, bloom_add_all(bloom(), array_agg(url)) AS elastic FROM crawled GROUP BY many;
ALTER TABLE lists SET (parallel_workers = 2);
ANALYZE lists;
-- filters with so many values that they are merged without making a list: as bits, sorted, with hashes of a few bits
CREATE TABLE days AS SELECT d, bloom_agg_like(i, bloom_elastic()) AS f, bloom_agg_like(i, bloom_elastic(1000000, 0.00001)) AS g, bloom_agg_like(i, bloom_elastic(60000, 0.5)) AS h
FROM generate_series(1, 30) AS d, generate_series(d * 900, d * 1900) AS i GROUP BY d;
ALTER TABLE days SET (parallel_workers = 2);
ANALYZE days;
CREATE FUNCTION results() RETURNS TABLE (what text, result text) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE 'SELECT v.what, md5(f::text) FROM (SELECT bloom_agg(url) AS sized, bloom_agg(url, NULL, 0.001) AS rate, bloom_agg_like(url, bloom()) AS elastic,
		bloom_agg_like(url, bloom_elastic(1000000, 0.001)) AS other, bloom_agg_like(url, bloom(100, growth => 2)) AS growing, bloom_agg(url, 60000) AS fixed, bloom_agg(url, 600000) AS sparse, bloom_agg((url, 1), 60000) AS fixed_rows,
		bloom_agg((third, url)) AS rows, bloom_agg(i % 5) AS few, bloom_agg(url) FILTER (WHERE i < 0) AS none, bloom_agg(NULL::text, NULL, 0.001) AS nulls, bloom_agg_hash(bloom_hash(url)) AS hashes FROM crawled) AS r,
		LATERAL (VALUES (''sized'', sized), (''rate'', rate), (''elastic'', elastic), (''other'', other), (''growing'', growing), (''fixed'', fixed), (''sparse'', sparse), (''fixed rows'', fixed_rows), (''rows'', rows), (''few'', few), (''none'', none), (''nulls'', nulls), (''hashes'', hashes)) AS v(what, f)';
	RETURN QUERY EXECUTE 'SELECT ''third '' || third, md5(bloom_agg(url)::text || bloom_agg_like(url, bloom())::text) FROM crawled GROUP BY third';
	RETURN QUERY EXECUTE 'SELECT ''many'', md5(string_agg(f::text, '' '' ORDER BY many)) FROM (SELECT many, bloom_agg(url) AS f FROM crawled GROUP BY many) AS v';
	RETURN QUERY EXECUTE 'SELECT ''union of lists'', md5(bloom_union_agg(fixed)::text) FROM lists';
	RETURN QUERY EXECUTE 'SELECT ''union of elastic ones'', md5(bloom_union_agg(elastic)::text) FROM lists';
	RETURN QUERY EXECUTE 'SELECT v.what, md5(u::text) FROM (SELECT bloom_union_agg(f) AS f, bloom_union_agg(g) AS g, bloom_union_agg(h) AS h, bloom_union_agg(CASE d % 3 WHEN 0 THEN f WHEN 1 THEN g ELSE h END) AS mixed,
		bloom_union_agg(CASE WHEN d % 2 = 1 THEN bloom() || d ELSE f END) AS lists FROM days) AS r,
		LATERAL (VALUES (''days'', f), (''days, more bits'', g), (''days, few bits'', h), (''days, mixed'', mixed), (''days and lists'', lists)) AS v(what, u)';
	RETURN QUERY EXECUTE 'SELECT ''days of groups'', md5(string_agg(f::text, '' '' ORDER BY d)) FROM (SELECT d % 4 AS d, bloom_union_agg(f) AS f FROM days GROUP BY d % 4) AS v';
	RETURN QUERY EXECUTE 'SELECT ''days, window'', md5(string_agg(f::text, '' '' ORDER BY d)) FROM (SELECT d, bloom_union_agg(f) OVER (ORDER BY d) AS f FROM days) AS v WHERE d % 7 = 0';
	RETURN QUERY EXECUTE 'SELECT ''window'', md5(string_agg(f::text, '' '' ORDER BY n)) FROM (SELECT n, bloom_union_agg(fixed) OVER (ORDER BY n / 500) AS f FROM lists) AS v WHERE n % 500 = 0';
	RETURN QUERY EXECUTE 'SELECT ''window of values'', md5(string_agg(f::text, '' '' ORDER BY i)) FROM (SELECT i, bloom_agg(url) OVER (PARTITION BY third) AS f FROM crawled) AS v WHERE i <= 3';
END $$;
CREATE TABLE outcomes (way text, what text, result text);
SET max_parallel_workers_per_gather = 0;
SET work_mem = '1GB';
INSERT INTO outcomes SELECT 'memory', * FROM results();
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
INSERT INTO outcomes SELECT 'file', * FROM results();
SET enable_hashagg = off;
INSERT INTO outcomes SELECT 'file, sorted', * FROM results();
RESET enable_hashagg;
SET enable_sort = off;
INSERT INTO outcomes SELECT 'file, hashed', * FROM results();
RESET enable_sort;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS OFF) SELECT bloom_agg(url) FROM crawled;
INSERT INTO outcomes SELECT 'file, parallel', * FROM results();
SET work_mem = '1GB';
INSERT INTO outcomes SELECT 'memory, parallel', * FROM results();
SELECT what, count(*) AS ways, count(DISTINCT result) AS results FROM outcomes GROUP BY what ORDER BY what COLLATE "C";
-- these are the filters of the same values, built in other ways
SET max_parallel_workers_per_gather = 0;
SELECT bloom_agg(url, 60000) = bloom_add_all(bloom(60000), array_agg(url)) AS sized, bloom_agg(url) = bloom_agg_like(url, bloom()) AS itself, bloom_agg_like(url, bloom()) = bloom_add_all(bloom(), array_agg(url)) AS elastic,
	bloom_agg_like(url, bloom()) = (SELECT bloom_union_agg(elastic) FROM lists) AS united FROM crawled;
SELECT bloom_union_agg(f) = (SELECT bloom_agg(i) FROM generate_series(900, 57000) i) AS f, bloom_union_agg(g) = (SELECT bloom_agg_like(i, bloom_elastic(1000000, 0.00001)) FROM generate_series(900, 57000) i) AS g,
	bloom_union_agg(h) = (SELECT bloom_agg_like(i, bloom_elastic(60000, 0.5)) FROM generate_series(900, 57000) i) AS h FROM days;

-- a cursor fails in a subtransaction, which closes the file; later, the cursor does not close it again
SET work_mem = '64kB';
BEGIN;
DECLARE c CURSOR FOR SELECT bloom_agg(CASE WHEN i < 120000 THEN i ELSE i / 0 END) FROM crawled;
DECLARE d CURSOR FOR SELECT bloom_agg(CASE WHEN i < 120000 THEN i ELSE i / 0 END) FROM crawled;
SAVEPOINT s;
FETCH c;
ROLLBACK TO s;
FETCH d;
ROLLBACK TO s;
CLOSE c;
COMMIT;

-- the file has at most 9 bytes per row
SET work_mem = '64kB';
CREATE FUNCTION file_bytes(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
	EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ' || query INTO plan;
	RETURN (plan -> 0 -> 'Plan' ->> 'Temp Written Blocks')::bigint * current_setting('block_size')::bigint;
END $$;
SELECT file_bytes('SELECT bloom_agg(i) FROM crawled') BETWEEN 8 * 100000 AND 9 * 120000 AS aggregate, file_bytes('SELECT bloom_agg(i % 100) FROM crawled') AS repeated,
	file_bytes('SELECT bloom_agg_like(i, bloom()) FROM crawled') BETWEEN 8 * 100000 AND 9 * 120000 AS elastic;
-- a filter with a capacity has a file until it is dense; this one is, with 19,000 values
SELECT file_bytes('SELECT bloom_agg(i, 120000) FROM crawled') BETWEEN 8 * 10000 AND 9 * 30000 AS dense, file_bytes('SELECT bloom_agg(i % 18000, 120000) FROM crawled') BETWEEN 8 * 18000 AND 10 * 120000 AS list,
	bloom_agg(i % 18000, 120000) = bloom_add_all(bloom(120000), array_agg(i % 18000)) AS same FROM crawled;
-- unions of coded filters need no file
SELECT file_bytes('SELECT bloom_union_agg(f) FROM days') AS days, file_bytes('SELECT bloom_union_agg(elastic) FROM lists') AS lists;
-- all groups of hash aggregation share hash_mem: 512 kB, and up to 85 kB more for each of 20 groups
CREATE FUNCTION peak(query text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
	EXECUTE 'EXPLAIN (ANALYZE, FORMAT JSON) ' || query INTO plan;
	RETURN (plan -> 0 -> 'Plan' ->> 'Peak Memory Usage')::int;
END $$;
SET enable_sort = off;
SET work_mem = '512kB';
SELECT peak('SELECT bloom_agg(i) FROM crawled GROUP BY i % 20') BETWEEN 512 AND 512 + 85 * 20 AS sized, peak('SELECT bloom_agg_like(i, bloom()) FROM crawled GROUP BY i % 20') BETWEEN 512 AND 512 + 85 * 20 AS elastic;
-- a union of 13 MB, whose result has 138 kB, and the largest filter 78 kB
SELECT peak('SELECT bloom_union_agg(f) FROM days, generate_series(1, 10) GROUP BY d % 1') BETWEEN 138 AND 512 + 4 * 138 + 2 * 78 AS united;
-- small groups take about as much as those of array_agg, or less if values are repeated
SET work_mem = '64MB';
SELECT elastic < 1.1 * arrays AS elastic, fixed < 1.1 * arrays AS fixed, repeated < 0.3 * arrays AS repeated FROM (SELECT peak('SELECT bloom_agg(i) FROM crawled GROUP BY many') AS elastic, peak('SELECT bloom_agg(i, 1000) FROM crawled GROUP BY many') AS fixed,
	peak('SELECT bloom_agg(i % 3) FROM crawled GROUP BY many') AS repeated, peak('SELECT array_agg(i::bigint) FROM crawled GROUP BY many') AS arrays) AS s;
RESET enable_sort;
DROP FUNCTION peak;
-- a canceled query, or one that fails, leaves no file
DO $$
BEGIN
	FOR round IN 1 .. 3 LOOP
		BEGIN
			PERFORM bloom_agg(i / CASE WHEN i < 119000 THEN 1 ELSE 0 END) FROM crawled;
		EXCEPTION WHEN division_by_zero THEN
			NULL;
		END;
	END LOOP;
END $$;
SELECT count(*) AS files FROM pg_ls_tmpdir();
RESET ALL;
DROP FUNCTION results, file_bytes;
DROP TABLE crawled, lists, days, outcomes;
