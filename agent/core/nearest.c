/* SPDX-License-Identifier: MIT */
#include "agent/core/nearest.h"

#include <string.h>

static char plain(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '_' || c == ' ' ? '-' : c;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Rows of the table of distances between beginnings of a and b; two back for swapped letters. */
unsigned platter_edit_distance(const char *a, const char *b)
{
    unsigned rows[3][PLATTER_NEAREST_MAX + 1];
    size_t a_len = strnlen(a, PLATTER_NEAREST_MAX), b_len = strnlen(b, PLATTER_NEAREST_MAX);
    for (unsigned k = 0; k <= b_len; k++)
        rows[0][k] = k;
    for (unsigned i = 1; i <= a_len; i++) {
        const unsigned *above = rows[(i - 1) % 3], *two_above = rows[(i + 1) % 3];
        unsigned *row = rows[i % 3];
        row[0] = i;
        for (unsigned k = 1; k <= b_len; k++) {
            char ca = plain(a[i - 1]), cb = plain(b[k - 1]);
            row[k] = least(least(above[k], row[k - 1]) + 1, above[k - 1] + (ca != cb));
            if (i > 1 && k > 1 && ca == plain(b[k - 2]) && plain(a[i - 2]) == cb)
                row[k] = least(row[k], two_above[k - 2] + 1);
        }
    }
    return rows[a_len % 3][b_len];
}

int platter_is_near(unsigned distance, const char *word, const char *meant)
{
    size_t word_len = strlen(word), meant_len = strlen(meant);
    size_t longer = word_len > meant_len ? word_len : meant_len;
    return distance <= 1 + longer / 4 && distance < longer;
}
