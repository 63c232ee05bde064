/* SPDX-License-Identifier: MIT */
/* What a probe shows, of a simulated drive with faults. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "agent/cli/probe_report.h"
#include "agent/drive/fault.h"
#include "agent/drive/probe.h"
#include "agent/drive/sim.h"
#include "agent/wire/json.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

struct world {
    struct platter_found found;
    struct platter_plan plan;
    struct platter_sample sample;
    struct platter_probe_report report;
};

/* Take a sample of a drive with one fault (NULL: none). */
static void probe(struct world *w, const struct platter_fault *fault)
{
    struct platter_drive *drive;
    struct platter_probe probe = {.plan = &w->plan};

    assert_int_equal(platter_sim_found("sim:wd2002faex", &w->found), 0);
    assert_int_equal(
        platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &drive), 0);
    if (fault)
        assert_int_equal(platter_fault_new(drive, fault, 1, &drive), 0);
    assert_int_equal(platter_plan_init(&w->plan, &drive->geometry, 10, 2), 0);
    platter_rng_seed(&probe.rng, 1);
    platter_probe_run(drive, &probe, &w->sample);
    w->report = (struct platter_probe_report){.found = &w->found,
                                              .plan = &w->plan,
                                              .sample = &w->sample,
                                              .logical_bytes = drive->geometry.logical_bytes,
                                              .slow_ns = PLATTER_SLOW_DEFAULT_NS,
                                              .rev_ns = drive->geometry.rev_ns,
                                              .rotating = true,
                                              .complete = true};
    platter_drive_free(drive);
}

static void print(const struct world *w, struct capture *c)
{
    setenv("COLUMNS", "80", 1);
    capture_begin(c);
    int status = platter_probe_print(&w->report);
    capture_end(c);
    assert_int_equal(status, PLATTER_EXIT_FINE);
    for (const char *line = c->text, *end; (end = strchr(line, '\n')); line = end + 1)
        assert_true(end - line <= 80);
}

static void healthy(void **state)
{
    struct world w;
    struct capture c;

    (void)state;
    probe(&w, NULL);
    print(&w, &c);
    assert_says(&c, "  00  outer  14");
    assert_says(&c, "  09  inner");
    assert_says(&c, "Read 23.");
    assert_says(&c, "Outer 14");
    assert_silent_about(&c, "Cannot be read");
    assert_silent_about(&c, "slow limit");
    assert_silent_about(&c, "disturbed");
    capture_free(&c);
}

/* The first timed block of zone 03 and the next one. */
static struct platter_fault zone_3(enum platter_fault_kind kind)
{
    struct platter_geometry g;
    struct platter_plan plan;

    platter_model_geometry(platter_model_find("wd2002faex"), &g);
    assert_int_equal(platter_plan_init(&plan, &g, 10, 2), 0);
    return (struct platter_fault){
        .kind = kind,
        .first_byte = platter_plan_burst(&plan, 3, platter_plan_slot(&plan, 0)) + plan.block_bytes,
        .len_bytes = 2ull * plan.block_bytes,
        .delay_ns = 50000000,
    };
}

static void errors_are_named(void **state)
{
    struct world w;
    struct capture c;
    const struct platter_fault fault = zone_3(PLATTER_FAULT_ERROR);
    char words[96];

    (void)state;
    probe(&w, &fault);
    print(&w, &c);
    snprintf(words, sizeof(words), "LBA %llu, or one of the 512 blocks from there on",
             (unsigned long long)(fault.first_byte / 512));
    assert_says(&c, words);
    assert_says(&c, "2 reads failed");
    capture_free(&c);

    capture_begin(&c);
    assert_int_equal(platter_probe_print_json(&w.report, false), PLATTER_EXIT_FINE);
    capture_end(&c);
    CLEANUP_JSON struct platter_json *j =
        platter_json_parse(c.text, strlen(c.text), words, sizeof(words));
    assert_non_null(j);
    const struct platter_json *bad = platter_json_get(j, "bad");
    assert_int_equal(platter_json_count(bad), 1);
    assert_int_equal(platter_json_uint(platter_json_at(bad, 0), "lba", 0), fault.first_byte / 512);
    assert_int_equal(platter_json_uint(platter_json_at(bad, 0), "blocks", 0), 512);
    assert_int_equal(platter_json_uint(platter_json_at(bad, 0), "zone", 0), 3);
    assert_int_equal(platter_json_uint(j, "read_errors", 0), 2);
    assert_int_equal(platter_json_count(platter_json_get(j, "zones")), 10);
    capture_free(&c);
}

static void slow_blocks_are_counted(void **state)
{
    struct world w;
    struct capture c;
    const struct platter_fault fault = zone_3(PLATTER_FAULT_DELAY);

    (void)state;
    probe(&w, &fault);
    print(&w, &c);
    assert_says(&c, "2 of 160 blocks took 5 ms or more; the worst 5");
    assert_says(&c, "in zone 03");
    capture_free(&c);
}

static void disturbance_is_said(void **state)
{
    struct world w;
    struct capture c;
    struct platter_fault fault = zone_3(PLATTER_FAULT_FOREIGN);

    (void)state;
    fault.first_byte = 0;
    fault.len_bytes = UINT64_MAX;
    probe(&w, &fault);
    print(&w, &c);
    assert_says(&c, "30 of 30 bursts were disturbed");
    assert_says(&c, "contended");
    assert_silent_about(&c, "Outer");
    capture_free(&c);
}

/* A zone's error and the walk's: each is said to be where it is. */
static void walk_errors_are_the_walks(void **state)
{
    struct world w;
    struct capture c;
    struct platter_fault fault = zone_3(PLATTER_FAULT_ERROR);

    (void)state;
    probe(&w, &fault);
    w.sample.bad[w.sample.n_bad] = (struct platter_bad){1ull << 32, 131072, PLATTER_ZONE_WALK};
    w.sample.n_bad++;
    print(&w, &c);
    assert_says(&c, "03).");
    assert_says(&c, "burst).");
    capture_free(&c);
}

/* The drive went away: what is there is shown, nothing is made up. */
static void half_a_sample(void **state)
{
    struct world w;
    struct capture c;
    const struct platter_fault fault = zone_3(PLATTER_FAULT_GONE);

    (void)state;
    probe(&w, &fault);
    w.report.complete = false;
    print(&w, &c);
    assert_says(&c, "then it was ended");
    assert_says(&c, "  01             -");
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(healthy),
        cmocka_unit_test(errors_are_named),
        cmocka_unit_test(slow_blocks_are_counted),
        cmocka_unit_test(disturbance_is_said),
        cmocka_unit_test(walk_errors_are_the_walks),
        cmocka_unit_test(half_a_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
