# Bytes per value as the number of values grows

table bytes 'Bytes a value: for n; for 10 million; elastic; growing from 100 on'
urls=$n
for n in 10 100 1000 10000 100000 1000000 2000000 5000000 10000000; do
	numbers="FROM (SELECT generate_series(1, $n) AS i) AS s"
	base 'bloom_agg(i, n)' "SELECT pg_column_size(bloom_agg(i, $n)) AS bytes $numbers"
	for how in 'bloom_agg(i, 10000000)' 'bloom_agg(i)' 'bloom_agg_like(i, bloom(100, growth => 2))'; do
		base "$how" "SELECT pg_column_size($how) AS bytes $numbers"
	done
done
rounds=1
measure
show_as <<'END'
SELECT n AS values, round(max(bytes) FILTER (WHERE what = 'bloom_agg(i, n)') / n::numeric, 2) AS "bloom_agg(i, n)",
	round(max(bytes) FILTER (WHERE what = 'bloom_agg(i, 10000000)') / n::numeric, 2) AS "bloom_agg(i, 10000000)",
	round(max(bytes) FILTER (WHERE what = 'bloom_agg(i)') / n::numeric, 2) AS "bloom_agg(i)",
	round(max(bytes) FILTER (WHERE what ~ 'growth') / n::numeric, 2) AS "bloom_agg_like(i, bloom(100, growth => 2))"
FROM results WHERE tab = :tab GROUP BY n ORDER BY n;
END
n=$urls
