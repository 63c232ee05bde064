/* SPDX-License-Identifier: MIT */
/*
 * A test agent with a year behind it: rows of the 365 days before a moment, of two drives with one
 * zone. YEAR_four is sampled four times a day, YEAR_night is used by others every night from 22 to
 * 6 h. Samples are made up; counting and holding are the agent's own (agent/core/state.h).
 *
 * usage: year agent SOCKET END      to the first that connects; ends when its reader has had all of
 * it year store PROGRAM FOLDER END    to a platter-store
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/core/state.h"
#include "agent/daemon/store_proto.h"
#include "agent/wire/snapshot_json.h"
#include "agent/wire/stream.h"
#include <platter/series.h>
#include <platter/units.h>

#define DAY_S 86400
#define DAYS 365
#define STEPS_A_DAY (DAY_S / PLATTER_STEP_S)
#define FOUR_S (DAY_S / 4)
#define BUSY_FROM_H 22
#define BUSY_TO_H 6
#define BLOCK_NS 900000u /* 146 MB/s */
/* A store drops what has waited for more than two days of rows: it is given time every half day. */
#define FLUSH "2000000" /* ns */
#define PAUSE_STEPS (STEPS_A_DAY / 2)

static struct drive {
    const char *id;
    bool four;
    struct platter_state state;
    uint64_t bytes_read;
} drives[] = {{.id = "YEAR_four", .four = true}, {.id = "YEAR_night"}};
#define N_DRIVES (sizeof(drives) / sizeof(drives[0]))

static _Noreturn void die(const char *what)
{
    perror(what);
    exit(71);
}

/* It gets slower by a tenth over the year; every 50th sample has a slow block. */
static void measure(struct drive *d, int64_t since_s, bool busy)
{
    static struct platter_sample sample;
    struct platter_burst *burst = &sample.zones[0].burst;
    uint64_t number = d->state.samples;

    sample = (struct platter_sample){.number = number, .n_zones = 1, .bursts = 1};
    sample.duration_ns = PLATTER_NS_PER_S / 2;
    sample.contended = busy;
    *burst = (struct platter_burst){.block_bytes = 128 * 1024, .timed = PLATTER_BURST_BLOCKS};
    burst->flags = busy ? PLATTER_FLAG_FOREIGN : 0;
    burst->tries = 1;
    for (unsigned i = 0; i < PLATTER_BURST_BLOCKS; i++)
        burst->block_ns[i] = BLOCK_NS + BLOCK_NS / 10 * (uint64_t)since_s / (DAYS * DAY_S);
    if (number % 50 == 0)
        burst->block_ns[3] = 9000000;
    sample.zones[0].accesses = 1;
    sample.zones[0].access_ns[0] = 12000000 + number % 7 * 100000;
    sample.zones[0].access_flags[0] = burst->flags;
    platter_state_add(&d->state, &sample, ((uint64_t)since_s + 1) * PLATTER_NS_PER_S);
    d->bytes_read += 2 * 1024 * 1024;
}

static void make(struct drive *d, int64_t since_s, int64_t time_s, struct platter_snapshot *s)
{
    int64_t hour = time_s % DAY_S / 3600;
    bool busy = !d->four && (hour >= BUSY_FROM_H || hour < BUSY_TO_H);

    if (!d->four || time_s % FOUR_S == 0)
        measure(d, since_s, busy);
    platter_snapshot_init(s);
    snprintf(s->drive, sizeof s->drive, "%s", d->id);
    snprintf(s->model, sizeof s->model, "YEAR");
    snprintf(s->serial, sizeof s->serial, "%s", d->id);
    snprintf(s->device, sizeof s->device, "sim:year");
    s->time_s = time_s;
    s->step_s = PLATTER_STEP_S;
    s->power = d->four && time_s % FOUR_S >= 3600 ? PLATTER_POWER_STANDBY : PLATTER_POWER_ACTIVE;
    s->gated = d->four;
    s->cost.bytes_read = d->bytes_read;
    s->passive[PLATTER_READ].rate_ps = busy ? 60 : 0;
    platter_state_fill(&d->state, ((uint64_t)since_s + 1) * PLATTER_NS_PER_S, s);
}

/* Rows of both drives for each step; fn gets s = NULL at the end of a step. */
static void tell_year(int64_t end_s,
                      void (*fn)(int fd, int64_t time_s, const struct platter_snapshot *s), int fd)
{
    static struct platter_snapshot s;
    int64_t begin_s = end_s - (int64_t)DAYS * DAY_S;

    for (size_t i = 0; i < N_DRIVES; i++)
        platter_state_init(&drives[i].state, 1, PLATTER_SLOW_DEFAULT_NS, 8333333);
    for (int64_t time_s = begin_s; time_s <= end_s; time_s += PLATTER_STEP_S) {
        for (size_t i = 0; i < N_DRIVES; i++) {
            make(&drives[i], time_s - begin_s, time_s, &s);
            fn(fd, time_s, &s);
        }
        fn(fd, time_s, NULL);
    }
    for (size_t i = 0; i < N_DRIVES; i++)
        printf("%s %" PRIu64 " blocks %" PRIu64 " slow\n", drives[i].id,
               platter_counts_blocks(&drives[i].state.zones[0].counts),
               drives[i].state.zones[0].counts.slow);
    fflush(stdout);
}

/* ---- Over a socket -------------------------------------------------------------------------- */

static void send_line(FILE *f, char *text)
{
    if (!text || fputs(text, f) == EOF || fputc('\n', f) == EOF)
        die("the reader has gone");
    free(text);
}

static FILE *stream;

static void tell_reader(int fd, int64_t time_s, const struct platter_snapshot *s)
{
    (void)fd;
    if (s) {
        CLEANUP_JSON struct platter_json *j = platter_snapshot_to_json(s);
        send_line(stream, platter_json_dump(j));
    } else {
        CLEANUP_JSON struct platter_json *j = platter_json_object_new();
        platter_json_set_text(j, "schema", PLATTER_SCHEMA_STEP);
        platter_json_set_int(j, "time", time_s);
        send_line(stream, platter_json_dump(j));
    }
}

static void say_hello(void)
{
    CLEANUP_JSON struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "schema", PLATTER_SCHEMA_HELLO);
    platter_json_set_int(j, "protocol", PLATTER_PROTOCOL);
    platter_json_set_text(j, "version", "0.0-year");
    platter_json_set_int(j, "step_s", PLATTER_STEP_S);
    send_line(stream, platter_json_dump(j));
}

/* The plugin says how far it has got. */
static void wait_until_seen(int fd, int64_t end_s)
{
    char line[256], want[64];
    FILE *answers = fdopen(dup(fd), "r");

    snprintf(want, sizeof want, "\"seen\",\"time\":%" PRId64, end_s);
    while (answers && fgets(line, sizeof line, answers))
        if (strstr(line, want)) {
            puts("seen");
            fflush(stdout);
        }
    if (answers)
        fclose(answers);
}

static int agent(const char *path, int64_t end_s)
{
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
    if (listener < 0 || bind(listener, (struct sockaddr *)&a, sizeof a) < 0 ||
        listen(listener, 1) < 0)
        die(path);
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    stream = fd < 0 ? NULL : fdopen(fd, "w");
    if (!stream)
        die("accept");
    say_hello();
    tell_year(end_s, tell_reader, -1);
    fflush(stream);
    wait_until_seen(fd, end_s);
    fclose(stream);
    close(listener);
    return 0;
}

/* ---- To platter-store ----------------------------------------------------------------------- */

static void send_record(int fd, uint32_t kind, void *record)
{
    *(struct platter_store_head *)record = (struct platter_store_head){PLATTER_STORE_MAGIC, kind};
    if (send(fd, record, platter_store_record_size(kind), MSG_NOSIGNAL) < 0)
        die("platter-store has ended");
}

static bool complained;

/* Hear what the store says, until it is what is waited for (0: to the end, or as long as there is
 * some). Returns how many of that kind (0: flushes) were heard. */
static unsigned hear_store(int fd, int flags, uint32_t until)
{
    static union platter_store_record record;
    unsigned n = 0;

    while (recv(fd, &record, sizeof record, flags) > 0) {
        if (record.head.kind == PLATTER_STORE_MESSAGE) {
            printf("store: %s: %s\n", record.message.code, record.message.text);
            complained = true;
        }
        if (record.head.kind == PLATTER_STORE_READY && record.ready.result != 0)
            complained = true;
        n += record.head.kind == (until ? until : PLATTER_STORE_FLUSHED);
        if (until && n > 0)
            break;
    }
    return n;
}

static void tell_store(int fd, int64_t time_s, const struct platter_snapshot *s)
{
    static struct platter_store_publish record;

    if (s) {
        record.snapshot = *s;
        send_record(fd, PLATTER_STORE_PUBLISH, &record);
    } else if (time_s / PLATTER_STEP_S % PAUSE_STEPS == 0) {
        /* One that was heard of meanwhile does as well: it is not half a day old. */
        if (hear_store(fd, MSG_DONTWAIT, 0) == 0)
            hear_store(fd, 0, PLATTER_STORE_FLUSHED);
    }
}

static pid_t start_store(const char *program, const char *folder, int ours, int theirs)
{
    pid_t pid = fork();

    if (pid != 0)
        return pid;
    close(ours);
    if (dup2(theirs, PLATTER_STORE_FD) >= 0)
        execl(program, program, folder, FLUSH, "yes", "", (char *)NULL);
    die(program);
}

static int store(const char *program, const char *folder, int64_t end_s)
{
    int pair[2], status = -1;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        die("socketpair");
    pid_t pid = start_store(program, folder, pair[0], pair[1]);
    if (pid < 0)
        die("fork");
    close(pair[1]);
    hear_store(pair[0], 0, PLATTER_STORE_READY);
    tell_year(end_s, tell_store, pair[0]);
    shutdown(pair[0], SHUT_WR);
    hear_store(pair[0], 0, 0);
    close(pair[0]);
    if (waitpid(pid, &status, 0) != pid)
        die("waitpid");
    printf("store: status %d\n", status);
    return complained || status != 0;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    signal(SIGPIPE, SIG_IGN);
    if (argc == 4 && strcmp(argv[1], "agent") == 0)
        return agent(argv[2], strtoll(argv[3], NULL, 10));
    if (argc == 5 && strcmp(argv[1], "store") == 0)
        return store(argv[2], argv[3], strtoll(argv[4], NULL, 10));
    fputs("usage: year agent SOCKET END | year store PROGRAM FOLDER END\n", stderr);
    return 64;
}
