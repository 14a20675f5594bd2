-- Giving claims back.  test/isolation/specs/unclaim.spec does so in concurrent
-- sessions.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS bloomext;
-- bloom_seen() by a snapshot of its own
CREATE FUNCTION seen(set regclass, value text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
	BEGIN RETURN bloom_seen(set, value); END $$;
CREATE FUNCTION state(set regclass, value text) RETURNS text LANGUAGE sql AS $$
	SELECT format('seen %s, new %s, seen %s, given back %s, seen %s, given back %s, seen %s, new %s, new %s',
	               s.seen, bloom_claim(set, value), seen(set, value), bloom_unclaim(set, value), seen(set, value),
	               bloom_unclaim(set, value), seen(set, value), bloom_claim(set, value), bloom_claim(set, value))
	FROM (SELECT bloom_seen(set, value)) AS s(seen) $$;
-- how the recent hashes and the filters stand
CREATE FUNCTION counts(set regclass) RETURNS TABLE (members bigint, recent bigint, filters bigint, rows bigint) LANGUAGE plpgsql AS $$
	BEGIN RETURN QUERY EXECUTE format(
		'SELECT i.members, i.recent, i.filters, (SELECT count(*) FROM %s_recent) FROM bloom_set_info(%L) AS i JOIN %s AS v ON (v.members, v.recent, v.filters) = (i.members, i.recent, i.filters)',
		set, set, set); END $$;

-- While the hash is recent, after a merge, and after another one
SELECT bloom_set_create('back', 1000, 0.0001, unclaim => true);
SELECT bloom_unclaim('back', 'a');
SELECT state('back', 'a');
SELECT * FROM counts('back');
SELECT bloom_set_merge('back');
SELECT bloom_unclaim('back', 'a'), seen('back', 'a'), bloom_claim('back', 'a');
SELECT bloom_unclaim('back', 'a'), seen('back', 'a'), seen('back', 'b');
SELECT * FROM counts('back');
SELECT bloom_set_merge('back');
SELECT state('back', 'a');
SELECT * FROM counts('back');

-- Batches
SELECT * FROM bloom_claim_all('back', ARRAY['b', 'c', 'd']);
SELECT bloom_set_merge('back');
SELECT bloom_unclaim('back', v) FROM unnest(ARRAY['d', 'x', 'a']) AS v;
SELECT * FROM bloom_seen_all('back', ARRAY['a', 'b', 'c', 'd', 'e']);
SELECT * FROM bloom_claim_all('back', ARRAY['a', 'b', 'c', 'd', 'e', 'd']);
SELECT * FROM bloom_claim_all('back', ARRAY['a', 'b', 'c', 'd', 'e', 'd']);
SELECT * FROM bloom_seen_all('back', ARRAY['a', 'b', 'c', 'd', 'e']);
SELECT bloom_unclaim('back', NULL), bloom_unclaim(NULL, 'a');

-- Rolled back, also to a savepoint
BEGIN;
SELECT bloom_unclaim('back', 'a'), bloom_unclaim('back', 'e');
SAVEPOINT s;
SELECT bloom_claim('back', 'a'), bloom_claim('back', 'e');
ROLLBACK TO s;
SELECT bloom_seen('back', 'a'), bloom_seen('back', 'e'), bloom_unclaim('back', 'a'), bloom_unclaim('back', 'e');
SELECT bloom_claim('back', 'a'), bloom_claim('back', 'e'), bloom_unclaim('back', 'e');
ROLLBACK;
SELECT bloom_seen('back', 'a'), bloom_seen('back', 'e'), bloom_claim('back', 'a'), bloom_claim('back', 'e');

-- In a transaction that merges
BEGIN;
SELECT bloom_claim('back', 'f'), bloom_set_merge('back'), bloom_unclaim('back', 'f'), bloom_set_merge('back'), bloom_claim('back', 'f');
SELECT bloom_claim('back', 'f'), bloom_unclaim('back', 'g'), bloom_claim('back', 'g'), bloom_unclaim('back', 'g'), bloom_set_merge('back');
COMMIT;
SELECT bloom_seen('back', 'f'), bloom_seen('back', 'g');
SELECT * FROM counts('back');

-- A loaded value is known again, in a filter or as a recent hash
SELECT bloom_unclaim('back', v) FROM unnest(ARRAY['a', 'b', 'c']) AS v;
SELECT bloom_set_load_agg('back', v) FROM unnest(ARRAY['a']) AS v;
SELECT bloom_set_load_agg('back', v) FROM unnest(ARRAY['a', 'b', 'd', 'h', 'i']) AS v;
SELECT bloom_set_load_agg('back', v) FROM unnest(ARRAY['a', 'b', 'd', 'h', 'i']) AS v;
SELECT * FROM bloom_seen_all('back', ARRAY['a', 'b', 'c', 'd', 'h', 'i']);
SELECT * FROM counts('back');

-- A filter cannot do without a value
SELECT 'b' <@ bloom_set_filter('back'), 'c' <@ bloom_set_filter('back'), bloom_seen('back', 'c');
SELECT bloom_set_create('recent_only', 1000, 0.0001, unclaim => true);
SELECT bloom_claim('recent_only', 'a'), bloom_claim('recent_only', 'b'), bloom_unclaim('recent_only', 'b');
SELECT 'a' <@ bloom_set_filter('recent_only'), 'b' <@ bloom_set_filter('recent_only');

-- An emptied set is as it was created
SELECT bloom_set_clear('back');
SELECT bloom_seen('back', 'a'), bloom_claim('back', 'a'), bloom_unclaim('back', 'a'), bloom_seen('back', 'c'), bloom_claim('back', 'c');

-- Rows that give hashes back are no work for the worker: it does not merge
-- them, and does not truncate the table.
SELECT count(*) FROM bloom_claim_all('back', ARRAY(SELECT i::text FROM generate_series(1, 12000) AS i));
SELECT bloom_set_merge('back');
SELECT count(*) FROM generate_series(1, 12000) AS i WHERE bloom_unclaim('back', i::text);
SELECT members, recent, pending, problem FROM bloom_sets() WHERE set = 'back'::regclass;
SELECT count(*) FROM bloom_claim_all('back', ARRAY(SELECT i::text FROM generate_series(1, 13000) AS i));
SELECT * FROM counts('back');

-- With retention.  Time passes.
SELECT bloom_set_create('dated', 1000, 0.0001, retention => '600 days', bucket => '100 days', unclaim => true);
CREATE FUNCTION later(set regclass, days integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
	EXECUTE format('UPDATE %s_recent SET bucket = bucket - %s * interval ''24 hours''', set, days);
	EXECUTE format('UPDATE %s_filters SET bucket = bucket - %s * interval ''24 hours''', set, days); END $$;
SELECT state('dated', 'a');
SELECT bloom_set_merge('dated');
SELECT state('dated', 'a'), bloom_claim('dated', 'b');
SELECT * FROM counts('dated');
SELECT bloom_set_merge('dated');
-- a filter has it from before
SELECT later('dated', 100);
SELECT bloom_unclaim('dated', 'a'), bloom_claim('dated', 'a'), bloom_unclaim('dated', 'a'), seen('dated', 'a');
SELECT * FROM counts('dated');
-- it stays so until that filter expires
SELECT later('dated', 500);
SELECT bloom_set_merge('dated');
SELECT bloom_seen('dated', 'a'), bloom_seen('dated', 'b'), bloom_unclaim('dated', 'a');
SELECT bloom_claim('dated', 'a'), bloom_claim('dated', 'b');
-- the claim is of now
SELECT later('dated', 300);
SELECT bloom_seen('dated', 'a'), bloom_seen('dated', 'b'), bloom_unclaim('dated', 'b');
SELECT bloom_set_merge('dated');
SELECT bloom_unclaim('dated', 'a'), seen('dated', 'a');
SELECT * FROM counts('dated');
-- the filter that had it has expired, and the row that gives it back not yet
SELECT later('dated', 400);
SELECT * FROM counts('dated');
SELECT bloom_unclaim('dated', 'a'), bloom_claim('dated', 'a'), bloom_unclaim('dated', 'a'), bloom_claim('dated', 'a');
SELECT * FROM counts('dated');
-- what was given back is dropped a bucket after the filter, and not counted
SELECT bloom_set_merge('dated'), bloom_unclaim('dated', 'a');
SELECT later('dated', 700);
SELECT bloom_set_expire('dated');
SELECT * FROM counts('dated');
SELECT later('dated', 100);
SELECT bloom_set_expire('dated');
SELECT * FROM counts('dated');
SELECT bloom_claim('dated', 'a'), bloom_set_merge('dated'), bloom_unclaim('dated', 'a');
SELECT later('dated', 800);
SELECT bloom_unclaim('dated', 'a'), bloom_set_merge('dated');
SELECT * FROM counts('dated');
SELECT bloom_claim('dated', 'a'), bloom_set_merge('dated'), bloom_unclaim('dated', 'a');
SELECT later('dated', 800);
SELECT bloom_claim('dated', 'a'), bloom_claim('dated', 'a');
-- a load
SELECT bloom_set_merge('dated'), bloom_unclaim('dated', 'a');
SELECT later('dated', 300);
SELECT bloom_set_load_agg('dated', v) FROM unnest(ARRAY['a']) AS v;
SELECT later('dated', 600);
SELECT bloom_seen('dated', 'a'), bloom_unclaim('dated', 'a'), bloom_unclaim('dated', 'a');
-- an expired recent hash that is in a filter, too
SELECT bloom_claim('dated', 'c'), later('dated', 800);
SELECT bloom_set_load_agg('dated', v) FROM unnest(ARRAY['c', 'd', 'e']) AS v;
SELECT * FROM counts('dated');
SELECT bloom_unclaim('dated', 'c'), bloom_unclaim('dated', 'c'), seen('dated', 'c');
SELECT * FROM counts('dated');

-- Values that a filter has by chance
SELECT bloom_set_create('full', 500, 0.5, unclaim => true);
SELECT count(*) FROM bloom_claim_all('full', ARRAY(SELECT i::text FROM generate_series(1, 500) AS i));
SELECT bloom_set_merge('full');
CREATE TEMPORARY TABLE chance AS SELECT i::text AS v FROM generate_series(501, 1500) AS i WHERE bloom_seen('full', i::text);
SELECT count(*) > 100, bool_and(bloom_unclaim('full', v)), bool_or(bloom_unclaim('full', v)), bool_or(seen('full', v)) FROM chance;
SELECT bool_and(bloom_claim('full', v)), bool_or(bloom_claim('full', v)), bool_and(seen('full', v)) FROM chance;

-- Privileges and errors
SELECT bloom_set_create('kept', 1000);
SELECT bloom_claim('kept', 'a'), bloom_unclaim('kept', 'a');
SELECT bloom_unclaim('back', 17);
SELECT bloom_set_create('none', 1000, unclaim => NULL);
SELECT bloom_set_create('none', 1000, retention => '800000 days', bucket => '365001 days', unclaim => true);
SELECT bloom_set_create('longest', 1000, retention => '800000 days', bucket => '365000 days', unclaim => true);
SELECT bloom_claim('longest', 'a'), bloom_set_merge('longest'), bloom_unclaim('longest', 'a'), bloom_unclaim('longest', 'a'), bloom_claim('longest', 'a'), bloom_claim('longest', 'a');
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
-- Rows that the owner writes
\set VERBOSITY terse
INSERT INTO kept_recent VALUES (1, '-infinity'), (2, '1000-01-01 BC');
SELECT bloom_claim('kept', 'b');
SELECT recent FROM bloom_set_info('kept');
DELETE FROM kept_recent WHERE hash = 2;
SELECT recent FROM bloom_set_info('kept');
INSERT INTO back_recent VALUES (1, '1000-01-01 BC');
SELECT recent FROM bloom_set_info('back');
DELETE FROM back_recent WHERE hash = 1;
INSERT INTO dated_recent VALUES (1, '1000-01-01 00:00:01 BC');
SELECT recent FROM bloom_set_info('dated');
SELECT bloom_set_drop(set) FROM unnest(ARRAY['back', 'recent_only', 'dated', 'full', 'kept', 'longest']::regclass[]) AS set;
DROP ROLE regress_gives_back;
DROP FUNCTION state, seen, counts, later;
