/* SPDX-License-Identifier: MIT */
#include "tests/support/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int sparse_file(struct test_loop *loop, uint64_t bytes)
{
    /* Not on a tmpfs, which has no O_DIRECT. */
    snprintf(loop->file, sizeof loop->file, "/var/tmp/platter-test-XXXXXX");
    int fd = mkostemp(loop->file, O_CLOEXEC);

    if (fd >= 0 && ftruncate(fd, (off_t)bytes)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* The number is ours until test_loop_down(): lab.sh's devices and other tests' take the same locks.
 */
static int lock_number(int n)
{
    char path[64];

    snprintf(path, sizeof path, "/var/tmp/platter-test-loop%d.lock", n);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static int attach(struct test_loop *loop, int control, int n, int backing)
{
    struct loop_config config = {
        .fd = (uint32_t)backing,
        .info.lo_flags = LO_FLAGS_READ_ONLY | LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO,
    };

    snprintf(loop->name, sizeof loop->name, "loop%d", n);
    snprintf(loop->device, sizeof loop->device, "/dev/loop%d", n);
    if (access(loop->device, F_OK) && ioctl(control, LOOP_CTL_ADD, n) < 0 && errno != EEXIST)
        return -errno;
    loop->fd = open(loop->device, O_RDONLY | O_CLOEXEC);
    if (loop->fd < 0)
        return -errno;
    if (ioctl(loop->fd, LOOP_CONFIGURE, &config) == 0)
        return 0;
    int err = errno;
    close(loop->fd);
    return -err;
}

static int configure(struct test_loop *loop, int control, int backing)
{
    int r = -EBUSY;

    for (int n = 0; n < 64; n++) {
        loop->lock = lock_number(n);
        if (loop->lock < 0)
            continue;
        r = attach(loop, control, n, backing);
        if (r == 0)
            return 0;
        close(loop->lock);
        if (r != -EBUSY)
            return r;
    }
    return r;
}

int test_loop_up(struct test_loop *loop, uint64_t bytes)
{
    memset(loop, 0, sizeof *loop);
    int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
    if (control < 0)
        return -errno;
    int backing = sparse_file(loop, bytes);
    int r = backing < 0 ? -errno : configure(loop, control, backing);

    if (backing >= 0)
        close(backing);
    close(control);
    if (r && loop->file[0])
        unlink(loop->file);
    return r;
}

void test_loop_down(struct test_loop *loop)
{
    close(loop->fd);
    unlink(loop->file);
    close(loop->lock);
}
