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
SELECT * FROM crawl;
-- the counterpart of bloom_claim_all: those that were claimed, in their order, each once; it claims nothing
SELECT * FROM bloom_seen_all('crawl', ARRAY['nosuch', 'c', 'a', NULL, 'b', 'a', 'http://example.com/', 'c']);
SELECT bloom_seen_all('crawl', ARRAY['e', 'nosuch']::varchar[]), bloom_seen_all('crawl', '{}'::text[]) IS NULL AS none;
SELECT bloom_seen_all('crawl', '{}'::text[]);
SELECT bloom_seen_all('crawl', ARRAY[NULL::text]);
SELECT bloom_seen_all('crawl', ARRAY[17]);
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
-- the worker may have had a part of it
SELECT bloom_set_merge('crawl') >= 0 AS merged, bloom_set_merge('crawl') AS again;
SELECT answers('crawl'), (SELECT count(*) FROM crawl_recent) AS recent;
SELECT class, members, recent, filters, bytes = (bloom_set_info('crawl')).bytes AS bytes FROM crawl;
SELECT count(*) = count(*) FILTER (WHERE bloom_seen('crawl', u)) AS same, count(*) >= 5000 AS all, count(*) < 6000 AS few_others, array_agg(u) = array_agg(u ORDER BY substr(u, 4)::int) AS in_order
FROM bloom_seen_all('crawl', ARRAY(SELECT 'url' || i FROM generate_series(1, 25000) i)) AS u;
SELECT count(*) AS claimed_again FROM generate_series(1, 5000) i WHERE bloom_claim('crawl', 'url' || i);
SELECT count(*) AS claimed_again FROM bloom_claim_all('crawl', ARRAY(SELECT 'url' || i FROM generate_series(1, 5000) i));
SELECT bloom_claim('crawl', 'url5001'), bloom_set_merge('crawl'), bloom_claim('crawl', 'url5001') AS again;
SELECT bloom_seen('crawl', 'url5001');
SELECT i.capacity, i.error_rate, i.members, i.recent, i.filters, i.bytes, i.bytes * 8 / 10000.0 BETWEEN 10.1 AND 10.5 AS bits_per_value, i.grown, i.fpp < 0.01 AS fpp
FROM bloom_set_info('crawl') AS i;
-- a rolled back merge
BEGIN;
SELECT bloom_claim('crawl', 'x'), bloom_set_merge('crawl');
SELECT bloom_seen('crawl', 'x');
ROLLBACK;
SELECT bloom_seen('crawl', 'x'), bloom_claim('crawl', 'x');
-- in transactions that may not write
BEGIN READ ONLY;
SELECT bloom_seen('crawl', 'x'), bloom_seen('crawl', 'url1'), bloom_set_filter('crawl') @> 'x' AS in_filter, members FROM bloom_set_info('crawl');
SAVEPOINT s;
SELECT bloom_claim('crawl', 'x');
ROLLBACK TO s;
SELECT bloom_claim_all('crawl', ARRAY['x']);
ROLLBACK TO s;
SELECT bloom_set_merge('crawl');
ROLLBACK TO s;
SELECT bloom_set_expire('crawl');
ROLLBACK TO s;
SELECT bloom_set_clear('crawl');
ROLLBACK;
-- in transactions that see the past; the worker may have merged what was claimed before
SELECT bloom_set_merge('crawl') >= 0 AS merged;
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT bloom_claim('crawl', 'y'), bloom_claim('crawl', 'y'), bloom_claim('crawl', 'url1'), bloom_set_merge('crawl'), bloom_claim('crawl', 'y');
COMMIT;
BEGIN ISOLATION LEVEL SERIALIZABLE;
SELECT bloom_claim('crawl', 'z'), bloom_claim('crawl', 'z'), bloom_claim('crawl', 'y');
COMMIT;

-- a set of several set partitions; a batch reads chunks of its filters, of which the session keeps some, as memory allows
SELECT bloom_set_create('large', 1647000, 0.01), bloom_set_create('larger', 1648000, 0.01, class => 'integer');
SELECT s, (bloom_set_info(s)).partitions FROM unnest('{large,larger}'::regclass[]) AS s;
SELECT bloom_set_drop('large');
SELECT count(*) AS new FROM bloom_claim_all('larger', ARRAY(SELECT generate_series(1, 20000)));
-- the worker may have had a part of it
SELECT bloom_set_merge('larger') >= 0 AS merged, bloom_set_merge('larger') AS left;
SELECT partition, bucket, part, abs(members - 10000) < 4 * 71 AS members, round(bits_set::numeric / members) AS probes, length(filter) <= 2 * 1024 * 1024 AS size, pg_column_size(filter) = length(filter) AS uncompressed
FROM larger_filters ORDER BY partition;
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
SELECT count(*) AS new, bool_and(i > 20000) FROM bloom_claim_all('larger', ARRAY(SELECT generate_series(19936, 20050))) AS i;
SELECT count(*) AS new, bool_and(i > 20050) FROM bloom_claim_all('larger', ARRAY(SELECT generate_series(19536, 20450))) AS i;
RESET work_mem;
RESET hash_mem_multiplier;
SELECT count(*) AS new, bool_and(i > 20450) FROM bloom_claim_all('larger', ARRAY(SELECT generate_series(19936, 20550))) AS i;
SELECT count(*) AS new, bool_and(i > 20550) FROM bloom_claim_all('larger', ARRAY(SELECT generate_series(19936, 20650))) AS i;
SELECT count(*) FILTER (WHERE i <= 20650 AND NOT bloom_seen('larger', i)) AS missed, count(*) FILTER (WHERE i > 20650 AND bloom_seen('larger', i)) AS others
FROM generate_series(15001, 25000) i;
-- the set as one filter is the concatenation of those of its set partitions
SELECT bloom_set_filter('larger') AS before \gset
SELECT bloom_set_merge('larger') >= 0 AS merged, bloom_set_filter('larger') = :'before' AS same;
SELECT bloom_contains_all(f, ARRAY(SELECT generate_series(1, 20650))) AS members, bloom_fpp(f) < 0.01 AS fpp, (i).capacity, (i).error_rate, (i).growth, (i).layers,
	abs((i).cardinality - 20650) < 50 AS cardinality, (SELECT sum(length(filter)) FROM larger_filters) - (i).bytes BETWEEN -200 AND 0 AS bytes
FROM bloom_set_filter('larger') AS f, bloom_info(f) AS i;
-- chunks that were read are kept, as many as fit: fewer blocks are read, with the same answers. No test reads a filter
CREATE TABLE seen AS SELECT i, bloom_seen('larger', i) AS seen FROM generate_series(20001, 22000) i;
CREATE FUNCTION blocks(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ' || query INTO plan;
	RETURN (plan -> 0 -> 'Plan' ->> 'Shared Hit Blocks')::bigint + (plan -> 0 -> 'Plan' ->> 'Shared Read Blocks')::bigint;
END $$;
\c
SET client_min_messages = warning;
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
SELECT bloom_seen('larger', 1) AS opened;
SELECT blocks('SELECT bloom_seen(''larger'', i) FROM generate_series(1, 10) i') AS before \gset
SELECT blocks('SELECT bloom_seen(''larger'', i) FROM generate_series(1, 10) i') < :before * 0.8 AS fewer;
SELECT count(*) AS different FROM seen WHERE bloom_seen('larger', i) <> seen;
SELECT blocks('SELECT bloom_seen(''larger'', i) FROM generate_series(1, 10) i') >= :before * 0.8 AS others_are_kept;
SELECT blocks('SELECT bloom_seen(''larger'', i) FROM generate_series(1, 300) i') / 300 < 40 AS few_each;
SET work_mem = '4MB';
SELECT blocks('SELECT bloom_seen(''larger'', i) FROM generate_series(1, 300) i') / 300 < 40 AS few_each;
SELECT blocks('SELECT bloom_seen(''larger'', i) FROM generate_series(1, 300) i') AS kept \gset
SELECT blocks('SELECT bloom_seen(''larger'', i) FROM generate_series(1, 300) i') < 1.1 * :kept AS all_are_kept;
-- the list of 100 filters is kept, too
SELECT bloom_set_create('hourly', 200000, 0.01, retention => '99 hours', bucket => '1 hour');
SELECT count(*) FROM bloom_claim_all('hourly', ARRAY(SELECT i::text FROM generate_series(1, 100) i));
SELECT bloom_set_merge('hourly') >= 0 AS merged;
INSERT INTO hourly_filters SELECT partition, bucket - i * interval '1 hour', part, members, bits_set, filter FROM hourly_filters, generate_series(1, 98) i;
SELECT filters FROM bloom_set_info('hourly');
SELECT bloom_seen('hourly', 'new') AS opened;
SELECT blocks('SELECT bloom_seen(''hourly'', ''new'') FROM generate_series(1, 100)') < 200 AS list_is_kept;
SELECT bloom_set_drop('hourly');
-- with less memory than before, too
SET work_mem = '64kB';
SELECT count(*) AS different FROM seen WHERE bloom_seen('larger', i) <> seen;
SELECT blocks('SELECT bloom_seen(''larger'', i) FROM generate_series(1, 300) i') > 1.2 * :kept AS few_are_kept;
-- VACUUM FULL keeps what identifies a cached chunk
SELECT reltoastrelid::regclass AS toast FROM pg_class WHERE oid = 'larger_filters'::regclass \gset
SELECT md5(string_agg(format('%s %s %s', chunk_id, chunk_seq, md5(chunk_data)), ',' ORDER BY chunk_id, chunk_seq)) AS chunks FROM :toast \gset
SELECT md5(string_agg(format('%s %s %s', f.xmin, partition, part), ',' ORDER BY partition, part)) AS writers FROM larger_filters f \gset
VACUUM FULL larger_filters;
SELECT md5(string_agg(format('%s %s %s', chunk_id, chunk_seq, md5(chunk_data)), ',' ORDER BY chunk_id, chunk_seq)) = :'chunks' AS same_chunks FROM :toast;
SELECT md5(string_agg(format('%s %s %s', f.xmin, partition, part), ',' ORDER BY partition, part)) = :'writers' AS same_writers FROM larger_filters f;
SELECT count(*) AS different FROM seen WHERE bloom_seen('larger', i) <> seen;
SELECT count(*) FILTER (WHERE NOT bloom_seen('larger', i)) AS missed FROM generate_series(1, 20650) i;
SELECT bloom_claim('larger', 0), bloom_set_merge('larger');
VACUUM larger_filters;
SELECT count(*) FILTER (WHERE NOT bloom_seen('larger', i)) AS missed FROM generate_series(0, 20650) i;
RESET work_mem;
RESET hash_mem_multiplier;
DROP TABLE seen;
DROP FUNCTION blocks;
SELECT bloom_set_drop('larger');
-- so that a test can fill many set partitions, the set's owner says that there are as many
SELECT bloom_set_create('sharded', 20000, 0.01, class => 'integer');
-- as their number is a power of two, bits of a hash tell its partition
UPDATE sharded_settings SET partitions = 7;
SELECT bloom_claim('sharded', 1);
UPDATE sharded_settings SET partitions = 16;
SELECT count(*) BETWEEN 19900 AND 20000 AS new FROM generate_series(0, 19) n, bloom_claim_all('sharded', ARRAY(SELECT generate_series(n * 1000 + 1, n * 1000 + 1000)));
SELECT bloom_set_filter('sharded') AS list \gset
SELECT count(*) FILTER (WHERE i <= 20000 AND NOT bloom_seen('sharded', i)) AS missed, count(*) FILTER (WHERE i > 20000 AND bloom_seen('sharded', i)) <= 0.01 * 5000 + 4 * sqrt(0.01 * 5000) AS others FROM generate_series(15001, 25000) i;
SELECT bloom_set_merge('sharded') >= 0 AS merged;
SELECT count(*), min(partition), max(partition), bool_and(abs(members - 20000 / 16) < 4 * sqrt(20000 / 16.0)) AS even, bool_and(part = 0) AS part FROM sharded_filters;
SELECT partitions, filters, grown, fpp < 0.01 AS fpp FROM bloom_set_info('sharded');
CREATE TABLE answers AS SELECT i, bloom_seen('sharded', i) AS seen FROM generate_series(10001, 40000) i;
SELECT count(*) AS different FROM answers FULL JOIN bloom_seen_all('sharded', ARRAY(SELECT i FROM answers)) AS s(i) USING (i) WHERE seen IS DISTINCT FROM (s.i IS NOT NULL);
SELECT count(*) FILTER (WHERE i <= 20000 AND NOT seen) AS missed, count(*) FILTER (WHERE i > 20000 AND seen) <= 0.01 * 20000 + 4 * sqrt(0.01 * 20000) AS others FROM answers;
-- one filter answers as the set does, and as the list of its hashes
SELECT count(*) AS different FROM answers, bloom_set_filter('sharded') AS f WHERE (i <@ f) <> seen;
SELECT bloom_contains_all(:'list', ARRAY(SELECT generate_series(1, 20000))) AS members;
-- past its capacity
SELECT sum((SELECT count(*) FROM bloom_claim_all('sharded', ARRAY(SELECT generate_series(n * 5000 + 1, n * 5000 + 5000)))) + 0 * bloom_set_merge('sharded')) > 39000 AS nearly_all
FROM generate_series(4, 11) n;
SELECT partitions, filters, grown, fpp < 0.01 AS fpp, members > 59000 AS members FROM bloom_set_info('sharded');
SELECT part, count(*), bool_and(members <= 20000 * 2 ^ part / 16 + 4 * sqrt(20000 * 2 ^ part / 16) + 1) AS within FROM sharded_filters GROUP BY part ORDER BY part;
TRUNCATE answers;
INSERT INTO answers SELECT i, bloom_seen('sharded', i) FROM generate_series(-20000, 5000) i;
SELECT count(*) FILTER (WHERE i > 0 AND NOT seen) AS missed, count(*) FILTER (WHERE i <= 0 AND seen) <= 200 + 4 * sqrt(200) AS others FROM answers;
SELECT count(*) AS different FROM answers, bloom_set_filter('sharded') AS f WHERE (i <@ f) <> seen;
SELECT count(*) AS claimed_again FROM bloom_claim_all('sharded', ARRAY(SELECT generate_series(1, 60000)));
-- a rolled back merge of all set partitions
BEGIN;
SELECT count(*) > 900 AS new FROM bloom_claim_all('sharded', ARRAY(SELECT generate_series(60001, 61000)));
SELECT bloom_set_merge('sharded') > 900 AS merged;
ROLLBACK;
SELECT count(*) > 900 AS new FROM bloom_claim_all('sharded', ARRAY(SELECT generate_series(60001, 61000)));
DROP TABLE answers;

-- past its capacity, a set gets further filters and keeps its rate
SELECT bloom_set_create('grown', 1000, 0.01, class => 'integer');
SELECT sum((SELECT count(*) FROM bloom_claim_all('grown', ARRAY(SELECT generate_series(n * 500 + 1, n * 500 + 500)))) + 0 * bloom_set_merge('grown')) > 29700 AS nearly_all
FROM generate_series(0, 59) n;
SELECT grown, filters, fpp < 0.01 AS fpp, members > 29700 AS members FROM bloom_set_info('grown');
-- each for twice as many as the one before, and for half of its error rate; the first for 3/4 of the set's
SELECT part, members <= 1000 * 2 ^ part AS within, members > 500 * 2 ^ part AS filled,
	round(length(filter) * 8 / (1000 * 2 ^ part) / (-ln(0.01 * CASE part WHEN 0 THEN 0.75 ELSE 0.25 / 2 ^ part END) / ln(2) ^ 2)) AS size
FROM grown_filters ORDER BY part;
SELECT count(*) FILTER (WHERE i > 0 AND NOT bloom_seen('grown', i)) AS missed, count(*) FILTER (WHERE i < 0 AND bloom_seen('grown', i)) <= 200 + 4 * sqrt(200) AS kept
FROM generate_series(-20000, 30000) i;
-- more at a time than a filter is for
SELECT bloom_set_create('small', 100, class => 'integer');
SELECT count(*) > 2990 AS new, bool_or(bloom_seen('small', i)) AS seen_by_query FROM bloom_claim_all('small', ARRAY(SELECT generate_series(1, 3000))) AS i;
SELECT bloom_set_merge('small') >= 0 AS merged;
SELECT filters, grown, fpp <= 0.01 AS fpp, (SELECT count(*) FROM generate_series(1, 3000) i WHERE NOT bloom_seen('small', i)) AS missed FROM bloom_set_info('small');

-- the set as one filter
SELECT bloom_set_create('whole', 1000, 0.001, class => 'integer');
SELECT (i).representation, (i).capacity, (i).error_rate, (i).growth, (i).cardinality FROM bloom_info(bloom_set_filter('whole')) AS i;
SELECT count(*) FROM bloom_claim_all('whole', ARRAY(SELECT generate_series(1, 300)));
SELECT bloom_set_filter('whole') = bloom_add_all(bloom(1000, 0.001, 2), ARRAY(SELECT generate_series(1, 300))) AS list;
SELECT count(*) FROM bloom_claim_all('whole', ARRAY(SELECT generate_series(301, 500)));
SELECT bloom_set_filter('whole') AS too_long \gset
SELECT bloom_set_merge('whole');
SELECT bloom_set_filter('whole') = :'too_long' AS same;
SELECT count(*) FROM bloom_claim_all('whole', ARRAY(SELECT generate_series(501, 700)));
SELECT (i).representation, (i).layers, (i).cardinality BETWEEN 680 AND 720 AS cardinality, (i).class FROM bloom_info(bloom_set_filter('whole')) AS i;
SELECT bloom_contains_all(f, ARRAY(SELECT generate_series(1, 700))) AS members, bloom_fpp(f) <= 0.001 AS fpp FROM bloom_set_filter('whole') AS f;
SELECT bloom_set_filter('whole') AS before \gset
SELECT bloom_set_merge('whole');
SELECT bloom_set_filter('whole') = :'before' AS same;
SELECT (bloom_info(f)).layers, bloom_contains_all(f, ARRAY(SELECT generate_series(1, 2000))) AS members, bloom_fpp(f) <= 0.01 AS fpp
FROM bloom_set_filter('grown') AS f;
SELECT bloom_contains_all(bloom_set_filter('whole') | (bloom(1000, 0.001, 2) || 100000), ARRAY[1, 700, 100000]) AS united;
SELECT DISTINCT bloom_seen('whole', i) = i <@ bloom_set_filter('whole') AS same FROM generate_series(1, 1000) i;

-- values of any class that can be hashed, one in a set; its name is that of the class or of a type
CREATE FUNCTION claim(value anyelement, class text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	answer text;
BEGIN
	PERFORM bloom_set_create('any', 100, class => class);
	answer := concat_ws(' ', bloom_claim('any', value), bloom_claim('any', value));
	answer := concat_ws(' ', answer, bloom_seen('any', value), (bloom_set_info('any')).class);
	PERFORM bloom_set_drop('any');
	RETURN answer;
END $$;
CREATE TYPE mood AS ENUM ('fine');
CREATE DOMAIN age AS smallint;
SELECT claim('text'::text, 'text'), claim(1, 'integer'), claim(1::bigint, 'bigint'), claim(1.5, 'numeric'), claim(1.5::float8, 'float'), claim('\x00'::bytea, 'bytea'), claim(date '2024-02-29', 'date'), claim(true, 'bool'),
	claim('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid, 'uuid'), claim(inet '::1', 'inet'), claim((1, 'a'), 'row'), claim('fine'::mood, 'public.mood'), claim('fine'::mood, 'mood'), claim(1, 'age'),
	claim(timestamptz 'epoch', 'timestamp with time zone'), claim('a'::char(1), 'character');
-- bloom_info shows the names that can be given
SELECT class, claim('a'::"char", class) FROM bloom_info(bloom() || 'a'::"char");
DROP TYPE mood;
DROP DOMAIN age;
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
SELECT bloom_set_drop('missing');
SELECT bloom_set_clear('alone');
-- what can't be made
SELECT bloom_set_create('crawl', 100);
SELECT bloom_set_create('bad', 100, 2);
SELECT bloom_set_create('bad', 100, 1e-9, retention => '1 day', bucket => '1 hour');
SELECT bloom_set_create('bad', 1000000000001);
SELECT bloom_set_create(NULL, 100);
SELECT bloom_set_create('bad', 100, retention => '1 day', bucket => '0');
SELECT bloom_set_create('bad', 100, retention => '0', bucket => '1 day');
SELECT bloom_set_create('bad', 100, retention => '-1 day', bucket => '1 day');
SELECT bloom_set_create('bad', 100, retention => '-1 month 1 day', bucket => '1 day');
SELECT bloom_set_create('bad', 100, class => 'point');
SELECT bloom_set_create('bad', 100, class => 'citext');
SELECT bloom_set_create('bad', 100, class => NULL);
SELECT bloom_set_create('not_a_set', 100, if_not_exists => true);
SELECT bloom_set_create('', 100);
SELECT bloom_set_create('missing.bad', 100);
SELECT bloom_set_create(repeat('x', 55), 100);
SELECT count(*) AS left_behind FROM pg_class WHERE relname ~ '^(bad|xxx)';
SELECT bloom_set_expire('crawl');
-- a set that exists stays as it is
SET client_min_messages = notice;
SELECT bloom_set_create('public.crawl', 1, class => 'integer', if_not_exists => true), (bloom_set_info('crawl')).capacity;
-- a retention that is perhaps meant in days
SELECT bloom_set_create('brief', 100, retention => '7');
SELECT bloom_set_drop('brief'), bloom_set_create('brief', 100, retention => '1 minute');
SELECT bloom_set_drop('brief');
RESET client_min_messages;
SET client_min_messages = warning;

-- names: of a schema, to be quoted, as long as can be, and changed
CREATE SCHEMA other;
SELECT bloom_set_create('other."A set"', 100);
-- another class is refused even before a value was claimed
SELECT bloom_seen('other."A set"', 1);
SELECT bloom_claim('other."A set"', 'a'), bloom_claim('other."A set"', 'a');
SELECT bloom_set_create(repeat('x', 54), 100) \gset x
SELECT bloom_claim(:'xbloom_set_create', 'a'), bloom_set_drop(:'xbloom_set_create');
-- as large as can be, while it has few values: room is taken when a partition is first merged
SELECT bloom_set_create('largest', 1000000000000, class => 'integer');
SELECT bloom_claim('largest', 1), bloom_claim('largest', 1) AS again, bloom_seen('largest', 1), bloom_seen('largest', 2) AS other;
SELECT partitions, members, filters, bytes FROM bloom_set_info('largest');
SELECT bloom_set_filter('largest');
SELECT bloom_set_drop('largest');
ALTER VIEW crawl RENAME TO visited;
SELECT bloom_claim('visited', 'a'), bloom_claim('visited', 'after renaming'), bloom_seen('visited', 'url1');
SELECT bloom_set_drop('whole'), bloom_set_drop('other."A set"');
SELECT count(*) AS left_behind FROM pg_class WHERE relname ~ '^(whole|A set)';

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
SELECT * FROM evil.set;
SELECT public.bloom_set_clear('evil.set');
SELECT public.bloom_set_drop('evil.set');
RESET search_path;
DROP SCHEMA evil CASCADE;

-- expiry: time passes by moving the buckets back
SELECT bloom_set_create('shown', 1000, 0.01, retention => '7000 days', bucket => '1000 days', class => 'integer');
CREATE PROCEDURE time_passes(buckets int) LANGUAGE sql AS $$
	UPDATE shown_recent SET bucket = bucket - buckets * interval '24000 hours';
	UPDATE shown_filters SET bucket = bucket - buckets * interval '24000 hours' $$;
SELECT bloom_claim_all('shown', ARRAY[1, 2]);
SELECT capacity, retention, bucket, members, recent FROM bloom_set_info('shown');
CALL time_passes(3);
SELECT bloom_set_merge('shown'), bloom_claim('shown', 1), bloom_claim('shown', 3);
CALL time_passes(4);
SELECT bloom_set_expire('shown'), bloom_seen('shown', 1), bloom_seen('shown', 2), bloom_claim('shown', 2) AS claim_2, bloom_claim('shown', 4) AS claim_4;
SELECT members, recent, filters FROM bloom_set_info('shown');
-- the first bucket is over, and its members are forgotten even before they are dropped
CALL time_passes(1);
SELECT bloom_seen('shown', 1), bloom_seen('shown', 2), bloom_seen('shown', 3), bloom_set_filter('shown') @> 1 AS in_filter, members FROM bloom_set_info('shown');
SELECT bloom_claim('shown', 1), bloom_claim('shown', 1), bloom_claim('shown', 3);
SELECT bloom_set_expire('4711'::regclass);
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
SELECT members BETWEEN 990 AND 1000 AS members, recent, filters FROM shown;
SELECT bloom_contains_all(bloom_set_filter('shown'), ARRAY(SELECT generate_series(1001, 2000))) AS members;
SELECT count(*) FILTER (WHERE i > 0 AND NOT bloom_seen('shown', i)) AS missed, count(*) FILTER (WHERE i < 0 AND bloom_seen('shown', i)) <= 200 + 4 * sqrt(200) AS kept
FROM (SELECT generate_series(-20000, -1) UNION SELECT generate_series(1001, 2000)) AS v(i);

-- a bucket is an eighth of the retention if it is not given; months and years are as long as they can be
BEGIN;
SELECT bloom_set_create('eighth', 100, retention => '1 month');
SELECT bloom_set_alter('eighth', 100, '1 month');
SELECT retention, bucket, capacity FROM bloom_sets('eighth');
-- no set, not all
SELECT count(*) FROM bloom_sets(NULL);
ROLLBACK;
SELECT bloom_set_live_bucket(i, '1 month') = bloom_set_live_bucket('763 days', '31 days') AS same FROM unnest(ARRAY[interval '25 months', '2 years 31 days']) AS i;

-- a set is altered in place: of a longer retention, each bucket stays as it is
SELECT bloom_set_create('altered', 8000, 0.01, '7000 days', '1000 days', class => 'integer');
CREATE PROCEDURE others_claim(first int, last int) LANGUAGE sql AS $$
	SELECT bloom_claim_all('altered', ARRAY(SELECT generate_series(first, last)));
	SELECT bloom_set_merge('altered') $$;
CREATE FUNCTION missed(last int) RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FILTER (WHERE NOT bloom_seen('altered', i)) FROM generate_series(1, last) i $$;
CALL others_claim(1, 900);
SELECT bloom_claim('altered', 901), bloom_set_alter('altered', retention => '14000 days'), missed(901);
SELECT capacity, error_rate, retention, members FROM bloom_set_info('altered');
UPDATE altered_filters SET bucket = bucket - interval '240000 hours';
SELECT missed(901);
SELECT bloom_set_alter('altered', retention => '7000 days'), missed(900);
-- of a higher capacity, further filters are larger, first those of new buckets
SELECT capacity, error_rate, members FROM altered;
SELECT bloom_set_alter('altered', 60000, '14000 days');
SELECT bloom_set_alter('altered', 60000, '14000 days');
CALL others_claim(1001, 4900);
CALL others_claim(4901, 13000);
SELECT part, length(filter) FROM altered_filters ORDER BY part;
UPDATE altered_filters SET bucket = bucket + interval '48000 hours';
SELECT bloom_set_alter('altered', 120000), missed(900);
CALL others_claim(-20000, -18001);
SELECT part, count(*) FROM altered_filters GROUP BY part ORDER BY part;
SELECT count(*) FILTER (WHERE i <= 13000 AND NOT seen) AS missed, count(*) FILTER (WHERE i > 13000 AND seen) < 100 AS few, count(*) FILTER (WHERE i <@ f <> seen) AS different
FROM bloom_set_filter('altered') AS f, generate_series(1001, 23000) i, bloom_seen('altered', i) AS seen;
-- a set that is emptied has no filters of its former capacity
SELECT bloom_set_clear('altered');
CALL others_claim(1, 100);
SELECT part, capacity FROM altered_filters, altered;
SELECT bloom_set_alter('altered', capacity => 1000);
SELECT bloom_set_alter('altered', retention => '100000 days');
SELECT bloom_set_alter('altered'), bloom_set_alter(NULL, 10) IS NULL AS "null", missed(100);
SELECT bloom_set_alter('grown', retention => '1 day');
BEGIN READ ONLY;
SELECT bloom_set_alter('altered', 1000000);
ROLLBACK;
-- rounding would give its filters more cache lines per value
SELECT bloom_set_create('rounded', 1000, 0.00016276041666666666, '1 day', '1 day');
SELECT bloom_set_alter('rounded', retention => '24 days');
SELECT bloom_set_alter('rounded', retention => '25 days');
-- without retention, the next filter is for as many as the new capacity, and more
SELECT bloom_set_create('raised', 1000, class => 'integer');
SELECT bloom_set_load_agg('raised', i) > 970 AS loaded FROM generate_series(1, 990) i;
SELECT bloom_set_alter('raised', 7000);
-- filters of two raised sets together would exceed the error rate
SELECT bloom_set_create('other', 1000, class => 'integer');
SELECT bloom_set_alter('other', 7000);
SELECT bloom_set_load_agg('other', i) > 7000 AS loaded FROM generate_series(1, 7500) i;
SELECT bloom_set_load('other', bloom_set_filter('raised'));
INSERT INTO other_filters SELECT * FROM raised_filters WHERE part = 0;
SELECT bloom_seen('other', 1);
-- again, and what is rounded up to the same capacity: nothing changes
SELECT bloom_set_alter('raised', 7000), bloom_set_alter('raised', 4001);
SELECT bloom_set_alter('raised', 4000);
SELECT capacity, doublings FROM raised_settings;
SELECT bloom_set_load_agg('raised', i) > 9900 AS loaded FROM generate_series(1, 10990) i;
SELECT part, members > 900 AS members FROM raised_filters ORDER BY part;
SELECT bloom_set_drop(s) FROM unnest('{altered,rounded,raised,other}'::regclass[]) AS s;
DROP PROCEDURE others_claim;
DROP FUNCTION missed;

-- for ever, in effect
SELECT bloom_set_create('ages', 100, retention => '213503983 days', bucket => '213503983 days', class => 'integer');
SELECT bloom_claim('ages', 1), bloom_claim('ages', 1) AS again, bloom_set_merge('ages'), bloom_set_expire('ages'), bloom_seen('ages', 1);
SELECT bloom_seen('ages', 1), retention, bucket, members FROM bloom_set_info('ages');
SELECT bloom_set_drop('ages');

-- who asks a set is asked by one process, who asks a filter of it by many
CREATE FUNCTION is_parallel(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	line text;
	parallel boolean := false;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP
		parallel := parallel OR line ~ 'Parallel (Seq Scan|Custom Scan .*) on urls';
	END LOOP;
	RETURN parallel;
END $$;
CREATE TABLE urls AS SELECT 'url' || i AS url FROM generate_series(1, 10000) i;
ALTER TABLE urls SET (parallel_workers = 2);
ANALYZE urls;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SELECT is_parallel($$SELECT count(*) FROM urls WHERE bloom_seen('visited', url)$$) AS seen,
	is_parallel($$SELECT count(*) FROM urls WHERE url <@ (SELECT bloom_set_filter('visited'))$$) AS filter;
SELECT count(*) BETWEEN 5001 AND 5120 AS seen FROM urls WHERE bloom_seen('visited', url);
SELECT count(*) BETWEEN 5001 AND 5120 AS seen FROM urls WHERE url <@ (SELECT bloom_set_filter('visited'));
-- other sessions could not use a temporary set
SELECT bloom_set_create('pg_temp.temporary', 1000);
-- when a merge pays depends on the size of the filter that it writes; no worker merges what is not committed
BEGIN;
SELECT bloom_set_create('busy', 100000, class => 'integer');
ALTER TABLE busy_recent SET (vacuum_truncate = off);
ALTER TABLE busy_filters SET (vacuum_truncate = off);
SELECT count(*) BETWEEN 8800 AND 9000 AS new FROM bloom_claim_all('busy', ARRAY(SELECT generate_series(1, 9000)));
SELECT pending IS NOT NULL AS pending FROM bloom_sets() WHERE set = 'busy'::regclass;
SELECT count(*) BETWEEN 1900 AND 2000 AS new FROM bloom_claim_all('busy', ARRAY(SELECT generate_series(9001, 11000)));
SELECT pending IS NOT NULL AS pending FROM bloom_sets() WHERE set = 'busy'::regclass;
SELECT bloom_set_load_agg('busy', i) > 1270000 AS loaded FROM generate_series(20001, 1300000) i;
SELECT bloom_set_merge('busy') > 0 AS merged;
SELECT length(filter) / 70 > 15000 AS large FROM busy_filters ORDER BY part DESC LIMIT 1;
SELECT count(*) BETWEEN 11800 AND 12000 AS new FROM bloom_claim_all('busy', ARRAY(SELECT generate_series(-12000, -1)));
SELECT pending IS NOT NULL AS pending FROM bloom_sets() WHERE set = 'busy'::regclass;
SELECT count(*) > 33000 AS new FROM bloom_claim_all('busy', ARRAY(SELECT generate_series(1500001, 1535000)));
SELECT pending IS NOT NULL AS pending FROM bloom_sets() WHERE set = 'busy'::regclass;
ROLLBACK;

-- all sets of the database: one that is broken, locked, of another role or another session's does not hide the others
CREATE ROLE regress_bloom_lister;
SELECT bloom_set_create('public.listed_a', 1000, 0.01, retention => '7 days', bucket => '1 day'), bloom_set_create('public.listed_b', 1000, class => 'integer'), bloom_set_create('public.listed_c', 1000);
SELECT count(*) FROM bloom_claim_all('listed_a', ARRAY['a', 'b', 'c']);
SELECT bloom_set_merge('listed_a'), bloom_claim('listed_a', 'd'), bloom_claim('listed_b', 17);
CREATE VIEW listed_not AS SELECT bloom_set_class_name(1) AS class;
SELECT set, owner = current_user::regrole AS mine, class, capacity, error_rate, retention, bucket, members, recent, partitions, filters, bytes > 0 AS bytes, disk_bytes > bytes AS disk_bytes, pending, problem
FROM bloom_sets() WHERE set::text ~ 'listed' ORDER BY set::text;
CREATE TRIGGER t BEFORE INSERT ON listed_a_recent EXECUTE FUNCTION suppress_redundant_updates_trigger();
INSERT INTO listed_b_settings SELECT version, class, capacity + 1, error_rate, seed, retention, bucket, partitions, doublings FROM listed_b_settings;
GRANT SELECT ON listed_a TO regress_bloom_lister;
SELECT set, members, recent, problem FROM bloom_sets() WHERE set::text ~ 'listed' ORDER BY set::text;
SET ROLE regress_bloom_lister;
SELECT set, owner = current_user::regrole AS mine, class, members, problem FROM bloom_sets() WHERE set::text ~ 'listed' ORDER BY set::text;
RESET ROLE;
-- its locks are given back
BEGIN;
SELECT count(*) FROM bloom_sets() WHERE set::text ~ 'listed';
SELECT count(*) AS locks FROM pg_locks WHERE pid = pg_backend_pid() AND relation IN ('listed_a'::regclass, 'listed_c'::regclass, 'listed_c_recent'::regclass);
ROLLBACK;
DROP TRIGGER t ON listed_a_recent;
DELETE FROM listed_b_settings WHERE capacity = 1001;
SELECT count(*) FROM bloom_sets() WHERE set::text ~ 'listed' AND problem IS NULL;
-- one of them; what is not a set is not listed
SELECT set, capacity, problem FROM bloom_sets('listed_c') UNION ALL SELECT set, capacity, problem FROM bloom_sets(set => 'listed_not');
-- of many rows, a part is read, from which the sums follow; no worker sees what is not committed
BEGIN;
INSERT INTO listed_c_recent SELECT i FROM generate_series(1, 40000) i;
DELETE FROM listed_c_recent WHERE hash % 4 = 0;
SELECT recent = members AS members, recent BETWEEN 29000 AND 31000 AS about, recent <> 30000 AS estimated FROM bloom_sets('listed_c');
ROLLBACK;
BEGIN;
INSERT INTO listed_a_filters SELECT partition, bucket - i * interval '1 day', part, members, bits_set, filter FROM listed_a_filters, generate_series(1, 9) i;
SELECT a.filters, b.filters, a.members - b.members AS more FROM bloom_sets('listed_a') AS a, bloom_set_info('listed_a') AS b;
ROLLBACK;
BEGIN;
UPDATE listed_c_settings SET partitions = 8192;
SELECT bloom_set_load_agg('listed_c', i::text) > 18000 AS loaded FROM generate_series(1, 20000) i;
SELECT round(a.members::numeric / b.members, 1) AS members, round(a.filters::numeric / b.filters, 1) AS filters, round(a.bytes::numeric / b.bytes, 1) AS bytes, a.filters <> b.filters AS estimated
FROM bloom_sets('listed_c') AS a, bloom_set_info('listed_c') AS b;
ROLLBACK;
DROP VIEW listed_not;
SELECT bloom_set_drop('listed_a'), bloom_set_drop('listed_b'), bloom_set_drop('listed_c');
DROP ROLE regress_bloom_lister;

PREPARE claim AS SELECT bloom_claim($1, $2);
EXECUTE claim('visited', 'prepared');
EXECUTE claim('visited', 'prepared');
-- cleared in the middle of a query
BEGIN;
SELECT bloom_claim('visited', 'url1') AS old, bloom_set_clear('visited'), bloom_claim('visited', '1'), bloom_set_merge('visited'), bloom_claim('visited', '1') AS again;
SELECT bloom_seen('visited', '1'), class, members, recent FROM bloom_set_info('visited');
ROLLBACK;
SELECT bloom_seen('visited', 'url1'), bloom_claim('visited', 'url2'), members > 5000 AS members FROM bloom_set_info('visited');
SELECT bloom_set_drop('visited');
DROP VIEW not_a_set;
SELECT bloom_set_drop('visited');
SELECT bloom_set_drop(s) FROM unnest('{grown,small,shown,sharded}'::regclass[]) AS s;
DROP SCHEMA other;
DROP TABLE urls, alone;
DROP FUNCTION claim, answers, is_parallel;
DROP PROCEDURE time_passes;
