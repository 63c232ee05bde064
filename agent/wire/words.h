/* SPDX-License-Identifier: MIT */
/* A drive's alarms in words. */
#ifndef PLATTER_WIRE_WORDS_H
#define PLATTER_WIRE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "agent/core/judging.h"

struct platter_words {
    const struct platter_judging *judging;
    bool rotating;  /* else zones are parts, not inner and outer */
    int64_t time_s; /* now: a year other than this one is named */
};

/*
 * "inner 20 % reads 11 % slower than in Mar: 88 instead of 99 MB/s; began about 12 Oct; the other
 * zones unchanged". Printable ASCII, cut to fit.
 */
void platter_words_alarm(const struct platter_words *w, enum platter_alarm_kind kind, char *buf,
                         size_t size);

/* "inner 20 %", "outer 10 %", "first 10 %", "zones 03-05"; mask 0: "the whole drive". */
void platter_words_zones(uint64_t zones, unsigned n_zones, bool rotating, char *buf, size_t size);

#endif
