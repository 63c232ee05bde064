/* SPDX-License-Identifier: MIT */
/* A drive's folder of RRD files, made by rrdtool itself: what we read was not written by us. */
#ifndef PLATTER_TESTS_RRDS_H
#define PLATTER_TESTS_RRDS_H

#include <stdio.h>
#include <stdlib.h>

#define RRDS_STEP_S 600
#define RRDS_ROWS 300
#define RRDS_END_S 1796070000

/* Zone z: a throughput of 145 - 8 z MB/s, and z slow blocks a row. Returns 0, or -1: no rrdtool. */
static inline int rrds_make(const char *folder, unsigned zones)
{
    const int64_t start_s = RRDS_END_S - (int64_t)RRDS_STEP_S * RRDS_ROWS;
    FILE *p = popen("rrdtool - >/dev/null", "w");

    if (!p)
        return -1;
    for (unsigned z = 0; z < zones; z++) {
        fprintf(p,
                "create '%s/platter_zone-%02u.rrd' --step %d --start %lld "
                "DS:throughput:GAUGE:10800:0:U RRA:AVERAGE:0.99:1:400\n"
                "create '%s/platter_blocks-%02u.rrd' --step %d --start %lld "
                "DS:slow:DERIVE:10800:0:U RRA:AVERAGE:0.99:1:400\n",
                folder, z, RRDS_STEP_S, (long long)start_s, folder, z, RRDS_STEP_S,
                (long long)start_s);
        for (int i = 1; i <= RRDS_ROWS; i++)
            fprintf(p,
                    "update '%s/platter_zone-%02u.rrd' %lld:%u\n"
                    "update '%s/platter_blocks-%02u.rrd' %lld:%u\n",
                    folder, z, (long long)start_s + (int64_t)i * RRDS_STEP_S,
                    145000000 - 8000000 * z, folder, z,
                    (long long)start_s + (int64_t)i * RRDS_STEP_S, (unsigned)i * z);
    }
    return pclose(p) == 0 ? 0 : -1;
}

/* Overwrite a file with n bytes of its own begin (keep), or zeros. */
static inline void rrds_break(const char *path, size_t n, int keep)
{
    char *buf = calloc(n + 1, 1);
    FILE *f = fopen(path, "r");

    if (keep && f && fread(buf, 1, n, f) != n)
        fprintf(stderr, "%s is shorter than %zu\n", path, n);
    if (f)
        fclose(f);
    f = fopen(path, "w");
    if (f) {
        fwrite(buf, 1, n, f);
        fclose(f);
    }
    free(buf);
}

#endif
