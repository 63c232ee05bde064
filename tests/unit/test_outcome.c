/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <errno.h>
#include <signal.h>

#include "agent/daemon/outcome.h"
#include "agent/drive/atasmart.h"
#include "agent/drive/block.h"
#include "agent/drive/drive.h"
#include "agent/drive/power.h"

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
    assert_true(drive->sampling); /* SMART may follow */
    platter_outcome_end(drive);
    assert_false(drive->sampling);
    assert_true(drive->due_ns > platter_boot_ns());
    assert_string_equal(drive->trouble.code, "");
    /* words that come when nothing was asked are nobody's */
    platter_outcome_done(drive, 0, &sample);
    assert_int_equal(drive->state.samples, 1);
    test_agent_free(t);
}

/* Counters go on; figures of places that are elsewhere now do not. */
static void another_size_is_said_and_figures_begin_anew(void **unused)
{
    struct platter_tracked *drive;
    struct platter_worker_report report = {.head = {.kind = PLATTER_WORKER_OPENED}};
    (void)unused;
    struct test_agent *t = sampling(&drive);
    open_it(drive);
    drive->state.samples = 7;
    drive->state.zones[3].counts.slow = 5;
    drive->state.zones[3].gauge_ns = 1;
    open_it(drive);
    assert_int_equal(drive->state.zones[3].gauge_ns, 1);
    report.geometry = drive->found.geometry;
    report.geometry.capacity_bytes /= 2;
    platter_outcome_report(drive, &report);
    assert_int_equal(drive->state.samples, 7);
    assert_int_equal(drive->state.zones[3].counts.slow, 5);
    assert_int_equal(drive->state.zones[3].gauge_ns, 0);
    assert_int_equal(drive->found.geometry.capacity_bytes, report.geometry.capacity_bytes);
    assert_non_null(strstr(t->words.text, "its size changed from"));
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
        platter_outcome_end(drive);
        assert_false(drive->sampling);
        test_agent_free(t);
    }
}

static void tell(struct platter_tracked *drive, enum platter_worker_kind kind, int result,
                 enum platter_power power, const struct platter_smart *smart)
{
    struct platter_worker_state state = {.head = {.kind = kind, .result = result}, .power = power};
    if (smart)
        state.smart = *smart;
    platter_outcome_state(drive, &state);
}

static void power_states_are_told(void **unused)
{
    struct platter_tracked *drive;
    (void)unused;
    struct test_agent *t = sampling(&drive);
    tell(drive, PLATTER_WORKER_POWER, 0, PLATTER_POWER_STANDBY, NULL);
    assert_int_equal(drive->manners.power, PLATTER_POWER_STANDBY);
    assert_true(drive->power_since_s > 0);
    assert_true(drive->power_ns > 0);
    tell(drive, PLATTER_WORKER_POWER, PLATTER_POWER_NO_PERMISSION, PLATTER_POWER_UNKNOWN, NULL);
    assert_int_equal(drive->manners.power, PLATTER_POWER_UNKNOWN);
    assert_false(drive->power_mute); /* it may be given */
    assert_non_null(strstr(t->words.text, "CAP_SYS_RAWIO"));
    tell(drive, PLATTER_WORKER_POWER, PLATTER_POWER_NOT_SUPPORTED, PLATTER_POWER_UNKNOWN, NULL);
    assert_true(drive->power_mute);
    test_agent_free(t);
}

static void smart_is_taken_in(void **unused)
{
    struct platter_tracked *drive;
    struct platter_smart smart;
    (void)unused;
    struct test_agent *t = sampling(&drive);
    platter_smart_init(&smart);
    smart.temperature_c = 41;
    smart.start_stops = 7;
    smart.power_cycles = 3;
    tell(drive, PLATTER_WORKER_SMART, 0, PLATTER_POWER_UNKNOWN, &smart);
    assert_near(drive->smart.temperature_c, 41, 0);
    assert_true(drive->smart.time_s > 0);
    assert_true(drive->manners.last_wear.known);
    assert_int_equal(drive->manners.last_wear.start_stops, 7);
    /* damaged pages change nothing, a drive without SMART is not asked again */
    tell(drive, PLATTER_WORKER_SMART, PLATTER_SMART_CHECKSUM, PLATTER_POWER_UNKNOWN, NULL);
    assert_near(drive->smart.temperature_c, 41, 0);
    assert_false(drive->smart_mute);
    tell(drive, PLATTER_WORKER_SMART, PLATTER_ATASMART_NOT_SUPPORTED, PLATTER_POWER_UNKNOWN, NULL);
    assert_true(drive->smart_mute);
    test_agent_free(t);
}

static void the_first_sample_after_standby_does_not_count(void **unused)
{
    struct platter_tracked *drive;
    struct platter_sample sample = {.n_zones = 10, .bursts = 10, .bytes_read = 1000};
    (void)unused;
    struct test_agent *t = sampling(&drive);
    open_it(drive);
    tell(drive, PLATTER_WORKER_POWER, 0, PLATTER_POWER_STANDBY, NULL);
    tell(drive, PLATTER_WORKER_POWER, 0, PLATTER_POWER_ACTIVE, NULL);
    drive->due_ns = 1;
    platter_outcome_done(drive, 0, &sample);
    assert_int_equal(drive->state.samples, 0);
    assert_int_equal(drive->discarded, 1);
    assert_int_equal(drive->due_ns, 1); /* another one at once */
    platter_outcome_done(drive, 0, &sample);
    assert_int_equal(drive->state.samples, 1);
    assert_int_equal(drive->bytes_read, 2000);
    test_agent_free(t);
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
        cmocka_unit_test(another_size_is_said_and_figures_begin_anew),
        cmocka_unit_test(read_errors_are_said_once),
        cmocka_unit_test(what_cannot_be_opened_has_a_code),
        cmocka_unit_test(power_states_are_told),
        cmocka_unit_test(smart_is_taken_in),
        cmocka_unit_test(the_first_sample_after_standby_does_not_count),
        cmocka_unit_test(a_stalled_drive_recovers_at_its_first_word),
        cmocka_unit_test(a_drive_that_goes_away_is_gone),
        cmocka_unit_test(a_worker_that_dies_again_and_again_is_started_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
