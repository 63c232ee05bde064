/* SPDX-License-Identifier: MIT */
/*
 * For the benches, so that rivals read what platter reads:
 *   places DEVICE N          every read of N samples: "offset_bytes len_bytes count" a line
 *   places --times DEVICE N  takes N samples and prints the median block time in microseconds
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/drive/open.h"
#include "agent/drive/probe.h"
#include <platter/errors.h>
#include <platter/units.h>

static void print_place(uint64_t offset_bytes, uint64_t len_bytes, unsigned count)
{
    printf("%llu %llu %u\n", (unsigned long long)offset_bytes, (unsigned long long)len_bytes,
           count);
}

/* In the probe's order: access rounds, bursts, the walk. */
static void print_places(const struct platter_plan *plan, uint64_t samples)
{
    for (uint64_t n = 0; n < samples; n++) {
        unsigned slot = platter_plan_slot(plan, n), blocks = plan->timed_blocks + 1;
        for (unsigned round = 0; round < plan->accesses; round++)
            for (unsigned i = 0; i < plan->n_zones; i++)
                print_place(platter_plan_access(plan, platter_plan_visit(plan, i), slot, round),
                            plan->access_bytes, 1);
        for (unsigned i = 0; i < plan->n_zones; i++)
            print_place(platter_plan_burst(plan, platter_plan_visit(plan, i), slot),
                        plan->block_bytes, blocks);
        print_place(platter_plan_walk(plan, n), plan->block_bytes, blocks);
    }
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int print_median(struct platter_drive *drive, const struct platter_plan *plan,
                        uint64_t samples)
{
    size_t n = 0, most = samples * plan->n_zones * PLATTER_BURST_BLOCKS;
    CLEANUP_FREE uint64_t *times = calloc(most, sizeof *times);
    struct platter_probe probe = {.plan = plan};
    struct platter_sample sample;

    if (!times)
        return PLATTER_EXIT_OS;
    for (; probe.sample < samples; probe.sample++) {
        if (platter_probe_run(drive, &probe, &sample))
            return PLATTER_EXIT_IO;
        for (unsigned z = 0; z < plan->n_zones; z++)
            if (platter_burst_quiet(&sample.zones[z].burst))
                for (unsigned i = 0; i < sample.zones[z].burst.timed; i++)
                    times[n++] = sample.zones[z].burst.block_ns[i];
    }
    if (!n)
        return PLATTER_EXIT_UNKNOWN;
    qsort(times, n, sizeof *times, by_size);
    printf("%.1f %zu\n", (double)times[n / 2] / (double)PLATTER_NS_PER_US, n);
    return 0;
}

int main(int argc, char **argv)
{
    CLEANUP_DRIVE struct platter_drive *drive = NULL;
    struct platter_sysroot root;
    struct platter_found found;
    struct platter_plan plan;
    char text[PLATTER_TEXT_MAX] = "usage: places [--times] DEVICE SAMPLES";
    bool times = argc > 1 && strcmp(argv[1], "--times") == 0;
    int r = argc == 3 + times ? 0 : -EINVAL;

    if (r == 0)
        r = platter_sysroot_init(&root, NULL);
    if (r == 0 && (r = platter_find(&root, argv[1 + times], &found)))
        platter_find_message(r, argv[1 + times], &found, text, sizeof text);
    if (r == 0 && (r = platter_open(&root, &found, PLATTER_SIM_VIRTUAL, 1, &drive)))
        platter_open_message(r, &found, text, sizeof text);
    if (r == 0 && (r = platter_plan_init(&plan, &drive->geometry, PLATTER_ZONES_DEFAULT, 2)))
        snprintf(text, sizeof text, "%s: too small", argv[1 + times]);
    if (r) {
        fprintf(stderr, "places: %s\n", text);
        return PLATTER_EXIT_USAGE;
    }
    uint64_t samples = strtoull(argv[2 + times], NULL, 10);
    if (times)
        return print_median(drive, &plan, samples);
    print_places(&plan, samples);
    return 0;
}
