/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/mailbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The kernel's header brings a struct iovec of its own, and <fcntl.h> has brought the C library's.
 */
#define __LINUX_UIO_H
#define _UAPI__LINUX_UIO_H
#include <linux/target_core_user.h>

_Static_assert(LAB_SENSE_BYTES == TCMU_SENSE_BUFFERSIZE, "sense data are copied as they are");

static volatile struct tcmu_mailbox *box(const struct lab_mailbox *m)
{
    return (volatile struct tcmu_mailbox *)(void *)m->base;
}

static struct tcmu_cmd_entry *entry(const struct lab_mailbox *m)
{
    return (struct tcmu_cmd_entry *)(void *)(m->base + box(m)->cmdr_off + box(m)->cmd_tail);
}

static int map_size(const char *path, size_t *size)
{
    const char *slash = strrchr(path, '/');
    char name[128];
    unsigned long long n = 0;

    snprintf(name, sizeof name, "/sys/class/uio/%s/maps/map0/size", slash ? slash + 1 : path);
    FILE *f = fopen(name, "re");
    if (!f)
        return -errno;
    int fields = fscanf(f, "%llx", &n); /* NOLINT(cert-err34-c): sysfs */
    fclose(f);
    if (fields != 1 || n == 0)
        return -EINVAL;
    *size = (size_t)n;
    return 0;
}

int lab_mailbox_open(struct lab_mailbox *m, const char *path)
{
    struct lab_mailbox opened = {.fd = -1};
    int result = map_size(path, &opened.size);

    if (result < 0)
        return result;
    opened.fd = open(path, O_RDWR | O_CLOEXEC);
    if (opened.fd < 0)
        return -errno;
    void *base = mmap(NULL, opened.size, PROT_READ | PROT_WRITE, MAP_SHARED, opened.fd, 0);
    if (base == MAP_FAILED) {
        result = -errno;
        close(opened.fd);
        return result;
    }
    opened.base = base;
    *m = opened;
    return box(m)->version == TCMU_MAILBOX_VERSION ? 0 : -EPROTO;
}

int lab_mailbox_wait(struct lab_mailbox *m, int timeout_ms)
{
    struct pollfd p = {.fd = m->fd, .events = POLLIN};
    uint32_t count;
    int n = poll(&p, 1, timeout_ms);

    if (n < 0)
        return errno == EINTR ? 0 : -errno;
    if (n > 0 && read(m->fd, &count, sizeof count) != sizeof count)
        return -errno;
    return 0;
}

/* Done with the entry at the tail. */
static void advance(struct lab_mailbox *m, uint32_t len)
{
    __sync_synchronize();
    box(m)->cmd_tail = (box(m)->cmd_tail + len) % box(m)->cmdr_size;
    __sync_synchronize();
}

int lab_mailbox_next(struct lab_mailbox *m, uint8_t cdb[LAB_CDB_BYTES])
{
    while (box(m)->cmd_tail != box(m)->cmd_head) {
        __sync_synchronize();
        struct tcmu_cmd_entry *e = entry(m);
        if (tcmu_hdr_get_op(e->hdr.len_op) == TCMU_OP_CMD) {
            memcpy(cdb, m->base + e->req.cdb_off, LAB_CDB_BYTES);
            return 1;
        }
        if (tcmu_hdr_get_op(e->hdr.len_op) != TCMU_OP_PAD)
            e->hdr.uflags |= TCMU_UFLAG_UNKNOWN_OP;
        advance(m, tcmu_hdr_get_len(e->hdr.len_op));
    }
    return 0;
}

/* Spread the data over the places the kernel gave; returns the bytes that found a place. */
static uint64_t scatter(struct lab_mailbox *m, const struct tcmu_cmd_entry *e,
                        const struct lab_reply *r)
{
    uint64_t done = 0;

    for (uint32_t i = 0; i < e->req.iov_cnt && done < r->len_bytes; i++) {
        struct iovec v;
        memcpy(&v, (const uint8_t *)e + offsetof(struct tcmu_cmd_entry, req.iov) + i * sizeof v,
               sizeof v);
        size_t n = v.iov_len < r->len_bytes - done ? v.iov_len : (size_t)(r->len_bytes - done);
        uint8_t *to = m->base + (uintptr_t)v.iov_base;
        if (r->zeros)
            memset(to, 0, n);
        else
            memcpy(to, r->data + done, n);
        done += n;
    }
    return done;
}

int lab_mailbox_answer(struct lab_mailbox *m, const struct lab_reply *r)
{
    struct tcmu_cmd_entry *e = entry(m);
    uint64_t len = scatter(m, e, r);
    int32_t kick = 0;

    memset(&e->rsp, 0, sizeof e->rsp);
    e->rsp.scsi_status = r->status;
    if (r->status)
        memcpy(e->rsp.sense_buffer, r->sense, LAB_SENSE_BYTES);
    e->hdr.uflags = 0;
    if (len > 0) {
        /* Else the kernel hands no data over together with sense data. */
        e->hdr.uflags = TCMU_UFLAG_READ_LEN;
        e->rsp.read_len = (uint32_t)len;
    }
    advance(m, tcmu_hdr_get_len(e->hdr.len_op));
    return write(m->fd, &kick, sizeof kick) == sizeof kick ? 0 : -errno;
}
