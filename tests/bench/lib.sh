# SPDX-License-Identifier: MIT
# For the benches: a loop device over a written file, and processes measured as a whole.
# shellcheck shell=bash
set -u
bench_build=${PLATTER_BUILD:-$PWD}
bench_tmp=$(mktemp -d "${PLATTER_BENCH_DIR:-/var/tmp}/platter-bench-XXXXXX") || exit 71
bench_loop='' bench_pids=''

bench_end() {
    local pid
    for pid in $bench_pids; do kill "$pid" 2>/dev/null; wait "$pid" 2>/dev/null; done
    [ -n "$bench_loop" ] && losetup -d "$bench_loop"
    rm -rf "$bench_tmp"
}
trap bench_end EXIT
trap 'exit 130' INT TERM

skip() { echo "skipped: $*"; exit 77; }
need() { local c; for c; do command -v "$c" >/dev/null || skip "$c is not installed"; done; }

# bench_device MIB: DEV = a loop device with direct I/O over a file of that size, really written.
bench_device() {
    [ "$(id -u)" -eq 0 ] || skip "a loop device takes root"
    dd if=/dev/zero of="$bench_tmp/disk" bs=1M count="$1" conv=fsync 2>/dev/null || skip "no room for $1 MiB"
    bench_loop=$(losetup -r --direct-io=on -f --show "$bench_tmp/disk") || skip "no loop device"
    DEV=$bench_loop
}

# measure NAME COMMAND...: wall, user and system seconds of a command and its children, into
# $bench_tmp/NAME.
measure() {
    local name=$1
    shift
    TIMEFORMAT='%R %U %S'
    { time "$@" >/dev/null 2>"$bench_tmp/$name.err"; } 2>"$bench_tmp/$name" ||
        { cat "$bench_tmp/$name.err"; skip "$name failed"; }
}

# pss PID: proportional set size in KiB.
pss() { awk '$1 == "Pss:" { print $2 }' "/proc/$1/smaps_rollup"; }
