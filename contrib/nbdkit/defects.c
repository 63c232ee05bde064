/* SPDX-License-Identifier: MIT */
#include "contrib/nbdkit/defects.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include <platter/errors.h>
#include <platter/units.h>

/* Returns 1 when the line is one, 0 when there is nothing on it, -EINVAL. */
static int parse_line(char *line, struct platter_defect *out)
{
    uint64_t lba, sectors;
    double revolutions;
    char kind[8], rest;

    line[strcspn(line, "#\n")] = '\0';
    if (line[strspn(line, " \t")] == '\0')
        return 0;
    if (sscanf(line, "%" SCNu64 " %" SCNu64 " %7s %lf %c", &lba, &sectors, kind, &revolutions,
               &rest) != 4)
        return -EINVAL;
    bool error = strcmp(kind, "error") == 0;
    if (!sectors || lba > INT64_MAX / 1024 || sectors > INT64_MAX / 1024 ||
        !(revolutions >= 0 && revolutions <= 1e6) || (!error && strcmp(kind, "slow") != 0))
        return -EINVAL;
    *out = (struct platter_defect){
        .first_byte = lba * PLATTER_SYSFS_SECTOR_BYTES,
        .end_byte = (lba + sectors) * PLATTER_SYSFS_SECTOR_BYTES,
        .revolutions = revolutions,
        .error = error,
    };
    return 1;
}

static int add(struct platter_defects *d, const struct platter_defect *defect)
{
    struct platter_defect *list = reallocarray(d->list, d->n + 1, sizeof *list);

    if (!list)
        return -ENOMEM;
    d->list = list;
    d->list[d->n++] = *defect;
    return 0;
}

int platter_defects_load(struct platter_defects *d, const char *file)
{
    CLEANUP_FCLOSE FILE *f = fopen(file, "re");
    char line[256];
    int number = 0;

    if (!f)
        return -errno;
    while (fgets(line, sizeof line, f)) {
        struct platter_defect defect;
        number++;
        int r = parse_line(line, &defect);
        if (r < 0)
            return number;
        if (r > 0 && add(d, &defect))
            return -ENOMEM;
    }
    return ferror(f) ? -EIO : 0;
}

void platter_defects_free(struct platter_defects *d)
{
    free(d->list);
    *d = (struct platter_defects){0};
}

static bool touches(const struct platter_defect *d, uint64_t first_byte, uint64_t end_byte)
{
    return d->first_byte < end_byte && first_byte < d->end_byte;
}

double platter_defects_revolutions(const struct platter_defects *d, uint64_t first_byte,
                                   uint64_t end_byte)
{
    double revolutions = 0;

    for (size_t i = 0; i < d->n; i++)
        if (touches(&d->list[i], first_byte, end_byte))
            revolutions += d->list[i].revolutions;
    return revolutions;
}

bool platter_defects_error(const struct platter_defects *d, uint64_t first_byte, uint64_t end_byte)
{
    for (size_t i = 0; i < d->n; i++)
        if (d->list[i].error && touches(&d->list[i], first_byte, end_byte))
            return true;
    return false;
}
