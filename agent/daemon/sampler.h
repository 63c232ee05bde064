/* SPDX-License-Identifier: MIT */
/*
 * The schedule: one timer on CLOCK_BOOTTIME, armed for the next thing that any drive needs: a
 * sample that is due, a look at a gate, a deadline.
 */
#ifndef PLATTER_DAEMON_SAMPLER_H
#define PLATTER_DAEMON_SAMPLER_H

#include "agent/daemon/tracked.h"

int platter_sampler_init(struct platter_agent *agent);
void platter_sampler_deinit(struct platter_agent *agent);

/* Do what is due and set the timer anew. */
void platter_sampler_tick(struct platter_agent *agent);

/* A sample that took last_ns is over (0 = none was taken): set when the next one is due. On the
 * drive's own grid, so that its phase stays; never before the duty allows. */
void platter_sampler_again(struct platter_tracked *t, uint64_t last_ns);

#endif
