# Sourced by the scripts that people run, so that they do the same whatever the
# environment:
#
# - The variables of PostgreSQL's clients and servers (PGPORT, PGOPTIONS ...)
#   are unset, except PG_CONFIG, which chooses the PostgreSQL, and
#   PG_BSD_INDENT.  psql does not stop for a pager, and speaks English.
# - Others can read what is made.  As root, the server runs as postgres.
# - TMPDIR is a folder that this user can program in, the user postgres can
#   enter, make can name, and that leaves room for a socket's name.
# - make -j does not reach what make starts here, which says itself how many
#   processes it starts.

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

# su leaves root without these
case :$PATH: in
*:/usr/sbin:*) ;;
*) PATH=$PATH:/usr/sbin:/sbin && export PATH ;;
esac

# is_fit FOLDER: whether temporary files can be there
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
