-- Prefetching scans
-- the lines of a plan that tell, alike in all versions of PostgreSQL
CREATE FUNCTION plan(query text, options text = 'COSTS off', loops boolean = false) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE format('EXPLAIN (%s) %s', options, query) LOOP
		CONTINUE WHEN line !~ 'Scan|Filter|Prefetch|Loop|Tid';
		line := regexp_replace(line, '\(InitPlan (expr_)?\d\)\.col1|\$\d', '$n', 'g');
		line := replace(line, 'SubPlan expr_', 'SubPlan ');
		RETURN NEXT CASE WHEN loops THEN line ELSE regexp_replace(line, ' *\(actual.*$| *\(never.*$', '') END;
	END LOOP;
END $$;
-- what a query says, prefetching always and never: whether it is the same, and how many rows there are
CREATE FUNCTION same(query text, OUT looks_ahead boolean, OUT same boolean, OUT result text) LANGUAGE plpgsql AS $$
DECLARE
	never text;
BEGIN
	SET LOCAL bloomext.prefetch = always;
	looks_ahead := EXISTS (SELECT FROM plan(query) AS line WHERE line ~ 'Custom Scan \(bloomext( join)?\)');
	EXECUTE format('SELECT count(*) || coalesce('' '' || md5(string_agg(q::text, '','')), '''') FROM (%s) AS q', query) INTO result;
	SET LOCAL bloomext.prefetch = off;
	EXECUTE format('SELECT count(*) || coalesce('' '' || md5(string_agg(q::text, '','')), '''') FROM (%s) AS q', query) INTO never;
	same := result = never;
	result := split_part(result, ' ', 1);
END $$;
SET max_parallel_workers_per_gather = 0;
SET bloomext.prefetch = on;

-- columns that were dropped and added, nulls, values that are compressed or out of line
CREATE TABLE pages (id int, gone text, url text, site text, size bigint);
INSERT INTO pages SELECT i, 'gone', 'http://example.com/page/' || i, 'site' || i % 10, i * 3 FROM generate_series(1, 20000) i;
ALTER TABLE pages DROP COLUMN gone;
ALTER TABLE pages ADD COLUMN kind text DEFAULT 'http://example.com/page/7';
UPDATE pages SET url = NULL WHERE id % 100 = 0;
UPDATE pages SET url = repeat('http://example.com/', 1000) || id WHERE id % 500 = 1;
ALTER TABLE pages ALTER COLUMN url SET STORAGE external, ADD COLUMN day date DEFAULT '2026-11-22';
UPDATE pages SET url = repeat('http://example.org/', 500) || id WHERE id % 500 = 2;
UPDATE pages SET kind = url WHERE id % 3 = 0;
DELETE FROM pages WHERE id % 11 = 0;
INSERT INTO pages (id, url, site, size) SELECT i, 'http://example.com/page/' || i, 'new', i FROM generate_series(20001, 21000) i;
VACUUM ANALYZE pages;
CREATE TABLE filters (what text, filter bloom);
INSERT INTO filters
SELECT 'half', bloom_agg(url, 54000) FROM pages WHERE id % 2 = 0 UNION ALL
SELECT 'sparse', bloom_agg(url, 10000000) FROM pages WHERE id % 50 = 0 UNION ALL
SELECT 'growing', bloom_agg_like(url, bloom(500, growth => 2)) FROM pages WHERE id % 2 = 0 UNION ALL
SELECT 'counting', bloom_agg_like(url, bloom(20000, counting => true)) FROM pages WHERE id % 2 = 0 UNION ALL
SELECT 'precise', bloom_agg_like(url, bloom(20000, 1e-6, seed => 7)) FROM pages WHERE id % 2 = 0 UNION ALL
SELECT 'guava', bloom_agg_like(url, bloom_new('guava', 20000)) FROM pages WHERE id % 2 = 0 UNION ALL
SELECT 'null', NULL UNION ALL
SELECT 'integers', bloom_agg(id, 20000) FROM pages WHERE id % 2 = 0 UNION ALL
SELECT 'sizes', bloom_agg(size, 60000) FROM pages WHERE id % 4 = 0;
ANALYZE filters;
CREATE VIEW half AS SELECT filter FROM filters WHERE what = 'half';
SELECT what, bytes, representation FROM filters, bloom_info(filter) WHERE what IN ('half', 'sparse', 'growing', 'counting') ORDER BY what;

-- the plan
SELECT plan('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half)');
SELECT plan('SELECT * FROM pages WHERE (SELECT filter FROM half) @> url AND id > 100 AND site = upper(site)');
SELECT plan('SELECT * FROM pages WHERE NOT bloom_contains((SELECT filter FROM half), url)');
SELECT plan('SELECT * FROM pages AS p WHERE url <@ (SELECT filter FROM half) AND NOT size <@ (SELECT filter FROM half)', 'COSTS off, VERBOSE');
SELECT plan('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half) AND NOT url <@ (SELECT filter FROM half)');
SELECT plan('SELECT * FROM pages, filters WHERE url <@ filter AND what = ''half''');
-- a constant filter
SELECT count(*) FROM (SELECT plan(format('SELECT * FROM pages WHERE url <@ %L::bloom', filter)) AS line FROM half) AS q WHERE line ~ 'Custom Scan';
SELECT plan('SELECT * FROM pages WHERE url <@ bloom(10)');
-- counted as it goes, once the filter has been read
SELECT plan('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half)', 'ANALYZE, COSTS off, TIMING off, SUMMARY off');
SELECT plan('SELECT * FROM pages WHERE url <@ (SELECT filter FROM filters WHERE what = ''guava'')', 'ANALYZE, COSTS off, TIMING off, SUMMARY off');
SELECT plan('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half) LIMIT 1', 'ANALYZE, COSTS off, TIMING off, SUMMARY off');
-- once per row, even if it is tested twice
SELECT substring(line, 'Prefetched: (\d+)$')::int <= (SELECT count(*) FROM pages) AS once FROM plan('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half) AND url <@ (SELECT filter FROM half)', 'ANALYZE, COSTS off, TIMING off, SUMMARY off') AS line WHERE line ~ 'Prefetched';
-- not if few of the rows are tested, which the scan notices
SELECT line ~ 'Prefetched: \d\d$' AS few FROM plan('SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM half) AND id % 50 = 0', 'ANALYZE, COSTS off, TIMING off, SUMMARY off') AS line WHERE line ~ 'Prefetched';
-- where it isn't used: parts of conditions, the target list, expressions, types whose hashing calls a function, samples,
-- small tables
SELECT plan('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half) OR id = 3');
SELECT plan('SELECT count(*) FILTER (WHERE url <@ (SELECT filter FROM half)) FROM pages');
SELECT plan('SELECT * FROM pages WHERE lower(url) <@ (SELECT filter FROM half)');
SELECT plan('SELECT * FROM pages WHERE day <@ (SELECT filter FROM half)');
SELECT plan('SELECT * FROM pages WHERE url <@ (SELECT f.filter FROM filters AS f WHERE f.what = pages.site)');
SELECT plan('SELECT * FROM pages TABLESAMPLE SYSTEM (50) WHERE url <@ (SELECT filter FROM half)');
SELECT plan('SELECT * FROM filters WHERE what <@ (SELECT filter FROM half)');
SET bloomext.prefetch = off;
SELECT plan('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half)');
SET bloomext.prefetch = perhaps;
SET bloomext.prefetch = on;

-- the answers
SELECT what, (same(format('SELECT * FROM pages WHERE url <@ (SELECT filter FROM filters WHERE what = %L)', what))).*,
	(same(format('SELECT id, tableoid, ctid, kind FROM pages WHERE NOT (SELECT filter FROM filters WHERE what = %L) @> kind', what))).*
FROM filters WHERE what NOT IN ('integers', 'sizes');
SELECT (same('SELECT * FROM pages WHERE size <@ (SELECT filter FROM filters WHERE what = ''sizes'') AND NOT kind <@ (SELECT filter FROM half) AND id % 2 = 0')).*;
SELECT (same('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half) LIMIT 77')).*;
SELECT (same('SELECT * FROM pages WHERE url <@ (SELECT filter FROM half) OFFSET 7777')).*;
SELECT (same('SELECT what, id, size FROM pages, filters WHERE url <@ filter AND what IN (''half'', ''counting'', ''null'') ORDER BY what, id')).*;
SELECT (same('SELECT * FROM filters, LATERAL (SELECT id FROM pages WHERE filter @> url LIMIT 7) AS q WHERE what NOT IN (''integers'', ''sizes'')')).*;
SELECT (same('SELECT what FROM filters WHERE EXISTS (SELECT FROM pages WHERE url <@ filter AND id > 15000) AND what NOT IN (''integers'', ''sizes'')')).*;
SELECT (same('SELECT what, id, url FROM filters LEFT JOIN pages ON url <@ filter AND id < 300 WHERE what IN (''half'', ''null'')')).*;

-- an error comes with its row, and not with those that a LIMIT hides or that were tested before
SET bloomext.prefetch = always;
SELECT id FROM pages WHERE url <@ (SELECT filter FROM half) AND 1 / (id - 20) < 1 LIMIT 5;
SELECT id FROM pages WHERE url <@ (SELECT filter FROM half) AND 1 / (id - 20) < 1 LIMIT 6;
SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM filters WHERE what = 'integers');
SELECT count(*) FROM pages WHERE id < 0 AND url <@ (SELECT filter FROM filters WHERE what = 'integers');
SELECT count(*) FROM pages WHERE url COLLATE "C" <@ (SELECT filter FROM half) AND id < 10;
-- the filter is evaluated when a row asks for it
CREATE FUNCTION no_filter() RETURNS bloom LANGUAGE plpgsql AS 'BEGIN RAISE ''evaluated''; END';
SELECT count(*) FROM pages WHERE id < 0 AND url <@ (SELECT no_filter());
SELECT count(*) FROM pages WHERE id > 0 AND url <@ (SELECT no_filter());
-- each qual is evaluated once a row, in the order that a Seq Scan has
CREATE SEQUENCE before_test;
CREATE SEQUENCE after_test;
CREATE FUNCTION counted(sequence regclass) RETURNS boolean COST 1 LANGUAGE plpgsql AS 'BEGIN RETURN nextval(sequence) > 0; END';
CREATE FUNCTION counted_later(sequence regclass) RETURNS boolean COST 100 LANGUAGE plpgsql AS 'BEGIN RETURN nextval(sequence) > 0; END';
SELECT plan('SELECT count(*) FROM pages WHERE counted_later(''after_test'') AND url <@ (SELECT filter FROM half) AND counted(''before_test'')');
SELECT count(*) FROM pages WHERE counted_later('after_test') AND url <@ (SELECT filter FROM half) AND counted('before_test');
SELECT count(*) = currval('before_test') AS before, (SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM half)) = currval('after_test') AS after FROM pages;
-- the right to call a function is asked for
CREATE ROLE regress_bloom_reader;
GRANT SELECT ON pages, filters, half TO regress_bloom_reader;
REVOKE EXECUTE ON FUNCTION bloom_contained(text, bloom) FROM PUBLIC;
SET ROLE regress_bloom_reader;
SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM half);
RESET ROLE;
GRANT EXECUTE ON FUNCTION bloom_contained(text, bloom) TO PUBLIC;

-- row security: what a policy hides isn't shown to a function, before or after the test
CREATE FUNCTION shows(id int) RETURNS boolean COST 1 LANGUAGE plpgsql AS 'BEGIN IF id > 10 THEN RAISE ''shown''; END IF; RETURN true; END';
CREATE POLICY readable ON pages USING (url <@ (SELECT filter FROM half) AND id <= 10);
ALTER TABLE pages ENABLE ROW LEVEL SECURITY;
SET ROLE regress_bloom_reader;
SELECT plan('SELECT id FROM pages WHERE shows(id)');
SELECT id FROM pages WHERE shows(id);
RESET ROLE;
-- and a cursor's row, found by its place
GRANT UPDATE ON pages TO regress_bloom_reader;
SET ROLE regress_bloom_reader;
BEGIN;
DECLARE c CURSOR FOR SELECT id FROM pages FOR UPDATE;
FETCH 2 FROM c;
SELECT plan('UPDATE pages SET size = 0 WHERE CURRENT OF c');
UPDATE pages SET size = 0 WHERE CURRENT OF c RETURNING id;
ROLLBACK;
RESET ROLE;
DROP POLICY readable ON pages;
ALTER TABLE pages DISABLE ROW LEVEL SECURITY;
DROP OWNED BY regress_bloom_reader;
DROP ROLE regress_bloom_reader;

-- cursors, both ways, over rows that are in the order of their ids
BEGIN;
CREATE TABLE sorted AS SELECT id, url, size FROM pages ORDER BY id;
ANALYZE sorted;
SELECT plan('SELECT id FROM sorted WHERE url <@ (SELECT filter FROM half) AND id < 200');
DECLARE c CURSOR FOR SELECT id FROM sorted WHERE url <@ (SELECT filter FROM half) AND id < 200;
MOVE 60 FROM c;
FETCH 3 FROM c;
FETCH BACKWARD 2 FROM c;
FETCH 2 FROM c;
MOVE FORWARD ALL FROM c;
FETCH BACKWARD 1 FROM c;
MOVE BACKWARD ALL FROM c;
FETCH 1 FROM c;
UPDATE sorted SET size = -1 WHERE CURRENT OF c RETURNING id;
DELETE FROM sorted WHERE CURRENT OF c;
FETCH 1 FROM c;
ROLLBACK;
-- changes
BEGIN;
SELECT plan('UPDATE pages SET size = 0 WHERE url <@ (SELECT filter FROM half)');
WITH changed AS (UPDATE pages SET size = 0 WHERE url <@ (SELECT filter FROM half) RETURNING id, tableoid)
SELECT count(*), min(tableoid::regclass::text) FROM changed;
WITH gone AS (DELETE FROM pages WHERE NOT url <@ (SELECT filter FROM half) RETURNING id)
SELECT count(*) FROM gone;
SELECT count(*) FROM (SELECT id FROM pages WHERE url <@ (SELECT filter FROM half) FOR UPDATE) AS q;
INSERT INTO pages SELECT * FROM pages WHERE url <@ (SELECT filter FROM half);
SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM half);
ROLLBACK;

-- a plan for all parameters
SET plan_cache_mode = force_generic_plan;
PREPARE in_filter(bloom) AS SELECT count(*), min(id), max(id) FROM pages WHERE url <@ $1;
SELECT plan(format('EXECUTE in_filter(%L)', bloom(10)));
EXECUTE in_filter(NULL);
SELECT format('EXECUTE in_filter(%L)', filter) AS execute FROM half \gset
:execute;
EXECUTE in_filter(bloom(10) || 'http://example.com/page/5');
RESET plan_cache_mode;
CREATE FUNCTION count_in(filter bloom) RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT count(*) FROM pages WHERE url <@ filter); END';
SELECT what, count_in(filter), count_in(bloom_union(filter, filter)) FROM filters WHERE what IN ('half', 'growing', 'null');

-- partitions, of which one has other places for its columns
CREATE TABLE parts (id int, url text) PARTITION BY RANGE (id);
CREATE TABLE part1 PARTITION OF parts FOR VALUES FROM (0) TO (12000);
CREATE TABLE part2 (gone int, url text, id int);
ALTER TABLE part2 DROP COLUMN gone;
ALTER TABLE parts ATTACH PARTITION part2 FOR VALUES FROM (12000) TO (30000);
INSERT INTO parts SELECT id, url FROM pages;
VACUUM ANALYZE parts;
SET bloomext.prefetch = on;
SELECT plan('SELECT * FROM parts WHERE url <@ (SELECT filter FROM half)');
SELECT (same('SELECT * FROM parts WHERE url <@ (SELECT filter FROM half)')).*;
-- a partition is as large as the table
CREATE TABLE small_parts (id int, url text) PARTITION BY HASH (id);
CREATE TABLE small_part0 PARTITION OF small_parts FOR VALUES WITH (MODULUS 3, REMAINDER 0);
CREATE TABLE small_part1 PARTITION OF small_parts FOR VALUES WITH (MODULUS 3, REMAINDER 1);
CREATE TABLE small_part2 PARTITION OF small_parts FOR VALUES WITH (MODULUS 3, REMAINDER 2);
INSERT INTO small_parts SELECT id, url FROM pages;
VACUUM ANALYZE small_parts;
SELECT plan('SELECT * FROM small_parts WHERE url <@ (SELECT filter FROM half)');
SELECT plan('SELECT * FROM small_part1 WHERE url <@ (SELECT filter FROM half)');
SELECT (same('SELECT what, parts.* FROM filters, parts WHERE url <@ filter AND what IN (''half'', ''counting'', ''null'') ORDER BY what, id')).*;
-- workers
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET parallel_leader_participation = off;
ALTER TABLE pages SET (parallel_workers = 2);
SELECT plan('SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM half)');
SELECT count(*) FROM plan('SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM half)', 'ANALYZE, COSTS off, TIMING off, SUMMARY off') AS line WHERE line ~ 'Rows Prefetched: [1-9]';
SELECT (same('SELECT count(*), sum(id) FROM pages WHERE url <@ (SELECT filter FROM half)')).*;
SELECT (same('SELECT count(*), sum(id) FROM parts WHERE url <@ (SELECT filter FROM half)')).*;
-- each worker evaluates a hashed sub-plan once; there may be one or two
SELECT line ~ 'loops=[12]\)' AS once FROM plan('SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM half) AND id NOT IN (SELECT length(what) FROM filters)', 'ANALYZE, COSTS off, TIMING off, SUMMARY off', true) AS line WHERE line ~ 'on filters filters_1';
-- again for each row outside, and with another filter
SET enable_material = off;
SELECT (same('SELECT what, (SELECT count(*) FROM pages WHERE url <@ (SELECT filter FROM half) AND id > length(what)) FROM filters')).*;
SELECT (same('SELECT what, (SELECT count(*) FROM pages WHERE url <@ filter AND id > 0) FROM filters WHERE what NOT IN (''integers'', ''sizes'')')).*;

RESET ALL;
-- the planner remembers which functions are tests, until they change
SET bloomext.prefetch = always;
DO $$ BEGIN
	EXECUTE (SELECT format('CREATE FUNCTION once_a_test(bloom, text) RETURNS boolean STRICT LANGUAGE c AS %L, %L', probin, prosrc) FROM pg_proc WHERE oid = 'bloom_contains(bloom, text)'::regprocedure);
END $$;
SELECT plan('SELECT * FROM pages WHERE once_a_test((SELECT filter FROM half), url)');
CREATE OR REPLACE FUNCTION once_a_test(bloom, text) RETURNS boolean STRICT LANGUAGE plpgsql AS 'BEGIN RETURN false; END';
SELECT plan('SELECT * FROM pages WHERE once_a_test((SELECT filter FROM half), url)');
DROP FUNCTION once_a_test;

-- in a new session, where nothing has loaded the library
\c -
SET bloomext.prefetch = off;
SELECT plan('SELECT * FROM pages, filters WHERE url <@ filter AND what = ''half''');
SET bloomext.prefetch = on;
SELECT plan('SELECT * FROM pages, filters WHERE url <@ filter AND what = ''half''');
RESET bloomext.prefetch;
DROP VIEW half;
DROP TABLE pages, filters, parts, small_parts;
DROP SEQUENCE before_test, after_test;
DROP FUNCTION plan, same, no_filter, counted, counted_later, shows, count_in;
