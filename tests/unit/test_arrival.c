/* SPDX-License-Identifier: MIT */
#include "tests/support/bays.h"

#include "agent/daemon/arrival.h"
#include "agent/drive/describe.h"

/* Two drives, sda and sdb, watched, with something to tell them apart by. */
static struct test_agent *two(const char *drives)
{
    struct test_agent *t = bays_new(drives);
    bays_plug(t, 1, "sda", &disk_a, 11);
    bays_plug(t, 2, "sdb", &disk_b, 12);
    assert_int_equal(platter_drives_init(&t->agent), 0);
    t->agent.stop_round = 1; /* nothing is sampled */
    for (unsigned i = 0; i < t->agent.n_drives; i++)
        t->agent.drives[i].next_sample = 100 + i;
    return t;
}

static void a_pulled_drive_is_gone_at_once(void **unused)
{
    (void)unused;
    struct test_agent *t = two("auto");
    assert_int_equal(t->agent.n_drives, 2);
    platter_arrival_removed(&t->agent, "sdb", 99); /* of a drive that was there before it */
    assert_false(t->agent.drives[1].gone);
    platter_arrival_removed(&t->agent, "sdb", 12);
    assert_true(t->agent.drives[1].gone);
    assert_string_equal(t->agent.drives[1].trouble.code, "gone");
    assert_false(t->agent.drives[0].gone);
    platter_arrival_removed(&t->agent, "sdz", 0);
    test_agent_free(t);
}

static void it_comes_back_under_another_name_with_its_history(void **unused)
{
    (void)unused;
    struct test_agent *t = two("auto");
    struct platter_tracked *b = &t->agent.drives[1];
    char id[PLATTER_ID_MAX];
    memcpy(id, b->found.id, sizeof(id));
    bays_pull(t, "sdb");
    platter_arrival_removed(&t->agent, "sdb", 0);
    bays_plug(t, 5, "sdc", &disk_b, 13);
    assert_int_equal(platter_arrival_look(&t->agent, "sdc"), 0);
    assert_int_equal(t->agent.n_drives, 2);
    assert_false(b->gone);
    assert_string_equal(b->trouble.code, "");
    assert_string_equal(b->found.name, "sdc");
    assert_string_equal(b->found.device, "/dev/sdc");
    assert_string_equal(b->found.id, id);
    assert_int_equal(b->found.diskseq, 13);
    assert_int_equal(b->next_sample, 101);
    assert_true(b->manners.discard);
    assert_non_null(strstr(t->words.text, "it is back, as sdc"));
    test_agent_free(t);
}

static void sda_and_sdb_swap(void **unused)
{
    (void)unused;
    struct test_agent *t = two("auto");
    bays_pull(t, "sda");
    bays_pull(t, "sdb");
    bays_plug(t, 1, "sdb", &disk_a, 21);
    bays_plug(t, 2, "sda", &disk_b, 22);
    /* Without a word about their going. */
    assert_int_equal(platter_arrival_look(&t->agent, "sda"), 0);
    assert_int_equal(platter_arrival_look(&t->agent, "sdb"), 0);
    assert_int_equal(t->agent.n_drives, 2);
    assert_string_equal(t->agent.drives[0].found.name, "sdb");
    assert_int_equal(t->agent.drives[0].next_sample, 100);
    assert_string_equal(t->agent.drives[1].found.name, "sda");
    assert_false(t->agent.drives[0].gone || t->agent.drives[1].gone);
    test_agent_free(t);
}

static void another_drive_in_the_same_bay_is_a_new_one(void **unused)
{
    static const struct test_disk new = {"TOSHIBA HDWF180", "Y8A0A0AAFAKE", "naa.5000039900000002",
                                         3900000000u};
    (void)unused;
    struct test_agent *t = two("auto");
    bays_pull(t, "sdb");
    bays_plug(t, 2, "sdb", &new, 13);
    assert_int_equal(platter_arrival_look(&t->agent, "sdb"), 0);
    assert_int_equal(t->agent.n_drives, 3);
    assert_true(t->agent.drives[1].gone);
    assert_string_equal(t->agent.drives[2].found.id, "TOSHIBA-HDWF180_Y8A0A0AAFAKE");
    assert_non_null(strstr(t->words.text, "another one is in its place"));
    /* And back. */
    bays_pull(t, "sdb");
    bays_plug(t, 2, "sdb", &disk_b, 14);
    assert_int_equal(platter_arrival_look(&t->agent, "sdb"), 0);
    assert_int_equal(t->agent.n_drives, 3);
    assert_true(t->agent.drives[2].gone);
    assert_false(t->agent.drives[1].gone);
    assert_int_equal(t->agent.drives[1].next_sample, 101);
    test_agent_free(t);
}

static void a_hyphen_lost_by_an_hba_is_the_same_drive(void **unused)
{
    static const struct test_disk behind_hba = {"WDC WD20EFRX-68EUZN0", "WDWMC4M0000002", "",
                                                3907029168u};
    (void)unused;
    struct test_agent *t = two("auto");
    bays_pull(t, "sdb");
    platter_arrival_removed(&t->agent, "sdb", 0);
    bays_plug(t, 7, "sdq", &behind_hba, 31);
    assert_int_equal(platter_arrival_look(&t->agent, "sdq"), 0);
    assert_int_equal(t->agent.n_drives, 2);
    assert_string_equal(t->agent.drives[1].found.name, "sdq");
    assert_string_equal(t->agent.drives[1].found.id, "WDC-WD20EFRX-68E_WD-WMC4M0000002");
    test_agent_free(t);
}

static void two_drives_with_one_wwn_are_two(void **unused)
{
    static const struct test_disk twin = {"WDC WD20EFRX-68E", "WD-WMC4M0000003",
                                          "naa.50014ee200000002", 3907029168u};
    (void)unused;
    struct test_agent *t = two("auto");
    bays_plug(t, 3, "sdc", &twin, 13);
    assert_int_equal(platter_arrival_look(&t->agent, "sdc"), 0);
    assert_int_equal(t->agent.n_drives, 3);
    assert_false(t->agent.drives[1].gone);
    assert_string_equal(t->agent.drives[2].found.serial, "WD-WMC4M0000003");
    /* Not unique any more: it no longer says who comes back. */
    bays_pull(t, "sdb");
    bays_pull(t, "sdc");
    platter_arrival_check(&t->agent);
    assert_true(t->agent.drives[1].gone && t->agent.drives[2].gone);
    bays_plug(t, 3, "sdb", &twin, 14);
    assert_int_equal(platter_arrival_look(&t->agent, "sdb"), 0);
    assert_true(t->agent.drives[1].gone);
    assert_string_equal(t->agent.drives[2].found.name, "sdb");
    test_agent_free(t);
}

/* Two on one bus that say the same of themselves: both are kept. */
static void twins_get_ids_of_their_own(void **unused)
{
    (void)unused;
    struct test_agent *t = two("auto");
    bays_plug(t, 3, "sdc", &disk_b, 13);
    assert_int_equal(platter_arrival_look(&t->agent, "sdc"), 0);
    assert_int_equal(t->agent.n_drives, 3);
    assert_string_not_equal(t->agent.drives[2].found.id, t->agent.drives[1].found.id);
    test_agent_free(t);
}

static void only_those_named_are_taken(void **unused)
{
    (void)unused;
    struct test_agent *t = two("sda, 0000002, sdx");
    assert_int_equal(t->agent.n_drives, 2);
    static const struct test_disk c = {"OTHER", "SERIAL123", "", 3907029168u};
    bays_plug(t, 3, "sdc", &c, 13);
    assert_int_equal(platter_arrival_look(&t->agent, "sdc"), 0);
    assert_int_equal(t->agent.n_drives, 2);
    bays_pull(t, "sdc");
    bays_plug(t, 3, "sdx", &c, 14);
    assert_int_equal(platter_arrival_look(&t->agent, "sdx"), 0);
    assert_int_equal(t->agent.n_drives, 3);
    /* Known by now, whatever it is called. */
    bays_pull(t, "sdx");
    bays_plug(t, 3, "sdy", &c, 15);
    assert_int_equal(platter_arrival_look(&t->agent, "sdy"), 0);
    assert_string_equal(t->agent.drives[2].found.name, "sdy");
    assert_true(platter_arrival_matters(&t->agent, "sda"));
    assert_false(platter_arrival_matters(&t->agent, "sdy"));
    assert_false(platter_arrival_matters(&t->agent, "nothing"));
    test_agent_free(t);
}

static void what_is_not_ready_is_looked_at_again(void **unused)
{
    static const struct test_disk empty = {"OTHER", "SERIAL123", "", 0};
    (void)unused;
    struct test_agent *t = two("auto");
    bays_plug(t, 3, "sdc", &empty, 13);
    assert_int_equal(platter_arrival_look(&t->agent, "sdc"), PLATTER_DESCRIBE_NO_DRIVE);
    assert_true(platter_arrival_look(&t->agent, "sdd") < 0);
    assert_int_equal(t->agent.n_drives, 2);
    bays_write(t, "sdb", "size", "0");
    assert_int_equal(platter_arrival_look(&t->agent, "sdb"), PLATTER_DESCRIBE_NO_DRIVE);
    assert_true(t->agent.drives[1].gone);
    bays_write(t, "sdb", "size", "3907029168");
    assert_int_equal(platter_arrival_look(&t->agent, "sdb"), 0);
    assert_false(t->agent.drives[1].gone);
    test_agent_free(t);
}

static void an_old_kernel_gives_no_diskseq(void **unused)
{
    (void)unused;
    struct test_agent *t = bays_new("auto");
    bays_plug(t, 1, "sda", &disk_a, 0);
    assert_int_equal(platter_drives_init(&t->agent), 0);
    t->agent.stop_round = 1;
    assert_int_equal(platter_arrival_look(&t->agent, "sda"), 0);
    assert_false(t->agent.drives[0].gone);
    bays_pull(t, "sda");
    bays_plug(t, 1, "sda", &disk_b, 0);
    assert_int_equal(platter_arrival_look(&t->agent, "sda"), 0);
    assert_true(t->agent.drives[0].gone);
    assert_int_equal(t->agent.n_drives, 2);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pulled_drive_is_gone_at_once),
        cmocka_unit_test(it_comes_back_under_another_name_with_its_history),
        cmocka_unit_test(sda_and_sdb_swap),
        cmocka_unit_test(another_drive_in_the_same_bay_is_a_new_one),
        cmocka_unit_test(a_hyphen_lost_by_an_hba_is_the_same_drive),
        cmocka_unit_test(two_drives_with_one_wwn_are_two),
        cmocka_unit_test(twins_get_ids_of_their_own),
        cmocka_unit_test(only_those_named_are_taken),
        cmocka_unit_test(what_is_not_ready_is_looked_at_again),
        cmocka_unit_test(an_old_kernel_gives_no_diskseq),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
