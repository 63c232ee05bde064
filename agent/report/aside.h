/* SPDX-License-Identifier: MIT */
/* An unfinished file never has the name that somebody's web page shows: it is written under another
 * one beside it, then renamed. */
#ifndef PLATTER_REPORT_ASIDE_H
#define PLATTER_REPORT_ASIDE_H

#include <stddef.h>

/* Make an empty file beside output, readable for whom the umask allows. *aside is its name, to be
 * freed. Returns 0 or -errno; why has the words. */
int platter_aside_make(const char *output, char **aside, char *why, size_t why_size);

/* result 0: give it its name; else remove it. Returns result, or -errno of the renaming. */
int platter_aside_end(const char *aside, const char *output, int result, char *why,
                      size_t why_size);

#endif
