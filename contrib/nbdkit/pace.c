/* SPDX-License-Identifier: MIT */
#include "contrib/nbdkit/pace.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include <platter/units.h>

void platter_pace_init(struct platter_pace *pace, double speedup)
{
    memset(pace, 0, sizeof *pace);
    pace->speedup = speedup;
    pace->begin_ns = platter_pace_now_ns();
    prctl(PR_SET_TIMERSLACK, 1ul, 0ul, 0ul, 0ul);
}

int platter_pace_log(struct platter_pace *pace, const char *file)
{
    pace->log = fopen(file, "we");
    if (!pace->log)
        return -errno;
    /* Whole lines, and at once: tests read it while we run. */
    setvbuf(pace->log, NULL, _IOLBF, 0);
    fputs("# n lba sectors arrival_ns target_ns achieved_ns what\n", pace->log);
    return 0;
}

uint64_t platter_pace_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

uint64_t platter_pace_model_ns(const struct platter_pace *pace, uint64_t now_ns)
{
    return (uint64_t)((double)(now_ns - pace->begin_ns) * pace->speedup);
}

static void sleep_until(uint64_t until_ns)
{
    struct timespec t = {.tv_sec = (time_t)(until_ns / PLATTER_NS_PER_S),
                         .tv_nsec = (long)(until_ns % PLATTER_NS_PER_S)};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        ;
}

void platter_pace_wait(struct platter_pace *pace, const struct platter_paced *request,
                       uint64_t done_ns)
{
    uint64_t until_ns = pace->begin_ns + (uint64_t)((double)done_ns / pace->speedup);

    sleep_until(until_ns);
    uint64_t now_ns = platter_pace_now_ns();
    pace->n++;
    if (pace->log)
        fprintf(pace->log, "%llu %llu %llu %llu %llu %llu %s\n", (unsigned long long)pace->n,
                request->offset_bytes / PLATTER_SYSFS_SECTOR_BYTES,
                request->len_bytes / PLATTER_SYSFS_SECTOR_BYTES,
                (unsigned long long)request->arrival_ns,
                (unsigned long long)(until_ns > request->arrival_ns ? until_ns - request->arrival_ns
                                                                    : 0),
                (unsigned long long)(now_ns - request->arrival_ns), request->what);
}

void platter_pace_end(struct platter_pace *pace)
{
    if (pace->log)
        fclose(pace->log);
    pace->log = NULL;
}
