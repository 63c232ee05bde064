/* SPDX-License-Identifier: MIT */
#include "agent/drive/fault.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/drive/queue.h"

#define FOREIGN_SECTORS 8

struct faulty {
    struct platter_drive drive;
    struct platter_drive *below;
    bool gone;
    struct platter_use extra; /* added to what the drive below counts */
    unsigned n;
    struct platter_fault faults[];
};

static struct faulty *faulty_of(struct platter_drive *d)
{
    return (struct faulty *)d;
}

static bool touches(struct platter_fault *f, uint64_t offset_bytes, uint32_t len_bytes)
{
    if (offset_bytes + len_bytes <= f->first_byte || offset_bytes >= f->first_byte + f->len_bytes)
        return false;
    if (f->times && --f->times == 0)
        f->len_bytes = 0; /* used up */
    return true;
}

/* What one fault does to a read that has ended with `result` after *elapsed_ns. */
static int strike(struct faulty *fy, const struct platter_fault *f, int result,
                  uint64_t *elapsed_ns)
{
    switch (f->kind) {
    case PLATTER_FAULT_DELAY:
    case PLATTER_FAULT_ERROR:
        platter_drive_pause(fy->below, f->delay_ns);
        *elapsed_ns += f->delay_ns;
        return f->kind == PLATTER_FAULT_ERROR ? PLATTER_READ_MEDIUM : result;
    case PLATTER_FAULT_GONE:
        fy->gone = true;
        return PLATTER_READ_GONE;
    case PLATTER_FAULT_FOREIGN:
        fy->extra.read_sectors += FOREIGN_SECTORS;
        return result;
    case PLATTER_FAULT_WRITTEN:
        fy->extra.other_ios++;
        return result;
    case PLATTER_FAULT_STOLEN:
        fy->extra.run_delay_ns += f->delay_ns;
        return result;
    }
    return result;
}

static int faulty_op(struct faulty *fy, int r, uint64_t ns, uint64_t offset_bytes,
                     uint32_t len_bytes, uint64_t *elapsed_ns)
{
    for (unsigned i = 0; i < fy->n; i++)
        if (touches(&fy->faults[i], offset_bytes, len_bytes))
            r = strike(fy, &fy->faults[i], r, &ns);
    if (r == 0 || r == PLATTER_READ_MEDIUM)
        *elapsed_ns = ns;
    return r;
}

static int faulty_read(struct platter_drive *d, void *buf, uint64_t offset_bytes,
                       uint32_t len_bytes, uint64_t *elapsed_ns)
{
    struct faulty *fy = faulty_of(d);
    uint64_t ns = 0;

    if (fy->gone)
        return PLATTER_READ_GONE;
    int r = platter_drive_read(fy->below, buf, offset_bytes, len_bytes, &ns);
    return faulty_op(fy, r, ns, offset_bytes, len_bytes, elapsed_ns);
}

static int faulty_verify(struct platter_drive *d, uint64_t offset_bytes, uint32_t len_bytes,
                         uint64_t *elapsed_ns)
{
    struct faulty *fy = faulty_of(d);
    uint64_t ns = 0;

    if (fy->gone)
        return PLATTER_READ_GONE;
    if (!fy->below->ops->verify)
        return -EOPNOTSUPP;
    int r = fy->below->ops->verify(fy->below, offset_bytes, len_bytes, &ns);
    return faulty_op(fy, r, ns, offset_bytes, len_bytes, elapsed_ns);
}

static int faulty_use(struct platter_drive *d, struct platter_use *out)
{
    struct faulty *fy = faulty_of(d);
    int r = platter_drive_use(fy->below, out);

    if (r == 0) {
        out->read_sectors += fy->extra.read_sectors;
        out->other_ios += fy->extra.other_ios;
        out->run_delay_ns += fy->extra.run_delay_ns;
    }
    return r;
}

static uint64_t faulty_now_ns(struct platter_drive *d)
{
    return platter_drive_now_ns(faulty_of(d)->below);
}

static void faulty_pause(struct platter_drive *d, uint64_t ns)
{
    platter_drive_pause(faulty_of(d)->below, ns);
}

static void faulty_free(struct platter_drive *d)
{
    platter_drive_free(faulty_of(d)->below);
    free(faulty_of(d));
}

static const struct platter_drive_ops faulty_ops = {
    faulty_read,           faulty_use,    faulty_now_ns, faulty_pause, faulty_free,
    platter_queue_in_turn, faulty_verify, NULL};

int platter_fault_new(struct platter_drive *below, const struct platter_fault *faults, unsigned n,
                      struct platter_drive **out)
{
    struct faulty *fy = calloc(1, sizeof *fy + n * sizeof fy->faults[0]);

    if (!fy) {
        platter_drive_free(below);
        return -ENOMEM;
    }
    fy->drive = (struct platter_drive){&faulty_ops, below->geometry, below->diskseq};
    fy->below = below;
    fy->n = n;
    if (n)
        memcpy(fy->faults, faults, n * sizeof fy->faults[0]);
    *out = &fy->drive;
    return 0;
}
