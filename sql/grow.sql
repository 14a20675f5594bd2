-- Filters that grow, and those of any number of values
SET client_min_messages = warning;
-- a growing filter keeps its rate, however far past its capacity, by adding layers
CREATE TABLE grown AS
SELECT growth, rate, n, bloom_add_all(bloom(100, rate, growth), ARRAY(SELECT generate_series(1, n))) AS f
FROM (VALUES (2, 0.01), (4, 0.01), (2, 0.1), (4, 1e-4)) AS v(growth, rate), unnest(ARRAY[30, 100, 1000, 20000, 204700]) AS n;
SELECT growth, rate, n, (bloom_info(f)).representation, (bloom_info(f)).layers, abs(bloom_cardinality(f) - n) <= 2 + 0.02 * n AS cardinality, bloom_fpp(f) <= rate AS promised,
	(SELECT count(*) FROM generate_series(1, n) i WHERE NOT i <@ f) AS missed,
	(SELECT count(*) FROM generate_series(-50000, -1) i WHERE i <@ f) <= rate * 50000 + 4 * sqrt(rate * 50000) AS kept
FROM grown ORDER BY growth, rate, n;
-- within twice or thrice the bits of a filter of the right size
SELECT (bloom_info(f)).bytes::float8 / (bloom_size(n, rate)).bytes < 3 AS small FROM grown WHERE n = 204700 AND growth = 2;
-- what is in it already takes no room
SELECT bloom_add_all(f, ARRAY(SELECT generate_series(1, n))) = f AS again FROM grown WHERE n IN (30, 20000) ORDER BY growth, rate, n;
-- more can be added to what was stored
SELECT bloom_fpp(g) <= rate AS promised, (bloom_info(g)).layers > (bloom_info(f)).layers AS grew, bloom_contains_all(g, ARRAY(SELECT generate_series(1, 300000))) AS members
FROM grown, LATERAL (SELECT bloom_add_all(f, ARRAY(SELECT generate_series(204701, 500000))) AS g) AS v WHERE n = 204700 AND rate = 0.01 ORDER BY growth;

-- hashes in ascending order, as from an index, do not fill the first blocks of a layer only
CREATE FUNCTION filled_in_order(n int) RETURNS bloom LANGUAGE plpgsql AS $$
DECLARE
	f bloom := bloom(100, 0.01, 2);
	h bytea;
BEGIN
	FOR h IN SELECT int8send(bloom_hash(i)) FROM generate_series(1, n) i ORDER BY 1 LOOP
		f := bloom_add_hash(f, ('x' || encode(h, 'hex'))::bit(64)::bigint);
	END LOOP;
	RETURN f;
END $$;
SELECT (bloom_info(f)).layers, bloom_fpp(f) <= 0.01 AS promised, (SELECT count(*) FROM generate_series(1, 50000) i WHERE NOT bloom_contains_hash(f, bloom_hash(i))) AS missed,
	(SELECT count(*) FROM generate_series(-100000, -1) i WHERE bloom_contains_hash(f, bloom_hash(i))) <= 1000 + 4 * sqrt(1000) AS kept
FROM (SELECT filled_in_order(50000) AS f OFFSET 0) AS v;
DROP FUNCTION filled_in_order;

-- union keeps every member, and tells its error rate
CREATE TABLE halves AS
SELECT bloom_add_all(bloom(100, 0.01, 2), ARRAY(SELECT generate_series(1, 5000))) AS a,
	bloom_add_all(bloom(100, 0.01, 2), ARRAY(SELECT generate_series(2501, 7500))) AS b,
	bloom_add_all(bloom(100, 0.01, 2), ARRAY(SELECT generate_series(7501, 7520))) AS few;
SELECT count(*) FILTER (WHERE NOT i <@ u) AS missed FROM (SELECT a | b | few AS u FROM halves OFFSET 0) AS v, generate_series(1, 7520) i;
SELECT abs(count(*) FILTER (WHERE i <@ u) / 100000.0 - rate) < 4 * sqrt(rate / 100000) AS told
FROM (SELECT u, bloom_fpp(u) AS rate FROM (SELECT a | b AS u FROM halves OFFSET 0) AS v OFFSET 0) AS w, generate_series(-100000, -1) i GROUP BY rate;
SELECT a | a = a AS itself, a | few = a AS few_more, (a | few) @> 7501 AND (few | a) @> 7501 AS members, (bloom_info(a | a)).layers = (bloom_info(a)).layers AS layers,
	a | bloom_clear(a) = a AS with_empty, bloom_clear(a) | a = a AS empty_with FROM halves;
SELECT bloom_union_agg(f) @> 7520 AS union_agg FROM (SELECT a FROM halves UNION ALL SELECT few FROM halves UNION ALL SELECT b FROM halves) AS v(f);
-- what would be wrong is an error
SELECT a & b FROM halves;
SELECT bloom_intersection_cardinality(a, b) FROM halves;
SELECT bloom_jaccard(a, b) FROM halves;
SELECT a | bloom_add_all(bloom(100, 0.01, 4), ARRAY(SELECT generate_series(1, 1000))) FROM halves;
SELECT bloom_contains_all(f, ARRAY[1, 5000, 10001]) AS with_a_list, (bloom_info(f)).growth FROM (SELECT a | b | bloom(100, 0.01, 4) || 10001 FROM halves) AS v(f);
SELECT a | bloom_add_all(bloom(200, 0.01, 2), ARRAY(SELECT generate_series(1, 1000))) FROM halves;
SELECT a | bloom_uncount(bloom(100, counting => true)) FROM halves;
-- but not of a list
SELECT bloom_cardinality(a & few) AS common, bloom_intersection_cardinality(a, b & few) AS estimate, (a & few) = (few & a) AS commutes,
	bloom_union_cardinality(few, b) BETWEEN 4900 AND 5100 AS "union" FROM halves;
-- nor of one layer
SELECT bloom_contains_all(a & b, ARRAY(SELECT generate_series(41, 60))) AS members, bloom_intersection_cardinality(a, b) BETWEEN 15 AND 25 AS common
FROM (SELECT bloom_add_all(bloom(100, 0.01, 2), ARRAY(SELECT generate_series(1, 60))) AS a,
	bloom_add_all(bloom(100, 0.01, 2), ARRAY(SELECT generate_series(41, 100))) AS b) AS v;
DROP TABLE halves, grown;

-- a list of any length, as others may write it, turns dense when something is added
CREATE FUNCTION listed(shape bloom, n integer) RETURNS bloom LANGUAGE sql AS $$
	SELECT (overlay(shape::text PLACING '02' FROM 11) || string_agg(regexp_replace(encode(h, 'hex'), '(..)(..)(..)(..)(..)(..)(..)(..)', '\8\7\6\5\4\3\2\1'), '' ORDER BY h))::bloom
	FROM (SELECT int8send(bloom_hash(i)) AS h FROM generate_series(1, n) i) AS s $$;
SELECT (bloom_info(sparse)).representation, (bloom_info(dense)).representation AS "and", sparse = dense AS eq, sparse || 1 = dense AS turned
FROM (SELECT bloom_add_all(bloom(100, 0.01, 2), ARRAY(SELECT generate_series(1, 60))) AS dense) AS d, listed(bloom(100, 0.01, 2), 60) AS sparse;
-- but not in the cache of what is only tested
CREATE TABLE long_list (f bloom);
ALTER TABLE long_list ALTER f SET STORAGE EXTERNAL;
INSERT INTO long_list SELECT listed(bloom(10, 0.5, growth => 2), 5000);
SELECT count(*) FILTER (WHERE i <= 5000) AS members, count(*) FILTER (WHERE i > 5000) AS others FROM long_list, generate_series(1, 105000) i WHERE f @> i;
DROP TABLE long_list;
DROP FUNCTION listed;

-- bloom() does not grow, but is coded
SELECT n, (bloom_info(f)).representation, (bloom_info(f)).capacity, (bloom_info(f)).growth, abs(bloom_cardinality(f) - n) <= 0.05 * n AS cardinality, bloom_fpp(f) <= 0.01 AS promised,
	bloom_contains_all(f, ARRAY(SELECT generate_series(1, n))) AS members
FROM unnest(ARRAY[1, 16, 17, 1100, 30000]) AS n, LATERAL (SELECT bloom_add_all(bloom(), ARRAY(SELECT generate_series(1, n))) AS f) AS v;
SELECT bloom() | bloom() = bloom() AS identity, (bloom() || 1) | (bloom() || 2) = bloom() || 2 || 1 AS "union",
	(bloom() || 1) | (bloom(10) || 2) = bloom(10) || 1 || 2 AS takes_shape, (bloom(10) || 2) | (bloom() || 1) = bloom(10) || 1 || 2 AS commutes,
	(bloom() || 1 || 2) & (bloom(10) || 2 || 3) = bloom(10) || 2 AS intersection, bloom_cardinality((bloom() || 1 || 2) & (bloom() || 2 || 3)) AS itself,
	bloom(seed => 5, capacity => 10) | bloom() = bloom(10, seed => 5) AS any_seed_if_empty,
	bloom_elastic(seed => 5) | bloom() = bloom_elastic(seed => 5) AS empty_with_seed;
SELECT bloom_elastic(seed => 5) | bloom(10);
SELECT (bloom() || 1) | bloom(10, seed => 5);
SELECT (bloom() || 1) | (bloom(10) || 'a');

-- bloom_agg without a capacity: like bloom(), and with an error rate like bloom_elastic()
SELECT n, f = g AS int4, f = h AS repeats, f = k AS any, t = u AS text FROM unnest(ARRAY[1, 16, 17, 100, 5000]) AS n, LATERAL (
	SELECT bloom_agg(i) AS f, bloom_add_all(bloom(), array_agg(i)) AS g, bloom_agg(i, NULL, 0.01) AS k, bloom_agg('x' || i, NULL, 0.001) AS t,
		bloom_add_all(bloom_elastic(error_rate => 0.001), array_agg('x' || i)) AS u
	FROM generate_series(1, n) i) AS v,	LATERAL (SELECT bloom_agg(i % n + 1) AS h FROM generate_series(1, 3 * n) i) AS w;
SELECT bloom_agg(i::smallint) = bloom_agg(i) AS int2, bloom_agg(i::bigint) = bloom_agg(i) AS int8, bloom_agg(i::oid) = bloom_agg(i) AS oid,
	bloom_agg(i::text::varchar) = bloom_agg(i::text) AS varchar, bloom_agg_hash(bloom_hash(i)) = bloom_agg_hash_like(bloom_hash(i), bloom()) AS hash,
	bloom_agg(i::numeric) = bloom_agg_like(i::numeric, bloom()) AS numeric, bloom_agg(i, NULL::bigint) = bloom_agg(i) AS null_capacity
FROM generate_series(1, 500) i;
SELECT bloom_agg(i) = bloom() AS over_no_rows FROM generate_series(1, 0) i;
SELECT bloom_agg(NULL::int) = bloom() AS over_nulls, bloom_agg(i) FILTER (WHERE i = 3) = bloom() || 3 AS filter, bloom_agg(DISTINCT i) = bloom_agg(i) AS distinct FROM generate_series(1, 5) i;
SELECT bloom_agg(i, CASE WHEN i > 1 THEN 10 END) FROM generate_series(1, 2) i;
SELECT bloom_agg(i, CASE WHEN i < 2 THEN 10 END) FROM generate_series(1, 2) i;
SELECT string_agg(bloom_cardinality(f)::text, ' ' ORDER BY i) AS windowed FROM (SELECT i, bloom_agg(i) OVER (ORDER BY i) AS f FROM generate_series(1, 20) i) AS v;
SELECT bool_and(f = bloom_add_all(bloom(), ARRAY(SELECT generate_series(1, i)))) AS windowed FROM (SELECT i, bloom_agg(i) OVER (ORDER BY i) AS f FROM generate_series(1, 30) i) AS v;

-- what does not fit into memory goes to a file
SET work_mem = '64kB';
SET hash_mem_multiplier = 2;
SELECT n, (bloom_info(f)).growth, bloom_fpp(f) <= 0.0103 AS promised, abs(bloom_cardinality(f) - n) < 0.02 * n AS cardinality,
	(bloom_info(f)).bytes < 12 * (bloom_size(n)).bytes AS bounded, (SELECT count(*) FROM generate_series(1, n) i WHERE NOT i <@ f) AS missed,
	(SELECT count(*) FROM generate_series(-50000, -1) i WHERE i <@ f) <= 500 + 4 * sqrt(500) AS kept
FROM unnest(ARRAY[3000, 20000, 50000, 300000]) AS n, LATERAL (SELECT bloom_agg(i) AS f FROM generate_series(1, n) i) AS v;
-- whatever the order in which the hashes come: of a sort, an index, a clustered table
SELECT n, direction, (bloom_info(g)).layers, bloom_fpp(f) <= 0.01 AS promised, bloom_fpp(g) <= 0.01 AS promised_like,
	(SELECT count(*) FROM generate_series(1, n) i WHERE NOT bloom_contains_hash(f, bloom_hash(i)) OR NOT bloom_contains_hash(g, bloom_hash(i))) AS missed,
	(SELECT abs(count(*) - 200000 * bloom_fpp(f)) <= 1 + 4 * sqrt(200000 * bloom_fpp(f)) FROM generate_series(-200000, -1) i WHERE bloom_contains_hash(f, bloom_hash(i))) AS told,
	(SELECT abs(count(*) - 200000 * bloom_fpp(g)) <= 1 + 4 * sqrt(200000 * bloom_fpp(g)) FROM generate_series(-200000, -1) i WHERE bloom_contains_hash(g, bloom_hash(i))) AS told_like
FROM (VALUES (3000, 0, 'any'), (20000, 1, 'ascending'), (20000, -1, 'descending'), (250000, 1, 'ascending'), (250000, -1, 'descending')) AS v(n, by, direction),
	LATERAL (SELECT bloom_agg_hash(h) AS f, bloom_agg_hash_like(h, bloom(1000, growth => 2)) AS g
		FROM (SELECT bloom_hash(i) AS h FROM generate_series(1, n) i ORDER BY by * (bloom_hash(i) / 2)) AS s) AS w;
-- in parallel
CREATE TABLE many AS SELECT i, 'http://example.com/' || i AS url FROM generate_series(1, 200000) i;
ALTER TABLE many SET (parallel_workers = 2);
ANALYZE many;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
CREATE VIEW built AS
SELECT bloom_agg(url) AS itself, bloom_agg(i % 1000) AS few, bloom_agg_like(url, bloom(100, 0.01, 2)) AS growing, bloom_agg_like(i % 1000, bloom(100, 0.01, 2)) AS growing_few,
	bloom_agg(i) FILTER (WHERE i < 0) AS none, bloom_union_agg(bloom(10, 0.01, 2) || i % 1000) AS united
FROM many;
EXPLAIN (COSTS OFF) CREATE TABLE parallel AS SELECT * FROM built;
CREATE TABLE parallel AS SELECT * FROM built;	-- longer than memory in each
SET work_mem = '64MB';
CREATE TABLE parallel_lists AS SELECT * FROM built;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE serial AS SELECT * FROM built;
SELECT p.itself::text = s.itself::text AS itself, p.few::text = s.few::text AS few, p.growing::text = s.growing::text AS growing,
	p.growing_few::text = s.growing_few::text AS growing_few, p.none::text = s.none::text AS none FROM (SELECT * FROM parallel_lists UNION ALL SELECT * FROM parallel) p, serial s;
SELECT name, (SELECT count(*) FROM many WHERE NOT url <@ f) AS missed, bloom_fpp(f) <= 0.01 AS promised,
	(SELECT count(*) FROM generate_series(1, 100000) i WHERE 'http://example.net/' || i <@ f) <= 1000 + 4 * sqrt(1000) AS kept
FROM parallel, LATERAL (VALUES ('itself', itself), ('growing', growing)) AS v(name, f);
SELECT count(*) FILTER (WHERE NOT few @> i % 1000 OR NOT growing_few @> i % 1000 OR NOT united @> i % 1000) AS missed, bool_and(none = bloom()) AS none FROM parallel, many;
DROP VIEW built;
DROP TABLE many, parallel, parallel_lists, serial;

-- many partial states, as those of partitions are
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
SET enable_partitionwise_aggregate = on;
CREATE TABLE parted (i int) PARTITION BY LIST ((i % 64));
DO $$BEGIN
	FOR i IN 0 .. 63 LOOP
		EXECUTE format('CREATE TABLE part%1$s PARTITION OF parted FOR VALUES IN (%1$s)', i);
	END LOOP;
END$$;
INSERT INTO parted SELECT generate_series(1, 640000);
CREATE FUNCTION partial_states(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE line text; states bigint := 0;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
		states := states + (line ~ 'Partial Aggregate')::int;
	END LOOP;
	RETURN states;
END $$;
SELECT partial_states('SELECT bloom_agg(i) FROM parted');
SELECT bloom_fpp(f) <= 0.01 AS promised, bloom_fpp(g) <= 0.01 AS promised_like, abs(bloom_cardinality(f) - 640000) < 6400 AS cardinality,
	(SELECT count(*) FROM generate_series(1, 640000, 97) i WHERE NOT i <@ f OR NOT i <@ g) AS missed,
	(SELECT count(*) FROM generate_series(-50000, -1) i WHERE i <@ f) <= 500 + 4 * sqrt(500) AS kept
FROM (SELECT bloom_agg(i) AS f, bloom_agg_like(i, bloom(1000, growth => 2)) AS g FROM parted) AS v;
DROP FUNCTION partial_states;
DROP TABLE parted;
RESET enable_partitionwise_aggregate;
RESET hash_mem_multiplier;
RESET work_mem;
RESET client_min_messages;
-- found by fuzzing: a dense filter of a capacity that no list can have
SELECT overlay(bloom_add_all(bloom(1, growth => 2), ARRAY(SELECT generate_series(1, 20)))::bytea PLACING '\x0000000000000040' FROM 21)::bloom;

-- unions of growing filters, of which some are lists, stay linear in bytes, in whatever order
CREATE TABLE alternate AS SELECT n, bloom_add_all(bloom(1000, growth => 2), ARRAY(SELECT n * 10000 + generate_series(1, CASE n % 10 WHEN 0 THEN 4000 ELSE 200 END))) AS f FROM generate_series(1, 60) n;
SELECT m, o, (bloom_info(f)).bytes < 1.1 * bytes AS linear, (SELECT count(*) FROM generate_series(1, m) n, generate_series(1, 200) i WHERE NOT f @> n * 10000 + i) AS missed,
	(bloom_info(f)).cardinality BETWEEN 0.99 * total AND 1.1 * total AS cardinality, bloom_fpp(f) < 0.011 AS fpp
FROM unnest('{6, 24, 60}'::int[]) m, unnest('{in turn, lists first, lists last}'::text[]) o,
	LATERAL (SELECT bloom_union_agg(f ORDER BY CASE o WHEN 'in turn' THEN 0 WHEN 'lists first' THEN -(n % 10) ELSE n % 10 END, n) AS f, sum(octet_length(f::bytea)) AS bytes, sum(CASE n % 10 WHEN 0 THEN 4000 ELSE 200 END) AS total FROM alternate WHERE n <= m) AS v;
DO $$
DECLARE
	u bloom := bloom(1000, growth => 2);
	g bloom;
BEGIN
	FOR g IN SELECT f FROM alternate WHERE n <= 30 ORDER BY n LOOP
		u := u | g;
	END LOOP;
	RAISE NOTICE '%', (bloom_info(u)).bytes < 200000;
END $$;
-- the error rates of layers add up
SELECT bloom_can_combine(f, (SELECT bloom_union_agg(f) FROM alternate)) FROM alternate WHERE n = 10;
SELECT bloom_union_agg(f) FROM (SELECT bloom_add_all(bloom(1000, growth => 2), ARRAY(SELECT n * 10000 + generate_series(1, 4000))) AS f FROM generate_series(1, 30) n) AS v;
DROP TABLE alternate;
