-- Promises about the extension's objects, checked from the catalogs
\a\t
-- every object has a comment
SELECT pg_describe_object(classid, objid, objsubid) FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
	AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomext')
	AND obj_description(objid, classid::regclass::name) IS NULL
	AND NOT (classid = 'pg_type'::regclass AND objid = 'bloom[]'::regtype);
-- every function is parallel safe, and has no state that is not in its arguments; but for those of shared sets
SELECT objid::regprocedure, proparallel, provolatile FROM pg_depend JOIN pg_proc p ON p.oid = objid
WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_extension'::regclass AND deptype = 'e'
	AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomext')
	AND NOT (proparallel = 's' AND provolatile = CASE WHEN proname ~ 'sel$' THEN 's' ELSE 'i' END)
ORDER BY objid::regprocedure::text COLLATE "C";
-- The marks of what functions call.  To hash a value, they call the output function of an enum, and the send function
-- of any other type that has no bytes of its own in doc/format.md.
CREATE TYPE hashed_enum AS ENUM ('a');
CREATE TYPE hashed_row AS (a int);
CREATE TEMP TABLE hashed (type oid, call oid);
DO $$
DECLARE
	t record;
BEGIN
	FOR t IN SELECT *, CASE typtype WHEN 'e' THEN typoutput ELSE typsend END AS call FROM pg_type WHERE typarray <> 0 AND typname !~ '^(pg|information)_' AND typtype IN ('b', 'c', 'e') LOOP
		BEGIN
			EXECUTE format('SELECT bloom_contains_any(bloom(), %L::%s[])', '{}', t.oid::regtype);
			INSERT INTO hashed SELECT t.oid, t.call WHERE t.typname <> ALL (ARRAY['text', 'varchar', 'bpchar', 'name', 'int2', 'int4', 'int8', 'oid', 'bytea', 'uuid', 'float4', 'float8', 'numeric']);
		EXCEPTION WHEN undefined_function THEN NULL;
		END;
	END LOOP;
END $$;
-- functions of any type call the worst of them
SELECT proname, provolatile, proparallel FROM (SELECT DISTINCT call FROM hashed) AS h JOIN pg_proc ON oid = call
WHERE (provolatile, proparallel) <> ('i', 's') ORDER BY 1;
CREATE TEMP TABLE own AS
SELECT p.*, EXISTS (SELECT FROM unnest(proargtypes) AS a JOIN pg_type t ON t.oid = a WHERE typname LIKE 'any%') AS polymorphic FROM pg_depend JOIN pg_proc p ON p.oid = objid
WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_extension'::regclass AND deptype = 'e'
	AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomext') AND prokind <> 'a';
SELECT oid::regprocedure AS too_strict FROM own WHERE polymorphic AND provolatile = 'i';
-- others hash values of one type
SELECT o.oid::regprocedure AS too_strict, p.proname FROM own o JOIN hashed h ON type = ANY (proargtypes) JOIN pg_proc p ON p.oid = call
WHERE o.provolatile = 'i' AND p.provolatile <> 'i' OR o.proparallel = 's' AND p.proparallel <> 's';
-- so immutable hashes are those that may be in an index
SELECT oid::regprocedure FROM own WHERE proname = 'bloom_hash' AND provolatile = 'i' ORDER BY oid::regprocedure::text COLLATE "C";
CREATE TABLE labels (label hashed_enum, id int, url text, at timestamptz);
-- from 19 on, psql shows the line of this error
\set VERBOSITY sqlstate
CREATE INDEX ON labels (bloom_hash(label));
CREATE INDEX ON labels (bloom_shard(labels, 8));
ALTER TABLE labels ADD shard int GENERATED ALWAYS AS (bloom_shard(label, 8)) STORED;
\set VERBOSITY default
CREATE INDEX ON labels (bloom_hash(id), bloom_shard(url, 8), bloom_hash(at)) WHERE id <@ (bloom(10) || 'a') IS NOT NULL;
-- the name of a class is that of a type, which may be renamed
SELECT provolatile FROM own WHERE proname = 'bloom_info';
-- nothing is leakproof: whether a value raises an error depends on the filter
SELECT oid::regprocedure FROM own WHERE proleakproof;
DROP TABLE labels;
DROP TYPE hashed_enum, hashed_row;
-- the name of an argument needs no quotes
SELECT objid::regprocedure, name FROM pg_depend JOIN pg_proc p ON p.oid = objid, unnest(proargnames) AS name
WHERE name <> '' AND classid = 'pg_proc'::regclass AND refclassid = 'pg_extension'::regclass AND deptype = 'e'
	AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomext') AND name <> quote_ident(name);
SELECT bloom_contains_any(filter => bloom(10) || 'a', elements => ARRAY['a']);
-- functions that null arguments do not make null: those that say so
SELECT DISTINCT proname FROM pg_depend JOIN pg_proc p ON p.oid = objid
WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_extension'::regclass AND deptype = 'e'
	AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomext')
	AND NOT proisstrict AND prokind = 'f' ORDER BY 1;
-- what can be pushed down: concrete types, a concrete state that combines
SELECT aggfnoid::regprocedure, aggtranstype::regtype, aggcombinefn FROM pg_aggregate
WHERE aggtranstype = 'bloom'::regtype ORDER BY aggfnoid::regprocedure::text COLLATE "C";
-- states that may get large: PostgreSQL 19 makes none of them below a join
SELECT aggfnoid::regprocedure FROM pg_aggregate JOIN pg_depend ON objid = aggfnoid
WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_extension'::regclass AND deptype = 'e'
	AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomext') AND aggcombinefn <> 0 AND aggtransspace >= 0;
SELECT oprname, oprleft::regtype, oprright::regtype, oprcom::regoperator, oprnegate::regoperator, oprrest, oprjoin
FROM pg_operator JOIN pg_depend ON objid = pg_operator.oid
WHERE classid = 'pg_operator'::regclass AND refclassid = 'pg_extension'::regclass AND deptype = 'e'
	AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'bloomext')
ORDER BY oprname COLLATE "C", oprleft::regtype::text COLLATE "C", oprright::regtype::text COLLATE "C";
SELECT typstorage, typalign, typlen FROM pg_type WHERE oid = 'bloom'::regtype;

-- the extension moves between schemas, and leaves nothing
CREATE SCHEMA elsewhere;
SELECT bloom_set_create('first', 100, class => 'integer');
ALTER EXTENSION bloomext SET SCHEMA elsewhere;
SELECT elsewhere.bloom(10) OPERATOR(elsewhere.@>) 'a';
SELECT elsewhere.bloom_agg(i, 10) IS NOT NULL FROM generate_series(1, 3) i;
SELECT elsewhere.bloom_claim('first', 1), elsewhere.bloom_claim('first', 1), elsewhere.bloom_set_merge('first');
SELECT elsewhere.bloom_set_create('second', 100, class => 'integer');
SELECT elsewhere.bloom_claim('second', 1), elsewhere.bloom_set_merge('second');
ALTER EXTENSION bloomext SET SCHEMA public;
SELECT bloom_set_drop('first'), bloom_set_drop('second');
DROP SCHEMA elsewhere;
-- a trusted extension: who may create in a database may install it
CREATE ROLE regress_bloom_user;
DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO regress_bloom_user', current_database()); END $$;
DROP EXTENSION bloomext;
SET ROLE regress_bloom_user;
CREATE SCHEMA own CREATE TABLE visited (i int);
CREATE EXTENSION bloomext SCHEMA own;
SELECT own.bloom(10) IS NOT NULL;
DROP SCHEMA own CASCADE;
RESET ROLE;
DROP OWNED BY regress_bloom_user;
DROP ROLE regress_bloom_user;
CREATE EXTENSION bloomext;
