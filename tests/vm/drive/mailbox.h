/* SPDX-License-Identifier: MIT */
/*
 * The ring in which the kernel's target_core_user hands over commands (its documentation:
 * Documentation/target/tcmu-design.rst). One command at a time: a drive without a queue.
 */
#ifndef TESTS_VM_DRIVE_MAILBOX_H
#define TESTS_VM_DRIVE_MAILBOX_H

#include <stddef.h>
#include <stdint.h>

#include "tests/vm/drive/sense.h"

#define LAB_CDB_BYTES 16

struct lab_mailbox {
    int fd;
    uint8_t *base;
    size_t size;
};

/* Open /dev/uioN. */
int lab_mailbox_open(struct lab_mailbox *m, const char *path);
/* Wait for the kernel, at most so long. */
int lab_mailbox_wait(struct lab_mailbox *m, int timeout_ms);
/* 1: a command, copied to cdb, that must be answered; 0: none there now. */
int lab_mailbox_next(struct lab_mailbox *m, uint8_t cdb[LAB_CDB_BYTES]);
int lab_mailbox_answer(struct lab_mailbox *m, const struct lab_reply *r);

#endif
