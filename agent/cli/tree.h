/* SPDX-License-Identifier: MIT */
/* Find a drive's folder in a tree of RRD files: <tree>/<host>/platter-<drive>. */
#ifndef PLATTER_CLI_TREE_H
#define PLATTER_CLI_TREE_H

#include <limits.h>
#include <stddef.h>

struct platter_tree_drive {
    char host[NAME_MAX + 1]; /* "": the tree itself is a host's folder */
    char drive[NAME_MAX + 1];
    char dir[PATH_MAX];
};

/*
 * All drives in the tree, sorted; host NULL = every host. *list is an array of *n to be freed with
 * free(). Returns 0 or -errno (the tree cannot be read, -ENOMEM).
 */
int platter_tree_list(const char *tree, const char *host, struct platter_tree_drive **list,
                      unsigned *n);

/*
 * Keep those that a name means: the id itself, else what ends in it, else what has it inside (case
 * does not matter). Returns how many are left, at the begin of the list.
 */
unsigned platter_tree_match(struct platter_tree_drive *list, unsigned n, const char *name);

#endif
