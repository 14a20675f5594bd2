# Sourced by the scripts that run tests one after the other.  At the end,
# test/all prints the tests and their times.

# step NAME COMMAND ...: run a test, and exit if it fails
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

# rest NAME COMMAND ...: a test of what is the same on all machines.  .ci/run
# runs it, and so does make test ALL=yes
rest() {
	if [ "${ALL-}" = yes ]; then
		step "$@"
	else
		ran "$1" "left to make test ALL=yes"
	fi
}

# ran NAME RESULT: record the result of a test, or why it did not run
ran() {
	[ -z "${RAN-}" ] || printf '%-42s %s\n' "$1" "$2" >>"$RAN"
}
