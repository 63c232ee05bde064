/* SPDX-License-Identifier: MIT */
/* The simulated drive: agent/core/model.h behind the drive vtable, in real or in virtual time. */
#ifndef PLATTER_DRIVE_SIM_H
#define PLATTER_DRIVE_SIM_H

#include "agent/core/model.h"
#include "agent/drive/discover.h"
#include "agent/drive/drive.h"

#define PLATTER_SIM_PREFIX "sim:"

enum platter_sim_clock { PLATTER_SIM_REAL, PLATTER_SIM_VIRTUAL };

/* Equal seeds give equal drives. Returns 0 or -ENOMEM. */
int platter_sim_new(const struct platter_model_spec *spec, enum platter_sim_clock clock,
                    uint64_t seed, struct platter_drive **out);

/* Describe sim:NAME as discovery would. Returns 0 or PLATTER_FIND_NO_SIM. */
int platter_sim_found(const char *name, struct platter_found *out);

#endif
