/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <signal.h>

#include "agent/daemon/sampler.h"
#include "agent/daemon/stop.h"
#include "agent/daemon/worker.h"

static struct test_agent *with_worker(const char *path)
{
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    signal(SIGPIPE, SIG_IGN);
    snprintf(t->agent.worker_path, sizeof(t->agent.worker_path), "%s", path);
    assert_int_equal(platter_signals_init(&t->agent), 0);
    assert_int_equal(platter_sampler_init(&t->agent), 0);
    return t;
}

static void let_go(struct test_agent *t)
{
    platter_sampler_deinit(&t->agent);
    platter_workers_deinit(&t->agent);
    platter_signals_deinit(&t->agent);
    test_agent_free(t);
}

static void one_that_is_not_there_is_said(void **unused)
{
    (void)unused;
    struct test_agent *t = with_worker("/nonexistent/platter-worker");
    struct platter_tracked *drive = &t->agent.drives[0];
    TEST_RUN_UNTIL(&t->agent, strcmp(drive->trouble.code, "no_worker") == 0);
    assert_int_equal(drive->worker.pid, 0);
    assert_int_equal(drive->worker.fd, -1);
    assert_true(drive->due_ns > platter_boot_ns());
    let_go(t);
}

static void one_that_ends_in_a_sample_is_said(void **unused)
{
    (void)unused;
    struct test_agent *t = with_worker("/bin/true");
    struct platter_tracked *drive = &t->agent.drives[0];
    TEST_RUN_UNTIL(&t->agent, strcmp(drive->trouble.code, "worker_died") == 0);
    assert_false(drive->sampling);
    let_go(t);
}

/* A program that answers with something that is no record: from a shell, whose stdout is fd 3. */
static void one_that_talks_nonsense_is_let_go(void **unused)
{
    char path[PLATTER_PATH_MAX];
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    test_path(t, path, "worker");
    test_write(path, "#!/bin/sh\necho nonsense >&3\nread x <&3\n");
    assert_int_equal(chmod(path, 0700), 0);
    struct test_agent *u = with_worker(path);
    struct platter_tracked *drive = &u->agent.drives[0];
    TEST_RUN_UNTIL(&u->agent, strcmp(drive->trouble.code, "worker_version") == 0);
    assert_int_equal(drive->worker.fd, -1);
    TEST_RUN_UNTIL(&u->agent, drive->worker.pid == 0);
    assert_string_equal(drive->trouble.code, "worker_version");
    let_go(u);
    test_agent_free(t);
}

static void the_real_one_takes_a_sample(void **unused)
{
    const char *build = getenv("PLATTER_BUILD");
    char path[PATH_MAX];
    (void)unused;
    snprintf(path, sizeof(path), "%s/platter-worker", build ? build : ".");
    if (access(path, X_OK) < 0)
        skip();
    struct test_agent *t = with_worker(path);
    struct platter_tracked *drive = &t->agent.drives[0];
    TEST_RUN_UNTIL(&t->agent, drive->state.samples == 1);
    assert_true(drive->worker.pid > 0);
    platter_worker_close(drive); /* it ends by itself, which is no trouble */
    TEST_RUN_UNTIL(&t->agent, drive->worker.pid == 0);
    assert_string_equal(drive->trouble.code, "");
    let_go(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_is_not_there_is_said),
        cmocka_unit_test(one_that_ends_in_a_sample_is_said),
        cmocka_unit_test(one_that_talks_nonsense_is_let_go),
        cmocka_unit_test(the_real_one_takes_a_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
