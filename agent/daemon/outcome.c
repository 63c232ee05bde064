/* SPDX-License-Identifier: MIT */
#include "agent/daemon/outcome.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/sampler.h"
#include "agent/daemon/worker.h"
#include "agent/drive/block.h"
#include "agent/drive/drive.h"

/* How a result of platter_open is called in a snapshot's reasons. */
static const struct {
    int result;
    const char *code;
    bool for_good;
} open_codes[] = {
    {PLATTER_BLOCK_NO_DIRECT, "no_direct", false},
    {PLATTER_BLOCK_CHANGED, "gone", true},
    {PLATTER_BLOCK_NOT_BLOCK, "not_block", false},
    {PLATTER_BLOCK_TOO_SMALL, "too_small", false},
    {-EACCES, "no_permission", false},
    {-EPERM, "no_permission", false},
    {-ENOENT, "gone", true},
    {-ENODEV, "gone", true},
    {-ENXIO, "gone", true},
};

static void end_sample(struct platter_tracked *t, uint64_t took_ns)
{
    t->sampling = t->stalled = false;
    platter_sampler_again(t, took_ns);
}

static void lose(struct platter_tracked *t, const char *text)
{
    t->gone = true;
    t->sampling = t->stalled = false;
    platter_worker_close(t);
    platter_tracked_trouble(t, "gone", "%s", text);
}

void platter_outcome_failed(struct platter_tracked *t, const char *code, const char *text)
{
    end_sample(t, 0);
    platter_tracked_trouble(t, code, "%s", text);
}

static void failed_to_open(struct platter_tracked *t, int result, const char *text)
{
    for (size_t i = 0; i < sizeof(open_codes) / sizeof(open_codes[0]); i++) {
        if (open_codes[i].result != result)
            continue;
        if (open_codes[i].for_good)
            lose(t, text);
        else
            platter_outcome_failed(t, open_codes[i].code, text);
        return;
    }
    platter_outcome_failed(t, "not_opened", text);
}

static void opened(struct platter_tracked *t, const struct platter_geometry *geometry)
{
    const struct platter_options *o = &t->agent->options;
    t->found.geometry = *geometry;
    if (t->state.n_zones == 0)
        platter_state_init(&t->state, (unsigned)o->zones, o->slow_ns, geometry->rev_ns);
}

void platter_outcome_report(struct platter_tracked *t, const struct platter_worker_report *report)
{
    char text[PLATTER_TEXT_MAX];
    if (!t->sampling)
        return;
    t->heard_ns = platter_boot_ns();
    if (t->stalled)
        platter_tracked_fine(t, "answers again");
    t->stalled = false;
    memcpy(text, report->text, sizeof(text));
    text[sizeof(text) - 1] = '\0';
    if (report->head.kind == PLATTER_WORKER_OPENED)
        opened(t, &report->geometry);
    else if (report->head.kind != PLATTER_WORKER_FAILED)
        return;
    else if (report->head.stage == PLATTER_STAGE_OPEN)
        failed_to_open(t, report->head.result, text);
    else if (report->head.stage == PLATTER_STAGE_PLAN)
        platter_outcome_failed(t, "no_plan", text);
    else
        platter_outcome_failed(t, report->head.result == -EWOULDBLOCK ? "busy_worker" : "no_lock",
                               text);
}

static void say_errors(struct platter_tracked *t, const struct platter_sample *sample)
{
    struct platter_log *log = &t->agent->log;
    if (sample->n_bad)
        platter_log_once(log, LOG_WARNING, t->found.name, "read_error",
                         "read_error: %u reads of this sample failed, the first at byte %llu "
                         "(%u bytes); counted, and sampling goes on",
                         sample->n_bad, (unsigned long long)sample->bad[0].offset_bytes,
                         sample->bad[0].len_bytes);
    else
        platter_log_over(log, t->found.name, "read_error", "a sample without read errors");
}

void platter_outcome_done(struct platter_tracked *t, int result, struct platter_sample *sample)
{
    uint64_t now_ns = platter_boot_ns();
    if (!t->sampling)
        return;
    if (result == PLATTER_READ_GONE) {
        lose(t, "the drive is gone: it went away in the middle of a sample");
        return;
    }
    end_sample(t, now_ns - t->begin_ns);
    if (result != 0) {
        errno = result < 0 ? -result : EPROTO;
        platter_tracked_trouble(t, "unreadable", "cannot be sampled: %m");
        return;
    }
    t->deaths = 0;
    sample->time_s = platter_wall_s();
    platter_state_add(&t->state, sample, now_ns);
    platter_tracked_fine(t, "sampled again");
    say_errors(t, sample);
    platter_log_say(&t->agent->log, LOG_DEBUG, t->found.name, "sample %llu took %.3f s",
                    (unsigned long long)sample->number, (double)(now_ns - t->begin_ns) / 1e9);
}

/* The next interval, then every second, fourth ... one: a worker that crashes at each start. */
#define BACK_OFF_MAX 6

void platter_outcome_ended(struct platter_tracked *t, int status)
{
    if (t->agent->stop_round || t->gone || t->worker.dismissed)
        return;
    bool mid_sample = t->sampling;
    end_sample(t, 0);
    if (!mid_sample && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return; /* we let it go */
    t->due_ns += t->agent->options.interval_ns * ((1u << t->deaths) - 1);
    if (t->deaths < BACK_OFF_MAX)
        t->deaths++;
    if (WIFSIGNALED(status))
        platter_tracked_trouble(t, "worker_died", "its worker was killed by signal %d (%s)%s",
                                WTERMSIG(status), strsignal(WTERMSIG(status)),
                                mid_sample ? " in the middle of a sample" : "");
    else if (WEXITSTATUS(status) == 127)
        platter_tracked_trouble(t, "no_worker", "%s cannot be started: install platter again",
                                t->agent->worker_path);
    else
        platter_tracked_trouble(t, "worker_died", "its worker ended with status %d",
                                WEXITSTATUS(status));
    platter_sampler_tick(t->agent);
}
