/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <errno.h>

#include "agent/daemon/watch.h"

struct tree {
    struct test_agent *t;
    struct platter_sysroot root;
    char stat[PLATTER_PATH_MAX];
    struct platter_watch w;
};

static int set_up(void **state)
{
    struct tree *tree = calloc(1, sizeof(*tree));
    char command[256];
    assert_non_null(tree);
    tree->t = test_agent_new(NULL);
    snprintf(command, sizeof(command), "mkdir -p %s/sys/block/sda", tree->t->folder);
    assert_int_equal(system(command), 0); /* NOLINT: our own name */
    assert_int_equal(platter_sysroot_init(&tree->root, tree->t->folder), 0);
    test_path(tree->t, tree->stat, "sys/block/sda/stat");
    platter_watch_init(&tree->w);
    *state = tree;
    return 0;
}

static int tear_down(void **state)
{
    struct tree *tree = *state;
    test_agent_free(tree->t);
    free(tree);
    return 0;
}

static int look(struct tree *tree, const char *stat, uint64_t now_ns, uint64_t *foreign_ns)
{
    test_write(tree->stat, stat);
    return platter_watch_look(&tree->w, &tree->root, "sda", now_ns, foreign_ns);
}

static void use_is_as_old_as_it_can_be(void **state)
{
    struct tree *tree = *state;
    uint64_t foreign = 0;

    /* the first look knows nothing */
    assert_int_equal(look(tree, "5 0 40 1 0 0 0 0 0 1 1\n", 100 * TEST_S, &foreign), 0);
    assert_int_equal(look(tree, "5 0 40 1 0 0 0 0 0 9 9\n", 110 * TEST_S, &foreign), 0);
    assert_int_equal(look(tree, "6 0 48 1 0 0 0 0 0 9 9\n", 120 * TEST_S, &foreign), 1);
    assert_int_equal(foreign, 110 * TEST_S);
    /* in the drive now */
    assert_int_equal(look(tree, "6 0 48 1 0 0 0 0 1 9 9\n", 130 * TEST_S, &foreign), 1);
    assert_int_equal(foreign, 130 * TEST_S);
}

static void what_we_did_is_not_use(void **state)
{
    struct tree *tree = *state;
    uint64_t foreign = 0;

    assert_int_equal(look(tree, "5 0 40 1 0 0 0 0 0 1 1\n", 100 * TEST_S, &foreign), 0);
    test_write(tree->stat, "205 0 4000 1 0 0 0 0 0 900 1\n");
    platter_watch_rebase(&tree->w, &tree->root, "sda", 105 * TEST_S);
    assert_int_equal(look(tree, "205 0 4000 1 0 0 0 0 0 900 1\n", 110 * TEST_S, &foreign), 0);
    assert_true(tree->w.utilisation == 0);
    platter_watch_step(&tree->w);
    assert_true(tree->w.passive[PLATTER_READ].rate_ps == 0);
}

static void a_step_of_others(void **state)
{
    struct tree *tree = *state;
    uint64_t foreign;

    assert_nan(tree->w.passive[PLATTER_READ].rate_ps);
    look(tree, "0 0 0 0 0 0 0 0 0 0 0\n", 100 * TEST_S, &foreign);
    look(tree, "10 0 80 50 0 0 0 0 0 6000 0\n", 110 * TEST_S, &foreign);
    assert_near(tree->w.utilisation, .6, 1e-9);
    look(tree, "10 0 80 50 20 0 160 400 0 6000 0\n", 120 * TEST_S, &foreign);
    platter_watch_step(&tree->w);
    assert_near(tree->w.passive[PLATTER_READ].rate_ps, .5, 1e-9);
    assert_near(tree->w.passive[PLATTER_READ].await_s, .005, 1e-9);
    assert_near(tree->w.passive[PLATTER_WRITE].await_s, .02, 1e-9);
    assert_near(tree->w.step_utilisation, .3, 1e-9);
}

static void what_cannot_be_read_is_not_guessed(void **state)
{
    struct tree *tree = *state;
    uint64_t foreign = 0;

    assert_int_equal(platter_watch_look(&tree->w, &tree->root, "sdz", 10, &foreign), -ENOENT);
    assert_int_equal(look(tree, "nonsense\n", 20, &foreign), -EPROTO);
    assert_false(tree->w.known);
    assert_nan(tree->w.utilisation);
    assert_int_equal(look(tree, "99 0 40 1 0 0 0 0 0 1 1\n", 30, &foreign), 0);
}

static void all_drives_are_looked_at_together(void **state)
{
    struct tree *tree = *state;

    tree->w.looked_ns = 103 * TEST_S;
    assert_int_equal(platter_watch_next_ns(&tree->w), 110 * TEST_S);
    tree->w.looked_ns = 110 * TEST_S;
    assert_int_equal(platter_watch_next_ns(&tree->w), 120 * TEST_S);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(use_is_as_old_as_it_can_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_we_did_is_not_use, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_step_of_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_is_not_guessed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_drives_are_looked_at_together, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
