/* SPDX-License-Identifier: MIT */
/* agent/core/power.c, and what agent/drive/power.c does without a drive. */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/core/power.h"
#include "agent/core/rng.h"
#include "agent/drive/power.h"
#include "tests/support/tree.h"

static void every_count_has_one_meaning(void **state)
{
    (void)state;
    for (unsigned count = 0; count < 256; count++) {
        enum platter_power expected = PLATTER_POWER_UNKNOWN;
        if (count <= 1 || count == 0x40)
            expected = PLATTER_POWER_STANDBY;
        else if (count == 0x41 || count == 0x80 || count == 0x81)
            expected = PLATTER_POWER_IDLE;
        else if (count == 0x82 || count == 0x83)
            expected = PLATTER_POWER_IDLE_LOW;
        else if (count == 0xff)
            expected = PLATTER_POWER_ACTIVE;
        assert_int_equal(platter_power_of_ata((uint8_t)count), expected);
    }
}

#define DESCRIPTOR(status, count)                                                            \
    {                                                                                        \
        0x72, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12, 0, 0, 0, count, 0, 0, 0, 0, 0, 0, 0xa0, status \
    }
#define FIXED(status, count)                                                    \
    {                                                                           \
        0x70, 0, 1, 0, status, 0xa0, count, 10, 0, 0, 0, 0, 0, 0x1d, 0, 0, 0, 0 \
    }

static void registers_come_from_both_formats(void **state)
{
    static const uint8_t descriptor[] = DESCRIPTOR(0x50, 0x82), fixed[] = FIXED(0x50, 0x82);
    /* Another descriptor stands before the one that counts. */
    static const uint8_t second[] = {0x72, 1,    0, 0x1d, 0, 0, 0, 26, 0, 10,  0x80, 0,
                                     0,    0,    0, 0,    0, 0, 0, 0,  9, 12,  0,    4,
                                     0,    0x82, 0, 0,    0, 0, 0, 0,  0, 0x50};
    uint8_t status, error, count;

    (void)state;
    assert_int_equal(platter_sense_ata(descriptor, sizeof descriptor, &status, &error, &count), 0);
    assert_int_equal(status, 0x50);
    assert_int_equal(error, 0);
    assert_int_equal(count, 0x82);
    assert_int_equal(platter_sense_ata(fixed, sizeof fixed, &status, &error, &count), 0);
    assert_int_equal(status, 0x50);
    assert_int_equal(count, 0x82);
    assert_int_equal(platter_sense_ata(second, sizeof second, &status, &error, &count), 0);
    assert_int_equal(error, 4);
    assert_int_equal(count, 0x82);
    assert_int_equal(platter_power_of_ata_sense(fixed, sizeof fixed), PLATTER_POWER_IDLE_LOW);
    assert_int_equal(platter_power_of_ata_sense(descriptor, sizeof descriptor),
                     PLATTER_POWER_IDLE_LOW);
}

/* Each of them says "standby" to a reader that looks at one byte alone. */
static void garbage_is_no_standby(void **state)
{
    static const struct {
        const char *what;
        uint8_t sense[24];
    } cases[] = {
        {"nothing", {0}},
        {"another format", {0x7f}},
        {"a header without descriptors", {0x72, 1, 0, 0x1d}},
        {"a descriptor of another type", {0x72, 1, 0, 0x1d, 0, 0, 0, 14, 3, 12}},
        {"a descriptor of another length", {0x72, 1, 0, 0x1d, 0, 0, 0, 14, 9, 8, [17] = 0x50}},
        {"a descriptor that ends outside", {0x72, 1, 0, 0x1d, 0, 0, 0, 10, 9, 12}},
        {"no error recovered", {0x72, 0, 0, 0x1d, 0, 0, 0, 14, 9, 12, [21] = 0x50}},
        {"invalid opcode", {0x72, 5, 0x20, 0, 0, 0, 0, 14, 9, 12, [21] = 0x50}},
        {"deferred", {0x73, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12, [21] = 0x50}},
        {"fixed, another code", {0x70, 0, 1, 0, 0x50, 0xa0, 0, 10}},
        {"fixed, too short by its length", {0x70, 0, 1, 0, 0x50, 0xa0, 0, 4, [13] = 0x1d}},
        {"fixed, deferred", {0x71, 0, 1, 0, 0x50, 0xa0, 0, 10, [13] = 0x1d}},
    };
    uint8_t status, error, count;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (platter_sense_ata(cases[i].sense, sizeof cases[i].sense, &status, &error, &count) != 1)
            fail_msg("believed: %s", cases[i].what);
}

static void a_drive_in_trouble_has_no_state(void **state)
{
    static const uint8_t odd[] = {0x00, 0x10, 0x51, 0x70, 0xd0, 0x80, 0xff};

    (void)state;
    for (size_t i = 0; i < sizeof odd; i++) {
        const uint8_t descriptor[] = DESCRIPTOR(odd[i], 0), fixed[] = FIXED(odd[i], 0);
        assert_int_equal(platter_power_of_ata_sense(descriptor, sizeof descriptor),
                         PLATTER_POWER_UNKNOWN);
        assert_int_equal(platter_power_of_ata_sense(fixed, sizeof fixed), PLATTER_POWER_UNKNOWN);
    }
}

/* Exactly as long as it is said to be: a read outside is a sanitizer's or valgrind's to see. */
static void any_bytes_of_any_length_are_safe(void **state)
{
    struct platter_rng rng;

    (void)state;
    platter_rng_seed(&rng, 3);
    for (unsigned i = 0; i < 20000; i++) {
        size_t len = platter_rng_next(&rng) % 40;
        uint8_t *sense = test_malloc(len ? len : 1), status, error, count;
        for (size_t b = 0; b < len; b++)
            sense[b] = (uint8_t)platter_rng_next(&rng);
        if (len && i % 2)
            sense[0] = (uint8_t)(0x70 + i % 8 / 2);
        platter_sense_ata(sense, len, &status, &error, &count);
        platter_power_of_ata_sense(sense, len);
        platter_power_of_sense(sense, len);
        test_free(sense);
    }
}

static enum platter_power sas(uint8_t key, uint8_t asc, uint8_t ascq)
{
    const uint8_t fixed[18] = {[0] = 0x70, [2] = key, [7] = 10, [12] = asc, [13] = ascq};
    const uint8_t descriptor[8] = {0x72, key, asc, ascq};
    enum platter_power power = platter_power_of_sense(fixed, sizeof fixed);

    assert_int_equal(platter_power_of_sense(descriptor, sizeof descriptor), power);
    return power;
}

static void sas_conditions(void **state)
{
    static const enum platter_power low[] = {
        PLATTER_POWER_UNKNOWN,  PLATTER_POWER_IDLE,     PLATTER_POWER_STANDBY,
        PLATTER_POWER_IDLE,     PLATTER_POWER_STANDBY,  PLATTER_POWER_IDLE_LOW,
        PLATTER_POWER_IDLE_LOW, PLATTER_POWER_IDLE_LOW, PLATTER_POWER_IDLE_LOW,
        PLATTER_POWER_STANDBY,  PLATTER_POWER_STANDBY,  PLATTER_POWER_UNKNOWN};
    static const uint8_t nothing[18] = {0};

    (void)state;
    for (unsigned i = 0; i < sizeof low / sizeof low[0]; i++)
        assert_int_equal(sas(0, 0x5e, (uint8_t)i), low[i]);
    assert_int_equal(sas(0, 0, 0), PLATTER_POWER_ACTIVE);
    assert_int_equal(sas(2, 4, 2), PLATTER_POWER_STANDBY);
    assert_int_equal(sas(2, 4, 0x11), PLATTER_POWER_STANDBY);
    assert_int_equal(sas(2, 4, 1), PLATTER_POWER_UNKNOWN); /* starting just now */
    assert_int_equal(sas(6, 0x29, 0), PLATTER_POWER_UNKNOWN);
    assert_int_equal(platter_power_of_sense(nothing, sizeof nothing), PLATTER_POWER_UNKNOWN);
    assert_int_equal(platter_power_of_sense(nothing, 0), PLATTER_POWER_UNKNOWN);
}

static int ask(const char *tree, const struct platter_found *found, enum platter_power *power)
{
    struct platter_sysroot root;
    int r;

    tree_make_text(tree, root.prefix, sizeof root.prefix);
    r = platter_power_ask(&root, found, power);
    tree_remove(root.prefix);
    return r;
}

#define STATUS "sys/block/sda/device/power/runtime_status "

static void a_suspended_device_is_not_opened(void **state)
{
    static const struct {
        const char *status;
        int r;
        enum platter_power power;
    } cases[] = {
        {STATUS "suspended", PLATTER_POWER_SUSPENDED, PLATTER_POWER_STANDBY},
        {STATUS "suspending", PLATTER_POWER_SUSPENDED, PLATTER_POWER_STANDBY},
        {STATUS "resuming", PLATTER_POWER_SUSPENDED, PLATTER_POWER_STANDBY},
        {STATUS "active", -ENOENT, PLATTER_POWER_UNKNOWN},
        {STATUS "unsupported", -ENOENT, PLATTER_POWER_UNKNOWN},
        {"", -ENOENT, PLATTER_POWER_UNKNOWN},
    };
    struct platter_found found = {.name = "sda", .device = "/nonexistent/sda"};
    enum platter_power power;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(ask(cases[i].status, &found, &power), cases[i].r);
        assert_int_equal(power, cases[i].power);
    }
    found.diskseq = 7;
    assert_int_equal(ask("sys/block/sda/diskseq 8", &found, &power), -ENODEV);
    assert_int_equal(ask("sys/block/sda/diskseq 7\n" STATUS "suspended", &found, &power),
                     PLATTER_POWER_SUSPENDED);
}

static void what_cannot_sleep_is_awake(void **state)
{
    static const enum platter_transport awake[] = {PLATTER_TRANSPORT_SIM, PLATTER_TRANSPORT_VIRTUAL,
                                                   PLATTER_TRANSPORT_NVME};
    struct platter_found found = {.name = "x", .device = "/nonexistent/x"};
    enum platter_power power;

    (void)state;
    for (size_t i = 0; i < sizeof awake / sizeof awake[0]; i++) {
        found.transport = awake[i];
        assert_int_equal(ask("", &found, &power), 0);
        assert_int_equal(power, PLATTER_POWER_ACTIVE);
    }
}

static void what_does_not_answer_is_unknown(void **state)
{
    struct platter_found found = {.name = "null", .device = "/dev/null"};
    enum platter_power power;

    (void)state;
    for (int t = PLATTER_TRANSPORT_ATA; t <= PLATTER_TRANSPORT_SCSI; t++) {
        found.transport = (enum platter_transport)t;
        if (t == PLATTER_TRANSPORT_NVME)
            continue;
        assert_int_equal(ask("", &found, &power), PLATTER_POWER_NOT_SUPPORTED);
        assert_int_equal(power, PLATTER_POWER_UNKNOWN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_count_has_one_meaning),
        cmocka_unit_test(registers_come_from_both_formats),
        cmocka_unit_test(garbage_is_no_standby),
        cmocka_unit_test(a_drive_in_trouble_has_no_state),
        cmocka_unit_test(any_bytes_of_any_length_are_safe),
        cmocka_unit_test(sas_conditions),
        cmocka_unit_test(a_suspended_device_is_not_opened),
        cmocka_unit_test(what_cannot_sleep_is_awake),
        cmocka_unit_test(what_does_not_answer_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
