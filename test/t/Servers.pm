# Functions for the TAP tests: servers with the extension, and filters of all
# kinds.
package Servers;

use strict;
use warnings;
use Exporter 'import';
use Test::More;

our @EXPORT = qw(server database settings sql output concurrently becomes worker_ends logged has_extension filters_of_all_kinds
  bytes_of equal_to_new healthy);

BEGIN
{
	eval {
		require PostgreSQL::Test::Cluster;
		require PostgreSQL::Test::Utils;
		require IPC::Run;
		1;
	} or plan skip_all => "needs PostgreSQL's Perl modules and IPC::Run: $@";
}

# Returns lines for postgresql.conf, with these added:
#
# - EXTENSION_SETTINGS, with which test/with-server makes the extension
#   available
# - shared_buffers, because the default of these tests can be 1 MB
# - wal_keep_size, so that a delayed standby on a busy machine still finds the
#   WAL that it needs
sub settings
{
	my @lines = ('shared_buffers = 64MB', 'wal_keep_size = 2GB', @_);

	push @lines, $ENV{EXTENSION_SETTINGS} if $ENV{EXTENSION_SETTINGS};
	return join("\n", @lines) . "\n";
}

# Create a database with the extension.
sub database
{
	my ($node, $name) = @_;

	sql($node, "CREATE DATABASE $name");
	sql($node, 'CREATE EXTENSION bloomext', $name);
	return;
}

# Start a new server with these lines in its configuration.
sub server
{
	my ($name, $init, @lines) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	$node->init(@$init);
	$node->append_conf('postgresql.conf', settings(@lines));
	$node->start;
	return $node;
}

# Returns the result of a query.  An error ends the test.
sub sql
{
	my ($node, $query, $database) = @_;

	return $node->safe_psql($database || 'postgres', $query);
}

# Run a script with psql.  Returns all output, errors included.
sub output
{
	my ($node, $script, @options) = @_;
	my ($out, $err);

	IPC::Run::run(
		[ 'psql', '-X', '-A', '-t', '-q', '-h', $node->host, '-p', $node->port, '-d', 'postgres', @options ],
		'<', \$script, '>', \$out, '2>', \$err);
	return "$out$err";
}

# Start a session that runs statements from a file with this path.  Its output
# and errors go to the same path, with .out and .err.
sub concurrently
{
	my ($node, $database, $path, @statements) = @_;

	PostgreSQL::Test::Utils::append_to_file($path, join "\n", @statements, '');
	return IPC::Run::start(
		[ 'psql', '-X', '-A', '-t', '-q', '-h', $node->host, '-p', $node->port, '-f', $path, $database ],
		'>', "$path.out", '2>', "$path.err");
}

# Repeat a query until its result is as expected, by default "t".  Unlike
# poll_query_until(), this uses one session.  Starting psql for each attempt
# would take most of the CPU time of these tests.
sub becomes
{
	my ($node, $database, $query, $expected) = @_;
	my ($in, $out, $err) = ('', '', '');

	$expected = 't' unless defined $expected;
	my $psql = IPC::Run::start(
		[ 'psql', '-X', '-A', '-t', '-q', '-d', $node->connstr($database) ],
		'<', \$in, '>', \$out, '2>', \$err,
		my $limit = IPC::Run::timer($ENV{PATIENCE} || 180));
	until ($limit->is_expired)
	{
		($out, $err) = ('', '');
		$in .= "$query;\n\\echo asked\n";
		$psql->pump until $out =~ /^asked$/m || !$psql->pumpable || $limit->is_expired;
		last unless $psql->pumpable;
		if ($out eq "$expected\nasked\n" && $err eq '')
		{
			$in .= "\\q\n";
			return $psql->finish;
		}
		select undef, undef, undef, 0.1;
	}
	$psql->kill_kill;
	diag "This did not become $expected: $query\n$out$err";
	return 0;
}

# Test that the background worker of a database ends.
sub worker_ends
{
	my ($node, $database, $what) = @_;

	ok(becomes($node, 'postgres', "SELECT count(*) = 0 FROM pg_stat_activity WHERE backend_type = 'bloomext merge' AND datname = '$database'"), $what);
	return;
}

# Wait until the log contains a line that matches.
sub logged
{
	my ($node, $line) = @_;

	foreach (1 .. $ENV{PATIENCE} || 180)
	{
		return 1 if PostgreSQL::Test::Utils::slurp_file($node->logfile) =~ $line;
		sleep 1;
	}
	return 0;
}

sub has_extension
{
	my ($node, $name) = @_;

	return sql($node,
		"SELECT count(*) FROM pg_available_extensions WHERE name = '$name'");
}

# SQL that creates table moved, with a filter of each kind.  Each call of
# fresh() builds the filters again.
sub filters_of_all_kinds
{
	return q{
	CREATE EXTENSION bloomext;
	CREATE FUNCTION url(i bigint) RETURNS text IMMUTABLE LANGUAGE sql AS
		$$ SELECT 'https://www.example.org/' || i $$;
	CREATE FUNCTION filled("like" bloom, n int) RETURNS bloom IMMUTABLE LANGUAGE sql AS
		$$ SELECT bloom_agg_like(url(i), "like") FROM generate_series(1, n) AS i $$;
	CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
	CREATE FUNCTION fresh() RETURNS TABLE (id bigint, kind text, filter bloom, shaped bloom, list bloom[]) STABLE LANGUAGE sql AS $$
		SELECT n, k, f, s, ARRAY[f, NULL, s] FROM (SELECT row_number() OVER () AS n, * FROM (VALUES
			(NULL, NULL::bloom),
			('empty', bloom(1000)),
			('sparse', filled(bloom(10000000), 20)),
			('sparse, out of line', filled(bloom(10000000), 1000)),
			('dense, in line', filled(bloom(1000), 1000)),
			('dense, out of line', filled(bloom(100000, 0.001), 100000)),
			('over its capacity', bloom_add_all(bloom(10, 0.5), ARRAY(SELECT i FROM generate_series(1, 20) AS i))),
			('growing, sparse', filled(bloom(100, 0.01, 2), 20)),
			('growing, several layers', (SELECT bloom_union(filled(bloom(100, 0.01, 2), 100), bloom_add_all(filled(bloom(100, 0.01, 2), 100), ARRAY(SELECT url(i) FROM generate_series(1, 5000) AS i))))),
			('growing by 4', bloom_add_all(bloom(20, 0.001, 4), ARRAY(SELECT url(i) FROM generate_series(1, 3000) AS i))),
			('sizes itself, empty', bloom()),
			('sizes itself', bloom() || url(1) || url(2)),
			('sizes itself, layers', bloom_add_all(bloom(), ARRAY(SELECT url(i) FROM generate_series(1, 9000) AS i))),
			('sized by bloom_agg', (SELECT bloom_agg(url(i)) FROM generate_series(1, 5000) AS i)),
			('counting, in line', filled(bloom(100, counting => true), 100)),
			('counting, out of line', filled(bloom(10000, counting => true), 5000)),
			('seed', filled(bloom(1000, seed => -12345), 1000)),
			('of integers', bloom_add_all(bloom(1000), ARRAY(SELECT generate_series(1, 1000)))),
			('of uuid', bloom(1000) || '6a8d7b2c-90cf-4b36-a5ab-5c3cf22f2d6d'::uuid),
			('of numeric', bloom(1000) || 1.50),
			('of float', bloom(1000) || 'NaN'::float8),
			('of bytea', bloom(1000) || '\x00ff'::bytea),
			('of dates', bloom(1000) || date '2024-02-29'),
			('of an enum', bloom(1000) || 'happy'::mood),
			('of hashes', bloom_add_hash(bloom(1000), 42)),
			('guava', filled(bloom_new('guava', 4000), 4000)),
			('guava, empty', bloom_new('guava', 100)),
			('pybloom', filled(bloom_new('pybloom', 1000), 1000)),
			('pybloom, md5', filled(bloom_new('pybloom', 1000, hash => 'md5'), 1000)),
			('pybloom, scalable', filled(bloom_new('pybloom', 200, growth => 2), 3000)),
			('redisbloom', filled(bloom_new('redisbloom', 2000), 2000)),
			('redisbloom, scaling', filled(bloom_new('redisbloom', 200, growth => 2), 3000)),
			('redis-bitmap', filled(bloom_new('redis-bitmap', 4000), 4000)),
			('redis-bitmap, prime', filled(bloom_new('redis-bitmap', 400, prime => true), 400))
		) AS v(k, f)) AS w,
		LATERAL filled(bloom(1000, 0.01), 30 * n::int) AS s $$;

	CREATE TABLE moved (id bigint PRIMARY KEY, kind text, filter bloom, shaped bloom(1000, 0.01), list bloom[]);
	INSERT INTO moved SELECT * FROM fresh();};
}

# A query for the bytes of each row.
sub bytes_of
{
	my ($table) = @_;

	return qq{
	SELECT format('%s %s %s %s %s', id, kind, md5(filter::bytea), md5(shaped::bytea), md5(list::text))
	FROM $table ORDER BY id};
}

# A query that compares the filters with new ones, and finds members in them.
sub equal_to_new
{
	my ($table) = @_;

	return qq{
	SELECT count(*), count(*) FILTER (WHERE t.filter = f.filter), count(*) FILTER (WHERE t.shaped = f.shaped),
		count(*) FILTER (WHERE t.list[1] = f.filter AND t.list[3] = f.shaped),
		count(*) FILTER (WHERE (bloom_info(t.filter)).class = 'text' AND t.filter @> url(1)),
		count(*) FILTER (WHERE t.shaped @> url(1) AND t.shaped @> url(30 * id)),
		(SELECT string_agg(format_type(atttypid, atttypmod), ' ' ORDER BY attnum) FROM pg_attribute
		 WHERE attrelid = '$table'::regclass AND attnum > 2 AND NOT attisdropped)
	FROM $table AS t JOIN fresh() AS f USING (id, kind)};
}

# Stop servers.  Their logs must not show a crash.
sub healthy
{
	foreach my $node (@_)
	{
		$node->stop;
		unlike(
			PostgreSQL::Test::Utils::slurp_file($node->logfile),
			qr/PANIC|TRAP|terminated by signal/,
			$node->name . ': nothing bad in the log');
	}
	return;
}

1;
