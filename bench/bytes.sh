# Bytes per value as the number of values grows

table bytes 'Bytes a value: sized by itself; for 10 million; elastic; growing from 100 on'
urls=$n
for n in 10 100 1000 10000 100000 1000000 2000000 5000000 10000000; do
	for how in 'bloom_agg(i)' 'bloom_agg(i, 10000000)' 'bloom_agg_like(i, bloom())' 'bloom_agg_like(i, bloom(100, growth => 2))'; do
		base "$how" "SELECT pg_column_size($how) AS bytes FROM (SELECT generate_series(1, $n) AS i) AS s"
	done
done
rounds=1
measure
show_as <<'END'
SELECT n AS values, round(max(bytes) FILTER (WHERE what = 'bloom_agg(i)') / n::numeric, 2) AS "bloom_agg(i)",
	round(max(bytes) FILTER (WHERE what = 'bloom_agg(i, 10000000)') / n::numeric, 2) AS "bloom_agg(i, 10000000)",
	round(max(bytes) FILTER (WHERE what = 'bloom_agg_like(i, bloom())') / n::numeric, 2) AS "bloom_agg_like(i, bloom())",
	round(max(bytes) FILTER (WHERE what ~ 'growth') / n::numeric, 2) AS "bloom_agg_like(i, bloom(100, growth => 2))"
FROM results WHERE tab = :tab GROUP BY n ORDER BY n;
END
n=$urls
