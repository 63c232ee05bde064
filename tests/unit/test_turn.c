/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include "agent/daemon/turn.h"
#include "agent/daemon/worker_proto.h"

#define NOW (100000 * TEST_S)

/* A drive with a spindle on an ATA port; its counters are in a tree of its own. */
static struct test_agent *ata_drive(struct platter_tracked **drive)
{
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    *drive = &t->agent.drives[0];
    (*drive)->found.transport = PLATTER_TRANSPORT_ATA;
    (*drive)->spindle = true;
    assert_int_equal(platter_sysroot_init(&t->agent.root, t->folder), 0);
    return t;
}

static void a_simulated_drive_is_just_sampled(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    assert_int_equal(platter_turn_want(drive, NOW), PLATTER_WANT_SAMPLE);
    drive->sampling = true;
    assert_int_equal(platter_turn_want(drive, NOW), 0);
    drive->sampling = false;
    drive->gone = true;
    assert_int_equal(platter_turn_want(drive, NOW), 0);
    drive->gone = false;
    drive->due_ns = NOW + 1;
    assert_int_equal(platter_turn_want(drive, NOW), 0);
    assert_true(platter_turn_next_ns(drive, NOW) == NOW + 1);
    test_agent_free(t);
}

static void power_is_asked_before_anything(void **unused)
{
    struct platter_tracked *drive;
    (void)unused;
    struct test_agent *t = ata_drive(&drive);
    assert_int_equal(platter_turn_want(drive, NOW), PLATTER_WANT_POWER);
    /* asleep: left alone, and asked again after ten minutes */
    drive->power_ns = NOW;
    platter_tracked_power(drive, PLATTER_POWER_STANDBY);
    assert_int_equal(platter_turn_want(drive, NOW + TEST_S), 0);
    assert_int_equal(drive->may, PLATTER_MAY_NOT_ASLEEP);
    assert_int_equal(platter_turn_want(drive, NOW + PLATTER_POWER_POLL_NS), PLATTER_WANT_POWER);
    /* or at once when somebody else has used it */
    drive->power_stale = true;
    assert_int_equal(platter_turn_want(drive, NOW + 2 * TEST_S), PLATTER_WANT_POWER);
    test_agent_free(t);
}

static void seen_awake_it_is_sampled_and_asked_for_smart(void **unused)
{
    struct platter_tracked *drive;
    (void)unused;
    struct test_agent *t = ata_drive(&drive);
    drive->power_ns = NOW;
    platter_tracked_power(drive, PLATTER_POWER_ACTIVE);
    assert_int_equal(platter_turn_want(drive, NOW + 1),
                     PLATTER_WANT_POWER | PLATTER_WANT_SAMPLE | PLATTER_WANT_SMART);
    drive->smart_ns = NOW;
    assert_int_equal(platter_turn_want(drive, NOW + 1), PLATTER_WANT_POWER | PLATTER_WANT_SAMPLE);
    drive->smart_mute = true;
    drive->smart_ns = 0;
    assert_int_equal(platter_turn_want(drive, NOW + 1), PLATTER_WANT_POWER | PLATTER_WANT_SAMPLE);
    test_agent_free(t);
}

/* The power state cannot be told: gated, until somebody uses it. */
static void a_mute_drive_waits_for_others(void **unused)
{
    struct platter_tracked *drive;
    (void)unused;
    struct test_agent *t = ata_drive(&drive);
    drive->power_mute = drive->smart_mute = true;
    assert_int_equal(platter_turn_want(drive, NOW), 0);
    assert_int_equal(drive->may, PLATTER_MAY_NOT_GATED);
    platter_manners_foreign(&drive->manners, NOW);
    assert_int_equal(platter_turn_want(drive, NOW + TEST_S), PLATTER_WANT_SAMPLE);
    test_agent_free(t);
}

static void a_busy_drive_is_left_out_in_the_end(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    struct platter_tracked *drive = &t->agent.drives[0];
    drive->watch.utilisation = .9;
    assert_int_equal(platter_turn_want(drive, NOW), 0);
    assert_int_equal(drive->may, PLATTER_MAY_NOT_BUSY);
    assert_int_equal(platter_turn_want(drive, NOW + PLATTER_BUSY_WAIT_NS), 0);
    assert_int_equal(drive->may, PLATTER_MAY_NOT_SKIP);
    assert_int_equal(drive->manners.skipped, 1);
    assert_true(drive->due_ns > NOW + PLATTER_BUSY_WAIT_NS);
    test_agent_free(t);
}

/* Counters that move open the gate; ones that cannot be read are said once. */
static void looks_see_others(void **unused)
{
    struct platter_tracked *drive;
    char path[PLATTER_PATH_MAX + 64], command[256];
    (void)unused;
    struct test_agent *t = ata_drive(&drive);
    platter_turn_look(drive, NOW);
    platter_turn_look(drive, NOW + 2 * PLATTER_LOOK_NS);
    const char *said = strstr(t->words.text, "cannot see whether others use it");
    assert_non_null(said);
    assert_null(strstr(said + 1, "cannot see"));
    snprintf(command, sizeof(command), "mkdir -p %s/sys/block/%s", t->folder, drive->found.name);
    assert_int_equal(system(command), 0); /* NOLINT: our own name */
    snprintf(path, sizeof(path), "%s/sys/block/%s/stat", t->folder, drive->found.name);
    test_write(path, "1 0 8 1 0 0 0 0 0 1 1\n");
    platter_turn_look(drive, NOW + 4 * PLATTER_LOOK_NS);
    assert_int_equal(drive->manners.foreign_ns, 0);
    test_write(path, "2 0 16 1 0 0 0 0 0 1 1\n");
    platter_turn_look(drive, NOW + 4 * PLATTER_LOOK_NS + 1); /* too soon */
    assert_int_equal(drive->manners.foreign_ns, 0);
    platter_turn_look(drive, NOW + 5 * PLATTER_LOOK_NS);
    assert_true(drive->manners.foreign_ns == NOW + 4 * PLATTER_LOOK_NS);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_simulated_drive_is_just_sampled),
        cmocka_unit_test(power_is_asked_before_anything),
        cmocka_unit_test(seen_awake_it_is_sampled_and_asked_for_smart),
        cmocka_unit_test(a_mute_drive_waits_for_others),
        cmocka_unit_test(a_busy_drive_is_left_out_in_the_end),
        cmocka_unit_test(looks_see_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
