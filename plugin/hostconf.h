/* SPDX-License-Identifier: MIT */
/*
 * The block <Plugin platter>, host-neutral: values come in as text. A few keys are the plugin's own
 * (Agent, AgentPath, Config, Drive, IgnoreSelected, Series); every other one is an option of the
 * agent, handed to a spawned one as -o key=value.
 */
#ifndef PLATTER_PLUGIN_HOSTCONF_H
#define PLATTER_PLUGIN_HOSTCONF_H

#include <stddef.h>
#include <sys/un.h>

#include "plugin/select.h"
#include <platter/series.h>

#define PLATTER_AGENT_OPTIONS_MAX 64

enum platter_agent_mode {
    PLATTER_AGENT_AUTO,   /* the socket where its folder exists, else spawn */
    PLATTER_AGENT_SOCKET, /* a running agent */
    PLATTER_AGENT_SPAWN   /* an agent of our own */
};

struct platter_agent_option {
    char *key; /* as the person wrote it, for messages: "QuietHours" */
    char *arg; /* as the agent takes it: "quiet-hours=23:00-07:00" */
};

struct platter_hostconf {
    enum platter_agent_mode mode;
    char socket[sizeof((struct sockaddr_un){0}.sun_path)];
    char *agent_path; /* NULL: the built-in one */
    char *config;     /* file for a spawned agent, NULL: none */
    enum platter_series_set series;
    struct platter_select select;
    size_t n_options;
    struct platter_agent_option options[PLATTER_AGENT_OPTIONS_MAX];
};

void platter_hostconf_init(struct platter_hostconf *s);
void platter_hostconf_deinit(struct platter_hostconf *s);

/* Take one line of the block. Keys are matched without regard to case, as collectd does.
 * Returns 0, -ENOMEM, or -EINVAL: why says what to write instead; nothing is changed then. */
int platter_hostconf_set(struct platter_hostconf *s, const char *key, const char *const *values,
                         size_t n, char *why, size_t why_size);

/* A number as the agent reads it: never an exponent, never the locale's decimal comma, at most nine
 * decimals. Returns 0 or -ERANGE: not finite, or over 1e15. */
int platter_hostconf_number(double value, char *buf, size_t size);

/* The command line of a spawned agent, ends in NULL. The caller frees the array; the strings belong
 * to conf and to path. NULL: no memory. */
const char **platter_hostconf_argv(const struct platter_hostconf *s, const char *path);

#endif
