/* SPDX-License-Identifier: MIT */
/* What `platter doctor` looks at. Nothing here wakes a drive or writes anywhere. */
#ifndef PLATTER_CLI_DOCTOR_H
#define PLATTER_CLI_DOCTOR_H

#include "agent/cli/findings.h"
#include "agent/drive/discover.h"
#include "agent/drive/sysroot.h"
#include "agent/wire/json.h"

/* What the agent said; running is false when nobody answers. */
struct platter_doctor_agent {
    bool running;
    int result;       /* of asking: why it does not answer */
    const char *path; /* of its socket */
    char version[32]; /* "" = not told */
    long pid;         /* 0 = not told */
    char why[320];    /* what a bad answer said */
    struct platter_snapshot *drives;
    unsigned n_drives;
    int64_t time_s;         /* of its answer */
    bool saves;             /* it is to save; false: all below is empty */
    char not_saved[256];    /* why it does not; "" = it does */
    int64_t store_since_s;  /* from when on it counts */
    uint64_t written_bytes; /* to its disk; UINT64_MAX = not known */
};

/* Whether it may be opened: it cannot sleep, or the agent says that it is awake. s NULL: the agent
 * does not watch it. */
bool platter_doctor_may_open(const struct platter_found *found, const struct platter_snapshot *s);

/* One drive. open: a device may be opened (not on a captured tree). */
void platter_doctor_drive(const struct platter_sysroot *root, const struct platter_found *found,
                          const struct platter_doctor_agent *agent, bool open,
                          struct platter_findings *f);

/* The agent, what else asks the drives, fonts. */
void platter_doctor_host(const struct platter_sysroot *root,
                         const struct platter_doctor_agent *agent, struct platter_findings *f);

/* What platter costs: what it has read of all drives, what it writes, and whether it can. */
void platter_doctor_cost(const struct platter_doctor_agent *agent, struct platter_findings *f);

/* A tree of RRD files. named: a person asked for it, so that it is missed when it is not there. */
void platter_doctor_tree(const char *tree, bool named, struct platter_findings *f);

#endif
