-- Few values: a filter is the sorted list of their hashes
-- it turns dense by itself, as soon as that is smaller
SELECT n, (bloom_info(f)).representation, (bloom_info(f)).bytes, bloom_cardinality(f) = n AS exact
FROM unnest(ARRAY[0, 1, 2, 20, 160, 161, 162]) AS n,
	LATERAL (SELECT bloom_add_all(bloom(1000), ARRAY(SELECT generate_series(1, n))) AS f) AS v;
SELECT pg_column_size(f) < 200 AS ten_in_ten_million FROM (SELECT bloom_add_all(bloom(10000000), ARRAY(SELECT generate_series(1, 10))) AS f) AS v;

-- equal sets are equal bytes, whichever way they came about: n values in two forms of order, in one and in three parts
SELECT n, bool_and(f::text = g::text) AS one_by_one, bool_and(f::text = h::text) AS backwards,
	bool_and(f::text = (p[1] | p[2] | p[3])::text) AS parts, bool_and(f::text = (p[3] | p[1] | p[2])::text) AS other_parts,
	bool_and(f::text = (f | p[2])::text) AS again
FROM unnest(ARRAY[1, 2, 3, 10, 100, 160, 161, 162, 163, 200, 1000]) AS n,
	LATERAL (SELECT bloom_agg(i, 1000) AS f, bloom_add_all(bloom(1000), array_agg(i)) AS g, bloom_agg(i % n + 1, 1000 ORDER BY i DESC) AS h
		FROM generate_series(1, n) i) AS v,
	LATERAL (SELECT array_agg(f ORDER BY k) AS p FROM (SELECT k, bloom_agg(i, 1000) FILTER (WHERE i % 3 = k) AS f
		FROM generate_series(1, n) i, generate_series(0, 2) k GROUP BY k) AS q) AS w
GROUP BY n ORDER BY n;
-- repeats don't count, however many
SELECT (bloom_info(f)).representation, bloom_cardinality(f), f = g AS equal
FROM (SELECT bloom_agg(i % 100, 1000) AS f FROM generate_series(1, 100000) i) AS v, (SELECT bloom_agg(i, 1000) AS g FROM generate_series(0, 99) i) AS w;

-- the AND of dense filters stays dense, and has more bits than the common values set
CREATE TABLE forms AS
SELECT bloom_agg(i, 100000) FILTER (WHERE i <= 20000) & bloom_agg(i, 100000) FILTER (WHERE i > 19950) AS dense,
	bloom_agg(i, 100000) FILTER (WHERE i > 19950 AND i <= 20000) AS sparse,
	bloom_agg(i, 100000) FILTER (WHERE i <= 20000) AS large
FROM generate_series(1, 40000) i;
SELECT (bloom_info(dense)).representation AS dense, (bloom_info(sparse)).representation AS sparse, dense @> 19951 AND sparse @> 19951 AS contain,
	dense = sparse AS equal, dense <> sparse AS differ, (dense & sparse) = sparse AS common, dense | sparse = dense AS "all"
FROM forms;
-- bits made of a list, by hand: one line with the bits of 'a' (doc/format.md); other bytes are another filter
SELECT dense = sparse AS equal, sparse = dense AS commutes, dense <> sparse AS differ, dense = sparse || 'b' AS equal_to_more, dense = bloom(2) || 'a' AS equal_to_other
FROM (VALUES ('\x010101000100000001000000000000000000000001000000000000007b14ae47e17a843f0100000001000106060000000000000000200000000000000000000000000000000000000000004000000000000000000000001000000000000000000000000000100000001000040000000000000000'::bloom,
	bloom(1) || 'a')) AS v(dense, sparse);

-- across the forms
SELECT bloom_union_cardinality(sparse, large) BETWEEN 19800 AND 20200 AS "union", bloom_intersection_cardinality(sparse, large) AS intersection,
	bloom_intersection_cardinality(large, sparse) AS commutes, (bloom_info(sparse & large)).representation AS form, (sparse & large) = sparse AS contained,
	sparse & (large || -1) = sparse AS one_more, bloom_intersection_cardinality(sparse, bloom_clear(large)) AS with_empty
FROM forms;
SELECT count(*) FILTER (WHERE NOT f @> i) AS missed, count(*) FILTER (WHERE f @> -i) < 400 AS few_others
FROM (SELECT (SELECT large FROM forms) | (SELECT bloom_agg(i, 100000) FROM generate_series(20001, 20100) i) AS f OFFSET 0) AS v, generate_series(1, 20100) i;
DROP TABLE forms;

-- a million filters of 20 values are small: here a thousand of 1 to 39
SELECT round(avg(pg_column_size(f))) AS bytes, bool_and(bloom_cardinality(f) = n) AS exact
FROM (SELECT u % 39 + 1 AS n, bloom_agg(u * 100 + i, 1000) AS f FROM generate_series(1, 1000) u, generate_series(1, u % 39 + 1) i GROUP BY u) AS v;

-- classes and seeds are as in dense ones
SELECT (bloom(10) || 1) || 'a';
SELECT bloom(10) || 1 @> 'a';
SELECT (bloom(10) || 1) & (bloom(10) || 'a');
SELECT (bloom(10, seed => 1) || 1) | (bloom(10) || 1);
-- hashes by hand, at the ends of the range
SELECT bloom_contains_hash(f, h), bloom_cardinality(f)
FROM (SELECT bloom_add_hash(bloom_add_hash(bloom_add_hash(bloom(10), 0), -1), 0) AS f) AS v, unnest(ARRAY[0, -1, 1, -2]) AS h;
