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
