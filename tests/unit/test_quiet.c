/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/bench/quiet.h"
#include "agent/drive/fault.h"
#include "agent/drive/sim.h"

#define BLOCK 131072u

static char buf[BLOCK];

static struct platter_drive *with(enum platter_fault_kind kind, uint64_t delay_ns)
{
    const struct platter_fault fault = {kind, 10 * BLOCK, BLOCK, delay_ns, 0};
    struct platter_drive *d;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    assert_int_equal(platter_fault_new(d, &fault, 1, &d), 0);
    return d;
}

static bool quiet_at(struct platter_drive *d, struct platter_quiet *q, uint64_t byte)
{
    uint64_t ns;

    assert_int_equal(platter_drive_read(d, buf, byte, BLOCK, &ns), 0);
    q->our_bytes += BLOCK;
    return platter_quiet_since(q, d);
}

static void knows_who_disturbs(void **state)
{
    (void)state;
    static const struct {
        enum platter_fault_kind kind;
        uint64_t delay_ns;
        bool quiet;
    } rows[] = {
        {PLATTER_FAULT_DELAY, 30000000, true}, {PLATTER_FAULT_FOREIGN, 0, false},
        {PLATTER_FAULT_WRITTEN, 0, false},     {PLATTER_FAULT_STOLEN, 600000, false},
        {PLATTER_FAULT_STOLEN, 400000, true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CLEANUP_DRIVE struct platter_drive *d = with(rows[i].kind, rows[i].delay_ns);
        struct platter_quiet q = {.tolerance_bytes = 0};
        platter_quiet_begin(&q, d);
        assert_true(quiet_at(d, &q, 0));
        assert_int_equal(quiet_at(d, &q, 10 * BLOCK), rows[i].quiet);
        assert_true(quiet_at(d, &q, 20 * BLOCK));
    }
}

/* What is in flight may be counted already. */
static void tolerates_what_is_in_flight(void **state)
{
    (void)state;
    CLEANUP_DRIVE struct platter_drive *d = with(PLATTER_FAULT_FOREIGN, 0);
    struct platter_quiet q = {.tolerance_bytes = 4 * BLOCK};

    platter_quiet_begin(&q, d);
    assert_true(quiet_at(d, &q, 10 * BLOCK));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_who_disturbs),
        cmocka_unit_test(tolerates_what_is_in_flight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
