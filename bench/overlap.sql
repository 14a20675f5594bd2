-- How far estimates of the number of common members are off: ten pairs of filters of a million values each, of which
-- 10,000 are common, for each kind of filter.  The inputs are fixed, so every run has these results:
--
--     test/with-server psql -X -q -f bench/overlap.sql    bench/results-overlap.txt
CREATE EXTENSION IF NOT EXISTS bloomext;
WITH filters AS (
	SELECT filter, seed, bloom_agg_like(i, empty) FILTER (WHERE i <= seed * 10000000 + 1000000) AS a,
		bloom_agg_like(i, empty) FILTER (WHERE i > seed * 10000000 + 990000) AS b
	FROM generate_series(1, 10) AS seed,
		LATERAL (VALUES ('bloom(1000000)', bloom(1000000, seed => seed)), ('bloom(2000000)', bloom(2000000, seed => seed)),
			('bloom(2000000, 0.0001)', bloom(2000000, 0.0001, seed => seed)),
			('bloom()', bloom_elastic(50000000, 0.01, seed => seed))) AS k(filter, empty),
		LATERAL generate_series(seed * 10000000 + 1, seed * 10000000 + 1990000) AS i
	GROUP BY filter, seed)
SELECT filter, round(sqrt(avg((bloom_intersection_cardinality(a, b) - 10000) ^ 2))::numeric) AS "root mean square error",
	round(max(abs(bloom_intersection_cardinality(a, b) - 10000))::numeric) AS "largest error"
FROM filters GROUP BY filter ORDER BY 2 DESC;
