/* SPDX-License-Identifier: MIT */
/*
 * Bad places of one drive: blocks that could not be read or took over 0.5 s. They are left out for
 * 7 days, then verified by one read: fine, and they are used again; else another 7 days. So no
 * array is stalled by us more than once a week for one block.
 *
 * A block that failed is always learned, whoever used the drive; one that was slow only from an
 * undisturbed read (struct platter_sample, stuck). Times are Unix seconds, since they must hold
 * over a reboot; a clock that was set back may make a place due early, never late.
 */
#ifndef PLATTER_CORE_BAD_PLACES_H
#define PLATTER_CORE_BAD_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/core/sample.h"
#include "agent/core/zone.h"
#include <platter/snapshot.h>

/* With more, the one that was learned or verified longest ago is dropped. */
#define PLATTER_BAD_PLACES_MAX 64
#define PLATTER_BAD_PLACE_KEEP_S INT64_C(604800) /* 7 days */

/* Plain data: kept by the store as it is, sent to the worker. Zeroed memory is an empty one. */
struct platter_bad_places {
    uint32_t n;
    struct platter_bad_place place[PLATTER_BAD_PLACES_MAX];
};

/* Take in what a sample met: what failed, what was stuck, and the place it verified. discarded: a
 * sample whose times say nothing (the first after standby). */
void platter_bad_places_learn(struct platter_bad_places *b, const struct platter_sample *sample,
                              bool discarded, int64_t now_s);

/* Whether any of them lies in this range, if only in part. b may be NULL: none. */
bool platter_bad_places_overlap(const struct platter_bad_places *b, uint64_t offset_bytes,
                                uint64_t len_bytes);

/* The one to verify next, the longest due; its number in `place`, or -1: none is due. */
int platter_bad_places_due(const struct platter_bad_places *b, int64_t now_s);

/*
 * The slot of a burst's try (0, 1 ...) in a sample of this slot: the next neighbour that is not
 * left out. A place just read may sit in the drive's buffer, so a second try goes to a neighbour
 * whose own turn is 32 or 16 samples away. Without so many neighbours the last there is. Returns
 * false: every slot of the zone is left out. b may be NULL.
 */
bool platter_bad_places_slot(const struct platter_bad_places *b, const struct platter_plan *plan,
                             unsigned zone, unsigned slot, unsigned tries, unsigned *out);

/* The place of an access read (platter_plan_access), moved inward by a burst's length from bad
 * places, so that the seek stays what it was. Returns false: bad places all round. */
bool platter_bad_places_access(const struct platter_bad_places *b, const struct platter_plan *plan,
                               unsigned zone, unsigned slot, unsigned round, uint64_t *out);

/* Whether a place can be read at all: the drive may have come back behind another bridge. */
bool platter_bad_place_readable(const struct platter_bad_place *p, const struct platter_plan *plan);

/* Copy them for a snapshot: how many, and the first PLATTER_BAD_SHOWN on the drive. */
void platter_bad_places_fill(const struct platter_bad_places *b, struct platter_snapshot *out);

#endif
