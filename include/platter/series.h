/* SPDX-License-Identifier: MIT */
/*
 * The series: one table from which the plugin's data sets, the RRDs, the text formats and the
 * graphs come. A released type never changes; a new figure is a new type.
 *
 * Publishing has its own clock: every step, every series once, stamped floor(now/step)*step, so
 * that one update is one RRD row (platter_grid_*).
 */
#ifndef PLATTER_SERIES_H
#define PLATTER_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <platter/snapshot.h>

#define PLATTER_PLUGIN_NAME "platter"
#define PLATTER_STEP_S 600
/* A zone gauge is the last quiet measurement, held this long, then NaN. */
#define PLATTER_HOLD_S 7200

#define PLATTER_SOURCES_MAX 10
#define PLATTER_TYPE_MAX 32
#define PLATTER_INSTANCE_MAX 32

enum platter_source_kind { PLATTER_GAUGE, PLATTER_DERIVE };

/* One data source of a type. max is NaN where there is no upper limit ("U"). */
struct platter_source {
    const char *name;
    enum platter_source_kind kind;
    double min;
    double max;
    const char *unit; /* "B/s", "s", "1" */
};

/* One value: which member counts is the source's kind. */
union platter_value {
    double gauge;
    uint64_t derive;
};

/* Which choice of series a type belongs to: a type is in its own set and in every larger one. */
enum platter_series_set { PLATTER_SERIES_SMALL, PLATTER_SERIES_NORMAL, PLATTER_SERIES_ALL };

struct platter_type {
    const char *name; /* "platter_zone" */
    const char *what; /* a sentence for people */
    enum platter_series_set set;
    bool stock; /* collectd's own types.db has it: not ours to register or ship */
    unsigned n_sources;
    const struct platter_source *sources;
    /* How many instances this snapshot has of the type; 0 = nothing to publish. */
    unsigned (*instances)(const struct platter_snapshot *s);
    /* The name of instance i ("00"; "" for none) and its n_sources values. */
    void (*values)(const struct platter_snapshot *s, unsigned i,
                   char instance[PLATTER_INSTANCE_MAX], union platter_value *values);
};

/* The table: *n types. Static. */
const struct platter_type *platter_series_types(unsigned *n);

/* One update as a back end wants it. All pointers live only during the call of the sink. */
struct platter_update {
    const struct platter_type *type;
    const char *drive;
    const char *instance;
    int64_t time_s;
    uint32_t step_s;
    const union platter_value *values;
};

/* Takes one update; anything but 0 ends the walk and is what platter_series_walk returns. */
typedef int (*platter_update_sink)(const struct platter_update *u, void *user);

/* Give every update of a snapshot, in table order, to a sink. Returns 0 or what the sink did. */
int platter_series_walk(const struct platter_snapshot *s, enum platter_series_set set,
                        platter_update_sink sink, void *user);

/* floor(now/step)*step. step_s > 0; now_s >= 0. */
int64_t platter_grid_stamp(int64_t now_s, uint32_t step_s);
/* The first grid time after now. */
int64_t platter_grid_next(int64_t now_s, uint32_t step_s);
/* The stamp to publish now, when the last one was last_s (0 = none yet). 0: none; the clock has
 * gone back, and a stamp never does: not before it is past last_s again. After a step forth, or a
 * time in which the machine was suspended, one row follows, not those that were missed. */
int64_t platter_grid_due(int64_t now_s, uint32_t step_s, int64_t last_s);

#endif
