/* SPDX-License-Identifier: MIT */
/*
 * The power conditions of an ATA drive: which there are, what CHECK POWER MODE calls them (ACS-4,
 * 7.3), what REQUEST SENSE calls them (SPC-4, 5Eh), and what leaving one costs.
 */
#ifndef TESTS_VM_DRIVE_POWER_H
#define TESTS_VM_DRIVE_POWER_H

#include <stdbool.h>
#include <stdint.h>

enum lab_power_state {
    LAB_ACTIVE,
    LAB_IDLE,
    LAB_IDLE_A,
    LAB_IDLE_B, /* heads unloaded */
    LAB_IDLE_C, /* and turning slower */
    LAB_STANDBY_Y,
    LAB_STANDBY,
    LAB_POWER_STATES
};

struct lab_control;

struct lab_power {
    enum lab_power_state state;
    bool by_timer;                /* how it came there */
    uint64_t used_ns;             /* when the media were used last */
    uint64_t command_s;           /* a timer set by STANDBY or IDLE; 0 = none */
    uint64_t wakes, loads;        /* of this drive since it was started */
    enum lab_power_state ordered; /* by the control file, last time */
};

void lab_power_init(struct lab_power *p, uint64_t now_ns);
/* A state by name. */
bool lab_power_find(const char *name, enum lab_power_state *out);
const char *lab_power_name(enum lab_power_state state);

/* What the control file orders, when that is new. */
void lab_power_order(struct lab_power *p, enum lab_power_state state);
/* Let the timers of the drive do their work. */
void lab_power_tick(struct lab_power *p, const struct lab_control *c, uint64_t now_ns);
void lab_power_set(struct lab_power *p, enum lab_power_state state);
/* The timer of the commands STANDBY and IDLE: their count field (ACS-4, table 63). 0 = off. */
void lab_power_timer(struct lab_power *p, uint8_t count);
/* Get ready to use the media: the time that takes in ns. Counts a wake, a head load. */
uint64_t lab_power_wake_ns(struct lab_power *p, const struct lab_control *c);

/* The count field of CHECK POWER MODE. */
uint8_t lab_power_check(const struct lab_power *p);
/* The additional sense code qualifier under 5Eh; 0 in the active and idle conditions. */
uint8_t lab_power_ascq(const struct lab_power *p);

#endif
