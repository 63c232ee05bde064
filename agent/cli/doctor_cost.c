/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "agent/cli/doctor.h"
#include "agent/cli/out.h"

#define DAY_S 86400

/* "12.0 MB a day"; in its first day what it was so far: new RRD files are written whole once. */
static void written_text(const struct platter_doctor_agent *a, char *buf, size_t size)
{
    double age_s = (double)(a->time_s - a->store_since_s);
    char bytes[32], age[32];

    if (a->written_bytes == UINT64_MAX || age_s < 1) {
        snprintf(buf, size, "how much is written is not known");
        return;
    }
    if (age_s >= DAY_S) {
        platter_out_bytes(bytes, sizeof(bytes),
                          (uint64_t)((double)a->written_bytes * DAY_S / age_s));
        snprintf(buf, size, "%s written a day", bytes);
        return;
    }
    platter_out_bytes(bytes, sizeof(bytes), a->written_bytes);
    platter_out_age(age, sizeof(age), age_s);
    snprintf(buf, size, "%s written since it started %s ago", bytes, age);
}

static void check_saving(const struct platter_doctor_agent *a, struct platter_findings *f)
{
    char text[96];

    if (!a->saves)
        return;
    written_text(a, text, sizeof(text));
    if (a->not_saved[0])
        platter_findings_add(f, PLATTER_MARK_MEND, "", "saving",
                             "until then counters, events and RRD files of this run are in memory "
                             "alone",
                             "nothing is saved: %s", a->not_saved);
    else
        platter_findings_add(f, PLATTER_MARK_FINE, "", "saving", NULL,
                             "counters, events and RRD files are saved: %s", text);
}

/* All drives together; each one says its own. */
static void check_reading(const struct platter_doctor_agent *a, struct platter_findings *f)
{
    uint64_t bytes = 0, wakes = 0, head_loads = 0;
    char text[32];

    for (unsigned i = 0; i < a->n_drives; i++) {
        bytes += a->drives[i].cost.bytes_read;
        wakes += a->drives[i].cost.wakes;
        head_loads += a->drives[i].cost.head_loads;
    }
    if (a->n_drives < 2)
        return;
    platter_out_bytes(text, sizeof(text), bytes);
    bool harm = wakes || head_loads;
    platter_findings_add(f, harm ? PLATTER_MARK_MEND : PLATTER_MARK_FINE, "", "cost",
                         harm ? "the drives below say which; both should be 0" : NULL,
                         "in all platter has read %s of %u drives, woken them %llu times and made "
                         "them load heads %llu times",
                         text, a->n_drives, (unsigned long long)wakes,
                         (unsigned long long)head_loads);
}

void platter_doctor_cost(const struct platter_doctor_agent *agent, struct platter_findings *f)
{
    if (!agent->running)
        return;
    check_saving(agent, f);
    check_reading(agent, f);
}
