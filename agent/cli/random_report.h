/* SPDX-License-Identifier: MIT */
/* Random access as `platter random` shows it: a table, or JSON. */
#ifndef PLATTER_CLI_RANDOM_REPORT_H
#define PLATTER_CLI_RANDOM_REPORT_H

#include "agent/bench/random.h"
#include "agent/cli/session.h"

struct platter_random_row {
    uint32_t size_bytes; /* 0 = mixed */
    bool refused;        /* the drive cannot be read in such pieces: no figures */
    bool complete;
    struct platter_random figures;
};

struct platter_random_report {
    const struct platter_session *session;
    const struct platter_random_row *rows;
    unsigned n;
    uint64_t from_bytes, to_bytes;
    uint32_t depth; /* asked for */
    bool complete;  /* false: it was ended before all was read */
};

/* Returns an exit status. */
int platter_random_print(const struct platter_random_report *r);
struct platter_json *platter_random_to_json(const struct platter_random_report *r);

#endif
