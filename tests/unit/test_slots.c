/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/core/slots.h"
#include "tests/support/visits.h"

/* A zone that gets 14 % slower from slot to slot, slot 17 another 3 %. */
static double truth(unsigned slot)
{
    return -6.9 + .14 * (slot / 63.) + (slot == 17 ? .03 : 0);
}

static void learn(struct platter_slots *p, unsigned visits, double noise)
{
    struct visits v;

    visits_begin(&v, 3);
    for (unsigned i = 0; i < visits; i++)
        platter_slots_learn(p, i * 37 % 64, truth(i * 37 % 64) + noise * visits_normal(&v));
}

static void the_line_and_the_slot_are_learned(void **state)
{
    (void)state;
    struct platter_slots p = {0};
    struct platter_slot_levels levels;

    learn(&p, 28 * 144, .03);
    platter_slots_freeze(&p, &levels);
    for (unsigned slot = 0; slot < 64; slot++) {
        assert_true(fabs(platter_slots_normal(&p, slot) - truth(slot)) < .018);
        assert_true((float)platter_slots_normal(&p, slot) == levels.normal[slot]);
    }
    assert_true(platter_slots_normal(&p, 17) - platter_slots_normal(&p, 18) > .015);
}

static void the_first_visit_is_the_level(void **state)
{
    (void)state;
    struct platter_slots p = {0};

    platter_slots_learn(&p, 40, -6.5);
    for (unsigned slot = 0; slot < 64; slot++)
        assert_near(platter_slots_normal(&p, slot), -6.5, 1e-6);
}

/* One visit of a second among blocks of a millisecond. */
static void an_outlier_moves_little(void **state)
{
    (void)state;
    struct platter_slots a = {0}, b = {0};

    learn(&a, 500, .01);
    b = a;
    platter_slots_learn(&b, 5, 0);
    assert_true(fabs(platter_slots_normal(&b, 40) - platter_slots_normal(&a, 40)) < .001);
    platter_slots_learn(&b, 1000000, -6.9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_and_the_slot_are_learned),
        cmocka_unit_test(the_first_visit_is_the_level),
        cmocka_unit_test(an_outlier_moves_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
