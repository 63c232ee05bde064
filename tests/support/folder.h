/* SPDX-License-Identifier: MIT */
/* A test's own folder, `dir`: there from its setup to its teardown. */
#ifndef PLATTER_TESTS_FOLDER_H
#define PLATTER_TESTS_FOLDER_H

#include <stdio.h>
#include <stdlib.h>

static char dir[64];

static inline int folder_make(void **state)
{
    (void)state;
    snprintf(dir, sizeof(dir), "/tmp/platter-test-XXXXXX");
    return mkdtemp(dir) ? 0 : -1;
}

/* Run in it; the exit status. */
static inline int folder_run(const char *what)
{
    char command[640];
    snprintf(command, sizeof(command), "cd '%s' && { %s; }", dir, what);
    return system(command); /* NOLINT: our own name */
}

static inline int folder_remove(void **state)
{
    (void)state;
    return folder_run("rm -rf \"$PWD\"");
}

#endif
