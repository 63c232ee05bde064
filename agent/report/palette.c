/* SPDX-License-Identifier: MIT */
#include "agent/report/palette.h"

#include <math.h>
#include <stddef.h>

/* Plasma (S. van der Walt and N. Smith, matplotlib) up to 0.8: beyond that it is too light on
 * white. */
static const unsigned char ramp[][3] = {
    {13, 8, 135},   {70, 3, 159},   {114, 1, 168},  {156, 23, 158},
    {189, 55, 134}, {216, 87, 107}, {237, 121, 83}, {251, 159, 58},
};
#define RAMP_LAST (sizeof(ramp) / sizeof(*ramp) - 1)

uint32_t platter_ink_thin(uint32_t rgba, double share)
{
    return (rgba & 0xffffff00u) | (uint32_t)lround((rgba & 0xffu) * share);
}

uint32_t platter_ink_ramp(double at)
{
    double place = fmin(fmax(at, 0), 1) * (double)RAMP_LAST;
    size_t low = (size_t)place < RAMP_LAST ? (size_t)place : RAMP_LAST - 1;
    uint32_t rgba = 0;

    for (unsigned i = 0; i < 3; i++) {
        double from = ramp[low][i], to = ramp[low + 1][i];
        rgba = rgba << 8 | (uint32_t)(from + (place - (double)low) * (to - from));
    }
    return rgba << 8 | 0xffu;
}
