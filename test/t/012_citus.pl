# Citus, if it is installed: a coordinator and two workers run the examples of
# doc/servers.md, then test/citus.md.  If BENCH is set, that command is run, too.
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Wire;
use Test::More;

# Citus may be installed in the same private directory as bloomext.
my $libraries = `"@{[ $ENV{PG_CONFIG} || 'pg_config' ]}" --pkglibdir`;
chomp $libraries;
my $private = ($ENV{EXTENSION_DESTDIR} || '') . $libraries;

plan skip_all => "Citus is not installed for the PostgreSQL of $libraries (CONTRIBUTING.md says how)"
  unless grep { -e "$_/citus.so" } $private, $libraries;

sub node
{
	my ($name) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);

	$node->init;
	$node->append_conf('postgresql.conf', settings(
		"dynamic_library_path = '$private:\$libdir'",
		"shared_preload_libraries = 'citus'",
		"citus.local_hostname = '" . $node->host . "'",
		"citus.node_conninfo = 'sslmode=disable'",
		'citus.enable_statistics_collection = off',
		# Citus searches for its version in the server's own directory.
		'citus.enable_version_checks = off',
		# for splits, and for moves that let others write
		'wal_level = logical',
		'max_wal_senders = 10',
		'max_replication_slots = 10',
		'max_prepared_transactions = 100',
		'max_connections = 200'));
	$node->start;
	if (sql($node, q{SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'}))
	{
		$node->append_conf('postgresql.conf', "output_plugin_libraries = 'pgoutput, citus'");
		$node->reload;
	}
	sql($node, 'CREATE EXTENSION citus');
	return $node;
}

my ($coordinator, @workers) = map { node($_) } 'coordinator', 'worker1', 'worker2';
my @wires = map { Wire->new($_) } @workers;

sql($coordinator, sprintf "SELECT citus_set_coordinator_host('%s', %d)", $coordinator->host, $coordinator->port);
foreach my $i (0, 1)
{
	sql($coordinator, sprintf "SELECT citus_add_node('%s', %d)", $wires[$i]->host, $workers[$i]->port);
}
note(sql($coordinator, 'SELECT citus_version(), version()'));

sql($coordinator, 'CREATE EXTENSION bloomext');
is(sql($_, q{SELECT count(*) FROM pg_extension WHERE extname = 'bloomext'}),
	1, 'CREATE EXTENSION reaches ' . $_->name)
  foreach @workers;

local $ENV{PGHOST} = $coordinator->host;
local $ENV{PGPORT} = $coordinator->port;
local $ENV{PGDATABASE} = 'postgres';
foreach my $page ('doc/servers.md', 'test/citus.md')
{
	my $wrong = '';

	IPC::Run::run([ "$FindBin::RealBin/../check-readme", '--mark', 'citus', $page ], '>&', \$wrong);
	is($wrong, '', $page);
}

if ($ENV{BENCH})
{
	my $said = '';

	ok(IPC::Run::run([ 'sh', '-c', $ENV{BENCH} ], '>&', \$said), $ENV{BENCH});
	note($said);
}

healthy($coordinator, @workers);
done_testing();
