/* SPDX-License-Identifier: MIT */
/* Reads in time: a stream at media rate whatever the host does in between, buffer, seeks. */
#include "tests/support/unit.h"

#include "agent/core/actuator.h"
#include "agent/core/model_conf.h"

#define MS 1000000u
#define BLOCK 131072u
#define BUFFER (64u << 20)

struct rig {
    struct platter_model model;
    struct platter_actuator actuator;
    struct platter_served served;
    uint64_t now_ns;
};

static void rig_init(struct rig *rig, const char *name)
{
    platter_model_init(&rig->model, platter_model_find(name), 7);
    platter_actuator_init(&rig->actuator, &rig->model, BUFFER);
    rig->now_ns = 5 * MS;
}

/* Read, the clock is where it ended. Returns the wait. */
static uint64_t do_read(struct rig *rig, uint64_t offset_bytes, uint64_t len_bytes,
                        enum platter_actuator_way expected)
{
    platter_actuator_read(&rig->actuator, rig->now_ns, offset_bytes, len_bytes, &rig->served);
    uint64_t wait_ns = rig->served.done_ns - rig->now_ns;

    assert_int_equal(rig->served.way, expected);
    assert_int_equal(rig->served.result, 0);
    assert_true(rig->served.done_ns > rig->now_ns);
    rig->now_ns = rig->served.done_ns;
    return wait_ns;
}

/* Bytes per second of n blocks with a pause of the host's before each. */
static double stream_bps(struct rig *rig, uint64_t from, unsigned n, uint64_t think_ns)
{
    do_read(rig, from, BLOCK, PLATTER_WAY_SEEK);
    uint64_t begin_ns = rig->now_ns;
    for (unsigned i = 1; i <= n; i++) {
        rig->now_ns += think_ns;
        do_read(rig, from + (uint64_t)i * BLOCK, BLOCK, PLATTER_WAY_STREAM);
    }
    return (double)n * BLOCK * 1e9 / (double)(rig->now_ns - begin_ns);
}

static void a_stream_runs_at_media_rate(void **state)
{
    (void)state;
    const uint64_t think_ns[] = {0, MS / 10, MS / 2};
    struct rig rig;

    rig_init(&rig, "wd2002faex");
    for (unsigned i = 0; i < 3; i++)
        assert_near(stream_bps(&rig, (uint64_t)i << 30, 2000, think_ns[i]),
                    platter_model_rate_bps(rig.model.spec, (uint64_t)i << 30), .005);
}

/* 2 ms before each block of 0.9 ms: the host is slower than the media, the buffer answers. */
static void a_slow_host_finds_it_in_the_buffer(void **state)
{
    (void)state;
    struct rig rig;

    rig_init(&rig, "wd2002faex");
    do_read(&rig, 0, BLOCK, PLATTER_WAY_SEEK);
    for (unsigned i = 1; i < 100; i++) {
        rig.now_ns += 2 * MS;
        assert_in_range(do_read(&rig, i * BLOCK, BLOCK, PLATTER_WAY_STREAM), 1, MS / 2);
    }
}

/* After a pause of a minute a buffer was read ahead and no more. */
static void reading_ahead_ends_where_the_buffer_is_full(void **state)
{
    (void)state;
    struct rig rig;

    rig_init(&rig, "wd2002faex");
    do_read(&rig, 0, BLOCK, PLATTER_WAY_SEEK);
    rig.now_ns += 60000ull * MS;
    uint64_t begin_ns = rig.now_ns;
    for (unsigned i = 1; i <= 2 * BUFFER / BLOCK; i++)
        do_read(&rig, (uint64_t)i * BLOCK, BLOCK, PLATTER_WAY_STREAM);
    double expected_ns = BUFFER * 1e9 / platter_model_rate_bps(rig.model.spec, 0);
    assert_near((double)(rig.now_ns - begin_ns), expected_ns, .02);
}

static void what_was_read_is_in_the_buffer(void **state)
{
    (void)state;
    struct rig rig;

    rig_init(&rig, "wd2002faex");
    do_read(&rig, 1u << 30, BLOCK, PLATTER_WAY_SEEK);
    do_read(&rig, (1u << 30) + BLOCK, BLOCK, PLATTER_WAY_STREAM);
    assert_in_range(do_read(&rig, 1u << 30, 4096, PLATTER_WAY_BUFFER), 1, MS / 5);
    do_read(&rig, (1u << 30) + 2 * BLOCK, BLOCK, PLATTER_WAY_STREAM);
    /* what was before the stream is not, nor what the stream has long left behind */
    do_read(&rig, (1u << 30) - BLOCK, BLOCK, PLATTER_WAY_SEEK);
    for (unsigned i = 0; i < BUFFER / BLOCK + 8; i++)
        do_read(&rig, (1u << 30) + (uint64_t)i * BLOCK, BLOCK, PLATTER_WAY_STREAM);
    do_read(&rig, (1u << 30) - BLOCK, BLOCK, PLATTER_WAY_SEEK);
}

/* Two requests in the wrong order cost no turn. */
static void a_layer_that_reorders_costs_nothing(void **state)
{
    (void)state;
    struct rig rig;

    rig_init(&rig, "wd80eazz");
    do_read(&rig, 0, BLOCK, PLATTER_WAY_SEEK);
    uint64_t begin_ns = rig.now_ns;
    for (unsigned i = 1; i < 2000; i += 2) {
        do_read(&rig, (i + 1) * (uint64_t)BLOCK, BLOCK, PLATTER_WAY_STREAM);
        do_read(&rig, i * (uint64_t)BLOCK, BLOCK, PLATTER_WAY_BUFFER);
    }
    assert_near(2000. * BLOCK * 1e9 / (double)(rig.now_ns - begin_ns),
                platter_model_rate_bps(rig.model.spec, 0), .01);
}

static void one_long_request_is_many_short_ones(void **state)
{
    (void)state;
    struct rig rig;

    rig_init(&rig, "wd2002faex");
    do_read(&rig, 0, BLOCK, PLATTER_WAY_SEEK);
    uint64_t ns = do_read(&rig, BLOCK, 32u << 20, PLATTER_WAY_STREAM);
    assert_near((32u << 20) * 1e9 / (double)ns, platter_model_rate_bps(rig.model.spec, 0), .01);
}

/* Far away: what the model says, from its arrival on, however long the drive was idle. */
static void elsewhere_is_a_seek(void **state)
{
    (void)state;
    struct rig rig;
    struct platter_model same;

    rig_init(&rig, "wd2002faex");
    platter_model_init(&same, rig.model.spec, 7);
    for (unsigned i = 0; i < 200; i++) {
        uint64_t offset = (i * 7919ull % 200) * 10000000512ull / 4096 * 4096;
        rig.now_ns += i * MS;
        assert_int_equal(do_read(&rig, offset, 4096, PLATTER_WAY_SEEK),
                         platter_model_read_ns(&same, offset, 4096));
    }
}

/* A retry holds up the stream behind it too, unless it was read ahead in time. */
static void a_retry_holds_the_head(void **state)
{
    (void)state;
    struct rig rig;

    rig_init(&rig, "wd2002faex");
    do_read(&rig, 0, BLOCK, PLATTER_WAY_SEEK);
    uint64_t begin_ns = rig.now_ns;
    uint64_t wait_ns = do_read(&rig, BLOCK, BLOCK, PLATTER_WAY_STREAM);
    platter_actuator_retry(&rig.actuator, 25 * MS, &rig.served);
    rig.now_ns = rig.served.done_ns;
    assert_int_equal(rig.now_ns - begin_ns, wait_ns + 25 * MS);
    assert_in_range(do_read(&rig, 2 * BLOCK, BLOCK, PLATTER_WAY_STREAM), MS / 2, 3 * MS);

    rig.now_ns += 100 * MS;
    do_read(&rig, 3 * BLOCK, BLOCK, PLATTER_WAY_STREAM);
    platter_actuator_retry(&rig.actuator, 25 * MS, &rig.served);
    assert_int_equal(rig.served.done_ns, rig.now_ns);
}

/* What cannot be read fails each time, also when the drive has read past it. */
static void an_error_is_not_in_the_buffer(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_error error;
    struct rig rig;
    unsigned bad = 0;

    assert_int_equal(
        platter_model_named(&spec, "wd2002faex,fault=unreadable:count=4:to=0.0001", &error), 0);
    platter_model_init(&rig.model, &spec, 7);
    platter_actuator_init(&rig.actuator, &rig.model, BUFFER);
    rig.now_ns = 0;
    for (uint64_t i = 0; i < 1600; i++) {
        platter_actuator_read(&rig.actuator, rig.now_ns, i * BLOCK, BLOCK, &rig.served);
        rig.now_ns = rig.served.done_ns;
        if (!rig.served.result)
            continue;
        assert_int_equal(rig.served.result, PLATTER_MODEL_MEDIUM);
        bad++;
        platter_actuator_read(&rig.actuator, rig.now_ns, i * BLOCK, BLOCK, &rig.served);
        assert_int_equal(rig.served.result, PLATTER_MODEL_MEDIUM);
        /* passed over by the next one, and asked for after that */
        platter_actuator_read(&rig.actuator, rig.now_ns, (i - 1) * BLOCK, BLOCK, &rig.served);
        platter_actuator_read(&rig.actuator, rig.now_ns, (i + 1) * BLOCK, BLOCK, &rig.served);
        platter_actuator_read(&rig.actuator, rig.now_ns, i * BLOCK, BLOCK, &rig.served);
        assert_int_equal(rig.served.result, PLATTER_MODEL_MEDIUM);
    }
    assert_int_equal(bad, 4);
}

/* A stream of writes is not held up by what the host does in between either. */
static void writes_stream_too(void **state)
{
    (void)state;
    struct rig rig;

    rig_init(&rig, "wd2002faex");
    platter_actuator_write(&rig.actuator, rig.now_ns, 0, BLOCK, &rig.served);
    uint64_t begin_ns = rig.now_ns = rig.served.done_ns;
    for (uint64_t i = 1; i <= 1000; i++) {
        rig.now_ns += MS / 4;
        platter_actuator_write(&rig.actuator, rig.now_ns, i * BLOCK, BLOCK, &rig.served);
        assert_int_equal(rig.served.way, PLATTER_WAY_WRITE);
        rig.now_ns = rig.served.done_ns;
    }
    double share = rig.model.spec->write_outer > 0 ? rig.model.spec->write_outer : 1;
    assert_near(1000. * BLOCK * 1e9 / (double)(rig.now_ns - begin_ns),
                share * platter_model_rate_bps(rig.model.spec, 0), .01);
    do_read(&rig, 999 * BLOCK, BLOCK, PLATTER_WAY_SEEK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_runs_at_media_rate),
        cmocka_unit_test(a_slow_host_finds_it_in_the_buffer),
        cmocka_unit_test(reading_ahead_ends_where_the_buffer_is_full),
        cmocka_unit_test(what_was_read_is_in_the_buffer),
        cmocka_unit_test(a_layer_that_reorders_costs_nothing),
        cmocka_unit_test(one_long_request_is_many_short_ones),
        cmocka_unit_test(elsewhere_is_a_seek),
        cmocka_unit_test(a_retry_holds_the_head),
        cmocka_unit_test(an_error_is_not_in_the_buffer),
        cmocka_unit_test(writes_stream_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
