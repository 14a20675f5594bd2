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
\copy homepages FROM PROGRAM 'zcat bench/data/homepages.txt.gz'
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
-- the estimator, asked by an operator of others, takes no integer for a filter
CREATE FUNCTION other_equal(integer, integer) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN $1 = $2; END';
CREATE OPERATOR =@@= (LEFTARG = integer, RIGHTARG = integer, FUNCTION = other_equal, RESTRICT = bloom_sel);
SELECT expected('SELECT * FROM unknown WHERE 123456 =@@= i') > 0 AS left_side, expected('SELECT * FROM unknown WHERE i =@@= 123456') > 0 AS right_side;
DROP FUNCTION other_equal CASCADE;

-- cheap conditions are tested first
SET bloomext.look_ahead = on;
EXPLAIN (COSTS OFF) SELECT * FROM pages WHERE url <@ bloom(10) AND id > 3 AND bloom_contains_any(bloom(10), ARRAY[url]) AND site = 'x';
RESET bloomext.look_ahead;
DROP FUNCTION off_by;
DROP FUNCTION expected;
DROP TABLE pages, estimates, homepages, unknown;
