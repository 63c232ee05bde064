/* SPDX-License-Identifier: MIT */
/*
 * Every command that reaches the drive, a line each, written before it is done:
 *
 *   seconds OPCODE ata COMMAND FEATURES LBA-LOW | power | name
 *   seconds OPCODE - - - -                      | power | name
 *
 * Numbers in hexadecimal of two digits, FEATURES of four; power is the drive's state when the
 * command came. "seconds" is CLOCK_MONOTONIC. An opcode that can write has " WRITES" behind its
 * name.
 */
#ifndef TESTS_VM_DRIVE_OPLOG_H
#define TESTS_VM_DRIVE_OPLOG_H

#include <stdint.h>
#include <stdio.h>

#include "tests/vm/drive/power.h"

/* f may be NULL. */
void lab_oplog(FILE *f, uint64_t now_ns, enum lab_power_state power, const uint8_t *cdb);

#endif
