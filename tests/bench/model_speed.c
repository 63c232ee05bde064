/* SPDX-License-Identifier: MIT */
/* For model.bench: how many reads of 128 KiB a second the model answers on this machine. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "agent/core/state.h"
#include "agent/core/zone.h"
#include "agent/drive/probe.h"
#include "agent/drive/sim.h"

#define BLOCK 131072u
#define SAMPLES 52560u /* of a year, one every ten minutes */
#define INTERVAL_NS 600000000000ull

static double cpu_s(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void stream(const struct platter_model_spec *spec, unsigned millions)
{
    struct platter_model m;
    uint64_t at = 0, sum_ns = 0;
    double begin_s;

    platter_model_init(&m, spec, 1);
    begin_s = cpu_s();
    for (uint64_t i = 0; i < millions * 1000000ull; i++) {
        sum_ns += platter_model_read_ns(&m, at, BLOCK);
        at = at + 2 * BLOCK <= spec->capacity_bytes ? at + BLOCK : 0;
    }
    printf("  model alone      %6.1f million blocks a second (mean %.3f ms)\n",
           millions / (cpu_s() - begin_s), (double)sum_ns / millions / 1e12);
}

static void year(struct platter_drive *d)
{
    static struct platter_sample sample;
    static struct platter_state state;
    struct platter_plan plan;
    uint64_t blocks = 0;

    if (platter_plan_init(&plan, &d->geometry, PLATTER_ZONES_DEFAULT, 2) != 0)
        exit(1);
    void *buf = platter_drive_buffer(&d->geometry, plan.block_bytes);
    platter_state_init(&state, plan.n_zones, PLATTER_SLOW_DEFAULT_NS, d->geometry.rev_ns);
    double begin_s = cpu_s();
    for (uint64_t i = 0; i < SAMPLES; i++) {
        struct platter_probe probe = {
            .plan = &plan, .sample = i, .buf = buf, .outer_bps = platter_state_outer_bps(&state)};
        uint64_t due_ns = i * INTERVAL_NS, now_ns = platter_drive_now_ns(d);
        if (due_ns > now_ns)
            platter_drive_pause(d, due_ns - now_ns);
        platter_rng_seed(&probe.rng, i);
        if (platter_probe_run(d, &probe, &sample) != 0)
            exit(1);
        platter_state_add(&state, &sample, platter_drive_now_ns(d) + 1);
        blocks += sample.bytes_read / BLOCK;
    }
    double s = cpu_s() - begin_s;
    printf("  a year sampled   %6.3f s, %.1f million blocks a second\n", s,
           (double)blocks / s / 1e6);
    free(buf);
}

int main(int argc, char **argv)
{
    struct platter_model_spec spec;
    char why[PLATTER_SIM_WHY_MAX];
    struct platter_drive *d;

    if (argc != 3 || platter_sim_spec(argv[1], &spec, why, sizeof(why)) != 0 ||
        platter_sim_new(&spec, PLATTER_SIM_VIRTUAL, 1, &d) != 0)
        return 1;
    printf("%s\n", argv[1]);
    stream(&spec, (unsigned)strtoul(argv[2], NULL, 10));
    year(d);
    platter_drive_free(d);
    return 0;
}
