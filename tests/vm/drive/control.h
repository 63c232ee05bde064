/* SPDX-License-Identifier: MIT */
/*
 * What a test says about a drive of the lab while it runs: a file of "key value" lines, read again
 * when it has changed. A key that is not there has its default. Replace the file by rename(2), so
 * that half of it is never seen.
 *
 *   temperature 38         what SMART says; temperature in degrees C, the rest are counters. The
 *   reallocated 0          drive's own wakes and head loads are added to start_stop, load_cycles
 *   pending 0
 *   hours 12345
 *   power_cycles 77
 *   start_stop 99
 *   load_cycles 200
 *   crc_errors 0
 *   smart_fail 1           SMART RETURN STATUS: threshold exceeded
 *   smart_off 1            SMART is disabled; enabling it does nothing but show in the log
 *   smart_damage 1         SMART READ DATA: 1 = with a wrong checksum, 2 = all ones, 3 = all zeros
 *   selftest_ms 2000       how long a self-test takes
 *   selftest_result 7      how it ends: 0 = well, 7 = a read failed
 *   spinup_ms 3000         from standby; from the idle conditions a share of it (power.c)
 *   idle_b_after_s 120     0 = never
 *   idle_c_after_s 600
 *   standby_after_s 1200
 *   power idle_b           go there now: active, idle, idle_a, idle_b, idle_c, standby_y, standby;
 *                          done once when this value is new
 *   power_byte 64          what CHECK POWER MODE says, whatever the state; above 255: the state
 *   hang 1                 answer nothing
 *   refuse 85              an opcode, in hexadecimal, that is not known, as of a bridge
 *   sense descriptor       how pass-through answers: descriptor, fixed, garbage, or empty (a sound
 *                          header and no result: a careless reader takes it for "standby")
 *   model, serial, firmware, wwn    what the drive says it is; wwn in hexadecimal
 *   bad LBA COUNT unc [REVOLUTIONS]     cannot be read; at most 64 lines of these two
 *   bad LBA COUNT slow REVOLUTIONS      read after so many revolutions more
 */
#ifndef TESTS_VM_DRIVE_CONTROL_H
#define TESTS_VM_DRIVE_CONTROL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "tests/vm/drive/power.h"
#include "tests/vm/drive/sense.h"

#define LAB_BAD_MAX 64

struct lab_bad {
    uint64_t lba, count, revolutions;
    bool unreadable;
};

struct lab_control {
    char model[41], serial[21], firmware[9];
    uint64_t wwn;
    uint64_t temperature_c, reallocated, pending, hours, power_cycles, start_stop, load_cycles,
        crc_errors, smart_fail, smart_off, smart_damage, power_byte;
    uint64_t selftest_ms, selftest_result;
    uint64_t spinup_ms, after_s[LAB_POWER_STATES]; /* 0 = never */
    enum lab_power_state power;                    /* LAB_POWER_STATES: not said */
    enum lab_sense_format sense;
    uint64_t hang, refuse; /* refuse 0: nothing */
    unsigned n_bad;
    struct lab_bad bad[LAB_BAD_MAX];
};

struct lab_control_file {
    const char *path;
    struct lab_control defaults;
    struct stat seen;
};

void lab_control_init(struct lab_control_file *file, const char *path);
/*
 * Read the file if it has changed since the last time. 1: read, *out is new; 0: not changed, or not
 * there. What cannot be understood is said on stderr and left out.
 */
int lab_control_poll(struct lab_control_file *file, struct lab_control *out);

#endif
