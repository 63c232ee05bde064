/* SPDX-License-Identifier: MIT */
/* What the commands that read a drive for a while have in common: their options, the drive, the
 * progress, and what becomes of the result. */
#ifndef PLATTER_CLI_SESSION_H
#define PLATTER_CLI_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/bench/watch.h"
#include "agent/cli/args.h"
#include "agent/cli/saving.h"
#include "agent/cli/subject.h"

/* A member of a command's own options. */
struct platter_session_options {
    struct platter_subject_options subject;
    struct platter_saving saving;
    bool json;
};

/* clang-format off */
/* A member cannot be in parentheses. NOLINTBEGIN(bugprone-macro-parentheses) */
/* Rows of a command's table of options: type has a member `struct platter_session_options member`. */
#define PLATTER_SESSION_ARGS(type, member)                                                     \
    {"wake", NULL, PLATTER_ARG_FLAG, offsetof(type, member.subject.wake), 0, 0,                \
     "read the drive even if that wakes it"},                                                  \
    {"real-time", NULL, PLATTER_ARG_FLAG, offsetof(type, member.subject.real_time), 0, 0,      \
     "a simulated drive takes as long as a real one"},                                         \
    {"seed", "N", PLATTER_ARG_COUNT, offsetof(type, member.subject.seed), 0, UINT64_MAX,       \
     "of the random places, and of simulated drives (1)"},                                     \
    PLATTER_SAVING_ARGS(type, member.saving),                                                  \
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(type, member.json), 0, 0,                        \
     "JSON instead of text"}
/* NOLINTEND(bugprone-macro-parentheses) */
/* clang-format on */

struct platter_session {
    const char *command; /* "curve" */
    const struct platter_session_options *o;
    struct platter_subject subject;
    struct platter_watch watch;   /* to be handed to a measurement */
    const char *doing;            /* what is measured now; NULL = nothing to say */
    double share_from, share_len; /* this measurement's part of all; 0 and 1 at first */
    uint64_t begin_ns, told_ns;   /* on the wall's clock */
    uint64_t drive_begin_ns;      /* on the drive's clock */
    int64_t time_s;               /* Unix time at its begin */
};

/* Find and open a drive, and note Ctrl-C from here on. Returns an exit status; what is wrong has
 * been said. To be closed where it is 0. */
int platter_session_open(struct platter_session *s, const char *command,
                         const struct platter_session_options *o, const char *name);
void platter_session_close(struct platter_session *s);

/* A simulated drive whose time costs nothing. */
bool platter_session_is_virtual(const struct platter_session *s);

/* platter_subject_ended(), and in better words that the drive refuses reads of this size. */
int platter_session_ended(const struct platter_session *s, int result, uint32_t size_bytes);

/* A document with the keys that all have: schema, drive, device, model, time, complete,
 * duration_s. */
struct platter_json *platter_session_document(const struct platter_session *s, bool complete);

/* Save the document, print it if it is wanted, and free it. Returns an exit status. */
int platter_session_deliver(const struct platter_session *s, struct platter_json *document);

/* "sim:wd2002faex  WDC WD2002FAEX-007BA0  SIM-wd2002faex  2.00 TB": the first line of all. */
void platter_session_print_drive(const struct platter_session *s);

/* --range of a command; NULL: all of the drive, as far as it can be read in aligned pieces. Returns
 * an exit status; what is wrong has been said. */
int platter_session_range(const struct platter_session *s, const char *text, uint64_t *from_bytes,
                          uint64_t *to_bytes);

/* The size of a read, --block or the like: whole logical blocks of the drive from min to max.
 * Returns an exit status; what is wrong has been said. */
int platter_session_block(const struct platter_session *s, const char *option, const char *text,
                          uint32_t min_bytes, uint32_t max_bytes, uint32_t *out_bytes);

#endif
