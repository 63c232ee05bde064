/* SPDX-License-Identifier: MIT */
/* What a command comes to: data, a SCSI status, and sense data in the formats a drive may use. */
#ifndef TESTS_VM_DRIVE_SENSE_H
#define TESTS_VM_DRIVE_SENSE_H

#include <stdbool.h>
#include <stdint.h>

#define LAB_SENSE_BYTES 96
#define LAB_CHECK_CONDITION 2

enum lab_sense_format {
    LAB_SENSE_DESCRIPTOR,
    LAB_SENSE_FIXED,
    LAB_SENSE_GARBAGE,
    LAB_SENSE_EMPTY, /* a sound header, no descriptor, zeros */
    LAB_SENSE_FORMATS
};

struct lab_reply {
    uint8_t status;
    uint8_t sense[LAB_SENSE_BYTES];
    uint64_t len_bytes; /* of the data for the host */
    uint64_t max_bytes; /* the host wants no more */
    bool zeros;         /* the data are zeros, data[] is not used */
    uint8_t data[1024];
};

/* Registers of an ATA command, as it goes in and as it comes back. */
struct lab_taskfile {
    bool ext; /* a 48-bit command */
    uint8_t command, device;
    uint16_t features, count;
    uint64_t lba;
    uint8_t status, error;
};

bool lab_sense_find(const char *name, enum lab_sense_format *out);
/* CHECK CONDITION in fixed format, without information. */
void lab_sense_set(struct lab_reply *r, uint8_t key, uint8_t asc, uint8_t ascq);
/* The same with an LBA: in descriptor format when it is too large for the fixed one. */
void lab_sense_set_lba(struct lab_reply *r, uint8_t key, uint8_t asc, uint8_t ascq, uint64_t lba);
/* The result of an ATA command (SAT-3, 12.2.2.6 and 12.2.5). */
void lab_sense_set_ata(struct lab_reply *r, enum lab_sense_format format,
                       const struct lab_taskfile *t);

#endif
