/* bloomext 1.0: made of sql/bloomext.in by sql/generate.py */

\echo Use "CREATE EXTENSION bloomext" to load this file. \quit

-- The type

CREATE TYPE bloom;

CREATE FUNCTION bloom_in(cstring, oid, integer) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_in(cstring, oid, integer) IS
'reads the text format of a filter';

CREATE FUNCTION bloom_out(bloom) RETURNS cstring
AS 'MODULE_PATHNAME', 'bloom_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_out(bloom) IS
'text format of a filter';

CREATE FUNCTION bloom_recv(internal, oid, integer) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_recv'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_recv(internal, oid, integer) IS
'reads the binary format of a filter (doc/format.md)';

CREATE FUNCTION bloom_send(bloom) RETURNS bytea
AS 'MODULE_PATHNAME', 'bloom_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_send(bloom) IS
'binary format of a filter';

CREATE FUNCTION bloom_typmod_in(cstring[]) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_typmod_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_typmod_in(cstring[]) IS
'reads the modifiers of the type bloom(capacity, error_rate, growth or '
'elastic)';

CREATE FUNCTION bloom_typmod_out(integer) RETURNS cstring
AS 'MODULE_PATHNAME', 'bloom_typmod_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_typmod_out(integer) IS
'text format of the modifiers of a type bloom(capacity, error_rate, growth or '
'elastic)';

-- Not compressed, so that a part of a filter can be read alone
CREATE TYPE bloom (
	INPUT = bloom_in,
	OUTPUT = bloom_out,
	RECEIVE = bloom_recv,
	SEND = bloom_send,
	TYPMOD_IN = bloom_typmod_in,
	TYPMOD_OUT = bloom_typmod_out,
	INTERNALLENGTH = VARIABLE,
	ALIGNMENT = double,
	STORAGE = external
);

COMMENT ON TYPE bloom IS
'Bloom filter: a compact set with false positives and no false negatives';

CREATE FUNCTION bloom_from_bytea(bytea) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_from_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_from_bytea(bytea) IS
'filter from its binary format';

CREATE FUNCTION bloom_to_bytea(bloom) RETURNS bytea
AS 'MODULE_PATHNAME', 'bloom_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_to_bytea(bloom) IS
'binary format of a filter as bytes';

CREATE FUNCTION bloom_conform(filter bloom, typmod integer, explicit boolean) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_conform'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_conform(filter bloom, typmod integer, explicit boolean) IS
'fits a filter to the parameters of its column';

CREATE CAST (bloom AS bloom) WITH FUNCTION bloom_conform(bloom, integer, boolean) AS IMPLICIT;
CREATE CAST (bytea AS bloom) WITH FUNCTION bloom_from_bytea(bytea) AS ASSIGNMENT;
CREATE CAST (bloom AS bytea) WITH FUNCTION bloom_to_bytea(bloom);

COMMENT ON CAST (bloom AS bloom) IS
'fits a filter to the parameters of its column';

COMMENT ON CAST (bytea AS bloom) IS
'filter from its binary format';

COMMENT ON CAST (bloom AS bytea) IS
'binary format of a filter as bytes';

-- Planner support

CREATE FUNCTION bloom_sel(internal, oid, internal, integer) RETURNS float8
AS 'MODULE_PATHNAME', 'bloom_sel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_sel(internal, oid, internal, integer) IS
'restriction selectivity of @> and <@';

CREATE FUNCTION bloom_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'bloom_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_support(internal) IS
'planner support for functions of one value';

-- Creating and changing filters

CREATE FUNCTION bloom(capacity bigint, error_rate float8 DEFAULT 0.01, growth integer DEFAULT 0, counting boolean DEFAULT false, seed bigint DEFAULT 0) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom(capacity bigint, error_rate float8, growth integer, counting boolean, seed bigint) IS
'empty filter for capacity distinct values at an error rate';

CREATE FUNCTION bloom() RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom() IS
'empty elastic filter, whose size follows the number of its values';

CREATE FUNCTION bloom_elastic(capacity bigint DEFAULT 50000000, error_rate float8 DEFAULT 0.01, seed bigint DEFAULT 0) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_elastic'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_elastic(capacity bigint, error_rate float8, seed bigint) IS
'empty elastic filter, whose size follows the number of its values';

CREATE FUNCTION bloom_add(filter bloom, value anyelement) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_add'
LANGUAGE C STABLE PARALLEL SAFE COST 20 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_add(filter bloom, value anyelement) IS
'filter with the value added';

CREATE FUNCTION bloom_add(filter bloom, value text) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_add'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_add(filter bloom, value text) IS
'filter with the value added';

CREATE FUNCTION bloom_add(filter bloom, value "char") RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_add'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_add(filter bloom, value "char") IS
'filter with the value added';

CREATE FUNCTION bloom_add_all(filter bloom, elements anycompatiblearray) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_add_all'
LANGUAGE C STABLE PARALLEL SAFE COST 50;

COMMENT ON FUNCTION bloom_add_all(filter bloom, elements anycompatiblearray) IS
'filter with all elements of the array added';

CREATE FUNCTION bloom_add_hash(filter bloom, hash bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_add_hash'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_add_hash(filter bloom, hash bigint) IS
'filter with a value added, given its hash';

CREATE FUNCTION bloom_remove(filter bloom, value anyelement) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_remove'
LANGUAGE C STABLE PARALLEL SAFE COST 20 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_remove(filter bloom, value anyelement) IS
'counting filter with one addition of the value undone';

CREATE FUNCTION bloom_remove(filter bloom, value text) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_remove'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_remove(filter bloom, value text) IS
'counting filter with one addition of the value undone';

CREATE FUNCTION bloom_remove(filter bloom, value "char") RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_remove'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 20 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_remove(filter bloom, value "char") IS
'counting filter with one addition of the value undone';

CREATE FUNCTION bloom_remove_all(filter bloom, elements anycompatiblearray) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_remove_all'
LANGUAGE C STABLE PARALLEL SAFE COST 50;

COMMENT ON FUNCTION bloom_remove_all(filter bloom, elements anycompatiblearray) IS
'counting filter with one addition of each element undone';

CREATE FUNCTION bloom_uncount(filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_uncount'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_uncount(filter bloom) IS
'plain filter with the parameters and members of a counting filter';

CREATE FUNCTION bloom_clear(filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_clear'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_clear(filter bloom) IS
'empty filter with the same parameters';

CREATE FUNCTION bloom_fold(filter bloom, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_fold'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_fold(filter bloom, capacity bigint) IS
'filter folded to a smaller capacity';

-- Testing.  A polymorphic function is STABLE, because it calls the output or
-- send function of a type, and those of enums and rows are.  Types that are
-- often used for keys have functions of their own, which are IMMUTABLE: for
-- indexes, generated columns, and postgres_fdw.

CREATE FUNCTION bloom_contains(filter bloom, value anyelement) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value anyelement) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value text) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value text) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value "char") RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value "char") IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value smallint) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value smallint) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value integer) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value integer) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value bigint) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value bigint) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value float8) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value float8) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value numeric) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value numeric) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value uuid) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value bytea) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value bytea) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value date) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value date) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value timestamp) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value timestamp) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains(filter bloom, value timestamptz) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contains(filter bloom, value timestamptz) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value anyelement, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value anyelement, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value text, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value text, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value "char", filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value "char", filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value smallint, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value smallint, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value integer, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value integer, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value bigint, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value bigint, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value float8, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value float8, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value numeric, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value numeric, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value uuid, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value uuid, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value bytea, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value bytea, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value date, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value date, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value timestamp, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value timestamp, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contained(value timestamptz, filter bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contained'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5 SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_contained(value timestamptz, filter bloom) IS
'whether the value may be in the filter';

CREATE FUNCTION bloom_contains_any(filter bloom, elements anycompatiblearray) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains_any'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50;

COMMENT ON FUNCTION bloom_contains_any(filter bloom, elements anycompatiblearray) IS
'whether any element of the array may be in the filter';

CREATE FUNCTION bloom_contains_all(filter bloom, elements anycompatiblearray) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains_all'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50;

COMMENT ON FUNCTION bloom_contains_all(filter bloom, elements anycompatiblearray) IS
'whether all elements of the array may be in the filter';

CREATE FUNCTION bloom_contains_each(filter bloom, elements anycompatiblearray) RETURNS boolean[]
AS 'MODULE_PATHNAME', 'bloom_contains_each'
LANGUAGE C STABLE STRICT PARALLEL SAFE COST 50;

COMMENT ON FUNCTION bloom_contains_each(filter bloom, elements anycompatiblearray) IS
'for each element of the array, whether it may be in the filter';

CREATE FUNCTION bloom_contains_hash(filter bloom, hash bigint) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_contains_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 5;

COMMENT ON FUNCTION bloom_contains_hash(filter bloom, hash bigint) IS
'whether a value with this hash may be in the filter';

-- Combining and comparing

CREATE FUNCTION bloom_union(bloom, bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_union'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_union(bloom, bloom) IS
'filter of the members of either filter';

CREATE FUNCTION bloom_can_combine(bloom, bloom) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_can_combine'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10;

COMMENT ON FUNCTION bloom_can_combine(bloom, bloom) IS
'whether two filters can be combined';

CREATE FUNCTION bloom_intersection(bloom, bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_intersection'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_intersection(bloom, bloom) IS
'filter of the members that both filters have, and possibly others';

CREATE FUNCTION bloom_eq(bloom, bloom) RETURNS boolean
AS 'byteaeq'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_eq(bloom, bloom) IS
'whether the stored bytes of two filters are equal';

CREATE FUNCTION bloom_lt(bloom, bloom) RETURNS boolean
AS 'bytealt'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_lt(bloom, bloom) IS
'whether the stored bytes come before those of the other filter';

CREATE FUNCTION bloom_le(bloom, bloom) RETURNS boolean
AS 'byteale'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_le(bloom, bloom) IS
'whether the stored bytes do not come after those of the other filter';

CREATE FUNCTION bloom_gt(bloom, bloom) RETURNS boolean
AS 'byteagt'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_gt(bloom, bloom) IS
'whether the stored bytes come after those of the other filter';

CREATE FUNCTION bloom_ge(bloom, bloom) RETURNS boolean
AS 'byteage'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_ge(bloom, bloom) IS
'whether the stored bytes do not come before those of the other filter';

CREATE FUNCTION bloom_ne(bloom, bloom) RETURNS boolean
AS 'byteane'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_ne(bloom, bloom) IS
'whether the stored bytes of two filters differ';

-- Inspecting filters

CREATE FUNCTION bloom_cardinality(filter bloom) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_cardinality'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_cardinality(filter bloom) IS
'number of distinct values in the filter: exact if sparse, otherwise estimated';

CREATE FUNCTION bloom_fpp(filter bloom) RETURNS float8
AS 'MODULE_PATHNAME', 'bloom_fpp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_fpp(filter bloom) IS
'current error rate';

CREATE FUNCTION bloom_info(filter bloom, OUT representation text, OUT format text, OUT class text, OUT capacity bigint, OUT error_rate float8, OUT growth integer, OUT elastic boolean, OUT counting boolean, OUT seed bigint, OUT bytes bigint, OUT layers integer, OUT bits bigint, OUT bits_set bigint, OUT probes integer, OUT cache_lines integer, OUT block_lines integer, OUT cardinality bigint, OUT fpp float8, OUT over_capacity boolean)
AS 'MODULE_PATHNAME', 'bloom_info'
LANGUAGE C STABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_info(filter bloom) IS
'parameters and state of a filter';

CREATE FUNCTION bloom_union_cardinality(bloom, bloom) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_union_cardinality'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_union_cardinality(bloom, bloom) IS
'estimated number of distinct values in either filter';

CREATE FUNCTION bloom_intersection_cardinality(bloom, bloom) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_intersection_cardinality'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_intersection_cardinality(bloom, bloom) IS
'estimated number of distinct values that are in both filters';

CREATE FUNCTION bloom_jaccard(bloom, bloom) RETURNS float8
AS 'MODULE_PATHNAME', 'bloom_jaccard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_jaccard(bloom, bloom) IS
'estimated Jaccard index of two filters';

-- Sizing

CREATE FUNCTION bloom_size(capacity bigint, error_rate float8 DEFAULT 0.01, OUT bytes bigint, OUT bits_per_value float8, OUT probes integer, OUT cache_lines integer)
AS 'MODULE_PATHNAME', 'bloom_size'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_size(capacity bigint, error_rate float8) IS
'size of a filter with these parameters';

CREATE FUNCTION bloom_theoretical_fpp(bits_per_value float8, probes integer) RETURNS float8
AS 'MODULE_PATHNAME', 'bloom_theoretical_fpp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_theoretical_fpp(bits_per_value float8, probes integer) IS
'error rate of a classic, unblocked Bloom filter';

-- Hashes

CREATE FUNCTION bloom_hash(value anyelement, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C STABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value anyelement, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value text, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value text, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value "char", seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value "char", seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value smallint, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value smallint, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value integer, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value integer, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value bigint, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value bigint, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value float8, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value float8, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value numeric, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value numeric, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value uuid, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value uuid, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value bytea, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value bytea, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value date, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value date, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value timestamp, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value timestamp, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_hash(value timestamptz, seed bigint DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_hash(value timestamptz, seed bigint) IS
'64-bit hash of the value with the given seed';

CREATE FUNCTION bloom_shard(value anyelement, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C STABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value anyelement, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value text, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value text, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value "char", shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value "char", shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value smallint, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value smallint, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value integer, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value integer, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value bigint, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value bigint, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value float8, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value float8, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value numeric, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value numeric, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value uuid, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value uuid, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value bytea, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value bytea, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value date, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value date, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value timestamp, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value timestamp, shards integer) IS
'shard of a value, from 0 to shards - 1';

CREATE FUNCTION bloom_shard(value timestamptz, shards integer) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT bloom_support;

COMMENT ON FUNCTION bloom_shard(value timestamptz, shards integer) IS
'shard of a value, from 0 to shards - 1';

-- Operators.  The join selectivity of a test, whose filter is unknown then, is
-- positionjoinsel, which is 0.1.

CREATE OPERATOR || (
	FUNCTION = bloom_add,
	LEFTARG = bloom,
	RIGHTARG = anyelement
);

COMMENT ON OPERATOR || (bloom, anyelement) IS
'add the value: bloom_add';

CREATE OPERATOR || (
	FUNCTION = bloom_add,
	LEFTARG = bloom,
	RIGHTARG = text
);

COMMENT ON OPERATOR || (bloom, text) IS
'add the value: bloom_add';

CREATE OPERATOR || (
	FUNCTION = bloom_add,
	LEFTARG = bloom,
	RIGHTARG = "char"
);

COMMENT ON OPERATOR || (bloom, "char") IS
'add the value: bloom_add';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = anyelement,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, anyelement) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = anyelement,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (anyelement, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = text,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, text) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = text,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (text, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = "char",
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, "char") IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = "char",
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ ("char", bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = smallint,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, smallint) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = smallint,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (smallint, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = integer,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, integer) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = integer,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (integer, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = bigint,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, bigint) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = bigint,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (bigint, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = float8,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, float8) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = float8,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (float8, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = numeric,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, numeric) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = numeric,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (numeric, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = uuid,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, uuid) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = uuid,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (uuid, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = bytea,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, bytea) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = bytea,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (bytea, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = date,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, date) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = date,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (date, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = timestamp,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, timestamp) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = timestamp,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (timestamp, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR @> (
	FUNCTION = bloom_contains,
	LEFTARG = bloom,
	RIGHTARG = timestamptz,
	COMMUTATOR = <@,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR @> (bloom, timestamptz) IS
'may contain: bloom_contains';

CREATE OPERATOR <@ (
	FUNCTION = bloom_contained,
	LEFTARG = timestamptz,
	RIGHTARG = bloom,
	COMMUTATOR = @>,
	RESTRICT = bloom_sel,
	JOIN = positionjoinsel
);

COMMENT ON OPERATOR <@ (timestamptz, bloom) IS
'may be contained in: bloom_contained';

CREATE OPERATOR | (
	FUNCTION = bloom_union,
	LEFTARG = bloom,
	RIGHTARG = bloom,
	COMMUTATOR = |
);

COMMENT ON OPERATOR | (bloom, bloom) IS
'union: bloom_union';

CREATE OPERATOR & (
	FUNCTION = bloom_intersection,
	LEFTARG = bloom,
	RIGHTARG = bloom,
	COMMUTATOR = &
);

COMMENT ON OPERATOR & (bloom, bloom) IS
'intersection: bloom_intersection';

CREATE OPERATOR = (
	FUNCTION = bloom_eq,
	LEFTARG = bloom,
	RIGHTARG = bloom,
	COMMUTATOR = =,
	NEGATOR = <>,
	RESTRICT = eqsel,
	JOIN = eqjoinsel,
	HASHES,
	MERGES
);

COMMENT ON OPERATOR = (bloom, bloom) IS
'equal stored bytes';

CREATE OPERATOR <> (
	FUNCTION = bloom_ne,
	LEFTARG = bloom,
	RIGHTARG = bloom,
	COMMUTATOR = <>,
	NEGATOR = =,
	RESTRICT = neqsel,
	JOIN = neqjoinsel
);

COMMENT ON OPERATOR <> (bloom, bloom) IS
'different stored bytes';

CREATE OPERATOR < (
	FUNCTION = bloom_lt,
	LEFTARG = bloom,
	RIGHTARG = bloom,
	COMMUTATOR = >,
	NEGATOR = >=,
	RESTRICT = scalarltsel,
	JOIN = scalarltjoinsel
);

COMMENT ON OPERATOR < (bloom, bloom) IS
'less, by stored bytes';

CREATE OPERATOR <= (
	FUNCTION = bloom_le,
	LEFTARG = bloom,
	RIGHTARG = bloom,
	COMMUTATOR = >=,
	NEGATOR = >,
	RESTRICT = scalarlesel,
	JOIN = scalarlejoinsel
);

COMMENT ON OPERATOR <= (bloom, bloom) IS
'less or equal, by stored bytes';

CREATE OPERATOR > (
	FUNCTION = bloom_gt,
	LEFTARG = bloom,
	RIGHTARG = bloom,
	COMMUTATOR = <,
	NEGATOR = <=,
	RESTRICT = scalargtsel,
	JOIN = scalargtjoinsel
);

COMMENT ON OPERATOR > (bloom, bloom) IS
'greater, by stored bytes';

CREATE OPERATOR >= (
	FUNCTION = bloom_ge,
	LEFTARG = bloom,
	RIGHTARG = bloom,
	COMMUTATOR = <=,
	NEGATOR = <,
	RESTRICT = scalargesel,
	JOIN = scalargejoinsel
);

COMMENT ON OPERATOR >= (bloom, bloom) IS
'greater or equal, by stored bytes';

-- DISTINCT, GROUP BY, UNION, ORDER BY, joins, unique indexes on small filters,
-- and replication of tables without a key

CREATE FUNCTION bloom_cmp(bloom, bloom) RETURNS integer
AS 'MODULE_PATHNAME', 'bloom_cmp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_cmp(bloom, bloom) IS
'order of filters by stored bytes';

CREATE FUNCTION bloom_filter_hash(bloom) RETURNS integer
AS 'hashvarlena'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_filter_hash(bloom) IS
'hash of the stored bytes';

CREATE FUNCTION bloom_filter_hash_extended(bloom, bigint) RETURNS bigint
AS 'hashvarlenaextended'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_filter_hash_extended(bloom, bigint) IS
'hash of the stored bytes with a seed, as 64 bits';

CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 bloom_cmp(bloom, bloom);

COMMENT ON OPERATOR CLASS bloom_ops USING btree IS
'order of filters by stored bytes';

COMMENT ON OPERATOR FAMILY bloom_ops USING btree IS
'order of filters by stored bytes';

CREATE OPERATOR CLASS bloom_ops DEFAULT FOR TYPE bloom USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 bloom_filter_hash(bloom),
	FUNCTION 2 bloom_filter_hash_extended(bloom, bigint);

COMMENT ON OPERATOR CLASS bloom_ops USING hash IS
'equality of filters by stored bytes';

COMMENT ON OPERATOR FAMILY bloom_ops USING hash IS
'equality of filters by stored bytes';

-- Aggregates.  Each but bloom_intersection_agg starts from bloom(), the empty
-- filter that combines with any other one, which is also the result over no rows.
-- The aggregates over any type use an internal state.  Engines such as Citus
-- cannot send it, because their workers do not know the type.

CREATE FUNCTION bloom_agg_union(state bloom, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_union'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_agg_union(state bloom, filter bloom) IS
'transition and combine function of bloom_union_agg';

CREATE FUNCTION bloom_agg_combine(state bloom, other bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_combine'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_agg_combine(state bloom, other bloom) IS
'combine function of bloom_agg and bloom_agg_like';

CREATE FUNCTION bloom_agg_final(state bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_final'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_agg_final(state bloom) IS
'final function of bloom_agg and bloom_agg_like';

CREATE FUNCTION bloom_agg_union_final(state bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_union_final'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_agg_union_final(state bloom) IS
'final function of bloom_union_agg and bloom_intersection_agg';

CREATE FUNCTION bloom_agg_intersection(state bloom, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_intersection'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 100;

COMMENT ON FUNCTION bloom_agg_intersection(state bloom, filter bloom) IS
'transition and combine function of bloom_intersection_agg';

CREATE FUNCTION bloom_agg_any_combine(state internal, other internal) RETURNS internal
AS 'MODULE_PATHNAME', 'bloom_agg_any_combine'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

COMMENT ON FUNCTION bloom_agg_any_combine(state internal, other internal) IS
'combine function of bloom_agg for values of any type';

CREATE FUNCTION bloom_agg_any_serialize(state internal) RETURNS bytea
AS 'MODULE_PATHNAME', 'bloom_agg_any_serialize'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_agg_any_serialize(state internal) IS
'serialize function of bloom_agg for values of any type';

CREATE FUNCTION bloom_agg_any_deserialize(state bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'bloom_agg_any_deserialize'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_agg_any_deserialize(state bytea, internal) IS
'deserialize function of bloom_agg for values of any type';

CREATE FUNCTION bloom_agg_any_final(state internal) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_any_final'
LANGUAGE C IMMUTABLE PARALLEL SAFE;

COMMENT ON FUNCTION bloom_agg_any_final(state internal) IS
'final function of bloom_agg for values of any type';

CREATE FUNCTION bloom_agg_any(state internal, value anyelement) RETURNS internal
AS 'MODULE_PATHNAME', 'bloom_agg_any'
LANGUAGE C STABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_any(state internal, value anyelement) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value anyelement) (
	SFUNC = bloom_agg_any,
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value anyelement) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_any(state internal, value anyelement, capacity bigint) RETURNS internal
AS 'MODULE_PATHNAME', 'bloom_agg_any'
LANGUAGE C STABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_any(state internal, value anyelement, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint) (
	SFUNC = bloom_agg_any,
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value anyelement, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_any(state internal, value anyelement, capacity bigint, error_rate float8) RETURNS internal
AS 'MODULE_PATHNAME', 'bloom_agg_any'
LANGUAGE C STABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_any(state internal, value anyelement, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value anyelement, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_any,
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value anyelement, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_any(state internal, value anyelement, filter bloom) RETURNS internal
AS 'MODULE_PATHNAME', 'bloom_agg_like_any'
LANGUAGE C STABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_any(state internal, value anyelement, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value anyelement, filter bloom) (
	SFUNC = bloom_agg_like_any,
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value anyelement, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_text(state bloom, value text) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_text(state bloom, value text) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value text) (
	SFUNC = bloom_agg_text,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value text) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_text(state bloom, value text, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_text(state bloom, value text, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value text, capacity bigint) (
	SFUNC = bloom_agg_text,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value text, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_text(state bloom, value text, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_text(state bloom, value text, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value text, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_text,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value text, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_text(state bloom, value text, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_text(state bloom, value text, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value text, filter bloom) (
	SFUNC = bloom_agg_like_text,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value text, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE AGGREGATE bloom_agg(value "char") (
	SFUNC = bloom_agg_any,
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value "char") IS
'filter of all values, whatever their number';

CREATE AGGREGATE bloom_agg(value "char", capacity bigint) (
	SFUNC = bloom_agg_any,
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value "char", capacity bigint) IS
'filter of all values, with the given capacity';

CREATE AGGREGATE bloom_agg(value "char", capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_any,
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value "char", capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE AGGREGATE bloom_agg_like(value "char", filter bloom) (
	SFUNC = bloom_agg_like_any,
	STYPE = internal,
	SSPACE = -1,
	FINALFUNC = bloom_agg_any_final,
	COMBINEFUNC = bloom_agg_any_combine,
	SERIALFUNC = bloom_agg_any_serialize,
	DESERIALFUNC = bloom_agg_any_deserialize,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value "char", filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_int2(state bloom, value smallint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int2(state bloom, value smallint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value smallint) (
	SFUNC = bloom_agg_int2,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value smallint) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_int2(state bloom, value smallint, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int2(state bloom, value smallint, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value smallint, capacity bigint) (
	SFUNC = bloom_agg_int2,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value smallint, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_int2(state bloom, value smallint, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int2(state bloom, value smallint, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value smallint, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_int2,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value smallint, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_int2(state bloom, value smallint, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_int2(state bloom, value smallint, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value smallint, filter bloom) (
	SFUNC = bloom_agg_like_int2,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value smallint, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_int4(state bloom, value integer) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int4(state bloom, value integer) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value integer) (
	SFUNC = bloom_agg_int4,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value integer) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_int4(state bloom, value integer, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int4(state bloom, value integer, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value integer, capacity bigint) (
	SFUNC = bloom_agg_int4,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value integer, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_int4(state bloom, value integer, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int4(state bloom, value integer, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value integer, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_int4,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value integer, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_int4(state bloom, value integer, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_int4(state bloom, value integer, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value integer, filter bloom) (
	SFUNC = bloom_agg_like_int4,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value integer, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_int8(state bloom, value bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int8(state bloom, value bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value bigint) (
	SFUNC = bloom_agg_int8,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value bigint) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_int8(state bloom, value bigint, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int8(state bloom, value bigint, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value bigint, capacity bigint) (
	SFUNC = bloom_agg_int8,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value bigint, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_int8(state bloom, value bigint, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_int8(state bloom, value bigint, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value bigint, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_int8,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value bigint, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_int8(state bloom, value bigint, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_int8(state bloom, value bigint, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value bigint, filter bloom) (
	SFUNC = bloom_agg_like_int8,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value bigint, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_numeric(state bloom, value numeric) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_numeric(state bloom, value numeric) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value numeric) (
	SFUNC = bloom_agg_numeric,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value numeric) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_numeric(state bloom, value numeric, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_numeric(state bloom, value numeric, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value numeric, capacity bigint) (
	SFUNC = bloom_agg_numeric,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value numeric, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_numeric(state bloom, value numeric, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_numeric(state bloom, value numeric, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value numeric, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_numeric,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value numeric, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_numeric(state bloom, value numeric, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_numeric(state bloom, value numeric, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value numeric, filter bloom) (
	SFUNC = bloom_agg_like_numeric,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value numeric, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_uuid(state bloom, value uuid) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_uuid(state bloom, value uuid) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value uuid) (
	SFUNC = bloom_agg_uuid,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value uuid) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_uuid(state bloom, value uuid, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_uuid(state bloom, value uuid, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value uuid, capacity bigint) (
	SFUNC = bloom_agg_uuid,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value uuid, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_uuid(state bloom, value uuid, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_uuid(state bloom, value uuid, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value uuid, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_uuid,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value uuid, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_uuid(state bloom, value uuid, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_uuid(state bloom, value uuid, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value uuid, filter bloom) (
	SFUNC = bloom_agg_like_uuid,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value uuid, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_bytea(state bloom, value bytea) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_bytea(state bloom, value bytea) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value bytea) (
	SFUNC = bloom_agg_bytea,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value bytea) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_bytea(state bloom, value bytea, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_bytea(state bloom, value bytea, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value bytea, capacity bigint) (
	SFUNC = bloom_agg_bytea,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value bytea, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_bytea(state bloom, value bytea, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_bytea(state bloom, value bytea, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value bytea, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_bytea,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value bytea, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_bytea(state bloom, value bytea, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_bytea(state bloom, value bytea, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value bytea, filter bloom) (
	SFUNC = bloom_agg_like_bytea,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value bytea, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_date(state bloom, value date) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_date(state bloom, value date) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value date) (
	SFUNC = bloom_agg_date,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value date) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_date(state bloom, value date, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_date(state bloom, value date, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value date, capacity bigint) (
	SFUNC = bloom_agg_date,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value date, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_date(state bloom, value date, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_date(state bloom, value date, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value date, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_date,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value date, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_date(state bloom, value date, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_date(state bloom, value date, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value date, filter bloom) (
	SFUNC = bloom_agg_like_date,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value date, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_timestamp(state bloom, value timestamp) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_timestamp(state bloom, value timestamp) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value timestamp) (
	SFUNC = bloom_agg_timestamp,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value timestamp) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_timestamp(state bloom, value timestamp, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_timestamp(state bloom, value timestamp, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value timestamp, capacity bigint) (
	SFUNC = bloom_agg_timestamp,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value timestamp, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_timestamp(state bloom, value timestamp, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_timestamp(state bloom, value timestamp, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value timestamp, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_timestamp,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value timestamp, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_timestamp(state bloom, value timestamp, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_timestamp(state bloom, value timestamp, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value timestamp, filter bloom) (
	SFUNC = bloom_agg_like_timestamp,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value timestamp, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_timestamptz(state bloom, value timestamptz) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_timestamptz(state bloom, value timestamptz) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value timestamptz) (
	SFUNC = bloom_agg_timestamptz,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value timestamptz) IS
'filter of all values, whatever their number';

CREATE FUNCTION bloom_agg_timestamptz(state bloom, value timestamptz, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_timestamptz(state bloom, value timestamptz, capacity bigint) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value timestamptz, capacity bigint) (
	SFUNC = bloom_agg_timestamptz,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value timestamptz, capacity bigint) IS
'filter of all values, with the given capacity';

CREATE FUNCTION bloom_agg_timestamptz(state bloom, value timestamptz, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_timestamptz(state bloom, value timestamptz, capacity bigint, error_rate float8) IS
'transition function of bloom_agg';

CREATE AGGREGATE bloom_agg(value timestamptz, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_timestamptz,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg(value timestamptz, capacity bigint, error_rate float8) IS
'filter of all values, with the given capacity and error rate';

CREATE FUNCTION bloom_agg_like_timestamptz(state bloom, value timestamptz, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_typed'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_timestamptz(state bloom, value timestamptz, filter bloom) IS
'transition function of bloom_agg_like';

CREATE AGGREGATE bloom_agg_like(value timestamptz, filter bloom) (
	SFUNC = bloom_agg_like_timestamptz,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_like(value timestamptz, filter bloom) IS
'filter of all values, with the parameters of another filter';

CREATE FUNCTION bloom_agg_of_hash(state bloom, hash bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_of_hash'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_of_hash(state bloom, hash bigint) IS
'transition function of bloom_agg_hash';

CREATE AGGREGATE bloom_agg_hash(hash bigint) (
	SFUNC = bloom_agg_of_hash,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_hash(hash bigint) IS
'filter of all values with these hashes, whatever their number';

CREATE FUNCTION bloom_agg_of_hash(state bloom, hash bigint, capacity bigint) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_of_hash'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_of_hash(state bloom, hash bigint, capacity bigint) IS
'transition function of bloom_agg_hash';

CREATE AGGREGATE bloom_agg_hash(hash bigint, capacity bigint) (
	SFUNC = bloom_agg_of_hash,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_hash(hash bigint, capacity bigint) IS
'filter of all values with these hashes, with the given capacity';

CREATE FUNCTION bloom_agg_of_hash(state bloom, hash bigint, capacity bigint, error_rate float8) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_of_hash'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_of_hash(state bloom, hash bigint, capacity bigint, error_rate float8) IS
'transition function of bloom_agg_hash';

CREATE AGGREGATE bloom_agg_hash(hash bigint, capacity bigint, error_rate float8) (
	SFUNC = bloom_agg_of_hash,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_hash(hash bigint, capacity bigint, error_rate float8) IS
'filter of all values with these hashes, with the given capacity and error '
'rate';

CREATE FUNCTION bloom_agg_like_of_hash(state bloom, hash bigint, filter bloom) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_agg_like_of_hash'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 3;

COMMENT ON FUNCTION bloom_agg_like_of_hash(state bloom, hash bigint, filter bloom) IS
'transition function of bloom_agg_hash_like';

CREATE AGGREGATE bloom_agg_hash_like(hash bigint, filter bloom) (
	SFUNC = bloom_agg_like_of_hash,
	STYPE = bloom,
	SSPACE = -1,
	FINALFUNC = bloom_agg_final,
	COMBINEFUNC = bloom_agg_combine,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_agg_hash_like(hash bigint, filter bloom) IS
'filter of all values with these hashes, with the parameters of another filter';

CREATE AGGREGATE bloom_union_agg(bloom) (
	SFUNC = bloom_agg_union,
	STYPE = bloom,
	SSPACE = -1,
	COMBINEFUNC = bloom_agg_union,
	FINALFUNC = bloom_agg_union_final,
	INITCOND = E'\\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f',
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_union_agg(bloom) IS
'filter of the members of all filters';

CREATE AGGREGATE bloom_intersection_agg(bloom) (
	SFUNC = bloom_agg_intersection,
	STYPE = bloom,
	SSPACE = -1,
	COMBINEFUNC = bloom_agg_intersection,
	FINALFUNC = bloom_agg_union_final,
	PARALLEL = SAFE
);

COMMENT ON AGGREGATE bloom_intersection_agg(bloom) IS
'filter of the members that all filters have, and possibly others';

-- Functions that cannot be in an index or be sent to another server need no
-- other types: anycompatible takes literals and untyped parameters as text.

CREATE FUNCTION bloom_first_seen(value anycompatible, capacity bigint, error_rate float8 DEFAULT 0.01) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_first_seen'
LANGUAGE C STABLE PARALLEL SAFE WINDOW COST 10;

COMMENT ON FUNCTION bloom_first_seen(value anycompatible, capacity bigint, error_rate float8) IS
'whether the value occurs for the first time in its partition';

-- Shared sets

CREATE FUNCTION bloom_set_create(name text, capacity bigint, error_rate float8 DEFAULT 0.01, retention interval DEFAULT NULL, bucket interval DEFAULT NULL, seed bigint DEFAULT 0, class text DEFAULT 'text', unclaim boolean DEFAULT false, if_not_exists boolean DEFAULT false) RETURNS regclass
AS 'MODULE_PATHNAME', 'bloom_set_create'
LANGUAGE C VOLATILE PARALLEL UNSAFE;

COMMENT ON FUNCTION bloom_set_create(name text, capacity bigint, error_rate float8, retention interval, bucket interval, seed bigint, class text, unclaim boolean, if_not_exists boolean) IS
'creates a shared set';

CREATE FUNCTION bloom_set_alter(set regclass, capacity bigint DEFAULT NULL, retention interval DEFAULT NULL) RETURNS void
AS 'MODULE_PATHNAME', 'bloom_set_alter'
LANGUAGE C VOLATILE PARALLEL UNSAFE;

COMMENT ON FUNCTION bloom_set_alter(set regclass, capacity bigint, retention interval) IS
'changes the capacity or the retention of a shared set';

CREATE FUNCTION bloom_set_drop(set regclass) RETURNS void
AS 'MODULE_PATHNAME', 'bloom_set_drop'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;

COMMENT ON FUNCTION bloom_set_drop(set regclass) IS
'drops a shared set';

CREATE FUNCTION bloom_set_clear(set regclass) RETURNS void
AS 'MODULE_PATHNAME', 'bloom_set_clear'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE;

COMMENT ON FUNCTION bloom_set_clear(set regclass) IS
'empties a shared set';

CREATE FUNCTION bloom_claim(set regclass, value anycompatible) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_claim'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000;

COMMENT ON FUNCTION bloom_claim(set regclass, value anycompatible) IS
'adds the value to a shared set, and returns whether it is new';

CREATE FUNCTION bloom_claim_all(set regclass, elements anycompatiblearray) RETURNS SETOF anycompatible
AS 'MODULE_PATHNAME', 'bloom_claim_all'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 10000 ROWS 1000;

COMMENT ON FUNCTION bloom_claim_all(set regclass, elements anycompatiblearray) IS
'adds values to a shared set, and returns those that are new';

CREATE FUNCTION bloom_unclaim(set regclass, value anycompatible) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_unclaim'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 1000;

COMMENT ON FUNCTION bloom_unclaim(set regclass, value anycompatible) IS
'gives a value of a shared set back, so that it can be claimed again';

CREATE FUNCTION bloom_seen(set regclass, value anycompatible) RETURNS boolean
AS 'MODULE_PATHNAME', 'bloom_seen'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 500;

COMMENT ON FUNCTION bloom_seen(set regclass, value anycompatible) IS
'whether the value has been claimed';

CREATE FUNCTION bloom_seen_all(set regclass, elements anycompatiblearray) RETURNS SETOF anycompatible
AS 'MODULE_PATHNAME', 'bloom_seen_all'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5000 ROWS 1000;

COMMENT ON FUNCTION bloom_seen_all(set regclass, elements anycompatiblearray) IS
'the values that have been claimed';

CREATE FUNCTION bloom_set_info(set regclass, OUT class text, OUT capacity bigint, OUT error_rate float8, OUT seed bigint, OUT retention interval, OUT bucket interval, OUT members bigint, OUT recent bigint, OUT partitions integer, OUT filters bigint, OUT bytes bigint, OUT grown boolean, OUT fpp float8)
AS 'MODULE_PATHNAME', 'bloom_set_info'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 10000;

COMMENT ON FUNCTION bloom_set_info(set regclass) IS
'parameters and state of a shared set';

CREATE FUNCTION bloom_sets(OUT set regclass, OUT owner regrole, OUT class text, OUT capacity bigint, OUT error_rate float8, OUT retention interval, OUT bucket interval, OUT members bigint, OUT recent bigint, OUT partitions integer, OUT filters bigint, OUT bytes bigint, OUT disk_bytes bigint, OUT pending text, OUT problem text, OUT last_merge timestamptz, OUT blocked_since timestamptz, OUT blocked_by integer[], OUT errors integer, OUT last_error text, OUT last_error_at timestamptz) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'bloom_sets'
LANGUAGE C VOLATILE PARALLEL UNSAFE COST 100000 ROWS 10;

COMMENT ON FUNCTION bloom_sets() IS
'state of all shared sets of the database';

CREATE FUNCTION bloom_sets(set regclass, OUT set regclass, OUT owner regrole, OUT class text, OUT capacity bigint, OUT error_rate float8, OUT retention interval, OUT bucket interval, OUT members bigint, OUT recent bigint, OUT partitions integer, OUT filters bigint, OUT bytes bigint, OUT disk_bytes bigint, OUT pending text, OUT problem text, OUT last_merge timestamptz, OUT blocked_since timestamptz, OUT blocked_by integer[], OUT errors integer, OUT last_error text, OUT last_error_at timestamptz) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'bloom_sets'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000 ROWS 1;

COMMENT ON FUNCTION bloom_sets(set regclass) IS
'state of a shared set';

CREATE FUNCTION bloom_set_filter(set regclass) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_set_filter'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 100000;

COMMENT ON FUNCTION bloom_set_filter(set regclass) IS
'a shared set as one filter';

CREATE FUNCTION bloom_set_merge(set regclass) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_set_merge'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

COMMENT ON FUNCTION bloom_set_merge(set regclass) IS
'moves the recent hashes of a shared set into its filters';

CREATE FUNCTION bloom_set_load_agg_add(state internal, set regclass, value anycompatible) RETURNS internal
AS 'MODULE_PATHNAME', 'bloom_set_load_agg_add'
LANGUAGE C VOLATILE PARALLEL UNSAFE;

COMMENT ON FUNCTION bloom_set_load_agg_add(state internal, set regclass, value anycompatible) IS
'transition function of bloom_set_load_agg';

CREATE FUNCTION bloom_set_load_agg_final(state internal) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_set_load_agg_final'
LANGUAGE C VOLATILE PARALLEL UNSAFE;

COMMENT ON FUNCTION bloom_set_load_agg_final(state internal) IS
'final function of bloom_set_load_agg';

CREATE AGGREGATE bloom_set_load_agg(set regclass, value anycompatible) (
	SFUNC = bloom_set_load_agg_add,
	STYPE = internal,
	SSPACE = 1000000,
	FINALFUNC = bloom_set_load_agg_final,
	FINALFUNC_MODIFY = READ_WRITE,
	PARALLEL = UNSAFE
);

COMMENT ON AGGREGATE bloom_set_load_agg(set regclass, value anycompatible) IS
'loads values into a shared set, and returns how many were new';

CREATE FUNCTION bloom_set_load(set regclass, filter bloom) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_set_load'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

COMMENT ON FUNCTION bloom_set_load(set regclass, filter bloom) IS
'loads the members of a filter into a shared set';

CREATE FUNCTION bloom_set_expire(set regclass) RETURNS bigint
AS 'MODULE_PATHNAME', 'bloom_set_expire'
LANGUAGE C VOLATILE STRICT PARALLEL UNSAFE COST 100000;

COMMENT ON FUNCTION bloom_set_expire(set regclass) IS
'drops the expired buckets of a shared set';

CREATE FUNCTION bloom_set_class_name(class bigint) RETURNS text
AS 'MODULE_PATHNAME', 'bloom_set_class_name'
LANGUAGE C STABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_set_class_name(class bigint) IS
'name of a value class, for the view of a shared set';

CREATE FUNCTION bloom_set_live_bucket(retention interval, bucket interval) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'bloom_set_live_bucket'
LANGUAGE C STABLE PARALLEL SAFE;

COMMENT ON FUNCTION bloom_set_live_bucket(retention interval, bucket interval) IS
'start of the oldest live bucket, for the view of a shared set';

-- Filters of other libraries

CREATE FUNCTION bloom_import(format text, data bytea, known_member text DEFAULT NULL, hash text DEFAULT NULL, capacity bigint DEFAULT NULL, error_rate float8 DEFAULT NULL, prime boolean DEFAULT false, lsb_first boolean DEFAULT false, keys text DEFAULT 'text') RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_import'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION bloom_import(format text, data bytea, known_member text, hash text, capacity bigint, error_rate float8, prime boolean, lsb_first boolean, keys text) IS
'filter from a file of another library';

CREATE FUNCTION bloom_import_chunks(format text, chunks bytea[], known_member text DEFAULT NULL) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_import_chunks'
LANGUAGE C IMMUTABLE PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION bloom_import_chunks(format text, chunks bytea[], known_member text) IS
'filter from the chunks that BF.SCANDUMP returned';

CREATE FUNCTION bloom_export(format text, filter bloom) RETURNS bytea
AS 'MODULE_PATHNAME', 'bloom_export'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000;

COMMENT ON FUNCTION bloom_export(format text, filter bloom) IS
'contents of the file that the other library reads';

CREATE FUNCTION bloom_export_chunks(format text, filter bloom) RETURNS SETOF bytea
AS 'MODULE_PATHNAME', 'bloom_export_chunks'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 1000 ROWS 2;

COMMENT ON FUNCTION bloom_export_chunks(format text, filter bloom) IS
'chunks for BF.LOADCHUNK, one per row';

CREATE FUNCTION bloom_new(format text, capacity bigint, error_rate float8 DEFAULT 0.01, growth integer DEFAULT 0, hash text DEFAULT 'xxh3-128', prime boolean DEFAULT false, keys text DEFAULT 'text', version integer DEFAULT 1) RETURNS bloom
AS 'MODULE_PATHNAME', 'bloom_new'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

COMMENT ON FUNCTION bloom_new(format text, capacity bigint, error_rate float8, growth integer, hash text, prime boolean, keys text, version integer) IS
'empty filter in the format of another library';
