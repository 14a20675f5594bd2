#!/bin/sh
# The cost of a filter of all rows of a distributed table.  It is built with an
# aggregate that Citus pushes down, with a command on each shard and the union of
# the results, and on one server.  Then the cost of testing the rows against a
# filter of 52 MB that is given in different ways.
#
#     make cluster BENCH="$PWD/bench/citus.sh [URLS [ROUNDS]]"
#
# Milliseconds are the processor time of all three servers together, measured by
# the terminated children of their postmasters: least and most of the rounds, and
# the ratio of the least to that of one server.  MB are the data received by the
# coordinator, counted with test/t/Wire.pm.
set -eu
urls=${1:-5000000} rounds=${2:-5}
sql() { psql -X -q -At -v ON_ERROR_STOP=1 "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sql <<END
CREATE TABLE local (id bigint, url text);
INSERT INTO local SELECT i, 'https://www.example.org/a/path/of/some/length/and/a/bit/more/' || i FROM generate_series(1, $urls) AS i;
SET citus.shard_count = 32;
CREATE TABLE shards32 (LIKE local);
SELECT FROM create_distributed_table('shards32', 'id');
SET citus.shard_count = 4;
CREATE TABLE shards4 (LIKE local);
SELECT FROM create_distributed_table('shards4', 'id', colocate_with => 'none');
INSERT INTO shards32 SELECT * FROM local;
INSERT INTO shards4 SELECT * FROM local;
VACUUM ANALYZE local, shards32, shards4;
END
pid="SELECT split_part(pg_read_file('postmaster.pid'), E'\n', 1)"
servers=$(sql -c "$pid" -c "SELECT result FROM run_command_on_workers(\$\$ $pid \$\$)")
wires=$(sql -c "SELECT nodename || '/counts' FROM pg_dist_node WHERE groupid > 0")

# Clock ticks of terminated processes, and number of received bytes
ticks() {
	sleep 0.5
	for server in $servers; do cat "/proc/$server/stat"; done |
		awk '{sum += $16 + $17} END {print sum}'
}
bytes() { for wire in $wires; do od -A n -t u8 "$wire"; done | awk '{sum += $2} END {printf "%.0f\n", sum}'; }

# measured NAME QUERY
measured() {
	ticks=$(ticks) bytes=$(bytes)
	sql -c "SET max_parallel_workers_per_gather = 0" -c "SET work_mem = '64MB'" -c "$2" >"$work/result"
	echo "$(($(ticks) - ticks)) $(($(bytes) - bytes)) $(cat "$work/result")" >>"$work/$1"
}
sent() {
	sql <<-END
	CREATE TABLE given AS SELECT bloom_agg(i, 42000000) AS filter FROM generate_series(1, 42000000) AS i;
	CREATE FUNCTION given() RETURNS bloom LANGUAGE sql AS 'SELECT filter FROM given';
	CREATE TABLE everywhere (LIKE given);
	SELECT FROM create_reference_table('everywhere');
	INSERT INTO everywhere SELECT * FROM given;
	END
	for round in 1 2 3; do
		measured "sent, parameter" "PREPARE asked(bloom) AS SELECT count(*) FROM shards4 WHERE id <@ \$1; EXECUTE asked(given())"
		measured "sent, sub-select" "SELECT count(*) FROM shards4 WHERE id <@ (SELECT filter FROM given)"
		measured "sent, CTE" "WITH g AS MATERIALIZED (SELECT filter FROM given) SELECT count(*) FROM shards4 WHERE id <@ (SELECT filter FROM g)"
		measured "sent, reference table" "SELECT count(*) FROM shards4 WHERE id <@ (SELECT filter FROM everywhere)"
		measured "sent, reference table joined" "SELECT count(*) FROM shards4 JOIN everywhere ON id <@ filter"
	done
}
round() {
	measured local "SELECT md5(bloom_agg(url, $urls)::bytea) FROM local"
	for table in shards32 shards4; do
		measured "$table pushed" "SELECT md5(bloom_agg(url, $urls)::bytea) FROM $table"
		measured "$table commanded" "SELECT md5(bloom_union_agg(result::bloom)::bytea) FROM run_command_on_shards('$table', 'SELECT bloom_agg(url, $urls) FROM %s')"
		measured "$table unsized" "SELECT bloom_fpp(bloom_agg(url)) < 0.0101 FROM $table"
	done
	measured 'local unsized' "SELECT bloom_fpp(bloom_agg(url)) < 0.0101 FROM local"
}
for round in $(seq "$rounds"); do round; done
hertz=$(getconf CLK_TCK)
echo "$urls URLs, $rounds rounds"
printf '%-20s %8s %8s %6s %8s %s\n' 'made by' ms most ratio MB result
# line NAME BASE
line() {
	base=$(sort -n "$work/$2" | awk 'NR == 1 { print $1 }')
	sort -n "$work/$1" | awk -v name="$1" -v hertz="$hertz" -v base="$base" '
		NR == 1 { least = $1; mb = $2 / 1e6; result = $3 }
		END { printf "%-20s %8d %8d %6.2f %8.1f %s\n", name, least * 1000 / hertz, $1 * 1000 / hertz, least / base, mb, result }'
}
for name in 'local' 'shards32 pushed' 'shards32 commanded' 'shards4 pushed' 'shards4 commanded'; do
	line "$name" local
done
for name in 'local unsized' 'shards32 unsized' 'shards4 unsized'; do
	line "$name" 'local unsized'
done
sent
for name in parameter sub-select CTE 'reference table' 'reference table joined'; do
	line "sent, $name" 'sent, reference table'
done
