/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/cli/doctor.h"
#include "tests/support/found_in.h"
#include "tests/support/tree.h"

static const char machine[] = "disk sys/devices/pci0/ata1/block/sda\n"
                              "  stat 1 2 3 4 5 6 7 8 9 10 11\n"
                              "  queue/iostats 0\n"
                              "  queue/rotational 1\n"
                              "disk sys/devices/pci0/ata2/block/sdb\n"
                              "  queue/rotational 1\n";

struct place {
    char dir[128];
    struct platter_sysroot root;
    struct platter_found found;
    struct platter_snapshot s;
    struct platter_doctor_agent agent;
    struct platter_findings f;
};

static void make(struct place *p, const char *name, const char *model)
{
    memset(p, 0, sizeof(*p));
    tree_make_text(machine, p->dir, sizeof(p->dir));
    assert_int_equal(platter_sysroot_init(&p->root, p->dir), 0);
    snprintf(p->found.name, sizeof(p->found.name), "%s", name);
    snprintf(p->found.device, sizeof(p->found.device), "/dev/%s", name);
    snprintf(p->found.model, sizeof(p->found.model), "%s", model);
    p->found.geometry.rotating = true;
    platter_snapshot_init(&p->s);
    memcpy(p->s.device, p->found.device, sizeof(p->s.device));
    p->s.power = PLATTER_POWER_ACTIVE;
    p->s.samples = 7;
    p->agent.running = true;
    p->agent.drives = &p->s;
    p->agent.n_drives = 1;
}

static void look(struct place *p)
{
    platter_findings_deinit(&p->f);
    platter_doctor_drive(&p->root, &p->found, &p->agent, true, &p->f);
}

static void remove_place(struct place *p)
{
    platter_findings_deinit(&p->f);
    tree_remove(p->dir);
}

static void never_opens_what_may_sleep(void **state)
{
    struct place p;

    (void)state;
    make(&p, "sda", "WDC");
    assert_true(platter_doctor_may_open(&p.found, &p.s));
    p.s.power = PLATTER_POWER_STANDBY;
    assert_false(platter_doctor_may_open(&p.found, &p.s));
    p.s.power = PLATTER_POWER_IDLE_LOW;
    assert_false(platter_doctor_may_open(&p.found, &p.s));
    p.s.power = PLATTER_POWER_UNKNOWN;
    assert_false(platter_doctor_may_open(&p.found, &p.s));
    assert_false(platter_doctor_may_open(&p.found, NULL));
    look(&p);
    assert_found(&p.f, "open", PLATTER_MARK_FINE, "not opened: it may be asleep");
    p.found.geometry.rotating = false;
    assert_true(platter_doctor_may_open(&p.found, NULL));
    look(&p);
    assert_found(&p.f, "open", PLATTER_MARK_BROKEN, ""); /* there is no such device */
    remove_place(&p);
}

static void finds_what_is_wrong(void **state)
{
    struct place p;

    (void)state;
    make(&p, "sda", "A cheap SSD");
    p.s.power = PLATTER_POWER_UNKNOWN;
    p.s.cost.wakes = 2;
    look(&p);
    assert_found(&p.f, "counters", PLATTER_MARK_MEND, "does not count");
    assert_found(&p.f, "rotational", PLATTER_MARK_MEND, "says that it rotates");
    assert_found(&p.f, "power", PLATTER_MARK_MEND, "cannot be told");
    assert_found(&p.f, "smart", PLATTER_MARK_MEND, "not read");
    assert_found(&p.f, "cost", PLATTER_MARK_MEND, "2 wakes");
    assert_null(found_in(&p.f, "watched", ""));
    p.agent.n_drives = 0;
    look(&p);
    assert_found(&p.f, "watched", PLATTER_MARK_MEND, "does not watch it");
    assert_null(found_in(&p.f, "cost", ""));
    strcpy(p.found.why_not, "a reason");
    look(&p);
    assert_found(&p.f, "watched", PLATTER_MARK_FINE, "not watched: a reason");
    assert_null(found_in(&p.f, "open", ""));
    remove_place(&p);
    make(&p, "sdb", "WDC");
    look(&p);
    assert_found(&p.f, "counters", PLATTER_MARK_BROKEN, "cannot be read");
    remove_place(&p);
}

static void finds_what_is_fine(void **state)
{
    struct place p;

    (void)state;
    make(&p, "sda", "WDC");
    p.s.gated = true;
    p.s.smart.time_s = 1;
    look(&p);
    assert_found(&p.f, "gated", PLATTER_MARK_FINE, "until 6 h without use");
    p.s.power = PLATTER_POWER_IDLE_LOW;
    look(&p);
    assert_found(&p.f, "gated", PLATTER_MARK_FINE, "unloads its heads at times");
    assert_found(&p.f, "cost", PLATTER_MARK_FINE, "0 wakes, 0 head loads");
    assert_null(found_in(&p.f, "smart", ""));
    assert_null(found_in(&p.f, "rotational", ""));
    remove_place(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_opens_what_may_sleep),
        cmocka_unit_test(finds_what_is_wrong),
        cmocka_unit_test(finds_what_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
