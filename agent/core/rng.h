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
uint64_t platter_rng_next(struct platter_rng *r);
/* Uniform in [0, 1). */
double platter_rng_uniform(struct platter_rng *r);
/* A stable 64-bit hash of bytes (FNV-1a, finished with SplitMix64's mixer). */
uint64_t platter_hash(const void *data, size_t len);

#endif
