/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#include "plugin/agent.h"

#define UNIX_S 1700000400
#define HELLO "{\"schema\":\"platter.hello/1\",\"version\":\"9.9\",\"step_s\":600}\n"
#define ROW                                                                                      \
    "{\"schema\":\"platter.snapshot/1\",\"drive\":\"WDC_1\",\"time\":1700000400,\"step_s\":600," \
    "\"verdict\":-1,\"zones\":[]}\n"

struct fixture {
    char dir[64], socket[96];
    struct platter_host host;
    struct platter_hostconf conf;
    struct platter_feed feed;
    struct platter_agent agent;
    unsigned updates, logs;
    int level;
    char log[1024];
};

static int take_update(const struct platter_update *u, void *user)
{
    (void)u;
    ((struct fixture *)user)->updates++;
    return 0;
}

static void take_log(int level, const char *text, void *user)
{
    struct fixture *f = user;
    f->logs++;
    f->level = level;
    snprintf(f->log, sizeof f->log, "%s", text);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    *state = f;
    strcpy(f->dir, "/tmp/platter-agent-XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    snprintf(f->socket, sizeof f->socket, "%s/s", f->dir);
    f->host = (struct platter_host){.update = take_update, .log = take_log, .user = f};
    platter_hostconf_init(&f->conf);
    platter_feed_init(&f->feed, &f->host, &f->conf.select, PLATTER_SERIES_SMALL);
    platter_agent_init(&f->agent, &f->conf, &f->host, &f->feed, "/nonexistent/platterd");
    f->agent.socket_dir = f->dir;
    f->agent.default_socket = f->socket;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    platter_agent_stop(&f->agent);
    platter_feed_deinit(&f->feed);
    platter_hostconf_deinit(&f->conf);
    unlink(f->socket);
    rmdir(f->dir);
    free(f);
    return 0;
}

static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fd, 4), 0);
    return fd;
}

static void say(int fd, const char *text)
{
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
}

static void set(struct fixture *f, const char *key, const char *value)
{
    char why[256];
    assert_int_equal(platter_hostconf_set(&f->conf, key, &value, 1, why, sizeof why), 0);
}

/* A shell script as agent. */
static void set_script(struct fixture *f, const char *text)
{
    int fd = open(f->socket, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    assert_true(fd >= 0);
    say(fd, "#!/bin/sh\n");
    say(fd, text);
    close(fd);
    set(f, "Agent", "spawn");
    set(f, "AgentPath", f->socket);
}

static void poll_until(struct fixture *f, int64_t now_s, const unsigned *counter, unsigned wanted)
{
    for (int i = 0; i < 500 && *counter < wanted; i++) {
        platter_agent_poll(&f->agent, now_s, UNIX_S);
        usleep(10000);
    }
    assert_true(*counter >= wanted);
}

static void auto_takes_the_socket_and_subscribes(void **state)
{
    struct fixture *f = *state;
    char request[64] = "";
    int server = listen_at(f->socket);
    set(f, "Interval", "2");
    set(f, "Config", "/etc/x.conf");
    platter_agent_poll(&f->agent, 0, UNIX_S);
    int client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    assert_true(read(client, request, sizeof request - 1) > 0);
    assert_string_equal(request, "{\"request\":\"subscribe\",\"client\":\"collectd\"}\n");
    say(client, HELLO ROW);
    platter_agent_poll(&f->agent, 1, UNIX_S);
    assert_int_equal(f->updates, 1);
    /* Connected, and two options that are the service's business. */
    assert_int_equal(f->logs, 3);
    assert_non_null(strstr(f->log, "ignored here"));
    assert_non_null(strstr(f->log, f->socket));
    close(client);
    close(server);
}

static void auto_spawns_without_the_folder(void **state)
{
    struct fixture *f = *state;
    f->agent.socket_dir = "/nonexistent";
    platter_agent_poll(&f->agent, 0, UNIX_S);
    assert_int_equal(f->level, LOG_ERR);
    assert_non_null(strstr(f->log, "/nonexistent/platterd"));
    assert_non_null(strstr(f->log, "AgentPath"));
}

static void waits_longer_each_time_and_says_it_once(void **state)
{
    struct fixture *f = *state;
    static const int64_t tries_s[] = {0, 10, 30, 70, 150, 310, 610, 910};
    uint64_t seen = 0;
    for (int64_t now_s = 0; now_s <= 1000; now_s++) {
        platter_agent_poll(&f->agent, now_s, UNIX_S);
        if (f->agent.troubles > seen)
            assert_int_equal(now_s, tries_s[seen++]);
    }
    assert_int_equal(seen, 8);
    assert_int_equal(f->logs, 1);
    assert_non_null(strstr(f->log, f->socket));
    assert_non_null(strstr(f->log, "start platterd"));
}

static void comes_back_when_the_service_does(void **state)
{
    struct fixture *f = *state;
    int server = listen_at(f->socket);
    platter_agent_poll(&f->agent, 0, UNIX_S);
    int client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    say(client, HELLO);
    platter_agent_poll(&f->agent, 1, UNIX_S);
    assert_int_equal(f->logs, 1);
    say(client, "{\"half");
    shutdown(client, SHUT_RDWR);
    close(client);
    platter_agent_poll(&f->agent, 2, UNIX_S);
    /* The half line, and the end. */
    assert_int_equal(f->logs, 3);
    platter_agent_poll(&f->agent, 11, UNIX_S);
    assert_int_equal(f->agent.fd, -1);
    platter_agent_poll(&f->agent, 12, UNIX_S);
    client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    say(client, HELLO ROW);
    platter_agent_poll(&f->agent, 13, UNIX_S);
    assert_int_equal(f->logs, 4);
    assert_int_equal(f->updates, 1);
    /* A minute later it is forgiven. */
    platter_agent_poll(&f->agent, 72, UNIX_S);
    assert_int_equal(f->agent.troubles, 0);
    assert_int_equal(f->agent.backoff_s, 10);
    close(client);
    close(server);
}

/* The next request on a connection. */
static void expect_request(int fd, const char *wanted)
{
    char request[256] = "";
    assert_true(read(fd, request, sizeof request - 1) > 0);
    assert_string_equal(request, wanted);
}

#define TOLD                                                                                 \
    "{\"schema\":\"platter.hello/1\",\"version\":\"9.9\",\"step_s\":600,\"event_epoch\":17," \
    "\"settings\":[{\"name\":\"interval\",\"value\":\"10min\",\"origin\":\"/etc/"            \
    "platter.conf:12\"},"                                                                    \
    "{\"name\":\"zones\",\"value\":\"10\",\"origin\":\"default\"}]}\n"
#define EVENT "{\"schema\":\"platter.event/1\",\"seq\":5,\"code\":\"note\",\"time\":1}\n"
#define STEP "{\"schema\":\"platter.step/1\",\"time\":1700000400}\n"

static void goes_on_where_it_was(void **state)
{
    struct fixture *f = *state;
    int server = listen_at(f->socket);
    platter_agent_poll(&f->agent, 0, UNIX_S);
    int client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    expect_request(client, "{\"request\":\"subscribe\",\"client\":\"collectd\"}\n");
    say(client, TOLD ROW EVENT STEP);
    platter_agent_poll(&f->agent, 1, UNIX_S);
    expect_request(client, "{\"request\":\"seen\",\"time\":1700000400,\"event\":5}\n");
    platter_agent_poll(&f->agent, 2, UNIX_S); /* nothing new: nothing to say */
    assert_int_equal(recv(client, &(char){0}, 1, MSG_DONTWAIT), -1);
    close(client);
    platter_agent_poll(&f->agent, 3, UNIX_S);
    platter_agent_poll(&f->agent, 13, UNIX_S);
    client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    expect_request(client,
                   "{\"request\":\"subscribe\",\"client\":\"collectd\",\"since\":1700000400,"
                   "\"event_cursor\":5,\"event_epoch\":17}\n");
    close(client);
    close(server);
}

static void only_options_that_differ_are_said(void **state)
{
    struct fixture *f = *state;
    int server = listen_at(f->socket);
    set(f, "Zones", "10");
    set(f, "Interval", "2min");
    platter_agent_poll(&f->agent, 0, UNIX_S);
    int client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    say(client, TOLD);
    platter_agent_poll(&f->agent, 1, UNIX_S);
    assert_int_equal(f->logs, 2);
    assert_string_equal(f->log,
                        "Interval is set by the agent (10min, /etc/platter.conf:12); ignored here");
    close(client);
    close(server);
}

static void one_that_turns_us_away_is_heard(void **state)
{
    struct fixture *f = *state;
    int server = listen_at(f->socket);
    platter_agent_poll(&f->agent, 0, UNIX_S);
    int client = accept4(server, NULL, NULL, SOCK_CLOEXEC);
    say(client, HELLO "{\"schema\":\"platter.error/1\",\"text\":\"too many clients\"}\n");
    close(client);
    close(server);
    platter_agent_poll(&f->agent, 1, UNIX_S);
    assert_int_equal(f->logs, 3);
    assert_non_null(strstr(f->log, "has closed"));
}

static void a_child_is_heard_and_ended(void **state)
{
    struct fixture *f = *state;
    set_script(f, "echo '" HELLO "'; echo '" ROW "'; cat >/dev/null\n");
    set(f, "Interval", "2");
    poll_until(f, 0, &f->updates, 1);
    assert_int_equal(f->logs, 1); /* its options are its own: nothing to say */
    pid_t pid = f->agent.child.pid;
    assert_true(pid > 0);
    platter_agent_stop(&f->agent);
    assert_int_equal(kill(pid, 0), -1);
}

static void a_child_that_ends_at_once_is_no_flood(void **state)
{
    struct fixture *f = *state;
    set_script(f, "echo no such option >&2; exit 78\n");
    for (int64_t now_s = 0; now_s < 200; now_s++) {
        platter_agent_poll(&f->agent, now_s, UNIX_S);
        while (f->agent.fd >= 0)
            platter_agent_poll(&f->agent, now_s, UNIX_S);
    }
    /* Why, and that: once each. */
    assert_int_equal(f->logs, 2);
    assert_int_equal(f->agent.troubles, 5);
    assert_string_equal(f->agent.last_error, "no such option");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(auto_takes_the_socket_and_subscribes),    TEST(auto_spawns_without_the_folder),
        TEST(waits_longer_each_time_and_says_it_once), TEST(comes_back_when_the_service_does),
        TEST(one_that_turns_us_away_is_heard),         TEST(a_child_is_heard_and_ended),
        TEST(a_child_that_ends_at_once_is_no_flood),   TEST(goes_on_where_it_was),
        TEST(only_options_that_differ_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
