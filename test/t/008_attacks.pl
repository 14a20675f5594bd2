# Attacks by roles that own or use shared sets: only PostgreSQL's and
# bloomext's code runs, no role gains a privilege, and nothing crashes.  What
# the owner attaches to the tables, or writes into them, is in
# sql/components.sql.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;

my $node = server('attacked');

# mallory and owner may create schemas.  victim has the privileges of PUBLIC.
sql($node, q{
	CREATE EXTENSION bloomext;
	CREATE ROLE mallory LOGIN;
	CREATE ROLE victim LOGIN;
	CREATE ROLE owner LOGIN;
	GRANT CREATE ON DATABASE postgres TO mallory, owner;
});

# A crash would restart the checkpointer.
my $alive = "SELECT backend_start FROM pg_stat_activity WHERE backend_type = 'checkpointer'";
my $superusers = "SELECT string_agg(rolname, ' ') FROM pg_roles WHERE rolsuper AND rolname <> 'postgres'";
my $started = sql($node, $alive);

# Run statements as a role, each in a transaction of its own.  Returns all
# output.
sub as
{
	my ($role, @statements) = @_;

	return output($node, join(";\n", @statements, ''), '-U', $role);
}

# Like as(), but the statements must succeed.
sub do_as
{
	my $out = as(@_);

	is($out, '', "$_[0] can") if $out =~ /ERROR|FATAL/;
	return $out;
}

# Check the properties that hold after each attack.
sub unharmed
{
	my ($what, $out) = @_;

	unlike($out, qr/ran as|server closed|terminat/, "$what: only our code ran");
	is(sql($node, $alive), $started, "$what: the server has not crashed");
	is(sql($node, $superusers), '', "$what: nobody became superuser");
	return;
}

# Create a schema of mallory's, with code that reports its user and exploits
# its privileges.
sub prepare
{
	sql($node, 'DROP SCHEMA IF EXISTS m CASCADE');
	do_as('mallory', q{
		CREATE SCHEMA m;
		GRANT USAGE ON SCHEMA m TO PUBLIC;
		CREATE FUNCTION m.evil() RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$
			BEGIN
				RAISE WARNING 'ran as %', current_user;
				PERFORM set_config('search_path', 'm', false);
				IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
					ALTER ROLE mallory SUPERUSER;
				END IF;
				RETURN 1;
			END $$;
		CREATE FUNCTION m.evil_trigger() RETURNS trigger LANGUAGE plpgsql AS $$
			BEGIN
				PERFORM m.evil();
				IF TG_OP = 'INSERT' AND TG_LEVEL = 'ROW' THEN
					NEW.hash := NEW.hash + 1;
				END IF;
				RETURN coalesce(NEW, OLD);
			END $$;
		-- what a function would find that does not name schemas
		CREATE TABLE m.s_audit (hash bigint);
		CREATE TABLE m.more (hash bigint, bucket timestamptz);
		SELECT bloom_set_create('m.s', 1000, retention => '7 days', bucket => '1 day');
		SELECT bloom_claim('m.s', i::text) FROM generate_series(1, 3) AS i;
		GRANT SELECT, INSERT, DELETE ON m.s TO victim});
	return;
}

# All operations on a set, for a role with all privileges.
my @uses = (
	"SELECT bloom_claim('m.s', 'new')",
	"SELECT count(*) FROM bloom_claim_all('m.s', ARRAY(SELECT i::text FROM generate_series(1, 2000) AS i))",
	"SELECT bloom_seen('m.s', '1')",
	"SELECT members FROM bloom_set_info('m.s')",
	"SELECT bloom_set_expire('m.s')",
	"SELECT bloom_set_merge('m.s')",
	"SELECT bloom_set_filter('m.s') IS NULL",
	"SELECT bloom_set_clear('m.s')");

# Views that bloom_set_create did not create, or that select from tables of
# another role.
prepare();
do_as('owner', "CREATE SCHEMA hidden; GRANT USAGE ON SCHEMA hidden TO PUBLIC; SELECT bloom_set_create('hidden.s', 1000); SELECT bloom_claim('hidden.s', 'v')");
my $out = '';
foreach my $view (
	'SELECT bloom_set_class_name(1) AS one FROM hidden.s_settings, hidden.s_filters, hidden.s_recent',
	'SELECT bloom_set_class_name(1) AS one FROM m.s_settings, m.s_filters, hidden.s_recent',
	'SELECT bloom_set_class_name(1) AS one FROM m.s_settings, m.s_recent, m.s_filters',
	'SELECT bloom_set_class_name(1) AS one FROM m.s_settings, m.s_filters, m.s_filters AS again',
	'SELECT 1 AS one FROM m.s_settings, m.s_filters, m.s_recent',
	'SELECT 1 AS one FROM m.s_settings, m.s_filters, m.s_recent, m.more',
	'SELECT 1 AS one FROM m.s_settings, m.s_filters',
	'SELECT 1 AS one FROM hidden.s, m.s, m.more',
	'SELECT bloom_set_class_name(1) AS one FROM pg_class, pg_class AS b, pg_class AS c',
	'SELECT m.evil()')
{
	do_as('mallory', "CREATE VIEW m.v AS $view", 'GRANT ALL ON m.v TO PUBLIC');
	foreach my $role ('mallory', 'victim', 'postgres')
	{
		my $mine = as($role, map { s/m\.s'/m.v'/r } @uses);
		my $refused = () = $mine =~ /is not a shared set|cannot be used|must be owner/g;

		is($refused, scalar @uses, "$view: $role is refused") or diag($mine);
		$out .= $mine;
	}
	$out .= as('mallory', "SELECT bloom_set_drop('m.v')", 'DROP VIEW IF EXISTS m.v');
}
unharmed('other views', $out);
is(as('owner', "SELECT bloom_claim('hidden.s', 'v'), (SELECT members FROM bloom_set_info('hidden.s'))"), "f|1\n",
	'other views: the set is as it was');
foreach my $other ('m.more', 'm.s_recent', 'm.s_recent_pkey', 'pg_class', 'pg_authid')
{
	like(as('postgres', "SELECT bloom_claim('$other', 'v')"), qr/is not a shared set/, "$other is no set");
}

# Operations that grantees cannot do.  They have no privileges on the tables,
# and cannot change the view.
do_as('owner', q{
	ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO victim;
	SELECT bloom_set_create('hidden.kept', 1000, retention => '7 days', bucket => '1 day', seed => 17);
	SELECT bloom_claim('hidden.kept', i::text) FROM generate_series(1, 3) AS i;
	ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM victim});
$out = '';
foreach my $statement (
	(map { ("SELECT count(*) FROM hidden.kept_$_", "DELETE FROM hidden.kept_$_", "INSERT INTO hidden.kept_$_ VALUES (1)", "LOCK TABLE hidden.kept_$_", "TRUNCATE hidden.kept_$_") }
		qw(settings filters recent)),
	'INSERT INTO hidden.kept VALUES (1)', 'DELETE FROM hidden.kept', 'UPDATE hidden.kept SET capacity = 1',
	'TRUNCATE hidden.kept', 'DROP VIEW hidden.kept',
	"SELECT bloom_set_merge('hidden.kept')", "SELECT bloom_set_filter('hidden.kept')",
	"SELECT bloom_set_clear('hidden.kept')", "SELECT bloom_set_drop('hidden.kept')")
{
	my $mine = as('victim', $statement);

	like($mine, qr/ERROR/, "grantee: $statement");
	$out .= $mine;
}
unharmed('grantee', $out);
is(as('victim', "SELECT bloom_claim('hidden.kept', '1'), seed IS NULL, members FROM bloom_set_info('hidden.kept')"),
	"f|t|3\n", 'grantee: the set is as it was, and its seed is a secret');
is(as('victim', 'SELECT members FROM hidden.kept'), "3\n", 'grantee: the view tells what it is');

# Functions and operators of the attacker, in a schema that is searched before
# pg_catalog.
prepare();
$out = as('mallory', q{
	CREATE FUNCTION m.equal(bigint, bigint) RETURNS boolean LANGUAGE sql AS 'SELECT m.evil() = 1';
	CREATE FUNCTION m.count(text) RETURNS bigint LANGUAGE sql AS 'SELECT m.evil()::bigint';
	CREATE OPERATOR m.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = m.equal);
	CREATE OPERATOR m.>= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = m.equal);
	CREATE FUNCTION m.bloom_set_live_bucket(interval, interval) RETURNS timestamptz LANGUAGE sql AS 'SELECT now() + m.evil() * interval ''1 s''';
	GRANT ALL ON ALL FUNCTIONS IN SCHEMA m TO PUBLIC});
$out = as('owner', 'SET search_path = m, pg_catalog, public', "SELECT bloom_set_create('hidden.o', 1000, retention => '7 days', bucket => '1 day')",
	map({ s/m\.s'/hidden.o'/r } @uses), 'SELECT * FROM hidden.o', "SELECT bloom_set_drop('hidden.o')");
unlike($out, qr/ERROR/, 'search_path: all works');
unharmed('search_path', $out);

# Names that contain statements.
$out = as('owner', q{
	SELECT bloom_set_create('hidden."a""; SELECT m.evil(); --"', 1000);
	SELECT bloom_claim('hidden."a""; SELECT m.evil(); --"', 'v');
	SELECT bloom_set_merge('hidden."a""; SELECT m.evil(); --"');
	SELECT bloom_set_clear('hidden."a""; SELECT m.evil(); --"');
	SELECT bloom_set_drop('hidden."a""; SELECT m.evil(); --"')});
unlike($out, qr/ERROR/, 'names: any will do');
unharmed('names', $out);

# Start an interactive session.  order() sends statements to it, and can wait
# until they are done.
sub session
{
	my ($role) = @_;
	my %session = (in => '', out => '');

	$session{run} = IPC::Run::start(
		[ 'psql', '-X', '-A', '-t', '-q', '-U', $role, '-h', $node->host, '-p', $node->port, 'postgres' ],
		'<', \$session{in}, '>&', \$session{out},
		IPC::Run::timeout(180));
	return \%session;
}

sub order
{
	my ($session, $sql, $wait) = @_;

	$session->{in} .= "$sql;\n\\echo done\n";
	$session->{told}++;
	$session->{run}->pump_nb;
	return unless $wait;
	$session->{run}->pump until (() = $session->{out} =~ /^done$/mg) >= $session->{told};
	return;
}

# Wait until a session waits for a lock.
sub waits
{
	my ($session) = @_;

	foreach (1 .. 1000)
	{
		$session->{run}->pump_nb;
		return if sql($node, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") == 1;
		select undef, undef, undef, 0.02;
	}
	die 'the session does not wait';
}

# The owner of the schema replaces the tables by others of the same names while
# a claim or a merge waits.
foreach my $use ('claim', 'merge')
{
	prepare();
	sql($node, "CREATE SCHEMA swapped AUTHORIZATION mallory; SELECT bloom_set_create('swapped.s', 1000); GRANT ALL ON swapped.s TO mallory; SELECT bloom_claim('swapped.s', 'a')");
	my $first = session('postgres');
	my $second = session('postgres');

	order($first, $use eq 'claim' ? "BEGIN; SELECT bloom_claim('swapped.s', 'v')" : "BEGIN; SELECT bloom_set_merge('swapped.s')", 1);
	order($second, $use eq 'claim' ? "SELECT 'won', bloom_claim('swapped.s', 'v')" : "SELECT 'merged', bloom_set_merge('swapped.s')");
	waits($second);
	do_as('mallory', q{
		ALTER SCHEMA swapped RENAME TO old;
		CREATE SCHEMA swapped;
		CREATE TABLE swapped.s_settings AS SELECT 1 AS version;
		CREATE TABLE swapped.s_filters (partition int, bucket timestamptz, part int, members bigint, bits_set bigint, filter bytea);
		CREATE TABLE swapped.s_recent (hash bigint PRIMARY KEY, bucket timestamptz);
		CREATE TRIGGER t BEFORE INSERT OR DELETE ON swapped.s_recent FOR EACH ROW EXECUTE FUNCTION m.evil_trigger();
		CREATE TRIGGER t BEFORE INSERT OR DELETE ON swapped.s_filters FOR EACH STATEMENT EXECUTE FUNCTION m.evil_trigger()});
	order($first, 'ROLLBACK', 1);
	order($second, 'SELECT 1', 1);
	$_->{in} .= "\\q\n", $_->{run}->finish foreach $first, $second;
	like($second->{out}, $use eq 'claim' ? qr/won\|t/ : qr/merged\|1/, "swapped while a $use waits: it is done");
	is(sql($node, "SELECT members, recent FROM bloom_set_info('old.s')") , $use eq 'claim' ? '2|2' : '1|0',
		"swapped while a $use waits: where it was meant to be");
	unharmed("swapped while a $use waits", $first->{out} . $second->{out});
	sql($node, 'DROP SCHEMA old, swapped CASCADE');
}

# The owner changes the set between the claims of one statement.
prepare();
do_as('mallory', q{
	CREATE FUNCTION m.change(i bigint) RETURNS text LANGUAGE plpgsql AS $$
		BEGIN
			CASE i % 8
				WHEN 0 THEN PERFORM bloom_set_merge(to_regclass('m.s'));
				WHEN 1 THEN ALTER TABLE m.s_recent RENAME TO r; ALTER TABLE m.r RENAME TO s_recent;
				WHEN 2 THEN PERFORM bloom_set_clear(to_regclass('m.s'));
				WHEN 3 THEN ALTER VIEW m.s RENAME TO t;
				WHEN 4 THEN ALTER VIEW m.t RENAME TO s; CREATE TRIGGER t BEFORE INSERT ON m.s_recent EXECUTE FUNCTION m.evil_trigger();
				WHEN 5 THEN DROP TRIGGER t ON m.s_recent;
				WHEN 6 THEN ALTER TABLE m.s_recent DROP CONSTRAINT s_recent_pkey, ADD PRIMARY KEY (hash);
				ELSE REINDEX TABLE m.s_filters;
			END CASE;
			RETURN 'changed';
		END $$;
	CREATE FUNCTION m.claim(set regclass, value text) RETURNS text LANGUAGE plpgsql AS $$
		BEGIN
			RETURN bloom_claim(set, value)::text || bloom_seen(set, value)::text;
		EXCEPTION WHEN wrong_object_type THEN
			RETURN 'refused';
		END $$});
my $oid = sql($node, "SELECT 'm.s'::regclass::oid");
$out = as('mallory', "SELECT m.claim($oid, i::text), m.change(i) FROM generate_series(0, 79) AS i",
	"SELECT m.change(i), bloom_seen($oid, i::text) FROM generate_series(0, 2) AS i",
	"SELECT bloom_claim_all($oid, ARRAY(SELECT m.change(i) || m.claim($oid, 'y' || i) || i FROM generate_series(0, 79) AS i))");
unlike($out, qr/ERROR/, 'changed between claims: they go on') or diag($out);
my $refused = () = $out =~ /refused/g;
cmp_ok($refused, '>=', 10, 'changed between claims: with a trigger they are refused');
$out = as('mallory', 'BEGIN', 'DECLARE c CURSOR FOR SELECT * FROM m.s_recent', 'FETCH c', "SELECT bloom_set_clear('m.s')");
like($out, qr/being used by active queries/, 'cleared under a cursor: refused');
unharmed('changed between claims', $out);

# Intervals that could overflow.
foreach my $days (213503983, 106751992, 2147483647)
{
	is( sql($node, "SELECT bloom_set_create('hidden.ages', 1000, retention => '$days days', bucket => '$days days'); SELECT retention > interval '1000000 days' AND bloom_claim('hidden.ages', 'v') AND NOT bloom_claim('hidden.ages', 'v') FROM bloom_set_info('hidden.ages'); SELECT bloom_set_merge('hidden.ages'), bloom_set_expire('hidden.ages'), bloom_seen('hidden.ages', 'v'); SELECT bloom_set_drop('hidden.ages')"),
		"hidden.ages\nt\n1|0|t\n", "$days days are long");
}

# Values whose hashes an attacker has chosen.  They do not cause more merges
# than other values.
sql($node, q{
	SELECT bloom_set_create('chosen', 200000, 0.001);
	SELECT bloom_claim('chosen', 'v');
	SELECT bloom_set_merge('chosen');
	CREATE TABLE keys AS SELECT k FROM (SELECT 'k' || i AS k FROM generate_series(1, 600000) AS i) AS k
		WHERE bloom_hash(k) > 0 AND bloom_hash(k) % 10000 = 0;
	CHECKPOINT});
my $before = sql($node, 'SELECT pg_current_wal_insert_lsn()');
sql($node, "SELECT format('SELECT bloom_claim(''chosen'', %L)', k) FROM keys \\gexec");
my ($keys, $wal) = split /\|/,
  sql($node, "SELECT count(*), pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '$before')::bigint / count(*) FROM keys");
note("$wal bytes of WAL for each of $keys claims");
cmp_ok($keys, '>', 10, 'chosen values: there are some');
cmp_ok($wal, '<', 20000, 'chosen values: no merge for each');
is(sql($node, "SELECT filters FROM bloom_set_info('chosen') WHERE recent = (SELECT count(*) FROM keys)"), 1,
	'chosen values: none at all');

# A table of a set cannot be dropped alone.
prepare();
like(as('mallory', 'DROP TABLE m.s_recent'), qr/depend/, 'a part cannot be dropped alone');
do_as('mallory', 'DROP TABLE m.s_recent CASCADE');
like(as('mallory', "SELECT bloom_set_create('m.s', 1000)"), qr/relation "s_settings" already exists/,
	'what is left is in the way of another');
do_as('mallory', 'DROP TABLE m.s_settings, m.s_filters');
is(as('mallory', "SELECT bloom_set_create('m.s', 1000)", "SELECT bloom_claim('m.s', 'v')"), "m.s\nt\n", 'and can be dropped');
foreach my $statement ("SELECT bloom_set_drop('m.s')", "SELECT bloom_set_clear('m.s')", "SELECT bloom_set_merge('m.s')",
	"SELECT bloom_set_create('m.t', 1000)", "SELECT bloom_claim('m.s', 'w')", "SELECT bloom_claim_all('m.s', '{w}'::text[])")
{
	like(as('mallory', 'BEGIN READ ONLY', $statement), qr/cannot execute .* in a read-only transaction/, "read only: $statement");
}

healthy($node);
done_testing();
