/* SPDX-License-Identifier: MIT */
/*
 * The one way by which a command of ours reaches a drive besides read(2): an allow-list of opcodes
 * that only read or ask (IDENTIFY, CHECK POWER MODE, SMART READ DATA / THRESHOLDS / STATUS / LOG
 * and self-test start, READ LOG (DMA) EXT, READ VERIFY (EXT), INQUIRY, LOG SENSE, REQUEST SENSE,
 * VERIFY, READ CAPACITY, TEST UNIT READY). Read-only by construction, also beyond open(O_RDONLY).
 * libatasmart sends IDENTIFY and SMART reads of its own (drive/atasmart.c).
 */
#ifndef PLATTER_DRIVE_PASSTHROUGH_H
#define PLATTER_DRIVE_PASSTHROUGH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLATTER_SENSE_BYTES 64

struct platter_scsi_reply {
    uint8_t scsi_status;
    uint8_t sense[PLATTER_SENSE_BYTES];
    size_t sense_len;
    size_t data_len; /* bytes that came */
};

/* Whether a CDB is on the list: 6-, 10-, 12-, 16-byte CDBs, and inside ATA PASS-THROUGH (85h, A1h)
 * the ATA command with its features and its protocol (non-data or PIO/DMA in; never out). A1h is
 * BLANK to a CD writer: the caller sends it to disks alone. Pure. */
bool platter_cdb_allowed(const uint8_t *cdb, size_t len);

/*
 * Send a CDB by SG_IO, data in. data may be NULL when len is 0. Returns 0 (reply filled, also when
 * the status is CHECK CONDITION); -EPERM: not on the list, or CAP_SYS_RAWIO is missing; -ENOTTY,
 * -EOPNOTSUPP: the device takes no SCSI commands; -ETIMEDOUT; -errno.
 */
int platter_passthrough(int fd, const uint8_t *cdb, size_t cdb_len, void *data, size_t len,
                        unsigned timeout_ms, struct platter_scsi_reply *reply);

/* The two forms of ATA PASS-THROUGH. Some USB bridges know the shorter one alone. */
enum platter_ata_form { PLATTER_ATA_16, PLATTER_ATA_12 };

/* ATA PASS-THROUGH of a 28-bit command: data: one sector comes in (PIO); else none, and the
 * registers come back in the sense data (CK_COND). Returns the CDB's length. */
size_t platter_cdb_ata(uint8_t cdb[16], enum platter_ata_form form, uint8_t command,
                       uint8_t features, bool data);

/*
 * Send such a command in the form that *form says, and where that is refused (ILLEGAL REQUEST) in
 * the other one. *form is then the one that was not refused, to be kept for the next command; where
 * both are refused it stays, and reply is the last refusal. data: NULL when len is 0, else one
 * sector. Returns as platter_passthrough.
 */
int platter_ata_ask(int fd, enum platter_ata_form *form, uint8_t command, uint8_t features,
                    void *data, size_t len, unsigned timeout_ms, struct platter_scsi_reply *reply);

/* The sense key in sense data of either format; 0 = there is none. */
uint8_t platter_sense_key(const uint8_t *sense, size_t len);

#endif
