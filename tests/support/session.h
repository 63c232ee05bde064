/* SPDX-License-Identifier: MIT */
/* For tests of what benchmarks print: a simulated drive in a session, and what is printed of it at
 * 80 columns. */
#ifndef PLATTER_TESTS_SESSION_H
#define PLATTER_TESTS_SESSION_H

#include <stdlib.h>
#include <string.h>

#include "agent/cli/session.h"
#include "tests/support/capture.h"
#include "tests/support/unit.h"

static struct platter_session session;
static const struct platter_session_options session_options = {.saving.no_save = true};

static inline int session_open(const char *command)
{
    setenv("COLUMNS", "80", 1);
    return platter_session_open(&session, command, &session_options, "sim:wd2002faex");
}

static inline int session_close(void **state)
{
    (void)state;
    platter_session_close(&session);
    return 0;
}

static inline void assert_fits(const struct capture *c, long columns)
{
    for (const char *line = c->text, *end; (end = strchr(line, '\n')); line = end + 1)
        if (end - line > columns)
            fail_msg("over %ld columns: %.*s", columns, (int)(end - line), line);
}

#endif
