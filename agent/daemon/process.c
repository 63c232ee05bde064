/* SPDX-License-Identifier: MIT */
#include "agent/daemon/process.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <platter/errors.h>

/* A host may have started us with anything: collectd ignores SIGCHLD and SIGPIPE. */
static void reset_signals(void)
{
    sigset_t none;
    for (int sig = 1; sig < NSIG; sig++)
        signal(sig, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* A closed stdin would be given to the next file opened. */
static int fill_standard_fds(void)
{
    int fd;
    do {
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    return fd;
}

int platter_process_init(struct platter_agent *agent)
{
    platter_log_init(&agent->log, LOG_NOTICE);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    agent->null_fd = fill_standard_fds();
    agent->tick_fd = agent->grid_fd = -1;
    if (agent->null_fd < 0) {
        platter_log_say(&agent->log, LOG_ERR, NULL, "/dev/null: %m");
        return PLATTER_EXIT_OS;
    }
    reset_signals();
    return platter_sysroot_init(&agent->root, NULL) == 0 ? 0 : PLATTER_EXIT_INTERNAL;
}

void platter_process_deinit(struct platter_agent *agent)
{
    close(agent->null_fd);
    platter_log_deinit(&agent->log);
}

int platter_loop_init(struct platter_agent *agent)
{
    struct event_config *config = event_config_new();
    if (config) {
        event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK | EVENT_BASE_FLAG_IGNORE_ENV);
        agent->base = event_base_new_with_config(config);
        event_config_free(config);
    }
    if (agent->base)
        return 0;
    platter_log_say(&agent->log, LOG_ERR, NULL, "no event loop: %m");
    return PLATTER_EXIT_OS;
}

void platter_loop_deinit(struct platter_agent *agent)
{
    event_base_free(agent->base);
    agent->base = NULL;
}

int platter_loop_run(struct platter_agent *agent)
{
    if (event_base_dispatch(agent->base) == 0)
        return PLATTER_EXIT_FINE;
    platter_log_say(&agent->log, LOG_ERR, NULL, "the event loop failed: %m");
    return PLATTER_EXIT_OS;
}
