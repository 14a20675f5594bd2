-- The union of filters of all kinds does not depend on the order of rows, nor on who adds up what: compared with sets
SET client_min_messages = error;	-- some filters hold more than their capacity, and warn
CREATE FUNCTION dice(seed text, sides int) RETURNS int LANGUAGE sql IMMUTABLE AS $$
	SELECT ('x' || substr(md5(seed), 1, 7))::bit(28)::int % sides
$$;

-- up to n of the numbers to 20000, and with no empty array
CREATE FUNCTION members(seed text, n int) RETURNS int[] LANGUAGE sql IMMUTABLE AS $$
	SELECT ARRAY(SELECT 1 + (dice(seed, 20000) + v) % 20000 FROM generate_series(1, dice(seed || 'n', n) + 1) v)
$$;

CREATE TABLE rows (s int, n int, kind text, members int[], f bloom) PARTITION BY LIST (n);
-- the larger one comes first in a plan
CREATE TABLE rows_0 PARTITION OF rows FOR VALUES IN (0, 3, 6, 7);
CREATE TABLE rows_1 PARTITION OF rows FOR VALUES IN (1, 4, 5);
CREATE TABLE rows_2 PARTITION OF rows FOR VALUES IN (2);

-- sets of 8 filters each: of lists alone, with dense filters of one shape, with ones that fold, with growing ones, and with coded ones
INSERT INTO rows
SELECT s, n, kind, members, CASE kind
		WHEN 'list' THEN bloom_add_all(shape, members[1:(bloom_size((bloom_info(shape)).capacity, (bloom_info(shape)).error_rate)).bytes / 8 - 6])
		WHEN 'elastic list' THEN bloom_add_all(CASE s % 3 WHEN 0 THEN bloom_elastic(error_rate => 0.003) ELSE bloom() END, members[1:16])
		WHEN 'coded' THEN bloom_add_all(bloom_elastic((ARRAY[50000000, 2000000, 1000000, 100000])[1 + dice(s || 'F' || n, 4)], (ARRAY[0.01, 0.02])[1 + dice(s || 'r' || n, 2)]), members)
		WHEN 'growing list' THEN bloom_add_all(bloom(1000, growth => 2), members[1:50])
		WHEN 'dense' THEN bloom_uncount(bloom_add_all(bloom(4096, counting => true), members))
		WHEN 'folds' THEN bloom_uncount(bloom_add_all(bloom(4096 << dice(s || ' ' || n, 3), counting => true), members))
		ELSE bloom_add_all(bloom(100, growth => 2), members || members(s || 'more', 2000)) END
FROM generate_series(1, 120) s, generate_series(0, 7) n,
	LATERAL (SELECT (ARRAY['list', 'list', 'elastic list', CASE s % 2 WHEN 0 THEN 'growing list' ELSE 'list' END,
			CASE WHEN s > 80 THEN 'coded' ELSE (ARRAY['list', 'dense', 'folds', 'grown'])[1 + s % 4] END])[1 + dice(s || 'kind' || n, 5)] AS kind) AS k,
	LATERAL (SELECT members(s || 'members' || n, (ARRAY[200, 1500, 4000])[1 + s % 3]) AS members) AS m,
	LATERAL (SELECT bloom((ARRAY[20, 100, 300, 2000, 5000, 100000])[1 + dice(s || 'capacity' || n, 6)], (ARRAY[0.01, 0.001])[1 + dice(s || 'rate' || n, 2)]) AS shape) AS b;
UPDATE rows SET kind = 'elastic list' WHERE kind = 'coded' AND (bloom_info(f)).representation <> 'coded';
-- what a list does not have room for isn't in it
UPDATE rows SET members = ARRAY(SELECT v FROM unnest(members) v WHERE f @> v) WHERE kind IN ('list', 'elastic list', 'growing list');

-- the result of a query, or its error
CREATE FUNCTION outcome(query text, VARIADIC arguments text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result bloom;
BEGIN
	EXECUTE query INTO result USING arguments[1], arguments[2];
	RETURN result::text;
EXCEPTION WHEN data_exception THEN
	RETURN SQLERRM;
END $$;
CREATE TABLE outcomes AS
SELECT s, 'order ' || o AS way, outcome('SELECT bloom_union_agg(f ORDER BY md5(n || $2)) FROM rows WHERE s = $1::int', s::text, o::text) AS outcome
FROM generate_series(1, 120) s, generate_series(1, 4) o;
-- partial states of workers
ALTER TABLE rows_0 SET (parallel_workers = 2);
ALTER TABLE rows_1 SET (parallel_workers = 2);
ALTER TABLE rows_2 SET (parallel_workers = 2);
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
ANALYZE rows;
EXPLAIN (COSTS off) SELECT bloom_union_agg(f) FROM rows WHERE s = 1;
CREATE VIEW parallel AS SELECT s, outcome('SELECT bloom_union_agg(f) FROM rows WHERE s = $1::int', s::text) FROM generate_series(1, 120) s;
INSERT INTO outcomes SELECT s, 'parallel', outcome FROM parallel;
SELECT bloom_union_agg(f) = bloom() AS over_no_rows FROM rows WHERE s < 0;
SET parallel_leader_participation = off;
SELECT bloom_union_agg(f) = bloom() AS over_no_rows, bloom_union_agg(f) FILTER (WHERE s = 1 AND n = 1) IS NOT NULL AS over_one FROM rows WHERE s = -1;
INSERT INTO outcomes SELECT s, 'workers alone', outcome FROM parallel;

-- what comes out, from the sets: of lists, the joined parameters; of others, those of the coded or dense ones, unless that is too full
CREATE FUNCTION expected(which int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	f bloom;
	everything int[] := ARRAY(SELECT DISTINCT v FROM rows, unnest(members) v WHERE s = which);
	kinds text[] := ARRAY(SELECT kind FROM rows WHERE s = which);
	p record;
	result record;
BEGIN
	SELECT max(i.capacity) FILTER (WHERE kind <> 'elastic list') AS capacity, max(i.growth) AS growth, min(i.error_rate) AS rate INTO p
	FROM rows r, bloom_info(r.f) i WHERE s = which;
	IF 'coded' = ANY (kinds) THEN
		SELECT bloom_clear(r.f) INTO f FROM rows r, bloom_info(r.f) i WHERE s = which AND kind = 'coded'
		ORDER BY ceil(log(2, (i.capacity / i.error_rate)::numeric)), i.capacity DESC, i.error_rate LIMIT 1;
		f := bloom_add_all(f, everything);
	ELSIF kinds && '{dense,folds}' THEN
		SELECT bloom_clear(r.f) INTO f FROM rows r, bloom_info(r.f) i WHERE s = which AND kind IN ('dense', 'folds') ORDER BY i.capacity LIMIT 1;
		f := bloom_uncount(bloom_add_all(bloom((bloom_info(f)).capacity, counting => true), everything));
	ELSIF p.capacity IS NULL OR
		p.growth = 0 AND 'elastic list' = ANY (kinds) AND cardinality(everything) > greatest(p.capacity, ((bloom_size(p.capacity, p.rate)).bytes - 41) / 8) THEN
		f := bloom_add_all(bloom_elastic(greatest(50000000, p.capacity), p.rate), everything);
	ELSE
		f := bloom_add_all(bloom(p.capacity, p.rate, growth => p.growth), everything);
	END IF;
	SELECT * INTO result FROM bloom_info(f);
	RETURN CASE WHEN result.growth = 0 AND result.representation <> 'sparse' AND result.fpp > result.error_rate AND
		result.cardinality > 1.01 * result.capacity + 3 * sqrt(result.capacity) THEN 'bloom filters cannot be combined without exceeding their error rate' ELSE f::text END;
END $$;
CREATE VIEW summary AS
SELECT s, (SELECT string_agg(DISTINCT kind, ', ' ORDER BY kind) FROM rows WHERE rows.s = outcomes.s) AS kinds, count(*) AS ways, count(DISTINCT outcome) AS outcomes,
	min(outcome) AS outcome
FROM outcomes GROUP BY s;
SELECT s, kinds, left(outcome, 60) AS outcome, left(expected(s), 60) AS expected FROM summary
WHERE kinds !~ 'grown' AND (outcomes > 1 OR outcome <> expected(s) AND substr(outcome, 9, 2) = '00') ORDER BY s;
-- growing filters have the same members, but may have other bits
SELECT s, way FROM outcomes WHERE CASE WHEN outcome !~ '^bloom' AND substr(outcome, 9, 2) <> '00' THEN NOT
	bloom_contains_all(outcome::bloom, ARRAY(SELECT v FROM rows, unnest(members) v WHERE rows.s = outcomes.s)) END;
-- all this has happened
SELECT kinds, count(*) AS sets, count(*) FILTER (WHERE outcome ~ '^bloom') AS errors FROM summary GROUP BY kinds ORDER BY kinds COLLATE "C";
DROP VIEW summary, parallel;
DROP TABLE outcomes;

-- neither does the intersection: of elastic filters, with shortened hashes or not, of fixed ones with the same parameters,
-- of growing ones, and of some that have no intersection, although a list hides that if it comes first
TRUNCATE rows;
INSERT INTO rows
SELECT s, n, kind, v, CASE kind
		WHEN 'list' THEN bloom_add_all(bloom(4096), v[1:400])
		WHEN 'dense' THEN bloom_uncount(bloom_add_all(bloom(4096, counting => true), v))
		WHEN 'counting' THEN bloom_add_all(bloom(4096, counting => true), v)
		WHEN 'large' THEN bloom_add_all(bloom(8192), v)
		WHEN 'none' THEN bloom()
		WHEN 'few' THEN bloom_add_all(bloom(), v[1:16])
		WHEN 'coded' THEN bloom_add_all(bloom_elastic((ARRAY[50000000, 2000000, 100000])[1 + dice(s || 'F' || n, 3)]), v)
		WHEN 'growing' THEN bloom_add_all(bloom(3000, growth => 2), v[1:200])
		ELSE bloom_add_all(bloom(3000, growth => 2), v) END
FROM generate_series(1, 120) s, generate_series(0, 4) n,
	LATERAL (SELECT (CASE s % 6 WHEN 0 THEN '{few,coded,coded,none}' WHEN 1 THEN '{list,dense,list,dense,none}' WHEN 2 THEN '{list,large,dense,none}'
			WHEN 3 THEN '{growing,grown,none}' WHEN 4 THEN '{counting,counting,none}' ELSE '{list,list,few,growing,coded}' END::text[]) AS all_kinds) AS a,
	LATERAL (SELECT all_kinds[1 + dice(s || 'kind' || n, cardinality(all_kinds))] AS kind) AS k,
	LATERAL (SELECT ARRAY(SELECT i FROM generate_series(1, 1000 + dice(s || 'n' || n, 2000)) i WHERE i < 10 OR dice(s || 'v' || n || i, 3) > 0) AS v) AS m;
UPDATE rows SET members = ARRAY(SELECT v FROM unnest(members) v WHERE f @> v) WHERE kind IN ('list', 'few', 'growing', 'none');
SET max_parallel_workers_per_gather = 0;
CREATE TABLE outcomes AS
SELECT s, outcome('SELECT bloom_intersection_agg(f ORDER BY md5(n || $2)) FROM rows WHERE s = $1::int', s::text, o::text) FROM generate_series(1, 120) s, generate_series(1, 6) o;
SET max_parallel_workers_per_gather = 2;
SET parallel_leader_participation = on;
SET parallel_tuple_cost = 0.1;
ANALYZE rows;
EXPLAIN (COSTS off) SELECT bloom_intersection_agg(f) FROM rows WHERE s = 1;
INSERT INTO outcomes SELECT s, outcome('SELECT bloom_intersection_agg(f) FROM rows WHERE s = $1::int', s::text) FROM generate_series(1, 120) s;
CREATE VIEW summary AS
SELECT s, (SELECT string_agg(DISTINCT kind, ', ' ORDER BY kind) FROM rows WHERE rows.s = outcomes.s) AS kinds, count(DISTINCT outcome) AS outcomes, min(outcome) AS outcome,
	(SELECT array_agg(v) FROM (SELECT v FROM rows, unnest(members) v WHERE rows.s = outcomes.s GROUP BY v HAVING count(*) = 5) AS c) AS common
FROM outcomes GROUP BY s;
SELECT s, kinds, left(outcome, 60) AS outcome FROM summary WHERE outcomes > 1 ORDER BY s;
-- no common member is missing, and lists have no others
SELECT s, kinds FROM summary
WHERE outcome !~ '^(bloom|cannot)' AND (NOT bloom_contains_all(outcome::bloom, coalesce(common, '{}')) OR
	kinds !~ 'dense|counting' AND abs(bloom_cardinality(outcome::bloom) - cardinality(coalesce(common, '{}'))) > 3) ORDER BY s;
SELECT kinds, count(*) AS sets, count(*) FILTER (WHERE outcome ~ '^(bloom|cannot)') AS errors FROM summary GROUP BY kinds ORDER BY kinds COLLATE "C";
DROP VIEW summary;
DROP TABLE rows, outcomes;
DROP FUNCTION dice, members, outcome, expected;

-- lists longer than their parameters allow: after each row of a window, and in little memory, with many repeats and few
CREATE TABLE long AS SELECT n, CASE WHEN n < 25 THEN 20000 ELSE 40000 END AS capacity, ARRAY(SELECT generate_series(n % 10 * 1000, n % 10 * 1000 + 1499)) AS v FROM generate_series(1, 30) n;
SELECT count(*), bool_and(w.f = bloom_add_all(bloom(r.capacity), ARRAY(SELECT unnest(v) FROM long WHERE n <= r.n))) AS equal,
	min(bloom_cardinality(w.f)) AS fewest, count(*) FILTER (WHERE (bloom_info(w.f)).representation = 'dense') AS dense
FROM long r JOIN (SELECT n, bloom_union_agg(bloom_add_all(bloom(capacity), v)) OVER (ORDER BY n) AS f FROM long) w USING (n);
SET work_mem = '64kB';
SET hash_mem_multiplier = 1;
SELECT rows, distinct_values, equal FROM (VALUES (10), (3), (1)) AS k(distinct_values), LATERAL (
	SELECT count(*) AS rows, bloom_union_agg(bloom_add_all(bloom(20000), v)) = bloom_add_all(bloom(20000), ARRAY(SELECT unnest(v) FROM long WHERE n % 10 < distinct_values AND n < 25)) AS equal FROM long WHERE n % 10 < distinct_values AND n < 25) AS u;
RESET work_mem;
RESET hash_mem_multiplier;
DROP TABLE long;

-- a window checks the error rate of a mixed union after each row, also of large states
CREATE TABLE steps AS SELECT n, bloom_add_all(bloom(capacity), ARRAY(SELECT generate_series(n * 100000 + 1, n * 100000 + members))) AS f
FROM (VALUES (1, 100000, 10), (2, 20000, 16000), (3, 20000, 18000)) AS v(n, capacity, members);
SELECT count(*), max(u) BETWEEN 15500 AND 16500 AS members FROM (SELECT bloom_cardinality(bloom_union_agg(f) OVER (ORDER BY n)) AS u FROM steps WHERE n < 3) AS w;
SELECT n, bloom_cardinality(bloom_union_agg(f) OVER (ORDER BY n)) FROM steps;
SELECT bloom_cardinality(bloom_union_agg(f ORDER BY n)) FROM steps;
DROP TABLE steps;
