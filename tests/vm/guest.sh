# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154,SC2015
# In the guest: drives, and what tests/support/lab.sh offers (its loop devices aside). Sourced by
# vm_enter. Drives have a number from 0; files of drive N in $lab: driveN.control, .ops, .truth, .err.

# shellcheck source=../support/lab.sh
. "$vm_here/../support/lab.sh"
: >"$VM_OUT/booted"
lab=/run/lab
mkdir -p "$lab"
cd "$lab" || exit 1
vm_target=/sys/kernel/config/target
vm_drives=()        # numbers
# ATA commands that may reach a drive, "CC" or "CC:FFFF" with features, for an awk regular expression: IDENTIFY,
# CHECK POWER MODE, SMART READ DATA, READ THRESHOLDS, RETURN STATUS.
vm_allowed_ata='ec|e5|b0:00d0|b0:00d1|b0:00da'

trap 'vm_end $?' EXIT
vm_end() {
    local n status=$1
    trap - EXIT
    if [ "$status" -eq 0 ]; then vm_check_ops || status=1; fi
    if [ "$status" -ne 0 ]; then lab_show_logs; fi
    # A command that hangs would keep the halt waiting.
    for n in "${vm_drives[@]}"; do vm_control "$n" "hang 0"; done
    for pid in "${lab_started[@]}"; do lab_end_process "$pid"; done
    cp "$lab"/*.ops "$lab"/*.truth "$lab"/*.err "$lab"/*.json "$VM_OUT/" 2>/dev/null
    # The drives go on: the halt flushes their caches.
    exit "$status"
}

# ---- Drives ----------------------------------------------------------------------------------

vm_modules() {
    [ -d "$vm_target" ] && return
    modprobe -a target_core_user tcm_loop sd_mod sg || lab_fail "modprobe"
    mount -t configfs configfs /sys/kernel/config || lab_fail "no configfs"
}

vm_port() { printf '%s' "$vm_target/loopback/naa.500200ab000a000$1/tpgt_1"; }

# vm_up N [SPEC]: drive N, one of platter's simulated drives in iron, plugged in. VM_COMMAND_TIMEOUT:
# seconds after which the kernel gives a command up; 0 = never.
vm_up() {
    local n=$1 spec=${2:-wd2002faex} core=$vm_target/core/user_0/drive$1 port uio found=
    vm_modules
    printf '%s\n' "serial LAB000000$n" "wwn 50200ab00000000$n" >"$lab/drive$n.control"
    mkdir -p "$core"
    echo "dev_config=platter/$n,dev_size=$("$build/tests/vm/lab-drive" capacity "$spec"),hw_block_size=512,nl_reply_supported=-1" \
        >"$core/control" && echo 1 >"$core/enable" || lab_fail "drive $n: target_core_user"
    echo "${VM_COMMAND_TIMEOUT:-0}" >"$core/attrib/cmd_time_out"
    for uio in /sys/class/uio/uio*; do
        case $(cat "$uio/name") in tcm-user/*/drive"$n"/*) found=/dev/${uio##*/} ;; esac
    done
    [ -n "$found" ] || lab_fail "drive $n: no uio device"
    # It must outlive everything that is flushed at the end: not one of lab_started.
    "$build/tests/vm/lab-drive" "$found" "$spec" "$n" "$lab/drive$n.control" "$lab/drive$n.ops" \
        "$lab/drive$n.truth" </dev/null >/dev/null 2>"$lab/drive$n.err" &
    port=$(vm_port "$n")
    mkdir -p "$port" && echo "naa.500200ab000b000$n" >"$port/nexus" && mkdir "$port/lun/lun_0" ||
        lab_fail "drive $n: tcm_loop"
    vm_drives+=("$n")
    vm_plug "$n"
}

# vm_plug N: the cable is in; returns when the kernel has the drive. vm_unplug N: it is out.
vm_plug() {
    ln -s "$vm_target/core/user_0/drive$1" "$(vm_port "$1")/lun/lun_0/drive$1" || lab_fail "drive $1: plug"
    lab_wait "drive $1 in the kernel" 20 vm_ready "$1"
}
vm_unplug() { rm "$(vm_port "$1")/lun/lun_0/drive$1"; }

# vm_name N: sda. Letters follow the order of plugging; the host adapter is known by its number.
vm_name() {
    local block
    for block in /sys/block/sd*; do
        case $(readlink -f "$block/device") in */tcm_loop_adapter_"$1"/*) printf '%s' "${block##*/}" ;; esac
    done
}
# /dev/sdX is there before sd's probe has ended.
vm_ready() {
    local name
    name=$(vm_name "$1")
    [ -n "$name" ] && [ -b "/dev/$name" ] && [ -e "/sys/block/$name/device/timeout" ] &&
        dd if="/dev/$name" of=/dev/null bs=4096 count=1 iflag=direct status=none 2>/dev/null
}
vm_absent() { [ -z "$(vm_name "$1")" ]; }

# vm_control N "KEY VALUE"...: say that from now on (drive/control.h); "bad ..." is added, "-KEY" removes.
vm_control() {
    local file=$lab/drive$1.control line key
    shift
    cp "$file" "$file.new"
    for line; do
        key=${line%% *}
        [ "$key" = bad ] || sed -i "/^${key#-} /d;/^${key#-}$/d" "$file.new"
        [ "$key" != "${key#-}" ] || printf '%s\n' "$line" >>"$file.new"
    done
    mv "$file.new" "$file"
}

# ---- What reached a drive --------------------------------------------------------------------

# Opcodes that the kernel sends by itself, and reads: TEST UNIT READY, REQUEST SENSE, INQUIRY, MODE SENSE,
# READ CAPACITY, SYNCHRONIZE CACHE, REPORT LUNS, REPORT SUPPORTED OPERATION CODES.
vm_allowed='00|03|12|1a|5a|25|9e|35|91|a0|a3|28|88'

# Lines of a drive's log that nobody may have caused: vm_forbidden N
vm_forbidden() {
    awk -v scsi="^($vm_allowed)\$" -v ata="^(${vm_allowed_ata:-none})\$" '
        / WRITES$/ { print; next }
        $3 == "ata" { if (($4 !~ ata) && (($4 ":" $5) !~ ata)) print; next }
        $2 !~ scsi { print }' "$lab/drive$1.ops"
}
vm_check_ops() {
    local n found
    for n in "${vm_drives[@]}"; do
        found=$(vm_forbidden "$n")
        [ -z "$found" ] && continue
        lab_say "FAILED: drive $n got commands that it must not get:"
        head -n 20 <<<"$found"
        return 1
    done
}

# "12 READ 10" ...: how often what came to drive N
vm_ops() { awk -F ' [|] ' '{ n[$3]++ } END { for (o in n) printf "%6d %s\n", n[o], o }' "$lab/drive$1.ops" | sort -k2; }
