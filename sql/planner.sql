-- What the planner knows of a test
-- the rows that EXPLAIN expects, by those that there are
CREATE FUNCTION off_by(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
	plan json;
	found bigint;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	EXECUTE 'SELECT count(*) FROM (' || query || ') AS q' INTO found;
	RETURN round((plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric / greatest(found, 1), 2);
END $$;
-- ANALYZE reads all of 30,000 rows: its statistics are the same each time
CREATE TABLE pages (id int, url text, site text);
INSERT INTO pages SELECT i, 'http://example.com/page/' || i, 'site' || CASE WHEN i % 2 = 0 THEN i % 8 ELSE i END
FROM generate_series(1, 20000) i;
INSERT INTO pages SELECT 20001, NULL FROM generate_series(1, 2000);
ANALYZE pages;
CREATE TABLE estimates (what text, expected text, filter bloom);
INSERT INTO estimates
SELECT 'half', 'url', bloom_agg(url, 20000) FROM pages WHERE id <= 10000 UNION ALL
SELECT 'a tenth', 'url', bloom_agg(url, 2000) FROM pages WHERE bloom_shard(id, 10) = 3 UNION ALL
SELECT 'all', 'url', bloom_agg(url, 20000) FROM pages UNION ALL
SELECT '100', 'url', bloom_agg(url, 100, 1e-6) FROM pages WHERE id <= 100 UNION ALL
SELECT 'two common sites', 'site', bloom_add_all(bloom(10, 1e-6), '{site0,site4}'::text[]) UNION ALL
SELECT 'rare sites', 'site', bloom_agg(site, 10000, 1e-6) FROM pages WHERE id % 2 = 1 UNION ALL
SELECT 'a tenth of the ids', 'id', bloom_agg(id, 2000) FROM pages WHERE bloom_shard(id, 10) = 3;
SELECT what, off_by(format('SELECT * FROM pages WHERE %I <@ %L::bloom', expected, filter)) BETWEEN 0.5 AND 2 AS operator,
	off_by(format('SELECT * FROM pages WHERE %L::bloom @> %I', filter, expected)) BETWEEN 0.5 AND 2 AS commuted,
	off_by(format('SELECT * FROM pages WHERE bloom_contains(%L::bloom, %I)', filter, expected)) BETWEEN 0.5 AND 2 AS function,
	off_by(format('SELECT * FROM pages WHERE NOT %I <@ %L::bloom AND %1$I IS NOT NULL', expected, filter)) BETWEEN 0.5 AND 2 OR what = 'all' AS negated
FROM estimates;
-- of others, the error rate is what passes
SELECT off_by(format('SELECT * FROM pages WHERE url <@ %L::bloom', (SELECT bloom_agg('x' || url, 20000, 0.1) FROM pages))) BETWEEN 0.5 AND 2 AS others;
-- real URLs
CREATE TEMP TABLE homepages (url text);
\copy homepages FROM PROGRAM 'zcat "${PG_ABS_SRCDIR:-.}"/bench/data/homepages.txt.gz'
DELETE FROM homepages WHERE length(url) % 2 = 0;	-- under 30,000
ANALYZE homepages;
SELECT share, off_by(format('SELECT * FROM homepages WHERE url <@ %L::bloom', (SELECT bloom_agg(url) FROM homepages WHERE bloom_shard(url, 100) < share))) BETWEEN 0.5 AND 2 AS estimated
FROM unnest(ARRAY[2, 10, 50, 90]) AS share;
-- a filter that isn't known, one that is null, a column without statistics, an expression
CREATE FUNCTION expected(query text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN (plan -> 0 -> 'Plan' ->> 'Plan Rows')::int;
END $$;
SELECT expected('SELECT * FROM pages WHERE url <@ (SELECT filter FROM estimates LIMIT 1)') AS init_plan,
	expected('SELECT * FROM pages WHERE url <@ NULL::bloom') AS null_filter,
	expected('SELECT * FROM estimates WHERE filter @> ''a''') AS filter_column,
	expected('SELECT * FROM pages JOIN estimates ON url <@ filter') BETWEEN 1000 AND 10000000 AS join;
CREATE TABLE unknown AS SELECT i FROM generate_series(1, 10000) i;
SELECT expected('SELECT * FROM unknown WHERE i <@ bloom(10)') > 0 AS no_statistics;
SELECT expected(format('SELECT * FROM pages WHERE upper(url) <@ %L::bloom', bloom(10) || 'a')) < 3000 AS expression;
-- planning is no error where testing would be
SELECT expected('SELECT * FROM pages WHERE id <@ (bloom(10) || ''a'')') > 0 AS other_class;
-- nor of any type of column and any constant, where no row is tested
CREATE FUNCTION outcome(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	found bigint;
BEGIN
	EXECUTE 'SELECT count(*) FROM ' || query INTO found;
	RETURN found;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLERRM;
END $$;
CREATE COLLATION nondeterministic (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TYPE color AS ENUM ('red', 'green');
CREATE TYPE hashable AS (a int, b text);
CREATE TYPE unhashable AS (a int, b jsonb);
CREATE TYPE nested AS (a hashable, b unhashable);
CREATE TYPE collated AS (a text COLLATE nondeterministic);
CREATE DOMAIN word AS text;
CREATE DOMAIN document AS jsonb;
CREATE TABLE kinds (g int, text text, varchar varchar(50), bpchar char(5), name name, collated text COLLATE nondeterministic, c_locale text COLLATE "C", word word, bytea bytea, bool bool, int2 int2, int4 int4, int8 int8, oid oid, "numeric" numeric,
	float4 float4, float8 float8, uuid uuid, date date, timestamptz timestamptz, "interval" interval, inet inet, macaddr macaddr, bit bit(3), money money, color color, "row" hashable, unhashable unhashable, nested nested, collated_row collated,
	jsonb jsonb, json json, point point, document document, "range" int4range, "array" int[], rows hashable[], tsvector tsvector, regclass regclass, filter bloom);
INSERT INTO kinds SELECT i, i, i, i % 100, i, i, i, i, i::text::bytea, i % 2 = 0, i, i, i, i, i, i, i, md5(i::text)::uuid, date '2024-01-01' + i, timestamptz '2024-01-01 UTC' + i * interval '1 hour', i * interval '1 hour', inet '10.0.0.0' + i,
	'08:00:2b:01:02:03', i::bit(3), i::money, (CASE WHEN i % 2 = 0 THEN 'red' ELSE 'green' END)::color, format('(%s,a)', i)::hashable, format('(%s,1)', i)::unhashable, format('("(%s,a)","(%s,1)")', i, i)::nested, format('(%s)', i)::collated,
	to_jsonb(i), to_json(i), point(i, i), to_jsonb(i), int4range(0, i), ARRAY[i], ARRAY[format('(%s,a)', i)]::hashable[], i::text::tsvector, 'pg_class', bloom(10) || i FROM generate_series(1, 300) i;
ANALYZE kinds;
-- the last ones are bytes that no filter has
CREATE FUNCTION damaged(bytea, bytea) RETURNS bloom IMMUTABLE STRICT LANGUAGE internal AS 'byteacat';
CREATE TABLE constants (kind text, f text);
INSERT INTO constants SELECT k, format('%L::bloom', f) FROM (VALUES ('empty', bloom()), ('of no class', bloom_add_hash(bloom(10), 1)), ('of text', bloom(10) || 'a'), ('of integers', bloom(10) || 1), ('of uuid', bloom(10) || md5('')::uuid), ('of jsonb''s text', bloom(10) || '{}'),
	('of numeric', bloom(10) || 1.5), ('of rows', bloom(10) || (1, 'a'::text)), ('dense', bloom_add_all(bloom(10), ARRAY(SELECT i::text FROM generate_series(1, 20) i))), ('of dates', bloom(10) || date '2024-01-02'), ('of colors', bloom(10) || 'red'::color), ('counting', bloom(10, counting => true) || 1), ('with a seed', bloom(10, seed => 7) || 'a'),
	('grown', bloom_add_all(bloom(10, growth => 2), ARRAY(SELECT generate_series(1, 100)))), ('guava', bloom_new('guava', 1000)), ('guava of text', bloom_new('guava', 1000) || 'a'), ('guava of long', bloom_new('guava', 1000, keys => 'long')), ('guava of integer', bloom_new('guava', 1000, keys => 'integer') || 1),
	('spark', bloom_new('spark', 1000)), ('spark of long', bloom_new('spark', 1000, keys => 'long') || 1), ('redisbloom', bloom_new('redisbloom', 100, growth => 2)), ('pybloom', bloom_new('pybloom', 100) || 'a'), ('redis-bitmap', bloom_new('redis-bitmap', 100))) AS v(k, f);
INSERT INTO constants SELECT k, format('damaged(%L, %L)', overlay(f::bytea PLACING b FROM p), e) FROM (SELECT bloom_agg(i, 100) AS f FROM generate_series(1, 100) i) AS s, (VALUES ('of another version', '\x63'::bytea, 1, ''::bytea), ('of another family', '\x63', 3, ''), ('too long', '\x01', 1, '\x00'),
	('too many set bits', '\xffffff7f', 49, '')) AS v(k, b, p, e);
INSERT INTO constants VALUES ('null', 'NULL::bloom'), ('too short', $$damaged('\x01', '\x02')$$), ('no bytes', $$damaged('', '')$$);
SELECT count(*) FROM constants;
SELECT attname, kind, test, outcome FROM pg_attribute, constants, unnest(ARRAY['kinds WHERE g < 0 AND %1$I <@ %2$s', 'kinds WHERE g < 0 AND %2$s @> %1$I', 'kinds WHERE g < 0 AND NOT bloom_contains(%2$s, %1$I)']) AS test, LATERAL outcome(format(test, attname, f))
WHERE attrelid = 'kinds'::regclass AND attnum > 1 AND outcome <> '0' ORDER BY attname COLLATE "C", kind COLLATE "C", test COLLATE "C";
-- a tenth of the rows then
SELECT expected(format('SELECT * FROM kinds WHERE uuid <@ %s', f)) AS rows FROM constants WHERE kind IN ('guava', 'of text', 'grown') ORDER BY kind;
DROP TABLE kinds, constants;
DROP FUNCTION outcome, damaged;
DROP DOMAIN word, document;
DROP TYPE nested, hashable, unhashable, collated, color;
DROP COLLATION nondeterministic;
-- the estimator, asked by an operator of others, takes no integer for a filter
CREATE FUNCTION other_equal(integer, integer) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN $1 = $2; END';
CREATE OPERATOR =@@= (LEFTARG = integer, RIGHTARG = integer, FUNCTION = other_equal, RESTRICT = bloom_sel);
SELECT expected('SELECT * FROM unknown WHERE 123456 =@@= i') > 0 AS left_side, expected('SELECT * FROM unknown WHERE i =@@= 123456') > 0 AS right_side;
DROP FUNCTION other_equal CASCADE;

-- cheap conditions are tested first
SET bloomext.prefetch = on;
EXPLAIN (COSTS OFF) SELECT * FROM pages WHERE url <@ bloom(10) AND id > 3 AND bloom_contains_any(bloom(10), ARRAY[url]) AND site = 'x';
RESET bloomext.prefetch;
DROP FUNCTION off_by;
DROP FUNCTION expected;
DROP TABLE pages, estimates, homepages, unknown;
