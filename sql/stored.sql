-- Filters stored out of line: parts of them are read, or they are kept while a query runs; arrays are hashed once
-- The fewer of two runs, because a run reads catalogs again if other sessions have changed many of them
CREATE FUNCTION buffers(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plan json;
	fewest bigint;
BEGIN
	FOR run IN 1 .. 2 LOOP
		EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING off, FORMAT json) ' || query INTO plan;
		fewest := least(fewest, (plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::bigint + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::bigint);
	END LOOP;
	RETURN fewest;
END $$;
SET max_parallel_workers_per_gather = 0;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET jit = off;
SET client_min_messages = error;	-- some filters hold more than their capacity

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
INSERT INTO stored
SELECT 12, 'growing list', bloom_agg_like(i::text, bloom(1000000, 0.01, 2)) FROM generate_series(1, 20000) i UNION ALL
SELECT 13, 'long elastic list', (overlay(bloom()::text PLACING '01' FROM 11) || string_agg(regexp_replace(encode(int8send(h), 'hex'), '(..)(..)(..)(..)(..)(..)(..)(..)', '\8\7\6\5\4\3\2\1'), '' ORDER BY int8send(h)))::bloom
	FROM (SELECT bloom_hash(i::text) AS h FROM generate_series(1, 1024) i) AS s UNION ALL
SELECT 14, 'list of chosen hashes', bloom_union_agg(bloom_add_hash(bloom(1000000), CASE i % 3 WHEN 0 THEN i WHEN 1 THEN -i ELSE bloom_hash(i::text) END)) FROM generate_series(1, 20000) i;
INSERT INTO stored SELECT 10, 'grown by union', bloom_union_agg(f) FROM (SELECT bloom_agg_like(i::text, bloom(1000, 0.01, 2)) AS f FROM generate_series(1, 20000) i GROUP BY i % 20) AS s;
CREATE TABLE compressed (LIKE stored);
ALTER TABLE compressed ALTER f SET STORAGE EXTENDED;
INSERT INTO compressed SELECT 11, 'compressed', bloom_agg_like(i::text, bloom(400000, counting => true)) FROM generate_series(1, 3000) i;
CREATE VIEW filters AS TABLE stored UNION ALL TABLE compressed;
SELECT n, kind, (bloom_info(f)).representation, (bloom_info(f)).layers > 1 AS layers, (bloom_info(f)).bytes > 8000 AS large, pg_column_size(f) < (bloom_info(f)).bytes / 2 AS compressed
FROM filters ORDER BY n;
-- where answers differ from those of the same filter in line: each is read by slices first, and then kept
CREATE FUNCTION differences() RETURNS TABLE (n int, members bigint, tests bigint, hashes bigint, "each" bigint, "any" bigint, "all" bigint) LANGUAGE plpgsql AS $$
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
			count(*) FILTER (WHERE bloom_contains_any(f, a) IS DISTINCT FROM (inline @> ANY (a))), count(*) FILTER (WHERE bloom_contains_all(f, a) IS DISTINCT FROM (inline @> ALL (a))) INTO "each", "any", "all"
		FROM (SELECT ARRAY(SELECT nullif((j * 997 + i) % 40000, 13 + i)::text FROM generate_series(1, i % 90) j) AS a FROM generate_series(1, 200) i) AS v, filters WHERE filters.n = differences.n;
		RETURN NEXT;
	END LOOP;
END $$;
SELECT * FROM differences();
SET work_mem = '64kB';
SELECT * FROM differences();
RESET work_mem;

-- what is read: a few blocks of a filter that has many
CREATE TABLE large AS SELECT bloom_agg(i, 4000000) AS f FROM generate_series(1, 2000000) i;
VACUUM ANALYZE large;
SELECT pg_relation_size(reltoastrelid) / current_setting('block_size')::int > 600 AS blocks, buffers('SELECT f = f FROM large') > 1200 AS read_twice, buffers('SELECT f @> 1 FROM large') < 30 AS one FROM pg_class WHERE oid = 'large'::regclass;
SELECT buffers('SELECT bloom_contains_each(f, ARRAY[1, 2, 3]) FROM large') < 50 AS each, buffers('SELECT bloom_contains_any(f, ARRAY[-1, -2, -3]) FROM large') < 50 AS "any",
	buffers('SELECT bloom_contains_all(f, ARRAY[1, 2, 3]) FROM large') < 50 AS "all", buffers('SELECT f @> ANY (ARRAY[-1, -2, -3]) FROM large') < 50 AS any_array,
	buffers('SELECT bloom_cardinality(f) FROM large') < 20 AS figures, buffers('SELECT (bloom_info(f)).* FROM large') < 200 AS info, buffers('SELECT bloom_clear(f) FROM large') < 20 AS clear,
	buffers('SELECT bloom_agg_like(1, f) FROM large') < 20 AS "like", buffers('SELECT bloom_can_combine(f, f) FROM large') < 20 AS can_unite, buffers('SELECT f::bloom(4000000) FROM large') < 20 AS typmod;
-- the same of a list: a test reads the part where the hash should be, and of one whose hashes were chosen a few parts
SELECT kind, buffers('SELECT f = f FROM stored WHERE n = ' || n) > 40 AS read_twice, max(buffers(format('SELECT f @> %L FROM stored WHERE n = %s', i, n))) < 15 AS one,
	buffers('SELECT bloom_contains_each(f, ARRAY[''1'', ''2'', ''x'']) FROM stored WHERE n = ' || n) < 20 AS each
FROM stored, generate_series(1, 100) i WHERE n IN (6, 12) GROUP BY n, kind ORDER BY n;
SELECT max(buffers(format('SELECT bloom_contains_hash(f, bloom_hash(%L)) FROM stored WHERE n = 14', i))) < 60 AS any, max(buffers(format('SELECT bloom_contains_hash(f, %s) FROM stored WHERE n = 14', i * 90))) < 60 AS first,
	max(buffers(format('SELECT bloom_contains_hash(f, -%s) FROM stored WHERE n = 14', i * 90))) < 60 AS last FROM generate_series(1, 100) i;
-- of a filter with many small layers, the whole
CREATE TABLE layered AS SELECT bloom_union_agg(f) AS f FROM (SELECT bloom_agg_like(i::text, bloom(10, growth => 2)) AS f FROM generate_series(1, 4000) i GROUP BY i % 200) AS s;
SELECT min((bloom_info(f)).layers) > 50 AS layers, max(buffers(format('SELECT f @> %L FROM layered', i))) < 150 AS one FROM layered, generate_series(-50, -1) i;
DROP TABLE layered;
-- and finds the same there: each hash of a list by itself, those beside them, and the least and greatest
SELECT n, kind, count(*) FILTER (WHERE found) AS found, count(*) FILTER (WHERE found <> bloom_contains_hash(inline, h)) AS differences
FROM (SELECT n, kind, f::bytea::bloom AS inline FROM stored WHERE n IN (6, 14) OFFSET 0) AS s,
	LATERAL (SELECT h, (SELECT bloom_contains_hash(f, h) FROM stored WHERE stored.n = s.n) AS found FROM (
		SELECT bloom_hash(i::text) + j AS h FROM generate_series(1, 20000, 97) i, generate_series(-1, 1) j UNION ALL
		SELECT i * j FROM generate_series(1, 20000, 97) i, generate_series(-1, 1) j UNION ALL
		SELECT unnest(ARRAY[0, -1, 9223372036854775807, -9223372036854775808])) AS v) AS w
GROUP BY n, kind ORDER BY n;
-- read as a whole, which is done in pieces, filters are what they were: all members, and as many others as those in memory find
CREATE TABLE pieces AS SELECT 'fixed' AS kind, f FROM large UNION ALL
SELECT 'growing', bloom_agg_like(i, bloom(100000, 0.01, 2)) FROM generate_series(1, 1000000) i UNION ALL SELECT 'counting', bloom_agg_like(i, bloom(1000000, counting => true)) FROM generate_series(1, 1000000) i;
SELECT kind, octet_length(f::bytea) / 1048576 AS mb, (SELECT count(*) FROM generate_series(1, 1000000) i WHERE i <@ f) AS members,
	(SELECT count(*) FROM generate_series(2000001, 2100000) i WHERE i <@ f) - (SELECT count(*) FROM generate_series(2000001, 2100000) i WHERE i <@ g) AS others
FROM pieces, LATERAL (SELECT f::bytea::bloom AS g OFFSET 0) AS copies;
DROP TABLE pieces;
-- elastic filters of a column are read like the one before: small ones as a whole, of others a longer beginning
CREATE TABLE alike (k int, n int, kind text, f bloom);
ALTER TABLE alike ALTER f SET STORAGE EXTERNAL;
INSERT INTO alike SELECT k, n, 'elastic', bloom_agg_like(k * 1000000 + i, bloom()) FROM generate_series(1, 8) k, unnest(ARRAY[5000, 10000, 25000, 40000]) n, generate_series(1, n) i GROUP BY k, n;
INSERT INTO alike SELECT k, n, 'fixed', bloom_agg(k * 1000000 + i, n) FROM generate_series(1, 8) k, unnest(ARRAY[10000, 40000]) n, generate_series(1, n) i GROUP BY k, n;
-- nearly all hashes are in one bucket
INSERT INTO alike SELECT k, 20000, 'chosen', bloom_agg_hash_like(CASE WHEN i % 1000 = 0 THEN bloom_hash(i) ELSE (77::bigint << 48) + (i::bigint << 31) END, bloom()) FROM generate_series(1, 2) k, generate_series(1, 20000) i GROUP BY k;
VACUUM ANALYZE alike;
-- in blocks: 5,000 values as a whole; 10,000 and 25,000 with two slices, like fixed ones
CREATE FUNCTION blocks(kind text, n int, test text) RETURNS bigint LANGUAGE sql AS $$ SELECT max(buffers(format('SELECT count(*) FROM alike WHERE kind = %L AND n = %s AND ' || test, kind, n, -i))) FROM generate_series(1, 10) i $$;
-- the first query also reads catalogs
SELECT blocks('elastic', 5000, 'f::bytea <> %L') AS first, blocks('elastic', 5000, 'f::bytea <> %L') AS all_blocks \gset
SELECT blocks('elastic', 5000, 'bloom_contains_hash(f, bloom_hash(%s))') < 1.15 * :all_blocks AS whole, blocks('elastic', 10000, 'bloom_contains_hash(f, bloom_hash(%s))') < 1.3 * two AS "10000",
	blocks('elastic', 25000, 'bloom_contains_hash(f, bloom_hash(%s))') < 1.3 * two AS "25000", blocks('elastic', 40000, 'bloom_contains_hash(f, bloom_hash(%s))') < 2 * two AS "40000", blocks('chosen', 20000, 'bloom_contains_hash(f, (77::bigint << 48) + (-997::bigint * %s << 31))') < 150 AS chosen
FROM (SELECT blocks('fixed', 40000, 'bloom_contains_hash(f, bloom_hash(%s))') AS two) AS s;
-- each answer, for filters of one kind after the other and of several kinds in turn
CREATE FUNCTION differences(hash bigint) RETURNS bigint LANGUAGE sql AS $$
	SELECT (SELECT count(*) FROM (SELECT f FROM alike WHERE k <= 2 ORDER BY k, kind, n OFFSET 0) AS s WHERE bloom_contains_hash(f, hash) <> bloom_contains_hash(f::bytea::bloom, hash)) +
		(SELECT count(*) FROM alike WHERE k <= 2 AND bloom_contains_hash(f, hash) <> bloom_contains_hash(f::bytea::bloom, hash))
$$;
SELECT what, sum(differences(hash)) AS differences, sum((SELECT count(*) FROM alike WHERE k <= 2 AND bloom_contains_hash(f, hash))) > 0 AS found FROM (
	SELECT 'others', bloom_hash(-i) FROM generate_series(1, 20) i UNION ALL SELECT 'members', bloom_hash(k * 1000000 + i) FROM generate_series(1, 2) k, generate_series(1, 40000, 3999) i UNION ALL
	SELECT 'chosen', (77::bigint << 48) + (i::bigint << 31) + j * (1 << 30) FROM generate_series(1, 20000, 1999) i, generate_series(0, 1) j) AS v(what, hash) GROUP BY what ORDER BY what;
DROP FUNCTION blocks;
DROP FUNCTION differences(bigint);
DROP TABLE alike;
-- many values at once are tested against the whole, which is read once
SELECT buffers('SELECT bloom_contains_each(f, ARRAY(SELECT generate_series(1, 10000))) FROM large') BETWEEN 600 AND 1000 AS each;
-- one by one: in parts, until that has cost as much as all
SELECT buffers('SELECT count(*) FROM generate_series(1, 100000) i WHERE i <@ (SELECT f FROM large)') < 8000 AS sub_select, buffers('SELECT count(*) FROM generate_series(1, 100000) i, large WHERE f @> i') < 8000 AS joined;
-- heads of what is small, sparse, grown, counting, another library's, compressed; and in line
SELECT n, bloom_cardinality(f) = bloom_cardinality(inline) AS cardinality, bloom_fpp(f) = bloom_fpp(inline) AS fpp, bloom_info(f) = bloom_info(inline) AS info, bloom_clear(f)::bytea = bloom_clear(inline)::bytea AS clear,
	bloom_agg_like('x'::text, f)::bytea = bloom_agg_like('x'::text, inline)::bytea AS "like", bloom_can_combine(f, inline) AS can_unite
FROM (SELECT n, f, f::bytea::bloom AS inline FROM filters) AS s GROUP BY n, f, inline ORDER BY n;

-- filters that come in turn are kept, as far as hash_mem goes
CREATE TABLE daily AS SELECT day, bloom_agg(day * 100000 + i, 100000) AS seen FROM generate_series(1, 10) day, generate_series(1, 50000) i GROUP BY day;
CREATE TABLE candidates AS SELECT i, 1 + i % 10 AS day, i * 1009 AS id FROM generate_series(1, 1000) i;
VACUUM ANALYZE daily, candidates;
SELECT buffers('SELECT count(*) FROM candidates JOIN daily ON seen @> id') < 3000 AS joined, buffers('SELECT count(*) FROM candidates WHERE EXISTS (SELECT FROM daily WHERE seen @> id)') < 5000 AS "exists",
	buffers('SELECT count(*) FROM candidates c WHERE (SELECT seen FROM daily WHERE daily.day = c.day) @> id') < 5000 AS correlated;
SET work_mem = '64kB';
-- with the filters as the inner side of the join
SET bloomext.prefetch = off;
-- no more than one is: the others are read in parts each time
SELECT buffers('SELECT count(*) FROM candidates JOIN daily ON seen @> id') > 20000 AS joined, buffers('SELECT count(*) FROM candidates WHERE EXISTS (SELECT FROM daily WHERE seen @> id)') > 10000 AS "exists",
-- and another one takes its place, if it isn't used any more
	buffers('SELECT count(*) FROM daily, LATERAL (SELECT day, i * 1009 AS id FROM generate_series(1, 1000) i OFFSET 0) AS c WHERE seen @> id') < 5000 AS one_after_the_other;
RESET bloomext.prefetch;
RESET work_mem;
SELECT count(*) AS found, count(*) = (SELECT count(*) FROM candidates JOIN (SELECT seen::bytea::bloom AS seen FROM daily OFFSET 0) AS inline ON seen @> id) AS same FROM candidates JOIN daily ON seen @> id;

-- none is kept too long: filters change in a transaction, in a loop, under a cursor, under a prepared statement
CREATE FUNCTION change_and_test() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	f bloom;
	answers text = '';
BEGIN
	FOR i IN 1 .. 40 LOOP
		UPDATE daily SET seen = bloom_agg FROM (SELECT bloom_agg(i * 1000000 + j, 100000) FROM generate_series(1, 20000) j) AS s WHERE day = 1;
		SELECT seen INTO f FROM daily WHERE day = 1;
		FOR j IN 1 .. 20 LOOP
			IF NOT f @> (i * 1000000 + j) OR f @> ((i - 1) * 1000000 + j) AND f @> ((i - 1) * 1000000 + 100 + j) THEN
				answers := answers || i || ' ';
			END IF;
		END LOOP;
		IF (SELECT count(*) FROM daily, generate_series(1, 20) j WHERE day = 1 AND seen @> (i * 1000000 + j)) <> 20 THEN
			answers := answers || i || '! ';
		END IF;
		BEGIN
			UPDATE daily SET seen = bloom(100000) WHERE day = 1;
			SELECT seen INTO f FROM daily WHERE day = 1;
			IF f @> (i * 1000000 + 1) THEN
				answers := answers || i || '? ';
			END IF;
			RAISE division_by_zero;
		EXCEPTION WHEN division_by_zero THEN
			SELECT seen INTO f FROM daily WHERE day = 1;
			IF NOT f @> (i * 1000000 + 1) THEN
				answers := answers || i || '?? ';
			END IF;
		END;
	END LOOP;
	RETURN answers;
END $$;
SELECT change_and_test() = '' AS right_answers;
BEGIN;
PREPARE tests AS SELECT count(*) FROM generate_series(1, 1000) i, daily WHERE day = 2 AND seen @> (200000 + i);
EXECUTE tests;
DECLARE before CURSOR FOR SELECT count(*) OVER (), seen @> (200000 + i) AS contained FROM daily, generate_series(1, 1000) i WHERE day = 2;
FETCH 2 FROM before;
UPDATE daily SET seen = bloom(100000) WHERE day = 2;
EXECUTE tests;
SAVEPOINT s;
UPDATE daily SET seen = (SELECT bloom_agg(200000 + i, 100000) FROM generate_series(1, 10000) i) WHERE day = 2;
EXECUTE tests;
ROLLBACK TO s;
EXECUTE tests;
CLOSE before;
TRUNCATE daily;
INSERT INTO daily SELECT 2, bloom_agg(200500 + i, 100000) FROM generate_series(1, 10000) i;
SELECT count(*) BETWEEN 500 AND 520 AS half FROM generate_series(1, 1000) i, daily WHERE day = 2 AND seen @> (200000 + i);
ROLLBACK;
EXECUTE tests;
-- a row that is updated while it is scanned
UPDATE daily SET seen = seen || -day WHERE NOT seen @> -day;
SELECT count(*) FROM daily WHERE seen @> -day;

-- arrays are hashed once; not if another one comes, from the same place, of the same length
CREATE FUNCTION loop_arrays(f bloom) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	a int[] = ARRAY(SELECT -i FROM generate_series(1, 100) i);
	wrong int = 0;
BEGIN
	FOR i IN 1 .. 200 LOOP
		a[50] := i;		-- changed in place
		wrong := wrong + (bloom_contains_any(f, a) <> f @> i)::int + (bloom_contains_any(f, a[50:50]) <> f @> i)::int + (bloom_contains_all(f, a[50:50] || 2) <> f @> i)::int
			+ (bloom_contains_any(f, (SELECT array_agg(v) FROM (VALUES (-1), (i)) AS s(v))) <> f @> i)::int;
	END LOOP;
	RETURN wrong;
END $$;
SELECT loop_arrays(bloom_agg(i * 2, 1000, 1e-6)) AS list, loop_arrays(bloom_agg(i * 2, 200, 1e-6)) AS bits FROM generate_series(1, 100) i;
PREPARE any_of(int[]) AS SELECT count(*) FROM daily WHERE bloom_contains_any(seen, $1);
SET plan_cache_mode = force_generic_plan;
EXECUTE any_of('{-1,-2,-3}');
EXECUTE any_of('{-1,-2,-4}');
EXECUTE any_of('{-1,NULL,NULL}');
RESET plan_cache_mode;
-- a constant, an InitPlan, a column, against lists and bits of several seeds, as element by element
CREATE TABLE lists AS SELECT k, bloom_agg_like(k * 7 + i, bloom(1000, 1e-4, seed => k % 3)) AS f FROM generate_series(1, 300) k, generate_series(1, 20) i GROUP BY k UNION ALL
SELECT k, bloom_agg_like(k * 7 + i, bloom(20, 1e-4, seed => k % 3)) AS f FROM generate_series(301, 600) k, generate_series(1, 20) i GROUP BY k;
SELECT count(*) FILTER (WHERE (bloom_info(f)).representation = 'sparse') AS lists, count(*) FILTER (WHERE bloom_contains_any(f, '{100,700,3000,3000,3001}'::int[])) AS found,
	count(*) FILTER (WHERE bloom_contains_any(f, '{100,700,3000,3000,3001}'::int[]) <> (f @> ANY ('{100,700,3000,3000,3001}'::int[]))) AS constant,
	count(*) FILTER (WHERE bloom_contains_all(f, '{700,703,700}'::int[]) <> (f @> ALL ('{700,703}'::int[]))) AS constant_all,
	count(*) FILTER (WHERE bloom_contains_all(f, ARRAY(SELECT k * 7 + i FROM generate_series(1, 20) i))) AS all_found,
	count(*) FILTER (WHERE bloom_contains_any(f, (SELECT array_agg(i * 50) FROM generate_series(1, 100) i)) <> (f @> ANY ((SELECT array_agg(i * 50) FROM generate_series(1, 100) i)::int[]))) AS init_plan,
	count(*) FILTER (WHERE bloom_contains_each(f, '{{700,703},{701,NULL}}'::int[]) IS DISTINCT FROM ARRAY[[f @> 700, f @> 703], [f @> 701, NULL]]) AS each,
	count(*) FILTER (WHERE bloom_contains_any(f, '{}'::int[])) AS empty, count(*) FILTER (WHERE bloom_contains_any(f, '{NULL,-5}'::int[]) IS NULL) AS nulls, count(*) FILTER (WHERE bloom_contains_all(f, '{NULL,-5}'::int[])) AS null_all
FROM lists;
SELECT bloom_contains_any(f, '{a}'::text[]) FROM lists WHERE k = 1;
SELECT bloom_contains_any(f, '{}'::text[]) AS none, bloom_contains_any(f, '{NULL}'::text[]) AS nulls FROM lists WHERE k = 1;

-- bloom_add_all and bloom_remove_all, as one by one
-- an aggregate shortens a long elastic list
SELECT n, (bloom_add_all(f, a)::bytea = (SELECT bloom_union_agg(x ORDER BY o) FROM unnest(ARRAY[f]) WITH ORDINALITY AS u(x, o))::bytea) = (kind <> 'long elastic list') AS nothing,
	bloom_contains_all(bloom_add_all(f, b), b) AS added, bloom_cardinality(bloom_add_all(f, b)) - bloom_cardinality(f) BETWEEN 2900 AND 3100 AS more
FROM (SELECT n, kind, f, '{NULL}'::text[] AS a, ARRAY(SELECT 'new ' || i FROM generate_series(1, 3000) i) AS b FROM filters WHERE n NOT IN (1, 4, 7)) AS s ORDER BY n;
SELECT bloom_remove_all(bloom_add_all(f, a), a)::bytea = f::bytea AS undone FROM (SELECT f, ARRAY(SELECT 'new ' || i FROM generate_series(1, 100) i) AS a FROM stored WHERE n = 3) AS s;

-- unions of many lists are sorted once, and are what adding all values gives
SELECT capacity, growth, bloom_union_agg(f)::bytea = (SELECT bloom_agg_like(i, bloom(capacity, 0.01, growth)) FROM generate_series(1, 40000) i)::bytea AS same
FROM (VALUES (1000000, 0), (50000, 0), (1000000, 2)) AS shapes(capacity, growth), LATERAL (SELECT bloom_agg_like(i, bloom(capacity, 0.01, growth)) AS f FROM generate_series(1, 40000) i GROUP BY i / 20 OFFSET 0) AS s
GROUP BY capacity, growth ORDER BY 1, 2;
SELECT bloom_union_agg(f)::bytea = (SELECT bloom_agg(i, 100000) FROM generate_series(1, 2000) i)::bytea AS lists
FROM (SELECT bloom_agg(i, CASE WHEN i / 20 % 3 = 0 THEN 12500 ELSE 100000 END) AS f FROM generate_series(1, 2000) i GROUP BY i / 20) AS s;
SELECT bloom_cardinality(bloom_union_agg(f)) AS self_sizing FROM (SELECT bloom() || i AS f FROM generate_series(1, 500) i) AS s;
SELECT bloom_union_agg(f) FROM (SELECT CASE WHEN i < 900 THEN bloom(100000) || i ELSE bloom(100000) || 'x' END AS f FROM generate_series(1, 1000) i) AS s;
-- two stored filters, with others in each row: lists of similar and of very different lengths, and bits
CREATE TABLE pairs AS SELECT k, a_to - a_from + 1 AS an, b_to - b_from + 1 AS bn, greatest(least(a_to, b_to) - greatest(a_from, b_from) + 1, 0) AS common, greatest(a_from, b_from) AS common_from, least(a_to, b_to) AS common_to, a, b
FROM (VALUES (1, 1, 20000, 10001, 30000), (2, 1, 100, 50, 20000), (3, 1, 1000, 1001, 2000), (4, 1, 20000, 1, 20000), (5, 1, 20000, 7, 7), (6, 1, 30000, 31000, 31003)) AS v(k, a_from, a_to, b_from, b_to),
	LATERAL (SELECT bloom_agg(i, 1000000) AS a FROM generate_series(a_from, a_to) i) AS x, LATERAL (SELECT bloom_agg(i, 1000000) AS b FROM generate_series(b_from, b_to) i) AS y;
SELECT count(*) AS pairs, count(*) FILTER (WHERE bloom_intersection_cardinality(x, y) = common) AS intersections, count(*) FILTER (WHERE bloom_union_cardinality(x, y) = an + bn - common) AS unions, count(*) FILTER (WHERE abs(bloom_jaccard(x, y) - common / (an + bn - common)::float8) < 1e-9) AS jaccard,
	count(*) FILTER (WHERE (x & y)::bytea = (SELECT bloom_agg_like(i, x) FROM generate_series(common_from, common_to) i HAVING count(*) > 0)::bytea) AS common, count(*) FILTER (WHERE common = 0 AND bloom_cardinality(x & y) = 0) AS no_common,
	count(*) FILTER (WHERE (x | y) = (SELECT bloom_agg_like(i, x) FROM generate_series(1, 31003) i WHERE i BETWEEN 1 AND an OR i BETWEEN common_from AND common_from + bn - 1)) AS united
FROM pairs, LATERAL (VALUES (a, b), (b, a), (a::bytea::bloom, b), (a, b::bytea::bloom)) AS v(x, y);
SELECT k, bloom_intersection_cardinality(a, f) BETWEEN 0.9 * least(an, 20000) AND 1.1 * least(an, 20000) AND bloom_intersection_cardinality(f, b) <= 1.1 * bn AS about, bloom_cardinality(a & f) BETWEEN least(an, 20000) AND 1.02 * an AND (a & f) = (f & a) AS common
FROM pairs, (SELECT bloom_agg(i, 1000000) AS f FROM generate_series(1, 20000) i UNION ALL SELECT bloom_uncount(bloom_agg_like(i, bloom(1000000, counting => true))) FROM generate_series(1, 20000) i) AS s ORDER BY k;
DROP TABLE pairs;
DROP VIEW filters;
DROP TABLE stored, compressed, large, daily, candidates, lists;
DROP FUNCTION buffers, differences, change_and_test, loop_arrays;
