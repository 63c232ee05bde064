# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# Real block devices for the device-*.test scripts, made and removed again. Source it, call lab_init.
# A device is a loop device with direct I/O: over a sparse file (lab_loop), or over nbdkit behind
# nbdfuse (lab_nbd), whose server can be stopped: then readers are in D state, as with a drive that
# hangs, and even SIGKILL waits until it goes on. Whatever happens, the end of the script first lets
# every server go on, then takes everything down.
#
# Results come in variables whose names the caller gives, because what a $(...) starts is nobody's.

set -u
src=${PLATTER_SRC:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
build=${PLATTER_BUILD:-$PWD}
python=${PYTHON3:-python3}
PATH=$PATH:/usr/sbin:/sbin
lab=            # our folder
lab_loops=()    # loop devices
lab_mounts=()   # where nbdfuse is
lab_fuses=()    # pids of nbdfuse
lab_servers=()  # pids of nbdkit
lab_started=()  # pids of what lab_start started
lab_workers=()  # pids of workers that were seen and may outlive their agent
lab_first=()    # what nbdkit and nbdfuse are started by
lab_in_order=() # nbdfuse's option for it
lab_preload=    # what nbdkit needs loaded first

lab_say() { printf '%s\n' "$*"; }
lab_skip() {
    lab_say "skipped: $*"
    exit 77
}
# On stderr: inside a $(...) it must not become a value.
lab_fail() {
    lab_say "FAILED: $*" >&2
    exit 1
}
lab_now_ms() { printf '%s' $((${EPOCHREALTIME/[.,]/} / 1000)); }

# ---- Begin and end ---------------------------------------------------------------------------

# lab_init PROGRAM...: a folder in $lab, and an end that takes everything down. Skips where this
# machine has no loop devices or not all programs.
lab_init() {
    local program place
    [ "$(id -u)" -eq 0 ] || lab_skip "only root can make loop devices"
    for program in losetup "$@"; do
        command -v "$program" >/dev/null || lab_skip "$program is not installed"
    done
    [ -e /dev/loop-control ] || lab_skip "this machine has no loop devices (no /dev/loop-control)"
    # Not in TMPDIR: a file in memory refuses direct I/O. A short path: sockets are in it.
    for place in /var/tmp "$build"; do
        lab=$(mktemp -d "$place/platter-lab.XXXXXX") || continue
        trap 'lab_end $?' EXIT
        # Never among the results of this machine.
        export PLATTER_RUNS_DIR=$lab/runs
        trap 'exit 129' HUP
        trap 'exit 130' INT
        trap 'exit 143' TERM
        lab_direct "$lab" && return
        rmdir "$lab"
    done
    lab_skip "neither /var/tmp nor $build is on a file system with direct I/O"
}

lab_direct() {
    truncate -s 4096 "$1/direct" && dd if="$1/direct" of=/dev/null bs=4096 iflag=direct status=none 2>/dev/null
    local status=$?
    rm -f "$1/direct"
    return $status
}

lab_end() {
    local status=$1
    trap - EXIT HUP INT TERM
    lab_sane || status=1
    if [ "$status" -ne 0 ] && [ "$status" -ne 77 ]; then lab_show_logs; fi
    lab_cleanup
    exit "$status"
}

# What a sanitizer complained about in a program that went on.
lab_sane() { [ -z "$lab" ] || ! grep -HE 'Sanitizer|runtime error' "$lab"/*.err "$lab"/*.txt "$lab"/nbdkit*.log 2>/dev/null; }

lab_show_logs() {
    local file
    for file in "$lab"/*.err "$lab"/*.log "$lab"/*.out; do
        [ -s "$file" ] || continue
        lab_say "--- the end of ${file##*/}:"
        tail -n 25 "$file" | cut -c 1-2000
    done
}

lab_cleanup() {
    local pid device mount
    [ -n "$lab" ] || return 0
    for pid in "${lab_servers[@]}"; do kill -CONT "$pid" 2>/dev/null; done
    for pid in "${lab_started[@]}"; do lab_end_process "$pid"; done
    # They end by themselves when their agent is gone; if not, that is not our test's to find out here.
    for pid in "${lab_workers[@]}"; do
        lab_until 3 lab_gone "$pid" || { lab_is_worker "$pid" && kill -KILL "$pid" 2>/dev/null; }
    done
    for device in "${lab_loops[@]}"; do losetup -d "$device" 2>/dev/null; done
    for device in "${lab_loops[@]}"; do lab_until 5 lab_detached "$device"; done
    for mount in "${lab_mounts[@]}"; do umount "$mount" 2>/dev/null || umount -l "$mount" 2>/dev/null; done
    for pid in "${lab_fuses[@]}" "${lab_servers[@]}"; do lab_end_process "$pid"; done
    if [ -n "${LAB_KEEP:-}" ]; then lab_say "kept: $lab"; else rm -rf "$lab"; fi
    lab=
}

# SIGTERM, and SIGKILL when that does not help.
lab_end_process() {
    kill "$1" 2>/dev/null || return 0
    lab_until 3 lab_gone "$1" || kill -KILL "$1" 2>/dev/null
    lab_until 3 lab_gone "$1"
}

lab_is_worker() { [[ $(tr '\0' ' ' <"/proc/$1/cmdline" 2>/dev/null) == *platter-worker* ]]; }

# ---- Devices ---------------------------------------------------------------------------------

# lab_lock N: whether /dev/loopN is free and now ours until the script's end or until lab_unlock.
#
# Not the first free one (losetup -f): a test that detaches its device and attaches it again must not find
# another test's file there. So a number is somebody's by a lock, which loop.c takes too.
lab_lock() {
    exec {lab_lock_fd}>>"/var/tmp/platter-test-loop$1.lock" || lab_fail "no lock in /var/tmp"
    flock -n "$lab_lock_fd" && lab_detached "/dev/loop$1" && return
    lab_unlock
    return 1
}
lab_unlock() { exec {lab_lock_fd}>&-; }

# lab_attach VARIABLE FILE LOSETUP-OPTION...: a loop device over FILE.
lab_attach() {
    local n_ variable_=$1 file_=$2
    shift 2
    for ((n_ = 0; n_ < 64; n_++)); do
        lab_lock $n_ || continue
        if losetup --direct-io=on "$@" "/dev/loop$n_" "$file_" 2>"$lab/losetup.txt"; then
            lab_loops+=("/dev/loop$n_")
            # What an earlier user turned off stays off.
            echo 1 2>/dev/null >"/sys/block/loop$n_/queue/iostats"
            printf -v "$variable_" '%s' "/dev/loop$n_"
            return
        fi
        lab_unlock
    done
    lab_skip "no loop device can be made here: $(cat "$lab/losetup.txt" 2>/dev/null)"
}

# lab_loop VARIABLE SIZE [LOSETUP-OPTION...]: a loop device, read-only unless an option says --rw, over
# a sparse file that $lab_file names.
lab_loop() {
    local variable_=$1 size_=$2
    shift 2
    local options_=(-r)
    if [ "${1:-}" = --rw ]; then
        options_=()
        shift
    fi
    lab_file=$lab/disk${#lab_loops[@]}.img
    truncate -s "$size_" "$lab_file" || lab_fail "no sparse file"
    lab_attach "$variable_" "$lab_file" "${options_[@]}" "$@"
}

# lab_nbd VARIABLE NBDKIT-ARGUMENT...: a read-only loop device over nbdkit; $lab_server is nbdkit's pid.
lab_nbd() {
    local variable_=$1 n_=${#lab_servers[@]} program_
    shift
    for program_ in nbdkit nbdfuse umount; do
        command -v "$program_" >/dev/null || lab_skip "$program_ is not installed"
    done
    [ -e /dev/fuse ] || lab_skip "this machine has no /dev/fuse"
    LD_PRELOAD=$lab_preload ASAN_OPTIONS=detect_leaks=0 \
        "${lab_first[@]}" nbdkit -f -U "$lab/nbd$n_.sock" "$@" </dev/null >"$lab/nbdkit$n_.log" 2>&1 &
    lab_server=$!
    lab_servers+=("$lab_server")
    lab_until 10 test -S "$lab/nbd$n_.sock" ||
        lab_fail "nbdkit $* does not start: $(cat "$lab/nbdkit$n_.log")"
    mkdir "$lab/mount$n_"
    "${lab_first[@]}" nbdfuse "${lab_in_order[@]}" -r -P "$lab/nbdfuse$n_.pid" "$lab/mount$n_/disk" \
        "nbd+unix:///?socket=$lab/nbd$n_.sock" </dev/null >"$lab/nbdfuse$n_.log" 2>&1 &
    lab_fuses+=($!)
    lab_until 10 test -s "$lab/nbdfuse$n_.pid" ||
        lab_skip "nbdfuse cannot mount here: $(cat "$lab/nbdfuse$n_.log")"
    lab_mounts+=("$lab/mount$n_")
    lab_attach "$variable_" "$lab/mount$n_/disk" -r
}

# lab_drive VARIABLE NAME NBDKIT-ARGUMENT...: a read-only loop device that takes as long as a drive of our
# model would (contrib/nbdkit); what it was to take and took is in $lab_truth, a line a request.
lab_drive() {
    local variable_=$1 name_=$2 plugin_=$build/contrib/nbdkit/.libs/platter-drive.so
    shift 2
    [ -e "$plugin_" ] || lab_skip "the lab drive is not built (nbdkit-plugin-dev)"
    # Before everybody else where that may be had, or a busy machine adds waits of its own.
    if chrt -f 10 true 2>/dev/null; then lab_first=(chrt -f 10); else lab_first=(nice -n -15); fi
    if [ "${PLATTER_SANITIZED:-no}" = yes ]; then lab_preload=$(lab_runtime "$plugin_"); fi
    # One thread: requests arrive in the order they were sent in.
    lab_in_order=(-s)
    lab_truth=$lab/truth${#lab_servers[@]}
    lab_nbd "$variable_" "$plugin_" drive="$name_" log="$lab_truth" "$@"
    lab_first=() lab_in_order=() lab_preload=
}

# The sanitizers' runtime that a plugin needs loaded before the program that loads it.
lab_runtime() {
    local needed_
    needed_=$(ldd "$1" | sed -n 's/^[[:space:]]*\(lib[^ ]*asan[^ ]*\).*/\1/p' | head -n 1)
    case $needed_ in
    libasan*) gcc -print-file-name="$needed_" ;;
    libclang_rt*) clang -print-file-name="$needed_" ;;
    esac
}

lab_detached() { [ ! -e "/sys/block/${1##*/}/loop/backing_file" ]; }

# ---- Waiting ---------------------------------------------------------------------------------

# lab_until SECONDS COMMAND...: run it until it succeeds; 1 when the time is over.
lab_until() {
    local end=$(($(lab_now_ms) + $1 * 1000))
    shift
    until "$@"; do
        [ "$(lab_now_ms)" -lt $end ] || return 1
        sleep 0.05
    done
}

# The same, where the test has failed when the time is over.
lab_wait() {
    local what=$1 seconds=$2
    shift 2
    lab_until "$seconds" "$@" || lab_fail "waited $seconds s in vain for $what"
}

# ---- Processes -------------------------------------------------------------------------------

# lab_start NAME COMMAND...: in the background, output in $lab/NAME.out and .err; $lab_pid is its pid.
lab_start() {
    local name=$1
    shift
    "$@" </dev/null >"$lab/$name.out" 2>"$lab/$name.err" &
    lab_pid=$!
    lab_started+=("$lab_pid")
}

# "S", "D", "Z", ...; nothing when there is no such process.
lab_state() { sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null; }
# A child that ended and was not waited for is gone too.
lab_gone() { case $(lab_state "$1") in '' | Z | X) return 0 ;; esac; return 1; }
lab_stuck() { [ "$(lab_state "$1")" = D ]; }

# lab_ends WHAT PID MS: within MS from now, measured. What it took is in $lab_took.
lab_ends() {
    local begin
    begin=$(lab_now_ms)
    until lab_gone "$2"; do
        lab_took=$(($(lab_now_ms) - begin))
        [ $lab_took -lt $(($3 + 8000)) ] || lab_fail "$1 does not end"
        sleep 0.02
    done
    lab_took=$(($(lab_now_ms) - begin))
    lab_say "$1 ended after $lab_took ms"
    [ $lab_took -le "$3" ] || lab_fail "$1 took $lab_took ms to end, $3 ms are allowed"
}

# lab_worker VARIABLE PARENT NAME: the worker that a platterd has for a drive.
lab_worker() {
    local pid_ words_
    # shellcheck disable=SC2013 # one line of words
    for pid_ in $(cat "/proc/$2/task/$2/children" 2>/dev/null); do
        mapfile -d '' -t words_ <"/proc/$pid_/cmdline" 2>/dev/null || continue
        if [[ ${words_[0]-} == *platter-worker* && ${words_[1]-} == "$3" ]]; then
            printf -v "$1" '%s' "$pid_"
            lab_workers+=("$pid_")
            return 0
        fi
    done
    return 1
}

# ---- platter ---------------------------------------------------------------------------------

lab_programs() {
    local program
    for program; do
        [ -x "$build/$program" ] || lab_fail "$build/$program was not built"
    done
}

# platterd with a folder of its own for socket and locks: lab_agent NAME OPTION...; $lab_pid, $lab_socket.
lab_agent() {
    local name=$1 option arguments=()
    shift
    for option; do arguments+=(-o "$option"); done
    # With it workers may say something too, as sanitizers do.
    if [ "${PLATTER_SANITIZED:-no}" = yes ]; then arguments+=(-v); fi
    lab_socket=$lab/$name.sock
    lab_start "$name" "$build/platterd" --foreground -c /dev/null -o "socket=$lab_socket" \
        -o state-dir=none -o "lock-dir=$lab/locks" "${arguments[@]}"
    lab_wait "the socket of $name" 10 test -S "$lab_socket"
}

# What the agent knows, into $lab/status.json. Its exit status 3 is "verdict unknown": fine.
lab_status() {
    "$build/platter" status --json --socket "$1" >"$lab/status.json" 2>"$lab/status.txt"
    case $? in 0 | 1 | 2 | 3) return 0 ;; esac
    return 1
}

# lab_json FILE EXPRESSION: print a Python expression of the document `d`, or succeed if it is true.
# drive("loop0") is the snapshot of a drive in a status, reasons("loop0") what is wrong with it.
lab_json() {
    "$python" - "$@" <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
def drive(name):
    return next(s for s in d["drives"] if s["device"] in (name, "/dev/" + name))
def reasons(name):
    return [r["code"] for r in drive(name)["reasons"] if r["code"] != "learning"]
def total(name, key):
    return sum(z["classes"].get(key, 0) if key in z["classes"] else z[key] for z in drive(name)["zones"])
value = eval(sys.argv[2])
if value is not True and value is not False:
    print(value)
sys.exit(value is False)
END
}

# lab_knows SOCKET EXPRESSION: whether it is true of the agent's status now.
lab_knows() { lab_status "$1" && lab_json "$lab/status.json" "$2"; }
