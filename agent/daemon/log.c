/* SPDX-License-Identifier: MIT */
#include "agent/daemon/log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE_MAX_BYTES 1024
/* Far more than drives times kinds of trouble; past it things are said again. */
#define SAID_MAX 1024

struct platter_log_said {
    char token[64];
    char code[32];
    uint64_t repeated;
};

/* systemd names the device and inode of the journal's stream, so that a redirected stderr shows. */
static bool stderr_is_journal(void)
{
    const char *stream = getenv("JOURNAL_STREAM");
    unsigned long long dev, ino;
    char *end;
    struct stat st;
    if (!stream || fstat(STDERR_FILENO, &st) != 0)
        return false;
    dev = strtoull(stream, &end, 10);
    if (*end != ':')
        return false;
    ino = strtoull(end + 1, &end, 10);
    return *end == '\0' && dev == st.st_dev && ino == st.st_ino;
}

void platter_log_init(struct platter_log *log, int level)
{
    memset(log, 0, sizeof(*log));
    log->level = level;
    log->prefix = stderr_is_journal();
}

void platter_log_deinit(struct platter_log *log)
{
    free(log->said);
    log->said = NULL;
    log->n_said = 0;
}

const char *platter_log_level_name(int level)
{
    static const char *const names[] = {
        [LOG_EMERG] = "error", [LOG_ALERT] = "error",     [LOG_CRIT] = "error",
        [LOG_ERR] = "error",   [LOG_WARNING] = "warning", [LOG_NOTICE] = "notice",
        [LOG_INFO] = "info",   [LOG_DEBUG] = "debug",
    };
    return level >= LOG_EMERG && level <= LOG_DEBUG ? names[level] : names[LOG_NOTICE];
}

/* One write, so that lines of several processes do not mix. */
static void to_stderr(const struct platter_log *log, int level, const char *text)
{
    char line[LINE_MAX_BYTES + 8];
    int n = log->prefix ? snprintf(line, sizeof(line), "<%d>%s\n", level, text)
                        : snprintf(line, sizeof(line), "%s\n", text);
    if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0)
        return; /* nobody to tell */
}

__attribute__((format(printf, 5, 0))) static void say(struct platter_log *log, int level,
                                                      const char *token, uint64_t repeated,
                                                      const char *format, va_list ap)
{
    int saved = errno;
    char text[LINE_MAX_BYTES];
    if (level > log->level)
        return;
    snprintf(text, sizeof(text), "%s: ", token ? token : "platterd");
    size_t len = strlen(text);
    errno = saved;
    vsnprintf(text + len, sizeof(text) - len, format, ap);
    len = strlen(text);
    if (repeated)
        snprintf(text + len, sizeof(text) - len, " (said once, came %llu times)",
                 (unsigned long long)repeated + 1);
    if (log->sink)
        log->sink(log->user, level, text);
    else
        to_stderr(log, level, text);
    errno = saved;
}

void platter_log_say(struct platter_log *log, int level, const char *token, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    say(log, level, token, 0, format, ap);
    va_end(ap);
}

static struct platter_log_said *find(const struct platter_log *log, const char *token,
                                     const char *code)
{
    for (unsigned i = 0; i < log->n_said; i++)
        if (strcmp(log->said[i].token, token) == 0 && strcmp(log->said[i].code, code) == 0)
            return &log->said[i];
    return NULL;
}

static void remember(struct platter_log *log, const char *token, const char *code)
{
    struct platter_log_said *more =
        log->n_said < SAID_MAX ? realloc(log->said, (log->n_said + 1) * sizeof(*more)) : NULL;
    if (!more)
        return; /* then it is said again: better than not at all */
    log->said = more;
    memset(&more[log->n_said], 0, sizeof(*more));
    snprintf(more[log->n_said].token, sizeof(more->token), "%s", token);
    snprintf(more[log->n_said].code, sizeof(more->code), "%s", code);
    log->n_said++;
}

void platter_log_once(struct platter_log *log, int level, const char *token, const char *code,
                      const char *format, ...)
{
    int saved = errno;
    struct platter_log_said *said = find(log, token ? token : "", code);
    if (said) {
        said->repeated++;
        return;
    }
    remember(log, token ? token : "", code);
    errno = saved;
    va_list ap;
    va_start(ap, format);
    say(log, level, token, 0, format, ap);
    va_end(ap);
}

void platter_log_over(struct platter_log *log, const char *token, const char *code,
                      const char *format, ...)
{
    struct platter_log_said *said = find(log, token ? token : "", code);
    if (!said)
        return;
    uint64_t repeated = said->repeated;
    platter_log_forget(log, token, code);
    va_list ap;
    va_start(ap, format);
    say(log, LOG_NOTICE, token, repeated, format, ap);
    va_end(ap);
}

void platter_log_forget(struct platter_log *log, const char *token, const char *code)
{
    struct platter_log_said *said = find(log, token ? token : "", code);
    if (said)
        *said = log->said[--log->n_said];
}
