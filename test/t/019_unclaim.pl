# Claims and giving back under load, while sets are merged: each value is won
# and given back in turn, and what comes next is right.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('node', []);
my $scripts = PostgreSQL::Test::Utils::tempdir();
my $values = 50;

# A row is numbered after its value was claimed or given back, and before that
# is committed.  So the numbers have the order of these events.
sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE TABLE log (id bigserial, set text, value text, won boolean);
	CREATE FUNCTION batch(seed bigint, count bigint) RETURNS text[] LANGUAGE sql AS
		$$ SELECT array_agg(((hashint8extended(k, seed) & 1073741823) % count)::text) FROM generate_series(1, 30) AS k $$;
});

foreach my $set ('s', 'dated')
{
	my %text = (
		claim => "BEGIN;\nINSERT INTO log (set, value, won) SELECT '$set', :v, true WHERE bloom_claim('$set', :v::text);\n",
		batch => "BEGIN;\nINSERT INTO log (set, value, won) SELECT '$set', *, true FROM bloom_claim_all('$set', batch(:seed, $values));\n",
		give => "BEGIN;\nINSERT INTO log (set, value, won) SELECT '$set', :v, false WHERE bloom_unclaim('$set', :v::text);\n",
		merge => "BEGIN;\nSELECT bloom_set_merge('$set');\n",
		load => "BEGIN;\nINSERT INTO log (set, value, won) SELECT '$set', :v, true FROM (SELECT bloom_set_load_agg('$set', :v::text) AS new) AS l WHERE new = 1;\n");
	my %weight = (claim => 40, batch => 10, give => 44, merge => 5, load => 1);
	my @command = ('pgbench', '-n', '-c', 8, '-j', 2, '-t', 1500, '--random-seed=1',
		'-h', $node->host, '-p', $node->port);
	my ($out, $err);

	sql($node, "SELECT bloom_set_create('$set', 10000, 0.000001, unclaim => true"
		  . ($set eq 's' ? ')' : ", retention => '600 days', bucket => '100 days')"));
	foreach my $name (sort keys %text)
	{
		my $path = "$scripts/$set.$name";

		PostgreSQL::Test::Utils::append_to_file($path,
			"\\set v random(1, $values)\n\\set seed random(1, 1000000000)\n\\set back random(1, 10)\n"
			  . "$text{$name}\\if :back = 1\nROLLBACK;\n\\else\nCOMMIT;\n\\endif\n");
		push @command, '-f', "$path\@$weight{$name}";
	}
	my $ok = IPC::Run::run([ @command, 'postgres' ], '>', \$out, '2>', \$err);

	ok($ok, "$set: all clients come to an end") or diag($err);
	my ($won, $given) = split /\|/,
	  sql($node, "SELECT count(*) FILTER (WHERE won), count(*) FILTER (WHERE NOT won) FROM log WHERE set = '$set'");
	note("$set: $won won, $given given back");
	cmp_ok($given, '>', 1000, "$set: values are given back");
	is(sql($node, "SELECT count(*) FROM (SELECT won, lag(won, 1, false) OVER (PARTITION BY value ORDER BY id) AS before FROM log WHERE set = '$set') AS l WHERE won = before"),
		0, "$set: between two wins of a value, it was given back once");
	is(sql($node, "SELECT count(*) FROM (SELECT DISTINCT ON (value) value, won FROM log WHERE set = '$set' ORDER BY value, id DESC) AS l WHERE won <> bloom_seen('$set', value)"),
		0, "$set: seen are those that were won last");
	is(sql($node, "SELECT bool_and(bloom_unclaim('$set', value) = won) FROM (SELECT DISTINCT ON (value) value, won FROM log WHERE set = '$set' ORDER BY value, id DESC) AS l"),
		't', "$set: these can be given back");
	is(sql($node, "SELECT count(*) FROM bloom_claim_all('$set', ARRAY(SELECT i::text FROM generate_series(1, $values) AS i))"),
		$values, "$set: all can be claimed then");
}
$node->stop;
done_testing();
