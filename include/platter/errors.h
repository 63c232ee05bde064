/* SPDX-License-Identifier: MIT */
/*
 * The error rule. Every function that can fail returns int:
 *    0   done
 *   <0   a negative errno, passed up unchanged
 *   >0   a result documented in that module's header, which the caller must handle
 * Outputs are written last and only on success.
 *
 * This header has what the rule needs everywhere: exit statuses and scope clean-up.
 */
#ifndef PLATTER_ERRORS_H
#define PLATTER_ERRORS_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Exit statuses of every program here. 64 and up are those of sysexits(3). */
enum platter_exit {
    PLATTER_EXIT_FINE = 0,
    PLATTER_EXIT_WATCH = 1,
    PLATTER_EXIT_ACT = 2,
    PLATTER_EXIT_UNKNOWN = 3,      /* cannot tell */
    PLATTER_EXIT_USAGE = 64,       /* the command line is wrong */
    PLATTER_EXIT_DATA = 65,        /* input that is not what it should be */
    PLATTER_EXIT_NO_INPUT = 66,    /* no such drive, file or tree */
    PLATTER_EXIT_UNAVAILABLE = 69, /* the agent is not running, or already is */
    PLATTER_EXIT_INTERNAL = 70,    /* our own bug */
    PLATTER_EXIT_OS = 71,          /* a system call that should work did not */
    PLATTER_EXIT_CANT_CREATE = 73, /* an output file */
    PLATTER_EXIT_IO = 74,          /* a drive or file that cannot be read */
    PLATTER_EXIT_NO_PERMISSION = 77,
    PLATTER_EXIT_CONFIG = 78,
};

/* Scope clean-up, for code that has more than one way out. */
static inline void platter_cleanup_free(void *p)
{
    free(*(void **)p);
}

static inline void platter_cleanup_close(const int *fd)
{
    if (*fd >= 0) {
        int saved = errno;
        close(*fd);
        errno = saved;
    }
}

static inline void platter_cleanup_fclose(FILE **f)
{
    if (*f) {
        int saved = errno;
        fclose(*f);
        errno = saved;
    }
}

#define CLEANUP_FREE __attribute__((cleanup(platter_cleanup_free)))
#define CLEANUP_CLOSE __attribute__((cleanup(platter_cleanup_close)))
#define CLEANUP_FCLOSE __attribute__((cleanup(platter_cleanup_fclose)))

/* Hand an owned pointer on: the variable becomes NULL, so its clean-up does nothing. */
#define TAKE_PTR(p)               \
    ({                            \
        __auto_type taken_ = (p); \
        (p) = NULL;               \
        taken_;                   \
    })

/* The same for a file descriptor. */
#define TAKE_FD(fd)        \
    ({                     \
        int taken_ = (fd); \
        (fd) = -1;         \
        taken_;            \
    })

#endif
