/* SPDX-License-Identifier: MIT */
/*
 * The power state of a drive, asked without waking it, by transport: ATA (also behind a SAS HBA or
 * a USB bridge that speaks SAT) CHECK POWER MODE; SAS REQUEST SENSE; NVMe, virtual and simulated
 * drives are always awake. Other SCSI hosts may have a RAID controller behind them: unknown.
 * sysfs' runtime_status comes before any command: a suspended device is not opened ("unsupported"
 * says that the kernel does not manage it, which is how most are).
 */
#ifndef PLATTER_DRIVE_POWER_H
#define PLATTER_DRIVE_POWER_H

#include "agent/drive/discover.h"
#include "agent/drive/passthrough.h"
#include "agent/drive/sysroot.h"

/* Why the state is not known. */
enum platter_power_result {
    PLATTER_POWER_NO_PERMISSION = 1, /* CAP_SYS_RAWIO */
    PLATTER_POWER_NOT_SUPPORTED =
        2,                       /* the drive or its bridge does not answer in any form we know */
    PLATTER_POWER_SUSPENDED = 3, /* runtime-suspended: *power is PLATTER_POWER_STANDBY */
};

/* Ask. Another disk by that name (diskseq): -ENODEV. Opens the device read-only and non-blocking
 * for the question. 0 (*power set), a result
 * (*power UNKNOWN but for SUSPENDED), or -errno. One ABRT ends the asking for a drive: the caller
 * remembers NOT_SUPPORTED. */
int platter_power_ask(const struct platter_sysroot *root, const struct platter_found *found,
                      enum platter_power *power);
/* The same for who asks again and again: form as platter_ata_ask, at first PLATTER_ATA_16. */
int platter_power_ask_form(const struct platter_sysroot *root, const struct platter_found *found,
                           enum platter_ata_form *form, enum platter_power *power);

#endif
