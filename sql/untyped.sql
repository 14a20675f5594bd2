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
SELECT bloom_add_all(bloom(10), 1);
SELECT bloom_add_all(bloom(10), 'a');

-- bytes from a client that says that they are: stored, and in a column with a shape
CREATE TABLE held (filter bloom, shaped bloom(1000));
PREPARE store (bytea) AS INSERT INTO held VALUES ($1, $1);
EXECUTE store ((bloom(1000) || 'a')::bytea);
EXECUTE store (bloom()::bytea);
SELECT filter @> 'a' AS a, shaped @> 'a' AS shaped_a, (bloom_info(filter)).growth, (bloom_info(shaped)).capacity FROM held;
EXECUTE store (bloom(10)::bytea);
EXECUTE store ('\x00');
PREPARE change (bytea) AS UPDATE held SET filter = $1;
EXECUTE change ((bloom(10) || 'b')::bytea);
SELECT DISTINCT filter @> 'b' AS b FROM held;
-- the text form sent as binary
EXECUTE store (convert_to(bloom(1000)::text, 'UTF8'));
DEALLOCATE ALL;
-- sides that are swapped
SELECT 'a' @> bloom(10);
SELECT bloom_contains('a', bloom(10));
-- nothing but a column takes bytes for a filter
SELECT '\x00'::bytea <@ bloom(10)::bytea;
DROP TABLE held;

SELECT bloom_set_drop('untyped_set');
DROP TYPE mood;
DROP DOMAIN positive, numbers;
DROP FUNCTION types;
