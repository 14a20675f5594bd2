-- Union, intersection, equality
CREATE TABLE parts AS
SELECT part, bloom_agg(i, 3000, 0.001) AS filter
FROM generate_series(1, 3000) i, generate_series(0, 2) part
WHERE i % 3 = part GROUP BY part;
CREATE TABLE whole AS SELECT bloom_agg(i, 3000, 0.001) AS filter FROM generate_series(1, 3000) i;

SELECT (SELECT bloom_union_agg(filter) FROM parts) = filter AS union_agg FROM whole;
SELECT (a.filter | b.filter) | c.filter = w.filter AS or_operator,
	a.filter | b.filter = b.filter | a.filter AS commutes,
	a.filter | a.filter = a.filter AS idempotent,
	(w.filter & a.filter) = a.filter AS intersection_with_part,
	bloom_intersection(a.filter, b.filter) = bloom_intersection(b.filter, a.filter) AS intersection_commutes,
	a.filter <> b.filter AS differ, a.filter = b.filter AS equal,
	bloom_clear(a.filter) = bloom(3000, 0.001) AS cleared
FROM parts a, parts b, parts c, whole w WHERE a.part = 0 AND b.part = 1 AND c.part = 2;

-- what is in both stays
SELECT count(*) FILTER (WHERE i % 15 = 0 AND NOT common @> i) AS missed,
	count(*) FILTER (WHERE i % 15 > 0 AND common @> i) < 30 AS few_others
FROM generate_series(1, 3000) i, (
	SELECT bloom_intersection_agg(f) AS common FROM (
		SELECT bloom_agg(i, 3000, 0.001) FROM generate_series(3, 3000, 3) i
		UNION ALL
		SELECT bloom_agg(i, 3000, 0.001) FROM generate_series(5, 3000, 5) i) AS v(f)) AS w;

-- nulls and no filters
SELECT bloom_union_agg(f), bloom_intersection_agg(f) FROM (VALUES (NULL::bloom)) AS v(f);
SELECT bloom_union_agg(f), bloom_intersection_agg(f) FROM (VALUES (NULL::bloom)) AS v(f) WHERE false;
SELECT bloom_union_agg(f) = bloom(10) || 1 AS union_agg, bloom_intersection_agg(f) = bloom(10) || 1 AS intersection_agg
FROM (VALUES (NULL), (bloom(10) || 1), (NULL), (bloom(10) || 1)) AS v(f);
SELECT NULL | bloom(10) IS NULL AS union_null, bloom(10) & NULL IS NULL AS intersection_null;

-- shapes and classes have to be the same
SELECT bloom(100) | bloom(250);
SELECT bloom(100) & bloom(100, 0.001);
SELECT bloom(100, seed => 1) | bloom(100, seed => 2);
SELECT bloom_union_agg(f) FROM (VALUES (bloom(100)), (bloom(250))) AS v(f);
SELECT bloom_intersection_agg(f) FROM (VALUES (bloom(100)), (bloom(250))) AS v(f);
SELECT (bloom(100) || 1) | (bloom(100) || 'a');
SELECT (bloom(100) || 1) & (bloom(100) || 'a');
SELECT (bloom(100) || 1) | bloom(100) = bloom(100) || 1 AS empty_has_no_class,
	(bloom_info(bloom(100) | (bloom(100) || 1))).class;
SELECT bloom(100) = bloom(250) AS equal, bloom(100) <> bloom(250) AS differ,
	bloom(100) = bloom(100, seed => 1) AS equal_seeds, bloom(100) || 1 = bloom_add_hash(bloom(100), bloom_hash(1)) AS equal_classes;

-- the identity: the filter over no rows
CREATE TABLE identity AS SELECT bloom_agg(i, 1000) AS filter FROM generate_series(1, 0) i;
SELECT filter FROM identity;
SELECT filter | (bloom(100) || 1) = bloom(100) || 1 AS left, (bloom(100) || 1) | filter = bloom(100) || 1 AS right,
	filter | filter = filter AS itself, filter & (bloom(100) || 1) = (bloom(100) || 1) & filter AS intersection_commutes,
	bloom_cardinality(filter & (bloom(100) || 1)) AS intersection, filter @> 1 AS contains, bloom_contains_all(filter, ARRAY[1]) AS contains_all,
	bloom_clear(filter) = filter AS cleared, bloom_cardinality(filter), bloom_fpp(filter)
FROM identity;
SELECT (bloom_info(filter)).* FROM identity;
SELECT bloom_union_cardinality(filter, bloom(100) || 1) AS all, bloom_intersection_cardinality(bloom(100) || 1, filter) AS both,
	bloom_jaccard(filter, bloom(100) || 1) AS jaccard, bloom_jaccard(filter, filter) AS jaccard_empty
FROM identity;
SELECT bloom_union_agg(f) = bloom(100) || 1 AS union_agg FROM (SELECT filter FROM identity UNION ALL SELECT bloom(100) || 1) AS v(f);
SELECT filter || 1 FROM identity;
DROP TABLE parts, whole, identity;
