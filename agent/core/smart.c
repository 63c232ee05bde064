/* SPDX-License-Identifier: MIT */
#include "agent/core/smart.h"

#include <math.h>
#include <string.h>

void platter_smart_init(struct platter_smart *s)
{
    memset(s, 0, sizeof *s);
    s->temperature_c = s->power_on_h = NAN;
    s->power_cycles = s->start_stops = s->head_loads = s->bad_sectors = PLATTER_SMART_UNKNOWN;
}

const char *platter_attribute_name(uint8_t id)
{
    (void)id;
    return "attribute";
}
