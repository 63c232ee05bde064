/* SPDX-License-Identifier: MIT */
/*
 * What is judged of one drive: its detector and its alarms, as one thing that samples and SMART go
 * into and that can be kept from one run to the next.
 */
#ifndef PLATTER_CORE_JUDGING_H
#define PLATTER_CORE_JUDGING_H

#include <stddef.h>

#include "agent/core/alarms.h"
#include "agent/core/detector.h"

struct platter_judging {
    struct platter_alarms alarms;
    struct platter_detector detector;
};

/* Begin, or begin anew: what was learned and found is void, SMART's alarms stay. j is zeroed
 * memory at first. */
void platter_judging_begin(struct platter_judging *j, unsigned n_zones,
                           struct platter_alarm_changes *out);

/* Take a sample in (detector.h). Returns whether it ended a period: a good moment to keep it. */
bool platter_judging_sample(struct platter_judging *j, const struct platter_sample *sample,
                            uint64_t slow_ns, double temperature_c,
                            struct platter_alarm_changes *out);

/*
 * Pack it for keeping: the bytes that its zones need, less than sizeof *j. The layout is this
 * build's own, with a version and a checksum: it is read by the same program on the same machine.
 */
size_t platter_judging_packed_size(const struct platter_judging *j);
/* buf has room for that many bytes. */
void platter_judging_pack(const struct platter_judging *j, void *buf);
/* Returns 0; -EPROTO: packed by another version, so it is learned anew; -EBADMSG: damaged. j
 * (zeroed memory) is untouched then. */
int platter_judging_unpack(const void *buf, size_t size, struct platter_judging *j);

#endif
