-- A filter in WHERE, however it gets there
CREATE TABLE urls AS SELECT i AS id, 'http://example.com/page?id=' || i AS url FROM generate_series(1, 10000) i;
ALTER TABLE urls SET (parallel_workers = 2);
ANALYZE urls;
-- stored out of line, in line, and with a short header
CREATE TABLE stored (name text, filter bloom);
INSERT INTO stored
SELECT 'external', bloom_agg(url, 10000, 1e-6) FROM urls WHERE id <= 5000 UNION ALL
SELECT 'inline', bloom_agg(url, 1000, 1e-6) FROM urls WHERE id <= 500 UNION ALL
SELECT 'short', bloom_agg(url, 1, 0.01) FROM urls WHERE id <= 1;
UPDATE stored SET filter = filter::text::bloom;	-- packed, where it can be
SELECT name, pg_column_size(filter), (bloom_info(filter)).bytes FROM stored;

-- subquery, join, CTE, literal, ANY; each answer is the same
SELECT count(*) FROM urls WHERE url <@ (SELECT filter FROM stored WHERE name = 'external');
SELECT count(*) FROM urls, stored WHERE url <@ filter AND name = 'external';
WITH f AS MATERIALIZED (SELECT filter FROM stored WHERE name = 'external')
SELECT count(*) FROM urls WHERE url <@ (SELECT filter FROM f);
SELECT count(*) FROM urls WHERE url <@ (SELECT bloom_agg(url, 10000, 1e-6) FROM urls WHERE id <= 5000);
SELECT filter AS external FROM stored WHERE name = 'external' \gset
SELECT filter AS inline FROM stored WHERE name = 'inline' \gset
SELECT count(*) FROM urls WHERE url <@ :'external'::bloom;
SELECT count(*) FROM urls WHERE url <@ ANY (SELECT filter FROM stored);
SELECT count(*) FROM urls WHERE url <@ ANY ((SELECT array_agg(filter) FROM stored)::bloom[]);
SELECT count(*) FROM urls WHERE url <@ ANY (ARRAY[:'external'::bloom, bloom(100)]);
SELECT count(*) FROM urls WHERE (SELECT filter FROM stored WHERE name = 'external') @> url;
SELECT count(*) FROM urls WHERE bloom_contains_hash((SELECT filter FROM stored WHERE name = 'external'), bloom_hash(url));

-- filters that differ from row to row
SELECT name, count(*) FROM urls JOIN stored ON url <@ filter GROUP BY name ORDER BY name;
SELECT name, count(*) FROM stored JOIN urls ON url <@ filter GROUP BY name ORDER BY name;
SELECT count(*) FILTER (WHERE a) AS external, count(*) FILTER (WHERE b) AS inline
FROM (SELECT url <@ (SELECT filter FROM stored WHERE name = CASE WHEN id % 2 = 0 THEN 'external' ELSE 'inline' END) AND id % 2 = 0 AS a,
	url <@ (SELECT filter FROM stored WHERE name = CASE WHEN id % 2 = 0 THEN 'external' ELSE 'inline' END) AND id % 2 = 1 AS b FROM urls) AS v;

-- a variable that changes: nothing may remember the old filter
CREATE FUNCTION seen(f bloom, u text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RETURN u <@ f;
END $$;
SELECT name, count(*) FILTER (WHERE seen(filter, url)) FROM stored, urls GROUP BY name ORDER BY name;
DO $$
DECLARE
	f bloom;
	answers text := '';
BEGIN
	FOR i IN 1 .. 6 LOOP
		f := bloom(100, 1e-6) || 'a' || i::text;
		answers := answers || (f @> '1')::int || (f @> i::text)::int || ('b' <@ f)::int || ' ';
	END LOOP;
	RAISE NOTICE '%', answers;
END $$;

-- parameters: generic and custom plans
PREPARE by_filter(bloom) AS SELECT count(*) FROM urls WHERE url <@ $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE by_filter(:'external');
EXECUTE by_filter(:'inline');
SET plan_cache_mode = force_custom_plan;
EXECUTE by_filter(:'external');
EXECUTE by_filter(:'inline');
RESET plan_cache_mode;
-- an untyped value resolves to text
PREPARE by_value AS SELECT name, filter @> $1 AS contains FROM stored;
EXECUTE by_value('http://example.com/page?id=1');

-- parallel
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET plan_cache_mode = force_generic_plan;
PREPARE in_parallel(bloom) AS SELECT count(*) FROM urls WHERE url <@ $1;
SET bloomext.prefetch = on;
EXPLAIN (COSTS OFF) EXECUTE in_parallel(:'external');
RESET bloomext.prefetch;
EXECUTE in_parallel(:'external');
RESET plan_cache_mode;
SELECT count(*) FROM urls WHERE url <@ (SELECT filter FROM stored WHERE name = 'external');
SELECT count(*) FROM urls, stored WHERE url <@ filter AND name = 'external';

DROP FUNCTION seen;
DROP TABLE urls, stored;

SET max_parallel_workers_per_gather = 0;
-- of filters that differ from row to row only a part is read: the same answers as from all of it
CREATE TABLE many (name text, filter bloom);
SET client_min_messages = error;
INSERT INTO many
SELECT kind || k, bloom_agg_like(i * 1000 + k, f) FROM (VALUES
	('one line', bloom(20000)), ('two lines', bloom(20000, 0.001)), ('five lines', bloom(20000, 1e-9)), ('small regions', bloom(700, 1e-9)),
	('one layer', bloom(20000, 0.01, 2)), ('seed', bloom(20000, seed => 7)), ('list', bloom(1000000)), ('long list', bloom())) AS v(kind, f),
	generate_series(1, 3) k, generate_series(1, 12000) i GROUP BY kind, k;
INSERT INTO many SELECT 'layers' || k, bloom_add_all(bloom(1000, 0.01, 2), ARRAY(SELECT i * 1000 + k FROM generate_series(1, 12000) i)) FROM generate_series(1, 3) k;
SELECT count(*) FROM many WHERE pg_column_size(filter) > 8000;
CREATE TABLE answers AS SELECT name, n, filter @> n AS by_part, bloom_contains_hash(filter, bloom_hash(n, (bloom_info(filter)).seed)) AS by_hash
FROM generate_series(1000, 1600) n, many;
SELECT count(*), count(*) FILTER (WHERE a.by_part <> (m.filter || NULL::int) @> a.n) AS differ, count(*) FILTER (WHERE by_part <> by_hash) AS hash_differs,
	count(*) FILTER (WHERE a.n % 1000 = right(name, 1)::int AND NOT by_part) AS missed
FROM answers a JOIN many m USING (name);
RESET client_min_messages;
SELECT count(*) FROM many WHERE filter @> 'a';
SELECT count(*) FROM many a, many b WHERE a.name = b.name AND a.filter @> 1001 AND b.filter @> 1001 AND a.name LIKE '%1';
DROP TABLE many, answers;
RESET max_parallel_workers_per_gather;
