/* SPDX-License-Identifier: MIT */
#include "agent/store/event_db.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/parse.h"
#include <platter/errors.h>

const char platter_event_table[] =
    "CREATE TABLE event(seq INTEGER PRIMARY KEY, time INTEGER, drive TEXT, code TEXT, "
    "severity INTEGER, text TEXT);";

const char platter_event_table_2[] =
    "ALTER TABLE event ADD COLUMN zones TEXT; ALTER TABLE event ADD COLUMN size REAL;"
    "CREATE TABLE run(epoch INTEGER, ended INTEGER); INSERT INTO run VALUES(0, 0);";

int platter_event_db_init(struct platter_event_db *e, struct platter_db *db)
{
    *e = (struct platter_event_db){.db = db};
    return platter_query_new(db, "INSERT OR IGNORE INTO event VALUES(?,?,?,?,?,?,?,?)", &e->add);
}

void platter_event_db_deinit(struct platter_event_db *e)
{
    platter_query_free(e->add);
    *e = (struct platter_event_db){.db = NULL};
}

int platter_event_db_add(struct platter_event_db *e, const struct platter_event *event)
{
    const struct {
        int i;
        int64_t value;
    } numbers[] = {{1, (int64_t)event->seq}, {2, event->time_s}, {5, (int64_t)event->severity}};
    char size[32] = ""; /* a column of REAL makes a number of it */
    if (isfinite(event->size))
        snprintf(size, sizeof(size), "%.9g", event->size);
    const struct {
        int i;
        const char *value;
    } texts[] = {
        {3, event->drive}, {4, event->code}, {6, event->text}, {7, event->zones}, {8, size}};
    int r = 0;
    for (size_t i = 0; r == 0 && i < sizeof(numbers) / sizeof(numbers[0]); i++)
        r = platter_query_bind_int(e->add, numbers[i].i, numbers[i].value);
    for (size_t i = 0; r == 0 && i < sizeof(texts) / sizeof(texts[0]); i++)
        r = platter_query_bind_text(e->add, texts[i].i, texts[i].value);
    return r ? r : platter_query_step(e->add);
}

int platter_event_db_last(struct platter_event_db *e, uint64_t *seq)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    int r = platter_query_new(e->db, "SELECT max(seq) FROM event", &q);
    if (r == 0)
        r = platter_query_step(q);
    if (r < 0)
        return r;
    *seq = (uint64_t)platter_query_int(q, 0);
    return 0;
}

/* From a row of SELECT *. */
static void take_event(const struct platter_query *q, struct platter_event *event)
{
    char drive[PLATTER_ID_MAX], code[32], text[PLATTER_TEXT_MAX], size[32];
    platter_query_text(q, 2, drive, sizeof(drive));
    platter_query_text(q, 3, code, sizeof(code));
    platter_query_text(q, 5, text, sizeof(text));
    platter_event_init(event, platter_query_int(q, 1), drive, code,
                       (enum platter_severity)platter_query_int(q, 4), text);
    event->seq = (uint64_t)platter_query_int(q, 0);
    platter_query_text(q, 6, event->zones, sizeof(event->zones));
    platter_query_text(q, 7, size, sizeof(size));
    if (size[0])
        platter_scan_number(size, &event->size);
}

int platter_event_db_load(struct platter_event_db *e, unsigned max, struct platter_event **events,
                          unsigned *n)
{
    CLEANUP_QUERY struct platter_query *q = NULL;
    CLEANUP_FREE struct platter_event *found = calloc(max + 1, sizeof(*found));
    unsigned n_found = 0;
    int r = found ? 0 : -ENOMEM;
    if (r == 0)
        r = platter_query_new(e->db,
                              "SELECT * FROM (SELECT * FROM event ORDER BY seq DESC LIMIT ?) "
                              "ORDER BY seq",
                              &q);
    if (r == 0)
        r = platter_query_bind_int(q, 1, max);
    while (r == 0 && n_found < max && (r = platter_query_step(q)) > 0) {
        take_event(q, &found[n_found++]);
        r = 0;
    }
    if (r < 0)
        return r;
    *events = TAKE_PTR(found);
    *n = n_found;
    return 0;
}

static int set_run(const struct platter_event_db *e, bool ended)
{
    char sql[80];
    snprintf(sql, sizeof(sql), "UPDATE run SET epoch = %" PRId64 ", ended = %d", e->epoch, ended);
    return platter_db_exec(e->db, sql);
}

int platter_event_db_begin_run(struct platter_event_db *e, int64_t now_ms, int64_t *epoch)
{
    struct platter_query *q = NULL;
    int r = platter_query_new(e->db, "SELECT epoch, ended FROM run", &q);
    if (r == 0)
        r = platter_query_step(q);
    if (r >= 0)
        e->epoch = r > 0 && platter_query_int(q, 1) ? platter_query_int(q, 0) : now_ms;
    platter_query_free(q); /* before something is changed */
    if (r >= 0)
        r = set_run(e, false);
    if (r == 0)
        *epoch = e->epoch;
    return r;
}

int platter_event_db_end_run(struct platter_event_db *e)
{
    return set_run(e, true);
}
