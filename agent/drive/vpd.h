/* SPDX-License-Identifier: MIT */
/*
 * SCSI vital product data, as the kernel shows it in /sys/block/X/device/vpd_pg*: the pages as the
 * drive (or libata, or a USB bridge) sent them. Formats: SPC-4 7.8, SBC-3 6.5.
 */
#ifndef PLATTER_DRIVE_VPD_H
#define PLATTER_DRIVE_VPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unit serial number (page 80h), cleaned; "" if the page is none. */
void platter_vpd_serial(const uint8_t *page, size_t len, char *serial, size_t size);

/*
 * Device identification (page 83h): the whole model of an ATA drive, which libata puts into a
 * vendor-id descriptor, "ATA     " + model (40) + serial (20); device/model has its first 16
 * characters only. "" if there is none.
 */
void platter_vpd_ata_model(const uint8_t *page, size_t len, char *model, size_t size);

/* Block device characteristics (page B1h): rotations per minute, 0 = not told or not rotating. */
uint32_t platter_vpd_rpm(const uint8_t *page, size_t len);

/* Whether this is ATA information (page 89h) of a disk: its SCSI is a translation of ATA (SAT-4
 * 12.4.2). */
bool platter_vpd_is_ata(const uint8_t *page, size_t len);

#endif
