/* SPDX-License-Identifier: MIT */
#ifndef PLATTER_CORE_MODEL_SMART_H
#define PLATTER_CORE_MODEL_SMART_H

#include "agent/core/model.h"
#include <platter/smart.h>

/*
 * SMART as the drive has it since its last read: reallocated sectors from `moved` faults, pending
 * ones from `pending` and `unreadable`, uncorrectable ones from `unreadable`, temperature and hours
 * from its life. time_s: Unix time of the reading.
 */
void platter_model_smart(const struct platter_model *m, int64_t time_s, struct platter_smart *out);

#endif
