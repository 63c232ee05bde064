/* SPDX-License-Identifier: MIT */
#include "agent/bench/scan_journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/core/rng.h"
#include <platter/errors.h>

#define MAGIC "platter scan journal 1\n"
#define NUMBERS_MAX 16
#define PATH_BYTES_MAX 4096

struct platter_scan_journal {
    char path[PATH_BYTES_MAX];
    char drive[PLATTER_ID_MAX];
    bool written;
    uint32_t n_bad;                  /* in the file */
    struct platter_scan_cell *cells; /* as in the file */
};

int platter_scan_journal_new(const char *path, const char *drive, struct platter_scan_journal **out)
{
    struct platter_scan_journal *j = calloc(1, sizeof *j);

    if (!j)
        return -ENOMEM;
    j->cells = calloc(PLATTER_SCAN_CELLS, sizeof j->cells[0]);
    if (!j->cells) {
        free(j);
        return -ENOMEM;
    }
    snprintf(j->path, sizeof j->path, "%s", path);
    snprintf(j->drive, sizeof j->drive, "%s", drive);
    *out = j;
    return 0;
}

void platter_scan_journal_free(struct platter_scan_journal *j, bool remove)
{
    if (!j)
        return;
    if (remove && j->written)
        unlink(j->path);
    free(j->cells);
    free(j);
}

bool platter_scan_journal_written(const struct platter_scan_journal *j)
{
    return j->written;
}

/* ---- writing ------------------------------------------------------------------------------ */

#define U(x) ((unsigned long long)(x))

static void put_head(FILE *f, const struct platter_scan_journal *j, const struct platter_scan *s)
{
    const struct platter_scan_plan *p = &s->plan;

    fputs(MAGIC, f);
    fprintf(f, "drive %s\n", j->drive);
    fprintf(f, "method %s\n", platter_scan_method_name(p->method));
    fprintf(f, "range %llu %llu %u %llu %llu\n", U(p->first_byte), U(p->end_byte), p->block_bytes,
            U(p->slow_ns), U(p->rev_ns));
}

static void put_lists(FILE *f, const struct platter_scan_journal *j, const struct platter_scan *s)
{
    /* The last bad place may have grown since. Places joined to one, or halved after the surface
     * was read, begin anew. */
    bool anew = s->bad_merged || s->done == s->n_blocks || s->n_bad < j->n_bad;
    uint32_t from = anew ? 0 : j->n_bad;
    from -= from > 0;

    for (uint32_t i = s->n_slow - s->n_slow_new; i < s->n_slow; i++)
        fprintf(f, "slow %llu %u %u\n", U(s->slow[i].first_byte), s->slow[i].time_us,
                s->slow[i].disturbed);
    if (s->n_bad != 0 || j->n_bad != 0)
        fprintf(f, "keep %u\n", from);
    for (uint32_t i = from; i < s->n_bad; i++)
        fprintf(f, "bad %llu %llu %u\n", U(s->bad[i].first_byte), U(s->bad[i].len_bytes),
                s->bad[i].exact);
}

static void put_checkpoint(FILE *f, const struct platter_scan_journal *j,
                           const struct platter_scan *s)
{
    const uint64_t *c = s->counts.by_class, *t = s->turns;

    put_lists(f, j, s);
    for (uint32_t i = 0; i < s->n_cells; i++) {
        const struct platter_scan_cell *cell = &s->cells[i];
        if (memcmp(cell, &j->cells[i], sizeof *cell) != 0)
            fprintf(f, "cell %u %llu %u %u %u %u\n", i, U(cell->ns), cell->blocks, cell->slow,
                    cell->errors, cell->worst_us);
    }
    fprintf(f, "classes %llu %llu %llu %llu %llu %llu %llu %llu\n", U(c[0]), U(c[1]), U(c[2]),
            U(c[3]), U(c[4]), U(c[5]), U(c[6]), U(c[7]));
    fprintf(f, "turns %llu %llu %llu %llu %llu %llu\n", U(s->counts.revolutions), U(t[0]), U(t[1]),
            U(t[2]), U(t[3]), U(t[4]));
    fprintf(f, "at %llu %llu %llu %llu %llu %llu %llu %llu %llu %llu %u %u\n", U(s->done),
            U(s->bytes), U(s->counts.slow), U(s->block_ns), U(s->worst_ns), U(s->worst_byte),
            U(s->typical_ns), U(s->duration_ns), U(s->paused_ns), U(s->unlisted), s->slow_floor_us,
            s->bad_merged);
}

static int write_all(int fd, const char *text, size_t len)
{
    while (len) {
        ssize_t n = write(fd, text, len);
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n > 0) {
            text += n;
            len -= (size_t)n;
        }
    }
    return fdatasync(fd) < 0 ? -errno : 0;
}

/* Under its name only when it is complete; the folder is synced, or the name could be lost. */
static int write_new(struct platter_scan_journal *j, const char *text, size_t len)
{
    char tmp[PATH_BYTES_MAX + 8], old[PATH_BYTES_MAX + 8];
    int r = snprintf(tmp, sizeof tmp, "%s.tmp", j->path) < PATH_BYTES_MAX ? 0 : -ENAMETOOLONG;

    snprintf(old, sizeof old, "%s.old", j->path);
    if (r)
        return r;
    CLEANUP_CLOSE int fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0)
        return -errno;
    r = write_all(fd, text, len);
    if (r == 0 && rename(j->path, old) < 0 && errno != ENOENT)
        r = -errno;
    if (r == 0 && rename(tmp, j->path) < 0)
        r = -errno;
    if (r)
        unlink(tmp);
    return r;
}

static int append(const struct platter_scan_journal *j, const char *text, size_t len)
{
    struct stat st;
    CLEANUP_CLOSE int fd = open(j->path, O_WRONLY | O_APPEND | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &st) < 0)
        return -errno;
    int r = write_all(fd, text, len);
    /* Half a checkpoint would hide the next one. */
    if (r && ftruncate(fd, st.st_size) < 0)
        return -errno;
    return r;
}

int platter_scan_journal_checkpoint(struct platter_scan_journal *j, struct platter_scan *s)
{
    CLEANUP_FREE char *text = NULL;
    size_t len = 0, head = 0;
    FILE *f = open_memstream(&text, &len);

    if (!f)
        return -ENOMEM;
    if (!j->written)
        put_head(f, j, s);
    fflush(f);
    head = len;
    put_checkpoint(f, j, s);
    fflush(f);
    fprintf(f, "end %llu\n", U(platter_hash(text + head, len - head)));
    if (fclose(f) != 0)
        return -ENOMEM;
    int r = j->written ? append(j, text, len) : write_new(j, text, len);
    if (r)
        return r;
    j->written = true;
    j->n_bad = s->n_bad;
    memcpy(j->cells, s->cells, s->n_cells * sizeof s->cells[0]);
    s->n_slow_new = 0;
    return 0;
}

/* ---- reading ------------------------------------------------------------------------------ */

static unsigned numbers_of(const char *text, uint64_t *out)
{
    unsigned n = 0;
    char *end;

    for (; n < NUMBERS_MAX && *text == ' '; text = end) {
        out[n] = strtoull(text + 1, &end, 10);
        if (end == text + 1)
            break;
        n++;
    }
    return n;
}

static void take_cell(struct platter_scan *s, const uint64_t *v)
{
    if (v[0] < s->n_cells)
        s->cells[v[0]] = (struct platter_scan_cell){v[1], (uint32_t)v[2], (uint32_t)v[3],
                                                    (uint32_t)v[4], (uint32_t)v[5]};
}

static bool inside(const struct platter_scan *s, uint64_t byte, uint64_t len)
{
    return byte >= s->plan.first_byte && byte < s->plan.end_byte && len <= s->plan.end_byte - byte;
}

static void take_slow(struct platter_scan *s, const uint64_t *v)
{
    const struct platter_scan_slow e = {
        .first_byte = v[0], .time_us = (uint32_t)v[1], .disturbed = v[2] != 0};

    if (inside(s, v[0], 1))
        platter_scan_add_slow(s, &e);
}

static void take_keep(struct platter_scan *s, const uint64_t *v)
{
    if (v[0] < s->n_bad)
        s->n_bad = (uint32_t)v[0];
}

static void take_bad(struct platter_scan *s, const uint64_t *v)
{
    const struct platter_scan_bad bad = {v[0], v[1], v[2] != 0};

    if (inside(s, v[0], v[1]))
        (void)platter_scan_add_bad(s, &bad);
}

static void take_classes(struct platter_scan *s, const uint64_t *v)
{
    memcpy(s->counts.by_class, v, sizeof s->counts.by_class);
}

static void take_turns(struct platter_scan *s, const uint64_t *v)
{
    s->counts.revolutions = v[0];
    memcpy(s->turns, v + 1, sizeof s->turns);
}

static void take_at(struct platter_scan *s, const uint64_t *v)
{
    s->done = v[0] < s->n_blocks ? v[0] : s->n_blocks;
    s->bytes = v[1];
    s->counts.slow = v[2];
    s->block_ns = v[3];
    s->worst_ns = v[4];
    s->worst_byte = v[5];
    s->typical_ns = v[6];
    s->duration_ns = v[7];
    s->paused_ns = v[8];
    s->unlisted = v[9];
    s->slow_floor_us = (uint32_t)v[10];
    s->bad_merged = v[11] != 0;
}

static const struct {
    const char *word;
    unsigned numbers;
    void (*take)(struct platter_scan *s, const uint64_t *v);
} lines[] = {
    {"cell", 6, take_cell}, {"slow", 3, take_slow},       {"keep", 1, take_keep},
    {"bad", 3, take_bad},   {"classes", 8, take_classes}, {"turns", 6, take_turns},
    {"at", 12, take_at},
};

static void take_line(struct platter_scan *s, const char *line)
{
    uint64_t v[NUMBERS_MAX] = {0};

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        size_t len = strlen(lines[i].word);
        if (strncmp(line, lines[i].word, len) == 0 && line[len] == ' ' &&
            numbers_of(line + len, v) == lines[i].numbers)
            lines[i].take(s, v);
    }
}

/* Where the last whole checkpoint ends; `at` is where the first begins. 0: there is none. */
static size_t last_end(const char *text, size_t len, size_t at)
{
    size_t begin = at, end = 0;

    while (at < len) {
        const char *newline = memchr(text + at, '\n', len - at);
        uint64_t hash = 0;
        if (!newline)
            break;
        size_t next = (size_t)(newline - text) + 1;
        if (strncmp(text + at, "end ", 4) == 0) {
            if (numbers_of(text + at + 3, &hash) < 1 ||
                hash != platter_hash(text + begin, at - begin))
                break;
            begin = end = next;
        }
        at = next;
    }
    return end;
}

/* The head's lines. Returns where the checkpoints begin, 0: that is no head. */
static size_t take_head(const char *text, char *drive, struct platter_scan_plan *plan)
{
    char method[16];
    unsigned long long first, end, slow, rev;
    unsigned block;
    int n = 0;

    if (strncmp(text, MAGIC, strlen(MAGIC)) != 0)
        return 0;
    /* NOLINTNEXTLINE(cert-err34-c): the numbers are checked below, and by platter_scan_init */
    if (sscanf(text + strlen(MAGIC), "drive %103s method %15s range %llu %llu %u %llu %llu%n",
               drive, method, &first, &end, &block, &slow, &rev, &n) != 7 ||
        text[strlen(MAGIC) + (size_t)n] != '\n')
        return 0;
    *plan = (struct platter_scan_plan){
        .first_byte = first, .end_byte = end, .block_bytes = block, .slow_ns = slow, .rev_ns = rev};
    if (platter_scan_method_of(method, &plan->method) < 0)
        return 0;
    return strlen(MAGIC) + (size_t)n + 1;
}

static int read_file(const char *path, char **out, size_t *len)
{
    struct stat st;
    CLEANUP_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &st) < 0)
        return -errno;
    if (!S_ISREG(st.st_mode) || st.st_size > 1 << 30)
        return PLATTER_JOURNAL_BROKEN;
    CLEANUP_FREE char *text = malloc((size_t)st.st_size + 1);
    if (!text)
        return -ENOMEM;
    ssize_t n = read(fd, text, (size_t)st.st_size);
    if (n < 0)
        return -errno;
    text[n] = '\0';
    *len = (size_t)n;
    *out = TAKE_PTR(text);
    return 0;
}

static void take_checkpoints(struct platter_scan *s, char *text, size_t from, size_t to)
{
    char *line, *rest = text + from;

    text[to - 1] = '\0';
    while ((line = strsep(&rest, "\n")) != NULL)
        take_line(s, line);
    s->n_slow_new = 0;
}

int platter_scan_journal_open(const char *path, const char *drive, struct platter_scan *s,
                              struct platter_scan_journal **out, char *other, size_t other_size)
{
    CLEANUP_FREE char *text = NULL;
    char owner[PLATTER_ID_MAX];
    struct platter_scan_plan plan;
    struct platter_scan_journal *j = NULL;
    struct platter_scan scan;
    size_t len = 0;
    int r = read_file(path, &text, &len);

    if (r || !text)
        return r ? r : -EIO;
    size_t begin = take_head(text, owner, &plan);
    size_t end = begin ? last_end(text, len, begin) : 0;
    if (!end)
        return PLATTER_JOURNAL_BROKEN;
    if (strcmp(owner, drive) != 0) {
        snprintf(other, other_size, "%s", owner);
        return PLATTER_JOURNAL_OTHER;
    }
    r = platter_scan_init(&scan, &plan);
    if (r)
        return r == -EINVAL ? PLATTER_JOURNAL_BROKEN : r;
    r = platter_scan_journal_new(path, drive, &j);
    if (r == 0 && end < len && truncate(path, (off_t)end) < 0)
        r = -errno;
    if (r) {
        platter_scan_journal_free(j, false);
        platter_scan_deinit(&scan);
        return r;
    }
    take_checkpoints(&scan, text, begin, end);
    memcpy(j->cells, scan.cells, scan.n_cells * sizeof scan.cells[0]);
    j->n_bad = scan.n_bad;
    j->written = true;
    *s = scan;
    *out = j;
    return 0;
}
