# A wire to a server that counts the bytes on it: clients find the server's
# socket in the folder host() as they do in the server's own.
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
		# nothing of the test's own may run at the end of this process
		$SIG{$_} = sub { POSIX::_exit(0) }
		  foreach qw(TERM INT HUP);
		$SIG{PIPE} = 'IGNORE';
		eval { $self->carry($listener, $node->host . "/$self->{socket}") };
		POSIX::_exit(1);
	}
	return $self;
}

# Carry all that comes to where it belongs, as long as the test runs.  What is
# counted is written before it is passed on, so who has an answer finds it
# counted.
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
				# its other end has just been closed
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
			# a server that is down refuses: so does the wire
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

# How many bytes went to the server and came from it since the last call
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

	# not in the process itself, which ends without this
	return if $self->{pid} == 0;
	local $?;
	kill 'TERM', $self->{pid};
	waitpid $self->{pid}, 0;
	return;
}

1;
