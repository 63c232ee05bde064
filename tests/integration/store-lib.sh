# SPDX-License-Identifier: MIT
# What the store-*.test scripts share, on top of daemon-lib.sh: an agent that saves, and looks at what
# it saved.
# shellcheck shell=bash disable=SC2034,SC2154
. "$(dirname "${BASH_SOURCE[0]}")/daemon-lib.sh" || exit 99

[ -x "$PLATTER_BUILD/platter-store" ] || skip "platter-store is not built"
command -v sqlite3 >/dev/null || skip "needs sqlite3"
command -v rrdtool >/dev/null || skip "needs rrdtool"

state=$tmp/state
db=$state/state.db
saving=(-o "socket=$tmp/s" -o drives=sim:wd2002faex -o "state-dir=$state" -o flush=1s -o interval=1)

# child_of PID NAME: a process that a platterd has started
child_of() {
    local child
    for child in $(workers_of "$1"); do
        if [ "$(cat "/proc/$child/comm" 2>/dev/null)" = "$2" ]; then
            echo "$child"
            return 0
        fi
    done
    return 1
}
store_of() { child_of "$1" platter-store; }
worker_of() { child_of "$1" platter-worker; }

samples() { ask "$tmp/s" '{"request":"status"}' | "$PYTHON3" -c '
import json, sys
print(json.loads(sys.stdin.readline())["drives"][0]["samples"])'; }
samples_over() { [ "$(samples)" -gt "$1" ]; }

# saved QUERY: from state.db, while nobody has it
saved() { sqlite3 "$db" "$1"; }
released() { saved 'select count(*) from drive'; }

# Every RRD file can be read, and none had to be moved aside.
rrds_are_whole() {
    local file n=0
    while read -r file; do
        case $file in *.broken-*) fail "$file was moved aside" ;; esac
        rrdtool info "$file" >/dev/null || fail "$file cannot be read"
        n=$((n + 1))
    done < <(find "$state/rrd" -type f -name '*.rrd*')
    [ $n -ge 20 ] || fail "$n RRD files"
}
