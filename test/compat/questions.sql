-- What test/compat/check asks of a restored dump: rows are mistakes

SELECT 'answers: ' || name FROM filters WHERE answers IS DISTINCT FROM asked(name, filter);
SELECT 'bytes: ' || name FROM filters FULL JOIN (TABLE built UNION ALL TABLE built_of_other_classes) b USING (name)
WHERE filters.filter::bytea IS DISTINCT FROM b.filter::bytea;
CREATE TABLE copied (LIKE filters);
\copy copied from pstdin (format binary)
SELECT 'binary: ' || name FROM filters FULL JOIN copied USING (name) WHERE filters.filter::bytea IS DISTINCT FROM copied.filter::bytea;
-- what is stored can still be changed
SELECT 'adding: ' || name FROM filters JOIN built USING (name)
WHERE NOT bloom_add_all(filters.filter, ARRAY['new', 'newer']) @> 'newer'
	OR bloom_can_combine(filters.filter, built.filter) AND bloom_cardinality(filters.filter | built.filter) <> bloom_cardinality(filters.filter);
INSERT INTO typed (host) VALUES ('example.org');
-- states give what they would have given
SELECT 'state: ' || s.name FROM (VALUES ('state, list', 'default, list'), ('state, coded', 'default, coded'),
	('state, union', 'any number of values')) v(state, result) JOIN filters s ON s.name = state JOIN filters f ON f.name = result
WHERE bloom_agg_final(s.filter) <> f.filter OR (SELECT bloom_union_agg(g) FROM (VALUES (s.filter)) v(g)) <> f.filter;
SELECT 'columns' FROM typed HAVING count(*) <> 2 OR bool_or(fixed <> bloom(1000));
SELECT 'index' FROM filters f WHERE (SELECT count(*) FROM filters g WHERE g.filter = f.filter) = 0;

SELECT 'set: ' || name FROM set_answers WHERE answers IS DISTINCT FROM set_asked(name);
CREATE FUNCTION claimed(name text, i int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	new boolean;
BEGIN
	EXECUTE format('SELECT bloom_claim(%L, %s) FROM (SELECT $1 AS i) i', name, value_of(name)) INTO new USING i;
	RETURN new;
END $$;
SELECT 'claim: ' || name FROM set_answers WHERE claimed(name, 250) OR NOT claimed(name, 1000) OR claimed(name, 1000);
SELECT 'unclaim' WHERE NOT (bloom_unclaim('returned', 'v250') AND bloom_claim('returned', 'v250'));
SELECT bloom_set_merge(name::regclass) FROM set_answers \g /dev/null
SELECT 'merged: ' || name FROM set_answers WHERE left(answers, 300) <> left(set_asked(name), 300) OR claimed(name, 1000);
