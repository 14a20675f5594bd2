# Other extensions in the same database, created and dropped in any order.
# Their operators and those of bloomext keep their meaning, and libraries with
# functions of similar names run in one session.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('neighbours', [], 'max_connections = 20');

# Queries and expected results for each extension.  One session runs all of a
# test's queries, so all libraries are loaded together.
my %questions = (
	bloomext => [
		"bloom() || 'a' @> 'a'" => 't',
		"'b' <@ (bloom() || 'a')" => 'f',
		"bloom() || 1 @> 1 AND 1::smallint <@ (bloom() || 1::bigint)" => 't',
		"bloom() || 1 || 2 || 3 @> 4" => 'f',
		"(bloom() || 'a') | (bloom() || 'b') = bloom() || 'b' || 'a'" => 't',
		"(bloom() || 'a') & (bloom() || 'b') <> bloom() || 'a'" => 't',
		"bloom() || 'a'::varchar @> 'a'::char(3) AND 'a'::name <@ (bloom() || 'a')" => 't',
		"bloom() || date '2024-01-01' @> date '2024-01-01'" => 't',
		"bloom_contains_all(bloom() || 'a', '{a,b}'::text[])" => 'f',
		"bloom_cardinality(bloom_agg(i)) BETWEEN 95 AND 105 FROM generate_series(1, 100) AS i" => 't',
		"bloom_agg(i::text, 1000) @> '100' FROM generate_series(1, 100) AS i" => 't',
		"('a' <@ bloom())::text || ' ' || (bloom() || NULL = bloom())" => 'false true' ],
	'' => [
		"ARRAY[1, 2] @> ARRAY[2] AND '{1,2}'::int[] @> '{1}' AND '{1}' <@ ARRAY[1, 2]" => 't',
		"ARRAY['a'] @> '{b}' OR 1 = 2" => 'f',
		"ARRAY[1] || 2 || '{3}'::int[]" => '{1,2,3}',
		"'a' || 'b' || 1" => 'ab1',
		"'[1,5]'::int4range @> 3 AND 3 <@ int4range(1, 5) AND int4range(1, 5) @> '[2,3]'" => 't',
		"'{\"a\": 1}'::jsonb @> '{\"a\": 1}' AND '{}' <@ '{\"a\": 1}'::jsonb" => 't',
		"'{\"a\": 1}'::jsonb || '{\"b\": 2}' = '{\"a\": 1, \"b\": 2}'" => 't',
		"(6 | 1) || ' ' || (6 & 3) || ' ' || (B'01' | B'10')" => '7 2 11',
		"inet '10.0.0.1' | '0.0.0.2'" => '10.0.0.3',
		"circle '((0,0),2)' @> point '(1,1)' AND point '(1,1)' <@ box '((0,0),(2,2))'" => 't',
		"'a & b'::tsquery @> 'a' AND 'a' <@ 'a & b'::tsquery" => 't',
		"'a' = 'a'::text AND 'a'::name = 'a' AND 1 = 1.0" => 't' ],
	bloom => [
		"amname FROM pg_am WHERE amname = 'bloom'" => 'bloom',
		# Only the index can answer this.  Its library builds and reads it.
		"count(*) FROM indexed WHERE a = 17 AND b = 'x17'" => 1,
		"count(*) FROM indexed WHERE a = 17 AND b = 'x18'" => 0,
		"count(*) FROM indexed WHERE b = 'x42'" => 1 ],
	pg_trgm => [
		"'word' % 'words' AND 'word' <% 'two words'" => 't',
		"similarity('word', 'word')" => 1,
		"'word'::varchar % 'other'" => 'f' ],
	intarray => [
		"ARRAY[1, 2] @> ARRAY[2] AND ARRAY[2] <@ ARRAY[1, 2] AND '{1,2}'::int[] && '{2}'" => 't',
		"(ARRAY[1] | ARRAY[2])::text || (ARRAY[1, 2] & ARRAY[2])::text || (ARRAY[1] | 3)::text" => '{1,2}{2}{1,3}',
		"ARRAY[1, 2] @@ '1&2'::query_int" => 't',
		"ARRAY[1, 2] + 3 - 1" => '{2,3}' ],
	hstore => [
		"'a=>1,b=>2'::hstore @> 'a=>1' AND 'a=>1' <@ 'a=>1,b=>2'::hstore" => 't',
		"('a=>1'::hstore || 'b=>2')::text || ('a=>1'::hstore = 'a=>1')" => '"a"=>"1", "b"=>"2"true',
		"'a=>1'::hstore ? 'a' AND 'a=>1'::hstore -> 'a' = '1'" => 't' ],
	citext => [
		"'a'::citext = 'A' AND 'a' = 'A'::citext" => 't',
		"('a'::citext || 'B')::citext = 'AB'" => 't',
		"count(DISTINCT c) FROM (VALUES ('a'::citext), ('A')) AS v(c)" => 1,
		# Type text wins, as elsewhere.
		"'a' || 'b'::citext = 'AB'::text" => 'f' ],
	btree_gin => [
		"count(*) FROM gin_indexed WHERE a = 17 AND t = 'x17'" => 1 ],
	btree_gist => [
		"round(int4 '5' <-> 3)" => 2,
		"count(*) FROM gist_indexed WHERE a = 17" => 1 ],
	ltree => [
		"'a.b'::ltree @> 'a.b.c' AND 'a.b.c' <@ 'a.b'::ltree" => 't',
		"'a.b'::ltree || 'c' = 'a.b.c'" => 't' ],
	cube => [
		"cube '(0,0),(2,2)' @> cube '(1,1)' AND cube '(1,1)' <@ '(0,0),(2,2)'" => 't' ],
	seg => [ "'1 .. 5'::seg @> '2' AND '2' <@ '1 .. 5'::seg" => 't' ],
	hll => [
		"# (hll_add(hll_empty(), hll_hash_text('a')) || hll_add(hll_empty(), hll_hash_text('b')))" => 2,
		"(hll_empty() || hll_hash_text('a')) = (hll_hash_text('a') || hll_empty())" => 't' ]);

# Objects that some of the queries need, created with the extension.
my %make = (
	bloom => q{
		CREATE TABLE indexed AS SELECT i AS a, 'x' || i AS b FROM generate_series(1, 1000) AS i;
		CREATE INDEX indexed_bloom ON indexed USING bloom (a, b)},
	btree_gin => q{
		CREATE TABLE gin_indexed AS SELECT i AS a, 'x' || i AS t FROM generate_series(1, 1000) AS i;
		CREATE INDEX ON gin_indexed USING gin (a, t)},
	btree_gist => q{
		CREATE TABLE gist_indexed AS SELECT i AS a FROM generate_series(1, 1000) AS i;
		CREATE INDEX ON gist_indexed USING gist (a)});

# Parameters without a type, as drivers send them.
my %untyped = (
	bloomext => [
		[ q{bloom() || 'a' @> $1}, 'a', 't' ],
		[ q{$1 <@ (bloom() || 'a')}, 'b', 'f' ],
		[ q{$1::bloom @> 'a'}, '\x010001020000000000000000000000000000000000000000000000007b14ae47e17a843f', 'f' ],
		[ q{bloom_contains_any(bloom() || 'a', $1::text[])}, '{a,b}', 't' ] ],
	'' => [
		[ q{ARRAY[1, 2] @> $1}, '{1}', 't' ],
		[ q{'{"a": 1}'::jsonb @> $1}, '{"a": 1}', 't' ],
		[ q{int4range(1, 5) @> $1::int}, '3', 't' ],
		[ q{text 'a' || $1}, 'b', 'ab' ] ],
	hstore => [ [ q{'a=>1'::hstore @> $1}, 'a=>1', 't' ] ],
	citext => [ [ q{'a'::citext = $1}, 'A', 't' ] ],
	intarray => [ [ q{ARRAY[1, 2] @> $1}, '{1}', 't' ] ]);

# Run all queries of these extensions, in that order, in one session.
sub ask
{
	my ($when, @names) = @_;
	my $query = "SET enable_seqscan = off;\n";
	my @expected;

	foreach my $name (@names)
	{
		my @pairs = @{ $questions{$name} };

		while (my ($question, $answer) = splice @pairs, 0, 2)
		{
			my $label = ($name || 'PostgreSQL') . ": $question";

			$query .= 'SELECT $label$' . $label . '$label$, ' . "$question;\n";
			push @expected, "$label|$answer";
		}
		foreach my $one (@{ $untyped{$name} || [] })
		{
			my ($question, $parameter, $answer) = @$one;

			$query .= "PREPARE p AS SELECT \$label\$$question\$label\$, $question;\n"
			  . "EXECUTE p (\$value\$$parameter\$value\$);\nDEALLOCATE p;\n";
			push @expected, "$question|$answer";
		}
	}

	my ($status, $out, $err) = $node->psql('postgres', $query, on_error_stop => 0);

	is_deeply([ split(/\n/, $out), grep { /ERROR/ } split(/\n/, $err) ],
		\@expected, $when);
	return;
}

sub make
{
	my ($name) = @_;

	sql($node, "CREATE EXTENSION $name; " . ($make{$name} || ''));
	return;
}

my @known = grep { $_ && $_ ne 'bloomext' } sort keys %questions;
my @there = grep { has_extension($node, $_) } @known;

note('not available: ' . join ' ', grep { !has_extension($node, $_) } @known);
ask('none', '');

# With each extension alone, created and dropped in both orders.
foreach my $name (@there)
{
	foreach my $first ($name, 'bloomext')
	{
		my $second = $first eq 'bloomext' ? $name : 'bloomext';

		make($first);
		make($second);
		ask("$first, then $second", $first, $second, '');
		ask("$first, then $second, asked in the other order", '', $second, $first);
		sql($node, "DROP EXTENSION $first CASCADE");
		ask("$first is dropped", $second, '');
		sql($node, "DROP EXTENSION $second CASCADE");
		ask("$second is dropped, too", '');
		sql($node, 'DROP TABLE IF EXISTS indexed, gin_indexed, gist_indexed');
	}
}

# With all of them.  Either the schema of bloomext or that of the others is
# searched first.
make($_) foreach 'bloomext', @there;
ask('all', 'bloomext', @there, '');
ask('all, in the other order', '', reverse(@there), 'bloomext');
SKIP:
{
	skip 'contrib/bloom is not available', 2 unless grep { $_ eq 'bloom' } @there;

	like(sql($node, q{
		SET enable_seqscan = off;
		SELECT bloom() || 'a' @> 'a';
		EXPLAIN (COSTS off) SELECT FROM indexed WHERE a = 17 AND b = 'x17'}),
		qr/Bitmap Index Scan on indexed_bloom/, 'an index of method bloom is used');
	is(sql($node, q{
		INSERT INTO indexed SELECT i, 'x' || i FROM generate_series(1001, 5000) AS i;
		SELECT bloom_agg(a, 5000) @> 4999 FROM indexed;
		VACUUM indexed;
		REINDEX INDEX indexed_bloom;
		SET enable_seqscan = off;
		SELECT bloom_cardinality(bloom_agg(a)) FROM indexed WHERE b = 'x4999' AND b <@ (SELECT bloom_agg(b) FROM indexed)}),
		"t\n1", 'both change in one session');
}
sql($node, 'CREATE SCHEMA ours; ALTER EXTENSION bloomext SET SCHEMA ours; ALTER DATABASE postgres SET search_path = ours, public');
ask('ours is searched first', 'bloomext', @there, '');
sql($node, 'ALTER DATABASE postgres SET search_path = public, ours');
ask('ours is searched last', @there, 'bloomext', '');

healthy($node);
done_testing();
