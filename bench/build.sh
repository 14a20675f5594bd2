# Time and size of a filter of n URLs, compared with other ways to store or count them

sql <<'END'
DROP FUNCTION IF EXISTS index_bytes;
CREATE FUNCTION index_bytes(definition text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	bytes bigint;
BEGIN
	EXECUTE format(definition, 'measured');
	bytes := pg_relation_size('measured');
	DROP INDEX measured;
	RETURN bytes;
END $$;
END

table build 'Build'
base 'count(url)' 'SELECT count(url) FROM urls'
query 'bloom_agg(url, n)' "SELECT pg_column_size(bloom_agg(url, $n)) AS bytes FROM urls"
query 'bloom_agg(url)' 'SELECT pg_column_size(bloom_agg(url)) AS bytes FROM urls'
[ "$n" -gt 10000000 ] ||
	query 'bloom_agg(url, 10 n)' "SELECT pg_column_size(bloom_agg(url, 10 * $n)) AS bytes FROM urls"
[ -z "$with_hll" ] ||
	query 'hll_add_agg(hll_hash_text(url))' \
		'SELECT pg_column_size(hll_add_agg(hll_hash_text(url))) AS bytes FROM urls'
query 'DISTINCT url, work_mem 4GB' 'SELECT count(*) FROM (SELECT DISTINCT url FROM urls) AS d' '-c work_mem=4GB'
query 'unique btree index on url' "SELECT index_bytes('CREATE UNIQUE INDEX %I ON urls (url)') AS bytes"
[ -z "$with_contrib" ] ||
	query 'contrib/bloom index on url' "SELECT index_bytes('CREATE INDEX %I ON urls USING bloom (url)') AS bytes"
measure
show

table default 'Build with the default work_mem, 4 MB'
base 'count(url)' 'SELECT count(url) FROM urls' '-c work_mem=4MB'
query 'bloom_agg(url, n)' "SELECT pg_column_size(bloom_agg(url, $n)) AS bytes FROM urls" '-c work_mem=4MB'
query 'bloom_agg(url)' 'SELECT pg_column_size(bloom_agg(url)) AS bytes FROM urls' '-c work_mem=4MB'
measure
show
