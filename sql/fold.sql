-- Folding: the same set in a smaller filter, as if it had been built so
-- every capacity that divides: either the fold is the direct build, or it is refused by name
CREATE FUNCTION try_fold(c bigint, rate float8, f bigint, n bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	large bloom := (SELECT bloom_agg(i, c, rate) FROM generate_series(1, n) i);
	small bloom := (SELECT bloom_agg(i, c / f, rate) FROM generate_series(1, n) i);
	detail text;
BEGIN
	RETURN CASE WHEN bloom_fold(large, c / f) = small THEN 'direct build' ELSE 'WRONG' END;
EXCEPTION WHEN invalid_parameter_value THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
	IF detail ~ ('\m' || c / f || '\M') THEN
		RETURN 'WRONG: ' || SQLERRM;
	END IF;
	RETURN CASE WHEN detail = 'It can''t be folded.' THEN 'refused, no fold' ELSE 'refused, others can' END;
END $$;
-- of a quarter of the capacity, which is dense, and of 40 values, which are a list
SET client_min_messages = error;
SELECT capacity, rate, outcome, array_agg(factor ORDER BY factor) AS factors
FROM (VALUES (100000, 0.01), (131072, 0.01), (200000, 0.05), (1000000, 0.001), (600000, 1e-6), (99991, 0.01), (1000, 0.01)) AS v(capacity, rate),
	LATERAL (SELECT f FROM generate_series(1, 40) f WHERE capacity % f = 0) AS d(factor), try_fold(capacity, rate, factor, capacity / 4) AS outcome
GROUP BY 1, 2, 3 ORDER BY 2, 1, 3;
SELECT capacity, rate, outcome, array_agg(factor ORDER BY factor) AS factors
FROM (VALUES (100000, 0.01), (1000000, 0.001), (99991, 0.01), (1000, 0.01)) AS v(capacity, rate),
	LATERAL (SELECT f FROM generate_series(1, 40) f WHERE capacity % f = 0) AS d(factor), try_fold(capacity, rate, factor, 40) AS outcome
GROUP BY 1, 2, 3 ORDER BY 2, 1, 3;
RESET client_min_messages;
-- a list that is too long for the smaller filter turns dense
SELECT (bloom_info(f)).representation, (bloom_info(bloom_fold(f, 12500))).representation AS folded, bloom_fold(f, 12500) = g AS direct
FROM (SELECT bloom_agg(i, 100000) AS f, bloom_agg(i, 12500) AS g FROM generate_series(1, 3000) i) AS v;

-- what can't be
SELECT bloom_fold(bloom(100000), 30000);
SELECT bloom_fold(bloom(100000), 200000);
SELECT bloom_fold(bloom(100000), 0);
SELECT bloom_fold(bloom(100000), -50000);
SELECT bloom_fold(bloom(99991), 1);
SELECT bloom_fold(f, 7) = f AS identity FROM (SELECT bloom_agg(1, 1) WHERE false) AS v(f);
SELECT bloom_fold(bloom(100000), NULL) IS NULL AS null_capacity;

-- the seed and the class stay
SELECT bloom_fold(bloom(100000, seed => 7) || 'a', 50000) = bloom(50000, seed => 7) || 'a' AS seed_and_class;

-- filters whose shapes differ by a fold combine in the smaller one's
CREATE TABLE pair AS
SELECT kind, bloom_agg(i, 100000) FILTER (WHERE i <= large) AS large, bloom_agg(i, 25000) FILTER (WHERE i > small) AS small,
	bloom_agg(i, 25000) FILTER (WHERE i <= large) AS large_direct, bloom_agg(i, capacity) AS all_direct,
	large - small AS common, n
FROM (VALUES ('both sparse', 2000, 1000, 3000, 100000), ('large sparse', 10000, 5000, 15000, 25000), ('small sparse', 18000, 17000, 20000, 100000),
	('both dense', 16000, 8000, 20000, 25000)) AS v(kind, large, small, n, capacity), LATERAL generate_series(1, n) i
GROUP BY kind, large, small, n, capacity;
SELECT kind, (bloom_info(large)).representation AS large, (bloom_info(small)).representation AS small,
	large | small = all_direct AS larger_first, small | large = all_direct AS smaller_first,
	small & large = large & small AS commutes,
	abs(bloom_union_cardinality(large, small) - n) < 0.02 * n AS union_cardinality,
	bloom_union_cardinality(small, large) = bloom_union_cardinality(large, small) AS union_commutes,
	abs(bloom_intersection_cardinality(large, small) - common) < 0.05 * n AS intersection_cardinality,
	abs(bloom_jaccard(small, large) - common / n::float8) < 0.05 AS jaccard, large = large_direct AS equal
FROM pair ORDER BY kind;
-- the intersection has what both have; of dense ones it is that in the smaller shape, of a list it is a list
SELECT kind, missed, others < 0.02 * n AS few_others, b.f = (large_direct & small) AS direct
FROM pair, LATERAL (SELECT large & small AS f OFFSET 0) AS b, LATERAL (
	SELECT count(*) FILTER (WHERE i <@ large AND i <@ small AND NOT i <@ b.f) AS missed,
		count(*) FILTER (WHERE i <@ b.f) - common AS others FROM generate_series(1, n) i) AS c ORDER BY kind;
SELECT kind, union_agg = all_direct AS union_agg, other_way = all_direct AS other_way
FROM pair, LATERAL (
	SELECT bloom_union_agg(f ORDER BY n) AS union_agg, bloom_union_agg(f ORDER BY n DESC) AS other_way
	FROM (VALUES (1, large), (2, small), (3, large)) AS v(n, f)) AS a ORDER BY kind;
-- of many, it would depend on which are folded first
SELECT bloom_intersection_agg(f) FROM pair, LATERAL (VALUES (large), (small)) AS v(f) WHERE kind = 'both dense';
SELECT kind, bloom_intersection_agg(f) = bloom_fold(large, 25000) & small AS folded FROM pair, LATERAL (VALUES (bloom_fold(large, 25000)), (small)) AS v(f) GROUP BY kind, large, small ORDER BY kind;
-- but not if they differ in more
CREATE FUNCTION dense(capacity bigint, error_rate float8 DEFAULT 0.01, seed bigint DEFAULT 0) RETURNS bloom LANGUAGE sql AS $$
	SELECT bloom_uncount(bloom(capacity, error_rate, counting => true, seed => seed))
$$;
SELECT dense(100000) | dense(25000, 0.001);
SELECT dense(100000, seed => 1) | dense(25000);
SELECT dense(100000) | bloom(25000, counting => true);
SELECT dense(100000) | dense(30000);
SELECT dense(100000) & dense(30000);
DO $$
DECLARE
	f bloom := dense(100000) || 1;
BEGIN
	-- in a variable, the larger filter is folded in place
	f := bloom_union(f || 2, dense(50000) || 3);
	f := bloom_union(f, dense(25000) || 4) || 5;
	RAISE NOTICE '% %', bloom_contains_each(f, ARRAY[1, 2, 3, 4, 5, 6]), f = bloom_add_all(bloom(25000), ARRAY[1, 2, 3, 4, 5]);
END $$;

-- a fold never ruins the error rate: else it is an error, and nothing has changed; bloom_fold insists
CREATE TABLE full_and_empty AS SELECT bloom_agg(i, 100000) AS big, dense(3125) AS small FROM generate_series(1, 100000) i;
SELECT big | small FROM full_and_empty;
SELECT small | big FROM full_and_empty;
SELECT big & small FROM full_and_empty;
SELECT bloom_union_cardinality(big, small) FROM full_and_empty;
SELECT bloom_union_agg(f) FROM (SELECT big FROM full_and_empty UNION ALL SELECT small FROM full_and_empty) AS v(f);
SELECT bloom_can_combine(big, small) AS big, bloom_can_combine(small, big) AS small, bloom_can_combine(big, bloom(3125)) AS list,
	bloom_can_combine(bloom_fold(big, 3125), small) AS folded, bloom_can_combine(dense(100000), small) AS empty FROM full_and_empty;
-- workers do not warn
SET max_parallel_workers = 0;
SELECT (bloom_info(big | bloom(3125))).capacity AS list, (bloom_info(bloom_fold(big, 3125) | small)).capacity AS insists FROM full_and_empty;
RESET max_parallel_workers;
SELECT n, bloom_can_combine(a, b) AS unite, bloom_cardinality(bloom_fold(a, 25000)) + 5000 < 1.01 * 25000 + 3 * sqrt(25000) AS fits
FROM unnest('{24000, 25000, 25500, 27000}'::int[]) AS n, LATERAL (
	SELECT bloom_agg(i, 100000) FILTER (WHERE i > 5000) AS a, bloom_agg(i, 25000) FILTER (WHERE i <= 5000) AS b FROM generate_series(1, n) i) AS v;
DO $$
DECLARE
	f bloom := dense(3125) || 0;
	g bloom := f;
BEGIN
	f := f | (SELECT big FROM full_and_empty);
EXCEPTION WHEN data_exception THEN
	RAISE NOTICE '%', f = g;
END $$;
-- in an aggregate whatever the order: what comes after a fold counts, too
CREATE TABLE three AS SELECT k, bloom_agg(i, CASE k WHEN 1 THEN 6250 ELSE 3125 END) AS f FROM generate_series(0, 2) k, generate_series(k * 1500, k * 1500 + 1499) i GROUP BY k;
SELECT abs(bloom_cardinality(bloom_union_agg(f ORDER BY k)) - 3000) < 100 AS two FROM three WHERE k > 0;
SELECT bloom_union_agg(f ORDER BY k) FROM three;
SELECT bloom_union_agg(f ORDER BY k <> 1, k) FROM three;
DROP TABLE three;
DROP TABLE full_and_empty;
DROP FUNCTION dense;
DROP TABLE pair;
-- a growing filter and one that sizes itself have no fold
SELECT bloom_fold(bloom(1000, growth => 2), 500);
SELECT bloom_fold(bloom() || 1, 500) = bloom() || 1 AS sizes_itself;
DROP FUNCTION try_fold;
