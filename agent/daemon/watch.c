/* SPDX-License-Identifier: MIT */
#include "agent/daemon/watch.h"

#include <math.h>
#include <string.h>

void platter_watch_init(struct platter_watch *w)
{
    memset(w, 0, sizeof(*w));
    w->utilisation = NAN;
    platter_watch_step(w);
}

uint64_t platter_watch_next_ns(const struct platter_watch *w)
{
    return w->looked_ns - w->looked_ns % PLATTER_LOOK_NS + PLATTER_LOOK_NS;
}

static int read_counters(const struct platter_sysroot *root, const char *name,
                         struct platter_disk_stat *out)
{
    char text[512];
    int r = platter_sysroot_read(root, text, sizeof(text), NULL, "/sys/block/%s/stat", name);
    return r < 0 ? r : platter_disk_stat_parse(text, out);
}

static void remember(struct platter_watch *w, const struct platter_disk_stat *now, uint64_t now_ns)
{
    w->last = *now;
    w->looked_ns = now_ns;
    w->known = true;
}

int platter_watch_look(struct platter_watch *w, const struct platter_sysroot *root,
                       const char *name, uint64_t now_ns, uint64_t *foreign_ns)
{
    struct platter_disk_stat now;
    uint64_t before_ns = w->looked_ns;
    int r = read_counters(root, name, &now);
    if (r < 0) {
        w->known = false;
        w->looked_ns = now_ns;
        w->utilisation = NAN;
        return r;
    }
    bool known = w->known, used = known && platter_disk_stat_used(&w->last, &now);
    if (known) {
        w->utilisation = platter_disk_stat_utilisation(&w->last, &now, now_ns - before_ns);
        platter_passive_add(&w->sum, &w->last, &now, now_ns - before_ns);
    }
    remember(w, &now, now_ns);
    if (!used && !now.in_flight)
        return 0;
    *foreign_ns = now.in_flight || !known ? now_ns : before_ns;
    return 1;
}

void platter_watch_rebase(struct platter_watch *w, const struct platter_sysroot *root,
                          const char *name, uint64_t now_ns)
{
    struct platter_disk_stat now;
    if (read_counters(root, name, &now) == 0)
        remember(w, &now, now_ns);
    else
        w->known = false;
}

void platter_watch_step(struct platter_watch *w)
{
    platter_passive_take(&w->sum, w->passive, &w->step_utilisation);
}
