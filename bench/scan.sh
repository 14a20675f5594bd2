# Scans that test URLs against filters of three sizes, with and without
# prefetching, serial and parallel.  Half of the first 10 million URLs are members
# of the two larger filters, which are dense.

sql <<END_OF_SQL
DROP TABLE IF EXISTS sized;
CREATE TABLE sized AS SELECT
	(SELECT bloom_agg(url, 100000) FROM urls WHERE id <= 200000 AND id % 2 = 0) AS small,
	(SELECT bloom_agg(url, 10000000) FROM urls WHERE id <= 10000000 AND id % 2 = 0) AS medium,
	(SELECT bloom_agg(url, 100000000) FROM (SELECT url FROM urls WHERE id <= 10000000 AND id % 2 = 0
		UNION ALL SELECT 'other' || i FROM generate_series(1, 16000000) i) AS u) AS large;
VACUUM ANALYZE sized;
END_OF_SQL

never='-c bloomext.prefetch=off'
for workers in 0 2; do
	with="-c max_parallel_workers_per_gather=$workers"
	table "scan$workers" "Prefetching scans, by the leader and $workers workers"
	base "url = 'x'" "SELECT count(*) FROM urls WHERE url = 'x'" "$with"
	for filter in small medium large; do
		case $filter in small) bytes='125 kB' ;; medium) bytes='12.5 MB' ;; large) bytes='125 MB' ;; esac
		test="SELECT count(*) FROM urls WHERE url <@ (SELECT $filter FROM sized)"
		query "url <@ (SELECT filter), $bytes" "$test" "$with"
		query "the same, without prefetching" "$test" "$with $never"
	done
	query 'url <@ filter, 12.5 MB, joined in' 'SELECT count(*) FROM urls, sized WHERE url <@ medium' "$with"
	query 'the same, without prefetching' 'SELECT count(*) FROM urls, sized WHERE url <@ medium' "$with $never"
	measure
	show
done
sql -c 'DROP TABLE sized'
