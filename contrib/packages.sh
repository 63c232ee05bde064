# SPDX-License-Identifier: MIT
# Debian packages, for contrib/check and contrib/try to source: what is needed, and installing it.
# shellcheck shell=bash

# libc6-dev: gcc only recommends it.
build_packages="autoconf automake libtool pkg-config make gcc libc6-dev xz-utils
    collectd-core collectd-dev librrd-dev libcairo2-dev libsqlite3-dev libcmocka-dev libevent-dev libjansson-dev libudev-dev
    libatasmart-dev libconfuse-dev liburing-dev"
run_packages="rrdtool fonts-dejavu-core util-linux mount procps"
test_packages="strace rrdcached sqlite3 nbdkit nbdkit-plugin-dev libnbd-bin fuse3 fio python3 python3-jsonschema"
# tests/vm; user-mode-linux itself is downloaded and unpacked there, not installed.
vm_packages="busybox-static cpio kmod util-linux coreutils"
# libc6-dbg: valgrind replaces functions of the C library by name.
more_packages="clang clang-tidy clang-format cppcheck libclang-rt-14-dev valgrind libc6-dbg"

missing_packages() {
    local package
    for package; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

# install_packages yes|no PACKAGE...: say what is missing and install it; no: only say it.
install_packages() {
    local install=$1 missing as_root=
    shift
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "This is no Debian: install the equivalents of $*"
        return 0
    fi
    missing=$(missing_packages "$@" | tr '\n' ' ')
    if [ -z "$missing" ]; then
        echo "All packages are there."
        return 0
    fi
    if [ "$install" = no ]; then
        echo "Not installed: $missing"
        return 0
    fi
    echo "Installing: $missing"
    if [ "$(id -u)" -ne 0 ]; then
        as_root=sudo
        if ! command -v sudo >/dev/null; then
            echo "Run this as root, or install them yourself: apt-get install $missing" >&2
            return 1
        fi
    fi
    # shellcheck disable=SC2086
    $as_root apt-get -q update &&
        $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get -q -y install --no-install-recommends $missing
}
