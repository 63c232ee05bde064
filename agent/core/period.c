/* SPDX-License-Identifier: MIT */
#include "agent/core/period.h"

#include <math.h>
#include <string.h>

#include <platter/units.h>

void platter_period_begin(struct platter_period *b, unsigned n_zones, int64_t time_s)
{
    b->begin_s = time_s;
    b->samples = b->temperatures = 0;
    b->temperature_sum_c = 0;
    memset(b->zones, 0, n_zones * sizeof b->zones[0]);
}

struct tally {
    double clean_ns, all_ns;
    unsigned clean, all;
};

static struct tally tally_of(const struct platter_burst *burst, uint64_t slow_ns)
{
    struct tally t = {0};

    for (unsigned i = 0; i < burst->timed && i < PLATTER_BURST_BLOCKS; i++) {
        double ns = (double)burst->block_ns[i];
        if (burst->error_mask >> i & 1)
            continue;
        t.all_ns += ns;
        t.all++;
        if (burst->block_ns[i] < slow_ns) {
            t.clean_ns += ns;
            t.clean++;
        }
    }
    return t;
}

static double level_of(const struct tally *t)
{
    double mean_ns = t->clean >= PLATTER_CLEAN_MIN ? t->clean_ns / t->clean : t->all_ns / t->all;

    return mean_ns > 0 ? log(mean_ns / (double)PLATTER_NS_PER_S) : NAN;
}

double platter_burst_level(const struct platter_burst *burst, uint64_t slow_ns)
{
    struct tally t = tally_of(burst, slow_ns);

    return level_of(&t);
}

static void add_visit(struct platter_period_zone *z, const struct platter_zone_sample *sample,
                      uint64_t slow_ns)
{
    struct tally t = tally_of(&sample->burst, slow_ns);
    double x = level_of(&t), access_s = platter_zone_sample_access_s(sample);

    if (isnan(x))
        return;
    z->x[z->visits] = (float)x;
    z->slot[z->visits] = (uint8_t)(sample->burst.slot % PLATTER_SLOTS);
    z->slow[z->visits] = (uint8_t)(t.all - t.clean);
    z->visits++;
    z->timed = (uint16_t)(z->timed + t.all);
    if (access_s > 0) {
        z->access_sum += (float)log(access_s);
        z->accesses++;
    }
}

void platter_period_add(struct platter_period *b, unsigned n_zones,
                        const struct platter_sample *sample, uint64_t slow_ns, double temperature_c)
{
    for (unsigned i = 0; i < n_zones && i < sample->n_zones; i++) {
        struct platter_period_zone *z = &b->zones[i];
        /* Full: what comes at a shorter interval than the default is more of the same. */
        if (z->visits >= PLATTER_PERIOD_VISITS)
            continue;
        z->attempts = (uint16_t)(z->attempts + sample->zones[i].burst.tries);
        if (platter_burst_quiet(&sample->zones[i].burst))
            add_visit(z, &sample->zones[i], slow_ns);
    }
    b->samples++;
    if (!isnan(temperature_c)) {
        b->temperature_sum_c += temperature_c;
        b->temperatures++;
    }
}

bool platter_period_over(const struct platter_period *b, int64_t time_s)
{
    return b->samples >= PLATTER_PERIOD_SAMPLES_MIN && time_s - b->begin_s >= PLATTER_PERIOD_S;
}

unsigned platter_period_most(const struct platter_period *b, int64_t end_s)
{
    return (int64_t)b->samples * 86400 >= 100 * (end_s - b->begin_s) ? 2 : 1;
}

double platter_period_temperature(const struct platter_period *b)
{
    return b->temperatures ? b->temperature_sum_c / b->temperatures : NAN;
}

void platter_period_zone_figures(const struct platter_period_zone *z, unsigned most,
                                 struct platter_period_figures *out)
{
    double slow = 0;

    for (unsigned i = 0; i < z->visits; i++)
        slow += z->slow[i] < most ? z->slow[i] : most;
    *out = (struct platter_period_figures){
        .counts = z->visits && z->visits * 2 >= z->attempts,
        .access = z->accesses ? (double)z->access_sum / z->accesses : NAN,
        .slow = slow,
        .timed = z->timed,
        .disturbed = z->visits ? z->timed * (double)(z->attempts - z->visits) / z->visits : 0,
    };
}
