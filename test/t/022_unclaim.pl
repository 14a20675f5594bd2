# Claims and giving back under load, while sets are merged, and merges of sets
# to which much was given back
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('node', []);
my $scripts = PostgreSQL::Test::Utils::tempdir();
# whether each value was won or given back last
my $last = '(SELECT DISTINCT ON (v) v, won FROM log ORDER BY v, id DESC) AS l';
# 40 claims, 10 batches, 44 times giving back, 5 merges, 1 load
my %script = (
	40 => q{INSERT INTO log (v, won) SELECT :v, true WHERE bloom_claim('s', :v)},
	10 => q{INSERT INTO log (v, won) SELECT *, true FROM bloom_claim_all('s', ARRAY[:v, (:v + 7) % 50, (:v + 3) % 50])},
	44 => q{INSERT INTO log (v, won) SELECT :v, false WHERE bloom_unclaim('s', :v)},
	5 => q{SELECT bloom_set_merge('s')},
	1 => q{INSERT INTO log (v, won) SELECT :v, true FROM (SELECT bloom_set_load_agg('s', :v) AS new) AS l WHERE new = 1});

# A row is numbered after its value was claimed or given back, and before that
# is committed.  So the numbers have the order of these events.
sql($node, 'CREATE EXTENSION bloomext; CREATE TABLE log (id bigserial, v int, won boolean)');
foreach my $weight (keys %script)
{
	PostgreSQL::Test::Utils::append_to_file("$scripts/$weight",
		"\\set v random(0, 49)\n\\set back random(1, 10)\nBEGIN;\n$script{$weight};\n"
		  . "\\if :back = 1\nROLLBACK;\n\\else\nCOMMIT;\n\\endif\n");
}
foreach my $retention ('', ", retention => '600 days', bucket => '100 days'")
{
	sql($node, "TRUNCATE log; SELECT bloom_set_create('s', 10000, 0.000001, class => 'integer', unclaim => true$retention)");
	$node->command_ok(
		[ 'pgbench', '-n', '-c', 8, '-j', 2, '-t', 1500, (map { ('-f', "$scripts/$_\@$_") } keys %script), 'postgres' ],
		'all clients come to an end');
	cmp_ok(sql($node, 'SELECT count(*) FROM log WHERE NOT won'), '>', 1000, 'values are given back');
	is(sql($node, 'SELECT count(*) FROM (SELECT won, lag(won, 1, false) OVER (PARTITION BY v ORDER BY id) AS before FROM log) AS l WHERE won = before'),
		0, 'between two wins of a value, it was given back once');
	is(sql($node, "SELECT bool_and(won = bloom_seen('s', v)) FROM $last"), 't', 'seen are those that were won last');
	is(sql($node, "SELECT bool_and(won = bloom_unclaim('s', v)) FROM $last"), 't', 'they can be given back');
	is(sql($node, "SELECT count(*) FROM bloom_claim_all('s', ARRAY(SELECT generate_series(0, 49)))"), 50, 'and claimed');
	sql($node, "SELECT bloom_set_drop('s')");
}
# a batch of a merge, in the order of the index, has only rows that give back
sql($node, "SELECT bloom_set_create('s', 10000, unclaim => true)");
sql($node, "INSERT INTO s_recent SELECT (-2::numeric ^ 63 + i * 2::numeric ^ 44)::bigint, '-infinity' FROM generate_series(1, 400000) AS i");
sql($node, "SELECT count(*) FROM bloom_claim_all('s', ARRAY(SELECT generate_series(1, 1000)::text))");
is(sql($node, "SELECT bloom_set_merge('s')"), 1000, 'the hashes after them are merged');
is(sql($node, "SELECT recent FROM s"), 0, 'and all that are between them');
is(sql($node, "SELECT count(*) FROM s_recent"), 400000, 'they stay');
$node->stop;
done_testing();
