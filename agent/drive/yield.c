/* SPDX-License-Identifier: MIT */
#include "agent/drive/yield.h"

#include <errno.h>
#include <linux/ioprio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

bool platter_yields(const struct platter_sysroot *root, const char *name)
{
    char text[256]; /* "none mq-deadline [bfq]" */

    return platter_sysroot_read(root, text, sizeof(text), NULL, "/sys/block/%s/queue/scheduler",
                                name) == 0 &&
           strstr(text, "[bfq]") != NULL;
}

int platter_yield_set(bool idle)
{
    int class = idle ? IOPRIO_CLASS_IDLE : IOPRIO_CLASS_NONE;

    /* glibc has no function for it. */
    return syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0, IOPRIO_PRIO_VALUE(class, 0)) < 0 ? -errno
                                                                                           : 0;
}
