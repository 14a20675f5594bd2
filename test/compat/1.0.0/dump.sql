--
-- PostgreSQL database dump
--

-- Dumped from database version 13.16 (Debian 13.16-0+deb11u1)
-- Dumped by pg_dump version 13.16 (Debian 13.16-0+deb11u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: bloomext; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS bloomext WITH SCHEMA public;


--
-- Name: EXTENSION bloomext; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION bloomext IS 'Bloom filters as a data type, with functions, operators and aggregates';


--
-- Name: mood; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.mood AS ENUM (
    'sad',
    'ok',
    'happy'
);


ALTER TYPE public.mood OWNER TO postgres;

--
-- Name: pair; Type: TYPE; Schema: public; Owner: postgres
--

CREATE TYPE public.pair AS (
	a integer,
	b text
);


ALTER TYPE public.pair OWNER TO postgres;

--
-- Name: positive; Type: DOMAIN; Schema: public; Owner: postgres
--

CREATE DOMAIN public.positive AS integer
	CONSTRAINT positive_check CHECK ((VALUE > 0));


ALTER DOMAIN public.positive OWNER TO postgres;

--
-- Name: asked(text, public.bloom); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.asked(name text, filter public.bloom) RETURNS text
    LANGUAGE plpgsql STABLE
    AS $_$
DECLARE
	answers text;
	question text;
BEGIN
	question := CASE name
		WHEN 'bytea' THEN 'convert_to(''v'' || i, ''UTF8'')'
		WHEN 'smallint' THEN 'i::bigint'
		WHEN 'bigint' THEN 'i * 10000000000'
		WHEN 'domain' THEN 'i'
		WHEN 'uuid' THEN 'md5(i::text)::uuid'
		WHEN 'real' THEN '(i / 4.0)::float8'
		WHEN 'double precision' THEN 'i / 3.0::float8'
		WHEN 'numeric' THEN 'i * 1e30 + 0.50'
		WHEN 'boolean' THEN 'i % 2 = 0'
		WHEN 'char' THEN 'chr(32 + i % 90)::"char"'
		WHEN 'date' THEN 'date ''2026-01-01'' + i'
		WHEN 'time' THEN 'time ''12:00'' + i * interval ''1 min'''
		WHEN 'timestamp' THEN 'timestamp ''2026-01-01'' + i * interval ''1 hour'''
		WHEN 'timestamptz' THEN 'timestamptz ''2026-01-01 00:00+00'' + i * interval ''1 hour'''
		WHEN 'inet' THEN 'inet ''10.0.0.0'' + i'
		WHEN 'macaddr' THEN 'macaddr(lpad(to_hex(i), 12, ''0''))'
		WHEN 'money' THEN '(i / 4.0)::numeric::money'
		WHEN 'bit' THEN 'i::bit(8)'
		WHEN 'enum' THEN 'CASE i % 3 WHEN 0 THEN mood ''sad'' WHEN 1 THEN mood ''ok'' ELSE mood ''happy'' END'
		WHEN 'row' THEN '(i::bigint, (''v'' || i)::varchar)'
		WHEN 'composite' THEN '(i, ''v'' || i)::pair'
		WHEN 'Guava, long' THEN 'i'
		WHEN 'Spark, long' THEN 'i::bigint'
		ELSE '''v'' || i'
	END;
	EXECUTE format('SELECT string_agg(CASE WHEN filter @> (%s) THEN ''1'' ELSE ''0'' END, '''' ORDER BY i)
		FROM (SELECT $1 AS filter) f, generate_series(1, 300) i', question)
	INTO answers USING filter;
	RETURN answers || ' ' || (SELECT concat_ws(' ', representation, format, class, capacity, error_rate, growth,
			counting, round(cardinality::numeric, 3), bytes) FROM bloom_info(filter))
		|| ' ' || round(bloom_fpp(filter)::numeric, 9);
END $_$;


ALTER FUNCTION public.asked(name text, filter public.bloom) OWNER TO postgres;

--
-- Name: set_asked(text); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.set_asked(name text) RETURNS text
    LANGUAGE plpgsql
    AS $$
DECLARE
	answers text;
BEGIN
	EXECUTE format('SELECT string_agg(CASE WHEN bloom_seen(%L, %s) THEN ''1'' ELSE ''0'' END, '''' ORDER BY i) FROM generate_series(1, 300) i',
		name, value_of(name)) INTO answers;
	RETURN answers || ' ' || (SELECT concat_ws(' ', class, capacity, error_rate, members, partitions, retention, bucket)
		FROM bloom_set_info(name::regclass));
END $$;


ALTER FUNCTION public.set_asked(name text) OWNER TO postgres;

--
-- Name: value_of(text); Type: FUNCTION; Schema: public; Owner: postgres
--

CREATE FUNCTION public.value_of(name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
	SELECT CASE name WHEN 'loaded' THEN 'i' WHEN 'lasting' THEN 'md5(i::text)::uuid' WHEN 'enlarged' THEN '(i, ''v'' || i)'
		ELSE '''v'' || i' END $$;


ALTER FUNCTION public.value_of(name text) OWNER TO postgres;

--
-- Name: state(text); Type: AGGREGATE; Schema: public; Owner: postgres
--

CREATE AGGREGATE public.state(text) (
    SFUNC = public.bloom_agg_text,
    STYPE = public.bloom
);


ALTER AGGREGATE public.state(text) OWNER TO postgres;

--
-- Name: union_state(public.bloom); Type: AGGREGATE; Schema: public; Owner: postgres
--

CREATE AGGREGATE public.union_state(public.bloom) (
    SFUNC = public.bloom_agg_union,
    STYPE = public.bloom
);


ALTER AGGREGATE public.union_state(public.bloom) OWNER TO postgres;

--
-- Name: built; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.built AS
 SELECT 'empty'::text AS name,
    public.bloom() AS filter
UNION ALL
 SELECT 'empty, fixed'::text AS name,
    public.bloom((1000)::bigint) AS filter
UNION ALL
 SELECT 'default, one value'::text AS name,
    (public.bloom() OPERATOR(public.||) 'v1'::text) AS filter
UNION ALL
 SELECT 'default, list'::text AS name,
    public.bloom_add_all(public.bloom(), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'default, coded'::text AS name,
    public.bloom_add_all(public.bloom(), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 1500) i(i))) AS filter
UNION ALL
 SELECT 'fixed, list'::text AS name,
    public.bloom_agg(('v'::text || i.i), (1000)::bigint) AS filter
   FROM generate_series(1, 100) i(i)
UNION ALL
 SELECT 'fixed, bits'::text AS name,
    public.bloom_agg(('v'::text || i.i), (300)::bigint) AS filter
   FROM generate_series(1, 300) i(i)
UNION ALL
 SELECT 'fixed, overfull'::text AS name,
    public.bloom_agg(('v'::text || i.i), (100)::bigint) AS filter
   FROM generate_series(1, 250) i(i)
UNION ALL
 SELECT 'any number of values'::text AS name,
    public.bloom_agg(('v'::text || i.i)) AS filter
   FROM generate_series(1, 300) i(i)
UNION ALL
 SELECT 'fixed, 1e-9'::text AS name,
    public.bloom_agg(('v'::text || i.i), (200)::bigint, (0.000000001)::double precision) AS filter
   FROM generate_series(1, 200) i(i)
UNION ALL
 SELECT 'fixed, 0.0001'::text AS name,
    public.bloom_agg(('v'::text || i.i), (200)::bigint, (0.0001)::double precision) AS filter
   FROM generate_series(1, 200) i(i)
UNION ALL
 SELECT 'fixed, 0.5'::text AS name,
    public.bloom_agg(('v'::text || i.i), (1000)::bigint, (0.5)::double precision) AS filter
   FROM generate_series(1, 1000) i(i)
UNION ALL
 SELECT 'fixed, with a seed'::text AS name,
    public.bloom_add_all(public.bloom((100)::bigint, seed => (42)::bigint), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'grows, list'::text AS name,
    public.bloom_add_all(public.bloom((100)::bigint, growth => 2), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 10) i(i))) AS filter
UNION ALL
 SELECT 'grows, one layer'::text AS name,
    public.bloom_add_all(public.bloom((100)::bigint, growth => 2), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 90) i(i))) AS filter
UNION ALL
 SELECT 'grows, layers'::text AS name,
    public.bloom_add_all(public.bloom((50)::bigint, growth => 2), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 1000) i(i))) AS filter
UNION ALL
 SELECT 'counts'::text AS name,
    public.bloom_remove_all(public.bloom_add_all(public.bloom((100)::bigint, counting => true), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 120) i(i))), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(101, 120) i(i))) AS filter
UNION ALL
 SELECT 'counts no longer'::text AS name,
    public.bloom_uncount(public.bloom_add_all(public.bloom((100)::bigint, counting => true), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i)))) AS filter
UNION ALL
 SELECT 'elastic, empty'::text AS name,
    public.bloom_elastic((1000)::bigint) AS filter
UNION ALL
 SELECT 'elastic, list'::text AS name,
    public.bloom_agg_like(('v'::text || i.i), public.bloom_elastic((1000)::bigint)) AS filter
   FROM generate_series(1, 10) i(i)
UNION ALL
 SELECT 'elastic, coded'::text AS name,
    public.bloom_agg_like(('v'::text || i.i), public.bloom_elastic((1000)::bigint)) AS filter
   FROM generate_series(1, 1200) i(i)
UNION ALL
 SELECT 'elastic, few coded'::text AS name,
    (public.bloom_agg_like(('v'::text || i.i), public.bloom()) OPERATOR(public.&) public.bloom_agg_like(('v'::text || (i.i + 1400)), public.bloom())) AS filter
   FROM generate_series(1, 1410) i(i)
UNION ALL
 SELECT 'union of bits'::text AS name,
    (public.bloom_agg(('v'::text || i.i), (300)::bigint) OPERATOR(public.|) public.bloom_agg(('v'::text || (i.i + 100)), (300)::bigint)) AS filter
   FROM generate_series(1, 150) i(i)
UNION ALL
 SELECT 'union of list and layers'::text AS name,
    (public.bloom_add_all(public.bloom((50)::bigint, growth => 2), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 200) i(i))) OPERATOR(public.|) (public.bloom() OPERATOR(public.||) 'v300'::text)) AS filter
UNION ALL
 SELECT 'intersection'::text AS name,
    (public.bloom_agg(('v'::text || i.i), (300)::bigint) OPERATOR(public.&) public.bloom_agg(('v'::text || (i.i + 100)), (300)::bigint)) AS filter
   FROM generate_series(1, 300) i(i)
UNION ALL
 SELECT 'folded'::text AS name,
    public.bloom_fold(public.bloom_agg(('v'::text || i.i), (10000)::bigint), (5000)::bigint) AS filter
   FROM generate_series(1, 1500) i(i)
UNION ALL
 SELECT 'as a column requires'::text AS name,
    ((public.bloom() OPERATOR(public.||) 'v1'::text))::public.bloom(1000,0.001) AS filter
UNION ALL
 SELECT 'state, list'::text AS name,
    public.state(('v'::text || i.i)) AS filter
   FROM generate_series(1, 100) i(i)
UNION ALL
 SELECT 'state, coded'::text AS name,
    public.state(('v'::text || i.i)) AS filter
   FROM generate_series(1, 1500) i(i)
UNION ALL
 SELECT 'state, union'::text AS name,
    public.union_state(g.f) AS filter
   FROM ( SELECT public.bloom_agg(('v'::text || i.i)) AS bloom_agg
           FROM generate_series(1, 300) i(i)
          GROUP BY (i.i % 3)) g(f)
UNION ALL
 SELECT 'hashes'::text AS name,
    public.bloom_agg_hash(public.bloom_hash(('v'::text || i.i)), (300)::bigint) AS filter
   FROM generate_series(1, 300) i(i)
UNION ALL
 SELECT 'pybloom'::text AS name,
    public.bloom_add_all(public.bloom_new('pybloom'::text, (100)::bigint), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'pybloom, a file'::text AS name,
    public.bloom_import('pybloom'::text, public.bloom_export('pybloom'::text, public.bloom_add_all(public.bloom_new('pybloom'::text, (100)::bigint, hash => 'md5'::text), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i)))), known_member => 'v1'::text) AS filter
UNION ALL
 SELECT 'pybloom, grown'::text AS name,
    public.bloom_add_all(public.bloom_new('pybloom'::text, (50)::bigint, growth => 2), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 200) i(i))) AS filter
UNION ALL
 SELECT 'RedisBloom, grown'::text AS name,
    public.bloom_add_all(public.bloom_new('redisbloom'::text, (50)::bigint, growth => 2), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 200) i(i))) AS filter
UNION ALL
 SELECT 'Redis bitmap'::text AS name,
    public.bloom_add_all(public.bloom_new('redis-bitmap'::text, (100)::bigint), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'Redis bitmap, prime'::text AS name,
    public.bloom_add_all(public.bloom_new('redis-bitmap'::text, (100)::bigint, prime => true), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'Parquet'::text AS name,
    public.bloom_add_all(public.bloom_new('parquet'::text, (100)::bigint), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'Guava, UTF-16'::text AS name,
    public.bloom_add_all(public.bloom_new('guava'::text, (100)::bigint, keys => 'utf16'::text), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'Guava, a file'::text AS name,
    public.bloom_import('guava'::text, public.bloom_export('guava'::text, public.bloom_add_all(public.bloom_new('guava'::text, (100)::bigint), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))))) AS filter
UNION ALL
 SELECT 'Spark, version 1'::text AS name,
    public.bloom_add_all(public.bloom_new('spark'::text, (100)::bigint), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'Spark, version 2'::text AS name,
    public.bloom_add_all(public.bloom_new('spark'::text, (100)::bigint, version => 2), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter;


ALTER TABLE public.built OWNER TO postgres;

--
-- Name: built_of_other_classes; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.built_of_other_classes AS
 SELECT 'bytea'::text AS name,
    public.bloom_agg(convert_to(('v'::text || i.i), 'UTF8'::name), (100)::bigint) AS filter
   FROM generate_series(1, 100) i(i)
UNION ALL
 SELECT 'smallint'::text AS name,
    public.bloom_agg((i.i)::smallint, (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'bigint'::text AS name,
    public.bloom_agg((i.i * '10000000000'::bigint), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'domain'::text AS name,
    public.bloom_agg(((i.i)::public.positive)::integer, (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'uuid'::text AS name,
    public.bloom_agg((md5((i.i)::text))::uuid, (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'real'::text AS name,
    public.bloom_agg((((i.i)::numeric / 4.0))::real, (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'double precision'::text AS name,
    public.bloom_agg(((i.i)::double precision / (3.0)::double precision), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'numeric'::text AS name,
    public.bloom_agg((((i.i)::numeric * '1000000000000000000000000000000'::numeric) + 0.5), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'boolean'::text AS name,
    public.bloom_agg((i.i > 0), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'char'::text AS name,
    public.bloom_agg((chr((64 + i.i)))::"char", (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'date'::text AS name,
    public.bloom_agg(('2026-01-01'::date + i.i), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'time'::text AS name,
    public.bloom_agg(('12:00:00'::time without time zone + ((i.i)::double precision * '00:01:00'::interval)), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'timestamp'::text AS name,
    public.bloom_agg(('2026-01-01 00:00:00'::timestamp without time zone + ((i.i)::double precision * '01:00:00'::interval)), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'timestamptz'::text AS name,
    public.bloom_agg(('2026-01-01 00:00:00+00'::timestamp with time zone + ((i.i)::double precision * '01:00:00'::interval)), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'inet'::text AS name,
    public.bloom_agg(('10.0.0.0'::inet + (i.i)::bigint), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'macaddr'::text AS name,
    public.bloom_agg((lpad(to_hex(i.i), 12, '0'::text))::macaddr, (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'money'::text AS name,
    public.bloom_agg((((i.i)::numeric / 4.0))::money, (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'bit'::text AS name,
    public.bloom_agg((i.i)::bit(8), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'enum'::text AS name,
    public.bloom_agg(m.m, (20)::bigint) AS filter
   FROM unnest(ARRAY['sad'::public.mood, 'ok'::public.mood]) m(m)
UNION ALL
 SELECT 'row'::text AS name,
    public.bloom_agg(ROW(i.i, ('v'::text || i.i)), (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'composite'::text AS name,
    public.bloom_agg(ROW(i.i, ('v'::text || i.i))::public.pair, (20)::bigint) AS filter
   FROM generate_series(1, 20) i(i)
UNION ALL
 SELECT 'Guava, long'::text AS name,
    public.bloom_add_all(public.bloom_new('guava'::text, (20)::bigint, keys => 'long'::text), ARRAY( SELECT generate_series(1, 20) AS generate_series)) AS filter
UNION ALL
 SELECT 'Spark, long'::text AS name,
    public.bloom_add_all(public.bloom_new('spark'::text, (20)::bigint, keys => 'long'::text), ARRAY( SELECT generate_series(1, 20) AS generate_series)) AS filter;


ALTER TABLE public.built_of_other_classes OWNER TO postgres;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: crawl_filters; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.crawl_filters (
    partition integer NOT NULL,
    bucket timestamp with time zone NOT NULL,
    part integer NOT NULL,
    members bigint,
    bits_set bigint,
    filter bytea
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1', toast.autovacuum_vacuum_scale_factor='0.1', toast.autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY public.crawl_filters ALTER COLUMN filter SET STORAGE EXTERNAL;


ALTER TABLE public.crawl_filters OWNER TO postgres;

--
-- Name: crawl_recent; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.crawl_recent (
    hash bigint NOT NULL,
    bucket timestamp with time zone
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');


ALTER TABLE public.crawl_recent OWNER TO postgres;

--
-- Name: crawl_settings; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.crawl_settings (
    version smallint,
    class bigint,
    capacity bigint,
    error_rate double precision,
    seed bigint,
    retention interval,
    bucket interval,
    partitions integer,
    doublings integer
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');

ALTER TABLE ONLY public.crawl_settings REPLICA IDENTITY FULL;


ALTER TABLE public.crawl_settings OWNER TO postgres;

--
-- Name: crawl; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.crawl AS
 SELECT public.bloom_set_class_name(s.class) AS class,
    s.capacity,
    s.error_rate,
    s.retention,
    s.bucket,
    (f.members + r.recent) AS members,
    r.recent,
    f.filters,
    f.bytes
   FROM ((public.crawl_settings s
     CROSS JOIN LATERAL ( SELECT count(*) AS filters,
            (COALESCE(sum(crawl_filters.members), (0)::numeric))::bigint AS members,
            COALESCE(sum(octet_length(crawl_filters.filter)), (0)::bigint) AS bytes
           FROM public.crawl_filters
          WHERE (crawl_filters.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))) f)
     CROSS JOIN LATERAL ( SELECT count(*) AS recent
           FROM public.crawl_recent
          WHERE ((crawl_recent.bucket IS NULL) OR ((s.bucket IS NOT NULL) AND (crawl_recent.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))))) r);


ALTER TABLE public.crawl OWNER TO postgres;

--
-- Name: enlarged_filters; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.enlarged_filters (
    partition integer NOT NULL,
    bucket timestamp with time zone NOT NULL,
    part integer NOT NULL,
    members bigint,
    bits_set bigint,
    filter bytea
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1', toast.autovacuum_vacuum_scale_factor='0.1', toast.autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY public.enlarged_filters ALTER COLUMN filter SET STORAGE EXTERNAL;


ALTER TABLE public.enlarged_filters OWNER TO postgres;

--
-- Name: enlarged_recent; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.enlarged_recent (
    hash bigint NOT NULL,
    bucket timestamp with time zone
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');


ALTER TABLE public.enlarged_recent OWNER TO postgres;

--
-- Name: enlarged_settings; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.enlarged_settings (
    version smallint,
    class bigint,
    capacity bigint,
    error_rate double precision,
    seed bigint,
    retention interval,
    bucket interval,
    partitions integer,
    doublings integer
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');

ALTER TABLE ONLY public.enlarged_settings REPLICA IDENTITY FULL;


ALTER TABLE public.enlarged_settings OWNER TO postgres;

--
-- Name: enlarged; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.enlarged AS
 SELECT public.bloom_set_class_name(s.class) AS class,
    s.capacity,
    s.error_rate,
    s.retention,
    s.bucket,
    (f.members + r.recent) AS members,
    r.recent,
    f.filters,
    f.bytes
   FROM ((public.enlarged_settings s
     CROSS JOIN LATERAL ( SELECT count(*) AS filters,
            (COALESCE(sum(enlarged_filters.members), (0)::numeric))::bigint AS members,
            COALESCE(sum(octet_length(enlarged_filters.filter)), (0)::bigint) AS bytes
           FROM public.enlarged_filters
          WHERE (enlarged_filters.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))) f)
     CROSS JOIN LATERAL ( SELECT count(*) AS recent
           FROM public.enlarged_recent
          WHERE ((enlarged_recent.bucket IS NULL) OR ((s.bucket IS NOT NULL) AND (enlarged_recent.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))))) r);


ALTER TABLE public.enlarged OWNER TO postgres;

--
-- Name: filters; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.filters (
    name text NOT NULL,
    filter public.bloom,
    answers text
);


ALTER TABLE public.filters OWNER TO postgres;

--
-- Name: everything; Type: MATERIALIZED VIEW; Schema: public; Owner: postgres
--

CREATE MATERIALIZED VIEW public.everything AS
 SELECT public.bloom_union_agg(filters.filter) AS filter
   FROM public.filters
  WHERE (filters.name ~~ 'default%'::text)
  WITH NO DATA;


ALTER TABLE public.everything OWNER TO postgres;

--
-- Name: lasting_filters; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.lasting_filters (
    partition integer NOT NULL,
    bucket timestamp with time zone NOT NULL,
    part integer NOT NULL,
    members bigint,
    bits_set bigint,
    filter bytea
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1', toast.autovacuum_vacuum_scale_factor='0.1', toast.autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY public.lasting_filters ALTER COLUMN filter SET STORAGE EXTERNAL;


ALTER TABLE public.lasting_filters OWNER TO postgres;

--
-- Name: lasting_recent; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.lasting_recent (
    hash bigint NOT NULL,
    bucket timestamp with time zone
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');


ALTER TABLE public.lasting_recent OWNER TO postgres;

--
-- Name: lasting_settings; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.lasting_settings (
    version smallint,
    class bigint,
    capacity bigint,
    error_rate double precision,
    seed bigint,
    retention interval,
    bucket interval,
    partitions integer,
    doublings integer
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');

ALTER TABLE ONLY public.lasting_settings REPLICA IDENTITY FULL;


ALTER TABLE public.lasting_settings OWNER TO postgres;

--
-- Name: lasting; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.lasting AS
 SELECT public.bloom_set_class_name(s.class) AS class,
    s.capacity,
    s.error_rate,
    s.retention,
    s.bucket,
    (f.members + r.recent) AS members,
    r.recent,
    f.filters,
    f.bytes
   FROM ((public.lasting_settings s
     CROSS JOIN LATERAL ( SELECT count(*) AS filters,
            (COALESCE(sum(lasting_filters.members), (0)::numeric))::bigint AS members,
            COALESCE(sum(octet_length(lasting_filters.filter)), (0)::bigint) AS bytes
           FROM public.lasting_filters
          WHERE (lasting_filters.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))) f)
     CROSS JOIN LATERAL ( SELECT count(*) AS recent
           FROM public.lasting_recent
          WHERE ((lasting_recent.bucket IS NULL) OR ((s.bucket IS NOT NULL) AND (lasting_recent.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))))) r);


ALTER TABLE public.lasting OWNER TO postgres;

--
-- Name: loaded_filters; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.loaded_filters (
    partition integer NOT NULL,
    bucket timestamp with time zone NOT NULL,
    part integer NOT NULL,
    members bigint,
    bits_set bigint,
    filter bytea
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1', toast.autovacuum_vacuum_scale_factor='0.1', toast.autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY public.loaded_filters ALTER COLUMN filter SET STORAGE EXTERNAL;


ALTER TABLE public.loaded_filters OWNER TO postgres;

--
-- Name: loaded_recent; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.loaded_recent (
    hash bigint NOT NULL,
    bucket timestamp with time zone
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');


ALTER TABLE public.loaded_recent OWNER TO postgres;

--
-- Name: loaded_settings; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.loaded_settings (
    version smallint,
    class bigint,
    capacity bigint,
    error_rate double precision,
    seed bigint,
    retention interval,
    bucket interval,
    partitions integer,
    doublings integer
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');

ALTER TABLE ONLY public.loaded_settings REPLICA IDENTITY FULL;


ALTER TABLE public.loaded_settings OWNER TO postgres;

--
-- Name: loaded; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.loaded AS
 SELECT public.bloom_set_class_name(s.class) AS class,
    s.capacity,
    s.error_rate,
    s.retention,
    s.bucket,
    (f.members + r.recent) AS members,
    r.recent,
    f.filters,
    f.bytes
   FROM ((public.loaded_settings s
     CROSS JOIN LATERAL ( SELECT count(*) AS filters,
            (COALESCE(sum(loaded_filters.members), (0)::numeric))::bigint AS members,
            COALESCE(sum(octet_length(loaded_filters.filter)), (0)::bigint) AS bytes
           FROM public.loaded_filters
          WHERE (loaded_filters.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))) f)
     CROSS JOIN LATERAL ( SELECT count(*) AS recent
           FROM public.loaded_recent
          WHERE ((loaded_recent.bucket IS NULL) OR ((s.bucket IS NOT NULL) AND (loaded_recent.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))))) r);


ALTER TABLE public.loaded OWNER TO postgres;

--
-- Name: returned_filters; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.returned_filters (
    partition integer NOT NULL,
    bucket timestamp with time zone NOT NULL,
    part integer NOT NULL,
    members bigint,
    bits_set bigint,
    filter bytea
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1', toast.autovacuum_vacuum_scale_factor='0.1', toast.autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY public.returned_filters ALTER COLUMN filter SET STORAGE EXTERNAL;


ALTER TABLE public.returned_filters OWNER TO postgres;

--
-- Name: returned_recent; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.returned_recent (
    hash bigint NOT NULL,
    bucket timestamp with time zone
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');


ALTER TABLE public.returned_recent OWNER TO postgres;

--
-- Name: returned_settings; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.returned_settings (
    version smallint,
    class bigint,
    capacity bigint,
    error_rate double precision,
    seed bigint,
    retention interval,
    bucket interval,
    partitions integer,
    doublings integer
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_insert_threshold='-1', autovacuum_analyze_threshold='2147483647', autovacuum_vacuum_threshold='1000');

ALTER TABLE ONLY public.returned_settings REPLICA IDENTITY FULL;


ALTER TABLE public.returned_settings OWNER TO postgres;

--
-- Name: returned; Type: VIEW; Schema: public; Owner: postgres
--

CREATE VIEW public.returned AS
 SELECT public.bloom_set_class_name(s.class) AS class,
    s.capacity,
    s.error_rate,
    s.retention,
    s.bucket,
    (f.members + r.recent) AS members,
    r.recent,
    f.filters,
    f.bytes
   FROM ((public.returned_settings s
     CROSS JOIN LATERAL ( SELECT count(*) AS filters,
            (COALESCE(sum(returned_filters.members), (0)::numeric))::bigint AS members,
            COALESCE(sum(octet_length(returned_filters.filter)), (0)::bigint) AS bytes
           FROM public.returned_filters
          WHERE (returned_filters.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))) f)
     CROSS JOIN LATERAL ( SELECT count(*) AS recent
           FROM public.returned_recent
          WHERE ((returned_recent.bucket IS NULL) OR ((s.bucket IS NOT NULL) AND (returned_recent.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))))) r);


ALTER TABLE public.returned OWNER TO postgres;

--
-- Name: set_answers; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.set_answers (
    name text,
    answers text
);


ALTER TABLE public.set_answers OWNER TO postgres;

--
-- Name: typed; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.typed (
    fixed public.bloom(1000,0.01) DEFAULT public.bloom((1000)::bigint),
    rated public.bloom(1000,0.001),
    grown public.bloom(1000,0.01,2),
    elastic public.bloom(elastic),
    other public.bloom(1000,0.01,elastic),
    several public.bloom[],
    host text,
    shard integer GENERATED ALWAYS AS (public.bloom_shard(host, 8)) STORED,
    CONSTRAINT typed_fixed_check CHECK ((NOT (fixed OPERATOR(public.@>) 'blocked'::text)))
);


ALTER TABLE public.typed OWNER TO postgres;

--
-- Data for Name: crawl_filters; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.crawl_filters (partition, bucket, part, members, bits_set, filter) FROM stdin;
0	-infinity	0	200	1941	\\x0020000000820800004200008002093c041000010000000020010000040104110a80801210c1000000000322400000000100803003000120042000101000100801400011800048040404002400400010004000010040a4100000000001900000010200010200820008404040020003408000001000000000000054a806110881120cc40000000000000004000400100200a000a00340120180002002004001042008006001008003000000022000000000000000002000080004200004000080280000081000000000100c08200002000180800214000000400000100020088100220000000000200d0400080802000004400020000000402012000000c2100010000000001004002002280080200000a1000220000a060000000008012000802104000010000000001000000000800080000320000004218000252002000510002000000100002042800a080008001080000040000400000000010042400100000001000400080000420010020000044010840a0000340000000004490800110000100020000000000000000000001000008000000040000000000000000000000000000080000000000000000014000000000000000000800002000000000000000000000000000000000000000800004000000000020000000000000000000001000000000000004008000800000000001000000000000000000800100000088400000000000210400000000402008000000000000020000240080000000000008000000000000041080000045010000000000000000400000300000000008000000080400041042000000000000000000000010040002000000000080000000000800000040080000000800004200a2000000000004040040000000000000000040000008400000000400000008040000000000000002000000000000000800010000000000000200000000000000000000000000000000000000000000000000000000200000000000000000000000000008000000000000010000000000008000018000000000200000000000400000000000000000000000100000004200801000050140002c104000c04801000000000100000000200240000010400420000002000000020100008000000004000004008000000420040000044200000102000000000110000001210000058000000000800090000840c280400202000002040a0c01008000001000000000000000800002000800408800000002000000010900080000000800101000200000000004100000010000400000100000000010006000000040440c0000002001000000400810800000000000000001800000000000108100a0000028882040000204201020000000000000000000000000410040000a008800000008000010000000000200000000804001000200000000000000001000040014000100002020000000000040648000000000000028200002000000001000880000800200000000040044000000000040409000000084008000050000000008008000800000400000000000080002000001000000000600000400210000000010030400000001814000008080100000000000040440000802b0400000000200103000010043002000100000000000004014100000c000000020208000400080000400000000001010050400020000004000080010018000000400000001400000020000002800000400000508108000202200000220000000010020080000210808410408000810040000220420004000020000800002000100040000000050000008000102020000002022002000280008800a08000420099002041020400000000080000000004442a0104108002900000210001002000002000000180020000000010800020002021044040208404001002108200080000a80000110008002800000000404040000002081a022098400002080000000000208000404001100004000000040000004000020000000000000000000400000000080000000020000000000000000080000000800820000000002020004000000000000000000040000800010080000000000008000000010000000008480040000000800000002020080001800000000400004000000080000000000020008200000280000000005020010000800096000010010210000004808000000000840000000000040000080004000000004000422200008080020800c00004c0000080010091000000400020010800000030020000100001000010008008c40400001002000020021001000400800802c000800000040011000000800000000000000000000000000000000000000000040000000000040000000000000000000000000000000000000800000004000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000080000100000000000000000040000000000000000000000000000000000020000020000000010001000020000010100000000000000000011880000002000000000040000000020041000000000000000100c20000000030008144000400040040020010000000000002000000000046100000000000004000100000000020000100000001200401001400200001200008800200000000000000104000000008804002220000040000010100004020000000000108008000201000080000100004000000400000002000000000000401000002000000000000000000008000000000000000000400000048000010000200000404000000000000080018200000000000002010000002000200000000000000000000000000000000008000004200180000000000310104004000000000120041001100000000010000000021010020000000000200000000040104a00800020000000000000040000004100000080c19001140001000400480100002200000004000008104020000008020004040000000040094200002002a00400000000000000000010004000000000004001000600404020100008000000000204800080000040000108100001020070009004000040800a002004008000020010000300020040010000000000000100000040000128000002008000400080000240008802100100000388400420005000480208000080000400008280000000001800008004010000008001001010000002000000000000820000400000100234182000080000060000000000000000020000000000100000008200000000001002004002000000100010000000000008000000000014000000000000c0000000010a00040000000000200400088200080000000400004000002000000000000000000048000208000000000100000004000100000000200400082000000800200001000000000000000008000000001004101220008080026026008d400009820200090000000040040008104000304000422001040001008030800002208600900001220090502104000220002000002002200000000100001000083021840000001000000000480000000800100460000000014000002080041000000080000400000000080280200010100000000000200000008000004000000000040100120000000000000008000000020040000800000200000000000000c1000020004000000409000000000000040181220020a02000000000000000020080000000010000000000040000000020000000040000000200010000000000120020001000400000c000000100018000008120020800000000004000000040000000008000001900800000000400009000008030000000400000000004000000080808000040040002001110400000000010800022000000002024000000100000008000000000100000010014000040000000000a00040000202010000000000020006000000000010000040800000800200002000000004800000a000004000000040000000020080002002000008000000000040100000000800008000408100200200000000080002004008000000000000000100400000000c0010001000000400000000000000200800000000000004042000002020000000000010082810000000008780004000420042080008002000000000800020000000004134000000109005200040800000000000010000800410460000000000000080801400800200040002408010000000200020010001000800000088800000400000000022020400028102000000000020804520208040020000020040000000000000000000400000000000040000000000000000080000000000000001000600000001000020001000000000000000448000000020000000400000000000010000000010000000000000000000000000000000040001000000001000000000000000004410080000020000002000080000000008000010000800000010048220001400000000800000000020000800801000001040024000400000100008000000000084000200000000010400000000000020000809000208000000400080000000000400040000002400000000000000101048000408040000000000002000000000010040480080000080010480010040004000000100000028004009820400000100820020000010000a00000000000008026005000041010301000000000000000040000804102040000804018000222000001a00802010000010484100810000810020101400020820000000204110000000000002a0200188000000202001000000081000080800000800000000020080820101028000082200000000200010000000000000002008a0010001000000008008000008420000000080010080000008401000080086000000200008100580400000000090020000040040a000408020904000080000000000800000000000002004004002100000000800000000000008029000000c000040000020000008000800810000006005100008004009000080002000000000800001304a00002012000000000048000020000006000080000100000041800040000000400001000053240000040010100040002000080022000000000025002011520000000000001200000800420000008000800084040040080014000000018000004500000810008000020000110000108002000000000404000000000000000000000810000000002000002000020000000000100810c80000020c00000000800000000000011000000100010000010000000900a0000001000000000000000004002000000000001082040000040002000200004002000000080000000000a000000020000002000010000004000619000008008000010c01c1040000084000000000c000841000024000000002000100001012400100280002082000000000010008800000002000112000000020140000012000002000104000000000300000000800000840009002045010900000480000800000418000000004000810241001000010800128003000000
\.


--
-- Data for Name: crawl_recent; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.crawl_recent (hash, bucket) FROM stdin;
633151667057034919	\N
3225372047239887924	\N
-2697387206159973465	\N
-8211268777201779700	\N
-3401511910213772196	\N
-4048327458959219784	\N
38771684207372553	\N
-5603584770523965926	\N
-4463703194023671729	\N
3392357201530587078	\N
-1215106675761166534	\N
8666441278866347731	\N
594230048349606297	\N
-7534298729142707544	\N
-8111597513022580554	\N
-6537411043854156376	\N
6135439717386586927	\N
-2225467976845477337	\N
-6151476132572293365	\N
9141689491115864154	\N
-7260711113295386955	\N
7584057448097687188	\N
-7047501022473140200	\N
-6177595064554418246	\N
5449411849994407399	\N
6535573871764404908	\N
5895139311260539637	\N
-5296777566886466999	\N
263988175723685808	\N
-1465999695489140342	\N
625519072927125264	\N
2749085599817213484	\N
-239772784668539801	\N
-3761985223773003302	\N
8752909719159547049	\N
3603528974253743008	\N
1377342140830280102	\N
-4032472771277092322	\N
5121199253940835999	\N
4334052048916522620	\N
-2265297463515491975	\N
-169193612483688978	\N
-355080188792798003	\N
4782412365926345297	\N
1333798824380864043	\N
470232503484273383	\N
2161963393916015456	\N
-7455479249000443906	\N
4877365538397225268	\N
-3250658685511183946	\N
\.


--
-- Data for Name: crawl_settings; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.crawl_settings (version, class, capacity, error_rate, seed, retention, bucket, partitions, doublings) FROM stdin;
1	1	2000	0.001	0	\N	\N	1	0
\.


--
-- Data for Name: enlarged_filters; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.enlarged_filters (partition, bucket, part, members, bits_set, filter) FROM stdin;
0	-infinity	0	150	907	\\x604446007d001368f11aca82a070b100330108400292008c04028645f40cbbe01846109622e94596811650406440001f029029954ea9d5c408c200b802807098693c088a108f6226968493a82a10920660dd365106d3701bc00962d52aaf2349500700a091c00488047c2a020224900034af88191a0a338835019016a2f0e80324f610000880ac1290410044044800008d21310d2083867552402130ce00d194508009080861c1a01f08848030a01cc00040026800180900026a45042c017201188c204402c41018808860720140a56160a26002a41008294940a0a4028102018040029b010480c802100c44812846056808c401a4000c054c50211cc840262206cc82d00d4025404201024a471f644647812621240421a296a8ec240b49104d00004707e4d20c4cc010050a5042024024020204960d0352008a68c3200484e5a60d0800502801a1c2104600821054000511550c4720ee80916055129000c5f71028201c880650c0123622d14330081425222818a80860dca0bc102f084398b2
\.


--
-- Data for Name: enlarged_recent; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.enlarged_recent (hash, bucket) FROM stdin;
7047757594166369693	\N
-3634190564142942152	\N
2748674831925157956	\N
-6987099718698578193	\N
-1888193234748006835	\N
5772904295115676403	\N
-2295635470631046394	\N
1788191789824452542	\N
-2771035370181557546	\N
5937333854731900933	\N
6876252648255867579	\N
-5892195072735609572	\N
2596140741592146663	\N
963476434864015956	\N
-8622277385334763386	\N
8292090435536882039	\N
7053190726039283889	\N
-3698825516857979627	\N
7148162718794931639	\N
4798259243862225548	\N
-5909873344444911749	\N
-2898840687632868691	\N
6769506174587435360	\N
-8687827110865869688	\N
-345692754860373560	\N
-544926199570405832	\N
-3310829610269909953	\N
89184442517190213	\N
-1146676608552027745	\N
-7951722582205688261	\N
5013445803833542930	\N
8718475087341063743	\N
6593124827723124668	\N
5487039487904679939	\N
-3216845373782347236	\N
-1786844740229467742	\N
-3733896841567338559	\N
-6940866396009969855	\N
3932697551180474009	\N
1695057408894041275	\N
6875144273531752128	\N
-3967376234902357366	\N
-8678910282525324823	\N
4130834285466573386	\N
-4192941438559999971	\N
2469751464266782818	\N
4574183362051024320	\N
-3969824073273392074	\N
-720477842602208716	\N
-8174917850109406888	\N
756413034362865989	\N
6849854660057177030	\N
8047077984779064253	\N
5987137397999709350	\N
-7174102961498857698	\N
-4900592142432848064	\N
-6481365734896772410	\N
-253399804286852005	\N
-3923452277174052574	\N
-8455278246346562281	\N
-8013188512488026091	\N
-2180197107800646088	\N
-8889858189349085420	\N
-744969339473493429	\N
-5485483021310427357	\N
-5533407469756162280	\N
-4277831502951454184	\N
-8416365088826046176	\N
-5775596769719639029	\N
6429620179404467376	\N
-89980714713635998	\N
7231194846732126660	\N
4751065320300240482	\N
333037310614978166	\N
-6767257190101147527	\N
-505505125159630028	\N
-7793991536555853008	\N
-246527769933292794	\N
-8837507961545611199	\N
-176915579983786295	\N
6211924871712870537	\N
1098484745823950579	\N
-769730766361238807	\N
6084564097905270362	\N
-8142570799278246282	\N
-4344802983667371116	\N
-6771415901355320588	\N
-4214280055793917514	\N
5513500938871553458	\N
7504082678850684458	\N
4121009730526615628	\N
-1371153063412904559	\N
5093854742024817231	\N
-8859402877428493411	\N
6418057990506014488	\N
-4627910949854118587	\N
-6366195759179034523	\N
-332369854600808919	\N
4603670223852806678	\N
-7758755161584898924	\N
\.


--
-- Data for Name: enlarged_settings; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.enlarged_settings (version, class, capacity, error_rate, seed, retention, bucket, partitions, doublings) FROM stdin;
1	7	400	0.01	0	\N	\N	1	1
\.


--
-- Data for Name: filters; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.filters (name, filter, answers) FROM stdin;
empty	\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native 50000000 0.01 0 f 0.000 40 0.000000000
empty, fixed	\\x0100010000000000000000000000000000000000e8030000000000007b14ae47e17a843f	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native 1000 0.01 0 f 0.000 40 0.000000000
default, one value	\\x010001020100000000000000000000000000000000000000000000007b14ae47e17a843f0d39cd65a9969a69	100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 50000000 0.01 0 f 1.000 48 0.000000000
default, list	\\x010401000100000000000000000000000000000080f0fa02000000007b14ae47e17a843f64000000000000000000000000000000cb76f539bba5e6b1b6d4ed36db95de5a44d7ee7607000000ac0a0ee801b337174ddfedb61df3047c624753222140cb7ec8073163d4b7b2e7157c488273a73a593d1347296c22e6c9f92e5181138ff0ceafad903080d4950a143ee45d3383192ecb558f7f456358492e970bbdc1efc0c634456c87639dc109db83b228c246cfe30c3226a12125cf8803a00c0b11f4c86d037960bda5c473dfdbd4f788098623522d35c3462428f326af39af7bee911d08fbe508eacc028d8a8bb35b1af1f7ef1110c04b9a5b515ed11010ce4159abff6cd406b85089c9355ec0a9098e0edfaeec255acce7edba9690a75f583440d44638f86333ce7a9f931423a3bdaff45bccf81f6165a11510b070947d9fba4ddab0b0b7f239095e0d9a06dd5a2ff3e4fcd1b80775f68c92ce8731b399ea52e9858ba923ab1ade1b5f2c5f3c2f669c88e1dc481f1064260ef14c0160fb2af1795dfd242492d608e86f97d6cdee0180b995ac7c08e043f17674dec4cf03000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 coded native text 50000000 0.01 0 f 100.000 424 0.000000012
default, coded	\\x010401000100000000000000000000000000000080f0fa02000000007b14ae47e17a843fdc050000000000000000000038010000640200009b030000c904000000000000df9a2edb2e36f533edb8a94e7734d5b3a6dddadd6ddb56a72b5969b3d5be5dd3d5d6776b3aebb5ad6e65776d6f566ceacd2ecaa34bddd5eddeedca8ea9b63aebb5b5aac2b6aa5d27aa954b6fbbda96baacdc7695da661a77ceb66b5b1f9733efcebe74eb56294fb9edb6bada2d41d1d3edb6a6d95acf65beed7ae2b56c79a543ed5cd5b643dbdeada0bd5bade6b2b9cf88d8cc6dafa95e5defd6d8d65775ba693b37bf5d7bd5d716b5576d9babceb55bf7cdf2dae1b63deba8b9eeaa346d57a269b28d37ad5bbaddbd75559a6eb9daad53ad9df4526bebce6f578a76a56add5c32adb55d5a4cb77ed8bbf5eae472b133dbae65dd77adb676b517f2a846ad1aaf0b6b53bb57b5256b2f1b49a88afdcad65bb394acd7aead4f7d6bb7cb5626a7ddee722dc7d5454763f7daaeba5d1567a2602fed527db9dd7cafde310100000000322d0a560547423ae6ed17b5742564c63c68752c8c6e9dbaf5904be65440ef21db63b4655243fedead15e8bc4a281a82da8ff153e14d50a19482c725f28c6775ea5ba932cb3d60f6b6ad90635fee1cf9c7a758a4a85af9ac922c971924c7a1e83851fdb02d26cc792b928eefecf9104307c92681611b559cf018cf51f17f59c1f886c524c5c3e4b868fa2e2821d1a47d5b0af15e01cad3cc7fa33b45b9f76a29fb07633ac8acce2941ca78199a94ab101f6632f7feafdbfdefc429cbd4e3d59be7305edef7559b66c9f90b978113cddb507dbb6d87f39dd9dd3e7fe3d8302fb2ba3ef034da2ea70f7191a7e24d32545fa07ae887b3c37efbb1049dfe1e4fc0a7d3494bb42a6c42742ba126ea2d277ffbf7cd7d922ea0cd67e4fdc232c247b6f59b2a90ce6a187856fa51d723f4352d90a3fe40c9d19438342b2b2f4f3b99a579107c7cfa83ba2f6299ce93a3eb03db06a88d6985d9302bd521470b44046859bc4c411115f4e9101df2418c51dfaa5537a68ea730c1ca64504e286b24cb4cf4c094107c593f262477218b69079a9c6598be443052979a249b45c4dd42308ff6bc82fcbf1f643687ca4ac8d5a37d1a5efc8846e2f5d0876f82268386ee404d5ba93928b5210861d0646884c5c2d15ebbf12e64bf46f0d54cc6ca7d0c497076c542cd1ed3c417145cb535db625e084066d5c8be6d43568be6ae5d80ce97703483486ebd98cb303fd81b648296b37ca8447b6e906e4ce22ceaae8b1f31b1645c928df223130810ca8989d248b13f30f0bf63e0204fc39d339aea64591e0493748f96c67c99b83d86d2e2a51eaa0379ee4cb150ddde427489697939577bf49a847a268e72ab9fd5cb25631331a995d2b0e70539df253cf15981137f492b93ce34fe7a5fe09d5f3ae07d5c8d68278a9397184e2c98bea2c88be297fd20fa7935874a73867d34f5bf6d4d723f22d126b53c6efc778fda0793a77b9161207e4f76e2c908605abf81f0082a240c5257aa964fd50a13147117270d06ac9c61d792a8ae7d42c8bace04c6448e51d290c3397d71cb10198ea3c03334f5eec61d4d3c62463a58e143ceed36ed16151f44083c69307665d0a45084bd7b0b1a2f2be5e6ce3f91713657cfb3c82495f761ed7df3fc40063d460cdeb3c050db9b8e74d2489370c010e3030ea76d8f4f7fbd6541ff9775c70ef9e01b8610057b3ca800ffde564690c8e175c7c3d5cc60368e80201d534e89bc5bd7297ca7c7b44dedc986d04786a8d8bdae22785495f3b57ea6153d36e821f1e2d5ec9565fa77385c96abe02ee2c7451ca3bd33fe151d56925f2ef494ca11fb54c1d16055fdb5b151feb71bc2cfc240473de94aa645b15150df8c03f47670c4eca44a8b465ead3baf8c4ad86e1a484efc0eecbcf5125407137bc714d77de6f70e76629e404cf0698a5862554cb9701d0ede9ecaac1f1a77ee0a9dc3b14e961e313a91df36f6504c280c24be40eacf147a07839a6034b2719f93d3212f9e4011118ad91ae502542b205de6aaa2cf343fb58f185167c6c3690a16b45e454e3e5ff3a8ed94c6c009cdac9d759f225914ad58c02c2aaf0ff4476a0bbe967ea4ada9b2ae07b3b7c1b37eb650a55d5c0a331a7eac458f6fd3b35dd7656e8a564e89131be538617b3cd02817922c911761bfbacf7302a6e48f18a791210330ab3931b8945c847160dc3d908364392316806daa4867d5892845dbbb32d0b9e8f69c2eec38d905b6ded3c860f48df66f77e4510c6cde1b9d946f9f036c811812168616ae60588f0197cf8b616d8ff15638604ce4bf412bccd6b622b662e2f0b22882f3eacf43fcdc59aaefe5ab183d213f3c28f1fbc48fe7ee09be7f03637117b5d9baa80dd302d0fc2016985071825eba33b394c5153d8f9b20d0599b4325f7de64c0fcec4333644cc2e1e05543a95656395cfac0e92cb13d3748c9672fa0985d3a17280bfe4efcd0c6499716d691e1cd96e30f1533d5aee6fbca823ee6a1bb83389d4ca76f4bae46530d689ca4ba271600a0d6628c0a3438caf6273d5e194afcf06bee9010e3c5df6b78dbfcc386943c9d12b3a76a8f38008a5d704fb4a21e2c68f89ed14af2ab5988a0a32c51ebd56fef9a661987486e1bc8304043b41e4ad54927494f2e90037c788ae23e1516be321f988afa808203c4b852f7561dc2a7cc27283d94a064f59d7c77af05cc83f4d0811a39b97ca71b42e3fac811f72f32a47d892a96723f1754b7bce4de2a02af07022a135ff5c91fd512282d25c440efabdd4d2fc8c2976a4bad7f62e11f02875af2919fc6884e20ecc9683f55a351c346be84cc20f68a67c29f162c26bbd327348eb01d56af55b37e01629f3e62697caa327607d6dbcda1b181817e4782fbb77da93f297e44566ffcc493175e57798b0a8c35a9da5019f2c87814495dc912cf7dff83b3ca686368dc93821cfd34666f8ce4d8d4f7ce528a96f8172e8f60cd25dcb6d5c9828144fd2081ce2ed7822209d22485b439a74e0bba58fad952bf8afd31c170ea8d79b00834561c864f001d985825d5522bc2940c9b0ca550570a9b3ec07e6dd261e28f5b475de3b4907b1a81b20feeb41bd56121158c7b7227762b96c5f803da33ca118007f7fdc16e076678862bbec88bbed98f94c04624588b2960f96a778d43c4ee2174c41ffebe505d62cc6a93326ff2d431d298d90129f1b6cb3ec84b6acba11b5b3eafe4d6ba949ea6e8fd40d5977694297f95ef21483cd2a08f71671d85f7d3939ea196b41c5e68568cd5927a4d2270f4bdcc3f210ee79cd7bd21c37688259e43a258a586e05f36d36b49387c502bd6551d3e32858ba827eaf9909cf7b077816940fd82ed3c39f7a75b4d17a62da8ab07f522563805786407b4a25c5d332b88889b7dadce002420261272fc62f6c157a3c0fba0210b82d9835eb944ff0ca4356f6f9e0bc0370e2a4f44d1a4367380d29acf0982653e4415bb12d34558f6f504ddf1cd79dede2bf613565ed2368a85fcb16060caf390e109ac9787303e14096f0adb2cc7e9dcdc3abbda2f4724daf09243b7c2815bac352e24d08f1207ecc91bb0ab8a19c4eebe8da43514f9c6ef10a96f320c873cfc66a1f4fb0f4c7548a45c4eac302461ad29bea6330b3c43e065c8b045dc07b1f01a6bd4dcc25daf68a569608c07c9ab0ab05929ff2d61301c2a2e4e9a0fb9f2da647fb292f923c6fe4e8f5df1ebe8fc2d8d38df75eecdab4e5303c91ec214a6bdc0dd77f0596df01cb67f8f206196aa4eda69ac6481a48b0c034df0330d04f1c6f95e30be7a30805f2b40fa02bca4017d98b167a47aae3c6c033745c8df8af232538ccfd62d2129b92cd0128f8eec403769a64e2943a6c5bf5333775cb5fd8ae930ad8680f09cbf582bdd55ec40c5b4edae8ad35247e4a597ff41596b8d4f3c4c986f637bb34a558e3cea95b02e5ff91876c6627540e13b6ab2844181d20bed8f12877a683f1b35eb41c4d0f095cabe335c41022e542e84593339b7c80015fa544dbfa8dd1a75641c83632284af7d5b247d739541dde41a6fade21acdeb25cb9b2b1ee61832b1706a82e714569b526f22219b8bbc00eeafa235a7570b48c8b292488ad1f69a4212998ec3ba26aca94bbb9785bcd07eb6e18f883eee7a254f8973cfe4194e2adc6e2b4f64ed6178b318946213f5895af0e8995b026d0ae0a4bba9857213676ee87bd23139d1c798ca013061e0caa3e6749acb1954a69356f2d0074824dd2f48876fd76e961a4b7b60269778033cf612ad47ded768afa5d2b54a5fcb3207ea0fe8d4d6a771f5b14b22c62dda93f06502bd697d99a78818719f64e5587cdeaef3ceee96693c903510efd2e3fd0200145aaed72bc794b9dd0abd27052222e6fea2fadb4153b6843c930418770b192731f67a18e1c2a2b1f60b8482644722de3625a09d385c80bc81a88d7075612884df8b6f34ad63fef485a95bb8e876bd06b30e1d7f6c96733f384adf808be5e0ab3ddf9c5b6d415671c20d98b1d9da4a66b5d25f223c01e31259ef73ee07c74e5b571db1bc4cb410f59664f7b526db9af67e640eb7fc06084a20dff8ba6f9e23135e949f65648d7f46e70e73bb6dc7e7faddc84ec57cf610e187a5dd7c26b33e95861d98bd747adc4fc475eed3ac1c1d0c67605fc667b324801d1e672c588a91710af058278fc5c9392c8350af7afa2686cda7289170151a3ba9a98ea14dfd145d9bc2e63164edb5f76469e1dcb597b34e697840022f9a6103310128e1f8704ad810a4b90445ba9078837001a219226d615e40ded603748d4a9e32dc1e7a0ca5bae7a0d9bc17459627a05f583f484127e1e243b150dc1f6cb4bab1f52bbb89dfcc79ef2b7dd477cf4336a0c7b7716e675b0bac8eaa17c58cffb1b3654fac89925b26ac2c9c14aa493e7b0b08585533c9c5e55b6aa879947dffd2a941319e2a6ee3fe2def460604dd26ed936f5ea54f6640b8ebb0207af8bbedaa1792487cfde4fdcc712f3afa88beb1eccdb75e02ca310cfd9fa03f62ae67dded01860c6a616f15c6be126d2352f62c9a81620715446d9d46769ec305dbd08b82012b2d4fb4c0051704f5a9b351ab28f49c79932f8d1c7adb7118b0e86135986fc005b73b2ece8ece7d4e827f4d2600cd83c23ab34b3f2fa1b760b98d9175c523b109cf6e23f5f4d60e25d7ece8ff71f746e75938792361359ca9e575ed6f763d741247711cb58ade1484e33a261272d033681afc96fc9210c9adf5321c74e50ef157215c9cbafa273e2a84a781acdec823026e8d15e4875ddd4b90949c3f5265841ddb1f7d0d77e10feef75a2e8cd941c39f7e721a898499d16ff5395fcc2fab2d94b78b5d79bde5898439272ef7383bfade538e14c99324e25d42beda69f06a2537b4bcf164f74cf38418d56d1723225ab87c88d5e8e6936606cc218142149f143839e1932bcbb8ccce44debd3110dc6dc2b658d58ef724e4005db32d5af3d9c801fcc6a87b0b1a7b57e45f95db261a01f5e5f251ff019eeb360f8e6c298c1b6185aa39fe45f0026154092f677d9ef5e0098874c101230485c99181e1f73e965a9cba8b79fd89f347e3ec1ed4a172eaffed9bb5d05cf12e89f85e190618e294d215b9bb8bde3a3c394f2a206911fe77ea75e51d927cb4351fe40134bec29691c94689e972634af2a9ff6869043b4268aa95814f8c54093608f0a4097413fa30947f3fcc19f9995111f55c3077eb6e8e9cea4be61bb58ebc558355118fee9b3ca0b614ec73ad0cd3d9a38df38e894fb7acb507e77ebb6d1869538d44e33456ab57e4e68311a2f83afc8c92ae29184373caffce5480306391833270822f8d92d984335f4605ea44471fc6cc689ac57bdcecd52a80205efabc3d6d08eab3e183378a8071430b143d116c1f18185cf4e79b3fd5a5aaed4d2a6435482926c8a441797030432bffc2c504a0c9c2a6aecf95cf6e29dc23ee165b4e52abe9b703786ac1a65eb51d707f3f2deff8f3392d1c131aa8bf37a484912f52a300b586943f70ee106797cae07b43645523be8928d891b4271d561ad3ae6bc119ef97937f9557456e503205d78257cf2dc8c44244f0ff5827096ad2476f7cd1db52d97791bb7128fae27943716294ea2ba7cee2da03c32e25c17f0222b2ee66ea5d7687311927e27323bda8f6edf728d02a15a390fac6707b25fcf9f01e8d0f580e79863785c803416682c3a471e61f55a0fb6760a210cf14dbc972d23370c00fa2ec279ad6902bcd1c33638db020cc9fe18eb2f7aa9c083af7ebb5b2b5334b5aca13bd00d2802af30ab07df5eb369736b4667bbafda0415628ac0f5b5a489d1d9fd7c5ab95d8f0c1a88923aaea264f42224ab769a03536243db3751289439ab44640c982b2fd3c14da35e568b71c11c5ae4dac70c1cc413696b1c3e12157665654f4814a7cbbb46ef700c8ad64f5d1d9403e228dba210a4ae67a90baaa461eb7d89cd1c54ce19d0a79feeaf495bc7deee74330d072f810c01f5c3c24199e847b7245abbbe2ede89bf879debc6fc1bd60f18239c02d85aaf45f9edf3d83c50e28834ddd45f4c933d6f8eada274ad54395544128ce9d73edfcc32f0c00000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 coded native text 50000000 0.01 0 f 1500.000 4712 0.000000175
fixed, list	\\x0100010001000000000000000000000000000000e8030000000000007b14ae47e17a843f9d7c8806560507005fad80c91e307b03c447c3052e9abe0719143841bb6dc70c3ec3f5e927e0130fb6540955475322116be6fe060468d91303646580211fc414b3f87f9631ea5b152c3aca607b5ec117077d4ac19004e71ad0a686fba94e561f945602d899384a2116d874176c22e6213826693239df252216117149054e3c22a9f5ec4d78e7d722b47f31940a09032848f69569a92b152863125f0c850f792b21dbc6db9a19cc30123a1b242ecb55338f090088f1af68347ea998b36125b934c858b9e1cb85de34dd722e13fc0e6c380c79bae6698ad83a7c5888a0e158673cb3793c3a4ed81e445595e8bfb228c24a591886ffe8799c4df8f3b042c898844e2d9b74df90926754343262dd3800ca54e834ea421622e8555bb25e3072db4056496a0dd303eb2d61761336a0c473df63d0cafa539bfa1e65a87ace7a26188e680d39cd65a9969a69f0859c796c44826e05829316e64d5e6f986a0e19ceeb9e7366669e7d8fec4078dd3e6e22fbe5087eae5503469d59a081c3d23c162a2ece824abc36fb2d8df883dd672107ff1e01856016a710809734870070128556945788e27e06c28680708ab43d18ad4159ab8bef962b879f8dda8c6ab4bf39e042258e73df3dc2e41a2f90df9e31639c9ae0906fd109601dbe5d99e1f506107b89169bd171df673e6fd79de2d615ad9690a79fd44f61ef0b8b06a006060134511be1a08f605c4efcb119a32b6558b0acf739a5910c4006294646ab0f7acc76ef2bfdb287dc7a9d62c6ffb4f700863a6165a1b59a5e72d9020216b6bb6b57da51f67db6e77f0173dd266db823ed50550b7b2bbb4fd730b87312bcbedf850e2783a641c31beeefdbd67a99c3bf6a51eee4fcd1c4a73c0539f7a0ced2a768fdfe334a3adf67cc6c87c398d9e04634bba3a92e95e2d1489e9a0b1753e38c4bd8c3c8aa86e72a2f67eddef862e9f604ec585f3c2feae94e10fd8c1331ecd19d79fe73237dec0632930a083213ef309ffdc110cf14f03436ad06c0f655f21e05e0527c5e57f348667290272191f4cab070e0d608e8f7c51de3c7edd2baf9e29c2124bb0700fa1e0aabb2dc4a56fa6216699c87003efcaed40792e2ede8fcb6b30e9d37f1f3fc	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 1000 0.01 0 f 100.000 840 0.000000000
fixed, bits	\\x01010100010000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106520500000000000099858ee302729fa40030fb6279c4db9796dc0bf2282b0c62e8e69862992ac9be3233a0abcd23ebf6691e743fd291875d43d44c518a86348cc501ec190c5f67198228d9213e0690ce28096872f13488d491057b5803d043fdf851880494e0e82ca286d363d88920a32d04216335c7acb4606b4e1278881771f24624e550e15595d93c2412e058144eac41700c015b00d932c5840de561110056b4a95a1d481c84d379802269b0bda61dfd240ae008b7b13e336b744ff0122c04f1a178469c5164d97feb95d60c67cb3d5695b6ba344106cc612c2725975fd165d683b66c83f781a00d4f542b0f167d172704c73ce1039018abef7523e66d99953dd165584828dde06ea79e0000143970d049d0e5c03332c5949fc6ac73081e300865fd018ca13d7c081362372420e3c466ac3da10640a03546f2a83d8498a00e441f2544064dd0c62dc0c104b70e5789d82d140c8475d27afd0be81fc19917b60cb2028380d2c880c0b671394a9534f5545f0aad09d829816ac4e8f22a03a4f249e778cc21637d	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 300 0.01 0 f 301.000 440 0.008323769
fixed, overfull	\\x010101000100000001000000000000000000000064000000000000007b14ae47e17a843f02000000010001061603000000000000d9bdf7f3ec6a9feea879fb7ef97f9bdcb6ddbbdfebdb5fff7cf7b87e9d6afdbef3b3f3a3fdb3fbf77dff657ff6d6bffc77ff6f72fffe37fdf7f7edf95efd77fdfd7fefd7d6be77fffddefdf6fff477f6fffdbfefbff7dd5f37def7f7ef8ff7fdbccdff733f6fb7fff777ffffbdefd9a1b5e7ffbdffe63fbdff7dff7ddc6f6fdd	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110010000000000000010010101000000010000001101000000 dense native text 100 0.01 0 f 252.000 184 0.214822725
any number of values	\\x010401000100000000000000000000000000000080f0fa02000000007b14ae47e17a843f2c01000000000000000000001501000053a9f0ec362bdfbad4b563ccb5555d67cbac45d2b2e996ba42296d93963b7b6390de96dab6f6d4956b97925a77ca4d5a294f77623574b3a2924dd146baeec65a8dae1a6d73020000ac0a0e2e99532b9452ee01b3778efc6b8ce738174ddf7b05a87d5f358013cdd96d3b76be33afd17641e4a9d813f08909d16dcfc8fb7f530569811cd71f28e1684aa4521d0202b4ec211fc463d4b7ee4216c85986a32f11188279d49e57306436871fd1884d068d84c5c2842438377b4ccfb69867d7c56f941f99833c0d539dac92748f86e8129f89a3844dc45cce778902271e78e7d77935872acd1955481890ba5281aceb2481315186c850850f79d07859f24f645960a8b1371d85fe2fdb10a270cd0ce6f09d9ef491215c45f0b4a2c7e4b25c35fe156d5849eee542efd16015bb21fc7c330e426f07c5efc0b613f36c9a22f670ac33dbd883091491552b20147da63bf97c09b3b78113b6470e9245dbbbb240e7a2851d278889c32d8b22dc59aaaf97af72f43c4ec8988435946a95550ef7dc2093ce051ade6c79c9d5b85786d2909267a76a8fe30028b3104127b70d14941e524e2e4f0f0494504bbeeb1720ab32761c586fa93f29f611592de35164e2b96f9bfa1ea0b3cb986038d61bf3966aa9495de3cc42eee9c19df6c17d7fccf00c5df145f72325c24624585d628479931766764029f1f61cbab1949ea68bb15ae0bceee9911da8792eb0394089359f1311967de39bf3633f611dc542fe63c180d3b9a9fd7204a4be893ab34045dc075171718efd9dbaa5111fdc7d277c565bff1e018d95ace0671ac6570f0078499322e4a715e5152425571668c90d01e10665ad42e985dc1f25fab3519bcabe2370a192e41a2fb2bcb9706a8283fbab6aaf299844a65b585347dabdcc4744df1894e239e96e98cb19d4e1db652fd1627d1ad73c45243e6fd781ac01762bf4b4843c7512637f61d1000a928da88df076bd86f86333b2dee7ecb4755b265a38d9d6640304a56dc707ae731f528c8c5ef5f44f9616ce59a7d05c8222f4187a41270137b67e95ddc4bdaff41733feef893525ac2c7452a87601018bd45073a3ecfb749bb459d85b919de70cacb4c48ec3b01d9ddb7312bc6a15bd0c9a06b5d6cbdc21feea254832397ff4cb6a4bbbf2fa2d4f24922749a59901dd99c82b2107f05d91cf131029f8bdcf3f1a67dd833a476f1da65e57325a1a193b4288a95626fa30949e0b6647a2719e51d201c28c514605f23066b6205e3adcd002607051a6ba54229306b9703135573e7bc4dd42abe997e07b0391550d0725538be0ffe98d2fe68be785ff0454c6899873237d106426423c53b09d2c31ad21d7cad60eb07d153eaf2b3571844f42225b23a06b132b72c1cc7da0126fbbb4aedd0380dc4a560f017c8ab7a3bf899f87e2dc0d000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 coded native text 50000000 0.01 0 f 300.000 1072 0.000000035
elastic, list	\\x010c010001000000000000000000000000000000e8030000000000007b14ae47e17a843f19143841bb6dc70c16d874176c22e6213826693239df25227c5888a0e158673c0d39cd65a9969a69c3d23c162a2ece824abc36fb2d8df8834fd730b87312bcbef604ec585f3c2fea1e05e0527c5e57f3	111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 1000 0.01 0 f 10.000 120 0.000000000
Parquet	\\x010107000100000001001000000000000000000064000000000000007b14ae47e17a843f0400000001000108960200000000000000000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f00000000000000000000000000000000000000000000000000080000000000000800000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000541215102405381c508028993848065150490088400c02c304288485c24c4060c440c1f0099e04eac6451a0400d586ca6134c8493c02c1c0aca00a4da624a42448242240200030c40a000198113404000083d0201a602002024220882240a04225cb328a87c87281335c944948d45c890b2c0d84ae606421c405491605c6b506a0b0eb889649c06e89468488128e9f14350f01985c845395b0403c9528b4943558a20af245151c9010544e9321900131e21e0255a7080b4f1c36c882c68834d2042903201001278080807e000020c817280828054404113228213880212400c1648880a701126aae9241c04a0064d4e42092368050b826a3b00cc1340660d455	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense parquet text 100 0.01 0 f 100.000 440 0.000370540
fixed, 1e-9	\\x0101010001000000010000000000000000000000c80000000000000095d626e80b2e113e180000000800051bf91000000000000032208a82c5035e14e47121647180380a10c9f435b48b438cc86c8cc745e298e50a92a129da4111914b58629c27a4243c59a628876985a01e49d500622252e40ee844284a054c049588408c030683a2c0240022108b438e4a04903c800e442434e36f62549c8ac01a006d854214005018f68010153804410c958a21ce5c8b449508154142786180fc0c60b093213680089592044c051e038b1090f10d90820a27000409ba09082a85201cad1b81c4001242f2034aac01006429401e844e02c42028385e2a0045922edb02030838510220809410726c49073e53800166084a571da29510a18c40f0760130302bd8c21e22552b0af221095640b977629134e93231880084c141e089804a29a038584019a1921823c09357005c8267090a4a80e0a1111781004fb3f3a20154e011014203ea484008348a0834468242a49f0887028016e542210c0b0a840e5420433145301421ac24b105ec20122cd401c71c03dc346262c53d7707c7060480c448d2180ce69246ba7ac40cc340e80300e045a90a8e282316436e4c9302dd11286027590080e3a40216402524676d020c500c792e10188907a1418251110960ce01a79611c4024361057d96a72acab320a58cc962e10cb1d8a34be91036ba7830caa50690158020ed32466c0202c6810880052a5882d226788784d329ad83474420803a84500c7b241b388a1f1c5e02a4ee300d85352930b650886d3302f48c09469b09009885c83016688fb8081618e0a20d22636c02c7d10240eca8d42f86044bdc1f854026f60c03f126684d48c4408982093ca4140d69c46aac98a0ee50311b5b006e1974fd80264d06a5114598f9824ec38a99140c2510403826eb321210531a6d4805189705262386b311505129455ba0005d040e1a3602200f060c00b13a20818a5043f4410081360a60583724303a188215e00d100561825654000c5857528159802264e98828e49188261101688114021980f8849ac96bb56047450920959a000a00e029868d310dd50df7930f058ce3a3ac030a8acc076ba05601d904ec6613108330830448cba6c8b00026d1648c19020cee58209848486672430022061340602a25c12106814805260400c46921ce00300122e90862302405348dce474438a0fa18683151599889cb7e000100c2567cf85e0024eb0dba21840baa308940840680008f382b8709109400804a90f4380104279312922cc9ca4c8b1c88c40874141e2f4510a1b6186c22362f9863161927f84742dec4482d89dc0d34263a378199463b0d0d2f09d698079102842ca5ea420a23506037684a212c7a727140a98a4488c01b26502204dc553c9c000e5c4577a42c19088048016c1946c6cca39609c810918049317095026624510089602ca08ab601690aa3137414e208a820c8a0064502a293028b00008556ab43804984138617a5cb0208de7008b8214260ac640ac09c14d2a0a2800e8f2459028360e6026498eec63136418004851407f30504083054f83cd04d5090e324224708e6644a9c8c0a00428020a7181a01d80129246444d90bee0eec0bf00801318310841105d821432241898d3441229e0bab3040c80d83c224d6e09624358b1d16140155e4024b2177c6b27010300a85801d4ea52ab56550ef8a001152040078966b87e026434804e322f1b190d0d0380d2356cd1398c94650baa2b4b172c2ce516c8a424861843921020802006800ce91c0c122234215a38462d884263a901ccd0061b60826d91398db4295072d0035913d0b9a8495228c8fa9a52315f3404810e87e754c00029da0602004481085687048aa1196b2018e252fd240303c0d8300a893154a0400a4114002aa0039a60340474d3101a803002802426312b202252a090042c00039c0004ea48c19a0848d946610741109bcd5462547c0d501c6e18cc1000000a344206010001415c8d44d7494f732e13440a31c010202062e400628380881988c53e02500e036800c5ac131c5104a424b1e30081001802c122142c049800002378917e000b8088185105c023890120130c0d6a0e4a010a440bb1428e20a91a06067c884988a04a852c18d1032060b32002103dc59cd913669fa20cc935602cd50d004a26006e1c524045209100160200828e300240440021867a3158c172e21	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native text 200 1e-09 0 f 199.000 1592 0.000000000
fixed, 0.0001	\\x0101010001000000010000000000000000000000c8000000000000002d431cebe2361a3f080000000800020d6b07000000000000b732b54188041f36ac28a14671ac3c02c0d414d6e0afc80c9634c982c7e0ed256e489f4715e400954f9c250f660d8870e1e240aee1e77898cae5626300b9788a88cd2b440aa880a60c1a39121939e470647103fecfe50f584591f18317c6930d2606473208909ffd323694439d3850807213943c7ae4533491510cd61d8961ff445f7372223387fa3440a5a33575a572d2b640ec899e11ce5cb664b1da86aa27c10c05e222ebb894601cb95fe7c60993c2f76bd2bee4b1ed62d2cf79e89ee759286a54b3021a96267d0c4b90b9d32222c315a866eed827e073da106d0c6af3b9a6d11ab2f906f3772d10343bddc39f32573a4386092c97c0f1756a91ecef735e0c0e9ce138f0c9e6726faa7b4c8349a0babdcb6d8683405d364e8b8a6a01fc80310323210ca3b32259344447874c39e8b8586870885b1f0bfa0e243f09874678d0edc225ee0a96b5245127d6ed45341409aca7a92dc689101c06e28e95fafc31e163976b5605d79a8cdc4dc0c61420843e677f78f10ed16eae632be8471d1bbbf47e02d68c68b799dc5930343f39c1c9ae3c290c510d44322e920a542dadaa103a815b6061ea5811ac688453699501413241dea5e5a666f2d4bd082caeb101a1c07d9ca28bea15d890e4bd5ab39c13931008ab582bf09176622d00cc8d42464dd2f6358de6e71bf43667128b22c9a0760c38a613308e0b185d76a7e39c0faf15	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native text 200 0.0001 0 f 197.000 568 0.000049777
fixed, 0.5	\\x0101010001000000010000000000000000000000e803000000000000000000000000e03f0300000001000101df02000000000000fb24a137b76cd00524924d771c43e88fcfb6705c070387a9e401926e113e3ab8c0231b8ae7a1e2cce9b0687bd4e2c895d7bb78e7f0a100a48d2eb3b3e27f4ec090678298d85366db18135a53124001652a73afed6a651f01340f81555252fff4378c9673291653ae488121a85ce02f5b82a46be7aebd1c28fd315fee393c0d45903a339ddd07d86900b8492d3cdc5b46d9ad00c65ab29d4a818131d238cc9f046c0810f371c9d51fd55d77381c6d598133e99b6a79ae7bb0af8d6664c40b5824	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 1000 0.5 0 f 1000.000 248 0.478515625
fixed, with a seed	\\x0101010001000000010000002a0000000000000064000000000000007b14ae47e17a843f0200000001000106c3010000000000000e7a0b9f590a71052094a2c6e4d872c27c022624309b3b9a3f5df856ec7b500e36c9dce727002a2e0098a3c4682149485a6d9d47c97c26065df074a1c1f6515f7273850e2d45aec7c16aa34888406b5259a0394c81d5220444428b8fd77000a667046dabac599333277217204a9d20112a1738ab35ae9840c037ce1ac9e060e4	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000001100000100001000000000000000000000000000000000000000000000000000000000 dense native text 100 0.01 0 f 99.000 184 0.007454715
grows, list	\\x010001020100000000000000000000000000000064000000000000007b14ae47e17a843f19143841bb6dc70c16d874176c22e6213826693239df25227c5888a0e158673c0d39cd65a9969a69c3d23c162a2ece824abc36fb2d8df8834fd730b87312bcbef604ec585f3c2fea1e05e0527c5e57f3	111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 100 0.01 2 f 10.000 120 0.000000000
grows, one layer	\\x010101020100000001000000000000000000000064000000000000007b14ae47e17a843f040000000200020ad002000000000000b8bc34d000d28c4611c30c608526ba18e588c2b3950346a02002a48880a286c5a21d820251038009a479482824045010804497638f340504d6026b3556253c48882020519159805fc578063b10888a580072070211d4ec2482021d3a86aa182816296c82b941ac0489c73c508a00c174de608c3a080a340160c2d08f6e4012a12170d3b256658299180e3293783d40857286a12a24980482ada2520424120426003a28629651c95c041f8a9243d0a2080000502848089a524941624883b3d22114064d5806945bc932232661462526db007110452411a41053940ca922a845b089244606b8800a3065a4c1a108607000029d90d5c8115a0b99241eb81b860147	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native text 100 0.01 2 f 89.000 312 0.000028842
grows, layers	\\x010101020100000005000000000000000000000032000000000000007b14ae47e17a843f020000000200020ae801000000000000040000000200020ac503000000000000080000000200020a74070000000000000e0000000200020aee0c0000000000001a0000000200020ac503000000000000b93855b246e18e9d098f1ee3dc3fb894e586a3abb48a4680ad22f68c043286a7a21faa625751c958a47fca9a67d462188044d76a8e289e56de436b7947a67e401c246c58119dd19ff663027b54adaedb0073174615d5ac3413961db9a6a814b0952d6e86b841a83465e7edf18a607104d6cd8cfe880b7e0a9926dabf6a02130712bff5d023d25463374275909d1636be80bf40f13b471eb3a607690ae4cf05566baf307c30c7840f2011c92a700cb41145c0ea7123bcc9ab84246b85b3610de8a150e01980f39c6307fc2cecb347c6b021e0a146dcc9ef91e6873032d1baeded0342f15303903eaa9d7ef1ccca83aeffcc709422287702fdfcdc34a807df28a57160ffb89d74570030a27c5c2d545a43da06950d1130990326f1b69a369c32d990728a70a22f057cd3ceb183522ffef844035a1c5483b25847b5bb0ce7d9913d15839f849e05deda4aae66d14a8e6e92830b3d63e846012de2e374e7fe2e6d0be949cea1aab31ae651e49c982090c8cc039d5a13561423158844e53b318622c7acfb5f06ce404c00a13437d9ac91178c07267512416d16765843bbf871c1f6474f9cfc9693b1b6c092281b436a56f650d2cb45af3646804bb45e9524c9a25c578dd75f0e9652693535e00123d9746204c35ca50da420f639a816e66164d2a62dc26e9d4b36d66646263b0235f4eb8546c2414aa08685a4972b7be50cfd648097cd564001c8073046d682c56967ca41ca2f8fc146750498ec221104b001445b434a22082228504551c37cae40d6974d0e1af189a91ef6f03648340403970021325803700d2c0831fc0a216761484926e0084d8959660f20cb3090c443821a3a4f151091c890b75ec8d45800c010058484b5fdc8424ac2c59a4f4c2435d0837514ff554270ee4daa7a3373bcd006f5cc8338a0a67f3809446e6f3ed00a477cfe42d69ed010fe7b875cea6e9a0bda7bee7352552549f27fc884862037e5f47a3fde3f02a392fc7059bffad053639ceca17ef1391193b6053ee6d30ff66d46be78944907ffc97a5fb2b4326e581c9bce6ba4883cd31a74335ca9bb8223eed19915fcb51d9b58cc4575fed9aa400ed14ebd81b128b55df6a8551483a84a2abed10117d6b8115ae75bb9f4d80406bd1645bd9aeec0fc807df1db6c48b095ebcb58609b7280d07b4e15bfcb2a19e9ea07d4985907a5ca985e443123107d35fc8f3a7f68c0f4869f99c243e238c59650318b5d583fa620ec3370422423639870836681a8f844ac19dd7b2063c6587e8342c05778ab610b5b59fe6b61debbb65e33644ba4c17561958cb7935fa926f3102114baeb7ff1518338212d7063512e00c128a94a6f122026cede49794acc9e4d077b5a7e651d07c1c320ab759bbf519e04dab4a0863079fd93411c86e3c77f85da98a26f780c5703b735400900b433419cfb5ee6b37b4e16aaaa217007159b010ab6d402a807656d3d7448ff9923b4bca64265e153cdab2c26f709028be7e9416c12ddc0e5bdfab156229ead62a1c68260bd35e66d6d09ea896c3051beb9a66b7c26f1d28cfd9e328f2725d81d173db916210a2ff4d8a7a750c4a03c4b13837c84454a88fa0f1cc48089900287c4f8e0b1497be42e21035516ca34a4432a830db1060d442b3dbea32b5673ac81906538cac0803326a4b4993f44ffbb0c421cd266943829d5c7c1d18351193fe064946a26844bef1e5e3e01b647fe8941218ad454b39e4eeeb39657d6ea38008d5e21c4258780026e6a366d55bc7b824d1b02dcd40d9700d2e1510e0350cc97ccb5e84624440ca5b11cd08a0d9f19484c1f121733ac282e841d285860d657b47ecbc8a0c86105636086216bada04a680842edd11cf62b1c4c6202343d3e6132df8323a0ba1f2004a111e9cd494685a984f2a149621754103d2474d6896b78a726040d141d48eaafb3980cc983950ab7a81819d3d40f6864d3c82b5e9520636a7a0ac76351361a106665650c03aea0e0133b7fb595d11a7306457876057ee5a50ccfa397aaca0f85b77a2805998015d055f5c14d904c0a83004c0cdc5202410b0284df8fb0489239096044244c042841c073f74c210a871f3c6405844986bfdb988601de3e1359d1a85e182cd48e1d115e22484fc927571e38b9249ae4eef48481d409074c5e6304e7b9ba0a69e27ab9aa0a43ba3ceb2c6778ece8bf39cc87588169a6040a3a3e1816076f0d0ccdbe2e4aee68f22c23c7fc15916875edddfdd02b37bd1ae3e0b0a609a423c10426c57c7c2273177fdea1a1fd3a651c051d264cbcc739cd6122e07c6de4ba6b3f6a0e03934b63d37dd9ca754569a4122f5bb0c342d7f98839a80453c07d1b55591a44d2a6e4870c9d5bb4872e93d2912a3821293454d2475f6067b82fa90a3b4f738fce1df8e5215e91c247db6424c7aee47bd6d3003040588107016ae26c97ea0930751e74e940bcd0a1dc3772ae243346002be616d53365b66a495c42602ea42d67880af0f199dc308199fa610da625b821edb6575c88d2e1081f0000000004000200260060080800000002020082012000030040002010414010040828000000680000201108002200080000050020320020610008400018b0010200004200000081210804020210000415000080c00a00000401680842200802020900e0004808150020100000001420002000800040280800000000200010001810081a0018100208100080840000002008810802004400600000002000014040848500100200401001298100000000250900000008408008202000000000000300002020204020004086021800000000004000241008000001901000045402004000008000ca20c0100080010010040040800008000100000200d100300025000000010000001400010000000001020000000040002018000000000000000000000000000080000018080000020000000000201000800040082001000000140000000000400020000000000000000000200000008000080a0002020000001001000018080001025000000008100000000000200000020000000000040000000100000201000800080000200000000206000004a4000040241404200000080000100000004001401101000000400000000600410400200000040000808004108584408220000000000001100000000000010000008200000100200001010000001020000000030010004002040200000100000080000802001002080000080c00000000000100000000410043000a00000000000002a00040020400000000002204000000008400000000200000c000000000000400020c0100400004200000000200008000000000b0040000320000000002000040000000010000000100a08000000200000000000010010000120000100440000000002000081000010000a0001000000200040400000000800100000000011200202000100000000013084200000200010018200000012000008002000000000000000000900000020804000100000000200108500000002000046100000000100001040000000200000020000000000000004400020480000048000a200000000120040004000000142002008000004002000814000200000040200000000000000000000000000000000000000000000000000000000000000000400000002010000080000000000200000104000000000200601000001000000000000008000010010000000000000000002001000000000000000000200000000000028000000000000000000000002000805001008800000882800012000040408008031000002020a00000800000020000000040000102c10010000100840800002040020008100000030400000800100000000010004080001680000100000000020042400085020040040088092801080201000007400000149000400000000000220080000007300000000042040000002000000000000200000000000001820000020001010804900000400000080410008001000000200000000300020002204000000000000000301080004808004001500000005002000000080000000000000000000020000001000000020200004000480040020000008000000300480400000010000000004010000400080008a0108200000040400000040000048100210200000800000020280000000000005000000201801500020004000001080094200010000800800000000000000000800000a040000000000004020000000000002000000020000500880080040409084040740000000000080100014e00088010000000001030240000000000000000000008200000000008000240180000000040010000200020000002000000040200080800042000010000000000000000000000000000020000000000000000000000000200008000000040200000400000000002000200040000000000040000108000240001000202000004000000000200000008000000000000000000012000218010000000980c6000002600000800080001040000100001000000480000000801012020400100200401001000000200090200000a000a00000000000200000008000101000400000800104000080100004020001000001000000020000000100450000000028002e2000002000430420002408001420004070810a0131a0e20080000008000004000030000080e000300020200000014080d000200008100002810280010c8001818000000000000080a0000010000000000400400010020000058000011224421000c00458100000000900000300020008080000000020210004001000000001004200b0000840248080000210202000240	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 50 0.01 2 f 1002.000 3576 0.002355978
counts	\\x010301000100000001000000000000000000000064000000000000007b14ae47e17a843f0200000001000106c3010000000000000000010000120010200201211100100100100001001000030012011020030001000010000100100101003110100000010200121110110100011001200000012120001000000200110110011001200100110010000110010111000001000010000001100101011111002010101010000100010000200000020121010110001110200001200000301002001110120000000013011112000010122030012001113002110000102101100100100020011100000111101001000010010010000010011000110221103201100000010000220202001110000110202101130000011001000101000001110000012000011022121020010002110110000102020000011100110110113210011120202102010100000001100010210001000001110010110011100110100102002211101001041010011101000311211201210100000000102101110110100010210000200210110121010012000000020002110100010100013100001201201000211011000020111010110101003021012021010000010001202001110002131100112000110001100200201100011001121000002010110311002003010100100201210000010131201002100001001001000000000000010200100000001010012100012120120120213000101000011200001111202000122000120001002100110101220100200010210010001110100001220211	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000010000000000000000000000000010000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000100000000000000000000000000 dense native text 100 0.01 0 t 99.000 568 0.007753490
counts no longer	\\x010101000100000001000000000000000000000064000000000000007b14ae47e17a843f0200000001000106c301000000000000108cd66348489c462061b142f11e99d022c499192359432064f5a84a04425db292a0b103dc836bb60d9e2136b4068660727b4270b1a43764143424f91a9d54d09c6feb15903841e36c5abc9676f47700de290ee61d03d151349cb283eb85e741a44dcf32194eb6a037565843ad4918001402dab4e7a234bcb24ccc7588232bdd	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000010000000000000000000000000010000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000100000000000000000000000000 dense native text 100 0.01 0 f 99.000 184 0.007753490
elastic, empty	\\x010c010000000000000000000000000000000000e8030000000000007b14ae47e17a843f	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native 1000 0.01 0 f 0.000 40 0.000000000
elastic, coded	\\x0104010001000000000000000000000000000000e8030000000000007b14ae47e17a843fa8040000000000000000000017010000230200003e0300004f040000000000005753a92d4a3d63c74d75ea30ea59b1abdd6ddbb69a56b2d222edbac655eb5b306bb5d556766b7bb362a99b0d7174a93bdd766ba531d5aa594f6b51619bb29390cad2d66a5b74a9cc56c99a696cb2ed6aebb1246fe968eb562913dbdaea6a2b20346dd7445a3597f9b6f5c45556561ad8acaaeda0f5b640bbab56b3949e885866db6baaabf34eb1eaab9c366db37c2dafbab6d05eb535ca59ddec667916b49e1a35d75d49532ba29454dcb46eb1b6b75651ba52edd649d3a14b6575f3db95a20ec5bab924d6da2e15e3e6a1b77575725974b25ccbda5b2bb5ab2e24d4a8a551176a53b5ca4ad65e3648a8c25ed9ba95a564ae9deaa96f6d5d564c4eddee728d633938c4eeb5ad5aabe24c0876a94bf5b2dd7cd31b130000000e8cf0e084a40e351de5441159cbf6d06f45628444b61e74133e2edfa45c3fb42742f9a75e5f975230ffa9a3bc962b9bfb0e73de7a8917a1555cf071b2c0b622723fb947b4048dcaba762c1165e9b46ff0fc005a10a2ac008a226e9b5345b2a08505b7a38023d42e22e846adb9618477c8a0ece884a62979b6381f94ab6efe1299408c81039a11ebc8df2fa067cb8d885653b26466bab03ce365c6cbab1f75c2f3e5fe81411d9136c789082030a8a038205b15722692cedb10de2182e5533106dacaba65d5fb20a61e910e7a8b6cd82840f7021c669a3ff5a89090171f9368329c15312aef21822ae38faf131d8227741dbb643ee1b158bbde718a0fc2d900ec8c47b600882aede30822af76605f5c284dbd4dbae0f73cd1f11e2a4be88323e4582e605117cb22fac42a33de317ce030040b5c8444740d4ed05728c4ae7f53033071d0b739a13ec0b148af1df8d6969016d5757c32aa01ad804c29f4dfb0cfec83d2ab1bb46a685413383c0fa929484cf884acef80267ffcdc78d0aa52ec555bc0fc3128dab021bd70cb9483051d3fbbed58cfbd14ab5e8be121f2cd8c4f4eaf788193961152abfee3f06874554d325cf9b4ce275b8be9c47e60ff81214a1014b5e1bf6094f2026dd03656714ddbfcc7e818b2907ccf1ebe8830a3aa64d1d305b5df35b69e181070ad6eba00b3da5f1c24a0c040642b9de6fdfc158b64100ea854ae798de06f383f507c27c9871324cbaf0bd780ec8126d7c4572d1c32718ae7c77375c8aecd16503b2c51a3111cd4be692629cff5bfe25c49567d6d85c5d42eed6f8df36fca0ba61022d26a886b87a4b46e3576b8f795e304ad5eb68a2e491674359d8c06f7299d4f61799f158f24801b572a52250c50e42e55f2b42c2cdc722b445f222796ab1b0ff400153de2f764b0090d20fb06e50e843dd30fdd980d36390f8bac7f26e68e6e79216935c9799459783e7f8cccf4049616f946631e981173a0f444a886560c93df851e0569c684291094cb00f3daa1cb2f84a0e85bfbc4bcbe17602ffe4b934c58f3b29237f35e33c511b4f91dd1bde0f79656f9f300b55e11168486d3802d09671153fa36c0de6e379e007a058d7052ed9fc8b8ba094ecf11e90dc832e5f75f00b99175d2c8cd3dd023b3beb955279def0ad292a71ec1ad1f20f4b4cae47b80d60cdee5db00f2c1968c83ea4930f087e33c77ccae840ce1da1d26b4bb529e0762e9ca7f4498694827a8a87953dfe4adf4816035ff58ef065cd54c84d363f998cc9c07a16762761a0e2ec0a27c55b2310982f926567de6b67cd58327bf45f3d6ac08a5a1414c0e6917552e852f40fe894751992b7a63ab6202d4bd88f581d8b7c1f19a8e7d516a190011c98e066677edb55bbdc06a6e05d1ecae040631114db1990934ab94db15b9b2191daf0358b64888296f9efe156e70c83f9c72bbe8b90f5b2e182ede3711dccdc30000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 coded native text 1000 0.01 0 f 1197.000 1400 0.009094238
elastic, few coded	\\x010401000100000000000000000000000000000080f0fa02000000007b14ae47e17a843f0a000000000000000000000000000000ab56010000000000045f56ad1080ac5dc2760bf3b5f40d0fc9796ee2cc6d6be0caebbae3e2f46564326d48f903030000	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 coded native text 50000000 0.01 0 f 10.000 104 0.000000001
union of bits	\\x01010100010000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106aa04000000000000188586e300609fa40030fb6279449b9096dc03d2280b0c6228e69862192ac9be3233a0a3cd23ebf6691e641fd290835c43d44c508a86348c4501ec190c5d67198008d1210c0290ce28086872b134888490053a5803d043bd501108049460a82c82825323d88120a30c04216334c68cb4406b461270881751b24604e150a15195d13c2412e04814468841300c015b00d83285800de1401100543428581d401c04d331002229b039861dfd240ae00031203633697047f0122c04f12178469c5164d97f6b94d60c67cb2d4695b6ba344106cc212c2725975d5125d683b66c83f781a00d4f502b0f167d172704c73ce101801083ef1523e62d99953dd165184808dde06ea7960000143970d049d0e5c0332285949f46ac73081e300865f5018ca13d3c081362372420c3c466ac3da10640a03546f2a82d8410a00e440f2544064dc0840dc0c100b6061788d82d140c8475d27afd03c81ec19917160cb2028380d2c880c0a671214a953475145f0a2d09d8218122c0a0f22203a4f24166788c21635c	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 dense native text 300 0.01 0 f 253.000 440 0.004168780
union of list and layers	\\x010101020100000003000000000000000000000032000000000000007b14ae47e17a843f020000000200020ae801000000000000040000000200020ac503000000000000080000000200020a5000000000000000b93855b246e18e9d098f1ee3dc3fb894e586a3abb48a4680ad22f68c043286a7a21faa625751c958a47fca9a67d462188044d76a8e289e56de436b7947a67e401c246c58119dd19ff663027b54adaedb0073174615d5ac3413961db9a6a814b0952d6e86b841a83465e7edf18a607104d6cd8cfe880b7e0a9926dabf6a02130712bff5d023d25463374275909d1636be80bf40f13b471eb3a607690ae4cf05566baf307c30c7840f2011c92a700cb41145c0ea7123bcc9ab84246b85b3610de8a150e01980f39c6307fc2cecb347c6b021e0a146dcc9ef91e6873032d1baeded0342f15303903eaa9d7ef1ccca83aeffcc709422287702fdfcdc34a807df28a57160ffb89d74570030a27c5c2d545a43da06950d1130990326f1b69a369c32d990728a70a22f057cd3ceb183522ffef844035a1c5483b25847b5bb0ce7d9913d15839f849e05deda4aae66d14a8e6e92830b3d63e846012de2e374e7fe2e6d0be949cea1aab31ae651e49c982090c8cc039d5a13561423158844e53b318622c7002010000000040000100000000001800400000000080000000000000101000000000002000000000000020000000000000000000000000000000400800000100000000000004000000000000000000080000001000020008000000000400000000000000400020000000010000000400000000002800000000000004000001100000000000000000000000100020000000000000000000000000000010000000000000000000000004000000002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000002000000000000000010000000000000000000804000000000000000000000000000000000004000080000000000000000000000000000004102000008000000400000000008000000000004000000000000000000000004000000000000000200000028000000000000000101001000000040000000000000000000000000000008000000000080000000000000000000000001000000000000000040100000000008000000000000000008000001000000000000000000000000000000000004000000000000000000c0000800000000000000000000800000000000000000200000000000100000000000000000000000000000000000a0000000000000000000000000480000100000000000000004000000000000000200080	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001 dense native text 50 0.01 2 f 205.000 984 0.001142835
intersection	\\x01010100010000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106350400000000000089058aa002329ba00010ea6008c4c31796980be2082b0c62e8269062992a883c203320abc92281f6601c542f5291875d03c44c018a86348cc101ec09045f63198228c9013606908c08096872713488d491017b5803c001fdf850800490e0e82ca286d363c88900a12d04204305c32c94606b4e1268880531f24220e540e00585d9382412a0100048ac01700c014b00491045040ce561110056b0895a1d481c84d359802269b0b4261cfd240ae008b7b12e132b544fd0100c04e1a138449c5124d175e385c60c26c9395405b4a8144106cc612c0324964f9065d681340482b381000c0754230f067d172104c73ce1039018ab6d7121c649911535516058482851e06ea49a0000141930d049c0a5403332459497c4ac73081e100865fc0088a13d5800106236200063c060ac3d210640a03546e2281d8498a00e44132544044dd0c62c80c004870e5689d025100c0040d220fd09e807c01907a60882028100d08800c0326139089534d4540f088408d829816a0448522a0380c049a7084c01412d	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000011111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 300 0.01 0 f 222.000 440 0.001981019
folded	\\x010101000100000001000000000000000000000088130000000000007b14ae47e17a843f6100000001000106ea1f00000000000011c143800000002808040190042890849044c20c4296000011220000820510300001e08a0c1110a4000141397c00801430854050a0852200080000012008088092000828001000000216200008441000040a18100080008100164000100962004200900108604002000000c6024005c42048103068021021100000020080204822001220002020840c882220411c200000904c0400320010000000024802a0100004c00160282060840060804082083a84638034881c8481042d0802200102202000802442004084244241800290801057200660000800002102200a00000408618e030c00008040401400000004080040008016a020120500000081100340100820cc000012000006020004000001058210808002200020480510400302002010031008082022004014000810028300004000401900240000006102200c260040412a20901881108240204000010830180200020204201a0f21940008021004448008020160800a1d3c40150020e04820050200ca1c0045a148c4900340424810840009801408210902c00210b0104382024a1005c1010009c081c440030c0000384d02050140c240081027144600120a909041000c03125000045000583010900081000840440008004006880201880242120020000000000000220200000100000040150a49a80820080014000808004000200008a8208008000120050010010010052002200002108640e806010204810be208111206201290600530020000a201300044000cc2040432001085408223409000841000c703028208002821a3600a020049008281000860454142060102505000022050e000020120084412018010124800810300085803240005010300400008877000d00a183c0804840406004641004081c400022020840c4a009c0a6010a00880a03022031011031406800b00004000000080804b01804408139240184000400a00c18401200b40044820008800808200a0005149400403e938402009320108881280202000908c884a5308582908c082106252002a4110004424004e094497049000110800001c228002004400401600423031000420018000202c01002008002010401d0a02004080e6802248908008140003a444c041031012f1264d101000440462b01882400b021a000420a020000414084002183314000050a0042000000200c000408000110000202000000240800160004801001010400008002400025000080300010002000014801018801210e42032240810400840240000c006c0100040802808800030008100020208002a004000a000040030004445c00108440a006a04029400008908c2800601208c004020542220400008000282401900002000808020080080002800000006026010800a841291004014000000408000410001000140c1042000013299a04804888c83940120522a00100106040038a0ef5e8621880d01428302eba0a22000280707240100a2015206a5c2e02a48409280480c6289a8000d153c01000040e00040080200201201a00001001400400388010880000020001240040880002808044004a00010c00000084004000404080220003208204004000080012450008000000000000083488888409050060881910400104001100188c480128031c020800c90a512870a2002800440a08032000100240040102020004802000430280000810001007010800d0020610c0a11888001014000008ef40000a4a28000000090040810000021000284446023c002320a910022040054780000000000880e080a20010800481084100044c00000148200032000001010004010084004110a249102060c040204000012000040001040000c008000800020010000004090200104080468010a04808142010060c100c408000200004620011230200020c021100140a00011020004280000010006000001002041000825600000008200001108000200004432402800c208548010008a0101c0042b840010a0822802068b01408100e1028003150121c0001010002000c0000300042c200001014088013180800810804a2001003050010304085104010202404020801440c04284c00200a00a0000000000200980c01002c4682808002302200000058205001021844e0000200812000800005420001744400190604281800880000462200202820043040040e0440010004944143102848400209008032100810018008020000040202020201000470200042000404000000000011201048004408048c020422c08240204800802828020204e070208220021020452400000104800018c006064000070001540a030000a90000461c001098041804100a8c086008012080000008002004000104918e803041000008805600100180482000200040025400004004688021000268018041d005a402028043105124106808004804008a00108321a80034de3100c04506200040002000040000010f2a4088c8880200081ac403489113a00011200a030880018000004118180042400023320082d4000005014010250001240000020211000000000012414000a000022483311081000300011810c00220a14a44643420402000222842830010481080140008000004000000a103002420121e11000e440000582100048004a0045842d0cab60c240d06900a1c8d14086200d830004000010041221000801c008280000082028001804100011890400004400a80584048820320000010080800b03302020010090860402502000001600b02b0704014000203412000400208014080022620e304010000400010010c008180400100101881088010c025a0821302700440042012200808000820108012401051000d8080200000012030010020041008304600028000c8040408800202d80208040000801082010200c100822244081000900010820180a02609400000100832100040000000420020880100020000020002042000400002000000000001810800a400001004200200010010000820100000020040001002040000000109418060000011118001a2202220420e0040082c588004000a1648d1126401990000984702104310940240100319403010b2080600204d0482188028000400888081a00000008e601004184024100051000404400a803ba40906880882a1049288181000042c000012028440806124000014500a400804000102000102800500209240254842c00800601403001d8a0045109b0703704240518600920002011000060902010004c42009228300080100809302007002800a2080a0400082248042080105040220800090000090040008d5806490000800210c11210000100000608011a00100204230c82400048d040020200080000040082010481061100080d408200400044084900400004010080481200000000010000040000000c000030060001010420810005a04018010000000001101401029058003080008001104e0000022d00c2080cc8080041300c10040000210402440068040a001a18811000000000010b0008008206004a2804042072000911006010000085200040400041008028010088000f4200000a40440215023c08b0004144082c00040400190b09026000120100144400004140322a208210404574000890120160139001108100000020080040100500201102000010c08000406000005a00810208004110820000020000042070a44008000000200080000001808000449000000010208009a00462a0004010010070280074082000c80008000002204423080190604c9400e0aa168020858e0020028081a2040000031b622280100220106200671d102000d52014608080000d0c000109021514240004240000170000480420c000002080000901821a16010990011200200200641201c8005e260008458040401602402000020040000000880060200000410000102004008001a000000400000020001c012448000000200804040008008008080400803310040000000080300002049000060040080c80688988182276900440488380400c0111a51011380800800400a0001380102000098a8200000000423800a000080041048c006120001e440409100609a81440f381142041980b0081081244a01403001406c040418208358080089800c56c116104902108081080230c04000460004c02001080940c10012451282808810104908ad5100400100080200000044482900002a200240200188a45038010a9800c40080805004010850202000928080300108025201100080000d80110002481009220da20a90450a00008808a48c004444212018211000104001a290000000040b0010040008001098216810080020814382900000000040814500082e8120108f08038c794249010140001000520401008844a884000a03681801021520044914d002040604864018b4b00b2a16100002a4404850311005006800060806002600100004160809a800200012004a4014300e04010812480a50020402000000c0e500421008075212d104e68085083003280000c0008000004b0181f28603228010100500114000484208800040108010801008400400140c40000040100019a41013021a405200140000a131102800a8a091104544480800001000428028e1b4042210002041600c0000090100409881a13080404904800212105008001221420040a00400696068020a014d01500e8c12001000b8c888a0031c0200004d468201104141c84a2a101010c6238a8040a1020440642842029690a80080300020310e40c4100960080020c0101201100202000018081c03808210001004189014001001aa2060000204c2008001c45008502c04a88e8440048a9164260240082012420140400041c400000094010910a8402808008066500a8804810404020900012c0490000408804010000040682100400001010011000500100001800401002021c1022040c04102021000409a0001442800414180010001042240110010400040a24040031a020200000000c0820860001323280808000c020048001201261108812940003110002004280800000080062042000630820084100000620021000440000000002050404004060000210023020008200000008804204020020018080061080b500c8100004828110044202100000086000000100801400108100060000200186100163000800a00040c03040208440030000024c48014200008000002000005202000a0002801a0101000014800000041000300828e20104020a038804042a8088500200040219006281000201020420009621940001c04008048c8205010001405000880091210880000d0804210000080028080a59808881ea0400d400010000805240022200424480401002528802144080008d049904001520220000120108800022c12b1e22d220691c15140600444709840820c000000020810020100019010020010100601004048100e000400a880002000411080004018006241200491000000000802a000a00200c0180000008005443000208089c0200200105018b080a0140c00000001048032000808310840e00800084211c18221c0402209415812020092080500cca000b05444b0001440021502000100080200811142000008040040020004018045600081080000010520001001080248000029081804011014000310044008104000240000c58000801409004800000020401020100804b0240020004040058010210201a00400800900401a0522010c44000004001922844214405004820101022a4082010020482083948220109408010001680482000500220380008052811cc81c04a8c2026440174260900c811009803c81085980000110100c0430c14120280240006010036450202101008000000000041000480000080000c000080078002318080002840000000000020302001480000890000800132400a00c000039000210200600010624400600010002222001000048a0100118000951000ac200018060221a00003622000000420144c800180000a4204840080314052080d00000106440228000280a010000820000041208ac040004240000680000482000280440221004400840000200a0b02101480a084200001f0100180000416808a300000000008610201050200e0124010000800c41401100000008008040045840000480040222044800410400000261020000004a0000490002020000020020100102000001800600540800402802c488000000964000408c0115002123886d002c00109b9000a08110000400051c800442a00181055b43204787800018232d0088900022a2e5281480080412810904209010e00018a40040011c0088007400060400400000470060913480004012c42001a4480201008000000c00c240209210502112848200006042860401908040003012000400402000050208021004020902440808004000540114120000200000808080000460c4c0020101200c200040510818000000410010104804614406000310030006d0382244110040e010843140e020800208900086a08200000020418810648123400104040000882001800600000200b0428180104815020a740880012e880000048100000000812076039c4009224014080000000e08cc8704249308000004d88890c820000f2042023300034c042244285c10e28022842000224201400000081000c0008016000800a04008680000620801200c00490c001088820024212002090208600108004020048044a0004100100600006400000020000000000082208402101040008000050200006004080000458000a000101010021018102040040210000000000004060010220004120802605040200046420580800201126100000800005384c0800881000b300008912080006120c404408421a004040004028000000000d87149000008881400214142000200102000020110242100020804002800020000010000200102200160c00c4000040800010010008100005000120008003188008810100040000084480200000004a02405820024008020180300840410c2a0011ad010820200808f00800b001601d00582001402e30020d2000008301c0020292025062180088000a00811100800c10810811000080000040001080208000020383a080820a30110009400001884080680200410050500082102530040020014073820023000020010c02000420808000200200800100001000000000000502800400008000000500000000420101000000010000005000000402100000000004000040000800000001000000000001800088080002045380000600180201441100040000501005204100200400210810840020210c051054140b220000802180620150000800800000b2004800030101a042188220200820002a000001060c88010080e0e00020101100a80220078080a0300003440500184810008044d0100880456180804412001a201c80404843090d05203000006480a00108044004400064380020000a4000000002005000100080080040001002002144008040004480010020401a00104204000000888004440650002580044c04100c4131140003401700a52e998408a20000422100908801404211a0011240a01c141243000320114201881000019100000a08a04313008008209158006a50892008709a90082601880c204248040c0a009100908a1010908020c019240838054001a82409b5a0801080d001200000800080300905005500000014020a2010080045400000004050200000880010000500004000180000010320150240000040300088000008020010008400040100004024000001002282000018008742603240c054004253f41a204045b10102404010821404000aa408428098820000d0220c004cc401c910061884204070008022002008005100744040928002200000400081103403002020000000040140081001e000818490010100002001088080400088405088100000004008408400201088012080a0140404010040002148204000a40804000800002000000004112011020040000100520040800840080808044042220800080810188d00e1282000000081104080400801044040105400015048508c0084081040c1464084c4010200185609810000040540082140210692820860180c43000081040000024a1011c0100911444328489000c025400080428832020500142000000801080000001102060000a2002010000000200000c098841000000400000092086000c0640884011800608000801025000000100401016000200000000000408100084000001020000080000000008005100024000000100000000400040008100000200200021000100000200000000906000014000102800150280010006000180800231d000600220e4018e02088000000001081144001100070a0000881000020810202200201c01000004050048804902401b09b59850004649e412bb102968000c200200908004b204408043049a424202ad2410484028080108c20c53c0c2000080010ab414d40a072610880000074010000410804200000400c8000044080401500444202004010580080108802002110803009000208100100000c8104400310380c0100090404c00000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 5000 0.01 0 f 1495.000 6264 0.000041606
as a column requires	\\x0100010001000000000000000000000000000000e803000000000000fca9f1d24d62503f0d39cd65a9969a69	100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 1000 0.001 0 f 1.000 48 0.000000000
state, list	\\x018001020100000000000000000000000000000000000000000000007b14ae47e17a843f9d7c8806560507005fad80c91e307b03c447c3052e9abe0719143841bb6dc70c3ec3f5e927e0130fb6540955475322116be6fe060468d91303646580211fc414b3f87f9631ea5b152c3aca607b5ec117077d4ac19004e71ad0a686fba94e561f945602d899384a2116d874176c22e6213826693239df252216117149054e3c22a9f5ec4d78e7d722b47f31940a09032848f69569a92b152863125f0c850f792b21dbc6db9a19cc30123a1b242ecb55338f090088f1af68347ea998b36125b934c858b9e1cb85de34dd722e13fc0e6c380c79bae6698ad83a7c5888a0e158673cb3793c3a4ed81e445595e8bfb228c24a591886ffe8799c4df8f3b042c898844e2d9b74df90926754343262dd3800ca54e834ea421622e8555bb25e3072db4056496a0dd303eb2d61761336a0c473df63d0cafa539bfa1e65a87ace7a26188e680d39cd65a9969a69f0859c796c44826e05829316e64d5e6f986a0e19ceeb9e7366669e7d8fec4078dd3e6e22fbe5087eae5503469d59a081c3d23c162a2ece824abc36fb2d8df883dd672107ff1e01856016a710809734870070128556945788e27e06c28680708ab43d18ad4159ab8bef962b879f8dda8c6ab4bf39e042258e73df3dc2e41a2f90df9e31639c9ae0906fd109601dbe5d99e1f506107b89169bd171df673e6fd79de2d615ad9690a79fd44f61ef0b8b06a006060134511be1a08f605c4efcb119a32b6558b0acf739a5910c4006294646ab0f7acc76ef2bfdb287dc7a9d62c6ffb4f700863a6165a1b59a5e72d9020216b6bb6b57da51f67db6e77f0173dd266db823ed50550b7b2bbb4fd730b87312bcbedf850e2783a641c31beeefdbd67a99c3bf6a51eee4fcd1c4a73c0539f7a0ced2a768fdfe334a3adf67cc6c87c398d9e04634bba3a92e95e2d1489e9a0b1753e38c4bd8c3c8aa86e72a2f67eddef862e9f604ec585f3c2feae94e10fd8c1331ecd19d79fe73237dec0632930a083213ef309ffdc110cf14f03436ad06c0f655f21e05e0527c5e57f348667290272191f4cab070e0d608e8f7c51de3c7edd2baf9e29c2124bb0700fa1e0aabb2dc4a56fa6216699c87003efcaed40792e2ede8fcb6b30e9d37f1f3fc	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 50000000 0.01 0 f 100.000 840 0.000000000
state, coded	\\x019001020100000000000000000000000000000000000000000000007b14ae47e17a843fdc050000000000000000000038010000640200009b030000c904000000000000df9a2edb2e36f533edb8a94e7734d5b3a6dddadd6ddb56a72b5969b3d5be5dd3d5d6776b3aebb5ad6e65776d6f566ceacd2ecaa34bddd5eddeedca8ea9b63aebb5b5aac2b6aa5d27aa954b6fbbda96baacdc7695da661a77ceb66b5b1f9733efcebe74eb56294fb9edb6bada2d41d1d3edb6a6d95acf65beed7ae2b56c79a543ed5cd5b643dbdeada0bd5bade6b2b9cf88d8cc6dafa95e5defd6d8d65775ba693b37bf5d7bd5d716b5576d9babceb55bf7cdf2dae1b63deba8b9eeaa346d57a269b28d37ad5bbaddbd75559a6eb9daad53ad9df4526bebce6f578a76a56add5c32adb55d5a4cb77ed8bbf5eae472b133dbae65dd77adb676b517f2a846ad1aaf0b6b53bb57b5256b2f1b49a88afdcad65bb394acd7aead4f7d6bb7cb5626a7ddee722dc7d5454763f7daaeba5d1567a2602fed527db9dd7cafde31010000000088171e48991645271fa28155c1b1d0700a4a48c7f4edc10cdf7e514480dcb8a52be199da459819f32041832fd0ea587c6614438d6e9d1e17de3add7ac869cc98f79239c5ea228a0ce83d0434326eb33d46dd2136e02d931ada2e6f1cf97bd76809fd5e2bd059c84e30bd4a28bc91a66c0d412dbb40c7e963fce4dd7a892bbc09aa131e79154a29322cfb783c2e11943638d8339e559602c7efd4b70eec8956a832cb5fad80c91e303bd5c00fbf6d2b24c9d13c71eccb8d5ec2decf917f1fd8c4733ec5e2d689968fa26ad54163d9f459254d8562862d9719d4af552e92e350ebebe9363a4e149f381eac1fb611dcd61463c29ce2dcded65b91747c089c3fbeb317ed7cc5f12186924c8c2b06c9268c53bc92c0b04dbf43204015272c8f40951be33956a65ab014ff970bfe17990ac677bf971c041693c45b15758b87c9111f0d17b868fa0542c1611794102680b35f3469ff20a8f36e4b21b66e3fb4ee15a0b6a4080b9e66bea7b3bfea8deea49a6bfe8b72efa97c23556a29fbd50ffee483315db707921032ab13d3647f3b25483132d8888c97a1764677bda45c05a1fb6c587c98f9d91fce64eefd03c7500bafdbfd04c99cc077e294532823c432f598e6700bba7af3688ec3030ee3e581208092beafdac6e1b6779a257796f951f3172ef30ef7968113cddaa4ecfa6da87e06054ed06edbf126eacd70be332702fa7bddedf3fb570db51bc7c617b3d5d3bcc85a82c450777de031f0868e35da2e1ecc9d93d38738b5bf5c47e4a9c822c1f5b84986961db272f505aa8169748c433f5cd56adbdd0efbfd974557f36309ca1343709cfe1e3ec3f5e927e05345b9bcec74d202e98c75895685d96263ed2744b79ace6a11093551a5539ca1b79cccafab6af8f6efeb23af98cc7d92c7ce165b17d0265295d3e01979effed6fb5d58466ca46eec7d645b13a09191df5441b0ba10523aab51c57ce034f0ac287f967bfa51d72c8cd2c311fadaf296c25e0be4c83c854bd31f28d95225541d4d8936c10cf5a15999ef2e9bacbc3c6d543d3277324be72c196a79107c6e388a0a3efd412b23fbb0ee8ba83c664e2ad3797620524739ba3e43a97245d836c01a57f5b436a6f56ec5ee0cb36172c902e12bd52162cbebc9a305e29ab9bf01015a16d558978c972968409773145141d1dcf3824f87e800591960c807318bff6719a3be8945fb7eab5537eb80740153c793bc7576344cb0a2238a1c990ccad99468c285b2463b1ee70d5966a276b40ed00353a2d83f6c24f8b2260f7b623e262440222b86bb90c5d8345c63da8186aa599c96b30c979aa906e84b043654d19e91ba5464060173926cd6337de28c88bb5d60ff7042308f2c3aca607b5e01c08d4c27ffefa7c1a47481cce634a7843ca8ac8499501929ae1eadc97f89e76978e1ff8450fb118df01e99eee3f5d02a2a4dcbc3370101119db1c9a0e17ffbaad31da8e5b4c789b5959a9bf711d041a90dc35e37822084f136e7aaa6c9d0e4dd0caa85c5c27c057ad068af9d460b9564bc0b8913b04eecd708ae51eb355fcd64ad65ac7356eee3419f523024c1f906bfa6ec8a85e6d62a76cd1ed3ab6c383fe20b4a2f2bee12576d5d6bc2b4615bccfb4b882e84006496edb56bab4636129ce9f8b60d69a65005af16cd9951ddc2ae5d808ff9dc0ce74bb8f62f040fcd20a2a04efacead179f1e9f19b90cf3571727fbc1dee01fc18a9e095a1ee4da8e66f950290247a7457b6ea017f30d483726ab819c9a388b4aa29849df75f1933abb4d11134b2d69b946e3922c06525232ca8fec82137d261020c048c268cb898906a6fe3869a4988b5fd4e20f0c3c3fd204fe770c94d8cba50ff234a92b6a53ee9c11b4a9e17eaa9315484ed5b63c08f60974c692748fc43d490f4b63be7149644f266e5fdeb130c2505ad45c11a65feaa1170b38721dc8f340778cb733c5e2f61c49a1babd85b79653427489db9c67ffb4bc5c76a5ced6d51e9df4bf49599350535a096067e228abb901a95bfdec90b29d552f976c814d77c1266216c36d63a995d250faa730d8f3028e499a4cce777987669e85273e5b44c4251538f149c34bc44b5a199b849d593ad368ca481ffef5bea4d6b337e19d5f23ce1c3b1df0be1594540a5723ba2defa3ec44713ad958a67889e13662423362c1b4963625e98a225f3da91b16c52fbf1b79ecfc20fad53998d7bc9a036adf16b5d29cc17ba029b68fa65a50c996ffdbd65a50b77492fb51dffca486449bb44f2c2e6b79dc546c1ae4fc778feebf4934ed8309e7cb34ece95e1406d254360cc42fdc9735f664275ab3e07b4f4680b393fa9d69fd26e7c2b400e111d0fec5502a240c48f69569a92b55a5f0cea2e553a57c21625a618276166f53117771ec143a036930a0fb5bb0ba7286bd96edefaf25514d03fed3ae7d421bdeef6a645da7eec3c1388131f1615fa0cd314a5ab824b50c399ca60e5f97e98bdbc2056f284364983b16ef1b47816bbd81413234f5b9b9237077e34e3bc7d855138f38139af4cd48078f497c31143ee4c0138b5f6eb729a28121ac5b54fc6e99ce3e8810c02ad1073c6930439cc066bb3228e71cda24291471243de8b0776f913aa345a0f1b22760862d2937b701278633ff44869d10ace56caefea1f619cfb3c8ef7a4c1c92cafbd0ff897a587bff2ffcd06a9e1f1452380d64d0630b22cc1462f01e8a9afcd902432df8647eb6371d61cc327d75d248d56517864938e0a191f633c4f8708d1a91c5e1b469829310f7f8f47c737bc7eb2d0bcd6a4916fd5fa6de2da6ef8e1d5ee30855f8e01b7b63e1694388821d7c09c21e0fda860a4c11e0dfefb7026b6d6504c37b74ad440e2f940dd6cc1d0f17b26dbcad99c100bd1d07378e807dcd9b44908ee9694fc88053224feb93ac76eb3a69cf614ac2777a5a020320a66daad42b7faa271b62d0b37da38f0c8d65b4c9a8d8bd1a56211c5711fc25d4f70255e57c2b0775bdd6cf5cf6e1ea5ad1632b93a4dd410f89877d03cb8b57d318b45ade2bcbc89e4624fa7738123a1b242ecb15925e5e2eb88b28a539d8ffb888cbb4978030da3b8f090088f1afa85f2ae66c58498e8c951bbe5ce885d5aeef95ca112a5cf2b17daae0c6b34b7a3458c557579fafbf3622c679d61be57f496a79cfdd10beb617933b0b038d707a52897ad2854c5de24aa6459b085bf5d8282876cc99dc37e320fed60186de0ed6eafb9047cc4e9ca77e03555a3417be941179b52e2c0800715e19e5915b2b4ad86ecf4bd0730d2467b79ccb04bf031babf8999fb75e16a0f6ea41753012d75defd83be6543fdc5f5cf719682f29cfef1d50ae76e776629e6e9d2b1c202638439eae799a2226447f084bac8a9da5f35b940bd770cf58e370f0b689b024612ab37ea04db13934ee0c39ce6cef0a9d7c5888a0e158a738bc439aa5477c7f0e134327f23f3367526c630f8befc3ff6242a16e07ad3e90f83257f49887d49f794b35a5147a075d1c78ba414df07b10da078d6cbcb8911dec7372167a197d1df2e29c89039b048ac843e7d04b28662bfb421e35ca05e0cda827542b20b3045a8a2e73d5c209c7a7e8338d147b0de0a7f6e9ea6b408911754a00194a331e0ef04e2bac29584097aad46bbd8a1ce8b5cf4f3e5f2ee09efc79d476e8db052ba531f04293e739a199c14b223fda59f7fc45528014c9e280974455b4628118baff865954d283d7f6ae0ff486671cc223b5057bae3c83afa5ff3521f388b4356d4216152beb7a4f48714198bd8d4bfa7701cffaf932e12f6ba14a1fd43fe45d5c0a5098b3c8190dbf57a06d026bd1e30990c9f56d7afeb6149adb755d4c991c3473533479c6ac4f39252e66a6bb2136cacde6f1e838617bde44305d1e6814fac5aad485244b9a22cc24f2227416a271f7abfb9b7cd03b9e13f0ddba269b923f32a515e6324e23531ecaf5200330824212bcd59c58b78a900c2e25a7b4f52b8a300e60a56e7dc6dd03307d94fb1c244b980c61ed8c58106d8ad505db54b15c71704867d5c28629bc4494a2afc3fcd5f6ae8c3b6a24003a17b54b7ef16fcfe91e0a982561c749cdea346617d85ad91e77b9a791314bb0b161f48d12356d4dfbb73b7c38460f791483715c1481cd7b3f89cad8d149f9a7795a03fb1c20d9a2f9b7056278e6d6c0202c0c81766d3417ae608323e265acc7c028e80fd2e5f342e75dee31acedc9f36d22186f85f92ce99f0163625f803195ff06ed0c68185398ad75ad3510b722b6453946493171785525faaf2c8a50564ec5745efdd1588ec73dc4cf601591a2ce52bd7678afbb97af62a3c0c0317a4232bf7fb93e3c28b9353cdbf87d62b8c588e1e3b95ba32b6338c1f787e94c153730169c30a1d6bba80d0a4b5e63eba2768f732518a605f0681666d1fc2044ab7b350b4c684e5723529ca0176d47794a7766a6c0d1964b595c591886ffe879dc76e1616c8240777f57c4b33687da0f4d4124f7def527f00832607ee2bcba2efbd08c3f0f2b848c49f41081a71c0e5ef6f995891a4a7579ba665059e520e46399b8f481d382a476e92cb1416103e39e1b24ec0d795cf2d91b75a4380114b33741433ba47381a538410159f0f7e5a9f52ef1436b21a90d8d932ec9ea54dc16d6915c9c728cf0660b90678ef3f843d5354ddf63a6dacdfa9eea6abeafe465ba4e16f431344fd58c87ee5ebb3f7c03713a29b3aec14da76fb65111f42557a346f1e7d154037ab7a0778c9354e33a1d187b620191c3c20100b596a0b70990312ae07ff5b96d70943dcaddbef7273db5cb1f02af0c650f7942063ffcda6ee5d2cb1d120acbef8e315efce0d671f25ec39b713bb073f30fdbb249f70d2979827484c59c12b3dd27fad653b5078d8c58370e80c2e980f6b10beee55e4969452bead2c991b46041c32b0914f37b465bbb107597e457a3d3a80b5988a015feb3b25196a87ae622c97af54b0c88bbe85dd3bc62cb1e9671885bb25e3072db40b4b57e3ec300fd65b04e81683da039425f4ad54976e31bb093a467c0a2ef810be4c09172f3870f4f65a825fa28ee53684727fab0f0953899b3c07c60bafc981817f501456b604a8203c4478a12515ca9bb343707a455875076c287ff94f99c0e9b6c82d2438945c29e04256b65d7cfc477f2ddd1ad6fef5e0becfadc18cc83f4096c803de8408de3cd5d544e2e9f278262ec7443a058f6f034ae8fb569bf268eb83fec0e9ab4c89046ba6954fa125528ab349a97723f70e985e50baa9b20402f292fb93767cb405a45e0d9c5e5017b20a09fe9401899f8aacf3c7adf277ff4fde866ae25504e5469002c25c4feba917ba0f75514778c7f77d30b41a8770659f85a2ae4c6a8b6d4e92c0e3cfd138bfde1388e7f08dcbf947c0eb5e4cf599ec9919fc677a0b13a4427d056ef3a087b324a481bdceba76a906a5dcb1b356c3b23dc05f22564430c0f2f83d85b076d7114cf84df3bba869f162c94469f1493dde9b5e480ed098d4351a21815b6c34a194b68f45a3579d19080f50bd03518ed847dfa2849050fc2d2f89ce87814aa3276496a0dd303eb6d002c99787368dc4813c23730d067665fdd7624b8cfa44feabfedcb05946caafea4186fdd44fb88ac1ec32d816ffcc44ca9f7bac90b2f166f50dd55def29f11465581b1b24b24ae93aa0dd85bcfd9ca90070ad45234e3511456b51790ba92d94dd88012cf7dfff101beffc159420894b832da9887b89e0f8d7b4e22784e29c8d199382fe6a7317ba50fbbb9319203adac3fb5a9ef018e8c5acf528a6c2e8d7e4bfccbc7c5458ecb23a8614f96aeb98447e9db966d5b9dfbdadd57160c641a28ef1ff583c4fce56b059d5d427e70c8d682221968ba9c046912c79f2b5c216d4e8f7638e1d46951755e5ca08ba5076591b1cf963a640813f32af687aae7ac6782e1c868bdc7eb8d792059126f5804daada1b399158761f63f29f609a06f7d63328089550d39cd65a9969ab79a2fac0853323c6a6b1d3619d6770c3ca45057a8b50b1d854d9fb5530307b05fab2697784f3a4c70281a76feb875b97ad851ea1aa7627e62d342ee3957244732026533f5848e0feeb4f2efb5eb8dea70046ffe5b480523d50a7d764fee80d4022062b762f384caef2cc65f36f1911b68cfe8a9449e962300378a2b3707f7fd58c207aa60b7039c590e96199ec1b9f85871c517a5303988bde89ba1f544b77ea4047c21671e1b91003f9065b31653d481184960f96afa0687d3bbc6e1c94fc109b17bc82c6edf808ef873c2d13ae1ef0b3ac70c93ea12a34eca7e2eab4d5a20386961dee4dd66b104d431d2385b863cccec000cd311424abc3de06f4c73d907c91e56a4bda4b63de94a720edd985f016f78f9bc828d7782cead75a9d7c10a959ea61e5f681cf47ea069182f5bf5a5edcbc75c8f32e537eeb49e57f91e977a390e41e2118162da5e833e36765e3ee6ce3a86067fc185f7d3f88b9c9b49cf9017fda6b8252d57b4863bc00bcd8e4a9ad2c5582ddac1cbf2d46b920c022992c0d107ad4e507e997f7245726f200ee7986a0e19ceebdebf611970c8b07d0bfb680bb1c407d6360e39248a8b2d96bf2a35046c536f847fd9cc703606a2d792242cde90387c502d58c0d815ebaae45d2950878f5c46c892a770118575e0477ba29e94f67bd787e4bc95c61dd7c3dec557305d06d3804ecd3089fd82ed8ce22b739e9cfb3bfb12efe95693e157b9eac2b44133cea783ba7aa5678c6fa817313a651646e1146066e6d9f7c80ee02a3cafb5a25c259209a8ae9995fa72db1a22e256557ff5b4afd52559b81e0c4002e2afb535319150e7a655cff18b992a6749ec83af8accb9c9a3c0fb8a39d93fd09005e1f2f68860f6b00a4b5ed62b97ec93dbe9f4cf400168c907ad79fb3f9346a6792e40d39c1b836f1c044901b12a4f442da65dd568525b33810ec61ca01478f8755bf339dd21ef9a2058e63a6f67f921aa98c44ffdf74a4c77fdb65a8bb0ec334a1312f404dd746608f5f8e6fc6a81a98bb7f77a466870c37ec25eda5098e5256d709a8a94512c24bd80a9fec78231b65de8c794e73508fa6790e109e18c4d09d6cb83a942823e8c0fc560486d21e14da9e17cceb0cd72ee05a54d4ee726b3e5746cebecdaede326b25f8e18a8411b24daf083b55e0cc9a11b9c59cebb70e08646eb7a8bb5c66d30b46f4202fda08da7019438a08511adbb276f401371c0675715876eb6f519c4ee49d5051ddf469273d8eb6d0d45aeb6b472daf81d26a418c290fa26a0528ca86138e4819437e2f09b65f7d3d942e9f79f42e40c0f4c7560a7c41424522e30906283132b1ca52dfa8324ac319b89f59ae26bae5503469d59e01cf55cfb0c814734d568ce9061cf0c06c744dc077f6ec2fb58780d356c4fc51a358714aff75bb8eb75b263df8a569a5072403503633c6600791624af3aafe39f1360b3eaece9ed29ff2dbcc827be3018ceb0348f858a8bf38f05454ff321179693f12baf4dd0617a11fb9395bef33744e68f087b9eee8dfd9d2e004f3c8e5df12200948f7574be12afcd7e4b234eeb43c3e3bbcefd86e27adebcea0cca1a719a1a4876dfa0337b0813f14dc72e4c7b2d58d0dec0dd77afeaac01f8acf602bfb5073c87dd7d1672f0ef110c142b6a1266a9fef4737075d28ef7e54cbcb192f58fe1dd03491719d3b48d0c034de7d20574f899066e14410a41bc81b542c339df0bda86f74ee3ab07bdf17ee401fcda85ac0fa100e90b66710a017849ab7ed6b5017d9830d8f5c3d833d256d65db69e2b4f65f97d816de06646f78a5284fc0070128556941744ba45c74c31ce9ea7b19dad5b423c36782129b9a786e12b166809386f60cba3235b597fe018e8261dd5c98c66ea9417c5ea591932ad3fe80b0bff4ecd4d069c60eeb896b680f4b4fd8a6954d794749896b89f81b02120cc45568998f317637088d9b4d25d2ac2df9762072a49c7dc17d3b6eb88450d5f15a73d27fc945247e44ffa91cfd2cb3f6d0f466b50d61a507d20abf1895760cdfcc384f99766a84d1bdb1b60c70ddd2a5549a5c2ab1f79d4f732091595b02e8cf87fe9af7cccbe7dea8d9db1a87332baac0e2870bdee7dbfa3266924bfdf250c0a2a1298124a2fb4f6ad8ddf1f25a6b89cdf877a68ef962b879f8d9a3aee1cc17a10d1532062181abe22808ca7a9ec3bf8fc07f6e10a921aed6f0eb85049c4aebc5e08b326bc5a613339b73763644a64808ab22161803e5563477f9bee17b5e3241f3fac51470e158a01e3185c33ab5d868910aede8b8d5bfbb6d48b48b8247d73fe6d43bccaa0eedc778f30b9c6ebb7ceccaa555c178f8b28d0bc5e57af5d0059dedccf47f2a2789873f124c03664627d7bc68c716a82601676ca730aebb00235cfa6d47b5765d14a2464c767ea92b9c80b5590e311707f551224188fd69c8e94c7baaa16909c55be82c9b2928848143d24c5e88a8543b2bda61089e0054822d3c93e64f139ac6ba6695d2e614d1db6bd3624ed5e364a76590f79a1858e1e927fb6e16a9d66be47445fb9468185bb5e898c9616e429715a1a0acef74c9e1cb5c38c7052a1c4986c79bbad3ca0d5d19ec8da975596cd6178b306e2a4460c4a7108b726c5447de2bdfd40560b1e6df337459fb9259273437d6853c02a08538e93ee768e622b510be5324b951912676e86146b27f43de997b18b744c4e64398798fc185399803e071d0013326eee7e03579e437302819ad3b9b5292a359733304f802754a6934b85f80b2b7968b48414ec0112c949866da6fb05bd45278075f876ed7f7bb776b354bed5aa722ced51d3c7bfc34c2e1135d6e678033ce1f506107b8956b6fca4fb91f7b52932a21aedb59075135e2b5dabf72b3e6bfa5a9648a37fde1ca83ff3759d1bd0a901adc44fd7a7718262b1f1fad8e53bc3f98b88717b6f8610407b124ef7b6bb5f26d0303fe6a54deb8b4de3f97b9e22b241de1031e23e7982676664e558d171df673e6f177399cefcbcb39b7243fedf328d834d0c3f02590308d3af9978971e3fed2087f70b101981140628b458308e18aed72b45c4ede963cadcb0410a78b7424fa221d9f0a44078793a8d2262ee73a943ef17d59fc9a25175074d296e5dd16a0979eeb46e4f920418c9ff48d2bb85cc427fdbcc498c4d94ad205e0f23503f85bd2f2c1a1ca78cb9b55f20e19f82140a921d5db2e58944bc919a88d03625a0888b77b74e1cae9d653e1d206f6060104013b511feb1e6fc561786dce8c23321fcde36733424bed1c434c3a55bc7fced632812f485a96fb8a7f52d5c340f871ba05daf818fc09a62d6a13f827139f1c76682c7dcb79cfbc1eae378ed287db35ce88a0617cbb5fa1a1de0ab3d86862ced6fce2d33e74c5f5b90f5eeb51f2f4eb8d529f18c80199bc46f9f8ed656f2af878a90d54a5f0be909be44780e35be3700e3122b6558b0acf7b98e4a8283fbc1f1fb1061d969eb26ebc4c6d511cb9399b88465a2c5b1d1585bd45bb288422bcdee6bb198fca826db9ac9d0e6477b3f32b299cd95c32daf46231bdd00412547ae9305f28d6250feb1d77df3530d67688e4c68356c6ab9283fbf1dd57764648d4007ddc53fa3f3cf7779acc3dcae6ddce5b0edf8003acde7aedf8d1d2b2344762aa68f9475f9d94394073bb7c20f4b4b7637a4dc7c2669f16cf9599f4a2c7a3db0610706beda6cb0974e4f40c25cc7fd444e881255ae731f9b86dc56b37234fb658c3f18cea44f6579605fc675a66691b3595204ca1b1e608787df3cf1e28c0547320019a41819487267ae538007cac142739d3c469c24ba8d9373383517932c83500eea15de573dfd227343a18961939f5ff1f914254e7cd18e0957a1891922e7d8494d52e2ccbb3a863625044f99fa295ea4e0095d9bc2daec023bf318b29eef62497bed4dc353839c2c2da4ad5963ce5d7bf80308f69c754a70bc38aee10149255229025e345fbbd30e60033191953a8a009470cf01ac3b3e9c92c428490f1b82181fe0f19a4b5016c51a3bd28544dcad56e40dc2d5ec63fb004433b0a186cb226d61efb7a9382f202fa9b750aff500ad8ce15eaa51c9f3ac6c5e29c3ed38f913dfd06328723aa692ea9e4374265044b379ff5c1009164596ac4919f113d02fc77fb202d60f02ba8d0328e8246888d01a2e3e143fb416bb85e2fe2017e66db0d1eac8eeda7763eb8b9775a62bbb89d4af0bd76fe6fc831eb3ddfb4aaf7c5f5e8dfaee19f5dcd43c64033c6cee0c3dbe4dab3365d4b99d3dcf26d8b0165825c9ff5b8eaa1787dc7a9d62c6bfc372bf70ec6c99a12e46ec8935756ecbd329b965f700863a616521f1d52b6852a86628af55977cf66a7ac9650b0858706d3a93aa9924e3ce676e71f9c65a3f964a0d35efae5d6947d9f7bd24a8bc974e0dacc9c70cc5784a55148152dcc6cd2f99c7fe2def426f40492303c2f95fc05cb7494b3c73787cf2cdbf0ca32a55fa6441c3e66b03c29dda6f23b7c38228ec6df7f5f077dfc58082ecaa17dc66a43549243ef15655583f79dffbc3539b39ee995dcfe3a3a38f2828e80af48da58eda72a937dfaa6c8fedba049473baccb1300cfdf4ff2db54fd05fd0c6e08798ebe9e45318aabb3ddc58edb461c8a023ed50550b7bab92422d4318fbdac00c8d26da46c8e63cbc53f62cd0be0149cd40b11771a7c84105b12e59dfaaadd3ecf49a0465e73978d5e53e2ed8c6491d35442f0ac66792db02565a1a3442914eb4c0d37f2c8d820b82f445a05e7dea1c657976366a1521353ec043cf99e44b15dd9b7ce92d4a812c72e8dd304a86b2e330dcdc5dd9b1e861937a02921acc772d42561270c1fd8d4ec373c7c52133c2dfece8dc4fd730b87312bc2d4ebcfa35996046c1a8079a0791165e0cc33ab3b9d528a3a59f977b14074ae82db8d1200f29b73186dbea2f59573c82738c2e894d38d92d482cbb8db4c23944efe9ad59c1b2de0e25d724287b0576f43f7c5c8061dcbd71d5c1dcea3c0b5f6937e29237122c172e7eabe14c905de5b996d7d5f4651bdbdfec42d341033d7412280a78e5a3384e946a1e58ada2f75da5cc9982703c05aaedae632283e6e7da9083de77a1c3c9a069c097392efb2df965c0b9519310c91beeefdbd67ad944aa190d075d4913603eda21fe8649ba5a14c2c5c9b78b97d4d5bf1ecc9388f8a8e0f729260d4f03bd3d2534addec8bed29ca31101f72222884763059966b375feb0ab87d68935bc0449bf6a51eee4fc516f6b8b529511060211153eb63f2ab3e2487c0d77c006b7fff007379fcba2edbd96dbcbb30a80313b1cb5903f34fce92201f2db93d3c8763ff63a1266662a7de9a2dfea77dd620e385fccae6ae8b597d5d65bebff0de5ed82983b84b12baf7f5a8e4c5a9e4882827667cc3931c92a83a5dce30c1f735976f4bd17897133528e14ed9583b0e449d2c165659a7897300329bbca573bad96e5a907af56fdb4605fb9a1a5728869fec693ed170339e899e619d601d88518d523ede9f7b68b112a7d38988816deb3658c920fb1ee6813ce8c6e3ee78db8913433a0c610632f87040aa45bed80283e21292d881538390a39f4f3f0c915bb9e3eda322e039cf49add99c8532dd778dd1b039cd76d89e06e533c8d1c17db62f53be5e2a91defcda18a7624e400b6510ed5aed9d6a13aa686d67cf63ca5731e39809f62d3d26f8cba67701edd5bd058f8f318fb5d91af5b0b06b82ab78114849c261a013df414c5fa72397b23ec70d47f20dc827dc573dd22c8ca90f2e0c8cbd0c66e4b615c4c42fb7d84155a442bd45773fc0bae1e1945f002f73679d030aa0469bd09cbcb597fb42fd0ceb31eb00019519f80480ffc65d40b0e5875ea9e94101446f4f5a7902303d76b8014e1f73e1ad370194b2d4e42016fa4ee62ee976dc1ae3f71767423d67f34cea73c0539f7a04eb016039bcaa94f157070fadb374f36b8c2b5d05c2a520c827897c4c5090e27be57a623a462c20043f8816cd74e295d6c14e8bec8dd9da94137317aebd06d10277b729e4c7d748a2b2069fd3115f608fffbcba2e99f7a5da95ce14aba43923fed4dd9475bf3078619bc200f208ec8d5cbf80a7bcd4c872d23936dee8be94789e97dd72625b93165387b2e9c7ceaef748eef192d8d9c02e809b123842e670d6a53ad4cc795a9043e3132d0ec65a9126cf8e2d91009f0a4f5d855ce04bac92b81b98b3e0c55c2428bf5ef8775ae112a9d919fbd3749cd8c8a28abde75cd73c17ccb34dfead6dd4c6c00428e9ceaaae5a2f625f38d84bb3d5ead23af73c11ab56ab04e7c597f14f1e8ae711c30dfe481846deb94da52106ca14fdde75a1d548ed60dd3d9df8e43d0d1c6798087b0b763e2435de863eb96b57247a47e7b70eec2c75093db6d039af09568a44dc54163731b89c689191b9d3456ab6873e5d52b72f36eff5ef5608488408579175f879fa2f5fbcf28e95a7db8094dc158350d2609cd293ff8148ffc9da9f07ce937813063fa222985c841197b219d1e9ce09badeb6fa751327becfcd44d38f368c8a39e322a50855b7aba131d7dc6cc76388c9905af93f2699ac58d91c19a3d6ef60deec16ab50ab011402d10c44bffaf2b9acfdbd3a6054b0243505ff1438fd1860f7ede3b4f6914012fe44c9d71430b1d74f33f8a9e488b28eb03db07b6ddd8e804838b520955e07ebef94634bba3a92e955cab8eb4b637e9a761ba53c86a80c0c493482926c0df9e1e64d260b93200441e1c4c16d1da6268e54723796a2e5c4c09ec1121004dd695c222159bba2e831c2d9f2b9fc91336ae6f29dc58d548a61177cb954facde969314d8b03f6a35fd263d7bcb3a80a7df5a632d0b36f58cccf673d57660a876b3e2fe7eee0d4f222deff8450b4bc2f99cd617b51c0ec784b62144be00f5f726a10222424a18967921c77c91da4287b48502d4da1a7f000a297f3cee745570ee10e0e4ec82b34b25346c992bf8dec0b8843d8cac6a2805b59de39b8842009916c18ee4f627b9d89e74d8f79752ab34a6f9040c11ae6bc12ee876ee8cf78b566948fee45fb5463555f0aac8b1c7394a0625537fb1ab5fb816fc23d5b2543db7100691ee918985509a129844f0ffebe1984eac9304bd2124939af4a1f272d6ee8d2f969153ffbc2d9585cfaf9cbe8b5c8744aff7c6a1684fc08ef5c5f3b6eebf444271626166cc044af5550c57f2d9a9b318fa75dd597b6060646ec8ec521293144f52fe13907483829cc8baab695c9ecad4bb7cdb7539768731e94e10fd8c137174679effdc48af94a80d11d5be71c5f34a7f8f02f7025ed556a9983f5d998942eaeb8dc9368fe1f6c24d127425fcf99057943f788f462a5915e2039613e6b83421cff0fe1ce49152883c0632930a083253394a1d160e93e6de700de6cc3faa12443955a0fb0250fca2333011cc677f30c43355179542663b59e6eb3fa6273d03df7a01b1037ed096f2aa96b29f683b414134ad212b0bbe5d2bcd1cec43edf999b18655eeda212c08835a1891f933dc29353aa9287baf5ea1ac19e544105a816ae8dcaf773586c668656bcb082934334b5a091fa620e5891eb32ac225803440506a6e53655ed1d8b41a00db574d6160da5fb7b9c902b052dad05a72284dc9f6746fede9f4fca0413d4571412b1456566b08fdc3969610c02609a9b37b14804bf1795d00fa8c535ead040c5e1d77c3072334b10a501347d02b8c25abea2648667290272111d638119ad26d8a70425d0cb4c62e77037443d233401024cead9348d00dd52e0e69a20c0b076e8d806aa6d304c982b2f66e09e37e1e4a784e0f84764de9f2c6961fed960f3e0d941051ecd3569c256d6285fbe8dfde053397a73680826c2c070966c6b1c3e1b0873991902bb3d5a2739515159d4a1a193c508917778c1fb74bebe29c2124bb078087c2aa2cb7923589f358eaa3b3e1ebdfca403e2229cc06ca46dd104d4d2f8f8292f9edd4565d0f52a7bb43f4ab6ae4c4e8e09bb8c56685a7437846179318de3b9dc23b716572830b79fe5d54421075fa0a458d99246f9fbbeb8c68f87c0826d0bcd5032d876216699c87007e5e4d1b6670f11084af6c48323c4d76f1ff847b72177a74a9a2d59d2bf581a4783b6a3bebd079133f472433d9e7cdfb284eca2f0beec5a1f20c8cc50bf60b42c473805bd29260f185aaf444781fa92fcfaf0ce09a7acf60b102f3bcda01659c341c4bd8d45ddbea9754a24f1e20c51ad258e3dbe28f5ad4b54f6000eeae4ad5430ae7face4aaaa0167c38138a7397ca68d073ae9d57a9afe53efcc2000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 coded native text 50000000 0.01 0 f 1500.000 10520 0.000000000
state, union	\\x01a401000100000000000000000000000000000080f0fa02000000007b14ae47e17a843f2c01000000000000000000001501000053a9f0ec362bdfbad4b563ccb5555d67cbac45d2b2e996ba42296d93963b7b6390de96dab6f6d4956b97925a77ca4d5a294f77623574b3a2924dd146baeec65a8dae1a6d73020000ac0a0e2e99532b9452ee01b3778efc6b8ce738174ddf7b05a87d5f358013cdd96d3b76be33afd17641e4a9d813f08909d16dcfc8fb7f530569811cd71f28e1684aa4521d0202b4ec211fc463d4b7ee4216c85986a32f11188279d49e57306436871fd1884d068d84c5c2842438377b4ccfb69867d7c56f941f99833c0d539dac92748f86e8129f89a3844dc45cce778902271e78e7d77935872acd1955481890ba5281aceb2481315186c850850f79d07859f24f645960a8b1371d85fe2fdb10a270cd0ce6f09d9ef491215c45f0b4a2c7e4b25c35fe156d5849eee542efd16015bb21fc7c330e426f07c5efc0b613f36c9a22f670ac33dbd883091491552b20147da63bf97c09b3b78113b6470e9245dbbbb240e7a2851d278889c32d8b22dc59aaaf97af72f43c4ec8988435946a95550ef7dc2093ce051ade6c79c9d5b85786d2909267a76a8fe30028b3104127b70d14941e524e2e4f0f0494504bbeeb1720ab32761c586fa93f29f611592de35164e2b96f9bfa1ea0b3cb986038d61bf3966aa9495de3cc42eee9c19df6c17d7fccf00c5df145f72325c24624585d628479931766764029f1f61cbab1949ea68bb15ae0bceee9911da8792eb0394089359f1311967de39bf3633f611dc542fe63c180d3b9a9fd7204a4be893ab34045dc075171718efd9dbaa5111fdc7d277c565bff1e018d95ace0671ac6570f0078499322e4a715e5152425571668c90d01e10665ad42e985dc1f25fab3519bcabe2370a192e41a2fb2bcb9706a8283fbab6aaf299844a65b585347dabdcc4744df1894e239e96e98cb19d4e1db652fd1627d1ad73c45243e6fd781ac01762bf4b4843c7512637f61d1000a928da88df076bd86f86333b2dee7ecb4755b265a38d9d6640304a56dc707ae731f528c8c5ef5f44f9616ce59a7d05c8222f4187a41270137b67e95ddc4bdaff41733feef893525ac2c7452a87601018bd45073a3ecfb749bb459d85b919de70cacb4c48ec3b01d9ddb7312bc6a15bd0c9a06b5d6cbdc21feea254832397ff4cb6a4bbbf2fa2d4f24922749a59901dd99c82b2107f05d91cf131029f8bdcf3f1a67dd833a476f1da65e57325a1a193b4288a95626fa30949e0b6647a2719e51d201c28c514605f23066b6205e3adcd002607051a6ba54229306b9703135573e7bc4dd42abe997e07b0391550d0725538be0ffe98d2fe68be785ff0454c6899873237d106426423c53b09d2c31ad21d7cad60eb07d153eaf2b3571844f42225b23a06b132b72c1cc7da0126fbbb4aedd0380dc4a560f017c8ab7a3bf899f87e2dc0d000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 coded native text 50000000 0.01 0 f 300.000 1072 0.000000035
hashes	\\x01010100000000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106520500000000000099858ee302729fa40030fb6279c4db9796dc0bf2282b0c62e8e69862992ac9be3233a0abcd23ebf6691e743fd291875d43d44c518a86348cc501ec190c5f67198228d9213e0690ce28096872f13488d491057b5803d043fdf851880494e0e82ca286d363d88920a32d04216335c7acb4606b4e1278881771f24624e550e15595d93c2412e058144eac41700c015b00d932c5840de561110056b4a95a1d481c84d379802269b0bda61dfd240ae008b7b13e336b744ff0122c04f1a178469c5164d97feb95d60c67cb3d5695b6ba344106cc612c2725975fd165d683b66c83f781a00d4f542b0f167d172704c73ce1039018abef7523e66d99953dd165584828dde06ea79e0000143970d049d0e5c03332c5949fc6ac73081e300865fd018ca13d7c081362372420e3c466ac3da10640a03546f2a83d8498a00e441f2544064dd0c62dc0c104b70e5789d82d140c8475d27afd0be81fc19917b60cb2028380d2c880c0b671394a9534f5545f0aad09d829816ac4e8f22a03a4f249e778cc21637d	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native 300 0.01 0 f 301.000 440 0.008323769
pybloom	\\x010102000100000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107ff0100000000000001000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000bf030000000000000700000000000000640000000000000064000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000f97980de63f88918dcb879f18d339bbc0055d277305ef994dfd8225b9c95ae7a9d53d2736a2fa3bc3473a4922f35be3fac5075c81405f61863efea9f689964617f8ccfc3171433072f8d9de5756846b72393ec8fdadfbfd2d5e8cecdf8b47ec6c965a66001c46bf1bbb54c039fed89fcd504203de99ddb0f0000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000 dense pybloom text 100 0.01 0 f 104.000 312 0.012195962
pybloom, a file	\\x010102000000000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107fd0100000000000000000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000bf030000000000000700000000000000640000000000000064000000000000007b14ae47e17a843f00000000000000000000000000000000000000000000000081dedee9f1b16fc976da22568a88ace7fe88322f1a833ec668f99427e69b4e610ed408e6708e1260fe6746ab3fbc4ae56f606d3929cfc443b6d7cebea18545cd7e959fc9861ec1673160e797e31d8dc315eeecb1feded4f63dffdae98d66e59d712d1c1e9353d477722241a5c45eaf7e59be460ac8a85d510000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000001000000000000000000000000 dense pybloom 100 0.01 0 f 104.000 312 0.011865724
pybloom, grown	\\x010102000100000003002000000000000000000032000000000000007b14ae47e17a843f010000000100010700010000000000000200000001000107f401000000000000050000000100010871010000000000001b000000000000000200000000000000320000000000000000000000000000007b14ae47e17a843fcdccccccccccec3f00000000000000000000000000000000f1010000000000000700000000000000320000000000000032000000000000003cdf4f8d976e823f000000000000000000000000000000000000000000000000f00300000000000007000000000000006400000000000000640000000000000083e2c798bb96803f00000000000000000000000000000000000000000000000008080000000000000800000000000000c8000000000000003200000000000000ecca67791edc7d3f000000000000000000000000000000000000000000000000db8b0e6dd2e4e4a32a8e9eff2b0dc0d057f22de835e20afebb5e80a0be27f345fd6b42c0d4b44ba51d3f9b834fdc2ea2a099641b4fa300869db7c3acd1b7010015a15178dc2556952769e6d452be7102af5c4420595621341c379772977847b741d0767005ff9931a72520ffbec4e8ac07c2965ab6adcf6faccd69a5a9a5abd2bac29978999c33530dc229a983cbfa1e97192b8af0f482388c75b8306ef97599702d7378eff043e926c013c1c291d3aa2fe681ed185bb2563627e847cd2c000003f408440011800d0112290004829d00a4200080a80101013a05006000008000081800406a445002840002801088080300cd80140000011850340e00020921000d4224220684008000d0ac0038244000300000021a404008068001842122100900000044802454124001401000208600100802200920181840000400c4aa08120118827062041001000808200a64140100040101013010420830084108c02602a408004500100012088800000a02481080aa3100100000020304800008910a2905e240000015090c8800650b851000ec10280000001006400804040100244480080141002010800801200202082002c222010390220b0062000206d80001820018000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000000000 dense pybloom text 50 0.01 2 f 203.000 856 0.016938869
RedisBloom, grown	\\x010103000100000003002000000000000000000032000000000000007b14ae47e17a843f0200000001000108260100000000000003000000010001098a02000000000000060000000100010abb01000000000000060000000200000002000000000000003200000000000000c7000000000000007b14ae47e17a843f00000000000000000500000000000000000000000000000040020000000000000800000000000000320000000000000032000000000000007b14ae47e17a743fe9862fb2350e26400000000000000000000000000000000000050000000000000900000000000000640000000000000064000000000000007b14ae47e17a643f4af7d49edef0284000000000000000000000000000000000000b0000000000000a00000000000000c80000000000000031000000000000007b14ae47e17a543faa677a8b87d32b4000000000000000000000000000000000cc107ac7eaf24deee2baa2fc45d6f34533e20513207c39a881e817241e37d4214bbe879b020f3cca67bbd377b57da8cea14d6f7133e2aa875a6c43ed6e8b09cf2cadd960bc2d9aa200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000009298eb55fe3bec4f74a30c18a1a7ff6155b8d1cf898d2cad2c614529427d0faac75e1f475ea3b610b0a976cfde94d43220c4fd63b0c6cdbb2b6c08541afa047f536ca446c2bff36fbd8949d226c09ccdb1e74d80f59b5641fcce7065fbbc4773aa7675e39e8ea59c030429a3a21853fa5fd93896cc63182e0522ee568cd4b26aacd26a8eede39a870ff3e45881039e7ce13d81f1014f0dfe93b50eb2505ae4fe000000000000000000000000000000000000000000000000000000000000000000402404248404685100420411200080801822541059004000008025514a68001080005880012000040c280080900c5088005030080000018000000d50004450001002020500401028400c42004004081012020c821110100c04084000c0018c444200000600208c02811030000000000181041600001004a290204400003810700440052080920200080000a08020402004010000404000464200044000900906821040440848204305808c41402506002010910080d44008440800000211078214010811201010000005100200404040200060c000006748140802125046190114041080c4100000408300480008004218100430200000800041000800050004410a0a0a1101939002000280000400d10040000104002800c0045188084000080008180000c000122802800800080028002008a040001410a010c014004000010048044405044651420504040802cc00500041c02a001000000003980204040000000000000000000000000000000000000000000000000000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense redisbloom text 50 0.01 2 f 201.000 1048 0.006842048
Redis bitmap	\\x010104000100000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107f30100000000000001000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000be030000000000000700000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000bd9eb3dbe07ab729c335fb0096cec776098fb04f324eb73c5d3a3557b3ef5b610683f0e3c95e38e72a3d515db28ca203a66a7d5c8b92bcc8e1c0f9c3a8bec960733ff565812cb17b5d189b3771a8de2bc47a09735620b15a68aa9c5f7a5f0b066505cbed6c3e2f51b3a2eb414251b76b8e5774616affa5380000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense redis-bitmap text 100 0.01 0 f 101.000 312 0.010402680
Redis bitmap, prime	\\x010104000100000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107fb0100000000000003000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000c7030000000000000700000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000c0c6e08aec7dd8371692306bef8a7836e812caaf67f586c55ec5d1cbe01779d126700c4fecf8267f0d916f7d9128d4fab32929a9a80f7808c469852535dfd6d1902fe91190fee637d7b0d1dc7b367cf098736df8056145d85b98d348ad6fdcaf0fae9f126145bae31d752fc29fd6515997b3da7f29feada56a00000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000010 dense redis-bitmap text 100 0.01 0 f 103.000 312 0.010891066
Guava, UTF-16	\\x010105000100000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107f30100000000000001000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000200000000000000c0030000000000000700000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000de45ec7b91124fb7731b58b438a6eb16d4df94627db04a8014ad630eeae56e5d27fa5f77072452d2426de0f79e3d6679b60ea1839d3738dd71725a63deb3f63d752cc6aa61d90b194b35626e3dacc13fd1342cce96aeb622d1174057fbfb2adce2cc5546147784b6eec5e0bfdd4ab25e0639d09654001dfd0000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000010000000000000000000000000000000000000000 dense guava text 100 0.01 0 f 101.000 312 0.010251920
Guava, a file	\\x0101050000000000010010000000000000000000000000000000000000000000000000000200000001000107f40100000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000c0030000000000000700000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000bc799152182673f5b4af4e96d57173528f2cf1c89296dfd3d741375728f9b34c39b12f4e56b04085b335eff7d335b9ee8aab680d46116310b72b5416f5e19a9bdfd0cc187453c345de213735cb993e7241de34a018f6465ee1574e13ca6e46914c749743bd848b33ab5ff98fca5e82a07f37d4adcebabfa50000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000100 dense guava 0 f 101.000 312 0.010396602
Spark, version 1	\\x010106000100000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107f80100000000000001000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000c0030000000000000700000000000000640000000000000000000000000000007b14ae47e17a843f0000000000000000000000000000000000000000000000008bd0c27fbf2322c2f5e4c9347ffb0aec09869e19ccd7b69549ebd60c74c2232abbb7baafa43ea3c4caafbbf1d26932eef3891d12c9f05bc8c33eba49d62f3e182e4c82ca53ab1c31afbae2f21bf43845343bc5a82d8fb340f1808a5bbb6f1a16c4797b8ffd03ca26262daaddf777b77c05c5c38f5b8739d00000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000 dense spark text 100 0.01 0 f 102.000 312 0.010992972
Spark, version 2	\\x010106000100000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107f30100000000000002000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000c0030000000000000700000000000000640000000000000000000000000000007b14ae47e17a843f00000000000000000000000000000000000000000000000044ec82fc288415caf59c5139bd784bb613267c733458d6f731f8991956a25345368ff87bd39bacce8179c26b7b60fcaa5182c08b74fe45e2e0dd57104374c4c9feada5f3f0714fbc4314c118e0db8f71bbe7e7394f1d9b7263256f36b08b1dd5ffb3675dac710a4e0cd423f5b2f4ba54966bcd693aead1d00000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000100000001000000000000000000000000 dense spark text 100 0.01 0 f 101.000 312 0.010251920
bytea	\\x010101000300000001000000000000000000000064000000000000007b14ae47e17a843f0200000001000106c301000000000000108cd66348489c462061b142f11e99d022c499192359432064f5a84a04425db292a0b103dc836bb60d9e2136b4068660727b4270b1a43764143424f91a9d54d09c6feb15903841e36c5abc9676f47700de290ee61d03d151349cb283eb85e741a44dcf32194eb6a037565843ad4918001402dab4e7a234bcb24ccc7588232bdd	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000010000000000000000000000000010000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000100000000000000000000000000 dense native bytea 100 0.01 0 f 99.000 184 0.007753490
smallint	\\x010101000200000001000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000042130110204000a1e2500008442921023921c05088950001026b4601404041212640029410080438002440102008008024020404422015120107192008060000	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native integer 20 0.01 0 f 20.000 120 0.000074390
bigint	\\x010101000200000001000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000021090000081006000800806c0114241150480845057102810060001783002020528009108d0c244400901412022241609601020012000105f102004084c04601	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native integer 20 0.01 0 f 20.000 120 0.000074390
domain	\\x010101000200000001000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000042130110204000a1e2500008442921023921c05088950001026b4601404041212640029410080438002440102008008024020404422015120107192008060000	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native integer 20 0.01 0 f 20.000 120 0.000074390
uuid	\\x010101000400000001000000000000000000000014000000000000007b14ae47e17a843f01000000010001066c0000000000000014000020808898098600030036300e0442007020324b20408d01406088a82c4404222a08170200621100000320b0401000cb1200c04182020820452800000061	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native uuid 20 0.01 0 f 20.000 120 0.000088089
real	\\x010101000500000001000000000000000000000014000000000000007b14ae47e17a843f010000000100010664000000000000008182800100881a0003411804820009401241000100284094040680480818228020166ca96001024000602111101883092309200008c0a812c020000089000d00	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native float 20 0.01 0 f 19.000 120 0.000055511
double precision	\\x010101000500000001000000000000000000000014000000000000007b14ae47e17a843f010000000100010667000000000000000442010100400380c2440e204001020090c9030180802610002a811802ae2680a0a800232a850000011500d00208e41802490800108208d12800104001402100	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native float 20 0.01 0 f 19.000 120 0.000066283
numeric	\\x010101000600000001000000000000000000000014000000000000007b14ae47e17a843f01000000010001066d0000000000000016a04400000100240920206218020011348017040150240830000500511002241a8084402331021049a23044208ac8003841210812000404200051c50542412a	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native numeric 20 0.01 0 f 20.000 120 0.000093098
boolean	\\x0100010054e988b300000000000000000000000014000000000000007b14ae47e17a843febce86ebd2f92ee1	010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101 sparse native bool 20 0.01 0 f 1.000 48 0.000000000
char	\\x01010100b24db28201000000000000000000000014000000000000007b14ae47e17a843f01000000010001066f00000000000000780d801835222d1168007a0805034108800020100000092460028032101420c201123004002c802c1004640290042261040a201001c802058000812225402218	000000000000000000000000000000001111111111111111111100000000000000000000000000000000000000000000000000000000000000000000001111111111111111111100000000000000000000000000000000000000000000000000000000000000000000001111111111111111111100000000000000000000000000000000000000000000000000000000000000000000 dense native char 20 0.01 0 f 21.000 120 0.000103829
date	\\x010101008f2a68d501000000000000000000000014000000000000007b14ae47e17a843f01000000010001066f00000000000000308c0c1880a441030511008c1091028014c1488198040114002000214000b100803c408000000c680a01800098212a2008021422814cc60842422986890000b0	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native date 20 0.01 0 f 21.000 120 0.000103829
time	\\x01010100d2a4ca9d01000000000000000000000014000000000000007b14ae47e17a843f01000000010001066700000000000000400020c481004046030a00301284000150280800058009561888a4604402000341020221871211001200a4000604002e100d1a60440028001d20400240056401	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native time 20 0.01 0 f 19.000 120 0.000066283
timestamp	\\x01010100264bc3e001000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000020800014c21489a803188000006118230088908090400a00a00c12402062808ac60004090080100020603c22000b48401980c0400600040281ab003951105000	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native timestamp 20 0.01 0 f 20.000 120 0.000074390
timestamptz	\\x01010100417909e201000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000020800014c21489a803188000006118230088908090400a00a00c12402062808ac60004090080100020603c22000b48401980c0400600040281ab003951105000	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native timestamptz 20 0.01 0 f 20.000 120 0.000074390
inet	\\x010101004a016fda01000000000000000000000014000000000000007b14ae47e17a843f0100000001000106680000000000000000a84410520a026008024340481210026221206920001014b2e00202001200802008c12d20301002c09002027400080002000e78800955080000806a34080104	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native inet 20 0.01 0 f 19.000 120 0.000070239
macaddr	\\x010101004e58e48501000000000000000000000014000000000000007b14ae47e17a843f01000000010001066c00000000000000a12444022008114031032404002040300281502200402428044580c8888039204000004000a09760a01417108225a1010000292480c020022201486021102874	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native macaddr 20 0.01 0 f 20.000 120 0.000088089
money	\\x01010100fa9055df01000000000000000000000014000000000000007b14ae47e17a843f010000000100010669000000000000002c0410906a0008020010260928024a918010dd0000020800091a0488072000880004c6088000200049a40042211012042582800d404a0210020608c1542011c1	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native money 20 0.01 0 f 20.000 120 0.000074390
bit	\\x01010100b91f61ae01000000000000000000000014000000000000007b14ae47e17a843f01000000010001066d000000000000000524c5058400280705400500425c09d00028c2280000242804042c0807a500206a3000a02800000486800d088810112269019410440232009802012000020310	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000011111111111111111111000000000000000000000000 dense native bit 20 0.01 0 f 20.000 120 0.000093098
enum	\\x01000100fa37438000000000000000000000000014000000000000007b14ae47e17a843f22825ad2fe4caf38cec57730c0527c45	101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101 sparse native mood 20 0.01 0 f 2.000 56 0.000000000
row	\\x010101000700000001000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000002626000004401002a00920a006020801100018005098487400ca2012051046004404080180081c0404b5105200096404690180216006b089110040201103848	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native row 20 0.01 0 f 20.000 120 0.000074390
composite	\\x010101000700000001000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000002626000004401002a00920a006020801100018005098487400ca2012051046004404080180081c0404b5105200096404690180216006b089110040201103848	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native row 20 0.01 0 f 20.000 120 0.000074390
Guava, long	\\x010105000200000001001000000000000000000014000000000000007b14ae47e17a843f0100000001000107620000000000000001000000000000000000000000000000140000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000800000000000000c0000000000000000700000000000000140000000000000000000000000000007b14ae47e17a843f0000000000000000000000000000000000000000000000007292db31ac9977c46426c9fa0e644e4a8afdd16cf40b8ff200000000000000000000000000000000000000000000000000000000000000000000000000000000	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000010000001000000000000000010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense guava integer 20 0.01 0 f 20.000 248 0.009025555
Spark, long	\\x010106000200000001001000000000000000000014000000000000007b14ae47e17a843f0100000001000107640000000000000001000000000000000000000000000000140000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000800000000000000c0000000000000000700000000000000140000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000e29a90ee74acab874b30193377b5fd5326703d07e9169ecd00000000000000000000000000000000000000000000000000000000000000000000000000000000	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000000001000000000000000000000000000000001 dense spark integer 20 0.01 0 f 20.000 248 0.010396602
\.


--
-- Data for Name: lasting_filters; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.lasting_filters (partition, bucket, part, members, bits_set, filter) FROM stdin;
0	2000-01-01 00:00:00+00	0	250	1722	\\xa2360499657a4273b05118f00831084e830a2d878a1a687ddb30b90838b3d3483b1e22ac28e1158e2134061026be92b518410814cea564b77f50bac8f0c820d09f02898915ca19f2d189612a66015706cba4a9ca0b6b062092d66c1a93ac8d290087fc4346174d70a3f6711943614cb1c8347088a0a80ac08e8e17911305a704e810caf3d2bbd9b45da2fc9501180b3316b7fe32b701554036fb30f07ccee01aabc61d9c07aa9308fdb72a4d08f843d6d5381150994ff64266e3aef474e5e55456b0e58bee7a80f2fba0355c514ace52d181d3dc0f5e8721f4477c0924e4e8fe57a4015e6a99a4f75f09c7394d7a8a8b2e9724ac28d142ebc73ed05c8502f5bc658481084cbc43008014fd612e34d1849a578f85e10ed09b7b4c18129508b28831a742a8f1088b3992c65d6576a420713560ce583d110418c1c46a13f3750615ce6a63822084450e3d1108c3801514a107dc792004a8e66e7702094233b9087185020a4076be3a7e0e08bab83143a8308a008256a45efa0eb400113e814cf4cd8b631c001a112620e0772ea253c4115d025a6e8b0b64755855a014641211b0e2405313f2ed5611215042605d0a0892c8c621926a3453041706205612200000e905f126002c572389780823183ec0b666284d0393144ba4d22441cc220f48874be0173060044117aba9c46838ad11c390516f222840c558015410063c2000e2d4
\.


--
-- Data for Name: lasting_recent; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.lasting_recent (hash, bucket) FROM stdin;
\.


--
-- Data for Name: lasting_settings; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.lasting_settings (version, class, capacity, error_rate, seed, retention, bucket, partitions, doublings) FROM stdin;
1	4	1000	0.01	7	300000 days	100000 days	1	0
\.


--
-- Data for Name: loaded_filters; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.loaded_filters (partition, bucket, part, members, bits_set, filter) FROM stdin;
0	-infinity	0	250	1609	\\x8c181a210160320003004000020008202002001022000880200800000014020a131024840209014421000870640e10b00492001103001000008048180200840285208d101210828000000001281c8500040200800200000480890010280122800020082800022a8027900105204841d1206800800470010830800001152000100004008c00100001082a088001440202800100000042802800000181000024c200086406100b008000000080040040300042081000400000000200122080800000001000280109100081000440c4020045000045004022105204000040200c000c400400080800000002000000c00680108001e0000d002010001082340801000800148800012426a100c01015c091140101040800000680c41000084070b0384080910820040140442c080010c001811118200010004112184801024403121000240120c3051040020820780004a1151040d1000005201003100201100200200104090900401c0e0001b66101002200046100001064103803423050108804010221482000484100008140c2090800006800424436310020951096400400900889a22440000205004b48038000000042610240040802040801020510082810400601c20004920420c124804408b059042920080800200440010114480080300010001018089100820221142c02068a2005d502062080000802a0460080400a404d0044006040c01040130c0600048e004d0104c4480241060000028080000011490000058004210420100205000081400032151488000480000248000004308101200020030024080980c04008c1002040c11800000c000081035450008200200101804066101202201210100201200c80080502ec000200086420001004990000080232000080800040800002000820201180000100d8002090010822202004c0020000010008000300270000004800004000020048000104000c0a010906008c0020100082000008040010080000080182100088c0000007000000200041402000000400200800112010040091c0a0500c100008800008801084c00009880062400004000a008000020802110230800008306000020000004440100000000800400200000a291000400288800008a84018080002000800440480100020222580400008000001a00a310064148044a00000000008084010010008408402000840002210420800000400140005200044010000028222008008200000a4000052012004201320002284500022001001000000818400000040082000200008000008000090018020000100700800010002020112180002c20016204001800a00000121405002800800000000c2200c80000900001000200404000000800b80040801000010000004060403680800c2000102000000000801000220204400014000020980400080012028c0010010020002000812000400080009001200240045000001080210010203c0020200102080004100000000800011003040c0810141b36128a4000000400840108041440900e00120080a84010201000000080000024100000628200800500040110012002101042000008040221410020000000004008840011000201204000048860002040000404080084010020000800b40100004000208ac81423344840240001400520420080840250ac06a640420101380048240a0040c0202002400280008024a00160001003a18200043200809042b02620080013000800000400001428e000209040020340040148441100002000800040088100200410244130000142003023802223810800000048400400000000200201005820010008020008084120201000000130400882a000400060200200000002404002c8040110800010001820040020030000000020020008818040200140000848400000043001200800008800800108a82400400490484a0000080204300
\.


--
-- Data for Name: loaded_recent; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.loaded_recent (hash, bucket) FROM stdin;
\.


--
-- Data for Name: loaded_settings; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.loaded_settings (version, class, capacity, error_rate, seed, retention, bucket, partitions, doublings) FROM stdin;
1	2	1000	0.01	0	\N	\N	1	0
\.


--
-- Data for Name: returned_filters; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.returned_filters (partition, bucket, part, members, bits_set, filter) FROM stdin;
0	-infinity	0	150	1014	\\x00284000008004000002000004001012042000810208100100010002100101000988004200c000020000030260008000000000200020000880202400020000c1290000080000480002040c000000001081c0800210002400400000000110008100020101060008000c00000808020240000000200000004000300400404088103050140020500000010020100404020000005000000004400000001000000040200424001080100000200040280004500200440000000001000602004000000000010404000000001000000a000000000200204000008020a00002404000010000000000020004042001000108080500c0101000028004440004440821400000000005800113040002400001081200900000004000000810201421800101040002268004000004000000000808000010404080000100004480044000004008040010000204101000000000a882040400204080000c00090000800431000000600012004200801088000000000001800c84008800082100880418000010042004006a0000000000200002000010102020000100002002000204010800800c02020080000800044408001042000000000005e06201002080008c00008000000000180060000000040200002020000200000060200440c0008204001000002200001000b0000000000800008000408000810000000220520024d8002000800200200002000008c4000000805420008000c0001600001000003000000000000000000004080000000000200008004000000000800820208028808010000020000040000380000001000002000220080004200000000020080041000050010000844c00400000008300008000200800800000008480004004001000000080000040000800001000000400250200002042401080000001090000004001501042000000000000043000004010420200103420000200000000400000000000000400010100000008002000040000000000204002000010400004000900020004001000024001421820202280001200109800200000000002000100080000040101003004c40106000c4002400042240800800000400000001000040408740090141020405088021002000500020090020008402100010104d020804000300000c200240200000280a00040809094120108082100b1000180a00600a020008441020004804044e40800039800004000080010080400000800000001101000000a00000040a0002020040012202080600400000842000000000110100020000000200000408040004000040000000000004008008800040004800000000000100c0100080001000004180088180a28200000000000000014000000000180820022100000042000c0010853028000800000800000000000000040002000010044020006020400200000004021000000000c00400000000000080081000000004000048000080000010800130018000420010200040002002000002000000200840c200002000080000000040000000000000000081200208000900200000000518000041808000000080002024400040000200000000600000210000004080409120010020005001820000001000020080040001280800010000100000100802400008020110000000000400000408000000402084048801200000202040400900820890000008088040200040a00180100000040000000080208000104800100004e02202800000000020010001004848001800000001040001204000000008000010000001001201800000088000000400c100000080000050020080000600002000000800000001000600120910c9000002478000000080010001040001512000010000001001000420090880022001100000210040303204000000100410001080045010050082080204040002410000180004000000a00051002000000200001000000
\.


--
-- Data for Name: returned_recent; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.returned_recent (hash, bucket) FROM stdin;
-6985860909726763483	-infinity
-1405266287381519731	-infinity
-5577439485161341545	-infinity
8175922656376808279	-infinity
-5326244529619153125	-infinity
-4641012656622437881	-infinity
6924508866201411388	-infinity
3169757160336124430	-infinity
7073105732401204699	-infinity
-4753537496578903176	-infinity
-1446434467670311604	-infinity
-4056973763559616834	-infinity
-933557727338786141	-infinity
-8006397187522405429	-infinity
384577036497426398	-infinity
-9163446128264138329	-infinity
-9022308170717494038	-infinity
5114667212212517256	-infinity
162682714783318835	-infinity
1412295973611960024	-infinity
8102568174275531702	-infinity
-1484187958497477959	-infinity
910380225925930859	-infinity
-8351169325968646015	-infinity
1694261052291849051	-infinity
-3485683955539062707	-infinity
2886682957657786074	-infinity
5086487676730239662	-infinity
-7489929523630552038	-infinity
3524176457164388664	-infinity
-8290216625519549841	-infinity
3245535798476932088	-infinity
7732702543218676883	-infinity
1359297794889615505	-infinity
-1772771389468680244	-infinity
-3551851253273855498	-infinity
2697294014785327039	-infinity
-3783777064477190816	-infinity
-1277715530118793823	-infinity
-7564480864014622144	-infinity
-2649038824969652338	-infinity
7022444706383790363	-infinity
-1155471095839110096	-infinity
6434708541378750254	-infinity
-7529716237007690075	-infinity
504942987667431862	-infinity
6958107821185681512	-infinity
-1188689939692889288	-infinity
-1403301852917176720	-infinity
1431938281454869866	-infinity
4941083411522680225	-infinity
7422912815765500112	-infinity
5710077758921756641	-infinity
-5965848888254240216	-infinity
3880591366533633988	-infinity
2703745708207937939	-infinity
7208986546224551256	-infinity
-7280975124368804423	-infinity
-1087153506802960918	-infinity
-3196134414755050571	-infinity
-2048777685344497624	-infinity
2321121995968380804	-infinity
2779864521533174890	-infinity
-2133980568622051305	-infinity
-3502644240959971007	-infinity
6107916734891361958	-infinity
5211308965383869933	-infinity
4450416504015725325	-infinity
-5615767758326514426	-infinity
-6943463050806754691	-infinity
6526895611053474991	-infinity
976994328769667080	-infinity
-214471700276444428	-infinity
-4862804737174942513	-infinity
-1666785432384349646	-infinity
8709060180655973358	-infinity
-8726957716514010894	-infinity
-224005352565597584	-infinity
-4771412052813837924	-infinity
3035271866459785294	-infinity
-6185872877297869285	-infinity
-8186796930899968300	-infinity
-4722921811843733749	-infinity
2110088681743682870	-infinity
8395960077783864130	-infinity
-3547827819312911899	-infinity
3923568574675023276	-infinity
-7851896985467440548	-infinity
4519144777105575112	-infinity
5859781420599623724	-infinity
3638545898410011790	-infinity
1593071738337108139	-infinity
2043624835463064384	-infinity
4309515867448065339	-infinity
6397595068436899662	-infinity
-6538212098150221355	-infinity
1249044590978371669	-infinity
1179061676303822679	-infinity
-8052061339565055981	-infinity
3666614864414860770	-infinity
\.


--
-- Data for Name: returned_settings; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.returned_settings (version, class, capacity, error_rate, seed, retention, bucket, partitions, doublings) FROM stdin;
2	1	1000	0.01	0	\N	\N	1	0
\.


--
-- Data for Name: set_answers; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.set_answers (name, answers) FROM stdin;
crawl	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 text 2000 0.001 250 1
loaded	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 integer 1000 0.01 250 1
lasting	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 uuid 1000 0.01 250 1 300000 days 100000 days
enlarged	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 row 400 0.01 250 1
returned	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 text 1000 0.01 150 1
\.


--
-- Data for Name: typed; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.typed (fixed, rated, grown, elastic, other, several, host) FROM stdin;
\\x0100010000000000000000000000000000000000e8030000000000007b14ae47e17a843f	\\x0100010001000000000000000000000000000000e803000000000000fca9f1d24d62503f0d39cd65a9969a69	\\x0100010201000000000000000000000000000000e8030000000000007b14ae47e17a843f0d39cd65a9969a69	\\x010001020100000000000000000000000000000000000000000000007b14ae47e17a843f0d39cd65a9969a69	\\x010c010000000000000000000000000000000000e8030000000000007b14ae47e17a843f	{"\\\\x010001020100000000000000000000000000000000000000000000007b14ae47e17a843f0d39cd65a9969a69",NULL}	example.com
\.


--
-- Name: crawl_filters crawl_filters_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.crawl_filters
    ADD CONSTRAINT crawl_filters_pkey PRIMARY KEY (partition, bucket, part);


--
-- Name: crawl_recent crawl_recent_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.crawl_recent
    ADD CONSTRAINT crawl_recent_pkey PRIMARY KEY (hash);


--
-- Name: enlarged_filters enlarged_filters_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.enlarged_filters
    ADD CONSTRAINT enlarged_filters_pkey PRIMARY KEY (partition, bucket, part);


--
-- Name: enlarged_recent enlarged_recent_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.enlarged_recent
    ADD CONSTRAINT enlarged_recent_pkey PRIMARY KEY (hash);


--
-- Name: filters filters_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.filters
    ADD CONSTRAINT filters_pkey PRIMARY KEY (name);


--
-- Name: lasting_filters lasting_filters_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.lasting_filters
    ADD CONSTRAINT lasting_filters_pkey PRIMARY KEY (partition, bucket, part);


--
-- Name: lasting_recent lasting_recent_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.lasting_recent
    ADD CONSTRAINT lasting_recent_pkey PRIMARY KEY (hash);


--
-- Name: loaded_filters loaded_filters_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.loaded_filters
    ADD CONSTRAINT loaded_filters_pkey PRIMARY KEY (partition, bucket, part);


--
-- Name: loaded_recent loaded_recent_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.loaded_recent
    ADD CONSTRAINT loaded_recent_pkey PRIMARY KEY (hash);


--
-- Name: returned_filters returned_filters_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.returned_filters
    ADD CONSTRAINT returned_filters_pkey PRIMARY KEY (partition, bucket, part);


--
-- Name: returned_recent returned_recent_pkey; Type: CONSTRAINT; Schema: public; Owner: postgres
--

ALTER TABLE ONLY public.returned_recent
    ADD CONSTRAINT returned_recent_pkey PRIMARY KEY (hash);


--
-- Name: filters_filter; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX filters_filter ON public.filters USING hash (filter);


--
-- Name: typed_hash; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX typed_hash ON public.typed USING btree (public.bloom_hash(host));


--
-- Name: everything; Type: MATERIALIZED VIEW DATA; Schema: public; Owner: postgres
--

REFRESH MATERIALIZED VIEW public.everything;


--
-- PostgreSQL database dump complete
--

