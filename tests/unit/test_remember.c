/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/daemon/remember.h"
#include "tests/support/saved.h"

static void make(struct platter_remember *r, struct test_agent *t, struct platter_saved_drive *in,
                 const char *boot)
{
    platter_remember_init(r, &t->agent.root);
    saved_make(in, t->agent.drives[0].found.id, 10, 1000);
    snprintf(in->boot, sizeof(in->boot), "%s", boot ? boot : r->boot);
}

static void counters_slot_and_manners_go_on(void **state)
{
    static struct platter_saved_drive in;
    static struct platter_snapshot s;
    struct platter_remember r;
    (void)state;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    make(&r, t, &in, NULL);
    platter_remember_restore(&r, &in, drive);
    assert_int_equal(drive->next_sample, in.next_sample);
    assert_int_equal(drive->state.samples, in.state.samples);
    assert_int_equal(drive->manners.proven_ns, in.manners.proven_ns);
    assert_true(drive->manners.proven);
    platter_tracked_snapshot(drive, 600, &s);
    assert_int_equal(s.n_zones, 10);
    assert_memory_equal(&s.zones[9].counts, &in.state.zones[9].counts, sizeof(s.zones[9].counts));
    assert_int_equal(s.zones[9].cached, in.state.zones[9].cached);
    assert_nan(s.zones[0].throughput_bps); /* gauges are not from another run */
    assert_nan(s.age_s);
    assert_nan(s.contended);
    /* And back again: nothing is lost on the way. */
    const struct platter_saved_drive *out = platter_remember_drive(&r, drive);
    assert_non_null(out);
    assert_int_equal(out->next_sample, in.next_sample);
    assert_memory_equal(&out->manners, &in.manners, sizeof(in.manners));
    assert_int_equal(out->state.zones[3].counts.slow, in.state.zones[3].counts.slow);
    assert_string_equal(out->device, "sim:wd2002faex");
    assert_memory_equal(&out->bad, &in.bad, sizeof(in.bad));
    platter_remember_deinit(&r);
    test_agent_free(t);
}

static void times_of_another_boot_are_forgotten(void **state)
{
    static struct platter_saved_drive in;
    struct platter_remember r;
    (void)state;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    make(&r, t, &in, "another");
    platter_remember_restore(&r, &in, drive);
    assert_false(drive->manners.proven);
    assert_int_equal(drive->manners.foreign_ns, 0);
    assert_true(drive->manners.seen);
    assert_int_equal(drive->manners.wakes, in.manners.wakes);
    assert_int_equal(drive->next_sample, in.next_sample);
    platter_remember_deinit(&r);
    test_agent_free(t);
}

static void another_number_of_zones_is_counted_anew(void **state)
{
    static struct platter_saved_drive in;
    struct platter_remember r;
    (void)state;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    make(&r, t, &in, NULL);
    in.state.n_zones = 20;
    platter_remember_restore(&r, &in, &t->agent.drives[0]);
    assert_int_equal(t->agent.drives[0].state.n_zones, 0);
    assert_int_equal(t->agent.drives[0].next_sample, in.next_sample);
    assert_non_null(strstr(t->words.text, "20 zones, now in 10"));
    platter_remember_deinit(&r);
    test_agent_free(t);
}

static void each_drive_has_one_entry(void **state)
{
    struct platter_remember r;
    (void)state;
    struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd80eazz");
    platter_remember_init(&r, &t->agent.root);
    assert_null(platter_remember_find(&r, t->agent.drives[0].found.id));
    for (unsigned i = 0; i < 4; i++)
        assert_non_null(platter_remember_drive(&r, &t->agent.drives[i % 2]));
    assert_int_equal(r.n, 2);
    assert_true(r.drives[0].first_seen_s > 0);
    assert_ptr_equal(platter_remember_find(&r, t->agent.drives[1].found.id), &r.drives[1]);
    platter_remember_deinit(&r);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_slot_and_manners_go_on),
        cmocka_unit_test(times_of_another_boot_are_forgotten),
        cmocka_unit_test(another_number_of_zones_is_counted_anew),
        cmocka_unit_test(each_drive_has_one_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
