-- Rollup filters: coded lists of cut hashes, which combine whatever their sizes

-- What they are like
SELECT representation, capacity, error_rate, bytes, cardinality, fpp FROM bloom_info(bloom_elastic());
SELECT representation, class, capacity, error_rate, growth, seed, layers, bits, cardinality
FROM bloom_info(bloom_add_all(bloom_elastic(1000, 0.001, 7), ARRAY['a', 'b', NULL, 'a']));
SELECT bloom_elastic() || 1 || 2;
SELECT bloom_elastic(0);
SELECT bloom_elastic(65000001);
SELECT bloom_elastic(1, 0.6);
SELECT bloom_elastic(65000000, 1e-9) IS NOT NULL AS largest, bloom_elastic(1, 0.5) IS NOT NULL AS smallest;

-- As the type of a column
CREATE TABLE daily (day int PRIMARY KEY, visitors bloom(elastic));
CREATE TABLE others (a bloom(50000000, elastic), b bloom(1000, 0.001, elastic), c bloom(60000000, 0.05, elastic));
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
WHERE attrelid IN ('daily'::regclass, 'others'::regclass) AND atttypid = 'bloom'::regtype ORDER BY attrelid, attnum;
SELECT NULL::bloom(65000001, 0.01, elastic);
SELECT NULL::bloom(elastic, 100);
SELECT NULL::bloom(1, 0.5, 2, elastic);
INSERT INTO daily SELECT day, bloom_agg_like(i, bloom_elastic())
FROM generate_series(1, 12) AS day, generate_series(day * 100, day * 100 + (1 << day)) AS i GROUP BY day;
INSERT INTO daily VALUES (20, bloom(100)), (21, bloom() || 5), (22, bloom_elastic() || 7);
-- filters that do not fit: dense, other parameters
INSERT INTO daily VALUES (30, bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 10000))));
INSERT INTO daily VALUES (30, bloom_elastic(1000) || 1);
INSERT INTO others (b) SELECT visitors FROM daily WHERE day = 1;
SELECT day, bloom_cardinality(visitors), (bloom_info(visitors)).representation FROM daily ORDER BY day;

-- Tests: no false negative, alone, together, from a table and from memory
SELECT count(*) FROM daily, generate_series(day * 100, day * 100 + (1 << day)) AS i WHERE day <= 12 AND NOT i <@ visitors;
SELECT day, bloom_contains_all(visitors, ARRAY(SELECT generate_series(day * 100, day * 100 + (1 << day)))) AS all,
	bloom_contains_any(visitors, ARRAY[1, 2, 3]) AS any, bloom_contains_each(visitors, ARRAY[day * 100, NULL, -1]) AS each
FROM daily WHERE day IN (1, 5, 12) ORDER BY day;
SELECT bloom_contains_hash(visitors, bloom_hash(1200)), bloom_contains_hash(visitors, 0) FROM daily WHERE day = 12;
SELECT 'a' <@ visitors FROM daily WHERE day = 12;

-- Unions: of all, in any order, serial and parallel, are what one aggregate gives
SELECT bloom_cardinality(bloom_union_agg(visitors)) FROM daily;
SELECT count(DISTINCT u::text) FROM (
	SELECT bloom_union_agg(visitors ORDER BY day) AS u FROM daily UNION ALL
	SELECT bloom_union_agg(visitors ORDER BY -day) FROM daily UNION ALL
	SELECT bloom_union_agg(visitors ORDER BY day % 3, day % 5) FROM daily UNION ALL
	SELECT bloom_agg_like(i, bloom_elastic()) FROM (
		SELECT i FROM generate_series(1, 12) AS day, generate_series(day * 100, day * 100 + (1 << day)) AS i
		UNION ALL VALUES (5), (7)) AS v(i)) AS unions;
SELECT a.visitors | b.visitors = b.visitors | a.visitors AS same, bloom_can_combine(a.visitors, b.visitors) AS can,
	bloom_cardinality(a.visitors | b.visitors) AS either, bloom_union_cardinality(a.visitors, b.visitors) AS either_too,
	bloom_cardinality(a.visitors & b.visitors) AS both, bloom_intersection_cardinality(a.visitors, b.visitors) AS both_too
FROM daily a, daily b WHERE a.day = 11 AND b.day = 12;
SELECT bloom_cardinality(bloom_intersection_agg(visitors)) FROM daily WHERE day IN (11, 12);
SELECT representation, cardinality FROM bloom_info(bloom() | bloom_elastic() | (bloom(100) || 1) | bloom());
SELECT representation, cardinality FROM bloom_info((bloom(100) || 1 || 2) & (bloom_elastic() || 2 || 3));
SELECT bloom_union_cardinality(bloom(100) || 1 || 2, bloom_elastic() || 2 || 3);
-- parameters: those with fewer bits, then the larger capacity, whatever the order
SELECT bool_and(a | b = b | a), count(DISTINCT (a | b)::text)
FROM unnest(ARRAY[bloom_elastic() || 1, bloom_elastic(1000) || 2, bloom_elastic(500, 0.005) || 3, bloom(10) || 4, bloom_elastic(9, 0.5) || 5]) AS a,
	unnest(ARRAY[bloom_elastic() || 1, bloom_elastic(1000) || 2, bloom_elastic(500, 0.005) || 3, bloom(10) || 4, bloom_elastic(9, 0.5) || 5]) AS b;
SELECT DISTINCT capacity, error_rate, 1 <@ u AND 2 <@ u AND 3 <@ u AND 4 <@ u AS complete
FROM unnest(ARRAY[1, 2, 3]) AS i, LATERAL (SELECT bloom_union_agg(f ORDER BY (n * i) % 7) AS u FROM (VALUES
	(1, bloom_elastic() || 1), (2, bloom_elastic(1000) || 2), (3, bloom_elastic(500, 0.005) || 3), (4, bloom(10) || 4)) AS v(n, f)) AS s,
	bloom_info(u);
-- what does not combine
SELECT bloom_elastic() | bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 10000)));
SELECT bloom_union_agg(f) FROM (VALUES (bloom() || 1), (bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 10000)))), (bloom_elastic() || 1)) AS v(f);
SELECT bloom_elastic() & bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 10000)));
SELECT (bloom_elastic() || 1) | (bloom_elastic() || 'a');
SELECT bloom_elastic() | bloom_elastic(seed => 1);
SELECT bloom_can_combine(bloom_elastic(), bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 10000))));
SELECT bloom_remove(bloom_elastic() || 1, 1);
SELECT bloom_fold(bloom_elastic(100) || 1, 50);
SELECT bloom_uncount(bloom_elastic() || 1) = bloom_elastic() || 1 AS same, bloom_clear(bloom_elastic() || 1) = bloom_elastic() AS clear;

-- Equality, hashing, text and binary forms
SELECT bloom_elastic() || 1 || 2 = bloom_elastic() || 2 || 1 AS same, bloom_elastic() || 1 = bloom_elastic() || 2 AS members,
	bloom_elastic() = bloom_elastic(100) AS parameters, bloom_elastic(100) = bloom(100) AS kind,
	bloom_elastic(100) = bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, 100))) AS dense;
SELECT count(*), count(DISTINCT visitors::text) FROM (SELECT visitors FROM daily UNION ALL SELECT visitors::text::bloom FROM daily UNION ALL
	SELECT visitors::bytea::bloom FROM daily UNION ALL SELECT visitors || NULL::int FROM daily) AS f;
SELECT bool_and(visitors = visitors::text::bloom AND visitors::text = visitors::bytea::bloom::text) FROM daily;
SELECT count(DISTINCT bloom_filter_hash_extended(f, 1)) FROM (SELECT bloom_elastic() || 1 || 2 AS f UNION ALL
	SELECT (bloom_elastic() || 2 || 1)::text::bloom) AS v;

-- A row changes in place; what is added to is a new value
UPDATE daily SET visitors = visitors || 123456 || 1 WHERE day = 12;
SELECT 123456 <@ visitors AND 1 <@ visitors AND 1200 <@ visitors AS added, bloom_cardinality(visitors) FROM daily WHERE day = 12;
DO $$
DECLARE f bloom := bloom_elastic();
BEGIN
	FOR i IN 1 .. 3000 LOOP
		f := f || i;
		ASSERT bloom_cardinality(f) = i OR i % 100 <> 0;
	END LOOP;
	ASSERT f = bloom_add_all(bloom_elastic(), ARRAY(SELECT generate_series(1, 3000)));
END $$;

-- Groups, windows, hashes, types without aggregates of their own
SELECT count(*), sum(bloom_cardinality(f)) FROM (SELECT bloom_agg_like(i, bloom_elastic()) AS f FROM generate_series(1, 30000) AS i GROUP BY i % 10000) AS v;
SELECT i, bloom_cardinality(bloom_agg_like(i, bloom_elastic()) OVER (ORDER BY i)) FROM generate_series(1, 3) AS i;
SELECT bloom_agg_hash_like(bloom_hash(i), bloom_elastic()) = bloom_agg_like(i, bloom_elastic()) AS same_but_class,
	(bloom_info(bloom_agg_hash_like(bloom_hash(i), bloom_elastic()))).cardinality FROM generate_series(1, 100) AS i;
SELECT bloom_cardinality(bloom_agg_like(i > 3, bloom_elastic())), bloom_cardinality(bloom_agg_like((i, 'x'), bloom_elastic())) FROM generate_series(1, 5) AS i;

-- Random sets against exact ones: unions, intersections and tests, with cut hashes that coincide
DO $$
DECLARE
	u bloom;
	members int[];
	seen bigint;
	expected float8;
	n int;
BEGIN
	FOR round IN 1 .. 60 LOOP
		u := bloom();
		members := '{}';
		FOR part IN 1 .. 1 + round % 5 LOOP
			n := (round * 7919 + part * 104729) % 900;
			u := u | bloom_add_all(CASE WHEN part % 4 = 3 THEN bloom(100000) ELSE bloom_elastic(4000, 0.02) END,
				ARRAY(SELECT round * 1000 + part * 300 + i FROM generate_series(1, n) AS i));
			members := members || ARRAY(SELECT round * 1000 + part * 300 + i FROM generate_series(1, n) AS i);
		END LOOP;
		ASSERT members = '{}' OR bloom_contains_all(u, members), 'a member is missing';
		n := (SELECT count(DISTINCT m) FROM unnest(members) AS m);
		ASSERT abs(bloom_cardinality(u) - n) <= 0.01 * n + 1, format('%s instead of %s', bloom_cardinality(u), n);
		ASSERT u = bloom_add_all(bloom_clear(u), members);
		ASSERT u & u = u;
	END LOOP;
	-- the error rate, within 4 standard deviations
	FOR round IN 1 .. 4 LOOP
		n := 500 * 4 ^ round;
		SELECT bloom_agg_like(i, bloom_elastic(200000, 0.02)) INTO u FROM generate_series(1, n) AS i;
		expected := bloom_fpp(u) * 200000;
		SELECT count(*) INTO seen FROM generate_series(1000001, 1200000) AS i WHERE i <@ u;
		ASSERT abs(seen - expected) <= 4 * sqrt(expected) + 1, format('%s instead of %s', seen, expected);
		ASSERT abs(bloom_fpp(u) - (bloom_info(u)).fpp) < 1e-12 AND bloom_fpp(u) <= 0.02 * n / 200000;
		ASSERT abs(bloom_cardinality(u) - n) <= 0.002 * n;
	END LOOP;
END $$;

-- Stored out of line, it is read whole; a plan that prefetches, and a join
ALTER TABLE daily ALTER visitors SET STORAGE EXTERNAL;
INSERT INTO daily SELECT 50, bloom_agg_like(i, bloom_elastic()) FROM generate_series(1, 30000) AS i;
CREATE TABLE visits AS SELECT i AS visitor FROM generate_series(1, 60000) AS i;
ANALYZE visits;
ANALYZE daily;
SELECT count(*) FILTER (WHERE visitor <= 30000), count(*) - 30000 < 20 AS few FROM visits WHERE visitor <@ (SELECT visitors FROM daily WHERE day = 50);
SELECT day, count(*) FROM visits JOIN daily ON visitor <@ visitors WHERE day IN (11, 20, 50) AND visitor <= 30000 GROUP BY day ORDER BY day;
SELECT bloom_cardinality(visitors), 30000 <@ visitors, 77 <@ visitors FROM daily WHERE day = 50;

-- Parallel plans have partial states of each aggregate
CREATE TABLE many_days AS SELECT i % 7 AS n, bloom_elastic() || i || i + 1 AS f FROM generate_series(1, 2000) AS i;
ALTER TABLE many_days SET (parallel_workers = 2);
ALTER TABLE visits SET (parallel_workers = 2);
ANALYZE many_days;
CREATE TABLE built (how text, u bloom);
SET max_parallel_workers_per_gather = 0;
INSERT INTO built SELECT 'serial', bloom_union_agg(f) FROM many_days;
INSERT INTO built SELECT 'serial', bloom_agg_like(visitor, bloom_elastic()) FROM visits;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT bloom_union_agg(f) FROM many_days;
CREATE TABLE parallel_union AS SELECT bloom_union_agg(f) AS u FROM many_days;
CREATE TABLE parallel_build AS SELECT bloom_agg_like(visitor, bloom_elastic()) AS u FROM visits;
INSERT INTO built SELECT 'parallel', u FROM parallel_union UNION ALL SELECT 'parallel', u FROM parallel_build;
SELECT count(*), count(DISTINCT u::text) FROM built;
SELECT how, bloom_cardinality(u) FROM built ORDER BY 2, 1;
RESET ALL;
DROP TABLE many_days, built, parallel_union, parallel_build;

-- Bytes from outside: each spoiled bit is refused, or gives another valid filter
CREATE FUNCTION readable(wire bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RETURN wire::bloom::bytea = wire;
EXCEPTION WHEN invalid_binary_representation OR feature_not_supported THEN
	RETURN NULL;
END $$;
SELECT count(*) > 500 AS many, bool_and(readable(set_bit(wire, bit, 1 - get_bit(wire, bit)))) AS exact
FROM (SELECT (SELECT bloom_agg_like(i, bloom_elastic()) FROM generate_series(1, 40) AS i)::bytea AS wire) AS f,
	generate_series(0, 8 * 250) AS bit WHERE bit < 8 * length(wire);
SELECT count(readable(substr(wire, 1, n))) FROM (SELECT (bloom_elastic() || 1 || 2 || 3)::bytea AS wire) AS f, generate_series(0, 67) AS n WHERE n < length(wire);
-- bit 3 of the flags is not for outside, and neither are these headers
SELECT (overlay(w PLACING '0c' FROM 5 FOR 2))::bloom FROM (SELECT bloom_elastic()::text AS w) AS f;
SELECT (overlay(w PLACING '08' FROM 5 FOR 2))::bloom FROM (SELECT bloom_elastic()::text AS w) AS f;
SELECT (overlay(w PLACING '05' FROM 5 FOR 2))::bloom FROM (SELECT bloom_elastic()::text AS w) AS f;
SELECT (overlay(w PLACING '02' FROM 9 FOR 2))::bloom FROM (SELECT bloom_elastic()::text AS w) AS f;
SELECT (left(w, -16) || 'ffffffffffffffff')::bloom FROM (SELECT bloom_elastic()::text AS w) AS f;
SELECT (left(w, -16) || '0100000000000000')::bloom FROM (SELECT bloom_elastic()::text AS w) AS f;
-- three different hashes of one bit
SELECT (left(w, -16) || '0300000000000000' || repeat('0', 16))::bloom FROM (SELECT bloom_elastic(1, 0.5)::text AS w) AS f;
SELECT left(w, -16)::bloom FROM (SELECT bloom_elastic()::text AS w) AS f;

DROP TABLE daily, others, visits;
DROP FUNCTION readable;

-- Warnings: past the capacity, and whenever that doubles
CREATE TABLE small_rollup (f bloom(1000, elastic));
INSERT INTO small_rollup SELECT bloom_agg_like(i, bloom_elastic(1000)) FROM generate_series(1, 900) AS i;
UPDATE small_rollup SET f = f || 901;
UPDATE small_rollup SET f = bloom_add_all(f, ARRAY(SELECT generate_series(800, 1900)));
UPDATE small_rollup SET f = f || 1901;
UPDATE small_rollup SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1901, 2300)));
SELECT bloom_agg_like(i, bloom_elastic(1000)) IS NOT NULL AS warned FROM generate_series(1, 5000) AS i;
DROP TABLE small_rollup;
