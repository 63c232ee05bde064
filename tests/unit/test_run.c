/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/bench/run.h"
#include "tests/support/tree.h"

#define NOON 1764590400 /* 2025-12-01T12:00:00Z */

static char folder[PATH_MAX];

static int begin(void **state)
{
    (void)state;
    tree_make_text("empty/", folder, sizeof(folder));
    return 0;
}

static int end(void **state)
{
    (void)state;
    tree_remove(folder);
    return 0;
}

static int save(const char *dir, const char *command, const char *drive, int64_t time_s,
                double value, char *path, size_t size)
{
    struct platter_json *j = platter_json_object_new();

    platter_json_set_text(j, "schema", "platter.strokes/1");
    platter_json_set_real(j, "value", value);
    int result = platter_run_save(dir, command, drive, time_s, j, path, size);
    platter_json_free(j);
    return result;
}

static void where(void **state)
{
    char dir[64];

    (void)state;
    unsetenv("PLATTER_RUNS_DIR");
    assert_int_equal(platter_runs_dir("/a/b", dir, sizeof(dir)), 0);
    assert_string_equal(dir, "/a/b");
    assert_int_equal(platter_runs_dir("/a/b", dir, 4), -ENAMETOOLONG);
    setenv("PLATTER_RUNS_DIR", "/set", 1);
    assert_int_equal(platter_runs_dir(NULL, dir, sizeof(dir)), 0);
    assert_string_equal(dir, "/set");
    unsetenv("PLATTER_RUNS_DIR");
    if (geteuid() == 0)
        return;
    setenv("XDG_STATE_HOME", "/state", 1);
    assert_int_equal(platter_runs_dir(NULL, dir, sizeof(dir)), 0);
    assert_string_equal(dir, "/state/platter/runs");
    unsetenv("XDG_STATE_HOME");
    setenv("HOME", "/home/me", 1);
    assert_int_equal(platter_runs_dir(NULL, dir, sizeof(dir)), 0);
    assert_string_equal(dir, "/home/me/.local/state/platter/runs");
    unsetenv("HOME");
    assert_int_equal(platter_runs_dir(NULL, dir, sizeof(dir)), -ENOENT);
}

static void saved_and_loaded(void **state)
{
    char dir[PATH_MAX + 16], path[PATH_MAX + 256], why[128] = "";
    struct platter_json *j = NULL;
    struct stat st;

    (void)state;
    snprintf(dir, sizeof(dir), "%s/new/er", folder);
    assert_int_equal(save(dir, "strokes", "WDC_x-1.2_S", NOON, 2.5, path, sizeof(path)), 0);
    assert_non_null(strstr(path, "/new/er/20251201T120000Z-strokes-WDC_x-1.2_S.json"));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0644);
    assert_int_equal(platter_run_load(path, &j, why, sizeof(why)), 0);
    assert_near(platter_json_real(j, "value", 0), 2.5, 1e-12);
    platter_json_free(j);
}

static void none_is_replaced(void **state)
{
    char path[PATH_MAX + 256];
    struct platter_run *runs = NULL;
    unsigned n = 0, at = 99;

    (void)state;
    for (unsigned i = 0; i < 11; i++)
        assert_int_equal(save(folder, "random", "A", NOON + 5, i, path, sizeof(path)), 0);
    assert_non_null(strstr(path, "/20251201T120005Z~11-random-A.json"));
    assert_int_equal(save(folder, "curve", "", NOON - 5, 0, path, sizeof(path)), 0);
    snprintf(path, sizeof(path), "%s/notes.txt", folder);
    tree_file(path, NULL);
    snprintf(path, sizeof(path), "%s/20251201T120005Z-random.json", folder);
    tree_file(path, NULL);
    assert_int_equal(platter_runs_list(folder, &runs, &n), 0);
    assert_int_equal(n, 12);
    assert_string_equal(runs[0].command, "curve");
    assert_string_equal(runs[0].drive, "");
    assert_int_equal(runs[0].time_s, NOON - 5);
    assert_string_equal(runs[1].file, "20251201T120005Z-random-A.json");
    assert_string_equal(runs[11].file, "20251201T120005Z~11-random-A.json");
    assert_string_equal(runs[11].drive, "A");
    assert_int_equal(platter_run_find(runs, n, "12", &at), 0);
    assert_int_equal(at, 11);
    assert_int_equal(platter_run_find(runs, n, "13", &at), PLATTER_RUN_NONE);
    assert_int_equal(platter_run_find(runs, n, "0", &at), PLATTER_RUN_NONE);
    assert_int_equal(platter_run_find(runs, n, "curve", &at), 0);
    assert_int_equal(at, 0);
    assert_int_equal(platter_run_find(runs, n, "random", &at), PLATTER_RUN_AMBIGUOUS);
    assert_int_equal(platter_run_find(runs, n, "20251201T120005Z-random-A", &at), 0);
    assert_int_equal(at, 1);
    assert_int_equal(platter_run_find(runs, n, "nothing", &at), PLATTER_RUN_NONE);
    assert_int_equal(platter_run_find(runs, n, "", &at), PLATTER_RUN_NONE);
    free(runs);
}

static void no_folder_is_no_runs(void **state)
{
    struct platter_run *runs = NULL;
    unsigned n = 9;

    (void)state;
    assert_int_equal(platter_runs_list("/nonexistent/runs", &runs, &n), 0);
    assert_int_equal(n, 0);
    free(runs);
}

static void names_that_are_none(void **state)
{
    char path[PATH_MAX];

    (void)state;
    assert_int_equal(save(folder, "../etc", "A", NOON, 1, path, sizeof(path)), -EINVAL);
    assert_int_equal(save(folder, "", "A", NOON, 1, path, sizeof(path)), -EINVAL);
    assert_int_equal(save(folder, "curve", "a/b", NOON, 1, path, sizeof(path)), -EINVAL);
    assert_int_equal(save("/proc/none", "curve", "A", NOON, 1, path, sizeof(path)), -ENOENT);
}

static void broken_files(void **state)
{
    static const struct {
        const char *text;
        const char *why;
    } cases[] = {
        {"file {", "line"},
        {"file []", "schema"},
        {"file {\"schema\":\"other/1\"}", "schema"},
        {"file {\"schema\":7}", "schema"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char dir[PATH_MAX], path[PATH_MAX + 8], why[128] = "";
        struct platter_json *j = NULL;
        tree_make_text(cases[i].text, dir, sizeof(dir));
        snprintf(path, sizeof(path), "%s/file", dir);
        assert_int_equal(platter_run_load(path, &j, why, sizeof(why)), PLATTER_RUN_BROKEN);
        if (!strstr(why, cases[i].why))
            fail_msg("\"%s\" says nothing of %s", why, cases[i].why);
        assert_int_equal(platter_run_load(dir, &j, why, sizeof(why)), -EISDIR);
        tree_remove(dir);
        assert_int_equal(platter_run_load(path, &j, why, sizeof(why)), -ENOENT);
        assert_null(j);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where),
        cmocka_unit_test_setup_teardown(saved_and_loaded, begin, end),
        cmocka_unit_test_setup_teardown(none_is_replaced, begin, end),
        cmocka_unit_test(no_folder_is_no_runs),
        cmocka_unit_test_setup_teardown(names_that_are_none, begin, end),
        cmocka_unit_test(broken_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
