/* SPDX-License-Identifier: MIT */
#include "agent/drive/sim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/core/ident.h"
#include <platter/units.h>

struct sim {
    struct platter_drive drive;
    struct platter_model model;
    enum platter_sim_clock clock;
    uint64_t virtual_ns;
    uint64_t read_sectors;
};

static struct sim *sim_of(struct platter_drive *d)
{
    return (struct sim *)d;
}

static uint64_t monotonic_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

static uint64_t sim_now_ns(struct platter_drive *d)
{
    struct sim *sim = sim_of(d);

    return sim->clock == PLATTER_SIM_VIRTUAL ? sim->virtual_ns : monotonic_ns();
}

static void sim_pause(struct platter_drive *d, uint64_t ns)
{
    struct sim *sim = sim_of(d);

    if (sim->clock == PLATTER_SIM_VIRTUAL) {
        sim->virtual_ns += ns;
        return;
    }
    uint64_t until = monotonic_ns() + ns;
    struct timespec t = {.tv_sec = (time_t)(until / PLATTER_NS_PER_S),
                         .tv_nsec = (long)(until % PLATTER_NS_PER_S)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        ;
}

/* The time is the model's in both clocks: in real time what the sleep adds is not the drive's. */
static int sim_read(struct platter_drive *d, void *buf, uint64_t offset_bytes, uint32_t len_bytes,
                    uint64_t *elapsed_ns)
{
    struct sim *sim = sim_of(d);
    uint64_t capacity = d->geometry.capacity_bytes;

    if (!len_bytes || offset_bytes >= capacity || len_bytes > capacity - offset_bytes)
        return PLATTER_READ_GONE;
    uint64_t ns = platter_model_read_ns(&sim->model, offset_bytes, len_bytes);
    sim_pause(d, ns);
    sim->read_sectors += len_bytes / PLATTER_SYSFS_SECTOR_BYTES;
    memset(buf, 0, len_bytes);
    *elapsed_ns = ns;
    return 0;
}

static int sim_use(struct platter_drive *d, struct platter_use *out)
{
    *out = (struct platter_use){.watched = true, .read_sectors = sim_of(d)->read_sectors};
    return 0;
}

static void sim_free(struct platter_drive *d)
{
    free(sim_of(d));
}

static const struct platter_drive_ops sim_ops = {sim_read, sim_use, sim_now_ns, sim_pause,
                                                 sim_free};

int platter_sim_new(const struct platter_model_spec *spec, enum platter_sim_clock clock,
                    uint64_t seed, struct platter_drive **out)
{
    struct sim *sim = calloc(1, sizeof *sim);

    if (!sim)
        return -ENOMEM;
    sim->drive.ops = &sim_ops;
    sim->clock = clock;
    platter_model_geometry(spec, &sim->drive.geometry);
    platter_model_init(&sim->model, spec, seed);
    *out = &sim->drive;
    return 0;
}

int platter_sim_found(const char *name, struct platter_found *out)
{
    size_t prefix = strlen(PLATTER_SIM_PREFIX);
    const struct platter_model_spec *spec =
        strncmp(name, PLATTER_SIM_PREFIX, prefix) == 0 ? platter_model_find(name + prefix) : NULL;
    struct platter_found f = {.transport = PLATTER_TRANSPORT_SIM, .only_when_named = true};

    if (!spec)
        return PLATTER_FIND_NO_SIM;
    snprintf(f.name, sizeof f.name, "%s%s", PLATTER_SIM_PREFIX, spec->name);
    snprintf(f.device, sizeof f.device, "%s%s", PLATTER_SIM_PREFIX, spec->name);
    snprintf(f.model, sizeof f.model, "%s", spec->model);
    snprintf(f.serial, sizeof f.serial, "SIM-%s", spec->name);
    snprintf(f.why_not, sizeof f.why_not, "a simulated drive: only when named");
    platter_id_make(f.id, f.model, f.serial, f.name);
    platter_model_geometry(spec, &f.geometry);
    *out = f;
    return 0;
}
