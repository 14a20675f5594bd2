-- Filters of other libraries: files that they wrote, and what they answered
SET client_min_messages = warning;
CREATE TABLE files (folder text, file text, data bytea);
CREATE TABLE read (folder text, file text, data text);
\copy read FROM PROGRAM 'cd "${PG_ABS_SRCDIR:-.}"/test/imported && for f in */*.bin; do printf "%s\t%s\t%s\n" "${f%%/*}" "${f#*/}" "$(base64 -w 0 "$f")"; done'
INSERT INTO files SELECT folder, file, decode(data, 'base64') FROM read;
CREATE TABLE probes (folder text, probe text, answer int, line bigserial);
\copy probes (folder, probe, answer) FROM PROGRAM 'cd "${PG_ABS_SRCDIR:-.}"/test/imported && ./probes *-*' WITH (FORMAT csv, DELIMITER E'\t', QUOTE E'\b')
ANALYZE probes;
-- what the files don't tell
CREATE TABLE filters AS SELECT folder, CASE
	WHEN folder ~ '^redisbloom' THEN bloom_import_chunks('redisbloom', array_agg(data ORDER BY file <> 'header.bin', file))
	WHEN folder = 'chfguo-local-lsb' THEN bloom_import('redis-bitmap', (array_agg(data))[1], capacity => 4000, error_rate => 0.005, lsb_first => true)
	WHEN folder = 'chfguo-local-msb' THEN bloom_import('redis-bitmap', (array_agg(data))[1], capacity => 4000, error_rate => 0.05, prime => true)
	WHEN folder = 'chfguo-redis-noprime' THEN bloom_import('redis-bitmap', (array_agg(data))[1], capacity => 4500, error_rate => 0.02)
	WHEN folder = 'chfguo-redis-prime' THEN bloom_import('redis-bitmap', (array_agg(data))[1], capacity => 4000, error_rate => 0.01, prime => true)
	WHEN folder ~ '^pybloom-live4' THEN bloom_import('pybloom', (array_agg(data))[1], hash => 'xxh3-128')
	WHEN folder ~ '^pybloom' THEN bloom_import('pybloom', (array_agg(data))[1], hash => 'md5')
	ELSE bloom_import(split_part(folder, '-', 1), (array_agg(data))[1], keys => coalesce(substring(folder, 'long|integer|utf16'), 'text')) END AS f
FROM files GROUP BY folder;
-- every answer of the library, the false ones too
SELECT folder, count(*) AS answers, sum(answer) AS yes, count(*) FILTER (WHERE CASE WHEN folder ~ 'long|integer' THEN probe::bigint <@ f ELSE probe <@ f END <> (answer = 1)) AS wrong
FROM probes JOIN filters USING (folder) GROUP BY folder ORDER BY folder COLLATE "C";
SELECT folder, (i).format, (i).class, (i).capacity, round((i).error_rate::numeric, 6) AS error_rate, (i).growth, (i).layers, (i).probes, (i).bits, (i).cardinality BETWEEN 3800 AND 25500 AS cardinality
FROM filters, bloom_info(f) AS i ORDER BY folder COLLATE "C";
-- byte for byte what came in
CREATE FUNCTION exported(f bloom) RETURNS SETOF bytea LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE format('SELECT %s($1, $2)', CASE (bloom_info(f)).format WHEN 'redisbloom' THEN 'bloom_export_chunks' ELSE 'bloom_export' END) USING (bloom_info(f)).format, f;
END $$;
SELECT folder, string_agg(e, '' ORDER BY n) = (SELECT string_agg(data, '' ORDER BY file <> 'header.bin', file) FROM files WHERE files.folder = filters.folder) AS same
FROM filters, exported(f) WITH ORDINALITY AS v(e, n) WHERE folder !~ '^chfguo' GROUP BY folder ORDER BY folder COLLATE "C";
-- an ordinary value: stored, dumped, compared
SELECT bool_and(f::text::bloom = f AND f::bytea::bloom = f) AS round_trips, bool_and(f = f AND NOT f <> f) AS equal FROM filters;
SELECT a.folder, b.folder FROM filters a JOIN filters b ON a.f = b.f AND a.folder <> b.folder;

-- filled here, a new filter is the file that the library wrote
CREATE VIEW members AS SELECT folder, probe, line FROM (SELECT *, row_number() OVER (PARTITION BY folder ORDER BY line) AS number FROM probes) AS v WHERE number <= 4000;
CREATE TABLE made AS SELECT folder, like_filter, (SELECT bloom_agg_like(probe, like_filter ORDER BY line) FROM members WHERE members.folder = v.folder) AS f
FROM (VALUES ('guava-s1', bloom_new('guava', 4000, 0.01)),
	('pybloom-e01', bloom_new('pybloom', 4000, 0.01, hash => 'md5')),
	('pybloom-live4', bloom_new('pybloom', 4000, 0.01)),
	('redisbloom-fixed', bloom_new('redisbloom', 4000, 0.01)),
	('redisbloom-scaling', bloom_new('redisbloom', 500, 0.01, growth => 2)),
	('parquet-text', bloom_new('parquet', 4000, 0.031)),
	('spark-v1', bloom_new('spark', 4000, 0.01)),
	('guava-utf16', bloom_new('guava', 2400, 0.01, keys => 'utf16')),
	('spark-v2', bloom_new('spark', 4500, 0.02, version => 2)),
	('chfguo-redis-prime', bloom_new('redis-bitmap', 4000, 0.01, prime => true))) AS v(folder, like_filter);
-- ... and of integers of each type, whose keys are of the size that the filter has
INSERT INTO made SELECT folder, like_filter, (SELECT bloom_agg_like(probe::bigint, like_filter) FROM members WHERE members.folder = v.folder)
FROM (VALUES ('guava-long', bloom_new('guava', 4000, 0.01, keys => 'long')), ('parquet-long', bloom_new('parquet', 4000, 0.031, keys => 'long')), ('spark-v1-long', bloom_new('spark', 4000, 0.03, keys => 'long')),
	('spark-v2-long', (SELECT bloom_clear(f) FROM filters WHERE folder = 'spark-v2-long'))) AS v(folder, like_filter);
INSERT INTO made SELECT folder, like_filter, (SELECT bloom_agg_like(probe::int, like_filter) FROM members WHERE members.folder = v.folder)
FROM (VALUES ('guava-integer', bloom_new('guava', 4000, 0.01, keys => 'integer')), ('parquet-integer', bloom_new('parquet', 4000, 0.031, keys => 'integer'))) AS v(folder, like_filter);
SELECT folder, string_agg(e, '' ORDER BY n) = (SELECT string_agg(data, '' ORDER BY file <> 'header.bin', file) FROM files WHERE files.folder = made.folder) AS same_file,
	bloom_clear(made.f) = like_filter AS cleared
FROM made, exported(f) WITH ORDINALITY AS v(e, n) GROUP BY folder, bloom_clear(made.f) = like_filter ORDER BY folder COLLATE "C";
-- more than one row a chunk: the header, and each link
SELECT folder, count(*) AS chunks FROM made, bloom_export_chunks('redisbloom', f) WHERE folder ~ '^redisbloom' GROUP BY folder ORDER BY folder COLLATE "C";
-- added to one by one, and many at a time; in parallel
SELECT folder, f || 'new' @> 'new' AS added, bloom_contains_all(g, ARRAY(SELECT 'new ' || i FROM generate_series(1, 2000) i)) AS all_added,
	g @> (SELECT probe FROM probes WHERE probes.folder = filters.folder ORDER BY line LIMIT 1) AS old_member, (bloom_info(g)).layers - (bloom_info(f)).layers AS more_layers, g::bytea::bloom = g AS valid
FROM filters, LATERAL (SELECT bloom_add_all(f, ARRAY(SELECT 'new ' || i FROM generate_series(1, 2000) i))) AS v(g) WHERE folder ~ 's0|scal|two|msb|fixed|upgraded' ORDER BY folder COLLATE "C";
SELECT bloom_add_all(f || 'x', ARRAY['y']) = bloom_add_all(f, ARRAY['x', 'y']) AS same, f || NULL = f AS null_added FROM filters WHERE folder = 'guava-s1';
SELECT bloom_new('guava', 10) || '\x00'::bytea @> '\x00'::bytea AS bytea, (bloom_info(bloom_new('guava', 10) || 'Grüße'::char(10))).class,
	bloom_new('guava', 10) || 'Grüße'::char(10) = bloom_new('guava', 10) || 'Grüße'::name AS padding;
CREATE TABLE urls AS SELECT 'url' || i AS url FROM generate_series(1, 20000) i;
ALTER TABLE urls SET (parallel_workers = 2);
ANALYZE urls;
CREATE TABLE serial AS SELECT bloom_agg_like(url, bloom_new('guava', 20000)) AS guava, bloom_agg_like(url, bloom_new('pybloom', 20000, 1e-5)) AS pybloom FROM urls;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS off) SELECT bloom_agg_like(url, bloom_new('guava', 20000)) FROM urls;
SELECT (SELECT bloom_agg_like(url, bloom_new('guava', 20000)) FROM urls) = guava AS parallel, guava @> 'url1' AND guava @> 'url20000' AS members,
	(SELECT count(*) FROM urls WHERE NOT url <@ guava OR NOT url <@ pybloom) AS missed,
	(SELECT count(*) FROM generate_series(1, 20000) i WHERE guava @> ('no' || i)) BETWEEN 200 - 4 * sqrt(200) AND 200 + 4 * sqrt(200) AS rate, bloom_cardinality(guava) BETWEEN 19500 AND 20500 AS cardinality FROM serial;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;

-- set algebra, within a library
SELECT folder, f | f = f AS itself, f | bloom_clear(f) = f AS with_empty, bloom() | f = f AND f | bloom() = f AS with_identity,
	(f || 'a') | (f || 'b') @> 'a' AS added, (SELECT bloom_union_agg(g) FROM unnest(ARRAY[bloom_clear(f), f]) AS g) = f AS union_agg,
	f & f = f AS intersection, bloom_cardinality(f & bloom_clear(f)) AS nothing, bloom_jaccard(f, f) AS jaccard
FROM filters WHERE folder ~ 'guava-s|parquet-text|spark-v.$|-e01|redisbloom-fixed|noprime' ORDER BY folder COLLATE "C";
SELECT bloom_intersection_cardinality(a, b) BETWEEN 850 AND 1150 AS both, bloom_union_cardinality(a, b) BETWEEN 2900 AND 3100 AS all
FROM (SELECT bloom_agg_like('url' || i, bloom_new('guava', 4000, 0.001)) FILTER (WHERE i <= 2000), bloom_agg_like('url' || i, bloom_new('guava', 4000, 0.001)) FILTER (WHERE i > 1000) FROM generate_series(1, 3000) i) AS v(a, b);
SELECT bloom_new('guava', 100) | bloom(100);
SELECT bloom(100) & bloom_new('pybloom', 100);
SELECT bloom_new('guava', 100) | bloom_new('redisbloom', 100);
SELECT bloom_new('guava', 100) | bloom_new('guava', 200);
SELECT bloom_new('pybloom', 100) | bloom_new('pybloom', 100, hash => 'md5');
SELECT bloom_jaccard(bloom_new('guava', 100), bloom(100));
SELECT f & f FROM filters WHERE folder = 'pybloom-scalable';
SELECT bloom_fold(bloom_new('guava', 100), 50);
SELECT bloom_new('guava', 100)::bloom(100);
SELECT bloom_remove(bloom_new('guava', 100), 'a');
SELECT bloom_add_hash(bloom_new('guava', 100), 1);
SELECT bloom_contains_hash(bloom_new('guava', 100), 1);
SELECT bloom_new('guava', 100) || 1;
SELECT bloom_new('guava', 100) @> 1;
SELECT bloom_agg_like(i, bloom_new('guava', 100)) FROM generate_series(1, 3) i;
SELECT bloom_agg_hash_like(i, bloom_new('guava', 100)) FROM generate_series(1, 3) i;
SELECT bloom_new('guava', 100) || 'a' @> '\x61'::bytea;

-- integers: of all types one value, if the filter's keys are integers at all
SELECT folder, (f || 7::smallint) = (f || 7) AND (f || 7) = (f || 7::bigint) AND (f || 7) = (f || 7::oid) AS types, (f || 7) @> 7::smallint AND bloom_contains_each(f || 7, ARRAY[7, NULL]) = ARRAY[true, NULL] AS found,
	bloom_add_all(f, ARRAY[7, NULL]) = f || 7 AS all, (bloom_info(f || 7)).class, f | bloom_clear(f) = f AS with_empty, f & f = f AS intersection, (f || 7)::text::bloom = f || 7 AS stored, bloom_clear(f || 7) @> 7 AS cleared
FROM filters WHERE folder ~ 'long|integer' ORDER BY folder COLLATE "C";
SELECT octet_length(bloom_export('spark', f)) - octet_length(bloom_export('guava', g)) AS longer_head, bloom_import('spark', bloom_export('spark', f), keys => 'long') = f AS back,
	bloom_import('spark', bloom_export('spark', f), keys => 'long', known_member => '-5') @> -5 AS probed, f = bloom_new('spark', 1000, keys => 'long') || -5::bigint AS same
FROM (VALUES (bloom_new('spark', 1000, keys => 'long') || -5, bloom_new('guava', 1000))) AS v(f, g);
-- a number that can't be a key of the filter is no member
SELECT bloom_new('guava', 10, keys => 'integer') @> 3000000000 AS too_large, bloom_new('guava', 10, keys => 'integer') || (-2147483648) @> -2147483648 AS smallest;
SELECT bloom_new('guava', 10, keys => 'integer') || 3000000000;
SELECT bloom_agg_like(i::bigint * 1000000000, bloom_new('guava', 10, keys => 'integer')) FROM generate_series(1, 3) i;
SELECT bloom_new('guava', 10, keys => 'long') @> '7';
SELECT bloom_new('guava', 10, keys => 'long') || '\x0700000000000000'::bytea;
SELECT bloom_new('guava', 10, keys => 'long') | bloom_new('guava', 10);
-- UTF-16: only of text, whose types are one value
SELECT f || 'Grüße'::char(10) = f || 'Grüße'::name AS types, f || 'ü你😀' @> 'ü你😀' AS found, (f || 'ü你😀')::text::bloom = f || 'ü你😀' AS stored
FROM bloom_new('guava', 10, keys => 'utf16') AS f;
SELECT bloom_new('guava', 10, keys => 'utf16') || '\x61'::bytea;
SELECT bloom_new('spark', 10, keys => 'utf16');
-- a known member tells which of the two, in the hint
SELECT bloom_import('guava', data, known_member => 'https://play0ad.com/') FROM files WHERE folder = 'guava-utf16';
SELECT bloom_import('guava', data, keys => 'utf16', known_member => 'https://play0ad.com/') = f AS followed FROM files JOIN filters USING (folder) WHERE folder = 'guava-utf16';
SELECT bloom_import('guava', data, keys => 'utf16', known_member => 'https://play0ad.com/') FROM files WHERE folder = 'guava-s1';
SELECT bloom_new('spark', 10, keys => 'integer');
SELECT bloom_new('redisbloom', 10, keys => 'long');
SELECT bloom_new('guava', 10, keys => 'bigint');
SELECT bloom_new('spark', 10, version => 3);
SELECT bloom_new('spark', 225000000);
SELECT bloom_new('spark', 10) | bloom_new('spark', 10, version => 2);
SELECT bloom_new('spark', 10) || 7;
SELECT bloom_new('pybloom', 10) || 7;
SELECT bloom_import('guava', data, keys => 'long', known_member => '12345') FROM files WHERE folder = 'guava-long';
SELECT bloom_import('guava', data, keys => 'long', known_member => 'a') FROM files WHERE folder = 'guava-long';
SELECT bloom_import('guava', data, keys => 'long', known_member => '-1') @> -1 AS found, bloom_import('guava', data, keys => NULL) @> '-1' AS text FROM files WHERE folder = 'guava-long';
-- a file of Spark SQL's own tests, and what it is sure not to have
SELECT bloom_import('spark', '\x00000001000000050000000343A2EC6EA8C117E2D3CDB767296B144FC5BFBCED9737F267', keys => 'long') @> 201;
-- the seed is the file's
SELECT f @> 'a' AS a, (f | f) = f AS itself, substr(bloom_export('spark', f), 9, 4) AS seed FROM (SELECT bloom_import('spark', overlay(bloom_export('spark', bloom_new('spark', 10, version => 2)) PLACING '\x0badcafe' FROM 9)) || 'a' AS f) AS v;
SELECT bloom_import('spark', overlay(bloom_export('spark', bloom_new('spark', 10, version => 2)) PLACING '\x0badcafe' FROM 9)) | bloom_new('spark', 10, version => 2);

-- in Parquet's filters, blocks have different numbers of values, so the rate is higher than by the share of set bits alone
SELECT n, abs(1 - (SELECT count(*) FROM generate_series(1, 100000) i WHERE f @> ('no' || i)) / (100000 * fpp)) < 200.0 / n AS rate, pow(bits_set::float8 / bits, 8) < 0.9 * fpp AS share, abs(1 - cardinality::float8 / n) < 0.02 AS cardinality
FROM (SELECT n, (SELECT bloom_agg_like('url' || i, bloom_new('parquet', 2600, 0.0126)) FROM generate_series(1, n) i) AS f FROM unnest(ARRAY[2600, 5000]) AS n) AS v, bloom_info(f);
SELECT bloom_import('parquet', bloom_export('parquet', f)) | f = f AS united, bloom_export('parquet', f) AS file FROM (SELECT bloom_new('parquet', 10) || 'a') AS v(f);
-- three blocks, and a number of bytes that no writer writes like that
SELECT f || 'new' @> 'new' AS added, (bloom_info(f)).bits, bloom_export('parquet', f | f) = file AS same FROM (VALUES ('\x15c0011c1c00001c1c00001c1c000000'::bytea || decode(repeat('8421', 48), 'hex'))) AS w(file), bloom_import('parquet', file) AS f;
SELECT bloom_import('parquet', '\x15c080001c1c00001c1c00001c1c000000'::bytea || decode(repeat('00', 96), 'hex'));
SELECT bloom_import('parquet', 'PAR1'::bytea);
SELECT bloom_import('guava', data) FROM files WHERE folder = 'parquet-text';

-- a known member tells which hash, and that all is well
SELECT folder, probe, (SELECT bloom_import('pybloom', data, known_member => probe) FROM files WHERE files.folder = filters.folder) = f AS found
FROM filters, LATERAL (SELECT probe FROM probes WHERE probes.folder = filters.folder ORDER BY line LIMIT 1) AS p WHERE folder IN ('pybloom-e01', 'pybloom-live4', 'pybloom-sha384') ORDER BY folder;
SELECT bloom_import('pybloom', data) FROM files WHERE folder = 'pybloom-e01';
SELECT bloom_import('pybloom', data) @> 'http://0pointer.de/' IS NOT NULL AS no_small_hash FROM files WHERE folder = 'pybloom-sha384';
SELECT bloom_import('pybloom', data, known_member => 'no member at all') FROM files WHERE folder = 'pybloom-live4';
SELECT bloom_import('guava', data, known_member => 'no member at all') FROM files WHERE folder = 'guava-s1';
SELECT bloom_import('redis-bitmap', data, capacity => 4000, error_rate => 0.01, known_member => 'https://play0ad.com/') FROM files WHERE folder = 'chfguo-redis-prime';
SELECT bloom_import('redis-bitmap', data, capacity => 4000, error_rate => 0.01, prime => true, known_member => 'https://play0ad.com/') = f AS followed FROM files JOIN filters USING (folder) WHERE folder = 'chfguo-redis-prime';
-- Redis strings end at the highest bit, so that only a known member can tell
SELECT bloom_export('redis-bitmap', bloom_new('redis-bitmap', 4000, prime => true) || 'a') AS "prime", bloom_export('redis-bitmap', bloom_new('redis-bitmap', 4000) || 'a') AS other \gset
SELECT bloom_import('redis-bitmap', :'prime', capacity => 4000, error_rate => 0.01, known_member => 'a');
SELECT bloom_import('redis-bitmap', :'other', capacity => 4000, error_rate => 0.01, known_member => 'a', prime => true);
SELECT bloom_import('redis-bitmap', :'prime', capacity => 4000, error_rate => 0.01, known_member => 'a', prime => true) @> 'a' AS "prime",
	bloom_import('redis-bitmap', :'other', capacity => 4000, error_rate => 0.01, known_member => 'a', prime => false) @> 'a' AS other;
SELECT bloom_import('redis-bitmap', :'prime', capacity => 4000, error_rate => 0.01, known_member => 'b');
SELECT bloom_import_chunks('redisbloom', array_agg(data ORDER BY file <> 'header.bin', file), known_member => 'no member at all') FROM files WHERE folder = 'redisbloom-fixed';
-- the wrong format, parameters that are missing, and what isn't a filter
SELECT bloom_import('guava', data) FROM files WHERE folder = 'pybloom-e01';
SELECT bloom_import('pybloom', data, hash => 'md5') FROM files WHERE folder = 'guava-s1';
SELECT bloom_import('pybloom', data, hash => 'sha1') FROM files WHERE folder = 'pybloom-e01';
SELECT bloom_import('guava', bloom(10)::bytea);
SELECT bloom_import('guava', bloom_agg_like(i, bloom())::bytea) FROM generate_series(1, 2000) AS i;
SELECT bloom_import('guava', bloom_elastic(1000)::bytea);
SELECT bloom_import('guava', convert_to(bloom(10)::text, 'UTF8'));
SELECT bloom_import('guava', '\xACED000573');
SELECT bloom_import('guava', data) FROM files WHERE folder = 'spark-v1';
SELECT bloom_import('spark', data) FROM files WHERE folder = 'guava-s1';
SELECT bloom_import('spark', overlay(data PLACING '\x03' FROM 4)) FROM files WHERE folder = 'spark-v1';
SELECT bloom_import('pybloom', '\x800495ab', hash => 'md5');
SELECT bloom_import('guava', '\x1f8b0800');
SELECT bloom_import_chunks('redisbloom', ARRAY[data, '\x00']) FROM files WHERE folder = 'pybloom-e01';
SELECT bloom_import('redis-bitmap', data) FROM files WHERE folder = 'chfguo-redis-prime';
SELECT bloom_import('redis-bitmap', data, capacity => 0, error_rate => 0.01) FROM files WHERE folder = 'chfguo-redis-prime';
SELECT bloom_import('redis-bitmap', data, capacity => 1000, error_rate => 0.01) FROM files WHERE folder = 'chfguo-redis-prime';
SELECT bloom_import('redisbloom', data) FROM files WHERE file = 'header.bin' LIMIT 1;
SELECT bloom_import_chunks('redisbloom', ARRAY[data]) FROM files WHERE folder = 'redisbloom-fixed' AND file = 'header.bin';
SELECT bloom_import_chunks('redisbloom', ARRAY[data, NULL]) FROM files WHERE folder = 'redisbloom-fixed' AND file = 'header.bin';
SELECT bloom_import_chunks('redisbloom', '{}');
SELECT bloom_import_chunks('guava', ARRAY['\x00'::bytea]);
SELECT bloom_import('native', '');
SELECT bloom_import('guava', NULL) IS NULL AS "null", bloom_import_chunks(NULL, '{}') IS NULL AS null_format;
SELECT bloom_export('guava', bloom(10));
SELECT bloom_export_chunks('guava', bloom(10));
SELECT bloom_export_chunks('guava', bloom_new('guava', 10));
SELECT octet_length(bloom_export('guava', bloom_new('guava', 10))) AS followed;
SELECT bloom_export('redisbloom', bloom_new('redisbloom', 10));
SELECT bloom_export('pybloom', bloom_new('guava', 10));
SELECT bloom_new('guava', 0);
SELECT bloom_new('guava', 10, 0);
SELECT bloom_new('guava', 10, growth => 2);
SELECT bloom_new('pybloom', 10, 'NaN');
SELECT bloom_new('redisbloom', 9223372036854775807, 1e-9);
-- arguments that the format does not have; their defaults do no harm
SELECT bloom_import('guava', '', capacity => 4000, error_rate => 0.01);
SELECT bloom_import('spark', '', lsb_first => true);
SELECT bloom_import('redis-bitmap', '', hash => 'nosuch');
SELECT bloom_new('guava', 10, version => 7);
SELECT bloom_new('redisbloom', 10, hash => 'md5');
SELECT bloom_new('pybloom', 10, prime => true);
SELECT bloom_import('guava', bloom_export('guava', f), prime => false) IS NOT NULL AS accepted FROM bloom_new('guava', 10, hash => 'xxh3-128', prime => false, version => 1) AS f;
-- files that were cut short: each an error, and the server goes on
CREATE FUNCTION attempt(format text, bytes bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	f bloom;
BEGIN
	IF format = 'redis-bitmap' THEN
		f := bloom_import(format, bytes, capacity => 4000, error_rate => 0.01, prime => true);
	ELSIF format = 'redisbloom' THEN
		f := bloom_import_chunks(format, ARRAY[substr(bytes, 1, 73), substr(bytes, 74)]);
	ELSE
		f := bloom_import(format, bytes, hash => CASE format WHEN 'pybloom' THEN 'md5' END);
	END IF;
	RETURN CASE WHEN f::bytea::bloom = f THEN 'taken' ELSE 'WRONG' END;
EXCEPTION WHEN invalid_binary_representation OR program_limit_exceeded THEN
	RETURN 'refused';
END $$;
SELECT folder, attempt(format, substr(bytes, 1, n)) AS outcome, count(*) FROM (
	SELECT folder, split_part(folder, '-', 1) AS format, string_agg(data, '' ORDER BY file <> 'header.bin', file) AS bytes FROM files GROUP BY folder) AS v,
	generate_series(0, 4700, 47) n WHERE folder IN ('guava-s1', 'parquet-text', 'pybloom-e01', 'redisbloom-fixed', 'spark-v1', 'spark-v2-long') GROUP BY 1, 2 ORDER BY 1, 2;
-- ... and with a byte changed, in the header or anywhere
SELECT folder, attempt(format, set_byte(bytes, at, value)) <> 'WRONG' AS safe, count(*) FROM (
	SELECT folder, split_part(folder, '-', 1) AS format, string_agg(data, '' ORDER BY file <> 'header.bin', file) AS bytes FROM files GROUP BY folder) AS v,
	(SELECT i % 80 + i / 800 * 50, i * 37 % 256 FROM generate_series(0, 3999) i) AS w(at, value)
WHERE folder IN ('guava-s1', 'parquet-text', 'pybloom-e01', 'redisbloom-fixed', 'spark-v1', 'spark-v2-long') GROUP BY 1, 2 ORDER BY 1, 2;
-- the stored form is checked likewise
CREATE FUNCTION changed(good bytea, at int, value int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	f bloom;
BEGIN
	f := set_byte(good, at, value)::bloom;
	PERFORM f @> 'a', f || 'b', f | f, bloom_info(f), exported(f), f::text, bloom_clear(f);
	RETURN 'taken';
EXCEPTION WHEN invalid_binary_representation OR feature_not_supported OR program_limit_exceeded OR data_exception THEN
	RETURN 'refused';
END $$;
SELECT folder, count(*) FILTER (WHERE changed(f::bytea, at, value) = 'taken') > 0 AS some_taken, count(*)
FROM filters, (SELECT i % 400, i * 37 % 256 FROM generate_series(0, 3999) i) AS w(at, value)
WHERE folder IN ('guava-s1', 'parquet-text', 'pybloom-scalable', 'redisbloom-scaling', 'chfguo-redis-prime', 'spark-v2') GROUP BY folder ORDER BY folder;
-- found by fuzzing: a capacity that isn't a signed number, the identity, links that say 0 for their bits, counts that no filter can have
SELECT overlay(overlay(bloom_new('redis-bitmap', 50)::bytea PLACING '\x32000000000000c9' FROM 21) PLACING '\x32000000000000c9' FROM 69)::bloom;
SELECT (bloom() & bloom_new('guava', 10)) = bloom() AND (bloom_new('guava', 10) & bloom()) = bloom() AS no_values;
SELECT folder, bloom_clear(f)::text::bloom = bloom_clear(f) AS cleared, (bloom_info(bloom_clear(f))).layers FROM filters ORDER BY folder COLLATE "C";
SELECT f::text::bloom = f AS valid, (f | f)::text::bloom = f | f AS united
FROM (SELECT bloom_add_all(overlay(overlay(f::bytea PLACING '\xffffffffffffffff' FROM 77) PLACING '\xffffffffffffffff' FROM 141)::bloom, ARRAY(SELECT 'k' || n FROM generate_series(1, 100) n))
	FROM bloom_new('redisbloom', 50, growth => 2) AS f) AS v(f);
DROP VIEW members;
DROP TABLE files, read, probes, filters, made, urls, serial;
DROP FUNCTION attempt, changed, exported;

-- Guava's files don't tell capacity and error rate, and filters that know them are the same otherwise
SELECT imported | made @> 'a' AS a, imported | made @> 'b' AS b, made | imported = imported | made AS either_way, (imported & made) @> 'b' OR (made & imported) @> 'a' AS common,
	(bloom_info(imported)).capacity AS untold, (bloom_info(imported | made)).capacity AS learned, (bloom_info(made | imported)).capacity AS known,
	made = imported AS differ, made || 'a' = (imported | made) AS same, bloom_filter_hash(made || 'a') = bloom_filter_hash(imported | made) AS same_hash,
	bloom_union_agg(f) = imported | made AS aggregate, bloom_union_cardinality(imported, made) AS cardinality
FROM (SELECT bloom_import('guava', bloom_export('guava', bloom_new('guava', 4000, 0.01) || 'a')), bloom_new('guava', 4000, 0.01) || 'b') AS v(imported, made), LATERAL unnest(ARRAY[imported, made]) AS f
GROUP BY imported, made;
SELECT bloom_import('guava', bloom_export('guava', bloom_new('guava', 4000, 0.01))) | bloom_new('guava', 4000, 0.02);

-- growing filters: each process would fill layers of its own, which don't combine, so only one can build them
CREATE TABLE keys AS SELECT i::text AS key, i FROM generate_series(1, 20000) i;
ALTER TABLE keys SET (parallel_workers = 2);
ANALYZE keys;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE grown AS SELECT 'pybloom' AS format, bloom_agg_like(key, bloom_new('pybloom', 300, 0.01, 2)) AS f FROM keys;
INSERT INTO grown SELECT 'redisbloom', bloom_agg_like(key, bloom_new('redisbloom', 300, 0.01, 2)) FROM keys;
-- pybloom's layers have 0.9, 0.81 ... of the rate, RedisBloom's a half, a quarter ...
SELECT grown.format, layers, (SELECT count(*) FROM keys WHERE NOT key <@ f) AS missed, fpp <= CASE grown.format WHEN 'pybloom' THEN 0.09 ELSE 0.01 END AS keeps,
	abs((SELECT count(*) FROM generate_series(1, 20000) i WHERE f @> ('no' || i)) - 20000 * fpp) < 4 * sqrt(20000 * fpp) AS measured FROM grown, bloom_info(f);
CREATE TABLE halves AS SELECT format, n, bloom_agg_like(key, bloom_new(format, 300, 0.01, 2)) FILTER (WHERE i <= n) AS a, bloom_agg_like(key, bloom_new(format, 300, 0.01, 2)) FILTER (WHERE i > n) AS b
FROM keys, unnest(ARRAY[100, 150, 200, 250, 300, 2000]) AS n, unnest(ARRAY['pybloom', 'redisbloom']) AS format WHERE i <= 2 * n GROUP BY format, n;
RESET max_parallel_workers_per_gather;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
-- the leader or a worker raises the error first, at random
\set SHOW_CONTEXT never
SELECT bloom_agg_like(key, bloom_new('pybloom', 300, 0.01, 2)) FROM keys;
SELECT bloom_agg_like(key, bloom_new('redisbloom', 300, 0.01, 2)) FROM keys;
SELECT bloom_agg_like(key::"char", bloom_new('redisbloom', 300, 0.01, 2)) FROM keys;
\set SHOW_CONTEXT errors
SELECT (SELECT count(*) FROM keys WHERE NOT key <@ f) AS missed, bloom_fpp(f) < 0.011 AS rate FROM (SELECT bloom_agg_like(key, bloom_new('redisbloom', 20000)) FROM keys) AS v(f);
CREATE TABLE parted (key text, i int) PARTITION BY HASH (i);
CREATE TABLE parted0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parted1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO parted SELECT key, i FROM keys;
SET max_parallel_workers_per_gather = 0;
SET enable_partitionwise_aggregate = on;
SELECT bloom_agg_like(key, bloom_new('redisbloom', 300, 0.01, 2)) FROM parted;
RESET enable_partitionwise_aggregate;
SELECT (SELECT count(*) FROM keys WHERE NOT key <@ f) AS missed, bloom_fpp(f) < 0.011 AS rate FROM (SELECT bloom_agg_like(key, bloom_new('redisbloom', 300, 0.01, 2)) FROM parted) AS v(f);
RESET max_parallel_workers_per_gather;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
-- their union is an error if it exceeds the error rate, and each combines with itself
SELECT halves.format, n, layers, bloom_can_combine(a, b) AS combines, bloom_can_combine(b, a) AS reverse, a | a = a AND b | b = b AS itself FROM halves, bloom_info(a) ORDER BY halves.format, n;
SELECT format, n, (SELECT count(*) FROM keys WHERE i <= 2 * n AND NOT key <@ f) AS missed, bloom_fpp(f) < 0.011 AND
	abs((SELECT count(*) FROM generate_series(1, 20000) i WHERE f @> ('no' || i)) - 20000 * bloom_fpp(f)) < 4 * sqrt(20000 * bloom_fpp(f)) AS rate,
	f = b | a AND f = (SELECT bloom_union_agg(g) FROM unnest(ARRAY[a, b]) AS g) AS same
FROM (SELECT *, a | b AS f FROM halves WHERE bloom_can_combine(a, b)) AS v ORDER BY format, n;
SELECT a | b FROM halves WHERE format = 'pybloom' AND n = 2000;
SELECT bloom_union(b, a) FROM halves WHERE format = 'redisbloom' AND n = 2000;
SELECT bloom_union_agg(f) FROM halves, unnest(ARRAY[a, b]) AS f WHERE format = 'pybloom' AND n = 2000;
SELECT bloom_union_agg(f) OVER () FROM halves, unnest(ARRAY[a, b]) AS f WHERE format = 'redisbloom' AND n = 2000;
DO $$ DECLARE a bloom; b bloom;
BEGIN
	SELECT h.a, h.b INTO a, b FROM halves h WHERE format = 'redisbloom' AND n = 2000;
	a := a || 'new';
	a := a | b;
END $$;
SELECT bloom_new('redisbloom', 300, 0.01, 2) | f FROM grown WHERE format = 'redisbloom';
DROP TABLE grown, halves;
-- numbers of keys are exact if a union or intersection changes no bits, also of a filter that was not stored
SET max_parallel_workers_per_gather = 0;
CREATE TABLE counted AS SELECT format, bloom_agg_like(key, bloom_new(format, 1000, 0.01, 2)) FILTER (WHERE i < 500) AS most, bloom_agg_like(key, bloom_new(format, 1000, 0.01, 2)) FILTER (WHERE i <= 500) AS f,
	bloom_agg_like(key, bloom_new(format, 1000, 0.01, 2)) FILTER (WHERE i < 50) AS few FROM keys, unnest(ARRAY['pybloom', 'redisbloom']) AS format GROUP BY format;
RESET max_parallel_workers_per_gather;
SELECT format, (most || '500') = f AS added, (most || '500') | few = f AS "union", (most || '500') & (most || '500') = f AS intersection, (most || '500') | (most || '500') = f AS itself FROM counted ORDER BY format;
DROP TABLE keys, counted;
-- beyond its capacity, a filter that doesn't grow gives a warning or an error if it gets values, but not if it is imported
CREATE TABLE filled AS SELECT bloom_agg_like('v' || i, bloom_new('redisbloom', 1000)) AS f FROM generate_series(1, 1000) i;
UPDATE filled SET f = bloom_add_all(f, ARRAY(SELECT 'v' || i FROM generate_series(1001, 1200) i));
UPDATE filled SET f = f || 'new';
SET bloomext.over_capacity = error;
UPDATE filled SET f = f || 'v1';
UPDATE filled SET f = f || 'newer';
SELECT bloom_fpp(bloom_import_chunks('redisbloom', ARRAY(SELECT bloom_export_chunks('redisbloom', f)))) > 0.02 AS overfull FROM filled;
RESET bloomext.over_capacity;
DROP TABLE filled;
