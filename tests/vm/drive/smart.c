/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/smart.h"

#include <errno.h>
#include <string.h>

#include "tests/vm/drive/bytes.h"
#include "tests/vm/drive/drive.h"
#include <platter/units.h>

#define ABORT_TEST 0x7f
#define ABORTED_BY_HOST 1
#define RUNNING 15
#define LOGGED (sizeof((struct lab_selftest *)0)->log / sizeof((struct lab_selftest *)0)->log[0])

enum what {
    ZERO,
    SPIN_UP,
    START_STOP,
    REALLOCATED,
    HOURS,
    POWER_CYCLES,
    UNREADABLE,
    AIRFLOW,
    LOAD_CYCLES,
    TEMPERATURE,
    PENDING,
    CRC
};

static const struct {
    uint8_t id;
    uint16_t flags;
    uint8_t current, worst, threshold;
    enum what what;
} attributes[] = {
    {1, 0x002f, 200, 200, 51, ZERO},         {3, 0x0027, 180, 178, 21, SPIN_UP},
    {4, 0x0032, 100, 100, 0, START_STOP},    {5, 0x0033, 200, 200, 140, REALLOCATED},
    {7, 0x002e, 200, 200, 0, ZERO},          {9, 0x0032, 84, 84, 0, HOURS},
    {10, 0x0032, 100, 100, 0, ZERO},         {12, 0x0032, 100, 100, 0, POWER_CYCLES},
    {187, 0x0032, 100, 100, 0, UNREADABLE},  {190, 0x0022, 62, 50, 40, AIRFLOW},
    {193, 0x0032, 200, 200, 0, LOAD_CYCLES}, {194, 0x0022, 112, 97, 0, TEMPERATURE},
    {197, 0x0032, 200, 200, 0, PENDING},     {198, 0x0030, 200, 200, 0, PENDING},
    {199, 0x0032, 200, 200, 0, CRC},
};

static uint64_t raw(const struct lab_drive *d, enum what what)
{
    const struct lab_control *c = &d->control;

    switch (what) {
    case SPIN_UP:
        return c->spinup_ms;
    case START_STOP:
        return c->start_stop + d->power.wakes;
    case REALLOCATED:
        return c->reallocated;
    case HOURS:
        return c->hours;
    case POWER_CYCLES:
        return c->power_cycles;
    case UNREADABLE:
        return d->unreadable;
    case AIRFLOW:
    case TEMPERATURE:
        return c->temperature_c;
    case LOAD_CYCLES:
        return c->load_cycles + d->power.loads;
    case PENDING:
        return c->pending;
    case CRC:
        return c->crc_errors;
    case ZERO:
        break;
    }
    return 0;
}

void lab_page_seal(uint8_t page[LAB_PAGE_BYTES])
{
    uint8_t sum = 0;

    for (unsigned i = 0; i < LAB_PAGE_BYTES - 1; i++)
        sum = (uint8_t)(sum + page[i]);
    page[LAB_PAGE_BYTES - 1] = (uint8_t)-sum;
}

/* A self-test's status, its last ten percents in the low half while it runs. */
static uint8_t execution_status(const struct lab_drive *d)
{
    uint64_t now_ns = lab_now_ns();
    uint64_t total_ns = d->control.selftest_ms * PLATTER_NS_PER_MS;

    if (!d->selftest.running)
        return (uint8_t)(d->selftest.status << 4);
    uint64_t left_ns = d->selftest.end_ns > now_ns ? d->selftest.end_ns - now_ns : 0;
    uint64_t tenths = total_ns ? left_ns * 10 / total_ns : 0;
    return (uint8_t)(RUNNING << 4 | (tenths > 9 ? 9 : tenths));
}

void lab_smart_data(const struct lab_drive *d, uint8_t page[LAB_PAGE_BYTES])
{
    memset(page, 0, LAB_PAGE_BYTES);
    page[0] = 16; /* revision */
    for (unsigned i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        uint8_t *a = page + 2 + 12 * i;
        a[0] = attributes[i].id;
        lab_put_le(a + 1, 2, attributes[i].flags);
        a[3] = attributes[i].current;
        a[4] = attributes[i].worst;
        lab_put_le(a + 5, 6, raw(d, attributes[i].what));
    }
    page[362] = 0x82; /* off-line collection: completed */
    page[363] = execution_status(d);
    lab_put_le(page + 364, 2, 120); /* seconds of an off-line collection */
    page[367] = 0x5b;               /* off-line collection, self-tests */
    page[368] = 3;                  /* attributes are saved */
    page[370] = 1;                  /* logs are there */
    page[372] = 1;                  /* minutes of a short self-test */
    page[373] = 200;                /* of an extended one */
    lab_page_seal(page);
    if (d->control.smart_damage == 1)
        page[20] ^= 0x10;
    else if (d->control.smart_damage)
        memset(page, d->control.smart_damage == 2 ? 0xff : 0x00, LAB_PAGE_BYTES);
}

void lab_smart_thresholds(uint8_t page[LAB_PAGE_BYTES])
{
    memset(page, 0, LAB_PAGE_BYTES);
    page[0] = 16;
    for (unsigned i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        page[2 + 12 * i] = attributes[i].id;
        page[3 + 12 * i] = attributes[i].threshold;
    }
    lab_page_seal(page);
}

/* Newest last, round and round. */
static void selftest_log(const struct lab_selftest *t, uint8_t page[LAB_PAGE_BYTES])
{
    for (unsigned i = 0; i < LOGGED && i < t->n; i++) {
        uint8_t *entry = page + 2 + 24 * i;
        entry[0] = t->log[i].test;
        entry[1] = (uint8_t)(t->log[i].status << 4);
        lab_put_le(entry + 2, 2, t->log[i].hours);
        if (t->log[i].status == 0)
            memset(entry + 5, 0xff, 4); /* no failing LBA */
    }
    page[508] = (uint8_t)(t->n ? (t->n - 1) % LOGGED + 1 : 0);
}

int lab_smart_log(const struct lab_drive *d, uint8_t address, uint8_t page[LAB_PAGE_BYTES])
{
    memset(page, 0, LAB_PAGE_BYTES);
    page[0] = 1;
    switch (address) {
    case 0: /* directory: one sector each of 1, 6, 9 */
        page[2 * 1] = page[2 * LAB_SELFTEST_LOG] = page[2 * 9] = 1;
        return 0; /* without a checksum */
    case LAB_SELFTEST_LOG:
        selftest_log(&d->selftest, page);
        break;
    case 1: /* errors: none */
    case 9: /* selective self-test: never */
        break;
    default:
        return -ENOENT;
    }
    lab_page_seal(page);
    return 0;
}

static void finish(struct lab_drive *d, uint8_t status)
{
    struct lab_selftest *t = &d->selftest;
    unsigned at = t->n++ % LOGGED;

    t->log[at].test = t->running;
    t->log[at].status = status;
    t->log[at].hours = (uint16_t)d->control.hours;
    t->status = status;
    t->running = 0;
}

int lab_selftest_start(struct lab_drive *d, uint8_t test)
{
    struct lab_selftest *t = &d->selftest;

    if (test == ABORT_TEST) {
        if (t->running)
            finish(d, ABORTED_BY_HOST);
        return 0;
    }
    if (test < 1 || test > 3)
        return -EINVAL;
    t->running = test;
    t->end_ns = lab_now_ns() + d->control.selftest_ms * PLATTER_NS_PER_MS;
    return 0;
}

void lab_selftest_tick(struct lab_drive *d, uint64_t now_ns)
{
    if (d->selftest.running && now_ns >= d->selftest.end_ns)
        finish(d, (uint8_t)(d->control.selftest_result & 0xf));
}
