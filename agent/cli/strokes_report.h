/* SPDX-License-Identifier: MIT */
/* Short strokes as `platter strokes` shows them: a table and where its knee is, or JSON. */
#ifndef PLATTER_CLI_STROKES_REPORT_H
#define PLATTER_CLI_STROKES_REPORT_H

#include "agent/bench/strokes.h"
#include "agent/cli/session.h"

struct platter_strokes_report {
    const struct platter_session *session;
    const struct platter_curve_plan *plan;
    const struct platter_stroke *rows;
    unsigned n; /* with figures */
    uint64_t errors, first_error_byte;
    bool complete; /* false: it was ended before all was read */
};

/* Returns an exit status. */
int platter_strokes_print(const struct platter_strokes_report *r);
struct platter_json *platter_strokes_to_json(const struct platter_strokes_report *r);

#endif
