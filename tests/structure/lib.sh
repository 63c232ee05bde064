# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
# What the structure tests share. They run by hand too: bash tests/structure/ladder.test

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
src=${PLATTER_SRC:-$(cd "$here/../.." && pwd)}
build=${PLATTER_BUILD:-$src}
nm=${NM:-nm}
objdump=${OBJDUMP:-objdump}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/platter-test.XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT

skip() {
    echo "skipped: $*"
    exit 77
}

# A check that cannot fail says nothing: run one on something bad, where it must.
must_fail() {
    local why=$1 out
    shift
    if out=$("$@" 2>&1); then
        echo "the check itself is broken, it passed: $why"
        echo "$out"
        exit 1
    fi
}

# $1 = 0 when all went well.
finish() {
    if [ "$1" -ne 0 ]; then
        echo "FAILED"
        exit 1
    fi
    echo "ok"
}
