# Claims in a shared set with 10 million URLs, compared with a table with a unique
# index, and with adding to one filter column.  Each run claims new URLs, so the
# table contains 14,775,000 after five rounds.  In the order of the index, consecutive
# URLs are far apart.  Bytes are those of WAL, including merges by background workers
# and vacuuming.  The runs of eight clients are long enough to include a
# representative share of these.  fsync is off, so commits cost almost nothing

held=${HELD:-10000000}
rounds=${ROUNDS:-5}
singly=$((held / 100)) many=$((held / 16)) batched=$((held / 50))
echo "$(date +%T) $held URLs into a table with a unique index, and into a shared set"
sql -c 'ALTER SYSTEM SET autovacuum = on' -c "ALTER SYSTEM SET autovacuum_naptime = '5s'" \
	-c 'SELECT pg_reload_conf()' >/dev/null
mixed_known=$((held / 10 * 10))
in_batches=$((2 * rounds * batched)) mixed=$((2 * rounds * batched / 10))
last=$((held + rounds * (5 * singly + 2 * many) + 10000))
sql <<END >/dev/null
CREATE FUNCTION url(i bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
	\$\$SELECT 'https://site' || (i * 7919 % 100000)::text || '.example/' || md5(i::text) || '?id=' || i::text\$\$;
CREATE SEQUENCE claimed;
CREATE SEQUENCE batched;
CREATE SEQUENCE mixed_batched;
CREATE TABLE batches (batch int PRIMARY KEY, urls text[]);
CREATE TABLE mixed (batch int PRIMARY KEY, urls text[]);
ALTER TABLE batches ALTER urls SET STORAGE EXTERNAL;
ALTER TABLE mixed ALTER urls SET STORAGE EXTERNAL;
INSERT INTO batches SELECT i, ARRAY(SELECT url($last + 1000 * (i - 1) + j) FROM generate_series(1, 1000) AS j)
FROM generate_series(1, $in_batches / 1000) AS i;
INSERT INTO mixed SELECT i, ARRAY(SELECT url(CASE WHEN j % 10 = 0 THEN $last + $in_batches + 100 * (i - 1) + j / 10
	ELSE (i::bigint * 1000 + j) * 7919 % $mixed_known + 1 END) FROM generate_series(1, 1000) AS j)
FROM generate_series(1, $mixed / 100) AS i;
CREATE TABLE exact (url text PRIMARY KEY);
INSERT INTO exact SELECT url(i) FROM generate_series(1, $held) AS i;
SELECT bloom_set_create('crawl', $held + $held / 2, 0.001);
END
sql <<END >/dev/null
SELECT format('SELECT count(*) FROM bloom_claim_all(''crawl'', ARRAY(SELECT url(i) FROM generate_series(%s, %s) AS i))',
	b, b + 9999) FROM generate_series(1, $held, 10000) b \gexec
SELECT setval('claimed', $held + 1);
VACUUM ANALYZE exact, batches, mixed, crawl_recent, crawl_filters;
CHECKPOINT;
END

claims() { # what, kind, total URLs, clients, URLs per batch
	rows=$3 n=$3
	outside "$1" "bench/claim $2 $3 $4 $5 ${6-}"
}
like_base() {
	claims "$@"
	sql -c "UPDATE lines SET is_base = true WHERE line = (SELECT max(line) FROM lines)"
}

table claims "Claims of new URLs by a set of $held; a row is a URL, bytes are of WAL"
like_base 'INSERT ... ON CONFLICT, one by one' exact $singly 1 1
claims 'bloom_claim, one by one' claim $singly 1 1
like_base 'INSERT ... ON CONFLICT, 8 clients' exact $many 8 1
claims 'bloom_claim, 8 clients' claim $many 8 1
like_base 'INSERT ... ON CONFLICT, batches of 1000' exact $batched 1 1000
claims 'bloom_claim_all, batches of 1000' claim $batched 1 1000
like_base 'nine known to one new: INSERT ... ON CONFLICT, one by one' exact $singly 1 1 $mixed_known
claims 'bloom_claim, one by one' claim $singly 1 1 $mixed_known
like_base 'INSERT ... ON CONFLICT, batches of 1000' exact $batched 1 1000 $mixed_known
claims 'bloom_claim_all, batches of 1000' claim $batched 1 1000 $mixed_known
measure
show
wal=$(sql -c "SELECT round(sum(answer) / sum(rows)) FROM lines JOIN runs USING (line) WHERE tab = $tab AND command ~ ' claim [0-9]+ [18] 1 *\$'")
tell <<END
At the end, the table contains $(sql -c 'SELECT count(*) FROM exact') URLs, and the set $(sql -c 'SELECT members FROM crawl').
On disk: the table with its index $(sql -c "SELECT pg_size_pretty(pg_total_relation_size('exact'))"), the set $(
	sql -c "SELECT pg_size_pretty(sum(pg_total_relation_size(t))) FROM unnest('{crawl_settings,crawl_filters,crawl_recent}'::regclass[]) t"),
of which the filters are $(sql -c "SELECT pg_size_pretty(bytes) FROM bloom_set_info('crawl')").  WAL of all claims one by one, with the
merges and vacuuming that they led to: $wal bytes each.
END

sql <<END >/dev/null
SELECT bloom_set_create('loaded', $held + $held / 2, 0.001);
CREATE FUNCTION load_anew() RETURNS bigint LANGUAGE plpgsql AS \$\$
DECLARE
	before pg_lsn;
BEGIN
	PERFORM bloom_set_clear('loaded');
	before := pg_current_wal_insert_lsn();
	PERFORM bloom_set_load_agg('loaded', url) FROM exact;
	RETURN pg_current_wal_insert_lsn() - before;
END \$\$;
END
n=$(sql -c 'SELECT count(*) FROM exact')
table load "Filling a set with the URLs of that table; bytes are of WAL"
base 'bloom_agg' "SELECT length(bloom_agg(url, $held + $held / 2, 0.001)::bytea) FROM exact"
query 'bloom_set_load_agg' "SELECT load_anew() AS bytes"
measure
show
sql -c "SELECT bloom_set_drop('loaded')" -c 'DROP FUNCTION load_anew' >/dev/null

table column "The same by one filter column of $held"
sql -c 'CREATE TABLE one (filter bloom)' -c "INSERT INTO one SELECT bloom_agg(url(i), $held, 0.001) FROM generate_series(1, $held) AS i"
like_base 'bloom_claim, one by one' claim $singly 1 1
claims 'UPDATE ... bloom_add, one by one' column 20 1 1
measure
show
sql <<END >/dev/null
DROP TABLE exact, one, batches, mixed;
DROP SEQUENCE claimed, batched, mixed_batched;
DROP FUNCTION url;
SELECT bloom_set_drop('crawl');
END
sql -c 'ALTER SYSTEM SET autovacuum = off' -c 'SELECT pg_reload_conf()' >/dev/null
