# DBD::Pg. Needs the tables of doc/clients.md, and the driver (Debian: libdbd-pg-perl)
use strict;
use warnings;
use feature 'say';
use DBI;
use DBD::Pg ':pg_types';

my $db = DBI->connect('dbi:Pg:', undef, undef, { RaiseError => 1 });

$db->do("INSERT INTO sites VALUES ('example.com', bloom(1000))");
$db->do('UPDATE sites SET urls = bloom_add_all(urls, ?) WHERE site = ?', undef, ['/', '/about'], 'example.com');

my ($seen) = $db->selectrow_array('SELECT urls @> ? FROM sites', undef, '/about');
say $seen;                                              # => 1
my ($each) = $db->selectrow_array('SELECT bloom_contains_each(urls, ?) FROM sites', undef, ['/', '/new']);
say "@$each";                                           # => 1 0

# only the new values
my $claimed = $db->selectcol_arrayref("SELECT bloom_claim_all('crawl', ?)", undef, ['/', '/about', '/']);
say "@$claimed";                                        # => / /about

my ($bytes) = $db->selectrow_array('SELECT urls::bytea FROM sites');
say length $bytes;                                      # => 52
my $insert = $db->prepare("INSERT INTO sites VALUES ('copy', ?)");
$insert->bind_param(1, $bytes, { pg_type => PG_BYTEA });
$insert->execute;
($seen) = $db->selectrow_array("SELECT urls @> ? FROM sites WHERE site = 'copy'", undef, '/about');
say $seen;                                              # => 1
