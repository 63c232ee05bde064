/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <linux/ioprio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "agent/drive/yield.h"
#include "tests/support/tree.h"

static void only_bfq_lets_us_give_way(void **state)
{
    (void)state;
    struct platter_sysroot root;

    tree_make_text("sys/block/sda/queue/scheduler none mq-deadline [bfq]\n"
                   "sys/block/sdb/queue/scheduler none [mq-deadline] bfq\n"
                   "sys/block/sdc/queue/scheduler [none] mq-deadline\n"
                   "sys/block/sdd/queue/scheduler none\n",
                   root.prefix, sizeof(root.prefix));
    assert_true(platter_yields(&root, "sda"));
    assert_false(platter_yields(&root, "sdb"));
    assert_false(platter_yields(&root, "sdc"));
    assert_false(platter_yields(&root, "sdd"));
    assert_false(platter_yields(&root, "sde"));
    tree_remove(root.prefix);
}

static int io_class(void)
{
    return IOPRIO_PRIO_CLASS((int)syscall(SYS_ioprio_get, IOPRIO_WHO_PROCESS, 0));
}

static void the_class_is_set_and_taken_back(void **state)
{
    (void)state;
    int before = io_class();

    assert_int_equal(platter_yield_set(true), 0);
    assert_int_equal(io_class(), IOPRIO_CLASS_IDLE);
    assert_int_equal(platter_yield_set(false), 0);
    assert_int_equal(io_class(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_bfq_lets_us_give_way),
        cmocka_unit_test(the_class_is_set_and_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
