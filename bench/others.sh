# Bloom filters of other programs, for n URLs at 1 %, measured with a sample of the URLs

sql -c 'DROP TABLE IF EXISTS stored' -c "CREATE TABLE stored AS SELECT bloom_agg(url, $n) AS filter FROM urls"
sql -c "COPY (SELECT url FROM urls WHERE id % greatest($n / 200000, 1) = 0 LIMIT 200000) TO STDOUT" >"$work/urls"
sample=$(awk 'END { print NR }' "$work/urls")
if [ -n "$with_redis" ] && [ -z "$redis" ]; then
	redis-server --port 0 --unixsocket "$work/redis" --save '' --appendonly no --dir "$work" >"$work/redis.log" &
	redis=$!
	until [ -S "$work/redis" ]; do
		kill -0 $redis
		sleep 0.1
	done
fi
elsewhere() { # add or test, the Redis command for it
	rows=$sample
	[ -z "$with_redis" ] || outside "Redis: $2, 7 a URL, pipelined" "python3 bench/redis.py $1 $n $work/urls $work/redis"
	[ -z "$with_python" ] || outside "Python: $1" "python3 bench/filter.py $1 $n $work/urls"
	rows=$n
}

table others "Others: adding, then testing; bloomext all URLs and their scan, the others $sample URLs"
base 'bloom_agg(url, n)' "SELECT pg_column_size(bloom_agg(url, $n)) AS bytes FROM urls"
elsewhere add SETBIT
base 'url <@ (SELECT filter)' 'SELECT count(*) FROM urls WHERE url <@ (SELECT filter FROM stored)'
elsewhere test GETBIT
measure
show
