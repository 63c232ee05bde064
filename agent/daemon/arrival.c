/* SPDX-License-Identifier: MIT */
#include "agent/daemon/arrival.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "agent/core/ident.h"
#include "agent/daemon/clock.h"
#include "agent/daemon/drives.h"
#include "agent/daemon/events.h"
#include "agent/daemon/sampler.h"
#include "agent/daemon/worker.h"
#include "agent/drive/describe.h"
#include <platter/units.h>

/* A worker that has been let go ends at once; until it has, no other is started for its drive. */
#define WORKER_ENDS_NS PLATTER_NS_PER_S

static bool is_real(const struct platter_tracked *t)
{
    return t->found.transport != PLATTER_TRANSPORT_SIM;
}

static struct platter_tracked *present_at(struct platter_agent *agent, const char *name)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        if (!agent->drives[i].gone && strcmp(agent->drives[i].found.name, name) == 0)
            return &agent->drives[i];
    return NULL;
}

static void lose(struct platter_tracked *t, const char *text)
{
    t->gone = true;
    t->sampling = t->stalled = false;
    t->worker.dismissed = true;
    platter_worker_close(t);
    platter_tracked_trouble(t, "gone", "%s", text);
}

void platter_arrival_removed(struct platter_agent *agent, const char *name, uint64_t diskseq)
{
    struct platter_tracked *t = present_at(agent, name);
    if (!t || (diskseq && t->found.diskseq && diskseq != t->found.diskseq))
        return;
    lose(t, "the drive is gone: it was unplugged");
    platter_sampler_tick(agent);
}

static bool is_listed(const struct platter_tracked *t)
{
    uint64_t size;
    int r = platter_sysroot_read_u64(&t->agent->root, &size, "/sys/block/%s/size", t->found.name);
    return r != -ENOENT;
}

void platter_arrival_check(struct platter_agent *agent)
{
    for (unsigned i = 0; i < agent->n_drives; i++) {
        struct platter_tracked *t = &agent->drives[i];
        if (is_real(t) && !t->gone && !is_listed(t))
            lose(t, "the drive is gone: it was unplugged");
    }
}

static struct platter_who who_of(const struct platter_found *f)
{
    return (struct platter_who){f->model, f->serial, f->wwn, (int)f->transport};
}

/* Without serial and WWN a device is what its id says: the file behind it, its place. */
static bool is_same(const struct platter_tracked *t, const struct platter_found *f, bool wwn_unique)
{
    const struct platter_who a = who_of(&t->found), b = who_of(f);
    if (platter_same_drive(&a, &b, wwn_unique))
        return true;
    return !platter_serial_usable(f->serial) && strcmp(t->found.id, f->id) == 0 &&
           t->found.geometry.capacity_bytes == f->geometry.capacity_bytes;
}

static bool wwn_is_unique(const struct platter_agent *agent, const char *wwn)
{
    unsigned n = 0;
    for (unsigned i = 0; i < agent->n_drives; i++)
        n += strcmp(agent->drives[i].found.wwn, wwn) == 0;
    return n <= 1;
}

/* It has not moved: whoever appeared elsewhere is another drive, or another path to it. */
static bool stays(const struct platter_tracked *t)
{
    struct platter_found f;
    if (t->gone || platter_describe(&t->agent->root, t->found.name, &f) != 0)
        return false;
    if (t->found.diskseq && f.diskseq)
        return t->found.diskseq == f.diskseq;
    return is_same(t, &f, true);
}

static bool is_fabric(enum platter_transport transport)
{
    return transport == PLATTER_TRANSPORT_SAS || transport == PLATTER_TRANSPORT_SCSI;
}

enum known { KNOWN_NOT, KNOWN_MOVED, KNOWN_OTHER_PATH };

static enum known find_known(struct platter_agent *agent, const struct platter_found *f,
                             struct platter_tracked **out)
{
    bool unique = wwn_is_unique(agent, f->wwn);
    for (unsigned i = 0; i < agent->n_drives; i++) {
        struct platter_tracked *t = &agent->drives[i];
        if (!is_real(t) || !is_same(t, f, unique))
            continue;
        if (!stays(t)) {
            *out = t;
            return KNOWN_MOVED;
        }
        /* On another bus it is a twin: two drives that say the same of themselves. */
        if (is_fabric(f->transport) && is_same(t, f, false)) {
            *out = t;
            return KNOWN_OTHER_PATH;
        }
    }
    return KNOWN_NOT;
}

/* The drive that we know, with all its history, is there now. */
static void come_back(struct platter_tracked *t, const struct platter_found *f)
{
    struct platter_found found = *f;
    char text[PLATTER_TEXT_MAX];
    if (!t->gone)
        lose(t, "the drive is gone: it has moved");
    memcpy(found.id, t->found.id, sizeof(found.id)); /* given once, for good */
    snprintf(text, sizeof(text), "it is back, as %s", f->name);
    platter_tracked_fine(t, text);
    t->gone = false;
    t->deaths = 0;
    t->power_mute = t->smart_mute = false; /* it may be on another controller */
    t->power_ns = t->smart_ns = 0;
    platter_drives_place(t, &found);
    platter_watch_init(&t->watch);
    platter_manners_interrupted(&t->manners);
    if (t->worker.pid && t->due_ns < platter_boot_ns() + WORKER_ENDS_NS)
        t->due_ns = platter_boot_ns() + WORKER_ENDS_NS;
    platter_sampler_tick(t->agent);
}

static bool id_is_taken(const struct platter_agent *agent, const char *id)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        if (strcmp(agent->drives[i].found.id, id) == 0)
            return true;
    return false;
}

/* Drives that nothing tells apart are told apart by when they came. */
static void give_id(const struct platter_agent *agent, struct platter_found *f)
{
    const char *serial = strchr(f->id, '_');
    char base[PLATTER_ID_MAX], who[PLATTER_ID_MAX + 16];
    snprintf(base, sizeof(base), "%s", serial ? serial + 1 : f->id);
    for (unsigned n = 2; id_is_taken(agent, f->id) && n < UINT_MAX; n++) {
        snprintf(who, sizeof(who), "%s-%u", base, n);
        platter_id_make(f->id, f->model, "", who);
    }
}

static void welcome(struct platter_agent *agent, struct platter_found *f)
{
    if (!platter_drives_wanted(agent, f))
        return;
    give_id(agent, f);
    if (!platter_drives_take(agent, f))
        return;
    platter_log_say(&agent->log, LOG_NOTICE, f->name, "appeared; watched as %s", f->id);
    platter_events_add(agent, f->id, "appeared", PLATTER_INFO,
                       "a new drive, %s: watched from now on", f->name);
    platter_sampler_tick(agent);
}

/* Before Linux 5.15 there is no diskseq. */
static bool looks_the_same(const struct platter_tracked *t, const struct platter_found *f)
{
    return is_same(t, f, true) ||
           (!platter_serial_usable(f->serial) && strcmp(t->found.model, f->model) == 0 &&
            t->found.geometry.capacity_bytes == f->geometry.capacity_bytes);
}

/* Returns whether it is the same drive as before. */
static bool stayed(struct platter_tracked *t, const struct platter_found *f)
{
    if (t->found.diskseq && f->diskseq ? t->found.diskseq == f->diskseq : looks_the_same(t, f))
        return true;
    lose(t, "the drive is gone: another one is in its place");
    return false;
}

int platter_arrival_look(struct platter_agent *agent, const char *name)
{
    struct platter_found f;
    struct platter_tracked *t = present_at(agent, name), *known;
    int r = platter_describe(&agent->root, name, &f);
    if (r == PLATTER_DESCRIBE_NO_DRIVE && t)
        lose(t, "the drive is gone: there is nothing in its place");
    if (r != 0)
        return r;
    if (t && stayed(t, &f))
        return 0;
    switch (find_known(agent, &f, &known)) {
    case KNOWN_MOVED:
        come_back(known, &f);
        break;
    case KNOWN_OTHER_PATH:
        platter_log_say(&agent->log, LOG_DEBUG, name, "another path to %s", known->found.name);
        break;
    case KNOWN_NOT:
        welcome(agent, &f);
        break;
    }
    return 0;
}

bool platter_arrival_matters(const struct platter_agent *agent, const char *name)
{
    struct platter_found f = {.why_not = ""};
    char path[PATH_MAX];
    snprintf(f.name, sizeof(f.name), "%s", name);
    snprintf(f.device, sizeof(f.device), "/dev/%.58s", name);
    if (platter_sysroot_resolve(&agent->root, path, sizeof(path), "/sys/block/%s", name) != 0)
        return false;
    if (strncmp(path, "/sys/devices/virtual/", strlen("/sys/devices/virtual/")) == 0)
        snprintf(f.why_not, sizeof(f.why_not), "a virtual device");
    return platter_drives_wanted(agent, &f);
}
