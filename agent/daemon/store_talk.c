/* SPDX-License-Identifier: MIT */
#include "agent/daemon/store_talk.h"

#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/daemon/events.h"
#include "agent/daemon/verdict.h"
#include <platter/errors.h>

void platter_store_hang_up(struct platter_store_link *link)
{
    if (link->readable)
        event_free(link->readable);
    if (link->writable)
        event_free(link->writable);
    link->readable = link->writable = NULL;
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
    link->ready = false;
}

void platter_store_give_up(struct platter_store_link *link, const char *why)
{
    struct platter_agent *agent = link->agent;
    link->given_up = true;
    snprintf(link->why, sizeof(link->why), "%s", why);
    platter_store_hang_up(link);
    platter_store_queue_clear(&link->queue);
    platter_log_say(&agent->log, LOG_WARNING, NULL, "not saved: %s; measuring goes on without",
                    why);
    if (agent->events)
        platter_events_add(agent, NULL, "not_saved", PLATTER_WARNING, "nothing is saved: %s", why);
}

const struct platter_saved_drive *platter_store_saved(const struct platter_agent *agent,
                                                      const char *id)
{
    return agent->store ? platter_remember_find(&agent->store->drives, id) : NULL;
}

/* ---- Saying --------------------------------------------------------------------------------- */

void platter_store_send(struct platter_store_link *link)
{
    if (!link->ready)
        return;
    int r = platter_store_queue_send(&link->queue, link->fd);
    if (r == -EAGAIN)
        event_add(link->writable, NULL);
    else if (r < 0)
        platter_store_hang_up(link); /* it ended: platter_store_reap starts it again */
    if (link->queue.dropped && link->queue.bytes < PLATTER_STORE_QUEUE_BYTES / 2) {
        platter_log_say(&link->agent->log, LOG_WARNING, NULL,
                        PLATTER_STORE_NAME " was busy for too long: %llu records were not saved",
                        (unsigned long long)link->queue.dropped);
        link->queue.dropped = 0;
    }
}

static void put(struct platter_store_link *link, enum platter_store_kind kind, void *record)
{
    struct platter_store_head *head = record;
    if (link->given_up || link->finished)
        return;
    *head = (struct platter_store_head){PLATTER_STORE_MAGIC, kind};
    platter_store_queue_add(&link->queue, record, platter_store_record_size(kind));
    platter_store_send(link);
}

static void put_saved(struct platter_store_link *link, const struct platter_saved_drive *drive)
{
    static struct platter_store_drive record; /* large, and overwritten whole */
    record.drive = *drive;
    put(link, PLATTER_STORE_STATE, &record);
}

void platter_store_publish(struct platter_agent *agent, const struct platter_snapshot *s)
{
    static struct platter_store_publish record;
    if (!agent->store)
        return;
    record.snapshot = *s;
    put(agent->store, PLATTER_STORE_PUBLISH, &record);
}

void platter_store_awake(struct platter_agent *agent, const char *name)
{
    struct platter_store_awake record = {.name = ""};
    if (!agent->store)
        return;
    snprintf(record.name, sizeof(record.name), "%s", name);
    put(agent->store, PLATTER_STORE_AWAKE, &record);
}

void platter_store_put_event(void *user, const struct platter_event *e)
{
    struct platter_store_event record = {.event = *e};
    put(user, PLATTER_STORE_EVENT, &record);
}

void platter_store_put_state(const struct platter_tracked *t)
{
    struct platter_store_link *link = t->agent->store;
    const struct platter_saved_drive *drive =
        link && !link->given_up ? platter_remember_drive(&link->drives, t) : NULL;
    if (drive)
        put_saved(link, drive);
}

void platter_store_put_judging(const struct platter_tracked *t)
{
    static struct platter_store_judging part;
    struct platter_store_link *link = t->agent->store;
    size_t size = t->judging && link ? platter_judging_packed_size(t->judging) : 0;
    CLEANUP_FREE unsigned char *bytes = size && !link->given_up ? malloc(size) : NULL;
    if (!bytes)
        return;
    platter_judging_pack(t->judging, bytes);
    for (size_t at = 0; at < size;) {
        at += platter_store_part(t->found.id, bytes, size, at, &part);
        put(link, PLATTER_STORE_JUDGING, &part);
    }
}

const struct platter_blob *platter_store_judging(const struct platter_agent *agent, const char *id)
{
    return agent->store ? platter_blobs_find(&agent->store->judging, id) : NULL;
}

void platter_store_restore(struct platter_tracked *t)
{
    const struct platter_saved_drive *saved = platter_store_saved(t->agent, t->found.id);
    if (saved)
        platter_remember_restore(&t->agent->store->drives, saved, t);
    else
        platter_store_put_state(t); /* that it was seen */
    platter_verdict_restore(t);
}

void platter_store_look(const struct platter_agent *agent, struct platter_store_look *out)
{
    const struct platter_store_link *link = agent->store;
    *out = (struct platter_store_look){.written_bytes = UINT64_MAX};
    if (!link)
        return;
    out->wanted = true;
    out->why = link->why;
    out->since_s = link->since_s;
    if (link->written_bytes != UINT64_MAX)
        out->written_bytes = link->before_bytes + link->written_bytes;
}

/* ---- Hearing -------------------------------------------------------------------------------- */

static void take_loaded(struct platter_store_link *link, struct platter_saved_drive *drive)
{
    drive->id[sizeof(drive->id) - 1] = '\0';
    struct platter_saved_drive *entry =
        link->begun ? NULL : platter_remember_entry(&link->drives, drive->id);
    if (entry) /* later we know better */
        *entry = *drive;
}

static void take_judging(struct platter_store_link *link, struct platter_store_judging *part)
{
    part->drive[sizeof(part->drive) - 1] = '\0';
    if (!link->begun && part->len <= sizeof(part->bytes))
        platter_blobs_part(&link->judging, part->drive, part->size, part->offset, part->bytes,
                           part->len);
}

static void take_ready(struct platter_store_link *link, struct platter_store_ready *ready)
{
    ready->text[sizeof(ready->text) - 1] = '\0';
    if (ready->result != 0) {
        platter_store_give_up(link, ready->text);
        return;
    }
    if (!link->begun && link->agent->events)
        platter_events_resume(link->agent->events, ready->last_event, ready->epoch);
    link->ready = true;
    for (unsigned i = 0; link->begun && i < link->drives.n; i++)
        put_saved(link, &link->drives.drives[i]);
    link->begun = true;
    platter_store_send(link);
}

static void take_event(const struct platter_store_link *link, const struct platter_event *e)
{
    struct platter_event event;
    if (!link->agent->events || link->begun)
        return;
    platter_event_init(&event, e->time_s, e->drive, e->code, e->severity, e->text);
    event.seq = e->seq;
    event.size = e->size;
    memcpy(event.zones, e->zones, sizeof(event.zones));
    platter_events_restore(link->agent->events, &event);
}

/* Whether what is measured is saved: an event when that changes. */
static void take_flushed(struct platter_store_link *link, struct platter_store_flushed *flushed)
{
    bool was = link->why[0] == '\0';
    flushed->text[sizeof(flushed->text) - 1] = '\0';
    link->written_bytes = flushed->written_bytes;
    memcpy(link->why, flushed->text, sizeof(link->why));
    if (was && link->why[0])
        platter_events_add(link->agent, NULL, "not_saved", PLATTER_WARNING, "%s", link->why);
    else if (!was && !link->why[0])
        platter_events_add(link->agent, NULL, "not_saved", PLATTER_OKAY, "it is saved again");
}

static void take_message(struct platter_store_link *link, struct platter_store_message *m)
{
    struct platter_agent *agent = link->agent;
    const char *token = m->drive[0] ? m->drive : NULL;
    m->code[sizeof(m->code) - 1] = m->drive[sizeof(m->drive) - 1] = '\0';
    m->text[sizeof(m->text) - 1] = '\0';
    if (strcmp(m->code, "disk_room") == 0)
        platter_log_forget(&agent->log, NULL, "disk_full");
    if (strcmp(m->code, "saved") == 0)
        platter_log_forget(&agent->log, NULL, "not_saved");
    if (strcmp(m->code, "rrd_broken") == 0 || m->level > LOG_WARNING)
        platter_log_say(&agent->log, m->level, token, "%s", m->text);
    else
        platter_log_once(&agent->log, m->level, token, m->code, "%s", m->text);
    if (agent->events && strcmp(m->code, "rrd_broken") == 0)
        platter_events_add(agent, token, m->code, PLATTER_WARNING, "%s", m->text);
}

/* Returns whether there may be more. */
bool platter_store_hear(struct platter_store_link *link)
{
    static union platter_store_record record;
    ssize_t n = recv(link->fd, &record, sizeof(record), MSG_DONTWAIT | MSG_TRUNC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (n <= 0) {
        platter_store_hang_up(link);
        return false;
    }
    if ((size_t)n < sizeof(record.head) || record.head.magic != PLATTER_STORE_MAGIC ||
        (size_t)n != platter_store_record_size(record.head.kind))
        platter_store_give_up(link, PLATTER_STORE_NAME " is of another build: restart platterd");
    else if (record.head.kind == PLATTER_STORE_LOADED)
        take_loaded(link, &record.drive.drive);
    else if (record.head.kind == PLATTER_STORE_JUDGING)
        take_judging(link, &record.judging);
    else if (record.head.kind == PLATTER_STORE_READY)
        take_ready(link, &record.ready);
    else if (record.head.kind == PLATTER_STORE_EVENT)
        take_event(link, &record.event.event);
    else if (record.head.kind == PLATTER_STORE_FLUSHED)
        take_flushed(link, &record.flushed);
    else if (record.head.kind == PLATTER_STORE_MESSAGE)
        take_message(link, &record.message);
    return link->fd >= 0;
}
