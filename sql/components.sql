-- What can be hung on the tables of a shared set, or done to them: it is refused by each function, whoever calls it,
-- until it is undone, or is harmless; and no code of the set's owner ever runs
\a
\t
SET client_min_messages = warning;
CREATE ROLE regress_owner;
CREATE ROLE regress_grantee;
CREATE ROLE regress_other;
CREATE SCHEMA pieces AUTHORIZATION regress_owner;
GRANT CREATE, USAGE ON SCHEMA pieces TO regress_other;
GRANT USAGE ON SCHEMA pieces TO regress_grantee;

SET ROLE regress_owner;
SELECT bloom_set_create('pieces.s', 1000, 0.01, retention => '100000 days', bucket => '100000 days', class => 'integer');
GRANT SELECT, INSERT, DELETE ON pieces.s TO regress_grantee;
SELECT count(*) FROM bloom_claim_all('pieces.s', ARRAY(SELECT generate_series(1, 10)));
SELECT bloom_set_merge('pieces.s');
SELECT count(*) FROM bloom_claim_all('pieces.s', ARRAY(SELECT generate_series(11, 20)));
SELECT pg_get_viewdef('pieces.s') AS definition \gset
-- the owner's code, which tells when it runs because of a call; PostgreSQL itself runs some when it is hung there
CREATE FUNCTION pieces.ran() RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('pieces.called', true) = 'yes' THEN
		RAISE WARNING 'ran as %', current_user;
	END IF;
	RETURN true;
END $$;
CREATE FUNCTION pieces.ran_trigger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pieces.ran();
	RETURN NEW;
END $$;
CREATE TABLE pieces.others (bucket timestamptz, hash bigint PRIMARY KEY, number integer UNIQUE);
RESET ROLE;
CREATE OPERATOR CLASS pieces.own_ops FOR TYPE bigint USING btree AS
	OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 btint8cmp(bigint, bigint);

-- What a role gets for a statement, which is undone: "works", or the error, of which what all have in common is left out
CREATE FUNCTION pieces.answer(who name, statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	message text;
	detail text;
	hint text;
BEGIN
	BEGIN
		PERFORM set_config('pieces.called', 'yes', true);
		EXECUTE format('SET LOCAL ROLE %I', who);
		EXECUTE statement;
		SET CONSTRAINTS ALL IMMEDIATE;
		RAISE EXCEPTION 'works';
	EXCEPTION WHEN OTHERS THEN
		GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
	END;
	IF message ~ '^shared set "\w+" cannot be used$' THEN
		RETURN concat_ws(' ', 'refused:', regexp_replace(regexp_replace(detail, 'RI_ConstraintTrigger_\w+', 'RI_ConstraintTrigger'), 'ctid \(\d+,\d+\)', 'ctid ...'),
			CASE WHEN hint !~ '^(Drop it\.|It must be a logged table)' THEN hint END);
	END IF;
	RETURN concat_ws(' / ', message, NULLIF(detail, ''), NULLIF(hint, ''));
END $$;
-- the same of all functions and roles: each answer with those who got it, unless all got one
CREATE FUNCTION pieces.answers(set text) RETURNS text LANGUAGE sql AS $$
	WITH all_answers AS MATERIALIZED (
		SELECT format('%s by %s', name, role) AS call, name, pieces.answer(CASE role WHEN 'superuser' THEN session_user ELSE 'regress_' || role END, format(statement, set)) AS answer
		FROM (VALUES ('claim', 'SELECT bloom_claim(%L, 5), bloom_claim(%1$L, 15), bloom_claim(%1$L, 25)', true), ('claim_all', 'SELECT bloom_claim_all(%L, ARRAY[6, 16, 26])', true),
			('seen', 'SELECT bloom_seen(%L, 7)', true), ('info', 'SELECT bloom_set_info(%L)', true), ('expire', 'SELECT bloom_set_expire(%L)', true),
			('filter', 'SELECT bloom_set_filter(%L)', false), ('merge', 'SELECT bloom_set_merge(%L)', false), ('clear', 'SELECT bloom_set_clear(%L)', false)) AS f(name, statement, for_grantee),
			(VALUES ('superuser'), ('grantee'), ('owner')) AS r(role)
		WHERE for_grantee OR role <> 'grantee'
	), names AS (
		SELECT answer, name, count(*) AS roles, string_agg(call, ', ' ORDER BY call) AS calls FROM all_answers GROUP BY answer, name
	)
	SELECT CASE WHEN count(DISTINCT answer) = 1 THEN min(answer)
		ELSE (SELECT string_agg(line, '; ' ORDER BY line) FROM (SELECT string_agg(CASE WHEN roles = (SELECT count(*) FROM all_answers AS a WHERE a.name = n.name) THEN name ELSE calls END, ', ' ORDER BY name) || ': ' || answer
			FROM names AS n GROUP BY answer) AS l(line)) END
	FROM all_answers $$;
-- whether the set has what it had, and can be used
CREATE FUNCTION pieces.intact() RETURNS boolean LANGUAGE sql AS $$
	SELECT (SELECT bool_and(bloom_seen('pieces.s', i)) FROM generate_series(1, 20) AS i) AND (i.members, i.recent, i.filters) = (20, 10, 1) AND pieces.answers('pieces.s') = 'works'
	FROM bloom_set_info('pieces.s') AS i $$;
-- Do something to tables, one after the other, and see what the functions say; then undo it, or roll it back if that is null
CREATE FUNCTION pieces.try(change text, undo text DEFAULT NULL, who name DEFAULT 'regress_owner', tables text[] DEFAULT '{settings,filters,recent}', used boolean DEFAULT true) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
	answer text;
	part text;
	parts text[] := '{}';
	answers text[] := '{}';
BEGIN
	FOREACH part IN ARRAY tables LOOP
		BEGIN
			-- what a transaction knows that has used the set must not be taken for true
			IF used THEN
				PERFORM bloom_claim('pieces.s', 1);
			END IF;
			EXECUTE format('SET LOCAL ROLE %I', who);
			EXECUTE replace(replace(change, '%s', 'pieces.s_' || part), '%n', 's_' || part);
			RESET ROLE;
			answer := replace(replace(pieces.answers('pieces.s'), 'pieces.s_' || part, '%s'), 's_' || part, '%n');
			IF undo IS NULL THEN
				RAISE EXCEPTION SQLSTATE 'P9999';
			END IF;
			EXECUTE format('SET LOCAL ROLE %I', who);
			EXECUTE replace(replace(undo, '%s', 'pieces.s_' || part), '%n', 's_' || part);
			RESET ROLE;
		EXCEPTION WHEN SQLSTATE 'P9999' THEN
			NULL;
		END;
		IF NOT pieces.intact() THEN
			answer := answer || ' AND LOST SOMETHING: ' || (SELECT concat_ws(', ', i.members, i.recent, i.filters, pieces.answers('pieces.s'),
				(SELECT 'not ' || string_agg(v::text, ' ') FROM generate_series(1, 20) AS v WHERE NOT bloom_seen('pieces.s', v))) FROM bloom_set_info('pieces.s') AS i);
		END IF;
		parts := parts || part;
		answers := answers || answer;
	END LOOP;
	RETURN QUERY SELECT format('%s (%s): %s', change, string_agg(p, ', ' ORDER BY n), a) FROM unnest(parts, answers) WITH ORDINALITY AS u(p, a, n) GROUP BY a ORDER BY min(n);
END $$;
-- what only a newer PostgreSQL knows; an older one does something alike
CREATE FUNCTION pieces.since(version integer, change text, otherwise text, undo text DEFAULT NULL, tables text[] DEFAULT '{settings,filters,recent}') RETURNS SETOF text LANGUAGE sql AS $$
	SELECT CASE WHEN known THEN line ELSE replace(line, otherwise, change) END
	FROM (SELECT current_setting('server_version_num')::integer >= version) AS v(known), pieces.try(CASE WHEN known THEN change ELSE otherwise END, undo, tables => tables) AS line $$;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pieces TO PUBLIC;

SELECT pieces.intact();

-- each answer begins with the statement
\set ECHO none
-- triggers
SELECT pieces.try('CREATE TRIGGER t BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION pieces.ran_trigger()', 'DROP TRIGGER t ON %s');
SELECT pieces.try('CREATE TRIGGER t AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION pieces.ran_trigger()', 'DROP TRIGGER t ON %s');
SELECT pieces.try('CREATE TRIGGER t BEFORE INSERT OR UPDATE OR DELETE ON %s EXECUTE FUNCTION pieces.ran_trigger()', 'DROP TRIGGER t ON %s');
SELECT pieces.try('CREATE TRIGGER t AFTER DELETE ON %s REFERENCING OLD TABLE AS old EXECUTE FUNCTION pieces.ran_trigger()', 'DROP TRIGGER t ON %s');
SELECT pieces.try('CREATE TRIGGER t BEFORE INSERT ON %s FOR EACH ROW WHEN (pieces.ran()) EXECUTE FUNCTION suppress_redundant_updates_trigger()', 'DROP TRIGGER t ON %s');
SELECT pieces.try('CREATE CONSTRAINT TRIGGER t AFTER INSERT OR DELETE ON %s DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION pieces.ran_trigger()', 'DROP TRIGGER t ON %s');
SELECT pieces.try('CREATE TRIGGER t AFTER TRUNCATE ON %s EXECUTE FUNCTION pieces.ran_trigger()', 'DROP TRIGGER t ON %s');
SELECT pieces.try('CREATE TRIGGER t BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION pieces.ran_trigger(); ALTER TABLE %s DISABLE TRIGGER t', 'DROP TRIGGER t ON %s');
-- pg_repack's, which its schema tells
SELECT pieces.try('CREATE SCHEMA repack; CREATE FUNCTION repack.repack_trigger() RETURNS trigger LANGUAGE plpgsql AS ''BEGIN RETURN NULL; END''; CREATE TRIGGER repack_trigger AFTER INSERT OR DELETE OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION repack.repack_trigger(); ALTER TABLE %s ENABLE ALWAYS TRIGGER repack_trigger',
	'SET LOCAL client_min_messages = error; DROP SCHEMA repack CASCADE; SET LOCAL client_min_messages = warning', session_user);
-- one with a condition, which bloom_set_clear would evaluate
SELECT pieces.try('CREATE TRIGGER t BEFORE TRUNCATE ON %s WHEN (pieces.ran()) EXECUTE FUNCTION pieces.ran_trigger()', 'DROP TRIGGER t ON %s');

-- rules
SELECT pieces.try('CREATE RULE r AS ON INSERT TO %s DO ALSO SELECT pieces.ran()', 'DROP RULE r ON %s');
SELECT pieces.try('CREATE RULE r AS ON DELETE TO %s WHERE pieces.ran() DO INSTEAD NOTHING', 'DROP RULE r ON %s');
SELECT pieces.try('CREATE RULE r AS ON UPDATE TO %s DO INSTEAD (SELECT pieces.ran(); SELECT 1)', 'DROP RULE r ON %s');
SELECT pieces.try('CREATE RULE r AS ON INSERT TO %s DO ALSO NOTHING; ALTER TABLE %s DISABLE RULE r', 'DROP RULE r ON %s');

-- constraints
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c CHECK (pieces.ran())', 'ALTER TABLE %s DROP CONSTRAINT c');
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c CHECK (pieces.ran()) NOT VALID', 'ALTER TABLE %s DROP CONSTRAINT c');
SELECT pieces.since(180000, 'ALTER TABLE %s ADD CONSTRAINT c CHECK (pieces.ran()) NOT ENFORCED', 'ALTER TABLE %s ADD CONSTRAINT c CHECK (pieces.ran())', 'ALTER TABLE %s DROP CONSTRAINT c');
SELECT pieces.try('ALTER TABLE %s ALTER members SET NOT NULL', 'ALTER TABLE %s ALTER members DROP NOT NULL', tables => '{filters}');
SELECT pieces.try('ALTER TABLE %s ALTER bucket SET NOT NULL', 'ALTER TABLE %s ALTER bucket DROP NOT NULL', tables => '{settings,recent}');
SELECT pieces.since(180000, 'ALTER TABLE %s ADD CONSTRAINT c NOT NULL bucket NOT VALID', 'ALTER TABLE %s ALTER bucket SET NOT NULL', 'ALTER TABLE %s ALTER bucket DROP NOT NULL', '{settings,recent}');
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c UNIQUE (bucket)', 'ALTER TABLE %s DROP CONSTRAINT c', tables => '{settings,filters}');
SELECT pieces.since(150000, 'ALTER TABLE %s ADD CONSTRAINT c UNIQUE NULLS NOT DISTINCT (bucket)', 'ALTER TABLE %s ADD CONSTRAINT c UNIQUE (bucket)', NULL, '{settings,filters}');
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c EXCLUDE (bucket WITH =)', 'ALTER TABLE %s DROP CONSTRAINT c', tables => '{settings,filters}');
SELECT pieces.try('ALTER TABLE %s ADD PRIMARY KEY (partitions)', tables => '{settings}');
SELECT pieces.try('ALTER TABLE %s DROP CONSTRAINT %n_pkey', 'ALTER TABLE %s ADD PRIMARY KEY (partition, bucket, part)', tables => '{filters}');
SELECT pieces.try('ALTER TABLE %s DROP CONSTRAINT %n_pkey', 'ALTER TABLE %s ADD PRIMARY KEY (hash)', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s DROP CONSTRAINT %n_pkey; ALTER TABLE %s ALTER hash DROP NOT NULL', 'ALTER TABLE %s ADD PRIMARY KEY (hash)', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s DROP CONSTRAINT %n_pkey, ADD PRIMARY KEY (bucket, partition, part)', tables => '{filters}');
SELECT pieces.try('ALTER TABLE %s DROP CONSTRAINT %n_pkey, ADD PRIMARY KEY (hash) INCLUDE (bucket)', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s DROP CONSTRAINT %n_pkey, ADD PRIMARY KEY (hash, bucket)', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s DROP CONSTRAINT %n_pkey, ADD PRIMARY KEY (hash) DEFERRABLE', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s DROP CONSTRAINT %n_pkey, ADD UNIQUE (hash)', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s RENAME CONSTRAINT %n_pkey TO other', 'ALTER TABLE %s RENAME CONSTRAINT other TO %n_pkey', tables => '{filters,recent}');
-- foreign keys from and to
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c FOREIGN KEY (hash) REFERENCES pieces.others NOT VALID', 'ALTER TABLE %s DROP CONSTRAINT c', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c FOREIGN KEY (part) REFERENCES pieces.others (number) NOT VALID', 'ALTER TABLE %s DROP CONSTRAINT c', tables => '{filters}');
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c FOREIGN KEY (partitions) REFERENCES pieces.others (number) DEFERRABLE INITIALLY DEFERRED NOT VALID', 'ALTER TABLE %s DROP CONSTRAINT c', tables => '{settings}');
SELECT pieces.try('ALTER TABLE pieces.others ADD CONSTRAINT c FOREIGN KEY (hash) REFERENCES %s ON DELETE CASCADE', 'ALTER TABLE pieces.others DROP CONSTRAINT c', tables => '{recent}');
SELECT pieces.try('CREATE TABLE pieces.refers (a integer, b timestamptz, c integer, FOREIGN KEY (a, b, c) REFERENCES %s)', 'DROP TABLE pieces.refers', tables => '{filters}');

-- columns
SELECT pieces.try('ALTER TABLE %s ALTER bucket SET DEFAULT CASE WHEN pieces.ran() THEN now() END', 'ALTER TABLE %s ALTER bucket DROP DEFAULT', tables => '{filters,recent}');
SELECT pieces.try('ALTER TABLE %s ALTER seed SET DEFAULT pieces.ran()::integer', 'ALTER TABLE %s ALTER seed DROP DEFAULT', tables => '{settings}');
SELECT pieces.try('ALTER TABLE %s ALTER hash ADD GENERATED ALWAYS AS IDENTITY', 'ALTER TABLE %s ALTER hash DROP IDENTITY', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s ALTER part ADD GENERATED BY DEFAULT AS IDENTITY', 'ALTER TABLE %s ALTER part DROP IDENTITY', tables => '{filters}');
SELECT pieces.try('ALTER TABLE %s ADD extra boolean GENERATED ALWAYS AS (pieces.ran()) STORED');
SELECT pieces.since(180000, 'ALTER TABLE %s ADD extra boolean GENERATED ALWAYS AS (bucket IS NULL) VIRTUAL', 'ALTER TABLE %s ADD extra boolean GENERATED ALWAYS AS (pieces.ran()) STORED');
SELECT pieces.try('ALTER TABLE %s ADD extra boolean');
SELECT pieces.try('ALTER TABLE %s ADD extra boolean DEFAULT true');
SELECT pieces.try('ALTER TABLE %s ADD extra boolean, ADD extra_2 text NOT NULL DEFAULT ''a''; ALTER TABLE %s DROP extra');
SELECT pieces.try('ALTER TABLE %s DROP seed', tables => '{settings}');
SELECT pieces.try('ALTER TABLE %s DROP bits_set', tables => '{filters}');
SELECT pieces.try('ALTER TABLE %s DROP hash', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s DROP hash, ADD hash bigint', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s RENAME bucket TO other', 'ALTER TABLE %s RENAME other TO bucket');
SELECT pieces.try('ALTER TABLE %s RENAME seed TO other; ALTER TABLE %s RENAME capacity TO seed; ALTER TABLE %s RENAME other TO capacity',
	'ALTER TABLE %s RENAME seed TO other; ALTER TABLE %s RENAME capacity TO seed; ALTER TABLE %s RENAME other TO capacity', tables => '{settings}');
SELECT pieces.try('ALTER TABLE %s ALTER seed TYPE text', 'ALTER TABLE %s ALTER seed TYPE bigint USING seed::bigint', tables => '{settings}');
SELECT pieces.try('ALTER TABLE %s ALTER bits_set TYPE integer', 'ALTER TABLE %s ALTER bits_set TYPE bigint', tables => '{filters}');
SELECT pieces.try('ALTER TABLE %s ALTER hash TYPE numeric', 'ALTER TABLE %s ALTER hash TYPE bigint', tables => '{recent}');
SELECT pieces.try('CREATE DOMAIN pieces.d AS bigint CHECK (pieces.ran()); ALTER TABLE %s ALTER hash TYPE pieces.d', 'ALTER TABLE %s ALTER hash TYPE bigint; DROP DOMAIN pieces.d', tables => '{recent}');

-- indexes
SELECT pieces.try('CREATE INDEX i ON %s (bucket)', 'DROP INDEX pieces.i');
SELECT pieces.try('CREATE INDEX i ON %s (bucket) WHERE pieces.ran()', 'DROP INDEX pieces.i');
SELECT pieces.try('CREATE INDEX i ON %s ((pieces.ran()))', 'DROP INDEX pieces.i');
SELECT pieces.try('CREATE INDEX i ON %s USING hash (hash)', 'DROP INDEX pieces.i', tables => '{recent}');
-- but a copy of the primary key's index is as good as that; one that has other columns, another order or operators is none
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash)', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (partition, bucket, part); CREATE UNIQUE INDEX j ON %s (partition, bucket, part) WITH (fillfactor = 50)', 'DROP INDEX pieces.i, pieces.j', tables => '{filters}');
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c UNIQUE (hash); ALTER TABLE %s REPLICA IDENTITY USING INDEX c', 'ALTER TABLE %s REPLICA IDENTITY DEFAULT, DROP CONSTRAINT c', tables => '{recent}');
SELECT pieces.try('ALTER TABLE %s ADD CONSTRAINT c UNIQUE (hash) DEFERRABLE', 'ALTER TABLE %s DROP CONSTRAINT c', tables => '{recent}');
SELECT pieces.try('CREATE INDEX i ON %s (hash)', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash DESC)', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash pieces.own_ops)', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash) INCLUDE (bucket)', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash, bucket)', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash) WHERE pieces.ran()', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash) WITH (fillfactor = 50) WHERE pieces.ran()', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash, pieces.ran())', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s ((hash + 0))', 'DROP INDEX pieces.i', tables => '{recent}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (bucket, partition, part)', 'DROP INDEX pieces.i', tables => '{filters}');
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (partition) INCLUDE (bucket, part)', 'DROP INDEX pieces.i', tables => '{filters}');
-- it can take the place of the old one, and there may be only so many
SELECT pieces.try('CREATE UNIQUE INDEX i ON %s (hash); ALTER TABLE %s DROP CONSTRAINT %n_pkey; ALTER TABLE %s ADD CONSTRAINT %n_pkey PRIMARY KEY USING INDEX i', '', tables => '{recent}');
SELECT pieces.try((SELECT string_agg(format('CREATE UNIQUE INDEX i%s ON %%s (hash)', n), ';') FROM generate_series(1, 7) AS n), tables => '{recent}');
SELECT pieces.try((SELECT string_agg(format('CREATE UNIQUE INDEX i%s ON %%s (hash)', n), ';') FROM generate_series(1, 8) AS n), tables => '{recent}');

-- relatives
SELECT pieces.try('CREATE TABLE pieces.child () INHERITS (%s)', 'DROP TABLE pieces.child');
SELECT pieces.try('CREATE TABLE pieces.parent (LIKE %s); ALTER TABLE %s INHERIT pieces.parent', 'ALTER TABLE %s NO INHERIT pieces.parent; DROP TABLE pieces.parent');
-- a transaction that has used the set before doesn't notice a parent that changes nothing
SELECT pieces.try('CREATE TABLE pieces.parent (); ALTER TABLE %s INHERIT pieces.parent', 'ALTER TABLE %s NO INHERIT pieces.parent; DROP TABLE pieces.parent', used => false);
SELECT pieces.try('CREATE TABLE pieces.parent (LIKE %s) PARTITION BY RANGE (bucket); ALTER TABLE pieces.parent ATTACH PARTITION %s DEFAULT',
	'ALTER TABLE pieces.parent DETACH PARTITION %s; DROP TABLE pieces.parent');
SELECT pieces.try('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', 'ALTER TABLE %s DISABLE ROW LEVEL SECURITY');
SELECT pieces.try('ALTER TABLE %s FORCE ROW LEVEL SECURITY', 'ALTER TABLE %s NO FORCE ROW LEVEL SECURITY');
SELECT pieces.try('CREATE POLICY p ON %s USING (pieces.ran())', 'DROP POLICY p ON %s');
SELECT pieces.try('ALTER TABLE %s SET UNLOGGED', 'ALTER TABLE %s SET LOGGED');
SELECT pieces.try('ALTER TABLE %s OWNER TO regress_other', 'ALTER TABLE %s OWNER TO regress_owner', session_user);
\set ECHO all
-- the hints that are left out above
ALTER TABLE pieces.s_recent ALTER bucket SET NOT NULL;
SELECT bloom_claim('pieces.s', 1);
ALTER TABLE pieces.s_recent ALTER bucket DROP NOT NULL;
CREATE RULE r AS ON INSERT TO pieces.s_recent DO ALSO NOTHING;
SELECT bloom_claim('pieces.s', 1);
-- what belongs to another extension isn't dropped here, because that must know of it
SELECT bloom_set_drop('pieces.s');
DROP RULE r ON pieces.s_recent;
-- Citus marks its triggers as internal
SET allow_system_table_mods = on;
SELECT pieces.try('CREATE TRIGGER t AFTER TRUNCATE ON %s EXECUTE FUNCTION pieces.ran_trigger(); UPDATE pg_trigger SET tgisinternal = true WHERE tgname = ''t'' AND tgrelid = ''%s''::regclass',
	'UPDATE pg_trigger SET tgisinternal = false WHERE tgname = ''t'' AND tgrelid = ''%s''::regclass; DROP TRIGGER t ON %s', session_user);
-- an index that is none any more, which the row of its table tells others
SELECT pieces.try('UPDATE pg_index SET ' || flag || ' = false WHERE indexrelid = ''%s_pkey''::regclass; ' || tell, 'UPDATE pg_index SET ' || flag || ' = true WHERE indexrelid = ''%s_pkey''::regclass; ' || tell, session_user, '{filters,recent}')
FROM unnest('{indisvalid,indisready,indisunique,indisprimary,indimmediate}'::text[]) AS flag, (VALUES ('UPDATE pg_class SET relname = relname WHERE oid = ''%s''::regclass')) AS t(tell);
RESET allow_system_table_mods;

-- the view: what it stands on is what counts
\set row 'SELECT bloom_set_class_name(1) AS class, 1::bigint AS capacity, 0.1::float8 AS error_rate, NULL::interval AS retention, NULL::interval AS bucket, 0::bigint AS members, 0::bigint AS recent, 0::bigint AS filters, 0::bigint AS bytes'
SELECT replace(pieces.try('CREATE OR REPLACE VIEW pieces.s AS ' || :'row' || sources, 'CREATE OR REPLACE VIEW pieces.s AS ' || :'definition', tables => '{view}'), :'row', 'SELECT ...')
FROM unnest(ARRAY['', ' FROM pieces.s_settings, pieces.s_filters', ' FROM pieces.s_settings, pieces.s_filters, pieces.s_recent, pieces.others', ' FROM pieces.s_settings AS a, pieces.s_settings AS b, pieces.s_settings AS c',
	' FROM pieces.s_recent, pieces.s_filters, pieces.s_settings', ' FROM pieces.s_settings, pieces.s_filters, pieces.others', ' FROM pieces.s_settings, pieces.s_filters, pieces.s_recent WHERE pieces.ran()',
	' FROM pieces.s_settings WHERE EXISTS (SELECT FROM pieces.s_filters WHERE bucket IN (SELECT bucket FROM pieces.s_recent))']) AS sources;
-- all views of sets call one of our functions
SELECT pieces.try('CREATE OR REPLACE VIEW pieces.s AS ' || replace(:'row', 'bloom_set_class_name(1)', 'NULL::text') || ' FROM pieces.s_settings, pieces.s_filters, pieces.s_recent', 'CREATE OR REPLACE VIEW pieces.s AS ' || :'definition', tables => '{view}');
SELECT pieces.try('CREATE FUNCTION pieces.nothing() RETURNS trigger LANGUAGE plpgsql AS ''BEGIN PERFORM pieces.ran(); RETURN NULL; END''; CREATE TRIGGER t INSTEAD OF INSERT OR UPDATE OR DELETE ON pieces.s FOR EACH ROW EXECUTE FUNCTION pieces.nothing()',
	'DROP FUNCTION pieces.nothing CASCADE', tables => '{view}');
SELECT pieces.try('CREATE RULE r AS ON INSERT TO pieces.s DO INSTEAD SELECT pieces.ran()', 'DROP RULE r ON pieces.s', tables => '{view}');
SELECT pieces.try('ALTER VIEW pieces.s ALTER members SET DEFAULT pieces.ran()::integer', 'ALTER VIEW pieces.s ALTER members DROP DEFAULT', tables => '{view}');
SELECT pieces.try('ALTER VIEW pieces.s SET (security_barrier)', 'ALTER VIEW pieces.s RESET (security_barrier)', tables => '{view}');
SELECT pieces.since(150000, 'ALTER VIEW pieces.s SET (security_invoker)', 'ALTER VIEW pieces.s SET (security_barrier)', NULL, '{view}');
-- others that look like a set: on tables of somebody else, on another kind of relation, temporary on permanent tables
SET ROLE regress_other;
SELECT 'CREATE VIEW pieces.stolen AS ' || :'definition' \gexec
GRANT ALL ON pieces.stolen TO PUBLIC;
SELECT bloom_claim('pieces.stolen', 1);
SELECT bloom_set_filter('pieces.stolen');
SELECT bloom_set_clear('pieces.stolen');
SELECT bloom_set_drop('pieces.stolen');
SET ROLE regress_owner;
SELECT bloom_claim('pieces.stolen', 1);
RESET ROLE;
SELECT bloom_claim('pieces.stolen', 1);
SELECT bloom_set_merge('pieces.stolen');
DROP VIEW pieces.stolen;
CREATE ACCESS METHOD regress_heap TYPE TABLE HANDLER heap_tableam_handler;
SET ROLE regress_owner;
CREATE VIEW pieces.inner AS SELECT * FROM pieces.s_recent;
CREATE VIEW pieces.outer AS SELECT bloom_set_class_name(1) FROM pieces.s_settings, pieces.s_filters, pieces.inner;
SELECT bloom_claim('pieces.outer', 1);
DROP VIEW pieces.outer, pieces.inner;
CREATE TABLE pieces.other_heap (LIKE pieces.s_recent) USING regress_heap;
CREATE VIEW pieces.outer AS SELECT bloom_set_class_name(1) FROM pieces.s_settings, pieces.s_filters, pieces.other_heap;
SELECT bloom_claim('pieces.outer', 1);
DROP VIEW pieces.outer;
DROP TABLE pieces.other_heap;
CREATE TABLE pieces.parted (hash bigint, bucket timestamptz) PARTITION BY LIST (hash);
CREATE VIEW pieces.outer AS SELECT bloom_set_class_name(1) FROM pieces.s_settings, pieces.s_filters, pieces.parted;
SELECT bloom_claim('pieces.outer', 1);
DROP VIEW pieces.outer;
DROP TABLE pieces.parted;
CREATE MATERIALIZED VIEW pieces.materialized AS SELECT * FROM pieces.s_settings;
CREATE VIEW pieces.outer AS SELECT bloom_set_class_name(1) FROM pieces.materialized, pieces.s_filters, pieces.s_recent;
SELECT bloom_claim('pieces.outer', 1);
DROP VIEW pieces.outer;
DROP MATERIALIZED VIEW pieces.materialized;
RESET ROLE;
DROP ACCESS METHOD regress_heap;
SELECT 'CREATE TEMPORARY VIEW temporary AS ' || :'definition' \gexec
ALTER VIEW temporary OWNER TO regress_owner;
SELECT bloom_claim('temporary', 1);
DROP VIEW temporary;
SELECT pieces.intact();

-- the row of settings, changed by hand
SELECT pieces.try('UPDATE %s SET ' || change, tables => '{settings}')
FROM unnest(ARRAY['version = NULL', 'version = 3', 'class = NULL', 'class = 0', 'class = 99', 'capacity = NULL', 'capacity = 0', 'capacity = 1000000000001', 'error_rate = NULL', 'error_rate = 0', 'error_rate = ''NaN''',
	'error_rate = 1', 'seed = NULL', 'partitions = NULL', 'partitions = 0', 'partitions = -1', 'partitions = 33554432', 'retention = NULL', 'bucket = NULL', 'retention = ''0''', 'bucket = ''0''', 'retention = ''0'', bucket = ''0''',
	'retention = ''-1 day''', 'retention = ''-1 month 1 day''', 'bucket = ''1 year''', 'bucket = ''1 us''',
	'doublings = NULL', 'doublings = -1', 'doublings = 40', 'doublings = 5']) AS change;
SELECT pieces.try('DELETE FROM %s', tables => '{settings}');
-- one row only, even if the rows are equal
SELECT pieces.try('INSERT INTO %s SELECT * FROM %s', tables => '{settings}');
SELECT pieces.try('INSERT INTO %s SELECT version, class, capacity + 1, error_rate, seed, retention, bucket, partitions, doublings FROM %s', tables => '{settings}');
SELECT pieces.try('INSERT INTO %s SELECT version, -class, capacity, error_rate, seed, retention, bucket, partitions, doublings FROM %s', tables => '{settings}');
SELECT pieces.try('INSERT INTO %s DEFAULT VALUES', tables => '{settings}');
-- of another shape than the filters
SELECT pieces.try('UPDATE %s SET ' || change, tables => '{settings}')
FROM unnest(ARRAY['capacity = 100000', 'error_rate = 0.001', 'partitions = 2', 'retention = ''1000000 days''', 'retention = NULL, bucket = NULL']) AS change;
-- rows of filters: what none of the set can be is an error for who reads it, what one could be is taken for true
SELECT pieces.try('UPDATE %s SET ' || change, tables => '{filters}')
FROM unnest(ARRAY['filter = NULL', 'filter = ''''', 'filter = filter || ''\x00''', 'filter = substr(filter, 9)', 'members = NULL', 'members = -1', 'bits_set = NULL', 'bits_set = -1', 'bits_set = 1000000', 'part = -1', 'part = 1', 'part = 2147483647',
	'partition = -1', 'partition = 1', 'bucket = ''infinity''', 'members = 9223372036854775807']) AS change;
SELECT pieces.try('DELETE FROM %s WHERE hash = (SELECT min(hash) FROM %s); UPDATE %s SET bucket = NULL', tables => '{recent}');
SELECT pieces.try('UPDATE %s SET bucket = ''infinity''', tables => '{recent}');
-- buckets are multiples of their length, and not far in the future
SELECT pieces.try('UPDATE %s SET bucket = bucket + ' || more, tables => '{filters,recent}') FROM unnest(ARRAY['interval ''1 us''', 'interval ''300000 days''']) AS more;
SELECT pieces.try('UPDATE %s SET part = 32, filter = filter || filter', tables => '{filters}');

-- filters that would be compressed, or not fit into a row
SELECT pieces.try('ALTER TABLE %s ALTER filter SET STORAGE ' || storage, 'ALTER TABLE %s ALTER filter SET STORAGE EXTERNAL', tables => '{filters}') FROM unnest(ARRAY['EXTENDED', 'MAIN', 'PLAIN']) AS storage;

-- harmless
SET quote_all_identifiers = on;
SELECT pieces.try('ALTER TABLE %s SET (fillfactor = 50)', 'ALTER TABLE %s RESET (fillfactor)');
RESET quote_all_identifiers;
SELECT pieces.try('COMMENT ON TABLE %s IS ''a piece''', 'COMMENT ON TABLE %s IS NULL');
SELECT pieces.try('ALTER TABLE %s SET (fillfactor = 50, autovacuum_enabled = off)', 'ALTER TABLE %s RESET (fillfactor, autovacuum_enabled)');
SELECT pieces.try('ALTER TABLE %s ALTER bucket SET STATISTICS 10, ALTER bucket SET (n_distinct = 5)', 'ALTER TABLE %s ALTER bucket SET STATISTICS -1, ALTER bucket RESET (n_distinct)');
SELECT pieces.since(140000, 'ALTER TABLE %s ALTER filter SET COMPRESSION pglz', 'ALTER TABLE %s ALTER filter SET STATISTICS 10', NULL, '{filters}');
SELECT pieces.try('ALTER TABLE %s CLUSTER ON %n_pkey; CLUSTER %s', 'ALTER TABLE %s SET WITHOUT CLUSTER', tables => '{filters,recent}');
SELECT pieces.try('REINDEX TABLE %s; ANALYZE %s', '');
SELECT pieces.try('ALTER INDEX %s_pkey SET (fillfactor = 50); ALTER INDEX %s_pkey RENAME TO i', 'ALTER INDEX pieces.i RENAME TO %n_pkey; ALTER INDEX %s_pkey RESET (fillfactor)', tables => '{filters,recent}');
SELECT pieces.try('CREATE STATISTICS pieces.st ON bucket, part FROM %s; ANALYZE %s', 'DROP STATISTICS pieces.st', tables => '{filters}');
SELECT pieces.since(140000, 'CREATE STATISTICS pieces.st ON (pieces.ran()), bucket FROM %s; ANALYZE %s', 'ANALYZE %s', NULL, '{recent}');
SELECT pieces.try('ALTER TABLE %s REPLICA IDENTITY FULL', 'ALTER TABLE %s REPLICA IDENTITY DEFAULT');
SELECT pieces.try('SET LOCAL client_min_messages = error; CREATE PUBLICATION regress_pieces FOR TABLE %s; SET LOCAL client_min_messages = warning', 'DROP PUBLICATION regress_pieces', session_user);
SELECT pieces.try('CREATE TYPE pieces.t AS (hash bigint, bucket timestamptz); ALTER TABLE %s OF pieces.t', 'ALTER TABLE %s NOT OF; DROP TYPE pieces.t', tables => '{recent}');
SELECT pieces.try('CREATE SEQUENCE pieces.q OWNED BY %s.bucket', 'DROP SEQUENCE pieces.q');
SELECT pieces.try('GRANT SELECT ON %s TO regress_other', 'REVOKE ALL ON %s FROM regress_other');
SELECT pieces.since(150000, 'ALTER TABLE %s SET ACCESS METHOD heap', 'ALTER TABLE %s SET WITHOUT CLUSTER', '');
SELECT pieces.try('ALTER TABLE %s RENAME TO renamed', 'ALTER TABLE pieces.renamed RENAME TO %n');
SELECT pieces.try('ALTER TABLE pieces.s_recent RENAME TO swapped; ALTER TABLE pieces.s_filters RENAME TO s_recent; ALTER TABLE pieces.swapped RENAME TO s_filters', tables => '{recent}');
SELECT pieces.try('CREATE SCHEMA pieces_moved; ALTER TABLE %s SET SCHEMA pieces_moved', 'ALTER TABLE pieces_moved.%n SET SCHEMA pieces; DROP SCHEMA pieces_moved', session_user);
-- a column that was added and dropped leaves a place behind
SELECT pieces.try('ALTER TABLE %s ADD extra boolean DEFAULT true', 'ALTER TABLE %s DROP extra');

-- an owner of all of it: each piece alone is refused, the last one makes it whole
ALTER TABLE pieces.s_settings OWNER TO regress_other;
SELECT pieces.answers('pieces.s');
ALTER TABLE pieces.s_filters OWNER TO regress_other;
ALTER TABLE pieces.s_recent OWNER TO regress_other;
SELECT pieces.answers('pieces.s');
ALTER VIEW pieces.s OWNER TO regress_other;
SELECT pieces.answer('regress_other', 'SELECT bloom_claim(''pieces.s'', 21), bloom_set_merge(''pieces.s'')'), pieces.answer('regress_owner', 'SELECT bloom_claim(''pieces.s'', 21)'),
	pieces.answer('regress_grantee', 'SELECT bloom_claim(''pieces.s'', 21)');
ALTER VIEW pieces.s OWNER TO regress_owner;
ALTER TABLE pieces.s_settings OWNER TO regress_owner;
ALTER TABLE pieces.s_filters OWNER TO regress_owner;
ALTER TABLE pieces.s_recent OWNER TO regress_owner;
SELECT pieces.intact();
-- by another name, of the view too
SET ROLE regress_owner;
ALTER VIEW pieces.s RENAME TO renamed;
SELECT pieces.answers('pieces.renamed');
SELECT bloom_claim('pieces.s', 1);
RESET ROLE;
CREATE SCHEMA pieces_moved AUTHORIZATION regress_owner;
ALTER VIEW pieces.renamed SET SCHEMA pieces_moved;
GRANT USAGE ON SCHEMA pieces_moved TO regress_grantee;
SELECT pieces.answers('pieces_moved.renamed');
ALTER VIEW pieces_moved.renamed SET SCHEMA pieces;
ALTER VIEW pieces.renamed RENAME TO s;
DROP SCHEMA pieces_moved;
SELECT pieces.intact();

-- SELECT is to ask, INSERT to claim, DELETE to expire, and nothing else; the rest is the owner's
SET ROLE regress_owner;
REVOKE ALL ON pieces.s FROM regress_grantee;
RESET ROLE;
CREATE FUNCTION pieces.allowed(who name) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(format('%s: %s', CASE answer WHEN 'works' THEN 'works' ELSE regexp_replace(answer, ' for (table|view) \w+| of view \w+', '') END, names), '; ' ORDER BY answer = 'works' DESC, answer)
	FROM (SELECT answer, string_agg(name, ', ' ORDER BY n) AS names
		FROM (SELECT n, name, regexp_replace(regexp_replace(pieces.answer(who, statement), ' / .*', ''), ' for (table|view) \w+| of view \w+| view "s"', '') AS answer
			FROM (VALUES (1, 'claim', 'SELECT bloom_claim(''pieces.s'', 5)'), (2, 'claim_all', 'SELECT bloom_claim_all(''pieces.s'', ARRAY[6, 26])'), (3, 'seen', 'SELECT bloom_seen(''pieces.s'', 7)'),
				(4, 'info', 'SELECT bloom_set_info(''pieces.s'')'), (5, 'view', 'SELECT * FROM pieces.s'), (6, 'expire', 'SELECT bloom_set_expire(''pieces.s'')'),
				(7, 'filter', 'SELECT bloom_set_filter(''pieces.s'')'), (8, 'merge', 'SELECT bloom_set_merge(''pieces.s'')'), (9, 'clear', 'SELECT bloom_set_clear(''pieces.s'')'), (10, 'drop', 'SELECT bloom_set_drop(''pieces.s'')'),
				(11, 'insert', 'INSERT INTO pieces.s (class) VALUES (''text'')'), (12, 'update', 'UPDATE pieces.s SET capacity = 1'), (13, 'delete', 'DELETE FROM pieces.s')) AS s(n, name, statement)) AS a
		GROUP BY answer) AS b $$;
GRANT EXECUTE ON FUNCTION pieces.allowed TO PUBLIC;
SELECT pieces.allowed('regress_grantee');
GRANT SELECT ON pieces.s TO regress_grantee;
SELECT pieces.allowed('regress_grantee');
REVOKE ALL ON pieces.s FROM regress_grantee;
GRANT INSERT ON pieces.s TO regress_grantee;
SELECT pieces.allowed('regress_grantee');
REVOKE ALL ON pieces.s FROM regress_grantee;
GRANT DELETE ON pieces.s TO regress_grantee;
SELECT pieces.allowed('regress_grantee');
GRANT ALL ON pieces.s TO regress_grantee;
SELECT pieces.allowed('regress_grantee');
SELECT pieces.allowed('regress_owner');
-- what it stands on is nobody else's
SELECT DISTINCT pieces.answer('regress_grantee', format(statement, piece)) FROM unnest('{settings,filters,recent}'::text[]) AS piece,
	unnest(ARRAY['SELECT FROM pieces.s_%s', 'DELETE FROM pieces.s_%s', 'INSERT INTO pieces.s_%s DEFAULT VALUES', 'UPDATE pieces.s_%s SET bucket = NULL', 'TRUNCATE pieces.s_%s',
		'LOCK TABLE pieces.s_%s IN ACCESS SHARE MODE', 'CREATE TRIGGER t BEFORE INSERT ON pieces.s_%s EXECUTE FUNCTION pieces.ran_trigger()', 'ALTER TABLE pieces.s_%s ADD COLUMN extra int', 'DROP TABLE pieces.s_%s']) AS statement ORDER BY 1;
SELECT seed FROM bloom_set_info('pieces.s');
SET ROLE regress_grantee;
SELECT seed, members FROM bloom_set_info('pieces.s');
RESET ROLE;
-- even if all tables of the owner are others' by default
SET ROLE regress_owner;
ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO regress_grantee;
ALTER DEFAULT PRIVILEGES IN SCHEMA pieces GRANT SELECT ON TABLES TO PUBLIC;
SELECT bloom_set_create('pieces.shown', 100, class => 'integer');
SELECT relname, has_table_privilege('regress_grantee', oid, 'SELECT') AS read, has_table_privilege('regress_grantee', oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') AS write
FROM pg_class WHERE relname ~ '^shown' AND relkind IN ('r', 'v') ORDER BY relname;
SELECT bloom_set_drop('pieces.shown');
ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM regress_grantee;
ALTER DEFAULT PRIVILEGES IN SCHEMA pieces REVOKE SELECT ON TABLES FROM PUBLIC;
RESET ROLE;
-- the owner of the schema is not that of the set
SET ROLE regress_other;
SELECT bloom_set_create('pieces.o', 100, class => 'integer');
SELECT bloom_claim('pieces.o', 1);
SET ROLE regress_owner;
SELECT bloom_claim('pieces.o', 2);
SELECT bloom_seen('pieces.o', 1);
SELECT * FROM pieces.o;
SELECT bloom_set_merge('pieces.o');
SELECT bloom_set_drop('pieces.o');
SELECT count(*) FROM pieces.o_recent;
SET ROLE regress_other;
SELECT members FROM pieces.o;
SELECT bloom_set_drop('pieces.o');
RESET ROLE;

-- a piece cannot be dropped alone
SELECT DISTINCT replace(pieces.answer(CASE who WHEN 'superuser' THEN session_user ELSE who END, format(statement, piece)), piece, '...')
FROM unnest('{settings,filters,recent}'::text[]) AS piece, unnest('{superuser,regress_owner}'::text[]) AS who,
	unnest(ARRAY['DROP TABLE pieces.s_%s']) AS statement ORDER BY 1;
SELECT pieces.intact();
-- empty, with the class that it had
SET ROLE regress_owner;
SELECT bloom_claim('pieces.s', 'text');
BEGIN;
SELECT bloom_set_clear('pieces.s');
SELECT bloom_seen('pieces.s', 1), bloom_claim('pieces.s', 1), bloom_set_merge('pieces.s'), bloom_seen('pieces.s', 1);
SELECT bloom_seen('pieces.s', 1);
ROLLBACK;
SELECT pieces.intact();
SELECT bloom_set_clear('pieces.s');
SELECT * FROM pieces.s;
SELECT bloom_claim('pieces.s', 1), bloom_claim('pieces.s', 1) AS again;
-- not while it is in use, by this session even
SELECT bloom_set_clear('pieces.s') FROM pieces.s_recent;
SELECT bloom_set_drop('pieces.s') FROM pieces.s_settings;
SELECT class, capacity, error_rate, seed, retention, bucket, members, recent, partitions, filters FROM bloom_set_info('pieces.s');
RESET ROLE;
SELECT bloom_set_clear('pieces.s');
SELECT bloom_set_clear('pieces.others'::regclass);
-- what is left of a set whose view was dropped is dropped as other tables are
SET ROLE regress_owner;
DROP TABLE pieces.s_filters CASCADE;
SELECT bloom_claim('pieces.s', 1);
SELECT bloom_set_create('pieces.s', 100, class => 'integer');
SELECT bloom_set_drop('pieces.s_recent');
DROP TABLE pieces.s_settings, pieces.s_recent;
SELECT bloom_set_create('pieces.s', 100, class => 'integer');
SET ROLE regress_other;
SELECT bloom_set_drop('pieces.s');
SET ROLE regress_owner;
SELECT bloom_set_drop('pieces.s');
SELECT count(*) AS left_behind FROM pg_class WHERE relname ~ '^s(_|$)' AND relnamespace = 'pieces'::regnamespace;
-- of which something was changed
SELECT bloom_set_create('pieces.s', 100, class => 'integer');
ALTER TABLE pieces.s_recent ADD extra integer;
ALTER TABLE pieces.s_filters RENAME TO f;
SELECT bloom_set_drop('pieces.s');
SELECT count(*) AS left_behind FROM pg_class WHERE relname ~ '^(s(_|$)|f$)' AND relnamespace = 'pieces'::regnamespace;
-- on which something else stands
SELECT bloom_set_create('pieces.s', 100, class => 'integer');
CREATE VIEW pieces.mine AS SELECT members FROM pieces.s;
SELECT bloom_set_drop('pieces.s');
DROP VIEW pieces.mine;
CREATE VIEW pieces.mine AS SELECT count(*) FROM pieces.s_recent;
SELECT bloom_set_drop('pieces.s');
DROP VIEW pieces.mine;
SELECT bloom_set_drop('pieces.s');
-- what is none: a table, an index, a view over three tables
CREATE TABLE pieces.t_filters (i integer);
CREATE TABLE pieces.t_recent (hash bigint, bucket timestamptz, note text);
CREATE VIEW pieces.v AS SELECT 1 FROM pieces.t_filters, pieces.t_recent, pieces.others;
SELECT bloom_set_drop('pieces.v');
SELECT bloom_set_drop('pieces.t_recent');
SELECT bloom_set_drop('pieces.others_pkey');
SELECT bloom_set_drop('pieces.missing');
SELECT bloom_set_drop('1');
-- names that are taken
SELECT bloom_set_create('pieces.t', 100);
RESET ROLE;
-- all set, and nothing else
SELECT count(*) FROM pieces.t_filters, pieces.t_recent, pieces.others, pieces.v;

SET client_min_messages = error;
DROP SCHEMA pieces CASCADE;
DROP OWNED BY regress_owner, regress_grantee, regress_other;
DROP ROLE regress_owner, regress_grantee, regress_other;
RESET client_min_messages;
