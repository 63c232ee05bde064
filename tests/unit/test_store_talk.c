/* SPDX-License-Identifier: MIT */
/* platterd's half of the talk, with the test as platter-store. */
#include "tests/support/daemon.h"

#include <sys/socket.h>

#include "agent/daemon/events.h"
#include "agent/daemon/store_talk.h"

struct talk {
    struct test_agent *t;
    struct platter_store_link link;
    int fd; /* the store's end */
};

static int set_up(void **state)
{
    struct talk *k = calloc(1, sizeof(*k));
    int pair[2];
    assert_non_null(k);
    k->t = test_agent_new("sim:wd2002faex");
    assert_int_equal(platter_events_init(&k->t->agent), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    k->link.agent = &k->t->agent;
    k->link.fd = pair[0];
    k->fd = pair[1];
    platter_remember_init(&k->link.drives, &k->t->agent.root);
    k->t->agent.store = &k->link;
    *state = k;
    return 0;
}

static int tear_down(void **state)
{
    struct talk *k = *state;
    platter_store_hang_up(&k->link);
    platter_store_queue_clear(&k->link.queue);
    platter_remember_deinit(&k->link.drives);
    platter_events_deinit(&k->t->agent);
    close(k->fd);
    test_agent_free(k->t);
    free(k);
    return 0;
}

static void tell(struct talk *k, uint32_t kind, void *record)
{
    struct platter_store_head *head = record;
    size_t size = platter_store_record_size(kind);
    *head = (struct platter_store_head){PLATTER_STORE_MAGIC, kind};
    assert_int_equal(send(k->fd, record, size, 0), size);
    platter_store_hear(&k->link);
}

static void tell_event(struct talk *k, uint64_t seq)
{
    struct platter_store_event record = {.event = {.seq = seq, .time_s = 17}};
    memcpy(record.event.code, "note", 5);
    tell(k, PLATTER_STORE_EVENT, &record);
}

static void earlier_events_are_known_and_numbers_go_on(void **state)
{
    struct talk *k = *state;
    const struct platter_events *events = k->t->agent.events;
    struct platter_store_ready ready = {.last_event = 8, .epoch = 4711};
    struct platter_event e;
    tell_event(k, 7);
    tell_event(k, 8);
    tell(k, PLATTER_STORE_READY, &ready);
    assert_true(k->link.ready && k->link.begun);
    assert_int_equal(events->first_seq, 7);
    assert_int_equal(events->epoch, 4711);
    assert_int_equal(platter_events_get(events, 7, &e), 0);
    assert_int_equal(e.time_s, 17);
    platter_events_add(&k->t->agent, NULL, "note", PLATTER_INFO, "x");
    assert_int_equal(events->last_seq, 9);
    tell_event(k, 12); /* too late */
    assert_int_equal(events->last_seq, 9);
}

static void what_is_not_saved_is_an_event_once(void **state)
{
    struct talk *k = *state;
    const struct platter_events *events = k->t->agent.events;
    struct platter_store_flushed full = {.written_bytes = 100, .text = "the disk is full"};
    struct platter_store_flushed fine = {.written_bytes = 300};
    struct platter_store_look look;
    struct platter_event e;
    tell(k, PLATTER_STORE_FLUSHED, &fine);
    assert_int_equal(events->last_seq, 0);
    tell(k, PLATTER_STORE_FLUSHED, &full);
    tell(k, PLATTER_STORE_FLUSHED, &full);
    assert_int_equal(events->last_seq, 1);
    assert_int_equal(platter_events_get(events, 1, &e), 0);
    assert_string_equal(e.code, "not_saved");
    assert_string_equal(e.text, "the disk is full");
    platter_store_look(&k->t->agent, &look);
    assert_true(look.wanted);
    assert_string_equal(look.why, "the disk is full");
    assert_int_equal(look.written_bytes, 100);
    tell(k, PLATTER_STORE_FLUSHED, &fine);
    assert_int_equal(events->last_seq, 2);
    assert_int_equal(platter_events_get(events, 2, &e), 0);
    assert_int_equal(e.severity, PLATTER_OKAY);
    fine.written_bytes = UINT64_MAX;
    tell(k, PLATTER_STORE_FLUSHED, &fine);
    platter_store_look(&k->t->agent, &look);
    assert_true(look.written_bytes == UINT64_MAX);
    assert_string_equal(look.why, "");
}

static void one_that_cannot_begin_is_given_up(void **state)
{
    struct talk *k = *state;
    struct platter_store_ready ready = {.result = -EROFS, .text = "make it writable"};
    struct platter_store_look look;
    tell(k, PLATTER_STORE_READY, &ready);
    assert_true(k->link.given_up);
    assert_int_equal(k->link.fd, -1);
    assert_non_null(strstr(k->t->words.text, "not saved: make it writable"));
    platter_store_look(&k->t->agent, &look);
    assert_string_equal(look.why, "make it writable");
}

static void a_record_of_another_build_ends_the_talk(void **state)
{
    struct talk *k = *state;
    assert_int_equal(send(k->fd, "nonsense", 8, 0), 8);
    assert_false(platter_store_hear(&k->link));
    assert_true(k->link.given_up);
}

static void drives_of_the_last_run_are_known(void **state)
{
    struct talk *k = *state;
    static struct platter_store_drive record;
    memcpy(record.drive.id, "WDC_1", 6);
    record.drive.next_sample = 5;
    tell(k, PLATTER_STORE_LOADED, &record);
    const struct platter_saved_drive *saved = platter_store_saved(&k->t->agent, "WDC_1");
    assert_non_null(saved);
    assert_int_equal(saved->next_sample, 5);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(earlier_events_are_known_and_numbers_go_on),
        TEST(what_is_not_saved_is_an_event_once),
        TEST(one_that_cannot_begin_is_given_up),
        TEST(a_record_of_another_build_ends_the_talk),
        TEST(drives_of_the_last_run_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
