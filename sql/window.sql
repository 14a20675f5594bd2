-- One-pass distinct
SELECT i, v, bloom_first_seen(v, 100, 0.001) OVER (ORDER BY i) AS first
FROM (VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, NULL), (5, 'c'), (6, NULL), (7, 'b')) AS v(i, v) ORDER BY i;
-- in another order, by partition, of other types
SELECT i, p, v, bloom_first_seen(v, 100, 0.001) OVER (ORDER BY i DESC) AS backward,
	bloom_first_seen(v, 100, 0.001) OVER (PARTITION BY p ORDER BY i) AS in_partition,
	bloom_first_seen(v::numeric, 100, 0.001) OVER (PARTITION BY p ORDER BY i ROWS 1 PRECEDING) AS numeric
FROM (VALUES (1, 1, 5), (2, 1, 5), (3, 2, 5), (4, 2, 6), (5, 2, 5), (6, 1, 7)) AS v(i, p, v) ORDER BY i;

-- no value twice; of the first ones, no more than the error rate are lost, by 4 sigma, and not none
SELECT count(*) FILTER (WHERE first) = count(DISTINCT v) FILTER (WHERE first) AS none_twice,
	100000 - count(*) FILTER (WHERE first) BETWEEN 1 AND 0.001 * 100000 + 4 * sqrt(0.001 * 100000) AS few_lost
FROM (SELECT v, bloom_first_seen(v, 100000, 0.001) OVER (ORDER BY i) AS first
	FROM (SELECT i, i::bigint * 7919 % 100000 AS v FROM generate_series(1, 300000) i) AS u) AS f;
-- it agrees with a filter that is filled row by row
SELECT count(*) FILTER (WHERE first <> (NOT coalesce(v <@ before, false))) AS differ FROM (
	SELECT v, bloom_first_seen(v, 50, 0.1) OVER (ORDER BY i) AS first,
		bloom_agg(v, 50, 0.1) OVER (ORDER BY i ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
	FROM (SELECT i, i % 60 AS v FROM generate_series(1, 100) i) AS u) AS f;

-- past its capacity it warns, once
SELECT count(*) FILTER (WHERE first) < 10000 AS lost_more
FROM (SELECT bloom_first_seen(i, 1000, 0.01) OVER () AS first FROM generate_series(1, 10000) i) AS f;

-- errors
SELECT bloom_first_seen(1, 0, 0.01) OVER ();
SELECT bloom_first_seen(1, NULL, 0.01) OVER ();
SELECT bloom_first_seen(1, 10, NULL) OVER ();
SELECT bloom_first_seen('{}'::jsonb, 10, 0.01) OVER ();
SELECT bloom_first_seen(1, 10, 0.01);

-- it looks ahead for values of the plan below, and not if they are computed: the answers are the same, for rows of nulls too, to the end of each partition
SELECT count(*) AS rows, count(*) FILTER (WHERE first IS NULL) AS nulls, count(*) FILTER (WHERE first) AS firsts, count(DISTINCT (p, v)) FILTER (WHERE v IS NOT NULL) AS distinct, count(*) FILTER (WHERE first IS DISTINCT FROM computed OR first IS DISTINCT FROM as_text) AS differ FROM (
	SELECT p, v, bloom_first_seen(v, 500000, 0.01) OVER w AS first, bloom_first_seen(v + 0, 500000, 0.01) OVER w AS computed, bloom_first_seen(t, 500000, 0.01) OVER w AS as_text
	FROM (SELECT i, i % 3 AS p, v, v::text AS t FROM generate_series(1, 12000) i, LATERAL (SELECT CASE WHEN i % 17 > 0 THEN i * 7919 % 2500 END AS v) AS s OFFSET 0) AS u WINDOW w AS (PARTITION BY p ORDER BY i)) AS f;
SELECT size, count(*) FILTER (WHERE first) AS firsts FROM unnest(ARRAY[999, 1000, 1001, 1002, 1003]) AS size,
	LATERAL (SELECT bloom_first_seen(i, 500000, 0.01) OVER () AS first FROM (SELECT i FROM generate_series(1, size) i OFFSET 0) AS s) AS f GROUP BY size ORDER BY size;
-- an error comes when its row's turn comes
SELECT count(*) FILTER (WHERE first) AS firsts FROM (SELECT bloom_first_seen(1 / (3000 - i), 500000, 0.01) OVER () AS first FROM generate_series(1, 5000) i LIMIT 2999) AS f;
SELECT count(*) FILTER (WHERE first) AS firsts FROM (SELECT bloom_first_seen(v, 500000, 0.01) OVER () AS first FROM (SELECT 1 / (500 - i) AS v FROM generate_series(1, 5000) i OFFSET 0) AS s LIMIT 499) AS f;
SELECT bloom_first_seen(1 / (3000 - i), 500000, 0.01) OVER () AS first FROM generate_series(1, 5000) i OFFSET 4000;
-- ... also that of a value whose TOAST chunks are damaged (not on PostgreSQL 13, which has no pg_surgery)
CREATE TABLE damaged (id int, v text);
ALTER TABLE damaged ALTER v SET STORAGE EXTERNAL;
INSERT INTO damaged SELECT i, CASE i WHEN 1003 THEN repeat('x', 8000) ELSE i::text END FROM generate_series(1, 2000) i;
SELECT count(*) FILTER (WHERE first) AS firsts FROM (SELECT bloom_first_seen(v, 500000, 0.01) OVER (ORDER BY id) AS first FROM damaged) AS f;
DO $$
DECLARE
	toast regclass := (SELECT reltoastrelid FROM pg_class WHERE oid = 'damaged'::regclass);
BEGIN
	CREATE EXTENSION pg_surgery;
	EXECUTE format('SELECT heap_force_kill(%L, array_agg(ctid)) FROM %s', toast, toast);
	DROP EXTENSION pg_surgery;
EXCEPTION WHEN undefined_file OR feature_not_supported THEN
END $$;
SELECT count(*) FILTER (WHERE first) AS firsts FROM (SELECT bloom_first_seen(v, 500000, 0.01) OVER (ORDER BY id) AS first FROM damaged LIMIT 1002) AS f;
DROP TABLE damaged;

-- moving aggregates of one's own, whose inverse function returns another state, or the state by way of PL/pgSQL
CREATE FUNCTION pg_temp.same(f bloom, int) RETURNS bloom LANGUAGE plpgsql AS 'BEGIN RETURN f; END';
CREATE AGGREGATE pg_temp.moving(int) (SFUNC = bloom_agg_int4, STYPE = bloom, MSFUNC = bloom_agg_int4, MINVFUNC = bloom_add, MSTYPE = bloom);
CREATE AGGREGATE pg_temp.moved(int) (SFUNC = bloom_agg_int4, STYPE = bloom, MSFUNC = bloom_agg_int4, MINVFUNC = pg_temp.same, MSTYPE = bloom, MFINALFUNC = bloom_clear);
SELECT count(bloom_cardinality(f)) FROM (SELECT pg_temp.moving(i) OVER (ORDER BY i ROWS 1 PRECEDING) AS f FROM generate_series(1, 9) AS i) AS v;
SELECT count(f) FROM (SELECT pg_temp.moved(i) OVER (ORDER BY i ROWS 3 PRECEDING) AS f FROM generate_series(1, 40) AS i) AS v;
