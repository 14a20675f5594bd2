-- Joins of values and filters
-- the lines of a plan that are alike in all versions of PostgreSQL
CREATE FUNCTION plan(query text, options text = 'COSTS off', counts boolean = false) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	line text;
BEGIN
	FOR line IN EXECUTE format('EXPLAIN (%s) %s', options, query) LOOP
		CONTINUE WHEN line !~ 'Scan|Join|Loop|Filter|Cond|Batches|Gather|Append|Modify|Update|Delete|Lock';
		line := regexp_replace(line, '\(InitPlan (expr_)?\d\)\.col1|\$\d', '$n', 'g');
		RETURN NEXT CASE WHEN counts THEN line ELSE regexp_replace(line, ' *\(actual.*$| *\(never.*$', '') END;
	END LOOP;
END $$;
-- what a query says with the join and with PostgreSQL's own: whether there is a join, whether rows are the same, and how many
CREATE FUNCTION same(query text, OUT joins boolean, OUT same boolean, OUT rows text) LANGUAGE plpgsql AS $$
DECLARE
	counting text := format('SELECT count(*) || coalesce('' '' || md5(string_agg(q::text, '','' ORDER BY q::text)), '''') FROM (%s) AS q', query);
	plain text;
BEGIN
	SET LOCAL bloomext.prefetch = always;
	joins := EXISTS (SELECT FROM plan(query) AS line WHERE line ~ 'Custom Scan \(bloomext join\)');
	EXECUTE counting INTO rows;
	SET LOCAL bloomext.prefetch = off;
	EXECUTE counting INTO plain;
	same := rows = plain;
	rows := split_part(rows, ' ', 1);
END $$;
SET max_parallel_workers_per_gather = 0;
SET bloomext.prefetch = on;
SET work_mem = '4MB';
SET hash_mem_multiplier = 1;

CREATE TABLE pages (id int, url text, site int, code varchar(20), pad char(10), u uuid);
INSERT INTO pages SELECT i, CASE WHEN i % 100 <> 0 THEN 'http://example.com/page/' || i END, i % 40, 'code' || i % 900, 'pad' || i % 700, md5(i::text)::uuid
FROM generate_series(1, 20000) i;
CREATE TABLE some_pages AS SELECT * FROM pages WHERE id % 20 = 3;
-- a large filter; the same in a table that was never analyzed; many filters, of several seeds, of which some are lists
CREATE TABLE known (f bloom);
INSERT INTO known SELECT bloom_agg(url, 54000) FROM pages WHERE id % 2 = 0;
CREATE TABLE never (LIKE known) WITH (autovacuum_enabled = off);
INSERT INTO never SELECT f FROM known;
CREATE TABLE daily (day int, class text, seen bloom);
INSERT INTO daily SELECT id % 40, 'text', bloom_agg_like(url, bloom(CASE WHEN id % 40 % 3 = 0 THEN 100000 ELSE 3000 END, seed => id % 40 / 20)) FROM pages GROUP BY id % 40;
INSERT INTO daily VALUES (100, 'text', NULL), (101, 'text', bloom(10)), (102, 'text', bloom(10) || 'http://example.com/page/5');
INSERT INTO daily SELECT 103, 'text', bloom_agg_like(url, bloom_new('guava', 20000)) FROM pages WHERE id % 3 = 0;
INSERT INTO daily SELECT 104, 'text', bloom_agg_like(url, bloom(1000, growth => 2)) FROM pages WHERE id % 3 = 1;
INSERT INTO daily SELECT 105, 'text', bloom_agg_like(url, bloom(20000, counting => true)) FROM pages WHERE id % 3 = 2;
INSERT INTO daily SELECT 200, 'integer', bloom_agg(id, 20000) FROM pages WHERE id % 5 = 0;
INSERT INTO daily SELECT 201, 'uuid', bloom_agg(u, 20000) FROM pages WHERE id % 5 = 0;
CREATE TABLE texts AS SELECT day, seen FROM daily WHERE class = 'text';
CREATE TABLE parts (id int, url text, site int) PARTITION BY HASH (site);
SELECT format('CREATE TABLE part%s PARTITION OF parts FOR VALUES WITH (MODULUS 4, REMAINDER %s)', i, i) FROM generate_series(0, 3) i \gexec
INSERT INTO parts SELECT id, url, site FROM pages;
VACUUM ANALYZE pages, some_pages, known, daily, texts, parts;

-- plans: a filter that is joined in, also on partitions, and of a table about which the planner knows nothing
SELECT plan('SELECT count(*) FROM pages, known WHERE NOT url <@ f');
SELECT plan('SELECT count(*) FROM parts, known WHERE NOT url <@ f');
SELECT plan('SELECT count(*) FROM pages, never WHERE NOT url <@ f');
-- NOT EXISTS and its relatives
SELECT plan('SELECT count(*) FROM pages WHERE NOT EXISTS (SELECT FROM known WHERE pages.url <@ f)');
SELECT plan('SELECT count(*) FROM pages LEFT JOIN known ON f @> url WHERE f IS NULL');
SELECT plan('SELECT count(*) FROM pages LEFT JOIN known ON url <@ f WHERE f IS NULL OR id = 7');
SELECT plan('SELECT count(*) FROM pages LEFT JOIN known ON bloom_contains(f, url) AND id > 7');
-- a few values and many filters
SELECT plan('SELECT * FROM some_pages JOIN texts ON url <@ seen');
SELECT plan('SELECT * FROM texts JOIN some_pages ON bloom_contained(lower(url), seen) AND site <> day AND day > 7');
SELECT plan('SELECT * FROM some_pages WHERE EXISTS (SELECT FROM texts WHERE url <@ seen AND day <> site)');
SELECT plan('SELECT * FROM some_pages WHERE url <@ ANY (SELECT seen FROM texts)');
-- conditions that cost more than the test come after it
CREATE FUNCTION slow(int, int) RETURNS boolean STABLE COST 200 LANGUAGE plpgsql AS 'BEGIN RETURN $1 % 3 = $2 % 3; END';
SELECT plan('SELECT * FROM some_pages JOIN texts ON slow(id, day) AND url <@ seen AND day <> site', 'COSTS off, ANALYZE, TIMING off, SUMMARY off');
-- where others are better: a hash join, an index, the test alone; and where it is not possible: LATERAL, volatile functions
SELECT plan('SELECT * FROM pages JOIN texts ON site = day AND url <@ seen');
CREATE INDEX ON pages (id);
SELECT plan('SELECT * FROM texts JOIN pages ON id = day AND url <@ seen AND day < 5');
SELECT plan('SELECT * FROM known, pages WHERE id = 7 AND url <@ f');
SELECT plan('SELECT day FROM texts, LATERAL (SELECT FROM some_pages WHERE url <@ seen AND day > 3 OFFSET 0) AS q');
SELECT plan('SELECT * FROM some_pages JOIN texts ON url <@ seen AND random() < 2');
SET bloomext.prefetch = off;
SELECT plan('SELECT * FROM some_pages JOIN texts ON url <@ seen');
SET bloomext.prefetch = on;

-- what EXPLAIN ANALYZE says: the first batch is small, the others are not, also if filters do not fit into memory
SELECT plan('SELECT count(*) FROM pages JOIN texts ON url <@ seen AND day <> site', 'COSTS off, ANALYZE, TIMING off, SUMMARY off');
SET work_mem = '64kB';
SELECT count(*) FROM plan('SELECT count(*) FROM pages JOIN texts ON url <@ seen', 'COSTS off, ANALYZE, TIMING off, SUMMARY off') AS line WHERE line ~ 'Batches: [12].$';
SET work_mem = '16MB';
-- a column of a domain is a column: its filters fit into memory, so batches are small
CREATE DOMAIN seen_urls AS bloom;
CREATE TEMP TABLE domains AS SELECT day, seen::seen_urls FROM texts WHERE day < 6;
SELECT count(*) FROM plan('SELECT count(*) FROM pages JOIN domains ON url <@ seen', 'COSTS off, ANALYZE, TIMING off, SUMMARY off') AS line WHERE line ~ 'Batches: 4$';
DROP TABLE domains;
DROP DOMAIN seen_urls;
SET work_mem = '4MB';
SELECT plan('SELECT count(*) FROM (SELECT FROM pages JOIN texts ON url <@ seen LIMIT 700) AS q', 'COSTS off, ANALYZE, TIMING off, SUMMARY off');
SET bloomext.prefetch = always;
SELECT n, substring(line FROM 'rows=(\d+)')::int AS rows FROM unnest(ARRAY[10, 500]) AS n, plan('SELECT FROM pages JOIN texts ON url <@ seen WHERE url IS NOT NULL LIMIT ' || n, 'COSTS off, ANALYZE, TIMING off, SUMMARY off', true) AS line WHERE line ~ 'on pages';
SET bloomext.prefetch = on;
SELECT plan('SELECT FROM some_pages JOIN texts ON url <@ seen LIMIT 1', 'COSTS off, ANALYZE, TIMING off, SUMMARY off');
-- nothing is read that is not needed: the inner side, if the outer one is empty
SELECT line FROM unnest(ARRAY['id < 0 AND url <@ seen', 'url <@ seen AND day < 0']) AS q,
	plan('SELECT * FROM some_pages JOIN texts ON ' || q, 'COSTS off, ANALYZE, TIMING off, SUMMARY off') AS line WHERE line !~ 'Removed';
SELECT day FROM (SELECT url FROM some_pages WHERE id < 0) AS q JOIN (SELECT day, 1 / (day - day), seen FROM texts OFFSET 0) AS r ON url <@ seen;

-- the answers: types of joins
SET bloomext.prefetch = always;
SELECT kind, (same(format('SELECT id, day FROM some_pages %s JOIN texts ON url <@ seen AND day %% 3 <> site %% 3 %s', kind, condition))).*
FROM unnest(ARRAY['INNER', 'LEFT']) AS kind, unnest(ARRAY['', 'WHERE day IS NULL', 'WHERE day IS NULL OR id % 7 = 1', 'WHERE coalesce(day, 7) = 7']) AS condition;
SELECT kind, operator, (same(format('SELECT * FROM some_pages WHERE %s EXISTS (SELECT FROM texts WHERE day %% 3 <> site %% 3 AND %s)', kind, operator))).*
FROM unnest(ARRAY['', 'NOT']) AS kind, unnest(ARRAY['url <@ seen', 'NOT seen @> url', 'bloom_contains(seen, code)', 'NOT bloom_contained(pad, seen)']) AS operator;
SELECT (same('SELECT id FROM some_pages WHERE url <@ ANY (SELECT seen FROM texts WHERE day > 5)')).*;
SELECT same, rows FROM same('SELECT id FROM some_pages WHERE id % 40 IN (SELECT day FROM texts WHERE url <@ seen)');
SELECT (same('SELECT id, day FROM texts RIGHT JOIN some_pages ON url <@ seen AND day > 30')).*;
-- rows, system columns, columns that are computed below and above outer joins
SELECT (same('SELECT p, t.day, p.ctid, t.tableoid FROM some_pages AS p LEFT JOIN texts AS t ON url <@ seen')).*;
SELECT (same('SELECT s.id, q.* FROM some_pages AS s LEFT JOIN (SELECT p.id, coalesce(day, 0) AS day, 7 AS seven FROM some_pages AS p LEFT JOIN texts ON url <@ seen AND day < 20) AS q ON s.id = q.id + 20')).*;
SELECT (same('SELECT p.id, q.* FROM some_pages AS p LEFT JOIN (SELECT *, coalesce(day, 0) AS zero, 7 AS seven FROM texts) AS q ON url <@ seen AND day < 20')).*;
SELECT (same('SELECT s.id, q.v, t.day FROM some_pages AS s LEFT JOIN (SELECT id, coalesce(url, ''none'') AS v FROM pages) AS q ON q.id = s.id + 1 LEFT JOIN texts AS t ON v <@ seen')).*;
SELECT (same('SELECT q.day, r.day, id FROM some_pages JOIN texts AS q ON url <@ q.seen LEFT JOIN texts AS r ON code <@ r.seen AND r.day > q.day')).*;
-- filters that are built, imported, small, expressions
SELECT (same('SELECT id, q.site FROM some_pages JOIN (SELECT site % 7 AS site, bloom_agg(url, 50000) AS f FROM pages GROUP BY 1) AS q ON url <@ f')).*;
SELECT (same('SELECT id, day FROM some_pages JOIN texts ON url <@ coalesce(seen, bloom(10)) AND day > 90')).*;
SELECT (same('SELECT id, day FROM some_pages JOIN texts ON url <@ (seen | seen) WHERE day < 3')).*;
SELECT (same('SELECT id, day FROM pages LEFT JOIN texts ON url <@ seen AND day BETWEEN 90 AND 110')).*;
-- many batches, of values that are large
SET work_mem = '64kB';
SELECT (same('SELECT id, day FROM pages JOIN texts ON url <@ seen AND id < 700')).*;
SELECT (same('SELECT id, length(long), day FROM (SELECT id, url, repeat(md5(id::text), 100) AS long FROM some_pages WHERE id < 5000 OFFSET 0) AS q LEFT JOIN texts ON url <@ seen')).*;
SET work_mem = '4MB';
-- partitions
SET enable_partitionwise_join = on;
SELECT (same('SELECT p.id, q.id FROM parts AS p JOIN (SELECT site, max(id) AS id, bloom_agg(url) AS f FROM parts GROUP BY site) AS q ON p.site = q.site AND url <@ f')).*;
CREATE TABLE filter_parts (site int, f bloom) PARTITION BY HASH (site);
SELECT format('CREATE TABLE filter_part%s PARTITION OF filter_parts FOR VALUES WITH (MODULUS 4, REMAINDER %s)', i, i) FROM generate_series(0, 3) i \gexec
INSERT INTO filter_parts SELECT site, bloom_agg(url, 700) FROM parts WHERE id % 2 = 0 GROUP BY site;
ANALYZE filter_parts;
-- by its costs: from 19 on, joins of partitions have to be cheaper
SET bloomext.prefetch = on;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_nestloop = off;
SELECT plan('SELECT p.id, q.site FROM parts AS p LEFT JOIN filter_parts AS q ON p.site = q.site AND url <@ f');
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_nestloop;
SET bloomext.prefetch = always;
SELECT (same('SELECT p.id, q FROM parts AS p LEFT JOIN filter_parts AS q ON p.site = q.site AND url <@ f WHERE p.id < 1000')).*;
RESET enable_partitionwise_join;

-- an expression that is an error, and a filter of another class, if other conditions exclude the pair
SELECT (same('SELECT id, day FROM some_pages JOIN daily ON url <@ seen AND class || id LIKE ''text%''')).*;
SELECT (same('SELECT id, day FROM some_pages LEFT JOIN daily ON id <@ seen AND class = CASE WHEN id > 0 THEN ''integer'' END')).*;
SELECT (same('SELECT id, day FROM some_pages JOIN texts ON (url || left((1000 / (id % 3))::text, 0)) <@ seen AND id % 3 + day <> day')).*;
SELECT (same('SELECT id, day FROM some_pages JOIN texts ON url <@ coalesce(seen, bloom(day - 100)) AND day + id - id <> 100')).*;
-- nor do they matter to a value that is null
SELECT (same('SELECT id, day FROM some_pages LEFT JOIN daily ON lower(CASE WHEN id < 0 THEN url END) <@ seen')).*;
SELECT (same('SELECT id, day FROM some_pages JOIN texts ON CASE WHEN id < 0 THEN point(id, id) END <@ seen')).*;
SELECT count(*) FROM some_pages JOIN daily ON url <@ seen AND day <> 200;
SELECT count(*) FROM some_pages LEFT JOIN daily ON url <@ seen AND class <> 'text';
-- joins that keep the filters: those without a match, those that are null, and all if there are no values
SELECT plan('SELECT day, count(id) FROM texts LEFT JOIN pages ON url <@ seen GROUP BY day');
SELECT plan('SELECT day, id FROM some_pages RIGHT JOIN texts ON url <@ seen AND id > 100 WHERE id IS NULL OR id > 300');
SELECT (same('SELECT day, count(id), sum(id) FROM texts LEFT JOIN some_pages ON url <@ seen AND day % 3 <> 1 GROUP BY day')).*;
SELECT (same('SELECT day, id FROM some_pages RIGHT JOIN texts ON url <@ seen AND day % 3 <> 1')).*;
SELECT (same('SELECT day, id FROM some_pages RIGHT JOIN texts ON url <@ seen AND day % 3 <> 1 WHERE id IS NULL OR day > 50')).*;
SELECT (same('SELECT n, id FROM (SELECT * FROM some_pages WHERE id < 0) AS p RIGHT JOIN (SELECT day AS n, seen FROM texts UNION ALL SELECT g, NULL FROM generate_series(-3, -1) AS g) AS t ON url <@ seen')).*;
SELECT (same('SELECT n, id FROM some_pages RIGHT JOIN (SELECT day AS n, seen FROM texts UNION ALL SELECT g, NULL FROM generate_series(-3, -1) AS g) AS t ON url <@ seen')).*;
SELECT (same('SELECT g, (SELECT count(*) + count(id) FROM (SELECT * FROM some_pages WHERE id % 6 = g) AS p RIGHT JOIN texts ON url <@ seen) FROM generate_series(1, 6) AS g')).*;
SELECT (s).same, (s).rows FROM (SELECT same('SELECT count(*) FROM some_pages RIGHT JOIN texts ON url <@ seen WHERE current_setting(''other.none'', true) = ''x''') AS s) AS v;
-- PostgreSQL alone has no plan for a full join on a test
SET bloomext.prefetch = off;
SELECT plan('SELECT id, day FROM some_pages FULL JOIN texts ON url <@ seen AND day % 30 = 1');
CREATE TEMP TABLE both_kept AS SELECT id, day FROM some_pages FULL JOIN texts ON url <@ seen AND day % 30 = 1;
CREATE TEMP TABLE left_kept AS SELECT id, day FROM some_pages LEFT JOIN texts ON url <@ seen AND day % 30 = 1;
CREATE TEMP TABLE right_kept AS SELECT day FROM texts WHERE NOT EXISTS (SELECT FROM some_pages WHERE url <@ seen AND day % 30 = 1);
SET bloomext.prefetch = always;
SELECT count(*) FROM ((TABLE both_kept EXCEPT ALL (TABLE left_kept UNION ALL SELECT NULL, day FROM right_kept))
	UNION ALL ((TABLE left_kept UNION ALL SELECT NULL, day FROM right_kept) EXCEPT ALL TABLE both_kept)) AS differences;
SELECT count(*) > 0 AS pairs, count(*) FILTER (WHERE day IS NULL) > 0 AS no_filter, count(*) FILTER (WHERE id IS NULL) > 0 AS no_value FROM both_kept;
DROP TABLE both_kept, left_kept, right_kept;
SELECT count(*) FROM some_pages JOIN texts ON url COLLATE "C" <@ seen AND day < 3;
SELECT count(*) FROM some_pages JOIN texts ON point(id, id) <@ seen AND day < 3;
SELECT count(*) FROM some_pages JOIN texts ON point(id, id)::text <@ seen AND day + id < 0;

-- again for each row outside: the same filters, others, and one-time filters
SET enable_material = off;
SELECT (same('SELECT g, (SELECT count(*) FROM some_pages JOIN texts ON url <@ seen AND id % 5 <> g) FROM generate_series(1, 6) g')).*;
SELECT (same('SELECT g, (SELECT count(*) FROM some_pages JOIN texts ON url <@ seen WHERE day < g) FROM generate_series(1, 6) g')).*;
SELECT (same('SELECT g, (SELECT count(*) FROM some_pages LEFT JOIN texts ON url <@ seen WHERE id % 6 = g) FROM generate_series(1, 6) g')).*;
SELECT (same('SELECT g, (SELECT count(*) FROM some_pages JOIN texts ON url <@ CASE g % 2 WHEN 0 THEN seen END) FROM generate_series(1, 4) g')).*;
-- conditions without columns: up to 16, the planner does not ask for a join then
SELECT same, rows FROM same('SELECT g, (SELECT count(*) FROM some_pages JOIN texts ON url <@ seen AND g % 2 = 1) FROM generate_series(1, 6) g');
SELECT same, rows FROM same('SELECT id, day FROM some_pages JOIN texts ON url <@ seen AND current_setting(''other.none'', true) = ''x''');
SELECT same, rows FROM same('SELECT id, day FROM some_pages LEFT JOIN texts ON url <@ seen WHERE current_setting(''other.none'', true) IS NULL');
SELECT (same('SELECT g, (SELECT count(*) FROM some_pages JOIN texts ON url || g - 4 <@ seen) FROM generate_series(1, 2) g')).*;
RESET enable_material;
-- a plan for all parameters, and PL/pgSQL
SET plan_cache_mode = force_generic_plan;
PREPARE joined(int, int) AS SELECT count(*), min(day), max(id) FROM some_pages JOIN texts ON url <@ seen AND id % $1 <> day % $1 WHERE day > $2;
SELECT plan('EXECUTE joined(4, 5)');
EXECUTE joined(4, 5);
EXECUTE joined(NULL, 5);
EXECUTE joined(3, 7);
RESET plan_cache_mode;
CREATE FUNCTION days_of(pattern text) RETURNS TABLE (id int, days int[]) LANGUAGE plpgsql AS $$
BEGIN
	FOR id, days IN SELECT p.id, array_agg(day ORDER BY day) FROM some_pages AS p JOIN texts ON url <@ seen WHERE url LIKE pattern GROUP BY p.id LOOP
		RETURN NEXT;
	END LOOP;
END $$;
SELECT * FROM days_of('%/12_3') ORDER BY id;
SELECT id, count(*) FROM generate_series(1, 6) g, days_of('%/1' || g || '_3') GROUP BY id ORDER BY id;
DROP FUNCTION days_of;
-- a cursor, also one that outlives its transaction
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT id, day FROM some_pages JOIN texts ON url <@ seen WHERE id < 100 AND day = 3;
FETCH 2 FROM c;
MOVE 2 FROM c;
FETCH BACKWARD 1 FROM c;
FETCH ALL FROM c;
DECLARE held CURSOR WITH HOLD FOR SELECT count(*) FROM some_pages JOIN texts ON url <@ seen;
COMMIT;
FETCH ALL FROM held;
CLOSE held;

-- changes
BEGIN;
SELECT plan('UPDATE some_pages AS p SET site = -1 FROM texts WHERE url <@ seen AND day = 103');
WITH changed AS (UPDATE some_pages AS p SET site = -1 FROM texts WHERE url <@ seen AND day = 103 RETURNING p.*) SELECT count(*), min(id), bool_and(id % 3 = 0) FROM changed;
SELECT plan('DELETE FROM some_pages AS p USING texts WHERE url <@ seen AND day = 104');
WITH gone AS (DELETE FROM some_pages AS p USING texts WHERE url <@ seen AND day = 104 RETURNING p.*) SELECT count(*), bool_and(id % 3 = 1) FROM gone;
WITH gone AS (DELETE FROM some_pages AS p WHERE NOT EXISTS (SELECT FROM texts WHERE url <@ seen AND day > 100) RETURNING p.*) SELECT count(*), count(url) FROM gone;
SELECT plan('SELECT p.id FROM some_pages AS p JOIN texts ON url <@ seen FOR UPDATE OF p');
SELECT count(*) FROM (SELECT p.id FROM some_pages AS p JOIN texts ON url <@ seen FOR UPDATE OF p) AS q;
SELECT count(*), sum(site) FROM some_pages;
ROLLBACK;

-- workers
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
ALTER TABLE pages SET (parallel_workers = 2);
SET bloomext.prefetch = on;
SELECT plan('SELECT count(*) FROM pages, known WHERE NOT url <@ f');
SELECT plan('SELECT count(*) FROM pages WHERE NOT EXISTS (SELECT FROM known WHERE pages.url <@ f)');
SELECT (same('SELECT count(*), sum(id) FROM pages, known WHERE NOT url <@ f')).*;
SELECT (same('SELECT count(*), sum(id) FROM pages LEFT JOIN known ON NOT url <@ f WHERE f IS NULL')).*;
SELECT (same('SELECT day, count(*), sum(id) FROM pages JOIN texts ON url <@ seen GROUP BY day')).*;
SELECT (same('SELECT count(*), sum(id) FROM pages WHERE EXISTS (SELECT FROM texts WHERE url <@ seen AND day > 20)')).*;
RESET max_parallel_workers_per_gather;

-- row security and security barriers: functions do not see what they hide, and the right to call the test is asked for
SET bloomext.prefetch = always;
CREATE FUNCTION shows(id int, url text) RETURNS boolean STABLE COST 0.1 LANGUAGE plpgsql AS 'BEGIN RAISE NOTICE ''shown: %'', id; RETURN url IS NOT NULL; END';
CREATE ROLE regress_bloom_joiner;
CREATE TABLE secrets AS SELECT * FROM some_pages WHERE id < 200;
GRANT SELECT ON secrets, texts, some_pages TO regress_bloom_joiner;
CREATE POLICY readable ON secrets USING (url <@ (SELECT seen FROM texts WHERE day = 103) AND id > 100);
ALTER TABLE secrets ENABLE ROW LEVEL SECURITY;
CREATE VIEW barred WITH (security_barrier) AS SELECT id, url, day FROM some_pages JOIN texts ON url <@ seen AND day = 104 WHERE id < 100;
GRANT SELECT ON barred TO regress_bloom_joiner;
SET ROLE regress_bloom_joiner;
SELECT plan('SELECT id, day FROM secrets JOIN texts ON url <@ seen AND shows(id + day - day, url) AND day = 103');
SELECT id, day FROM secrets JOIN texts ON url <@ seen AND shows(id + day - day, url) AND day = 103;
SELECT id FROM barred WHERE shows(id, url) ORDER BY id;
RESET ROLE;
REVOKE EXECUTE ON FUNCTION bloom_contained(text, bloom) FROM PUBLIC;
SET ROLE regress_bloom_joiner;
SELECT count(*) FROM some_pages JOIN texts ON url <@ seen;
RESET ROLE;
GRANT EXECUTE ON FUNCTION bloom_contained(text, bloom) TO PUBLIC;
DROP VIEW barred;
DROP TABLE secrets;
DROP OWNED BY regress_bloom_joiner;
DROP ROLE regress_bloom_joiner;

-- computed filters that do not fit into work_mem: one is read from disk once, several are read in few batches
CREATE FUNCTION reads(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, COSTS off, TIMING off, SUMMARY off, FORMAT json) ' || query INTO plan;
	plan := plan -> 0 -> 'Plan';
	RETURN round((plan ->> 'Temp Read Blocks')::numeric / (plan ->> 'Temp Written Blocks')::numeric, 1);
END $$;
SET work_mem = '1MB';
SET hash_mem_multiplier = 8;
SELECT reads('SELECT FROM pages JOIN (SELECT bloom_agg(i::text, 3000000) AS f FROM generate_series(1, 100000) AS i OFFSET 0) AS q ON url <@ f') AS one,
	reads('SELECT FROM pages JOIN (SELECT bloom_agg(i::text, 3000000) AS f FROM generate_series(1, 200000) AS i GROUP BY i % 2 OFFSET 0) AS q ON url <@ f') < 5 AS several;
RESET work_mem;
RESET hash_mem_multiplier;

-- columns of a batch that a subquery computes: long ones, and filters in memory
SELECT * FROM same('SELECT id, md5(long), bloom_cardinality(own), own @> id FROM (SELECT id, url, repeat(url, id % 97 * 13) AS long, bloom(100) || (id - id % 2) AS own FROM pages WHERE id < 1500 OFFSET 0) AS p JOIN known ON url <@ f');

-- rows that are to be changed in one of several tables can be explained
SET bloomext.prefetch = always;
DO $$ BEGIN
	EXECUTE 'EXPLAIN (VERBOSE, COSTS off) DELETE FROM parts USING known WHERE url <@ f';
	EXECUTE 'EXPLAIN (VERBOSE, COSTS off) UPDATE parts SET id = 0 FROM daily WHERE url <@ seen AND id <> 1';
	EXECUTE 'EXPLAIN (VERBOSE, COSTS off) DELETE FROM parts USING (pages JOIN known ON url <@ f) WHERE parts.id = pages.id';
END $$;
SELECT bool_or(line ~ 'bloomext join') FROM plan('DELETE FROM parts WHERE id IN (SELECT id FROM parts JOIN known ON url <@ f)') AS line;
SELECT bool_or(line ~ 'bloomext join') FROM plan('DELETE FROM parts USING pages JOIN known ON url <@ f WHERE parts.id = pages.id') AS line;
RESET ALL;
DROP TABLE pages, some_pages, known, never, daily, texts, parts, filter_parts;
DROP FUNCTION plan, same, slow, shows, reads;
