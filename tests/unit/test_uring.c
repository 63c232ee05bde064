/* SPDX-License-Identifier: MIT */
/* The queue of a block device, on a real one: a loop device with direct I/O. */
#include "tests/support/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/drive/block.h"
#include "agent/drive/queue.h"
#include "tests/support/loop.h"
#include <platter/errors.h>

#define SIZE (64u << 20)
#define BLOCK 131072u
#define DEPTH 4u

static struct platter_drive *open_loop(struct test_loop *loop)
{
    struct platter_sysroot root;
    struct platter_found f = {.transport = PLATTER_TRANSPORT_VIRTUAL};
    struct platter_drive *d = NULL;
    int r = test_loop_up(loop, SIZE);

    if (r) {
        print_message("no loop device to be had here (%s): root and /dev/loop-control\n",
                      strerror(-r));
        skip();
    }
    snprintf(f.name, sizeof f.name, "%s", loop->name);
    snprintf(f.device, sizeof f.device, "%s", loop->device);
    f.geometry = (struct platter_geometry){
        .capacity_bytes = SIZE, .logical_bytes = 512, .physical_bytes = 512, .align_bytes = 512};
    assert_int_equal(platter_sysroot_init(&root, NULL), 0);
    assert_int_equal(platter_block_open(&root, &f, &d), 0);
    return d;
}

static void mark_block(const struct test_loop *loop, uint64_t block)
{
    int fd = open(loop->file, O_WRONLY | O_CLOEXEC);

    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, &block, sizeof block, (off_t)(block * BLOCK)), sizeof block);
    fsync(fd);
    close(fd);
}

/* Every block comes once, with its own bytes, and times run forward. */
static void reads_the_whole_device(void **state)
{
    (void)state;
    struct test_loop loop;
    CLEANUP_DRIVE struct platter_drive *d = open_loop(&loop);
    CLEANUP_QUEUE struct platter_queue *q = NULL;
    struct platter_io io[DEPTH], *done;
    uint64_t next = 0, came = 0, sum = 0, before_ns = 0;
    const uint64_t blocks = SIZE / BLOCK;

    for (uint64_t i = 0; i < blocks; i++)
        mark_block(&loop, i);
    assert_int_equal(platter_queue_open(d, DEPTH, &q), 0);
    if (q->depth == 1)
        print_message("%s\n", q->note);
    for (unsigned i = 0; i < q->depth; i++) {
        io[i] = (struct platter_io){
            next++ * BLOCK, BLOCK, platter_drive_buffer(&d->geometry, BLOCK), 0, 0, 0};
        memset(io[i].buf, 0xff, BLOCK); /* valgrind does not see what io_uring writes */
        assert_int_equal(platter_queue_submit(q, &io[i]), 0);
    }
    while (platter_queue_wait(q, &done) == 0) {
        uint64_t found;
        assert_int_equal(done->result, 0);
        assert_true(done->done_ns >= done->submit_ns && done->done_ns >= before_ns);
        before_ns = done->done_ns;
        memcpy(&found, done->buf, sizeof found);
        assert_int_equal(found, done->offset_bytes / BLOCK);
        sum += found;
        came++;
        if (next == blocks)
            continue;
        done->offset_bytes = next++ * BLOCK;
        assert_int_equal(platter_queue_submit(q, done), 0);
    }
    assert_int_equal(came, blocks);
    assert_int_equal(sum, blocks * (blocks - 1) / 2);
    for (unsigned i = 0; i < q->depth; i++)
        free(io[i].buf);
    test_loop_down(&loop);
}

/* Past the end: what a drive pulled out answers. What is in flight when the queue goes is waited
 * for. */
static void tells_the_end(void **state)
{
    (void)state;
    struct test_loop loop;
    CLEANUP_DRIVE struct platter_drive *d = open_loop(&loop);
    CLEANUP_FREE void *buf = platter_drive_buffer(&d->geometry, BLOCK);
    CLEANUP_FREE void *other = platter_drive_buffer(&d->geometry, BLOCK);
    struct platter_io past = {SIZE, BLOCK, buf, 0, 0, 0}, *done = NULL;
    struct platter_io left = {0, BLOCK, other, 0, 0, 0};
    struct platter_queue *q = NULL;

    assert_int_equal(platter_queue_open(d, 2, &q), 0);
    assert_int_equal(platter_queue_submit(q, &past), 0);
    assert_int_equal(platter_queue_wait(q, &done), 0);
    assert_int_equal(done->result, PLATTER_READ_GONE);
    assert_int_equal(platter_queue_submit(q, &left), 0);
    platter_queue_free(q);
    test_loop_down(&loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_the_whole_device),
        cmocka_unit_test(tells_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
