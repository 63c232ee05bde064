/* SPDX-License-Identifier: MIT */
/*
 * platter-worker: the only process that touches a drive, one per drive, so that a drive that hangs
 * hangs nothing else. Started by platterd (agent/daemon/worker_proto.h), of no use by hand.
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "agent/core/zone.h"
#include "agent/daemon/lock.h"
#include "agent/daemon/worker_proto.h"
#include "agent/drive/atasmart.h"
#include "agent/drive/open.h"
#include "agent/drive/power.h"
#include "agent/drive/probe.h"
#include "agent/drive/yield.h"
#include <platter/errors.h>
#include <platter/units.h>
#include <platter/version.h>

#define NS_PER_MINUTE (60 * PLATTER_NS_PER_S)

struct worker {
    char name[PLATTER_NAME_MAX]; /* the drive it serves */
    char lock_path[PATH_MAX];
    int lock_fd; /* -1: not ours yet */
    struct platter_sysroot root;
    enum platter_ata_form form; /* in which the drive took its last ATA command */
    struct platter_worker_request request;
    struct platter_worker_done done;
};

static int send_record(const void *record, size_t size)
{
    ssize_t n;
    do
        n = send(PLATTER_WORKER_FD, record, size, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n < 0 ? -errno : 0;
}

static struct platter_worker_head head_of(enum platter_worker_kind kind, int result)
{
    return (struct platter_worker_head){
        .magic = PLATTER_WORKER_MAGIC, .kind = kind, .result = result};
}

static int send_report(enum platter_worker_kind kind, const struct platter_geometry *geometry)
{
    struct platter_worker_report report;
    memset(&report, 0, sizeof(report));
    report.head = head_of(kind, 0);
    if (geometry)
        report.geometry = *geometry;
    return send_record(&report, sizeof(report));
}

static int send_failed(enum platter_worker_stage stage, int result, const char *text)
{
    struct platter_worker_report report;
    memset(&report, 0, sizeof(report));
    report.head = head_of(PLATTER_WORKER_FAILED, result);
    report.head.stage = stage;
    snprintf(report.text, sizeof(report.text), "%s", text);
    return send_record(&report, sizeof(report));
}

/* Kept from the first sample to our end. 1: not ours, which has been said. */
static int take_lock(struct worker *w)
{
    char text[PLATTER_TEXT_MAX];
    pid_t holder = 0;
    if (w->lock_fd >= 0)
        return 0;
    int r = platter_lock_take(w->lock_path, &w->lock_fd, &holder);
    if (r == 0)
        return 0;
    if (r == -EWOULDBLOCK)
        snprintf(text, sizeof(text), "another worker (pid %ld) has this drive", (long)holder);
    else
        snprintf(text, sizeof(text), "%.160s: %s; another folder: option lock-dir", w->lock_path,
                 strerror(-r));
    r = send_failed(PLATTER_STAGE_LOCK, r, text);
    return r < 0 ? r : 1;
}

static int on_progress(void *user, const struct platter_sample *so_far)
{
    (void)user;
    (void)so_far;
    return send_report(PLATTER_WORKER_STEP, NULL);
}

static int measure(struct worker *w, struct platter_drive *drive, const struct platter_plan *plan)
{
    struct platter_probe probe = {
        .plan = plan,
        .sample = w->request.sample,
        .deadline_ns = w->request.deadline_ns,
        .outer_bps = w->request.outer_bps,
        .avoid = &w->request.avoid,
        .verify = w->request.verify < 0 ? NULL : &w->request.avoid.place[w->request.verify],
        .progress = on_progress,
    };
    platter_rng_seed(&probe.rng, w->request.seed);
    memset(&w->done, 0, sizeof(w->done));
    int r = platter_probe_run(drive, &probe, &w->done.sample);
    w->done.head = head_of(PLATTER_WORKER_DONE, r);
    return send_record(&w->done, sizeof(w->done));
}

/* Open, measure, close: a held descriptor would pin the drive's name. */
static int take_sample(struct worker *w)
{
    const struct platter_worker_request *request = &w->request;
    char text[PLATTER_TEXT_MAX];
    CLEANUP_DRIVE struct platter_drive *drive = NULL;
    struct platter_plan plan;
    /* Refused, as in a container: then as everybody else. */
    platter_yield_set(platter_yields(&w->root, request->found.name));
    int r = platter_open(&w->root, &request->found, PLATTER_SIM_REAL, request->seed, &drive);
    if (r != 0) {
        platter_open_message(r, &request->found, text, sizeof(text));
        return send_failed(PLATTER_STAGE_OPEN, r, text);
    }
    if (request->rpm)
        drive->geometry.rev_ns = (uint32_t)(NS_PER_MINUTE / request->rpm);
    r = platter_plan_init(&plan, &drive->geometry, request->zones, request->accesses);
    if (r < 0) {
        if (r == -EINVAL)
            snprintf(text, sizeof(text),
                     "%s: reads would have to be aligned to %u KiB; 128 is the "
                     "most that can be measured",
                     request->found.device, drive->geometry.align_bytes / 1024);
        else
            snprintf(text, sizeof(text), "%s: too small for %u zones; option zones",
                     request->found.device, request->zones);
        return send_failed(PLATTER_STAGE_PLAN, r, text);
    }
    r = send_report(PLATTER_WORKER_OPENED, &drive->geometry);
    return r < 0 ? r : measure(w, drive, &plan);
}

/* A read, or SMART, would start its motor or load its heads. */
static bool is_at_rest(enum platter_power power)
{
    return power == PLATTER_POWER_STANDBY || power == PLATTER_POWER_SLEEP ||
           power == PLATTER_POWER_IDLE_LOW;
}

static int tell_power(struct worker *w, bool *at_rest)
{
    struct platter_worker_state state;
    memset(&state, 0, sizeof(state));
    int r = platter_power_ask_form(&w->root, &w->request.found, &w->form, &state.power);
    state.head = head_of(PLATTER_WORKER_POWER, r);
    *at_rest = is_at_rest(state.power);
    platter_smart_init(&state.smart);
    return send_record(&state, sizeof(state));
}

static int read_smart(const struct platter_found *found, enum platter_ata_form *form,
                      struct platter_smart *smart)
{
    struct platter_smart_pages pages;
    platter_smart_init(smart);
    if (found->transport != PLATTER_TRANSPORT_ATA && found->transport != PLATTER_TRANSPORT_USB)
        return PLATTER_ATASMART_NOT_SUPPORTED;
    int r = platter_atasmart_read(found->device, form, &pages);
    return r ? r
             : platter_smart_decode(pages.data, pages.has_thresholds ? pages.thresholds : NULL,
                                    pages.status, time(NULL), smart);
}

static int tell_smart(struct worker *w)
{
    struct platter_worker_state state;
    memset(&state, 0, sizeof(state));
    state.power = PLATTER_POWER_UNKNOWN;
    state.head =
        head_of(PLATTER_WORKER_SMART, read_smart(&w->request.found, &w->form, &state.smart));
    return send_record(&state, sizeof(state));
}

/* In the order of enum platter_worker_want. */
static int carry_out(struct worker *w)
{
    uint32_t want = w->request.want;
    bool at_rest = false;
    int r = 0;
    if (want & PLATTER_WANT_POWER)
        r = tell_power(w, &at_rest);
    if (at_rest && !(want & PLATTER_WANT_WAKE))
        return r;
    if (r == 0 && want & PLATTER_WANT_SAMPLE)
        r = take_sample(w);
    if (r == 0 && want & PLATTER_WANT_SMART)
        r = tell_smart(w);
    return r;
}

/* 1: platterd is gone. */
static int next_request(struct worker *w)
{
    struct platter_worker_request *request = &w->request;
    ssize_t n;
    do
        n = recv(PLATTER_WORKER_FD, request, sizeof(*request), MSG_TRUNC);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return -errno;
    if (n == 0)
        return 1;
    if ((size_t)n != sizeof(*request) || request->magic != PLATTER_WORKER_MAGIC)
        return -EPROTO;
    if (request->avoid.n > PLATTER_BAD_PLACES_MAX || request->verify >= (int)request->avoid.n)
        return -EPROTO;
    return strcmp(request->found.name, w->name) == 0 && request->rpm <= 1000000 ? 0 : -EPROTO;
}

/* The last word to every request. */
static int send_end(void)
{
    struct platter_worker_head head = head_of(PLATTER_WORKER_END, 0);
    return send_record(&head, sizeof(head));
}

static int serve(struct worker *w)
{
    int r;
    while ((r = next_request(w)) == 0) {
        r = take_lock(w);
        if (r == 0)
            r = carry_out(w);
        if (r >= 0)
            r = send_end();
        if (r < 0)
            break;
    }
    return r == 1 || r == -EPIPE ? PLATTER_EXIT_FINE : PLATTER_EXIT_INTERNAL;
}

/* Somebody started it by hand. */
static int explain(const char *arg)
{
    if (strcmp(arg, "--version") == 0)
        return puts("platter-worker " PLATTER_VERSION) < 0 ? PLATTER_EXIT_IO : PLATTER_EXIT_FINE;
    bool asked = strcmp(arg, "--help") == 0;
    fputs("Usage: platter-worker NAME LOCK-FILE\n"
          "Read one drive for platterd, which starts it; there is nothing to do by hand: see\n"
          "platterd(8), and `platter probe` for a measurement now.\n",
          asked ? stdout : stderr);
    return asked ? PLATTER_EXIT_FINE : PLATTER_EXIT_USAGE;
}

int main(int argc, char **argv)
{
    static struct worker w = {.lock_fd = -1};
    if (argc != 3)
        return explain(argc == 2 ? argv[1] : "");
    snprintf(w.name, sizeof(w.name), "%s", argv[1]);
    snprintf(w.lock_path, sizeof(w.lock_path), "%s", argv[2]);
    if (platter_sysroot_init(&w.root, NULL) < 0)
        return PLATTER_EXIT_INTERNAL;
    return serve(&w);
}
