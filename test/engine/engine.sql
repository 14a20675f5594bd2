-- What test/engine/run runs; :library is engine.c.  Each row is a name and whether all is well.
\set ON_ERROR_STOP on
CREATE EXTENSION IF NOT EXISTS bloomext;
CREATE FUNCTION engine_partial_step(internal, regprocedure, VARIADIC "any") RETURNS internal LANGUAGE C AS :'library';
CREATE FUNCTION engine_partial_final(internal) RETURNS text LANGUAGE C STRICT AS :'library';
CREATE FUNCTION engine_combine_step(internal, regprocedure, text) RETURNS internal LANGUAGE C AS :'library';
CREATE FUNCTION engine_combine_final(internal) RETURNS bloom LANGUAGE C STRICT AS :'library';
CREATE AGGREGATE engine_partial(regprocedure, VARIADIC "any") (SFUNC = engine_partial_step, STYPE = internal, FINALFUNC = engine_partial_final);
CREATE AGGREGATE engine_combine(regprocedure, text) (SFUNC = engine_combine_step, STYPE = internal, FINALFUNC = engine_combine_final);

-- of seven partial states, in all forms and for each type that has an aggregate of its own: the bytes that one node gives
CREATE FUNCTION pushed(type text, value text) RETURNS TABLE (form text, alike boolean) LANGUAGE plpgsql AS $$
DECLARE arguments text;
BEGIN
	FOREACH arguments IN ARRAY ARRAY['', ', 2000::bigint', ', 2000::bigint, 0.001::float8', ', NULL::bigint, 0.1::float8', ', bloom(2000, seed => 7)', ', bloom(500, growth => 2)'] LOOP
		form := CASE WHEN arguments ~ 'bloom' THEN 'bloom_agg_like' ELSE 'bloom_agg' END;
		EXECUTE format('SELECT (SELECT engine_combine(%1$L::regprocedure, partial) FROM (SELECT engine_partial(%1$L::regprocedure, %2$s) AS partial FROM generate_series(1, 1000) i GROUP BY i %% 7) s)::text = (SELECT %3$s(%2$s)::text FROM generate_series(1, 1000) i)',
			form || '(' || type || regexp_replace(regexp_replace(regexp_replace(arguments, ', bloom.*', ', bloom'), ', (2000|NULL)::', ', '), ', 0.*::', ', ') || ')', value || arguments, form)
		INTO alike;
		form := type || arguments;
		RETURN NEXT;
	END LOOP;
END $$;
SELECT pushed.* FROM (VALUES ('text', '''x'' || i'), ('text', 'i::text::varchar'), ('int2', 'i::int2'), ('int4', 'i'), ('int8', 'i::int8'), ('numeric', 'i / 4.0'),
	('uuid', 'md5(i::text)::uuid'), ('bytea', 'decode(md5(i::text), ''hex'')'), ('date', 'date ''2024-01-01'' + i'), ('timestamp', 'timestamp ''2024-01-01'' + i * interval ''1 hour'''),
	('timestamptz', 'timestamptz ''2024-01-01'' + i * interval ''1 hour''')) AS v(type, value), pushed(type, value);
SELECT 'nulls', engine_combine('bloom_agg(uuid)', partial) = bloom() FROM (SELECT engine_partial('bloom_agg(uuid)', NULL::uuid) AS partial FROM generate_series(1, 3)) AS s;

-- a growing filter of another library, whose partial states would not combine
CREATE FUNCTION refused() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	PERFORM engine_partial('bloom_agg_like(text, bloom)', i::text, bloom_new('redisbloom', 100, growth => 2)) FROM generate_series(1, 10) i;
	RETURN false;
EXCEPTION WHEN feature_not_supported THEN
	RETURN true;
END $$;
SELECT 'imported, growing', refused();
SELECT 'imported', engine_combine('bloom_agg_like(text, bloom)', partial)::text = (SELECT bloom_agg_like(i::text, bloom_new('guava', 1000))::text FROM generate_series(1, 1000) i)
FROM (SELECT engine_partial('bloom_agg_like(text, bloom)', i::text, bloom_new('guava', 1000)) AS partial FROM generate_series(1, 1000) i GROUP BY i % 7) AS s;

-- a union adds nothing to a filter that is too full already
SET client_min_messages = error;
SELECT bloom_agg(i, 100) AS filled FROM generate_series(1, 300) i \gset
SET bloomext.over_capacity = error;
SELECT 'filled', engine_combine('bloom_union_agg(bloom)', partial) = :'filled' FROM (SELECT engine_partial('bloom_union_agg(bloom)', :'filled'::bloom) AS partial) AS s;
RESET bloomext.over_capacity;

-- more states than anybody counted, each with more than its memory: the union keeps the rate, tells it, and has every value
SET work_mem = '64kB';
SELECT n || ' states of ' || each, bloom_fpp(f) <= 0.01 AND (SELECT abs(count(*) - 50000 * bloom_fpp(f)) <= 1 + 4 * sqrt(50000 * bloom_fpp(f)) FROM generate_series(-50000, -1) i WHERE i <@ f)
	AND (SELECT count(*) FROM generate_series(1, n * each, 97) i WHERE NOT i <@ f) = 0
FROM (VALUES (40, 65000), (100, 11000), (200, 2000)) AS v(n, each),
	LATERAL (SELECT engine_combine('bloom_agg(int4)', partial) AS f FROM (SELECT engine_partial('bloom_agg(int4)', i) AS partial FROM generate_series(1, n * each) i GROUP BY (i - 1) / each) AS s) AS w;
