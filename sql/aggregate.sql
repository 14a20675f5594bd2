-- bloom_agg in all its forms; serial, parallel, windowed
CREATE TABLE vals AS
SELECT i AS int4, i::int2 AS int2, i::int8 AS int8, 'url' || i AS text, md5(i::text)::uuid AS uuid
FROM generate_series(1, 1000) i;

-- each form and type gives what adding one by one gives
SELECT bloom_agg(int4, 1000) = bloom_add_all(bloom(1000), array_agg(int4)) AS int4,
	bloom_agg(int2, 1000) = bloom_agg(int8, 1000) AND bloom_agg(int4, 1000) = bloom_agg(int8, 1000) AS integers,
	bloom_agg(text, 1000) = bloom_add_all(bloom(1000), array_agg(text)) AS text,
	bloom_agg(text::varchar, 1000) = bloom_agg(text, 1000) AS varchar,
	bloom_agg(uuid, 1000) = bloom_add_all(bloom(1000), array_agg(uuid)) AS uuid
FROM vals;
SELECT bloom_agg(int4, 1000, 0.001) = bloom_add_all(bloom(1000, 0.001), array_agg(int4)) AS int4,
	bloom_agg(int2, 1000, 0.001) = bloom_agg(int8, 1000, 0.001) AND bloom_agg(int4, 1000, 0.001) = bloom_agg(int8, 1000, 0.001) AS integers,
	bloom_agg(text, 1000, 0.001) = bloom_add_all(bloom(1000, 0.001), array_agg(text)) AS text,
	bloom_agg(uuid, 1000, 0.001) = bloom_add_all(bloom(1000, 0.001), array_agg(uuid)) AS uuid
FROM vals;
SELECT bloom_agg_like(int4, bloom(1000, 0.001, seed => 7)) = bloom_add_all(bloom(1000, 0.001, seed => 7), array_agg(int4)) AS int4,
	bloom_agg_like(int2, bloom(1000, seed => 7)) = bloom_agg_like(int8, bloom(1000, seed => 7) || 'a') AS integers,
	bloom_agg_like(text, bloom(1000, seed => 7)) = bloom_add_all(bloom(1000, seed => 7), array_agg(text)) AS text,
	bloom_agg_like(uuid, bloom(1000, seed => 7)) = bloom_add_all(bloom(1000, seed => 7), array_agg(uuid)) AS uuid,
	bloom_agg_hash(bloom_hash(text), 1000) = bloom_agg_hash_like(bloom_hash(text), bloom(1000)) AS hash_like,
	bloom_agg_hash(bloom_hash(text), 1000, 0.001)::text = replace(bloom_agg(text, 1000, 0.001)::text, '\x0101010001', '\x0101010000') AS hash
FROM vals;

-- modifiers
SELECT bloom_agg(int4, 1000) FILTER (WHERE int4 <= 10) = bloom_agg(CASE WHEN int4 <= 10 THEN int4 END, 1000) AS filter_and_null,
	bloom_agg(DISTINCT int4 % 10, 1000) = bloom_agg(int4 % 10, 1000) AS distinct,
	bloom_agg(int4, 1000 ORDER BY int4 DESC) = bloom_agg(int4, 1000) AS order_by
FROM vals;
SELECT count(*), bool_and(bloom_cardinality(f) BETWEEN 95 AND 105) AS cardinality, bloom_union_agg(f) = (SELECT bloom_agg(int4, 1000) FROM vals) AS union
FROM (SELECT int4 % 10, bloom_agg(int4, 1000) AS f FROM vals GROUP BY 1) AS g;

-- no rows, no values
SELECT bloom_agg(int4, 1000) AS over_no_rows FROM vals WHERE false;
SELECT bloom_agg(text, 1000, 0.5) = bloom_agg_like(text, bloom(10)) AS over_no_rows FROM vals WHERE false;
SELECT bloom_agg(NULL::text, 1000) = bloom(1000) AS over_nulls FROM vals;
SELECT count(*) FROM vals WHERE NOT int4 <@ (SELECT bloom_agg(int4, 1000) FROM vals WHERE false);

-- shapes that can't be had
SELECT bloom_agg(int4, 0) FROM vals;
SELECT bloom_agg(int4, 1000, NULL) FROM vals;
SELECT bloom_agg(int4, 1000, 2) FROM vals;
SELECT bloom_agg(int4, int4) FROM vals;
SELECT bloom_agg(int4, 1000, 1.0 / (int4 + 10)) FROM vals;
SELECT bloom_agg_like(int4, NULL::bloom) FROM vals;
-- the filter has the same parameters in all rows, whatever their order, also of other members, and in partial states
CREATE TABLE parts (v int, f bloom) PARTITION BY LIST (v);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES IN (1);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES IN (2);
CREATE FUNCTION liked(a bloom, b bloom) RETURNS text[] LANGUAGE plpgsql SET enable_partitionwise_aggregate = on AS $$
DECLARE
	result text[];
	ordered text;
	f bloom;
BEGIN
	TRUNCATE parts;
	INSERT INTO parts VALUES (1, a), (2, b);
	FOREACH ordered IN ARRAY ARRAY['ORDER BY v', 'ORDER BY v DESC', ''] LOOP
		BEGIN
			EXECUTE format('SELECT bloom_agg_like(v::text, f %s) FROM parts', ordered) INTO f;
			result := result || (f = bloom_clear(a) || '1' || '2')::text;
		EXCEPTION WHEN invalid_parameter_value OR null_value_not_allowed THEN
			result := result || SQLERRM;
		END;
	END LOOP;
	RETURN result;
END $$;
SELECT DISTINCT liked(a, b) FROM (SELECT array_agg(i) FROM generate_series(1, 30000) i) AS w(m), LATERAL (VALUES (bloom(), bloom(100)), (bloom(100), bloom(777)), (bloom_add_all(bloom(50000), m), bloom_add_all(bloom(60000), m)), (bloom(9), bloom(9, seed => 1)), (bloom(9), bloom(9, counting => true)), (bloom(9), bloom_new('guava', 9)), (bloom_new('guava', 9), bloom_new('guava', 9, keys => 'utf16'))) AS v(a, b);
SELECT liked(NULL, bloom(100));
-- short, or stored out of line
SELECT liked(f, bloom_add_all(f, ARRAY(SELECT generate_series(1, 30000)::text))) FROM unnest(ARRAY[bloom(), bloom(50000), bloom_fold(bloom(100000), 50000), bloom_new('guava', 50000), bloom_new('pybloom', 50000)]) AS f;
SELECT f, (SELECT bloom_agg_like(v, f) = f || 'a' FROM unnest(ARRAY['a', 'a']) AS v) AS same FROM unnest(ARRAY[bloom(), bloom(9)]) AS f;
DROP TABLE parts;
DROP FUNCTION liked;
SELECT bloom_agg(ARRAY[int4], 1000) FROM vals;
SELECT bloom_agg_text(bloom(10), 'a', 10);
SELECT bloom_agg_text(NULL, 'a', 10);
SELECT bloom_agg_union(NULL, bloom(10));

-- as window aggregates
SELECT int4, bloom_cardinality(w) AS so_far, bloom_cardinality(v) AS last_three, w @> 1 AS has_1, v @> 1 AS had_1
FROM (SELECT int4, bloom_agg(int4, 1000) OVER (ORDER BY int4) AS w,
		bloom_agg(int4, 1000) OVER (ORDER BY int4 ROWS 2 PRECEDING) AS v FROM vals) AS f
WHERE int4 IN (1, 2, 3, 4, 100, 1000) ORDER BY int4;
SELECT count(*) AS unequal FROM (
	SELECT i, bloom_union_agg(f) OVER (ORDER BY i) AS u, bloom_intersection_agg(f) OVER (ORDER BY i) AS n, first_value(f) OVER (ORDER BY i) AS first
	FROM (SELECT i, bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, i))) AS f FROM generate_series(1, 50) i) AS v) AS w
WHERE u <> bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, i))) OR n <> first;

-- whatever the type, and whether it has an aggregate of its own: what bloom_add gives, over groups, no rows and nulls, and in windows
CREATE FUNCTION alike(value text) RETURNS TABLE (fixed boolean, sized boolean, liked boolean, grouped boolean, no_rows boolean, nulls boolean, windowed boolean) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('WITH v AS MATERIALIZED (SELECT i, %s AS v FROM generate_series(1, 300) i),
		a AS (SELECT f FROM (WITH RECURSIVE r(i, f) AS (SELECT 0, bloom(500, 0.02) UNION ALL SELECT r.i + 1, bloom_add(f, v) FROM r JOIN v ON v.i = r.i + 1) SELECT f FROM r WHERE i = 300) AS s)
		SELECT (SELECT bloom_agg(v, 500, 0.02) FROM v) = f,
			(SELECT bloom_agg(v) = bloom_agg_like(v, bloom()) AND bloom_agg(v) = bloom_agg(v, NULL) FROM v),
			(SELECT bloom_agg_like(v, bloom(500, 0.02)) FROM v) = f,
			(SELECT bloom_union_agg(g) FROM (SELECT bloom_agg(v, 500, 0.02) AS g FROM v GROUP BY i %% 7) AS s) = f,
			(SELECT bloom_agg(v) FROM v WHERE i < 0) = bloom(), (SELECT bloom_agg(CASE WHEN i < 0 THEN v END) FROM v) = bloom(),
			(SELECT bool_and(w = x) FROM (SELECT bloom_agg(v, 10) OVER (ORDER BY i ROWS 1 PRECEDING) AS w, bloom_add(bloom_add(bloom(10), lag(v) OVER (ORDER BY i)), v) AS x FROM v) AS s)
		FROM a', value);
END $$;
SELECT value, alike.* FROM (VALUES
	('''x'' || i'),
	('i::int2'),
	('i'),
	('i::int8'),
	('i::real'),
	('i::float8'),
	('i / 4.0'),
	('md5(i::text)::uuid'),
	('decode(md5(i::text), ''hex'')'),
	('date ''2024-01-01'' + i'),
	('timestamp ''2024-01-01'' + i * interval ''1 hour'''),
	('timestamptz ''2024-01-01'' + i * interval ''1 hour'''),
	('i::oid'),
	('(i % 2 = 0)'),
	('(''::'' || i)::inet'),
	('time ''00:00'' + i * interval ''1 second'''),
	('ROW(i, ''x'')'),
	('i::bit(20)'),
	('chr(33 + i % 90)::"char"')) AS t(value), alike(value);
DROP FUNCTION alike;

-- serial and parallel builds are equal byte for byte
CREATE TABLE many AS SELECT i, 'http://example.com/' || i AS url FROM generate_series(1, 100000) i;
ALTER TABLE many SET (parallel_workers = 2);
ANALYZE many;
CREATE VIEW built AS
SELECT bloom_agg(i::oid, 100000) AS any_agg, bloom_agg((i % 50)::oid) AS any_few, bloom_agg(md5(i::text)::uuid, 100000) AS uuid_agg, bloom_agg(url, 100000, 0.001) AS text_agg,
	bloom_agg_like(url, bloom(100000, seed => 3)) AS like_agg, bloom_agg(i, 1000) FILTER (WHERE i = 77777) AS few,
	bloom_agg(i, 1000) FILTER (WHERE i < 0) AS none, bloom_union_agg(bloom(1000) || i % 500) AS united,
	bloom_intersection_agg(bloom(1000) || 1) AS common
FROM many;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE serial AS SELECT * FROM built;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) CREATE TABLE parallel AS SELECT * FROM built;
CREATE TABLE parallel AS SELECT * FROM built;
SELECT s.any_agg::text = p.any_agg::text AS any_agg, s.any_few::text = p.any_few::text AS any_few, s.uuid_agg::text = p.uuid_agg::text AS uuid_agg, s.text_agg::text = p.text_agg::text AS text_agg,
	s.like_agg::text = p.like_agg::text AS like_agg, s.few::text = p.few::text AS few,
	s.none::text = p.none::text AS none, s.united::text = p.united::text AS united,
	s.common::text = p.common::text AS common
FROM serial s, parallel p;
-- values of workers count like those of one process
SET bloomext.over_capacity = error;
SELECT bloom_agg(i, 100) FROM many WHERE i <= 1000;
RESET bloomext.over_capacity;
-- and grouped
SELECT count(*) AS groups, bool_and(f = g) AS equal FROM
	(SELECT i % 10 AS k, bloom_agg(url, 10000) AS f FROM many GROUP BY 1) AS p
	JOIN (SELECT k, bloom_add_all(bloom(10000), array_agg(url)) AS g FROM (SELECT i % 10 AS k, url FROM many OFFSET 0) AS q GROUP BY k) AS s USING (k);
-- above a join, not below it: PostgreSQL 19 would make partial states there, one for each row that is joined
CREATE TABLE sites AS SELECT i AS site, i % 3 AS kind FROM generate_series(1, 100) i;
ANALYZE sites;
SET max_parallel_workers_per_gather = 0;
EXPLAIN (COSTS OFF) SELECT kind, bloom_agg(url), bloom_union_agg(bloom() || url) FROM many JOIN sites ON site = i % 100 GROUP BY kind;
EXPLAIN (COSTS OFF) SELECT kind, bloom_agg(i::oid) FROM many JOIN sites ON site = i % 100 GROUP BY kind;
RESET max_parallel_workers_per_gather;
DROP TABLE sites;
-- aggregates that somebody makes of our functions: what they start from may be any filter, what they give is valid
SELECT bloom(1000, counting => true) || 0 AS counting, bloom_new('guava', 100) || 'x' AS foreign, bloom_add_all(bloom(10, growth => 2), ARRAY(SELECT generate_series(1, 200))) AS layers \gset
CREATE AGGREGATE from_counting(integer, bigint) (SFUNC = bloom_agg_int4, STYPE = bloom, INITCOND = :'counting');
CREATE AGGREGATE from_layers(integer, bigint) (SFUNC = bloom_agg_int4, STYPE = bloom, INITCOND = :'layers');
CREATE AGGREGATE from_foreign(text, bigint) (SFUNC = bloom_agg_text, STYPE = bloom, INITCOND = :'foreign');
CREATE AGGREGATE unfinished(integer, bigint) (SFUNC = bloom_agg_int4, STYPE = bloom);
SELECT f = f::text::bloom AS valid, bloom_contains_all(f, ARRAY(SELECT generate_series(0, 100))) AS members FROM (SELECT from_counting(i, 1000) AS f FROM generate_series(1, 100) i) AS v;
SELECT f = f::text::bloom AS valid, bloom_contains_all(f, ARRAY(SELECT generate_series(1, 300))) AS members FROM (SELECT from_layers(i, 1000) AS f FROM generate_series(201, 300) i) AS v;
SELECT f = f::text::bloom AS valid FROM (SELECT from_foreign(i::text, 1000) AS f FROM generate_series(1, 100) i) AS v;
SELECT f = f::text::bloom AS valid, bloom_union(f, f) = f AS united FROM (SELECT unfinished(i, 1000) AS f FROM generate_series(1, 3) i) AS v;
-- also if it has more hashes than a list of these parameters may have
SELECT n, f = f::text::bloom AS valid, f = bloom_add_all(bloom(1000), ARRAY(SELECT generate_series(1, n))) AS same
FROM (SELECT n, unfinished(i, 1000) AS f FROM unnest(ARRAY[1, 8, 162, 163, 200, 257, 300]) n, LATERAL (SELECT i FROM generate_series(1, n) i ORDER BY md5(i::text)) AS v GROUP BY n) AS g ORDER BY n;
-- also without an argument
CREATE AGGREGATE no_argument(*) (SFUNC = bloom_clear, STYPE = bloom, INITCOND = :'counting', FINALFUNC = bloom_agg_final);
SELECT no_argument(*) = bloom_clear(:'counting') AS cleared FROM generate_series(1, 3);
DROP AGGREGATE no_argument(*), from_counting(integer, bigint), from_layers(integer, bigint), from_foreign(text, bigint), unfinished(integer, bigint);
-- groups with numbers of values around those at which a state gets more room, turns dense or gets memory of its own; each value is there twice, in random order
CREATE TABLE sized AS SELECT n, i, CASE n % 3 WHEN 0 THEN bloom(100 + n) WHEN 1 THEN bloom(100 + n, growth => 2) ELSE bloom_elastic(100 + n) END AS f
FROM unnest(ARRAY[1, 2, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 128, 129, 256, 257, 512, 513, 1017, 1018, 1019, 1023, 1024, 1025, 1026, 2048, 2049, 5000]) AS n, generate_series(1, n) AS i, generate_series(1, 2) ORDER BY hashint4(i + n);
ALTER TABLE sized SET (parallel_workers = 2);
ANALYZE sized;
CREATE VIEW groups AS SELECT n, bloom_agg(i) AS elastic, bloom_agg(i, 1000) AS fixed, bloom_agg(i, 6700) AS large, bloom_agg(i, 100000) AS list, bloom_agg_like(i, f) AS own, bloom_agg(i::oid) AS any_type FROM sized GROUP BY n;
SET client_min_messages = error;
CREATE TABLE expected AS SELECT n, bloom_add_all(bloom(), v) AS elastic, bloom_add_all(bloom(1000), v) AS fixed, bloom_add_all(bloom(6700), v) AS large, bloom_add_all(bloom(100000), v) AS list, bloom_add_all(f, v) AS own, bloom_add_all(bloom(), v::oid[]) AS any_type
FROM (SELECT n, f, array_agg(i) AS v FROM sized GROUP BY n, f) AS s;
\set differ 'SELECT count(*) AS groups, count(*) FILTER (WHERE g IS DISTINCT FROM e) AS differ FROM groups g FULL JOIN expected e USING (n)'
:differ;
SET max_parallel_workers_per_gather = 0;
SET enable_sort = off;
:differ;
SET enable_hashagg = off;
RESET enable_sort;
:differ;
SET work_mem = '64kB';
:differ;
RESET enable_hashagg;
:differ;
RESET work_mem;
SET max_parallel_workers_per_gather = 2;
DROP VIEW groups;
DROP TABLE expected, sized;
-- the final function of a window is called between the values, of which some are repeated
SELECT count(*) AS rows, count(*) FILTER (WHERE elastic <> bloom_add_all(bloom(), v)) AS elastic, count(*) FILTER (WHERE fixed <> bloom_add_all(bloom(500), v)) AS fixed, count(*) FILTER (WHERE list <> bloom_add_all(bloom(100000), v)) AS list
FROM (SELECT i, bloom_agg(v) OVER w AS elastic, bloom_agg(v, 500) OVER w AS fixed, bloom_agg(v, 100000) OVER w AS list, array_agg(v) OVER w AS v
	FROM (SELECT i, hashint4(i % 1400) AS v FROM generate_series(1, 2800) i) AS s WINDOW w AS (ORDER BY i)) AS r
WHERE i <= 200 OR i % 100 = 0 OR i BETWEEN 1015 AND 1030;
RESET client_min_messages;
DROP VIEW built;
DROP TABLE vals, many, serial, parallel;
