/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include "agent/core/model_conf.h"
#include "agent/core/model_smart.h"

#define DAY_NS 86400000000000ull

static const struct platter_attribute *attribute(const struct platter_smart *s, uint8_t id)
{
    for (unsigned i = 0; i < s->n_attributes; i++)
        if (s->attributes[i].id == id)
            return &s->attributes[i];
    fail_msg("no attribute %u", id);
    return NULL;
}

static void smart_on(double day, struct platter_smart *out)
{
    struct platter_model_spec spec;
    struct platter_model_error e;
    struct platter_model m;

    assert_int_equal(
        platter_model_named(&spec,
                            "wd2002faex,fault=moved:count=4000:day=10:over=10,"
                            "fault=pending:count=20:day=10,fault=unreadable:count=4:day=15",
                            &e),
        PLATTER_MODEL_OK);
    platter_model_init(&m, &spec, 1);
    platter_model_wait(&m, (uint64_t)(day * (double)DAY_NS));
    platter_model_read_ns(&m, 0, 4096);
    platter_model_smart(&m, 1700000000, out);
}

static void counters_move_with_faults(void **state)
{
    (void)state;
    struct platter_smart s;

    smart_on(9, &s);
    assert_int_equal(s.status, PLATTER_SMART_STATUS_GOOD);
    assert_int_equal(s.bad_sectors, 0);
    assert_int_equal(attribute(&s, 5)->raw, 0);
    assert_int_equal(attribute(&s, 197)->raw, 0);
    smart_on(16, &s);
    assert_in_range(attribute(&s, 5)->raw, 2399, 2401);
    assert_int_equal(attribute(&s, 197)->raw, 24);
    assert_int_equal(attribute(&s, 198)->raw, 4);
    assert_int_equal(attribute(&s, 187)->raw, 4);
    assert_int_equal(s.status, PLATTER_SMART_STATUS_GOOD);
    smart_on(40, &s);
    assert_int_equal(attribute(&s, 5)->raw, 4000);
    assert_int_equal(s.status, PLATTER_SMART_STATUS_BAD);
}

static void life_is_told(void **state)
{
    (void)state;
    struct platter_smart s;

    smart_on(2, &s);
    assert_int_equal(attribute(&s, 9)->raw, 48);
    assert_near(s.power_on_h, 48, 1e-9);
    assert_near(s.temperature_c, 35, 1e-9);
    assert_int_equal(s.time_s, 1700000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_move_with_faults),
        cmocka_unit_test(life_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
