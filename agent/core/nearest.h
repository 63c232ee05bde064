/* SPDX-License-Identifier: MIT */
/* What somebody may have meant who mistyped a word. */
#ifndef PLATTER_CORE_NEAREST_H
#define PLATTER_CORE_NEAREST_H

/* Longer words are compared up to here. */
#define PLATTER_NEAREST_MAX 31

/* How many letters must be put in, left out, changed, or swapped with the next to make one word
 * of the other. Upper and lower case are the same, so are '_', ' ' and '-'. */
unsigned platter_edit_distance(const char *a, const char *b);

/* Whether a distance is so small that `meant` is worth proposing for `word`. */
int platter_is_near(unsigned distance, const char *word, const char *meant);

#endif
