/* SPDX-License-Identifier: MIT */
/* The SMART pages of the drive: 512 bytes each, with their checksum (ACS-4, ATA8-ACS). */
#ifndef TESTS_VM_DRIVE_SMART_H
#define TESTS_VM_DRIVE_SMART_H

#include <stdint.h>

#define LAB_PAGE_BYTES 512
#define LAB_SELFTEST_LOG 6

struct lab_drive;

/* Self-tests: the one that runs, and what the last ones came to. */
struct lab_selftest {
    uint8_t running; /* subcommand; 0 = none */
    uint64_t end_ns;
    uint8_t status; /* 0 = well ... 15, high half of the execution status */
    unsigned n;     /* ended */
    struct {
        uint8_t test, status;
        uint16_t hours;
    } log[21];
};

void lab_smart_data(const struct lab_drive *d, uint8_t page[LAB_PAGE_BYTES]);
void lab_smart_thresholds(uint8_t page[LAB_PAGE_BYTES]);
/* 0, or -ENOENT: there is no such log. */
int lab_smart_log(const struct lab_drive *d, uint8_t address, uint8_t page[LAB_PAGE_BYTES]);
/* Start a self-test, or abort the one that runs (7Fh). 0, or -EINVAL. */
int lab_selftest_start(struct lab_drive *d, uint8_t test);
/* Let a running self-test come to its end. */
void lab_selftest_tick(struct lab_drive *d, uint64_t now_ns);
/* So that all bytes of a page add up to 0. */
void lab_page_seal(uint8_t page[LAB_PAGE_BYTES]);

#endif
