/* SPDX-License-Identifier: MIT */
#include "tests/vm/drive/control.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_BYTES 256
#define UNREADABLE_REVOLUTIONS 24 /* retries of a drive whose error recovery is short */

enum kind { NUMBER, HEX, TEXT, POWER, SENSE };

struct key {
    const char *name;
    enum kind kind;
    size_t offset, size; /* size: of a text with its NUL */
};

#define AT(kind, name, member)                              \
    {                                                       \
        name, kind, offsetof(struct lab_control, member), 0 \
    }
#define TEXT_AT(name, member)                             \
    {                                                     \
        name, TEXT, offsetof(struct lab_control, member), \
            sizeof(((struct lab_control *)0)->member)     \
    }

static const struct key keys[] = {
    AT(NUMBER, "temperature", temperature_c),
    AT(NUMBER, "reallocated", reallocated),
    AT(NUMBER, "pending", pending),
    AT(NUMBER, "hours", hours),
    AT(NUMBER, "power_cycles", power_cycles),
    AT(NUMBER, "start_stop", start_stop),
    AT(NUMBER, "load_cycles", load_cycles),
    AT(NUMBER, "crc_errors", crc_errors),
    AT(NUMBER, "smart_fail", smart_fail),
    AT(NUMBER, "smart_off", smart_off),
    AT(NUMBER, "smart_damage", smart_damage),
    AT(NUMBER, "power_byte", power_byte),
    AT(NUMBER, "selftest_ms", selftest_ms),
    AT(NUMBER, "selftest_result", selftest_result),
    AT(NUMBER, "spinup_ms", spinup_ms),
    AT(NUMBER, "idle_b_after_s", after_s[LAB_IDLE_B]),
    AT(NUMBER, "idle_c_after_s", after_s[LAB_IDLE_C]),
    AT(NUMBER, "standby_after_s", after_s[LAB_STANDBY]),
    AT(POWER, "power", power),
    AT(NUMBER, "hang", hang),
    AT(HEX, "refuse", refuse),
    AT(SENSE, "sense", sense),
    AT(HEX, "wwn", wwn),
    TEXT_AT("model", model),
    TEXT_AT("serial", serial),
    TEXT_AT("firmware", firmware),
};

void lab_control_init(struct lab_control_file *file, const char *path)
{
    memset(file, 0, sizeof *file);
    file->path = path;
    file->defaults = (struct lab_control){
        .model = "PLATTER LAB DRIVE",
        .serial = "LAB0000000",
        .firmware = "LB01",
        /* NAA 5 with a vendor number from the locally administered ones. */
        .wwn = 0x50200ab000000000,
        .temperature_c = 38,
        .hours = 12345,
        .power_cycles = 77,
        .start_stop = 99,
        .load_cycles = 200,
        .power_byte = UINT64_MAX,
        .selftest_ms = 2000,
        .spinup_ms = 3000,
        .power = LAB_POWER_STATES,
    };
}

static bool set_number(uint64_t *out, const char *text, int base)
{
    char *end;

    errno = 0;
    unsigned long long n = strtoull(text, &end, base);
    if (errno || end == text || *end || strchr(text, '-'))
        return false;
    *out = n;
    return true;
}

static bool set(struct lab_control *c, const struct key *key, const char *value)
{
    void *at = (char *)c + key->offset;

    switch (key->kind) {
    case NUMBER:
        return set_number(at, value, 10);
    case HEX:
        return set_number(at, value, 16);
    case POWER:
        return lab_power_find(value, at);
    case SENSE:
        return lab_sense_find(value, at);
    case TEXT:
        break;
    }
    if (!*value || strlen(value) >= key->size)
        return false;
    memcpy(at, value, strlen(value) + 1);
    return true;
}

/* "LBA COUNT unc [REVOLUTIONS]" or "LBA COUNT slow REVOLUTIONS". */
static bool add_bad(struct lab_control *c, char *value)
{
    struct lab_bad bad = {.revolutions = UNREADABLE_REVOLUTIONS};
    char *word[4] = {NULL}, *rest;
    int n = 0;

    for (char *w = strtok_r(value, " \t", &rest); w && n < 4; w = strtok_r(NULL, " \t", &rest))
        word[n++] = w;
    if (n < 3 || c->n_bad == LAB_BAD_MAX)
        return false;
    bad.unreadable = strcmp(word[2], "unc") == 0;
    if (!bad.unreadable && (strcmp(word[2], "slow") != 0 || n < 4))
        return false;
    if (!set_number(&bad.lba, word[0], 10) || !set_number(&bad.count, word[1], 10) ||
        (n == 4 && !set_number(&bad.revolutions, word[3], 10)))
        return false;
    c->bad[c->n_bad++] = bad;
    return true;
}

static bool take_line(struct lab_control *c, char *line)
{
    char *value = line + strcspn(line, " \t");

    if (*value)
        *value++ = '\0';
    value += strspn(value, " \t");
    if (strcmp(line, "bad") == 0)
        return add_bad(c, value);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(line, keys[i].name) == 0)
            return set(c, &keys[i], value);
    return false;
}

static void read_lines(const struct lab_control_file *file, FILE *f, struct lab_control *c)
{
    char line[LINE_MAX_BYTES];

    for (int n = 1; fgets(line, sizeof line, f); n++) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] && line[0] != '#' && !take_line(c, line))
            fprintf(stderr, "%s:%d: %s: not understood, see tests/vm/drive/control.h\n", file->path,
                    n, line);
    }
}

static bool same(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int lab_control_poll(struct lab_control_file *file, struct lab_control *out)
{
    struct lab_control c = file->defaults;
    struct stat now;

    if (stat(file->path, &now) != 0 || same(&now, &file->seen))
        return 0;
    FILE *f = fopen(file->path, "re");
    if (!f)
        return 0;
    read_lines(file, f, &c);
    fclose(f);
    file->seen = now;
    *out = c;
    return 1;
}
