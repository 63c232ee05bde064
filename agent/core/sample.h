/* SPDX-License-Identifier: MIT */
/*
 * The sample record: what one pass over all zones of one drive measured, and what a burst comes
 * to. Raw times are kept as they were measured; platter_burst_* turn them into figures.
 */
#ifndef PLATTER_CORE_SAMPLE_H
#define PLATTER_CORE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include <platter/snapshot.h>

#define PLATTER_BURST_BLOCKS 16
#define PLATTER_ACCESSES_MAX 8
#define PLATTER_BAD_MAX 32
#define PLATTER_SLOW_DEFAULT_NS 5000000u
/* A read that takes longer stalls an array: its place is left out (agent/core/bad_places.h). */
#define PLATTER_STUCK_NS 500000000u
/* The cache rule: faster than the surface can be. The first limit holds while a drive is not known.
 */
#define PLATTER_CACHE_RATIO 1.3
#define PLATTER_CACHE_FIRST_BPS 350e6
/* The zone number of a walk burst: it goes to the walk map, not into a zone's series. */
#define PLATTER_ZONE_WALK 0xffffu

/* What happened to a zone's burst or an access read. Several may be set. */
enum platter_flag {
    PLATTER_FLAG_FOREIGN = 1, /* somebody else used the drive */
    PLATTER_FLAG_DELAYED = 2, /* our own process waited for a CPU for more than 0.5 ms */
    PLATTER_FLAG_CACHED = 4,  /* faster than the surface can be: the drive's buffer answered */
    PLATTER_FLAG_UNWATCHED =
        8, /* foreign use could not be seen (queue/iostats = 0): said, not guessed */
    PLATTER_FLAG_CUT = 16,      /* given up at the zone's deadline: fewer blocks than planned */
    PLATTER_FLAG_ERROR = 32,    /* could not be read (access reads; bursts have error_mask) */
    PLATTER_FLAG_LEFT_OUT = 64, /* an access read not made: bad places all round */
};
#define PLATTER_FLAGS_CONTENDED (PLATTER_FLAG_FOREIGN | PLATTER_FLAG_DELAYED)

/* One burst. Fixed size: it crosses from worker to daemon as it is. */
struct platter_burst {
    uint64_t offset_bytes; /* of the warm-up block */
    uint64_t block_ns[PLATTER_BURST_BLOCKS];
    uint32_t block_bytes;
    uint16_t zone; /* or PLATTER_ZONE_WALK */
    uint16_t slot;
    uint16_t timed;      /* blocks in block_ns */
    uint16_t error_mask; /* bit i: block i could not be read; its time is the time to the error */
    uint16_t flags;      /* enum platter_flag */
    uint16_t tries;      /* 1 ... 3 */
};

/* A place that could not be read, or took very long. */
struct platter_bad {
    uint64_t offset_bytes;
    uint32_t len_bytes; /* of the read: only a scan finds the sector in it */
    uint32_t zone;      /* or PLATTER_ZONE_WALK */
};

/* A bad place that was read to see whether it still is one. len_bytes 0: none was. */
struct platter_verified {
    uint64_t offset_bytes;
    uint32_t len_bytes;
    bool fine; /* read, in less than PLATTER_STUCK_NS; also when the drive no longer has it */
};

/* One zone's part of a sample. */
struct platter_zone_sample {
    struct platter_burst burst; /* the last try */
    uint64_t access_ns[PLATTER_ACCESSES_MAX];
    uint16_t access_flags[PLATTER_ACCESSES_MAX];
    uint16_t accesses; /* in access_ns */
    uint16_t errors;   /* reads of this zone that failed: access, warm-up, timed, every try */
    uint16_t
        contended_tries;   /* bursts of this zone thrown away for foreign use, the last included */
    uint16_t cached_tries; /* the same, answered by the drive's buffer */
};

/* One whole sample. time_s is set by the caller who has a wall clock. */
struct platter_sample {
    uint64_t number; /* counts up from 0: gives slot and walk cell */
    uint64_t duration_ns;
    uint64_t bytes_read;
    int64_t time_s;
    uint16_t n_zones;
    uint16_t bursts;    /* made, retries included, the walk not */
    uint16_t contended; /* of those */
    uint16_t n_bad;   /* reads that failed, the walk's too; the first PLATTER_BAD_MAX are in bad */
    uint16_t n_stuck; /* undisturbed reads over PLATTER_STUCK_NS, at most PLATTER_BAD_MAX */
    struct platter_bad bad[PLATTER_BAD_MAX];
    struct platter_bad stuck[PLATTER_BAD_MAX];
    struct platter_verified verified;
    struct platter_burst walk; /* timed = 0: none made, or its place is left out */
    struct platter_zone_sample zones[PLATTER_ZONES_MAX];
};

/* What a burst comes to. NaN where nothing was read. */
struct platter_burst_figures {
    double throughput_bps; /* bytes of the blocks read / sum of their times, slow ones included */
    double worst_s;
    double median_s;
    struct platter_counts counts;
};

/*
 * Turn a burst into figures. slow_ns: the slow limit. rev_ns: time of a revolution, 0 = not known,
 * then no revolutions are counted. Lost revolutions of a block = round((its time - the burst's
 * median) / rev). An error counts as class error and as nothing else; its time is not used.
 */
void platter_burst_figures(const struct platter_burst *burst, uint64_t slow_ns, uint64_t rev_ns,
                           struct platter_burst_figures *out);

/* The throughput of those alone; NaN where nothing was read. */
double platter_burst_bps(const struct platter_burst *burst);

/* round((block - median) / rev), never below 0; rev_ns = 0 gives 0. */
uint64_t platter_lost_revolutions(uint64_t block_ns, uint64_t median_ns, uint64_t rev_ns);

/* Whether a burst is quiet, so that its times may be judged and published. */
bool platter_burst_quiet(const struct platter_burst *burst);

/* Mean of the quiet access reads of a zone in seconds; NaN when there is none. */
double platter_zone_sample_access_s(const struct platter_zone_sample *zone);

/*
 * The zone as probe shows it: this sample alone. Times and classes come from a quiet burst, else
 * they are NaN and 0. Every read of the zone that failed counts as an error, also an access or
 * warm-up read and one in a contended burst: nobody else's reads make a sector unreadable.
 */
void platter_zone_sample_figures(const struct platter_zone_sample *zone, uint64_t slow_ns,
                                 uint64_t rev_ns, struct platter_zone *out);

#endif
