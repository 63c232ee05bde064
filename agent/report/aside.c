/* SPDX-License-Identifier: MIT */
#include "agent/report/aside.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <platter/errors.h>

int platter_aside_make(const char *output, char **aside, char *why, size_t why_size)
{
    CLEANUP_FREE char *name = NULL;
    CLEANUP_CLOSE int fd = -1;
    mode_t mask = umask(0);

    umask(mask);
    if (asprintf(&name, "%s.XXXXXX", output) < 0)
        return -ENOMEM;
    fd = mkstemp(name);
    if (fd < 0 || fchmod(fd, 0666 & ~mask) < 0) {
        int result = -errno;
        snprintf(why, why_size, "%s: %s", output, strerror(-result));
        if (fd >= 0)
            unlink(name);
        return result;
    }
    *aside = TAKE_PTR(name);
    return 0;
}

int platter_aside_end(const char *aside, const char *output, int result, char *why, size_t why_size)
{
    if (result == 0 && rename(aside, output) < 0) {
        result = -errno;
        snprintf(why, why_size, "%s: %s", output, strerror(-result));
    }
    if (result != 0)
        unlink(aside);
    return result;
}
