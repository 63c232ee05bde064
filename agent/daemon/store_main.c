/* SPDX-License-Identifier: MIT */
/* platter-store: keeps what platterd knows, in state.db and RRD files. It alone may wait for /var.
 */
#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/events.h"
#include "agent/daemon/store_proto.h"
#include "agent/store/keeper.h"
#include <platter/errors.h>
#include <platter/version.h>

/* An agent that was ended just now may still be writing. */
#define LOCK_WAIT_MS 10000

static int send_record(uint32_t kind, void *record)
{
    struct platter_store_head *head = record;
    ssize_t n;
    *head = (struct platter_store_head){PLATTER_STORE_MAGIC, kind};
    do
        n = send(PLATTER_STORE_FD, record, platter_store_record_size(kind), MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n < 0 ? -errno : 0;
}

/* Nobody is there to hear it any more: no matter. */
static void say(void *user, int level, const char *code, const char *drive, const char *text)
{
    struct platter_store_message m = {.level = level};
    (void)user;
    snprintf(m.code, sizeof(m.code), "%s", code);
    snprintf(m.drive, sizeof(m.drive), "%s", drive);
    snprintf(m.text, sizeof(m.text), "%s", text);
    send_record(PLATTER_STORE_MESSAGE, &m);
}

static int send_ready(int result, const struct platter_kept *kept, const char *text)
{
    struct platter_store_ready ready = {
        .result = result, .last_event = kept->last_event, .epoch = kept->epoch};
    snprintf(ready.text, sizeof(ready.text), "%s", text);
    return send_record(PLATTER_STORE_READY, &ready);
}

static int send_judging(const struct platter_blob *blob)
{
    static struct platter_store_judging part;
    int r = 0;
    for (size_t at = 0; r == 0 && at < blob->size;) {
        at += platter_store_part(blob->drive, blob->bytes, blob->size, at, &part);
        r = send_record(PLATTER_STORE_JUDGING, &part);
    }
    return r;
}

static int send_kept(const struct platter_kept *kept)
{
    static struct platter_store_drive drive;
    struct platter_store_event event = {.head = {.kind = 0}};
    int r = 0;
    for (unsigned i = 0; r == 0 && i < kept->n_drives; i++) {
        drive.drive = kept->drives[i];
        r = send_record(PLATTER_STORE_LOADED, &drive);
    }
    for (unsigned i = 0; r == 0 && i < kept->n_events; i++) {
        event.event = kept->events[i];
        r = send_record(PLATTER_STORE_EVENT, &event);
    }
    for (unsigned i = 0; r == 0 && i < kept->judging.n; i++)
        r = send_judging(&kept->judging.blobs[i]);
    return r ? r : send_ready(0, kept, "");
}

/* Tell what was kept. */
static int begin(struct platter_keeper *k)
{
    struct platter_kept kept = {.drives = NULL};
    int r = platter_keeper_load(k, platter_wall_s() * 1000, PLATTER_EVENTS_MAX, &kept);
    if (r < 0)
        send_ready(r, &kept, "state.db cannot be read to its end: move it aside and restart");
    else
        r = send_kept(&kept);
    platter_kept_deinit(&kept);
    return r;
}

/* What reached the disk, by the kernel's count; UINT64_MAX = it does not count. */
static uint64_t written_bytes(void)
{
    CLEANUP_FCLOSE FILE *f = fopen("/proc/self/io", "re");
    unsigned long long bytes;
    char line[64];
    while (f && fgets(line, sizeof(line), f))
        if (sscanf(line, "write_bytes: %llu", &bytes) == 1)
            return bytes;
    return UINT64_MAX;
}

/* Told after every flush. */
static void tell_flushed(const struct platter_keeper *k)
{
    struct platter_store_flushed flushed = {.written_bytes = written_bytes()};
    snprintf(flushed.text, sizeof(flushed.text), "%s", platter_keeper_why(k));
    send_record(PLATTER_STORE_FLUSHED, &flushed);
}

static int take_judging(struct platter_keeper *k, const struct platter_store_judging *part)
{
    if (part->len > sizeof(part->bytes) || !memchr(part->drive, '\0', sizeof(part->drive)))
        return -EPROTO;
    return platter_keeper_judging(k, part->drive, part->size, part->offset, part->bytes, part->len);
}

static int take(struct platter_keeper *k, const union platter_store_record *record)
{
    uint64_t now_ns = platter_boot_ns();
    switch (record->head.kind) {
    case PLATTER_STORE_PUBLISH:
        return platter_keeper_publish(k, &record->publish.snapshot);
    case PLATTER_STORE_STATE:
        return platter_keeper_state(k, &record->drive.drive);
    case PLATTER_STORE_EVENT:
        return platter_keeper_event(k, &record->event.event);
    case PLATTER_STORE_JUDGING:
        return take_judging(k, &record->judging);
    case PLATTER_STORE_AWAKE:
        platter_keeper_awake(k, record->awake.name, now_ns);
        return 0;
    default:
        return -EPROTO;
    }
}

/* 1: one was taken; 0: none is there; -ECONNRESET: platterd is gone. */
static int hear(struct platter_keeper *k)
{
    static union platter_store_record record;
    ssize_t n = recv(PLATTER_STORE_FD, &record, sizeof(record), MSG_DONTWAIT | MSG_TRUNC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    if (n <= 0)
        return -ECONNRESET;
    if ((size_t)n < sizeof(record.head) || record.head.magic != PLATTER_STORE_MAGIC ||
        (size_t)n != platter_store_record_size(record.head.kind))
        return -EPROTO;
    int r = take(k, &record);
    if (r < 0) {
        errno = -r;
        char text[64];
        snprintf(text, sizeof(text), "a record of kind %u is not kept: %m", record.head.kind);
        say(NULL, 4, "not_kept", "", text);
    }
    return 1;
}

static int serve(struct platter_keeper *k)
{
    uint64_t flushes = UINT64_MAX; /* of the beginning it is told too */
    int r = 0;
    while (r >= 0) {
        uint64_t now_ns = platter_boot_ns();
        uint64_t next_ns = platter_keeper_tick(k, now_ns, platter_wall_s());
        if (platter_keeper_flushes(k) != flushes) {
            tell_flushed(k);
            malloc_trim(0); /* what librrd and SQLite took for it, until the next one */
        }
        flushes = platter_keeper_flushes(k);
        uint64_t wait_ms = next_ns > now_ns ? (next_ns - now_ns) / PLATTER_NS_PER_MS + 1 : 1;
        struct pollfd wait = {.fd = PLATTER_STORE_FD, .events = POLLIN};
        if (poll(&wait, 1, wait_ms > 3600000 ? 3600000 : (int)wait_ms) < 0 && errno != EINTR)
            return -errno;
        while ((r = hear(k)) > 0)
            ;
    }
    return r == -ECONNRESET ? 0 : r;
}

static int explain(const char *arg)
{
    if (strcmp(arg, "--version") == 0)
        return puts("platter-store " PLATTER_VERSION) < 0 ? PLATTER_EXIT_IO : PLATTER_EXIT_FINE;
    bool asked = strcmp(arg, "--help") == 0;
    fputs(
        "Usage: platter-store FOLDER FLUSH-NS yes|no RRDCACHED\n"
        "Keep what platterd knows, for platterd, which starts it; there is nothing to do by hand:\n"
        "see platterd(8).\n",
        asked ? stdout : stderr);
    return asked ? PLATTER_EXIT_FINE : PLATTER_EXIT_USAGE;
}

/* A name that is a folder's; collectd's trees have the host's too. */
static void host_name(char *buf, size_t size)
{
    if (gethostname(buf, size) < 0 || !buf[0] || buf[0] == '.')
        snprintf(buf, size, "localhost");
    buf[size - 1] = '\0';
    for (char *c = buf; *c; c++)
        if (*c == '/')
            *c = '_';
}

int main(int argc, char **argv)
{
    char why[PLATTER_STORE_TEXT_MAX], host[256];
    struct platter_keeper *k = NULL;
    if (argc != 5)
        return explain(argc == 2 ? argv[1] : "");
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    host_name(host, sizeof(host));
    const struct platter_keeper_rules rules = {
        .folder = argv[1],
        .host = host,
        .every_ns = strtoull(argv[2], NULL, 10),
        .rrd = strcmp(argv[3], "yes") == 0,
        .rrdcached = argv[4],
        .wait_ms = LOCK_WAIT_MS,
    };
    int r = platter_keeper_new(&rules, platter_boot_ns(), say, NULL, &k, why, sizeof(why));
    if (r != 0) {
        send_ready(r, &(struct platter_kept){.drives = NULL}, why);
        return PLATTER_EXIT_CANT_CREATE;
    }
    r = begin(k);
    if (r == 0)
        r = serve(k);
    platter_keeper_free(k, platter_boot_ns(), platter_wall_s());
    return r == 0 ? PLATTER_EXIT_FINE : PLATTER_EXIT_INTERNAL;
}
