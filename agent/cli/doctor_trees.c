/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/doctor.h"
#include "agent/cli/tree.h"
#include "agent/store/rrd.h"
#include <platter/errors.h>
#include <platter/series.h>

/* A drive sampled four times a day leaves 0.5 of a day's rows empty in a consolidated one. */
#define XFF_MIN .9
#define HEARTBEAT_MIN_S 7200

#define FILE_MAX (PATH_MAX + NAME_MAX + 2)

/* What is wrong in a tree: how many files, and the first one. */
struct wrong {
    unsigned n;
    char path[FILE_MAX];
    double figure;
};

struct tree {
    unsigned files, unreadable;
    struct wrong xff, heartbeat, step;
};

static void count(struct wrong *w, bool is, const char *path, double figure)
{
    if (!is)
        return;
    if (w->n++ == 0) {
        snprintf(w->path, sizeof(w->path), "%s", path);
        w->figure = figure;
    }
}

static void check_file(struct tree *t, const char *path)
{
    struct platter_rrd_info info;
    char why[160];

    t->files++;
    if (platter_rrd_info(path, &info, why, sizeof(why)) < 0) {
        t->unreadable++;
        return;
    }
    count(&t->xff, info.xff_min < XFF_MIN, path, info.xff_min);
    count(&t->heartbeat, info.heartbeat_min_s && info.heartbeat_min_s < HEARTBEAT_MIN_S, path,
          (double)info.heartbeat_min_s);
    count(&t->step, info.step_s != PLATTER_STEP_S, path, (double)info.step_s);
}

static void check_folder(struct tree *t, const char *folder)
{
    char path[FILE_MAX];
    DIR *dir = opendir(folder);

    if (!dir)
        return;
    for (const struct dirent *e; (e = readdir(dir));) {
        if (fnmatch("*.rrd", e->d_name, FNM_PERIOD) != 0)
            continue;
        snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
        check_file(t, path);
    }
    closedir(dir);
}

static void say(const char *tree, const struct tree *t, struct platter_findings *f)
{
    static const char retune[] =
        "<Plugin rrdtool>: XFF 0.99 and HeartBeat 10800; then move these files away";

    if (t->xff.n)
        platter_findings_add(f, PLATTER_MARK_MEND, "", "xff", retune,
                             "%s: %u of %u RRDs lose hours and days that have gaps (xff %g): %s",
                             tree, t->xff.n, t->files, t->xff.figure, t->xff.path);
    if (t->heartbeat.n)
        platter_findings_add(f, PLATTER_MARK_MEND, "", "heartbeat", retune,
                             "%s: %u of %u RRDs want a value every %g s: %s", tree, t->heartbeat.n,
                             t->files, t->heartbeat.figure, t->heartbeat.path);
    if (t->step.n)
        platter_findings_add(f, PLATTER_MARK_MEND, "", "step",
                             "they were made with option step or Interval changed: move them away",
                             "%s: %u of %u RRDs have a step of %g s instead of %d: %s", tree,
                             t->step.n, t->files, t->step.figure, PLATTER_STEP_S, t->step.path);
    if (t->unreadable)
        platter_findings_add(f, PLATTER_MARK_MEND, "", "rrd", "see `rrdtool info FILE`",
                             "%s: %u of %u RRDs cannot be read", tree, t->unreadable, t->files);
    if (!(t->xff.n || t->heartbeat.n || t->step.n || t->unreadable))
        platter_findings_add(f, PLATTER_MARK_FINE, "", "rrd", NULL,
                             "%s: %u RRDs, made as they should be", tree, t->files);
}

void platter_doctor_tree(const char *tree, bool named, struct platter_findings *f)
{
    CLEANUP_FREE struct platter_tree_drive *list = NULL;
    struct tree t = {.files = 0};
    unsigned n = 0;
    int result = platter_tree_list(tree, NULL, &list, &n);

    if (result < 0 && named)
        platter_findings_add(f, PLATTER_MARK_BROKEN, "", "rrd", "name the tree: --rrd-dir DIR",
                             "%s: %s", tree, strerror(-result));
    for (unsigned i = 0; i < n; i++)
        check_folder(&t, list[i].dir);
    if (t.files)
        say(tree, &t, f);
    else if (result == 0 && named)
        platter_findings_add(f, PLATTER_MARK_MEND, "", "rrd", "name the tree: --rrd-dir DIR",
                             "%s: no RRDs of platter's in it", tree);
}
