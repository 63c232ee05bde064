/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

static void names_are_looked_up_one_by_one(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new(" sim:wd2002faex ,,sim:nothing, sim:wd80eazz,");
    assert_int_equal(t->agent.n_drives, 2);
    assert_string_equal(t->agent.drives[0].found.name, "sim:wd2002faex");
    assert_string_equal(t->agent.drives[1].found.name, "sim:wd80eazz");
    assert_non_null(strstr(t->words.text, "sim:nothing"));
    assert_non_null(strstr(t->words.text, "watches 2 drives"));
    test_agent_free(t);
}

static void a_drive_named_twice_is_watched_once(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd2002faex");
    assert_int_equal(t->agent.n_drives, 1);
    assert_non_null(strstr(t->words.text, "sim:wd2002faex: the same drive again"));
    test_agent_free(t);
}

static void none_at_all_is_said_and_no_error(void **unused)
{
    (void)unused;
    struct test_agent *t = test_agent_new("sim:nothing");
    assert_int_equal(t->agent.n_drives, 0);
    assert_non_null(strstr(t->words.text, "no drive to watch"));
    test_agent_free(t);
}

/* A rotating drive on a real transport, in a tree of its own. */
static void a_rotating_drive_may_sleep(void **unused)
{
    static const struct {
        const char *path, *text;
    } files[] = {{"size", "1000000000\n"},
                 {"removable", "0\n"},
                 {"queue/rotational", "1\n"},
                 {"queue/logical_block_size", "512\n"},
                 {"queue/physical_block_size", "4096\n"},
                 {"device/model", "TEST DISK\n"},
                 {"device/vendor", "ATA     \n"},
                 {"dev", "8:0\n"}};
    char path[512];
    (void)unused;
    struct test_agent *t = test_agent_new(NULL);
    snprintf(path, sizeof(path),
             "mkdir -p %s/sys/devices/pci0000:00/ata1/host0/target0:0:0/0:0:0:0/block/sda/queue "
             "%s/sys/block && cd %s/sys/block && "
             "ln -s ../devices/pci0000:00/ata1/host0/target0:0:0/0:0:0:0/block/sda sda",
             t->folder, t->folder, t->folder);
    assert_int_equal(system(path), 0); /* NOLINT: our own names */
    snprintf(path, sizeof(path), "cd %s/sys/block/sda/ && ln -s ../.. device", t->folder);
    assert_int_equal(system(path), 0); /* NOLINT */
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        snprintf(path, sizeof(path), "%s/sys/block/sda/%s", t->folder, files[i].path);
        test_write(path, files[i].text);
    }
    assert_int_equal(platter_sysroot_init(&t->agent.root, t->folder), 0);
    assert_int_equal(platter_drives_init(&t->agent), 0);
    assert_int_equal(t->agent.n_drives, 1);
    assert_true(t->agent.drives[0].found.geometry.rotating);
    assert_true(t->agent.drives[0].spindle);
    assert_int_equal(t->agent.drives[0].manners.power, PLATTER_POWER_UNKNOWN);
    test_agent_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_looked_up_one_by_one),
        cmocka_unit_test(a_drive_named_twice_is_watched_once),
        cmocka_unit_test(none_at_all_is_said_and_no_error),
        cmocka_unit_test(a_rotating_drive_may_sleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
