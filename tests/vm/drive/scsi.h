/* SPDX-License-Identifier: MIT */
/* SCSI commands: what the kernel sends to a SATA drive behind a SAT layer. */
#ifndef TESTS_VM_DRIVE_SCSI_H
#define TESTS_VM_DRIVE_SCSI_H

#include <stdint.h>

#include "tests/vm/drive/drive.h"
#include "tests/vm/drive/sense.h"

/* Do the command. Takes its time. */
void lab_scsi_run(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r);
/* What an opcode is called; "?" for one that is not in our table. */
const char *lab_scsi_name(uint8_t opcode);
/* Whether it can change what is on the drive. */
bool lab_scsi_writes(uint8_t opcode);

void lab_inquiry(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r);

#endif
