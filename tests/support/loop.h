/* SPDX-License-Identifier: MIT */
/* A loop device over a sparse file, for tests that want a real block device (root). */
#ifndef PLATTER_TESTS_LOOP_H
#define PLATTER_TESTS_LOOP_H

#include <stdint.h>

struct test_loop {
    char name[32];   /* "loop3" */
    char device[64]; /* "/dev/loop3" */
    char file[128];
    int fd;   /* keeps it: closing detaches it (LO_FLAGS_AUTOCLEAR) */
    int lock; /* keeps its number from other tests until it is down */
};

/* 0, or -errno: no loop devices here (skip the test and say so). */
int test_loop_up(struct test_loop *loop, uint64_t bytes);
void test_loop_down(struct test_loop *loop);

#endif
