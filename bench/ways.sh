# Different queries for the same question: the cost of each compared with the simplest one

echo "$(date +%T) making 2 million URLs, 200 partitions, 730 filters"
sql <<'END'
DROP TABLE IF EXISTS urls;
CREATE UNLOGGED TABLE flat AS SELECT i AS id, i % 97 AS k, format('https://site%s.example/%s?id=%s', i::bigint * 7919 % 100000, md5(i::text), i) AS url
FROM generate_series(1, 2000000) i;
CREATE TABLE known AS SELECT bloom_agg(url, 15000000) AS seen
FROM (SELECT url FROM flat WHERE id % 2 = 0 UNION ALL SELECT 'other' || i FROM generate_series(1, 4000000) i) AS u;
CREATE TABLE never AS SELECT seen FROM known;
CREATE UNLOGGED TABLE parts (id int, k int, url text) PARTITION BY LIST (k);
SELECT format('CREATE UNLOGGED TABLE part%s PARTITION OF parts FOR VALUES IN (%1$s)', i) FROM generate_series(0, 199) i \gexec
INSERT INTO parts SELECT id, id % 200, url FROM flat;
CREATE FUNCTION in_function() RETURNS bigint LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
	filter bloom := (SELECT seen FROM known);
BEGIN
	RETURN (SELECT count(*) FROM parts WHERE NOT url <@ filter);
END $$;
CREATE TABLE lists AS SELECT day, bloom_agg((day * 100000 + i)::text, 1000000) AS seen
FROM generate_series(1, 365) day, generate_series(1, 20000) i GROUP BY day;
CREATE TABLE bits AS SELECT day, bloom_agg((day * 100000 + i)::text, 120000) AS seen
FROM generate_series(1, 365) day, generate_series(1, 100000) i GROUP BY day;
SELECT format('CREATE TABLE values%s AS SELECT (%s::bigint * i + 7)::text AS value FROM generate_series(1, %1$s) i', n, 36500000 / n)
FROM unnest(ARRAY[10, 1000, 100000]) n \gexec
VACUUM ANALYZE flat, known, parts, lists, bits, values10, values1000, values100000;
END
small='-c work_mem=4MB'
test='NOT url <@ (SELECT seen FROM known)'

table ways '2 million URLs, one filter of 18 MB, work_mem 4MB'
rows=2000000
base "WHERE $test" "SELECT count(*) FROM flat WHERE $test" "$small"
query 'the same on 200 partitions' "SELECT count(*) FROM parts WHERE $test" "$small"
query 'WITH ... WHERE NOT url <@ (SELECT ...), partitions' \
	'WITH w AS MATERIALIZED (SELECT seen FROM known) SELECT count(*) FROM parts WHERE NOT url <@ (SELECT seen FROM w)' "$small"
query 'a variable of a function, partitions' 'SELECT in_function()' "$small"
query 'FROM parts, known WHERE NOT url <@ seen' 'SELECT count(*) FROM parts, known WHERE NOT url <@ seen' "$small"
query 'FROM flat, known WHERE NOT url <@ seen' 'SELECT count(*) FROM flat, known WHERE NOT url <@ seen' "$small"
query 'the same, known not analyzed' 'SELECT count(*) FROM flat, never WHERE NOT url <@ seen' "$small"
query 'WHERE NOT EXISTS (SELECT FROM known WHERE url <@ seen)' \
	'SELECT count(*) FROM flat WHERE NOT EXISTS (SELECT FROM known WHERE url <@ seen)' "$small"
query 'LEFT JOIN known ON url <@ seen WHERE seen IS NULL' \
	'SELECT count(*) FROM flat LEFT JOIN known ON url <@ seen WHERE seen IS NULL' "$small"
query 'WHERE EXISTS (SELECT FROM known WHERE url <@ seen)' \
	'SELECT count(*) FROM flat WHERE EXISTS (SELECT FROM known WHERE url <@ seen)' "$small"
query "WHERE $test OR k = 7" "SELECT count(*) FROM flat WHERE $test OR k = 7" "$small"
query 'WHERE (url <@ (...)) IS NOT TRUE' 'SELECT count(*) FROM flat WHERE (url <@ (SELECT seen FROM known)) IS NOT TRUE' "$small"
query 'WHERE (url <@ (...)) IS FALSE' 'SELECT count(*) FROM flat WHERE (url <@ (SELECT seen FROM known)) IS FALSE' "$small"
query 'WHERE (url <@ (...)) = false' 'SELECT count(*) FROM flat WHERE (url <@ (SELECT seen FROM known)) = false' "$small"
query 'sum(CASE WHEN url <@ (...) THEN 0 ELSE 1 END)' \
	'SELECT sum(CASE WHEN url <@ (SELECT seen FROM known) THEN 0 ELSE 1 END) FROM flat' "$small"
query 'count(*) FILTER (WHERE NOT url <@ (...))' "SELECT count(*) FILTER (WHERE $test) FROM flat" "$small"
measure
show

workers="$small -c max_parallel_workers_per_gather=2"
table ways2 'The same by the leader and two workers'
rows=2000000
base "WHERE $test" "SELECT count(*) FROM flat WHERE $test" "$workers"
query 'the same on 200 partitions' "SELECT count(*) FROM parts WHERE $test" "$workers"
query 'FROM flat, never WHERE NOT url <@ seen' 'SELECT count(*) FROM flat, never WHERE NOT url <@ seen' "$workers"
query 'WHERE NOT EXISTS (SELECT FROM known WHERE url <@ seen)' \
	'SELECT count(*) FROM flat WHERE NOT EXISTS (SELECT FROM known WHERE url <@ seen)' "$workers"
measure
show

for values in 10 1000 100000; do
	table "many$values" "$values values against 365 filters of 150 kB, work_mem 4MB; a row is a test"
	rows=$((365 * values))
	for filters in lists bits; do
		base "$filters: one filter after the other, written by hand" \
			"SELECT count(*) FROM $filters, LATERAL (SELECT FROM values$values WHERE value <@ seen OFFSET 0) AS s" "$small"
		query 'JOIN ... ON value <@ seen' "SELECT count(*) FROM values$values JOIN $filters ON value <@ seen" "$small"
		query 'WHERE EXISTS (SELECT FROM ... WHERE value <@ seen)' \
			"SELECT count(*) FROM values$values WHERE EXISTS (SELECT FROM $filters WHERE value <@ seen)" "$small"
	done
	measure
	show
done
sql -c 'DROP FUNCTION in_function' -c 'DROP TABLE flat, parts, known, never, lists, bits, values10, values1000, values100000'
