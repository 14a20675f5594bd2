-- Elastic filters: lists, which are coded from 17 values on, and combine whatever their sizes

-- What they are like
SELECT representation, capacity, error_rate, bytes, cardinality, fpp FROM bloom_info(bloom_elastic());
SELECT bool_and((bloom_info(f)).elastic) AS elastic, bool_or((bloom_info(g)).elastic) AS others
FROM (VALUES (bloom(), bloom(50000000)), (bloom_elastic(10) || 'a', bloom(10, growth => 2)), (bloom_add_all(bloom(), ARRAY(SELECT generate_series(1, 9000))), bloom(10, counting => true)), ((SELECT bloom_agg(1)), bloom_new('guava', 10))) AS v(f, g);
SELECT representation, class, capacity, error_rate, growth, seed, layers, bits, cardinality
FROM bloom_info(bloom_add_all(bloom_elastic(1000, 0.001, 7), ARRAY['a', 'b', NULL, 'a']));
SELECT bloom_elastic() || 1 || 2;
SELECT bloom_elastic(0);
SELECT bloom_elastic(65000001);
SELECT bloom_elastic(1, 0.6);
SELECT bloom_elastic(65000000, 1e-9) IS NOT NULL AS largest, bloom_elastic(1, 0.5) IS NOT NULL AS smallest;

-- As the type of a column
CREATE TABLE daily (day int PRIMARY KEY, visitors bloom(elastic));
CREATE TABLE others (a bloom(50000000, elastic), b bloom(1000, 0.001, elastic), c bloom(60000000, 0.05, elastic));
SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
WHERE attrelid IN ('daily'::regclass, 'others'::regclass) AND atttypid = 'bloom'::regtype ORDER BY attrelid, attnum;
SELECT NULL::bloom(65000001, 0.01, elastic);
SELECT NULL::bloom(elastic, 100);
SELECT NULL::bloom(1, 0.5, 2, elastic);
INSERT INTO daily SELECT day, bloom_agg_like(i, bloom_elastic())
FROM generate_series(1, 12) AS day, generate_series(day * 100, day * 100 + (1 << day)) AS i GROUP BY day;
INSERT INTO daily VALUES (20, bloom(100)), (21, bloom() || 5), (22, bloom_elastic() || 7);
-- filters that do not fit: dense, other parameters
INSERT INTO daily VALUES (30, bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 10000))));
INSERT INTO daily VALUES (30, bloom_elastic(1000) || 1);
INSERT INTO others (b) SELECT visitors FROM daily WHERE day = 1;
SELECT day, bloom_cardinality(visitors), (bloom_info(visitors)).representation FROM daily ORDER BY day;

-- Tests: no false negative, alone, together, from a table and from memory
SELECT count(*) FROM daily, generate_series(day * 100, day * 100 + (1 << day)) AS i WHERE day <= 12 AND NOT i <@ visitors;
SELECT day, bloom_contains_all(visitors, ARRAY(SELECT generate_series(day * 100, day * 100 + (1 << day)))) AS all,
	bloom_contains_any(visitors, ARRAY[1, 2, 3]) AS any, bloom_contains_each(visitors, ARRAY[day * 100, NULL, -1]) AS each
FROM daily WHERE day IN (1, 5, 12) ORDER BY day;
SELECT bloom_contains_hash(visitors, bloom_hash(1200)), bloom_contains_hash(visitors, 0) FROM daily WHERE day = 12;
SELECT 'a' <@ visitors FROM daily WHERE day = 12;

-- Unions: of all, in any order, are what one aggregate gives
SELECT bloom_cardinality(bloom_union_agg(visitors)) FROM daily;
SELECT count(DISTINCT u::text) FROM (
	SELECT bloom_union_agg(visitors ORDER BY day) AS u FROM daily UNION ALL
	SELECT bloom_union_agg(visitors ORDER BY -day) FROM daily UNION ALL
	SELECT bloom_union_agg(visitors ORDER BY day % 3, day % 5) FROM daily UNION ALL
	SELECT bloom_agg_like(i, bloom_elastic()) FROM (
		SELECT i FROM generate_series(1, 12) AS day, generate_series(day * 100, day * 100 + (1 << day)) AS i
		UNION ALL VALUES (5), (7), (1)) AS v(i)) AS unions;
SELECT a.visitors | b.visitors = b.visitors | a.visitors AS same, bloom_can_combine(a.visitors, b.visitors) AS can,
	bloom_cardinality(a.visitors | b.visitors) AS either, bloom_union_cardinality(a.visitors, b.visitors) AS either_too,
	bloom_cardinality(a.visitors & b.visitors) AS both, bloom_intersection_cardinality(a.visitors, b.visitors) AS both_too
FROM daily a, daily b WHERE a.day = 11 AND b.day = 12;
SELECT bloom_cardinality(bloom_intersection_agg(visitors)) FROM daily WHERE day IN (11, 12);
SELECT representation, cardinality FROM bloom_info(bloom() | bloom_elastic() | (bloom(100) || 1) | bloom());
SELECT representation, cardinality FROM bloom_info((bloom(100) || 1 || 2) & (bloom_elastic() || 2 || 3));
SELECT bloom_union_cardinality(bloom(100) || 1 || 2, bloom_elastic() || 2 || 3);
-- parameters: those with fewer bits, then the larger capacity, whatever the order
SELECT bool_and(a | b = b | a), count(DISTINCT (a | b)::text)
FROM unnest(ARRAY[bloom_elastic() || 1, bloom_elastic(1000) || 2, bloom_elastic(500, 0.005) || 3, bloom(10) || 4, bloom_elastic(9, 0.5) || 5]) AS a,
	unnest(ARRAY[bloom_elastic() || 1, bloom_elastic(1000) || 2, bloom_elastic(500, 0.005) || 3, bloom(10) || 4, bloom_elastic(9, 0.5) || 5]) AS b;
SELECT DISTINCT capacity, error_rate, 1 <@ u AND 2 <@ u AND 3 <@ u AND 4 <@ u AS complete
FROM unnest(ARRAY[1, 2, 3]) AS i, LATERAL (SELECT bloom_union_agg(f ORDER BY (n * i) % 7) AS u FROM (VALUES
	(1, bloom_elastic() || 1), (2, bloom_elastic(1000) || 2), (3, bloom_elastic(500, 0.005) || 3), (4, bloom(10) || 4)) AS v(n, f)) AS s,
	bloom_info(u);
-- a union must not ruin the error rate, of lists and coded filters neither
SELECT bloom_can_combine(a, b) AS can, bloom_can_combine(b, a) AS commutes FROM (VALUES (bloom_elastic(2000) || 1, bloom() || 2)) AS v(a, b);
CREATE TABLE unequal AS SELECT (SELECT bloom_agg_like(i, bloom_elastic(2000)) FROM generate_series(1, 1900) i) AS small, (SELECT bloom_agg_like(i, bloom()) FROM generate_series(1, 50000) i) AS large,
	bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, 90))) AS fixed, bloom_add_all(bloom(), ARRAY(SELECT generate_series(1, 16))) AS list;
SELECT small | large FROM unequal;
SELECT large | small FROM unequal;
SELECT bloom_union_agg(f) FROM unequal, LATERAL unnest(ARRAY[small, large]) AS f;
SELECT fixed | list FROM unequal;
SELECT list | fixed FROM unequal;
SELECT bloom_union_agg(f) FROM unequal, LATERAL unnest(ARRAY[list, fixed]) AS f;
SELECT bloom_can_combine(small, large) AS elastic, bloom_can_combine(fixed, list) AS list, bloom_can_combine(bloom(100) || 1, bloom() || 2) AS few, bloom_fpp(large | (bloom_elastic(2000) || 1)) < 0.01 AS one FROM unequal;
-- the hint is about what differs
SELECT fixed | large FROM unequal;
SELECT large | bloom_agg_like(i, bloom_elastic(seed => 1)) FROM unequal, generate_series(1, 2000) i GROUP BY large;
DROP TABLE unequal;
-- lists with whole hashes: the larger capacity and the smaller error rate, and elastic if one is, and that capacity was too small
CREATE FUNCTION n_values(shape bloom, n int, start int) RETURNS bloom LANGUAGE sql AS 'SELECT bloom_add_all($1, ARRAY(SELECT generate_series($3 + 1, $3 + $2)))';
SELECT i.representation, i.capacity, i.error_rate, i.growth, i.cardinality, u = n_values(CASE WHEN i.capacity = 50000000 THEN bloom_elastic(error_rate => i.error_rate) ELSE bloom(i.capacity, i.error_rate, i.growth) END, x + y, 0) AS direct,
	u = (b | a) AS commutes, u = many AS of_many, bloom_can_combine(a, b) AS can
FROM (VALUES (bloom(), 10, bloom(3), 3), (bloom(), 6, bloom(3), 3), (bloom(), 7, bloom(3), 3), (bloom(), 16, bloom(3), 9), (bloom(), 16, bloom(100), 18), (bloom_elastic(1000, 0.0001), 16, bloom(20), 9),
	(bloom(8), 9, bloom(1000, 0.001), 100), (bloom(8, 0.0001), 9, bloom(1000), 100), (bloom(10, growth => 4), 9, bloom(1000, 0.001), 100), (bloom(), 16, bloom(10, growth => 2), 9), (bloom(60000000), 9, bloom(), 16)) AS v(p, x, q, y),
	n_values(p, x, 0) AS a, n_values(q, y, x) AS b, LATERAL (SELECT a | b AS u, (SELECT bloom_union_agg(f) FROM unnest(ARRAY[a, b, NULL, a]) AS f) AS many) AS w, bloom_info(u) i;
-- but a capacity that was given to all is kept, or it is an error, with a way out
SELECT n_values(bloom(8), 9, 0) | n_values(bloom(9), 9, 9) = n_values(bloom(9), 18, 0) AS fits, bloom_can_combine(n_values(bloom(8), 9, 0), n_values(bloom(9), 9, 9)) AS can;
SELECT bloom_union_agg(n_values(bloom(8), 9, 9 * n)) FROM generate_series(1, 200) n;
SELECT bloom_cardinality(bloom_union_agg(n_values(bloom(8), 9, 9 * n)::bloom(elastic))) FROM generate_series(1, 200) n;
SELECT bloom_union_agg(n_values(bloom(1000), 900, 1000 * n)) FROM generate_series(1, 2) n;
SELECT n_values(bloom(1000), 900, 0) | n_values(bloom(1000), 900, 1000);
SELECT n_values(bloom(400000000), 1, 0) | n_values(bloom(10, 1e-9), 1, 1);
DROP FUNCTION n_values;
-- the intersection has the whole hashes of a list, and those of the elastic filter with more bits
SELECT (bloom_info(list & coded)).representation, list & coded = bloom() || 1 || 2 AS list, coded & list = list & coded AS commutes, fixed & coded = bloom(30) || 1 AS fixed,
	(bloom_info(coded & short)).capacity, coded & short = short & coded AS commutes, bloom_cardinality(coded & short) = 80 AS common, bloom_union_cardinality(coded, short) BETWEEN 110 AND 120 AS all,
	coded & short & list = coded & (short & list) AS associates
FROM (SELECT bloom_add_all(bloom(), ARRAY[1, 2, -1]) AS list, bloom_add_all(bloom(30), ARRAY[1, -2]) AS fixed, bloom_agg(i) FILTER (WHERE i <= 100) AS coded, bloom_agg_like(i, bloom_elastic(100000)) FILTER (WHERE i > 20) AS short FROM generate_series(1, 120) i) AS v;
-- elastic lists of up to 1024 whole hashes, as they were once written: they stay so until something is added
CREATE FUNCTION listed(n int) RETURNS bloom LANGUAGE sql AS $$
	SELECT (overlay(bloom()::text PLACING '02' FROM 11) || string_agg(regexp_replace(encode(h, 'hex'), '(..)(..)(..)(..)(..)(..)(..)(..)', '\8\7\6\5\4\3\2\1'), '' ORDER BY h))::bloom
	FROM (SELECT int8send(bloom_hash(i)) AS h FROM generate_series(1, n) i) AS s $$;
SELECT n, (bloom_info(f)).representation, (bloom_info(f)).cardinality, f::text::bloom = f AS text, bloom_contains_all(f, ARRAY(SELECT generate_series(1, n))) AS members,
	f || 1 = f AND f || n + 1 = bloom_add_all(bloom(), ARRAY(SELECT generate_series(1, n + 1))) AS added, f | bloom() = f AS identity, bloom(5000) | f = f | bloom(5000) AND bloom(5000) | f = bloom_add_all(bloom(5000), ARRAY(SELECT generate_series(1, n))) AS fixed,
	(bloom_uncount(bloom(5000, counting => true)) | f) @> n AS dense, (bloom_info(f & f)).representation AS itself, (f & listed(1024)) = f AS part, f::bloom(5000) = bloom_add_all(bloom(5000), ARRAY(SELECT generate_series(1, n))) AS converted,
	bloom_clear(f) = bloom() AS clear
FROM unnest('{16, 17, 500, 1024}'::int[]) AS n, listed(n) AS f;
DROP FUNCTION listed;
-- intersections of long lists, which are read beside each other if their lengths are similar
WITH f AS MATERIALIZED (
	SELECT bloom_agg(i) FILTER (WHERE i <= 50000) AS a, bloom_agg(i) FILTER (WHERE i > 25000) AS b, bloom_agg(i) FILTER (WHERE i % 100 = 0) AS few, bloom_agg(i) FILTER (WHERE i % 5 = 0) AS fifth,
		bloom_agg_like(i, bloom_elastic(1000000, 0.00001)) FILTER (WHERE i > 25000) AS bits, bloom_agg(-i) AS others FROM generate_series(1, 75000) AS i)
SELECT bloom_contains_all(a & b, ARRAY(SELECT generate_series(25001, 50000))) AS members, bloom_cardinality(a & b) AS common, bloom_cardinality(a & bits) AS bits, a & b = b & a AND a & bits = bits & a AS commutes,
	a & a = a AND a & b & b = a & b AS itself, bloom_cardinality(a & few) AS few, bloom_cardinality(a & fifth) AS fifth, a & few = few & a AS again, bloom_cardinality(a & others) AS others,
	(a & b) || 1 || 2 = (a & b) | (bloom() || 1 || 2) AND ((a & b) || 60000) @> 60000 AS added, (a & b & fifth)::text::bloom = a & b & fifth AS stored FROM f;
-- lists and a dense filter
SELECT bloom_elastic() | d = d AS united, (SELECT bloom_union_agg(f) FROM (VALUES (bloom() || 1), (d), (bloom_elastic() || 1)) AS v(f)) = d AS aggregated,
	bloom_cardinality(bloom_elastic() & d) AS common, bloom_can_combine(bloom_elastic(), d) AS can
FROM (SELECT bloom_add_all(bloom(10000), ARRAY(SELECT generate_series(1, 10000))) AS d) AS s;
-- what does not combine
SELECT (bloom_elastic() || 1) | (bloom_elastic() || 'a');
SELECT bloom_elastic() | bloom_elastic(seed => 1);
SELECT bloom_remove(bloom_elastic() || 1, 1);
SELECT bloom_fold(bloom_elastic(100) || 1, 50);
SELECT bloom_uncount(bloom_elastic() || 1) = bloom_elastic() || 1 AS same, bloom_clear(bloom_elastic() || 1) = bloom_elastic() AS clear;

-- Equality, hashing, text and binary forms
SELECT bloom_elastic() || 1 || 2 = bloom_elastic() || 2 || 1 AS same, bloom_elastic() || 1 = bloom_elastic() || 2 AS members,
	bloom_elastic() = bloom_elastic(100) AS parameters, bloom_elastic(100) = bloom(100) AS kind,
	bloom_elastic(100) = bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, 100))) AS dense;
SELECT count(*), count(DISTINCT visitors::text) FROM (SELECT visitors FROM daily UNION ALL SELECT visitors::text::bloom FROM daily UNION ALL
	SELECT visitors::bytea::bloom FROM daily UNION ALL SELECT visitors || NULL::int FROM daily) AS f;
SELECT bool_and(visitors = visitors::text::bloom AND visitors::text = visitors::bytea::bloom::text) FROM daily;
SELECT count(DISTINCT bloom_filter_hash_extended(f, 1)) FROM (SELECT bloom_elastic() || 1 || 2 AS f UNION ALL
	SELECT (bloom_elastic() || 2 || 1)::text::bloom) AS v;

-- A row changes in place; what is added to is a new value
UPDATE daily SET visitors = visitors || 123456 || 1 WHERE day = 12;
SELECT 123456 <@ visitors AND 1 <@ visitors AND 1200 <@ visitors AS added, bloom_cardinality(visitors) FROM daily WHERE day = 12;
DO $$
DECLARE f bloom := bloom_elastic();
BEGIN
	FOR i IN 1 .. 3000 LOOP
		f := f || i;
		ASSERT bloom_cardinality(f) = i OR i % 100 <> 0;
	END LOOP;
	ASSERT f = bloom_add_all(bloom_elastic(), ARRAY(SELECT generate_series(1, 3000)));
END $$;

-- Groups, windows, hashes, types without aggregates of their own
SELECT count(*), sum(bloom_cardinality(f)) FROM (SELECT bloom_agg_like(i, bloom_elastic()) AS f FROM generate_series(1, 30000) AS i GROUP BY i % 10000) AS v;
SELECT i, bloom_cardinality(bloom_agg_like(i, bloom_elastic()) OVER (ORDER BY i)) FROM generate_series(1, 3) AS i;
SELECT bloom_agg_hash_like(bloom_hash(i), bloom_elastic()) = bloom_agg_like(i, bloom_elastic()) AS same_but_class,
	(bloom_info(bloom_agg_hash_like(bloom_hash(i), bloom_elastic()))).cardinality FROM generate_series(1, 100) AS i;
SELECT bloom_cardinality(bloom_agg_like(i > 3, bloom_elastic())), bloom_cardinality(bloom_agg_like((i, 'x'), bloom_elastic())) FROM generate_series(1, 5) AS i;

-- Random sets against exact ones: unions, intersections and tests, with cut hashes that coincide
DO $$
DECLARE
	u bloom;
	members int[];
	seen bigint;
	expected float8;
	n int;
BEGIN
	FOR round IN 1 .. 60 LOOP
		u := bloom();
		members := '{}';
		FOR part IN 1 .. 1 + round % 5 LOOP
			n := (round * 7919 + part * 104729) % 900;
			u := u | bloom_add_all(CASE WHEN part % 4 = 3 THEN bloom(100000) ELSE bloom_elastic(4000, 0.02) END,
				ARRAY(SELECT round * 1000 + part * 300 + i FROM generate_series(1, n) AS i));
			members := members || ARRAY(SELECT round * 1000 + part * 300 + i FROM generate_series(1, n) AS i);
		END LOOP;
		ASSERT members = '{}' OR bloom_contains_all(u, members), 'a member is missing';
		n := (SELECT count(DISTINCT m) FROM unnest(members) AS m);
		ASSERT abs(bloom_cardinality(u) - n) <= 0.01 * n + 1, format('%s instead of %s', bloom_cardinality(u), n);
		ASSERT u = bloom_add_all(bloom_clear(u), members);
		ASSERT u & u = u;
	END LOOP;
	-- the error rate, within 4 standard deviations
	FOR round IN 1 .. 4 LOOP
		n := 500 * 4 ^ round;
		SELECT bloom_agg_like(i, bloom_elastic(200000, 0.02)) INTO u FROM generate_series(1, n) AS i;
		expected := bloom_fpp(u) * 200000;
		SELECT count(*) INTO seen FROM generate_series(1000001, 1200000) AS i WHERE i <@ u;
		ASSERT abs(seen - expected) <= 4 * sqrt(expected) + 1, format('%s instead of %s', seen, expected);
		ASSERT abs(bloom_fpp(u) - (bloom_info(u)).fpp) < 1e-12 AND bloom_fpp(u) <= 0.02 * n / 200000;
		ASSERT abs(bloom_cardinality(u) - n) <= 0.002 * n;
	END LOOP;
END $$;

-- Stored out of line; a plan that prefetches, and a join
ALTER TABLE daily ALTER visitors SET STORAGE EXTERNAL;
INSERT INTO daily SELECT 50, bloom_agg_like(i, bloom_elastic()) FROM generate_series(1, 30000) AS i;
CREATE TABLE visits AS SELECT i AS visitor FROM generate_series(1, 60000) AS i;
ANALYZE visits;
ANALYZE daily;
SELECT count(*) FILTER (WHERE visitor <= 30000), count(*) - 30000 < 20 AS few FROM visits WHERE visitor <@ (SELECT visitors FROM daily WHERE day = 50);
SELECT day, count(*) FROM visits JOIN daily ON visitor <@ visitors WHERE day IN (11, 20, 50) AND visitor <= 30000 GROUP BY day ORDER BY day;
SELECT bloom_cardinality(visitors), 30000 <@ visitors, 77 <@ visitors FROM daily WHERE day = 50;

-- Parallel plans have partial states of each aggregate
CREATE TABLE many_days AS SELECT i % 7 AS n, bloom_elastic() || i || i + 1 AS f FROM generate_series(1, 2000) AS i;
ALTER TABLE many_days SET (parallel_workers = 2);
ALTER TABLE visits SET (parallel_workers = 2);
ANALYZE many_days;
CREATE TABLE built (how text, u bloom);
SET max_parallel_workers_per_gather = 0;
INSERT INTO built SELECT 'serial', bloom_union_agg(f) FROM many_days;
INSERT INTO built SELECT 'serial', bloom_agg_like(visitor, bloom_elastic()) FROM visits;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT bloom_union_agg(f) FROM many_days;
CREATE TABLE parallel_union AS SELECT bloom_union_agg(f) AS u FROM many_days;
CREATE TABLE parallel_build AS SELECT bloom_agg_like(visitor, bloom_elastic()) AS u FROM visits;
INSERT INTO built SELECT 'parallel', u FROM parallel_union UNION ALL SELECT 'parallel', u FROM parallel_build;
SELECT count(*), count(DISTINCT u::text) FROM built;
SELECT how, bloom_cardinality(u) FROM built ORDER BY 2, 1;
RESET ALL;
DROP TABLE many_days, built, parallel_union, parallel_build;

-- Bytes from outside: each spoiled bit is refused, or gives another valid filter
CREATE FUNCTION readable(wire bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RETURN wire::bloom::bytea = wire;
EXCEPTION WHEN invalid_binary_representation OR feature_not_supported THEN
	RETURN NULL;
END $$;
-- a coded filter of 40 values
CREATE TABLE wires AS SELECT (bloom_add_all(bloom(), ARRAY(SELECT generate_series(1, 1100))) & bloom_add_all(bloom(), ARRAY(SELECT generate_series(1061, 3000))))::bytea AS few,
	(bloom_add_all(bloom(), ARRAY(SELECT generate_series(1, 1100))) & bloom_add_all(bloom(), ARRAY(SELECT generate_series(2001, 3100))))::bytea AS none;
SELECT (bloom_info(few::bloom)).representation, (bloom_info(few::bloom)).cardinality, (bloom_info(none::bloom)).representation, (bloom_info(none::bloom)).cardinality FROM wires;
SELECT count(*) > 500 AS many, bool_and(readable(set_bit(few, bit, 1 - get_bit(few, bit)))) AS exact FROM wires, generate_series(0, 8 * 250) AS bit WHERE bit < 8 * length(few);
SELECT count(readable(substr(few, 1, n))) FROM wires, generate_series(0, 240) AS n WHERE n < length(few);
-- headers that contradict themselves or the content
SELECT what, readable(overlay(none PLACING bytes FROM at)) FROM wires, (VALUES ('whole hashes', 2, '\x0c'::bytea), ('whole hashes, not elastic', 2, '\x08'), ('dense', 2, '\x05'), ('counting', 2, '\x06'),
	('coded state', 2, '\x10'), ('elastic and coded state', 2, '\x94'), ('growth', 4, '\x02'), ('no capacity', 21, '\x0000000000000000'), ('too many', 41, '\xffffffffffffffff'), ('one', 41, '\x0100000000000000')) AS v(what, at, bytes);
-- a state of whole hashes that is not elastic, without and with a capacity
SELECT readable(state), readable(overlay(state PLACING '\x01' FROM 21)) FROM (VALUES ('\x018801020200000000000000000000000000000000000000000000007b14ae47e17a843f43e2ee915cc686202e79db643559bc2f7d2ef4c12920924d'::bytea)) AS v(state);
-- three different hashes of one bit
SELECT readable(overlay(overlay(none PLACING '\x0100000000000000000000000000e03f' FROM 21) PLACING '\x0300000000000000' FROM 41) || '\x0000000000000000') FROM wires;
DROP TABLE wires;

-- Stored out of line, single values are tested by reading parts: few and many hashes, chosen ones, those at the ends
CREATE TABLE parts (n int, f bloom);
ALTER TABLE parts ALTER f SET STORAGE EXTERNAL;
INSERT INTO parts SELECT n, bloom_agg_like(i, bloom()) FROM unnest(ARRAY[20000, 60000, 200000, 1000000]) AS n, generate_series(1, n) AS i GROUP BY n;
-- one bucket has nearly all hashes; all hashes are in the upper half
INSERT INTO parts SELECT -1, bloom_agg_hash_like(CASE WHEN i % 1000 = 0 THEN bloom_hash(i) ELSE (77::bigint << 48) + (i::bigint << 31) END, bloom()) FROM generate_series(1, 40000) AS i;
INSERT INTO parts SELECT -2, bloom_agg_hash_like(bloom_hash(i) / 2, bloom()) FROM generate_series(1, 40000) AS i;
CREATE FUNCTION tested_alone(which int, hash bigint) RETURNS bool LANGUAGE sql AS $$ SELECT bloom_contains_hash(f, hash) FROM parts WHERE n = which $$;
SELECT n, count(*) FILTER (WHERE NOT tested_alone(n, bloom_hash(i))) AS missed, count(*) FILTER (WHERE tested_alone(n, bloom_hash(-i))) AS wrong FROM parts, generate_series(1, 20000, 199) AS i WHERE n > 0 GROUP BY n ORDER BY n;
SELECT count(*) FILTER (WHERE NOT tested_alone(-1, (77::bigint << 48) + (i::bigint << 31))) AS missed, count(*) FILTER (WHERE tested_alone(-1, (77::bigint << 48) + (i::bigint << 31) + (1 << 30))) AS "same 33 bits",
	count(*) FILTER (WHERE tested_alone(-1, (78::bigint << 48) + (i::bigint << 31))) AS wrong FROM generate_series(1, 39999, 1001) AS i;
SELECT count(*) FILTER (WHERE NOT tested_alone(-2, bloom_hash(i) / 2)) AS missed, count(*) FILTER (WHERE tested_alone(-2, bloom_hash(i))) < 30 AS few FROM generate_series(1, 40000, 401) AS i;
SELECT n, tested_alone(n, 0) AS lowest, tested_alone(n, -1) AS highest FROM parts ORDER BY n;
UPDATE parts SET f = bloom_add_hash(bloom_add_hash(f, 0), -1);
SELECT n, tested_alone(n, 0) AS lowest, tested_alone(n, -1) AS highest FROM parts ORDER BY n;
DROP FUNCTION tested_alone;
DROP TABLE parts;

-- An order by stored bytes: distinct ones, sorting, unique ones, merge joins
CREATE TABLE ordered (n int, f bloom UNIQUE);
INSERT INTO ordered SELECT n, bloom() || n FROM generate_series(1, 100) AS n;
INSERT INTO ordered VALUES (101, bloom() || 7);
SELECT count(DISTINCT f), count(DISTINCT f::bytea), min(n) FROM ordered;
SELECT bool_and(f::bytea < next::bytea AND f < next AND f <= next AND next > f AND next >= f AND bloom_cmp(f, next) = -1 AND bloom_cmp(next, f) = 1) AS ascending FROM (SELECT f, lead(f) OVER (ORDER BY f) AS next FROM ordered) AS v WHERE next IS NOT NULL;
SET enable_hashjoin = off;
SET enable_nestloop = off;
CREATE TABLE unordered AS SELECT f FROM ordered;
DO $$
DECLARE
	line text;
	merges bool := false;
BEGIN
	FOR line IN EXPLAIN SELECT FROM ordered a JOIN unordered b USING (f) LOOP
		merges := merges OR line ~ 'Merge Join';
	END LOOP;
	RAISE NOTICE 'merge join: %', merges;
END $$;
SELECT count(*) FROM ordered a JOIN unordered b USING (f);
DROP TABLE unordered;
RESET enable_hashjoin;
RESET enable_nestloop;
-- in memory and stored, a prefix, and the same bytes
SELECT bloom() || 1 < bloom() || 1 || 2 AS longer, bloom() < bloom() AS itself, bloom() <= bloom() AS equal, bloom() || 7 = f AS stored FROM ordered WHERE n = 7;
DROP TABLE ordered;

DROP TABLE daily, others, visits;
DROP FUNCTION readable;

-- Warnings: past the capacity, and whenever that doubles
CREATE TABLE small_capacity (f bloom(1000, elastic));
INSERT INTO small_capacity SELECT bloom_agg_like(i, bloom_elastic(1000)) FROM generate_series(1, 900) AS i;
UPDATE small_capacity SET f = f || 901;
UPDATE small_capacity SET f = bloom_add_all(f, ARRAY(SELECT generate_series(800, 1900)));
UPDATE small_capacity SET f = f || 1901;
UPDATE small_capacity SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1901, 2300)));
-- workers do not warn
SET max_parallel_workers = 0;
SELECT bloom_agg_like(i, bloom_elastic(1000)) IS NOT NULL AS warned FROM generate_series(1, 5000) AS i;
RESET max_parallel_workers;
DROP TABLE small_capacity;
