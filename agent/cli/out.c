/* SPDX-License-Identifier: MIT */
#include "agent/cli/out.h"

#include <errno.h>
#include <langinfo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "agent/cli/cli.h"
#include <platter/errors.h>
#include <platter/units.h>

#define WIDTH_UNLIMITED 500u
#define WIDTH_MIN 40u

unsigned platter_out_width(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    unsigned long width = columns ? strtoul(columns, NULL, 10) : 0;

    if (width == 0) {
        if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0)
            return WIDTH_UNLIMITED;
        width = size.ws_col ? size.ws_col : 80;
    }
    return width < WIDTH_MIN ? WIDTH_MIN
                             : (width > WIDTH_UNLIMITED ? WIDTH_UNLIMITED : (unsigned)width);
}

bool platter_out_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

    return isatty(STDOUT_FILENO) && !(no && *no) && !(term && strcmp(term, "dumb") == 0);
}

bool platter_out_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Print at most width columns of text from *text on, whole words, and move on. */
static void print_line(const char **text, unsigned width)
{
    const char *start = *text, *end = start, *c = start;
    unsigned column = 0;

    for (;; c++) {
        if (*c == ' ' || *c == '\0')
            end = c;
        if (*c == '\0' || (column >= width && end > start))
            break;
        if (((unsigned char)*c & 0xc0) != 0x80)
            column++;
    }
    printf("%.*s\n", (int)(end - start), start);
    while (*end == ' ')
        end++;
    *text = end;
}

void platter_out_paragraph(unsigned indent, const char *text)
{
    unsigned width = platter_out_width();

    if (width > 100)
        width = 100;
    while (*text) {
        printf("%*s", (int)indent, "");
        print_line(&text, width - indent);
    }
}

void platter_out_hanging(unsigned indent, const char *text)
{
    unsigned width = platter_out_width();

    if (width > 100)
        width = 100;
    print_line(&text, width - indent);
    while (*text) {
        printf("%*s", (int)indent, "");
        print_line(&text, width - indent);
    }
}

void platter_out_labelled(const char *head, unsigned indent, const char *text)
{
    printf("  %-*s", (int)indent, head);
    platter_out_hanging(indent + 2, text);
}

/* Append text if all of it fits. */
static void append(char *buf, size_t size, const char *text)
{
    size_t len = strlen(buf), more = strlen(text);

    if (len + more < size)
        memcpy(buf + len, text, more + 1);
}

void platter_out_bar(char *buf, size_t size, double share, unsigned width, bool utf8)
{
    static const char *const part[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    unsigned eighths;

    buf[0] = '\0';
    if (!(share > 0))
        return;
    eighths = (unsigned)lround((share > 1 ? 1 : share) * width * 8);
    for (unsigned i = 0; i < eighths / 8; i++)
        append(buf, size, utf8 ? "█" : "#");
    if (utf8)
        append(buf, size, part[eighths % 8]);
}

static void scaled(char *buf, size_t size, double value, double step, const char *const units[])
{
    unsigned i = 0;

    /* 999.5 would be printed as 1000. */
    while (value >= step * 0.9995 && units[i + 1]) {
        value /= step;
        i++;
    }
    snprintf(buf, size, "%.*f %s",
             i == 0 || value >= 99.95 ? 0
             : value >= 9.995         ? 1
                                      : 2,
             value, units[i]);
}

void platter_out_bytes(char *buf, size_t size, uint64_t bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB", NULL};

    scaled(buf, size, (double)bytes, 1000, units);
}

void platter_out_bytes_binary(char *buf, size_t size, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", NULL};

    scaled(buf, size, (double)bytes, 1024, units);
}

void platter_out_figure(char *buf, size_t size, double value, int digits)
{
    if (isfinite(value))
        snprintf(buf, size, "%.*f", digits, value);
    else
        snprintf(buf, size, "-");
}

void platter_out_ms(char *buf, size_t size, double seconds)
{
    platter_out_figure(buf, size, seconds * 1e3, seconds < .9995e-3 ? 3 : 2);
}

void platter_out_age(char *buf, size_t size, double age_s)
{
    static const struct {
        double up_to, unit;
        const char *word;
    } units[] = {{120, 1, "s"}, {7200, 60, "min"}, {2 * 86400, 3600, "h"}, {INFINITY, 86400, "d"}};
    unsigned i = 0;

    if (!isfinite(age_s) || age_s < 0) {
        snprintf(buf, size, "-");
        return;
    }
    while (age_s >= units[i].up_to)
        i++;
    snprintf(buf, size, "%.0f %s", floor(age_s / units[i].unit), units[i].word);
}

int platter_out_json(struct platter_json *j, bool pretty)
{
    CLEANUP_FREE char *text = pretty ? platter_json_dump_pretty(j) : platter_json_dump(j);

    platter_json_free(j);
    if (!text) {
        platter_cli_complain("%s", strerror(ENOMEM));
        return PLATTER_EXIT_OS;
    }
    fputs(text, stdout);
    if (!pretty)
        putchar('\n');
    fflush(stdout);
    return PLATTER_EXIT_FINE;
}
