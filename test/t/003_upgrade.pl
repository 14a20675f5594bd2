# From an older PostgreSQL to this one: by dump, by logical replication, and by
# pg_upgrade, which also accepts a server of the same major version.  OLD_BINDIR
# is the bin directory of the older one, by default that of this one.  An older
# one needs bloomext, either installed or in OLD_EXTENSION_DESTDIR, if that
# server can load extensions from another directory:
#
#     OLD_BINDIR=/usr/lib/postgresql/15/bin make installcheck
use strict;
use warnings;
use FindBin;
use lib $FindBin::RealBin;
use Servers;
use Test::More;
use File::Basename;

foreach my $method ('installed_command', 'config_data')
{
	plan skip_all => "needs PostgreSQL::Test::Cluster with $method()"
	  unless PostgreSQL::Test::Cluster->can($method);
}

my $files = PostgreSQL::Test::Utils::tempdir();
my $new = PostgreSQL::Test::Cluster->new('new');
my $new_bindir = $new->config_data('--bindir');
my $old_bindir = $ENV{OLD_BINDIR} || $new_bindir;
my $old = PostgreSQL::Test::Cluster->new('old', $ENV{OLD_BINDIR} ? (install_path => dirname($ENV{OLD_BINDIR})) : ());

sub version
{
	my ($node) = @_;

	IPC::Run::run([ $node->installed_command('postgres'), '--version' ], '>', \my $version);
	return $version =~ /(\d+)/ ? $1 : 0;
}

note(sprintf 'from PostgreSQL %d to %d', version($old), version($new));
# PostgreSQL 18 enables checksums by default.  pg_upgrade requires the same
# setting in both clusters.  No background worker may merge in the old one, which
# would change the answers.
$old->init;
$new->init(extra => version($new) >= 18 && version($old) < 18 ? ['--no-data-checksums'] : []);
{
	local $ENV{EXTENSION_SETTINGS} = $ENV{OLD_EXTENSION_DESTDIR} ?
	  "extension_destdir = '$ENV{OLD_EXTENSION_DESTDIR}'" : $ENV{OLD_BINDIR} ? '' : $ENV{EXTENSION_SETTINGS};
	$old->append_conf('postgresql.conf', settings('wal_level = logical', 'max_wal_senders = 10', 'max_worker_processes = 0'));
}
$new->append_conf('postgresql.conf', settings());
$old->start;

# Sets without and with retention.  The error rate is stored as a double, and
# both versions must compute the same sizes from it.
sql($old, filters_of_all_kinds() . q{
	CREATE INDEX ON moved (bloom_cardinality(filter));
	CREATE MATERIALIZED VIEW viewed AS SELECT bloom_union_agg(shaped) AS filter FROM moved;
	SELECT bloom_set_create('crawl', 100000);
	SELECT bloom_set_create('shown', 100000, retention => '7 days', bucket => '1 day');
	SELECT bloom_claim_all(set, ARRAY(SELECT url(i) FROM generate_series(1, 20000) AS i)) FROM unnest('{crawl,shown}'::regclass[]) AS set;
	SELECT bloom_set_merge('crawl'), bloom_set_merge('shown');
	SELECT bloom_claim_all(set, ARRAY(SELECT url(i) FROM generate_series(20001, 20100) AS i)) FROM unnest('{crawl,shown}'::regclass[]) AS set;
	CREATE PUBLICATION filters FOR TABLE moved,
		crawl_settings, crawl_filters, crawl_recent, shown_settings, shown_filters, shown_recent});

my @questions = (
	bytes_of('moved'),
	equal_to_new('moved'),
	'SELECT md5(filter::bytea), bloom_fpp(filter) FROM viewed',
	map { (
		"SELECT md5(bloom_set_filter('$_')::bytea)",
		"SELECT class, capacity, error_rate, members, recent, bytes, fpp FROM bloom_set_info('$_')",
		"SELECT count(*), sum(i) FROM generate_series(1, 30000, 17) AS i WHERE bloom_seen('$_', url(i))")
	} 'crawl', 'shown');
my @answers = map { sql($old, $_) } @questions;

sub arrived
{
	my ($what, $database, @only) = @_;

	@only = 0 .. $#questions unless @only;
	is(sql($new, $questions[$_], $database), $answers[$_], "$what: question $_")
	  foreach @only;
	is(sql($new, "SELECT count(*) FROM bloom_claim_all('$_', ARRAY(SELECT url(i) FROM generate_series(1, 20100) AS i))", $database),
		0, "$what: nothing can be claimed again from $_")
	  foreach 'crawl', 'shown';
	is( sql($new, "SELECT bloom_claim('crawl', 'new'), bloom_set_merge('crawl') > 0, bloom_claim('crawl', 'new'); SELECT bloom_seen('crawl', 'new')", $database),
		"t|t|f\nt", "$what: new values can be claimed");
	is( sql($new, "SELECT count(*) FROM moved WHERE (bloom_info(filter)).class = 'text' AND NOT filter || 'new' @> 'new'", $database),
		0, "$what: filters can be added to");
	return;
}

sub run
{
	my ($what, @command) = @_;
	my $ok = IPC::Run::run(@command, '>', \my $out, '2>', \my $err);

	ok($ok, $what) or diag($out, $err);
	return $ok;
}

my @from = ('-h', $old->host, '-p', $old->port);
my @to = ('-h', $new->host, '-p', $new->port);

# A dump by pg_dump of the new version, which PostgreSQL's manual recommends.
$new->start;
run('dump', [ $new->installed_command('pg_dump'), @from, '-Fc', '-f', "$files/dump", 'postgres' ]);
sql($new, 'CREATE DATABASE dumped');
run('restore', [ 'pg_restore', @to, '-e', '-d', 'dumped', "$files/dump" ]);
arrived('dump', 'dumped');

# Logical replication, in the formats that both versions support.
foreach my $binary ('false', 'true')
{
	my $name = "replicated_$binary";

	sql($new, "CREATE DATABASE $name");
	run("replication, binary = $binary: schema",
		[ $new->installed_command('pg_dump'), @from, '-s', '--no-publications', 'postgres' ],
		'|', [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', @to, $name ]);
	sql($new,
		sprintf("CREATE SUBSCRIPTION $name CONNECTION '%s dbname=postgres' PUBLICATION filters WITH (binary = $binary)",
			$old->connstr), $name);
	becomes($new, $name,
		"SELECT count(*) = 0 FROM pg_subscription_rel WHERE srsubstate NOT IN ('r', 's')")
	  or die 'the subscriber does not catch up';
	sql($old, "UPDATE moved SET kind = kind || ''");
	$old->wait_for_catchup($name);
	sql($new, "DROP SUBSCRIPTION $name", $name);
	sql($new, 'REFRESH MATERIALIZED VIEW viewed', $name);
	arrived("replication, binary = $binary", $name);
}
sql($new, "DROP DATABASE $_") foreach qw(dumped replicated_false replicated_true);

# pg_upgrade of the whole server, which keeps its data files.  It does not look
# for libraries in dynamic_library_path.
if (($ENV{EXTENSION_SETTINGS} || '') =~ /dynamic_library_path/)
{
	note('pg_upgrade would not find the library');
	healthy($new, $old);
	done_testing();
	exit;
}
$new->stop;
$old->stop;
chdir $files;
run('pg_upgrade',
	[
		$new->installed_command('pg_upgrade'), '--no-sync',
		'-d', $old->data_dir, '-D', $new->data_dir,
		'-b', $old_bindir, '-B', $new_bindir,
		'-s', $new->host, '-p', $old->port, '-P', $new->port
	])
  or BAIL_OUT('pg_upgrade has failed: nothing more to see');
$new->start;
arrived('pg_upgrade', 'postgres');
is(sql($new, 'REINDEX TABLE moved; SELECT extversion FROM pg_extension WHERE extname = \'bloomext\''),
	'1.0', 'pg_upgrade: the extension is there');

healthy($new);
done_testing();
