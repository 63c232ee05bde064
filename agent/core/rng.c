/* SPDX-License-Identifier: MIT */
#include "agent/core/rng.h"

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

void platter_rng_seed(struct platter_rng *r, uint64_t seed)
{
    r->state = mix(seed);
}

uint64_t platter_rng_next(struct platter_rng *r)
{
    r->state += 0x9e3779b97f4a7c15ull;
    return mix(r->state);
}

double platter_rng_uniform(struct platter_rng *r)
{
    return (double)(platter_rng_next(r) >> 11) * 0x1p-53;
}

uint64_t platter_hash(const void *data, size_t len)
{
    const unsigned char *p = data;
    uint64_t h = 0xcbf29ce484222325ull;

    for (size_t i = 0; i < len; i++)
        h = (h ^ p[i]) * 0x100000001b3ull;
    return mix(h);
}
