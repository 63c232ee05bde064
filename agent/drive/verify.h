/* SPDX-License-Identifier: MIT */
/*
 * READ VERIFY: the drive reads sectors and checks them, and sends no data. ATA drives (also behind
 * a SAS HBA or a bridge that speaks SAT): READ VERIFY SECTORS (EXT) in ATA PASS-THROUGH (16); SAS:
 * VERIFY (16). ACS-3 7.38, SBC-3 5.36, SAT-4 12.2.
 */
#ifndef PLATTER_DRIVE_VERIFY_H
#define PLATTER_DRIVE_VERIFY_H

#include "agent/drive/discover.h"
#include "agent/drive/passthrough.h"

/* Sectors that one ATA command takes. */
#define PLATTER_VERIFY_ATA_MAX 65536u

/* The command for count sectors at lba. Returns its length, or 0: none for this transport, or out
 * of its range. */
size_t platter_verify_cdb(uint8_t cdb[16], enum platter_transport transport, uint64_t lba,
                          uint32_t count);

/* What a drive answered: 0, PLATTER_READ_MEDIUM, PLATTER_READ_GONE, -EOPNOTSUPP (it knows no such
 * command), or -EIO. */
int platter_verify_result(enum platter_transport transport, const struct platter_scsi_reply *reply);

/* Verify len bytes at offset, multiples of logical_bytes. As platter_verify_result, or -EPERM
 * (CAP_SYS_RAWIO), -EOPNOTSUPP (no such transport), -errno. */
int platter_verify(int fd, enum platter_transport transport, uint32_t logical_bytes,
                   uint64_t offset_bytes, uint32_t len_bytes);

#endif
