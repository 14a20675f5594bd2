-- Making filters, adding to them and testing
-- limits: each is an error at once
SELECT bloom(0);
SELECT bloom(-1);
SELECT bloom(1000000000000000000);
SELECT bloom(9223372036854775807, 0.5);
SELECT bloom(1000, 0);
SELECT bloom(1000, 1);
SELECT bloom(1000, -0.01);
SELECT bloom(1000, 0.50001);
SELECT bloom(1000, 0.9e-9);
SELECT bloom(1000, 'NaN');
SELECT bloom(1000, 'Infinity');
SELECT bloom(1000, '-Infinity');
SELECT bloom(1000, growth => 3);
SELECT bloom(NULL) IS NULL AS null_capacity, bloom(1, NULL) IS NULL AS null_rate;
-- the largest at 1 %: just over 420 million values in 500 MiB
SELECT bytes, bits_per_value FROM bloom_size(420000000);
SELECT bytes, bits_per_value FROM bloom_size(430000000);
SET client_min_messages = error;
SELECT length(bloom_agg(i, 1)::text), length(bloom_agg(i, 1000, 1e-9)::text), length(bloom_agg(i, 1000, 0.5)::text)
FROM generate_series(1, 800) i;
RESET client_min_messages;

-- adding: nothing is lost, nothing added twice matters
CREATE TABLE visited (site text PRIMARY KEY, urls bloom);
INSERT INTO visited VALUES ('a', bloom(1000)), ('b', NULL);
UPDATE visited SET urls = urls || '/index.html' WHERE site = 'a';
UPDATE visited SET urls = bloom_add(urls, '/about.html') WHERE site = 'a';
SELECT urls @> '/index.html' AS index, '/about.html' <@ urls AS about, urls @> '/' AS root, bloom_cardinality(urls)
FROM visited WHERE site = 'a';
SELECT urls || '/index.html' = urls AS added_twice FROM visited WHERE site = 'a';
SELECT bloom(10) || 'a' || 'b' = bloom(10) || 'b' || 'a' AS order_is_nothing;
UPDATE visited SET urls = urls || '/' WHERE site = 'b';
SELECT bloom_add(NULL, 'a');
SELECT bloom_add(NULL, NULL);
SELECT bloom_add_all(NULL, ARRAY['a']);
SELECT bloom_add_hash(NULL, 1);
SELECT bloom(10) || NULL = bloom(10) AS null_value, bloom_add(bloom(10), NULL::int) = bloom(10) AS null_int,
	bloom_add_all(bloom(10), NULL::int[]) = bloom(10) AS null_array, bloom_add_hash(bloom(10), NULL) = bloom(10) AS null_hash;
SELECT bloom_add_all(bloom(10), ARRAY['a', NULL, 'b']) = bloom(10) || 'a' || 'b' AS array_with_null;
SELECT bloom_add_all(bloom(10), '{}'::text[]) = bloom(10) AS no_elements;
SELECT bloom_add_all(bloom(10), '{a,b}');
SELECT bloom_add_all(bloom(10), ARRAY['a', 'b']::varchar[]) = bloom(10) || 'a' || 'b' AS varchar_array,
	bloom_add_all(bloom(10), ARRAY['a', 'b']::name[]) = bloom(10) || 'a' || 'b' AS name_array,
	bloom_add_all(bloom(10), ARRAY[[1, 2], [3, 4]]) = bloom(10) || 1 || 2 || 3 || 4 AS two_dimensions;
SELECT bloom_add_hash(bloom(10), bloom_hash('a')) @> 'a' AS added_hash,
	(bloom_info(bloom_add_hash(bloom(10), bloom_hash('a')))).class AS class,
	(bloom_info(bloom_add_hash(bloom(10), bloom_hash('a')) || 'b')).class AS class_then;

-- testing: null on either side gives null
SELECT NULL::bloom @> 'a' AS filter, bloom(10) @> NULL AS value, NULL::text <@ bloom(10) AS contained,
	bloom_contains_hash(bloom(10), NULL) AS hash, bloom_contains_any(bloom(10), NULL::int[]) AS any_null;
-- by the rules of ANY and ALL
SELECT what, bloom_contains_any(f, elements) AS any, bloom_contains_all(f, elements) AS all,
	bloom_contains_each(f, elements) AS each
FROM (SELECT bloom_add_all(bloom(1000, 1e-6), ARRAY[1, 2, 3]) AS f) AS filter, (VALUES
	('all in', ARRAY[1, 2, 3]),
	('some in', ARRAY[9, 1]),
	('none in', ARRAY[8, 9]),
	('in and null', ARRAY[1, NULL]),
	('not in and null', ARRAY[9, NULL]),
	('in, not in, null', ARRAY[1, 9, NULL]),
	('null', ARRAY[NULL::int]),
	('empty', '{}'),
	('lower bound', '[5:6]={1,9}'),
	('two dimensions', ARRAY[[1, 9], [NULL, 2]])
) AS v(what, elements);
SELECT bloom_contains_any(bloom(10) || 'a', '{a,b}'::text[]) AS text, bloom_contains_all(bloom(10) || 'a', ARRAY['a']::varchar[]) AS varchar;

-- no false negative, in either direction of either operator
SELECT count(*) FILTER (WHERE NOT f @> i) AS missed, count(*) FILTER (WHERE NOT i <@ f) AS missed_too,
	count(*) FILTER (WHERE NOT bloom_contains_hash(f, bloom_hash(i))) AS missed_hashes
FROM generate_series(1, 20000) i, (SELECT bloom_agg(i, 20000) AS f FROM generate_series(1, 20000) i) AS filter;

-- arguments are not modified
DO $$
DECLARE
	f bloom := bloom(100);
	g bloom;
	h bloom;
BEGIN
	g := f || 1;
	h := bloom_union(f || 2, g);
	RAISE NOTICE 'f % g % h %', bloom_contains_each(f, ARRAY[1, 2]), bloom_contains_each(g, ARRAY[1, 2]),
		bloom_contains_each(h, ARRAY[1, 2]);
	FOR i IN 1 .. 100 LOOP
		f := f || i;
		IF NOT f @> i OR NOT f @> 1 THEN
			RAISE EXCEPTION 'lost %', i;
		END IF;
	END LOOP;
	RAISE NOTICE 'g % cardinality %', bloom_contains_each(g, ARRAY[1, 2]), bloom_cardinality(f);
	IF f <> bloom_add_all(bloom(100), (SELECT array_agg(i) FROM generate_series(1, 100) i)) THEN
		RAISE EXCEPTION 'one by one differs from all at once';
	END IF;
	f := bloom_clear(f);
	RAISE NOTICE 'cleared: % %', f @> 1, f = bloom(100);
END $$;

-- nor is a copy of a variable that is changed in place, nor the variable if that fails
DO $$
DECLARE
	f bloom := bloom(200, 1e-9);
	g bloom;
BEGIN
	FOR i IN 1 .. 100 LOOP
		g := f;
		f := f || i;
		IF g @> i OR NOT f @> i THEN
			RAISE EXCEPTION 'copy changed at %', i;
		END IF;
		BEGIN
			f := f || 'a';
		EXCEPTION WHEN data_exception THEN
			IF f <> g || i THEN
				RAISE EXCEPTION 'changed by an error at %', i;
			END IF;
		END;
		f := bloom_add(f, NULL::int);
		f := bloom_add_hash(f, bloom_hash(-i));
		IF NOT f @> -i OR NOT bloom_contains_all(f, ARRAY(SELECT generate_series(1, i))) THEN
			RAISE EXCEPTION 'lost at %', i;
		END IF;
	END LOOP;
END $$;

-- workers do not warn
SET max_parallel_workers = 0;
-- a filter past its capacity keeps all its members and warns once a statement
SELECT count(*) FILTER (WHERE NOT f @> i) AS missed
FROM generate_series(1, 2000) i, (SELECT bloom_agg(i, 1000) AS f FROM generate_series(1, 2000) i) AS filter;
RESET max_parallel_workers;
DO $$
DECLARE
	f bloom := bloom(10);
BEGIN
	-- a line has room for 51 values at 1 %
	FOR i IN 1 .. 200 LOOP
		f := f || i;
		PERFORM f::text;
	END LOOP;
END $$;
SELECT bloom_agg(i, 1000) @> 1 AS at_capacity FROM generate_series(1, 1000) i;
DROP TABLE visited;

-- a warning when a filter passes its capacity and one per doubling after that, none for what changes nothing
CREATE TABLE shown (f bloom);
INSERT INTO shown VALUES (bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, 100))));
\set ECHO none
SELECT format('UPDATE shown SET f = f || %s', i) FROM generate_series(101, 900) i \gexec
SELECT format('UPDATE shown SET f = f || %s', i) FROM generate_series(880, 900) i \gexec
\set ECHO all
UPDATE shown SET f = f | f;
UPDATE shown SET f = f | (bloom(100) || 1);
UPDATE shown SET f = f | bloom_add_all(bloom(100), ARRAY(SELECT generate_series(-10, 0)));
SELECT bloom_can_combine(f, f) AS itself, bloom_can_combine(f, bloom_add_all(bloom(100), ARRAY(SELECT generate_series(-10, 0)))) AS more, bloom_can_combine(f, bloom(100)) AS none FROM shown;
UPDATE shown SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1, 900)));
SELECT bloom_cardinality(f) > 700 AS full FROM shown;
TRUNCATE shown;
INSERT INTO shown VALUES (bloom_add_all(bloom(100, counting => true), ARRAY(SELECT generate_series(1, 160))));
UPDATE shown SET f = f || 3;
UPDATE shown SET f = bloom_remove(f, 1);
UPDATE shown SET f = f || 1;
-- or an error, each time, after which nothing has changed
TRUNCATE shown;
INSERT INTO shown VALUES (bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, 100))));
SET bloomext.over_capacity = error;
UPDATE shown SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1, 105)));
UPDATE shown SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1, 200)));
UPDATE shown SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1, 200)));
SELECT bloom_cardinality(f) BETWEEN 95 AND 115 AS kept FROM shown;
SELECT bloom_agg(i, 100) FROM generate_series(1, 200) i;
SELECT bloom_union_agg(f) FROM (SELECT bloom_agg(i, 100) AS f FROM generate_series(1, 200) i GROUP BY i % 2) AS v;
SELECT bloom_first_seen(i, 100, 0.01) OVER () FROM generate_series(1, 200) i;
-- nor anything of a column with parameters
ALTER TABLE shown ALTER f TYPE bloom(100);
UPDATE shown SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1, 200)));
INSERT INTO shown SELECT bloom_agg_like(i, f) FROM shown, generate_series(1, 200) i;
INSERT INTO shown SELECT bloom_agg(i) FROM generate_series(1, 200) i;
SELECT count(*), bool_and(bloom_cardinality(f) BETWEEN 95 AND 115) AS kept FROM shown;
ALTER TABLE shown ALTER f TYPE bloom;
RESET bloomext.over_capacity;
-- what exceeded its capacity before can still be tested, copied and stored
UPDATE shown SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1, 200)));
SET bloomext.over_capacity = error;
UPDATE shown SET f = f | f WHERE f @> 200;
UPDATE shown SET f = f || 200;
UPDATE shown SET f = f || 201;
RESET bloomext.over_capacity;
-- in any representation, also by aggregates, and with some of its members
SET client_min_messages = error;
CREATE TEMP TABLE filled AS SELECT bloom_add_all(f, ARRAY(SELECT generate_series(1, 3 * n))) AS f, bloom_add_all(f, ARRAY(SELECT generate_series(1, 30))) AS g
FROM unnest(ARRAY[100, 10000]) AS n, unnest(ARRAY[bloom(n), bloom_elastic(n)]) AS f;
RESET client_min_messages;
SET bloomext.over_capacity = error;
SELECT (bloom_info(f)).representation, pg_column_size(f) < 8192 AS small, f & f = f AS itself, (g | f) = f AND (f | g) = f AS some, bloom_union_agg(f) = f AS union, bloom_intersection_agg(f) = f AS intersection,
	(SELECT bloom_intersection_agg(x) FROM unnest(ARRAY[f, f]) AS x) = f AS twice
FROM filled GROUP BY f, g ORDER BY 1, 2;
RESET bloomext.over_capacity;
-- all bits are set, so the number is not known
UPDATE shown SET f = bloom_add_all(f, ARRAY(SELECT generate_series(1, 20000)));
SET bloomext.over_capacity = ignored;
DROP TABLE shown;

-- a union with a dense filter without values adds nothing, in either order
SET client_min_messages = error;
SELECT bloom_agg(i, 100) AS filled, bloom_uncount(bloom(100, counting => true)) AS nothing FROM generate_series(1, 300) i \gset
RESET client_min_messages;
SET bloomext.over_capacity = error;
SELECT (:'nothing'::bloom | :'filled') = :'filled' AND (:'filled'::bloom | :'nothing') = :'filled';
SELECT bloom_union_agg(f) = :'filled' FROM unnest(ARRAY[:'nothing'::bloom, :'filled']) AS f;
-- but values that were added just now do
SELECT bloom(100) | bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, 300)));
SELECT :'nothing'::bloom | bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, 300)));
SELECT bloom_add_all(bloom(100), ARRAY(SELECT generate_series(1, 300))) | :'nothing'::bloom;
SELECT bloom_union_agg(bloom_add_all(f, ARRAY(SELECT generate_series(1, 300)))) FROM unnest(ARRAY[:'nothing'::bloom]) AS f;
-- and after a removal, the number that was counted before is too large
SET bloomext.over_capacity = warning;
SET client_min_messages = error;
SELECT bloom_add_all(bloom(100, counting => true), ARRAY(SELECT generate_series(1, 300))) AS counted \gset
RESET client_min_messages;
SET bloomext.over_capacity = error;
SELECT bloom_add_all(bloom(100, counting => true) | bloom_remove_all(:'counted', ARRAY(SELECT generate_series(1, 290))), ARRAY(SELECT generate_series(1001, 1250)));
RESET bloomext.over_capacity;
