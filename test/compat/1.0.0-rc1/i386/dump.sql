--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

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
		name, CASE name WHEN 'crawl' THEN '''v'' || i' WHEN 'loaded' THEN 'i' ELSE 'md5(i::text)::uuid' END) INTO answers;
	RETURN answers || ' ' || (SELECT concat_ws(' ', class, capacity, error_rate, members, partitions, retention, bucket)
		FROM bloom_set_info(name::regclass));
END $$;


ALTER FUNCTION public.set_asked(name text) OWNER TO postgres;

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
 SELECT 'sizes itself, one value'::text AS name,
    (public.bloom() OPERATOR(public.||) 'v1'::text) AS filter
UNION ALL
 SELECT 'sizes itself, list'::text AS name,
    public.bloom_add_all(public.bloom(), ARRAY( SELECT ('v'::text || i.i)
           FROM generate_series(1, 100) i(i))) AS filter
UNION ALL
 SELECT 'sizes itself, grown'::text AS name,
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
 SELECT 'fixed, by the number of values'::text AS name,
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
 SELECT 'rollup, empty'::text AS name,
    public.bloom_rollup() AS filter
UNION ALL
 SELECT 'rollup, few'::text AS name,
    public.bloom_agg_like(('v'::text || i.i), public.bloom_rollup()) AS filter
   FROM generate_series(1, 10) i(i)
UNION ALL
 SELECT 'rollup, more'::text AS name,
    public.bloom_agg_like(('v'::text || i.i), public.bloom_rollup()) AS filter
   FROM generate_series(1, 1000) i(i)
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
    public.bloom_agg(((((i.i)::numeric / 4.0))::real)::double precision, (20)::bigint) AS filter
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
);
ALTER TABLE ONLY public.crawl_filters ALTER COLUMN filter SET STORAGE EXTERNAL;


ALTER TABLE public.crawl_filters OWNER TO postgres;

--
-- Name: crawl_recent; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.crawl_recent (
    hash bigint NOT NULL,
    bucket timestamp with time zone
);


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
    partitions integer
);

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
   FROM ((( SELECT crawl_settings.class,
            crawl_settings.capacity,
            crawl_settings.error_rate,
            crawl_settings.retention,
            crawl_settings.bucket
           FROM public.crawl_settings
          ORDER BY (crawl_settings.class = 0)
         LIMIT 1) s
     CROSS JOIN LATERAL ( SELECT count(*) AS filters,
            (COALESCE(sum(crawl_filters.members), (0)::numeric))::bigint AS members,
            COALESCE(sum(octet_length(crawl_filters.filter)), (0)::bigint) AS bytes
           FROM public.crawl_filters
          WHERE (crawl_filters.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))) f)
     CROSS JOIN LATERAL ( SELECT count(*) AS recent
           FROM public.crawl_recent
          WHERE ((crawl_recent.bucket IS NULL) OR (crawl_recent.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket)))) r);


ALTER TABLE public.crawl OWNER TO postgres;

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
  WHERE (filters.name ~~ 'sizes itself%'::text)
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
);
ALTER TABLE ONLY public.lasting_filters ALTER COLUMN filter SET STORAGE EXTERNAL;


ALTER TABLE public.lasting_filters OWNER TO postgres;

--
-- Name: lasting_recent; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.lasting_recent (
    hash bigint NOT NULL,
    bucket timestamp with time zone
);


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
    partitions integer
);

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
   FROM ((( SELECT lasting_settings.class,
            lasting_settings.capacity,
            lasting_settings.error_rate,
            lasting_settings.retention,
            lasting_settings.bucket
           FROM public.lasting_settings
          ORDER BY (lasting_settings.class = 0)
         LIMIT 1) s
     CROSS JOIN LATERAL ( SELECT count(*) AS filters,
            (COALESCE(sum(lasting_filters.members), (0)::numeric))::bigint AS members,
            COALESCE(sum(octet_length(lasting_filters.filter)), (0)::bigint) AS bytes
           FROM public.lasting_filters
          WHERE (lasting_filters.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))) f)
     CROSS JOIN LATERAL ( SELECT count(*) AS recent
           FROM public.lasting_recent
          WHERE ((lasting_recent.bucket IS NULL) OR (lasting_recent.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket)))) r);


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
);
ALTER TABLE ONLY public.loaded_filters ALTER COLUMN filter SET STORAGE EXTERNAL;


ALTER TABLE public.loaded_filters OWNER TO postgres;

--
-- Name: loaded_recent; Type: TABLE; Schema: public; Owner: postgres
--

CREATE TABLE public.loaded_recent (
    hash bigint NOT NULL,
    bucket timestamp with time zone
);


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
    partitions integer
);

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
   FROM ((( SELECT loaded_settings.class,
            loaded_settings.capacity,
            loaded_settings.error_rate,
            loaded_settings.retention,
            loaded_settings.bucket
           FROM public.loaded_settings
          ORDER BY (loaded_settings.class = 0)
         LIMIT 1) s
     CROSS JOIN LATERAL ( SELECT count(*) AS filters,
            (COALESCE(sum(loaded_filters.members), (0)::numeric))::bigint AS members,
            COALESCE(sum(octet_length(loaded_filters.filter)), (0)::bigint) AS bytes
           FROM public.loaded_filters
          WHERE (loaded_filters.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket))) f)
     CROSS JOIN LATERAL ( SELECT count(*) AS recent
           FROM public.loaded_recent
          WHERE ((loaded_recent.bucket IS NULL) OR (loaded_recent.bucket >= public.bloom_set_live_bucket(s.retention, s.bucket)))) r);


ALTER TABLE public.loaded OWNER TO postgres;

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
    rollup public.bloom(rollup),
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

COPY public.crawl_settings (version, class, capacity, error_rate, seed, retention, bucket, partitions) FROM stdin;
1	1	2000	0.001	0	\N	\N	1
\.


--
-- Data for Name: filters; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.filters (name, filter, answers) FROM stdin;
empty	\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native 0.01 2 f 0.000 40 0.000000000
empty, fixed	\\x0100010000000000000000000000000000000000e8030000000000007b14ae47e17a843f	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native 1000 0.01 0 f 0.000 40 0.000000000
sizes itself, one value	\\x010001020100000000000000000000000000000000000000000000007b14ae47e17a843f0d39cd65a9969a69	100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 0.01 2 f 1.000 48 0.000000000
sizes itself, list	\\x010001020100000000000000000000000000000000000000000000007b14ae47e17a843f9d7c8806560507005fad80c91e307b03c447c3052e9abe0719143841bb6dc70c3ec3f5e927e0130fb6540955475322116be6fe060468d91303646580211fc414b3f87f9631ea5b152c3aca607b5ec117077d4ac19004e71ad0a686fba94e561f945602d899384a2116d874176c22e6213826693239df252216117149054e3c22a9f5ec4d78e7d722b47f31940a09032848f69569a92b152863125f0c850f792b21dbc6db9a19cc30123a1b242ecb55338f090088f1af68347ea998b36125b934c858b9e1cb85de34dd722e13fc0e6c380c79bae6698ad83a7c5888a0e158673cb3793c3a4ed81e445595e8bfb228c24a591886ffe8799c4df8f3b042c898844e2d9b74df90926754343262dd3800ca54e834ea421622e8555bb25e3072db4056496a0dd303eb2d61761336a0c473df63d0cafa539bfa1e65a87ace7a26188e680d39cd65a9969a69f0859c796c44826e05829316e64d5e6f986a0e19ceeb9e7366669e7d8fec4078dd3e6e22fbe5087eae5503469d59a081c3d23c162a2ece824abc36fb2d8df883dd672107ff1e01856016a710809734870070128556945788e27e06c28680708ab43d18ad4159ab8bef962b879f8dda8c6ab4bf39e042258e73df3dc2e41a2f90df9e31639c9ae0906fd109601dbe5d99e1f506107b89169bd171df673e6fd79de2d615ad9690a79fd44f61ef0b8b06a006060134511be1a08f605c4efcb119a32b6558b0acf739a5910c4006294646ab0f7acc76ef2bfdb287dc7a9d62c6ffb4f700863a6165a1b59a5e72d9020216b6bb6b57da51f67db6e77f0173dd266db823ed50550b7b2bbb4fd730b87312bcbedf850e2783a641c31beeefdbd67a99c3bf6a51eee4fcd1c4a73c0539f7a0ced2a768fdfe334a3adf67cc6c87c398d9e04634bba3a92e95e2d1489e9a0b1753e38c4bd8c3c8aa86e72a2f67eddef862e9f604ec585f3c2feae94e10fd8c1331ecd19d79fe73237dec0632930a083213ef309ffdc110cf14f03436ad06c0f655f21e05e0527c5e57f348667290272191f4cab070e0d608e8f7c51de3c7edd2baf9e29c2124bb0700fa1e0aabb2dc4a56fa6216699c87003efcaed40792e2ede8fcb6b30e9d37f1f3fc	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 0.01 2 f 100.000 840 0.000000000
sizes itself, grown	\\x010101020100000001000000000000000000000000100000000000007b14ae47e17a843f7c0000000400020a303400000000000004a00001570b08240886e2048c48196e8c11001888d280013847002806c102300291889710d28041210803ea404803000900a0700170412041502408109010280030001340100814c01120014a004798a2480041824084741cc00400119044010101000841408800680158c008028000d02981922114013031707bb0460044418a53126288a02308010000e1821000601441004041001c101c08209443431800430140802301014581461a00409988620a41908204450000a8280040016191100184201010c6400124401a168863503421108e814802a0039a00546064b050800c2e2041000922124120c3042222126a0028521003820808048d0401023108a3020415010d140020a240a85800401440162611a041321a208a002400460441a424c22075010afc052125b0000b00808884400080a040040800000210048810a0922c46821040005080002408200186110182048092480c611020201a01585828086840088100029b8020363128000000050492823861a018820620013500b0832b10012ae24803a00a01336c0544024041200440558088005041100006292ec8e23011041a408c770841418963072008f1e801b344901251a11482b04c2290e09a00c0040498009162b0841826c24a065591810a10082970119a022c60e90363c213149014600e90ce6e1002580810023040c4806421094a28280017094b28850e0c803004410802029a849080424408a160029201221e10542550184020111441088108190f484c08120001a080aa2210a013836829a0c8926420a08b0c050432612000441940616e482cb610a00024221800245006267d001429a830948492244421d0b28418c80022032000d404a880130d28266004212000010c400380012c10085611140c380d40020803386004c209094340080810002181541050d046802010c90481a2000040711042810066603014021024b030000120006c209010080080200120040150044c0401600810610400000108490000120948134054e0804104080080008488843010904a002d0004c10906c0008002000c41c42812560e862014800000000808041010880008200dce40210be08418290a18521101060008b8908054aa4181093000211790038040a0400226e8028400820029b0214348505018b6e060220010020c46400018a0828708400460203800304a4020122040814028088a1000008430c0280015c52940040001010061890102000010490010428022021021080080228000111ca24254800044200a212234500000800044009520052a01c4c000c139040820128c1502121010080000502042180470260000123580818060c6008280085c1002022018155402020800840c21003002240400002100dc1a0400a1b800842900240c18010a0011716120801120d88904210408040818c02810021058104200945100280003080a408020f82a1428202006808804e0840800009008470800000450008088012410280004000029020000010060000420000800200111820a0c0000003124288e000000401808000010004080011422000040000044010000250210000020040204000020000080000000620240880804203600341000200404440300820c0400400004191303c08000142401109864481080b32420930a0140001811900d8080180a40000040a70105482021b141000084505871046032108011041c08004001473046507802c31900080020814233c0400046e2d0200705830044a20a30400008040dc1630613801041026402e30d040008852003028dcb1882528848044100203045fa2904103000005061c0001800005002008061400010664d00060808400002009c0057900080c040820005540920404800019101030000000004061020084040104100a448200020009441050180108000802880002802018040000d21004a0440c2082000c004020500050a220818800008802400008020d000043010040281008806804300200821032844021024000008100020001101408a1e00200000220400015024210110006110064028d2102b22a0468c2092c0124820801a8e02020220106299004000280208a1013c09410a8e0220a800c0c244421e5004c1000000a040106120100044251940000c42006006510600091460020884145001247448b002250402001662808c462422a18c02001838100c860200104045a13f9084084699e7815a2c109501201d000950151004911020ad00c090022021001002080244042000a400845840521108300125003210047c1020801060000aa00908a44380040000d48030c401512882002004810000081258020050022c001069240114021404080401084082420042b4d600000805030080000088150000c0002090804008010020c000320c5004420690c0100018002000040008a860d60520a0281802801878240360a300c0a01cb907110813110b120c36428403000824038082118582a044010829008c4c113200680000080018020206d48e8002c503c58500974a0782c08040030e2301480e004005061311081350420078aa875e28984908412010010201802c2795c0438a2883200027b20b79613201020c05004e05202050e41055240144c90004c424888860214a1745e1028452784012cca8e12120a08822e4900680821c80a18640e0a0101020a80500b80060004229033500915801400010001b15030807469aaa6860a03a9600224008c00b000946436a208000080a0d0002087004390804a10a834108040a2444000192a62340094084b21206440080032b6060522801621830a030020020082381e68c03c00ac04100001080900024004244a10c014423f0000b004880401402934090084700090911420604410902300204020246120600000800000108e144900002002000085011d00440000000110900001001404a00001003013221050c010101060001000400878002a00000910009040092a0142a08000221010b813174403022d514102594084408026407710020c46534324828004201003a1482c104385404a4008a0049002088082800129404c60000060132c000128041884208414158008c08041a8849880801022000521000044000800cc0060200a444100001880904168228101001220400281100240103008d40004000020082000085904950000002042140080080014100c014090080500911006200a0100a340400020810100000d81010500441020002030841100060006b00081014008151094010da000010219490c0080900018031480d205106100020110b0000002040600002c100218d0042202180040008100864038028088c06006022003000000408a002000200804000012c4000056100000c040002030408208910a4023004800809010a040243a0008074080651cb012024142040092a082100802800410026031a004418408080a90040114620d2118448804684781028a15840444884a4348c0620a0a11524bc02232664c02402080a5d8701810c0024803024168a0c548100008000100020084190c500422030812400002a08a04610002029400000c3200141a042421012046008048501204e200680010406a00610028282202006c00c01004000480008420005c02802800a8802c1481809042040210538004100808004414004400300218012024222020200a0c051a02c00810060045b8030430280884000100b34048204000481010610000a30004020040108e4862a40102300c0010200020400e02044a828104400021a3c2000b00060a380aa000c880000130006000206040001104160600f009a1240064051a452080014040644308018008202400003a20080a8204003f40840ca60800c020840340500200602a44000187718012a0080008014208000120000510b33988040200000018a08041a044c0540000254811940102e4008004041127fb0c40022040040402c00200c0c185280113204002cb47001c000001000104020aa2c00890050240a02658c012680800a010110480018609101c602004281240002a010030600000040918001000040010080082808d0820018801685d59240d008004000001aa02600240012180140480000884004440020100804000201c400a0c501862123000180cc084815e120081902002012e8c00805010081c108061100344811c5000102200000009020c9622c800a3004800c30440800850110c1c02823002a80100108040a6824088a043200216800101008180400009aa04210200112281488800045540021208801024b0604404900018002a0440030011422163081008015008208c00e00921a000828290285500004c0e0402a436c00468145001900632890c00400e03e021111128018641462d220078aa4c8289e2a215450243000110090408012440214120902413d4c5081084104901800933205802a0244008410100a06a00846100600000c10600b4088244808a3158a0b20040b1300486424500c81821400500104018284240bc0e40c2264020001430442291000044083145004416900149c00808000849e00008728c4a0038183a08400200b30810200050441408041074c1808204a150040908b000048c48181a00200c020425054d6110001061000012400100008090360c42a48414911430024040d00b60e02832502300412000051102081844211506220504000000000640401080440122000202004206300080088142b04184010284a00004410209124c0358800c2892204200f308404b9210d602ea20800e83400002008010022840808200208014606200540a04007100110660002244410080000020088004c01528801210042901000000200800c0040340063449040320e005421198145b0020040718408005090e11a000f8cc492002096d011000200001c000c10010001800a0a644808000004004881840100800802812082208602050260800000044204800c10806408488009010400813080035400c21100c010060000696d10f0300000520a04208188944820640018808068098c0050203014400d0012084080008eb1900000030208201854010802054010030811209810414001010e15070308080828200100180159000202020000000004400004002300820000108048021a150b041000026445740004408340b4a02000002010848518a00402ca10a4611241040801045004412000a014220000000080a05a02484881010800008012800800001002712a40850024021200c3b004202200401056200004001201120207208c14a001010440881018000980a02114241111112830560163020200320012da80b034c100400880614142c013040841f21220000858408004806020020000026000001100000160400002023044000000010920008010a0c002090006808000040044048000481080ca000008850000a4004001044aa660121004a0120000400040c284180008c10004b0280340310c3801042c202101a810081b0000001848c0242c4200020818d84032470020824422300000014149000691080112a125142a404434200402c048e505821410c00049a40705400800b9042220884043025010a8004820011a0000188810800c2091800000100020990000100a0400000c1140001c00c4060200042040208400005002200c0000040a00100000004844140404000440204008000086012800041000005c0c0000891005450f204800111130c42003940084184032022012021410012801200010610100c10210961a40c31028010480c10520002a100061810001f0c59004a414428011011801092100440a021422a8000848222c428446011810220200427883150628016a6104422080c0f0111148c01004040343386901b080e10320151810000001a044600000801004c24000200910400803802844082000448000910849180a0034029848b04a008000134048028004502010108808214011101a0a0000050200c4802000e8625400100003000000800000401000000014008c800141040281001060870000011082a4000000000200406001880000400100001040fe3514420c00604000125290200085804024a4080280052b0070689802c00042428a012a81c04a00034390088660020501110030c800920000204c42ca0880383800829008a0438200101201e087230920801001804016a50006842844050280c10402010100a63400029800015063a10818001820000088338306628809218c012010002802d8808892209930990810a8440000284006c121cd02482a104c8e8988250008419000100ed01c016088000440340a82018080120681212003401000022000810050004002065008d0141401083593124740310050405904980008a202dec494820802c428880c1403631441000024d4011112000c4148102003402004041808c0a8a2202218010405000204400260096251a2180b8100800602827c100020020014008000c0138060120a8020048002086021020000005450104e7520220c04450408120126502030002c100320206000210212040a10000841008251000080020864eaf200070020040400081c035003008300001304004a400a2400211041008078102084096e088c0048810042346400899500806030000190510051082a3000002040101100014102a80800204401418441009ca18100028022808420c00008a050e1008200600500312680900000a501080030200b00dc18004d000492882805400040001007480032812000600a802082c33000040801528e084444200020222084608a0504c815127131ba60024082420210400222280000c2024d6810852c00011683601d2e2901004046002240003135602010600d4c02e1400818a008404ac838000021b200484001200c0a8010040042a410102000d592083017268d44c10c88208818100300840900002839422100410c4230805000022082048081d000025254050c0200a4100104001c2000a05c200860160044e20800a0120000103a8205400322206000814c0804900b2000041a4009000000e164010058002000000024a7010121900004240200081840888824470820300000410a0c48138e9000a608428081168015900050f004101203842c20021800643000010104100100000000020040080400538a3000100009000800106a005810808a0a1000c0081014082011004040030200000280000042000010202002810246452180204c2000108023a49040080100088000520214410101bc2108005801240260100000010005410a0a18034240020422309200c09540c60a0210102225890900600f108341405547c080420c01b84401120007948188220462610100140402d4a050040b91006e410dd0002814020c48070c0434100000040240901000000160002000c000002440000800040a0805200402a0240613000000a2241c000ac00040022240404000204100080d008010000a090450140210000ac0020280000441110010000000847000441440980020c30c090446418500321cca4802e000204840214001102001d05b800b0c882040404444004210860400813000400001a00440a02819004080020000a408e20204344401023000a00492142130430268ca2818086801000184140100005100000d40200000c09000803000000a00010001210405008201b14a20c80102a8ea10151344010841415c0010f4553a8404332806411c502154035002058c8d5c8001ca40144062f129100011780c32040807560434c0063228ca0319a0424d100380a0110449808000d9ac918a04171181b0a4041161046280d080a082051801023005a688450300001000290fd04ca9c121104b0202002801418100a02402480108a028400201a3160044140208810430040a411108c934006000d28210000005000019040c710000012013c848212000080808254060c202202824540142000024020d5a2518141c0802100a00100e909088400070c8100c434801204811c6011200281134010012071839a0400002803080b0c992b41ad0ab70a8213cc2049354880121a8012e002804028e0406c8d06704080028ee4b64184648428450394d1006053b237e14519b077806259e06d6a0246129217610a3c8286901004086007c2a143b0005088c2680b85570ae6068c084cb8f1c4d1ce0814601884208c094c30182480038c383a0c64a028100130c4080100000a400040a0060410830400080080020300c81048980041281020000040223002656082228210b000ad604140580008180909000c0100994e0100038a08011c20101e418410210001a240e810124a508a1204400802980252400000002020522580c4020180851500604628841284004c00052a20216000203100800222082080163fb4070212388458b0524285c0006018004e4024100100c082e8a00220484060460c200e57c84c20002900211020204005660080600a00400000f092010018a90438918020345404d09004080830a048a20118094008c000420040842800302295003222668553c700a20044c0000b88c160408204900380860425301000004201000900e0800000000006030c1180412010201000004804110004014c013001502d2000a522120820c0c040080010e0068040808045822000490040102100042601d20028087040038034888000000c0003500217a8002000ed1020003082210a8908204a04123a0c0100881688403a0a0802b02810846a8209200200020080020042200c080071c01408010024c80210208560811480200010a40a0860440020024518500001a4012004640c490101000c0a00291020a864400002008000000464002000004230810041100380000001200008002404c00401400142470202081c0048100000008007030802418414060004400380000802000811280604103008e1020e12484c008530000041093408041054309404818104106086008812208004042006618290500c041082401200a6100801000a8c080058168504a080345094a02880e08470821c05ce9ac18046043c00004002491040004c1045884020408090424c1000180b030606a143184104402a1950120e0c0ee04040a010420a1000201c1020204600085a06002090b0544a0a14281400000600023320111020010318c010068010878143004000a4201040000249803190202411118c0020110080c00020000de3c2042028108000820400408200002000a48304488048048102008000000100380010a010000400800002000002850200400040c1c00980005180c2046009401c88220182004005001888684c0829d102130960249020050010406002400010204a6e10050184203a3088980b04a022b10060104a96243020a539018a101084004828108428083410200a204300049401408352220421a219880d1ae228249c1025401201204c03463436a75a0aa0200800c040450930002c0602022015b5c00280920004010c61040001042a2981a480009d04c22021090031000028000118090802302188008090003082000002200049046289000381000081042100004100000a800000246800000460400102132064004100010129018580040058a40a0040808810000000080000020905808400001804202840a10a5580b8210800982a000042204213a1010784200a2004c44ca12d14b048324030404110480c5020097e44300250082c1408806110002480d0a08104000082201149a220000006004028198013140b0402048080080220c8020200808180a5508280e408401984780a9040348220500813404400000600100000080805034a22019ac210d75000288e001040a4a019880202022004448000cb38001000043000500400c80802b952a65220021100002104002d3019048d0929206620011604a04049104bd01112478920026940488304a00ce551205440004b41000c09c50449e01065b00034db1ca8405aa45201008804af9800512a900a92c29230048440f10a092422a810038411002020a919488120820004d213100e0100f4102001240020240480d40800340c4045080008004480248990400c0412060c310c10801a20410800840420212c000248874601308200002113000821800008004c22000006040011020103010041811050000000c001850100636400850004100040653c21128d202203089ae08325004779529020402032e6011210820252882004c2108401960882004c98020104001b800020492014043204b4a06400041d81183421c4000153439818096132818210148000eb02040612490c2009007014490c02d0c21711c0000051042002082021484cf1004aa128175dea219e07002201430010000005a040144902901001c0a00300c00001200222000140020440940000a0043020052990384180400000444002ca241800842440200f3180006011200010a4027004810000070844ac00030090001020084200010440a46100031082b0004820080808100a20080000048422781c8c03c008a04510180080100008a6039d91810f01f8202081880c088d020000890448200018400ba110b20400080c21024aeb10a2410a0b028088c901310041a24085902600980610083010011e2b200106820202c0825586c008829000005c2c80054010004200100249222808482400810284f24650c181014a8c100294129402fb20226ac030040025003388010c813004a18891a00994014841990008514d800108b0115c30021e024098000a8010c80512820103c08600401901403040000942056480210111003180519002c61930042e00040000081a65044040604c1003004060089422040860160a400230280010007ec0008839c0838920000083c008526e8a8120062010002509045098cc280082300000811000d0020c016026a8050a84800105e1180456026c1081074108080082808d018200012004018a1260621012204006100440321090000024912414ad814998229c910188b2229200c052c04400190040128013241c529002000d08a01008a907000100024609040846130520049ae4a038840082040	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 4096 0.01 2 f 1506.000 7992 0.000000424
fixed, list	\\x0100010001000000000000000000000000000000e8030000000000007b14ae47e17a843f9d7c8806560507005fad80c91e307b03c447c3052e9abe0719143841bb6dc70c3ec3f5e927e0130fb6540955475322116be6fe060468d91303646580211fc414b3f87f9631ea5b152c3aca607b5ec117077d4ac19004e71ad0a686fba94e561f945602d899384a2116d874176c22e6213826693239df252216117149054e3c22a9f5ec4d78e7d722b47f31940a09032848f69569a92b152863125f0c850f792b21dbc6db9a19cc30123a1b242ecb55338f090088f1af68347ea998b36125b934c858b9e1cb85de34dd722e13fc0e6c380c79bae6698ad83a7c5888a0e158673cb3793c3a4ed81e445595e8bfb228c24a591886ffe8799c4df8f3b042c898844e2d9b74df90926754343262dd3800ca54e834ea421622e8555bb25e3072db4056496a0dd303eb2d61761336a0c473df63d0cafa539bfa1e65a87ace7a26188e680d39cd65a9969a69f0859c796c44826e05829316e64d5e6f986a0e19ceeb9e7366669e7d8fec4078dd3e6e22fbe5087eae5503469d59a081c3d23c162a2ece824abc36fb2d8df883dd672107ff1e01856016a710809734870070128556945788e27e06c28680708ab43d18ad4159ab8bef962b879f8dda8c6ab4bf39e042258e73df3dc2e41a2f90df9e31639c9ae0906fd109601dbe5d99e1f506107b89169bd171df673e6fd79de2d615ad9690a79fd44f61ef0b8b06a006060134511be1a08f605c4efcb119a32b6558b0acf739a5910c4006294646ab0f7acc76ef2bfdb287dc7a9d62c6ffb4f700863a6165a1b59a5e72d9020216b6bb6b57da51f67db6e77f0173dd266db823ed50550b7b2bbb4fd730b87312bcbedf850e2783a641c31beeefdbd67a99c3bf6a51eee4fcd1c4a73c0539f7a0ced2a768fdfe334a3adf67cc6c87c398d9e04634bba3a92e95e2d1489e9a0b1753e38c4bd8c3c8aa86e72a2f67eddef862e9f604ec585f3c2feae94e10fd8c1331ecd19d79fe73237dec0632930a083213ef309ffdc110cf14f03436ad06c0f655f21e05e0527c5e57f348667290272191f4cab070e0d608e8f7c51de3c7edd2baf9e29c2124bb0700fa1e0aabb2dc4a56fa6216699c87003efcaed40792e2ede8fcb6b30e9d37f1f3fc	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 1000 0.01 0 f 100.000 840 0.000000000
fixed, bits	\\x01010100010000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106520500000000000099858ee302729fa40030fb6279c4db9796dc0bf2282b0c62e8e69862992ac9be3233a0abcd23ebf6691e743fd291875d43d44c518a86348cc501ec190c5f67198228d9213e0690ce28096872f13488d491057b5803d043fdf851880494e0e82ca286d363d88920a32d04216335c7acb4606b4e1278881771f24624e550e15595d93c2412e058144eac41700c015b00d932c5840de561110056b4a95a1d481c84d379802269b0bda61dfd240ae008b7b13e336b744ff0122c04f1a178469c5164d97feb95d60c67cb3d5695b6ba344106cc612c2725975fd165d683b66c83f781a00d4f542b0f167d172704c73ce1039018abef7523e66d99953dd165584828dde06ea79e0000143970d049d0e5c03332c5949fc6ac73081e300865fd018ca13d7c081362372420e3c466ac3da10640a03546f2a83d8498a00e441f2544064dd0c62dc0c104b70e5789d82d140c8475d27afd0be81fc19917b60cb2028380d2c880c0b671394a9534f5545f0aad09d829816ac4e8f22a03a4f249e778cc21637d	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 300 0.01 0 f 301.000 440 0.008323769
fixed, overfull	\\x010101000100000001000000000000000000000064000000000000007b14ae47e17a843f02000000010001061603000000000000d9bdf7f3ec6a9feea879fb7ef97f9bdcb6ddbbdfebdb5fff7cf7b87e9d6afdbef3b3f3a3fdb3fbf77dff657ff6d6bffc77ff6f72fffe37fdf7f7edf95efd77fdfd7fefd7d6be77fffddefdf6fff477f6fffdbfefbff7dd5f37def7f7ef8ff7fdbccdff733f6fb7fff777ffffbdefd9a1b5e7ffbdffe63fbdff7dff7ddc6f6fdd	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110010000000000000010010101000000010000001101000000 dense native text 100 0.01 0 f 252.000 184 0.214822725
enum	\\x01000100fa37438000000000000000000000000014000000000000007b14ae47e17a843f22825ad2fe4caf38cec57730c0527c45	101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101101 sparse native mood 20 0.01 0 f 2.000 56 0.000000000
fixed, by the number of values	\\x01010100010000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106520500000000000099858ee302729fa40030fb6279c4db9796dc0bf2282b0c62e8e69862992ac9be3233a0abcd23ebf6691e743fd291875d43d44c518a86348cc501ec190c5f67198228d9213e0690ce28096872f13488d491057b5803d043fdf851880494e0e82ca286d363d88920a32d04216335c7acb4606b4e1278881771f24624e550e15595d93c2412e058144eac41700c015b00d932c5840de561110056b4a95a1d481c84d379802269b0bda61dfd240ae008b7b13e336b744ff0122c04f1a178469c5164d97feb95d60c67cb3d5695b6ba344106cc612c2725975fd165d683b66c83f781a00d4f542b0f167d172704c73ce1039018abef7523e66d99953dd165584828dde06ea79e0000143970d049d0e5c03332c5949fc6ac73081e300865fd018ca13d7c081362372420e3c466ac3da10640a03546f2a83d8498a00e441f2544064dd0c62dc0c104b70e5789d82d140c8475d27afd0be81fc19917b60cb2028380d2c880c0b671394a9534f5545f0aad09d829816ac4e8f22a03a4f249e778cc21637d	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 300 0.01 0 f 301.000 440 0.008323769
fixed, 1e-9	\\x0101010001000000010000000000000000000000c80000000000000095d626e80b2e113e180000000800051bf91000000000000032208a82c5035e14e47121647180380a10c9f435b48b438cc86c8cc745e298e50a92a129da4111914b58629c27a4243c59a628876985a01e49d500622252e40ee844284a054c049588408c030683a2c0240022108b438e4a04903c800e442434e36f62549c8ac01a006d854214005018f68010153804410c958a21ce5c8b449508154142786180fc0c60b093213680089592044c051e038b1090f10d90820a27000409ba09082a85201cad1b81c4001242f2034aac01006429401e844e02c42028385e2a0045922edb02030838510220809410726c49073e53800166084a571da29510a18c40f0760130302bd8c21e22552b0af221095640b977629134e93231880084c141e089804a29a038584019a1921823c09357005c8267090a4a80e0a1111781004fb3f3a20154e011014203ea484008348a0834468242a49f0887028016e542210c0b0a840e5420433145301421ac24b105ec20122cd401c71c03dc346262c53d7707c7060480c448d2180ce69246ba7ac40cc340e80300e045a90a8e282316436e4c9302dd11286027590080e3a40216402524676d020c500c792e10188907a1418251110960ce01a79611c4024361057d96a72acab320a58cc962e10cb1d8a34be91036ba7830caa50690158020ed32466c0202c6810880052a5882d226788784d329ad83474420803a84500c7b241b388a1f1c5e02a4ee300d85352930b650886d3302f48c09469b09009885c83016688fb8081618e0a20d22636c02c7d10240eca8d42f86044bdc1f854026f60c03f126684d48c4408982093ca4140d69c46aac98a0ee50311b5b006e1974fd80264d06a5114598f9824ec38a99140c2510403826eb321210531a6d4805189705262386b311505129455ba0005d040e1a3602200f060c00b13a20818a5043f4410081360a60583724303a188215e00d100561825654000c5857528159802264e98828e49188261101688114021980f8849ac96bb56047450920959a000a00e029868d310dd50df7930f058ce3a3ac030a8acc076ba05601d904ec6613108330830448cba6c8b00026d1648c19020cee58209848486672430022061340602a25c12106814805260400c46921ce00300122e90862302405348dce474438a0fa18683151599889cb7e000100c2567cf85e0024eb0dba21840baa308940840680008f382b8709109400804a90f4380104279312922cc9ca4c8b1c88c40874141e2f4510a1b6186c22362f9863161927f84742dec4482d89dc0d34263a378199463b0d0d2f09d698079102842ca5ea420a23506037684a212c7a727140a98a4488c01b26502204dc553c9c000e5c4577a42c19088048016c1946c6cca39609c810918049317095026624510089602ca08ab601690aa3137414e208a820c8a0064502a293028b00008556ab43804984138617a5cb0208de7008b8214260ac640ac09c14d2a0a2800e8f2459028360e6026498eec63136418004851407f30504083054f83cd04d5090e324224708e6644a9c8c0a00428020a7181a01d80129246444d90bee0eec0bf00801318310841105d821432241898d3441229e0bab3040c80d83c224d6e09624358b1d16140155e4024b2177c6b27010300a85801d4ea52ab56550ef8a001152040078966b87e026434804e322f1b190d0d0380d2356cd1398c94650baa2b4b172c2ce516c8a424861843921020802006800ce91c0c122234215a38462d884263a901ccd0061b60826d91398db4295072d0035913d0b9a8495228c8fa9a52315f3404810e87e754c00029da0602004481085687048aa1196b2018e252fd240303c0d8300a893154a0400a4114002aa0039a60340474d3101a803002802426312b202252a090042c00039c0004ea48c19a0848d946610741109bcd5462547c0d501c6e18cc1000000a344206010001415c8d44d7494f732e13440a31c010202062e400628380881988c53e02500e036800c5ac131c5104a424b1e30081001802c122142c049800002378917e000b8088185105c023890120130c0d6a0e4a010a440bb1428e20a91a06067c884988a04a852c18d1032060b32002103dc59cd913669fa20cc935602cd50d004a26006e1c524045209100160200828e300240440021867a3158c172e21	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native text 200 1e-09 0 f 199.000 1592 0.000000000
fixed, 0.0001	\\x0101010001000000010000000000000000000000c8000000000000002d431cebe2361a3f080000000800020d6b07000000000000b732b54188041f36ac28a14671ac3c02c0d414d6e0afc80c9634c982c7e0ed256e489f4715e400954f9c250f660d8870e1e240aee1e77898cae5626300b9788a88cd2b440aa880a60c1a39121939e470647103fecfe50f584591f18317c6930d2606473208909ffd323694439d3850807213943c7ae4533491510cd61d8961ff445f7372223387fa3440a5a33575a572d2b640ec899e11ce5cb664b1da86aa27c10c05e222ebb894601cb95fe7c60993c2f76bd2bee4b1ed62d2cf79e89ee759286a54b3021a96267d0c4b90b9d32222c315a866eed827e073da106d0c6af3b9a6d11ab2f906f3772d10343bddc39f32573a4386092c97c0f1756a91ecef735e0c0e9ce138f0c9e6726faa7b4c8349a0babdcb6d8683405d364e8b8a6a01fc80310323210ca3b32259344447874c39e8b8586870885b1f0bfa0e243f09874678d0edc225ee0a96b5245127d6ed45341409aca7a92dc689101c06e28e95fafc31e163976b5605d79a8cdc4dc0c61420843e677f78f10ed16eae632be8471d1bbbf47e02d68c68b799dc5930343f39c1c9ae3c290c510d44322e920a542dadaa103a815b6061ea5811ac688453699501413241dea5e5a666f2d4bd082caeb101a1c07d9ca28bea15d890e4bd5ab39c13931008ab582bf09176622d00cc8d42464dd2f6358de6e71bf43667128b22c9a0760c38a613308e0b185d76a7e39c0faf15	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native text 200 0.0001 0 f 197.000 568 0.000049777
fixed, 0.5	\\x0101010001000000010000000000000000000000e803000000000000000000000000e03f0300000001000101df02000000000000fb24a137b76cd00524924d771c43e88fcfb6705c070387a9e401926e113e3ab8c0231b8ae7a1e2cce9b0687bd4e2c895d7bb78e7f0a100a48d2eb3b3e27f4ec090678298d85366db18135a53124001652a73afed6a651f01340f81555252fff4378c9673291653ae488121a85ce02f5b82a46be7aebd1c28fd315fee393c0d45903a339ddd07d86900b8492d3cdc5b46d9ad00c65ab29d4a818131d238cc9f046c0810f371c9d51fd55d77381c6d598133e99b6a79ae7bb0af8d6664c40b5824	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 1000 0.5 0 f 1000.000 248 0.478515625
fixed, with a seed	\\x0101010001000000010000002a0000000000000064000000000000007b14ae47e17a843f0200000001000106c3010000000000000e7a0b9f590a71052094a2c6e4d872c27c022624309b3b9a3f5df856ec7b500e36c9dce727002a2e0098a3c4682149485a6d9d47c97c26065df074a1c1f6515f7273850e2d45aec7c16aa34888406b5259a0394c81d5220444428b8fd77000a667046dabac599333277217204a9d20112a1738ab35ae9840c037ce1ac9e060e4	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000001100000100001000000000000000000000000000000000000000000000000000000000 dense native text 100 0.01 0 f 99.000 184 0.007454715
grows, list	\\x010001020100000000000000000000000000000064000000000000007b14ae47e17a843f19143841bb6dc70c16d874176c22e6213826693239df25227c5888a0e158673c0d39cd65a9969a69c3d23c162a2ece824abc36fb2d8df8834fd730b87312bcbef604ec585f3c2fea1e05e0527c5e57f3	111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 100 0.01 2 f 10.000 120 0.000000000
grows, one layer	\\x010101020100000001000000000000000000000064000000000000007b14ae47e17a843f040000000200020ad002000000000000b8bc34d000d28c4611c30c608526ba18e588c2b3950346a02002a48880a286c5a21d820251038009a479482824045010804497638f340504d6026b3556253c48882020519159805fc578063b10888a580072070211d4ec2482021d3a86aa182816296c82b941ac0489c73c508a00c174de608c3a080a340160c2d08f6e4012a12170d3b256658299180e3293783d40857286a12a24980482ada2520424120426003a28629651c95c041f8a9243d0a2080000502848089a524941624883b3d22114064d5806945bc932232661462526db007110452411a41053940ca922a845b089244606b8800a3065a4c1a108607000029d90d5c8115a0b99241eb81b860147	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native text 100 0.01 2 f 89.000 312 0.000028842
grows, layers	\\x010101020100000005000000000000000000000032000000000000007b14ae47e17a843f020000000200020ae801000000000000040000000200020ac503000000000000080000000200020a74070000000000000e0000000200020aee0c0000000000001a0000000200020ac503000000000000b93855b246e18e9d098f1ee3dc3fb894e586a3abb48a4680ad22f68c043286a7a21faa625751c958a47fca9a67d462188044d76a8e289e56de436b7947a67e401c246c58119dd19ff663027b54adaedb0073174615d5ac3413961db9a6a814b0952d6e86b841a83465e7edf18a607104d6cd8cfe880b7e0a9926dabf6a02130712bff5d023d25463374275909d1636be80bf40f13b471eb3a607690ae4cf05566baf307c30c7840f2011c92a700cb41145c0ea7123bcc9ab84246b85b3610de8a150e01980f39c6307fc2cecb347c6b021e0a146dcc9ef91e6873032d1baeded0342f15303903eaa9d7ef1ccca83aeffcc709422287702fdfcdc34a807df28a57160ffb89d74570030a27c5c2d545a43da06950d1130990326f1b69a369c32d990728a70a22f057cd3ceb183522ffef844035a1c5483b25847b5bb0ce7d9913d15839f849e05deda4aae66d14a8e6e92830b3d63e846012de2e374e7fe2e6d0be949cea1aab31ae651e49c982090c8cc039d5a13561423158844e53b318622c7acfb5f06ce404c00a13437d9ac91178c07267512416d16765843bbf871c1f6474f9cfc9693b1b6c092281b436a56f650d2cb45af3646804bb45e9524c9a25c578dd75f0e9652693535e00123d9746204c35ca50da420f639a816e66164d2a62dc26e9d4b36d66646263b0235f4eb8546c2414aa08685a4972b7be50cfd648097cd564001c8073046d682c56967ca41ca2f8fc146750498ec221104b001445b434a22082228504551c37cae40d6974d0e1af189a91ef6f03648340403970021325803700d2c0831fc0a216761484926e0084d8959660f20cb3090c443821a3a4f151091c890b75ec8d45800c010058484b5fdc8424ac2c59a4f4c2435d0837514ff554270ee4daa7a3373bcd006f5cc8338a0a67f3809446e6f3ed00a477cfe42d69ed010fe7b875cea6e9a0bda7bee7352552549f27fc884862037e5f47a3fde3f02a392fc7059bffad053639ceca17ef1391193b6053ee6d30ff66d46be78944907ffc97a5fb2b4326e581c9bce6ba4883cd31a74335ca9bb8223eed19915fcb51d9b58cc4575fed9aa400ed14ebd81b128b55df6a8551483a84a2abed10117d6b8115ae75bb9f4d80406bd1645bd9aeec0fc807df1db6c48b095ebcb58609b7280d07b4e15bfcb2a19e9ea07d4985907a5ca985e443123107d35fc8f3a7f68c0f4869f99c243e238c59650318b5d583fa620ec3370422423639870836681a8f844ac19dd7b2063c6587e8342c05778ab610b5b59fe6b61debbb65e33644ba4c17561958cb7935fa926f3102114baeb7ff1518338212d7063512e00c128a94a6f122026cede49794acc9e4d077b5a7e651d07c1c320ab759bbf519e04dab4a0863079fd93411c86e3c77f85da98a26f780c5703b735400900b433419cfb5ee6b37b4e16aaaa217007159b010ab6d402a807656d3d7448ff9923b4bca64265e153cdab2c26f709028be7e9416c12ddc0e5bdfab156229ead62a1c68260bd35e66d6d09ea896c3051beb9a66b7c26f1d28cfd9e328f2725d81d173db916210a2ff4d8a7a750c4a03c4b13837c84454a88fa0f1cc48089900287c4f8e0b1497be42e21035516ca34a4432a830db1060d442b3dbea32b5673ac81906538cac0803326a4b4993f44ffbb0c421cd266943829d5c7c1d18351193fe064946a26844bef1e5e3e01b647fe8941218ad454b39e4eeeb39657d6ea38008d5e21c4258780026e6a366d55bc7b824d1b02dcd40d9700d2e1510e0350cc97ccb5e84624440ca5b11cd08a0d9f19484c1f121733ac282e841d285860d657b47ecbc8a0c86105636086216bada04a680842edd11cf62b1c4c6202343d3e6132df8323a0ba1f2004a111e9cd494685a984f2a149621754103d2474d6896b78a726040d141d48eaafb3980cc983950ab7a81819d3d40f6864d3c82b5e9520636a7a0ac76351361a106665650c03aea0e0133b7fb595d11a7306457876057ee5a50ccfa397aaca0f85b77a2805998015d055f5c14d904c0a83004c0cdc5202410b0284df8fb0489239096044244c042841c073f74c210a871f3c6405844986bfdb988601de3e1359d1a85e182cd48e1d115e22484fc927571e38b9249ae4eef48481d409074c5e6304e7b9ba0a69e27ab9aa0a43ba3ceb2c6778ece8bf39cc87588169a6040a3a3e1816076f0d0ccdbe2e4aee68f22c23c7fc15916875edddfdd02b37bd1ae3e0b0a609a423c10426c57c7c2273177fdea1a1fd3a651c051d264cbcc739cd6122e07c6de4ba6b3f6a0e03934b63d37dd9ca754569a4122f5bb0c342d7f98839a80453c07d1b55591a44d2a6e4870c9d5bb4872e93d2912a3821293454d2475f6067b82fa90a3b4f738fce1df8e5215e91c247db6424c7aee47bd6d3003040588107016ae26c97ea0930751e74e940bcd0a1dc3772ae243346002be616d53365b66a495c42602ea42d67880af0f199dc308199fa610da625b821edb6575c88d2e1081f0000000004000200260060080800000002020082012000030040002010414010040828000000680000201108002200080000050020320020610008400018b0010200004200000081210804020210000415000080c00a00000401680842200802020900e0004808150020100000001420002000800040280800000000200010001810081a0018100208100080840000002008810802004400600000002000014040848500100200401001298100000000250900000008408008202000000000000300002020204020004086021800000000004000241008000001901000045402004000008000ca20c0100080010010040040800008000100000200d100300025000000010000001400010000000001020000000040002018000000000000000000000000000080000018080000020000000000201000800040082001000000140000000000400020000000000000000000200000008000080a0002020000001001000018080001025000000008100000000000200000020000000000040000000100000201000800080000200000000206000004a4000040241404200000080000100000004001401101000000400000000600410400200000040000808004108584408220000000000001100000000000010000008200000100200001010000001020000000030010004002040200000100000080000802001002080000080c00000000000100000000410043000a00000000000002a00040020400000000002204000000008400000000200000c000000000000400020c0100400004200000000200008000000000b0040000320000000002000040000000010000000100a08000000200000000000010010000120000100440000000002000081000010000a0001000000200040400000000800100000000011200202000100000000013084200000200010018200000012000008002000000000000000000900000020804000100000000200108500000002000046100000000100001040000000200000020000000000000004400020480000048000a200000000120040004000000142002008000004002000814000200000040200000000000000000000000000000000000000000000000000000000000000000400000002010000080000000000200000104000000000200601000001000000000000008000010010000000000000000002001000000000000000000200000000000028000000000000000000000002000805001008800000882800012000040408008031000002020a00000800000020000000040000102c10010000100840800002040020008100000030400000800100000000010004080001680000100000000020042400085020040040088092801080201000007400000149000400000000000220080000007300000000042040000002000000000000200000000000001820000020001010804900000400000080410008001000000200000000300020002204000000000000000301080004808004001500000005002000000080000000000000000000020000001000000020200004000480040020000008000000300480400000010000000004010000400080008a0108200000040400000040000048100210200000800000020280000000000005000000201801500020004000001080094200010000800800000000000000000800000a040000000000004020000000000002000000020000500880080040409084040740000000000080100014e00088010000000001030240000000000000000000008200000000008000240180000000040010000200020000002000000040200080800042000010000000000000000000000000000020000000000000000000000000200008000000040200000400000000002000200040000000000040000108000240001000202000004000000000200000008000000000000000000012000218010000000980c6000002600000800080001040000100001000000480000000801012020400100200401001000000200090200000a000a00000000000200000008000101000400000800104000080100004020001000001000000020000000100450000000028002e2000002000430420002408001420004070810a0131a0e20080000008000004000030000080e000300020200000014080d000200008100002810280010c8001818000000000000080a0000010000000000400400010020000058000011224421000c00458100000000900000300020008080000000020210004001000000001004200b0000840248080000210202000240	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 50 0.01 2 f 1002.000 3576 0.002355978
counts	\\x010301000100000001000000000000000000000064000000000000007b14ae47e17a843f0200000001000106c3010000000000000000010000120010200201211100100100100001001000030012011020030001000010000100100101003110100000010200121110110100011001200000012120001000000200110110011001200100110010000110010111000001000010000001100101011111002010101010000100010000200000020121010110001110200001200000301002001110120000000013011112000010122030012001113002110000102101100100100020011100000111101001000010010010000010011000110221103201100000010000220202001110000110202101130000011001000101000001110000012000011022121020010002110110000102020000011100110110113210011120202102010100000001100010210001000001110010110011100110100102002211101001041010011101000311211201210100000000102101110110100010210000200210110121010012000000020002110100010100013100001201201000211011000020111010110101003021012021010000010001202001110002131100112000110001100200201100011001121000002010110311002003010100100201210000010131201002100001001001000000000000010200100000001010012100012120120120213000101000011200001111202000122000120001002100110101220100200010210010001110100001220211	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000010000000000000000000000000010000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000100000000000000000000000000 dense native text 100 0.01 0 t 99.000 568 0.007753490
counts no longer	\\x010101000100000001000000000000000000000064000000000000007b14ae47e17a843f0200000001000106c301000000000000108cd66348489c462061b142f11e99d022c499192359432064f5a84a04425db292a0b103dc836bb60d9e2136b4068660727b4270b1a43764143424f91a9d54d09c6feb15903841e36c5abc9676f47700de290ee61d03d151349cb283eb85e741a44dcf32194eb6a037565843ad4918001402dab4e7a234bcb24ccc7588232bdd	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000010000000000000000000000000010000000000000000000000000010000000000000000000000000000000000000000000000000000000000000000000100000000000000000000000000000000100000000000000000000000000 dense native text 100 0.01 0 f 99.000 184 0.007753490
rollup, empty	\\x010401000000000000000000000000000000000080f0fa02000000007b14ae47e17a843f0000000000000000	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 rollup native 50000000 0.01 0 f 0.000 48 0.000000000
rollup, few	\\x010401000100000000000000000000000000000080f0fa02000000007b14ae47e17a843f0a0000000000000000000000000000009d9601000000000076db8e193611f320e7bb440cc73ae3522d3513151767b1a5117f9c93e0f5be785e143eafab090000	111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 rollup native text 50000000 0.01 0 f 10.000 104 0.000000001
rollup, more	\\x010401000100000000000000000000000000000080f0fa02000000007b14ae47e17a843fe8030000000000000000000056010000a9020000000000006fcd9db93c679679cbebfbde9eaaadd3bdd775bf63bbdbaeefeedbacdbc975edda776bb3dbf66e9abd7aa5b6dedd5daeb6ad6d6d6b6fefb9baeb7ab755eddddede90ebddcab5b7f7f65c4d8d6abbe9ded17bbb5beb4ab5f756bb7773fbb6aeb7f75e6fefe8f54eb73d5fbdb8afb3bdafda2e56d5b577ee7db7f456efae356bedf5f79a65eebb587b26df71f7ae755e79b77bb7eeed294d575df6eaadd55e8fd8ecba57abf6aebdfdddbda5cefbf59a8d53df6db7cd2d6cbd76ed7d7b2b000000ac0a0e09e9184b5742cc988746b74e97cca901bd875b26356b05ba1fe3270aa594785ca29dfa565499653d60f66d5b21e7c8bf3eab24d171a2f5c3b63ec4d081611baa3861633cc7158cefb098245c347da249fbf70a503ccdfc07633aa704a949b90aefc42996a9477d5f35fec2e5c089e6db50fd76db8ece77e6e645d61a6d17224fc537c9d0fa02d57e2cc14e7f0f4fc027a79396d1aab013a2db126a22bde564dffe7de63ec9cfc8fb0bcb083eb22dbfa982d2598d23f4b55a20c7fa03258ea64443b3b2e5e5e9653a4f1c5d1f95ea1008d0b2f132858aa8a09f0e51433e8863d4b7d5aa1ba68e276182951e981277210bd30eb47296e1f42502117137219847f6bc8290d91c5456425c3d5a4fc38b3fa2114d068dba03b5da4acd04218cc26261d15ebbe35dc8fd1a41af66b2acdcc72109ce5db1d0668fe9c417146c8b79568decb9f5625c86794cd0722c1faaa23d37bb2e7e8889a5517e64040284e5c4c4d24831ff8e8107791a539dac49ba4796c67c3271fb184a0b2ff5503a90679d299654b7b721bac4aef6686b126a3371947ab964d844ccd44ae9b0e70572be4b0a9c7897b4b2d299c6bfde97f0ceaf3ae07db81ad19d284e5714f9a2f8e579358795e68cf6d1d424f72324da242d8f1bda07934ff7a29e8c8015120652572a2d9f2a2b4cd0d2604095336cb524aad73ea1c8ba4e098c89d31737192243e328700a1ff2dc6e537665d0f6ee2dd07859526e6ef927b29ccdd5249577cdf38332e8b116186af6a6a33a69a421c6077b7c7ad75b96e8ffb27cf00d861085f6785002fc7bb63282ee7838353398201d539c12796e5d27e13b3d3dd910f4912154ec5eae2278ade831831e925ebc9a7b65195c96abe35fd1c34a72970bbd4ae588fb54c1a3c12af5d7468df2bfbb21fc514fba25d322be1907d0db412366a7aab4e8f81dd8f3d6cbb177cc3b31cf404c70d314b18955b1e1e0ed53997587c61d7785cec3b1ce2c3de2b6b107c5844290fab30abd03839a607d4ece0e79710914914231db46b900aa1510459fe9fcd43ead5711279f2ff3a8ed298d81edac7ba2158b308bca91b6a69575bd307b1b2e2e85331a7e588b9ebe4dcfe6a6e8ca29f19cb03d2e24d9445e84fbd5fd3c27e094fc11c66964ab39b17029b9e3ee01394816a4b36ab6776540e7a2c28e13f734b230fac6f66ff7c8a318e8a4fcf639402d10438485a10b57b02e9f978cb7c203c6c4fc37e80ab33562e2706551849da5fabd7c951f1e94f1fbc41fcfdd77511b5b1735c3b480e9ceccd1f338d6e650927b6fd987e690310935946aca2a87973ef07496583d37c892cfded2b940b2e06f71d2250bebc8e1cd96c71f2a2ce863204e274baec67192ea3db100006a2d8c51810d8eb25e194ab943c2182ffe9b7f582125cf4e8959a76a8f71009476c1bda21575c18286df335a92fc6a2c44d0a32cd1bd6b1ae4b68110ad0727494f5c2087f0e1a9e603d3a23e20c10162ad3a849f329f41e921be936fdd6b81d0811a7272791ad7474bb99fab083c3d105032f1d59612e2bb9b5e545b6afa2716fc4360a1967cc84fe3884ea0d893d1fd548d8d1ab6e44bc819c4de4f0b1626bb534f689cc276d8eb1720ecd34755193b07d65b9b436306067a7fdb97f527c51f91d593175e49d506198f2289e7be95d14636f53d96f8973597f0a0b3cb6b41119c3a2d4c301cf5c6bcb008343e01f4c0c42a522d35c326c30a9b3e80fd5ad435ce16724f46a06c0777da422a18b15b31598c3f83fbfec16e07ccf00caef8a2fd4889d88804d6620a88ddc3d011fff0f705d52546596d52cc9bbc98d90152e2ed2efb205e525b1cbab1cbe715b9b5ae4a4fd3aa2fed51a6fcab7c0f82c423dc59c7939ea162ac16a9d724048e3e9cd73d2196f81c1245fccbe61c3e282bd6553a7c64142e223d514f1ef6ae601ad07ec1763c39774fb79a5d98b60aa7001ed9815d33ab1011370620018e5f4ca0210b7ae592fa67a0cd7381f08d839527a2d1a4b6e600256b3e27102c7311967df1cdf9bcbd57d84f58a358c83f160cc8f084ac9707617c2824bc299cce4d5b67d7f6cb11126df8b1d6b82181fe2871c0ecaa620c6277be8da41bbfc3487d13c3704887dfac28fdfe07a63a9c58619084354df1353ab3401932ec22ee83b1f09ad6a8b9452bcd20795594ff9661309c545c9c693e64327f44b1bf53ebe87c5b1af17cd7396f5ef5343510e0ee3bf0596de039ecfe3d02eaa49d8d95acf0330df1d50303f83505485f002f69b16724b00d5c29427ead28af668af190945c2cd0921e1dd9cc1dd7e930ad0d01e173fee2c50ed498b6ddabe234a597ff83b256353e7161c27c56a9cad50105507a21fba344433db43f1bb5d6838854f61dc31524c0854a0b6156999c5bfda276c9355e685eafb2bcb9c5c31c3835c1e714d636a5de8984ece0feaab4e674d502926459c9ed35054964ba1cd635c29a3a69f732212f343fdb708f88bedcf54a3c254ee1a4c2db6de51359fb1894e26ac1a3cfdc92d0a6009c74376aa15ce87bd26372221f632a0e8089e672060f90483a7cbbed66a998c925bc011ef6122df4b52cebd3b8f5b1cb448cdb2f13689bd617f31491b2722c7cdeaee79ddd5ba6f181ac01f12e3dbc5f80d7eb15bb157a9e14882faa3f2d214f49028c4e62eceb610417160d6bbf4050906c9b12d09d385c007983a236c242f83df18da6eb983fed7a0df8633339f78347e99be062b9f0d51eda82acadade49708cf80710959ef733b6dddea88e5cb440ba2de12d97dad936d4df67e641c6e791b20287364c217e5e77f46e7b61d1fd7ef46f861690d3bb0e37e225ce73e9a95a3b02f639cb160528c8cebe43171728e9641a8af7afa9fa244d53134533f45ae4d61e63164da6b6f93a585e7aebd39eb140d0f48c08b66b08198012861f1e114614390cd25286f10ae5e405e94e176a1c7d08b224b27a05fb07e90059d04171f0a0bc57d838dd66e6cfd95ddc4dfccf9de57fa51df3d47d58bc58cff3db1a6c2ca429342b505042c553349a9a1e6a3ecfb28c6538adbb8ba4dda06843b1d16441efe6e76d58b9248fc33c7bdbdf9d69780f275b70716f65644db880e2a08b5751ab2f39c5cb00d7a5130c04a4b051784ea536746ada2a1e7cc9143ef761c863598ef800b6e76746ee72478afc98440f3204b3faf426fc1e536c6129bf0d96da4c91b0956c319b5bc2efb9bdd1e3a0947711c6a15bd53108ed7319121073d064d834988e4adf53238e84a3bc45fa9ab7f23026e1a2bc81f76f55e8224c9f9a3e10feeefb55c3066871afef427a711913033f45b7d9c2fe62fab2d76e5f52d4f24e51e678ebe7729478ac993a47243cb3dd3bc428c6a44b4f0f2215669664039245010c5a7e193ab3b1379b5e3bd1272005db3ad2307f037465def8a7c57e5b6138d00f5e572a3fe8378aedb7970e423acd05ece7a4f40a4171cb084a0b0726460f07b9f965a1c3f1a67ee419d7ffb665a682ef12e09f1bd32a7942e91bb3bd15b871590b4d4eb4a774872a3ad79411ec0c657d8a3c474e4537fa3a591d81142a65a9955828d0478d2097413f461289e0b66474e754be61b6a1d79560dd6bec903d49682fb5caba38df3ddb256b7db0623d13857e4e60723c4e2eb706794749a8231684e79409831918332344a66269cf96554208731b37bdcec8278e9367c708d22e0b8a105d83e306070513fdf7c535d2ab5bdc90a590da41413c8a441f2e0600cad7c172ea6009aacd8d47573e5b3b714ee23ee16ada65f166ceaabb603dcdf4f96777cf339ad3826b4a0fedef92235387708c1f70691550df14d44821d4919ef1727ff2a8392a9702df8eab90532b11022f87f582789d4a48fbdf1c5de964a7d1739370e45be785ea138b14e9d45762989fc27a0192762e746fabf47811452dff01e0d1fb01ce4195e1064262ad0fd676022219e296c274b94fdc4a635e495660e33638d6141987f863bad6ced99252dca13bd01a40180edabbf6ef37ed0a01fb6b4217576f8bcaebc5a091b3e986ae2085575134f4222946e5381d65821e919ad11d06441d9882876dac48a2e98b9908d652157e6aca8e8072af1dba575760f00b995ac201f918dbaa11494cc718b4deaf49579fbdc9f0f418196430f017c838b87c23db945abbbc5dbd16fe2e7f3e6fd2c5e300e704b3ba08c6ceaae449fbcc61adfbaf609955441509cbb1f7ee1	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 rollup native text 50000000 0.01 0 f 1000.000 3256 0.000000116
char	\\x01010100b24db28201000000000000000000000014000000000000007b14ae47e17a843f01000000010001066f00000000000000780d801835222d1168007a0805034108800020100000092460028032101420c201123004002c802c1004640290042261040a201001c802058000812225402218	000000000000000000000000000000001111111111111111111100000000000000000000000000000000000000000000000000000000000000000000001111111111111111111100000000000000000000000000000000000000000000000000000000000000000000001111111111111111111100000000000000000000000000000000000000000000000000000000000000000000 dense native char 20 0.01 0 f 21.000 120 0.000103829
date	\\x010101008f2a68d501000000000000000000000014000000000000007b14ae47e17a843f01000000010001066f00000000000000308c0c1880a441030511008c1091028014c1488198040114002000214000b100803c408000000c680a01800098212a2008021422814cc60842422986890000b0	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native date 20 0.01 0 f 21.000 120 0.000103829
union of bits	\\x01010100010000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106aa04000000000000188586e300609fa40030fb6279449b9096dc03d2280b0c6228e69862192ac9be3233a0a3cd23ebf6691e641fd290835c43d44c508a86348c4501ec190c5d67198008d1210c0290ce28086872b134888490053a5803d043bd501108049460a82c82825323d88120a30c04216334c68cb4406b461270881751b24604e150a15195d13c2412e04814468841300c015b00d83285800de1401100543428581d401c04d331002229b039861dfd240ae00031203633697047f0122c04f12178469c5164d97f6b94d60c67cb2d4695b6ba344106cc212c2725975d5125d683b66c83f781a00d4f502b0f167d172704c73ce101801083ef1523e62d99953dd165184808dde06ea7960000143970d049d0e5c0332285949f46ac73081e300865f5018ca13d3c081362372420c3c466ac3da10640a03546f2a82d8410a00e440f2544064dc0840dc0c100b6061788d82d140c8475d27afd03c81ec19917160cb2028380d2c880c0a671214a953475145f0a2d09d8218122c0a0f22203a4f24166788c21635c	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 dense native text 300 0.01 0 f 253.000 440 0.004168780
union of list and layers	\\x010101020100000003000000000000000000000032000000000000007b14ae47e17a843f020000000200020ae801000000000000040000000200020ac503000000000000080000000200020a5000000000000000b93855b246e18e9d098f1ee3dc3fb894e586a3abb48a4680ad22f68c043286a7a21faa625751c958a47fca9a67d462188044d76a8e289e56de436b7947a67e401c246c58119dd19ff663027b54adaedb0073174615d5ac3413961db9a6a814b0952d6e86b841a83465e7edf18a607104d6cd8cfe880b7e0a9926dabf6a02130712bff5d023d25463374275909d1636be80bf40f13b471eb3a607690ae4cf05566baf307c30c7840f2011c92a700cb41145c0ea7123bcc9ab84246b85b3610de8a150e01980f39c6307fc2cecb347c6b021e0a146dcc9ef91e6873032d1baeded0342f15303903eaa9d7ef1ccca83aeffcc709422287702fdfcdc34a807df28a57160ffb89d74570030a27c5c2d545a43da06950d1130990326f1b69a369c32d990728a70a22f057cd3ceb183522ffef844035a1c5483b25847b5bb0ce7d9913d15839f849e05deda4aae66d14a8e6e92830b3d63e846012de2e374e7fe2e6d0be949cea1aab31ae651e49c982090c8cc039d5a13561423158844e53b318622c7002010000000040000100000000001800400000000080000000000000101000000000002000000000000020000000000000000000000000000000400800000100000000000004000000000000000000080000001000020008000000000400000000000000400020000000010000000400000000002800000000000004000001100000000000000000000000100020000000000000000000000000000010000000000000000000000004000000002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000002000000000000000010000000000000000000804000000000000000000000000000000000004000080000000000000000000000000000004102000008000000400000000008000000000004000000000000000000000004000000000000000200000028000000000000000101001000000040000000000000000000000000000008000000000080000000000000000000000001000000000000000040100000000008000000000000000008000001000000000000000000000000000000000004000000000000000000c0000800000000000000000000800000000000000000200000000000100000000000000000000000000000000000a0000000000000000000000000480000100000000000000004000000000000000200080	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001 dense native text 50 0.01 2 f 205.000 984 0.001142835
intersection	\\x01010100010000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106350400000000000089058aa002329ba00010ea6008c4c31796980be2082b0c62e8269062992a883c203320abc92281f6601c542f5291875d03c44c018a86348cc101ec09045f63198228c9013606908c08096872713488d491017b5803c001fdf850800490e0e82ca286d363c88900a12d04204305c32c94606b4e1268880531f24220e540e00585d9382412a0100048ac01700c014b00491045040ce561110056b0895a1d481c84d359802269b0b4261cfd240ae008b7b12e132b544fd0100c04e1a138449c5124d175e385c60c26c9395405b4a8144106cc612c0324964f9065d681340482b381000c0754230f067d172104c73ce1039018ab6d7121c649911535516058482851e06ea49a0000141930d049c0a5403332459497c4ac73081e100865fc0088a13d5800106236200063c060ac3d210640a03546e2281d8498a00e44132544044dd0c62c80c004870e5689d025100c0040d220fd09e807c01907a60882028100d08800c0326139089534d4540f088408d829816a0448522a0380c049a7084c01412d	000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000011111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 300 0.01 0 f 222.000 440 0.001981019
folded	\\x010101000100000001000000000000000000000088130000000000007b14ae47e17a843f6100000001000106ea1f00000000000011c143800000002808040190042890849044c20c4296000011220000820510300001e08a0c1110a4000141397c00801430854050a0852200080000012008088092000828001000000216200008441000040a18100080008100164000100962004200900108604002000000c6024005c42048103068021021100000020080204822001220002020840c882220411c200000904c0400320010000000024802a0100004c00160282060840060804082083a84638034881c8481042d0802200102202000802442004084244241800290801057200660000800002102200a00000408618e030c00008040401400000004080040008016a020120500000081100340100820cc000012000006020004000001058210808002200020480510400302002010031008082022004014000810028300004000401900240000006102200c260040412a20901881108240204000010830180200020204201a0f21940008021004448008020160800a1d3c40150020e04820050200ca1c0045a148c4900340424810840009801408210902c00210b0104382024a1005c1010009c081c440030c0000384d02050140c240081027144600120a909041000c03125000045000583010900081000840440008004006880201880242120020000000000000220200000100000040150a49a80820080014000808004000200008a8208008000120050010010010052002200002108640e806010204810be208111206201290600530020000a201300044000cc2040432001085408223409000841000c703028208002821a3600a020049008281000860454142060102505000022050e000020120084412018010124800810300085803240005010300400008877000d00a183c0804840406004641004081c400022020840c4a009c0a6010a00880a03022031011031406800b00004000000080804b01804408139240184000400a00c18401200b40044820008800808200a0005149400403e938402009320108881280202000908c884a5308582908c082106252002a4110004424004e094497049000110800001c228002004400401600423031000420018000202c01002008002010401d0a02004080e6802248908008140003a444c041031012f1264d101000440462b01882400b021a000420a020000414084002183314000050a0042000000200c000408000110000202000000240800160004801001010400008002400025000080300010002000014801018801210e42032240810400840240000c006c0100040802808800030008100020208002a004000a000040030004445c00108440a006a04029400008908c2800601208c004020542220400008000282401900002000808020080080002800000006026010800a841291004014000000408000410001000140c1042000013299a04804888c83940120522a00100106040038a0ef5e8621880d01428302eba0a22000280707240100a2015206a5c2e02a48409280480c6289a8000d153c01000040e00040080200201201a00001001400400388010880000020001240040880002808044004a00010c00000084004000404080220003208204004000080012450008000000000000083488888409050060881910400104001100188c480128031c020800c90a512870a2002800440a08032000100240040102020004802000430280000810001007010800d0020610c0a11888001014000008ef40000a4a28000000090040810000021000284446023c002320a910022040054780000000000880e080a20010800481084100044c00000148200032000001010004010084004110a249102060c040204000012000040001040000c008000800020010000004090200104080468010a04808142010060c100c408000200004620011230200020c021100140a00011020004280000010006000001002041000825600000008200001108000200004432402800c208548010008a0101c0042b840010a0822802068b01408100e1028003150121c0001010002000c0000300042c200001014088013180800810804a2001003050010304085104010202404020801440c04284c00200a00a0000000000200980c01002c4682808002302200000058205001021844e0000200812000800005420001744400190604281800880000462200202820043040040e0440010004944143102848400209008032100810018008020000040202020201000470200042000404000000000011201048004408048c020422c08240204800802828020204e070208220021020452400000104800018c006064000070001540a030000a90000461c001098041804100a8c086008012080000008002004000104918e803041000008805600100180482000200040025400004004688021000268018041d005a402028043105124106808004804008a00108321a80034de3100c04506200040002000040000010f2a4088c8880200081ac403489113a00011200a030880018000004118180042400023320082d4000005014010250001240000020211000000000012414000a000022483311081000300011810c00220a14a44643420402000222842830010481080140008000004000000a103002420121e11000e440000582100048004a0045842d0cab60c240d06900a1c8d14086200d830004000010041221000801c008280000082028001804100011890400004400a80584048820320000010080800b03302020010090860402502000001600b02b0704014000203412000400208014080022620e304010000400010010c008180400100101881088010c025a0821302700440042012200808000820108012401051000d8080200000012030010020041008304600028000c8040408800202d80208040000801082010200c100822244081000900010820180a02609400000100832100040000000420020880100020000020002042000400002000000000001810800a400001004200200010010000820100000020040001002040000000109418060000011118001a2202220420e0040082c588004000a1648d1126401990000984702104310940240100319403010b2080600204d0482188028000400888081a00000008e601004184024100051000404400a803ba40906880882a1049288181000042c000012028440806124000014500a400804000102000102800500209240254842c00800601403001d8a0045109b0703704240518600920002011000060902010004c42009228300080100809302007002800a2080a0400082248042080105040220800090000090040008d5806490000800210c11210000100000608011a00100204230c82400048d040020200080000040082010481061100080d408200400044084900400004010080481200000000010000040000000c000030060001010420810005a04018010000000001101401029058003080008001104e0000022d00c2080cc8080041300c10040000210402440068040a001a18811000000000010b0008008206004a2804042072000911006010000085200040400041008028010088000f4200000a40440215023c08b0004144082c00040400190b09026000120100144400004140322a208210404574000890120160139001108100000020080040100500201102000010c08000406000005a00810208004110820000020000042070a44008000000200080000001808000449000000010208009a00462a0004010010070280074082000c80008000002204423080190604c9400e0aa168020858e0020028081a2040000031b622280100220106200671d102000d52014608080000d0c000109021514240004240000170000480420c000002080000901821a16010990011200200200641201c8005e260008458040401602402000020040000000880060200000410000102004008001a000000400000020001c012448000000200804040008008008080400803310040000000080300002049000060040080c80688988182276900440488380400c0111a51011380800800400a0001380102000098a8200000000423800a000080041048c006120001e440409100609a81440f381142041980b0081081244a01403001406c040418208358080089800c56c116104902108081080230c04000460004c02001080940c10012451282808810104908ad5100400100080200000044482900002a200240200188a45038010a9800c40080805004010850202000928080300108025201100080000d80110002481009220da20a90450a00008808a48c004444212018211000104001a290000000040b0010040008001098216810080020814382900000000040814500082e8120108f08038c794249010140001000520401008844a884000a03681801021520044914d002040604864018b4b00b2a16100002a4404850311005006800060806002600100004160809a800200012004a4014300e04010812480a50020402000000c0e500421008075212d104e68085083003280000c0008000004b0181f28603228010100500114000484208800040108010801008400400140c40000040100019a41013021a405200140000a131102800a8a091104544480800001000428028e1b4042210002041600c0000090100409881a13080404904800212105008001221420040a00400696068020a014d01500e8c12001000b8c888a0031c0200004d468201104141c84a2a101010c6238a8040a1020440642842029690a80080300020310e40c4100960080020c0101201100202000018081c03808210001004189014001001aa2060000204c2008001c45008502c04a88e8440048a9164260240082012420140400041c400000094010910a8402808008066500a8804810404020900012c0490000408804010000040682100400001010011000500100001800401002021c1022040c04102021000409a0001442800414180010001042240110010400040a24040031a020200000000c0820860001323280808000c020048001201261108812940003110002004280800000080062042000630820084100000620021000440000000002050404004060000210023020008200000008804204020020018080061080b500c8100004828110044202100000086000000100801400108100060000200186100163000800a00040c03040208440030000024c48014200008000002000005202000a0002801a0101000014800000041000300828e20104020a038804042a8088500200040219006281000201020420009621940001c04008048c8205010001405000880091210880000d0804210000080028080a59808881ea0400d400010000805240022200424480401002528802144080008d049904001520220000120108800022c12b1e22d220691c15140600444709840820c000000020810020100019010020010100601004048100e000400a880002000411080004018006241200491000000000802a000a00200c0180000008005443000208089c0200200105018b080a0140c00000001048032000808310840e00800084211c18221c0402209415812020092080500cca000b05444b0001440021502000100080200811142000008040040020004018045600081080000010520001001080248000029081804011014000310044008104000240000c58000801409004800000020401020100804b0240020004040058010210201a00400800900401a0522010c44000004001922844214405004820101022a4082010020482083948220109408010001680482000500220380008052811cc81c04a8c2026440174260900c811009803c81085980000110100c0430c14120280240006010036450202101008000000000041000480000080000c000080078002318080002840000000000020302001480000890000800132400a00c000039000210200600010624400600010002222001000048a0100118000951000ac200018060221a00003622000000420144c800180000a4204840080314052080d00000106440228000280a010000820000041208ac040004240000680000482000280440221004400840000200a0b02101480a084200001f0100180000416808a300000000008610201050200e0124010000800c41401100000008008040045840000480040222044800410400000261020000004a0000490002020000020020100102000001800600540800402802c488000000964000408c0115002123886d002c00109b9000a08110000400051c800442a00181055b43204787800018232d0088900022a2e5281480080412810904209010e00018a40040011c0088007400060400400000470060913480004012c42001a4480201008000000c00c240209210502112848200006042860401908040003012000400402000050208021004020902440808004000540114120000200000808080000460c4c0020101200c200040510818000000410010104804614406000310030006d0382244110040e010843140e020800208900086a08200000020418810648123400104040000882001800600000200b0428180104815020a740880012e880000048100000000812076039c4009224014080000000e08cc8704249308000004d88890c820000f2042023300034c042244285c10e28022842000224201400000081000c0008016000800a04008680000620801200c00490c001088820024212002090208600108004020048044a0004100100600006400000020000000000082208402101040008000050200006004080000458000a000101010021018102040040210000000000004060010220004120802605040200046420580800201126100000800005384c0800881000b300008912080006120c404408421a004040004028000000000d87149000008881400214142000200102000020110242100020804002800020000010000200102200160c00c4000040800010010008100005000120008003188008810100040000084480200000004a02405820024008020180300840410c2a0011ad010820200808f00800b001601d00582001402e30020d2000008301c0020292025062180088000a00811100800c10810811000080000040001080208000020383a080820a30110009400001884080680200410050500082102530040020014073820023000020010c02000420808000200200800100001000000000000502800400008000000500000000420101000000010000005000000402100000000004000040000800000001000000000001800088080002045380000600180201441100040000501005204100200400210810840020210c051054140b220000802180620150000800800000b2004800030101a042188220200820002a000001060c88010080e0e00020101100a80220078080a0300003440500184810008044d0100880456180804412001a201c80404843090d05203000006480a00108044004400064380020000a4000000002005000100080080040001002002144008040004480010020401a00104204000000888004440650002580044c04100c4131140003401700a52e998408a20000422100908801404211a0011240a01c141243000320114201881000019100000a08a04313008008209158006a50892008709a90082601880c204248040c0a009100908a1010908020c019240838054001a82409b5a0801080d001200000800080300905005500000014020a2010080045400000004050200000880010000500004000180000010320150240000040300088000008020010008400040100004024000001002282000018008742603240c054004253f41a204045b10102404010821404000aa408428098820000d0220c004cc401c910061884204070008022002008005100744040928002200000400081103403002020000000040140081001e000818490010100002001088080400088405088100000004008408400201088012080a0140404010040002148204000a40804000800002000000004112011020040000100520040800840080808044042220800080810188d00e1282000000081104080400801044040105400015048508c0084081040c1464084c4010200185609810000040540082140210692820860180c43000081040000024a1011c0100911444328489000c025400080428832020500142000000801080000001102060000a2002010000000200000c098841000000400000092086000c0640884011800608000801025000000100401016000200000000000408100084000001020000080000000008005100024000000100000000400040008100000200200021000100000200000000906000014000102800150280010006000180800231d000600220e4018e02088000000001081144001100070a0000881000020810202200201c01000004050048804902401b09b59850004649e412bb102968000c200200908004b204408043049a424202ad2410484028080108c20c53c0c2000080010ab414d40a072610880000074010000410804200000400c8000044080401500444202004010580080108802002110803009000208100100000c8104400310380c0100090404c00000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native text 5000 0.01 0 f 1495.000 6264 0.000041606
as a column requires	\\x0100010001000000000000000000000000000000e803000000000000fca9f1d24d62503f0d39cd65a9969a69	100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 sparse native text 1000 0.001 0 f 1.000 48 0.000000000
hashes	\\x01010100000000000100000000000000000000002c010000000000007b14ae47e17a843f0600000001000106520500000000000099858ee302729fa40030fb6279c4db9796dc0bf2282b0c62e8e69862992ac9be3233a0abcd23ebf6691e743fd291875d43d44c518a86348cc501ec190c5f67198228d9213e0690ce28096872f13488d491057b5803d043fdf851880494e0e82ca286d363d88920a32d04216335c7acb4606b4e1278881771f24624e550e15595d93c2412e058144eac41700c015b00d932c5840de561110056b4a95a1d481c84d379802269b0bda61dfd240ae008b7b13e336b744ff0122c04f1a178469c5164d97feb95d60c67cb3d5695b6ba344106cc612c2725975fd165d683b66c83f781a00d4f542b0f167d172704c73ce1039018abef7523e66d99953dd165584828dde06ea79e0000143970d049d0e5c03332c5949fc6ac73081e300865fd018ca13d7c081362372420e3c466ac3da10640a03546f2a83d8498a00e441f2544064dd0c62dc0c104b70e5789d82d140c8475d27afd0be81fc19917b60cb2028380d2c880c0b671394a9534f5545f0aad09d829816ac4e8f22a03a4f249e778cc21637d	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111 dense native 300 0.01 0 f 301.000 440 0.008323769
pybloom	\\x010102000100000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107ff0100000000000001000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000bf030000000000000700000000000000640000000000000064000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000f97980de63f88918dcb879f18d339bbc0055d277305ef994dfd8225b9c95ae7a9d53d2736a2fa3bc3473a4922f35be3fac5075c81405f61863efea9f689964617f8ccfc3171433072f8d9de5756846b72393ec8fdadfbfd2d5e8cecdf8b47ec6c965a66001c46bf1bbb54c039fed89fcd504203de99ddb0f0000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000 dense pybloom text 100 0.01 0 f 104.000 312 0.012195962
pybloom, a file	\\x010102000000000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107fd0100000000000000000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000bf030000000000000700000000000000640000000000000064000000000000007b14ae47e17a843f00000000000000000000000000000000000000000000000081dedee9f1b16fc976da22568a88ace7fe88322f1a833ec668f99427e69b4e610ed408e6708e1260fe6746ab3fbc4ae56f606d3929cfc443b6d7cebea18545cd7e959fc9861ec1673160e797e31d8dc315eeecb1feded4f63dffdae98d66e59d712d1c1e9353d477722241a5c45eaf7e59be460ac8a85d510000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000001000000000000000000000000 dense pybloom 100 0.01 0 f 104.000 312 0.011865724
pybloom, grown	\\x010102000100000003002000000000000000000032000000000000007b14ae47e17a843f010000000100010700010000000000000200000001000107f401000000000000050000000100010871010000000000001b000000000000000200000000000000320000000000000000000000000000007b14ae47e17a843fcdccccccccccec3f00000000000000000000000000000000f1010000000000000700000000000000320000000000000032000000000000003cdf4f8d976e823f000000000000000000000000000000000000000000000000f00300000000000007000000000000006400000000000000640000000000000083e2c798bb96803f00000000000000000000000000000000000000000000000008080000000000000800000000000000c8000000000000003200000000000000ecca67791edc7d3f000000000000000000000000000000000000000000000000db8b0e6dd2e4e4a32a8e9eff2b0dc0d057f22de835e20afebb5e80a0be27f345fd6b42c0d4b44ba51d3f9b834fdc2ea2a099641b4fa300869db7c3acd1b7010015a15178dc2556952769e6d452be7102af5c4420595621341c379772977847b741d0767005ff9931a72520ffbec4e8ac07c2965ab6adcf6faccd69a5a9a5abd2bac29978999c33530dc229a983cbfa1e97192b8af0f482388c75b8306ef97599702d7378eff043e926c013c1c291d3aa2fe681ed185bb2563627e847cd2c000003f408440011800d0112290004829d00a4200080a80101013a05006000008000081800406a445002840002801088080300cd80140000011850340e00020921000d4224220684008000d0ac0038244000300000021a404008068001842122100900000044802454124001401000208600100802200920181840000400c4aa08120118827062041001000808200a64140100040101013010420830084108c02602a408004500100012088800000a02481080aa3100100000020304800008910a2905e240000015090c8800650b851000ec10280000001006400804040100244480080141002010800801200202082002c222010390220b0062000206d80001820018000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000100000000000000000000000000000000000000000000000000000000000000000000 dense pybloom text 50 0.01 2 f 203.000 856 0.016938869
RedisBloom, grown	\\x010103000100000003002000000000000000000032000000000000007b14ae47e17a843f0200000001000108260100000000000003000000010001098a02000000000000060000000100010abb01000000000000060000000200000002000000000000003200000000000000c7000000000000007b14ae47e17a843f00000000000000000500000000000000000000000000000040020000000000000800000000000000320000000000000032000000000000007b14ae47e17a743fe9862fb2350e26400000000000000000000000000000000000050000000000000900000000000000640000000000000064000000000000007b14ae47e17a643f4af7d49edef0284000000000000000000000000000000000000b0000000000000a00000000000000c80000000000000031000000000000007b14ae47e17a543faa677a8b87d32b4000000000000000000000000000000000cc107ac7eaf24deee2baa2fc45d6f34533e20513207c39a881e817241e37d4214bbe879b020f3cca67bbd377b57da8cea14d6f7133e2aa875a6c43ed6e8b09cf2cadd960bc2d9aa200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000009298eb55fe3bec4f74a30c18a1a7ff6155b8d1cf898d2cad2c614529427d0faac75e1f475ea3b610b0a976cfde94d43220c4fd63b0c6cdbb2b6c08541afa047f536ca446c2bff36fbd8949d226c09ccdb1e74d80f59b5641fcce7065fbbc4773aa7675e39e8ea59c030429a3a21853fa5fd93896cc63182e0522ee568cd4b26aacd26a8eede39a870ff3e45881039e7ce13d81f1014f0dfe93b50eb2505ae4fe000000000000000000000000000000000000000000000000000000000000000000402404248404685100420411200080801822541059004000008025514a68001080005880012000040c280080900c5088005030080000018000000d50004450001002020500401028400c42004004081012020c821110100c04084000c0018c444200000600208c02811030000000000181041600001004a290204400003810700440052080920200080000a08020402004010000404000464200044000900906821040440848204305808c41402506002010910080d44008440800000211078214010811201010000005100200404040200060c000006748140802125046190114041080c4100000408300480008004218100430200000800041000800050004410a0a0a1101939002000280000400d10040000104002800c0045188084000080008180000c000122802800800080028002008a040001410a010c014004000010048044405044651420504040802cc00500041c02a001000000003980204040000000000000000000000000000000000000000000000000000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense redisbloom text 50 0.01 2 f 201.000 1048 0.006842048
Redis bitmap	\\x010104000100000001001000000000000000000064000000000000007b14ae47e17a843f0200000001000107f30100000000000001000000000000000000000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000be030000000000000700000000000000640000000000000000000000000000007b14ae47e17a843f000000000000000000000000000000000000000000000000bd9eb3dbe07ab729c335fb0096cec776098fb04f324eb73c5d3a3557b3ef5b610683f0e3c95e38e72a3d515db28ca203a66a7d5c8b92bcc8e1c0f9c3a8bec960733ff565812cb17b5d189b3771a8de2bc47a09735620b15a68aa9c5f7a5f0b066505cbed6c3e2f51b3a2eb414251b76b8e5774616affa5380000000000000000	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense redis-bitmap text 100 0.01 0 f 101.000 312 0.010402680
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
time	\\x01010100d2a4ca9d01000000000000000000000014000000000000007b14ae47e17a843f01000000010001066700000000000000400020c481004046030a00301284000150280800058009561888a4604402000341020221871211001200a4000604002e100d1a60440028001d20400240056401	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native time 20 0.01 0 f 19.000 120 0.000066283
timestamp	\\x01010100264bc3e001000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000020800014c21489a803188000006118230088908090400a00a00c12402062808ac60004090080100020603c22000b48401980c0400600040281ab003951105000	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native timestamp 20 0.01 0 f 20.000 120 0.000074390
timestamptz	\\x01010100417909e201000000000000000000000014000000000000007b14ae47e17a843f0100000001000106690000000000000020800014c21489a803188000006118230088908090400a00a00c12402062808ac60004090080100020603c22000b48401980c0400600040281ab003951105000	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native timestamptz 20 0.01 0 f 20.000 120 0.000074390
inet	\\x010101004a016fda01000000000000000000000014000000000000007b14ae47e17a843f0100000001000106680000000000000000a84410520a026008024340481210026221206920001014b2e00202001200802008c12d20301002c09002027400080002000e78800955080000806a34080104	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native inet 20 0.01 0 f 19.000 120 0.000070239
macaddr	\\x010101004e58e48501000000000000000000000014000000000000007b14ae47e17a843f01000000010001066c00000000000000a12444022008114031032404002040300281502200402428044580c8888039204000004000a09760a01417108225a1010000292480c020022201486021102874	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native macaddr 20 0.01 0 f 20.000 120 0.000088089
money	\\x01010100fa9055df01000000000000000000000014000000000000007b14ae47e17a843f010000000100010669000000000000002c0410906a0008020010260928024a918010dd0000020800091a0488072000880004c6088000200049a40042211012042582800d404a0210020608c1542011c1	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 dense native money 20 0.01 0 f 20.000 120 0.000074390
bit	\\x01010100b91f61ae01000000000000000000000014000000000000007b14ae47e17a843f01000000010001066d000000000000000524c5058400280705400500425c09d00028c2280000242804042c0807a500206a3000a02800000486800d088810112269019410440232009802012000020310	111111111111111111110000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000011111111111111111111000000000000000000000000 dense native bit 20 0.01 0 f 20.000 120 0.000093098
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

COPY public.lasting_settings (version, class, capacity, error_rate, seed, retention, bucket, partitions) FROM stdin;
1	4	1000	0.01	7	300000 days	100000 days	1
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

COPY public.loaded_settings (version, class, capacity, error_rate, seed, retention, bucket, partitions) FROM stdin;
1	2	1000	0.01	0	\N	\N	1
\.


--
-- Data for Name: set_answers; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.set_answers (name, answers) FROM stdin;
crawl	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 text 2000 0.001 250 1
loaded	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 integer 1000 0.01 250 1
lasting	111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111111100000000000000000000000000000000000000000000000000 uuid 1000 0.01 250 1 300000 days 100000 days
\.


--
-- Data for Name: typed; Type: TABLE DATA; Schema: public; Owner: postgres
--

COPY public.typed (fixed, rated, grown, rollup, several, host) FROM stdin;
\\x0100010000000000000000000000000000000000e8030000000000007b14ae47e17a843f	\\x0100010001000000000000000000000000000000e803000000000000fca9f1d24d62503f0d39cd65a9969a69	\\x0100010201000000000000000000000000000000e8030000000000007b14ae47e17a843f0d39cd65a9969a69	\\x010401000000000000000000000000000000000080f0fa02000000007b14ae47e17a843f0000000000000000	{"\\\\x010001020100000000000000000000000000000000000000000000007b14ae47e17a843f0d39cd65a9969a69",NULL}	example.com
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
-- Name: filters_filter; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX filters_filter ON public.filters USING hash (filter);


--
-- Name: typed_hash; Type: INDEX; Schema: public; Owner: postgres
--

CREATE INDEX typed_hash ON public.typed USING btree (public.bloom_hash(host));


--
-- Name: crawl_filters bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.crawl_filters FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: crawl_recent bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.crawl_recent FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: crawl_settings bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.crawl_settings FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: lasting_filters bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.lasting_filters FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: lasting_recent bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.lasting_recent FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: lasting_settings bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.lasting_settings FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: loaded_filters bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.loaded_filters FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: loaded_recent bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.loaded_recent FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: loaded_settings bloom_set; Type: TRIGGER; Schema: public; Owner: postgres
--

CREATE TRIGGER bloom_set BEFORE TRUNCATE ON public.loaded_settings FOR EACH STATEMENT EXECUTE FUNCTION public.bloom_set_refuse_truncate();


--
-- Name: everything; Type: MATERIALIZED VIEW DATA; Schema: public; Owner: postgres
--

REFRESH MATERIALIZED VIEW public.everything;


--
-- PostgreSQL database dump complete
--


