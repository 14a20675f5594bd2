# How the cost of each function and aggregate grows with the number of rows,
# elements, layers or filters: 1, 10, 100 and 1,000 times as many.  If the cost is
# linear, ten times as many take at most ten times as long.

rounds=${ROUNDS:-3}
urls=${n:-0}
echo "$(date +%T) storing filters to grow with"
sql <<'END'
SET client_min_messages = error;
DROP TABLE IF EXISTS sparse, dense, grown, layered, sized, counted;
-- sparse: 20 values, capacity 10 million; dense: 1.2 kB, 500 of the same 1,000 values; grown: one layer, which has such a low
-- error rate that a union of 1,000 of them does not exceed 0.01.  A union that exceeds its error rate is an error
CREATE UNLOGGED TABLE sparse AS SELECT k, (SELECT bloom_agg(k * 20 + i, 10000000) FROM generate_series(1, 20) i) AS f FROM generate_series(1, 50000) k;
CREATE UNLOGGED TABLE dense AS SELECT k, (SELECT bloom_agg((k * 7 + i) % 1000, 1000) FROM generate_series(1, 500) i) AS f FROM generate_series(1, 10000) k;
CREATE UNLOGGED TABLE grown AS SELECT k, (SELECT bloom_agg_like(k * 1000 + i, bloom(30, 0.01, 2)) FROM generate_series(1, 1000) i) AS f FROM generate_series(1, 1000) k;
CREATE UNLOGGED TABLE sized AS SELECT k AS capacity, bloom_agg(i, k) AS f FROM unnest(ARRAY[10000, 100000, 1000000, 10000000]) k, generate_series(1, k) i GROUP BY k;
CREATE UNLOGGED TABLE counted AS SELECT k AS capacity, bloom_agg_like(i, bloom(k, counting => true)) AS f FROM unnest(ARRAY[1000, 10000, 100000, 1000000]) k, generate_series(1, k) i GROUP BY k;
CREATE UNLOGGED TABLE layered AS SELECT n, (SELECT bloom_union_agg(f) AS f FROM grown WHERE k <= n) AS f FROM unnest(ARRAY[1, 10, 100, 1000]) n;
VACUUM ANALYZE;
END
table linear 'Cost by number of rows, elements, layers and filters'

# grows WHAT QUERY NUMBER ...: runs the query with each number in place of N
grows() {
	what=$1 template=$2
	shift 2
	for n in "$@"; do
		rows=$n
		base "$what" "$(echo "$template" | sed "s/\bN\b/$n/g")"
	done
}
values='1000 10000 100000 1000000'
numbers='FROM generate_series(1, N) AS i'
grows 'rows: bloom_agg(v)' "SELECT length(bloom_agg(i)::bytea) $numbers" $values
grows 'bloom_agg(v, n)' "SELECT length(bloom_agg(i, N)::bytea) $numbers" $values
grows 'bloom_agg_like, growing' "SELECT length(bloom_agg_like(i, bloom(100, 0.01, 2))::bytea) $numbers" $values
grows 'bloom_agg_like, counting' "SELECT length(bloom_agg_like(i, bloom(N, counting => true))::bytea) $numbers" $values
grows 'bloom_agg(v) by groups of 20' "SELECT count(f) FROM (SELECT bloom_agg(i) AS f $numbers GROUP BY i / 20) AS s" $values
grows 'bloom_first_seen(v, n, 0.01)' "SELECT count(*) FROM (SELECT bloom_first_seen(i, N, 0.01) OVER () AS first $numbers) AS s WHERE first" $values
grows 'v <@ f' "SELECT count(*) $numbers WHERE i <@ (SELECT f FROM sized WHERE capacity = 1000000)" $values
grows 'elements: bloom_add_all' "SELECT length(bloom_add_all(bloom(N), (SELECT array_agg(i) $numbers))::bytea)" $values
grows 'bloom_add_all, growing' "SELECT length(bloom_add_all(bloom(100, 0.01, 2), (SELECT array_agg(i) $numbers))::bytea)" $values
grows 'bloom_remove_all' "SELECT length(bloom_remove_all(f, (SELECT array_agg(i) $numbers))::bytea) FROM counted WHERE capacity = N" $values
grows 'bloom_contains_each' "SELECT cardinality(bloom_contains_each(f, (SELECT array_agg(i) $numbers))) FROM sized WHERE capacity = 10000000" $values
grows 'bloom_contains_all' "SELECT bloom_contains_all(f, (SELECT array_agg(i) $numbers))::int FROM sized WHERE capacity = 10000000" $values
grows 'bloom_contains_any of 10,000 sparse filters' "SELECT count(*) FROM sparse WHERE k <= 10000 AND bloom_contains_any(f, (SELECT array_agg(-i) $numbers))" 10 100 1000 10000
filters='50 500 5000 50000'
grows 'filters: bloom_union_agg, sparse' 'SELECT length(bloom_union_agg(f)::bytea) FROM sparse WHERE k <= N' $filters
grows 'bloom_union_agg by groups of 50, sparse' 'SELECT count(u) FROM (SELECT bloom_union_agg(f) AS u FROM sparse WHERE k <= N GROUP BY k / 50) AS s' $filters
grows 'bloom_intersection_agg, sparse' 'SELECT length(bloom_intersection_agg(f)::bytea) FROM sparse WHERE k <= N' $filters
grows 'bloom_union_agg, dense' 'SELECT length(bloom_union_agg(f)::bytea) FROM dense WHERE k <= N' 10 100 1000 10000
grows 'bloom_union_agg, grown' 'SELECT length(bloom_union_agg(f)::bytea) FROM grown WHERE k <= N' 10 100 1000
grows 'f @> v' 'SELECT count(*) FROM dense WHERE k <= N AND f @> 1' 10 100 1000 10000
grows '100 values x filters' 'SELECT count(*) FROM generate_series(1, 100) i JOIN dense ON f @> i AND k <= N' 10 100 1000 10000
layers='1 10 100 1000'
grows 'layers: v <@ f, 10,000 values' "SELECT count(*) FROM generate_series(1, 10000) i WHERE -i <@ (SELECT f FROM layered WHERE n = N)" $layers
grows 'f | f, of so many layers' 'SELECT length((f | f)::bytea) FROM layered WHERE n = N' $layers
sizes='10000 100000 1000000 10000000'
grows 'capacity: bloom_cardinality, bloom_info' 'SELECT (bloom_cardinality(f) + (bloom_info(f)).bits)::bigint FROM sized WHERE capacity = N' $sizes
grows 'bloom_fpp' 'SELECT bloom_fpp(f)::int FROM sized WHERE capacity = N' $sizes
grows 'bloom_clear, like' 'SELECT length(bloom_clear(f)::bytea) + (SELECT length(bloom_agg_like(i, f)::bytea) FROM generate_series(1, 1) i) FROM sized WHERE capacity = N' $sizes
grows 'f @> v, stored' 'SELECT (f @> 1)::int FROM sized WHERE capacity = N' $sizes
grows 'f | f' 'SELECT length((f | f)::bytea) FROM sized WHERE capacity = N' $sizes
grows 'f & f' 'SELECT length((f & f)::bytea) FROM sized WHERE capacity = N' $sizes
grows 'f = f' 'SELECT (f = f)::int FROM sized WHERE capacity = N' $sizes
grows 'bloom_jaccard' 'SELECT bloom_jaccard(f, f)::int FROM sized WHERE capacity = N' $sizes
grows 'bloom_fold' 'SELECT length(bloom_fold(f, N / 2)::bytea) FROM sized WHERE capacity = N' $sizes
grows 'bloom_uncount' 'SELECT length(bloom_uncount(f)::bytea) FROM counted WHERE capacity = N' $values
grows 'to text and back' 'SELECT length(f::text::bloom::bytea) FROM sized WHERE capacity = N' $sizes
measure
show_as <<'END'
WITH lists AS (
	SELECT what, min(line) AS line, array_agg(n ORDER BY n) AS n, array_agg(ms ORDER BY n) AS ms, count(*)::int AS steps
	FROM results WHERE tab = :tab GROUP BY what)
SELECT what, array_to_string(n, ' ') AS numbers, short(ms[1]) AS ms, short(ms[2]) AS ms, short(ms[3]) AS ms, short(ms[4]) AS ms,
	round((ms[steps] / ms[steps - 1])::numeric, 1) AS "times, last step"
FROM lists ORDER BY line;
END
n=$urls
