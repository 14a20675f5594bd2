-- Counting filters: values can be removed
SET client_min_messages = warning;
-- one line a value, and several lines in regions
CREATE TABLE filters AS
SELECT rate, bloom(1000, rate, counting => true) AS empty, bloom_agg_like(i, bloom(1000, rate, counting => true)) AS whole,
	bloom_agg_like(i, bloom(1000, rate, counting => true)) FILTER (WHERE i % 2 = 0) AS half
FROM unnest(ARRAY[0.01, 1e-4, 1e-9]::float8[]) AS rate, generate_series(1, 1000) i
GROUP BY rate;
SELECT rate, (i).representation, (i).counting, (i).bytes - 56 = 4 * ((bloom_size(1000, rate)).bytes - 56) AS four_times, (i).bits = 2 * ((i).bytes - 56) AS bits,
	(bloom_info(empty)).bytes = (i).bytes AS from_the_start, (i).cardinality BETWEEN 970 AND 1030 AS cardinality, bloom_fpp(whole) <= rate * 1.1 AS fpp
FROM filters, bloom_info(whole) AS i ORDER BY rate;
-- no member is missed, others are few, and what was removed is gone
SELECT rate, (SELECT count(*) FROM generate_series(1, 1000) i WHERE NOT i <@ whole) AS missed,
	(SELECT count(*) FROM generate_series(-50000, -1) i WHERE i <@ whole) <= rate * 50000 + 4 * sqrt(rate * 50000) AS kept,
	(SELECT count(*) FROM generate_series(2, 1000, 2) i WHERE NOT i <@ removed) AS missed_then,
	(SELECT count(*) FROM generate_series(1, 999, 2) i WHERE i <@ removed) < 10 AS gone,
	removed::bytea = half::bytea AS direct_build
FROM filters, LATERAL (SELECT bloom_remove_all(whole, ARRAY(SELECT generate_series(1, 999, 2)))) AS v(removed) ORDER BY rate;
-- removing undoes adding, down to the bytes, in any order; an emptied filter has no class
SELECT rate, bloom_remove(half || 7, 7)::bytea = half::bytea AS restored,
	bloom_remove_all(bloom_add_all(half, ARRAY[4, 4, 4, 6, NULL]), ARRAY[6, 4, NULL, 4, 4])::bytea = half::bytea AS restored_all,
	bloom_remove_all(half, ARRAY(SELECT generate_series(1000, 2, -2)))::bytea = empty::bytea AS emptied,
	bloom_remove(half || 4, 4) @> 4 AS still_in,
	bloom_remove(empty || 4, 4) || 'text' @> 'text' AS of_no_class,
	bloom_add_hash(bloom_remove(empty || 4, 4), 4)::bytea = bloom_add_hash(empty, 4)::bytea AS a_hash
FROM filters ORDER BY rate;
-- a counter that has reached 15 stays there
SELECT n, bloom_remove_all(bloom_add_all(bloom(10, counting => true), times), times) @> 1 AS stays,
	bloom_remove_all(bloom_add_all(bloom(10, counting => true), times), times) = bloom(10, counting => true) AS emptied
FROM generate_series(14, 17) n, LATERAL (SELECT array_agg(1) FROM generate_series(1, n)) AS v(times);
-- nulls and literals
SELECT bloom_remove(half, NULL::int) = half AS null_value, bloom_remove_all(half, NULL::int[]) = half AS null_array,
	bloom_remove(bloom(10, counting => true) || 'a', 'a') = bloom(10, counting => true) AS literal FROM filters WHERE rate = 0.01;

-- what can't be removed; nothing changes then
SELECT bloom_remove(bloom(10, counting => true) || 1, 2);
SELECT bloom_remove(bloom(10, counting => true) || 1, 'a');
SELECT bloom_remove_all(bloom(10, counting => true) || 1, ARRAY[1, 1]);
SELECT bloom_remove(bloom(10) || 1, 1);
SELECT bloom_remove(bloom() || 1, 1);
SELECT bloom_remove(NULL, 1);
SELECT bloom_remove_all(NULL, ARRAY[1]);
DO $$
DECLARE
	f bloom := bloom(10, counting => true) || 1 || 2;
	before bytea := f::bytea;
BEGIN
	BEGIN
		f := bloom_remove_all(f, ARRAY[1, 2, 3]);
	EXCEPTION WHEN data_exception THEN
	END;
	ASSERT f::bytea = before, 'changed';
	f := bloom_remove(f, 1);
	f := bloom_remove(f, 2);
	ASSERT f = bloom(10, counting => true), 'not empty';
END $$;
SELECT bloom(100, growth => 2, counting => true);
SELECT bloom(200000000, counting => true);

-- union sums, intersection takes the lesser
SELECT rate, (half | whole)::bytea = bloom_add_all(whole, ARRAY(SELECT generate_series(2, 1000, 2)))::bytea AS sum,
	bloom_remove_all(half | whole, ARRAY(SELECT generate_series(1, 1000)))::bytea = half::bytea AS difference,
	(half & whole)::bytea = half::bytea AS lesser, half | empty = half AS with_empty, (bloom_info(half & empty)).bits_set = 0 AS emptied,
	half | bloom() = half AND bloom() | half = half AS with_identity, bloom_cardinality(half & bloom()) AS and_identity,
	bloom_union_cardinality(half, whole) BETWEEN 970 AND 1030 AS all, bloom_intersection_cardinality(half, whole) BETWEEN 470 AND 530 AS both
FROM filters ORDER BY rate;
SELECT rate, sum::bytea = (whole | half | half)::bytea AS union_agg, lesser = half AS intersection_agg
FROM filters, LATERAL (SELECT bloom_union_agg(f) AS sum, bloom_intersection_agg(f) AS lesser FROM unnest(ARRAY[half, whole, half]) AS f) AS v ORDER BY rate;
-- a counter that is full in a sum stays full: 9 and 9 removed from 9 + 9
SELECT bloom_remove_all(f | f, times || times) @> 1 AS stays
FROM (SELECT array_agg(1) FROM generate_series(1, 9)) AS v(times), LATERAL (SELECT bloom_add_all(bloom(10, counting => true), times)) AS w(f);
-- a plain filter and a counting one don't go together
SELECT bloom(100) | bloom(100, counting => true);
SELECT bloom(100, counting => true) & bloom(100);
SELECT (bloom() || 1) | bloom(100, counting => true);
SELECT (bloom(100) || 1) = (bloom(100, counting => true) || 1) AS equal, bloom(100, counting => true) = bloom(100) AS equal_empty;

-- folding, as a direct build
SELECT bloom_fold(f, 25000)::bytea = g::bytea AS direct_build, bloom_uncount(bloom_fold(f, 25000)) = bloom_fold(bloom_uncount(f), 25000) AS uncounted
FROM (SELECT bloom_agg_like(i % 20000, bloom(100000, counting => true)), bloom_agg_like(i % 20000, bloom(25000, counting => true)) FROM generate_series(1, 60000) i) AS v(f, g);
-- the plain filter
SELECT rate, bloom_uncount(whole) = (SELECT bloom_agg(i, 1000, rate) FROM generate_series(1, 1000) i) AS direct_build, (bloom_info(bloom_uncount(whole))).counting,
	bloom_uncount(bloom_uncount(half)) = bloom_uncount(half) AS plain_stays, bloom_uncount(empty) = bloom(1000, rate) AS empty
FROM filters ORDER BY rate;

-- aggregates, serial and parallel
CREATE TABLE numbers AS SELECT i FROM generate_series(1, 20000) i;
ALTER TABLE numbers SET (parallel_workers = 2);
ANALYZE numbers;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE serial AS SELECT bloom_agg_like(i, bloom(20000, counting => true)) AS f FROM numbers;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS off) SELECT bloom_agg_like(i, bloom(20000, counting => true)) FROM numbers;
SELECT (SELECT bloom_agg_like(i, bloom(20000, counting => true)) FROM numbers)::bytea = f::bytea AS parallel FROM serial;
-- groups, small ones too
SELECT count(*) AS groups, bool_and(f = bloom_add_all(bloom(10, counting => true), members)) AS same
FROM (SELECT bloom_agg_like(i, bloom(10, counting => true)), array_agg(i) FROM numbers GROUP BY i / 10) AS v(f, members);

-- stored out of line and tested by slices, as a whole, and when it comes twice
CREATE TABLE stored AS SELECT n, bloom_agg_like(n * 1000 + i, bloom(1000, rate, counting => true)) AS f
FROM generate_series(1, 4) n, generate_series(1, 1000) i, LATERAL (SELECT CASE WHEN n % 2 = 0 THEN 0.01 ELSE 1e-9 END) AS v(rate) GROUP BY n, rate;
SELECT n, count(*) FILTER (WHERE f @> (n * 1000 + i)) AS members, count(*) FILTER (WHERE f @> (-i)) < 40 AS few_others
FROM generate_series(1, 1000) i, stored GROUP BY n ORDER BY n;
SELECT i, count(*) FROM unnest(ARRAY[1001, 2500, 5000]) AS i, stored WHERE f @> i GROUP BY i ORDER BY i;
-- text and binary form, and a column that asks for a shape
SELECT bool_and(f::text::bloom = f AND f::bytea::bloom = f) AS round_trip FROM stored;
SELECT bloom(100, counting => true)::bloom(100);
-- invalid: sparse, growing, a wrong count
SELECT overlay(bloom(100)::bytea PLACING '\x02' FROM 2)::bloom;
SELECT overlay(bloom(100, counting => true)::bytea PLACING '\x02' FROM 4)::bloom;
SELECT overlay((bloom(100, counting => true) || 1)::bytea PLACING '\x01' FROM 45)::bloom;
SELECT overlay((bloom(100, counting => true) || 1)::bytea PLACING '\x01' FROM 2)::bloom;

-- the filter of a site's URLs, kept right by a trigger
CREATE TABLE sites (site text PRIMARY KEY, urls bloom NOT NULL DEFAULT bloom(1000, 0.01, counting => true));
CREATE TABLE pages (site text REFERENCES sites, url text);
CREATE FUNCTION keep_urls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP IN ('UPDATE', 'DELETE') THEN
		UPDATE sites SET urls = bloom_remove_all(urls, gone)
		FROM (SELECT site, array_agg(url) AS gone FROM old_pages GROUP BY site) AS v WHERE v.site = sites.site;
	END IF;
	IF TG_OP IN ('UPDATE', 'INSERT') THEN
		UPDATE sites SET urls = bloom_add_all(urls, come)
		FROM (SELECT site, array_agg(url) AS come FROM new_pages GROUP BY site) AS v WHERE v.site = sites.site;
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER insert_pages AFTER INSERT ON pages REFERENCING NEW TABLE AS new_pages FOR EACH STATEMENT EXECUTE FUNCTION keep_urls();
CREATE TRIGGER delete_pages AFTER DELETE ON pages REFERENCING OLD TABLE AS old_pages FOR EACH STATEMENT EXECUTE FUNCTION keep_urls();
CREATE TRIGGER update_pages AFTER UPDATE ON pages REFERENCING OLD TABLE AS old_pages NEW TABLE AS new_pages FOR EACH STATEMENT EXECUTE FUNCTION keep_urls();
CREATE VIEW wrong AS SELECT site FROM sites
WHERE urls <> bloom(1000, 0.01, counting => true) | (SELECT bloom_agg_like(url, bloom(1000, 0.01, counting => true)) FROM pages WHERE pages.site = sites.site);
INSERT INTO sites SELECT 'site' || i FROM generate_series(1, 3) i;
INSERT INTO pages SELECT 'site' || 1 + i % 3, 'url' || i FROM generate_series(1, 900) i;
SELECT * FROM wrong;
DELETE FROM pages WHERE url ~ '7$';
SELECT * FROM wrong;
UPDATE pages SET url = url || '?', site = 'site1' WHERE url ~ '3';
SELECT * FROM wrong;
BEGIN;
DELETE FROM pages WHERE site = 'site1';
SAVEPOINT s;
INSERT INTO pages VALUES ('site1', 'new');
ROLLBACK TO s;
SELECT * FROM wrong;
ROLLBACK;
SELECT * FROM wrong;
SELECT site, urls @> 'url5' AS url5, urls @> 'url7' AS url7, urls @> 'url3' AS url3, urls @> 'url3?' AS "url3?" FROM sites ORDER BY site;
DROP VIEW wrong;
DROP TABLE filters, numbers, serial, stored, pages, sites;
DROP FUNCTION keep_urls;
-- an emptied filter has no class before it is stored, too
CREATE TABLE texts AS SELECT bloom(10, counting => true) || 'a' AS f, 'a' AS v, bloom(10, counting => true) || 1 AS numbers;
SELECT bloom_remove(f, v) @> 1 AS contains, bloom_contains_any(bloom_remove(f, v), ARRAY[1]) AS contains_any, bloom_cardinality(bloom_remove(f, v) | numbers) AS united,
	bloom_cardinality(numbers & bloom_remove(f, v)) AS common, bloom_can_combine(numbers, bloom_remove(f, v)) AS can_combine, (f & (bloom(10, counting => true) || v || 'b')) @> 'a' AS kept,
	bloom_remove(f || 'b', v) @> 'b' AS not_empty
FROM texts;
SELECT bloom_remove(f || 'b', v) @> 1 FROM texts;
DROP TABLE texts;
-- counting filters fold when they combine, and a value can still be removed
SELECT bloom_can_combine(a, b), (i).counting, (i).capacity, (a | b) @> 'v5' AND (a | b) @> 'w5' AS both,
	bloom_remove(a | b, 'v5') @> 'v5' AS removed_still_there, bloom_remove(a | b, 'v5') @> 'w5' AS other
FROM (SELECT bloom_agg_like('v' || i, bloom(100000, counting => true)) AS a FROM generate_series(1, 1000) AS i) AS x,
	(SELECT bloom_agg_like('w' || i, bloom(50000, counting => true)) AS b FROM generate_series(1, 1000) AS i) AS y,
	bloom_info(a | b) AS i;
