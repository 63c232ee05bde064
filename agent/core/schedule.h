/* SPDX-License-Identifier: MIT */
/*
 * When a drive is sampled. Pure: times are CLOCK_BOOTTIME nanoseconds given by the caller.
 *
 * Each drive has a phase from its id, so that drives never move in step; a sample may cost `duty`
 * (default 1 %) of a drive's time: beyond that the interval stretches.
 */
#ifndef PLATTER_CORE_SCHEDULE_H
#define PLATTER_CORE_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include <platter/snapshot.h>

/* At most so many drives are sampled at one time. */
#define PLATTER_CONCURRENT_MAX 2
/* A gated drive is sampled only so long after somebody else's read or write ended. */
#define PLATTER_GATE_NS (60ull * 1000000000ull)

enum platter_sample_mode {
    PLATTER_SAMPLE_AUTO, /* gated on rotating drives whose power state is not known */
    PLATTER_SAMPLE_ALWAYS,
    PLATTER_SAMPLE_OFF,
    PLATTER_SAMPLE_WHEN_ACTIVE, /* gated, whatever the drive */
};

/* interval_ns > 0, duty in (0, 1]; last_ns: how long the last sample took, 0 = none yet.
 * Returns max(interval, last / duty). */
uint64_t platter_schedule_interval_ns(uint64_t interval_ns, double duty, uint64_t last_ns);

/* The phase of a drive in [0, interval_ns), from its id. */
uint64_t platter_schedule_phase_ns(const char *id, uint64_t interval_ns);

/* First due time after now on the drive's grid: k * interval + phase. */
uint64_t platter_schedule_next_ns(uint64_t now_ns, uint64_t interval_ns, uint64_t phase_ns);

/*
 * When a drive is due again, whose last sample began at begin_ns and took last_ns (0 = none was
 * taken): on its grid, and never before the duty allows. A time long past, as after a suspend,
 * gives one sample, not those that were missed.
 */
uint64_t platter_schedule_after_ns(uint64_t begin_ns, uint64_t interval_ns, double duty,
                                   uint64_t last_ns, uint64_t phase_ns);

/*
 * Whether the host has been suspended since the last call: boot_ns counts that time, mono_ns
 * (CLOCK_MONOTONIC) does not. *suspended_ns: how long in all, kept by the caller.
 */
bool platter_schedule_suspended(uint64_t boot_ns, uint64_t mono_ns, uint64_t *suspended_ns);

/* Whether the gate is open: foreign I/O ended at foreign_ns (0 = never seen). */
bool platter_schedule_gate_open(uint64_t now_ns, uint64_t foreign_ns);

#endif
