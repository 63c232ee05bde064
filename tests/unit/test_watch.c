/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <errno.h>

#include "agent/core/schedule.h"
#include "agent/daemon/gate.h"

struct tree {
    struct test_agent *t;
    struct platter_sysroot root;
    char stat[PLATTER_PATH_MAX];
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

static int look(struct tree *tree, struct platter_gate *gate, const char *stat, uint64_t now_ns)
{
    test_write(tree->stat, stat);
    return platter_gate_poll(gate, &tree->root, "sda", now_ns);
}

static void what_changes_between_two_looks_is_use(void **state)
{
    static const char *const rows[] = {
        "  5 0 40 1  0 0 0 0  0 1 1  0 0 0 0  0 0\n", /* the first look knows nothing */
        "  5 0 40 1  0 0 0 0  0 9 9  0 0 0 0  0 0\n", /* times alone are no use */
        "  6 0 48 1  0 0 0 0  0 9 9  0 0 0 0  0 0\n", /* a read */
        "  6 0 48 1  1 0 8 0  0 9 9  0 0 0 0  0 0\n", /* a write */
        "  6 0 48 1  1 0 8 0  0 9 9  1 0 8 0  0 0\n", /* a discard */
        "  6 0 48 1  1 0 8 0  0 9 9  1 0 8 0  1 0\n", /* a flush */
        "  6 0 48 1  1 0 8 0  0 9 9  1 0 8 0  1 0\n", /* nothing */
        "  6 0 48 1  1 0 8 0  1 9 9  1 0 8 0  1 0\n", /* one in the device now */
    };
    static const uint64_t seen[] = {0, 0, 3, 4, 5, 6, 6, 8};
    struct platter_gate gate;
    platter_gate_reset(&gate);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(look(*state, &gate, rows[i], i + 1), 0);
        assert_int_equal(gate.foreign_ns, seen[i]);
    }
}

static void an_old_kernel_has_fewer_fields(void **state)
{
    struct platter_gate gate;
    platter_gate_reset(&gate);
    assert_int_equal(look(*state, &gate, "5 0 40 1 0 0 0 0 0 1 1\n", 1), 0);
    assert_int_equal(look(*state, &gate, "6 0 40 1 0 0 0 0 0 1 1\n", 2), 0);
    assert_int_equal(gate.foreign_ns, 2);
}

static void after_a_reset_the_first_look_knows_nothing(void **state)
{
    struct platter_gate gate;
    platter_gate_reset(&gate);
    look(*state, &gate, "5 0 40 1 0 0 0 0 0 1 1\n", 1);
    look(*state, &gate, "6 0 40 1 0 0 0 0 0 1 1\n", 2);
    platter_gate_reset(&gate);
    look(*state, &gate, "9 0 40 1 0 0 0 0 0 1 1\n", 3);
    assert_false(platter_schedule_gate_open(3, gate.foreign_ns));
}

static void nonsense_is_no_use(void **state)
{
    struct platter_gate gate;
    struct tree *tree = *state;
    platter_gate_reset(&gate);
    assert_int_equal(look(tree, &gate, "", 1), -EPROTO);
    assert_int_equal(look(tree, &gate, "5 0 x\n", 1), -EPROTO);
    assert_int_equal(platter_gate_poll(&gate, &tree->root, "sdb", 1), -ENOENT);
    assert_int_equal(gate.foreign_ns, 0);
    assert_false(gate.known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_changes_between_two_looks_is_use, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_old_kernel_has_fewer_fields, set_up, tear_down),
        cmocka_unit_test_setup_teardown(after_a_reset_the_first_look_knows_nothing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(nonsense_is_no_use, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
