# Testing URLs against one filter, compared with exact methods

sql <<END
DROP TABLE IF EXISTS stored, sample;
CREATE TABLE stored AS SELECT bloom_agg(url, $n) AS filter,
	bloom_agg(url, 100000) FILTER (WHERE id % greatest($n / 100000, 1) = 0) AS small FROM urls;
CREATE UNLOGGED TABLE sample AS SELECT url FROM urls WHERE id % greatest($n / 100000, 1) = 0 ORDER BY random();
VACUUM ANALYZE stored, sample;
CREATE OR REPLACE FUNCTION count_in(filter bloom) RETURNS bigint LANGUAGE plpgsql AS
	'BEGIN RETURN (SELECT count(*) FROM urls WHERE url <@ filter); END';
END

table test 'Test of all URLs, which are all members'
base "url = 'x'" "SELECT count(*) FROM urls WHERE url = 'x'"
query 'url <@ (SELECT filter), of 100000' 'SELECT count(*) FROM urls WHERE url <@ (SELECT small FROM stored)'
query 'url <@ (SELECT filter), of n' 'SELECT count(*) FROM urls WHERE url <@ (SELECT filter FROM stored)'
query 'url <@ filter, joined in' 'SELECT count(*) FROM urls, stored WHERE url <@ filter'
query 'url <@ filter, a parameter' 'SELECT count_in(filter) FROM stored'
query 'NOT url <@ (SELECT filter), of n' 'SELECT count(*) FROM urls WHERE NOT url <@ (SELECT filter FROM stored)'
# with more URLs, this takes minutes and more memory than that
if [ "$n" -le 10000000 ]; then
	query 'url IN (SELECT url), work_mem 4GB' \
		'SELECT count(*) FROM urls WHERE url IN (SELECT url FROM urls AS v)' '-c work_mem=4GB'
	query 'NOT EXISTS (... = url), work_mem 4GB' \
		'SELECT count(*) FROM urls AS u WHERE NOT EXISTS (SELECT FROM urls AS v WHERE v.url = u.url)' '-c work_mem=4GB'
fi
measure
show

sql -c 'CREATE UNIQUE INDEX by_url ON urls (url)' -c 'VACUUM urls'
table lookup "Test of $(sql -c 'SELECT count(*) FROM sample') URLs in random order"
rows=$(sql -c 'SELECT count(*) FROM sample')
base "url = 'x'" "SELECT count(*) FROM sample WHERE url = 'x'"
query 'url <@ (SELECT filter), reading it included' \
	'SELECT count(*) FROM sample WHERE url <@ (SELECT filter FROM stored)'
query 'join by unique btree index' 'SELECT count(*) FROM sample JOIN urls USING (url)' \
	'-c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off'
measure
show
sql -c 'DROP INDEX by_url'
