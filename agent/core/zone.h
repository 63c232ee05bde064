/* SPDX-License-Identifier: MIT */
/*
 * The zone plan: where on a drive we read, the same places for years.
 *
 * A drive is cut into n equal LBA ranges, zones; a zone has up to 64 fixed slots, evenly spread,
 * slot 0 of zone 0 at byte 0 and the last slot of the last zone ending at the last usable byte. A
 * burst is one warm-up block and up to 16 timed ones, back to back. Each sample uses one slot, in
 * bit-reversed order, so that a place is read again only after all the others.
 *
 * A drive with several actuators has as many access ranges, each with its own outer and inner end.
 * No zone lies in two of them: they share the n zones by their size, and each is cut into equal
 * zones. The numbers go through: of 10 zones on two halves, 00-04 are the first half from outside
 * to inside, 05-09 the second. With fewer zones than ranges the ranges are not looked at.
 *
 * All offsets and lengths are in bytes and multiples of align_bytes. Bytes past the last multiple
 * (a tail shorter than the alignment) are not usable with O_DIRECT and never read.
 */
#ifndef PLATTER_CORE_ZONE_H
#define PLATTER_CORE_ZONE_H

#include <stdint.h>

#include "agent/core/geometry.h"
#include "agent/core/sample.h"
#include <platter/snapshot.h>

#define PLATTER_SLOTS 64
#define PLATTER_BLOCK_BYTES (128u * 1024) /* HDDScan's block: 256 sectors */
#define PLATTER_ACCESS_BYTES 4096u        /* at least; one physical block where that is more */
#define PLATTER_WALK_CELL_BYTES (1024ull * 1024 * 1024)
#define PLATTER_CAPACITY_MIN_BYTES (16ull * 1024 * 1024)

struct platter_plan {
    uint64_t usable_bytes; /* capacity, down to a multiple of align_bytes */
    uint32_t align_bytes;
    uint32_t block_bytes;
    uint32_t access_bytes;
    uint32_t n_zones;
    uint32_t n_slots;      /* per zone, <= PLATTER_SLOTS */
    uint32_t timed_blocks; /* per burst, <= PLATTER_BURST_BLOCKS; the warm-up is one more */
    uint32_t accesses;     /* rounds of access reads, 0 ... PLATTER_ACCESSES_MAX */
    uint32_t n_ranges;     /* 1 ... PLATTER_RANGES_MAX */
    uint32_t range_zone[PLATTER_RANGES_MAX + 1];  /* first zone of each, at the end n_zones */
    uint64_t range_bytes[PLATTER_RANGES_MAX + 1]; /* first byte of each, at the end usable_bytes */
};

/*
 * Plan a drive. zones 1 ... PLATTER_ZONES_MAX, accesses 0 ... PLATTER_ACCESSES_MAX.
 * A zone shorter than a burst: first the burst shrinks to half the zone, then the number of slots.
 * Returns 0; -EINVAL: geometry or arguments out of range; -ERANGE: the drive is under 16 MiB, over
 * 2^63-1 bytes, or too small for so many zones (a burst needs two blocks).
 */
int platter_plan_init(struct platter_plan *plan, const struct platter_geometry *geometry,
                      unsigned zones, unsigned accesses);

/* First byte of a zone; zone = n_zones gives usable_bytes, so that a zone ends where the next
 * begins. */
uint64_t platter_plan_zone_start(const struct platter_plan *plan, unsigned zone);

/* The zone that a byte lies in. offset_bytes < usable_bytes. */
unsigned platter_plan_zone_of(const struct platter_plan *plan, uint64_t offset_bytes);

/* First byte of the burst (its warm-up block) at a slot. */
uint64_t platter_plan_burst(const struct platter_plan *plan, unsigned zone, unsigned slot);

/* Bytes of a burst, warm-up included. */
uint64_t platter_plan_burst_bytes(const struct platter_plan *plan);

/*
 * The place of the access read of a round: half a zone away from that sample's burst, so that
 * neither answers the other from the drive's buffer; the same in every zone, so that the seek
 * distances of the visiting order are the same in every sample.
 */
uint64_t platter_plan_access(const struct platter_plan *plan, unsigned zone, unsigned slot,
                             unsigned round);

/*
 * The fixed visiting order: the zone visited i-th, i < n_zones. Even zones inward, odd ones back
 * outward: 0 2 4 6 8 9 7 5 3 1. Each visit comes from another zone, one or two away, also from the
 * end of one round to the begin of the next, so that no zone's access time holds a longer seek.
 * Range after range, each in such an order of its own: 0 2 4 3 1, 5 7 9 8 6. The heads of a range
 * are where its last visit left them, whatever other ranges did since.
 */
unsigned platter_plan_visit(const struct platter_plan *plan, unsigned i);

/* The slot of a sample: its number, in bit-reversed order over the next power of two >= n_slots. */
unsigned platter_plan_slot(const struct platter_plan *plan, uint64_t sample);

/* Number of 1 GiB cells of the surface, at least 1. */
uint64_t platter_plan_walk_cells(const struct platter_plan *plan);

/*
 * First byte of the walk burst of a sample: cell (sample mod cells), at another place in the cell
 * each round (golden-ratio sequence: Knuth, The Art of Computer Programming 3, 6.4).
 */
uint64_t platter_plan_walk(const struct platter_plan *plan, uint64_t sample);

#endif
