-- What test/compat/write dumps

SET client_min_messages = error;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE pair AS (a int, b text);
CREATE DOMAIN positive AS int CHECK (value > 0);

-- Partial states, which distributed aggregates store
CREATE AGGREGATE state(text) (SFUNC = bloom_agg_text, STYPE = bloom);
CREATE AGGREGATE union_state(bloom) (SFUNC = bloom_agg_union, STYPE = bloom);

-- Filters of all kinds, of texts; then of all value classes
CREATE VIEW built AS
SELECT 'empty' AS name, bloom() AS filter
UNION ALL SELECT 'empty, fixed', bloom(1000)
UNION ALL SELECT 'default, one value', bloom() || 'v1'
UNION ALL SELECT 'default, list', bloom_add_all(bloom(), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))
UNION ALL SELECT 'default, coded', bloom_add_all(bloom(), ARRAY(SELECT 'v' || i FROM generate_series(1, 1500) i))
UNION ALL SELECT 'fixed, list', bloom_agg('v' || i, 1000) FROM generate_series(1, 100) i
UNION ALL SELECT 'fixed, bits', bloom_agg('v' || i, 300) FROM generate_series(1, 300) i
UNION ALL SELECT 'fixed, overfull', bloom_agg('v' || i, 100) FROM generate_series(1, 250) i
UNION ALL SELECT 'any number of values', bloom_agg('v' || i) FROM generate_series(1, 300) i
UNION ALL SELECT 'fixed, 1e-9', bloom_agg('v' || i, 200, 1e-9) FROM generate_series(1, 200) i
UNION ALL SELECT 'fixed, 0.0001', bloom_agg('v' || i, 200, 0.0001) FROM generate_series(1, 200) i
UNION ALL SELECT 'fixed, 0.5', bloom_agg('v' || i, 1000, 0.5) FROM generate_series(1, 1000) i
UNION ALL SELECT 'fixed, with a seed', bloom_add_all(bloom(100, seed => 42), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))
UNION ALL SELECT 'grows, list', bloom_add_all(bloom(100, growth => 2), ARRAY(SELECT 'v' || i FROM generate_series(1, 10) i))
UNION ALL SELECT 'grows, one layer', bloom_add_all(bloom(100, growth => 2), ARRAY(SELECT 'v' || i FROM generate_series(1, 90) i))
UNION ALL SELECT 'grows, layers', bloom_add_all(bloom(50, growth => 2), ARRAY(SELECT 'v' || i FROM generate_series(1, 1000) i))
UNION ALL SELECT 'counts', bloom_remove_all(
	bloom_add_all(bloom(100, counting => true), ARRAY(SELECT 'v' || i FROM generate_series(1, 120) i)),
	ARRAY(SELECT 'v' || i FROM generate_series(101, 120) i))
UNION ALL SELECT 'counts no longer', bloom_uncount(bloom_add_all(bloom(100, counting => true), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i)))
UNION ALL SELECT 'elastic, empty', bloom_elastic(1000)
UNION ALL SELECT 'elastic, list', bloom_agg_like('v' || i, bloom_elastic(1000)) FROM generate_series(1, 10) i
UNION ALL SELECT 'elastic, coded', bloom_agg_like('v' || i, bloom_elastic(1000)) FROM generate_series(1, 1200) i
UNION ALL SELECT 'elastic, few coded', bloom_agg_like('v' || i, bloom()) & bloom_agg_like('v' || i + 1400, bloom()) FROM generate_series(1, 1410) i
UNION ALL SELECT 'union of bits', bloom_agg('v' || i, 300) | bloom_agg('v' || i + 100, 300) FROM generate_series(1, 150) i
UNION ALL SELECT 'union of list and layers', bloom_add_all(bloom(50, growth => 2), ARRAY(SELECT 'v' || i FROM generate_series(1, 200) i)) | (bloom() || 'v300')
UNION ALL SELECT 'intersection', bloom_agg('v' || i, 300) & bloom_agg('v' || i + 100, 300) FROM generate_series(1, 300) i
UNION ALL SELECT 'folded', bloom_fold(bloom_agg('v' || i, 10000), 5000) FROM generate_series(1, 1500) i
UNION ALL SELECT 'as a column requires', (bloom() || 'v1')::bloom(1000, 0.001)
UNION ALL SELECT 'state, list', state('v' || i) FROM generate_series(1, 100) i
UNION ALL SELECT 'state, coded', state('v' || i) FROM generate_series(1, 1500) i
UNION ALL SELECT 'state, union', union_state(f) FROM (SELECT bloom_agg('v' || i) FROM generate_series(1, 300) i GROUP BY i % 3) g(f)
UNION ALL SELECT 'hashes', bloom_agg_hash(bloom_hash('v' || i), 300) FROM generate_series(1, 300) i
UNION ALL SELECT 'pybloom', bloom_add_all(bloom_new('pybloom', 100), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))
UNION ALL SELECT 'pybloom, a file', bloom_import('pybloom', bloom_export('pybloom',
	bloom_add_all(bloom_new('pybloom', 100, hash => 'md5'), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))), known_member => 'v1')
UNION ALL SELECT 'pybloom, grown', bloom_add_all(bloom_new('pybloom', 50, growth => 2), ARRAY(SELECT 'v' || i FROM generate_series(1, 200) i))
UNION ALL SELECT 'RedisBloom, grown', bloom_add_all(bloom_new('redisbloom', 50, growth => 2), ARRAY(SELECT 'v' || i FROM generate_series(1, 200) i))
UNION ALL SELECT 'Redis bitmap', bloom_add_all(bloom_new('redis-bitmap', 100), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))
UNION ALL SELECT 'Redis bitmap, prime', bloom_add_all(bloom_new('redis-bitmap', 100, prime => true), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))
UNION ALL SELECT 'Parquet', bloom_add_all(bloom_new('parquet', 100), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))
UNION ALL SELECT 'Guava, UTF-16', bloom_add_all(bloom_new('guava', 100, keys => 'utf16'), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))
UNION ALL SELECT 'Guava, a file', bloom_import('guava', bloom_export('guava',
	bloom_add_all(bloom_new('guava', 100), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))))
UNION ALL SELECT 'Spark, version 1', bloom_add_all(bloom_new('spark', 100), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i))
UNION ALL SELECT 'Spark, version 2', bloom_add_all(bloom_new('spark', 100, version => 2), ARRAY(SELECT 'v' || i FROM generate_series(1, 100) i));

CREATE VIEW built_of_other_classes AS
SELECT 'bytea' AS name, bloom_agg(convert_to('v' || i, 'UTF8'), 100) AS filter FROM generate_series(1, 100) i
UNION ALL SELECT 'smallint', bloom_agg(i::smallint, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'bigint', bloom_agg(i * 10000000000, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'domain', bloom_agg(i::positive, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'uuid', bloom_agg(md5(i::text)::uuid, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'real', bloom_agg((i / 4.0)::real, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'double precision', bloom_agg(i / 3.0::float8, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'numeric', bloom_agg(i * 1e30 + 0.5, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'boolean', bloom_agg(i > 0, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'char', bloom_agg(chr(64 + i)::"char", 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'date', bloom_agg(date '2026-01-01' + i, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'time', bloom_agg(time '12:00' + i * interval '1 min', 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'timestamp', bloom_agg(timestamp '2026-01-01' + i * interval '1 hour', 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'timestamptz', bloom_agg(timestamptz '2026-01-01 00:00+00' + i * interval '1 hour', 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'inet', bloom_agg(inet '10.0.0.0' + i, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'macaddr', bloom_agg(macaddr(lpad(to_hex(i), 12, '0')), 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'money', bloom_agg((i / 4.0)::numeric::money, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'bit', bloom_agg(i::bit(8), 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'enum', bloom_agg(m, 20) FROM unnest(ARRAY['sad', 'ok']::mood[]) m
UNION ALL SELECT 'row', bloom_agg((i, 'v' || i), 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'composite', bloom_agg((i, 'v' || i)::pair, 20) FROM generate_series(1, 20) i
UNION ALL SELECT 'Guava, long', bloom_add_all(bloom_new('guava', 20, keys => 'long'), ARRAY(SELECT generate_series(1, 20)))
UNION ALL SELECT 'Spark, long', bloom_add_all(bloom_new('spark', 20, keys => 'long'), ARRAY(SELECT generate_series(1, 20)));

-- What the version that writes the dump has built
CREATE TABLE filters (name text PRIMARY KEY, filter bloom, answers text);
INSERT INTO filters SELECT * FROM built;
INSERT INTO filters SELECT * FROM built_of_other_classes;

-- Of 300 values, among them all members and others; and what is known of the filter
CREATE FUNCTION asked(name text, filter bloom) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
	answers text;
	question text;
BEGIN
	question := CASE name
		WHEN 'bytea' THEN 'convert_to(''v'' || i, ''UTF8'')'
		WHEN 'smallint' THEN 'i::bigint'
		WHEN 'bigint' THEN 'i * 10000000000'
		WHEN 'domain' THEN 'i'
		WHEN 'uuid' THEN 'md5(i::text)::uuid'
		WHEN 'real' THEN '(i / 4.0)::float8'
		WHEN 'double precision' THEN 'i / 3.0::float8'
		WHEN 'numeric' THEN 'i * 1e30 + 0.50'
		WHEN 'boolean' THEN 'i % 2 = 0'
		WHEN 'char' THEN 'chr(32 + i % 90)::"char"'
		WHEN 'date' THEN 'date ''2026-01-01'' + i'
		WHEN 'time' THEN 'time ''12:00'' + i * interval ''1 min'''
		WHEN 'timestamp' THEN 'timestamp ''2026-01-01'' + i * interval ''1 hour'''
		WHEN 'timestamptz' THEN 'timestamptz ''2026-01-01 00:00+00'' + i * interval ''1 hour'''
		WHEN 'inet' THEN 'inet ''10.0.0.0'' + i'
		WHEN 'macaddr' THEN 'macaddr(lpad(to_hex(i), 12, ''0''))'
		WHEN 'money' THEN '(i / 4.0)::numeric::money'
		WHEN 'bit' THEN 'i::bit(8)'
		WHEN 'enum' THEN 'CASE i % 3 WHEN 0 THEN mood ''sad'' WHEN 1 THEN mood ''ok'' ELSE mood ''happy'' END'
		WHEN 'row' THEN '(i::bigint, (''v'' || i)::varchar)'
		WHEN 'composite' THEN '(i, ''v'' || i)::pair'
		WHEN 'Guava, long' THEN 'i'
		WHEN 'Spark, long' THEN 'i::bigint'
		ELSE '''v'' || i'
	END;
	EXECUTE format('SELECT string_agg(CASE WHEN filter @> (%s) THEN ''1'' ELSE ''0'' END, '''' ORDER BY i)
		FROM (SELECT $1 AS filter) f, generate_series(1, 300) i', question)
	INTO answers USING filter;
	RETURN answers || ' ' || (SELECT concat_ws(' ', representation, format, class, capacity, error_rate, growth,
			counting, round(cardinality::numeric, 3), bytes) FROM bloom_info(filter))
		|| ' ' || round(bloom_fpp(filter)::numeric, 9);
END $$;
UPDATE filters SET answers = asked(name, filter);

-- Where filters are used
CREATE TABLE typed (
	fixed bloom(1000) DEFAULT bloom(1000),
	rated bloom(1000, 0.001),
	grown bloom(1000, 0.01, 2),
	elastic bloom(elastic),
	other bloom(1000, 0.01, elastic),
	several bloom[],
	host text,
	shard int GENERATED ALWAYS AS (bloom_shard(host, 8)) STORED,
	CHECK (NOT fixed @> 'blocked'::text));
INSERT INTO typed VALUES (DEFAULT, bloom() || 'v1', bloom() || 'v1', bloom() || 'v1', bloom_elastic(1000), ARRAY[bloom() || 'v1', NULL], 'example.com');
CREATE INDEX filters_filter ON filters USING hash (filter);
CREATE INDEX typed_hash ON typed (bloom_hash(host));
CREATE MATERIALIZED VIEW everything AS SELECT bloom_union_agg(filter) AS filter FROM filters WHERE name LIKE 'default%';

-- Shared sets: claimed and partly merged, loaded, with a retention, enlarged, and with values that were given back
SELECT bloom_set_create('crawl', 2000, 0.001);
SELECT count(bloom_claim('crawl', 'v' || i)) FROM generate_series(1, 200) i;
SELECT bloom_set_merge('crawl');
SELECT count(bloom_claim('crawl', 'v' || i)) FROM generate_series(201, 250) i;
SELECT bloom_set_create('loaded', 1000, class => 'integer');
SELECT bloom_set_load_agg('loaded', i) FROM generate_series(1, 250) i;
SELECT bloom_set_create('lasting', 1000, 0.01, interval '300000 days', interval '100000 days', seed => 7, class => 'uuid');
SELECT count(*) FROM bloom_claim_all('lasting', ARRAY(SELECT md5(i::text)::uuid FROM generate_series(1, 250) i));
SELECT bloom_set_merge('lasting');
SELECT bloom_set_create('enlarged', 200, class => 'row');
SELECT count(bloom_claim('enlarged', (i, 'v' || i))) FROM generate_series(1, 150) i;
SELECT bloom_set_merge('enlarged');
SELECT bloom_set_alter('enlarged', capacity => 400);
SELECT count(bloom_claim('enlarged', (i, 'v' || i))) FROM generate_series(151, 250) i;
SELECT bloom_set_create('returned', 1000, unclaim => true);
SELECT count(bloom_claim('returned', 'v' || i)) FROM generate_series(1, 250) i;
SELECT count(bloom_unclaim('returned', 'v' || i)) FROM generate_series(1, 100) i;
SELECT bloom_set_merge('returned');
SELECT count(bloom_unclaim('returned', 'v' || i)) FROM generate_series(101, 200) i;

-- A value of a set
CREATE FUNCTION value_of(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE name WHEN 'loaded' THEN 'i' WHEN 'lasting' THEN 'md5(i::text)::uuid' WHEN 'enlarged' THEN '(i, ''v'' || i)'
		ELSE '''v'' || i' END $$;
CREATE FUNCTION set_asked(name text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	answers text;
BEGIN
	EXECUTE format('SELECT string_agg(CASE WHEN bloom_seen(%L, %s) THEN ''1'' ELSE ''0'' END, '''' ORDER BY i) FROM generate_series(1, 300) i',
		name, value_of(name)) INTO answers;
	RETURN answers || ' ' || (SELECT concat_ws(' ', class, capacity, error_rate, members, partitions, retention, bucket)
		FROM bloom_set_info(name::regclass));
END $$;
CREATE TABLE set_answers AS SELECT name, set_asked(name) AS answers
FROM unnest(ARRAY['crawl', 'loaded', 'lasting', 'enlarged', 'returned']) name;
