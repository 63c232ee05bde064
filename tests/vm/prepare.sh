# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154,SC2015 # vm_src, vm_build: uml-run's
# What a guest is made of, for uml-run to source: User-Mode Linux, from where it is installed or
# unpacked from Debian's package into a cache, and the initrd.
# PLATTER_VM_CACHE: where to keep it (default: tests/vm/cache in the build folder). VM_PACKAGES: more packages of
# Debian that a test wants, each unpacked into a folder of its name there; the guest finds them in $VM_CACHE.

vm_cache=${PLATTER_VM_CACHE:-$vm_build/tests/vm/cache}

vm_skip() {
    echo "skipped: $*"
    exit 77
}

# Sets vm_kernel, vm_modules.
vm_find_uml() {
    local prefix=
    if [ ! -x /usr/bin/linux.uml ]; then
        prefix=$vm_cache/uml
        [ -x "$prefix/usr/bin/linux.uml" ] || vm_fetch user-mode-linux uml
    fi
    vm_kernel=$prefix/usr/bin/linux.uml
    vm_modules=$prefix/usr/lib/uml/modules
    set -- "$vm_modules"/*/kernel/fs/overlayfs/overlay.ko
    [ -e "$1" ] || vm_skip "$vm_modules has no overlay module"
    vm_overlay=$1
}

# vm_fetch PACKAGE FOLDER: download and unpack; the folder gets its name when all of it is there.
vm_fetch() {
    local package=$1 folder=$2 new=$vm_cache/new log=$vm_cache/fetch.log
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null ||
        vm_skip "$package is not installed, and this is no Debian to get it from"
    rm -rf "$new"
    mkdir -p "$new"
    (cd "$new" && timeout -k 5 120 apt-get -q download "$package") >"$log" 2>&1 ||
        vm_skip "$package cannot be had: $(tail -n 1 "$log"); apt-get update may help"
    dpkg-deb -x "$new/$package"_*.deb "$new/$folder" >>"$log" 2>&1 ||
        vm_skip "$package cannot be unpacked: $(tail -n 1 "$log")"
    mv "$new/$folder" "$vm_cache/$folder"
    rm -rf "$new"
}

# Sets vm_initrd: busybox, the overlay module, init.
vm_make_initrd() {
    local init=$vm_src/tests/vm/init tree=$vm_cache/initrd.tree file
    vm_initrd=$vm_cache/initrd.cpio
    for file in "$init" "$vm_overlay" /bin/busybox; do
        [ -e "$file" ] || vm_skip "$file is not there (Debian: busybox-static)"
    done
    [ "$vm_initrd" -nt "$init" ] && [ "$vm_initrd" -nt "$vm_src/tests/vm/prepare.sh" ] && return
    ! ldd /bin/busybox >/dev/null 2>&1 || vm_skip "busybox needs libraries (Debian: busybox-static)"
    rm -rf "$tree"
    mkdir -p "$tree"/{bin,dev,proc,host,memory,root}
    cp /bin/busybox "$tree/bin/" && cp "$vm_overlay" "$tree/overlay.ko" && cp "$init" "$tree/init" &&
        chmod 755 "$tree/init" &&
        (cd "$tree" && find . | cpio -o -H newc --quiet) >"$vm_initrd.new" &&
        mv "$vm_initrd.new" "$vm_initrd" || vm_skip "no initrd can be made in $vm_cache"
    rm -rf "$tree"
}

# Tests may run side by side: one of them prepares.
vm_prepare() {
    local program
    for program in cpio:cpio modprobe:kmod flock:util-linux timeout:coreutils; do
        PATH=$PATH:/usr/sbin:/sbin command -v "${program%:*}" >/dev/null ||
            vm_skip "${program%:*} is not installed (Debian: ${program#*:})"
    done
    mkdir -p "$vm_cache" || vm_skip "$vm_cache cannot be made"
    exec 9>"$vm_cache/lock"
    flock 9
    vm_find_uml
    vm_make_initrd
    for program in ${VM_PACKAGES:-}; do
        [ -d "$vm_cache/$program" ] || vm_fetch "$program" "$program"
    done
    exec 9>&-
}
