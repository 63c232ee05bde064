/* SPDX-License-Identifier: MIT */
#include "agent/drive/sim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agent/core/ident.h"
#include "agent/drive/queue.h"
#include <platter/units.h>

/* 2026-01-01 00:00 UTC, when the life of every drive in real time began. */
#define BORN_S 1767225600

struct sim {
    struct platter_drive drive;
    struct platter_model_spec spec;
    struct platter_model model;
    enum platter_sim_clock clock;
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

/* The virtual clock is the model's own. */
static uint64_t sim_now_ns(struct platter_drive *d)
{
    struct sim *sim = sim_of(d);

    return sim->clock == PLATTER_SIM_VIRTUAL ? sim->model.clock_ns : monotonic_ns();
}

static void sleep_ns(uint64_t ns)
{
    uint64_t until = monotonic_ns() + ns;
    struct timespec t = {.tv_sec = (time_t)(until / PLATTER_NS_PER_S),
                         .tv_nsec = (long)(until % PLATTER_NS_PER_S)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        ;
}

static void sim_pause(struct platter_drive *d, uint64_t ns)
{
    struct sim *sim = sim_of(d);

    if (sim->clock == PLATTER_SIM_REAL)
        sleep_ns(ns);
    else
        platter_model_wait(&sim->model, ns);
}

/* How old the drive is now. */
static void follow_the_clock(struct sim *sim)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    if (t.tv_sec > BORN_S)
        platter_model_set_clock(&sim->model, (uint64_t)(t.tv_sec - BORN_S) * PLATTER_NS_PER_S +
                                                 (uint64_t)t.tv_nsec);
}

static bool is_outside(const struct sim *sim, uint64_t offset_bytes, uint32_t len_bytes)
{
    uint64_t capacity = sim->spec.capacity_bytes;

    return !len_bytes || offset_bytes >= capacity || len_bytes > capacity - offset_bytes;
}

static int result_of(int outcome)
{
    if (outcome == PLATTER_MODEL_GONE)
        return PLATTER_READ_GONE;
    return outcome == PLATTER_MODEL_MEDIUM ? PLATTER_READ_MEDIUM : 0;
}

/* The time is the model's here too: what the sleep adds is not the drive's. */
static int read_in_real_time(struct sim *sim, uint64_t offset_bytes, uint32_t len_bytes,
                             uint64_t *elapsed_ns)
{
    uint64_t ns;

    follow_the_clock(sim);
    int r = result_of(platter_model_read(&sim->model, offset_bytes, len_bytes, &ns));
    if (r != PLATTER_READ_GONE) {
        sleep_ns(ns);
        *elapsed_ns = ns;
    }
    return r;
}

/* No data come in virtual time: nobody looks at them, and they would cost more than the model. */
static int sim_read(struct platter_drive *d, void *buf, uint64_t offset_bytes, uint32_t len_bytes,
                    uint64_t *elapsed_ns)
{
    struct sim *sim = sim_of(d);
    int r;

    if (is_outside(sim, offset_bytes, len_bytes))
        return PLATTER_READ_GONE;
    sim->read_sectors += len_bytes / PLATTER_SYSFS_SECTOR_BYTES;
    if (sim->clock == PLATTER_SIM_VIRTUAL)
        return result_of(platter_model_read(&sim->model, offset_bytes, len_bytes, elapsed_ns));
    r = read_in_real_time(sim, offset_bytes, len_bytes, elapsed_ns);
    if (r == 0)
        memset(buf, 0, len_bytes);
    return r;
}

/* No data come over: the same to the model. */
static int sim_verify(struct platter_drive *d, uint64_t offset_bytes, uint32_t len_bytes,
                      uint64_t *elapsed_ns)
{
    struct sim *sim = sim_of(d);

    if (is_outside(sim, offset_bytes, len_bytes))
        return PLATTER_READ_GONE;
    if (sim->clock == PLATTER_SIM_REAL)
        return read_in_real_time(sim, offset_bytes, len_bytes, elapsed_ns);
    return result_of(platter_model_read(&sim->model, offset_bytes, len_bytes, elapsed_ns));
}

static int sim_use(struct platter_drive *d, struct platter_use *out)
{
    struct sim *sim = sim_of(d);

    *out = (struct platter_use){.watched = true,
                                .read_sectors = sim->read_sectors + sim->model.foreign_sectors};
    return 0;
}

static void sim_free(struct platter_drive *d)
{
    free(sim_of(d));
}

static const struct platter_drive_ops sim_ops = {sim_read, sim_use,           sim_now_ns, sim_pause,
                                                 sim_free, platter_sim_queue, sim_verify, NULL};

struct platter_model *platter_sim_model(struct platter_drive *d)
{
    return d->ops == &sim_ops ? &sim_of(d)->model : NULL;
}

int platter_sim_write(struct platter_drive *d, uint64_t offset_bytes, uint32_t len_bytes,
                      uint64_t *elapsed_ns)
{
    struct sim *sim = sim_of(d);

    if (!platter_sim_model(d))
        return -EOPNOTSUPP;
    if (is_outside(sim, offset_bytes, len_bytes))
        return PLATTER_READ_GONE;
    if (sim->clock == PLATTER_SIM_REAL)
        follow_the_clock(sim);
    int r = result_of(platter_model_write(&sim->model, offset_bytes, len_bytes, elapsed_ns));
    if (sim->clock == PLATTER_SIM_REAL)
        sleep_ns(*elapsed_ns);
    return r;
}

int platter_sim_new(const struct platter_model_spec *spec, enum platter_sim_clock clock,
                    uint64_t seed, struct platter_drive **out)
{
    struct sim *sim = calloc(1, sizeof *sim);

    if (!sim)
        return -ENOMEM;
    sim->drive.ops = &sim_ops;
    sim->clock = clock;
    sim->spec = *spec;
    platter_model_geometry(spec, &sim->drive.geometry);
    platter_model_init(&sim->model, &sim->spec, seed);
    *out = &sim->drive;
    return 0;
}

/* What is longer than a name may be ends in a hash. */
static void short_name(char *name, const char *text, const struct platter_model_spec *spec)
{
    if (strlen(text) < PLATTER_NAME_MAX)
        memcpy(name, text, strlen(text) + 1);
    else
        snprintf(name, PLATTER_NAME_MAX, "%s%s~%08x", PLATTER_SIM_PREFIX, spec->name,
                 (unsigned)platter_hash(text, strlen(text)));
}

int platter_sim_found(const char *name, struct platter_found *out)
{
    struct platter_model_spec spec;
    char why[PLATTER_SIM_WHY_MAX];
    struct platter_found f = {.transport = PLATTER_TRANSPORT_SIM, .only_when_named = true};

    if (strlen(name) >= sizeof f.sim || platter_sim_spec(name, &spec, why, sizeof why) != 0)
        return PLATTER_FIND_NO_SIM;
    snprintf(f.sim, sizeof f.sim, "%s", name);
    short_name(f.name, name, &spec);
    memcpy(f.device, f.name, sizeof f.device);
    snprintf(f.model, sizeof f.model, "%s", spec.model);
    if (spec.number)
        snprintf(f.serial, sizeof f.serial, "SIM-%s-%u", spec.name, spec.number);
    else
        snprintf(f.serial, sizeof f.serial, "SIM-%s", spec.name);
    snprintf(f.why_not, sizeof f.why_not, "a simulated drive: only when named");
    platter_id_make(f.id, f.model, f.serial, f.name);
    platter_model_geometry(&spec, &f.geometry);
    *out = f;
    return 0;
}
