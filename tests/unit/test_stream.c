/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <time.h>

#include "agent/core/rng.h"
#include "agent/wire/snapshot_json.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>

/* What came out: "length:text|" of every line. */
struct seen {
    char text[4096];
    size_t len;
    int lines;
    int stop_at; /* this line is answered with 77; 0 = none */
};

static int see(char *line, size_t len, void *user)
{
    struct seen *s = user;
    int head = snprintf(s->text + s->len, sizeof(s->text) - s->len, "%zu:", len);

    assert_int_equal(line[len], '\0');
    s->len += (size_t)head;
    assert_true(s->len + len + 2 < sizeof(s->text));
    memcpy(s->text + s->len, line, len);
    s->len += len;
    s->text[s->len++] = '|';
    s->text[s->len] = '\0';
    memset(line, '#', len); /* the line is ours to change */
    return ++s->lines == s->stop_at ? 77 : 0;
}

static const char input[] = "one\n\r\n\ntwo\r\nth\rree\nfo\0ur\n{\"a\":1}\nhalf";
#define INPUT_LEN (sizeof(input) - 1)
static const char expected[] = "3:one|3:two|6:th\rree|5:fo\0ur|7:{\"a\":1}|";
#define EXPECTED_LEN (sizeof(expected) - 1)

static void assert_seen_all(const struct seen *s)
{
    assert_int_equal(s->len, EXPECTED_LEN);
    assert_memory_equal(s->text, expected, EXPECTED_LEN);
}

static void test_every_split(void **state)
{
    (void)state;
    for (size_t a = 0; a <= INPUT_LEN; a++) {
        for (size_t b = a; b <= INPUT_LEN; b++) {
            struct platter_lines l;
            struct seen s = {.len = 0};

            platter_lines_init(&l);
            assert_int_equal(platter_lines_feed(&l, input, a, see, &s), 0);
            assert_int_equal(platter_lines_feed(&l, input + a, b - a, see, &s), 0);
            assert_int_equal(platter_lines_feed(&l, input + b, INPUT_LEN - b, see, &s), 0);
            assert_seen_all(&s);
            assert_true(platter_lines_pending(&l));
            platter_lines_deinit(&l);
        }
    }
}

static void test_byte_by_byte(void **state)
{
    struct platter_lines l;
    struct seen s = {.len = 0};

    (void)state;
    platter_lines_init(&l);
    assert_false(platter_lines_pending(&l));
    for (size_t i = 0; i < INPUT_LEN; i++)
        assert_int_equal(platter_lines_feed(&l, input + i, 1, see, &s), 0);
    assert_seen_all(&s);
    assert_int_equal(platter_lines_feed(&l, "\n", 1, see, &s), 0);
    assert_false(platter_lines_pending(&l));
    assert_int_equal(s.lines, 6);
    platter_lines_deinit(&l);
}

static void test_stop_keeps_the_rest(void **state)
{
    struct platter_lines l;
    struct seen s = {.stop_at = 2};

    (void)state;
    platter_lines_init(&l);
    assert_int_equal(platter_lines_feed(&l, input, INPUT_LEN, see, &s), 77);
    assert_int_equal(s.lines, 2);
    assert_int_equal(platter_lines_feed(&l, NULL, 0, see, &s), 0);
    assert_seen_all(&s);
    platter_lines_deinit(&l);
}

/* A line of `len` letters with this end, then "ok", in chunks. */
static void feed_long(size_t len, const char *end, size_t chunk, struct platter_lines *l,
                      struct seen *s)
{
    size_t total = len + strlen(end) + 3;
    CLEANUP_FREE char *text = malloc(total + 1);

    assert_non_null(text);
    memset(text, 'x', len);
    snprintf(text + len, total + 1 - len, "%sok\n", end);
    for (size_t i = 0; i < total; i += chunk)
        assert_int_equal(
            platter_lines_feed(l, text + i, chunk < total - i ? chunk : total - i, see, s), 0);
}

static int count_line(size_t len, const char *end, size_t chunk)
{
    struct platter_lines l;
    struct seen s = {.len = 0};
    int too_long;

    platter_lines_init(&l);
    feed_long(len, end, chunk, &l, &s);
    too_long = (int)l.too_long;
    assert_string_equal(s.text, "2:ok|");
    assert_false(platter_lines_pending(&l));
    platter_lines_deinit(&l);
    return too_long;
}

static void test_overlong_lines(void **state)
{
    static const size_t chunks[] = {4096, PLATTER_LINE_MAX, PLATTER_LINE_MAX + 1,
                                    PLATTER_LINE_MAX + 2, 8 * PLATTER_LINE_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
        assert_int_equal(count_line(PLATTER_LINE_MAX + 1, "\n", chunks[i]), 1);
        assert_int_equal(count_line(PLATTER_LINE_MAX + 1, "\r\n", chunks[i]), 1);
        assert_int_equal(count_line(3 * PLATTER_LINE_MAX, "\n", chunks[i]), 1);
    }
}

static int count_only(char *line, size_t len, void *user)
{
    (void)line;
    *(size_t *)user = len;
    return 0;
}

static void test_longest_line(void **state)
{
    CLEANUP_FREE char *text = malloc(PLATTER_LINE_MAX + 2);
    struct platter_lines l;
    size_t seen = 0;

    (void)state;
    assert_non_null(text);
    memset(text, 'x', PLATTER_LINE_MAX);
    text[PLATTER_LINE_MAX] = '\r';
    text[PLATTER_LINE_MAX + 1] = '\n';
    platter_lines_init(&l);
    assert_int_equal(platter_lines_feed(&l, text, PLATTER_LINE_MAX + 1, count_only, &seen), 0);
    assert_int_equal(platter_lines_feed(&l, text + PLATTER_LINE_MAX + 1, 1, count_only, &seen), 0);
    assert_int_equal(seen, PLATTER_LINE_MAX);
    assert_int_equal(l.too_long, 0);
    platter_lines_deinit(&l);
}

static int parse(const char *text, struct platter_message *m)
{
    char why[128] = "";
    int r = platter_message_parse(text, strlen(text), m, why, sizeof(why));

    assert_int_equal(r != 0, why[0] != '\0');
    return r;
}

static void test_messages(void **state)
{
    struct platter_message m;

    (void)state;
    assert_int_equal(
        parse("{\"schema\":\"platter.hello/1\",\"version\":\"0.1.0\",\"step_s\":10}", &m), 0);
    assert_int_equal(m.kind, PLATTER_MESSAGE_HELLO);
    assert_int_equal(m.step_s, 10);
    assert_string_equal(m.version, "0.1.0");
    assert_int_equal(
        parse("{\"schema\":\"platter.log/1\",\"level\":\"warning\",\"text\":\"hm\"}", &m), 0);
    assert_int_equal(m.kind, PLATTER_MESSAGE_LOG);
    assert_int_equal(m.level, LOG_WARNING);
    assert_string_equal(m.text, "hm");
    assert_int_equal(parse("{\"schema\":\"platter.log/1\",\"text\":\"hm\"}", &m), 0);
    assert_int_equal(m.level, LOG_NOTICE);
    assert_int_equal(parse("{\"schema\":\"platter.error/1\",\"text\":\"no\"}", &m), 0);
    assert_int_equal(m.kind, PLATTER_MESSAGE_ERROR);
    assert_int_equal(parse("{\"schema\":\"platter.snapshot/1\",\"drive\":\"a\"}", &m), 0);
    assert_int_equal(m.kind, PLATTER_MESSAGE_SNAPSHOT);
    assert_string_equal(m.snapshot.drive, "a");
    assert_int_equal(parse("{\"schema\":\"platter.status/1\",\"drives\":[]}", &m), 0);
    assert_int_equal(m.kind, PLATTER_MESSAGE_OTHER);
    assert_int_equal(parse("{\"schema\":\"platter.step/1\",\"time\":600}", &m), 0);
    assert_int_equal(m.kind, PLATTER_MESSAGE_STEP);
    assert_int_equal(m.time_s, 600);
    assert_int_equal(parse("{\"schema\":\"platter.event/1\",\"seq\":9,\"code\":\"gone\"}", &m), 0);
    assert_int_equal(m.kind, PLATTER_MESSAGE_EVENT);
    assert_int_equal(m.event.seq, 9);
    assert_int_equal(parse("{\"schema\":\"platter.hello/1\",\"step_s\":10,\"protocol\":7,"
                           "\"event_epoch\":5,\"settings\":[{\"name\":\"a\",\"value\":\"b\"}]}",
                           &m),
                     0);
    assert_int_equal(m.protocol, 7);
    assert_int_equal(m.event_epoch, 5);
    assert_int_equal(m.settings.n, 1);
    assert_int_equal(parse("{\"schema\":\"platter.hello/2\"}", &m), 0);
    assert_int_equal(m.kind, PLATTER_MESSAGE_OTHER);
}

static void test_messages_refused(void **state)
{
    static const char *const bad[] = {
        "garbage",
        "{}",
        "[]",
        "{\"schema\":7}",
        "{\"schema\":\"platter.hello/1\"}",
        "{\"schema\":\"platter.hello/1\",\"step_s\":0}",
        "{\"schema\":\"platter.log/1\",\"level\":\"info\"}",
        "{\"schema\":\"platter.error/1\",\"text\":5}",
        "{\"schema\":\"platter.snapshot/1\"}",
    };
    struct platter_message m = {.step_s = 4711};
    char why[64];

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(parse(bad[i], &m), -EPROTO);
    assert_int_equal(platter_message_parse("{\"schema\":\"x\0\"}", 14, &m, why, sizeof(why)),
                     -EPROTO);
    assert_int_equal(m.step_s, 4711);
}

static void mutate(char *text, size_t len, struct platter_rng *r)
{
    static const char spice[] = "{}[]\",:\\0-e.ntu\xff\x01";
    uint64_t changes = 1 + platter_rng_next(r) % 8;

    while (changes--) {
        size_t at = (size_t)(platter_rng_next(r) % len);
        size_t from = (size_t)(platter_rng_next(r) % len);
        size_t n = (size_t)(platter_rng_next(r) % 40);

        switch (platter_rng_next(r) % 3) {
        case 0: /* another byte */
            text[at] = (char)platter_rng_next(r);
            break;
        case 1: /* a byte that means something */
            text[at] = spice[platter_rng_next(r) % sizeof(spice)];
            break;
        default: /* a piece from elsewhere */
            n = n < len - at ? n : len - at;
            n = n < len - from ? n : len - from;
            memmove(text + at, text + from, n);
        }
    }
}

/* Survives whatever comes, and what it takes is fit to be written again. */
static void test_mutations(void **state)
{
    const char *given = getenv("PLATTER_TEST_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    struct platter_snapshot s;
    struct platter_rng r;
    CLEANUP_FREE char *whole = NULL, *text = NULL;
    CLEANUP_JSON struct platter_json *j = NULL;
    size_t len;

    (void)state;
    print_message("PLATTER_TEST_SEED=%llu\n", (unsigned long long)seed);
    platter_rng_seed(&r, seed);
    platter_snapshot_init(&s);
    snprintf(s.drive, sizeof(s.drive), "model_serial");
    s.n_zones = 3;
    platter_snapshot_reason(&s, "stalled", "00", 1, 2.5, "text");
    j = platter_snapshot_to_json(&s);
    whole = platter_json_dump(j);
    len = strlen(whole);
    text = malloc(len + 1);
    for (int i = 0; i < 20000; i++) {
        struct platter_message m;
        char why[80];
        size_t cut = platter_rng_next(&r) % 10 ? len : (size_t)(platter_rng_next(&r) % (len + 1));

        memcpy(text, whole, len + 1);
        mutate(text, len, &r);
        if (platter_message_parse(text, cut, &m, why, sizeof(why)) == 0 &&
            m.kind == PLATTER_MESSAGE_SNAPSHOT) {
            CLEANUP_JSON struct platter_json *again = platter_snapshot_to_json(&m.snapshot);

            assert_int_equal(platter_snapshot_from_json(again, &s), 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_split),         cmocka_unit_test(test_byte_by_byte),
        cmocka_unit_test(test_stop_keeps_the_rest), cmocka_unit_test(test_overlong_lines),
        cmocka_unit_test(test_longest_line),        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_messages_refused),    cmocka_unit_test(test_mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
