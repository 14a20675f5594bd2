-- Loading shared sets: from rows, and from filters
SET client_min_messages = warning;
CREATE TABLE known AS SELECT 'url' || i AS url FROM generate_series(1, 20000) AS i;
CREATE FUNCTION missing(set regclass) RETURNS bigint LANGUAGE sql AS $$
	SELECT count(*) FROM known WHERE NOT bloom_seen(set, url) OR NOT url <@ (SELECT bloom_set_filter(set)) $$;
CREATE FUNCTION others(set regclass) RETURNS bigint LANGUAGE sql AS $$
	SELECT count(*) FROM generate_series(1, 20000) AS i WHERE bloom_seen(set, 'other' || i) $$;
CREATE FUNCTION counts(set regclass) RETURNS TABLE (class text, members bigint, recent bigint, partitions integer, filters bigint, grown boolean) LANGUAGE sql AS $$
	SELECT class, members, recent, partitions, filters, grown FROM bloom_set_info(set) $$;

-- rows: each value once, no null; straight to the filters
SELECT bloom_set_create('crawl', 20000, 0.001);
SELECT bloom_set_load_agg('crawl', url) FROM (SELECT url FROM known UNION ALL SELECT url FROM known UNION ALL SELECT NULL) AS twice;
SELECT * FROM counts('crawl');
SELECT missing('crawl'), others('crawl') < 20 + 4 * sqrt(20) AS keeps_rate;
SELECT bloom_claim('crawl', 'url17'), bloom_set_load_agg('crawl', url) FROM known;
-- what is claimed, recent or merged, is not loaded again, and keeps its place
SELECT bloom_claim('crawl', 'recent1'), bloom_claim('crawl', 'recent2');
SELECT bloom_set_load_agg('crawl', url) FROM (VALUES ('recent1'), ('few'), ('recent1')) AS v(url);
SELECT bloom_set_load_agg('crawl', v) FROM (SELECT 'more' || i FROM generate_series(1, 3000) AS i UNION ALL VALUES ('recent1'), ('recent2'), ('few'), ('url5')) AS v(v);
SELECT members - recent - 23000 BETWEEN -20 AND 0 AS filters_have_the_loaded, recent FROM bloom_set_info('crawl');
SELECT missing('crawl'), count(*) FILTER (WHERE NOT bloom_seen('crawl', 'more' || i)) FROM generate_series(1, 3000) AS i;
-- in one transaction with claims and merges
BEGIN;
SELECT bloom_set_create('own', 1000, 0.001);
SELECT bloom_claim('own', 'url1');
SELECT bloom_set_load_agg('own', url) FROM (SELECT url FROM known LIMIT 500) AS k;
SELECT bloom_claim('own', 'url500'), bloom_claim('own', 'url501');
SELECT bloom_set_load_agg('own', url) FROM (SELECT url FROM known LIMIT 502) AS k;
SAVEPOINT s;
SELECT bloom_set_load_agg('own', url) FROM known;
ROLLBACK TO s;
SELECT bloom_seen('own', 'url503'), bloom_seen('own', 'url502'), members FROM own;
COMMIT;
-- what is rolled back never happened
BEGIN;
SELECT bloom_set_load_agg('own', url) FROM known;
ROLLBACK;
SELECT bloom_seen('own', 'url503'), members, recent FROM own;

-- past the capacity, many times: each filter is filled evenly, and the rate is kept
SELECT bloom_set_create('small', 100, 0.01);
SELECT bloom_set_load_agg('small', url) FROM known;
SELECT part, members FROM small_filters ORDER BY part;
SELECT missing('small'), others('small') < 200 + 4 * sqrt(200) AS keeps_rate, bloom_fpp(bloom_set_filter('small')) < 0.01 AS keeps_rate;
SELECT * FROM counts('small');
SELECT bloom_set_create('batches', 100, 0.01, class => 'integer');
SELECT bloom_set_load_agg('batches', i) FROM generate_series(1, 500000) AS i;
SELECT bloom_fpp(bloom_set_filter('batches')) < 0.01 AS keeps_rate, members > 499000 AS members FROM bloom_set_info('batches');
-- sorted in a file, and with many set partitions
SET maintenance_work_mem = '1MB';
SELECT bloom_set_create('web', 4000000, 0.001, class => 'integer');
SELECT bloom_set_load_agg('web', i % 100000 + 1) FROM generate_series(1, 200000) AS i;
RESET maintenance_work_mem;
SELECT * FROM counts('web');
SELECT count(*) AS missing FROM generate_series(1, 100000) AS i WHERE NOT i <@ (SELECT bloom_set_filter('web'));
SELECT bloom_set_load_agg('web', i) FROM generate_series(99001, 300000) AS i;
SELECT members BETWEEN 299995 AND 300000 AS members, recent FROM bloom_set_info('web');

-- a set that is loaded from a set's filter has the same: with filters, and with bare hashes
SELECT bloom_set_create('copy', 100, 0.01);
SELECT bloom_set_load('copy', bloom_set_filter('small')) BETWEEN 19600 AND 20400 AS about;
SELECT bloom_set_filter('copy') = bloom_set_filter('small') AS same, missing('copy'), bloom_set_load('copy', bloom_set_filter('small')) AS again;
SELECT part, bits_set, filter FROM small_filters EXCEPT SELECT part, bits_set, filter FROM copy_filters;
SELECT bloom_claim('copy', 'new'), bloom_set_merge('copy'), bloom_seen('copy', 'new');
SELECT bloom_set_create('hashes', 1000000, 0.001), bloom_set_create('hashes2', 1000000, 0.001);
SELECT bloom_set_load_agg('hashes', url) FROM (SELECT url FROM known LIMIT 1000) AS k;
SELECT bloom_set_load('hashes2', bloom_set_filter('hashes')), bloom_set_load('hashes2', bloom_set_filter('hashes')) AS again;
SELECT bloom_set_filter('hashes2') = bloom_set_filter('hashes') AS same, c.* FROM counts('hashes2') AS c;
-- recent hashes that are too many for a list
SELECT bloom_set_create('recent', 1000, 0.001), bloom_set_create('recent2', 1000, 0.001);
SELECT count(*) FROM bloom_claim_all('recent', ARRAY(SELECT url FROM known LIMIT 500));
SELECT bloom_set_load('recent2', bloom_set_filter('recent')) BETWEEN 490 AND 510 AS about;
SELECT bloom_set_filter('recent2') = bloom_set_filter('recent') AS same, filters, recent, bloom_set_load('recent2', bloom_set_filter('recent')) AS again FROM bloom_set_info('recent2');
SELECT count(*) AS missing FROM (SELECT url FROM known LIMIT 500) AS k WHERE NOT bloom_seen('recent2', url);
-- a HashAggregate that is rescanned computes its results again, and loads nothing again
SELECT bloom_set_create('twice', 1000, class => 'integer');
SET enable_material = off;
SET enable_sort = off;
EXPLAIN (COSTS OFF) SELECT array_agg(loaded) FROM (VALUES (1), (2)) AS v(a) LEFT JOIN (SELECT i % 2 AS k, bloom_set_load_agg('twice', i) AS loaded FROM generate_series(1, 100) AS i GROUP BY 1) AS q ON a + k > 0;
SELECT array_agg(loaded) FROM (VALUES (1), (2)) AS v(a) LEFT JOIN (SELECT i % 2 AS k, bloom_set_load_agg('twice', i) AS loaded FROM generate_series(1, 100) AS i GROUP BY 1) AS q ON a + k > 0;
RESET enable_material;
RESET enable_sort;
SELECT members FROM bloom_set_info('twice');
SELECT bloom_set_create('web2', 4000000, 0.001, class => 'integer');
SELECT bloom_set_load('web2', bloom_set_filter('web')) BETWEEN 298000 AND 302000 AS about;
SELECT bloom_set_filter('web2') = bloom_set_filter('web') AS same;
-- a set with other parameters loads the values only
SELECT bloom_set_create('larger', 4000000, 0.001), bloom_set_create('smaller', 1000, 0.01, class => 'integer');
SELECT bloom_set_load('larger', bloom_set_filter('crawl'));
SELECT bloom_set_load('smaller', bloom_set_filter('web'));
SELECT members FROM bloom_set_info('larger');
-- united with what there is, within the capacity
SELECT bloom_set_create('united', 20000, 0.001);
SELECT bloom_set_load_agg('united', 'x' || i) FROM generate_series(1, 5000) AS i;
SELECT bloom_set_create('half', 20000, 0.001);
SELECT bloom_set_load_agg('half', url) FROM (SELECT url FROM known LIMIT 5000) AS k;
SELECT bloom_set_load('united', bloom_set_filter('half')) BETWEEN 4900 AND 5100 AS about, filters FROM bloom_set_info('united');
SELECT filters, members BETWEEN 9900 AND 10100 AS about FROM bloom_set_info('united');
SELECT count(*) AS missing FROM (SELECT url FROM known LIMIT 5000) AS k WHERE NOT bloom_seen('united', url);
SELECT count(*) AS missing FROM generate_series(1, 5000) AS i WHERE NOT bloom_seen('united', 'x' || i);
SELECT bloom_set_load('united', bloom_set_filter('half')) AS again;
SELECT bloom_set_create('full', 20000, 0.001);
SELECT bloom_set_load_agg('full', 'y' || i) FROM generate_series(1, 15000) AS i;
SELECT bloom_set_load('united', bloom_set_filter('full'));
SELECT bloom_claim('united', 'new'), bloom_set_merge('united'), bloom_seen('united', 'new'), filters FROM bloom_set_info('united');
SELECT bloom_set_load_agg('united', 'y' || i) > 14900 AS loaded FROM generate_series(1, 15000) AS i;
SELECT count(*) AS missing FROM generate_series(1, 15000) AS i WHERE NOT bloom_seen('united', 'y' || i);
-- any list, and filters with the set's parameters only
SELECT bloom_set_load('own', bloom_agg_like(url, bloom(1000, 0.01, growth => 2))) FROM (SELECT 'l' || url AS url FROM known LIMIT 700) AS k;
SELECT bloom_set_load('own', bloom(1000000, 0.01) || 'one' || 'two') AS list, bloom_seen('own', 'two');
SELECT bloom_seen('own', 'two');
SELECT bloom_set_load('own', bloom() || 'two' || 'three') AS list, bloom_set_load('own', bloom_elastic(1000, 0.001) || 'three' || 'four') AS elastic;
SELECT bloom_seen('own', 'three'), bloom_seen('own', 'four');
SELECT bloom_set_load('own', bloom()), bloom_set_load('own', bloom(1000, 0.01)), bloom_set_load('own', NULL) AS "null";
SELECT bloom_set_load_agg('own', NULL::text), bloom_set_load_agg('own', 'url1'::varchar), (SELECT bloom_set_load_agg('own', url) FROM known WHERE false) AS no_rows;

-- a set that forgets: what is loaded belongs to the bucket of now, what it has keeps its own
SELECT bloom_set_create('shown', 1000, 0.01, retention => '7 days', bucket => '1 day', class => 'row');
SELECT bloom_claim('shown', (17, 'url1')), bloom_set_load_agg('shown', (17, url)) FROM (SELECT url FROM known LIMIT 300) AS k;
SELECT members, recent, bucket - now() <= interval '0' AS past, now() - bucket < interval '1 day' AS today FROM shown_filters AS f, LATERAL (SELECT recent FROM shown) AS s ORDER BY part;
UPDATE shown_recent SET bucket = bucket - interval '6 days';
UPDATE shown_filters SET bucket = bucket - interval '6 days';
SELECT bloom_set_load_agg('shown', (17, url)) FROM (SELECT url FROM known LIMIT 600) AS k;
UPDATE shown_recent SET bucket = bucket - interval '6 days';
UPDATE shown_filters SET bucket = bucket - interval '6 days';
SELECT count(*) FILTER (WHERE bloom_seen('shown', (17, url))) BETWEEN 300 AND 310 AS kept, bloom_set_load_agg('shown', (17, url)) BETWEEN 290 AND 300 AS forgotten FROM (SELECT url FROM known LIMIT 600) AS k;
-- all buckets of a filter become the bucket of now, if they fit into one
SELECT bloom_set_create('shown2', 1000, 0.01, retention => '7 days', bucket => '1 day', class => 'row');
SELECT bloom_set_load('shown2', bloom_set_filter('shown'));
SELECT bloom_set_clear('shown');
SELECT bloom_set_load_agg('shown', (17, url)), bloom_set_merge('shown') FROM (SELECT url FROM known LIMIT 100) AS k;
SELECT bloom_set_load('shown2', bloom_set_filter('shown')) BETWEEN 90 AND 110 AS about;
SELECT count(*) AS missing FROM (SELECT url FROM known LIMIT 100) AS k WHERE NOT bloom_seen('shown2', (17, url));

-- what can't be loaded
SELECT bloom_set_load_agg('own', 17);
SELECT bloom_set_load_agg('own', url) OVER () FROM known;
SELECT bloom_set_load_agg(v::regclass, 'a'::text) FROM (VALUES ('own'), ('small')) AS v(v);
SELECT bloom_set_load_agg(NULL, 'a'::text);
SELECT bloom_set_load_agg('known', 'a'::text);
SELECT bloom_set_load('own', bloom_agg(i, 10)) FROM generate_series(1, 10) AS i;
SELECT bloom_set_load('own', bloom_agg('x' || i)) FROM generate_series(1, 17) AS i;
SELECT bloom_set_load('own', bloom_agg(url, 20000)) FROM known;
SELECT bloom_set_load('own', bloom_agg_like(url, bloom(20000, counting => true))) FROM known;
SELECT bloom_set_load('own', bloom_new('guava', 1000));
SELECT bloom_set_load('own', bloom_agg_like(url, bloom())) FROM known;
SELECT bloom_set_load('own', bloom(1000, 0.01, seed => 5) || 'a'::text);
BEGIN READ ONLY;
SELECT bloom_set_load_agg('own', 'a'::text);
ROLLBACK;
BEGIN READ ONLY;
SELECT bloom_set_load('own', bloom());
ROLLBACK;
-- it is the owner's
CREATE ROLE bloomext_loader;
GRANT INSERT, SELECT, DELETE ON own TO bloomext_loader;
GRANT SELECT ON known TO bloomext_loader;
SET ROLE bloomext_loader;
SELECT bloom_set_load_agg('own', url) FROM known;
SELECT bloom_set_load('own', bloom());
RESET ROLE;
DROP OWNED BY bloomext_loader;
DROP ROLE bloomext_loader;
-- a load without a value
SELECT bloom_set_create('open', 1000, class => 'integer');
SELECT bloom_set_load_agg('open', NULL::int), bloom_set_load('open', bloom());
SELECT bloom_claim('open', 17);
SELECT bloom_set_drop('open');
SELECT bloom_set_drop(s) FROM unnest(ARRAY['crawl', 'own', 'small', 'batches', 'web', 'copy', 'hashes', 'hashes2', 'recent', 'recent2', 'twice', 'web2', 'larger', 'smaller', 'full', 'united', 'half', 'shown', 'shown2']::regclass[]) AS s;
DROP TABLE known;
