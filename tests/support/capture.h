/* SPDX-License-Identifier: MIT */
/* What a piece of code prints, for unit tests: stdout and stderr into one text. */
#ifndef PLATTER_TESTS_CAPTURE_H
#define PLATTER_TESTS_CAPTURE_H

#include <stdio.h>
#include <stdlib.h>

struct capture {
    FILE *out, *err, *stream;
    char *text;
    size_t len;
};

static inline void capture_begin(struct capture *c)
{
    fflush(stdout);
    c->text = NULL;
    c->stream = open_memstream(&c->text, &c->len);
    c->out = stdout;
    c->err = stderr;
    stdout = stderr = c->stream;
}

/* The text is in c->text until capture_free(). */
static inline void capture_end(struct capture *c)
{
    stdout = c->out;
    stderr = c->err;
    fclose(c->stream);
}

static inline void capture_free(struct capture *c)
{
    free(c->text);
}

#define assert_says(c, words)                                \
    do {                                                     \
        if (!strstr((c)->text, words))                       \
            fail_msg("no \"%s\" in:\n%s", words, (c)->text); \
    } while (0)

#define assert_silent_about(c, words)                              \
    do {                                                           \
        if (strstr((c)->text, words))                              \
            fail_msg("there is \"%s\" in:\n%s", words, (c)->text); \
    } while (0)

#endif
