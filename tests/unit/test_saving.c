/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <string.h>

#include "agent/bench/run.h"
#include "agent/cli/saving.h"
#include "tests/support/capture.h"
#include "tests/support/tree.h"

static void kept_under_a_number(void **state)
{
    char dir[PATH_MAX], path[PATH_MAX + 256], why[64];
    struct platter_json *j = platter_saving_document("edges", "X_1", "/dev/sdx", "X", 1764590400);
    struct platter_json *again = NULL;
    struct platter_saving s = {.dir = dir};
    struct capture c;

    (void)state;
    tree_make_text("empty/", dir, sizeof(dir));
    for (unsigned i = 1; i <= 2; i++) {
        char words[32];
        capture_begin(&c);
        platter_saving_save(&s, j, true);
        capture_end(&c);
        snprintf(words, sizeof(words), "run %u ", i);
        assert_says(&c, words);
        capture_free(&c);
    }
    capture_begin(&c);
    platter_saving_save(&s, j, false);
    s.no_save = true;
    platter_saving_save(&s, j, true);
    capture_end(&c);
    assert_string_equal(c.text, "");
    capture_free(&c);
    snprintf(path, sizeof(path), "%s/20251201T120000Z~3-edges-X_1.json", dir);
    assert_int_equal(platter_run_load(path, &again, why, sizeof(why)), 0);
    assert_string_equal(platter_json_text(again, "schema", ""), "platter.edges/1");
    assert_string_equal(platter_json_text(again, "model", ""), "X");
    platter_json_free(again);
    platter_json_free(j);
    tree_remove(dir);
}

static void a_folder_that_cannot_be(void **state)
{
    struct platter_json *j = platter_saving_document("edges", "X_1", "/dev/sdx", "X", 1764590400);
    struct platter_saving s = {.dir = "/proc/nowhere"};
    struct capture c;

    (void)state;
    capture_begin(&c);
    platter_saving_save(&s, j, true);
    capture_end(&c);
    assert_says(&c, "/proc/nowhere");
    assert_says(&c, "--runs-dir");
    capture_free(&c);
    platter_json_free(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_under_a_number),
        cmocka_unit_test(a_folder_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
