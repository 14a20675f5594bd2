-- What has changed since this version, and questions about its filters only

-- bloom() is what a rollup filter was, and both are coded from 17 hashes on.
-- Other views build the same bytes.
INSERT INTO built_otherwise VALUES
	('sizes itself, grown'), ('sizes itself, list'), ('rollup, empty'), ('rollup, few'), ('rollup, more'),
	('fixed, by the number of values');

-- bloom_info() has other words for them; answers of 300 values are the same
UPDATE filters SET answers = regexp_replace(answers, ' rollup native', ' coded native') WHERE name LIKE 'rollup%';
UPDATE filters SET answers = regexp_replace(answers, ' 0\.01 2 f', ' 50000000 0.01 0 f')
WHERE name IN ('empty', 'sizes itself, one value', 'sizes itself, list');

-- Lists of bloom() and rollup filters combine with filters of this version, in
-- both orders; a grown filter takes the values of lists
CREATE TEMP VIEW now AS
SELECT bloom_agg_like('v' || i, bloom()) AS list FROM generate_series(545, 555) i;
CREATE TEMP VIEW many AS
SELECT bloom_agg_like('v' || i, bloom()) AS coded FROM generate_series(500, 3000) i;
SELECT 'union with a list: ' || name FROM filters, now
WHERE (name LIKE 'rollup%' OR name LIKE 'sizes itself%')
	AND NOT ((filter | list) @> 'v550' AND (list | filter) @> 'v550'
		AND left(answers, 300) = left(asked(name, filter | list), 300)
		AND bloom_cardinality(list | filter) >= bloom_cardinality(filter));
SELECT 'union with a coded filter: ' || name FROM filters, many
WHERE (name LIKE 'rollup%' OR name IN ('sizes itself, one value', 'sizes itself, list'))
	AND ((filter | coded) <> (coded | filter) OR NOT (filter | coded) @> 'v2999'
		OR left(answers, 300) <> left(asked(name, filter | coded), 300));
SELECT 'intersection: ' || name FROM filters, many
WHERE name LIKE 'rollup%' AND bloom_cardinality(filter & coded) <> CASE name WHEN 'rollup, more' THEN 501 ELSE 0 END;
SELECT 'more values: ' || name FROM filters
WHERE (name LIKE 'rollup%' OR name LIKE 'sizes itself%')
	AND NOT bloom_add_all(filter, ARRAY(SELECT 'w' || i FROM generate_series(1, 5000) i))
		@> ALL (ARRAY['w1', 'w2500', 'w5000']);

-- A rollup filter of the same values has the bytes that shortening gives
SELECT 'shortened: ' || r.name FROM filters r, (SELECT coded & coded AS all_coded FROM many) m
WHERE r.name = 'rollup, more'
	AND (SELECT bloom_agg_like('v' || i, bloom()) FROM generate_series(1, 3000) i) & r.filter <> r.filter;

-- Rollup filters of many values are filters of bloom() and bloom_elastic(), of
-- which golden.out had these bytes
SELECT 'many: ' || capacity FROM (VALUES
	(50000000, 0.01, 20000, '1db305ff8f8f120f3c641d414f6cde67'),
	(3000, 0.3, 20000, '867df33b88a340ae6fe492898e607672')) v(capacity, rate, many, bytes)
WHERE bytes <> (SELECT md5(bloom_agg_like(i, bloom_elastic(capacity, rate))::text) FROM generate_series(1, many) i);

-- Partial states: a list of any length with the flag 80
SELECT 'state: ' || name FROM filters f, set_byte(filter::bytea, 1, 128) state
WHERE name IN ('fixed, list', 'grows, list')
	AND (left(asked(name, state::bloom), 300) <> left(answers, 300)
		OR (SELECT bloom_union_agg(s) FROM (VALUES (state::bloom)) v(s)) <> filter);
DROP VIEW now, many;

\ir doublings.sql
