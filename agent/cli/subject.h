/* SPDX-License-Identifier: MIT */
/*
 * The drive that a benchmark is about: found, asked whether it sleeps, opened; Ctrl-C, progress,
 * and the words for what ends a measurement.
 */
#ifndef PLATTER_CLI_SUBJECT_H
#define PLATTER_CLI_SUBJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/drive/open.h"

struct platter_subject {
    struct platter_found found;
    struct platter_drive *drive; /* NULL until opened */
};

/* How a person wants it opened. */
struct platter_subject_options {
    bool wake;      /* also when that wakes it */
    bool real_time; /* of sim: */
    uint64_t seed;  /* of sim: */
};

/* Find and open what a person named. Returns an exit status; what is wrong has been said. */
int platter_subject_open(const char *name, const struct platter_subject_options *options,
                         struct platter_subject *out);
void platter_subject_close(struct platter_subject *s);

/* What progress callbacks end a measurement with when Ctrl-C was pressed. */
#define PLATTER_INTERRUPTED 100
/* From now on Ctrl-C, SIGTERM and SIGHUP are noted; a second one ends a program that is stuck in a
 * read. */
void platter_interrupt_catch(void);
bool platter_interrupted(void);

/* "sda: 40 %" on a terminal, elsewhere nothing; what may be NULL. Clear it before anything else is
 * printed. */
void platter_progress_show(const char *name, const char *what, double share);
void platter_progress_clear(void);

/* The exit status for what ended a measurement: 0, PLATTER_INTERRUPTED, a result of a drive's
 * read, or -errno. What is wrong is said. */
int platter_subject_ended(const struct platter_subject *s, int result);

#endif
