/* SPDX-License-Identifier: MIT */
/*
 * Power states from what drives answer. Pure: bytes in, a state out; anything not understood is
 * unknown, never a guess.
 */
#ifndef PLATTER_CORE_POWER_H
#define PLATTER_CORE_POWER_H

#include <stddef.h>
#include <stdint.h>

#include <platter/snapshot.h>

/*
 * The COUNT field that ATA CHECK POWER MODE returns (ACS-4 7.3; 40h and 41h ACS-2): 0x00, 0x01
 * standby; 0x80 idle; 0x81 idle_a; 0x82 idle_b, 0x83 idle_c (IDLE_LOW); 0x40 NV cache at work, spun
 * down (standby), 0x41 spun up (idle); 0xff active or idle. Anything else: unknown.
 */
enum platter_power platter_power_of_ata(uint8_t count);

/*
 * The ATA registers in SCSI sense data (SAT-4 12.2.2.6 and 12.2.2.7): descriptor format (0x72 with
 * a descriptor of type 09h, wherever it stands) and fixed format (0x70: INFORMATION is ERROR,
 * STATUS, DEVICE, COUNT in bytes 3 to 6). Believed only with RECOVERED ERROR, ATA PASS-THROUGH
 * INFORMATION AVAILABLE (00h/1Dh), which is how the answer to CK_COND comes; deferred errors are
 * somebody else's. Returns 0, or 1: the sense holds no ATA registers (garbage of a bridge).
 */
int platter_sense_ata(const uint8_t *sense, size_t len, uint8_t *status, uint8_t *error,
                      uint8_t *count);

/* The power state in the sense data that answers CHECK POWER MODE. Registers that no drive at rest
 * has (not ready, busy, error, fault: all zeros, too) are unknown, not 0x00 = standby. */
enum platter_power platter_power_of_ata_sense(const uint8_t *sense, size_t len);

/*
 * What SAS REQUEST SENSE returned (SPC-5): NO SENSE 00h/00h active; 5Eh/01h, 03h idle; 05h to 08h
 * idle_b, idle_c (IDLE_LOW); 02h, 04h, 09h, 0Ah standby; NOT READY 04h/02h and 04h/11h wait for a
 * start: standby. Else unknown, 5Eh/00h (some low power condition) too.
 */
enum platter_power platter_power_of_sense(const uint8_t *sense, size_t len);

#endif
