/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/cli/doctor.h"
#include "tests/support/found_in.h"
#include "tests/support/tree.h"
#include <platter/version.h>

static void look(const char *machine, const struct platter_doctor_agent *agent,
                 struct platter_findings *f)
{
    struct platter_sysroot root;
    char dir[128];

    tree_make_text(machine, dir, sizeof(dir));
    assert_int_equal(platter_sysroot_init(&root, dir), 0);
    platter_findings_deinit(f);
    platter_doctor_host(&root, agent, f);
    tree_remove(dir);
}

static void the_agent(void **state)
{
    static const struct {
        int result;
        const char *code, *words;
    } cases[] = {
        {-ENOENT, "agent", "not running"},
        {-EACCES, "socket", "you may not ask"},
        {-ETIMEDOUT, "agent", "Connection timed out"},
        {-EPROTO, "agent", "as it should: nonsense"},
    };
    struct platter_doctor_agent a = {.path = "/run/s", .why = "nonsense"};
    struct platter_findings f = {.n = 0};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        a.result = cases[i].result;
        look("proc/1/comm init", &a, &f);
        assert_found(&f, cases[i].code, PLATTER_MARK_BROKEN, cases[i].words);
    }
    a = (struct platter_doctor_agent){.running = true, .path = "/run/s", .version = "0.0.1"};
    look("proc/1/comm init", &a, &f);
    assert_found(&f, "version", PLATTER_MARK_MEND, "is version 0.0.1, this program");
    strcpy(a.version, PLATTER_VERSION);
    look("proc/1/comm init", &a, &f);
    assert_found(&f, "agent", PLATTER_MARK_FINE, "watches 0 drives");
    platter_findings_deinit(&f);
}

static void what_it_may(void **state)
{
    struct platter_doctor_agent a = {.running = true, .path = "/run/s", .pid = 12};
    struct platter_findings f = {.n = 0};

    (void)state;
    look("proc/12/status CapEff:\t0000000000020000", &a, &f);
    assert_found(&f, "rawio", PLATTER_MARK_FINE, "may ask");
    look("proc/12/status CapEff:\t0000000000000000", &a, &f);
    assert_found(&f, "rawio", PLATTER_MARK_MEND, "lacks CAP_SYS_RAWIO");
    platter_findings_deinit(&f);
}

static void double_pollers(void **state)
{
    static const char conf[] = "proc/9/comm smartd\nproc/10/comm smartd\nproc/11/comm smartdx\n"
                               "proc/20/comm collectd\nproc/self/comm hddtemp\n"
                               "etc/collectd/collectd.conf   LoadPlugin  \"smart\"\n"
                               "etc/collectd/collectd.conf.d/a.conf #LoadPlugin hddtemp\n"
                               "etc/collectd/collectd.conf.d/b.conf <LoadPlugin smartx>";
    struct platter_doctor_agent a = {.running = true, .path = "/run/s"};
    struct platter_findings f = {.n = 0};
    unsigned n = 0;

    (void)state;
    look(conf, &a, &f);
    assert_found(&f, "poller", PLATTER_MARK_MEND, "smartd (pid ");
    assert_found(&f, "poller", PLATTER_MARK_MEND, "collectd's plugin smart");
    for (unsigned i = 0; i < f.n; i++)
        n += strcmp(f.v[i].code, "poller") == 0;
    assert_int_equal(n, 2);
    /* A configuration of a collectd that does not run asks nobody. */
    look("proc/1/comm init\netc/collectd/collectd.conf LoadPlugin smart", &a, &f);
    assert_null(found_in(&f, "poller", ""));
    platter_findings_deinit(&f);
}

static void fonts(void **state)
{
    struct platter_doctor_agent a = {.running = true, .path = "/run/s"};
    struct platter_findings f = {.n = 0};

    (void)state;
    look("usr/share/fonts/truetype/dejavu/DejaVuSans.ttf x", &a, &f);
    assert_found(&f, "fonts", PLATTER_MARK_FINE, "there are fonts");
    look("usr/share/fonts/truetype/README x", &a, &f);
    assert_found(&f, "fonts", PLATTER_MARK_MEND, "no fonts");
    platter_findings_deinit(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_agent),
        cmocka_unit_test(what_it_may),
        cmocka_unit_test(double_pollers),
        cmocka_unit_test(fonts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
