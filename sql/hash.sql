-- From values to hashes: what is equal, what is refused, what is remembered.
-- The hashes themselves are checked in golden.sql.
SET extra_float_digits = 1;
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN url AS text;
CREATE DOMAIN positive AS int CHECK (VALUE > 0);

-- equal values of one class have one hash, whatever their type
SELECT class, count(*), count(DISTINCT hash) AS distinct_hashes FROM (VALUES
	('integer', bloom_hash(42)),
	('integer', bloom_hash(42::int2)),
	('integer', bloom_hash(42::int8)),
	('integer', bloom_hash(42::oid)),
	('integer', bloom_hash(42::positive)),
	('text', bloom_hash('été')),
	('text', bloom_hash('été'::text)),
	('text', bloom_hash('été'::varchar)),
	('text', bloom_hash('été'::varchar(10))),
	('text', bloom_hash('été'::name)),
	('text', bloom_hash('été'::char(20))),
	('text', bloom_hash('été'::url)),
	('text', bloom_hash('été' COLLATE "C")),
	('float', bloom_hash(0.5::float4)),
	('float', bloom_hash(0.5::float8)),
	('zero', bloom_hash(0::float8)),
	('zero', bloom_hash('-0'::float8)),
	('zero', bloom_hash('-0'::float4)),
	('NaN', bloom_hash('NaN'::float4)),
	('NaN', bloom_hash('NaN'::float8)),
	('numeric', bloom_hash(1.0)),
	('numeric', bloom_hash(1.00)),
	('numeric', bloom_hash(1::numeric)),
	('numeric', bloom_hash(1::numeric(20,10))),
	('bytea', bloom_hash('\x00ff'::bytea)),
	('bytea', bloom_hash(decode('00ff', 'hex')))
) AS v(class, hash) GROUP BY class ORDER BY class;

-- char(n) in an array keeps its blanks until it is hashed
SELECT bloom_contains_each(bloom(10) || 'a', ARRAY['a  ', 'b']::char(3)[]);
-- a trailing blank of text is part of the value
SELECT bloom_hash('a ') = bloom_hash('a') AS text, bloom_hash('a '::char(2)) = bloom_hash('a') AS char;
-- types of their own have classes, but hash the bytes alone
SELECT (bloom_info(bloom(10) || v)).class FROM (VALUES (true)) AS t(v);
SELECT (bloom_info(bloom(10) || date '2024-02-29')).class;
SELECT (bloom_info(bloom(10) || timestamptz '2024-02-29 12:00+00')).class;
SELECT (bloom_info(bloom(10) || inet '192.0.2.1')).class;
SELECT (bloom_info(bloom(10) || 'ok'::mood)).class;
SELECT (bloom_info(bloom(10) || 'http://example.com/'::url)).class;
SELECT (bloom_info(bloom(10) || 7::positive)).class;
SELECT bloom_hash('ok'::mood) = bloom_hash('ok'::text) AS enum_label;

-- a filter remembers its class
SELECT bloom(10) || 42 || 'a'::text;
SELECT (bloom(10) || 'a') @> 42;
SELECT (bloom(10) || 42) @> 'a';
SELECT (bloom(10) || 42) @> 42.0;
SELECT (bloom(10) || 42) @> 42::float8;
SELECT (bloom(10) || date '2024-02-29') @> timestamp '2024-02-29';
SELECT (bloom(10) || date '2024-02-29') || 'ok'::mood;
SELECT (bloom(10) || '\x61'::bytea) @> 'a'::text;
SELECT bloom_add_all(bloom(10) || 'a', ARRAY[1, 2]);
SELECT bloom_contains_any(bloom(10) || 'a', ARRAY[1, 2]);
SELECT 'a' <@ (bloom(10) || gen_random_uuid());
-- an empty one takes any, and has none
SELECT bloom(10) @> 42 AS integer, bloom(10) @> 'a' AS text;
-- a class whose type is gone still has its error
CREATE TABLE moods AS SELECT bloom(10) || 'ok'::mood AS filter;
DROP TYPE mood;
SELECT filter @> 'ok' FROM moods;
DROP TABLE moods;

-- no stable hash
SELECT bloom_hash('{}'::jsonb);
SELECT bloom_hash(interval '1 day');
SELECT bloom_hash(ARRAY[1]);
SELECT bloom_hash(ROW(1, 2));
SELECT bloom_hash(int4range(1, 2));
SELECT bloom_hash(point(1, 2));
SELECT bloom_hash(to_tsvector('a'));
SELECT bloom(10) || '{}'::json;
SELECT bloom(10) || bloom(10);
SELECT bloom(10) @> bloom(10);
SELECT bloom_add_all(bloom(10), ARRAY['{}'::jsonb]);
SELECT bloom_agg(interval '1 day', 10);

-- a collation for which different bytes can be equal
CREATE COLLATION ignore_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
SELECT bloom(10) || 'a' COLLATE ignore_case;
SELECT bloom_hash('a' COLLATE ignore_case);
SELECT bloom_agg('a' COLLATE ignore_case, 10);
SELECT bloom_contains_any(bloom(10), ARRAY['a' COLLATE ignore_case]);
DROP COLLATION ignore_case;

-- Values that are stored compressed or out of line hash like their literals
CREATE TABLE long_values (what text, value text, bytes bytea, number numeric, padded char(9000));
ALTER TABLE long_values ALTER value SET STORAGE external;
INSERT INTO long_values VALUES
	('short', 'a', 'a', 1, 'a'),
	('external', repeat('http://example.com/', 500), NULL, NULL, NULL);
ALTER TABLE long_values ALTER value SET STORAGE extended;
INSERT INTO long_values VALUES
	('compressed', repeat('http://example.com/', 400), NULL, NULL, NULL),
	('compressed and external', (SELECT string_agg(md5(i::text) || repeat('x', 20), '') FROM generate_series(1, 500) i),
	 (SELECT decode(string_agg(md5(i::text), ''), 'hex') FROM generate_series(1, 500) i),
	 (SELECT string_agg(i::text, '')::numeric FROM generate_series(1, 5000) i),
	 'b');
SELECT what, pg_column_size(value) AS stored, octet_length(value) AS bytes,
	bloom_hash(value) = bloom_hash(value || '') AS text,
	bloom_hash(bytes) = bloom_hash(bytes || '') AS bytea,
	bloom_hash(number) = bloom_hash(number + 0) AS numeric,
	bloom_hash(padded) = bloom_hash(padded::text) AS char,
	(SELECT bloom_agg(v.value, 10) FROM long_values v) @> (l.value || '') AS aggregated,
	bloom_add_all(bloom(10), ARRAY[value]) @> (value || '') AS in_array
FROM long_values l ORDER BY what;
DROP TABLE long_values;

-- the seed
SELECT bloom_hash('a', 1) = bloom_hash('a') AS seed_1, bloom_hash('a', 0) = bloom_hash('a') AS seed_0;
SELECT bloom_contains_hash(bloom(100, 1e-6, seed => 7) || 'a', bloom_hash('a', 7)) AS same,
	bloom_contains_hash(bloom(100, 1e-6, seed => 7) || 'a', bloom_hash('a')) AS other;

-- shards: in range, even, and independent of the filter's bits
SELECT bloom_shard('a', 1), bloom_shard(NULL::text, 1), bloom_shard(42, 7) = bloom_shard(42::int8, 7) AS by_class;
SELECT bloom_shard('a', 0);
SELECT bloom_shard('a', -1);
SELECT min(shard), max(shard), count(*) AS shards, min(values) > 9600 AND max(values) < 10400 AS even
FROM (SELECT bloom_shard(i, 10) AS shard, count(*) AS values
	FROM generate_series(1, 100000) i GROUP BY 1) AS s;
SELECT bool_and(fpp BETWEEN 0.009 AND 0.0101) AS shards_keep_error_rate
FROM (SELECT bloom_fpp(bloom_agg(i, 25000)) AS fpp
	FROM generate_series(1, 100000) i WHERE bloom_shard(i, 4) = 0) AS s;

DROP DOMAIN url, positive;
