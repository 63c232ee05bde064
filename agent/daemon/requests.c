/* SPDX-License-Identifier: MIT */
#include "agent/daemon/requests.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/daemon/credentials.h"
#include "agent/daemon/events.h"
#include "agent/daemon/pause.h"
#include "agent/daemon/publish.h"
#include "agent/daemon/store_link.h"
#include "agent/daemon/subscribe.h"
#include "agent/daemon/tracked.h"
#include "agent/daemon/verdict.h"
#include "agent/wire/stream.h"

/* A request being answered. */
struct asked {
    struct platter_client *client;
    struct platter_agent *agent;
    const struct platter_json *j;
    const char *name;
};

__attribute__((format(printf, 2, 3))) static void done(const struct asked *a, const char *format,
                                                       ...)
{
    struct platter_json *j = platter_json_object_new();
    char text[320];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof(text), format, ap);
    va_end(ap);
    platter_json_set_text(j, "schema", PLATTER_SCHEMA_DONE);
    platter_json_set_text(j, "request", a->name);
    platter_json_set_text(j, "text", text);
    platter_client_send(a->client, j);
}

/* ---- which drive ---------------------------------------------------------------------------- */

static bool is_called(const struct platter_tracked *t, const char *name)
{
    const char *names[] = {t->found.id, t->found.name, t->found.device, t->label, t->o.label};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (*names[i] && strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* By id, kernel name, device or label. NULL: there is none, which was said. */
static struct platter_tracked *drive_of(const struct asked *a)
{
    const char *name = platter_json_text(a->j, "drive", "");
    for (unsigned i = 0; i < a->agent->n_drives; i++)
        if (is_called(&a->agent->drives[i], name))
            return &a->agent->drives[i];
    platter_client_refuse(a->client, a->name, "unknown_drive",
                          "%s: no such drive: \"%.64s\"; expected an id as `status` gives it",
                          a->name, name);
    return NULL;
}

/* "all" is *t = NULL. */
static bool drive_or_all(const struct asked *a, struct platter_tracked **t)
{
    *t = NULL;
    if (strcmp(platter_json_text(a->j, "drive", ""), "all") == 0)
        return true;
    *t = drive_of(a);
    return *t != NULL;
}

/* ---- requests ------------------------------------------------------------------------------- */

static void do_subscribe(const struct asked *a)
{
    platter_subscribe(a->client, a->j);
}

static void do_seen(const struct asked *a)
{
    platter_subscribe_seen(a->client, a->j);
}

static void do_status(const struct asked *a)
{
    platter_publish_status(a->client, platter_json_bool(a->j, "lines", false));
}

static void do_events(const struct asked *a)
{
    uint64_t since = platter_json_uint(a->j, "since_seq", UINT64_MAX);
    uint64_t limit = platter_json_uint(a->j, "limit", PLATTER_EVENTS_MAX);
    platter_client_send(a->client, platter_subscribe_events(a->agent, since, limit));
}

static void do_pause(const struct asked *a)
{
    int64_t for_s = platter_json_int(a->j, "for_s", PLATTER_PAUSE_DEFAULT_S);
    struct platter_tracked *t;
    if (for_s < 1 || for_s > PLATTER_PAUSE_MAX_S) {
        platter_client_refuse(a->client, a->name, "bad_request",
                              "pause: for_s: expected whole seconds between 1 and %d",
                              PLATTER_PAUSE_MAX_S);
        return;
    }
    if (!drive_or_all(a, &t))
        return;
    platter_pause_begin(a->agent, t, (uint64_t)for_s);
    done(a, "%s: not sampled for %lld s", t ? t->found.id : "all drives", (long long)for_s);
}

static void do_resume(const struct asked *a)
{
    struct platter_tracked *t;
    if (!drive_or_all(a, &t))
        return;
    bool was = platter_pause_end(a->agent, t);
    done(a, "%s: %s", t ? t->found.id : "all drives", was ? "sampled again" : "nothing was paused");
}

/* Control characters would forge lines wherever the text is shown. */
static const char *text_of(const struct asked *a, size_t max)
{
    const char *text = platter_json_text(a->j, "text", NULL);
    bool good = text && strlen(text) <= max;
    for (const char *p = text; good && *p; p++)
        good = (unsigned char)*p >= ' ' && *p != 0x7f;
    if (good)
        return text;
    platter_client_refuse(a->client, a->name, "bad_request",
                          "%s: text: expected one line of at most %zu bytes", a->name, max);
    return NULL;
}

static void do_label(const struct asked *a)
{
    struct platter_tracked *t = drive_of(a);
    const char *text = t ? text_of(a, sizeof(t->label) - 1) : NULL;
    struct platter_store_look look;
    if (!text)
        return;
    memcpy(t->label, text, strlen(text) + 1);
    platter_store_put_state(t);
    platter_store_look(a->agent, &look);
    platter_events_add(a->agent, t->found.id, "label", PLATTER_INFO, "is called \"%s\" from now on",
                       text);
    done(a, "%s: is called \"%s\" %s", t->found.id, text,
         look.wanted && !look.why[0] ? "from now on" : "until the agent ends: nothing is saved");
}

static void do_note(const struct asked *a)
{
    struct platter_tracked *t = drive_of(a);
    const char *text = t ? text_of(a, PLATTER_TEXT_MAX - 1) : NULL;
    if (!text)
        return;
    platter_events_add(a->agent, t->found.id, "note", PLATTER_INFO, "%s", text);
    done(a, "%s: noted", t->found.id);
}

static void do_ack(const struct asked *a)
{
    struct platter_tracked *t;
    unsigned n = 0;
    if (!drive_or_all(a, &t))
        return;
    for (unsigned i = 0; i < a->agent->n_drives; i++)
        if (!t || t == &a->agent->drives[i])
            n += platter_verdict_acknowledge(&a->agent->drives[i]);
    if (n)
        done(a, "%s: %u alarm%s acknowledged until they grow", t ? t->found.id : "all drives", n,
             n > 1 ? "s" : "");
    else
        done(a, "%s: nothing to acknowledge", t ? t->found.id : "all drives");
}

static void do_learn(const struct asked *a)
{
    struct platter_tracked *t = drive_of(a);
    if (!t)
        return;
    platter_verdict_learn(t, "asked for");
    done(a, "%s: learns anew what is normal", t->found.id);
}

static const struct {
    const char *name;
    bool changes; /* something: not for everyone */
    void (*run)(const struct asked *a);
} requests[] = {
    {"status", false, do_status}, {"subscribe", false, do_subscribe}, {"events", false, do_events},
    {"seen", true, do_seen},      {"pause", true, do_pause},          {"resume", true, do_resume},
    {"ack", true, do_ack},        {"learn", true, do_learn},          {"label", true, do_label},
    {"note", true, do_note},
};

#define N_REQUESTS (sizeof(requests) / sizeof(requests[0]))

/* ---- who may -------------------------------------------------------------------------------- */

/* Whoever started us may all; others by the group that owns the socket. */
static bool is_trusted(const struct platter_client *client)
{
    struct stat st;
    if (client->host)
        return true;
    if (stat(client->agent->server->path, &st) < 0)
        return false;
    return platter_peer_is_trusted(client->fd, st.st_gid);
}

/* A name moves a bookmark. */
static bool is_guarded(size_t i, const struct platter_json *j)
{
    return requests[i].changes ||
           (requests[i].run == do_subscribe && platter_json_get(j, "client"));
}

static void run(size_t i, struct platter_client *client, const struct platter_json *j)
{
    struct asked a = {client, client->agent, j, requests[i].name};
    if (is_guarded(i, j) && !is_trusted(client))
        platter_client_refuse(client, a.name, "permission",
                              "%s: no permission: ask as root, as the agent's own user or as a "
                              "member of the group that owns its socket",
                              a.name);
    else
        requests[i].run(&a);
}

static void say_what_there_is(struct platter_client *client, const char *name)
{
    char known[256] = "";
    size_t len = 0;
    for (size_t i = 0; i < N_REQUESTS; i++) {
        int n = snprintf(known + len, sizeof(known) - len, "%s%s", i ? ", " : "", requests[i].name);
        len += n > 0 && (size_t)n < sizeof(known) - len ? (size_t)n : 0;
    }
    platter_client_refuse(client, "", "bad_request",
                          "no such request: \"%.64s\"; expected {\"request\":NAME}, NAME one of %s",
                          name, known);
}

void platter_request_line(struct platter_client *client, const char *line, size_t len)
{
    char why[128];
    CLEANUP_JSON struct platter_json *j = platter_json_parse(line, len, why, sizeof(why));
    const char *name = platter_json_text(j, "request", "");
    if (!j) {
        platter_client_refuse(client, "", "bad_request",
                              "not JSON: %s; expected {\"request\":\"status\"}", why);
        return;
    }
    for (size_t i = 0; i < N_REQUESTS; i++) {
        if (strcmp(requests[i].name, name) == 0) {
            run(i, client, j);
            return;
        }
    }
    say_what_there_is(client, name);
}
