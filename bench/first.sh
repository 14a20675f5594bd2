# Finding the first row of each URL

table first 'First seen'
base 'DISTINCT url' 'SELECT count(*) FROM (SELECT DISTINCT url FROM urls) AS d'
query 'bloom_first_seen(url, n, 0.001) OVER ()' "SELECT count(*) FROM (
	SELECT bloom_first_seen(url, $n, 0.001) OVER () AS first FROM urls) AS f WHERE first"
query 'bloom_first_seen(url, n, 0.001) OVER (ORDER BY id)' "SELECT count(*) FROM (
	SELECT bloom_first_seen(url, $n, 0.001) OVER (ORDER BY id) AS first FROM urls) AS f WHERE first"
query 'DISTINCT ON (url) ... ORDER BY url, id' \
	'SELECT count(*) FROM (SELECT DISTINCT ON (url) id, url FROM urls ORDER BY url, id) AS d'
measure
show
