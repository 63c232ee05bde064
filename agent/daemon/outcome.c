/* SPDX-License-Identifier: MIT */
#include "agent/daemon/outcome.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#include "agent/daemon/clock.h"
#include "agent/daemon/events.h"
#include "agent/daemon/sampler.h"
#include "agent/daemon/store_link.h"
#include "agent/daemon/verdict.h"
#include "agent/daemon/worker.h"
#include "agent/drive/atasmart.h"
#include "agent/drive/block.h"
#include "agent/drive/drive.h"
#include "agent/drive/open.h"
#include "agent/drive/power.h"

/* How a result of platter_open is called in a snapshot's reasons. */
static const struct {
    int result;
    const char *code;
    bool for_good;
} open_codes[] = {
    {PLATTER_BLOCK_NO_DIRECT, "no_direct", false},
    {PLATTER_BLOCK_BUFFERED, "no_direct", false},
    {PLATTER_BLOCK_CHANGED, "gone", true},
    {PLATTER_BLOCK_NOT_BLOCK, "not_block", false},
    {PLATTER_BLOCK_TOO_SMALL, "too_small", false},
    {-EACCES, "no_permission", false},
    {-EPERM, "no_permission", false},
    {-ENOENT, "gone", true},
    {-ENODEV, "gone", true},
    {-ENXIO, "gone", true},
};

/* The request is over. What the drive did meanwhile was ours. */
static void end_request(struct platter_tracked *t)
{
    t->sampling = t->stalled = false;
    if (t->found.transport != PLATTER_TRANSPORT_SIM)
        platter_watch_rebase(&t->watch, &t->agent->root, t->found.name, platter_boot_ns());
}

static void end_sample(struct platter_tracked *t, uint64_t took_ns)
{
    end_request(t);
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
    platter_sampler_again(t, 0);
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

/* Its zones are other places from now on: figures of the old ones are forgotten, counters go on. */
static void resized(struct platter_tracked *t, uint64_t before_bytes, uint64_t now_bytes)
{
    const struct platter_state counted = t->state;
    platter_state_init(&t->state, counted.n_zones, t->o.slow_ns, counted.rev_ns);
    platter_state_carry(&t->state, &counted);
    platter_log_say(&t->agent->log, LOG_NOTICE, t->found.name,
                    "its size changed from %llu to %llu bytes: zones are other places now",
                    (unsigned long long)before_bytes, (unsigned long long)now_bytes);
    platter_events_add(t->agent, t->found.id, "resized", PLATTER_INFO,
                       "its size changed from %llu to %llu bytes: zones are other places now",
                       (unsigned long long)before_bytes, (unsigned long long)now_bytes);
    platter_verdict_learn(t, "its zones are other places now");
}

static void opened(struct platter_tracked *t, const struct platter_geometry *geometry)
{
    uint64_t before_bytes = t->found.geometry.capacity_bytes;
    t->found.geometry = *geometry;
    if (t->state.n_zones && before_bytes && before_bytes != geometry->capacity_bytes)
        resized(t, before_bytes, geometry->capacity_bytes);
    if (t->state.n_zones == 0)
        platter_state_init(&t->state, (unsigned)t->agent->options.zones, t->o.slow_ns,
                           geometry->rev_ns);
}

/* A word of the worker: it goes on. Returns whether it is one to a request that is out. */
static bool heard(struct platter_tracked *t)
{
    if (!t->sampling)
        return false;
    t->heard_ns = platter_boot_ns();
    if (t->stalled)
        platter_tracked_fine(t, "answers again");
    t->stalled = false;
    return true;
}

void platter_outcome_report(struct platter_tracked *t, const struct platter_worker_report *report)
{
    char text[PLATTER_TEXT_MAX];
    if (!heard(t))
        return;
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

static void power_told(struct platter_tracked *t, int result, enum platter_power power)
{
    t->power_ns = platter_boot_ns();
    t->power_stale = false;
    if (result == 0 || result == PLATTER_POWER_SUSPENDED) {
        platter_log_over(&t->agent->log, t->found.name, "power", "tells its power state now");
        platter_tracked_power(t, power);
        return;
    }
    t->power_mute = result == PLATTER_POWER_NOT_SUPPORTED;
    platter_tracked_power(t, PLATTER_POWER_UNKNOWN);
    platter_log_once(&t->agent->log, LOG_NOTICE, t->found.name, "power",
                     "power_unknown: %s; it is sampled only right after somebody else used it",
                     result == PLATTER_POWER_NO_PERMISSION ? "asking takes CAP_SYS_RAWIO"
                     : result < 0                          ? strerror(-result)
                                  : "the drive or its bridge does not tell whether it sleeps");
}

static void smart_told(struct platter_tracked *t, int result, const struct platter_smart *smart)
{
    uint64_t now_ns = platter_boot_ns();
    t->smart_ns = now_ns;
    if (result != 0) {
        t->smart_mute = result == PLATTER_ATASMART_NOT_SUPPORTED;
        platter_log_once(&t->agent->log, LOG_NOTICE, t->found.name, "smart", "smart: %s",
                         result < 0      ? strerror(-result)
                         : t->smart_mute ? "not supported; not asked again"
                                         : "the drive's data are damaged; refused");
        return;
    }
    platter_log_over(&t->agent->log, t->found.name, "smart", "SMART is readable");
    t->smart = *smart;
    t->smart.time_s = platter_wall_s();
    platter_verdict_smart(t);
    const struct platter_wear wear = {
        .known = smart->start_stops != PLATTER_SMART_UNKNOWN &&
                 smart->power_cycles != PLATTER_SMART_UNKNOWN,
        .start_stops = smart->start_stops,
        .power_cycles = smart->power_cycles,
        .head_loads = smart->head_loads == PLATTER_SMART_UNKNOWN ? 0 : smart->head_loads,
    };
    platter_manners_wear(&t->manners, now_ns, &wear);
}

void platter_outcome_state(struct platter_tracked *t, const struct platter_worker_state *state)
{
    if (!heard(t))
        return;
    if (state->head.kind == PLATTER_WORKER_POWER)
        power_told(t, state->head.result, state->power);
    else
        smart_told(t, state->head.result, &state->smart);
}

/* The last word to a request. Asked for a sample, it may have found the drive asleep instead. */
void platter_outcome_end(struct platter_tracked *t)
{
    if (heard(t))
        end_request(t);
}

static void say_errors(struct platter_tracked *t, const struct platter_sample *sample)
{
    struct platter_log *log = &t->agent->log;
    if (sample->n_bad)
        platter_log_once(log, LOG_WARNING, t->found.name, "read_error",
                         "read_error: %u reads of this sample failed, the first at byte %llu "
                         "(%u bytes); counted, and left out for 7 days",
                         sample->n_bad, (unsigned long long)sample->bad[0].offset_bytes,
                         sample->bad[0].len_bytes);
    else
        platter_log_over(log, t->found.name, "read_error", "a sample without read errors");
}

static void saw_others(struct platter_tracked *t, const struct platter_sample *sample,
                       uint64_t now_ns)
{
    for (unsigned z = 0; z < sample->n_zones && z < PLATTER_ZONES_MAX; z++)
        if (sample->zones[z].burst.flags & PLATTER_FLAG_FOREIGN)
            platter_manners_foreign(&t->manners, now_ns);
}

/* Others' use cannot be seen: said, not guessed. Such bursts are published. */
static void say_unwatched(struct platter_tracked *t, const struct platter_sample *sample)
{
    struct platter_log *log = &t->agent->log;
    bool unwatched = false;
    for (unsigned z = 0; z < sample->n_zones && z < PLATTER_ZONES_MAX; z++)
        unwatched |= sample->zones[z].burst.flags & PLATTER_FLAG_UNWATCHED;
    t->unwatched = unwatched;
    if (unwatched)
        platter_log_once(log, LOG_WARNING, t->found.name, "unwatched",
                         "unwatched: the kernel does not count its use, so disturbed bursts "
                         "cannot be told: echo 1 >/sys/block/%s/queue/iostats",
                         t->found.name);
    else
        platter_log_over(log, t->found.name, "unwatched", "its use is counted");
}

/* Its figures count, unless it is the first after the drive stood still: then another follows. */
static void use_sample(struct platter_tracked *t, struct platter_sample *sample, uint64_t now_ns)
{
    uint64_t took_ns = now_ns - t->begin_ns;
    t->deaths = 0;
    t->bytes_read += sample->bytes_read;
    platter_log_say(&t->agent->log, LOG_DEBUG, t->found.name, "sample %llu took %.3f s",
                    (unsigned long long)sample->number, (double)took_ns / 1e9);
    saw_others(t, sample, now_ns);
    bool counts = platter_manners_sampled(&t->manners, now_ns);
    platter_bad_places_learn(&t->bad, sample, !counts, platter_wall_s());
    if (!counts) {
        t->discarded++;
        return;
    }
    platter_sampler_again(t, took_ns);
    sample->time_s = platter_wall_s();
    platter_state_add(&t->state, sample, now_ns);
    platter_verdict_sample(t, sample);
    platter_tracked_fine(t, "sampled again");
    say_errors(t, sample);
    say_unwatched(t, sample);
}

void platter_outcome_done(struct platter_tracked *t, int result, struct platter_sample *sample)
{
    if (!heard(t))
        return;
    if (result == PLATTER_READ_GONE) {
        lose(t, "the drive is gone: it went away in the middle of a sample");
        return;
    }
    if (result == 0) {
        use_sample(t, sample, platter_boot_ns());
        platter_store_put_state(t);
        return;
    }
    platter_sampler_again(t, platter_boot_ns() - t->begin_ns);
    char text[PLATTER_TEXT_MAX];
    platter_open_message(result, &t->found, text, sizeof(text));
    platter_tracked_trouble(t, "unreadable", "%s", text);
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
    t->due_ns += t->o.interval_ns * ((1u << t->deaths) - 1);
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
