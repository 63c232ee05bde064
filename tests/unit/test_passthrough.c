/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <scsi/sg.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>

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
    assert_int_equal(platter_cdb_ata(cdb, PLATTER_ATA_16, 0xe5, 0, false), 16);
    assert_true(platter_cdb_allowed(cdb, 16));
    assert_false(platter_cdb_allowed(cdb, 12));
    cdb[1] |= 0x20; /* MULTIPLE_COUNT */
    assert_false(platter_cdb_allowed(cdb, 16));
    assert_int_equal(platter_cdb_ata(cdb, PLATTER_ATA_16, 0xec, 0, true), 16);
    assert_true(platter_cdb_allowed(cdb, 16));
    assert_int_equal(cdb[6], 1);
    cdb[2] |= 0x40; /* OFF_LINE */
    assert_false(platter_cdb_allowed(cdb, 16));
    assert_int_equal(platter_cdb_ata(cdb, PLATTER_ATA_12, 0xe5, 0, false), 12);
    assert_true(platter_cdb_allowed(cdb, 12));
    assert_int_equal(platter_cdb_ata(cdb, PLATTER_ATA_12, 0xec, 0, true), 12);
    assert_true(platter_cdb_allowed(cdb, 12));
    assert_int_equal(cdb[4], 1);
}

/* A bridge: what it does instead of the kernel's SG driver. */
static struct bridge {
    int fd; /* -1 = none */
    uint8_t refuses[2];
    bool descriptor;
    int fails;
    unsigned n;
    uint8_t opcodes[8];
} bridge = {.fd = -1};

static void refuse(struct sg_io_hdr *io)
{
    static const uint8_t fixed[18] = {[0] = 0x70, [2] = 5, [7] = 10, [12] = 0x20},
                         descriptor[8] = {0x72, 5, 0x20};

    io->status = 2;
    io->sb_len_wr = bridge.descriptor ? sizeof descriptor : sizeof fixed;
    memcpy(io->sbp, bridge.descriptor ? descriptor : fixed, io->sb_len_wr);
}

/* In the place of the C library's. */
int ioctl(int fd, unsigned long request, ...)
{
    va_list ap;

    va_start(ap, request);
    struct sg_io_hdr *io = va_arg(ap, struct sg_io_hdr *);
    va_end(ap);
    if (fd < 0 || fd != bridge.fd || request != SG_IO) {
        errno = fd < 0 ? EBADF : ENOTTY;
        return -1;
    }
    uint8_t opcode = io->cmdp[0];
    assert_int_equal(io->cmd_len, opcode == 0xa1 ? 12 : 16);
    assert_true(bridge.n < sizeof bridge.opcodes);
    bridge.opcodes[bridge.n++] = opcode;
    io->host_status = (unsigned short)bridge.fails;
    io->sb_len_wr = 0;
    if (opcode == bridge.refuses[0] || opcode == bridge.refuses[1])
        refuse(io);
    return 0;
}

/* Ask once; came: the opcodes that reached the bridge. */
static void asks(enum platter_ata_form *form, int result, const char *came)
{
    struct platter_scsi_reply reply;
    uint8_t sector[512];

    bridge.n = 0;
    assert_int_equal(platter_ata_ask(bridge.fd, form, 0xec, 0, sector, 512, 100, &reply), result);
    assert_int_equal(bridge.n, strlen(came));
    for (unsigned i = 0; i < bridge.n; i++)
        assert_int_equal(bridge.opcodes[i], came[i] == '6' ? 0x85 : 0xa1);
    if (result == 0)
        assert_int_equal(reply.scsi_status, bridge.refuses[0] && bridge.refuses[1] ? 2 : 0);
}

static void a_bridge_that_refuses_one_form_gets_the_other(void **state)
{
    enum platter_ata_form form = PLATTER_ATA_16;

    (void)state;
    for (int i = 0; i < 2; i++, form = PLATTER_ATA_16) {
        bridge = (struct bridge){.fd = 99, .descriptor = i};
        asks(&form, 0, "6");
        bridge.refuses[0] = 0x85;
        asks(&form, 0, "62");
        assert_int_equal(form, PLATTER_ATA_12);
        asks(&form, 0, "2");
        /* Another drive came behind the same name. */
        bridge.refuses[0] = 0xa1;
        asks(&form, 0, "26");
        asks(&form, 0, "6");
        /* None of both: the next question finds out again. */
        bridge.refuses[1] = 0x85;
        asks(&form, 0, "62");
        assert_int_equal(form, PLATTER_ATA_16);
    }
    bridge = (struct bridge){.fd = 99, .refuses = {0x85}, .fails = 3};
    asks(&form, -ETIMEDOUT, "6");
    assert_int_equal(form, PLATTER_ATA_16);
    bridge.fd = -1;
}

static void sense_keys_of_any_length(void **state)
{
    static const uint8_t fixed[3] = {0x70, 1, 0xf5}, descriptor[3] = {0x72, 0x06, 5};

    (void)state;
    assert_int_equal(platter_sense_key(fixed, 3), 5);
    assert_int_equal(platter_sense_key(descriptor, 3), 6);
    assert_int_equal(platter_sense_key(fixed, 2), 0);
    assert_int_equal(platter_sense_key(fixed, 0), 0);
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
        cmocka_unit_test(a_bridge_that_refuses_one_form_gets_the_other),
        cmocka_unit_test(sense_keys_of_any_length),
        cmocka_unit_test(what_is_not_allowed_is_not_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
