/* SPDX-License-Identifier: MIT */
#include "agent/daemon/remember.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/daemon/clock.h"

void platter_remember_init(struct platter_remember *r, const struct platter_sysroot *root)
{
    memset(r, 0, sizeof(*r));
    if (platter_sysroot_read(root, r->boot, sizeof(r->boot), NULL,
                             "/proc/sys/kernel/random/boot_id") < 0)
        r->boot[0] = '\0';
    r->boot[strcspn(r->boot, "\n")] = '\0';
}

void platter_remember_deinit(struct platter_remember *r)
{
    free(r->drives);
    r->drives = NULL;
    r->n = 0;
}

struct platter_saved_drive *platter_remember_find(const struct platter_remember *r, const char *id)
{
    for (unsigned i = 0; i < r->n; i++)
        if (strcmp(r->drives[i].id, id) == 0)
            return &r->drives[i];
    return NULL;
}

struct platter_saved_drive *platter_remember_entry(struct platter_remember *r, const char *id)
{
    struct platter_saved_drive *entry = platter_remember_find(r, id);
    if (entry)
        return entry;
    struct platter_saved_drive *more = realloc(r->drives, (r->n + 1) * sizeof(*more));
    if (!more)
        return NULL;
    r->drives = more;
    entry = &more[r->n++];
    memset(entry, 0, sizeof(*entry));
    snprintf(entry->id, sizeof(entry->id), "%s", id);
    return entry;
}

static void describe(const struct platter_tracked *t, struct platter_saved_drive *out)
{
    snprintf(out->model, sizeof(out->model), "%s", t->found.model);
    snprintf(out->serial, sizeof(out->serial), "%s", t->found.serial);
    snprintf(out->wwn, sizeof(out->wwn), "%s", t->found.wwn);
    snprintf(out->label, sizeof(out->label), "%s", t->label);
    snprintf(out->device, sizeof(out->device), "%s", t->found.device);
    out->last_seen_s = platter_wall_s();
    if (!out->first_seen_s)
        out->first_seen_s = out->last_seen_s;
}

const struct platter_saved_drive *platter_remember_drive(struct platter_remember *r,
                                                         const struct platter_tracked *t)
{
    struct platter_saved_drive *entry = platter_remember_entry(r, t->found.id);
    if (!entry)
        return NULL;
    describe(t, entry);
    memcpy(entry->boot, r->boot, sizeof(entry->boot));
    entry->next_sample = t->next_sample;
    entry->bytes_read = t->bytes_read;
    entry->discarded = t->discarded;
    entry->manners = t->manners;
    entry->bad = t->bad;
    entry->state = t->state;
    return entry;
}

/* The times of manners are CLOCK_BOOTTIME: after a reboot they mean nothing. */
static void restore_manners(struct platter_tracked *t, const struct platter_saved_drive *saved,
                            bool same_boot)
{
    const struct platter_manners *m = &saved->manners;
    if (same_boot)
        t->manners = *m;
    t->manners.seen = m->seen;
    t->manners.skipped = m->skipped;
    t->manners.wakes = m->wakes;
    t->manners.head_loads = m->head_loads;
    t->manners.busy_ns = 0;
    t->manners.discard = false;
}

void platter_remember_restore(const struct platter_remember *r,
                              const struct platter_saved_drive *saved, struct platter_tracked *t)
{
    t->next_sample = saved->next_sample;
    t->bytes_read = saved->bytes_read;
    t->discarded = saved->discarded;
    snprintf(t->label, sizeof(t->label), "%s", saved->label);
    t->bad = saved->bad;
    restore_manners(t, saved, r->boot[0] && strcmp(saved->boot, r->boot) == 0);
    if (saved->state.n_zones == 0)
        return;
    if (saved->state.n_zones != t->agent->options.zones) {
        platter_log_say(&t->agent->log, LOG_NOTICE, t->found.name,
                        "was counted in %u zones, now in %llu: counting begins anew",
                        saved->state.n_zones, (unsigned long long)t->agent->options.zones);
        return;
    }
    platter_state_init(&t->state, saved->state.n_zones, t->o.slow_ns, saved->state.rev_ns);
    platter_state_carry(&t->state, &saved->state);
}
