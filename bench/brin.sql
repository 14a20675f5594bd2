-- How many rows a search by a BRIN index with a bloom operator class reads, for doc/comparison.md:
--
--     test/with-server psql -X -q -f bench/brin.sql >bench/results-brin.txt

CREATE TABLE log AS SELECT md5(i::text)::uuid AS trace_id, repeat('x', 40) AS body FROM generate_series(1, 200000) AS i;
VACUUM ANALYZE log;
SET enable_seqscan = off;

CREATE FUNCTION rows_read() RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
	plan json;
	sum numeric := 0;
BEGIN
	FOR i IN 1..100 LOOP
		EXECUTE format('EXPLAIN (ANALYZE, TIMING off, FORMAT json) SELECT * FROM log WHERE trace_id = md5(%L)::uuid', i * 2000)
			INTO plan;
		sum := sum + (plan->0->'Plan'->>'Actual Rows')::numeric + (plan->0->'Plan'->>'Rows Removed by Index Recheck')::numeric;
	END LOOP;
	RETURN round(sum / 100);
END $$;

SELECT split_part(version(), ' (', 1) AS version;
CREATE INDEX by_default ON log USING brin (trace_id uuid_bloom_ops);
SELECT 'default options' AS index, round(pg_relation_size('by_default') / 1000.0) AS kb, rows_read() AS "rows read, average of 100 searches";
DROP INDEX by_default;
CREATE INDEX by_options ON log USING brin (trace_id uuid_bloom_ops(n_distinct_per_range = 2000)) WITH (pages_per_range = 8);
SELECT 'options as above' AS index, round(pg_relation_size('by_options') / 1000.0) AS kb, rows_read() AS "rows read, average of 100 searches";
