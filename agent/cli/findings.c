/* SPDX-License-Identifier: MIT */
#include "agent/cli/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/out.h"
#include "agent/cli/table.h"
#include "agent/wire/json.h"
#include <platter/errors.h>
#include <platter/version.h>

static const struct {
    const char *name, *sign, *plain;
    enum platter_tint tint;
} marks[PLATTER_MARKS] = {
    [PLATTER_MARK_FINE] = {"fine", "✓", "ok", PLATTER_GOOD},
    [PLATTER_MARK_MEND] = {"mend", "!", "!", PLATTER_WARN},
    [PLATTER_MARK_BROKEN] = {"broken", "✗", "X", PLATTER_BAD},
};

const char *platter_mark_name(int mark)
{
    return mark >= 0 && mark < PLATTER_MARKS ? marks[mark].name : "?";
}

void platter_findings_add(struct platter_findings *f, enum platter_mark mark, const char *about,
                          const char *code, const char *mend, const char *format, ...)
{
    struct platter_finding *v = realloc(f->v, (f->n + 1) * sizeof(*v)), *one;
    va_list ap;

    if (!v) {
        f->failed = true;
        return;
    }
    f->v = v;
    one = &v[f->n++];
    *one = (struct platter_finding){.mark = mark};
    snprintf(one->about, sizeof(one->about), "%s", about);
    snprintf(one->code, sizeof(one->code), "%s", code);
    snprintf(one->mend, sizeof(one->mend), "%s", mend ? mend : "");
    va_start(ap, format);
    vsnprintf(one->text, sizeof(one->text), format, ap);
    va_end(ap);
}

unsigned platter_findings_count(const struct platter_findings *f, enum platter_mark mark)
{
    unsigned n = 0;

    for (unsigned i = 0; i < f->n; i++)
        if (f->v[i].mark == mark)
            n++;
    return n;
}

void platter_findings_deinit(struct platter_findings *f)
{
    free(f->v);
    *f = (struct platter_findings){.n = 0};
}

static void print_one(const struct platter_finding *one, bool colour, bool utf8)
{
    const char *sign = utf8 ? marks[one->mark].sign : marks[one->mark].plain;
    char head[32];

    snprintf(head, sizeof(head), "%s%s%s%*s", colour ? platter_tint_on(marks[one->mark].tint) : "",
             sign, colour ? "\033[0m" : "", utf8 || strlen(sign) > 1 ? 0 : 1, "");
    printf("  %s ", head);
    platter_out_hanging(utf8 ? 4 : 5, one->text);
    if (one->mend[0]) {
        printf("%*s%s", utf8 ? 4 : 5, "", utf8 ? "→ " : "> ");
        platter_out_hanging(utf8 ? 6 : 7, one->mend);
    }
}

int platter_findings_print(const struct platter_findings *f)
{
    bool colour = platter_out_colour(), utf8 = platter_out_utf8();
    const char *about = NULL;

    if (f->failed)
        return PLATTER_EXIT_OS;
    for (unsigned i = 0; i < f->n; i++) {
        if (!about || strcmp(about, f->v[i].about) != 0) {
            printf("%s%s%s%s\n", about ? "\n" : "", colour ? platter_tint_on(PLATTER_BOLD) : "",
                   f->v[i].about[0] ? f->v[i].about : "This machine", colour ? "\033[0m" : "");
            about = f->v[i].about;
        }
        print_one(&f->v[i], colour, utf8);
    }
    unsigned mend = platter_findings_count(f, PLATTER_MARK_MEND);
    unsigned broken = platter_findings_count(f, PLATTER_MARK_BROKEN);
    if (mend + broken)
        printf("\n%u of %u things to mend.\n", mend + broken, f->n);
    else
        puts("\nAll is well.");
    return PLATTER_EXIT_FINE;
}

int platter_findings_print_json(const struct platter_findings *f)
{
    struct platter_json *j, *list;

    if (f->failed)
        return PLATTER_EXIT_OS;
    j = platter_json_object_new();
    list = platter_json_array_new();
    for (unsigned i = 0; i < f->n; i++) {
        struct platter_json *one = platter_json_object_new();
        platter_json_set_text(one, "about", f->v[i].about);
        platter_json_set_text(one, "code", f->v[i].code);
        platter_json_set_text(one, "mark", platter_mark_name((int)f->v[i].mark));
        platter_json_set_text(one, "text", f->v[i].text);
        platter_json_set_text(one, "mend", f->v[i].mend);
        platter_json_append(list, one);
    }
    platter_json_set_text(j, "schema", "platter.doctor/1");
    platter_json_set_text(j, "version", PLATTER_VERSION);
    platter_json_set(j, "findings", list);
    return platter_out_json(j, true);
}
