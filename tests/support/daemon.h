/* SPDX-License-Identifier: MIT */
/* An agent for unit tests of agent/daemon: nothing of it outside a folder of its own. */
#ifndef PLATTER_TESTS_DAEMON_H
#define PLATTER_TESTS_DAEMON_H

#include "tests/support/unit.h"

#include <event2/event.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/daemon/agent.h"
#include "agent/daemon/clock.h"
#include "agent/daemon/tracked.h"

#define TEST_S 1000000000ull

/* What was logged, lines one after the other. */
struct test_words {
    char text[8192];
    unsigned lines;
};

static inline void test_hear(void *user, int level, const char *text)
{
    struct test_words *words = user;
    size_t len = strlen(words->text);
    (void)level;
    snprintf(words->text + len, sizeof(words->text) - len, "%s\n", text);
    words->lines++;
}

struct test_agent {
    struct platter_agent agent;
    struct test_words words;
    char folder[64];
};

/* The path of a file in the agent's folder. */
static inline void test_path(const struct test_agent *t, char path[PLATTER_PATH_MAX],
                             const char *name)
{
    int n = snprintf(path, PLATTER_PATH_MAX, "%s/%s", t->folder, name);
    assert_in_range(n, 1, PLATTER_PATH_MAX - 1);
}

/* drives: as option drives; NULL = none is looked for. */
static inline struct test_agent *test_agent_new(const char *drives)
{
    struct test_agent *t = calloc(1, sizeof(*t));
    assert_non_null(t);
    struct platter_agent *agent = &t->agent;
    snprintf(t->folder, sizeof(t->folder), "/tmp/platter-test-XXXXXX");
    assert_non_null(mkdtemp(t->folder));
    platter_log_init(&agent->log, LOG_DEBUG);
    agent->log.sink = test_hear;
    agent->log.user = &t->words;
    platter_options_init(&agent->options);
    test_path(t, agent->options.lock_dir, "lock");
    test_path(t, agent->options.socket, "socket");
    assert_int_equal(platter_sysroot_init(&agent->root, NULL), 0);
    agent->null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    agent->tick_fd = agent->grid_fd = -1;
    agent->base = event_base_new();
    assert_non_null(agent->base);
    if (drives) {
        assert_int_equal(platter_options_set(&agent->options, "drives", drives), 0);
        assert_int_equal(platter_drives_init(agent), 0);
    }
    return t;
}

static inline void test_agent_free(struct test_agent *t)
{
    char command[96];
    platter_drives_deinit(&t->agent);
    event_base_free(t->agent.base);
    close(t->agent.null_fd);
    platter_log_deinit(&t->agent.log);
    snprintf(command, sizeof(command), "rm -rf '%s'", t->folder);
    assert_int_equal(system(command), 0); /* NOLINT: our own name */
    free(t);
}

static inline void test_write(const char *path, const char *text)
{
    FILE *f = fopen(path, "we");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Run the loop until something holds, 5 s at most. */
#define TEST_RUN_UNTIL(agent, condition)                      \
    do {                                                      \
        uint64_t end_ns_ = platter_boot_ns() + 5 * TEST_S;    \
        while (!(condition) && platter_boot_ns() < end_ns_) { \
            event_base_loop((agent)->base, EVLOOP_NONBLOCK);  \
            usleep(1000);                                     \
        }                                                     \
        assert_true(condition);                               \
    } while (0)

#endif
