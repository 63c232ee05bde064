/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/daemon/store_queue.h"

static void records_come_in_order_and_whole(void **state)
{
    struct platter_store_queue q = {.bytes = 0};
    int pair[2];
    char got[16];
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    assert_int_equal(platter_store_queue_add(&q, "first", 5), 0);
    assert_int_equal(platter_store_queue_add(&q, "second", 6), 0);
    assert_int_equal(q.bytes, 11);
    assert_int_equal(platter_store_queue_send(&q, pair[0]), 0);
    assert_int_equal(q.bytes, 0);
    assert_int_equal(recv(pair[1], got, sizeof(got), 0), 5);
    assert_memory_equal(got, "first", 5);
    assert_int_equal(recv(pair[1], got, sizeof(got), 0), 6);
    assert_memory_equal(got, "second", 6);
    close(pair[0]);
    close(pair[1]);
}

/* Nobody reads: it is bounded, never waits, and what does not fit is counted. */
static void what_is_not_taken_waits_and_then_goes(void **state)
{
    struct platter_store_queue q = {.bytes = 0};
    static char record[10000], got[10000];
    unsigned sent = 0, added = 0;
    int pair[2];
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), 0);
    while (platter_store_queue_add(&q, record, sizeof(record)) == 0) {
        int r = platter_store_queue_send(&q, pair[0]);
        assert_true(r == 0 || r == -EAGAIN);
        added++;
    }
    assert_int_equal(q.dropped, 1);
    assert_true(q.bytes > PLATTER_STORE_QUEUE_BYTES - sizeof(record));
    assert_int_equal(platter_store_queue_send(&q, pair[0]), -EAGAIN);
    while (sent < added) {
        assert_int_equal(recv(pair[1], got, sizeof(got), MSG_DONTWAIT), sizeof(got));
        sent++;
        platter_store_queue_send(&q, pair[0]);
    }
    assert_int_equal(q.bytes, 0);
    close(pair[1]);
    assert_int_equal(platter_store_queue_add(&q, "x", 1), 0);
    assert_int_equal(platter_store_queue_send(&q, pair[0]), -EPIPE);
    assert_int_equal(q.bytes, 1); /* it stays, for the next one */
    platter_store_queue_clear(&q);
    assert_int_equal(q.bytes, 0);
    close(pair[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_come_in_order_and_whole),
        cmocka_unit_test(what_is_not_taken_waits_and_then_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
