/* SPDX-License-Identifier: MIT */
/*
 * Seeded randomness: an argument, never a global. SplitMix64 (Steele, Lea, Flood: "Fast
 * splittable pseudorandom number generators", OOPSLA 2014): one 64-bit word of state, equal
 * seeds give equal sequences on every machine.
 */
#ifndef PLATTER_CORE_RNG_H
#define PLATTER_CORE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct platter_rng {
    uint64_t state;
};

/* Any seed will do, also 0 and neighbours. */
void platter_rng_seed(struct platter_rng *r, uint64_t seed);
/* Inline: simulations draw a number per read. */
static inline uint64_t platter_rng_next(struct platter_rng *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15ull;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
/* Uniform in [0, 1). */
double platter_rng_uniform(struct platter_rng *r);
/* Standard normal but for its far tails: the sum of eight uniforms (Irwin-Hall), within 4.9. */
double platter_rng_gauss(struct platter_rng *r);
/* A stable 64-bit hash of bytes (FNV-1a, finished with SplitMix64's mixer). */
uint64_t platter_hash(const void *data, size_t len);

#endif
