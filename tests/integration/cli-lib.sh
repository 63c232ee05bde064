# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# What the cli-*.test scripts share. They run platter as a person or a script would.
set -u
src=${PLATTER_SRC:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
build=${PLATTER_BUILD:-$PWD}
python=${PYTHON3:-python3}
platter=$build/platter

skip() {
    echo "skipped: $*"
    exit 77
}
fail() {
    echo "FAILED: $*"
    for f in "$tmp/out" "$tmp/err"; do
        [ -s "$f" ] && { echo "--- ${f##*/}"; head -c 3000 "$f"; }
    done
    exit 1
}

[ -x "$platter" ] || skip "platter was not built"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/platter-cli.XXXXXX") || exit 99
pids=()
finish() {
    exec 2>/dev/null
    for pid in "${pids[@]}"; do kill -KILL "$pid"; done
    wait
    rm -rf "$tmp"
}
trap finish EXIT

# What librrd keeps is not ours.
[ "${PLATTER_SANITIZED:-no}" = yes ] && export ASAN_OPTIONS=fast_unwind_on_malloc=0
export COLUMNS=80
# Never among the results of this machine.
export PLATTER_RUNS_DIR=$tmp/runs
unset NO_COLOR

# run STATUS ARGUMENT...: platter with these ends with STATUS; its words are in $tmp/out and $tmp/err.
run() {
    local want=$1 got
    shift
    "$platter" "$@" >"$tmp/out" 2>"$tmp/err"
    got=$?
    [ $got -eq "$want" ] || fail "platter $*: status $got, not $want"
}

# says FILE EXPRESSION...: out or err has each of them
says() {
    local file=$1 expression
    shift
    for expression; do
        grep -qE -- "$expression" "$tmp/$file" || fail "nothing like \"$expression\" in $file"
    done
}

# valid SCHEMA: out is JSON of that schema, and nothing else
valid() {
    "$python" "$src/tests/support/validate.py" "$1" "$tmp/out" >"$tmp/invalid"
    case $? in
    0) ;;
    77) echo "not validated: python3-jsonschema is not installed" ;;
    *) fail "not $1: $(head -n 5 "$tmp/invalid")" ;;
    esac
}

# holds EXPRESSION: true in python of the documents in out: d is the first, all is the list
holds() {
    "$python" - "$tmp/out" "$1" <<'PYTHON' || fail "not true: $1"
import json, statistics, sys
text = open(sys.argv[1]).read()
try:
    docs = [json.loads(text)]
except ValueError:
    docs = [json.loads(line) for line in text.splitlines()]
names = {"d": docs[0], "docs": docs, "mean": statistics.mean}
sys.exit(not eval(sys.argv[2], names))
PYTHON
}

# fits COLUMNS: no line of out is longer
fits() {
    "$python" -c '
import sys
long = [l for l in open(sys.argv[1], encoding="utf-8").read().splitlines() if len(l) > int(sys.argv[2])]
print(*long, sep="\n")
sys.exit(bool(long))' "$tmp/out" "$1" >"$tmp/long" || fail "lines over $1 columns: $(cat "$tmp/long")"
}

# fake_status [NOW]: an agent with twelve drives in every state serves $fake
fake_status() {
    fake=$tmp/fake.sock
    "$python" "$src/tests/support/fake_status.py" "$fake" "$@" &
    pids+=("$!")
    for ((i = 0; i < 100; i++)); do
        [ -S "$fake" ] && return
        sleep 0.05
    done
    fail "the fake agent does not begin"
}
