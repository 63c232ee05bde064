/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <signal.h>
#include <sys/socket.h>

#include "agent/daemon/peer.h"

struct end {
    struct event_base *base;
    struct platter_peer *peer;
    int other; /* the far end */
    char heard[256];
    const char *why;
    unsigned ended;
};

static void on_line(void *user, char *line, size_t len)
{
    struct end *end = user;
    assert_int_equal(strlen(line), len);
    size_t used = strlen(end->heard);
    snprintf(end->heard + used, sizeof(end->heard) - used, "[%s]", line);
}

static void on_ended(void *user, const char *why)
{
    struct end *end = user;
    end->why = why;
    end->ended++;
}

static const struct platter_peer_ops ops = {on_line, on_ended};

static int set_up(void **state)
{
    struct end *end = calloc(1, sizeof(*end));
    int pair[2];
    signal(SIGPIPE, SIG_IGN);
    assert_non_null(end);
    end->base = event_base_new();
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    end->other = pair[1];
    assert_int_equal(platter_peer_new(end->base, pair[0], pair[0], true, &ops, end, &end->peer), 0);
    *state = end;
    return 0;
}

static int tear_down(void **state)
{
    struct end *end = *state;
    platter_peer_free(end->peer);
    event_base_free(end->base);
    if (end->other >= 0)
        close(end->other);
    free(end);
    return 0;
}

static void lines_go_both_ways(void **state)
{
    struct end *end = *state;
    char text[64] = "";
    platter_peer_send(end->peer, "hello");
    platter_peer_send(end->peer, "you");
    assert_int_equal(read(end->other, text, sizeof(text) - 1), 10);
    assert_string_equal(text, "hello\nyou\n");
    assert_int_equal(write(end->other, "one\r\n\ntw", 8), 8);
    TEST_RUN_UNTIL(end, strcmp(end->heard, "[one]") == 0);
    assert_int_equal(write(end->other, "o\n", 2), 2);
    TEST_RUN_UNTIL(end, strcmp(end->heard, "[one][two]") == 0);
    assert_int_equal(end->ended, 0);
}

static void one_that_closes_has_ended_once(void **state)
{
    struct end *end = *state;
    close(end->other);
    end->other = -1;
    TEST_RUN_UNTIL(end, end->ended);
    platter_peer_send(end->peer, "too late");
    event_base_loop(end->base, EVLOOP_NONBLOCK);
    assert_int_equal(end->ended, 1);
    assert_null(end->why);
}

static void one_that_says_no_more_gets_what_waits_for_it(void **state)
{
    struct end *end = *state;
    size_t size = 1024 * 1024, got = 0;
    char *big = malloc(size + 1), part[65536];
    assert_non_null(big);
    memset(big, 'x', size);
    big[size] = '\0';
    platter_peer_send(end->peer, big);
    free(big);
    shutdown(end->other, SHUT_WR);
    while (!end->ended) {
        event_base_loop(end->base, EVLOOP_NONBLOCK);
        ssize_t n = recv(end->other, part, sizeof(part), MSG_DONTWAIT);
        got += n > 0 ? (size_t)n : 0;
    }
    for (ssize_t n; (n = recv(end->other, part, sizeof(part), MSG_DONTWAIT)) > 0;)
        got += (size_t)n;
    assert_int_equal(got, size + 1);
    assert_null(end->why);
}

static void one_that_never_reads_is_dropped(void **state)
{
    struct end *end = *state;
    char line[10001];
    memset(line, 'x', sizeof(line) - 1);
    line[sizeof(line) - 1] = '\0';
    for (int i = 0; i < 1000; i++)
        platter_peer_send(end->peer, line);
    assert_int_equal(end->ended, 0); /* never from inside a call */
    TEST_RUN_UNTIL(end, end->ended);
    assert_non_null(strstr(end->why, "does not read"));
}

static void a_file_is_at_its_end(void **unused)
{
    struct end end = {.base = event_base_new(), .other = -1};
    (void)unused;
    int in = open("/dev/null", O_RDONLY);
    int out = open("/dev/null", O_WRONLY);
    assert_int_equal(platter_peer_new(end.base, in, out, true, &ops, &end, &end.peer), 0);
    platter_peer_send(end.peer, "hello");
    TEST_RUN_UNTIL(&end, end.ended);
    platter_peer_free(end.peer);
    event_base_free(end.base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_go_both_ways, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_that_closes_has_ended_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_that_says_no_more_gets_what_waits_for_it, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(one_that_never_reads_is_dropped, set_up, tear_down),
        cmocka_unit_test(a_file_is_at_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
