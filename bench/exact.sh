# An exact job: the URLs common to two sets of n that share 1 %

make_urls others $((n - n / 100 + 1)) $((2 * n - n / 100))
table exact 'URLs common to two sets that share 1 %'
base 'join' 'SELECT count(*) FROM urls JOIN others USING (url)'
query 'join, one side tested' "SELECT count(*) FROM urls JOIN (
	SELECT url FROM others WHERE url <@ (SELECT bloom_agg(url, $n) FROM urls)) AS b USING (url)"
query 'join, both sides tested' "SELECT count(*) FROM (
	SELECT url FROM urls WHERE url <@ (SELECT bloom_agg(url, $n) FROM others)) AS a JOIN (
	SELECT url FROM others WHERE url <@ (SELECT bloom_agg(url, $n) FROM urls)) AS b USING (url)"
query 'join, each side tested by what is left of the other' "WITH rest AS MATERIALIZED (
	SELECT url FROM others WHERE url <@ (SELECT bloom_agg(url, $n) FROM urls))
	SELECT count(*) FROM urls JOIN rest USING (url) WHERE urls.url <@ (SELECT bloom_agg(url) FROM rest)"
measure
show
found=$(sql -c "SELECT DISTINCT answer FROM runs JOIN lines USING (line) WHERE tab = $tab")
[ "$found" = $((n / 100)) ] || { echo "The joins find other numbers of URLs: $found" >&2; exit 1; }
printf '\nAll find the same %s URLs.\n' "$found" | tell
sql -c 'DROP TABLE others'
