/* SPDX-License-Identifier: MIT */
#include "agent/daemon/gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Fields of the stat file, from 0 (Documentation/block/stat.rst); kernels before 5.5 have fewer. */
#define FIELD_IN_FLIGHT 8
static const unsigned completed[] = {0, 4, 11, 15};
#define FIELDS_MAX 17
#define FIELDS_MIN 11

static unsigned split(const char *text, uint64_t fields[FIELDS_MAX])
{
    unsigned n = 0;
    while (n < FIELDS_MAX) {
        char *end;
        unsigned long long v = strtoull(text, &end, 10);
        if (end == text)
            break;
        fields[n++] = v;
        text = end;
    }
    return n;
}

void platter_gate_reset(struct platter_gate *gate)
{
    memset(gate, 0, sizeof(*gate));
}

int platter_gate_poll(struct platter_gate *gate, const struct platter_sysroot *root,
                      const char *name, uint64_t now_ns)
{
    char text[512];
    uint64_t fields[FIELDS_MAX] = {0}, ios = 0;
    int r = platter_sysroot_read(root, text, sizeof(text), NULL, "/sys/block/%s/stat", name);
    if (r < 0)
        return r;
    if (split(text, fields) < FIELDS_MIN)
        return -EPROTO;
    for (unsigned i = 0; i < sizeof(completed) / sizeof(completed[0]); i++)
        ios += fields[completed[i]];
    if (fields[FIELD_IN_FLIGHT] || (gate->known && ios != gate->ios))
        gate->foreign_ns = now_ns;
    gate->ios = ios;
    gate->known = true;
    return 0;
}
