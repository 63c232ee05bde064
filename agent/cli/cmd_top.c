/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>

#include "agent/cli/cli.h"
#include "agent/cli/top_report.h"
#include "agent/drive/discover.h"
#include <platter/errors.h>
#include <platter/units.h>

struct top_options {
    int64_t delay_s;
    uint64_t count;
    bool all, json;
    const char *sysroot;
};

/* The first two are also -d and -n. */
static const struct platter_arg args[] = {
    {"delay", "TIME", PLATTER_ARG_SECONDS, offsetof(struct top_options, delay_s), 0, 0,
     "between two refreshes (2 s); also -d"},
    {"count", "N", PLATTER_ARG_COUNT, offsetof(struct top_options, count), 1, UINT64_MAX,
     "end after N refreshes; also -n"},
    {"all", NULL, PLATTER_ARG_FLAG, offsetof(struct top_options, all), 0, 0,
     "also loop, dm, md and others that are no drives"},
    {"sysroot", "DIR", PLATTER_ARG_TEXT, offsetof(struct top_options, sysroot), 0, 0,
     "look at a captured tree of /sys under DIR"},
    {"json", NULL, PLATTER_ARG_FLAG, offsetof(struct top_options, json), 0, 0,
     "JSON, a line for each refresh"},
};

/* One look at all drives. */
struct look {
    struct platter_found *found;
    struct platter_io_drive *io;
    unsigned n;
    uint64_t ns;
};

struct screen {
    bool live; /* a terminal: one screen, refreshed in place */
    bool keys; /* stdin is one: q ends */
    struct termios before;
};

static volatile sig_atomic_t ended;

static void on_signal(int number)
{
    (void)number;
    ended = 1;
}

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

static void look_deinit(struct look *l)
{
    free(l->found);
    free(l->io);
    *l = (struct look){.n = 0};
}

static int read_io(const struct platter_sysroot *root, const struct platter_found *found,
                   struct platter_io_drive *out)
{
    char text[512];
    int result =
        platter_sysroot_read(root, text, sizeof(text), NULL, "/sys/block/%s/stat", found->name);

    if (result == 0)
        result = platter_disk_stat_parse(text, &out->io);
    memcpy(out->name, found->name, sizeof(out->name));
    out->diskseq = found->diskseq;
    return result;
}

/* A drive that went away in this moment is left out. */
static int look(const struct platter_sysroot *root, bool all, struct look *out)
{
    struct look l = {.ns = now_ns()};
    unsigned found = 0;
    int result = platter_discover(root, all, &l.found, &found);

    if (result < 0)
        return result;
    l.io = calloc(found + 1, sizeof(*l.io));
    for (unsigned i = 0; l.io && i < found; i++)
        if (read_io(root, &l.found[i], &l.io[l.n]) == 0) {
            struct platter_found kept = l.found[i];
            l.found[l.n++] = kept;
        }
    if (!l.io) {
        look_deinit(&l);
        return -ENOMEM;
    }
    *out = l;
    return 0;
}

static int show(const struct top_options *o, const struct look *before, const struct look *after)
{
    CLEANUP_FREE struct platter_top_row *rows = calloc(after->n + 1, sizeof(*rows));
    double seconds = (double)(after->ns - before->ns) / 1e9;

    if (!rows)
        return PLATTER_EXIT_OS;
    for (unsigned i = 0; i < after->n; i++) {
        const struct platter_disk_stat *old =
            platter_rates_before(before->io, before->n, &after->io[i]);
        rows[i].name = after->found[i].name;
        rows[i].model = after->found[i].model;
        rows[i].in_flight = after->io[i].io.in_flight;
        /* No time between: nothing is known. */
        platter_rates_of(old ? old : &after->io[i].io, &after->io[i].io, old ? seconds : 0,
                         &rows[i].rates);
    }
    if (o->json)
        return platter_top_print_json(rows, after->n, (int64_t)time(NULL), seconds);
    return platter_top_print(rows, after->n);
}

static void head(const struct screen *s, const struct top_options *o, bool first)
{
    char clock[32] = "";
    time_t now = time(NULL);
    struct tm t;

    if (o->json)
        return;
    if (localtime_r(&now, &t))
        strftime(clock, sizeof(clock), "%H:%M:%S", &t);
    if (s->live)
        printf("\033[H\033[J");
    else if (!first)
        putchar('\n');
    printf("%s, over %lld s%s\n", clock, (long long)o->delay_s, s->keys ? "; q ends" : "");
}

/* Wait until then. Returns false when it is to end: q, Ctrl-C. */
static bool wait_until(const struct screen *s, uint64_t until_ns)
{
    while (!ended) {
        uint64_t now = now_ns();
        struct pollfd p = {.fd = s->keys ? STDIN_FILENO : -1, .events = POLLIN};
        char key = 0;
        if (now >= until_ns)
            return true;
        int n = poll(&p, 1, (int)((until_ns - now) / PLATTER_NS_PER_MS) + 1);
        if (n > 0 && (read(STDIN_FILENO, &key, 1) != 1 || key == 'q' || key == 'Q'))
            return false;
    }
    return false;
}

static void screen_init(struct screen *s, bool json)
{
    struct sigaction action = {.sa_handler = on_signal};
    struct termios t;

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    *s = (struct screen){.live = !json && isatty(STDOUT_FILENO)};
    if (!s->live || tcgetattr(STDIN_FILENO, &s->before) < 0)
        return;
    t = s->before;
    t.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    s->keys = tcsetattr(STDIN_FILENO, TCSANOW, &t) == 0;
}

static void screen_deinit(const struct screen *s)
{
    if (s->keys)
        tcsetattr(STDIN_FILENO, TCSANOW, &s->before);
}

static int refresh(const struct platter_sysroot *root, const struct top_options *o,
                   const struct screen *s, struct look *before)
{
    uint64_t step_ns = (uint64_t)o->delay_s * PLATTER_NS_PER_S, next_ns = before->ns;
    int status = PLATTER_EXIT_FINE;

    for (uint64_t i = 0; status == PLATTER_EXIT_FINE && (o->count == 0 || i < o->count); i++) {
        struct look after;
        next_ns += step_ns;
        if (!wait_until(s, next_ns))
            break;
        int result = look(root, o->all, &after);
        if (result < 0)
            return result;
        head(s, o, i == 0);
        status = show(o, before, &after);
        fflush(stdout);
        look_deinit(before);
        *before = after;
    }
    return status;
}

static int run(const struct platter_command *self, int argc, char **argv)
{
    struct top_options o = {.delay_s = 2};
    struct platter_sysroot root;
    struct screen screen;
    struct look first = {.n = 0};
    int result = platter_args_parse(self, argc, argv, &o, NULL);

    if (result != 0)
        return result < 0 ? PLATTER_EXIT_USAGE : PLATTER_EXIT_FINE;
    result = platter_sysroot_init(&root, o.sysroot);
    if (result == 0)
        result = look(&root, o.all, &first);
    if (result == 0) {
        screen_init(&screen, o.json);
        result = refresh(&root, &o, &screen, &first);
        screen_deinit(&screen);
    }
    look_deinit(&first);
    if (result >= 0)
        return result;
    platter_cli_complain("%s/sys/block: %s; is /sys mounted?", o.sysroot ? o.sysroot : "",
                         strerror(-result));
    return PLATTER_EXIT_OS;
}

const struct platter_command platter_command_top = {
    .name = "top",
    .question = PLATTER_HOW_ARE_MY_DRIVES,
    .summary = "what everybody does to the drives, live",
    .text = "From the kernel's counters: it needs no agent, opens no drive and wakes none. r is\n"
            "reads, w writes; ms is the mean time of a request, queue how many waited on average.\n"
            "q or Ctrl-C ends it.\n",
    .args = args,
    .n_args = sizeof(args) / sizeof(*args),
    .brief = "dn",
    .run = run,
};
