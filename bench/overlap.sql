-- How far estimates of the number of common members are off: ten pairs of filters of a million values each, or of a
-- million and 30 million, of which 10,000 are common, for each kind of filter.  The inputs are fixed, so every run has
-- these results:
--
--     test/with-server psql -X -q -f bench/overlap.sql    bench/results-overlap.txt
CREATE EXTENSION IF NOT EXISTS bloomext;
WITH filters AS MATERIALIZED (
	SELECT filter, (SELECT bloom_agg_like(i, empty) FROM generate_series(first + 1, first + 1000000) AS i) AS a,
		(SELECT bloom_agg_like(i, empty) FROM generate_series(first + 990001, first + 990000 + n) AS i) AS b
	FROM generate_series(1, 10) AS seed,
		LATERAL (VALUES ('bloom(1000000)', 1000000, bloom(1000000, seed => seed)),
			('bloom(2000000)', 1000000, bloom(2000000, seed => seed)),
			('bloom(2000000, 0.0001)', 1000000, bloom(2000000, 0.0001, seed => seed)),
			('bloom()', 1000000, bloom_elastic(50000000, 0.01, seed => seed)),
			('bloom_elastic(80000000)', 30000000, bloom_elastic(80000000, 0.01, seed => seed))) AS k(filter, n, empty),
		LATERAL (VALUES (seed * 10000000)) AS f(first))
SELECT filter, round(sqrt(avg((bloom_intersection_cardinality(a, b) - 10000) ^ 2))::numeric) AS "root mean square error",
	round(max(abs(bloom_intersection_cardinality(a, b) - 10000))::numeric) AS "largest error"
FROM filters GROUP BY filter ORDER BY 2 DESC;
