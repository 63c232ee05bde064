# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# A vm-*.test is one script for both sides: it sources this and calls vm_enter. On the host that boots a
# guest which runs the same script, and exits with its status; in the guest it returns, with what
# guest.sh offers.

vm_test=$(realpath "$0")
vm_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
vm_build=${PLATTER_BUILD:-$PWD}

# vm_enter SECONDS: the guest's timeout.
vm_enter() {
    local name out status
    if [ "${VM_GUEST:-}" = yes ]; then
        # shellcheck source=guest.sh
        . "$vm_here/guest.sh"
        return
    fi
    if [ "${PLATTER_SANITIZED:-no}" = yes ]; then
        echo "skipped: the guest's processes have no address space for the sanitizers"
        exit 77
    fi
    [ -x "$vm_build/tests/vm/lab-drive" ] || {
        echo "FAILED: $vm_build/tests/vm/lab-drive was not built"
        exit 1
    }
    name=$(basename "$vm_test" .test)
    out=$vm_build/tests/vm/out/$name
    rm -rf "$out"
    VM_TEST=$name "$vm_here/uml-run" "$vm_test" "$out" "$1"
    status=$?
    # A guest that cannot even boot says nothing about platter.
    if [ $status -eq 125 ] && [ ! -e "$out/booted" ]; then
        echo "skipped: User-Mode Linux does not boot on this machine"
        status=77
    fi
    [ $status -ne 0 ] || rm -rf "$out"
    exit $status
}
