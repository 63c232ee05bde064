# SPDX-License-Identifier: MIT
# What the daemon-*.test scripts share: a folder of their own, a platterd in it, and its end.
set -u
: "${PLATTER_BUILD:?the build folder}"
PYTHON3=${PYTHON3:-/usr/bin/python3}
platterd=$PLATTER_BUILD/platterd

skip() { echo "skipped: $*"; exit 77; }
fail() {
    echo "FAILED: $*"
    for f in "$tmp"/*.err "$tmp"/*.out; do
        [ -s "$f" ] && { echo "--- ${f##*/}"; cut -c1-300 "$f" | tail -n 30; }
    done
    exit 1
}

[ -x "$platterd" ] && [ -x "$PLATTER_BUILD/platter-worker" ] || skip "platterd is not built"
[ -x "$PYTHON3" ] || skip "needs python3"

tmp=$(mktemp -d) || exit 1
export tmp platterd
pids=()
finish() {
    exec 2>/dev/null # what bash says about the killed
    for pid in "${pids[@]}"; do kill -KILL "$pid"; done
    wait
    rm -rf "$tmp"
}
trap finish EXIT

# Fast enough for a test; nothing of it outside $tmp.
quick=(-c /dev/null -o "lock-dir=$tmp/lock" -o state-dir=none -o step=2 -o interval=2 -o duty=1 -o seed=1)

# start NAME ARGUMENT...: platterd in the background, its pid in $pid, its words in $tmp/NAME.err
start() {
    local name=$1
    shift
    "$platterd" "${quick[@]}" "$@" </dev/null >"$tmp/$name.out" 2>"$tmp/$name.err" &
    pid=$!
    pids+=("$pid")
}

# wait_for SECONDS COMMAND...: until it succeeds
wait_for() {
    local left=$(($1 * 20))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $((left--)) -gt 0 ] || return 1
        sleep 0.05
    done
}

# The workers of a platterd: its children.
workers_of() { cat "/proc/$1/task/$1/children" 2>/dev/null; }

# running PID: it is there and no zombie
running() { [ -e "/proc/$1" ] && ! grep -q '^State:.*Z' "/proc/$1/status" 2>/dev/null; }
gone() { ! running "$1"; }

# ask SOCKET REQUEST: the answer to one request, without hello
ask() {
    "$PYTHON3" - "$1" "$2" <<'PYTHON'
import socket, sys
s = socket.socket(socket.AF_UNIX)
s.settimeout(10)
s.connect(sys.argv[1])
f = s.makefile("rw")
f.readline()
f.write(sys.argv[2] + "\n")
f.flush()
sys.stdout.write(f.readline())
PYTHON
}

# status SOCKET EXPRESSION: of the drives d, in python; true or false
status() {
    ask "$1" '{"request":"status"}' | "$PYTHON3" -c '
import json, sys
d = json.loads(sys.stdin.readline())["drives"]
codes = [[r["code"] for r in x["reasons"]] for x in d]
sys.exit(not eval(sys.argv[1]))' "$2"
}
