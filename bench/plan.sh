#!/bin/sh
# Compares the plan for 100 billion URLs in bench/plan.md with measurements at a
# thousandth of the size: the same number of shards, each with a thousandth of the
# URLs; and one shard of full size.
#
#     test/with-server bench/plan.sh [URLS [SHARDS]]    bench/results-plan.txt
#
# Times are processor times of one session.  The expected values follow from sizes.
# Integers are generated one at a time, because a table would fill the memory.
set -eu
urls=${1:-100000000} shards=${2:-512} scale=1000
sql() { psql -X -q -At -v ON_ERROR_STOP=1 "$@"; }

echo "$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, Linux $(uname -r), $(date +%F)"
sql -c "SELECT version()"
echo "$urls URLs in $shards shards, a thousandth of the plan; load $(cut -d ' ' -f 1 /proc/loadavg) at the beginning"
psql -X -q -v ON_ERROR_STOP=1 -P footer=off <<END
CREATE EXTENSION IF NOT EXISTS bloomext;
SET work_mem = '2GB';
SET max_parallel_workers_per_gather = 0;
SET jit = off;
CREATE TABLE said (line serial, what text, expected float8, got float8);
CREATE FUNCTION url(i bigint) RETURNS text IMMUTABLE LANGUAGE sql AS \$\$ SELECT 'https://www.example.org/a/path/of/some/length/to/have/69/byt/' || i::text \$\$;
CREATE FUNCTION processor() RETURNS float8 VOLATILE LANGUAGE sql AS
	\$\$ SELECT split_part(pg_read_file('/proc/self/schedstat', 0, 100), ' ', 1)::float8 \$\$;
-- Nanoseconds for a statement
CREATE FUNCTION took(statement text) RETURNS float8 LANGUAGE plpgsql AS \$\$
DECLARE
	begun float8 := processor();
BEGIN
	EXECUTE statement;
	RETURN processor() - begun;
END \$\$;
-- Maximum number of URLs per shard: four standard deviations above the mean
CREATE FUNCTION most(mean float8) RETURNS bigint IMMUTABLE LANGUAGE sql AS 'SELECT ceil(mean + 4 * sqrt(mean))::bigint';
SELECT $urls::float8 / $shards AS mean, most($urls::float8 / $shards) AS capacity \gset

-- Shards and bytes
SELECT took('CREATE TABLE counts AS SELECT bloom_shard(url, $shards) AS shard, count(url) AS urls FROM (SELECT url(i) FROM (SELECT generate_series(1::bigint, $urls) AS i) AS g OFFSET 0) AS v GROUP BY 1') AS counting \gset
SELECT took(format('CREATE TABLE parts AS SELECT bloom_shard(url, $shards) AS shard, bloom_agg(url, %s) AS filter FROM (SELECT url(i) FROM (SELECT generate_series(1::bigint, $urls) AS i) AS g OFFSET 0) AS v GROUP BY 1', :capacity)) AS building \gset
INSERT INTO said (what, expected, got) SELECT 'URLs of the fullest shard, at most', :capacity, max(urls) FROM counts;
INSERT INTO said (what, expected, got) SELECT 'URLs of the emptiest shard, at least', 2 * :mean - :capacity, min(urls) FROM counts;
INSERT INTO said (what, expected, got) SELECT 'GB of all filters, at full size', $shards * (SELECT bytes FROM bloom_size(most(:mean * $scale))) / 1e9, sum((bloom_info(filter)).bytes) * $scale / 1e9 FROM parts;
INSERT INTO said (what, got) VALUES ('ns of building, a URL, above counting, with the rows of all shards mixed', (:building - :counting) / $urls.0);

-- Testing: ordered by shard, so that each filter is read once; and in any order
CREATE TABLE others AS SELECT bloom_shard(url(i), $shards) AS shard, url(i) AS url FROM (SELECT generate_series($urls + 1::bigint, $urls + 5000000) AS i) AS g ORDER BY 1;
CREATE TABLE members AS SELECT bloom_shard(url(i), $shards) AS shard, url(i) AS url FROM (SELECT generate_series(1::bigint, $urls, 20) AS i) AS g ORDER BY 1;
VACUUM ANALYZE parts, others, members;
SET enable_hashjoin = off;
SET enable_nestloop = off;
INSERT INTO said (what, expected, got) SELECT 'error rate', 0.01, avg((filter @> url)::int) FROM others JOIN parts USING (shard);
INSERT INTO said (what, expected, got) SELECT 'members that are missed', 0, count(*) FROM members JOIN parts USING (shard) WHERE NOT filter @> url;
SELECT took('SELECT count(*) FROM others JOIN parts USING (shard) WHERE url <> shard::text') AS joining \gset
SELECT took('SELECT count(*) FROM others JOIN parts USING (shard) WHERE filter @> url') AS testing \gset
INSERT INTO said (what, got) VALUES ('ns of a test, in order of the shards, above joining', (:testing - :joining) / 5e6);
SET enable_hashjoin = on;
SET enable_mergejoin = off;
CREATE TABLE few AS SELECT * FROM (SELECT * FROM others TABLESAMPLE SYSTEM (1)) AS v ORDER BY random();
SELECT took('SELECT count(*) FROM few JOIN parts USING (shard) WHERE filter @> url') / (SELECT count(*) FROM few) AS looking_up \gset
INSERT INTO said (what, got) VALUES ('us of a test in any order', :looking_up / 1e3);
RESET enable_mergejoin;
RESET enable_nestloop;

-- The filters of a day, with the same parameters and 1 % of the URLs, merged into all filters
CREATE TABLE day AS SELECT bloom_shard(url(i), $shards) AS shard, bloom_agg(url(i), :capacity) AS filter FROM (SELECT generate_series($urls + 1::bigint, $urls + $urls / 100) AS i) AS g GROUP BY 1;
SELECT took('SELECT count(f) FROM (SELECT bloom_union_agg(filter) AS f FROM (TABLE parts UNION ALL TABLE day) AS v GROUP BY shard) AS u') AS merging,
	(SELECT sum((bloom_info(filter)).bytes) FROM parts) AS bytes \gset
INSERT INTO said (what, got) VALUES ('ns of merging, a byte of the filters', :merging::float8 / :bytes);
SELECT pg_current_wal_insert_lsn() AS before \gset
UPDATE parts SET filter = parts.filter | day.filter FROM day WHERE day.shard = parts.shard;
INSERT INTO said (what, got) VALUES ('bytes of WAL, a byte of the filters that are written anew', (pg_current_wal_insert_lsn() - :'before'::pg_lsn) / :bytes::float8);
DROP TABLE parts, day, others, members;

-- One shard of full size, with integers
SELECT (:mean * $scale)::bigint AS full, most(:mean * $scale) AS full_capacity \gset
SELECT took(format('SELECT count(i) FROM (SELECT generate_series(1::bigint, %s) AS i) AS g', :full)) AS counting \gset
SELECT took(format('CREATE TABLE one AS SELECT bloom_agg(i, %s) AS filter FROM (SELECT generate_series(1::bigint, %s) AS i) AS g', :full_capacity, :full)) AS building \gset
INSERT INTO said (what, expected, got) SELECT 'MB of one shard of full size', bytes / 1e6, (bloom_info(filter)).bytes / 1e6 FROM one, bloom_size(:full_capacity);
INSERT INTO said (what, got) VALUES ('ns of building it, a value, above counting, with storing', (:building - :counting)::float8 / :full);
INSERT INTO said (what, expected, got) SELECT 'its error rate', 0.01, avg((i <@ (SELECT filter FROM one))::int) FROM (SELECT generate_series(1000000000001, 1000002000000) AS i) AS g;
SELECT took('SELECT count(*) FROM (SELECT generate_series(1::bigint, 5000000) AS i) AS g WHERE i = 0') AS comparing \gset
SELECT took('SELECT count(*) FROM (SELECT generate_series(1::bigint, 5000000) AS i) AS g WHERE i <@ (SELECT filter FROM one)') AS testing \gset
INSERT INTO said (what, got) VALUES ('ns of a test of it, with reading it', (:testing - :comparing) / 5e6);
SELECT took('SELECT bloom_union_agg(filter) IS NULL FROM (TABLE one UNION ALL TABLE one) AS v') AS uniting \gset
INSERT INTO said (what, got) SELECT 'ns of merging it with another, a byte of each', :uniting::float8 / (bloom_info(filter)).bytes / 2 FROM one;

SELECT what, to_char(expected, 'FM999999990.0009') AS expected, to_char(got, 'FM999999990.0009') AS got, CASE WHEN expected > 0 THEN round((got / expected)::numeric, 2) END AS ratio FROM said ORDER BY line;
END
