/* SPDX-License-Identifier: MIT */
/* Drive files: what is built in is what the files say; what is wrong is found at its line. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/model.h"
#include "agent/core/model_conf.h"

#define DRIVE                                                                                      \
    "model = TEST\ncapacity = 102.4 GB\nphysical = 4096 B\nrate = 100 MB/s\nradius-ratio = 50 %\n" \
    "interface = 500 MB/s\n"

static enum platter_model_result parse(struct platter_model_spec *spec, const char *text,
                                       struct platter_model_error *error)
{
    memset(spec, 0, sizeof(*spec));
    return platter_model_parse(spec, "test", text, strlen(text), error);
}

static void a_drive(void **state)
{
    (void)state;
    struct platter_model_spec s;
    struct platter_model_error e;

    assert_int_equal(parse(&s,
                           "# a comment\n\n" DRIVE " seek=1.5ms # so\r\nstart-up = -0.5\n"
                           "retries = 20\nfault = slow:zone=9:by=20%\nfault = gone:day=3",
                           &e),
                     PLATTER_MODEL_RANGE);
    assert_string_equal(e.key->name, "start-up");
    assert_int_equal(e.line, 10);
    assert_int_equal(parse(&s,
                           DRIVE "seek=1.5ms\nwrite-start-inner = -130 ms\nstandby = 20 min\n"
                                 "retries = 20\nfault = slow:zone=9:by=20%\nfault = gone:day=3",
                           &e),
                     PLATTER_MODEL_OK);
    assert_string_equal(s.name, "test");
    assert_string_equal(s.model, "TEST");
    assert_true(s.capacity_bytes == 102400000000u);
    assert_near(s.radius_ratio, .5, 1e-12);
    assert_near(s.seek_a_ns, 1.5e6, 1e-12);
    assert_near(s.write_start_inner_ns, -130e6, 1e-12);
    assert_near(s.standby_ns, 1200e9, 1e-12);
    assert_int_equal(s.retries, 20);
    assert_int_equal(s.n_faults, 2);
    assert_string_equal(s.faults[1], "gone:day=3");
}

static void what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum platter_model_result result;
        unsigned line;
        const char *word, *meant;
    } cases[] = {
        {DRIVE "raet = 1 MB/s", PLATTER_MODEL_UNKNOWN, 7, "raet", "rate"},
        {DRIVE "falut = x", PLATTER_MODEL_UNKNOWN, 7, "falut", "fault"},
        {DRIVE "xyzzy = 1", PLATTER_MODEL_UNKNOWN, 7, "xyzzy", NULL},
        {DRIVE "skew = 1 MB", PLATTER_MODEL_VALUE, 7, "1 MB", NULL},
        {DRIVE "skew = ", PLATTER_MODEL_VALUE, 7, "", NULL},
        {DRIVE "skew = nan", PLATTER_MODEL_VALUE, 7, "nan", NULL},
        {DRIVE "retries = 1.5", PLATTER_MODEL_VALUE, 7, "1.5", NULL},
        {DRIVE "model = \"x\"", PLATTER_MODEL_VALUE, 7, "\"x\"", NULL},
        {DRIVE "retries = 1e9", PLATTER_MODEL_RANGE, 7, "1e9", NULL},
        {DRIVE "fault = slow:zone=12", PLATTER_MODEL_FAULT, 7, "slow:zone=12", NULL},
        {DRIVE "hello", PLATTER_MODEL_LINE, 7, "hello", NULL},
        {"model = X\nrate = 100 MB/s", PLATTER_MODEL_MISSING, 0, "capacity", NULL},
        {"", PLATTER_MODEL_MISSING, 0, "capacity", NULL},
        {DRIVE "capacity = 100000000001 B", PLATTER_MODEL_CLASH, 0, "capacity", NULL},
        {DRIVE "physical = 5000 B", PLATTER_MODEL_CLASH, 0, "capacity", NULL},
        {DRIVE "switch = 4 ms", PLATTER_MODEL_MISSING, 0, "switch-tracks", NULL},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct platter_model_spec s;
        struct platter_model_error e;
        assert_int_equal(parse(&s, cases[i].text, &e), cases[i].result);
        assert_int_equal(e.line, cases[i].line);
        assert_string_equal(e.word, cases[i].word);
        if (cases[i].meant)
            assert_string_equal(e.meant, cases[i].meant);
        else
            assert_null(e.meant);
        assert_int_equal(s.capacity_bytes, 0); /* nothing was changed */
    }
}

static void not_even_text(void **state)
{
    (void)state;
    struct platter_model_spec s;
    struct platter_model_error e;
    char junk[1000];

    memset(&s, 0, sizeof(s));
    memset(junk, 'x', sizeof(junk));
    assert_int_equal(platter_model_parse(&s, "j", junk, sizeof(junk), &e), PLATTER_MODEL_LINE);
    memset(junk, 0, sizeof(junk));
    assert_int_equal(platter_model_parse(&s, "j", junk, sizeof(junk), &e), PLATTER_MODEL_LINE);
    assert_int_equal(platter_model_parse(&s, "j", junk, 0, &e), PLATTER_MODEL_MISSING);
}

static void faults_are_not_endless(void **state)
{
    (void)state;
    struct platter_model_spec s;
    struct platter_model_error e;

    assert_int_equal(platter_model_named(&s, "wd80eazz", &e), PLATTER_MODEL_OK);
    for (unsigned i = 0; i < PLATTER_MODEL_FAULTS_MAX; i++)
        assert_int_equal(platter_model_set(&s, "fault", "slow", &e), PLATTER_MODEL_OK);
    assert_int_equal(platter_model_set(&s, "fault", "slow", &e), PLATTER_MODEL_MANY);
}

static void names_with_settings(void **state)
{
    (void)state;
    struct platter_model_spec s;
    struct platter_model_error e;

    assert_int_equal(platter_model_named(&s, "wd80eazz,n=7,fault=slow:zone=9,rate=100 MB/s", &e),
                     PLATTER_MODEL_OK);
    assert_int_equal(s.number, 7);
    assert_int_equal(s.n_faults, 1);
    assert_near(s.outer_bps, 1e8, 1e-12);
    assert_int_equal(platter_model_named(&s, "wd80eazz,n=x", &e), PLATTER_MODEL_VALUE);
    assert_int_equal(s.number, 7);
    assert_int_equal(platter_model_named(&s, "nothing,n=1", &e), PLATTER_MODEL_NO_DRIVE);
    assert_int_equal(platter_model_named(&s, "", &e), PLATTER_MODEL_NO_DRIVE);
}

/* Member by member: the awk script and the parser read the same files in the same way. */
static void what_is_built_in_is_what_the_files_say(void **state)
{
    (void)state;
    unsigned n, n_keys;
    const struct platter_model_spec *specs = platter_model_specs(&n);
    const struct platter_model_key *keys = platter_model_keys(&n_keys);
    const char *src = getenv("PLATTER_SRC");

    if (!src)
        skip();
    for (unsigned i = 0; i < n; i++) {
        struct platter_model_spec s;
        struct platter_model_error e;
        char path[4096], text[8192];
        memset(&s, 0, sizeof(s));
        snprintf(path, sizeof(path), "%s/contrib/drives/%s.conf", src, specs[i].name);
        FILE *f = fopen(path, "r");
        assert_non_null(f);
        size_t size = fread(text, 1, sizeof(text), f);
        fclose(f);
        assert_int_equal(platter_model_parse(&s, specs[i].name, text, size, &e), PLATTER_MODEL_OK);
        assert_int_equal(platter_model_check(&specs[i], &e), PLATTER_MODEL_OK);
        for (unsigned k = 0; k < n_keys; k++) {
            const char *a = (const char *)&s + keys[k].offset;
            const char *b = (const char *)&specs[i] + keys[k].offset;
            double x, y;
            memcpy(&x, a, sizeof(x));
            memcpy(&y, b, sizeof(y));
            if (keys[k].kind == PLATTER_MODEL_TEXT)
                assert_string_equal(a, b);
            else if (keys[k].kind == PLATTER_MODEL_BYTES)
                assert_memory_equal(a, b, sizeof(uint64_t));
            else if (keys[k].kind == PLATTER_MODEL_WHOLE || keys[k].kind == PLATTER_MODEL_SIZE)
                assert_memory_equal(a, b, sizeof(uint32_t));
            else
                assert_near(x, y, 1e-12);
        }
        assert_int_equal(s.n_faults, specs[i].n_faults);
        assert_memory_equal(s.faults, specs[i].faults, sizeof(s.faults));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drive),
        cmocka_unit_test(what_is_wrong),
        cmocka_unit_test(not_even_text),
        cmocka_unit_test(faults_are_not_endless),
        cmocka_unit_test(names_with_settings),
        cmocka_unit_test(what_is_built_in_is_what_the_files_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
