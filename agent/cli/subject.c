/* SPDX-License-Identifier: MIT */
#include "agent/cli/subject.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "agent/cli/cli.h"
#include "agent/cli/found.h"
#include "agent/drive/power.h"
#include <platter/errors.h>

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

void platter_interrupt_catch(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
        struct sigaction old;
        /* nohup, and background jobs of scripts, ignore them. */
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

bool platter_interrupted(void)
{
    return interrupted != 0;
}

void platter_progress_show(const char *name, const char *what, double share)
{
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[K%s: %s%s%.0f %%", name, what ? what : "", what ? " " : "",
            floor(fmin(fmax(share, 0), .99) * 100));
    fflush(stderr);
}

void platter_progress_clear(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

static int say_open(int result, const struct platter_found *found)
{
    char text[PLATTER_TEXT_MAX + 64];

    platter_open_message(result, found, text, sizeof(text));
    platter_cli_complain("%s", text);
    return platter_opened_exit(result);
}

/* Asked without waking it, and before anything is opened. */
static int check_awake(const struct platter_sysroot *root, const struct platter_found *found)
{
    enum platter_power power = PLATTER_POWER_UNKNOWN;

    if (!platter_found_has_spindle(found))
        return PLATTER_EXIT_FINE;
    int result = platter_power_ask(root, found, &power);
    if (result < 0)
        return say_open(result, found);
    if (power == PLATTER_POWER_ACTIVE || power == PLATTER_POWER_IDLE)
        return PLATTER_EXIT_FINE;
    platter_cli_complain("%s: %s; --wake reads it all the same", found->name,
                         power != PLATTER_POWER_UNKNOWN ? "it sleeps, or its heads are parked"
                         : result == PLATTER_POWER_NO_PERMISSION
                             ? "whether it sleeps can be asked by root alone (CAP_SYS_RAWIO)"
                             : "it does not tell whether it sleeps");
    return PLATTER_EXIT_UNAVAILABLE;
}

int platter_subject_open(const char *name, const struct platter_subject_options *options,
                         struct platter_subject *out)
{
    enum platter_sim_clock clock = options->real_time ? PLATTER_SIM_REAL : PLATTER_SIM_VIRTUAL;
    struct platter_subject s = {.drive = NULL};
    struct platter_sysroot root;

    platter_sysroot_init(&root, NULL);
    int status = platter_found(&root, name, &s.found);
    if (status == PLATTER_EXIT_FINE && !options->wake)
        status = check_awake(&root, &s.found);
    if (status != PLATTER_EXIT_FINE)
        return status;
    int result = platter_open(&root, &s.found, clock, options->seed, &s.drive);
    if (result != 0)
        return say_open(result, &s.found);
    *out = s;
    return PLATTER_EXIT_FINE;
}

void platter_subject_close(struct platter_subject *s)
{
    platter_drive_free(s->drive);
    s->drive = NULL;
}

int platter_subject_ended(const struct platter_subject *s, int result)
{
    if (result == 0)
        return PLATTER_EXIT_FINE;
    if (result == PLATTER_INTERRUPTED)
        return PLATTER_EXIT_UNKNOWN;
    if (result == PLATTER_READ_GONE)
        platter_cli_complain("%s: the drive is gone; is it plugged in? `dmesg` says more",
                             s->found.device);
    else if (result == PLATTER_READ_MEDIUM)
        platter_cli_complain("%s: a place could not be read; have a backup, then `platter scan %s` "
                             "shows where it is",
                             s->found.device, s->found.name);
    else
        platter_cli_complain("%s: reading failed: %s", s->found.device,
                             strerror(result < 0 ? -result : EIO));
    return PLATTER_EXIT_IO;
}
