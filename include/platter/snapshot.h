/* SPDX-License-Identifier: MIT */
/*
 * The snapshot: everything known about one drive at one moment. platterd makes it, every reader
 * (plugin, command line, store, scripts) takes it; on the wire it is one JSON object on one line
 * (agent/wire/snapshot_json.h, doc/schema/snapshot.json).
 *
 * Plain data: no pointers, no ownership, may be copied. A double that is not known is NaN.
 */
#ifndef PLATTER_SNAPSHOT_H
#define PLATTER_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <platter/smart.h>

#define PLATTER_ZONES_MAX 64
#define PLATTER_ZONES_DEFAULT 10

/* Sizes include the final NUL. An id fits collectd's 128 characters with "platter-" before it. */
#define PLATTER_ID_MAX 104
#define PLATTER_NAME_MAX 64
#define PLATTER_TEXT_MAX 256
#define PLATTER_REASONS_MAX 8
#define PLATTER_BAD_SHOWN 8

/* Classes of block time, HDDScan's: class i holds times below platter_class_limit_ms(i). */
enum platter_class {
    PLATTER_LT5,
    PLATTER_LT10,
    PLATTER_LT20,
    PLATTER_LT50,
    PLATTER_LT150,
    PLATTER_LT500,
    PLATTER_GE500,
    PLATTER_ERROR,
    PLATTER_CLASSES
};

enum platter_verdict {
    PLATTER_VERDICT_UNKNOWN = -1,
    PLATTER_VERDICT_OK = 0,
    PLATTER_VERDICT_WATCH = 1,
    PLATTER_VERDICT_DEGRADED = 2,
    PLATTER_VERDICT_FAILING = 3
};

enum platter_power {
    PLATTER_POWER_ACTIVE = 0,
    PLATTER_POWER_IDLE = 1,
    PLATTER_POWER_IDLE_LOW = 2, /* idle_b, idle_c: heads unloaded or spinning slower */
    PLATTER_POWER_STANDBY = 3,
    PLATTER_POWER_SLEEP = 4,
    PLATTER_POWER_UNKNOWN = 5
};

/* Timed blocks, counted. In a snapshot: since the agent's counters began; in a probe: this sample.
 */
struct platter_counts {
    uint64_t by_class[PLATTER_CLASSES];
    uint64_t slow; /* at or over the slow limit (5 ms unless configured), errors not included */
    uint64_t revolutions; /* lost; 0 where the rpm is not known */
};

struct platter_zone {
    double throughput_bps; /* timed bytes / sum of their block times, slow ones included */
    double access_s;       /* mean of the access reads */
    double worst_s;        /* longest timed block */
    struct platter_counts counts;
    uint64_t contended; /* bursts with foreign use: counted, not published */
    uint64_t cached;    /* bursts and access reads answered by the drive's buffer: dropped */
};

/* Why a verdict is what it is. A code is a stable word ("stalled"), text is for people. */
struct platter_reason {
    char code[32];
    char zones[32];  /* "08-09", "" = whole drive */
    int64_t since_s; /* Unix time, 0 = not known */
    double size;     /* in the unit that the code implies, NaN = none */
    char text[PLATTER_TEXT_MAX];
};

/* Other people's reads or writes, from the kernel's counters over the last step: at no cost, also
 * of drives that sleep or are busy. NaN where the kernel does not count; await and size also where
 * there were none. */
struct platter_passive {
    double await_s;    /* mean time of a request */
    double size_bytes; /* mean size */
    double rate_ps;    /* requests per second */
};
enum platter_direction { PLATTER_READ, PLATTER_WRITE, PLATTER_DIRECTIONS };

/* What platter cost this drive since its counters began. wakes and head_loads should both be 0. */
struct platter_cost {
    uint64_t bytes_read;
    uint64_t wakes;
    uint64_t head_loads;
    uint64_t skipped;   /* samples not taken because the drive was busy */
    uint64_t discarded; /* samples thrown away: the first after standby, low-rpm idle or suspend */
};

/* A block that is left out because it could not be read, or took over 0.5 s. */
struct platter_bad_place {
    uint64_t offset_bytes; /* from the drive's begin */
    uint32_t len_bytes;    /* of the read: the sector lies somewhere in it */
    bool error;            /* could not be read; else it was slow */
    int64_t since_s;       /* Unix time it was first met */
    int64_t until_s;       /* left out until then, and then verified once */
};

struct platter_snapshot {
    char drive[PLATTER_ID_MAX]; /* the id: never recomputed once given */
    char label[PLATTER_NAME_MAX];
    char model[PLATTER_NAME_MAX];
    char serial[PLATTER_NAME_MAX];
    char device[PLATTER_NAME_MAX]; /* "/dev/sda", "sim:wd2002faex": where it is now */
    char pool[PLATTER_NAME_MAX];
    int64_t time_s;    /* Unix time; in a published snapshot floor(now/step)*step */
    uint32_t step_s;   /* the publishing step, 600 */
    double interval_s; /* from one sample to the next, as asked for this drive */
    uint64_t capacity_bytes;
    double age_s;     /* since the last quiet sample */
    double contended; /* share of the last sample's bursts, 0-1 */
    double duty;      /* share of the drive's time that samples took, 0-1 */
    enum platter_power power;
    int64_t power_since_s; /* Unix time of the last change seen; 0 = not known */
    bool gated;            /* sampled only right after somebody else used it */
    double utilisation;    /* share of the last step in which the drive had something to do, 0-1 */
    enum platter_verdict verdict;
    uint64_t samples; /* taken since the agent's counters began */
    struct platter_cost cost;
    struct platter_passive passive[PLATTER_DIRECTIONS];
    struct platter_smart smart;
    unsigned n_reasons;
    struct platter_reason reasons[PLATTER_REASONS_MAX];
    unsigned n_bad_places; /* left out now; the first of them on the drive are in bad_shown */
    unsigned n_bad_shown;
    struct platter_bad_place bad_shown[PLATTER_BAD_SHOWN];
    unsigned n_zones; /* 0 when the drive has never been opened */
    struct platter_zone zones[PLATTER_ZONES_MAX];
};

/* Make an empty snapshot: strings empty, figures NaN, counts 0, power unknown, verdict unknown. */
void platter_snapshot_init(struct platter_snapshot *s);

/* "UNKNOWN" ... "FAILING"; "?" outside the enum. Static strings. */
const char *platter_verdict_name(int verdict);
/* "active", "idle", "idle_low", "standby", "sleep", "unknown"; "unknown" outside the enum. */
const char *platter_power_name(int power);

/* The names of the classes as JSON keys and RRD data sources: "lt5" ... "ge500", "error". */
const char *platter_class_name(enum platter_class c);
/* Upper limit of a class in milliseconds (5, 10, 20, 50, 150, 500); 0 for ge500 and error. */
unsigned platter_class_limit_ms(enum platter_class c);
/* The class of a block time. */
enum platter_class platter_class_of(uint64_t block_ns);
/* dst += src, every counter. */
void platter_counts_add(struct platter_counts *dst, const struct platter_counts *src);
/* All timed blocks in it, errors included. */
uint64_t platter_counts_blocks(const struct platter_counts *c);

/* Zones by their bits as text: "00-03,08"; size >= 8. What does not fit is left out, with a "+" in
 * its place. */
void platter_zones_text(char *buf, size_t size, uint64_t zones);

/* Add a reason; past PLATTER_REASONS_MAX the call is ignored (the first ones matter most).
 * zones may be NULL; strings are cut to fit. */
void platter_snapshot_reason(struct platter_snapshot *s, const char *code, const char *zones,
                             int64_t since_s, double size, const char *text);

#endif
