/* SPDX-License-Identifier: MIT */
/* Reads and writes at both ends of the three one-platter drives, as they were published. */
#include "tests/support/unit.h"

#include "agent/core/model.h"
#include "agent/core/model_conf.h"

#define MB 1000000ull
#define REST_NS 1000000000ull
#define CYLINDER 8225280ull

typedef int (*access_fn)(struct platter_model *m, uint64_t offset_bytes, uint64_t len_bytes,
                         uint64_t *ns);

/* MB/s of count times 100 MB after a rest. */
static double rate(struct platter_model *m, access_fn access, uint64_t at, unsigned count)
{
    uint64_t sum = 0;

    platter_model_wait(m, REST_NS);
    for (unsigned i = 0; i < count * 100; i++) {
        uint64_t ns;
        assert_int_equal(access(m, at + i * MB, MB, &ns), 0);
        sum += ns;
    }
    return count * 100 * 1e9 / (double)sum;
}

static void both_ends(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t cylinder;
        double read[2][2], write[2][2]; /* outer, inner; once, ten times */
    } drives[] = {
        {"st3320613as", 38663, {{123, 126}, {63.5, 63.8}}, {{88.7, 89.3}, {53.5, 53.1}}},
        {"st3250410as", 30151, {{87.1, 88.3}, {53.8, 54.2}}, {{67.2, 70.2}, {47.6, 44.1}}},
        {"st380815as", 9479, {{74.4, 76.1}, {37.0, 37.4}}, {{32.5, 32.1}, {23.0, 22.5}}},
    };
    for (unsigned d = 0; d < 3; d++)
        for (unsigned inner = 0; inner < 2; inner++)
            for (unsigned ten = 0; ten < 2; ten++) {
                struct platter_model m;
                uint64_t at = inner ? drives[d].cylinder * CYLINDER : 0;
                platter_model_init(&m, platter_model_find(drives[d].name), 1);
                assert_near(rate(&m, platter_model_read, at, ten ? 10 : 1),
                            drives[d].read[inner][ten], .005);
                assert_near(rate(&m, platter_model_write, at, ten ? 10 : 1),
                            drives[d].write[inner][ten], .03);
            }
}

/* Shingled: scattered writes are fast until the media cache is full. */
static void shingles(void **state)
{
    (void)state;
    struct platter_model_spec spec;
    struct platter_model_error e;
    struct platter_model m;
    uint64_t ns, first = 0, last = 0;

    assert_int_equal(platter_model_named(&spec, "wd80eazz,media-cache=100 MB,shingle=32 MiB", &e),
                     PLATTER_MODEL_OK);
    platter_model_init(&m, &spec, 1);
    for (unsigned i = 0; i < 300; i++) {
        assert_int_equal(platter_model_write(&m, i * 7919ull % 300 * 1048576, MB, &ns), 0);
        if (i < 50)
            first += ns;
        if (i >= 250)
            last += ns;
    }
    assert_true(last > 10 * first);
    platter_model_wait(&m, 3600 * REST_NS);
    assert_int_equal(platter_model_write(&m, 1ull << 40, MB, &ns), 0);
    assert_true(ns < 2 * first / 50);
}

/* What was written is no longer in the buffer as it was. */
static void a_write_empties_the_buffer(void **state)
{
    (void)state;
    struct platter_model m;
    uint64_t ns;

    platter_model_init(&m, platter_model_find("wd2002faex"), 1);
    platter_model_read_ns(&m, 0, 131072);
    platter_model_read_ns(&m, 1ull << 40, 131072);
    assert_true(platter_model_read_ns(&m, 0, 4096) < 1000000);
    assert_int_equal(platter_model_write(&m, 0, 4096, &ns), 0);
    platter_model_read_ns(&m, 1ull << 39, 131072);
    assert_true(platter_model_read_ns(&m, 0, 4096) > 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ends),
        cmocka_unit_test(shingles),
        cmocka_unit_test(a_write_empties_the_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
