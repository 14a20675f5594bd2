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
SELECT bloom_set_create('mood_set', 1000, class => 'mood');
DROP TYPE mood;
SELECT filter @> 'ok' FROM moods;
SELECT bloom_claim('mood_set', 'ok');
SELECT bloom_set_drop('mood_set');
DROP TABLE moods;

-- no stable hash
SELECT bloom_hash('{}'::jsonb);
SELECT bloom_hash(interval '1 day');
SELECT bloom_hash(ARRAY[1]);
SELECT bloom_hash(ROW(1, '{}'::jsonb));
SELECT bloom_hash(ROW(1, NULL::jsonb));
SELECT bloom_hash(ROW(ROW(interval '1 day')));
SELECT bloom_hash(ROW(ARRAY[1]));
SELECT bloom_hash(int4range(1, 2));
SELECT bloom_hash(point(1, 2));
SELECT bloom_hash(to_tsvector('a'));
SELECT bloom(10) || '{}'::json;
SELECT bloom(10) || bloom(10);
SELECT bloom(10) @> bloom(10);
SET search_path = pg_catalog;
SELECT public.bloom_add(public.bloom(10), public.bloom(10));
RESET search_path;
SELECT bloom_add_all(bloom(10), ARRAY['{}'::jsonb]);
SELECT bloom_agg(interval '1 day', 10);

-- a collation for which different bytes can be equal
CREATE COLLATION ignore_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
SELECT bloom(10) || 'a' COLLATE ignore_case;
SELECT bloom_hash('a' COLLATE ignore_case);
SELECT bloom_agg('a' COLLATE ignore_case, 10);
SELECT bloom_contains_any(bloom(10), ARRAY['a' COLLATE ignore_case]);
SELECT bloom_hash(ROW(1, 'a' COLLATE ignore_case));
CREATE TABLE ignoring (i int, word text COLLATE ignore_case);
INSERT INTO ignoring VALUES (1, 'a');
SELECT bloom_agg(ignoring) FROM ignoring;
SELECT bloom_agg((i, word COLLATE "C")) @> (1, 'a') AS by_bytes FROM ignoring;
DROP TABLE ignoring;
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
SELECT what, pg_column_size(value) < octet_length(value) AS shorter, octet_length(value) AS bytes,
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

-- Rows: keys of several columns
CREATE TABLE shown (gone float8, user_id bigint, item_id varchar, at date);
ALTER TABLE shown DROP gone;
INSERT INTO shown SELECT i % 10, 'item ' || i, date '2024-01-01' + i FROM generate_series(1, 100) i;
CREATE TYPE pair AS (user_id int, item_id text);
CREATE TYPE key_pair AS (user_id int, item_id text);
CREATE DOMAIN some_pair AS pair CHECK ((VALUE).user_id >= 0);
-- what the fields are called, and of what type of their class they are, makes no difference
SELECT count(DISTINCT hash) AS hashes FROM (VALUES
	(bloom_hash((7, 'x'))),
	(bloom_hash(ROW(7, 'x'))),
	(bloom_hash((7::bigint, 'x'::varchar))),
	(bloom_hash((7::oid, 'x '::char(4)))),
	(bloom_hash((7::positive, 'x'::url))),
	(bloom_hash((7, 'x')::pair)),
	(bloom_hash((7, 'x')::some_pair)),
	(bloom_hash((SELECT p FROM (VALUES (7, 'x')) AS p)))) AS v(hash);
-- and different rows differ, by what is null and where one field ends, too
SELECT count(*) AS rows, count(DISTINCT hash) AS hashes FROM (VALUES
	(bloom_hash(ROW())),
	(bloom_hash(ROW(NULL))),
	(bloom_hash(ROW(NULL, NULL))),
	(bloom_hash(ROW(''))),
	(bloom_hash(ROW('', ''))),
	(bloom_hash(ROW('', NULL))),
	(bloom_hash(ROW(NULL, ''))),
	(bloom_hash(ROW('ab', 'c'))),
	(bloom_hash(ROW('a', 'bc'))),
	(bloom_hash(ROW('abc'))),
	(bloom_hash('abc'::text)),
	(bloom_hash(ROW('a', 'b', 'c'))),
	(bloom_hash(ROW('a', ROW('b', 'c')))),
	(bloom_hash(ROW(ROW('a', 'b'), 'c'))),
	(bloom_hash(ROW(ROW('a', 'b', 'c')))),
	(bloom_hash(ROW('1', 2))),
	(bloom_hash(ROW(1, 2))),
	(bloom_hash(ROW(2, 1))),
	(bloom_hash(ROW(1, 2.0))),
	(bloom_hash(ROW(1, '\x61'::bytea))),
	(bloom_hash(ROW(1, 'a'))),
	(bloom_hash(ROW(1, '0/61'::pg_lsn)))) AS v(hash);
SELECT bloom_hash(ROW(NULL::int)) = bloom_hash(ROW(NULL)) AS null_has_no_type, bloom_hash(NULL::pair) IS NULL AS "null", bloom_hash(ROW(NULL, NULL)::pair) IS NULL AS nulls;
-- in all that takes a value
SELECT bloom_agg((user_id, item_id), 1000) @> (7, 'item 7') AS member, (7, 'item 8') <@ bloom_agg((user_id, item_id), 1000) AS other,
	bloom_agg((user_id, item_id), 1000) = bloom_add_all(bloom(1000), array_agg((user_id, item_id))) AS all,
	bloom_agg((user_id, item_id), 1000) = bloom_add_all(bloom(1000), array_agg((user_id, item_id)::pair)) AS composite,
	bloom_agg(shown) @> (7, 'item 7', date '2024-01-08') AS whole_row, bool_and(shown <@ (SELECT bloom_agg(s) FROM shown s)) AS all_rows,
	(bloom_info(bloom_agg(shown))).class FROM shown;
SELECT bloom(10) || ROW(7, 'x') = bloom(10) || (7::bigint, 'x'::text) AS added, (bloom(10) || (7, 'x')::some_pair) @> (7, 'x') AS domain,
	bloom_remove(bloom(10, counting => true) || (7, 'x'), (7, 'x')) = bloom(10, counting => true) AS removed,
	bloom_shard((7, 'x'), 1000) = bloom_shard((7, 'x')::pair, 1000) AS shard;
SELECT bloom_contains_any(f, ARRAY[(1, 'a'), (2, 'b')]) AS any, bloom_contains_all(f, ARRAY[(1, 'a'), (2, 'b')]) AS all, bloom_contains_each(f, ARRAY[(1, 'a'), (2, 'b'), NULL]) AS each,
	bloom_contains_any(f, ARRAY[(1, 'a'), (2, 'b')]::pair[]) AS composite, (SELECT f) @> (1, 'a') AS subquery
FROM (SELECT bloom(10) || (1, 'a')) AS v(f);
SELECT count(*) FROM (SELECT bloom_first_seen((user_id % 2, at > '2024-02-01'), 100, 0.001) OVER () AS first FROM shown) AS f WHERE first;
-- rows of different types one after the other
SELECT bloom_add_all(bloom(10), ARRAY[ROW(1, 'a'), ROW('a', 1, 2.5), ROW(1), ROW(1, 'a')]) = bloom(10) || ROW(1, 'a') || ROW('a', 1, 2.5) || ROW(1) AS mixed;
-- Rows of one call use the same memory, unless they are large
SELECT bloom_add_all(bloom(10), ARRAY[ROW(ROW('ab', NULL), 'c'), ROW(ROW(repeat('a', 9000), 1), 'b'), ROW(ROW('a', 1), 'b'), ROW('c'), ROW(repeat('a', 500000)), ROW(NULL, 2)]) =
	bloom(10) || ROW(ROW('ab', NULL), 'c') || ROW(ROW(repeat('a', 9000), 1), 'b') || ROW(ROW('a', 1), 'b') || ROW('c') || ROW(repeat('a', 500000)) || ROW(NULL, 2) AS sizes;
-- fields out of line and compressed; a row of another time
CREATE TABLE held (p pair, long pair);
INSERT INTO held VALUES ((1, 'a'), (1, repeat('http://example.com/', 5000)));
INSERT INTO held VALUES ((2, 'b'), (2, (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 5000) i)));
SELECT bloom_hash(long) = bloom_hash(((long).user_id, (long).item_id || '')) AS long FROM held;
SELECT bloom_hash(p) = bloom_hash((1, 'a')) AS before FROM held LIMIT 1;
ALTER TYPE pair ADD ATTRIBUTE at date CASCADE;
SELECT bloom_hash(p) = bloom_hash((1, 'a', NULL)) AS after FROM held LIMIT 1;
ALTER TYPE pair DROP ATTRIBUTE user_id CASCADE;
SELECT bloom_hash(p) = bloom_hash(('a', NULL)) AS later FROM held LIMIT 1;
-- settings make no difference
SELECT bloom_hash((1.5::float8, timestamptz '2024-02-29 12:00+00', '\x00'::bytea, 'a'::name)) AS hash \gset
SET extra_float_digits = -10;
SET bytea_output = escape;
SET TimeZone = 'Asia/Tokyo';
SET DateStyle = 'German';
SELECT bloom_hash((1.5::float8, timestamptz '2024-02-29 12:00+00', '\x00'::bytea, 'a'::name)) = :hash AS same;
RESET extra_float_digits;
RESET bytea_output;
RESET TimeZone;
RESET DateStyle;
-- shared sets
SELECT bloom_set_create('pairs', 1000, class => 'row');
SELECT bloom_claim('pairs', (7, 'x')) AS new, bloom_claim('pairs', (7::bigint, 'x'::varchar)) AS again;
SELECT bloom_claim_all('pairs', ARRAY[(7, 'x'), (8, 'x'), (8, 'y'), (8, 'x')]);
SELECT user_id, item_id FROM bloom_claim_all('pairs', ARRAY[(9, 'y'), (7, 'x'), (9, 'x')]::key_pair[]);
SELECT * FROM bloom_claim_all('pairs', ARRAY[(9, 'y'::text), (10, 'x'::text)]) AS v(a int, b text);
SELECT * FROM bloom_claim_all('pairs', ARRAY[(7, 'x')]::key_pair[]);
SELECT bloom_claim_all('pairs', '{}'::key_pair[]);
SELECT bloom_claim_all('pairs', ARRAY[ROW(11), ROW(11, 12)]);
SELECT bloom_seen('pairs', (8, 'y')) AS seen, bloom_seen('pairs', (8, 'z')) AS other, class, members FROM pairs;
SELECT bloom_claim('pairs', 'x');
SELECT bloom_set_drop('pairs');
-- a class of its own; other libraries have none
SELECT (bloom(10) || (7, 'x')) @> 'x';
SELECT bloom(10) || 7 || (7, 'x');
SELECT bloom_new('guava', 10) || (7, 'x');
-- deep
DO $$ BEGIN
	EXECUTE 'SELECT bloom_hash(' || repeat('ROW(', 100) || '1' || repeat(')', 101);
END $$;
-- a parameter in a row has no type of its own; and PostgreSQL takes a row before a subquery for more than one value
PREPARE p AS SELECT bloom(10) @> (7, $1);
PREPARE p AS SELECT bloom(10) @> (7, $1::text);
DEALLOCATE p;
SELECT (7, 'x') <@ (SELECT bloom(10));
SELECT (SELECT bloom(10)) @> (7, 'x') AS turned;
DROP TABLE shown, held;
DROP DOMAIN some_pair;
DROP TYPE pair, key_pair;

DROP DOMAIN url, positive;

-- a type with an implicit cast to text, whose equality isn't that of the text: as citext, which may not be installed
SET client_min_messages = warning;
CREATE TYPE ci;
CREATE FUNCTION ci_in(cstring) RETURNS ci LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION ci_out(ci) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE ci (INPUT = ci_in, OUTPUT = ci_out, LIKE = text, CATEGORY = 'S', COLLATABLE = true);
RESET client_min_messages;
CREATE CAST (ci AS text) WITHOUT FUNCTION AS IMPLICIT;
CREATE FUNCTION ci_cmp(ci, ci) RETURNS int LANGUAGE sql IMMUTABLE STRICT AS 'SELECT bttextcmp(lower($1::text), lower($2::text))';
CREATE FUNCTION ci_eq(ci, ci) RETURNS bool LANGUAGE sql IMMUTABLE STRICT AS 'SELECT ci_cmp($1, $2) = 0';
CREATE OPERATOR = (LEFTARG = ci, RIGHTARG = ci, FUNCTION = ci_eq);
CREATE OPERATOR CLASS ci_ops DEFAULT FOR TYPE ci USING btree AS OPERATOR 3 =, FUNCTION 1 ci_cmp(ci, ci);
CREATE DOMAIN ci_domain AS ci;
CREATE TABLE emails (e ci, d ci_domain, t text);
INSERT INTO emails VALUES ('Bob@X', 'Bob@X', 'bob@x');
CREATE FUNCTION refused(query text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT %s FROM emails', query);
	RETURN 'taken';
EXCEPTION WHEN undefined_function THEN
	RETURN SQLERRM;
END $$;
SELECT bloom_set_create('ci_set', 100);
SELECT call, refused(format(call, 'e')), refused(format(call, 'd')) AS in_domain, refused(format(call, 'lower(e)')) AS lower, refused(format(call, 'd::text')) AS "cast"
FROM unnest(ARRAY['%s <@ bloom(10)', 'bloom(10) @> %s', 'bloom(10) || %s', 'bloom_contains(bloom(10), %s)', 'bloom_add(bloom(10), %s)',
	'bloom_agg(%s)', 'bloom_agg(%s, 10)', 'bloom_agg_like(%s, bloom(10))', 'bloom_agg(%s) OVER ()', 'bloom_hash(%s)', 'bloom_shard(%s, 3)', 'bloom_claim(''ci_set'', %s)', 'bloom_seen(''ci_set'', %s)',
	'%s <@ ANY (ARRAY[bloom(10)])', 'bloom(10) @> ANY (ARRAY[%s])', 'bloom(10) @> ALL (ARRAY[%s])',
	'bloom_first_seen(%s, 10::bigint, 0.01::float8) OVER ()', 'ROW(%s, 1) <@ bloom(10)', 'bloom_add_all(bloom(10), ARRAY[%s])', 'bloom_contains_any(bloom(10), ARRAY[%s])', 'bloom_claim_all(''ci_set'', ARRAY[%s])']) AS call;
SELECT bloom_hash(e) FROM emails;
-- constants and parameters of the type, which the planner casts before the functions are called
CREATE TABLE held AS SELECT bloom(10) || 'bob@x' AS f, 8 AS n;
SELECT call, refused(format(call, '''Bob@X''::ci')), refused(format(call, '''Bob@X''::ci_domain')) AS in_domain, refused(format(call, 'lower(''Bob@X''::ci)')) AS lower, refused(format(call, '''Bob@X''::ci::text')) AS "cast"
FROM unnest(ARRAY['(SELECT %s <@ f FROM held)', '(SELECT f @> %s FROM held)', '(SELECT f || %s FROM held)', '(SELECT count(*) FILTER (WHERE %s <@ f) FROM held)', '(SELECT bloom_contains(f, %s) FROM held)',
	'(SELECT bloom_hash(%s, n) FROM held)', '(SELECT bloom_shard(%s, n) FROM held)', 'bloom_claim(''ci_set'', %s)', 'bloom_seen(''ci_set'', %s)', '%s <@ (SELECT f FROM held)', '(SELECT c <@ f FROM held, (SELECT %s AS c) AS q)',
	'(SELECT count(*) FROM held WHERE EXISTS (SELECT FROM emails i WHERE i.t = emails.t AND %s <@ f))', '(SELECT count(*) FROM held JOIN emails i ON %s <@ f)']) AS call;
PREPARE asked(ci, ci_domain) AS SELECT count(*) FROM held WHERE $1 <@ f OR f @> $2;
EXECUTE asked('Bob@X', NULL);
EXECUTE asked(NULL, 'Bob@X');
DEALLOCATE asked;
DO $$
DECLARE
	v ci := 'Bob@X';
BEGIN
	FOR i IN 1..6 LOOP
		BEGIN
			PERFORM FROM held WHERE v <@ f;
			RAISE NOTICE 'taken';
		EXCEPTION WHEN undefined_function THEN
			RAISE NOTICE 'query: %', SQLERRM;
		END;
	END LOOP;
END $$;
-- wherever it is: the first text constant checks all calls of a query, and again after PostgreSQL has moved subqueries into it
CREATE FUNCTION inlined(f bloom) RETURNS bool LANGUAGE sql AS 'SELECT f @> ''x''';
CREATE VIEW answers AS SELECT 'x' <@ f AS r, 'x'::ci <@ f AS ci, f FROM held;
SELECT call, refused(format('(%s)', format(call, '''x'''))) AS text, refused(format('(%s)', format(call, '''x''::ci'))) AS ci
FROM unnest(ARRAY['SELECT ''x'' <@ f AND f @> %s FROM held', 'SELECT bloom_hash(''x'', n) > 0 AND %s <@ f FROM held', 'SELECT f || ''x'' || %s || ''y'' FROM held',
	'SELECT CASE WHEN ''x'' <@ f THEN false ELSE %s <@ f END FROM held', 'SELECT inlined(f) AND %s <@ f FROM held', 'SELECT inlined(f || %s) FROM held',
	'SELECT (SELECT ''x'' <@ f AND %s <@ f) FROM held', 'SELECT ''x'' <@ f FROM held ORDER BY %s <@ f', 'SELECT bool_or(''x'' <@ f) FROM held GROUP BY %s <@ f',
	'SELECT bool_or(''x'' <@ f) FROM held HAVING bool_or(%s <@ f)', 'SELECT max(n) FILTER (WHERE %s <@ f) FROM held WHERE ''x'' <@ f',
	'SELECT sum(n) OVER (PARTITION BY ''x'' <@ f ORDER BY %s <@ f) FROM held', 'SELECT ''x'' <@ f FROM held LIMIT (SELECT count(*) FROM held WHERE %s <@ f)',
	'SELECT count(*) FROM held LEFT JOIN held i ON ''x'' <@ held.f AND %s <@ i.f', 'SELECT r FROM held FULL JOIN (SELECT n, %s <@ f AS r FROM held) i USING (n) WHERE ''x'' <@ f',
	'SELECT r FROM held, bloom_shard(''x'', n), (SELECT %s <@ f AS r FROM held) q', 'SELECT r FROM held, bloom_shard(''x'', n), LATERAL (VALUES (%s <@ f)) q(r)',
	'SELECT count(*) FROM held, bloom_shard(''x'', n) WHERE EXISTS (SELECT FROM emails WHERE t = ''a'' AND %s <@ f)',
	'SELECT count(*) FROM held, bloom_shard(''x'', n) WHERE n IN (SELECT n FROM held h WHERE %s <@ held.f)',
	'SELECT bool_or(r) FROM (SELECT ''x'' <@ f AS r FROM held UNION ALL SELECT %s <@ f FROM held) q', 'SELECT bool_or(r) FROM (SELECT ''x'' <@ f AS r FROM held UNION SELECT %s <@ f FROM held) q',
	'WITH c AS (SELECT %s <@ f AS r FROM held) SELECT r FROM c, held WHERE ''x'' <@ f', 'WITH c AS MATERIALIZED (SELECT %s <@ f AS r FROM held) SELECT r FROM c, held WHERE ''x'' <@ f',
	'WITH RECURSIVE c AS (SELECT f, 1 AS i FROM held UNION ALL SELECT f, i + 1 FROM c WHERE i < 3 AND %s <@ f) SELECT count(*) FROM c WHERE ''x'' <@ f',
	'SELECT %s = ''y'' OR r FROM answers', 'SELECT %s = ''y'' OR ci FROM answers WHERE ''x'' <@ f']) AS call;
DROP VIEW answers;
DROP FUNCTION inlined;
-- not detected: calls that the planner evaluates, and constants in arrays and aggregates (README.md, Limits)
SELECT refused('bloom_hash(''Bob@X''::ci)') AS constant, refused('(SELECT f @> ANY (ARRAY[''Bob@X''::ci]) FROM held)') AS any, refused('bloom_agg(''Bob@X''::ci)') AS aggregate;
-- always refused by those that take values of any type without a cast
SELECT call, refused(format(call, '''Bob@X''::ci')), refused(format(call, 'e')) AS "column", refused(format(call, 'e::text::varchar')) AS "cast"
FROM unnest(ARRAY['bloom_claim(set => ''ci_set'', value => %s)', 'bloom_seen(set => ''ci_set'', value => %s)', 'bloom_set_load_agg(''ci_set'', %s)', 'bloom_first_seen(%s, 10, 0.01) OVER ()']) AS call;
DROP TABLE held;
SELECT bloom_set_drop('ci_set');
-- a type that is cast to text and has its equality, but is sent in the client's encoding
SET client_min_messages = warning;
CREATE TYPE sent;
CREATE FUNCTION sent_in(cstring) RETURNS sent LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION sent_out(sent) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE FUNCTION sent_send(sent) RETURNS bytea LANGUAGE internal IMMUTABLE STRICT AS 'textsend';
CREATE TYPE sent (INPUT = sent_in, OUTPUT = sent_out, SEND = sent_send, LIKE = text, CATEGORY = 'S', COLLATABLE = true);
CREATE CAST (sent AS text) WITHOUT FUNCTION AS IMPLICIT;
RESET client_min_messages;
SELECT bloom(10) || 'x'::sent @> 'x' AS cast, refused('(''x''::sent, 1) <@ bloom(10)') AS in_row, refused('bloom_add_all(bloom(10), ARRAY[''x''::sent])') AS in_array;
-- queries that PostgreSQL plans in the same memory, one after the other
SELECT type, refused(format('''x'' <@ (bloom(10) || t) AND ''x''::%s <@ (bloom(10) || t)', type)) FROM unnest(ARRAY['sent', 'sent', 'ci  ', 'sent']) AS type;
SET client_min_messages = warning;
DROP TYPE sent CASCADE;
RESET client_min_messages;
DROP TABLE emails;
DROP FUNCTION refused;
DROP DOMAIN ci_domain;
SET client_min_messages = warning;
DROP TYPE ci CASCADE;
RESET client_min_messages;

-- a label that is renamed while PL/pgSQL keeps an array of it
CREATE TYPE mood AS ENUM ('a', 'b');
DO $$
DECLARE
	f bloom := bloom(100) || 'b'::mood;
	in_array bool;
	in_row bool;
	alone bool;
BEGIN
	FOR i IN 1 .. 2 LOOP
		in_array := bloom_contains_any(f, '{a}'::mood[]);
		in_row := bloom_contains_any(bloom(100) || (1, 'b'::text), ARRAY[(1, 'b'::text)]);
		alone := bloom_contains(f, 'a'::mood);
		RAISE NOTICE 'array % row % alone %', in_array, in_row, alone;
		IF i = 1 THEN
			ALTER TYPE mood RENAME VALUE 'b' TO 'c';
			ALTER TYPE mood RENAME VALUE 'a' TO 'b';
		END IF;
	END LOOP;
END $$;
DROP TYPE mood;
