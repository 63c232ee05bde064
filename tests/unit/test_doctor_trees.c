/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/cli/doctor.h"
#include "tests/support/found_in.h"
#include "tests/support/rrd_leaks.h"
#include "tests/support/rrds.h"
#include "tests/support/tree.h"

struct place {
    char dir[128], folder[256];
};

static void make(struct place *p)
{
    char top[64];
    tree_make_text("rrd/nas/platter-WDC_A_1/", top, sizeof(top));
    snprintf(p->dir, sizeof(p->dir), "%s/rrd", top);
    snprintf(p->folder, sizeof(p->folder), "%s/nas/platter-WDC_A_1", p->dir);
}

static void remove_place(struct place *p)
{
    p->dir[strlen(p->dir) - 4] = '\0';
    tree_remove(p->dir);
}

static void create(const struct place *p, const char *name, const char *how)
{
    char command[1024];

    snprintf(command, sizeof(command), "rrdtool create '%s/%s.rrd' %s", p->folder, name, how);
    if (system(command) != 0) /* NOLINT(cert-env33-c) */
        skip();
}

static void good_ones(void **state)
{
    struct place p;
    struct platter_findings f = {.n = 0};

    (void)state;
    make(&p);
    if (rrds_make(p.folder, 2) != 0)
        skip();
    platter_doctor_tree(p.dir, false, &f);
    assert_found(&f, "rrd", PLATTER_MARK_FINE, "4 RRDs, made as they should be");
    assert_int_equal(f.n, 1);
    platter_findings_deinit(&f);
    remove_place(&p);
}

/* As collectd's defaults make them. */
static void wrong_ones(void **state)
{
    struct place p;
    struct platter_findings f = {.n = 0};
    char cut[300];

    (void)state;
    make(&p);
    create(&p, "a", "--step 600 DS:x:GAUGE:1200:0:U RRA:AVERAGE:0.99:1:10 RRA:AVERAGE:0.1:6:10");
    create(&p, "b", "--step 10 DS:x:GAUGE:10800:0:U RRA:AVERAGE:0.99:1:10");
    create(&p, "c", "--step 600 DS:x:GAUGE:10800:0:U RRA:AVERAGE:0.99:1:10");
    snprintf(cut, sizeof(cut), "%s/c.rrd", p.folder);
    rrds_break(cut, 100, 1);
    platter_doctor_tree(p.dir, false, &f);
    assert_found(&f, "xff", PLATTER_MARK_MEND,
                 "1 of 3 RRDs lose hours and days that have gaps (xff 0.1)");
    assert_found(&f, "heartbeat", PLATTER_MARK_MEND, "1 of 3 RRDs want a value every 1200 s");
    assert_found(&f, "step", PLATTER_MARK_MEND, "1 of 3 RRDs have a step of 10 s instead of 600");
    assert_found(&f, "rrd", PLATTER_MARK_MEND, "1 of 3 RRDs cannot be read");
    platter_findings_deinit(&f);
    remove_place(&p);
}

static void no_tree(void **state)
{
    struct place p;
    struct platter_findings f = {.n = 0};

    (void)state;
    make(&p);
    platter_doctor_tree("/nowhere/at/all", false, &f);
    assert_int_equal(f.n, 0);
    platter_doctor_tree("/nowhere/at/all", true, &f);
    assert_found(&f, "rrd", PLATTER_MARK_BROKEN, "No such file");
    platter_doctor_tree(p.dir, true, &f);
    assert_found(&f, "rrd", PLATTER_MARK_MEND, "no RRDs of platter's");
    platter_findings_deinit(&f);
    remove_place(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_ones),
        cmocka_unit_test(wrong_ones),
        cmocka_unit_test(no_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
