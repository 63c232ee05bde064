/* SPDX-License-Identifier: MIT */
/* What the doctor found: a list of sentences, each with a mark and, when not fine, how to mend it.
 */
#ifndef PLATTER_CLI_FINDINGS_H
#define PLATTER_CLI_FINDINGS_H

#include <stdbool.h>

#include <platter/snapshot.h>

enum platter_mark {
    PLATTER_MARK_FINE,
    PLATTER_MARK_MEND,   /* works, but not as it could */
    PLATTER_MARK_BROKEN, /* does not work */
    PLATTER_MARKS
};

struct platter_finding {
    enum platter_mark mark;
    char about[PLATTER_NAME_MAX]; /* a drive's name; "" = the machine */
    char code[32];                /* a stable word: "open", "agent", "poller" */
    char text[PLATTER_TEXT_MAX];
    char mend[PLATTER_TEXT_MAX + 64]; /* one line; "" when fine */
};

struct platter_findings {
    struct platter_finding *v;
    unsigned n;
    bool failed; /* no memory for one */
};

/* Add one; mend NULL = nothing to do. Strings are cut to fit. */
void platter_findings_add(struct platter_findings *f, enum platter_mark mark, const char *about,
                          const char *code, const char *mend, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
unsigned platter_findings_count(const struct platter_findings *f, enum platter_mark mark);
void platter_findings_deinit(struct platter_findings *f);

/* "fine", "mend", "broken". */
const char *platter_mark_name(int mark);

/* For people: a head for the machine and each drive. Or as platter.doctor/1. Both return an exit
 * status of their own: 0, or that the output could not be made. */
int platter_findings_print(const struct platter_findings *f);
int platter_findings_print_json(const struct platter_findings *f);

#endif
