# Out of memory on a real server: the operation ends with an error, the session
# continues and has lost no memory, and rows and variables are unchanged.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

plan skip_all => 'needs Linux and prlimit'
  if $^O ne 'linux' || system('prlimit --pid $$ >/dev/null 2>&1') != 0;

my $node = server('limited', [], 'max_wal_size = 4GB', 'jit = off');

plan skip_all => 'needs pg_backend_memory_contexts'
  if sql($node, 'SHOW server_version_num') < 140000;

# Dense filters of 30 MB.
sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE TABLE filters (name text PRIMARY KEY, filter bloom);
	INSERT INTO filters VALUES
		('one', (SELECT bloom_agg(i, 25000000) FROM generate_series(1, 4000000) AS i)),
		('other', (SELECT bloom_agg(i, 25000000) FROM generate_series(3000000, 7000000) AS i)),
		('counting', bloom(6000000, counting => true) || 1),
		('foreign', bloom_new('guava', 25000000) || 'x');
	-- two representations, so that comparing copies filters; and out of line, so that reading does
	CREATE TABLE small AS SELECT CASE WHEN i % 2 = 0 THEN bloom(100) || i
		ELSE bloom_uncount(bloom(100, counting => true) || i) END AS filter FROM generate_series(1, 10000) AS i;
	CREATE TABLE wide AS SELECT bloom_uncount(bloom(8000, counting => true) || i) AS filter FROM generate_series(1, 8000) AS i;
	CREATE FUNCTION filter(of text) RETURNS bloom STABLE LANGUAGE sql AS
		$$ SELECT filter FROM filters WHERE name = of $$;
	CREATE FUNCTION catch(command text) RETURNS text LANGUAGE plpgsql AS $$
		BEGIN
			EXECUTE command;
			RETURN 'done';
		EXCEPTION WHEN out_of_memory THEN
			RETURN 'out of memory';
		END $$;
	-- adds to a growing filter until it runs out of memory
	CREATE FUNCTION variable() RETURNS text LANGUAGE plpgsql AS $$
		DECLARE
			f bloom := bloom(500000, 1e-9, growth => 4);
			steps int := 0;
			missing int := 0;
			was text;
		BEGIN
			LOOP
				was := bloom_cardinality(f);
				BEGIN
					f := bloom_add_all(f, ARRAY(SELECT generate_series(steps * 100000, steps * 100000 + 99999)));
				EXCEPTION WHEN out_of_memory THEN
					EXIT;
				END;
				steps := steps + 1;
			END LOOP;
			FOR i IN 0 .. steps * 100000 - 1 BY 7 LOOP
				missing := missing + (NOT f @> i)::int;
			END LOOP;
			RETURN format('%s steps, %s missing, %s', steps, missing,
				CASE WHEN was = bloom_cardinality(f)::text THEN 'same again' ELSE 'changed' END);
		END $$});
my $rows = 'SELECT name, md5(filter::bytea) FROM filters ORDER BY name';
my $before = sql($node, $rows);

# From here on, the session may use 50 MB more than now, after it has loaded
# bloomext's library.  Two filters do not fit.
my $limit = q{
	DO 'BEGIN PERFORM bloom(); END';
	COPY (SELECT pg_backend_pid()) TO PROGRAM
		'read p; kb=$(awk "/^VmSize/ {print \$2}" /proc/$p/status); prlimit --pid $p --as=$(((kb + 50000) * 1024))'};

# Returns the output of statements in such a session.
sub limited
{
	my (@statements) = @_;
	my ($status, $out, $err) = $node->psql('postgres', join(";\n", $limit, @statements), on_error_stop => 0);

	is($err, '', 'no other errors');
	return $out;
}

my $memory = q{
	SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE ident IS NULL AND name !~ 'relation|index|Cache'};
my @operations = (
	q{SELECT filter('one') | filter('other')},
	q{SELECT filter('one') & filter('other')},
	q{SELECT bloom_intersection_cardinality(filter('one') || -1, filter('other') || -1)},
	q{SELECT bloom_add(filter('one'), -1)},
	q{SELECT filter('one')::text},
	q{SELECT bloom_send(filter('one'))},
	q{SELECT bloom_fold(filter('one') || -1, 12500000)},
	q{SELECT bloom_uncount(filter('counting') || 2)},
	q{SELECT bloom_export('guava', filter('foreign'))},
	q{SELECT bloom(50000000, counting => true)},
	q{SELECT bloom_new('guava', 50000000)},
	q{SELECT bloom_agg(i, 50000000) FROM generate_series(1, 8000000) AS i},
	q{SELECT bloom_union_agg(filter) FROM filters WHERE name IN ('one', 'other')},
	q{UPDATE filters SET filter = filter || -1 WHERE name <> 'foreign'},
	q{UPDATE filters SET filter = filter | filter('other') WHERE name = 'one'});
foreach my $operation (@operations)
{
	my $caught = "SELECT catch(\$\$$operation\$\$)";
	# Twice before the measurement, because the session caches plans and types.
	my @answers = split /\n/, limited($caught, $caught, $memory, $caught, $caught, $caught, $memory);

	is($answers[0], 'out of memory', "$operation: an error");
	cmp_ok($answers[6], '<=', $answers[2], "$operation: no memory is lost");
}
is(sql($node, $rows), $before, 'no row has changed');

# Many comparisons do not leak memory.
is(limited('ANALYZE small', 'CREATE INDEX ON wide USING hash (filter)'),
	'', 'ANALYZE, and a hash index');

# A variable keeps its value, whether it is changed in place (from PostgreSQL
# 18 on) or not.
my $outcomes = limited(q{SELECT * FROM variable()}, q{SELECT * FROM variable()});
like($outcomes, qr/^([1-9]\d* steps, 0 missing, same again\n?){2}$/, 'variables');

# A cancel request while a constant is cached leaves no copy of it behind in a
# simple expression of PL/pgSQL, whose memory lasts until the transaction ends.
is(sql($node, q{
	SELECT format($f$
		DO $$ BEGIN
			FOR i IN 1 .. 5 LOOP
				BEGIN
					IF pg_cancel_backend(pg_backend_pid()) AND %L::bloom @> i THEN END IF;
				EXCEPTION WHEN query_canceled THEN
					PERFORM set_config('cancelled.times', i::text, false);
				END;
			END LOOP;
			PERFORM set_config('cancelled.copies', count(*)::text, false) FROM pg_backend_memory_contexts WHERE name = 'bloom filter';
		END $$ $f$, bloom_fold(filter('one'), 12500000))
	\gexec
	SELECT current_setting('cancelled.times'), current_setting('cancelled.copies')}), '5|0', 'cancelled copies of a constant');

# A session caches chunks of the filters of all sets within hash_mem, however
# often they are merged, and frees memory if that is lower than it was.
my $cached = q{SELECT sum(total_bytes) / 1048576.0 FROM pg_backend_memory_contexts WHERE name = 'bloomext chunks'};
my ($much, $little) = split /\n/, sql($node, q{
	SET work_mem = '4MB';
	SET hash_mem_multiplier = 1;
	SELECT FROM bloom_set_create('asked', 1500000, 0.01, class => 'integer');
	SELECT FROM bloom_set_create('others', 4000000, 0.01, class => 'integer');
	SELECT FROM (SELECT bloom_set_load_agg('others', i) FROM generate_series(1, 1000000) AS i) AS l;
	SELECT FROM bloom_claim('asked', 0);
} . join(';', map {
		"SELECT FROM (SELECT count(*) FROM bloom_claim_all('asked', ARRAY(SELECT generate_series($_ * 1000 + 1, $_ * 1000 + 1000)))) AS c;
		SELECT FROM bloom_set_merge('asked');
		SELECT FROM (SELECT count(*) FROM generate_series(1, 10000) AS i WHERE bloom_seen('asked', i) AND bloom_seen('others', i)) AS s" } 0 .. 4)
	  . ";$cached; SET work_mem = '1MB'; SELECT FROM bloom_seen('others', 2000000); SELECT FROM (SELECT count(*) FROM generate_series(1, 10000) AS i WHERE bloom_seen('asked', i)) AS s; $cached");
cmp_ok($much, '>', 2, 'chunks of sets are cached');
cmp_ok($much, '<=', 5, 'within hash_mem');
cmp_ok($little, '<=', 1.5, 'also if it is lower than it was');

# A session forgets sets that were dropped, and their relations.
cmp_ok(sql($node, q{
	DO $$ BEGIN
		FOR i IN 1 .. 100 LOOP
			EXECUTE 'SELECT bloom_set_create(''brief'', 1000)';
			EXECUTE 'SELECT bloom_claim(''brief'', ''v'')';
			EXECUTE 'SELECT bloom_set_drop(''brief'')';
			COMMIT;
		END LOOP;
	END $$;
	SELECT sum(total_bytes) FROM pg_backend_memory_contexts WHERE name IN ('bloomext sets', 'bloomext relations')}), '<', 50000, 'sets that were dropped');

# A batch of claims keeps the hash of each value, but no copy of each row.
is(limited("SELECT FROM bloom_set_create('claimed', 1000000, class => 'integer')",
		"SELECT count(*) FROM bloom_claim_all('claimed', ARRAY(SELECT generate_series(1, 500000)))"), "500000", 'many claims at once');

# Hashing rows uses no memory per row, even if the type of a field changes.
cmp_ok(sql($node, q{
	SELECT max(bytes) FROM (
		SELECT bloom_hash(CASE WHEN i % 2 = 0 THEN ROW(i, ROW('1', 'x')) ELSE ROW(i, 7) END) AS hash,
			CASE WHEN i = 200000 THEN (SELECT sum(total_bytes) FROM pg_backend_memory_contexts) END AS bytes
		FROM generate_series(1, 200000) AS i OFFSET 0) AS v
	WHERE hash IS NOT NULL}), '<', 15000000, 'rows whose fields have several types');

healthy($node);
done_testing();
