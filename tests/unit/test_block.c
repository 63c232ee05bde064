/* SPDX-License-Identifier: MIT */
/* The Linux block device on a real one: a loop device with direct I/O. */
#include "tests/support/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/drive/block.h"
#include "agent/drive/open.h"
#include "tests/support/loop.h"

#define SIZE (64u << 20)

static struct platter_sysroot root;

static struct platter_found found_of(const char *device)
{
    struct platter_found f = {.transport = PLATTER_TRANSPORT_VIRTUAL};
    const char *slash = strrchr(device, '/');

    snprintf(f.device, sizeof f.device, "%s", device);
    snprintf(f.name, sizeof f.name, "%s", slash ? slash + 1 : device);
    f.geometry = (struct platter_geometry){
        .capacity_bytes = SIZE, .logical_bytes = 512, .physical_bytes = 512, .align_bytes = 512};
    return f;
}

static void up(struct test_loop *loop, uint64_t bytes)
{
    int r = test_loop_up(loop, bytes);

    if (r) {
        print_message("no loop device to be had here (%s): root and /dev/loop-control\n",
                      strerror(-r));
        skip();
    }
}

static void reads_and_geometry(void **state)
{
    (void)state;
    struct test_loop loop;
    CLEANUP_DRIVE struct platter_drive *d = NULL;

    up(&loop, SIZE);
    struct platter_found f = found_of(loop.device);
    assert_int_equal(platter_block_open(&root, &f, &d), 0);
    assert_int_equal(d->geometry.capacity_bytes, SIZE);
    assert_int_equal(d->geometry.align_bytes % d->geometry.logical_bytes, 0);
    assert_false(d->geometry.rotating);

    void *buf = platter_drive_buffer(&d->geometry, 131072);
    uint64_t ns = 0;
    assert_int_equal(platter_drive_read(d, buf, 0, 131072, &ns), 0);
    assert_true(ns > 0);
    assert_int_equal(platter_drive_read(d, buf, SIZE - 131072, 131072, &ns), 0);
    /* past the end: what a drive pulled out answers */
    assert_int_equal(platter_drive_read(d, buf, SIZE, 131072, &ns), PLATTER_READ_GONE);
    /* not aligned: no medium error, ours to mend */
    assert_int_equal(platter_drive_read(d, buf, 1, 131072, &ns), -EINVAL);
    free(buf);
    test_loop_down(&loop);
}

static void foreign_reads_are_seen(void **state)
{
    (void)state;
    struct test_loop loop;
    CLEANUP_DRIVE struct platter_drive *d = NULL;
    struct platter_use a, b, c;
    uint64_t ns;

    up(&loop, SIZE);
    struct platter_found f = found_of(loop.device);
    assert_int_equal(platter_block_open(&root, &f, &d), 0);
    void *buf = platter_drive_buffer(&d->geometry, 131072);
    assert_int_equal(platter_drive_use(d, &a), 0);
    assert_true(a.watched);
    assert_int_equal(platter_drive_read(d, buf, 0, 131072, &ns), 0);
    assert_int_equal(platter_drive_use(d, &b), 0);
    assert_int_equal(b.read_sectors - a.read_sectors, 256);
    assert_int_equal(b.other_ios, a.other_ios);

    int other = open(loop.device, O_RDONLY | O_DIRECT | O_CLOEXEC);
    assert_int_equal(pread(other, buf, 4096, 1 << 20), 4096);
    close(other);
    assert_int_equal(platter_drive_use(d, &c), 0);
    assert_int_equal(c.read_sectors - b.read_sectors, 8);
    free(buf);
    test_loop_down(&loop);
}

static void only_for_reading(void **state)
{
    (void)state;
    struct test_loop loop;
    CLEANUP_DRIVE struct platter_drive *d = NULL;
    char path[64], line[128];
    unsigned seen = 0;

    up(&loop, SIZE);
    struct platter_found f = found_of(loop.device);
    assert_int_equal(platter_block_open(&root, &f, &d), 0);
    /* every descriptor of ours on the device says O_RDONLY | O_DIRECT | O_NONBLOCK | O_CLOEXEC */
    for (int fd = 3; fd < 64; fd++) {
        char target[128];
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(path, target, sizeof target - 1);
        if (n < 0 || fd == loop.fd)
            continue;
        target[n] = '\0';
        if (strcmp(target, loop.device) != 0)
            continue;
        snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
        FILE *info = fopen(path, "re");
        while (fgets(line, sizeof line, info))
            if (strncmp(line, "flags:", 6) == 0) {
                unsigned long flags = strtoul(line + 6, NULL, 8);
                assert_int_equal(flags & O_ACCMODE, O_RDONLY);
                assert_true(flags & O_DIRECT);
                assert_true(flags & O_NONBLOCK);
                assert_true(flags & O_CLOEXEC);
                seen++;
            }
        fclose(info);
    }
    assert_int_equal(seen, 1);
    test_loop_down(&loop);
}

static void refusals(void **state)
{
    (void)state;
    struct test_loop loop;
    struct platter_drive *d = NULL;
    struct platter_found f = found_of("/dev/null");
    char text[256];

    assert_int_equal(platter_block_open(&root, &f, &d), PLATTER_BLOCK_NOT_BLOCK);
    platter_open_message(PLATTER_BLOCK_NOT_BLOCK, &f, text, sizeof text);
    assert_non_null(strstr(text, "/dev/null: not a block device"));
    f = found_of("/dev/no-such-drive");
    assert_int_equal(platter_block_open(&root, &f, &d), -ENOENT);
    assert_null(d);

    up(&loop, 1 << 20);
    f = found_of(loop.device);
    assert_int_equal(platter_block_open(&root, &f, &d), PLATTER_BLOCK_TOO_SMALL);
    test_loop_down(&loop);

    up(&loop, SIZE);
    f = found_of(loop.device);
    f.diskseq = UINT64_MAX;
    assert_int_equal(platter_block_open(&root, &f, &d), PLATTER_BLOCK_CHANGED);
    test_loop_down(&loop);
    assert_null(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_geometry),
        cmocka_unit_test(foreign_reads_are_seen),
        cmocka_unit_test(only_for_reading),
        cmocka_unit_test(refusals),
    };
    platter_sysroot_init(&root, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
