# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034 # used by the tests
# What the collectd-*.test scripts share: a real collectd with our plugin, in a folder of its own.
# Sets $dir (removed at the end) and ends what was started, by process id.

set -u
src=${PLATTER_SRC:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
build=${PLATTER_BUILD:-$PWD}
collectd=${COLLECTD:-$(PATH=$PATH:/usr/sbin:/usr/local/sbin command -v collectd)}
python=${PYTHON3:-python3}
module=$build/plugin/.libs/platter.so
started=()
dir=$(mktemp -d "${TMPDIR:-/tmp}/platter-collectd-XXXXXX") || exit 99

say() { printf '%s\n' "$*"; }
skip() {
    say "skipped: $*"
    exit 77
}
fail() {
    say "FAILED: $*"
    exit 1
}

finish() {
    local status=$? pid
    trap - EXIT
    for pid in "${started[@]}"; do
        kill "$pid" 2>/dev/null && sleep 0.5
        kill -9 "$pid" 2>/dev/null
    done
    if [ $status -ne 0 ] && [ $status -ne 77 ]; then
        say "--- collectd said:"
        cat "$dir/log" 2>/dev/null
        say "--- and on its standard error:"
        cat "$dir/stderr" 2>/dev/null
    fi
    if [ -n "${KEEP:-}" ]; then say "kept: $dir"; else rm -rf "$dir"; fi
    exit $status
}
trap finish EXIT

[ -x "$collectd" ] || skip "collectd is not installed (Debian: collectd-core)"
[ -e "$module" ] || skip "the plugin was not built ($module)"
stock=$("$collectd" -h 2>/dev/null | sed -n 's/^ *Plugin directory  *//p')
# collectd loads a regular file only; what make leaves is one.
mkdir -p "$dir/plugins" "$dir/base" && cp -L "$module" "$dir/plugins/platter.so" || exit 99

# The runtime that a sanitized module needs loaded before collectd, or nothing.
preload=
case $(nm -u "$module"; ldd "$module") in
*libasan*)
    preload=$(ldd "$module" | sed -n 's/.*libasan[^ ]* => \([^ ]*\).*/\1/p')
    ;;
*libclang_rt.asan*)
    preload=$(ldd "$module" | sed -n 's/.*libclang_rt[^ ]* => \([^ ]*\).*/\1/p')
    [ -e "$preload" ] || preload=$(clang -print-file-name="$(ldd "$module" | sed -n 's/^[[:space:]]*\(libclang_rt[^ ]*\).*/\1/p')")
    ;;
*__asan_init*)
    skip "the plugin was built by clang with a static sanitizer runtime, which collectd cannot load: configure with LDFLAGS=-shared-libasan"
    ;;
esac
[ -z "$preload" ] || [ -e "$preload" ] || skip "the sanitizer's runtime ($preload) is not there"

have() { [ -e "$stock/$1.so" ]; }

# collectd.conf: read interval, lines of <Plugin platter>; more from standard input
# $1 = Interval of collectd
write_conf() {
    cat >"$dir/collectd.conf" <<EOF
Hostname "testhost"
FQDNLookup false
BaseDir "$dir/base"
PIDFile "$dir/pid"
Interval $1
PluginDir "$stock"
LoadPlugin logfile
<Plugin logfile>
    LogLevel info
    File "$dir/log"
    Timestamp true
</Plugin>
EOF
    cat >>"$dir/collectd.conf"
    cat >>"$dir/collectd.conf" <<EOF
PluginDir "$dir/plugins"
EOF
}

# Lines of <Plugin platter> from standard input.
add_platter() {
    {
        say "LoadPlugin platter"
        say "<Plugin platter>"
        cat
        say "</Plugin>"
    } >>"$dir/collectd.conf"
}

csv_conf() {
    cat <<EOF
LoadPlugin csv
<Plugin csv>
    DataDir "$dir/csv"
    StoreRates false
</Plugin>
EOF
}

# leaks: collectd and the plugins it loads have some of their own.
start_collectd() {
    LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 \
        "$collectd" -f -C "$dir/collectd.conf" >"$dir/stdout" 2>"$dir/stderr" &
    collectd_pid=$!
    started+=("$collectd_pid")
}

now_ms() { date +%s%3N; }

# $1 = what for, $2 = seconds, then a command that will be true
wait_for() {
    local what=$1 end=$(($(now_ms) + $2 * 1000))
    shift 2
    until "$@"; do
        [ "$(now_ms)" -lt $end ] || fail "waited in vain for $what"
        sleep 0.1
    done
}

logged() { grep -qE "$1" "$dir/log" 2>/dev/null; }
alive() { kill -0 "$1" 2>/dev/null; }

# Every process below $1, one a line. collectd's children are gone from below it once it is.
children() {
    local child
    # shellcheck disable=SC2013 # one line of words
    for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
        say "$child"
        children "$child"
    done
}

# SIGTERM, at most two seconds, exit status 0, nobody left.
stop_collectd() {
    local start taken status left pid
    alive "$collectd_pid" || fail "collectd is not running any more"
    left=$(children "$collectd_pid")
    start=$(now_ms)
    kill "$collectd_pid"
    wait "$collectd_pid"
    status=$?
    taken=$(($(now_ms) - start))
    say "collectd stopped after $taken ms, status $status"
    [ $status -eq 0 ] || fail "collectd ended with status $status"
    [ $taken -le 2000 ] || fail "collectd took $taken ms to stop"
    for pid in $left; do
        wait_for "the end of process $pid" 2 eval "! kill -0 $pid 2>/dev/null"
    done
}

# What collectd says when it drops a value.
no_drops() {
    if grep -E 'uc_update|too old|already seen|ds\[|Dataset not found|unknown data set|illegal attempt|plugin_dispatch|Unable to|rrd_update|AddressSanitizer|runtime error' \
        "$dir/log" "$dir/stderr"; then
        fail "collectd dropped values or complained"
    fi
}

log_count() { grep -cE "$1" "$dir/log"; }

need_platterd() { [ -x "$build/platterd" ] || skip "platterd was not built"; }

# Rows in csv files of drives ($1) and a series ($2), without their headers.
csv_rows() {
    # shellcheck disable=SC2086 # the pattern is for the shell
    cat "$dir"/csv/testhost/$1/$2-* 2>/dev/null | grep -c '^[0-9]'
}
