# Prepared claims, and sets that are dumped, restored and replicated.  No value
# can be claimed again, and new values can.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

# Without a background worker, which would merge between two queries.
my $node = server('lasting', [ allows_streaming => 'logical' ], 'max_prepared_transactions = 10', 'autovacuum = off', 'max_worker_processes = 0');
my $files = PostgreSQL::Test::Utils::tempdir();

sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE ROLE owner LOGIN;
	CREATE ROLE heir;
	CREATE ROLE claimant;
	GRANT CREATE ON DATABASE postgres TO owner;
	CREATE SCHEMA crawler AUTHORIZATION owner;
	SET ROLE owner;
	SELECT bloom_set_create('crawler.crawl', 10000);
	SELECT bloom_set_create('crawler.shown', 10000, retention => '7 days', bucket => '1 day', seed => 17);
	SELECT count(*) FROM unnest('{crawler.crawl,crawler.shown}'::regclass[]) AS set, bloom_claim_all(set, ARRAY(SELECT i::text FROM generate_series(1, 3000) AS i));
	SELECT bloom_set_merge('crawler.crawl'), bloom_set_merge('crawler.shown');
	SELECT count(*) FROM unnest('{crawler.crawl,crawler.shown}'::regclass[]) AS set, bloom_claim_all(set, ARRAY(SELECT i::text FROM generate_series(3001, 4000) AS i));
	GRANT INSERT ON crawler.crawl TO claimant;
	GRANT SELECT ON crawler.crawl TO PUBLIC});

# A prepared claim is undecided.  Other claims wait for it, also after a
# restart, and at each isolation level.
my %ends = ('COMMIT' => 'f', 'ROLLBACK' => 't');

foreach my $level ('READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE')
{
	foreach my $end (sort keys %ends)
	{
		sql($node, "BEGIN ISOLATION LEVEL $level; SELECT bloom_claim('crawler.crawl', '$level $end 1'); SELECT bloom_claim_all('crawler.crawl', '{$level $end 2,$level $end 3,1}'::text[]); PREPARE TRANSACTION '$level $end'");
	}
}
# A prepared transaction that has rolled back to a savepoint and then merged.
sql($node, "BEGIN; SELECT bloom_claim('crawler.shown', 'a'); SAVEPOINT s; SELECT bloom_claim('crawler.shown', 'b'); ROLLBACK TO s; SELECT bloom_set_merge('crawler.shown'); PREPARE TRANSACTION 'merged'");

foreach my $restarted ('', ', restarted')
{
	$node->stop('immediate'), $node->start if $restarted;
	foreach my $level ('READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE')
	{
		foreach my $i (1 .. 3)
		{
			like(output($node, "SET lock_timeout = 100; BEGIN ISOLATION LEVEL $level; SELECT bloom_claim('crawler.crawl', '$level COMMIT $i')"),
				qr/lock timeout/, "prepared$restarted, $level: another claim waits");
		}
		# After a restart, PostgreSQL assumes that a prepared SERIALIZABLE
		# transaction conflicts with everything that is read.
		my $seen = $restarted && $level eq 'SERIALIZABLE' ? 'false' : "bloom_seen('crawler.crawl', '$level COMMIT 1')";
		is(output($node, "SET lock_timeout = 100; BEGIN ISOLATION LEVEL $level; SELECT $seen, bloom_claim('crawler.crawl', '1'), bloom_claim('crawler.crawl', 'other')"),
			"f|f|t\n", "prepared$restarted, $level: others don't");
	}
	is(output($node, "SET lock_timeout = 100; SELECT bloom_claim('crawler.shown', '1'), bloom_claim('crawler.shown', '4000'); BEGIN; SELECT bloom_claim('crawler.shown', 'b')"),
		"f|f\nt\n", "prepared merge$restarted: what it moved is known, what it rolled back is not");
	like(output($node, "SET lock_timeout = 100; SELECT bloom_claim('crawler.shown', 'a')"), qr/lock timeout/, "prepared merge$restarted: what it claimed waits");
	like(output($node, "SET lock_timeout = 100; SELECT bloom_set_merge('crawler.shown')"), qr/lock timeout/, "prepared merge$restarted: another one waits");
}
is(sql($node, "SELECT bloom_set_merge('crawler.crawl')"), 1000, 'a merge leaves what is prepared');
foreach my $level ('READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE')
{
	foreach my $end (sort keys %ends)
	{
		sql($node, "$end PREPARED '$level $end'");
		is(sql($node, "SELECT bloom_claim('crawler.crawl', '$level $end ' || i) FROM generate_series(1, 3) AS i"),
			join("\n", ($ends{$end}) x 3), "$level: $end PREPARED decides");
	}
}
sql($node, "ROLLBACK PREPARED 'merged'");
# A session that has listed the filters during a prepared merge notices its end.
is(sql($node, q{
	SELECT bloom_set_create('listed', 100000);
	SELECT bloom_set_load_agg('listed', i::text) FROM generate_series(1, 20000) AS i;
	SELECT bloom_claim('listed', 'a');
	BEGIN;
	SELECT bloom_set_merge('listed');
	PREPARE TRANSACTION 'listed';
	SELECT bloom_claim('listed', 'b');
	COMMIT PREPARED 'listed';
	SELECT bloom_claim('listed', 'a')}), "listed\n20000\nt\n1\nt\nf", 'a prepared merge is noticed');
is(sql($node, "SELECT bloom_claim('crawler.shown', v) FROM unnest('{1,4000,a,b}'::text[]) AS v"), "f\nf\nt\nt", 'a merge that is rolled back in the end');
is(sql($node, "SELECT recent FROM bloom_set_info('crawler.shown')"), 1002, 'and moved nothing');

# Dumps.  These properties must hold wherever a set arrives.
my $known = "SELECT count(*) FROM bloom_claim_all('SCHEMA.%s', ARRAY(SELECT i::text FROM generate_series(1, 4000) AS i))";
my @same = map { ("SELECT md5(bloom_set_filter('SCHEMA.$_')::text)", "SELECT bloom_set_info('SCHEMA.$_')", "SELECT class, capacity, members, recent, filters, bytes FROM SCHEMA.$_") } 'crawl', 'shown';
my $copies = 0;

sub in_schema
{
	my ($sql, $schema) = @_;

	$sql =~ s/SCHEMA/$schema/g;
	return $sql;
}

sub arrived
{
	my ($what, $database, $schema, $owner) = @_;

	$schema ||= 'crawler';
	is(sql($node, in_schema($_, $schema), $database), sql($node, in_schema($_, 'crawler')), "$what: " . in_schema($_, $schema))
	  foreach @same;
	foreach my $set ('crawl', 'shown')
	{
		is(sql($node, in_schema(sprintf($known, $set), $schema), $database), 0, "$what: nothing can be claimed again in $set");
		is(sql($node, "SELECT bloom_claim('$schema.$set', 'new'), bloom_claim('$schema.$set', 'new'), bloom_set_merge('$schema.$set') > 0, bloom_claim('$schema.$set', 'new'), bloom_claim('$schema.$set', '17'), bloom_seen('$schema.$set', '4000')", $database),
			't|f|t|f|f|t', "$what: new values can, and $set can be merged");
	}
	return;
}

sub dump_of
{
	my ($path, @options) = @_;
	my ($out, $err);
	my $ok = IPC::Run::run([ 'pg_dump', '-h', $node->host, '-p', $node->port, '-f', "$files/$path", @options, 'postgres' ], '>', \$out, '2>', \$err);

	ok($ok, "pg_dump @options") or diag($err);
	return;
}

# Restore a dump into a new database.
sub restored
{
	my ($path, @options) = @_;
	my $database = 'copy' . ++$copies;
	my ($out, $err);

	sql($node, "CREATE DATABASE $database");
	sql($node, 'CREATE EXTENSION bloomext; CREATE SCHEMA IF NOT EXISTS crawler AUTHORIZATION owner', $database) if $path !~ /^whole/;
	my $ok = IPC::Run::run(
		$path =~ /sql$/ ? [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-h', $node->host, '-p', $node->port, '-f', "$files/$path", $database ]
		: [ 'pg_restore', '-h', $node->host, '-p', $node->port, '-d', $database, @options, "$files/$path" ], '>', \$out, '2>', \$err);

	return ($database, $ok, $err);
}

dump_of('whole.sql');
dump_of('whole.custom', '-Fc');
dump_of('sets.sql', '-t', 'crawler.crawl*', '-t', 'crawler.shown*');
dump_of('owners.sql', '-U', 'owner', '-t', 'crawler.crawl*', '-t', 'crawler.shown*');
dump_of('free.sql', '--no-owner', '--no-privileges', '-n', 'crawler', '-t', 'crawler.crawl*', '-t', 'crawler.shown*');
dump_of('alone.sql', '-t', 'crawler.crawl');
dump_of('data.sql', '--data-only', '-t', 'crawler.crawl*', '-t', 'crawler.shown*');

foreach my $path ('whole.sql', 'sets.sql', 'owners.sql')
{
	my ($database, $ok, $err) = restored($path);

	ok($ok, "$path: restored") or diag($err);
	arrived($path, $database);
	is(sql($node, "SELECT string_agg(DISTINCT relowner::regrole::text, ' ') FROM pg_class WHERE relnamespace = 'crawler'::regnamespace AND relkind IN ('r', 'v')", $database), 'owner', "$path: it is the owner's");
	is(sql($node, "SELECT has_table_privilege('claimant', 'crawler.crawl', 'INSERT') AND NOT has_table_privilege('claimant', 'crawler.crawl_recent', 'INSERT')", $database), 't', "$path: with its privileges");
}

# Into another schema, and with another owner.
my $text = PostgreSQL::Test::Utils::slurp_file("$files/free.sql");
$text =~ s/\bcrawler\./moved./g;
PostgreSQL::Test::Utils::append_to_file("$files/moved.sql", "CREATE SCHEMA moved; GRANT ALL ON SCHEMA moved TO heir; SET ROLE heir;\n$text");
my ($database, $ok, $err) = restored('moved.sql');
ok($ok, 'another schema and owner: restored') or diag($err);
arrived('another schema and owner', $database, 'moved');
is(sql($node, "SELECT string_agg(DISTINCT relowner::regrole::text, ' ') FROM pg_class WHERE relnamespace = 'moved'::regnamespace AND relkind IN ('r', 'v')", $database), 'heir', 'another schema and owner: all is the heir\'s');

# Over existing sets.
($database, $ok, $err) = restored('whole.custom');
ok($ok, 'pg_restore') or diag($err);
arrived('pg_restore', $database);
ok(IPC::Run::run([ 'pg_restore', '--clean', '-h', $node->host, '-p', $node->port, '-d', $database, "$files/whole.custom" ], '2>', \$err), 'pg_restore --clean')
  or diag($err);
arrived('pg_restore --clean', $database);

# A dump of the data only, into existing tables.  A new set has a row of
# settings of its own, and the dump's row would be a second one.
sql($node, q{DELETE FROM crawler.crawl_settings; DELETE FROM crawler.crawl_filters; DELETE FROM crawler.crawl_recent;
	DELETE FROM crawler.shown_settings; DELETE FROM crawler.shown_filters; DELETE FROM crawler.shown_recent}, $database);
my (undef, undef, $none) = $node->psql($database, "SELECT bloom_claim('crawler.crawl', '1')");
like($none, qr/shared set "crawl" cannot be used.*crawl_settings has no row/s, 'without its settings a set is refused');
ok(IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-h', $node->host, '-p', $node->port, '-f', "$files/data.sql", $database ], '2>', \$err),
	'--data-only: restored') or diag($err);
arrived('--data-only', $database);

# With a row of settings that was there before, the error says which row to
# delete.
sql($node, 'CREATE DATABASE existing');
sql($node, q{CREATE EXTENSION bloomext; CREATE SCHEMA crawler;
	SELECT bloom_set_create('crawler.crawl', 10000, seed => 99), bloom_set_create('crawler.shown', 10000, retention => '7 days', bucket => '1 day', seed => 99)}, 'existing');
ok(IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-h', $node->host, '-p', $node->port, '-f', "$files/data.sql", 'existing' ], '2>', \$err),
	'--data-only into new sets: restored') or diag($err);
foreach my $set ('crawl', 'shown')
{
	my (undef, undef, $error) = $node->psql('existing', "SELECT bloom_claim('crawler.$set', '1')");

	is($error =~ s/^.*ERROR/ERROR/r, qq{ERROR:  shared set "$set" cannot be used
DETAIL:  Table crawler.${set}_settings has more than one row.
HINT:  If data was restored into this set, delete the row that the table had before.}, "--data-only into new sets: $set says what to do");
	sql($node, "DELETE FROM crawler.${set}_settings WHERE seed = 99", 'existing');
}
arrived('--data-only into new sets', 'existing');

# pg_restore -t omits keys.  The errors say which statements to run.
sql($node, 'CREATE DATABASE bare');
sql($node, 'CREATE EXTENSION bloomext; CREATE SCHEMA crawler', 'bare');
ok(IPC::Run::run([ 'pg_restore', '-h', $node->host, '-p', $node->port, '-d', 'bare', map({ my $set = $_; map { ('-t', "$set$_") } '_settings', '_filters', '_recent', '' } 'crawl', 'shown'), "$files/whole.custom" ], '2>', \$err),
	'pg_restore -t') or diag($err);
foreach my $set ('crawl', 'shown')
{
	my @runs;

	for (;;)
	{
		my (undef, undef, $error) = $node->psql('bare', "SELECT bloom_seen('crawler.$set', '1')");

		last unless $error =~ /ERROR:  shared set "$set" cannot be used\nDETAIL:  Table crawler\.${set}_\w+ does not have the primary key that bloom_set_create\(\) made\.\nHINT:  Run (.*)\.$/m && @runs < 9;
		push @runs, $1;
		sql($node, $1, 'bare');
	}
	is(scalar @runs, 2, "pg_restore -t: $set has lost two keys") or diag(join "\n", @runs);
}
arrived('pg_restore -t', 'bare');

# Without its tables, the view cannot be restored.  PostgreSQL reports that.
($database, $ok, $err) = restored('alone.sql');
ok(!$ok, 'the view alone: not restored');
like($err, qr/relation "crawler.crawl_settings" does not exist/, 'and what is missing is named');

# Logical replication of the tables.  Values can be tested on the subscriber.
dump_of('schema.sql', '-s', '-t', 'crawler.crawl*', '-t', 'crawler.shown*');
sql($node, 'CREATE PUBLICATION sets FOR TABLE crawler.crawl_settings, crawler.crawl_filters, crawler.crawl_recent, crawler.shown_settings, crawler.shown_filters, crawler.shown_recent');
my $subscriber = server('subscriber');
sql($subscriber, 'CREATE EXTENSION bloomext; CREATE ROLE owner; CREATE ROLE claimant; CREATE SCHEMA crawler AUTHORIZATION owner');
$subscriber->safe_psql('postgres', PostgreSQL::Test::Utils::slurp_file("$files/schema.sql") =~ s/^\\(un)?restrict.*$//mgr);
sql($node, 'ALTER TABLE crawler.crawl_settings REPLICA IDENTITY FULL; ALTER TABLE crawler.shown_settings REPLICA IDENTITY FULL');
sql($subscriber, sprintf("CREATE SUBSCRIPTION sets CONNECTION '%s dbname=postgres' PUBLICATION sets", $node->connstr));
$subscriber->wait_for_subscription_sync($node, 'sets') if $subscriber->can('wait_for_subscription_sync');
ok(becomes($subscriber, 'postgres', "SELECT count(*) = 6 AND bool_and(srsubstate IN ('r', 's')) FROM pg_subscription_rel"), 'subscribed');

sub replicated
{
	my ($what) = @_;

	$node->wait_for_catchup('sets');
	foreach my $set ('crawl', 'shown')
	{
		is(sql($subscriber, $_), sql($node, $_), "$what: $_")
		  foreach "SELECT class, capacity, error_rate, members FROM bloom_set_info('crawler.$set')", "SELECT count(*) FROM generate_series(1, 9000, 7) AS i WHERE bloom_seen('crawler.$set', i::text)",
		  "SELECT md5(bloom_set_filter('crawler.$set')::text)";
	}
	return;
}

replicated('first copy');
sql($node, "SELECT count(*) FROM unnest('{crawler.crawl,crawler.shown}'::regclass[]) AS set, bloom_claim_all(set, ARRAY(SELECT i::text FROM generate_series(4001, 6000) AS i))");
replicated('claimed further');
sql($node, "SELECT bloom_set_merge('crawler.crawl'), bloom_set_merge('crawler.shown')");
replicated('merged');
is(sql($subscriber, 'SELECT count(*), count(pending) FROM bloom_sets()'), '2|0', 'subscriber: nothing is pending, because nothing is merged there');
my ($status, $claimed, $refused) = $subscriber->psql('postgres', "SELECT bloom_claim('crawler.crawl', '5000')");
like($refused, qr/shared set "crawl" cannot be changed on a subscriber\n.*\n.*Change the set on the publisher, or drop the subscription\./, 'nothing is claimed on a subscriber');
# A session that remembers the set notices that the subscription is gone.
(undef, $claimed) = $subscriber->psql('postgres', q{
	SELECT bloom_claim('crawler.crawl', '5000');
	ALTER SUBSCRIPTION sets DISABLE;
	ALTER SUBSCRIPTION sets SET (slot_name = NONE);
	DROP SUBSCRIPTION sets;
	SELECT bloom_claim('crawler.crawl', '5000'), bloom_claim('crawler.crawl', 'no longer subscribed')}, on_error_stop => 0);
is($claimed, 'f|t', 'but it is without the subscription');

healthy($subscriber);
sql($node, "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active");
healthy($node);
done_testing();
