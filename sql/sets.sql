-- Shared sets: tables that many sessions claim values in
SET client_min_messages = warning;
SELECT bloom_set_create('crawl', 10000, 0.01);
SELECT bloom_claim('crawl', 'http://example.com/'), bloom_claim('crawl', 'http://example.com/') AS again, bloom_claim('crawl', NULL) AS "null";
SELECT bloom_seen('crawl', 'http://example.com/'), bloom_seen('crawl', 'http://example.org/') AS other, bloom_seen('crawl', NULL) AS "null";
-- the new ones of many, in their order, each once
SELECT * FROM bloom_claim_all('crawl', ARRAY['c', 'a', NULL, 'b', 'a', 'http://example.com/', 'c']);
SELECT bloom_claim_all('crawl', ARRAY['e', 'c', 'd']::varchar[]);
SELECT bloom_claim_all('crawl', '{}'::text[]);
SELECT bloom_claim_all('crawl', ARRAY[NULL::text]);
SELECT url, bloom_claim('crawl', url) FROM (VALUES ('f'), ('g'), ('f'), ('a')) AS v(url);
SELECT * FROM bloom_set_info('crawl');
-- what is rolled back never happened
BEGIN;
SELECT bloom_claim('crawl', 'rolled back');
SAVEPOINT s;
SELECT bloom_claim('crawl', 'to the savepoint');
ROLLBACK TO s;
SELECT bloom_claim('crawl', 'to the savepoint');
ROLLBACK;
SELECT bloom_seen('crawl', 'rolled back'), bloom_seen('crawl', 'to the savepoint'), bloom_claim('crawl', 'rolled back');

-- merging changes no answer
SELECT count(*) AS new FROM generate_series(1, 5000) i, bloom_claim('crawl', 'url' || i) AS claimed WHERE claimed;
CREATE FUNCTION answers(set regclass) RETURNS text LANGUAGE sql AS $$
	SELECT format('missed %s, others %s, members %s', count(*) FILTER (WHERE i <= 5000 AND NOT bloom_seen(set, 'url' || i)),
		count(*) FILTER (WHERE i > 5000 AND bloom_seen(set, 'url' || i)) <= 0.01 * 20000 + 4 * sqrt(0.01 * 20000), (bloom_set_info(set)).members)
	FROM generate_series(1, 25000) i $$;
SELECT answers('crawl');
SELECT bloom_set_merge('crawl'), bloom_set_merge('crawl') AS again;
SELECT answers('crawl'), (SELECT count(*) FROM crawl_recent) AS recent;
SELECT count(*) AS claimed_again FROM generate_series(1, 5000) i WHERE bloom_claim('crawl', 'url' || i);
SELECT count(*) AS claimed_again FROM bloom_claim_all('crawl', ARRAY(SELECT 'url' || i FROM generate_series(1, 5000) i));
SELECT bloom_claim('crawl', 'url5001'), bloom_set_merge('crawl'), bloom_claim('crawl', 'url5001') AS again;
SELECT bloom_seen('crawl', 'url5001');
SELECT i.capacity, i.error_rate, i.members, i.recent, i.filters, i.bytes = (bloom_size(10000, 0.0075)).bytes AS bytes, i.grown, i.fpp < 0.01 AS fpp
FROM bloom_set_info('crawl') AS i;
-- a rolled back merge
BEGIN;
SELECT bloom_claim('crawl', 'x'), bloom_set_merge('crawl');
SELECT bloom_seen('crawl', 'x');
ROLLBACK;
SELECT bloom_seen('crawl', 'x'), bloom_claim('crawl', 'x');
-- in transactions that see the past
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT bloom_claim('crawl', 'y'), bloom_claim('crawl', 'y'), bloom_claim('crawl', 'url1'), bloom_set_merge('crawl'), bloom_claim('crawl', 'y');
COMMIT;
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT bloom_claim('crawl', 'z'), bloom_claim('crawl', 'z'), bloom_claim('crawl', 'y');
COMMIT;

-- a batch is tested by slices of a large filter, by all of it, or by the one that the session keeps, as memory allows
SELECT bloom_set_create('large', 2000000, 0.01);
SELECT count(*) AS new FROM bloom_claim_all('large', ARRAY(SELECT generate_series(1, 20000)));
SELECT bloom_set_merge('large') >= 0 AS merged;
SELECT pg_column_size(filter) FROM large_filters;
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
SELECT count(*) AS new, bool_and(i > 20000) FROM bloom_claim_all('large', ARRAY(SELECT generate_series(19936, 20050))) AS i;
SELECT count(*) AS new, bool_and(i > 20050) FROM bloom_claim_all('large', ARRAY(SELECT generate_series(19936, 20150))) AS i;
RESET work_mem;
RESET hash_mem_multiplier;
SELECT count(*) AS new, bool_and(i > 20150) FROM bloom_claim_all('large', ARRAY(SELECT generate_series(19936, 20250))) AS i;
SELECT count(*) AS new, bool_and(i > 20250) FROM bloom_claim_all('large', ARRAY(SELECT generate_series(19936, 20350))) AS i;
SELECT bloom_set_drop('large');

-- past its capacity, a set gets further filters and keeps its rate
SELECT bloom_set_create('grown', 1000, 0.01);
SELECT sum((SELECT count(*) FROM bloom_claim_all('grown', ARRAY(SELECT generate_series(n * 500 + 1, n * 500 + 500)))) + 0 * bloom_set_merge('grown')) > 29700 AS nearly_all
FROM generate_series(0, 59) n;
SELECT grown, filters, fpp < 0.01 AS fpp, members > 29700 AS members FROM bloom_set_info('grown');
SELECT part, members <= (bloom_info(filter)).capacity AS within, (bloom_info(filter)).capacity, (bloom_info(filter)).error_rate FROM grown_filters ORDER BY part;
SELECT count(*) FILTER (WHERE i > 0 AND NOT bloom_seen('grown', i)) AS missed, count(*) FILTER (WHERE i < 0 AND bloom_seen('grown', i)) <= 200 + 4 * sqrt(200) AS kept
FROM generate_series(-20000, 30000) i;
-- more at a time than a filter is for
SELECT bloom_set_create('small', 100);
SELECT count(*) > 2990 AS new, bool_or(bloom_seen('small', i)) AS seen_by_query FROM bloom_claim_all('small', ARRAY(SELECT generate_series(1, 3000))) AS i;
SELECT bloom_set_merge('small') > 2990 AS merged;
SELECT filters, grown, fpp <= 0.01 AS fpp, (SELECT count(*) FROM generate_series(1, 3000) i WHERE NOT bloom_seen('small', i)) AS missed FROM bloom_set_info('small');

-- the set as one filter
SELECT bloom_set_create('whole', 1000, 0.001);
SELECT (i).form, (i).capacity, (i).error_rate, (i).growth, (i).cardinality FROM bloom_info(bloom_set_filter('whole')) AS i;
SELECT count(*) FROM bloom_claim_all('whole', ARRAY(SELECT generate_series(1, 500)));
SELECT bloom_set_filter('whole') = bloom_add_all(bloom(1000, 0.001, 2), ARRAY(SELECT generate_series(1, 500))) AS list;
SELECT bloom_set_merge('whole');
SELECT count(*) FROM bloom_claim_all('whole', ARRAY(SELECT generate_series(501, 700)));
SELECT (i).form, (i).layers, (i).cardinality BETWEEN 680 AND 720 AS cardinality, (i).class FROM bloom_info(bloom_set_filter('whole')) AS i;
SELECT bloom_contains_all(f, ARRAY(SELECT generate_series(1, 700))) AS members, bloom_fpp(f) <= 0.001 AS fpp FROM bloom_set_filter('whole') AS f;
SELECT bloom_set_filter('whole') AS before \gset
SELECT bloom_set_merge('whole'), bloom_set_filter('whole') = :'before' AS same;
SELECT (bloom_info(f)).layers, bloom_contains_all(f, ARRAY(SELECT generate_series(1, 2000))) AS members, bloom_fpp(f) <= 0.01 AS fpp
FROM bloom_set_filter('grown') AS f;
SELECT bloom_contains_all(bloom_set_filter('whole') | (bloom(1000, 0.001, 2) || 100000), ARRAY[1, 700, 100000]) AS united;
SELECT DISTINCT bloom_seen('whole', i) = i <@ bloom_set_filter('whole') AS same FROM generate_series(1, 1000) i;

-- values of any class that can be hashed, one in a set
CREATE FUNCTION claim(value anyelement) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	answer text;
BEGIN
	PERFORM bloom_set_create('any', 100);
	answer := concat_ws(' ', bloom_claim('any', value), bloom_claim('any', value));
	answer := concat_ws(' ', answer, bloom_seen('any', value), (bloom_set_info('any')).class);
	PERFORM bloom_set_drop('any');
	RETURN answer;
END $$;
SELECT claim('text'::text), claim(1), claim(1::bigint), claim(1.5), claim(1.5::float8), claim('\x00'::bytea), claim(date '2024-02-29'), claim(true),
	claim('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid), claim(inet '::1');
SELECT bloom_claim('whole', 1::smallint), bloom_claim('whole', 1::bigint), bloom_seen('whole', 1::oid);
SELECT bloom_claim('crawl', 1);
SELECT * FROM bloom_claim_all('crawl', ARRAY[1]);
SELECT bloom_seen('crawl', 1);
SELECT bloom_claim('crawl', '{}'::jsonb);
SELECT bloom_claim('whole', 'text');
-- what isn't a set
SELECT bloom_claim('missing', 'a');
SELECT bloom_claim(1, 'a');
SELECT bloom_claim('pg_class', 'a');
CREATE VIEW not_a_set AS SELECT * FROM crawl;
SELECT bloom_claim('not_a_set', 'a');
CREATE TABLE alone AS SELECT * FROM crawl;
SELECT bloom_seen('alone', 'a');
SELECT bloom_set_info('crawl_recent');
SELECT bloom_set_drop('not_a_set');
CREATE TABLE alone_filters (LIKE crawl_filters);
CREATE TABLE alone_recent (LIKE crawl_recent);
DELETE FROM alone;
SELECT bloom_seen('alone', 'a');
-- tables that look like a set, made or changed by their owner
INSERT INTO alone SELECT * FROM crawl;
SELECT bloom_seen('alone', 'a');
ALTER TABLE alone_filters ALTER filter TYPE text;
SELECT bloom_seen('alone', 'a');
ALTER TABLE alone_filters ALTER filter TYPE bigint USING 1;
SELECT bloom_claim('alone', 'a');
DROP TABLE alone_filters;
CREATE TABLE alone_filters (LIKE crawl_filters);
ALTER TABLE alone_filters ALTER filter DROP NOT NULL;
INSERT INTO alone_filters VALUES ('-infinity', 0, 0, NULL);
SELECT bloom_seen('alone', 'a');
DELETE FROM alone_filters;
DO $$
DECLARE
	change text;
BEGIN
	FOREACH change IN ARRAY ARRAY['capacity = NULL', 'capacity = 0', $q$error_rate = 'NaN'$q$, 'error_rate = 0', 'class = 7',
		$q$keep = '1 day', bucket = '0'$q$, $q$keep = '-1 day', bucket = '1 day'$q$, $q$keep = '1 day', bucket = '1 us'$q$,
		$q$keep = '0', bucket = '1 day'$q$, 'version = 2'] LOOP
		BEGIN
			EXECUTE 'UPDATE alone SET ' || change;
			PERFORM bloom_claim('alone', 'a'), bloom_set_info('alone');
			RAISE EXCEPTION 'taken: %', change;
		EXCEPTION WHEN wrong_object_type OR feature_not_supported THEN
			NULL;
		END;
	END LOOP;
END $$;
INSERT INTO alone_filters VALUES ('-infinity', 0, 1, bloom(10) || 'a'), ('-infinity', 1, 1, bloom(10, growth => 2) || 'b'), ('-infinity', 2, 1, bloom(10, counting => true) || 'c');
SELECT bloom_seen('alone', 'a'), bloom_seen('alone', 'b'), bloom_seen('alone', 'c'), bloom_seen('alone', 'd');
INSERT INTO alone_filters VALUES ('-infinity', 3, 1, bloom_new('guava', 10) || 'd');
SELECT bloom_seen('alone', 'd');
SELECT bloom_set_filter('alone');
DELETE FROM alone_filters WHERE part > 1;
UPDATE alone_filters SET filter = bloom_add_all(filter, ARRAY(SELECT generate_series(1, 500)::text)) WHERE part = 1;
SELECT f @> 'a' AND f @> 'b' AND f @> '500' AS whole, (bloom_info(f)).layers > 1 AS layers FROM bloom_set_filter('alone') AS f;
UPDATE alone_filters SET part = 2147483647, members = 10 WHERE part = 1;
INSERT INTO alone_recent VALUES (1);
SELECT bloom_claim('alone', 'e');
SELECT bloom_set_merge('alone');
-- what can't be made
SELECT bloom_set_create('crawl', 100);
SELECT bloom_set_create('bad', 0);
SELECT bloom_set_create('bad', 100, 2);
SELECT bloom_set_create('bad', 1000000000);
SELECT bloom_set_create(NULL, 100);
SELECT bloom_set_create('bad', NULL);
SELECT bloom_set_create('bad', 100, keep => '1 day');
SELECT bloom_set_create('bad', 100, keep => '1 day', bucket => '0');
SELECT bloom_set_create('bad', 100, keep => '0', bucket => '1 day');
SELECT bloom_set_create('bad', 100, keep => '-1 day', bucket => '1 day');
SELECT bloom_set_create('bad', 100, keep => '1 month', bucket => '1 day');
SELECT bloom_set_create('bad', 100, keep => '100 days', bucket => '1 day');
SELECT bloom_set_create('', 100);
SELECT bloom_set_create('missing.bad', 100);
SELECT bloom_set_create(repeat('x', 56), 100);
SELECT count(*) AS left_behind FROM pg_class WHERE relname ~ '^(bad|xxx)';
SELECT bloom_set_expire('crawl');

-- names: of a schema, to be quoted, as long as can be, and changed
CREATE SCHEMA other;
SELECT bloom_set_create('other."A set"', 100);
SELECT bloom_claim('other."A set"', 'a'), bloom_claim('other."A set"', 'a');
SELECT bloom_set_create(repeat('x', 55), 100);
SELECT bloom_claim(repeat('x', 55)::regclass, 'a'), bloom_set_drop(repeat('x', 55)::regclass);
ALTER TABLE crawl RENAME TO visited;
SELECT bloom_claim('visited', 'a');
ALTER TABLE crawl_filters RENAME TO visited_filters;
ALTER TABLE crawl_recent RENAME TO visited_recent;
SELECT bloom_claim('visited', 'a'), bloom_claim('visited', 'after renaming');
SELECT bloom_seen('visited', 'url1'), bloom_seen('visited', 'after renaming');
SELECT bloom_set_drop('whole'), bloom_set_drop('other."A set"');
SELECT count(*) AS left_behind FROM pg_class WHERE relname ~ '^(whole|A set)';

-- who may: INSERT is to claim, SELECT to ask, DELETE to expire; the rest is the owner's
CREATE ROLE regress_owner;
CREATE ROLE regress_crawler;
GRANT CREATE, USAGE ON SCHEMA other TO regress_owner;
GRANT USAGE ON SCHEMA other TO regress_crawler;
SET ROLE regress_owner;
SELECT bloom_set_create('other.owned', 100, keep => '2 days', bucket => '1 day');
SET ROLE regress_crawler;
SELECT bloom_claim('other.owned', 'a');
SELECT bloom_claim_all('other.owned', ARRAY['a']);
SELECT bloom_seen('other.owned', 'a');
SELECT bloom_set_info('other.owned');
SELECT bloom_set_filter('other.owned');
SELECT bloom_set_merge('other.owned');
SELECT bloom_set_expire('other.owned');
SELECT bloom_set_drop('other.owned');
SET ROLE regress_owner;
GRANT INSERT ON other.owned TO regress_crawler;
SET ROLE regress_crawler;
SELECT bloom_claim('other.owned', 'a'), bloom_claim('other.owned', 'a') AS again, bloom_set_merge('other.owned'), current_user;
SELECT bloom_seen('other.owned', 'a');
INSERT INTO other.owned_recent VALUES (1);
INSERT INTO other.owned VALUES (2, 0, 1, 0.01, 0);
SET ROLE regress_owner;
GRANT SELECT ON other.owned TO regress_crawler;
SET ROLE regress_crawler;
SELECT bloom_seen('other.owned', 'a'), (bloom_set_info('other.owned')).members, bloom_set_filter('other.owned') @> 'a';
SELECT bloom_set_drop('other.owned');
RESET ROLE;
-- a table of another owner is no part of a set
ALTER TABLE other.owned_recent OWNER TO regress_crawler;
SELECT bloom_claim('other.owned', 'a');
ALTER TABLE other.owned_recent OWNER TO regress_owner;
-- nothing is looked for on the search path
CREATE SCHEMA evil;
CREATE FUNCTION evil.wrong(bigint, bigint) RETURNS boolean LANGUAGE sql AS 'SELECT 1 / 0 = 1';
CREATE FUNCTION evil.wrong(timestamptz, timestamptz) RETURNS boolean LANGUAGE sql AS 'SELECT 1 / 0 = 1';
CREATE FUNCTION evil.wrong(tid, tid) RETURNS boolean LANGUAGE sql AS 'SELECT 1 / 0 = 1';
CREATE FUNCTION evil.wrong(integer, integer) RETURNS boolean LANGUAGE sql AS 'SELECT 1 / 0 = 1';
CREATE FUNCTION evil.wrong(smallint, integer) RETURNS boolean LANGUAGE sql AS 'SELECT 1 / 0 = 1';
CREATE OPERATOR evil.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.wrong);
CREATE OPERATOR evil.= (LEFTARG = timestamptz, RIGHTARG = timestamptz, FUNCTION = evil.wrong);
CREATE OPERATOR evil.= (LEFTARG = tid, RIGHTARG = tid, FUNCTION = evil.wrong);
CREATE OPERATOR evil.= (LEFTARG = integer, RIGHTARG = integer, FUNCTION = evil.wrong);
CREATE OPERATOR evil.= (LEFTARG = smallint, RIGHTARG = integer, FUNCTION = evil.wrong);
CREATE OPERATOR evil.>= (LEFTARG = timestamptz, RIGHTARG = timestamptz, FUNCTION = evil.wrong);
CREATE OPERATOR evil.< (LEFTARG = timestamptz, RIGHTARG = timestamptz, FUNCTION = evil.wrong);
CREATE FUNCTION evil.unnest(bigint[]) RETURNS SETOF bigint LANGUAGE sql AS 'SELECT (1 / 0)::bigint';
CREATE DOMAIN evil.int8 AS text CHECK (false);
CREATE DOMAIN evil.bloom AS text CHECK (false);
SET search_path = evil, pg_catalog, public;
SELECT public.bloom_set_create('evil.set', 100, 0.01, '1 day', '1 hour');
SELECT public.bloom_claim('evil.set', 'a'), public.bloom_claim('evil.set', 'a'), public.bloom_claim_all('evil.set', ARRAY['a', 'b', 'c']);
SELECT public.bloom_seen('evil.set', 'b'), public.bloom_set_merge('evil.set'), public.bloom_set_expire('evil.set');
SELECT public.bloom_seen('evil.set', 'c');
SELECT public.bloom_claim('evil.set', 'd'), public.bloom_set_merge('evil.set');
SELECT members FROM public.bloom_set_info('evil.set');
SELECT public.bloom_set_drop('evil.set');
RESET search_path;
DROP SCHEMA evil CASCADE;

-- expiry: time passes by moving the buckets back
SELECT bloom_set_create('shown', 1000, 0.01, keep => '7000 days', bucket => '1000 days');
CREATE PROCEDURE time_passes(buckets int) LANGUAGE sql AS $$
	UPDATE shown_recent SET bucket = bucket - buckets * interval '24000 hours';
	UPDATE shown_filters SET bucket = bucket - buckets * interval '24000 hours' $$;
SELECT bloom_claim_all('shown', ARRAY[1, 2]);
SELECT capacity, keep, bucket, members, recent FROM bloom_set_info('shown');
CALL time_passes(3);
SELECT bloom_set_merge('shown'), bloom_claim('shown', 1), bloom_claim('shown', 3);
CALL time_passes(4);
SELECT bloom_set_expire('shown'), bloom_seen('shown', 1), bloom_seen('shown', 2), bloom_claim('shown', 2) AS claim_2, bloom_claim('shown', 4) AS claim_4;
SELECT members, recent, filters FROM bloom_set_info('shown');
-- the first bucket is over, and its members are forgotten even before they are dropped
CALL time_passes(1);
SELECT bloom_seen('shown', 1), bloom_seen('shown', 2), bloom_seen('shown', 3), bloom_set_filter('shown') @> 1 AS in_filter, members FROM bloom_set_info('shown');
SELECT bloom_claim('shown', 1), bloom_claim('shown', 1), bloom_claim('shown', 3);
SELECT bloom_set_expire('shown'), bloom_set_expire('shown') AS again, (SELECT count(*) FROM shown_filters) AS filters;
-- a hash that has expired before it was merged counts as new
CALL time_passes(8);
SELECT bloom_seen('shown', 4), bloom_claim('shown', 4), bloom_claim('shown', 4) AS again, bloom_claim_all('shown', ARRAY[1, 3, 4, 5]);
SELECT bloom_set_expire('shown');
SELECT members, recent FROM bloom_set_info('shown');
-- the error rate holds for all buckets together
DO $$
BEGIN
	FOR n IN 0 .. 7 LOOP
		CALL time_passes(1);
		PERFORM bloom_claim_all('shown', ARRAY(SELECT generate_series(1000 + n * 125 + 1, 1000 + n * 125 + 125)));
		PERFORM bloom_set_merge('shown');
	END LOOP;
END $$;
SELECT filters, fpp < 0.01 AS fpp, members BETWEEN 990 AND 1000 AS members FROM bloom_set_info('shown');
SELECT count(*) FILTER (WHERE i > 0 AND NOT bloom_seen('shown', i)) AS missed, count(*) FILTER (WHERE i < 0 AND bloom_seen('shown', i)) <= 200 + 4 * sqrt(200) AS kept
FROM (SELECT generate_series(-20000, -1) UNION SELECT generate_series(1001, 2000)) AS v(i);

-- in parallel queries and prepared statements
CREATE TABLE urls AS SELECT 'url' || i AS url FROM generate_series(1, 10000) i;
ALTER TABLE urls SET (parallel_workers = 2);
ANALYZE urls;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS off) SELECT count(*) FROM urls WHERE bloom_seen('visited', url);
SELECT count(*) BETWEEN 5001 AND 5120 AS seen FROM urls WHERE bloom_seen('visited', url);
PREPARE claim AS SELECT bloom_claim($1, $2);
EXECUTE claim('visited', 'prepared');
EXECUTE claim('visited', 'prepared');
SELECT bloom_set_drop('visited');
DROP VIEW not_a_set;
SELECT bloom_set_drop('visited');
DROP SCHEMA other CASCADE;
DROP ROLE regress_owner, regress_crawler;
SELECT bloom_set_drop(s) FROM unnest('{grown,small,shown}'::regclass[]) AS s;
DROP TABLE urls, alone, alone_filters, alone_recent;
DROP FUNCTION claim, answers;
DROP PROCEDURE time_passes;
