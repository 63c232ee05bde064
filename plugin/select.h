/* SPDX-License-Identifier: MIT */
/*
 * Which drives are dispatched: `Drive` and `IgnoreSelected`, as other collectd plugins have them.
 * Own matching, because collectd does not export its ignorelist to modules built outside its tree.
 */
#ifndef PLATTER_PLUGIN_SELECT_H
#define PLATTER_PLUGIN_SELECT_H

#include <stdbool.h>
#include <stddef.h>

struct platter_pattern;

struct platter_select {
    struct platter_pattern *patterns;
    size_t n;
    bool ignore_selected;
};

/* Empty: every drive is wanted. */
void platter_select_init(struct platter_select *s);
void platter_select_deinit(struct platter_select *s);

/* Add a drive id, or an extended regular expression between slashes ("/^WDC_/").
 * Returns 0, -ENOMEM, or -EINVAL: why says what is wrong with it. */
int platter_select_add(struct platter_select *s, const char *text, char *why, size_t why_size);

bool platter_select_wants(const struct platter_select *s, const char *drive);

#endif
