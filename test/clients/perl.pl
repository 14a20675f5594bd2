# Runs the cases of test/clients/run with Perl's DBD::Pg: perl.pl CASES DRIVER
use strict;
use warnings;
use utf8;
use DBI;
use DBD::Pg ':pg_types';

my $db = DBI->connect('dbi:Pg:', undef, undef, { RaiseError => 1, PrintError => 0 });
my %values = (
	text => 'a',
	number => 1,
	array => [ 'a', 'x"\\,{ü' ],
	empty => [],
	numbers => [ 1, 3 ],
	again => $db->selectrow_array('SELECT f FROM held'));

open my $cases, '<', $ARGV[0] or die;
while (my $line = <$cases>)
{
	chomp $line;
	my ($name, $kind, $text, $hex) = split /\t/, $line, -1;
	my $answer = eval {
		my $statement = $db->prepare($text);
		my $number = 0;
		for my $one ($kind eq 'fetch' ? () : split /,/, $kind)
		{
			my @bytes = (pack('H*', $hex), { pg_type => PG_BYTEA });
			$statement->bind_param(++$number, $one eq 'bytes' ? @bytes : $values{$one});
		}
		$statement->execute;
		my ($value) = $statement->fetchrow_array;
		$kind eq 'fetch' ? "ok\tstring " . unpack('H8', $value) : "ok\t$value";
	} // "error\t" . join ' | ', split /\n/, $@;
	print "$name\t$answer\n";
}
