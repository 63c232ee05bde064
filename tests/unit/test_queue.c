/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>

#include "agent/drive/fault.h"
#include "agent/drive/queue.h"
#include "agent/drive/sim.h"

#define BLOCK 131072u

static _Alignas(4096) char buf[4][BLOCK];

static struct platter_drive *sim(void)
{
    struct platter_drive *d;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    return d;
}

static void takes_as_many_as_asked(void **state)
{
    (void)state;
    CLEANUP_DRIVE struct platter_drive *d = sim();
    CLEANUP_QUEUE struct platter_queue *q = NULL;
    struct platter_io io[4], *done;

    assert_int_equal(platter_queue_open(d, 3, &q), 0);
    assert_int_equal(q->depth, 3);
    assert_string_equal(q->note, "");
    assert_int_equal(platter_queue_wait(q, &done), -ENOENT);
    for (unsigned i = 0; i < 4; i++) {
        io[i] = (struct platter_io){.offset_bytes = i * BLOCK, .len_bytes = BLOCK, .buf = buf[i]};
        assert_int_equal(platter_queue_submit(q, &io[i]), i < 3 ? 0 : -EBUSY);
    }
    assert_int_equal(platter_queue_wait(q, &done), 0);
    assert_int_equal(platter_queue_submit(q, &io[3]), 0);
    for (unsigned i = 1; i < 4; i++)
        assert_int_equal(platter_queue_wait(q, &done), 0);
    assert_int_equal(platter_queue_wait(q, &done), -ENOENT);
}

/* done - max(submit, done before) is what a single read would have taken. */
static void keeps_each_reads_time(void **state)
{
    (void)state;
    CLEANUP_DRIVE struct platter_drive *alone = sim();
    CLEANUP_DRIVE struct platter_drive *d = sim();
    CLEANUP_QUEUE struct platter_queue *q = NULL;
    struct platter_io io[2], *done;
    uint64_t before_ns = 0;

    assert_int_equal(platter_queue_open(d, 2, &q), 0);
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t want_ns = 0;
        assert_int_equal(platter_drive_read(alone, buf[0], i * BLOCK, BLOCK, &want_ns), 0);
        io[i % 2] =
            (struct platter_io){.offset_bytes = i * BLOCK, .len_bytes = BLOCK, .buf = buf[i % 2]};
        assert_int_equal(platter_queue_submit(q, &io[i % 2]), 0);
        if (i == 0)
            continue;
        assert_int_equal(platter_queue_wait(q, &done), 0);
        assert_ptr_equal(done, &io[(i - 1) % 2]);
        assert_int_equal(done->result, 0);
        uint64_t from_ns = done->submit_ns > before_ns ? done->submit_ns : before_ns;
        assert_true(done->done_ns > from_ns);
        before_ns = done->done_ns;
        /* alone has read one more */
        assert_int_equal(before_ns + want_ns, platter_drive_now_ns(alone));
    }
}

static void passes_faults_on(void **state)
{
    (void)state;
    const struct platter_fault faults[] = {{PLATTER_FAULT_ERROR, BLOCK, BLOCK, 1000, 0},
                                           {PLATTER_FAULT_GONE, 3 * BLOCK, BLOCK, 0, 0}};
    const int want[] = {0, PLATTER_READ_MEDIUM, 0, PLATTER_READ_GONE};
    struct platter_drive *below = sim(), *filter = NULL;

    assert_int_equal(platter_fault_new(below, faults, 2, &filter), 0);
    CLEANUP_DRIVE struct platter_drive *d = filter;
    CLEANUP_QUEUE struct platter_queue *q = NULL;
    assert_int_equal(platter_queue_open(d, 4, &q), 0);
    assert_int_equal(q->depth, 4);
    struct platter_io io[4], *done;
    for (unsigned i = 0; i < 4; i++) {
        io[i] = (struct platter_io){.offset_bytes = i * BLOCK, .len_bytes = BLOCK, .buf = buf[i]};
        assert_int_equal(platter_queue_submit(q, &io[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(platter_queue_wait(q, &done), 0);
        assert_int_equal(done->result, want[i]);
    }
}

static void refuses_odd_depths(void **state)
{
    (void)state;
    CLEANUP_DRIVE struct platter_drive *d = sim();
    struct platter_queue *q = NULL;

    assert_int_equal(platter_queue_open(d, 0, &q), -EINVAL);
    assert_int_equal(platter_queue_open(d, PLATTER_QUEUE_DEPTH_MAX + 1, &q), -EINVAL);
    assert_null(q);
    platter_queue_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_as_many_as_asked),
        cmocka_unit_test(keeps_each_reads_time),
        cmocka_unit_test(passes_faults_on),
        cmocka_unit_test(refuses_odd_depths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
