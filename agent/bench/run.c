/* SPDX-License-Identifier: MIT */
#include "agent/bench/run.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include <platter/errors.h>

#define SUFFIX ".json"
/* Runs that end in one second get ~2, ~3 ... after their time: no id has a '~'. */
#define SAME_SECOND_MAX 1000u

int platter_runs_dir(const char *chosen, char *dir, size_t size)
{
    const char *set = getenv("PLATTER_RUNS_DIR");
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int len;

    if (!chosen && set && *set)
        chosen = set;
    if (chosen)
        len = snprintf(dir, size, "%s", chosen);
    else if (geteuid() == 0)
        len = snprintf(dir, size, "%s", PLATTER_LOCALSTATEDIR "/lib/platter/runs");
    else if (state && *state == '/')
        len = snprintf(dir, size, "%s/platter/runs", state);
    else if (home && *home)
        len = snprintf(dir, size, "%s/.local/state/platter/runs", home);
    else
        return -ENOENT;
    return len < 0 || (size_t)len >= size ? -ENAMETOOLONG : 0;
}

static bool made_of(const char *text, const char *letters)
{
    return text[strspn(text, letters)] == '\0';
}

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

/* "20261201T001042Z" */
static int stamp(int64_t time_s, char *buf, size_t size)
{
    time_t when = (time_t)time_s;
    struct tm t;

    return gmtime_r(&when, &t) && strftime(buf, size, "%Y%m%dT%H%M%SZ", &t) ? 0 : -EINVAL;
}

/* copy: 1 for the first run of that second. */
static int name_file(char *file, size_t size, int64_t time_s, unsigned copy, const char *command,
                     const char *drive)
{
    char when[32], again[16] = "";

    if (!*command || strlen(command) >= PLATTER_RUN_COMMAND_MAX || !made_of(command, LOWER) ||
        strlen(drive) >= PLATTER_ID_MAX || !made_of(drive, LOWER UPPER DIGITS "._-") ||
        stamp(time_s, when, sizeof(when)) < 0)
        return -EINVAL;
    if (copy > 1)
        snprintf(again, sizeof(again), "~%u", copy);
    int len = snprintf(file, size, "%s%s-%s-%s" SUFFIX, when, again, command, drive);
    return len < 0 || (size_t)len >= size ? -EINVAL : 0;
}

/* The folder and those above it. */
int platter_runs_make(const char *dir)
{
    char path[PLATTER_RUN_PATH_MAX];

    if (snprintf(path, sizeof(path), "%s/", dir) >= (int)sizeof(path))
        return -ENAMETOOLONG;
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0755) < 0 && errno != EEXIST)
            return -errno;
        *slash = '/';
    }
    return 0;
}

static int write_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, text, len);
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n > 0) {
            text += n;
            len -= (size_t)n;
        }
    }
    return fsync(fd) < 0 ? -errno : 0;
}

/* "20261201T001042Z" at the begin of a name; NULL when there is none. */
static const char *scan_time(const char *name, int64_t *time_s)
{
    struct tm t = {0};
    int used = 0;

    if (sscanf(name, "%4d%2d%2dT%2d%2d%2dZ%n", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour,
               &t.tm_min, &t.tm_sec, &used) != 6 ||
        used != 16 || !made_of((char[]){name[0], name[4], name[6], name[9], '\0'}, DIGITS))
        return NULL;
    t.tm_year -= 1900;
    t.tm_mon -= 1;
    *time_s = (int64_t)timegm(&t);
    return name + used;
}

/* A name as name_file() makes it. */
static bool scan_name(const char *name, struct platter_run *run)
{
    const char *p = scan_time(name, &run->time_s);
    size_t len = strlen(name), tail = strlen(SUFFIX);

    if (!p || len <= tail || len >= sizeof(run->file) || strcmp(name + len - tail, SUFFIX) != 0)
        return false;
    if (*p == '~')
        p += 1 + strspn(p + 1, DIGITS);
    size_t command = *p == '-' ? strspn(p + 1, LOWER) : 0;
    if (command == 0 || command >= sizeof(run->command) || p[1 + command] != '-')
        return false;
    memcpy(run->command, p + 1, command);
    run->command[command] = '\0';
    p += command + 2;
    size_t drive = (size_t)(name + len - tail - p);
    if (drive >= sizeof(run->drive))
        return false;
    memcpy(run->drive, p, drive);
    run->drive[drive] = '\0';
    memcpy(run->file, name, len + 1);
    return true;
}

/* Of one second: ~9 before ~10. */
static unsigned copy_of(const struct platter_run *run)
{
    const char *tilde = strchr(run->file, '~');

    return tilde ? (unsigned)strtoul(tilde + 1, NULL, 10) : 1;
}

static int by_time(const void *a, const void *b)
{
    const struct platter_run *x = a, *y = b;
    unsigned copy_x = copy_of(x), copy_y = copy_of(y);

    if (x->time_s != y->time_s)
        return x->time_s < y->time_s ? -1 : 1;
    if (copy_x != copy_y)
        return copy_x < copy_y ? -1 : 1;
    return strcmp(x->file, y->file);
}

int platter_runs_list(const char *dir, struct platter_run **runs, unsigned *n)
{
    DIR *d = opendir(dir);
    struct platter_run *list = NULL;
    unsigned used = 0, room = 0;

    if (!d && errno != ENOENT)
        return -errno;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (used == room) {
            struct platter_run *more = realloc(list, (room + 64) * sizeof(*list));
            if (!more) {
                free(list);
                closedir(d);
                return -ENOMEM;
            }
            list = more;
            room += 64;
        }
        used += scan_name(e->d_name, &list[used]);
    }
    if (d)
        closedir(d);
    if (used)
        qsort(list, used, sizeof(*list), by_time);
    *runs = list;
    *n = used;
    return 0;
}

/* Runs of one second are kept in the order in which they came. */
static unsigned next_copy(const char *dir, int64_t time_s)
{
    struct platter_run *runs = NULL;
    unsigned n = 0, last = 0;

    if (platter_runs_list(dir, &runs, &n) == 0)
        for (unsigned i = 0; i < n; i++)
            if (runs[i].time_s == time_s && copy_of(&runs[i]) > last)
                last = copy_of(&runs[i]);
    free(runs);
    return last + 1;
}

/* A link does not replace what is there, as a rename would. */
static int link_new(const char *aside, const char *dir, const char *command, const char *drive,
                    int64_t time_s, char *path, size_t size)
{
    char file[PLATTER_RUN_FILE_MAX], whole[PLATTER_RUN_PATH_MAX];

    for (unsigned copy = next_copy(dir, time_s); copy <= SAME_SECOND_MAX; copy++) {
        int result = name_file(file, sizeof(file), time_s, copy, command, drive);
        if (result < 0)
            return result;
        int len = snprintf(whole, sizeof(whole), "%s/%s", dir, file);
        if (len < 0 || (size_t)len >= sizeof(whole) || (size_t)len >= size)
            return -ENAMETOOLONG;
        if (link(aside, whole) == 0) {
            memcpy(path, whole, (size_t)len + 1);
            return 0;
        }
        /* A file system without links: then a name that is free a moment ago has to do. */
        if (errno == EPERM && access(whole, F_OK) != 0 && rename(aside, whole) == 0) {
            memcpy(path, whole, (size_t)len + 1);
            return 0;
        }
        if (errno != EEXIST && errno != EPERM)
            return -errno;
    }
    return -EEXIST;
}

int platter_run_save(const char *dir, const char *command, const char *drive, int64_t time_s,
                     const struct platter_json *document, char *path, size_t size)
{
    CLEANUP_FREE char *text = platter_json_dump_pretty(document);
    char aside[PLATTER_RUN_PATH_MAX], file[PLATTER_RUN_FILE_MAX];
    int result = name_file(file, sizeof(file), time_s, 1, command, drive);

    if (result < 0 || !text)
        return result < 0 ? result : -ENOMEM;
    result = platter_runs_make(dir);
    if (result < 0)
        return result;
    int len = snprintf(aside, sizeof(aside), "%s/.new-XXXXXX", dir);
    if (len < 0 || (size_t)len >= sizeof(aside))
        return -ENAMETOOLONG;
    CLEANUP_CLOSE int fd = mkostemp(aside, O_CLOEXEC);
    if (fd < 0)
        return -errno;
    result = fchmod(fd, 0644) < 0 ? -errno : write_all(fd, text, strlen(text));
    if (result == 0)
        result = link_new(aside, dir, command, drive, time_s, path, size);
    unlink(aside);
    return result;
}

static bool is_name(const struct platter_run *run, const char *name)
{
    size_t len = strlen(name);

    return strncmp(run->file, name, len) == 0 &&
           (run->file[len] == '\0' || strcmp(run->file + len, SUFFIX) == 0);
}

int platter_run_find(const struct platter_run *runs, unsigned n, const char *name, unsigned *index)
{
    unsigned found = 0, at = 0;

    if (*name && strlen(name) < 7 && made_of(name, DIGITS)) {
        unsigned long number = strtoul(name, NULL, 10);
        if (number < 1 || number > n)
            return PLATTER_RUN_NONE;
        *index = (unsigned)number - 1;
        return 0;
    }
    for (unsigned i = 0; i < n; i++) {
        if (is_name(&runs[i], name)) {
            *index = i;
            return 0;
        }
        if (*name && strstr(runs[i].file, name)) {
            found++;
            at = i;
        }
    }
    if (found != 1)
        return found ? PLATTER_RUN_AMBIGUOUS : PLATTER_RUN_NONE;
    *index = at;
    return 0;
}

/* The whole file; *text is the caller's. */
static int read_file(const char *path, char **text, size_t *len)
{
    CLEANUP_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat st;

    if (fd < 0 || fstat(fd, &st) < 0)
        return -errno;
    if (!S_ISREG(st.st_mode))
        return S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
    if (st.st_size < 0 || (uint64_t)st.st_size > PLATTER_RUN_BYTES_MAX)
        return -EFBIG;
    CLEANUP_FREE char *buf = malloc((size_t)st.st_size + 1);
    size_t used = 0;
    if (!buf)
        return -ENOMEM;
    while (used < (size_t)st.st_size) {
        ssize_t n = read(fd, buf + used, (size_t)st.st_size - used);
        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0)
            break;
        used += n > 0 ? (size_t)n : 0;
    }
    *len = used;
    *text = TAKE_PTR(buf);
    return 0;
}

int platter_run_load(const char *path, struct platter_json **document, char *why, size_t why_size)
{
    CLEANUP_FREE char *text = NULL;
    size_t len = 0;
    int result = read_file(path, &text, &len);

    if (result < 0)
        return result;
    struct platter_json *j = platter_json_parse(text, len, why, why_size);
    if (!j)
        return PLATTER_RUN_BROKEN;
    if (strncmp(platter_json_text(j, "schema", ""), "platter.", 8) != 0) {
        snprintf(why, why_size, "it has no \"schema\" of platter");
        platter_json_free(j);
        return PLATTER_RUN_BROKEN;
    }
    *document = j;
    return 0;
}
