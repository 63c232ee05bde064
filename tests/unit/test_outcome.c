/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <errno.h>
#include <signal.h>

#include "agent/daemon/outcome.h"
#include "agent/drive/block.h"
#include "agent/drive/drive.h"

/* A drive in the middle of a sample. */
static struct test_agent *sampling(struct platter_tracked **drive)
{
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    *drive = &t->agent.drives[0];
    (*drive)->sampling = true;
    (*drive)->begin_ns = (*drive)->heard_ns = platter_boot_ns();
    return t;
}

static void open_it(struct platter_tracked *drive)
{
    struct platter_worker_report report = {.head = {.kind = PLATTER_WORKER_OPENED}};
    report.geometry = drive->found.geometry;
    platter_outcome_report(drive, &report);
}

static void fail_it(struct platter_tracked *drive, uint32_t stage, int result, const char *text)
{
    struct platter_worker_report report = {
        .head = {.kind = PLATTER_WORKER_FAILED, .result = result, .stage = stage}};
    snprintf(report.text, sizeof(report.text), "%s", text);
    platter_outcome_report(drive, &report);
}

static void a_sample_is_taken_in(void **unused)
{
    struct platter_tracked *drive;
    struct platter_sample sample = {.n_zones = 10, .bursts = 10, .duration_ns = TEST_S / 2};
    (void)unused;
    struct test_agent *t = sampling(&drive);
    open_it(drive);
    assert_int_equal(drive->state.n_zones, 10);
    platter_outcome_done(drive, 0, &sample);
    assert_int_equal(drive->state.samples, 1);
    assert_false(drive->sampling);
    assert_true(drive->due_ns > platter_boot_ns());
    assert_string_equal(drive->trouble.code, "");
    /* words that come when nothing was asked are nobody's */
    platter_outcome_done(drive, 0, &sample);
    assert_int_equal(drive->state.samples, 1);
    test_agent_free(t);
}

static void read_errors_are_said_once(void **unused)
{
    struct platter_tracked *drive;
    struct platter_sample sample = {.n_zones = 10, .n_bad = 3, .bad = {{4096, 131072, 0}}};
    (void)unused;
    struct test_agent *t = sampling(&drive);
    open_it(drive);
    for (int i = 0; i < 3; i++) {
        drive->sampling = true;
        platter_outcome_done(drive, 0, &sample);
    }
    const char *first = strstr(t->words.text, "read_error");
    assert_non_null(first);
    assert_non_null(strstr(first, "4096"));
    assert_null(strstr(strchr(first, '\n'), "read_error:"));
    sample.n_bad = 0;
    drive->sampling = true;
    platter_outcome_done(drive, 0, &sample);
    assert_non_null(strstr(t->words.text, "came 3 times"));
    test_agent_free(t);
}

static void what_cannot_be_opened_has_a_code(void **unused)
{
    static const struct {
        uint32_t stage;
        int result;
        const char *code;
        bool gone;
    } failures[] = {
        {PLATTER_STAGE_OPEN, PLATTER_BLOCK_NO_DIRECT, "no_direct", false},
        {PLATTER_STAGE_OPEN, PLATTER_BLOCK_CHANGED, "gone", true},
        {PLATTER_STAGE_OPEN, -EACCES, "no_permission", false},
        {PLATTER_STAGE_OPEN, -ENXIO, "gone", true},
        {PLATTER_STAGE_OPEN, -EMFILE, "not_opened", false},
        {PLATTER_STAGE_PLAN, -ERANGE, "no_plan", false},
        {PLATTER_STAGE_LOCK, -EWOULDBLOCK, "busy_worker", false},
        {PLATTER_STAGE_LOCK, -EACCES, "no_lock", false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof(failures) / sizeof(failures[0]); i++) {
        struct platter_tracked *drive;
        struct test_agent *t = sampling(&drive);
        fail_it(drive, failures[i].stage, failures[i].result, "why");
        assert_string_equal(drive->trouble.code, failures[i].code);
        assert_string_equal(drive->trouble.text, "why");
        assert_int_equal(drive->gone, failures[i].gone);
        assert_false(drive->sampling);
        test_agent_free(t);
    }
}

static void a_stalled_drive_recovers_at_its_first_word(void **unused)
{
    struct platter_tracked *drive;
    struct platter_worker_report step = {.head = {.kind = PLATTER_WORKER_STEP}};
    (void)unused;
    struct test_agent *t = sampling(&drive);
    drive->stalled = true;
    platter_tracked_trouble(drive, "stalled", "has not answered");
    platter_outcome_report(drive, &step);
    assert_false(drive->stalled);
    assert_true(drive->sampling);
    assert_string_equal(drive->trouble.code, "");
    assert_non_null(strstr(t->words.text, "answers again"));
    test_agent_free(t);
}

static void a_drive_that_goes_away_is_gone(void **unused)
{
    struct platter_tracked *drive;
    struct platter_sample sample = {.n_zones = 10};
    (void)unused;
    struct test_agent *t = sampling(&drive);
    open_it(drive);
    platter_outcome_done(drive, PLATTER_READ_GONE, &sample);
    assert_true(drive->gone);
    assert_string_equal(drive->trouble.code, "gone");
    assert_int_equal(drive->state.samples, 0);
    platter_outcome_ended(drive, 0);
    assert_string_equal(drive->trouble.code, "gone");
    test_agent_free(t);
}

static void a_worker_that_dies_again_and_again_is_started_later(void **unused)
{
    struct platter_tracked *drive;
    (void)unused;
    struct test_agent *t = sampling(&drive);
    uint64_t interval_ns = t->agent.options.interval_ns, before_ns = 0;
    for (int i = 0; i < 4; i++) {
        drive->sampling = true;
        platter_outcome_ended(drive, SIGSEGV);
        assert_string_equal(drive->trouble.code, "worker_died");
        assert_false(drive->sampling);
        if (i > 0)
            assert_int_equal(drive->due_ns - before_ns, interval_ns << (i - 1));
        before_ns = drive->due_ns;
    }
    assert_non_null(strstr(drive->trouble.text, "signal 11"));
    for (int i = 0; i < 100; i++)
        platter_outcome_ended(drive, 127 << 8);
    assert_string_equal(drive->trouble.code, "no_worker");
    assert_true(drive->due_ns < platter_boot_ns() + 100 * interval_ns);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sample_is_taken_in),
        cmocka_unit_test(read_errors_are_said_once),
        cmocka_unit_test(what_cannot_be_opened_has_a_code),
        cmocka_unit_test(a_stalled_drive_recovers_at_its_first_word),
        cmocka_unit_test(a_drive_that_goes_away_is_gone),
        cmocka_unit_test(a_worker_that_dies_again_and_again_is_started_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
