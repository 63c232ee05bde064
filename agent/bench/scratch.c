/* SPDX-License-Identifier: MIT */
#include "agent/bench/scratch.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <time.h>

#include "agent/core/rng.h"
#include <platter/errors.h>
#include <platter/units.h>

#define REQUEST_BYTES (4 * PLATTER_MIB)

static bool is_memory(const char *dir)
{
    struct statfs fs;

    return statfs(dir, &fs) == 0 &&
           ((unsigned long)fs.f_type == TMPFS_MAGIC || (unsigned long)fs.f_type == RAMFS_MAGIC);
}

/* O_TMPFILE, else a name that is removed at once (FAT, NFS). */
static int open_nameless(const char *dir, int flags)
{
    char path[4096];
    int fd = open(dir, flags | O_TMPFILE | O_EXCL, 0600);

    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT))
        return fd < 0 ? -errno : fd;
    if (access(dir, F_OK) < 0)
        return -errno;
    int len = snprintf(path, sizeof(path), "%s/.platter-XXXXXX", dir);
    if (len < 0 || (size_t)len >= sizeof(path))
        return -ENAMETOOLONG;
    fd = mkostemp(path, flags & ~O_ACCMODE);
    if (fd < 0)
        return -errno;
    unlink(path);
    return fd;
}

/* Whether an open file takes direct writes: some refuse the flag, some the request. */
static bool takes_direct(int fd)
{
    void *buf = NULL;
    int flags = fcntl(fd, F_GETFL);

    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_DIRECT) < 0)
        return false;
    bool taken =
        posix_memalign(&buf, PLATTER_SCRATCH_ALIGN_BYTES, PLATTER_SCRATCH_ALIGN_BYTES) == 0;
    if (taken) {
        memset(buf, 1, PLATTER_SCRATCH_ALIGN_BYTES);
        taken = pwrite(fd, buf, PLATTER_SCRATCH_ALIGN_BYTES, 0) == PLATTER_SCRATCH_ALIGN_BYTES;
    }
    free(buf);
    if (!taken)
        fcntl(fd, F_SETFL, flags);
    return taken;
}

int platter_scratch_open(const char *dir, uint64_t bytes, struct platter_scratch *out)
{
    struct statvfs space;
    struct stat st;

    if (stat(dir, &st) < 0)
        return -errno;
    if (!S_ISDIR(st.st_mode))
        return PLATTER_SCRATCH_NOT_FOLDER;
    if (is_memory(dir))
        return PLATTER_SCRATCH_MEMORY;
    if (statvfs(dir, &space) < 0)
        return -errno;
    uint64_t spare =
        bytes / 20 > PLATTER_SCRATCH_SPARE_BYTES ? bytes / 20 : PLATTER_SCRATCH_SPARE_BYTES;
    out->free_bytes = (uint64_t)space.f_bavail * space.f_frsize;
    if (out->free_bytes < spare || out->free_bytes - spare < bytes)
        return PLATTER_SCRATCH_FULL;
    int fd = open_nameless(dir, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return fd;
    out->fd = fd;
    out->direct = takes_direct(fd);
    return 0;
}

void platter_scratch_close(struct platter_scratch *s)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
}

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

/* A file system may store equal blocks once: each gets a word of its own. */
static void mark_blocks(uint64_t *words, size_t bytes, struct platter_rng *rng)
{
    for (size_t i = 0; i < bytes / sizeof(*words);
         i += PLATTER_SCRATCH_ALIGN_BYTES / sizeof(*words))
        words[i] = platter_rng_next(rng);
}

static void fill(uint64_t *words, size_t bytes, struct platter_rng *rng)
{
    for (size_t i = 0; i < bytes / sizeof(*words); i++)
        words[i] = platter_rng_next(rng);
}

static int write_whole(int fd, const char *buf, size_t len, uint64_t offset_bytes)
{
    while (len > 0) {
        ssize_t n = pwrite(fd, buf, len, (off_t)offset_bytes);
        if (n == 0 || (n < 0 && errno != EINTR))
            return n == 0 ? -ENOSPC : -errno;
        if (n > 0) {
            buf += n;
            len -= (size_t)n;
            offset_bytes += (uint64_t)n;
        }
    }
    return 0;
}

static int write_requests(struct platter_scratch *s, void *buf, uint64_t offset_bytes,
                          uint64_t bytes, struct platter_rng *rng,
                          const struct platter_watch *watch)
{
    for (uint64_t done = 0; done < bytes;) {
        size_t len = bytes - done < REQUEST_BYTES ? (size_t)(bytes - done) : REQUEST_BYTES;
        mark_blocks(buf, len, rng);
        int result = write_whole(s->fd, buf, len, offset_bytes + done);
        done += len;
        if (result == 0)
            result = platter_watch_tell(watch, (double)done / (double)bytes);
        if (result != 0)
            return result;
    }
    return fdatasync(s->fd) < 0 ? -errno : 0;
}

int platter_scratch_write(struct platter_scratch *s, uint64_t offset_bytes, uint64_t bytes,
                          const struct platter_watch *watch, uint64_t *elapsed_ns)
{
    struct platter_rng rng;
    void *buf = NULL;

    if (posix_memalign(&buf, PLATTER_SCRATCH_ALIGN_BYTES, REQUEST_BYTES) != 0)
        return -ENOMEM;
    platter_rng_seed(&rng, now_ns());
    fill(buf, REQUEST_BYTES, &rng);
    uint64_t begin_ns = now_ns();
    int result = write_requests(s, buf, offset_bytes, bytes, &rng, watch);
    uint64_t end_ns = now_ns();
    free(buf);
    if (result == 0)
        *elapsed_ns = end_ns - begin_ns;
    return result;
}

void platter_scratch_message(int result, const char *dir, uint64_t bytes,
                             const struct platter_scratch *s, char *buf, size_t size)
{
    if (result == PLATTER_SCRATCH_FULL || result == -ENOSPC)
        snprintf(
            buf, size,
            "%s: too little room: %.0f MB free, a file of %.0f MB is to fit and some to be left; "
            "make room, or name another folder",
            dir, (double)s->free_bytes / 1e6, (double)bytes / 1e6);
    else if (result == PLATTER_SCRATCH_MEMORY)
        snprintf(buf, size, "%s: is in memory (tmpfs): name a folder on a drive", dir);
    else if (result == PLATTER_SCRATCH_NOT_FOLDER)
        snprintf(buf, size, "%s: not a folder; name one on a mounted file system", dir);
    else if (result == -EROFS)
        snprintf(buf, size, "%s: mounted read-only; name a folder that can be written to", dir);
    else
        snprintf(buf, size, "%s: no file can be made there: %s", dir,
                 strerror(result < 0 ? -result : EIO));
}
