-- Giving claims back.  test/isolation/specs/unclaim.spec does so in concurrent
-- sessions.
\set ECHO none
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomext;
\pset format unaligned
\pset tuples_only
\set VERBOSITY terse
-- Run calls on a set: a claim of a is written ca.  Each has a new snapshot.
CREATE FUNCTION run(set regclass, calls text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	call text;
	one text;
	results text := '';
BEGIN
	FOREACH call IN ARRAY string_to_array(calls, ' ') LOOP
		EXECUTE format(CASE left(call, 1)
			WHEN 'c' THEN 'SELECT bloom_claim(%L, %L)'
			WHEN 'u' THEN 'SELECT bloom_unclaim(%L, %L)'
			WHEN 's' THEN 'SELECT bloom_seen(%L, %L)'
			WHEN 'm' THEN 'SELECT bloom_set_merge(%L)'
			WHEN 'e' THEN 'SELECT bloom_set_expire(%L)'
			WHEN 'C' THEN 'SELECT string_agg(v, '''') FROM bloom_claim_all(%L, string_to_array(%L, NULL)) AS v'
			WHEN 'S' THEN 'SELECT string_agg(v, '''') FROM bloom_seen_all(%L, string_to_array(%L, NULL)) AS v'
			WHEN 'l' THEN 'SELECT bloom_set_load_agg(%L, v) FROM unnest(string_to_array(%L, NULL)) AS v'
			-- days pass
			WHEN '+' THEN 'WITH f AS (UPDATE %1$s_filters SET bucket = bucket - %2$s * interval ''24 hours''), r AS (UPDATE %1$s_recent SET bucket = bucket - %2$s * interval ''24 hours'') SELECT ''''' END,
			set, substr(call, 2)) INTO one;
		results := results || call || '=' || coalesce(one, '') || ' ';
	END LOOP;
	-- members, of these recent, filters, rows of recent; also of the view
	EXECUTE format('SELECT format(''%%s/%%s/%%s/%%s'', i.members, i.recent, i.filters, (SELECT count(*) FROM %1$s_recent)) FROM bloom_set_info(%1$L) AS i JOIN %1$s AS v ON (v.members, v.recent, v.filters) = (i.members, i.recent, i.filters)', set) INTO one;
	RETURN results || one;
END $$;

-- Without retention, before and after merges, and batches
SELECT bloom_set_create('back', 1000, 0.0001, unclaim => true);
SELECT run('back', 'ua sa ca sa ua sa ua ca ca ua');
SELECT run('back', 'ca m ua sa ua m sa');
SELECT run('back', 'ca ca sa ua ca ua');
SELECT run('back', 'Cbcd m ud ux Sabcde Cabcded Cabcde Sabcde');
SELECT bloom_unclaim('back', NULL), bloom_unclaim(NULL, 'a');
-- rolled back
BEGIN;
SELECT run('back', 'ua ue');
SAVEPOINT s;
SELECT run('back', 'ca ce');
ROLLBACK TO s;
SELECT run('back', 'sa se ua ue ca ce ue');
ROLLBACK;
SELECT run('back', 'sa se ca ce');
-- calls of one statement, also of merges
SELECT bloom_claim('back', 'f'), bloom_set_merge('back'), bloom_unclaim('back', 'f'), bloom_unclaim('back', 'f'), bloom_set_merge('back'),
	bloom_claim('back', 'f'), bloom_claim('back', 'f'), bloom_claim('back', 'g'), bloom_unclaim('back', 'g'), bloom_set_merge('back');
-- a loaded value is known again, in a filter or as a recent hash
SELECT run('back', 'sf sg ua ub uc la labdhi labdhi Sabcdhi');
-- a filter cannot do without a value
SELECT 'b' <@ bloom_set_filter('back'), 'c' <@ bloom_set_filter('back'), 'g' <@ bloom_set_filter('back');
-- a loaded filter makes its members known: a list of hashes, and bits
SELECT bloom_set_create('one', 1000, 0.0001, seed => 5, unclaim => true), bloom_set_create('two', 1000, 0.0001, seed => 5, unclaim => true);
SELECT run('one', 'ca cb cc m ua ub'), run('two', 'ca');
SELECT bloom_set_load('one', bloom_set_filter('two')), run('two', 'm'), run('one', 'sa sb ua');
SELECT bloom_set_load('one', bloom_set_filter('two')), run('one', 'sa sb sc ua cb');
-- an emptied set is as it was created
SELECT bloom_set_clear('back');
SELECT run('back', 'sa ca ua sc cc');
-- and an altered one stays so
SELECT bloom_set_alter('back', capacity => 2000);
SELECT run('back', 'm ua uc cc');
-- Rows that give hashes back are no work for the worker: it does not merge
-- them, and does not truncate the table.
SELECT count(*) FROM bloom_claim_all('back', ARRAY(SELECT i::text FROM generate_series(1, 12000) AS i));
-- the worker may have been faster
SELECT bloom_set_merge('back') IN (0, 12000);
SELECT count(*) FROM generate_series(1, 12000) AS i WHERE bloom_unclaim('back', i::text);
SELECT members, recent, pending, problem FROM bloom_sets() WHERE set = 'back'::regclass;
SELECT count(*) FROM bloom_claim_all('back', ARRAY(SELECT i::text FROM generate_series(1, 13000) AS i));
SELECT run('back', 's1');

-- With retention
SELECT bloom_set_create('dated', 1000, 0.0001, retention => '600 days', bucket => '100 days', unclaim => true);
SELECT run('dated', 'ca ua ca m sa ua sa ua ca ca cb');
-- the value is given back until the filter expires, and the claim is of now
SELECT run('dated', 'm +100 ua ca ua sa +500 m sa sb ua ca cb +300 sa sb ub');
-- the row that gives it back stays for a bucket more
SELECT run('dated', 'm ua sa +400');
SELECT run('dated', 'ua ca ua ca m ua +700 e');
SELECT run('dated', '+100 e');
SELECT run('dated', 'ca m ua +800 ua m');
SELECT run('dated', 'ca m ua +800 ca ca m ua +300 la +600 sa ua ua');
-- an expired recent hash that is in a filter, too
SELECT run('dated', 'cc +700 lcde');
SELECT run('dated', 'uc uc sc');
-- also with a longer retention
SELECT bloom_set_alter('dated', retention => '700 days');
SELECT run('dated', 'sc sd ud sd m uc cc cc +700 sc sd +100 sc sd');

-- Values that a filter has by chance
SELECT bloom_set_create('full', 500, 0.5, unclaim => true);
SELECT bloom_set_load_agg('full', i::text) > 400 FROM generate_series(1, 500) AS i;
CREATE TEMPORARY TABLE chance AS SELECT i::text AS v FROM generate_series(501, 1500) AS i WHERE bloom_seen('full', i::text);
SELECT count(*) > 100, bool_and(bloom_unclaim('full', v)), bool_or(bloom_unclaim('full', v)), bool_and(bloom_claim('full', v)), bool_or(bloom_claim('full', v)) FROM chance;

-- Privileges and errors
SELECT bloom_set_create('kept', 1000);
SELECT bloom_claim('kept', 'a'), bloom_unclaim('kept', 'a');
SELECT bloom_unclaim('back', 17);
SELECT bloom_set_create('none', 1000, unclaim => NULL);
SELECT bloom_set_create('none', 1000, retention => '800000 days', bucket => '365001 days', unclaim => true);
SELECT bloom_set_create('longest', 1000, retention => '800000 days', bucket => '365000 days', unclaim => true);
SELECT bloom_claim('longest', 'a'), bloom_set_merge('longest'), bloom_unclaim('longest', 'a'), bloom_unclaim('longest', 'a'), bloom_claim('longest', 'a');
CREATE ROLE regress_gives_back;
GRANT SELECT ON back TO regress_gives_back;
SET ROLE regress_gives_back;
SELECT bloom_unclaim('back', '1');
RESET ROLE;
GRANT INSERT ON back TO regress_gives_back;
REVOKE SELECT ON back FROM regress_gives_back;
SET ROLE regress_gives_back;
SELECT bloom_unclaim('back', '1'), bloom_claim('back', '1');
RESET ROLE;
BEGIN READ ONLY;
SELECT bloom_unclaim('back', '1');
ROLLBACK;
-- rows that the owner writes
INSERT INTO kept_recent VALUES (2, '-infinity');
SELECT recent FROM bloom_set_info('kept');
INSERT INTO kept_recent VALUES (1, '1000-01-01 BC');
INSERT INTO back_recent VALUES (1, '1000-01-01 BC');
INSERT INTO dated_recent VALUES (1, '1000-01-01 00:00:01 BC');
SELECT bloom_set_info('kept');
SELECT bloom_set_info('back');
SELECT bloom_set_info('dated');
SELECT bloom_set_drop(set) FROM unnest(ARRAY['back', 'dated', 'full', 'kept', 'longest', 'one', 'two']::regclass[]) AS set;
DROP ROLE regress_gives_back;
DROP FUNCTION run;
