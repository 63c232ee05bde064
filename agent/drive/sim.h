/* SPDX-License-Identifier: MIT */
/* The simulated drive: agent/core/model.h behind the drive vtable, in real or in virtual time. */
#ifndef PLATTER_DRIVE_SIM_H
#define PLATTER_DRIVE_SIM_H

#include "agent/core/model.h"
#include "agent/drive/discover.h"
#include "agent/drive/drive.h"
#include "agent/drive/sim_spec.h"

struct platter_queue;

enum platter_sim_clock { PLATTER_SIM_REAL, PLATTER_SIM_VIRTUAL };

/*
 * The spec is copied. Equal seeds give equal drives. On the virtual clock the drive's life begins
 * when it is opened (day 0 at 0 ns), and reads bring no data: the buffer is left as it is. In real
 * time it began on 2026-01-01 00:00 UTC. Returns 0 or -ENOMEM.
 */
int platter_sim_new(const struct platter_model_spec *spec, enum platter_sim_clock clock,
                    uint64_t seed, struct platter_drive **out);

/* Its model, to look at; NULL: not a simulated drive. */
struct platter_model *platter_sim_model(struct platter_drive *d);

/* A write in the model; nothing is written anywhere. As read; -EOPNOTSUPP: not a simulated drive.
 */
int platter_sim_write(struct platter_drive *d, uint64_t offset_bytes, uint32_t len_bytes,
                      uint64_t *elapsed_ns);

/* ops->queue of the simulated drive (sim_queue.c): the drive chooses which read comes next, the one
 * with the shortest way; none is passed over for ever. Returns 0 or -ENOMEM. */
int platter_sim_queue(struct platter_drive *d, unsigned depth, struct platter_queue **out);

/* Describe sim:NAME as discovery would. Returns 0 or PLATTER_FIND_NO_SIM. */
int platter_sim_found(const char *name, struct platter_found *out);

#endif
