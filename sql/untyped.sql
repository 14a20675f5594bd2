-- What clients send: parameters without a type, and literals
-- parameters of a prepared statement, which get a type where they are used
CREATE FUNCTION types(statement text) RETURNS regtype[] LANGUAGE plpgsql AS $$
DECLARE
	result regtype[];
BEGIN
	EXECUTE 'PREPARE untyped AS SELECT ' || statement;
	SELECT parameter_types INTO result FROM pg_prepared_statements WHERE name = 'untyped';
	DEALLOCATE untyped;
	RETURN result;
END $$;
SELECT bloom_set_create('untyped_set', 1000);
SELECT statement, types(statement) FROM (VALUES
	('bloom(10) @> $1'),
	('$1 <@ bloom(10)'),
	('bloom(10) || $1'),
	('bloom_add(bloom(10), $1)'),
	('bloom_hash($1)'),
	('bloom_add_all(bloom(10), $1)'),
	('bloom_remove_all($1, $2)'),
	('bloom_contains_any($1, $2)'),
	('bloom_contains_all($1, $2)'),
	('bloom_contains_each($1, $2)'),
	('* FROM bloom_claim_all($1, $2)'),
	('bloom_claim($1, $2)'),
	('bloom_seen($1, $2)'),
	('bloom_set_load_agg($1, $2)'),
	('bloom_first_seen($1, $2, $3) OVER ()'),
	('bloom_agg($1)'),
	('bloom_agg($1, $2, $3)'),
	('bloom_agg(v, $1) FROM unnest(ARRAY[1]) v'),
	('bloom_agg(v::text, $1, $2) FROM unnest(ARRAY[1]) v'),
	('bloom_agg_like(v, $1) FROM unnest(ARRAY[1]) v'),
	('bloom_agg_like($1, $2)'),
	('bloom_agg_hash(v, $1) FROM unnest(ARRAY[1]) v'),
	('bloom_agg_hash_like(v, $1) FROM unnest(ARRAY[1]) v'),
	('bloom_import($1, $2)'),
	('bloom_import($1, $2, $3, $4, $5, $6, $7, $8)'),
	('bloom_import_chunks($1, $2, $3)'),
	('bloom_export($1, $2)'),
	('* FROM bloom_export_chunks($1, $2)')) AS v(statement);
PREPARE added AS SELECT bloom_add_all(bloom(10), $1);
EXECUTE added ('{a,b}');
PREPARE each AS SELECT bloom_contains_each(bloom(10) || 'a', $1);
EXECUTE each ('{a,b,NULL}');
PREPARE claimed AS SELECT * FROM bloom_claim_all($1, $2);
EXECUTE claimed ('untyped_set', '{a,b,a,NULL}');
EXECUTE claimed ('untyped_set', '{b,c}');
DEALLOCATE ALL;

-- an array's literal is of text, and a typed array is what it was
SELECT bloom_add_all(bloom(10), '{1,2}') = bloom(10) || '1' || '2' AS literal, bloom_add_all(bloom(10), '{}') = bloom(10) AS empty;
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE DOMAIN numbers AS int[];
SELECT bloom_add_all(bloom(10), ARRAY[1, 2]) = bloom(10) || 1 || 2 AS int,
	bloom_add_all(bloom(10), '{1,2}'::int2[]) = bloom(10) || 1 || 2 AS int2,
	bloom_add_all(bloom(10), '{1,2}'::positive[]) = bloom(10) || 1 || 2 AS of_domain,
	bloom_add_all(bloom(10), '{1,2}'::numbers) = bloom(10) || 1 || 2 AS domain,
	bloom_add_all(bloom(10), '{a,b}'::varchar[]) = bloom(10) || 'a' || 'b' AS varchar,
	bloom_add_all(bloom(10), '{sad}'::mood[]) = bloom(10) || 'sad'::mood AS enum,
	bloom_add_all(bloom(10), ARRAY[md5('a')::uuid]) = bloom(10) || md5('a')::uuid AS uuid;
SELECT pg_typeof(claimed) FROM bloom_claim_all('untyped_set', '{d}'::varchar[]) AS claimed;
SELECT pg_typeof(claimed) FROM bloom_claim_all('untyped_set', '{e}') AS claimed;
SELECT bloom_add_all(bloom(10), NULL) = bloom(10) AS "null";
SELECT bloom_add_all(bloom(10) || 1, '{2}');
\set VERBOSITY terse
SELECT bloom_add_all(bloom(10), 1);
\set VERBOSITY default
SELECT bloom_add_all(bloom(10), 'a');

-- which bloom_agg a value gets, of so many: its type's own, else that of any type; none is ambiguous
CREATE DOMAIN day AS date;
CREATE DOMAIN name_of AS varchar(20);
CREATE FUNCTION chosen(value text) RETURNS SETOF regprocedure LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'CREATE TEMPORARY VIEW asked (a, b, c) AS SELECT bloom_agg(' || value || '), bloom_agg(' || value || ', 10), bloom_agg_like(' || value || ', bloom(10))';
	RETURN QUERY SELECT p.oid::regprocedure FROM pg_depend d JOIN pg_rewrite r ON d.objid = r.oid JOIN pg_proc p ON d.refobjid = p.oid
		WHERE d.classid = 'pg_rewrite'::regclass AND r.ev_class = 'asked'::regclass AND d.refclassid = 'pg_proc'::regclass AND proname ~ '^bloom_agg';
	DROP VIEW asked;
END $$;
SELECT value, string_agg(DISTINCT regexp_replace(chosen::text, '.*\((.*?)(,.*)?\)', '\1'), ' and ') AS "takes", count(*) AS forms
FROM unnest(ARRAY['''a''', 'NULL', '''a''::text', '''a''::varchar', '''a''::char(3)', '''a''::name', '''a''::name_of', '1', '1::int2', '1::int8', '1::positive', '1.5', '1e3', '1::float8', '1::real', '1::oid', '1::money', 'md5(''a'')::uuid', '''a''::bytea', 'current_date', 'current_date::day', 'now()', 'now()::timestamp', 'localtime', 'now() - now()', 'true', '''sad''::mood', '''{}''::json', '''{}''::jsonb', '''{1}''::int[]', 'ROW(1, 2)', '''::1''::inet', '''pg_class''::regclass', 'B''1''', 'bloom()']) WITH ORDINALITY AS v(value, place), chosen(value)
GROUP BY value, place ORDER BY place;
-- what another type's aggregate takes has the same bytes
SELECT bloom_agg(v::real) = bloom_agg(v::float8) AS "real", bloom_agg(v::oid) = bloom_agg(v::int8) AS oid,
	bloom_agg(('2024-01-01'::date + v)::day) = bloom_agg('2024-01-01'::date + v) AS domain, bloom_agg(v::text::name_of) = bloom_agg(v::text) AS name_of FROM generate_series(1, 5) v;
DROP FUNCTION chosen;
DROP DOMAIN day, name_of;

-- bytes from a client that says that they are: stored, and in a column with a shape
CREATE TABLE held (filter bloom, shaped bloom(1000));
PREPARE store (bytea) AS INSERT INTO held VALUES ($1, $1);
EXECUTE store ((bloom(1000) || 'a')::bytea);
EXECUTE store (bloom()::bytea);
SELECT filter @> 'a' AS a, shaped @> 'a' AS shaped_a, (bloom_info(filter)).growth, (bloom_info(shaped)).capacity FROM held;
EXECUTE store (bloom_uncount(bloom(10, counting => true))::bytea);
EXECUTE store ('\x00');
PREPARE change (bytea) AS UPDATE held SET filter = $1;
EXECUTE change ((bloom(10) || 'b')::bytea);
SELECT DISTINCT filter @> 'b' AS b FROM held;
-- the text form sent as binary
EXECUTE store (convert_to(bloom(1000)::text, 'UTF8'));
DEALLOCATE ALL;
-- nothing but a column takes bytes for a filter
\set VERBOSITY terse
SELECT '\x00'::bytea <@ bloom(10)::bytea;
\set VERBOSITY default
DROP TABLE held;

SELECT bloom_set_drop('untyped_set');
DROP TYPE mood;
DROP DOMAIN positive, numbers;
DROP FUNCTION types;
-- "char", which PostgreSQL casts to text by itself, is a class of its own everywhere
SELECT bool_and(relkind <@ f AND g @> relkind AND bloom_contains(h, relkind)) AS members, bool_and(f = h) AS same, min((bloom_info(f)).class) AS class,
	bool_or(f @> 'Z'::"char") AS others
FROM pg_class, (SELECT bloom_agg(relkind, 10) AS f, bloom_agg_like(relkind, bloom(10)) AS g, bloom_add_all(bloom(10), array_agg(relkind)) AS h FROM pg_class) AS filters;
SELECT bloom(10) || 'r'::"char" @> 'r';
SELECT bloom_hash(relkind) = bloom_hash('r'::"char") AS hash, bloom_shard(relkind, 9) < 9 AS shard, bloom_first_seen(relkind, 10, 0.01) OVER () AS first_seen FROM pg_class WHERE relkind = 'r' LIMIT 1;
