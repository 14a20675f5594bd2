-- Outer joins that keep the filters, and subqueries and filters that PostgreSQL computes once per row: each query, the one
-- to compare it with, and the bound, which is the same plan with a comparison of integers instead of the test.  Least
-- times of alternating rounds:
--
--     test/with-server psql -X -q -f bench/exists.sql    bench/results-exists.txt
CREATE EXTENSION IF NOT EXISTS bloomext;
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SET client_min_messages = warning;
CREATE TABLE cand AS SELECT g AS id, g % 1000 AS k, 'https://www.example.com/a/path/' || g AS url FROM generate_series(1, 200000) AS g;
CREATE TABLE daily AS SELECT d AS day, bloom_agg('https://www.example.com/a/path/' || g * 40 + d, 10000) AS seen
	FROM generate_series(1, 30) AS d, generate_series(1, 10000) AS g GROUP BY d;
VACUUM ANALYZE cand, daily;
CREATE TABLE queries (line serial, what text, query text, base text, bound text, query_ms float8, base_ms float8, bound_ms float8);
INSERT INTO queries (what, query, base, bound) VALUES
('LEFT JOIN from the filters', 'SELECT day, count(url) FROM daily LEFT JOIN cand ON seen @> url GROUP BY day',
 'SELECT day, coalesce(n, 0) FROM daily LEFT JOIN (SELECT day, count(*) AS n FROM daily JOIN cand ON seen @> url GROUP BY day) AS q USING (day)', NULL),
('RIGHT JOIN to the filters', 'SELECT day, count(url) FROM cand RIGHT JOIN daily ON seen @> url GROUP BY day',
 'SELECT day, coalesce(n, 0) FROM daily LEFT JOIN (SELECT day, count(*) AS n FROM daily JOIN cand ON seen @> url GROUP BY day) AS q USING (day)', NULL),
('FULL JOIN', 'SELECT day, count(url) FROM cand FULL JOIN daily ON seen @> url GROUP BY day',
 'SELECT day, count(url) FROM cand LEFT JOIN daily ON seen @> url GROUP BY day', NULL),
('EXISTS OR EXISTS', 'SELECT count(*) FROM cand AS c WHERE EXISTS (SELECT FROM daily WHERE c.url <@ seen AND day = 3) OR EXISTS (SELECT FROM daily WHERE c.url <@ seen AND day = 7)',
 'SELECT count(*) FROM cand AS c WHERE url <@ (SELECT seen FROM daily WHERE day = 3) OR url <@ (SELECT seen FROM daily WHERE day = 7)',
 'SELECT count(*) FROM cand AS c WHERE EXISTS (SELECT FROM daily WHERE c.k < -day AND day = 3) OR EXISTS (SELECT FROM daily WHERE c.k < -day AND day = 7)'),
('EXISTS in CASE', 'SELECT sum(CASE WHEN EXISTS (SELECT FROM daily WHERE c.url <@ seen AND day = 3) THEN 1 END) FROM cand AS c',
 'SELECT sum(CASE WHEN url <@ (SELECT seen FROM daily WHERE day = 3) THEN 1 END) FROM cand AS c',
 'SELECT sum(CASE WHEN EXISTS (SELECT FROM daily WHERE c.k < -day AND day = 3) THEN 1 END) FROM cand AS c'),
('EXISTS OR k = 7', 'SELECT count(*) FROM cand AS c WHERE EXISTS (SELECT FROM daily WHERE c.url <@ seen) OR k = 7',
 'SELECT count(*) FROM (SELECT id FROM cand AS c WHERE EXISTS (SELECT FROM daily WHERE c.url <@ seen) UNION SELECT id FROM cand WHERE k = 7) AS q',
 'SELECT count(*) FROM cand AS c WHERE EXISTS (SELECT FROM daily WHERE c.k < -day) OR k = 7'),
('NOT <@ ANY (SELECT)', 'SELECT count(*) FROM cand AS c WHERE NOT url <@ ANY (SELECT seen FROM daily)',
 'SELECT count(*) FROM cand AS c WHERE NOT EXISTS (SELECT FROM daily WHERE c.url <@ seen)',
 'SELECT count(*) FROM cand AS c WHERE NOT k < ANY (SELECT -day FROM daily)'),
('NOT IN (SELECT day WHERE)', 'SELECT count(*) FROM cand AS c WHERE k NOT IN (SELECT day FROM daily WHERE c.url <@ seen)',
 'SELECT count(*) FROM cand AS c WHERE NOT EXISTS (SELECT FROM daily WHERE c.url <@ seen AND c.k = day)',
 'SELECT count(*) FROM cand AS c WHERE k NOT IN (SELECT day FROM daily WHERE c.k < -day)'),
('(SELECT min(day) WHERE)', 'SELECT sum((SELECT min(day) FROM daily WHERE seen @> c.url)) FROM cand AS c',
 'SELECT sum(day) FROM (SELECT min(day) AS day FROM cand AS c LEFT JOIN daily ON seen @> c.url GROUP BY c.id) AS q',
 'SELECT sum((SELECT min(day) FROM daily WHERE c.k < -day)) FROM cand AS c'),
('HAVING bool_or', 'SELECT k FROM cand, daily GROUP BY k HAVING bool_or(url <@ seen)',
 'SELECT k FROM cand AS c WHERE EXISTS (SELECT FROM daily WHERE c.url <@ seen) GROUP BY k',
 'SELECT k FROM cand, daily GROUP BY k HAVING bool_or(k < -day)'),
('WITH, not MATERIALIZED', 'WITH a AS (SELECT bloom_add_all(bloom(5000), ARRAY(SELECT generate_series(1, 5000))) AS f) SELECT count(*) FROM generate_series(1, 2000) AS i, a WHERE i <@ f',
 'WITH a AS MATERIALIZED (SELECT bloom_add_all(bloom(5000), ARRAY(SELECT generate_series(1, 5000))) AS f) SELECT count(*) FROM generate_series(1, 2000) AS i, a WHERE i <@ f', NULL);
DO $$
DECLARE
	q record;
	part text;
	start timestamptz;
	ms float8;
BEGIN
	FOR i IN 1..5 LOOP
		FOR q IN SELECT line, v.* FROM queries, LATERAL (VALUES ('query', query), ('base', base), ('bound', bound)) AS v(part, sql) WHERE sql IS NOT NULL ORDER BY line LOOP
			start := clock_timestamp();
			EXECUTE q.sql;
			ms := extract(epoch FROM clock_timestamp() - start) * 1000;
			EXECUTE format('UPDATE queries SET %1$I = least(%1$I, $1) WHERE line = $2', q.part || '_ms') USING ms, q.line;
		END LOOP;
	END LOOP;
END $$;
SELECT name AS what, round(ms::numeric) AS ms, round(ratio::numeric, 2) AS ratio FROM queries,
	LATERAL (VALUES (what, query_ms, query_ms / base_ms), ('bound: ' || what, bound_ms, bound_ms / base_ms)) AS v(name, ms, ratio)
WHERE ms IS NOT NULL ORDER BY line, name DESC;
