-- A column that takes filters of one shape only
CREATE TABLE users (id int, seen bloom(1000000, 0.001), few bloom(50, 0.5, 4), plain bloom(3000));
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'users'::regclass AND attnum > 1 ORDER BY attnum;
INSERT INTO users VALUES (1, bloom(1000000, 0.001) || 'a', bloom(50, 0.5, 4), bloom(3000));
INSERT INTO users VALUES (2, bloom(1000000, 0.001, seed => 7) || 'a', NULL, NULL);
CREATE FUNCTION dense(capacity bigint, error_rate float8 DEFAULT 0.01) RETURNS bloom LANGUAGE sql AS $$
	SELECT bloom_uncount(bloom(capacity, error_rate, counting => true))
$$;
INSERT INTO users (seen) VALUES (dense(1000000) || 'a');
INSERT INTO users (seen) VALUES (dense(100, 0.001) || 'a');
INSERT INTO users (seen) VALUES (bloom_add_all(bloom(100, 0.001, 2), ARRAY(SELECT generate_series(1, 1000))));
INSERT INTO users (few) VALUES (dense(50, 0.5) || 'a');
UPDATE users SET plain = bloom_fold(dense(6000), 3000) WHERE id = 1;
UPDATE users SET plain = dense(6000) WHERE id = 1;
-- a list takes the parameters, whatever its own are
INSERT INTO users VALUES (3, bloom() || 'a', bloom(), (SELECT bloom_agg(1) WHERE false));
CREATE TABLE lists AS SELECT f, f::bloom(200, 0.001) AS fixed, f::bloom(50, 0.5, 4) AS growing FROM (VALUES (bloom(1000000, 0.1) || 'a'), (bloom(1, 1e-6) || 'a'), (bloom(100, 0.001, 2) || 'a'), (bloom() || 'a'),
	((SELECT bloom_agg(v) FROM (VALUES ('a')) AS v(v))), (bloom_add_all(bloom(10000), ARRAY(SELECT 'v' || v FROM generate_series(1, 190) v) || 'a'::text)), (bloom(7, seed => 9) || 'a')) AS v(f);
SELECT (bloom_info(f)).capacity, (bloom_info(fixed)).representation, (bloom_info(fixed)).capacity, (bloom_info(fixed)).error_rate, (bloom_info(fixed)).seed, fixed @> 'a' AS a,
	bloom_cardinality(fixed) BETWEEN 0.9 * bloom_cardinality(f) AND 1.1 * bloom_cardinality(f) AS "all", (bloom_info(growing)).growth, growing @> 'a' AS a, (bloom_info(growing)).fpp <= 0.5 AS promised FROM lists;
DROP TABLE lists;
SELECT id, (bloom_info(seen)).capacity, (bloom_info(seen)).error_rate, seen @> 'a' AS a, (bloom_info(few)).growth, (bloom_info(plain)).capacity AS plain FROM users ORDER BY id;
SELECT seen = bloom(1000000, 0.001) || 'a' AS same FROM users WHERE id = 3;
-- by all ways in
SELECT bloom(10)::bloom(10) = bloom(10) AS "cast";
SELECT dense(10)::bloom(10, 0.001);
SELECT (dense(10)::text)::bloom(20);
SELECT (bloom(10)::text)::bloom(20) = bloom(20) AS list;
SELECT '\x01'::bloom(20);
SELECT (dense(10)::bytea)::bloom(20);
SELECT bloom()::bloom(20, 1e-9, 2) = bloom(20, 1e-9, 2) AS takes_shape, bloom()::text::bloom(20)::text = bloom(20)::text AS as_text;
UPDATE users SET plain = dense(3000) WHERE id = 2;
\copy users TO PROGRAM 'cat >"${PG_ABS_BUILDDIR:-.}"/results/typmod.copy' (FORMAT binary)
CREATE TABLE copied (LIKE users);
\copy copied FROM PROGRAM 'cat "${PG_ABS_BUILDDIR:-.}"/results/typmod.copy' (FORMAT binary)
SELECT count(*) FROM users u JOIN copied c USING (id) WHERE u.seen = c.seen;
ALTER TABLE copied ALTER plain TYPE bloom(2000);
TRUNCATE copied;
ALTER TABLE copied ALTER plain TYPE bloom(2000);
\copy copied FROM PROGRAM 'cat "${PG_ABS_BUILDDIR:-.}"/results/typmod.copy' (FORMAT binary)
-- a filter that exceeds its own capacity is built again
SET client_min_messages = error;
CREATE TABLE full_ones AS SELECT bloom_agg(i, 1000) AS f FROM generate_series(1, 3000) AS i;
RESET client_min_messages;
ALTER TABLE full_ones ALTER f TYPE bloom(2000);
DROP TABLE full_ones;
-- modifiers that can be told, and others
CREATE TABLE shapes (a bloom(99999), b bloom(2147400000), c bloom(123450, 1e-9), d bloom(1, 0.25, 2), e bloom(420000000, 0.01, 4));
CREATE TABLE shapes (a bloom(99999), b bloom(2147400000, 0.5), c bloom(123450, 1e-9), d bloom(1, 0.25, 2), e bloom(35000000, 0.012, 4));
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'shapes'::regclass AND attnum > 0 ORDER BY attnum;
SELECT count(*) AS rates_kept FROM generate_series(10, 99, 3) m, generate_series(2, 10) e, LATERAL (SELECT bloom_typmod_out(bloom_typmod_in(ARRAY['10', (m / 10.0 ^ e)::text]::cstring[]))::text AS t) AS v
WHERE m / 10.0 ^ e BETWEEN 1e-9 AND 0.5 AND t::text = format('(10,%s)', (m / 10.0 ^ e)::float8);
SELECT bloom(10)::bloom(123456);
SELECT bloom(10)::bloom(10, 0.0123);
SELECT bloom(10)::bloom(0);
SELECT bloom(10)::bloom(10, 0.6);
SELECT bloom(10)::bloom(10, 0.01, 3);
SELECT bloom(10)::bloom(10, 0.01, 2, 1);
SELECT bloom(10)::bloom(99999000000);
SELECT bloom(10)::bloom('a');
-- a domain carries it
CREATE DOMAIN seen AS bloom(100, 0.001);
SELECT dense(100)::seen;
SELECT (bloom(10) || 1)::seen = bloom(100, 0.001) || 1 AS list;
SELECT bloom(100, 0.001)::seen = bloom(100, 0.001) AS same;
CREATE TEMP TABLE of_domain AS SELECT 'x'::text AS t, (bloom() || 'x')::seen AS f;
SELECT f @> 'x' AS literal, t <@ f AS column, (f || 'y') @> 'y' AS added FROM of_domain;
DROP TABLE of_domain;
DROP DOMAIN seen;
DROP TABLE users, copied, shapes;
DROP FUNCTION dense;
-- a partial state with more values than its capacity, as an engine might pass it on: neither converted, nor changed, to a filter that tells nothing
CREATE TABLE states AS SELECT overlay((overlay(bloom(20)::text PLACING '80' FROM 5) || string_agg(regexp_replace(encode(h, 'hex'), '(..)(..)(..)(..)(..)(..)(..)(..)', '\8\7\6\5\4\3\2\1'), '' ORDER BY h)) PLACING flags FROM 5)::bloom AS state, flags
FROM (SELECT int8send(bloom_hash(i)) AS h FROM generate_series(1, 1000) i) AS s, unnest('{80,a0}'::text[]) AS flags GROUP BY flags;
SELECT state::bloom(20) FROM states WHERE flags = '80';
SELECT flags, bloom_cardinality(state::bloom(elastic)), bloom_cardinality(state::bloom(1000)) BETWEEN 950 AND 1050 AS fits FROM states ORDER BY flags;
SELECT state || 1 FROM states WHERE flags = 'a0';
SELECT state | bloom(20) FROM states WHERE flags = 'a0';
SELECT bloom_union_agg(state) FROM states;
DROP TABLE states;
