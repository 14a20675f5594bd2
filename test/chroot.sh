# Sourced by the scripts that test in chroots of Debian's releases, which
# debootstrap makes in $MATRIX_DIR when they are first asked for, and which are
# kept for the next time.  That needs root, debootstrap and the Debian mirror
# that this machine's apt uses.

dir=${MATRIX_DIR:-/var/cache/bloomext-matrix}

skip() { echo "Skipped: $*"; }

# The mirror of this machine's own sources, without the slash at its end
mirror() {
	apt-get indextargets --format '$(ORIGIN) $(LABEL) $(COMPONENT) $(REPO_URI)' \
		'Created-By: Packages' 2>/dev/null |
		sed -n 's/^Debian Debian main \(.*[^/]\)\/*$/\1/p' | head -n 1
}

# with_proc ROOT COMMAND ...: sanitizers look into /proc; the mount is seen by
# the command alone, and ends with it
with_proc() {
	unshare --mount true 2>/dev/null || {
		shift
		"$@"
		return
	}
	unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec "$@"' "$@"
}

# in_chroot ROOT COMMAND ...: what $settings has is in the environment, too
in_chroot() {
	root=$1
	shift
	with_proc "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
		DEBIAN_FRONTEND=noninteractive http_proxy="$http_proxy" ${settings-} \
		chroot "$root" "$@"
}

# Nothing may start a server of its own in there, a new suite may be unknown to
# debootstrap and have an old Release file, and no chroot needs to survive a
# power failure
settle() {
	printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
	chmod 755 "$1/usr/sbin/policy-rc.d"
	mkdir -p "$1/etc/postgresql-common"
	echo 'create_main_cluster = false' >"$1/etc/postgresql-common/createcluster.conf"
	cat >"$1/etc/apt/apt.conf.d/99bloomext" <<END
DPkg::Options {"--force-unsafe-io";};
Acquire::Check-Valid-Until "false";
END
}

# make_chroot SUITE [NAME [OPTION]]: makes it if it isn't there, with an option
# of debootstrap; 1 if that can't be done here, with the reason in $why
make_chroot() {
	chroot=$dir/${2:-$1}
	if [ -z "$mirror" ]; then
		why="apt has no Debian mirror; apt-get update may help"
		return 1
	fi
	if ! /usr/lib/apt/apt-helper download-file "$mirror/dists/$1/InRelease" \
		"$work/InRelease" >/dev/null 2>&1; then
		why="$mirror has no $1, or can't be reached"
		return 1
	fi
	[ ! -d "$chroot" ] || return 0
	if ! command -v debootstrap >/dev/null 2>&1; then
		why="debootstrap is missing"
		return 1
	fi
	mkdir -p "$dir"
	if [ "$(df -P "$dir" | awk 'END {print $4}')" -lt 4000000 ]; then
		why="$dir has less than 4 GB of room"
		return 1
	fi
	# under its own name only when it is whole
	script=
	[ -e "/usr/share/debootstrap/scripts/$1" ] ||
		script=/usr/share/debootstrap/scripts/sid
	rm -rf "$chroot.new"
	debootstrap ${3-} --variant=minbase "$1" "$chroot.new" "$mirror" $script || return
	mv "$chroot.new" "$chroot"
}

# copy_tree FOLDER: as it is, with what isn't committed, and not built
copy_tree() {
	tar -c --exclude=./.git --exclude='*.o' --exclude='*.bc' --exclude='*.so' \
		--exclude=./build --exclude=./results --exclude=./output_iso --exclude=./tmp_check . |
		tar -x -C "$1" --no-same-owner
}

http_proxy=${http_proxy-}
eval "$(apt-config shell http_proxy Acquire::http::Proxy 2>/dev/null)"
export http_proxy
mirror=$(mirror)
