# Combining a year of stored filters of 1.2 MB, compared with reading them.  All days
# together have fewer values than the capacity, because a union that exceeds it is an error

echo "$(date +%T) storing 365 filters of 1.2 MB"
sql <<'END'
CREATE UNLOGGED TABLE days (f bloom, b bytea);
ALTER TABLE days ALTER b SET STORAGE EXTERNAL;
INSERT INTO days SELECT f, f::bytea FROM (
	SELECT (SELECT bloom_agg(i, 1000000) FROM generate_series(d * 2000, d * 2000 + 199999) i) AS f
	FROM generate_series(1, 365) d OFFSET 0) AS s;
VACUUM ANALYZE days;
END
table combine 'Combination of 365 filters of 1.2 MB, with 200,000 values each; a row is a filter'
rows=365
base 'reading all bytes' 'SELECT sum(get_byte(b, 100)) FROM days'
query 'bloom_union_agg(f)' 'SELECT pg_column_size(bloom_union_agg(f)) FROM days'
query 'bloom_intersection_agg(f)' 'SELECT pg_column_size(bloom_intersection_agg(f)) FROM days'
measure
show
sql -c 'DROP TABLE days'
