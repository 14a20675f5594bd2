-- The main job, on the real URLs of bench/data
CREATE TABLE pages (url text);
\copy pages FROM PROGRAM 'gzip -dc "${PG_ABS_SRCDIR:-.}"/bench/data/homepages.txt.gz'
SELECT count(*), count(DISTINCT url) FROM pages;
CREATE TABLE seen AS SELECT bloom_agg(url, 17000, 0.001) AS urls FROM pages;
SELECT count(*) FILTER (WHERE NOT url <@ urls) AS missed,
	-- near-identical, and none of them real
	count(*) FILTER (WHERE url || '?' <@ urls) BETWEEN 10 AND 0.001 * 37000 + 4 * sqrt(0.001 * 37000) AS rate_holds
FROM pages, seen;
SELECT abs(bloom_cardinality(urls) - 16589) < 166 AS cardinality, bytes, round(bits * 1.0 / 16589, 1) AS bits_per_url
FROM seen, bloom_info(urls);
DROP TABLE pages, seen;
