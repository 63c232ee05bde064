/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "agent/wire/snapshot_json.h"
#include "plugin/feed.h"

#define NOW_S 1700000400

/* A host that remembers. */
struct fixture {
    struct platter_host host;
    struct platter_select select;
    struct platter_feed feed;
    unsigned updates, logs, settles, events;
    struct platter_event event; /* the last one */
    int level, refuse;
    char log[1024];
    char last_drive[PLATTER_ID_MAX], last_type[PLATTER_TYPE_MAX];
    int64_t last_s;
    double throughput;
};

static int take_update(const struct platter_update *u, void *user)
{
    struct fixture *f = user;
    f->updates++;
    snprintf(f->last_drive, sizeof f->last_drive, "%s", u->drive);
    snprintf(f->last_type, sizeof f->last_type, "%s", u->type->name);
    f->last_s = u->time_s;
    if (strcmp(u->type->name, "platter_zone") == 0)
        f->throughput = u->values[0].gauge;
    return f->refuse;
}

static void take_log(int level, const char *text, void *user)
{
    struct fixture *f = user;
    f->logs++;
    f->level = level;
    snprintf(f->log, sizeof f->log, "%s", text);
}

static void take_event(const struct platter_event *e, void *user)
{
    struct fixture *f = user;
    f->events++;
    f->event = *e;
}

static void take_settle(void *user)
{
    ((struct fixture *)user)->settles++;
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    f->host = (struct platter_host){take_update, take_log, take_event, take_settle, f};
    platter_select_init(&f->select);
    platter_feed_init(&f->feed, &f->host, &f->select, PLATTER_SERIES_SMALL);
    f->feed.round++; /* as a poll does */
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    platter_feed_deinit(&f->feed);
    platter_select_deinit(&f->select);
    free(f);
    return 0;
}

/* A line with a snapshot of two zones; the caller frees it. */
static char *snapshot_line(const char *drive, int64_t time_s)
{
    struct platter_snapshot s;
    platter_snapshot_init(&s);
    snprintf(s.drive, sizeof s.drive, "%s", drive);
    s.time_s = time_s;
    s.step_s = 600;
    s.n_zones = 2;
    s.zones[0].throughput_bps = 140e6;
    s.zones[1].throughput_bps = NAN;
    struct platter_json *j = platter_snapshot_to_json(&s);
    char *text = platter_json_dump(j), *line = NULL;
    platter_json_free(j);
    assert_non_null(text);
    assert_true(asprintf(&line, "%s\n", text) > 0);
    free(text);
    return line;
}

static void feed_text(struct fixture *f, const char *text)
{
    assert_int_equal(platter_feed_bytes(&f->feed, text, strlen(text), NOW_S), 0);
}

static void feed_snapshot(struct fixture *f, const char *drive, int64_t time_s)
{
    char *line = snapshot_line(drive, time_s);
    feed_text(f, line);
    free(line);
}

static void a_snapshot_becomes_updates(void **state)
{
    struct fixture *f = *state;
    feed_snapshot(f, "WDC_1", NOW_S);
    /* Two zones, two counts, one drive. */
    assert_int_equal(f->updates, 5);
    assert_string_equal(f->last_drive, "WDC_1");
    assert_int_equal(f->last_s, NOW_S);
    assert_nan(f->throughput); /* of the last zone: unknown stays unknown */
    assert_int_equal(f->feed.counts.snapshots, 1);
    assert_int_equal(f->logs, 0);
}

static void byte_by_byte(void **state)
{
    struct fixture *f = *state;
    char *line = snapshot_line("WDC_1", NOW_S);
    for (char *c = line; *c; c++)
        assert_int_equal(platter_feed_bytes(&f->feed, c, 1, NOW_S), 0);
    free(line);
    assert_int_equal(f->updates, 5);
}

static void a_refused_update_loses_nothing_else(void **state)
{
    struct fixture *f = *state;
    f->refuse = -1;
    feed_snapshot(f, "WDC_1", NOW_S);
    assert_int_equal(f->updates, 5);
    assert_int_equal(f->feed.counts.refused, 5);
    assert_int_equal(f->feed.counts.updates, 0);
}

static void garbage_is_said_once(void **state)
{
    struct fixture *f = *state;
    static const char *const lines[] = {
        "hello world\n",
        "{\"schema\":\"platter.snapshot/1\"}\n",
        "{\"schema\":\"platter.snapshot/1\",\"drive\":\"a/../b\",\"time\":1,\"step_s\":600}\n",
        "[[[[[[\n",
        "{\"no\":\"schema\"}\n",
        "\x80\xff\xfe\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        feed_text(f, lines[i]);
    assert_int_equal(f->feed.counts.bad, sizeof lines / sizeof lines[0]);
    assert_int_equal(f->logs, 1);
    assert_int_equal(f->level, LOG_WARNING);
    assert_int_equal(f->updates, 0);
    feed_snapshot(f, "WDC_1", NOW_S);
    assert_int_equal(f->updates, 5);
}

static void a_line_too_long_is_left_out(void **state)
{
    struct fixture *f = *state;
    size_t size = 2 * (size_t)PLATTER_LINE_MAX;
    char *text = malloc(size + 1);
    assert_non_null(text);
    memset(text, 'x', size);
    text[size - 1] = '\n';
    text[size] = '\0';
    feed_text(f, text);
    free(text);
    feed_snapshot(f, "WDC_1", NOW_S);
    assert_int_equal(f->feed.counts.bad, 1);
    assert_int_equal(f->logs, 1);
    assert_int_equal(f->updates, 5);
}

static void a_half_line_ends_with_its_connection(void **state)
{
    struct fixture *f = *state;
    char *line = snapshot_line("WDC_1", NOW_S);
    assert_int_equal(platter_feed_bytes(&f->feed, line, strlen(line) / 2, NOW_S), 0);
    platter_feed_end(&f->feed);
    assert_int_equal(f->feed.counts.bad, 1);
    feed_text(f, line);
    free(line);
    assert_int_equal(f->updates, 5);
    assert_int_equal(f->feed.counts.bad, 1);
}

static void old_rows_are_dropped_also_after_a_reconnect(void **state)
{
    struct fixture *f = *state;
    feed_snapshot(f, "WDC_1", NOW_S);
    feed_snapshot(f, "WDC_1", NOW_S);
    platter_feed_end(&f->feed);
    feed_snapshot(f, "WDC_1", NOW_S - 600);
    assert_int_equal(f->updates, 5);
    assert_int_equal(f->feed.counts.stale, 2);
    assert_int_equal(f->logs, 1);
    assert_non_null(strstr(f->log, "WDC_1"));
    /* Another drive has its own time. */
    feed_snapshot(f, "WDC_2", NOW_S - 600);
    assert_int_equal(f->updates, 10);
}

static void rows_from_the_future_lock_nothing_out(void **state)
{
    struct fixture *f = *state;
    feed_snapshot(f, "WDC_1", NOW_S + 4 * 86400);
    assert_int_equal(f->updates, 0);
    assert_int_equal(f->feed.counts.stale, 1);
    feed_snapshot(f, "WDC_1", NOW_S);
    assert_int_equal(f->updates, 5);
}

static void rows_of_one_drive_get_time_between_them(void **state)
{
    struct fixture *f = *state;
    for (int i = 3; i >= 0; i--) {
        feed_snapshot(f, "WDC_1", NOW_S - 600 * i);
        feed_snapshot(f, "WDC_2", NOW_S - 600 * i);
    }
    assert_int_equal(f->updates, 40);
    assert_int_equal(f->settles, 3);
}

static void unselected_drives_are_left_out(void **state)
{
    struct fixture *f = *state;
    char why[64];
    assert_int_equal(platter_select_add(&f->select, "WDC_2", why, sizeof why), 0);
    feed_snapshot(f, "WDC_1", NOW_S);
    assert_int_equal(f->updates, 0);
    feed_snapshot(f, "WDC_2", NOW_S);
    assert_int_equal(f->updates, 5);
}

static void logs_pass_with_their_level(void **state)
{
    struct fixture *f = *state;
    feed_text(f, "{\"schema\":\"platter.log/1\",\"level\":\"err\",\"text\":\"sda\\ngone\"}\n");
    assert_int_equal(f->logs, 1);
    assert_int_equal(f->level, LOG_ERR);
    assert_string_equal(f->log, "agent: sda gone");
}

static void hello_and_what_is_not_known(void **state)
{
    struct fixture *f = *state;
    feed_text(f,
              "{\"schema\":\"platter.hello/1\",\"version\":\"0.1.0\",\"step_s\":600,\"x\":[]}\n");
    assert_true(f->feed.greeted);
    assert_string_equal(f->feed.version, "0.1.0");
    assert_int_equal(f->feed.step_s, 600);
    feed_text(f, "{\"schema\":\"platter.event/7\"}\n");
    assert_int_equal(f->feed.counts.bad, 0);
    feed_text(f, "{\"schema\":\"platter.error/1\",\"text\":\"what?\"}\n");
    feed_text(f, "{\"schema\":\"platter.error/1\",\"text\":\"what?\"}\n");
    assert_int_equal(f->logs, 1);
    platter_feed_end(&f->feed);
    assert_false(f->feed.greeted);
}

#define HELLO(epoch)                                                                          \
    "{\"schema\":\"platter.hello/1\",\"version\":\"1\",\"step_s\":600,\"event_epoch\":" epoch \
    ",\"settings\":[{\"name\":\"zones\",\"value\":\"10\",\"origin\":\"default\"}]}\n"
#define EVENT(seq, drive)                                                                    \
    "{\"schema\":\"platter.event/1\",\"seq\":" seq ",\"time\":1700000399,\"drive\":\"" drive \
    "\",\"code\":\"stalled\",\"severity\":\"warning\",\"text\":\"does not answer\"}\n"

static void an_event_is_told_once(void **state)
{
    struct fixture *f = *state;
    feed_text(f, HELLO("17") EVENT("1", "WDC_1") EVENT("2", "") EVENT("2", "") EVENT("1", "WDC_1"));
    assert_int_equal(f->events, 2);
    assert_int_equal(f->event.seq, 2);
    assert_int_equal(f->feed.event_cursor, 2);
    assert_int_equal(f->feed.settings.n, 1);
    /* The same agent again, then another one, which counts from one. */
    platter_feed_end(&f->feed);
    feed_text(f, HELLO("17") EVENT("2", "") EVENT("3", "WDC_1"));
    assert_int_equal(f->events, 3);
    platter_feed_end(&f->feed);
    feed_text(f, HELLO("18") EVENT("1", "WDC_1"));
    assert_int_equal(f->events, 4);
    assert_int_equal(f->feed.event_cursor, 1);
    assert_int_equal(f->feed.counts.bad, 0);
}

static void events_of_unselected_drives_are_passed_over(void **state)
{
    struct fixture *f = *state;
    char why[64];
    assert_int_equal(platter_select_add(&f->select, "WDC_2", why, sizeof why), 0);
    feed_text(f, HELLO("17") EVENT("1", "WDC_1") EVENT("2", "WDC_2") EVENT("3", ""));
    assert_int_equal(f->events, 2);
    assert_int_equal(f->feed.event_cursor, 3);
    f->host.notify = NULL;
    feed_text(f, EVENT("4", "WDC_2"));
    assert_int_equal(f->feed.event_cursor, 4);
}

static void a_step_broken_off_is_taken_up_in_silence(void **state)
{
    struct fixture *f = *state;
    feed_text(f, HELLO("17"));
    feed_snapshot(f, "WDC_1", NOW_S - 600);
    feed_snapshot(f, "WDC_2", NOW_S - 600);
    feed_text(f, "{\"schema\":\"platter.step/1\",\"time\":1699999800}\n");
    assert_int_equal(f->feed.step_done_s, NOW_S - 600);
    feed_snapshot(f, "WDC_1", NOW_S);
    platter_feed_end(&f->feed);
    feed_text(f, HELLO("17"));
    feed_snapshot(f, "WDC_1", NOW_S);
    feed_snapshot(f, "WDC_2", NOW_S);
    assert_int_equal(f->updates, 20);
    assert_int_equal(f->feed.counts.stale, 0);
    assert_int_equal(f->logs, 0);
    /* Neither backwards nor into the future. */
    feed_text(f, "{\"schema\":\"platter.step/1\",\"time\":1699990000}\n"
                 "{\"schema\":\"platter.step/1\",\"time\":1900000000}\n"
                 "{\"schema\":\"platter.step/1\",\"time\":1700000400}\n");
    assert_int_equal(f->feed.step_done_s, NOW_S);
}

static void a_newer_protocol_is_said_once(void **state)
{
    struct fixture *f = *state;
    static const char hello[] = "{\"schema\":\"platter.hello/1\",\"version\":\"9.1\","
                                "\"step_s\":600,\"protocol\":2}\n";
    feed_text(f, hello);
    feed_text(f, hello);
    assert_int_equal(f->logs, 1);
    assert_non_null(strstr(f->log, "protocol 2"));
    assert_non_null(strstr(f->log, "9.1"));
}

static void too_many_drives(void **state)
{
    struct fixture *f = *state;
    char id[32];
    for (int i = 0; i < 1030; i++) {
        snprintf(id, sizeof id, "D_%d", i);
        feed_snapshot(f, id, NOW_S);
    }
    assert_int_equal(f->feed.counts.snapshots, 1024);
    assert_int_equal(f->logs, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_snapshot_becomes_updates),
        TEST(byte_by_byte),
        TEST(a_refused_update_loses_nothing_else),
        TEST(garbage_is_said_once),
        TEST(a_line_too_long_is_left_out),
        TEST(a_half_line_ends_with_its_connection),
        TEST(old_rows_are_dropped_also_after_a_reconnect),
        TEST(rows_from_the_future_lock_nothing_out),
        TEST(rows_of_one_drive_get_time_between_them),
        TEST(unselected_drives_are_left_out),
        TEST(logs_pass_with_their_level),
        TEST(hello_and_what_is_not_known),
        TEST(an_event_is_told_once),
        TEST(events_of_unselected_drives_are_passed_over),
        TEST(a_step_broken_off_is_taken_up_in_silence),
        TEST(a_newer_protocol_is_said_once),
        TEST(too_many_drives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
