-- What a filter tells of itself, and what one would be like
SELECT * FROM bloom_info(bloom(1000000, 0.001, seed => -5));
SELECT * FROM bloom_info(bloom_add_all(bloom(3, 0.01), ARRAY['a', 'b', 'c']));
SELECT * FROM bloom_info((SELECT bloom_agg_like(i, bloom(50, 0.001, seed => -5)) FROM generate_series(1, 50) i));
SELECT * FROM bloom_info(bloom());
SELECT bloom_info(NULL) IS NULL AS null_filter;
-- those that do not grow can have more values than their capacity
SET client_min_messages = error;
SELECT n, array_agg((bloom_info(bloom_add_all(f, ARRAY(SELECT generate_series(1, n)::text)))).over_capacity ORDER BY i) AS over_capacity
FROM unnest(ARRAY[100, 300]) AS n, unnest(ARRAY[bloom(100), bloom(100, counting => true), bloom_elastic(100), bloom_new('guava', 100), bloom(100, growth => 2), bloom_new('pybloom', 100, growth => 2), bloom()]) WITH ORDINALITY AS v(f, i) GROUP BY n ORDER BY n;
RESET client_min_messages;

SELECT error_rate, s.bytes, round(s.bits_per_value::numeric, 2) AS bits_per_value, s.probes, s.cache_lines,
	round((-ln(error_rate) / ln(2) ^ 2)::numeric, 2) AS classic
FROM unnest(ARRAY[0.5, 0.1, 0.05, 0.01, 0.001, 1e-4, 1e-6, 2.1e-7, 1e-9]) AS error_rate,
	bloom_size(10000000, error_rate) AS s;
SELECT bloom_size(0);
SELECT bloom_size(10, 0.6);
SELECT bytes = (bloom_info(f)).bytes AND bytes = octet_length(f::bytea) + 4 AS size_is_size
FROM bloom_size(1000), (SELECT bloom_agg(i, 1000) FROM generate_series(1, 1000) i) AS v(f);

-- the classic formula, figures known from elsewhere
SELECT bits, probes, bloom_theoretical_fpp(bits, probes)::numeric::float4 AS rate
FROM (SELECT bits, greatest(1, round(0.75 * bits))::int AS probes FROM unnest(ARRAY[1, 2, 4, 8, 16, 32, 64]) AS bits) AS v;
SELECT bloom_theoretical_fpp(0, 1);
SELECT bloom_theoretical_fpp('NaN', 1);
SELECT bloom_theoretical_fpp(8, 0);

-- cardinality: within 1 % of a million; the expected rate is the one asked for
CREATE TABLE large AS
SELECT bloom_agg(i, 1000000) AS percent, bloom_agg(i, 1000000, 1e-6) AS millionth FROM generate_series(1, 1000000) i;
SELECT abs(bloom_cardinality(percent) - 1000000) < 10000 AS percent, abs(bloom_cardinality(millionth) - 1000000) < 10000 AS millionth,
	bloom_fpp(percent) BETWEEN 0.0093 AND 0.01 AS fpp_percent, bloom_fpp(millionth) BETWEEN 0.93e-6 AND 1e-6 AS fpp_millionth
FROM large;
-- an error rate that holds: 100,000 others, 4 sigma of a binomial
SELECT count(*) FILTER (WHERE i <@ percent) BETWEEN 1 AND 0.01 * 100000 + 4 * sqrt(0.01 * 0.99 * 100000) AS percent,
	count(*) FILTER (WHERE i <@ millionth) <= 2 AS millionth
FROM large, generate_series(1000001, 1100000) i;
DROP TABLE large;

-- values that come by their hashes: the lower half of all fills half of a fixed filter, and its error rate is told all the same
SELECT n, rate, counting, told > 2 * rate AS overfilled, abs(hits - 200000 * told) <= 1 + 4 * sqrt(200000 * told) AS told
FROM (VALUES (1000, 0.01, false), (1000, 0.001, false), (50000, 0.01, false), (50000, 0.001, true), (50000, 1e-4, false)) AS v(n, rate, counting),
	LATERAL (SELECT bloom_agg_like(i, bloom(n, rate, counting => counting)) AS f FROM generate_series(1, 2 * n) i WHERE bloom_hash(i) > 0) AS h,
	LATERAL (SELECT bloom_fpp(f) AS told, (SELECT count(*) FROM generate_series(-200000, -1) i WHERE i <@ f) AS hits) AS t;

-- every number of members, and more than there is room for
SELECT n, abs(bloom_cardinality(f) - n) <= 1 + n * 0.1 AS estimated, bloom_fpp(f) < 0.01 AS rate
FROM (VALUES (0), (1), (2), (10), (100), (900)) AS v(n),
	LATERAL (SELECT bloom_add_all(bloom(1000), ARRAY(SELECT generate_series(1, n))) AS f) AS filter;
SET client_min_messages = error;
SELECT bloom_cardinality(f) > 100 AS at_least, bloom_fpp(f) AS fpp, (bloom_info(f)).bits_set
FROM (SELECT bloom_agg(i, 1) AS f FROM generate_series(1, 10000) i) AS filter;
RESET client_min_messages;

-- two sets of 2 million that share 100,001 values
CREATE TABLE pair AS
SELECT bloom_agg(i, 2000000, 1e-4) FILTER (WHERE i <= 2000000) AS a,
	bloom_agg(i, 2000000, 1e-4) FILTER (WHERE i > 1899999) AS b
FROM generate_series(1, 3899999) i;
SELECT abs(bloom_intersection_cardinality(a, b) - 100001) < 3000 AS intersection,
	abs(bloom_union_cardinality(a, b) - 3899999) < 39000 AS "union",
	abs(bloom_jaccard(a, b) - 100001 / 3899999.0) < 0.03 * 100001 / 3899999 AS jaccard,
	bloom_intersection_cardinality(a, b) = bloom_intersection_cardinality(b, a) AS commutes,
	bloom_intersection_cardinality(a, a) = bloom_cardinality(a) AS with_itself, bloom_jaccard(a, a) AS jaccard_itself,
	bloom_intersection_cardinality(a, bloom_clear(a)) AS with_empty, bloom_jaccard(a, bloom_clear(a)) AS jaccard_empty
FROM pair;
DROP TABLE pair;
SELECT bloom_union_cardinality(bloom_uncount(bloom(1, counting => true)), bloom_uncount(bloom(101, counting => true)));
SELECT bloom_jaccard(bloom(1) || 1, bloom(1) || 'a');
SELECT bloom_jaccard(bloom(1), bloom(1)) AS two_empty_sets;
