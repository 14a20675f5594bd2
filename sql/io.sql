-- Text and binary form, casts, and what the validator refuses
CREATE EXTENSION bloomext;

SELECT bloom(1);
SELECT bloom(1) || 'a';
-- ten values are one too many for a list in a filter of one line
SELECT bloom_add_all(bloom(1), '{a,b,c,d,e,f,g,h,i}'::text[]) AS sparse;
SELECT bloom_add_all(bloom(1), '{a,b,c,d,e,f,g,h,i,j}'::text[]) AS dense;

-- every way in and out gives the same value
CREATE TABLE filters (name text, filter bloom);
INSERT INTO filters VALUES
	('empty', bloom(1)),
	('seed', bloom(10, 0.1, seed => -2) || 'a'),
	('integers', bloom_add_all(bloom(100, 0.001), ARRAY[1, 2, 3])),
	('toasted', (SELECT bloom_agg(i, 20000) FROM generate_series(1, 20000) i)),
	('largest list', (SELECT bloom_agg(i, 1000) FROM generate_series(1, 161) i)),
	('growing list', bloom(10, growth => 2) || 'a'),
	('layers', (SELECT bloom_agg_like(i, bloom(10, growth => 4)) FROM generate_series(1, 20000) i)),
	('sizes itself', bloom() || 1),
	('identity', bloom());
SELECT name, (bloom_info(filter)).bytes = octet_length(filter::bytea) + 4 AS bytes,
	filter::text::bloom = filter AS text,
	lower(filter::text) = filter::text AS lower_case,
	('\x' || upper(substr(filter::text, 3)))::bloom = filter AS upper_text,
	filter::bytea::bloom = filter AS bytea,
	bloom_send(filter) = filter::bytea AS send,
	filter::text = filter::bytea::text AS bytea_text
FROM filters;

CREATE TABLE copied (LIKE filters);
\copy filters TO PROGRAM 'cat >"${PG_ABS_BUILDDIR:-.}"/results/io.copy' (FORMAT binary)
\copy copied FROM PROGRAM 'cat "${PG_ABS_BUILDDIR:-.}"/results/io.copy' (FORMAT binary)
SELECT name, f.filter = c.filter AS same
FROM filters f JOIN copied c USING (name);

-- no such text
SELECT ''::bloom;
SELECT 'http://example.com/'::bloom;
SELECT '\x0'::bloom;
SELECT '\x0g'::bloom;
SELECT '\x01 01'::bloom;
SELECT '\x'::bloom;
SELECT '\x01'::bytea::bloom;

-- a wire form with some bytes replaced
CREATE FUNCTION mutated(good bloom, at int, bytes bytea) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	why text;
BEGIN
	RETURN (overlay(good::bytea PLACING bytes FROM at + 1)::bloom)::text;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS why = PG_EXCEPTION_DETAIL;
	RETURN concat_ws(': ', SQLSTATE || ' ' || SQLERRM, nullif(why, ''));
END $$;
SELECT what, mutated(bloom_add_all(bloom(1), '{a,b,c,d,e,f,g,h,i,j}'::text[]), at, bytes) FROM (VALUES
	('version', 0, '\x02'::bytea),
	('flags: sparse', 1, '\x00'),
	('flags: counting', 1, '\x03'),
	('flags: reserved', 1, '\x11'),
	('family', 2, '\x02'),
	('growth of one layer', 3, '\x02'),
	('growth', 3, '\x03'),
	('class', 4, '\x7f'),
	('named class without its bit', 4, '\xffffff7f'),
	('no layer', 8, '\x0000'),
	('two layers', 8, '\x0200'),
	('65535 layers', 8, '\xffff'),
	('extra', 10, '\x01'),
	('capacity 0', 20, '\x0000000000000000'),
	('capacity negative', 20, '\xffffffffffffffff'),
	('error rate 0', 28, '\x0000000000000000'),
	('error rate 1', 28, '\x000000000000f03f'),
	('error rate NaN', 28, '\x000000000000f87f'),
	('error rate negative', 28, '\x7b14ae47e17a84bf'),
	('lines 0', 36, '\x00000000'),
	('lines 2', 36, '\x02000000'),
	('lines 4 G', 36, '\xffffffff'),
	('region 0', 40, '\x0000'),
	('region 2', 40, '\x0200'),
	('region 3', 40, '\x0300'),
	('region 128', 40, '\x8000'),
	('touched 0', 42, '\x00'),
	('touched 2', 42, '\x02'),
	('probes 0', 43, '\x00'),
	('probes 255', 43, '\xff'),
	('bits set', 44, '\x05'),
	('a bit', 60, '\xff')
) AS v(what, at, bytes);
SELECT what, mutated(bloom_add_all(bloom(100), '{a,b}'::text[]), at, bytes) FROM (VALUES
	('flags: dense', 1, '\x01'::bytea),
	('growth', 3, '\x04'),
	('one layer', 8, '\x0100'),
	('capacity 0', 20, '\x0000000000000000'),
	('capacity out of reach', 20, '\xffffffffffffff7f'),
	('error rate out of reach', 28, '\x0000000000000000'),
	('hashes descend', 36, '\xffffffffffffffff'),
	('hashes repeat', 36, '\x1f4e961eb632c6e61f4e961eb632c6e6'),
	('half a hash', 44, '\x000000000000000000000000'),
	('another hash', 44, '\xffffffffffffffff'),
	('a third hash', 44, '\xfeffffffffffffffffffffffffffffff')
) AS v(what, at, bytes);
SELECT what, mutated(bloom(), at, bytes) FROM (VALUES
	('growth 0', 3, '\x00'::bytea),
	('growth 4', 3, '\x04'),
	('dense', 1, '\x01'),
	('seed', 12, '\x01'),
	('error rate', 28, '\x000000000000e03f')
) AS v(what, at, bytes);
-- a list of so many hashes has to be dense, but not in a growing filter
SELECT mutated(bloom_add_all(bloom(1), '{a,b,c,d,e,f,g,h,i}'::text[]), 108, '\xffffffffffffffff') AS fixed;
SELECT length(mutated(bloom_add_all(bloom(1, growth => 2), '{a,b,c,d,e,f,g,h,i}'::text[]), 108, '\xffffffffffffffff')) AS growing;
-- layers: the sizes of each are checked
SELECT what, left(mutated(bloom_add_all(bloom(10, 0.01, 2), array_agg(i)), at, bytes), 80) FROM (VALUES
	('one more layer', 8, '\x0800'::bytea),
	('one less', 8, '\x0600'),
	('growth 0', 3, '\x00'),
	('lines of the second', 52, '\x00000000'),
	('bits set of the second', 60, '\x00000000'),
	('a bit of the second', 2000, '\xff')
) AS v(what, at, bytes), (SELECT i FROM generate_series(1, 1000) i OFFSET 0) AS n GROUP BY 1, at, bytes ORDER BY 1;

-- too short and too long: only the whole value is accepted
DO $$
DECLARE
	good bytea := bloom_add_all(bloom(1), '{a,b,c,d,e,f,g,h,i,j}'::text[])::bytea;
	accepted int[] := '{}';
BEGIN
	FOR size IN 0 .. 300 LOOP
		BEGIN
			PERFORM substr(good || good || good || good, 1, size)::bloom;
			accepted := accepted || size;
		EXCEPTION WHEN invalid_binary_representation THEN
			NULL;
		END;
	END LOOP;
	RAISE NOTICE 'accepted lengths: %', accepted;
END $$;

-- lines whose bytes add up to 2^32 and 64, of which 64 are there: what a size of 32 bits takes for the content
SELECT ('\x01010102' || '07000000' || '0900' || '0000' || repeat('00', 8) || 'e803000000000000' || '7b14ae47e17a843f'
	|| repeat('00007d00' || '0100' || '0106' || repeat('00', 8), 8) || '01001800' || '0100' || '0106' || repeat('00', 8) || repeat('00', 64))::bloom;

-- the text form has its own error code
DO $$
BEGIN
	PERFORM '\x01'::bloom;
EXCEPTION WHEN invalid_text_representation THEN
	RAISE NOTICE '%', SQLERRM;
END $$;

DROP TABLE filters, copied;
DROP FUNCTION mutated;

-- soft errors, where the server has them (16 and later)
DO $$
DECLARE
	text_form text;
	valid bool := false;
BEGIN
	IF current_setting('server_version_num')::int < 160000 THEN
		RETURN;
	END IF;
	FOREACH text_form IN ARRAY ARRAY['', '\x', '\x0', '\x02' || repeat('00', 35), '\x01010100' || repeat('00', 120)] LOOP
		EXECUTE format('SELECT pg_input_is_valid(%L, ''bloom'')', text_form) INTO valid;
		IF valid THEN
			RAISE EXCEPTION 'valid: %', text_form;
		END IF;
	END LOOP;
	EXECUTE format('SELECT pg_input_is_valid(%L, ''bloom'')', bloom(1)::text) INTO valid;
	IF NOT valid THEN
		RAISE EXCEPTION 'not valid: %', bloom(1)::text;
	END IF;
END $$;
