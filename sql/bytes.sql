-- Digests of bytes and estimates, which must be the same on every processor and in every version of PostgreSQL
\set ECHO none
\pset format unaligned
-- If bytes differ, filters from another machine are read wrongly, or can't be combined.  Estimates are compared in the digits of a
-- real, because log() and pow() of some C libraries round the last digit of a double differently.
SET timezone = 'UTC';
SET client_min_messages = error;	-- some filters hold more than their capacity
CREATE TYPE light AS ENUM ('red', 'green');

CREATE FUNCTION digest(text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT left(md5($1), 5) $$;
-- of the filters that a query returns in column f
CREATE FUNCTION digests(query text, OUT bytes text, OUT estimates text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT digest(string_agg(md5(f::bytea), '','')), digest(string_agg(bloom_fpp(f)::real || '' '' || bloom_cardinality(f), '','')) FROM (%s) AS s', query) INTO bytes, estimates;
END $$;
-- and of the file of such a filter
CREATE FUNCTION file(format text, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	file text;
BEGIN
	EXECUTE format('SELECT string_agg(c::text, '','') FROM (%s) AS s, ' || CASE format WHEN 'redisbloom' THEN 'bloom_export_chunks' ELSE 'bloom_export' END || '(%L, f) AS c', query, format) INTO file;
	RETURN digest(file);
END $$;
-- and of the hashes of an expression of i, and of two filters
CREATE FUNCTION hashed(value text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE format('SELECT string_agg(bloom_hash(v) || '' '' || bloom_hash(v, -7) || '' '' || bloom_shard(v, 13), '','') || bloom_agg(v, 300, 0.001)::text || bloom_agg_like(v, bloom(20, growth => 2)) FROM (SELECT %s AS v FROM generate_series(0, 499) AS i) AS s', value) INTO result;
	RETURN digest(result);
END $$;

-- values of all classes; n is their place in the array
SELECT n, hashed(value) FROM unnest(ARRAY[
	'i::int2', 'i', '-i', 'i * 1000000007::bigint', 'i::oid', 'i::text', 'i::text::varchar', 'i::text::bpchar', 'i::text::name', 'chr(32 + i % 90)::"char"', 'repeat(''ä€'', i % 50)', 'repeat(''x'', i * 40)',
	'i::numeric', 'i * 1.10', 'i / 7.0', '-i * 1e20', '''NaN''::numeric', 'i::float4', 'i / 7::float4', 'i / 7::float8', '-i / 3::float8', '''-0''::float8', '''NaN''::float8', '''-Infinity''::float4',
	'i % 2 = 0', 'date ''1999-12-01'' + i', 'timestamp ''1999-12-31'' + i * interval ''1.5 s''', 'timestamptz ''1999-12-31 00:00+00'' + i * interval ''1.5 h''', 'time ''00:00'' + i * interval ''7 s''',
	'md5(i::text)::uuid', 'decode(md5(i::text), ''hex'')', '(''10.1.2.'' || i % 256)::inet', '(i % 256 || ''.0.0.0/8'')::cidr', '(''08:00:2b:01:02:'' || lpad(to_hex(i % 256), 2, ''0''))::macaddr', 'i::bit(16)', 'i::money',
	'(enum_range(NULL::light))[1 + i % 2]', 'ROW(i, i::text)', 'ROW(i::bigint, NULL::text, i / 3.0)', 'ROW(i / 7::float8, i % 2 = 0)']) WITH ORDINALITY AS v(value, n) ORDER BY n;

-- sizes of 190 capacities
SELECT error_rate, digest(string_agg(s::text, ',' ORDER BY c)) AS sizes
FROM unnest(ARRAY[1e-9, 3.3e-7, 1e-5, 0.0001, 0.001, 0.003, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5]) AS error_rate, (SELECT g FROM generate_series(1, 95) AS g UNION ALL SELECT g * g * g * g FROM generate_series(1, 95) AS g) AS v(c), bloom_size(c, error_rate) AS s
GROUP BY error_rate ORDER BY error_rate;
SELECT digest(string_agg(bloom_theoretical_fpp(b * 0.37, probes)::real::text, ',' ORDER BY probes, b)) AS theoretical_fpp FROM generate_series(1, 16) AS probes, generate_series(1, 40) AS b;

-- filters of fixed size, from nearly empty to full; elastic and growing ones, in lists and in bits; and counters
SELECT error_rate, d.* FROM unnest(ARRAY[1e-9, 1e-6, 0.0007, 0.01, 0.1, 0.5]) AS error_rate, digests(format('SELECT bloom_agg(i::text, c, %s) AS f FROM generate_series(1, 3000) AS i, unnest(ARRAY[10, 333, 1000, 2999, 3000, 5000, 12345, 60000]) AS c GROUP BY c ORDER BY c', error_rate)) AS d ORDER BY error_rate;
SELECT n, elastic.*, growing.* FROM unnest(ARRAY[1, 10, 99, 150, 1024, 1025, 5000, 17000, 50000]) AS n,
	digests(format('SELECT bloom_agg_like(i::text, bloom_elastic(50000000, e, s)) AS f FROM generate_series(1, %s) AS i, unnest(ARRAY[1e-6, 0.001, 0.2]) WITH ORDINALITY AS v(e, s) GROUP BY e, s ORDER BY e', n)) AS elastic(bytes, estimates),
	digests(format('SELECT bloom_agg_like(i::text, bloom(100, 0.01, g)) AS f FROM generate_series(1, %s) AS i, unnest(ARRAY[2, 4]) AS g GROUP BY g ORDER BY g', n)) AS growing(growing_bytes, estimates) ORDER BY n;

-- operations on two filters of each kind that have values in common
CREATE TABLE two AS
SELECT kind, bloom_agg_like(i, empty) AS a, bloom_agg_like(i + 1500, empty) AS b FROM (VALUES ('fixed', bloom(10000)), ('sparse', bloom(1000000)), ('elastic', bloom()), ('growing', bloom(100, growth => 2)), ('counting', bloom(6000, counting => true))) AS v(kind, empty),
	generate_series(1, 4000) AS i GROUP BY kind;
SELECT kind, d.*, digest(concat_ws(' ', bloom_union_cardinality(a, b), bloom_intersection_cardinality(a, b), bloom_jaccard(a, b)::real, a < b, sign(bloom_cmp(a, b)))) AS compared
FROM two, digests(format('SELECT unnest(ARRAY[a | b, bloom_clear(a)]) AS f FROM two WHERE kind = %L', kind)) AS d ORDER BY kind;
SELECT operation, kind, d.* FROM (VALUES (1, 'a & b', 'fixed'), (2, 'a & b', 'sparse'), (3, 'a & b', 'elastic'), (4, 'bloom_fold(a, 5000)', 'fixed'), (5, 'bloom_uncount(a)', 'counting'), (6, 'bloom_remove_all(a, ARRAY[1, 2, 3999])', 'counting')) AS v(n, operation, kind),
	digests(format('SELECT %s AS f FROM two WHERE kind = %L', operation, kind)) AS d ORDER BY n;
-- false positives
SELECT kind, count(*), digest(string_agg(i::text, ',' ORDER BY i)) FROM two, generate_series(10001, 20000) AS i WHERE a @> i GROUP BY kind ORDER BY kind;

-- filters of other libraries, and their files
SELECT arguments, d.*, file FROM (VALUES
	(1, '''pybloom'', 5000, 0.001', 'i::text'), (2, '''pybloom'', 500, 0.01, 2', 'i::text'), (3, '''pybloom'', 3000, 0.01, hash => ''md5''', 'i::text'), (4, '''redisbloom'', 5000', 'i::text'), (5, '''redisbloom'', 300, 0.001, 2', 'i::text'),
	(6, '''guava'', 5000, 0.0003', 'i::text'), (7, '''guava'', 5000, keys => ''long''', 'i'), (8, '''guava'', 5000, keys => ''integer''', 'i'), (9, '''spark'', 5000', 'i::text'), (10, '''spark'', 5000, 0.0003, version => 2', 'i::text'), (11, '''spark'', 5000, keys => ''long''', 'i'),
	(12, '''redis-bitmap'', 5000', 'i::text'), (13, '''redis-bitmap'', 5000, 0.001, prime => true', 'i::text')) AS v(n, arguments, value),
	format('SELECT bloom_agg_like(%s, bloom_new(%s)) AS f FROM generate_series(1, 3000) AS i', value, arguments) AS query, digests(query) AS d, file(split_part(arguments, '''', 2), query) ORDER BY n;
DROP TABLE two;
DROP FUNCTION hashed, file, digests, digest;
DROP TYPE light;
