/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/power.h"

#include <string.h>

#include <platter/units.h>

#include "tests/vm/drive/control.h"

static const struct {
    const char *name;
    uint8_t check;                    /* CHECK POWER MODE */
    uint8_t ascq_timer, ascq_command; /* REQUEST SENSE 5Eh */
    uint8_t wake_percent;             /* of the spin-up time */
    bool loads, wakes;                /* leaving it loads the heads, starts the motor */
} states[LAB_POWER_STATES] = {
    [LAB_ACTIVE] = {"active", 0xff, 0, 0, 0, false, false},
    [LAB_IDLE] = {"idle", 0x80, 0, 0, 0, false, false},
    [LAB_IDLE_A] = {"idle_a", 0x81, 0x01, 0x03, 1, false, false},
    [LAB_IDLE_B] = {"idle_b", 0x82, 0x05, 0x06, 20, true, false},
    [LAB_IDLE_C] = {"idle_c", 0x83, 0x07, 0x08, 50, true, false},
    [LAB_STANDBY_Y] = {"standby_y", 0x01, 0x09, 0x0a, 80, true, false},
    [LAB_STANDBY] = {"standby", 0x00, 0x02, 0x04, 100, true, true},
};

void lab_power_init(struct lab_power *p, uint64_t now_ns)
{
    *p = (struct lab_power){.state = LAB_ACTIVE, .used_ns = now_ns, .ordered = LAB_POWER_STATES};
}

bool lab_power_find(const char *name, enum lab_power_state *out)
{
    for (unsigned i = 0; i < LAB_POWER_STATES; i++) {
        if (strcmp(name, states[i].name) == 0) {
            *out = (enum lab_power_state)i;
            return true;
        }
    }
    return false;
}

const char *lab_power_name(enum lab_power_state state)
{
    return states[state].name;
}

void lab_power_order(struct lab_power *p, enum lab_power_state state)
{
    if (state != p->ordered && state != LAB_POWER_STATES)
        lab_power_set(p, state);
    p->ordered = state;
}

void lab_power_tick(struct lab_power *p, const struct lab_control *c, uint64_t now_ns)
{
    static const enum lab_power_state deeper[] = {LAB_IDLE_B, LAB_IDLE_C, LAB_STANDBY};
    uint64_t unused_s = (now_ns - p->used_ns) / PLATTER_NS_PER_S;

    for (unsigned i = 0; i < sizeof deeper / sizeof deeper[0]; i++) {
        enum lab_power_state to = deeper[i];
        uint64_t after_s = to == LAB_STANDBY && p->command_s > 0 ? p->command_s : c->after_s[to];
        if (after_s > 0 && unused_s >= after_s && p->state < to) {
            p->state = to;
            p->by_timer = true;
        }
    }
}

void lab_power_set(struct lab_power *p, enum lab_power_state state)
{
    p->state = state;
    p->by_timer = false;
}

void lab_power_timer(struct lab_power *p, uint8_t count)
{
    if (count <= 240)
        p->command_s = 5u * count;
    else if (count <= 251)
        p->command_s = 1800u * (count - 240u);
    else
        p->command_s = count == 252 ? 21u * 60 : 8u * 3600;
}

uint64_t lab_power_wake_ns(struct lab_power *p, const struct lab_control *c)
{
    enum lab_power_state from = p->state;

    p->state = LAB_ACTIVE;
    p->wakes += states[from].wakes;
    p->loads += states[from].loads;
    return c->spinup_ms * PLATTER_NS_PER_MS * states[from].wake_percent / 100;
}

uint8_t lab_power_check(const struct lab_power *p)
{
    return states[p->state].check;
}

uint8_t lab_power_ascq(const struct lab_power *p)
{
    return p->by_timer ? states[p->state].ascq_timer : states[p->state].ascq_command;
}
