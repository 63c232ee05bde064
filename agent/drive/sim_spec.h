/* SPDX-License-Identifier: MIT */
/*
 * What a simulated drive's name means: sim:NAME, one that is built in, or sim:FILE, a drive file
 * (platter-drive.conf(5): a name with a '/' in it or with .conf at its end). Settings may follow,
 * in the words of a drive file: sim:wd2002faex,n=7,fault=slow:zone=9:by=20%.
 */
#ifndef PLATTER_DRIVE_SIM_SPEC_H
#define PLATTER_DRIVE_SIM_SPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "agent/core/model_spec.h"

#define PLATTER_SIM_PREFIX "sim:"
#define PLATTER_SIM_WHY_MAX 512 /* bytes for what is wrong with a name */

/* Whether it begins like one. */
bool platter_sim_is_name(const char *name);

/*
 * name with its sim:. Returns 0; -EINVAL: there is no such drive, or a setting is wrong; -errno:
 * the file cannot be read. On anything but 0 `why` says what is wrong, as a sentence without a full
 * stop.
 */
int platter_sim_spec(const char *name, struct platter_model_spec *out, char *why, size_t size);

/*
 * Cut the next drive's name out of a list with commas; NULL at its end. Commas before settings of a
 * simulated drive ("sim:wd2002faex,n=7") do not end its name. The list is changed.
 */
char *platter_drive_list_next(char **list);

#endif
