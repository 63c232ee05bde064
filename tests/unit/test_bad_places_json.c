/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/wire/bad_places_json.h"

static struct platter_snapshot in, out;

static int read_text(const char *text)
{
    char why[128];
    CLEANUP_JSON struct platter_json *j = platter_json_parse(text, strlen(text), why, sizeof(why));

    assert_non_null(j);
    platter_snapshot_init(&out);
    return platter_bad_places_from_json(j, &out);
}

static void there_and_back(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= PLATTER_BAD_SHOWN; n++) {
        platter_snapshot_init(&in);
        platter_snapshot_init(&out);
        in.n_bad_places = 5 * n;
        in.n_bad_shown = n;
        for (unsigned i = 0; i < n; i++)
            in.bad_shown[i] =
                (struct platter_bad_place){7ull << (40 + i), 131072, i % 2, 1000 + i, 9000 + i};
        CLEANUP_JSON struct platter_json *j = platter_bad_places_to_json(&in);
        assert_int_equal(platter_bad_places_from_json(j, &out), 0);
        assert_int_equal(out.n_bad_places, in.n_bad_places);
        assert_int_equal(out.n_bad_shown, n);
        assert_memory_equal(out.bad_shown, in.bad_shown, sizeof(in.bad_shown));
    }
}

static void an_older_agent_has_none(void **state)
{
    (void)state;
    platter_snapshot_init(&out);
    assert_int_equal(platter_bad_places_from_json(NULL, &out), 0);
    assert_int_equal(out.n_bad_places, 0);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    assert_int_equal(read_text("{\"count\":1,\"first\":[{\"offset_bytes\":5,\"len_bytes\":512}]}"),
                     0);
    const char *const bad[] = {
        "{\"count\":-1}",
        "{\"count\":0,\"first\":[{\"offset_bytes\":5,\"len_bytes\":512}]}",
        "{\"count\":1,\"first\":[{\"offset_bytes\":-5,\"len_bytes\":512}]}",
        "{\"count\":1,\"first\":[{\"offset_bytes\":5,\"len_bytes\":0}]}",
        "{\"count\":1,\"first\":[{\"offset_bytes\":5,\"len_bytes\":512,\"until\":-1}]}",
        "{\"count\":1,\"first\":[7]}",
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(read_text(bad[i]), -EPROTO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(an_older_agent_has_none),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
