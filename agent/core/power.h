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
 * The COUNT field that ATA CHECK POWER MODE returns (ACS-4 table 44): 0x00, 0x01 standby; 0x80
 * idle; 0x81 idle_a; 0x82 idle_b; 0x83 idle_c (IDLE_LOW); 0x40, 0x41 NV cache, spun down or up;
 * 0xff active or idle. Anything else: unknown.
 */
enum platter_power platter_power_of_ata(uint8_t count);

/*
 * The ATA registers in SCSI sense data (SAT-4 12.2.7): descriptor format (0x72/0x73 with descriptor
 * 0x09) and fixed format (0x70/0x71, COUNT in byte 5... as SAT lays it out for 28-bit commands).
 * Both are checked for the ATA PASS-THROUGH INFORMATION AVAILABLE code 00h/1Dh. *count gets the
 * COUNT field and *status, *error the registers; returns 0, or 1: the sense holds no ATA registers
 * (garbage of a bridge).
 */
int platter_sense_ata(const uint8_t *sense, size_t len, uint8_t *status, uint8_t *error,
                      uint8_t *count);

/* SAS REQUEST SENSE: NO SENSE 00h/00h active; 5Eh/00h ... low power conditions (SPC-5): 5Eh
 * 01/03/05/06/07/08 idle, idle_b/c IDLE_LOW, 5Eh 02/04/09/0A standby; 04h/02h, 04h/11h need a
 * start: standby. Else unknown. */
enum platter_power platter_power_of_sense(const uint8_t *sense, size_t len);

#endif
