-- What test/compat/check asks of a restored dump: rows are mistakes

SELECT 'answers: ' || name FROM filters WHERE answers IS DISTINCT FROM asked(name, filter);
SELECT 'bytes: ' || name FROM filters FULL JOIN (TABLE built UNION ALL TABLE built_of_other_classes) b USING (name)
WHERE filters.filter::bytea IS DISTINCT FROM b.filter::bytea AND name NOT IN (SELECT name FROM built_otherwise);
CREATE TABLE copied (LIKE filters);
\copy copied from pstdin (format binary)
SELECT 'binary: ' || name FROM filters FULL JOIN copied USING (name) WHERE filters.filter::bytea IS DISTINCT FROM copied.filter::bytea;
-- what is stored can still be changed
SELECT 'adding: ' || name FROM filters JOIN built USING (name)
WHERE NOT bloom_add_all(filters.filter, ARRAY['new', 'newer']) @> 'newer'
	OR bloom_can_combine(filters.filter, built.filter) AND bloom_cardinality(filters.filter | built.filter) <> bloom_cardinality(filters.filter);
INSERT INTO typed (host) VALUES ('example.org');
SELECT 'columns' FROM typed HAVING count(*) <> 2 OR bool_or(fixed <> bloom(1000));
SELECT 'index' FROM filters f WHERE (SELECT count(*) FROM filters g WHERE g.filter = f.filter) = 0;

SELECT 'set: ' || name FROM set_answers WHERE answers IS DISTINCT FROM set_asked(name);
SELECT 'claim: ' || name FROM set_answers s,
	LATERAL (SELECT CASE name WHEN 'crawl' THEN bloom_claim('crawl', 'another') WHEN 'loaded' THEN bloom_claim('loaded', 1000)
		ELSE bloom_claim('lasting', md5('another')::uuid) END AS new) c WHERE NOT new;
SELECT bloom_set_merge(name::regclass) IS NULL FROM set_answers WHERE false;
