/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/store/flush.h"

#define S 1000000000ull
#define MIN (60 * S)
#define H (60 * MIN)

static struct platter_flush_sight at(uint64_t now_ns)
{
    return (struct platter_flush_sight){.now_ns = now_ns, .last_ns = 100 * S, .pending = true};
}

static void every_ten_minutes(void **state)
{
    (void)state;
    struct platter_flush_sight s = at(100 * S + 10 * MIN - 1);
    assert_false(platter_flush_due(&s));
    assert_true(platter_flush_next_ns(&s) == 100 * S + 10 * MIN);
    s.now_ns++;
    assert_true(platter_flush_due(&s));
    assert_true(platter_flush_next_ns(&s) > s.now_ns);
    s.pending = false;
    assert_false(platter_flush_due(&s));
}

static void flash_and_the_option_have_periods_of_their_own(void **state)
{
    (void)state;
    struct platter_flush_sight s = at(100 * S + 59 * MIN);
    s.flash = true;
    assert_false(platter_flush_due(&s));
    s.now_ns += MIN;
    assert_true(platter_flush_due(&s));
    s = at(101 * S);
    s.flash = true;
    s.every_ns = S;
    assert_true(platter_flush_due(&s));
}

static void a_sleeping_drive_is_left_alone(void **state)
{
    (void)state;
    struct platter_flush_sight s = at(100 * S + 5 * H);
    s.hold = true;
    assert_false(platter_flush_due(&s));
    assert_true(platter_flush_next_ns(&s) == 100 * S + 6 * H);
    s.awake_ns = s.now_ns - 59 * S; /* somebody used it */
    assert_true(platter_flush_due(&s));
    s.awake_ns = s.now_ns - 60 * S;
    assert_false(platter_flush_due(&s));
    s.now_ns = 100 * S + 6 * H; /* not longer */
    assert_true(platter_flush_due(&s));
}

/* What we write is seen as use of the drive: it must not be a reason to write again. */
static void our_own_writes_do_not_keep_it_awake(void **state)
{
    unsigned flushes = 0;
    (void)state;
    struct platter_flush_sight s = at(100 * S);
    s.hold = true;
    s.awake_ns = 100 * S;
    for (s.now_ns = 100 * S; s.now_ns < 100 * S + 24 * H; s.now_ns += 10 * S) {
        if (!platter_flush_due(&s))
            continue;
        flushes++;
        s.last_ns = s.now_ns;
        s.awake_ns = s.now_ns + 40 * S; /* written back 30 s later, seen 10 s after that */
    }
    assert_in_range(flushes, 3, 4);
}

static void a_full_disk_is_left_to_others(void **state)
{
    (void)state;
    assert_true(platter_flush_full(49999999, 1000000000, false));
    assert_false(platter_flush_full(50000000, 1000000000, false));
    assert_true(platter_flush_full(50000000, 1000000000, true));
    assert_false(platter_flush_full(55000000, 1000000000, true));
    assert_true(platter_flush_full(99999999, 10000000000, false));
    assert_false(platter_flush_full(100000000, 10000000000, false));
    assert_true(platter_flush_full(0, 0, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ten_minutes),
        cmocka_unit_test(flash_and_the_option_have_periods_of_their_own),
        cmocka_unit_test(a_sleeping_drive_is_left_alone),
        cmocka_unit_test(our_own_writes_do_not_keep_it_awake),
        cmocka_unit_test(a_full_disk_is_left_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
