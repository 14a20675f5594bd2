# CREATE EXTENSION, and the statements that functions of the extension run, give
# the same under all values of the settings that change how SQL is read or
# written, or how objects are made.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('settings', []);

# What a session sees does not depend on how it shows dates, bytes or names.
my $script = q{
\set set 'public."Set ''of'' \\\\x"'
CREATE EXTENSION bloomext SCHEMA public;
SELECT count(*) FROM pg_catalog.pg_depend AS d, pg_catalog.pg_extension AS e
WHERE extname = 'bloomext' AND refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND refobjid = e.oid AND deptype = 'e';
SELECT encode(public.bloom_union_agg(f)::bytea, 'hex') FROM (SELECT public.bloom() AS f WHERE false) AS v;
SELECT encode(public.bloom_agg(i)::bytea, 'hex') FROM generate_series(1, 5) AS i;
CREATE TABLE public.filters (f public.bloom(1000, 0.001), g public.bloom(elastic));
SELECT pg_catalog.regexp_replace(pg_catalog.replace(pg_catalog.format_type(atttypid, atttypmod), '"', ''), '^public[.]', '')
FROM pg_catalog.pg_attribute WHERE attrelid = 'public.filters'::pg_catalog.regclass AND attnum > 0 ORDER BY attnum;
INSERT INTO public.filters SELECT public.bloom_agg(i, 1000, 0.001), public.bloom_agg(i) FROM generate_series(1, 50) AS i;
SELECT count(*) FROM generate_series(1, 50) AS i, public.filters WHERE i OPERATOR(public.<@) f AND i OPERATOR(public.<@) g;
SELECT f::text::public.bloom OPERATOR(public.=) f FROM public.filters;
SELECT public.bloom_set_create(:'set', 1000, retention => '3 hours', bucket => '1 hour', seed => 1) IS NOT NULL;
SELECT public.bloom_claim(:'set', i::text) FROM generate_series(1, 3) AS i;
SELECT public.bloom_set_merge(:'set');
SELECT public.bloom_claim(:'set', '2');
SELECT class, capacity, members, filters FROM public."Set 'of' \x";
SELECT class, members, filters, problem FROM public.bloom_sets();
SELECT public.bloom_set_alter(:'set', 5000, '5 hours');
SELECT capacity, error_rate::numeric(9, 4), retention = '5 hours', bucket = '1 hour', public.bloom_seen(:'set', '1') FROM public.bloom_set_info(:'set');
SELECT public.bloom_set_load_agg(:'set', i::text), public.bloom_set_expire(:'set') FROM generate_series(3, 5) AS i;
SELECT public.bloom_set_create('public.other', 1000, 0.02, seed => 1, unclaim => true) IS NOT NULL;
SELECT public.bloom_set_load('public.other', public.bloom_agg_like(i::text, public.bloom(1000, 0.02, 2, seed => 1))), public.bloom_unclaim('public.other', '7') FROM generate_series(7, 9) AS i;
SELECT public.bloom_contains_all(public.bloom_set_filter('public.other'), '{8,9}'), public.bloom_set_drop('public.other');
SELECT public.bloom_set_clear(:'set');
SELECT public.bloom_set_drop(:'set');
SELECT count(*) FROM pg_catalog.pg_class WHERE relname LIKE 'Set%';
};

# Run the script under a setting, in a database of its own.
sub result
{
	my ($setting) = @_;

	sql($node, 'DROP DATABASE IF EXISTS trial');
	sql($node, 'CREATE DATABASE trial');
	return output($node, "$setting;\nSET client_min_messages = error;\n$script", '-d', 'trial', '-v', 'ON_ERROR_STOP=1');
}

my $usual = result('SELECT 1 WHERE false');
my @lines = split /\n/, $usual;

unlike($usual, qr/ERROR|WARNING/, 'no error by default');
is_deeply([ @lines[ 3 .. $#lines ] ],
	[ 'bloom(1000,0.001)', 'bloom(elastic)', '50', 't', 't', 't', 't', 't', '3', 'f', 'text|1000|3|1', 'text|3|1|', '', '6000|0.0150|t|t|t', '2|0', 't', '3|t', 't|', '', '', '0' ], 'the answers');

foreach my $setting (
	'standard_conforming_strings = off', 'escape_string_warning = off', 'backslash_quote = off',
	"search_path = ''", 'search_path = pg_catalog, public', 'search_path = pg_temp, public',
	"DateStyle = 'German'", "DateStyle = 'Postgres, DMY'", "DateStyle = 'SQL, DMY'", "DateStyle = 'ISO, YMD'",
	'IntervalStyle = sql_standard', 'IntervalStyle = postgres_verbose', 'IntervalStyle = iso_8601',
	'extra_float_digits = -15', 'extra_float_digits = 0', 'extra_float_digits = 3',
	'bytea_output = escape', 'quote_all_identifiers = on', 'array_nulls = off', 'transform_null_equals = on',
	"timezone = 'Asia/Kathmandu'", 'row_security = off', 'check_function_bodies = off',
	'default_transaction_isolation = serializable', 'default_transaction_deferrable = on',
	map({ "client_encoding = $_" } 'LATIN1', 'SJIS', 'GB18030'), 'session_replication_role = replica',
	'enable_indexscan = off', 'plan_cache_mode = force_generic_plan', 'jit_above_cost = 0',
	'work_mem = 64', 'exit_on_error = on')
{
	# 19 refuses to turn this off.
	next if $setting =~ /^standard/ && output($node, "SET $setting") =~ /ERROR/;
	is(result("SET $setting"), $usual, $setting);
}

done_testing();
