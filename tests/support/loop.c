/* SPDX-License-Identifier: MIT */
#include "tests/support/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static int configure(struct test_loop *loop, int control, int backing)
{
    struct loop_config config = {
        .fd = (uint32_t)backing,
        .info.lo_flags = LO_FLAGS_READ_ONLY | LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO,
    };

    /* Another test may take the free one first. */
    for (int tries = 0; tries < 50; tries++) {
        int n = ioctl(control, LOOP_CTL_GET_FREE);
        if (n < 0)
            return -errno;
        snprintf(loop->name, sizeof loop->name, "loop%d", n);
        snprintf(loop->device, sizeof loop->device, "/dev/loop%d", n);
        loop->fd = open(loop->device, O_RDONLY | O_CLOEXEC);
        if (loop->fd < 0)
            return -errno;
        if (ioctl(loop->fd, LOOP_CONFIGURE, &config) == 0)
            return 0;
        int err = errno;
        close(loop->fd);
        if (err != EBUSY)
            return -err;
    }
    return -EBUSY;
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
}
