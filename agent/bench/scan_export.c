/* SPDX-License-Identifier: MIT */
#include "agent/bench/scan_export.h"

#include <errno.h>
#include <string.h>

#include <platter/errors.h>

#define PATH_BYTES_MAX 4096

static int by_place(const void *a, const void *b)
{
    const struct platter_scan_bad *x = a, *y = b;
    return x->first_byte < y->first_byte ? -1 : x->first_byte > y->first_byte;
}

/* A sorted copy; *n = 0 and NULL when there is nothing or no memory. */
static struct platter_scan_bad *sorted(const struct platter_scan *s, uint32_t *n)
{
    struct platter_scan_bad *bad = s->n_bad ? malloc(s->n_bad * sizeof *bad) : NULL;

    *n = bad ? s->n_bad : 0;
    if (bad) {
        memcpy(bad, s->bad, s->n_bad * sizeof *bad);
        qsort(bad, s->n_bad, sizeof *bad, by_place);
    }
    return bad;
}

void platter_scan_badblocks(FILE *f, const struct platter_scan *s, uint32_t unit_bytes)
{
    uint32_t n;
    CLEANUP_FREE struct platter_scan_bad *bad = sorted(s, &n);
    uint64_t next = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint64_t first = bad[i].first_byte / unit_bytes;
        uint64_t end = (bad[i].first_byte + bad[i].len_bytes - 1) / unit_bytes + 1;
        /* Two places in one unit are one line. */
        for (uint64_t at = first > next ? first : next; at < end; at++)
            fprintf(f, "%llu\n", (unsigned long long)at);
        if (end > next)
            next = end;
    }
}

static void map_line(FILE *f, uint64_t from, uint64_t to, char status)
{
    if (to > from)
        fprintf(f, "0x%08llX  0x%08llX  %c\n", (unsigned long long)from,
                (unsigned long long)(to - from), status);
}

/* [from, to) of what was read, with the bad places cut out; *i is the first of them not yet out. */
static void map_read(FILE *f, const struct platter_scan_bad *bad, uint32_t n, uint32_t *i,
                     uint64_t from, uint64_t to)
{
    for (; *i < n && bad[*i].first_byte < to; (*i)++) {
        const struct platter_scan_bad *b = &bad[*i];
        map_line(f, from, b->first_byte, '+');
        map_line(f, b->first_byte, b->first_byte + b->len_bytes, b->exact ? '-' : '*');
        from = b->first_byte + b->len_bytes;
    }
    map_line(f, from, to, '+');
}

void platter_scan_ddrescue(FILE *f, const struct platter_scan *s)
{
    const struct platter_scan_plan *p = &s->plan;
    uint64_t front = p->method == PLATTER_SCAN_BUTTERFLY ? s->done - s->done / 2 : s->done;
    uint64_t back = p->method == PLATTER_SCAN_BUTTERFLY ? s->done / 2 : 0;
    uint64_t hole = p->first_byte + front * p->block_bytes;
    uint64_t hole_end = back ? p->first_byte + (s->n_blocks - back) * p->block_bytes : p->end_byte;
    uint32_t n, i = 0;
    CLEANUP_FREE struct platter_scan_bad *bad = sorted(s, &n);

    if (hole > hole_end)
        hole = hole_end;
    fputs("# Mapfile. Created by platter scan\n"
          "# current_pos  current_status  current_pass\n",
          f);
    fprintf(f, "0x%08llX     %c               1\n#      pos        size  status\n",
            (unsigned long long)(hole < hole_end ? hole : p->first_byte),
            hole < hole_end ? '?' : '+');
    map_line(f, 0, p->first_byte, '?');
    map_read(f, bad, n, &i, p->first_byte, hole);
    map_line(f, hole, hole_end, '?');
    map_read(f, bad, n, &i, hole_end, p->end_byte);
}

int platter_scan_export(const char *path, const struct platter_scan *s, uint32_t unit_bytes)
{
    char tmp[PATH_BYTES_MAX];

    if (snprintf(tmp, sizeof tmp, "%s.tmp", path) >= (int)sizeof tmp)
        return -ENAMETOOLONG;
    FILE *f = fopen(tmp, "we");
    if (!f)
        return -errno;
    if (unit_bytes)
        platter_scan_badblocks(f, s, unit_bytes);
    else
        platter_scan_ddrescue(f, s);
    int failed = ferror(f), r = fclose(f) != 0 ? -errno : failed ? -EIO : 0;
    if (r == 0 && rename(tmp, path) < 0)
        r = -errno;
    if (r)
        unlink(tmp);
    return r;
}
