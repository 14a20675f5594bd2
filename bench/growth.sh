# How the cost grows with the size of the filter, which is filled to its capacity
# with integers; and the latency of a read from the same amount of memory.

cc -O2 -o "$work/latency" bench/latency.c
rounds=${ROUNDS:-3}
urls=$n
capacities='100000 1000000 10000000 50000000 100000000'
series() { echo "SELECT $1 FROM (SELECT generate_series(1, $n) AS i) AS s"; }
sql -c 'DROP TABLE IF EXISTS stored' -c 'CREATE TABLE stored (capacity bigint, filter bloom)'
for n in $capacities; do
	echo "$(date +%T) filling a filter of $n"
	sql -c "INSERT INTO stored $(series "$n, bloom_agg(i, $n)")"
done

table growth "Cost by capacity: building over count, testing $urls integers over =, reading memory"
for n in $capacities; do
	rows=$n
	base 'count' "$(series 'count(i)')"
	query 'build' "$(series "pg_column_size(bloom_agg(i, $n)) AS bytes")"
done
rows=$urls
n=$urls
base 'id = -1' 'SELECT count(*) FROM urls WHERE id = -1' '-c enable_indexscan=off -c enable_indexonlyscan=off -c enable_bitmapscan=off'
for n in $capacities; do
	query 'test' "SELECT count(*) FROM urls WHERE id <@ (SELECT filter FROM stored WHERE capacity = $n)"
done
rows=1000000 # number of reads, so that their ms are the ns of one read
for n in $capacities; do
	bytes=$(sql -c "SELECT bytes FROM bloom_size($n)")
	outside 'read' "$work/latency $bytes"
	outside 'read, huge pages' "$work/latency $bytes huge"
done
measure
show_as <<'END'
SELECT n AS capacity, max(bytes) AS bytes, round(max(bytes) / n::numeric, 3) AS "bytes a value",
	round(max(more) FILTER (WHERE what = 'build')) AS "build ns",
	round(max(more) FILTER (WHERE what = 'test')) AS "test ns",
	round(max(ns) FILTER (WHERE what = 'read')) AS "read ns",
	round(max(ns) FILTER (WHERE what = 'read, huge pages')) AS "read ns, huge pages"
FROM results WHERE tab = :tab AND what <> 'id = -1' GROUP BY n ORDER BY n;
END
n=$urls
