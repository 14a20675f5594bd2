-- The error rates of filters at capacity, measured, for doc/sizing.md:
--
--     test/with-server psql -X -q -f bench/errors.sql >bench/results-errors.txt
--
-- A million members of each kind, and 10 million other values; 100 million at an
-- error rate of 0.000001.

CREATE EXTENSION bloomext;
CREATE TABLE kinds (kind text PRIMARY KEY, value text);
INSERT INTO kinds VALUES
	('random strings', $$md5(i::text)$$),
	('consecutive integers', $$i$$),
	('near-identical URLs', $$'https://example.com/page?session=0123456789abcdef&id=' || i$$);

CREATE FUNCTION measure(value text, rate float8, others bigint, OUT missed bigint, OUT measured float8, OUT fpp float8,
	OUT cardinality_error float8)
LANGUAGE plpgsql AS $$
BEGIN
	CREATE TEMPORARY TABLE filters (f bloom);
	EXECUTE format('INSERT INTO filters SELECT bloom_agg(%s, 1000000, %s) FROM generate_series(1, 1000000) AS i', value, rate);
	EXECUTE format('SELECT count(*) FROM generate_series(1, 1000000) AS i WHERE NOT %s <@ (SELECT f FROM filters)', value) INTO missed;
	EXECUTE format('SELECT count(*) / %s::float8 FROM generate_series(1000001, 1000000 + %1$s) AS i WHERE %s <@ (SELECT f FROM filters)',
		others, value) INTO measured;
	SELECT bloom_fpp(f), abs(bloom_cardinality(f) - 1000000) / 10000.0 INTO fpp, cardinality_error FROM filters;
	DROP TABLE filters;
END $$;

SELECT rate AS requested, kind, missed, measured, round(fpp::numeric, 10) AS bloom_fpp,
	round((abs(measured - fpp) / sqrt(fpp * (1 - fpp) / others))::numeric, 1) AS "standard deviations between",
	round(cardinality_error::numeric, 3) AS "error of the cardinality, %"
FROM (VALUES (0.05::float8, 10000000), (0.01, 10000000), (0.001, 10000000), (0.0001, 10000000), (0.000001, 100000000)) AS r(rate, others),
	kinds, measure(value, rate, others)
ORDER BY rate DESC, kind;
