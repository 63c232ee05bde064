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

double platter_rng_uniform(struct platter_rng *r)
{
    return (double)(platter_rng_next(r) >> 11) * 0x1p-53;
}

double platter_rng_gauss(struct platter_rng *r)
{
    uint64_t a = platter_rng_next(r), b = platter_rng_next(r);
    double sum = 0;

    for (unsigned i = 0; i < 64; i += 16)
        sum += (double)(int32_t)((a >> i & 0xffff) + (b >> i & 0xffff));
    /* Eight uniforms: mean 4, variance 8/12. */
    return (sum / 65536 - 4) * 1.2247448713915890;
}

uint64_t platter_hash(const void *data, size_t len)
{
    const unsigned char *p = data;
    uint64_t h = 0xcbf29ce484222325ull;

    for (size_t i = 0; i < len; i++)
        h = (h ^ p[i]) * 0x100000001b3ull;
    return mix(h);
}
