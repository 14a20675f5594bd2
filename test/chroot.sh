# Sourced by the scripts that test in chroots of Debian releases.  debootstrap
# creates a chroot in $MATRIX_DIR when it is first needed, and later runs use
# it again.  This needs root, debootstrap, and the Debian mirror that apt uses
# on this machine.

dir=${MATRIX_DIR:-/var/cache/bloomext-matrix}

skip() { echo "Skipped: $*"; }

# The mirror in this machine's own sources, without the slash at its end
mirror() {
	apt-get indextargets --format '$(ORIGIN) $(LABEL) $(COMPONENT) $(REPO_URI)' \
		'Created-By: Packages' 2>/dev/null |
		sed -n 's/^Debian Debian main \(.*[^/]\)\/*$/\1/p' | head -n 1
}

# with_proc ROOT COMMAND ...: run a command with /proc, which sanitizers need.
# Only the command sees the mount, which ends with it.
with_proc() {
	unshare --mount true 2>/dev/null || {
		shift
		"$@"
		return
	}
	unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec "$@"' "$@"
}

# in_chroot ROOT COMMAND ...: run a command with the variables in $settings
in_chroot() {
	root=$1
	shift
	with_proc "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
		DEBIAN_FRONTEND=noninteractive http_proxy="$http_proxy" ${settings-} \
		chroot "$root" "$@"
}

# settle ROOT: configure a chroot.  Packages must not start servers.  The
# Release file of a suite may have expired.  A chroot need not survive a power
# failure.
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

# make_chroot SUITE [NAME [OPTION]]: create a chroot if it is missing, with an
# option of debootstrap.  If that is impossible here, fail and set $why to the
# reason.
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
	# The chroot gets its name when it is complete.  debootstrap may not know a
	# new suite.
	script=
	[ -e "/usr/share/debootstrap/scripts/$1" ] ||
		script=/usr/share/debootstrap/scripts/sid
	rm -rf "$chroot.new"
	debootstrap ${3-} --variant=minbase "$1" "$chroot.new" "$mirror" $script || return
	mv "$chroot.new" "$chroot"
}

# emulate PROCESSOR: let QEMU run programs for that processor, also in a chroot.
# If that is impossible here, fail and set $why to the reason.
emulate() {
	[ "$(uname -m)" != "$1" ] || return 0
	formats=/proc/sys/fs/binfmt_misc
	[ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats || :
	[ -e "$formats/qemu-$1" ] || update-binfmts --enable "qemu-$1" || :
	# F: the kernel has opened the emulator, which is not in the chroot
	grep -qs '^flags:.*F' "$formats/qemu-$1" || {
		why="no emulation of $1; apt-get install qemu-user-static binfmt-support may help"
		return 1
	}
}

# cross_compile ROOT: replace the compiler of an arm64 chroot, which would be
# emulated, by the cross compiler of the same version, whose files have the same
# names
cross_compile() {
	[ "$(uname -m)" = x86_64 ] || return 0
	in_chroot "$1" sh -eu <<-END
	dpkg --add-architecture amd64
	apt-get update -q
	apt-get install -y -q --no-install-recommends libbinutils:amd64 \
		libisl23:amd64 libjansson4:amd64 libmpc3:amd64
	rm -rf /tmp/cross
	mkdir -m 777 /tmp/cross
	cd /tmp/cross
	apt-get download -q binutils-aarch64-linux-gnu:amd64 cpp-12-aarch64-linux-gnu:amd64 \
		gcc-12-aarch64-linux-gnu:amd64 libgcc-12-dev-arm64-cross
	for package in *.deb; do dpkg -x \$package /; done
	rm -r /tmp/cross
	END
}

# copy_tree DIRECTORY: copy the tree, including uncommitted changes, without
# files that a build creates
copy_tree() {
	tar -c --exclude=./.git --exclude='*.[od]' --exclude='*.so' \
		--exclude=./build --exclude=./results --exclude=./output_iso --exclude=./tmp_check . |
		tar -x -C "$1" --no-same-owner
}

http_proxy=${http_proxy-}
eval "$(apt-config shell http_proxy Acquire::http::Proxy 2>/dev/null)"
export http_proxy
mirror=$(mirror)
