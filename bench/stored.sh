# One value tested against 10,000 stored filters of 100 kB, beside reading
# them: copies as bytea, of which a byte is looked at, take that and no more

echo "$(date +%T) storing 10000 filters of 100 kB"
sql <<'END'
DROP TABLE IF EXISTS urls;
CREATE UNLOGGED TABLE filters (f bloom, b bytea);
ALTER TABLE filters ALTER b SET STORAGE EXTERNAL;
INSERT INTO filters SELECT f || i::text, (f || i::text)::bytea
FROM (SELECT bloom_agg(i::text, 80000) AS f FROM generate_series(1, 80000) i) AS made, generate_series(80001, 90000) i;
VACUUM ANALYZE filters;
END
table stored "A value against 10000 stored filters of 100 kB; a row is a filter"
rows=10000
base 'reading all bytes' 'SELECT sum(get_byte(b, 100)) FROM filters'
query "f @> 'x'" "SELECT count(*) FROM filters WHERE f @> 'x'"
query "f @> '17', which all have" "SELECT count(*) FROM filters WHERE f @> '17'"
measure
show
sql -c 'DROP TABLE filters'
