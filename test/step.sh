# Sourced by the scripts that run tests one after the other: what has run, and
# how long it took, is said at the end (test/all).

# step NAME COMMAND ...
step() {
	step=$1
	shift
	echo "== $step"
	began=$(date +%s)
	"$@" || {
		echo "Failed: $step" >&2
		exit 1
	}
	ran "$step" "$(($(date +%s) - began)) s"
}

# ran NAME RESULT: what didn't run tells why
ran() {
	[ -z "${RAN-}" ] || printf '%-42s %s\n' "$1" "$2" >>"$RAN"
}
