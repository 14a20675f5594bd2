# Sourced by the scripts that people run, so that these have the same results
# in each environment:
#
# - The variables of PostgreSQL's clients and servers (PGPORT, PGOPTIONS ...)
#   are unset, except PG_CONFIG, which chooses the PostgreSQL, and
#   PG_BSD_INDENT.  psql does not start a pager, and its messages are English.
# - New files are readable for all users, because the server runs as postgres
#   if root runs the tests.
# - TMPDIR is a directory where this user can run programs, that the user
#   postgres can enter, whose name make accepts, and that is short enough for
#   the name of a socket.
# - The option -j of make does not affect the processes of make that the
#   scripts start.  They have options of their own.

unset LANGUAGE PSQLRC PSQL_HISTORY PSQL_EDITOR PSQL_PAGER PAGER
unset $(env | sed -n 's/^\(PG[A-Z_0-9]*\)=.*/\1/p' |
	grep -vx -e PG_CONFIG -e PG_BSD_INDENT) DESTDIR
export PAGER=cat
if locale -a 2>/dev/null | grep -qix 'c\.utf-\?8'; then
	export LC_ALL=C.UTF-8
fi
umask a+rx
if [ -n "${MAKEFLAGS-}" ]; then
	MAKEFLAGS=$(printf '%s\n' "$MAKEFLAGS" | sed 's/ -j[0-9]*//; s/ --jobserver-[a-z]*=[^ ]*//')
	export MAKEFLAGS
fi

# su does not add these directories for root.
case :$PATH: in
*:/usr/sbin:*) ;;
*) PATH=$PATH:/usr/sbin:/sbin && export PATH ;;
esac

# is_fit DIRECTORY: whether it can be used for temporary files
is_fit() {
	case $1 in
	*[!A-Za-z0-9_./+-]*) return 1 ;;
	/*) [ ${#1} -le 60 ] || return 1 ;;
	*) return 1 ;;
	esac
	if [ "$(id -u)" = 0 ] && ! runuser -u nobody -- test -x "$1" 2>/dev/null; then
		return 1
	fi
	try=$(mktemp "$1/bloomext.XXXXXX" 2>/dev/null) || return 1
	printf '#!/bin/sh\n' >"$try" && chmod 700 "$try" && "$try" 2>/dev/null &&
		rm "$try" || {
		rm -f "$try"
		return 1
	}
}

for folder in "${TMPDIR:-/tmp}" /tmp /var/tmp /dev/shm; do
	if is_fit "$folder"; then
		export TMPDIR="$folder"
		break
	fi
	folder=
done
if [ -z "$folder" ]; then
	echo "No folder for temporary files: neither ${TMPDIR:+$TMPDIR, }/tmp, /var/tmp nor /dev/shm can be used." >&2
	echo "Set TMPDIR to a folder that all users can enter and programs can run in." >&2
	exit 1
fi
