/* SPDX-License-Identifier: MIT */
#include "agent/cli/session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "agent/cli/cli.h"
#include "agent/cli/out.h"
#include "agent/core/bytes.h"
#include <platter/errors.h>
#include <platter/units.h>

#define REFRESH_NS (200 * PLATTER_NS_PER_MS)
/* Before that nobody knows how long it takes. */
#define FORESEEN_S 3

static uint64_t wall_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

/* "5 % of it, 12 min left," before the share that is done. */
static void show_progress(const struct platter_session *s, double share)
{
    double spent_s = (double)(s->told_ns - s->begin_ns) / 1e9;
    char what[96], age[24], left[40] = "";

    if (spent_s > FORESEEN_S && share > 0.01) {
        platter_out_age(age, sizeof(age), spent_s / share - spent_s + 1);
        snprintf(left, sizeof(left), "%s left,", age);
    }
    snprintf(what, sizeof(what), "%s%s%s", s->doing ? s->doing : "",
             s->doing && left[0] ? ", "
             : s->doing          ? ","
                                 : "",
             left);
    platter_progress_show(s->subject.found.name, what[0] ? what : NULL, share);
}

static int progress(void *user, double share)
{
    struct platter_session *s = user;
    uint64_t now_ns = wall_ns();

    if (now_ns - s->told_ns >= REFRESH_NS) {
        s->told_ns = now_ns;
        show_progress(s, s->share_from + share * s->share_len);
    }
    return platter_interrupted() ? PLATTER_INTERRUPTED : 0;
}

int platter_session_open(struct platter_session *s, const char *command,
                         const struct platter_session_options *o, const char *name)
{
    *s = (struct platter_session){.command = command, .o = o, .share_len = 1};
    s->watch = (struct platter_watch){progress, s};
    int status = platter_subject_open(name, &o->subject, &s->subject);
    if (status != PLATTER_EXIT_FINE)
        return status;
    s->time_s = (int64_t)time(NULL);
    s->begin_ns = s->told_ns = wall_ns();
    s->drive_begin_ns = platter_drive_now_ns(s->subject.drive);
    platter_interrupt_catch();
    return PLATTER_EXIT_FINE;
}

void platter_session_close(struct platter_session *s)
{
    platter_subject_close(&s->subject);
}

bool platter_session_is_virtual(const struct platter_session *s)
{
    return s->subject.found.transport == PLATTER_TRANSPORT_SIM && !s->o->subject.real_time;
}

int platter_session_ended(const struct platter_session *s, int result, uint32_t size_bytes)
{
    const struct platter_geometry *g = &s->subject.drive->geometry;
    char size[32], least[32];

    if (result == -ENOMEM) {
        platter_cli_complain("%s: %s", s->command, strerror(ENOMEM));
        return PLATTER_EXIT_OS;
    }
    if (result != -EINVAL || size_bytes % g->align_bytes == 0)
        return platter_subject_ended(&s->subject, result);
    platter_out_bytes_binary(size, sizeof(size), size_bytes);
    platter_out_bytes_binary(least, sizeof(least), g->align_bytes);
    platter_cli_complain("%s: it cannot be read directly in pieces of %s, only of %s and multiples",
                         s->subject.found.device, size, least);
    return PLATTER_EXIT_USAGE;
}

struct platter_json *platter_session_document(const struct platter_session *s, bool complete)
{
    const struct platter_found *f = &s->subject.found;
    struct platter_json *j =
        platter_saving_document(s->command, f->id, f->device, f->model, s->time_s);
    uint64_t ns = platter_drive_now_ns(s->subject.drive) - s->drive_begin_ns;

    platter_json_set_bool(j, "complete", complete);
    platter_json_set_real(j, "duration_s", (double)ns / 1e9);
    return j;
}

int platter_session_deliver(const struct platter_session *s, struct platter_json *document)
{
    platter_saving_save(&s->o->saving, document, !s->o->json);
    if (s->o->json)
        return platter_out_json(document, true);
    platter_json_free(document);
    return PLATTER_EXIT_FINE;
}

void platter_session_print_drive(const struct platter_session *s)
{
    const struct platter_found *f = &s->subject.found;
    char size[32];

    platter_out_bytes(size, sizeof(size), s->subject.drive->geometry.capacity_bytes);
    printf("%s  %s%s%s  %s\n", f->name, f->model, f->serial[0] ? "  " : "", f->serial, size);
}

int platter_session_range(const struct platter_session *s, const char *text, uint64_t *from_bytes,
                          uint64_t *to_bytes)
{
    const struct platter_geometry *g = &s->subject.drive->geometry;
    uint64_t from = 0, to = g->capacity_bytes;
    int result = text ? platter_parse_range(text, g->capacity_bytes, &from, &to) : 0;
    char size[32];

    from -= from % g->align_bytes;
    to -= to % g->align_bytes;
    if (result == 0 && from >= to)
        result = -ERANGE;
    if (result == 0) {
        *from_bytes = from;
        *to_bytes = to;
        return PLATTER_EXIT_FINE;
    }
    platter_out_bytes(size, sizeof(size), g->capacity_bytes);
    if (result == -EINVAL)
        platter_cli_complain("%s: --range: '%s' is no range: write 0-10%%, 100GB-200GB or 50%%-",
                             s->command, text);
    else
        platter_cli_complain("%s: --range: '%s' is empty, or not all on the drive, which has %s "
                             "(%llu bytes)",
                             s->command, text ? text : "all", size,
                             (unsigned long long)g->capacity_bytes);
    return PLATTER_EXIT_USAGE;
}

int platter_session_block(const struct platter_session *s, const char *option, const char *text,
                          uint32_t min_bytes, uint32_t max_bytes, uint32_t *out_bytes)
{
    uint32_t lba = s->subject.drive->geometry.logical_bytes;
    uint64_t bytes;
    char min[32], max[32];

    if (platter_parse_bytes(text, &bytes) == 0 && bytes >= min_bytes && bytes <= max_bytes) {
        if (bytes % lba == 0) {
            *out_bytes = (uint32_t)bytes;
            return PLATTER_EXIT_FINE;
        }
        platter_cli_complain(
            "%s: --%s: %llu bytes are not whole sectors: the drive's have %u bytes", s->command,
            option, (unsigned long long)bytes, lba);
        return PLATTER_EXIT_USAGE;
    }
    platter_out_bytes_binary(min, sizeof(min), min_bytes);
    platter_out_bytes_binary(max, sizeof(max), max_bytes);
    platter_cli_complain("%s: --%s: '%s' is no size from %s to %s (4KiB, 64KiB, 1MiB)", s->command,
                         option, text, min, max);
    return PLATTER_EXIT_USAGE;
}
