# Testing one value against 10,000 stored filters of 100 kB, compared with reading
# them.  The latter is measured with copies as bytea, from which one byte is used

echo "$(date +%T) storing 10000 filters of 100 kB"
sql <<'END'
DROP TABLE IF EXISTS urls;
CREATE UNLOGGED TABLE filters (f bloom, b bytea);
ALTER TABLE filters ALTER b SET STORAGE EXTERNAL;
INSERT INTO filters SELECT f || i::text, (f || i::text)::bytea
FROM (SELECT bloom_agg(i::text, 80000) AS f FROM generate_series(1, 80000) i) AS made, generate_series(80001, 90000) i;
VACUUM ANALYZE filters;
END
table stored "A value against 10000 stored filters of 100 kB; a row is a filter"
rows=10000
base 'reading all bytes' 'SELECT sum(get_byte(b, 100)) FROM filters'
query "f @> 'x'" "SELECT count(*) FROM filters WHERE f @> 'x'"
query "f @> '17', which all have" "SELECT count(*) FROM filters WHERE f @> '17'"
measure
show
sql -c 'DROP TABLE filters'

# The same for lists, and the common values of two lists
echo "$(date +%T) storing 1000 lists of 160 kB"
sql <<'END'
CREATE UNLOGGED TABLE filters (f bloom, b bytea, d bloom);
ALTER TABLE filters ALTER b SET STORAGE EXTERNAL;
INSERT INTO filters SELECT f, f::bytea, d
FROM (SELECT bloom_agg((k * 10000 + i)::text, 1000000) AS f, bloom_agg((k * 10000 + i)::text, 20000) AS d
	FROM generate_series(1, 1000) k, generate_series(1, 20000) i GROUP BY k) AS made;
VACUUM ANALYZE filters;
END
table listed "A value against 1000 stored lists of 160 kB; a row is a list"
rows=1000
base 'reading all bytes' 'SELECT sum(get_byte(b, 100)) FROM filters'
query "f @> 'x'" "SELECT count(*) FROM filters WHERE f @> 'x'"
measure
show
table common "What each two of 30 stored lists of 20,000 values have in common; a row is a pair"
rows=900
base 'bits, of 25 kB' 'SELECT sum(bloom_intersection_cardinality(a.d, b.d)) FROM (SELECT d FROM filters LIMIT 30) a, (SELECT d FROM filters LIMIT 30) b'
query 'lists, of 160 kB' 'SELECT sum(bloom_intersection_cardinality(a.f, b.f)) FROM (SELECT f FROM filters LIMIT 30) a, (SELECT f FROM filters LIMIT 30) b'
measure
show
sql -c 'DROP TABLE filters'

# Functions that read a part of a filter, compared with reading all of it
echo "$(date +%T) storing a filter of 12.5 MB, 30 of 1.2 MB, 50000 lists of 20 and 200000 arrays"
sql <<'END'
CREATE UNLOGGED TABLE one (f bloom, b bytea);
ALTER TABLE one ALTER b SET STORAGE EXTERNAL;
INSERT INTO one SELECT f, f::bytea FROM (SELECT bloom_agg(i, 10000000) AS f FROM generate_series(1, 5000000) i) AS s;
CREATE UNLOGGED TABLE daily AS SELECT day, bloom_agg((day * 100000 + i)::text, 1000000) AS seen FROM generate_series(1, 30) day, generate_series(1, 200000) i GROUP BY day;
CREATE UNLOGGED TABLE candidates AS SELECT 1 + i % 30 AS day, (i * 313)::text AS url FROM generate_series(1, 18663) i;
CREATE UNLOGGED TABLE lists AS SELECT k, bloom_agg(k * 20 + i, 10000000) AS f, array_agg(k * 20 + i) AS a FROM generate_series(1, 50000) k, generate_series(1, 20) i GROUP BY k;
CREATE UNLOGGED TABLE few AS SELECT k, bloom_agg(k * 20 + i, 1000) AS f, array_agg(k * 20 + i) AS a FROM generate_series(1, 200000) k, generate_series(1, 20) i GROUP BY k;
VACUUM ANALYZE one, daily, candidates, lists, few;
END
table parts 'A stored filter of 12.5 MB'
rows=1
base 'reading all bytes' 'SELECT get_byte(b, 100) FROM one'
query 'f @> v' 'SELECT (f @> 1)::int FROM one'
query 'bloom_contains_each of 3' 'SELECT cardinality(bloom_contains_each(f, ARRAY[1, 2, 3])) FROM one'
query 'f @> ANY (array of 3)' 'SELECT (f @> ANY (ARRAY[-1, -2, -3]))::int FROM one'
query 'bloom_contains_each of 1000' 'SELECT cardinality(bloom_contains_each(f, ARRAY(SELECT generate_series(1, 1000)))) FROM one'
query 'bloom_cardinality' 'SELECT bloom_cardinality(f) FROM one'
query 'bloom_fpp' 'SELECT bloom_fpp(f)::int FROM one'
query 'bloom_info' 'SELECT bits_set FROM one, bloom_info(f)'
query 'bloom_clear' 'SELECT bloom_cardinality(bloom_clear(f)) FROM one'
query 'bloom_agg_like' 'SELECT bloom_cardinality(bloom_agg_like(1, f)) FROM one'
measure
show
table turns '18,663 values against 30 stored filters of 1.2 MB; a row is a test'
rows=559890
base 'one filter after the other' 'SELECT sum(c) FROM daily, LATERAL (SELECT count(*) AS c FROM candidates WHERE url <@ seen OFFSET 0) AS s'
query 'JOIN daily ON seen @> url' 'SELECT count(*) FROM candidates JOIN daily ON seen @> url'
query 'EXISTS (SELECT FROM daily WHERE seen @> url)' 'SELECT count(*) FROM candidates WHERE EXISTS (SELECT FROM daily WHERE seen @> url)'
query '(SELECT seen FROM daily WHERE day = ...) @> url' 'SELECT count(*) FROM candidates c WHERE (SELECT seen FROM daily d WHERE d.day = c.day) @> url'
query 'JOIN daily, with work_mem of 4 MB' 'SELECT count(*) FROM candidates JOIN daily ON seen @> url' '-c work_mem=4MB'
measure
show
table lists 'A million values in 50,000 filters for 10 million; a row is a value'
rows=1000000
base 'bloom_agg(v, n)' 'SELECT bloom_cardinality(bloom_agg(v, 10000000)) FROM lists, unnest(a) AS v'
query 'bloom_union_agg(f)' 'SELECT bloom_cardinality(bloom_union_agg(f)) FROM lists'
measure
show
table some '200,000 filters of 20 values against an array of 1,000; a row is a filter'
rows=200000
base 'exact: array && array' 'SELECT count(*) FROM few WHERE a && (SELECT array_agg(-i) FROM generate_series(1, 1000) i)'
query 'bloom_contains_any' 'SELECT count(*) FROM few WHERE bloom_contains_any(f, (SELECT array_agg(-i) FROM generate_series(1, 1000) i))'
query 'bloom_contains_all' 'SELECT count(*) FROM few WHERE bloom_contains_all(f, (SELECT array_agg(-i) FROM generate_series(1, 1000) i))'
measure
show
sql -c 'DROP TABLE one, daily, candidates, lists, few'
