/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/drive/drive.h"
#include "agent/drive/verify.h"

static void ata_command(void **state)
{
    (void)state;
    uint8_t cdb[16];
    static const uint8_t want[16] = {0x85, 0x07, 0x20, 0,    0,    0x01, 0x00, 0x56,
                                     0xbc, 0x34, 0x9a, 0x12, 0x78, 0x40, 0x42, 0};

    assert_int_equal(platter_verify_cdb(cdb, PLATTER_TRANSPORT_ATA, 0x123456789abc, 256), 16);
    assert_memory_equal(cdb, want, 16);
    assert_true(platter_cdb_allowed(cdb, 16));
    /* 65536 sectors are a count of 0. */
    assert_int_equal(platter_verify_cdb(cdb, PLATTER_TRANSPORT_USB, 0, 65536), 16);
    assert_int_equal(cdb[5] | cdb[6], 0);
    assert_int_equal(platter_verify_cdb(cdb, PLATTER_TRANSPORT_ATA, 0, 65537), 0);
    assert_int_equal(platter_verify_cdb(cdb, PLATTER_TRANSPORT_ATA, 1ull << 48, 1), 0);
    assert_int_equal(platter_verify_cdb(cdb, PLATTER_TRANSPORT_ATA, 0, 0), 0);
}

static void scsi_command(void **state)
{
    (void)state;
    uint8_t cdb[16];
    static const uint8_t want[16] = {0x8f, 0,    0, 0, 0x12, 0x34, 0x56, 0x78,
                                     0x9a, 0xbc, 0, 0, 1,    0,    0,    0};

    assert_int_equal(platter_verify_cdb(cdb, PLATTER_TRANSPORT_SAS, 0x123456789abc, 256), 16);
    assert_memory_equal(cdb, want, 16);
    assert_true(platter_cdb_allowed(cdb, 16));
    assert_int_equal(platter_verify_cdb(cdb, PLATTER_TRANSPORT_NVME, 0, 8), 0);
    assert_int_equal(platter_verify_cdb(cdb, PLATTER_TRANSPORT_VIRTUAL, 0, 8), 0);
}

static struct platter_scsi_reply reply(uint8_t status, uint8_t key, uint8_t ata_status,
                                       uint8_t ata_error)
{
    struct platter_scsi_reply r = {.scsi_status = status};

    r.sense[0] = 0x72;
    r.sense[1] = key;
    r.sense[7] = 14;
    r.sense_len = 8;
    if (ata_status) {
        r.sense[8] = 0x09;
        r.sense[9] = 12;
        r.sense[11] = ata_error;
        r.sense[21] = ata_status;
        r.sense_len = 22;
    }
    return r;
}

static void answers(void **state)
{
    (void)state;
    static const struct {
        enum platter_transport transport;
        uint8_t status, key, ata_status, ata_error;
        int result;
    } rows[] = {
        {PLATTER_TRANSPORT_ATA, 2, 1, 0x50, 0, 0},
        {PLATTER_TRANSPORT_ATA, 2, 3, 0x51, 0x40, PLATTER_READ_MEDIUM},
        {PLATTER_TRANSPORT_ATA, 2, 3, 0x51, 0x10, PLATTER_READ_MEDIUM},
        {PLATTER_TRANSPORT_ATA, 2, 0xb, 0x51, 0x04, -EOPNOTSUPP},
        {PLATTER_TRANSPORT_ATA, 2, 5, 0, 0, -EOPNOTSUPP},
        {PLATTER_TRANSPORT_SAS, 0, 0, 0, 0, 0},
        {PLATTER_TRANSPORT_SAS, 2, 1, 0, 0, 0},
        {PLATTER_TRANSPORT_SAS, 2, 3, 0, 0, PLATTER_READ_MEDIUM},
        {PLATTER_TRANSPORT_SAS, 2, 2, 0, 0, PLATTER_READ_GONE},
        {PLATTER_TRANSPORT_SAS, 2, 5, 0, 0, -EOPNOTSUPP},
        {PLATTER_TRANSPORT_SAS, 8, 0, 0, 0, -EIO},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct platter_scsi_reply r =
            reply(rows[i].status, rows[i].key, rows[i].ata_status, rows[i].ata_error);
        assert_int_equal(platter_verify_result(rows[i].transport, &r), rows[i].result);
    }
    /* Fixed format; and an answer that is cut off. */
    struct platter_scsi_reply fixed = {.scsi_status = 2, .sense = {0x70, 0, 3}, .sense_len = 18};
    assert_int_equal(platter_verify_result(PLATTER_TRANSPORT_SAS, &fixed), PLATTER_READ_MEDIUM);
    fixed.sense_len = 1;
    assert_int_equal(platter_verify_result(PLATTER_TRANSPORT_SAS, &fixed), -EIO);
}

static void no_such_device(void **state)
{
    (void)state;
    assert_int_equal(platter_verify(-1, PLATTER_TRANSPORT_NVME, 512, 0, 4096), -EOPNOTSUPP);
    assert_int_equal(platter_verify(-1, PLATTER_TRANSPORT_SAS, 512, 0, 4096), -EBADF);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ata_command),
        cmocka_unit_test(scsi_command),
        cmocka_unit_test(answers),
        cmocka_unit_test(no_such_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
