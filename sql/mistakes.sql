-- Mistakes of newcomers: each with its message, then with what the hint says, which has the right answer
\set ECHO none
\pset format unaligned
\pset tuples_only
SET client_min_messages = error;
CREATE SCHEMA mistakes;
SET search_path = mistakes, public;
CREATE TABLE pages (id bigint, url text, js jsonb, day interval, tags text[], seen bloom);
INSERT INTO pages SELECT i, 'u' || i, json_build_object('url', 'u' || i), i * interval '1 day', ARRAY['t' || i, 't'], bloom() || 'u1' FROM generate_series(1, 1000) i;
UPDATE pages SET seen = NULL WHERE id = 2;
-- the first value that a statement returns, or its error.  What PostgreSQL itself says about missing functions depends on its version.
CREATE FUNCTION try(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	answer text;
	detail text;
	hint text;
BEGIN
	IF statement ~ '^(SELECT|UPDATE|EXPLAIN)' THEN
		EXECUTE statement INTO answer;
	ELSE
		EXECUTE statement;
	END IF;
	RETURN coalesce(left(answer, 99), 'null');
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS answer = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	RETURN 'ERROR: ' || answer || CASE WHEN answer ~ '^(function|operator) ' THEN ''
		ELSE coalesce(E'\n  DETAIL: ' || nullif(detail, ''), '') || coalesce(E'\n  HINT: ' || nullif(hint, ''), '') END;
END $$;
-- a mistake, and the statements after it
CREATE FUNCTION tried(VARIADIC statements text[]) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. cardinality(statements) LOOP
		RETURN NEXT CASE i WHEN 1 THEN statements[1] || E'\n  ' ELSE '  -> ' END || try(statements[i]);
	END LOOP;
END $$;

\qecho ### values
SELECT tried('SELECT bloom_agg(js->''url'') FROM pages', 'SELECT bloom_agg(js->>''url'') @> ''u7'' FROM pages');
SELECT tried('SELECT bloom_agg(url, id) FROM pages', 'SELECT bloom_agg((url, id)) @> (''u7''::text, 7) FROM pages');
SELECT tried('SELECT bloom_agg(tags) FROM pages', 'SELECT bloom_agg(tag) @> ''t7'' FROM pages, unnest(tags) AS tag');
SELECT tried('SELECT bloom_agg(day) FROM pages', 'SELECT bloom_agg(justify_interval(day)::text) @> justify_interval(''168 hours'')::text FROM pages');
SELECT tried('SELECT bloom() || ''(1,2)''::point', 'SELECT (bloom() || ''(1,2)''::point::text) @> ''(1,2)''');
SELECT tried('SELECT bloom_agg(seen) FROM pages', 'SELECT bloom_union_agg(seen) @> ''u1'' FROM pages');
SELECT tried('SELECT seen @> id FROM pages WHERE id = 1', 'SELECT seen @> (''u'' || id) FROM pages WHERE id = 1', 'SELECT count(*) FROM pages WHERE (bloom_info(seen)).class = ''text''');
SELECT tried('SELECT bloom() || 7 @> ''7''', 'SELECT bloom() || 7 @> ''7''::bigint');
SELECT tried('SELECT seen @> ARRAY[url, ''v''] FROM pages WHERE id = 1', 'SELECT bloom_contains_each(seen, ARRAY[url, ''v'']) FROM pages WHERE id = 1');
\qecho
\qecho ### filters
SELECT tried('SELECT bloom_create(1000)', 'SELECT bloom_cardinality(bloom(1000))');
SELECT tried('SELECT bloom(1e6)', 'SELECT bloom_cardinality(bloom(1e6::bigint))');
SELECT tried('SELECT bloom_agg(url, 1e6) FROM pages', 'SELECT bloom_agg(url, 1e6::bigint) @> ''u7'' FROM pages');
SELECT tried('SELECT bloom(0)');
SELECT tried('SELECT bloom(-1)');
SELECT tried('SELECT bloom(NULL) IS NULL');
SELECT tried('SELECT bloom_agg(url, NULL) = bloom_agg(url) FROM pages');
SELECT tried('SELECT bloom(10000000000)', 'SELECT sum(bloom_cardinality(f)) BETWEEN 990 AND 1010 FROM (SELECT bloom_agg(url, 1000) FROM pages GROUP BY bloom_shard(url, 4)) AS v(f)');
SELECT tried(format('SELECT bloom(1000, %s)', mistake), format('SELECT (bloom_info(bloom(1000, %s))).error_rate', fix)) FROM (VALUES (1, 0.01), (5, 0.05)) AS v(mistake, fix);
SELECT tried('SELECT bloom(1000, 99)');
SELECT tried('SELECT bloom(1000, growth => 3)');
SELECT tried('SELECT bloom_add(''abc'', ''x'')');
SELECT tried('SELECT seen = ''u1'' FROM pages', 'SELECT seen @> ''u1'' FROM pages');
SELECT tried('SELECT url = seen FROM pages', 'SELECT url <@ seen FROM pages');
SELECT tried('SELECT url IN (seen) FROM pages');
SELECT tried('SELECT seen LIKE ''u1'' FROM pages');
SELECT tried('SELECT ''u1'' @> seen FROM pages', 'SELECT ''u1'' <@ seen FROM pages');
SELECT tried('SELECT convert_to(bloom()::text, ''UTF8'')::bloom', 'SELECT decode(substr(bloom()::text, 3), ''hex'')::bloom = bloom()');
SELECT tried('UPDATE pages SET seen = seen || ''v'' WHERE id < 3 RETURNING id', 'UPDATE pages SET seen = coalesce(seen, bloom()) || ''v'' WHERE id = 2 RETURNING seen @> ''v''');
SELECT tried('SELECT bloom_remove(bloom(10) || ''a'', ''a'')', 'SELECT bloom_remove(bloom(10, counting => true) || ''a'', ''a'') @> ''a''');
SELECT tried('SELECT bloom_remove(bloom(10, counting => true), ''a'')');
SELECT tried('SELECT bloom_agg_like(i, bloom(1000, counting => true)) | bloom_agg(i, 1000) FROM generate_series(1, 900) AS i', 'SELECT bloom_uncount(bloom_agg_like(i, bloom(1000, counting => true))) | bloom_agg(i, 1000) = bloom_agg(i, 1000) FROM generate_series(1, 900) AS i');
SELECT tried('SELECT bloom_remove(NULL, ''a'')');
SELECT tried('CREATE TABLE t (f bloom DEFAULT '''')', 'CREATE TABLE t (f bloom DEFAULT bloom())');
SELECT tried('CREATE TABLE t2 (f bloom(1e6))', 'CREATE TABLE t2 (f bloom(1000000))');
SELECT tried('CREATE TABLE t3 (f bloom(10, ''x''))', 'CREATE TABLE t3 (f bloom(10, elastic))', 'INSERT INTO t3 VALUES (''5'')', 'INSERT INTO t3 VALUES (bloom(10) || ''4'')', 'UPDATE t3 SET f = bloom() || ''5'' RETURNING f @> ''5'' ');
SELECT tried(format('CREATE TABLE t (f bloom(%s))', mistake)) FROM unnest(ARRAY['10, 0.01, counting', $$10, ''$$]) AS mistake;
SELECT tried('CREATE TABLE t4 (f bloom(1000, 5))', 'CREATE TABLE t4 (f bloom(1000, 0.05))');
SELECT tried('CREATE TABLE t5 (f bloom(123456, 0.0123))', 'CREATE TABLE t5 (f bloom(130000, 0.012))');
SELECT tried('CREATE TABLE t6 (tags text[], f bloom GENERATED ALWAYS AS (bloom_add_all(bloom(1000), tags)) STORED)',
	'CREATE FUNCTION tag_filter(text[]) RETURNS bloom IMMUTABLE LANGUAGE sql AS ''SELECT bloom_add_all(bloom(1000), $1)''', 'CREATE TABLE t6 (tags text[], f bloom GENERATED ALWAYS AS (tag_filter(tags)) STORED)',
	'INSERT INTO t6 SELECT tags FROM pages', 'SELECT count(*) FROM t6 WHERE f @> ''t7''');
-- a filter of 1000 values in columns for others
SELECT tried('SELECT bloom_agg(url)::bloom(500) FROM pages', 'SELECT bloom_agg(url)::bloom(elastic) @> ''u7'' FROM pages');
SELECT tried('SELECT bloom_agg(url, 2000)::bloom(1000) FROM pages', 'SELECT bloom_agg(url, 2000)::bloom(2000,0.01) @> ''u7'' FROM pages');
SELECT tried('SELECT bloom_agg(url, 2000)::bloom(1000) FROM pages WHERE id < 500', 'SELECT bloom_agg(url, 1000, 0.01)::bloom(1000) @> ''u7'' FROM pages WHERE id < 500');
SET bloomext.over_capacity = error;
SELECT tried('SELECT count(*) FROM (SELECT bloom_first_seen(url, 500) OVER () AS first FROM pages) AS s WHERE first', 'SELECT count(*) >= 990 FROM (SELECT bloom_first_seen(url, 1000) OVER () AS first FROM pages) AS s WHERE first');
RESET bloomext.over_capacity;
-- an index, DISTINCT, GROUP BY and ORDER BY are possible: of stored bytes.  The index helps no test
SELECT tried('CREATE INDEX seen_index ON pages (seen)', 'SELECT count(DISTINCT seen) FROM pages', 'SELECT count(*) FROM (SELECT seen FROM pages GROUP BY seen ORDER BY seen) AS s');
SET enable_seqscan = off;
SELECT tried('EXPLAIN (COSTS OFF) SELECT id FROM pages WHERE seen @> ''u1''');
RESET enable_seqscan;
CREATE FUNCTION raw_filter(cstring) RETURNS bloom LANGUAGE internal AS 'byteain';
SELECT tried('SELECT ''u7'' <@ raw_filter(''\x0102030405'')', 'SELECT ''u7'' <@ bloom_agg(url) FROM pages');

\qecho
\qecho ### combining
CREATE FUNCTION part(n int, size int DEFAULT 500) RETURNS SETOF bigint LANGUAGE sql AS 'SELECT i FROM generate_series(n * size + 1, n * size + size::bigint) AS i';
SELECT tried('SELECT (SELECT bloom_agg(i, 1000) FROM part(0) i) | (SELECT bloom_agg(i, 2000) FROM part(1) i)', 'SELECT bloom_contains_all(bloom_agg(i) | (SELECT bloom_agg(i) FROM part(1) i), ARRAY(SELECT part(0, 1000))) FROM part(0) i',
	'SELECT bloom_contains_all(bloom_agg(i, 1000) | (SELECT bloom_agg(i, 1000) FROM part(1) i), ARRAY(SELECT part(0, 1000))) FROM part(0) i');
SELECT tried('SELECT (SELECT bloom_agg(i, 1000) FROM part(0) i) | (SELECT bloom_agg(i) FROM part(1) i)', 'SELECT bloom_contains_all((SELECT bloom_agg(i, 1000) FROM part(0, 9) i) | bloom_agg(i), ARRAY(SELECT part(1))) FROM part(1) i');
SELECT tried('SELECT (SELECT bloom_agg(i, 500) FROM part(0) i) | (SELECT bloom_agg(i, 500) FROM part(1) i)', 'SELECT bloom_cardinality(bloom_agg(i, 1000) | (SELECT bloom_agg(i, 1000) FROM part(1) i)) BETWEEN 980 AND 1020 FROM part(0) i');
SELECT tried('SELECT bloom_union_agg(f) FROM (SELECT bloom_agg(i, 8) FROM part(0) i GROUP BY i / 8) AS v(f)', 'SELECT bloom_contains_all(bloom_union_agg(f::bloom(elastic)), ARRAY(SELECT part(0))) FROM (SELECT bloom_agg(i, 8) FROM part(0) i GROUP BY i / 8) AS v(f)');
SELECT tried('SELECT bloom_intersection_agg(f) FROM (SELECT bloom_agg(i, 1000) FROM part(0) i UNION ALL SELECT bloom_agg(i, 500) FROM part(0) i) AS v(f)',
	'SELECT bloom_contains_all(bloom_intersection_agg(f), ARRAY(SELECT part(0))) FROM (SELECT bloom_agg(i) FROM part(0) i UNION ALL SELECT bloom_agg(i) FROM part(0) i) AS v(f)');
SELECT tried('SELECT bloom_agg(i) | bloom_agg(i::text) FROM part(0) i');

\qecho
\qecho ### shared sets
SELECT tried('SELECT bloom_claim(''crawl'', ''a'')', 'SELECT bloom_set_create(''crawl'', 1000)', 'SELECT bloom_claim(''crawl'', ''a'')', 'SELECT bloom_claim(''crawll'', ''a'')', 'SELECT bloom_claim(crawl, ''a'')', 'SELECT bloom_claim(''pages'', ''a'')', 'SELECT bloom_set_info(''crawl_recent'')');
SELECT tried('SELECT bloom_set_create(''crawl'', 1000)', 'SELECT bloom_set_create(''crawl'', 1, 0.5, if_not_exists => true)', 'SELECT capacity FROM crawl');
SELECT tried(format('SELECT bloom_set_create(''x'', %s)', arguments)) FROM unnest(ARRAY['0', '1e6', 'NULL', '1000, 5', '0, 5', '1000, bucket => ''1 day''', '1000, retention => ''1 day'', bucket => ''7 days''', '1000, retention => ''1 year'', bucket => ''1 day''',
	'1000, class => ''string''', '1000, class => ''text[]''']) AS arguments;
SELECT tried(format('SELECT bloom_set_create(''cased'', 10, class => %L)', class), 'SELECT class FROM cased', 'SELECT bloom_set_drop(''cased'')') FROM unnest(ARRAY['Row', 'TEXT']) AS class;
SELECT tried('SELECT bloom_set_create(''x'', 1e6::bigint, 0.05, retention => ''1 month'', class => ''varchar'')', 'SELECT capacity || '' '' || error_rate || '' '' || class || '' '' || (retention = ''1 month'') FROM x', 'SELECT bloom_claim(''x'', NULL)', 'SELECT bloom_set_drop(''x'')');
SELECT tried('SELECT bloom_set_create(''My set'', 1000)', 'SELECT bloom_set_create(''Mine'', 1000)', 'SELECT bloom_set_create(''"It''''s mine"'', 1000)', 'SELECT bloom_claim(''It''''s mine'', ''a'')', 'SELECT bloom_claim(''"It''''s mine"'', ''a'')',
	'SELECT bloom_claim(''MINE'', ''a'')', 'SELECT bloom_set_drop(''mine'')');
SELECT tried('SELECT bloom_set_create('''', 1000)', 'SELECT bloom_set_create(''public.""'', 1000)', 'SELECT bloom_set_create(''my_set'', 1000)', 'SELECT bloom_set_create(''"My set"'', 1000)', 'SELECT bloom_set_drop(''my_set'')');
SELECT tried('SELECT bloom_claim(''crawl'', 7)', 'SELECT bloom_claim(''crawl'', 7::text)', 'SELECT bloom_set_create(''ids'', 1000, class => ''integer'')', 'SELECT bloom_claim(''ids'', 7)', 'SELECT bloom_claim(''ids'', ''7'')', 'SELECT bloom_claim(''ids'', ''7''::bigint)');
SELECT tried('SELECT bloom_claim(''crawl'', ARRAY[''a'', ''b''])', 'SELECT array(SELECT bloom_claim_all(''crawl'', ARRAY[''a'', ''b'']))', 'SELECT array(SELECT bloom_claim_all(''crawl'', ''{b,c}''))');
SELECT tried('SELECT count(*) FROM (SELECT bloom_claim_all(s, ARRAY[ROW(1, 2), ROW(1, ''a''::text)]) FROM bloom_set_create(''rows'', 10, class => ''row'') AS s) AS r',
	'CREATE TYPE pair AS (a int, b text)', 'SELECT bloom_set_create(''rows'', 10, class => ''row'')', 'SELECT count(*) FROM (SELECT bloom_claim_all(''rows'', ARRAY[ROW(1, 2), ROW(1, ''a''::text)]::pair[])) AS s');
SELECT tried('SELECT bloom_unclaim(''crawl'', ''a'')', 'SELECT bloom_set_create(''giving'', 1000, unclaim => true)', 'SELECT bloom_claim(''giving'', ''a'')', 'SELECT bloom_unclaim(''giving'', ''a'')', 'SELECT bloom_claim(''giving'', ''a'')');
SELECT tried('SELECT bloom_set_expire(''crawl'')', 'SELECT bloom_set_create(''weekly'', 8000, retention => ''7 days'')', 'SELECT bloom_set_expire(''weekly'')', 'SELECT bloom_set_create(''loose'', 8000, 0.5, retention => ''7 days'')', 'SELECT bloom_set_alter(''loose'', retention => ''21 days'')');
SELECT tried('SELECT bloom_set_alter(''crawl'', 500)', 'SELECT bloom_set_create(''smaller'', 500)', 'SELECT bloom_set_load_agg(''smaller'', url) >= 490 FROM pages WHERE id <= 500', 'SELECT count(*) FROM pages WHERE id <= 500 AND bloom_seen(''smaller'', url)', 'SELECT bloom_set_alter(''crawl'', retention => ''1 day'')');
SELECT tried('SELECT bloom_set_load(''crawl'', bloom_agg_like(url, bloom(1000, 0.01, 2, seed => 5))) FROM pages WHERE id < 9', 'SELECT bloom_set_create(''seeded'', 1000, seed => 5)', 'SELECT bloom_set_load(''seeded'', bloom_agg_like(url, bloom(1000, 0.01, 2, seed => 5))) FROM pages WHERE id < 9');
CREATE FUNCTION reseed(value text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN UPDATE seeded_settings SET seed = seed + 1; RETURN value; END $$;
SELECT tried('SELECT bloom_set_load_agg(''seeded'', reseed(url)) FROM pages WHERE id BETWEEN 11 AND 12', 'SELECT bloom_set_load_agg(''seeded'', url) FROM pages WHERE id BETWEEN 11 AND 12');
-- a set that has grown as far as it can
SELECT bloom_set_create('grown_set', 1) \gset
INSERT INTO grown_set_filters SELECT 0, '-infinity', 31, 4473924, 0, decode(repeat('00', bytes::int / 64 * 64), 'hex') FROM bloom_size(4473924, 1e-9);
SELECT tried('SELECT bloom_set_load_agg(''grown_set'', url) FROM pages', 'SELECT bloom_set_create(''larger'', 1000)', 'SELECT bloom_set_load_agg(''larger'', url) >= 980 FROM pages', 'SELECT bloom_set_drop(''grown_set'')');
CREATE VIEW reads_crawl AS SELECT members FROM crawl;
SELECT tried('DROP TABLE crawl', 'SELECT bloom_set_drop(''crawl'')', 'DROP VIEW reads_crawl', 'DROP VIEW crawl', 'SELECT bloom_claim(''crawl'', ''a'')', 'SELECT bloom_set_drop(''crawl'')', 'SELECT bloom_set_create(''crawl'', 1000)',
	'DROP TABLE mistakes.crawl_settings, mistakes.crawl_filters, mistakes.crawl_recent', 'SELECT bloom_set_create(''crawl'', 1000)', 'DROP TABLE crawl_filters CASCADE', 'SELECT bloom_set_create(''crawl'', 1000)', 'DROP TABLE mistakes.crawl_settings, mistakes.crawl_recent',
	'SELECT bloom_set_create(''crawl'', 1000)', 'SELECT bloom_claim(''crawl'', ''a'')');
BEGIN READ ONLY;
SELECT tried('SELECT bloom_claim(''crawl'', ''b'')', 'SELECT bloom_set_create(''x'', 10)');
COMMIT;
CREATE SCHEMA closed;
CREATE ROLE regress_bloom_newcomer;
GRANT USAGE ON SCHEMA mistakes, closed TO regress_bloom_newcomer;
SET ROLE regress_bloom_newcomer;
SELECT tried('SELECT bloom_set_create(''closed.x'', 10)', 'SELECT bloom_set_create(''crawl'', 10, if_not_exists => true)', 'SELECT bloom_claim(''crawl'', ''b'')');
RESET ROLE;
DROP SCHEMA mistakes, closed CASCADE;
DROP ROLE regress_bloom_newcomer;
