/* SPDX-License-Identifier: MIT */
/* What the doctor said, for its tests. */
#ifndef PLATTER_TESTS_FOUND_IN_H
#define PLATTER_TESTS_FOUND_IN_H

#include <string.h>

#include "agent/cli/findings.h"
#include "tests/support/unit.h"

/* The first of that code whose text has these words; NULL = none. */
static inline const struct platter_finding *found_in(const struct platter_findings *f,
                                                     const char *code, const char *words)
{
    for (unsigned i = 0; i < f->n; i++)
        if (strcmp(f->v[i].code, code) == 0 && strstr(f->v[i].text, words))
            return &f->v[i];
    return NULL;
}

#define assert_found(f, code, the_mark, words)                                    \
    do {                                                                          \
        const struct platter_finding *one_ = found_in(f, code, words);            \
        if (!one_)                                                                \
            fail_msg("nothing of code %s with \"%s\"", code, words);              \
        assert_int_equal(one_->mark, the_mark);                                   \
        /* what is wrong can be mended, what is fine needs no mending */          \
        assert_int_equal(one_->mend[0] == '\0', (the_mark) == PLATTER_MARK_FINE); \
    } while (0)

#endif
