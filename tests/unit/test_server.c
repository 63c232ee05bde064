/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "agent/daemon/server.h"
#include <platter/errors.h>

static int set_up(void **state)
{
    struct test_agent *t = test_agent_new("sim:wd2002faex");
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(platter_stdio_init(&t->agent), 0);
    assert_int_equal(platter_server_init(&t->agent), 0);
    *state = t;
    return 0;
}

static int tear_down(void **state)
{
    struct test_agent *t = *state;
    platter_server_deinit(&t->agent);
    assert_int_equal(access(t->agent.options.socket, F_OK), -1);
    test_agent_free(t);
    return 0;
}

static int connect_to(struct test_agent *t)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    memcpy(address.sun_path, t->agent.options.socket, sizeof(address.sun_path));
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
    return fd;
}

/* The next bytes from the agent, until a newline ends them. */
static void hear(struct test_agent *t, int fd, char *buf, size_t size)
{
    size_t len = 0;
    memset(buf, 0, size);
    for (int i = 0; i < 2000 && (len == 0 || buf[len - 1] != '\n'); i++) {
        event_base_loop(t->agent.base, EVLOOP_NONBLOCK);
        ssize_t n = recv(fd, buf + len, size - 1 - len, 0);
        len += n > 0 ? (size_t)n : 0;
        if (n <= 0)
            usleep(1000);
    }
    assert_true(len > 0);
}

static void a_client_is_greeted_and_answered(void **state)
{
    struct test_agent *t = *state;
    static char text[65536];
    static const struct {
        const char *request, *answer;
    } talk[] = {
        {"{\"request\":\"status\"}\n", "\"platter.status/1\""},
        {"{\"request\":\"dance\"}\n", "no such request"},
        {"{\"request\":17}\n", "no such request"},
        {"dance\n", "not JSON"},
        {"[]\n", "\"platter.error/1\""},
    };
    int fd = connect_to(t);
    hear(t, fd, text, sizeof(text));
    assert_non_null(strstr(text, "\"platter.hello/1\""));
    assert_non_null(strstr(text, "\"step_s\":600"));
    for (size_t i = 0; i < sizeof(talk) / sizeof(talk[0]); i++) {
        assert_true(send(fd, talk[i].request, strlen(talk[i].request), 0) > 0);
        hear(t, fd, text, sizeof(text));
        assert_non_null(strstr(text, talk[i].answer));
    }
    close(fd);
}

static void only_subscribers_are_sent_snapshots(void **state)
{
    struct test_agent *t = *state;
    static const char subscribe[] = "{\"request\":\"subscribe\"}\n";
    char text[4096];
    int listener = connect_to(t), other = connect_to(t);
    hear(t, listener, text, sizeof(text));
    hear(t, other, text, sizeof(text));
    assert_true(send(listener, subscribe, strlen(subscribe), 0) > 0);
    for (int i = 0; i < 20; i++)
        event_base_loop(t->agent.base, EVLOOP_NONBLOCK);
    platter_server_publish(&t->agent, "{}");
    hear(t, listener, text, sizeof(text));
    assert_string_equal(text, "{}\n");
    assert_int_equal(recv(other, text, sizeof(text), 0), -1);
    close(listener);
    close(other);
    for (int i = 0; i < 20; i++)
        event_base_loop(t->agent.base, EVLOOP_NONBLOCK);
    platter_server_publish(&t->agent, "{}"); /* nobody is left */
}

static void too_many_are_turned_away(void **state)
{
    struct test_agent *t = *state;
    int fds[48];
    char text[512];
    for (int i = 0; i < 48; i++) {
        fds[i] = connect_to(t);
        for (int k = 0; k < 3; k++)
            event_base_loop(t->agent.base, EVLOOP_NONBLOCK);
    }
    hear(t, fds[0], text, sizeof(text));
    memset(text, 0, sizeof(text));
    assert_true(recv(fds[47], text, sizeof(text) - 1, 0) > 0);
    assert_non_null(strstr(text, "\"too_many\""));
    assert_true(text[strlen(text) - 1] == '\n');
    assert_int_equal(recv(fds[47], text, sizeof(text), 0), 0);
    assert_non_null(strstr(t->words.text, "turned away"));
    for (int i = 0; i < 48; i++)
        close(fds[i]);
}

static void a_place_that_is_taken_is_an_exit_status(void **state)
{
    struct test_agent *t = *state;
    struct test_agent *second = test_agent_new(NULL);
    memcpy(second->agent.options.socket, t->agent.options.socket, sizeof(t->agent.options.socket));
    assert_int_equal(platter_stdio_init(&second->agent), 0);
    assert_int_equal(platter_server_init(&second->agent), PLATTER_EXIT_UNAVAILABLE);
    assert_non_null(strstr(second->words.text, "another platterd serves"));
    second->agent.stdio = true; /* the host is served all the same */
    assert_int_equal(platter_server_init(&second->agent), 0);
    platter_server_deinit(&second->agent);
    assert_int_equal(access(t->agent.options.socket, F_OK), 0);
    test_agent_free(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_client_is_greeted_and_answered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_subscribers_are_sent_snapshots, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_many_are_turned_away, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_place_that_is_taken_is_an_exit_status, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
