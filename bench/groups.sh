# Building in parallel, and one filter for each group

table parallel 'Build by the leader and two workers'
base 'count(url)' 'SELECT count(url) FROM urls'
query 'count(url), parallel' 'SELECT count(url) FROM urls' '-c max_parallel_workers_per_gather=2'
base 'bloom_agg(url, n)' "SELECT pg_column_size(bloom_agg(url, $n)) AS bytes FROM urls"
query 'bloom_agg(url, n), parallel' "SELECT pg_column_size(bloom_agg(url, $n)) AS bytes FROM urls" \
	'-c max_parallel_workers_per_gather=2'
measure
show

sql <<END
DROP TABLE IF EXISTS items;
CREATE UNLOGGED TABLE items AS SELECT id % ($n / 10) AS owner, id AS item FROM urls;
VACUUM ANALYZE items;
END
by_owner() { echo "SELECT sum($2) AS bytes FROM (SELECT $1 AS a FROM items GROUP BY owner) AS g"; }
table groups "Build of $((n / 10)) groups of ten integers, work_mem 4GB"
base 'count(item)' "$(by_owner 'count(item)' 8)" '-c work_mem=4GB'
query 'bloom_agg(item, 1000)' "$(by_owner 'bloom_agg(item, 1000)' 'pg_column_size(a)')" '-c work_mem=4GB'
query 'array_agg(item)' "$(by_owner 'array_agg(item)' 'pg_column_size(a)')" '-c work_mem=4GB'
measure
show
sql -c 'DROP TABLE items'
