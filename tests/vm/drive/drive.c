/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/drive.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include <platter/units.h>

/* How far the drive reads ahead while nobody asks. */
#define AHEAD_BYTES (2 * PLATTER_MIB)

uint64_t lab_now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

void lab_sleep_until(uint64_t ns)
{
    struct timespec t = {.tv_sec = (time_t)(ns / PLATTER_NS_PER_S),
                         .tv_nsec = (long)(ns % PLATTER_NS_PER_S)};

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        ;
}

void lab_drive_init(struct lab_drive *d, const struct platter_model_spec *spec, uint64_t seed)
{
    memset(d, 0, sizeof *d);
    d->spec = *spec;
    platter_model_init(&d->model, &d->spec, seed);
    d->media_ns = lab_now_ns();
    lab_power_init(&d->power, d->media_ns);
}

uint64_t lab_drive_sectors(const struct lab_drive *d)
{
    return d->spec.capacity_bytes / LAB_SECTOR_BYTES;
}

bool lab_drive_has(const struct lab_drive *d, uint64_t lba, uint64_t count)
{
    uint64_t sectors = lab_drive_sectors(d);

    return lba <= sectors && count <= sectors - lba;
}

void lab_drive_wake(struct lab_drive *d)
{
    uint64_t wake_ns = lab_power_wake_ns(&d->power, &d->control);

    if (wake_ns > 0)
        lab_sleep_until(lab_now_ns() + wake_ns);
    d->power.used_ns = lab_now_ns();
}

/*
 * When the model's read is done. A read that continues the last one finds that the media went on
 * meanwhile, as far as the buffer reaches, and is never faster than the interface.
 */
static uint64_t done_ns(struct lab_drive *d, uint64_t begin_ns, uint64_t offset, uint64_t len)
{
    const struct platter_model_spec *spec = &d->spec;
    bool goes_on = offset == d->model.next_byte;
    uint64_t read_ns = platter_model_read_ns(&d->model, offset, len);
    uint64_t ahead_ns =
        (uint64_t)((double)AHEAD_BYTES * 1e9 / platter_model_rate_bps(spec, offset));
    uint64_t wire_ns = (uint64_t)(spec->overhead_ns + (double)len * 1e9 / spec->interface_bps);
    uint64_t from_ns = begin_ns;

    if (goes_on)
        from_ns = d->media_ns + ahead_ns > begin_ns ? d->media_ns : begin_ns - ahead_ns;
    d->media_ns = from_ns + read_ns;
    return d->media_ns > begin_ns + wire_ns ? d->media_ns : begin_ns + wire_ns;
}

/* The time that bad sectors add, up to the first one that cannot be read. */
static int retries(const struct lab_drive *d, uint64_t lba, uint64_t count, uint64_t *ns,
                   uint64_t *bad_lba)
{
    const struct lab_bad *worst = NULL;

    *ns = 0;
    for (unsigned i = 0; i < d->control.n_bad; i++) {
        const struct lab_bad *b = &d->control.bad[i];
        if (b->lba >= lba + count || b->lba + b->count <= lba)
            continue;
        *ns += (uint64_t)((double)b->revolutions * d->spec.rev_ns);
        if (b->unreadable && (!worst || b->lba < worst->lba))
            worst = b;
    }
    if (!worst)
        return 0;
    *bad_lba = worst->lba > lba ? worst->lba : lba;
    return LAB_UNREADABLE;
}

int lab_drive_read(struct lab_drive *d, uint64_t lba, uint64_t count, uint64_t *bad_lba)
{
    uint64_t retry_ns, begin_ns, end_ns;
    int result = retries(d, lba, count, &retry_ns, bad_lba);

    if (count == 0)
        return 0;
    lab_drive_wake(d);
    begin_ns = lab_now_ns();
    end_ns = done_ns(d, begin_ns, lba * LAB_SECTOR_BYTES, count * LAB_SECTOR_BYTES) + retry_ns;
    d->media_ns += retry_ns;
    lab_sleep_until(end_ns);
    d->unreadable += result == LAB_UNREADABLE;
    d->power.used_ns = lab_now_ns();
    if (d->truth)
        fprintf(d->truth, "%.6f %llu %llu %.1f %.1f %d\n", (double)begin_ns / 1e9,
                (unsigned long long)lba, (unsigned long long)count,
                (double)(end_ns - begin_ns) / 1e3, (double)(d->power.used_ns - begin_ns) / 1e3,
                result);
    return result;
}
