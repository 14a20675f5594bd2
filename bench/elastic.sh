# A year of daily filters whose sizes were not known in advance: 100 to 500,000
# values, log-uniform.  In "few", the values of all days are from the same 500,000
# values; in "many", from 20 million.  There are three ways to store them: filters
# with exactly the right capacity, which do not combine; a column with the capacity
# of the union; and elastic filters.

sql <<'END'
CREATE TABLE sizes AS SELECT d, (100 * 5000 ^ (d * 0.6180339887 % 1))::int AS n FROM generate_series(1, 365) AS d;
CREATE TABLE kinds (kind text, universe int);
INSERT INTO kinds VALUES ('few', 500000), ('many', 20000000);
CREATE FUNCTION of_day(d int, n int, universe int) RETURNS SETOF int LANGUAGE sql IMMUTABLE ROWS 60000 AS
	'SELECT ((i::bigint * 7919 + d::bigint * d * 104729) % universe)::int FROM generate_series(1, n) AS i';
CREATE TABLE days (kind text, d int, n int, known bloom, typed bloom, elastic bloom(elastic));
INSERT INTO days SELECT kind, d, n, (SELECT bloom_agg(v, n) FROM of_day(d, n, universe) AS v),
	(SELECT bloom_agg(v, universe) FROM of_day(d, n, universe) AS v),
	(SELECT bloom_agg_like(v, bloom_elastic()) FROM of_day(d, n, universe) AS v) FROM kinds, sizes;
CREATE TABLE distinct_values AS SELECT kind, universe, count(DISTINCT v) AS values
FROM kinds, sizes, of_day(d, n, universe) AS v GROUP BY kind, universe;
CREATE TABLE unions AS SELECT kind, bloom_union_agg(typed) AS typed, bloom_union_agg(elastic) AS elastic FROM days GROUP BY kind;
CREATE TABLE others AS SELECT -i AS v FROM generate_series(1, 1000000) AS i;
CREATE TABLE members AS SELECT DISTINCT v FROM sizes, of_day(d, n, 500000) AS v WHERE n = (SELECT max(n) FROM sizes);
VACUUM ANALYZE;
END

table elastic 'Elastic filters: 365 days of 100 to 500,000 values'
show_as <<'END'
SELECT d.kind, v.values, round(sum(octet_length(known::bytea)) / 1e6, 1) AS "known capacity, MB",
	round(sum(octet_length(typed::bytea)) / 1e6, 1) AS "typed column, MB",
	round(sum(octet_length(d.elastic::bytea)) / 1e6, 1) AS "elastic, MB",
	round(sum(octet_length(d.elastic::bytea)) / sum(octet_length(known::bytea))::numeric, 2) AS "ratio to known"
FROM days d JOIN distinct_values v USING (kind) GROUP BY d.kind, v.values ORDER BY 1;
END
show_as <<'END'
SELECT v.kind, how, round(octet_length(u::bytea) / 1e6, 2) AS "union, MB",
	round(100 * (bloom_cardinality(u) - v.values)::numeric / v.values, 4) AS "cardinality error, %",
	(SELECT count(*) FROM others WHERE others.v <@ u) / 1e6 AS "error rate", bloom_fpp(u)::numeric(8, 6) AS told
FROM unions, LATERAL (VALUES ('typed column', typed), ('elastic', elastic)) AS f(how, u) JOIN distinct_values v ON true
WHERE unions.kind = v.kind ORDER BY 1, 2;
END

days_of() { echo "(SELECT $1 FROM days WHERE kind = 'few' ORDER BY n DESC LIMIT 1)"; }
union_of() { echo "(SELECT $1 FROM unions WHERE kind = '$2')"; }
lists=$n n=1000000
table elastic-tests "A million tests: a day of $(sql -c 'SELECT max(n) FROM sizes') values, and the union of each kind"
base 'no test' "SELECT count(v) FROM others"
base 'a day, known capacity' "SELECT count(*) FROM others WHERE v <@ $(days_of known)"
query 'a day, elastic' "SELECT count(*) FROM others WHERE v <@ $(days_of elastic)"
for kind in few many; do
	base "union of $kind, typed" "SELECT count(*) FROM others WHERE v <@ $(union_of typed $kind)"
	query "union of $kind, elastic" "SELECT count(*) FROM others WHERE v <@ $(union_of elastic $kind)"
done
measure
show

table elastic-members 'Members: tests of the values of the largest day'
n=$(sql -c 'SELECT count(*) FROM members') rows=$n
base 'known capacity' "SELECT count(*) FROM members WHERE v <@ $(days_of known)"
query 'elastic' "SELECT count(*) FROM members WHERE v <@ $(days_of elastic)"
measure
show
n=$lists
