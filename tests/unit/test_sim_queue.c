/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>

#include "agent/core/rng.h"
#include "agent/drive/queue.h"
#include "agent/drive/sim.h"

#define READS 2000

/* Random reads of 4 KiB with so many in flight: how long one takes on average, in ms. */
static double random_ms(unsigned depth)
{
    CLEANUP_DRIVE struct platter_drive *d = NULL;
    CLEANUP_QUEUE struct platter_queue *q = NULL;
    struct platter_io ios[64], *done;
    struct platter_rng rng;
    unsigned left = READS;

    platter_rng_seed(&rng, 2);
    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    assert_int_equal(platter_sim_queue(d, depth, &q), 0);
    for (unsigned i = 0; i < depth; i++) {
        ios[i] = (struct platter_io){.offset_bytes = platter_rng_next(&rng) % 488000000 * 4096,
                                     .len_bytes = 4096};
        assert_int_equal(platter_queue_submit(q, &ios[i]), 0);
    }
    assert_int_equal(platter_queue_submit(q, &ios[0]), -EBUSY);
    while (left--) {
        assert_int_equal(platter_queue_wait(q, &done), 0);
        assert_int_equal(done->result, 0);
        assert_true(done->done_ns > done->submit_ns);
        done->offset_bytes = platter_rng_next(&rng) % 488000000 * 4096;
        assert_int_equal(platter_queue_submit(q, done), 0);
    }
    return (double)platter_drive_now_ns(d) / READS / 1e6;
}

static void a_longer_queue_has_shorter_ways(void **state)
{
    (void)state;
    double one = random_ms(1), four = random_ms(4), many = random_ms(32);

    assert_near(one, 11.9, .05);
    assert_true(four < .8 * one);
    assert_true(many < .8 * four);
}

/* A stream is read in its order, at the speed of the surface. */
static void a_stream_stays_a_stream(void **state)
{
    (void)state;
    CLEANUP_DRIVE struct platter_drive *d = NULL;
    CLEANUP_QUEUE struct platter_queue *q = NULL;
    struct platter_io ios[4], *done;
    uint64_t expected = 0;

    assert_int_equal(platter_sim_new(platter_model_find("wd2002faex"), PLATTER_SIM_VIRTUAL, 1, &d),
                     0);
    assert_int_equal(platter_queue_open(d, 4, &q), 0);
    for (unsigned i = 0; i < 4; i++) {
        ios[i] = (struct platter_io){.offset_bytes = i * 131072, .len_bytes = 131072};
        assert_int_equal(platter_queue_submit(q, &ios[i]), 0);
    }
    /* wherever it begins, it goes on from there */
    assert_int_equal(platter_queue_wait(q, &done), 0);
    while (q->in_flight) {
        expected = done->offset_bytes + 131072;
        assert_int_equal(platter_queue_wait(q, &done), 0);
        if (expected < 4 * 131072)
            assert_int_equal(done->offset_bytes, expected);
    }
    assert_int_equal(platter_queue_wait(q, &done), -ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_longer_queue_has_shorter_ways),
        cmocka_unit_test(a_stream_stays_a_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
