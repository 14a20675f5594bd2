-- Union, intersection, equality
CREATE TABLE parts AS
SELECT part, bloom_agg(i, 3000, 0.001) AS filter
FROM generate_series(1, 3000) i, generate_series(0, 2) part
WHERE i % 3 = part GROUP BY part;
CREATE TABLE whole AS SELECT bloom_agg(i, 3000, 0.001) AS filter FROM generate_series(1, 3000) i;

SELECT (SELECT bloom_union_agg(filter) FROM parts) = filter AS union_agg FROM whole;
SELECT (a.filter | b.filter) | c.filter = w.filter AS or_operator,
	a.filter | b.filter = b.filter | a.filter AS commutes,
	a.filter | a.filter = a.filter AS idempotent,
	(w.filter & a.filter) = a.filter AS intersection_with_part,
	bloom_intersection(a.filter, b.filter) = bloom_intersection(b.filter, a.filter) AS intersection_commutes,
	a.filter <> b.filter AS differ, a.filter = b.filter AS equal,
	bloom_clear(a.filter) = bloom(3000, 0.001) AS cleared
FROM parts a, parts b, parts c, whole w WHERE a.part = 0 AND b.part = 1 AND c.part = 2;

-- what is in both stays
SELECT count(*) FILTER (WHERE i % 15 = 0 AND NOT common @> i) AS missed,
	count(*) FILTER (WHERE i % 15 > 0 AND common @> i) < 30 AS few_others
FROM generate_series(1, 3000) i, (
	SELECT bloom_intersection_agg(f) AS common FROM (
		SELECT bloom_agg(i, 3000, 0.001) FROM generate_series(3, 3000, 3) i
		UNION ALL
		SELECT bloom_agg(i, 3000, 0.001) FROM generate_series(5, 3000, 5) i) AS v(f)) AS w;

-- nulls and no filters
SELECT bloom_union_agg(f), bloom_intersection_agg(f) FROM (VALUES (NULL::bloom)) AS v(f);
SELECT bloom_union_agg(f), bloom_intersection_agg(f) FROM (VALUES (NULL::bloom)) AS v(f) WHERE false;
SELECT bloom_union_agg(f) = bloom(10) || 1 AS union_agg, bloom_intersection_agg(f) = bloom(10) || 1 AS intersection_agg
FROM (VALUES (NULL), (bloom(10) || 1), (NULL), (bloom(10) || 1)) AS v(f);
SELECT s, bloom_union_agg(f) = bloom() AS union_agg FROM (VALUES (1, NULL::bloom), (2, NULL)) AS v(s, f) GROUP BY s ORDER BY s;
SELECT i, bloom_union_agg(f) OVER (ORDER BY i ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) = (ARRAY[bloom_add_all(bloom(10), '{2, 3}'::int[]), bloom(10) || 3, bloom()])[i] AS windowed
FROM (SELECT i, bloom(10) || i AS f FROM generate_series(1, 3) i) AS v ORDER BY i;
SELECT bloom_union_agg(f) = bloom(10, seed => 3) AS seed, bloom_union_agg(f)::text = bloom(10, seed => 3)::text AS parameters FROM (VALUES (bloom(10, seed => 3)), (bloom())) AS v(f);
SELECT NULL | bloom(10) IS NULL AS union_null, bloom(10) & NULL IS NULL AS intersection_null;

-- shapes of dense filters and classes have to be the same
CREATE FUNCTION dense(capacity bigint, error_rate float8 DEFAULT 0.01) RETURNS bloom LANGUAGE sql AS $$
	SELECT bloom_uncount(bloom(capacity, error_rate, counting => true))
$$;
SELECT dense(100) | dense(250);
SELECT dense(100) & dense(100, 0.001);
SELECT bloom(100, seed => 1) | bloom(100, seed => 2);
SELECT bloom_union_agg(f) FROM (VALUES (dense(100)), (dense(250))) AS v(f);
SELECT bloom_intersection_agg(f) FROM (VALUES (dense(100)), (dense(250))) AS v(f);
SELECT (bloom(100) || 1) | (bloom(100) || 'a');
SELECT (bloom(100) || 1) & (bloom(100) || 'a');
SELECT (bloom(100) || 1) | bloom(100) = bloom(100) || 1 AS empty_has_no_class,
	(bloom_info(bloom(100) | (bloom(100) || 1))).class;
SELECT bloom(100) = bloom(250) AS equal, bloom(100) <> bloom(250) AS differ,
	bloom(100) = bloom(100, seed => 1) AS equal_seeds, bloom(100) || 1 = bloom_add_hash(bloom(100), bloom_hash(1)) AS equal_classes;

-- a list combines with anything: its hashes are added to the other filter, which keeps its shape
CREATE TABLE mixed AS SELECT n, f, x FROM (VALUES (1, bloom(100) || 1, 1), (2, bloom(5000) || 2, 2), (3, bloom(5000, 0.001) || 3, 3), (4, bloom(5000, 0.001, 2) || 4, 4), (5, bloom() || 5, 5),
	(6, dense(50) || 6, 6), (7, bloom_add_all(bloom(10, 0.01, 2), ARRAY(SELECT generate_series(1, 50))), 7)) AS v(n, f, x);
SELECT a.n AS a, b.n AS b, (bloom_info(u)).representation, (bloom_info(u)).capacity, (bloom_info(u)).error_rate, (bloom_info(u)).growth, u @> a.x AND u @> b.x AS members,
	u = (b.f | a.f) AS commutes, bloom_can_combine(a.f, b.f) AS can_unite, bloom_cardinality(a.f & b.f) AS common, bloom_union_cardinality(a.f, b.f) BETWEEN 2 AND 52 AS estimate
FROM mixed a, mixed b, LATERAL (SELECT a.f | b.f AS u OFFSET 0) v WHERE a.n < b.n AND (a.n < 6 OR b.n < 7) ORDER BY a.n, b.n;
SELECT (SELECT f FROM mixed WHERE n = 6) | (SELECT f FROM mixed WHERE n = 7);
SELECT bloom_can_combine(a.f, b.f) FROM mixed a, mixed b WHERE a.n = 6 AND b.n = 7;
-- the intersection with a list is a list, even if the other filter has no room for one
SELECT a.n, (bloom_info(a.f & w.f)).representation, (bloom_info(a.f & w.f)).capacity, bloom_cardinality(a.f & w.f) AS common, (a.f & w.f) = (w.f & a.f) AS commutes
FROM (SELECT n, f FROM mixed UNION ALL SELECT 8, bloom_agg(i, 10000) FROM generate_series(1, 1000) i) AS a, LATERAL (SELECT bloom_uncount(bloom_add_all(bloom(20, counting => true), '{1, 2, 3, 4, 5}'::int[])) AS f OFFSET 0) AS w WHERE a.n NOT IN (6, 7) ORDER BY a.n;
-- in a variable
DO $$
DECLARE
	f bloom := bloom(100) || 1;
BEGIN
	FOR i IN 2 .. 12 LOOP
		f := f | (bloom(i * 1000, 0.1 / i) || i) | (bloom(50) || 100 + i);
	END LOOP;
	RAISE NOTICE '% % %', bloom_cardinality(f), (bloom_info(f)).capacity, (bloom_info(f)).representation;
	f := bloom(100);
	FOR i IN 1 .. 60 LOOP
		f := f || i;
	END LOOP;
	-- that isn't a list any more, although nobody has looked
	f := f | (bloom(1000) || 100);
	RAISE NOTICE '% %', (bloom_info(f)).capacity, (bloom_info(f)).representation;
END $$;
DROP TABLE mixed;

-- the identity: the filter over no rows
CREATE TABLE identity AS SELECT bloom_agg(i, 1000) AS filter FROM generate_series(1, 0) i;
SELECT filter FROM identity;
SELECT filter | (bloom(100) || 1) = bloom(100) || 1 AS left, (bloom(100) || 1) | filter = bloom(100) || 1 AS right,
	filter | filter = filter AS itself, filter & (bloom(100) || 1) = (bloom(100) || 1) & filter AS intersection_commutes,
	bloom_cardinality(filter & (bloom(100) || 1)) AS intersection, filter @> 1 AS contains, bloom_contains_all(filter, ARRAY[1]) AS contains_all,
	bloom_clear(filter) = filter AS cleared, bloom_cardinality(filter), bloom_fpp(filter)
FROM identity;
SELECT (bloom_info(filter)).* FROM identity;
SELECT bloom_union_cardinality(filter, bloom(100) || 1) AS all, bloom_intersection_cardinality(bloom(100) || 1, filter) AS both,
	bloom_jaccard(filter, bloom(100) || 1) AS jaccard, bloom_jaccard(filter, filter) AS jaccard_empty
FROM identity;
SELECT bloom_union_agg(f) = bloom(100) || 1 AS union_agg FROM (SELECT filter FROM identity UNION ALL SELECT bloom(100) || 1) AS v(f);
SELECT filter || 1 FROM identity;
DROP TABLE parts, whole, identity;
-- an intersection of elastic filters without values is one, too, and has a class, which gives way to others
CREATE TABLE nothing AS SELECT n, (bloom() || 1) & (bloom() || 2) AS e, f
FROM (VALUES (1, bloom()), (2, bloom() || 'a'::text), (3, bloom(10)), (4, bloom(10) || 'a'::text), (5, bloom_add_hash(bloom(10), 7)), (6, bloom_new('guava', 10) || 'a'),
	(7, (SELECT bloom_agg_like(i::text, bloom()) FROM generate_series(1, 2000) i)), (8, (SELECT bloom_agg_like(i::text, bloom(500)) FROM generate_series(1, 500) i)),
	(9, bloom(10, counting => true) || 'a'::text), (10, (bloom() || 'a'::text) & (bloom() || 'b'::text))) AS v(n, f);
SELECT n, (bloom_info(e)).class AS nothing, (bloom_info(f)).class, bloom_can_combine(e, f) AND bloom_can_combine(f, e) AS combine, e | f = f AND f | e = f AS union,
	(SELECT bloom_union_agg(g ORDER BY i) = bloom_union_agg(g ORDER BY -i) AND bloom_union_agg(g) = bloom_union_agg(g) FILTER (WHERE i = 2) FROM (VALUES (1, e), (2, f)) AS w(i, g)) AS aggregate,
	e & f = f & e AS intersection, bloom_cardinality(e & f) AS common, bloom_union_cardinality(e, f) = bloom_cardinality(f) AS cardinality
FROM nothing WHERE n < 10 ORDER BY n;
SELECT (bloom_info(e | f)).class, e | f = f | e AS commutes FROM nothing WHERE n = 10;
DROP TABLE nothing;

-- equal filters are one to DISTINCT, GROUP BY, UNION and hash joins: also a sparse and a dense one
CREATE TABLE twins AS SELECT n AS members, form, CASE form
		WHEN 'sparse' THEN bloom_add_all(bloom(10000), members)
		WHEN 'dense' THEN bloom_uncount(bloom_add_all(bloom(10000, counting => true), members))
		WHEN 'seed' THEN bloom_add_all(bloom(10000, seed => 1), members)
		WHEN 'growing' THEN bloom_add_all(bloom(10000, growth => 2), members)
		ELSE bloom_add_all(bloom_new('guava', 10000), members::text[]) END AS filter
FROM (SELECT n, ARRAY(SELECT generate_series(1, n)) FROM unnest('{1, 2, 100}'::int[]) AS n) AS v(n, members),
	unnest('{sparse, dense, seed, growing, foreign}'::text[]) AS form;
SELECT members, min(form COLLATE "C"), max(form COLLATE "C"), count(*), min(octet_length(filter::bytea)) < max(octet_length(filter::bytea)) AS two_forms
FROM twins GROUP BY members, filter ORDER BY members, min(form COLLATE "C");
SELECT count(*), count(DISTINCT bloom_filter_hash(filter)) AS hashes, count(DISTINCT bloom_filter_hash_extended(filter, 42)) AS seeded,
	bool_and(bloom_filter_hash(filter) = bloom_filter_hash_extended(filter, 0)::bit(32)::int) AS low_bits,
	count(*) FILTER (WHERE bloom_filter_hash_extended(filter, 0) = bloom_filter_hash_extended(filter, 42)) AS seed_ignored
FROM (SELECT DISTINCT filter FROM twins) AS v;
SELECT count(DISTINCT bloom_filter_hash_extended(bloom(400000000) || i, 0)) FROM generate_series(1, 5000) i;
SELECT count(*) FROM (SELECT filter FROM twins UNION SELECT filter | bloom() FROM twins) AS v;
EXPLAIN (COSTS off) SELECT DISTINCT filter FROM twins;
SET enable_nestloop = off;
SET enable_mergejoin = off;
EXPLAIN (COSTS off) SELECT * FROM twins AS a JOIN twins AS b USING (filter);
SELECT count(*) FROM twins AS a JOIN twins AS b USING (filter);
RESET enable_nestloop;
RESET enable_mergejoin;
SELECT ARRAY[a.filter] = ARRAY[b.filter] AS arrays
FROM twins AS a, twins AS b WHERE a.form = 'sparse' AND b.form = 'dense' AND a.members = b.members;
CREATE INDEX ON twins USING hash (filter);
SET enable_seqscan = off;
SELECT form FROM twins WHERE filter = (SELECT filter FROM twins WHERE form = 'dense' AND members = 2) ORDER BY form COLLATE "C";
RESET enable_seqscan;
DROP TABLE twins;

-- can they be united?  As the union says itself
CREATE TABLE shapes (n serial, f bloom);
INSERT INTO shapes (f) VALUES (bloom()), (bloom() || 1), (bloom(seed => 1, capacity => 10) || 1), (bloom(10) || 1), (bloom(10) || 'a'), (bloom(1000)), (bloom(10000)), (bloom(5000)),
	(bloom(1000, 0.001)), (bloom(1000, growth => 2)), (bloom(1000, counting => true)), (bloom_new('guava', 100)), (bloom_new('guava', 200)), (bloom_new('pybloom', 100)),
	(bloom_import('guava', bloom_export('guava', bloom_new('guava', 100)))), ((SELECT bloom_agg(1, 10))), (bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 9000)))), (NULL);
CREATE FUNCTION unites(a bloom, b bloom) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM a | b;
	RETURN a IS NOT NULL AND b IS NOT NULL OR NULL;
EXCEPTION WHEN data_exception THEN
	RETURN false;
END $$;
SELECT count(*) AS pairs, count(*) FILTER (WHERE bloom_can_combine(a.f, b.f)) AS unite, count(*) FILTER (WHERE bloom_can_combine(a.f, b.f) IS DISTINCT FROM unites(a.f, b.f)) AS wrong FROM shapes a, shapes b;
SELECT coalesce(f, bloom()) || 1 @> 1 AS started FROM shapes WHERE f IS NULL;
-- all can be told apart, also two lists and the filter of which they set the same bits
SELECT count(DISTINCT f) FROM shapes;
SELECT count(DISTINCT f::bytea) FROM shapes;
SELECT a = dense AS a, b = dense AS b, a = b AS a_b FROM (VALUES (bloom(10, 0.5) || 18, bloom(10, 0.5) || 44, bloom_uncount(bloom(10, 0.5, counting => true) || 18))) AS v(a, b, dense);
SELECT count(*) FROM (SELECT DISTINCT f FROM shapes) AS v;
DROP TABLE shapes;
DROP FUNCTION unites, dense;
-- lists whose values repeat: the state is sorted when its memory ends, and its result is read in between and after every row
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
CREATE TABLE parts AS SELECT k, bloom_agg(i, 10000) AS f FROM generate_series(0, 2) k, generate_series(k * 500 + 1, k * 500 + 1500) i GROUP BY k;
SELECT count(*) AS unions, bool_and(f = bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 1500 + least(rows - 1, kinds - 1) * 500)))) AS equal
FROM (SELECT kinds, rows, bloom_union_agg(p.f ORDER BY n) AS f FROM generate_series(1, 3) kinds, generate_series(1, 12) rows, generate_series(1, rows) n, parts p WHERE k = (n - 1) % kinds GROUP BY kinds, rows) AS v;
SELECT kinds, count(*) AS rows, bool_and(f = bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 1500 + least(n - 1, kinds - 1) * 500)))) AS equal
FROM (SELECT kinds, n, bloom_union_agg(p.f) OVER (PARTITION BY kinds ORDER BY n) AS f FROM generate_series(1, 3) kinds, generate_series(1, 40) n, parts p WHERE k = (n - 1) % kinds) AS v GROUP BY kinds ORDER BY kinds;
RESET work_mem;
RESET hash_mem_multiplier;
DROP TABLE parts;
-- the error rate of growing filters, by turns lists and dense
CREATE TABLE grown AS SELECT g, bloom_add_all(bloom(1000, growth => 2), ARRAY(SELECT g * 1000 + i FROM generate_series(1, CASE g % 2 WHEN 0 THEN 31 ELSE 600 END) i)) AS f FROM generate_series(1, 60) g;
SELECT bloom_fpp(f) < 0.01 AS kept, bool_and(bloom_contains_all(f, ARRAY(SELECT g * 1000 + i FROM generate_series(1, 60) g, generate_series(1, CASE g % 2 WHEN 0 THEN 31 ELSE 600 END) i))) AS members FROM (SELECT bloom_union_agg(f ORDER BY g) AS f FROM grown) AS v GROUP BY f;
DROP TABLE grown;
-- a list that is longer than its parameters allow, as a state of another engine can be: what comes of it is complete
SELECT '\x01800100' || repeat('00', 16) || '0100000000000000' || '7b14ae47e17a843f' || string_agg(lpad(to_hex(i), 2, '0') || repeat('00', 7), '' ORDER BY i) AS list FROM generate_series(1, 10) i \gset
SELECT name, f = f::text::bloom AS valid, (SELECT bool_and(bloom_contains_hash(f, i)) FROM generate_series(1, 10) i) AS members FROM (VALUES ('union', bloom_union(:'list', bloom())), ('other order', bloom_union(bloom(), :'list')),
	('itself', bloom_union(:'list', :'list')), ('aggregate', (SELECT bloom_union_agg(f) FROM (VALUES (:'list'::bloom)) AS v(f))), ('intersection', (SELECT bloom_intersection_agg(f) FROM (VALUES (:'list'::bloom)) AS v(f))),
	('intersection of two', bloom_intersection(:'list', :'list')), ('sum', bloom_add(:'list', 1))) AS v(name, f);
-- capacities whose product overflows to the other one
SELECT overlay(overlay(f placing '04000000' from 75) placing 'e802' from 91) || repeat(substr(f, 107), 3) AS small, overlay(f placing '0100000000000040' from 43) AS huge FROM (SELECT bloom_add_all(bloom(4), ARRAY(SELECT generate_series(1, 40)))::text) AS v(f) \gset
SELECT bloom_can_combine(:'small', :'huge') AS a, bloom_can_combine(:'huge', :'small') AS b;
SELECT bloom_union(:'small', :'huge');
SELECT bloom_intersection(:'huge', :'small');

-- an intersection does not depend on the plan, also if a part has no members, or a filter is imported
CREATE TABLE parts (part int, f bloom) PARTITION BY LIST (part);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES IN (1);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES IN (2);
CREATE FUNCTION of_plans(first bloom[], second bloom[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	plan text;
	f bloom;
	results text[];
BEGIN
	TRUNCATE parts;
	INSERT INTO parts SELECT 1, unnest(first) UNION ALL SELECT 2, unnest(second);
	FOREACH plan IN ARRAY ARRAY['off', 'on'] LOOP
		PERFORM set_config('enable_partitionwise_aggregate', plan, true);
		BEGIN
			EXECUTE 'SELECT bloom_intersection_agg(f) FROM parts' INTO f;
			results := results || f::text;
		EXCEPTION WHEN data_exception THEN
			results := results || SQLERRM;
		END;
	END LOOP;
	RETURN CASE WHEN results[1] = results[2] THEN results[1] ELSE results::text END;
END $$;
SELECT of_plans(a, b) FROM (VALUES (ARRAY[bloom() || 'a', bloom() || 'b'], ARRAY[bloom_add_hash(bloom(), 17)]), (ARRAY[bloom() || 'a', bloom() || 'b'], ARRAY[bloom(1000) || 'a']),
	(ARRAY[bloom() || 'a', bloom() || 'b'], ARRAY[bloom() || 1]), (ARRAY[bloom_new('guava', 100) || 'a'], ARRAY[bloom() || 'a', bloom() || 'b'])) AS v(a, b);
DROP TABLE parts;
DROP FUNCTION of_plans;
