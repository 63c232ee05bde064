/* SPDX-License-Identifier: MIT */
/* A test's agent with its socket served, and clients of it. */
#ifndef PLATTER_TESTS_TALK_H
#define PLATTER_TESTS_TALK_H

#include "tests/support/daemon.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "agent/daemon/events.h"
#include "agent/daemon/history.h"
#include "agent/daemon/pause.h"
#include "agent/daemon/server.h"
#include "agent/daemon/subscribe.h"

static inline int talk_set_up(void **state)
{
    struct test_agent *t = test_agent_new("sim:wd2002faex,sim:wd80eazz");
    signal(SIGPIPE, SIG_IGN);
    t->agent.stop_round = 1; /* nothing is sampled */
    assert_int_equal(platter_events_init(&t->agent), 0);
    assert_int_equal(platter_history_init(&t->agent), 0);
    assert_int_equal(platter_stdio_init(&t->agent), 0);
    assert_int_equal(platter_server_init(&t->agent), 0);
    assert_int_equal(platter_pause_init(&t->agent), 0);
    *state = t;
    return 0;
}

static inline int talk_tear_down(void **state)
{
    struct test_agent *t = *state;
    platter_pause_deinit(&t->agent);
    platter_server_deinit(&t->agent);
    platter_history_deinit(&t->agent);
    platter_events_deinit(&t->agent);
    test_agent_free(t);
    return 0;
}

struct talker {
    struct test_agent *t;
    int fd;
    size_t len, used;
    char bytes[1 << 20]; /* what was heard; lines up to `used` are taken */
};

/* One turn of the agent's loop; what it has sent by then is taken in. */
static inline void talk_turn(struct talker *c)
{
    event_base_loop(c->t->agent.base, EVLOOP_NONBLOCK);
    if (c->len > sizeof(c->bytes) / 2) { /* room for more: what was taken goes */
        c->len -= c->used;
        memmove(c->bytes, c->bytes + c->used, c->len);
        c->used = 0;
    }
    ssize_t n = recv(c->fd, c->bytes + c->len, sizeof(c->bytes) - 1 - c->len, 0);
    c->len += n > 0 ? (size_t)n : 0;
    if (n <= 0)
        usleep(1000);
}

/* The next line, NUL-terminated; NULL: none within `turns`. */
static inline const char *talk_line(struct talker *c, int turns)
{
    for (int i = 0; i < turns; i++) {
        char *line = c->bytes + c->used;
        char *end = memchr(line, '\n', c->len - c->used);
        if (end) {
            *end = '\0';
            c->used = (size_t)(end + 1 - c->bytes);
            return line;
        }
        talk_turn(c);
    }
    return NULL;
}

#define talk_silent(c) assert_null(talk_line(c, 50))

#define talk_expect(c, words)                                         \
    do {                                                              \
        const char *line_ = talk_line(c, 3000);                       \
        if (!line_ || !strstr(line_, words))                          \
            fail_msg("no \"%s\" in: %s", words, line_ ? line_ : "-"); \
    } while (0)

static inline void talk_say(const struct talker *c, const char *text)
{
    assert_int_equal(send(c->fd, text, strlen(text), 0), strlen(text));
    assert_int_equal(send(c->fd, "\n", 1, 0), 1);
}

/* Connected, and the hello heard. */
static inline struct talker *talk_begin(struct test_agent *t)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct talker *c = calloc(1, sizeof(*c));
    assert_non_null(c);
    c->t = t;
    c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    memcpy(address.sun_path, t->agent.options.socket, sizeof(address.sun_path));
    assert_int_equal(connect(c->fd, (const struct sockaddr *)&address, sizeof(address)), 0);
    talk_expect(c, "platter.hello/1");
    return c;
}

static inline void talk_end(struct talker *c)
{
    close(c->fd);
    for (int i = 0; i < 5; i++)
        event_base_loop(c->t->agent.base, EVLOOP_NONBLOCK);
    free(c);
}

#endif
