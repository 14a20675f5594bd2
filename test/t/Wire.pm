# A proxy for a server's socket that counts bytes.  Clients use the directory
# host() as they would use the server's socket directory.
package Wire;

use strict;
use warnings;
use IO::Select;
use IO::Socket::UNIX;
use POSIX ();
use Socket qw(SOCK_STREAM);

sub new
{
	my ($class, $node) = @_;
	my $self = bless {
		host => PostgreSQL::Test::Utils::tempdir_short(),
		socket => '.s.PGSQL.' . $node->port,
	}, $class;
	my $listener = IO::Socket::UNIX->new(
		Type => SOCK_STREAM,
		Local => "$self->{host}/$self->{socket}",
		Listen => 100) or die "cannot listen: $!";

	open $self->{counts}, '+>', "$self->{host}/counts" or die $!;
	$self->{parent} = $$;
	$self->{pid} = fork() // die $!;
	if ($self->{pid} == 0)
	{
		# No code of the test may run at the end of this process.
		$SIG{$_} = sub { POSIX::_exit(0) }
		  foreach qw(TERM INT HUP);
		$SIG{PIPE} = 'IGNORE';
		eval { $self->carry($listener, $node->host . "/$self->{socket}") };
		POSIX::_exit(1);
	}
	return $self;
}

# Forward all data while the test runs.  Counts are written before the data is
# forwarded, so that they include all data that a client has received.
sub carry
{
	my ($self, $listener, $server) = @_;
	my $waiting = IO::Select->new($listener);
	my @sum = (0, 0);
	my (%other, %side);

	while (getppid() == $self->{parent})
	{
		foreach my $one ($waiting->can_read(1))
		{
			my ($client, $there, $bytes);

			if ($one != $listener)
			{
				# Its other end has just been closed.
				next unless $other{$one};
				if (sysread($one, $bytes, 1 << 16))
				{
					$sum[ $side{$one} ] += length $bytes;
					sysseek($self->{counts}, 0, 0);
					syswrite($self->{counts}, pack('QQ', @sum));
					next if print { $other{$one} } $bytes;
				}
				foreach my $end (grep { $other{$_} } $one, $other{$one})
				{
					$waiting->remove($end);
					close $end;
				}
				delete @other{ $other{$one}, $one };
				next;
			}
			$client = $listener->accept or next;
			# If the server is down, the connection is closed.
			$there = IO::Socket::UNIX->new(Type => SOCK_STREAM, Peer => $server) or next;
			$_->autoflush(1) foreach $client, $there;
			@other{ $client, $there } = ($there, $client);
			@side{ $client, $there } = (0, 1);
			$waiting->add($client, $there);
		}
	}
	return;
}

sub host
{
	my ($self) = @_;

	return $self->{host};
}

# Returns the numbers of bytes sent to the server and received from it since
# the last call.
sub carried
{
	my ($self) = @_;
	my ($counts, @sum) = ('');

	sysseek($self->{counts}, 0, 0);
	sysread($self->{counts}, $counts, 16);
	@sum = length $counts ? unpack('QQ', $counts) : (0, 0);
	my ($to, $from) = map { $sum[$_] - ($self->{before}[$_] // 0) } 0, 1;

	$self->{before} = \@sum;
	return ($to, $from);
}

sub DESTROY
{
	my ($self) = @_;

	# Not in the forked process itself, which ends without this.
	return if $self->{pid} == 0;
	local $?;
	kill 'TERM', $self->{pid};
	waitpid $self->{pid}, 0;
	return;
}

1;
