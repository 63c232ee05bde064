/* SPDX-License-Identifier: MIT */
/* A drive of the lab: platter's drive model, moved in real time, with a motor that stops. */
#ifndef TESTS_VM_DRIVE_DRIVE_H
#define TESTS_VM_DRIVE_DRIVE_H

#include <stdint.h>
#include <stdio.h>

#include "agent/core/model.h"
#include "tests/vm/drive/control.h"
#include "tests/vm/drive/power.h"
#include "tests/vm/drive/smart.h"

#define LAB_SECTOR_BYTES 512u
#define LAB_UNREADABLE 1

struct lab_drive {
    struct platter_model_spec spec;
    struct platter_model model;
    uint64_t media_ns; /* when the media had given the last sector read */
    struct lab_control control;
    struct lab_power power;
    struct lab_selftest selftest;
    uint64_t writes, unreadable; /* commands so far: that wrote, that failed */
    FILE *truth;                 /* or NULL */
};

uint64_t lab_now_ns(void);
void lab_sleep_until(uint64_t ns);

void lab_drive_init(struct lab_drive *d, const struct platter_model_spec *spec, uint64_t seed);
uint64_t lab_drive_sectors(const struct lab_drive *d);
/* lba ... lba + count - 1 is on the drive. */
bool lab_drive_has(const struct lab_drive *d, uint64_t lba, uint64_t count);
/*
 * Read: takes the time it takes, wakes the drive first. 0, or LAB_UNREADABLE with the LBA. A line
 * in the truth log: begin_s lba count wanted_us took_us unreadable, where wanted is without the
 * waking.
 */
int lab_drive_read(struct lab_drive *d, uint64_t lba, uint64_t count, uint64_t *bad_lba);
/* Start the motor and load the heads; takes its time. */
void lab_drive_wake(struct lab_drive *d);

#endif
