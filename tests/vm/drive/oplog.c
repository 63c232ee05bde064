/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/oplog.h"

#include "tests/vm/drive/ata.h"
#include "tests/vm/drive/scsi.h"

void lab_oplog(FILE *f, uint64_t now_ns, enum lab_power_state power, const uint8_t *cdb)
{
    char ata[32] = "- - - -";
    struct lab_taskfile t;

    if (!f)
        return;
    if (cdb[0] == LAB_CDB_PASS_12 || cdb[0] == LAB_CDB_PASS_16) {
        lab_ata_parse(cdb, &t);
        snprintf(ata, sizeof ata, "ata %02x %04x %02x", t.command, t.features,
                 (unsigned)(t.lba & 0xff));
    }
    fprintf(f, "%.6f %02x %s | %s | %s%s\n", (double)now_ns / 1e9, cdb[0], ata,
            lab_power_name(power), lab_scsi_name(cdb[0]), lab_scsi_writes(cdb[0]) ? " WRITES" : "");
}
