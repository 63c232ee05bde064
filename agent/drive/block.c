/* SPDX-License-Identifier: MIT */
#include "agent/drive/block.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "agent/core/passive.h"
#include "agent/core/zone.h"
#include "agent/drive/verify.h"
#include <platter/errors.h>
#include <platter/units.h>

struct block {
    struct platter_drive drive;
    int fd;
    int stat_fd;  /* /sys/block/X/stat */
    int sched_fd; /* /proc/thread-self/schedstat; -1: this kernel does not count */
    enum platter_transport transport;
    bool watched; /* queue/iostats */
};

static struct block *block_of(struct platter_drive *d)
{
    return (struct block *)d;
}

static uint64_t block_now_ns(struct platter_drive *d)
{
    struct timespec t;

    (void)d;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

static int block_read(struct platter_drive *d, void *buf, uint64_t offset_bytes, uint32_t len_bytes,
                      uint64_t *elapsed_ns)
{
    uint64_t begin_ns = block_now_ns(d);
    ssize_t n = pread(block_of(d)->fd, buf, len_bytes, (off_t)offset_bytes);
    int err = n < 0 ? errno : 0;
    uint64_t end_ns = block_now_ns(d);
    int r = platter_read_result(n, len_bytes, err);

    if (r == 0 || r == PLATTER_READ_MEDIUM)
        *elapsed_ns = end_ns - begin_ns;
    return r;
}

/* A small file that the kernel makes anew at each read. */
static int read_text(int fd, char *text, size_t size)
{
    ssize_t len = pread(fd, text, size - 1, 0);

    if (len <= 0)
        return len < 0 ? -errno : -ENODATA;
    text[len] = '\0';
    return 0;
}

/* The second number of schedstat: time ready to run and not running. */
static uint64_t run_delay_ns(int fd)
{
    char text[128], *end;

    if (fd < 0 || read_text(fd, text, sizeof text))
        return 0;
    strtoull(text, &end, 10);
    return strtoull(end, NULL, 10);
}

static int block_use(struct platter_drive *d, struct platter_use *out)
{
    struct block *b = block_of(d);
    struct platter_use use = {.watched = b->watched};

    if (b->watched) {
        struct platter_disk_stat stat;
        char text[512];
        int r = read_text(b->stat_fd, text, sizeof text);
        if (r == 0)
            r = platter_disk_stat_parse(text, &stat);
        if (r)
            return r;
        use.read_sectors = stat.sectors[PLATTER_READ];
        use.other_ios = stat.ios[PLATTER_WRITE] + stat.discards + stat.flushes;
        use.in_flight = stat.in_flight;
    }
    use.run_delay_ns = run_delay_ns(b->sched_fd);
    *out = use;
    return 0;
}

static void block_pause(struct platter_drive *d, uint64_t ns)
{
    struct timespec t = {.tv_sec = (time_t)(ns / PLATTER_NS_PER_S),
                         .tv_nsec = (long)(ns % PLATTER_NS_PER_S)};

    (void)d;
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t) == EINTR)
        ;
}

static void block_free(struct platter_drive *d)
{
    struct block *b = block_of(d);

    if (b->fd >= 0)
        close(b->fd);
    if (b->stat_fd >= 0)
        close(b->stat_fd);
    if (b->sched_fd >= 0)
        close(b->sched_fd);
    free(b);
}

static int block_fd(struct platter_drive *d)
{
    return block_of(d)->fd;
}

static int block_verify(struct platter_drive *d, uint64_t offset_bytes, uint32_t len_bytes,
                        uint64_t *elapsed_ns)
{
    const struct block *b = block_of(d);
    uint64_t begin_ns = block_now_ns(d);
    int r = platter_verify(b->fd, b->transport, d->geometry.logical_bytes, offset_bytes, len_bytes);

    if (r == 0 || r == PLATTER_READ_MEDIUM)
        *elapsed_ns = block_now_ns(d) - begin_ns;
    return r;
}

static const struct platter_drive_ops block_ops = {block_read, block_use, block_now_ns, block_pause,
                                                   block_free, NULL,      block_verify, block_fd};

#ifndef BLKGETDISKSEQ
#define BLKGETDISKSEQ _IOR(0x12, 128, uint64_t)
#endif

/* O_DIRECT's own alignment where the kernel tells (statx, Linux 6.1); 0 = it does not. */
static uint32_t dio_align_bytes(int fd)
{
#ifdef STATX_DIOALIGN
    struct statx sx;

    if (syscall(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &sx) == 0 &&
        sx.stx_mask & STATX_DIOALIGN)
        return sx.stx_dio_offset_align;
#endif
    (void)fd;
    return 0;
}

static uint32_t max3(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t ab = a > b ? a : b;
    return ab > c ? ab : c;
}

/* What only the open device tells; sysfs has told the rest. */
static int ask_device(struct block *b, uint64_t expected_diskseq)
{
    struct platter_geometry *g = &b->drive.geometry;
    uint64_t size_bytes = 0, diskseq = 0;
    int logical = 0;
    unsigned physical = 0;

    if (ioctl(b->fd, BLKGETSIZE64, &size_bytes) || ioctl(b->fd, BLKSSZGET, &logical) ||
        ioctl(b->fd, BLKPBSZGET, &physical))
        return -errno;
    /* A drive pulled out, or a loop device detached, keeps its node and has no bytes. */
    if (!size_bytes)
        return -ENODEV;
    if (ioctl(b->fd, BLKGETDISKSEQ, &diskseq) == 0 && expected_diskseq &&
        diskseq != expected_diskseq)
        return PLATTER_BLOCK_CHANGED;
    if (size_bytes < PLATTER_CAPACITY_MIN_BYTES)
        return PLATTER_BLOCK_TOO_SMALL;
    if (logical <= 0 || physical < (unsigned)logical)
        return -EINVAL;
    g->capacity_bytes = size_bytes;
    g->logical_bytes = (uint32_t)logical;
    g->physical_bytes = physical;
    g->align_bytes = max3(g->logical_bytes, g->physical_bytes, dio_align_bytes(b->fd));
    b->drive.diskseq = diskseq;
    return 0;
}

/* A counter that cannot be read leaves the drive unwatched, which the sample says. */
static void open_counters(struct block *b, const struct platter_sysroot *root, const char *name)
{
    uint64_t iostats = 0;

    b->stat_fd = platter_sysroot_open(root, "/sys/block/%s/stat", name);
    if (platter_sysroot_read_u64(root, &iostats, "/sys/block/%s/queue/iostats", name))
        iostats = 0;
    b->watched = b->stat_fd >= 0 && iostats != 0;
    b->sched_fd = platter_sysroot_open(root, "/proc/thread-self/schedstat");
}

/* O_DIRECT on such a loop device ends in the page cache of the file below it. */
static bool is_buffered_loop(const struct platter_sysroot *root, const char *name)
{
    uint64_t dio;

    return platter_sysroot_read_u64(root, &dio, "/sys/block/%s/loop/dio", name) == 0 && dio == 0;
}

static int open_device(const char *device, int *fd)
{
    struct stat st;

    *fd = open(device, O_RDONLY | O_DIRECT | O_NONBLOCK | O_CLOEXEC);
    if (*fd < 0 && errno != EINVAL)
        return -errno;
    /* EINVAL: no O_DIRECT, which no character device or tmpfs file has either. */
    if ((*fd < 0 ? stat(device, &st) : fstat(*fd, &st)) < 0)
        return -errno;
    if (!S_ISBLK(st.st_mode))
        return PLATTER_BLOCK_NOT_BLOCK;
    return *fd < 0 ? PLATTER_BLOCK_NO_DIRECT : 0;
}

int platter_block_open(const struct platter_sysroot *root, const struct platter_found *found,
                       struct platter_drive **out)
{
    CLEANUP_DRIVE struct platter_drive *drive = NULL;
    struct block *b = calloc(1, sizeof *b);
    int r;

    if (!b)
        return -ENOMEM;
    b->fd = b->stat_fd = b->sched_fd = -1;
    b->drive.ops = &block_ops;
    b->drive.geometry = found->geometry;
    b->transport = found->transport;
    drive = &b->drive;

    if (is_buffered_loop(root, found->name))
        return PLATTER_BLOCK_BUFFERED;
    r = open_device(found->device, &b->fd);
    if (r)
        return r;
    r = ask_device(b, found->diskseq);
    if (r)
        return r;
    open_counters(b, root, found->name);
    *out = TAKE_PTR(drive);
    return 0;
}
