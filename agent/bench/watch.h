/* SPDX-License-Identifier: MIT */
/* Who waits for a measurement: it is told how far it is, and may end it. */
#ifndef PLATTER_BENCH_WATCH_H
#define PLATTER_BENCH_WATCH_H

#include <stddef.h>

struct platter_watch {
    /* share: 0-1 of all. Anything but 0 ends the measurement, which returns it. May be NULL. */
    int (*progress)(void *user, double share);
    void *user;
};

static inline int platter_watch_tell(const struct platter_watch *w, double share)
{
    return w && w->progress ? w->progress(w->user, share) : 0;
}

#endif
