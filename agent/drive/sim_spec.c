/* SPDX-License-Identifier: MIT */
#include "agent/drive/sim_spec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/model.h"
#include "agent/core/model_conf.h"
#include <platter/errors.h>
#include <platter/snapshot.h>

#define FILE_MAX_BYTES 16384
#define KNOWN_DRIVES 6
#define SUFFIX ".conf"

bool platter_sim_is_name(const char *name)
{
    return strncmp(name, PLATTER_SIM_PREFIX, strlen(PLATTER_SIM_PREFIX)) == 0;
}

static bool is_file(const char *text, size_t len)
{
    return memchr(text, '/', len) || (len > strlen(SUFFIX) && strncmp(text + len - strlen(SUFFIX),
                                                                      SUFFIX, strlen(SUFFIX)) == 0);
}

/* "a time", "a rate such as 150 MB/s": what a key wants. */
static const char *const kinds[PLATTER_MODEL_KINDS] = {
    [PLATTER_MODEL_TEXT] = "a text of 47 characters at most",
    [PLATTER_MODEL_WHOLE] = "a whole number",
    [PLATTER_MODEL_BYTES] = "a size such as 64 MiB",
    [PLATTER_MODEL_SIZE] = "a size such as 4096 B",
    [PLATTER_MODEL_TIME] = "a time such as 8.3 ms",
    [PLATTER_MODEL_RATE] = "a rate such as 150 MB/s",
    [PLATTER_MODEL_SHARE] = "a share such as 3 %",
    [PLATTER_MODEL_COUNT] = "a number",
    [PLATTER_MODEL_CELSIUS] = "a temperature such as 35 C",
};

/* The first of them are the best known. */
static void known_drives(char *buf, size_t size)
{
    unsigned n;
    const struct platter_model_spec *specs = platter_model_specs(&n);

    buf[0] = '\0';
    for (unsigned i = 0; i < n && i < KNOWN_DRIVES; i++) {
        size_t used = strlen(buf);
        snprintf(buf + used, size - used, "%s%s%s", i ? ", " : "", PLATTER_SIM_PREFIX,
                 specs[i].name);
    }
}

static void known_faults(char *buf, size_t size)
{
    unsigned n;
    const struct platter_model_fault_info *infos = platter_model_fault_infos(&n);

    buf[0] = '\0';
    for (unsigned i = 0; i < n; i++) {
        size_t used = strlen(buf);
        snprintf(buf + used, size - used, "%s%s", i ? ", " : "", infos[i].name);
    }
}

static void explain(const struct platter_model_error *e, const char *place, char *why, size_t size)
{
    char list[PLATTER_TEXT_MAX];

    switch (e->result) {
    case PLATTER_MODEL_UNKNOWN:
        snprintf(why, size, "%s: a drive has no %s%s%s%s", place, e->word,
                 e->meant ? "; did you mean " : "", e->meant ? e->meant : "", e->meant ? "?" : "");
        return;
    case PLATTER_MODEL_VALUE:
        snprintf(why, size, "%s: %s: '%s' is not %s", place, e->key->name, e->word,
                 kinds[e->key->kind]);
        return;
    case PLATTER_MODEL_RANGE:
        snprintf(why, size, "%s: %s: '%s' is more or less than can be (%s)", place, e->key->name,
                 e->word, e->key->help);
        return;
    case PLATTER_MODEL_FAULT:
        known_faults(list, sizeof(list));
        snprintf(why, size,
                 "%s: fault: '%s' is not understood; write KIND:key=value:... with one of %s",
                 place, e->word, list);
        return;
    case PLATTER_MODEL_MANY:
        snprintf(why, size, "%s: more than %d faults", place, PLATTER_MODEL_FAULTS_MAX);
        return;
    case PLATTER_MODEL_LINE:
        snprintf(why, size, "%s: '%s' is not `key = value`", place, e->word);
        return;
    case PLATTER_MODEL_MISSING:
        snprintf(why, size, "%s: %s is missing (%s)", place, e->word, e->key->help);
        return;
    case PLATTER_MODEL_CLASH:
        snprintf(why, size, "%s: capacity must be a multiple of physical, and that a power of 2",
                 place);
        return;
    case PLATTER_MODEL_NO_DRIVE:
        known_drives(list, sizeof(list));
        snprintf(why, size, "no simulated drive %s; there are %s and more (`platter list --sim`)",
                 place, list);
        return;
    case PLATTER_MODEL_OK:
        break;
    }
    snprintf(why, size, "%s: %s", place, strerror(EINVAL));
}

/* The whole file, without a NUL at the end. Returns its length or -errno. */
static ssize_t read_file(const char *path, char *buf, size_t size)
{
    CLEANUP_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    size_t len = 0;
    ssize_t n = -1;

    if (fd < 0)
        return -errno;
    while (len < size && (n = read(fd, buf + len, size - len)) > 0)
        len += (size_t)n;
    if (len == size)
        return -EFBIG;
    return n < 0 ? -errno : (ssize_t)len;
}

/* "/a/b/old.conf" -> "old" */
static void name_of(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t len = strlen(base), suffix = strlen(SUFFIX);

    if (len > suffix && strcmp(base + len - suffix, SUFFIX) == 0)
        len -= suffix;
    snprintf(name, size, "%.*s", (int)len, base);
}

static int spec_of_file(const char *text, size_t len, struct platter_model_spec *out, char *why,
                        size_t size)
{
    struct platter_model_spec spec;
    struct platter_model_error error;
    char path[PLATTER_TEXT_MAX], place[PLATTER_TEXT_MAX + 16], name[PLATTER_MODEL_NAME_MAX];
    char buf[FILE_MAX_BYTES];

    snprintf(path, sizeof(path), "%.*s", (int)len, text);
    name_of(path, name, sizeof(name));
    ssize_t n = read_file(path, buf, sizeof(buf));
    if (n < 0) {
        snprintf(why, size, "%s: %s", path, strerror((int)-n));
        return (int)n;
    }
    memset(&spec, 0, sizeof(spec));
    if (platter_model_parse(&spec, name, buf, (size_t)n, &error) != PLATTER_MODEL_OK) {
        if (error.line)
            snprintf(place, sizeof(place), "%s:%u", path, error.line);
        else
            snprintf(place, sizeof(place), "%s", path);
        explain(&error, place, why, size);
        return -EINVAL;
    }
    if (text[len] && platter_model_adjust(&spec, text + len + 1, &error) != PLATTER_MODEL_OK) {
        explain(&error, text, why, size);
        return -EINVAL;
    }
    *out = spec;
    return 0;
}

int platter_sim_spec(const char *name, struct platter_model_spec *out, char *why, size_t size)
{
    struct platter_model_error error;
    const char *text = name + strlen(PLATTER_SIM_PREFIX);

    if (!platter_sim_is_name(name)) {
        snprintf(why, size, "%s: a simulated drive is called %sNAME", name, PLATTER_SIM_PREFIX);
        return -EINVAL;
    }
    size_t len = strcspn(text, ",");
    if (is_file(text, len))
        return spec_of_file(text, len, out, why, size);
    if (platter_model_named(out, text, &error) == PLATTER_MODEL_OK)
        return 0;
    explain(&error, name, why, size);
    return -EINVAL;
}

/* Whether what follows a comma is a setting: a word and '='. */
static bool is_setting(const char *p)
{
    p += strspn(p, " \t");
    size_t word = strspn(p, "abcdefghijklmnopqrstuvwxyz-");

    return word > 0 && p[word + strspn(p + word, " \t")] == '=';
}

char *platter_drive_list_next(char **list)
{
    while (*list) {
        char *name = *list + strspn(*list, " \t");
        char *end = name + strcspn(name, ",");
        while (*end && platter_sim_is_name(name) && is_setting(end + 1))
            end += 1 + strcspn(end + 1, ",");
        *list = *end ? end + 1 : NULL;
        for (*end = '\0'; end > name && strchr(" \t", end[-1]);)
            *--end = '\0';
        if (*name)
            return name;
    }
    return NULL;
}
