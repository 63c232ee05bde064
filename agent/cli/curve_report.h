/* SPDX-License-Identifier: MIT */
/* A curve as `platter curve` shows it: text, JSON, a picture. */
#ifndef PLATTER_CLI_CURVE_REPORT_H
#define PLATTER_CLI_CURVE_REPORT_H

#include "agent/bench/curve.h"
#include "agent/cli/session.h"

struct platter_curve_report {
    const struct platter_session *session;
    const struct platter_curve_plan *plan;
    const struct platter_curve *curve;
    bool complete; /* false: it was ended before all was read */
};

/* Both say on stdout; the first returns an exit status. */
int platter_curve_print(const struct platter_curve_report *r);
struct platter_json *platter_curve_to_json(const struct platter_curve_report *r);

/* Draw it. Returns an exit status; what is wrong has been said. */
int platter_curve_draw(const struct platter_curve_report *r, const char *path, unsigned width,
                       unsigned height);

/* Places that could not be read, in words: of curves and strokes. Nothing where there are none. */
void platter_curve_say_errors(const struct platter_session *session, uint64_t errors,
                              uint64_t first_error_byte);

#endif
