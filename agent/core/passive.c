/* SPDX-License-Identifier: MIT */
#include "agent/core/passive.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <platter/units.h>

#define FIELDS_MIN 11
#define FIELDS_MAX 17

int platter_disk_stat_parse(const char *text, struct platter_disk_stat *out)
{
    uint64_t f[FIELDS_MAX] = {0};
    unsigned n = 0;

    for (; n < FIELDS_MAX; n++) {
        char *end;
        text += strspn(text, " ");
        if (*text < '0' || *text > '9')
            break;
        f[n] = strtoull(text, &end, 10);
        if (f[n] == UINT64_MAX) /* what no counter reaches */
            break;
        text = end;
    }
    if (n < FIELDS_MIN)
        return -EPROTO;
    *out = (struct platter_disk_stat){
        .ios = {f[0], f[4]},
        .sectors = {f[2], f[6]},
        .ms = {(uint32_t)f[3], (uint32_t)f[7]},
        .in_flight = f[8],
        .busy_ms = (uint32_t)f[9],
        .queue_ms = (uint32_t)f[10],
        .discards = f[11],
        .flushes = f[15],
    };
    return 0;
}

bool platter_disk_stat_used(const struct platter_disk_stat *before,
                            const struct platter_disk_stat *now)
{
    return now->in_flight || now->ios[PLATTER_READ] != before->ios[PLATTER_READ] ||
           now->ios[PLATTER_WRITE] != before->ios[PLATTER_WRITE] ||
           now->discards != before->discards || now->flushes != before->flushes;
}

static double share(uint64_t busy_ms, uint64_t elapsed_ns)
{
    double s = (double)busy_ms * (double)PLATTER_NS_PER_MS / (double)elapsed_ns;

    return elapsed_ns ? fmin(s, 1) : NAN;
}

double platter_disk_stat_utilisation(const struct platter_disk_stat *before,
                                     const struct platter_disk_stat *now, uint64_t elapsed_ns)
{
    return share((uint32_t)(now->busy_ms - before->busy_ms), elapsed_ns);
}

void platter_passive_add(struct platter_passive_sum *sum, const struct platter_disk_stat *before,
                         const struct platter_disk_stat *now, uint64_t elapsed_ns)
{
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++) {
        sum->ios[d] += now->ios[d] - before->ios[d];
        sum->sectors[d] += now->sectors[d] - before->sectors[d];
        sum->ms[d] += (uint32_t)(now->ms[d] - before->ms[d]);
    }
    sum->busy_ms += (uint32_t)(now->busy_ms - before->busy_ms);
    sum->elapsed_ns += elapsed_ns;
}

static struct platter_passive figures(const struct platter_passive_sum *sum, unsigned d)
{
    double ios = (double)sum->ios[d];
    struct platter_passive p = {NAN, NAN, NAN};

    if (sum->elapsed_ns)
        p.rate_ps = ios * (double)PLATTER_NS_PER_S / (double)sum->elapsed_ns;
    if (sum->ios[d]) {
        p.await_s = (double)sum->ms[d] / 1e3 / ios;
        p.size_bytes = (double)(sum->sectors[d] * PLATTER_SYSFS_SECTOR_BYTES) / ios;
    }
    return p;
}

void platter_passive_take(struct platter_passive_sum *sum,
                          struct platter_passive out[PLATTER_DIRECTIONS], double *utilisation)
{
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++)
        out[d] = figures(sum, d);
    *utilisation = share(sum->busy_ms, sum->elapsed_ns);
    memset(sum, 0, sizeof *sum);
}
