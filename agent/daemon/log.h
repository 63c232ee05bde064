/* SPDX-License-Identifier: MIT */
/*
 * What platterd says: one line each, a token first that tells what it is about ("sda: stalled:
 * ..."). Levels are those of syslog(3). Every call keeps errno, and %m in a format is its text.
 */
#ifndef PLATTER_DAEMON_LOG_H
#define PLATTER_DAEMON_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <syslog.h>

struct platter_log_said;

struct platter_log {
    int level;   /* what is less important than this is not said */
    bool prefix; /* "<4>" before each line: the journal reads stderr */
    /* Takes the lines instead of stderr; NULL = stderr. */
    void (*sink)(void *user, int level, const char *text);
    void *user;
    struct platter_log_said *said;
    unsigned n_said;
};

void platter_log_init(struct platter_log *log, int level);
void platter_log_deinit(struct platter_log *log);

/* "error", "warning", "notice", "info", "debug". */
const char *platter_log_level_name(int level);

/* token NULL = "platterd". */
void platter_log_say(struct platter_log *log, int level, const char *token, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Say it the first time for this token and code; later ones are only counted. */
void platter_log_once(struct platter_log *log, int level, const char *token, const char *code,
                      const char *format, ...) __attribute__((format(printf, 5, 6)));

/* What was said once is over: says so, with how often it was repeated. Nothing when it never was.
 */
void platter_log_over(struct platter_log *log, const char *token, const char *code,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same in silence. */
void platter_log_forget(struct platter_log *log, const char *token, const char *code);

#endif
