/* SPDX-License-Identifier: MIT */
/*
 * What platterd and platter-store say to each other over their SOCK_SEQPACKET pair (fd 3 in the
 * store): fixed-size records, both from the same build. A record of another size, kind or magic is
 * an error. On EOF the store writes what it holds and ends.
 *
 *   platterd -> store   PUBLISH  a row of every series of a drive
 *                       STATE    what is to be known of a drive in the next run
 *                       EVENT    something happened
 *                       JUDGING  a part of what is judged of a drive
 *                       AWAKE    somebody used this drive just now
 *   store -> platterd   LOADED   a drive of the last run; one record each
 *                       EVENT    an event of earlier runs; one record each, the oldest first
 *                       JUDGING  the same of the last run; in parts, in order
 *                       READY    all are told: the last words of the beginning
 *                       FLUSHED  what was held has been written, or not
 *                       MESSAGE  something is to be said
 *
 * The store's command line: platter-store FOLDER FLUSH-NS yes|no (write RRD files) RRDCACHED (its
 * address, "" = none). It ignores SIGTERM and SIGINT: it ends when platterd does.
 */
#ifndef PLATTER_DAEMON_STORE_PROTO_H
#define PLATTER_DAEMON_STORE_PROTO_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "agent/store/saved.h"
#include <platter/event.h>
#include <platter/snapshot.h>

#define PLATTER_STORE_FD 3
#define PLATTER_STORE_MAGIC 0x706c7331u /* "pls1" */
#define PLATTER_STORE_TEXT_MAX 512

enum platter_store_kind {
    PLATTER_STORE_PUBLISH,
    PLATTER_STORE_STATE,
    PLATTER_STORE_EVENT,
    PLATTER_STORE_AWAKE,
    PLATTER_STORE_JUDGING,
    PLATTER_STORE_LOADED,
    PLATTER_STORE_READY,
    PLATTER_STORE_FLUSHED,
    PLATTER_STORE_MESSAGE,
    PLATTER_STORE_KINDS
};

struct platter_store_head {
    uint32_t magic;
    uint32_t kind;
};

struct platter_store_publish {
    struct platter_store_head head;
    struct platter_snapshot snapshot;
};

/* STATE and LOADED. */
struct platter_store_drive {
    struct platter_store_head head;
    struct platter_saved_drive drive;
};

struct platter_store_event {
    struct platter_store_head head;
    struct platter_event event;
};

struct platter_store_awake {
    struct platter_store_head head;
    char name[PLATTER_NAME_MAX]; /* "sda" */
};

/* Parts of one drive follow each other in order (agent/store/blobs.h). */
#define PLATTER_STORE_PART_MAX 16384
struct platter_store_judging {
    struct platter_store_head head;
    char drive[PLATTER_ID_MAX];
    uint32_t size, offset, len; /* of all, of this part */
    unsigned char bytes[PLATTER_STORE_PART_MAX];
};

struct platter_store_ready {
    struct platter_store_head head;
    int32_t result; /* as platter_keeper_new; not 0: nothing is saved, and the store ends */
    uint64_t last_event;
    int64_t epoch;                     /* of its number; 0 = platterd's own */
    char text[PLATTER_STORE_TEXT_MAX]; /* why */
};

struct platter_store_flushed {
    struct platter_store_head head;
    uint64_t written_bytes;            /* to the disk, by this process; UINT64_MAX = not known */
    char text[PLATTER_STORE_TEXT_MAX]; /* why it was not written; "" = it was */
};

struct platter_store_message {
    struct platter_store_head head;
    int32_t level; /* as of syslog(3) */
    char code[32];
    char drive[PLATTER_ID_MAX]; /* "" = of none */
    char text[PLATTER_STORE_TEXT_MAX];
};

union platter_store_record {
    struct platter_store_head head;
    struct platter_store_publish publish;
    struct platter_store_drive drive;
    struct platter_store_event event;
    struct platter_store_awake awake;
    struct platter_store_judging judging;
    struct platter_store_ready ready;
    struct platter_store_flushed flushed;
    struct platter_store_message message;
};

/* The size of a record of this kind; 0 = no such kind. */
static inline size_t platter_store_record_size(uint32_t kind)
{
    static const size_t sizes[PLATTER_STORE_KINDS] = {
        [PLATTER_STORE_PUBLISH] = sizeof(struct platter_store_publish),
        [PLATTER_STORE_STATE] = sizeof(struct platter_store_drive),
        [PLATTER_STORE_EVENT] = sizeof(struct platter_store_event),
        [PLATTER_STORE_AWAKE] = sizeof(struct platter_store_awake),
        [PLATTER_STORE_JUDGING] = sizeof(struct platter_store_judging),
        [PLATTER_STORE_LOADED] = sizeof(struct platter_store_drive),
        [PLATTER_STORE_READY] = sizeof(struct platter_store_ready),
        [PLATTER_STORE_FLUSHED] = sizeof(struct platter_store_flushed),
        [PLATTER_STORE_MESSAGE] = sizeof(struct platter_store_message),
    };
    return kind < PLATTER_STORE_KINDS ? sizes[kind] : 0;
}

/* Part of blob's bytes at offset. Returns how many it took. */
static inline uint32_t platter_store_part(const char *drive, const unsigned char *bytes,
                                          size_t size, size_t offset,
                                          struct platter_store_judging *out)
{
    size_t left = size - offset;
    size_t len = left < PLATTER_STORE_PART_MAX ? left : PLATTER_STORE_PART_MAX;
    memset(out->drive, 0, sizeof(out->drive));
    memcpy(out->drive, drive, strnlen(drive, sizeof(out->drive) - 1));
    out->size = (uint32_t)size;
    out->offset = (uint32_t)offset;
    out->len = (uint32_t)len;
    memcpy(out->bytes, bytes + offset, len);
    return out->len;
}

#endif
