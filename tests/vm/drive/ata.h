/* SPDX-License-Identifier: MIT */
/* ATA commands as they come in ATA PASS-THROUGH (12) and (16): SAT-3, 12.2. */
#ifndef TESTS_VM_DRIVE_ATA_H
#define TESTS_VM_DRIVE_ATA_H

#include <stdint.h>

#include "tests/vm/drive/drive.h"
#include "tests/vm/drive/sense.h"

#define LAB_CDB_PASS_12 0xa1
#define LAB_CDB_PASS_16 0x85

/* The command in a CDB. */
void lab_ata_parse(const uint8_t *cdb, struct lab_taskfile *t);
/* Do it. */
void lab_ata_pass_through(struct lab_drive *d, const uint8_t *cdb, struct lab_reply *r);
void lab_ata_identify(const struct lab_drive *d, uint8_t page[LAB_PAGE_BYTES]);

#endif
