/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "agent/drive/passthrough.h"
#include <platter/errors.h>

enum protocol { NON_DATA = 3, PIO_IN = 4, PIO_OUT = 5, DMA = 6, UDMA_IN = 10, UDMA_OUT = 11 };

static void plain_commands(void **state)
{
    /* All other bytes 0. 0x9e is READ CAPACITY (16) only by its service action. */
    static const struct {
        uint8_t opcode, len;
    } allowed[] = {{0x00, 6},  {0x03, 6},  {0x12, 6},  {0x25, 10},
                   {0x2f, 10}, {0x4d, 10}, {0x8f, 16}, {0xaf, 12}};

    (void)state;
    for (unsigned opcode = 0; opcode < 256; opcode++)
        for (unsigned len = 0; len <= 16; len++) {
            const uint8_t cdb[16] = {(uint8_t)opcode};
            bool expected = false;
            for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
                expected |= len == allowed[i].len && opcode == allowed[i].opcode;
            if (platter_cdb_allowed(cdb, len) != expected)
                fail_msg("opcode %02x, %u bytes", opcode, len);
        }
}

/* Bits that make a harmless opcode write, save or send. */
static void bits_that_change_a_command(void **state)
{
    for (unsigned bits = 0; bits < 256; bits++) {
        const uint8_t service[16] = {0x9e, (uint8_t)bits}, log[10] = {0x4d, (uint8_t)bits},
                      verify_10[10] = {0x2f, (uint8_t)bits}, verify_12[12] = {0xaf, (uint8_t)bits},
                      verify_16[16] = {0x8f, (uint8_t)bits};
        assert_int_equal(platter_cdb_allowed(service, 16), (bits & 0x1f) == 0x10);
        assert_int_equal(platter_cdb_allowed(log, 10), !(bits & 1));
        assert_int_equal(platter_cdb_allowed(verify_10, 10), !(bits & 6));
        assert_int_equal(platter_cdb_allowed(verify_12, 12), !(bits & 6));
        assert_int_equal(platter_cdb_allowed(verify_16, 16), !(bits & 6));
    }
    (void)state;
}

struct ata {
    bool twelve, ext;
    unsigned protocol, flags, command, features, low, mid, high;
};

static bool passes(const struct ata *a)
{
    uint8_t cdb[16] = {0};

    cdb[1] = (uint8_t)(a->protocol << 1 | a->ext);
    cdb[2] = (uint8_t)a->flags;
    if (a->twelve) {
        cdb[0] = 0xa1;
        cdb[3] = (uint8_t)a->features;
        cdb[5] = (uint8_t)a->low;
        cdb[6] = (uint8_t)a->mid;
        cdb[7] = (uint8_t)a->high;
        cdb[9] = (uint8_t)a->command;
        return platter_cdb_allowed(cdb, 12);
    }
    cdb[0] = 0x85;
    cdb[4] = (uint8_t)a->features;
    cdb[8] = (uint8_t)a->low;
    cdb[10] = (uint8_t)a->mid;
    cdb[12] = (uint8_t)a->high;
    cdb[14] = (uint8_t)a->command;
    return platter_cdb_allowed(cdb, 16);
}

/* What may pass with that protocol and direction, written down a second time. */
static bool expected(const struct ata *a)
{
    bool in = a->flags & 8, none = a->protocol == NON_DATA && !(a->flags & 3),
         pio = a->protocol == PIO_IN && in,
         dma = (a->protocol == DMA || a->protocol == UDMA_IN) && in;

    if (a->ext)
        return !a->twelve && ((a->command == 0x2f && pio) || (a->command == 0x42 && none) ||
                              (a->command == 0x47 && dma));
    if (a->command == 0xb0 && a->mid == 0x4f && a->high == 0xc2) {
        if (a->features == 0xd4)
            return none && ((a->low >= 1 && a->low <= 3) || a->low == 0x7f);
        if (a->features == 0xda)
            return none;
        return pio && (a->features == 0xd0 || a->features == 0xd1 || a->features == 0xd5);
    }
    return (a->command == 0xec && pio) || ((a->command == 0xe5 || a->command == 0x40) && none);
}

static void check(const struct ata *a)
{
    if (passes(a) != expected(a))
        fail_msg("%s%s: command %02x features %02x protocol %u flags %02x lba %02x %02x %02x",
                 a->twelve ? "12" : "16", a->ext ? " ext" : "", a->command, a->features,
                 a->protocol, a->flags, a->low, a->mid, a->high);
}

static void every_ata_command(void **state)
{
    static const unsigned flags[] = {0x00, 0x08, 0x20, 0x2e, 0x0e, 0x06, 0x26};

    (void)state;
    for (unsigned command = 0; command < 256; command++)
        for (unsigned protocol = 0; protocol < 16; protocol++)
            for (unsigned form = 0; form < 4; form++)
                for (size_t f = 0; f < sizeof flags / sizeof flags[0]; f++) {
                    struct ata a = {.twelve = form & 1,
                                    .ext = form & 2,
                                    .command = command,
                                    .protocol = protocol,
                                    .flags = flags[f]};
                    check(&a);
                }
}

static void every_smart_command(void **state)
{
    static const unsigned flags[] = {0x00, 0x20, 0x2e, 0x0e, 0x06};

    (void)state;
    for (unsigned features = 0; features < 256; features++)
        for (unsigned low = 0; low < 256; low++)
            for (unsigned protocol = NON_DATA; protocol <= PIO_OUT; protocol++)
                for (size_t f = 0; f < sizeof flags / sizeof flags[0]; f++) {
                    struct ata a = {.protocol = protocol,
                                    .flags = flags[f],
                                    .command = 0xb0,
                                    .features = features,
                                    .low = low,
                                    .mid = 0x4f,
                                    .high = 0xc2};
                    check(&a);
                    a.twelve = true;
                    check(&a);
                    a.mid = 0x4e;
                    check(&a);
                }
}

static void bits_of_the_pass_through_itself(void **state)
{
    uint8_t cdb[16];

    (void)state;
    platter_cdb_ata(cdb, 0xe5, 0, false);
    assert_true(platter_cdb_allowed(cdb, 16));
    assert_false(platter_cdb_allowed(cdb, 12));
    cdb[1] |= 0x20; /* MULTIPLE_COUNT */
    assert_false(platter_cdb_allowed(cdb, 16));
    platter_cdb_ata(cdb, 0xec, 0, true);
    assert_true(platter_cdb_allowed(cdb, 16));
    assert_int_equal(cdb[6], 1);
    cdb[2] |= 0x40; /* OFF_LINE */
    assert_false(platter_cdb_allowed(cdb, 16));
}

static void what_is_not_allowed_is_not_sent(void **state)
{
    static const uint8_t write_10[10] = {0x2a}, ready[6] = {0};
    struct platter_scsi_reply reply;
    CLEANUP_CLOSE int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

    (void)state;
    memset(&reply, 0x55, sizeof reply);
    /* The descriptor is not looked at. */
    assert_int_equal(platter_passthrough(-1, write_10, 10, NULL, 0, 100, &reply), -EPERM);
    assert_int_equal(platter_passthrough(-1, ready, 6, NULL, 0, 100, &reply), -EBADF);
    assert_int_equal(platter_passthrough(fd, ready, 6, NULL, 0, 100, &reply), -ENOTTY);
    assert_int_equal(reply.scsi_status, 0x55);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_commands),
        cmocka_unit_test(bits_that_change_a_command),
        cmocka_unit_test(every_ata_command),
        cmocka_unit_test(every_smart_command),
        cmocka_unit_test(bits_of_the_pass_through_itself),
        cmocka_unit_test(what_is_not_allowed_is_not_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
