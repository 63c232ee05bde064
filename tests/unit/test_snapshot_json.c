/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/rng.h"
#include "agent/wire/snapshot_json.h"
#include <platter/errors.h>

/* A snapshot with every figure set, most of them at random. */
static void fill(struct platter_snapshot *s, struct platter_rng *r, unsigned zones)
{
    platter_snapshot_init(s);
    snprintf(s->drive, sizeof(s->drive), "WDC-WD20EARS_WD-WMAZA0000001");
    snprintf(s->label, sizeof(s->label), "bay 3 \xc3\xa4\"\\");
    snprintf(s->model, sizeof(s->model), "WDC WD20EARS");
    snprintf(s->serial, sizeof(s->serial), "WD-WMAZA0000001");
    snprintf(s->device, sizeof(s->device), "/dev/sda");
    snprintf(s->pool, sizeof(s->pool), "tank");
    s->time_s = 1700000400;
    s->step_s = 600;
    s->capacity_bytes = INT64_MAX;
    s->age_s = platter_rng_uniform(r) * 1e4;
    s->contended = platter_rng_uniform(r);
    s->duty = platter_rng_uniform(r);
    s->power = PLATTER_POWER_IDLE_LOW;
    s->verdict = PLATTER_VERDICT_DEGRADED;
    s->samples = platter_rng_next(r) >> 1;
    s->power_since_s = 1700000123;
    s->gated = true;
    s->utilisation = platter_rng_uniform(r);
    s->cost = (struct platter_cost){platter_rng_next(r) >> 1, 1, 2, 3, 4};
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++)
        s->passive[d] = (struct platter_passive){platter_rng_uniform(r), 65536 + d, 12.5};
    s->smart.time_s = 1700000200;
    s->smart.temperature_c = 38;
    s->smart.n_attributes = 1;
    s->smart.attributes[0] = (struct platter_attribute){194, 112, 97, 0, 38};
    s->n_zones = zones;
    for (unsigned i = 0; i < zones; i++) {
        struct platter_zone *z = &s->zones[i];

        z->throughput_bps = platter_rng_uniform(r) * 3e8;
        z->access_s = platter_rng_uniform(r) / 50;
        z->worst_s = platter_rng_uniform(r);
        for (unsigned c = 0; c < PLATTER_CLASSES; c++)
            z->counts.by_class[c] = platter_rng_next(r) >> 4;
        z->counts.slow = platter_rng_next(r) >> 1;
        z->counts.revolutions = platter_rng_next(r) >> 1;
        z->contended = platter_rng_next(r) >> 1;
        z->cached = platter_rng_next(r) >> 1;
    }
    platter_snapshot_reason(s, "stalled", "08-09", 1700000000, 0.125, "no answer for 30 s");
    platter_snapshot_reason(s, "errors", NULL, 0, NAN, "one block could not be read");
}

static int there_and_back(const struct platter_snapshot *in, struct platter_snapshot *out)
{
    CLEANUP_JSON struct platter_json *built = platter_snapshot_to_json(in), *parsed = NULL;
    CLEANUP_FREE char *text = platter_json_dump(built);
    char why[128];

    assert_non_null(text);
    assert_null(strchr(text, '\n'));
    parsed = platter_json_parse(text, strlen(text), why, sizeof(why));
    assert_non_null(parsed);
    return platter_snapshot_from_json(parsed, out);
}

static void assert_same(double a, double b)
{
    assert_true(a == b || (isnan(a) && isnan(b)));
}

static void assert_zone_same(const struct platter_zone *a, const struct platter_zone *b)
{
    assert_same(a->throughput_bps, b->throughput_bps);
    assert_same(a->access_s, b->access_s);
    assert_same(a->worst_s, b->worst_s);
    assert_memory_equal(&a->counts, &b->counts, sizeof(a->counts));
    assert_int_equal(a->contended, b->contended);
    assert_int_equal(a->cached, b->cached);
}

static void assert_snapshot_same(const struct platter_snapshot *a, const struct platter_snapshot *b)
{
    assert_string_equal(a->drive, b->drive);
    assert_string_equal(a->label, b->label);
    assert_string_equal(a->model, b->model);
    assert_string_equal(a->serial, b->serial);
    assert_string_equal(a->device, b->device);
    assert_string_equal(a->pool, b->pool);
    assert_int_equal(a->time_s, b->time_s);
    assert_int_equal(a->step_s, b->step_s);
    assert_int_equal(a->capacity_bytes, b->capacity_bytes);
    assert_same(a->age_s, b->age_s);
    assert_same(a->contended, b->contended);
    assert_same(a->duty, b->duty);
    assert_int_equal(a->power, b->power);
    assert_int_equal(a->verdict, b->verdict);
    assert_int_equal(a->samples, b->samples);
    assert_int_equal(a->power_since_s, b->power_since_s);
    assert_int_equal(a->gated, b->gated);
    assert_same(a->utilisation, b->utilisation);
    assert_memory_equal(&a->cost, &b->cost, sizeof(a->cost));
    for (unsigned d = 0; d < PLATTER_DIRECTIONS; d++) {
        assert_same(a->passive[d].await_s, b->passive[d].await_s);
        assert_same(a->passive[d].size_bytes, b->passive[d].size_bytes);
        assert_same(a->passive[d].rate_ps, b->passive[d].rate_ps);
    }
    assert_int_equal(a->smart.time_s, b->smart.time_s);
    assert_same(a->smart.temperature_c, b->smart.temperature_c);
    assert_int_equal(a->smart.n_attributes, b->smart.n_attributes);
    assert_int_equal(a->n_reasons, b->n_reasons);
    for (unsigned i = 0; i < a->n_reasons; i++) {
        assert_string_equal(a->reasons[i].code, b->reasons[i].code);
        assert_string_equal(a->reasons[i].zones, b->reasons[i].zones);
        assert_string_equal(a->reasons[i].text, b->reasons[i].text);
        assert_int_equal(a->reasons[i].since_s, b->reasons[i].since_s);
        assert_same(a->reasons[i].size, b->reasons[i].size);
    }
    assert_int_equal(a->n_zones, b->n_zones);
    for (unsigned i = 0; i < a->n_zones; i++)
        assert_zone_same(&a->zones[i], &b->zones[i]);
}

static void test_round_trip(void **state)
{
    struct platter_rng r;
    struct platter_snapshot in, out;

    (void)state;
    platter_rng_seed(&r, 1);
    for (unsigned zones = 0; zones <= PLATTER_ZONES_MAX; zones++) {
        fill(&in, &r, zones);
        assert_int_equal(there_and_back(&in, &out), 0);
        assert_snapshot_same(&in, &out);
    }
}

static void test_unknown_figures_stay_unknown(void **state)
{
    struct platter_snapshot in, out;

    (void)state;
    platter_snapshot_init(&in);
    snprintf(in.drive, sizeof(in.drive), "a");
    in.step_s = 600;
    in.n_zones = 1;
    in.zones[0].throughput_bps = in.zones[0].access_s = in.zones[0].worst_s = NAN;
    assert_int_equal(there_and_back(&in, &out), 0);
    assert_snapshot_same(&in, &out);
    assert_nan(out.zones[0].worst_s);
}

static void test_counters_clamp(void **state)
{
    struct platter_rng r;
    struct platter_snapshot in, out;

    (void)state;
    platter_rng_seed(&r, 2);
    fill(&in, &r, 1);
    in.zones[0].cached = UINT64_MAX;
    assert_int_equal(there_and_back(&in, &out), 0);
    assert_true(out.zones[0].cached == (uint64_t)INT64_MAX);
}

static void test_keys(void **state)
{
    static const char expected[] =
        "{\"zone\":7,\"throughput_bps\":1.5,\"access_s\":null,\"worst_s\":0.25,\"blocks\":36,"
        "\"errors\":8,\"slow\":9,\"contended\":11,\"cached\":12,\"revolutions\":10,"
        "\"classes\":{\"lt5\":1,\"lt10\":2,\"lt20\":3,\"lt50\":4,\"lt150\":5,\"lt500\":6,"
        "\"ge500\":7,\"error\":8}}";
    const struct platter_zone z = {1.5, NAN, 0.25, {{1, 2, 3, 4, 5, 6, 7, 8}, 9, 10}, 11, 12};
    CLEANUP_JSON struct platter_json *j = platter_zone_to_json(7, &z);
    CLEANUP_FREE char *text = platter_json_dump(j);

    (void)state;
    assert_string_equal(text, expected);
}

static int from_text(const char *text, struct platter_snapshot *out)
{
    char why[128];
    CLEANUP_JSON struct platter_json *j = platter_json_parse(text, strlen(text), why, sizeof(why));

    assert_non_null(j);
    return platter_snapshot_from_json(j, out);
}

#define HEAD "{\"schema\":\"platter.snapshot/1\",\"drive\":\"a\""

static void test_accepts(void **state)
{
    struct platter_snapshot s;

    (void)state;
    assert_int_equal(from_text(HEAD "}", &s), 0);
    assert_int_equal(s.step_s, 600);
    assert_int_equal(s.verdict, PLATTER_VERDICT_UNKNOWN);
    assert_int_equal(s.power, PLATTER_POWER_UNKNOWN);
    assert_nan(s.age_s);
    /* An older agent. */
    assert_int_equal(s.power_since_s, 0);
    assert_false(s.gated);
    assert_nan(s.utilisation);
    assert_nan(s.passive[PLATTER_WRITE].rate_ps);
    assert_int_equal(s.cost.bytes_read, 0);
    assert_int_equal(s.smart.time_s, 0);
    assert_true(s.smart.bad_sectors == PLATTER_SMART_UNKNOWN);
    assert_int_equal(from_text(HEAD ",\"smart\":null,\"power_since\":null}", &s), 0);
    assert_int_equal(from_text(HEAD ",\"power\":\"hibernating\",\"new_key\":[1,2]}", &s), 0);
    assert_int_equal(s.power, PLATTER_POWER_UNKNOWN);
    assert_int_equal(from_text(HEAD ",\"reasons\":[{},{},{},{},{},{},{},{},{},{}]}", &s), 0);
    assert_int_equal(s.n_reasons, PLATTER_REASONS_MAX);
    assert_int_equal(from_text(HEAD ",\"zones\":[{\"zone\":0},{\"zone\":1}]}", &s), 0);
    assert_int_equal(s.n_zones, 2);
    assert_nan(s.zones[1].throughput_bps);
}

static void test_refuses(void **state)
{
    static const char *const bad[] = {
        "[]",
        "{}",
        "{\"schema\":\"platter.snapshot/2\",\"drive\":\"a\"}",
        "{\"schema\":\"platter.snapshot/1\"}",
        "{\"schema\":\"platter.snapshot/1\",\"drive\":\"\"}",
        "{\"schema\":\"platter.snapshot/1\",\"drive\":\"a/b\"}",
        "{\"schema\":\"platter.snapshot/1\",\"drive\":\"..\"}",
        "{\"schema\":\"platter.snapshot/1\",\"drive\":\"a b\"}",
        "{\"schema\":\"platter.snapshot/1\",\"drive\":7}",
        HEAD ",\"time\":-1}",
        HEAD ",\"step_s\":0}",
        HEAD ",\"step_s\":4294967296}",
        HEAD ",\"verdict\":4}",
        HEAD ",\"verdict\":-2}",
        HEAD ",\"contended\":1.5}",
        HEAD ",\"duty\":-0.1}",
        HEAD ",\"age_s\":-1}",
        HEAD ",\"samples\":-1}",
        HEAD ",\"zones\":[{\"zone\":1}]}",
        HEAD ",\"zones\":[{}]}",
        HEAD ",\"zones\":[7]}",
        HEAD ",\"zones\":[{\"zone\":0,\"throughput_bps\":-1}]}",
        HEAD ",\"zones\":[{\"zone\":0,\"slow\":-1}]}",
        HEAD ",\"zones\":[{\"zone\":0,\"classes\":{\"lt5\":-1}}]}",
        HEAD ",\"power_since\":-1}",
        HEAD ",\"utilisation\":1.1}",
        HEAD ",\"cost\":{\"wakes\":-1}}",
        HEAD ",\"passive\":{\"write\":{\"await_s\":-1}}}",
        HEAD ",\"smart\":{\"time\":-1}}",
        HEAD ",\"reasons\":[7]}",
        HEAD ",\"reasons\":[{\"since\":-1}]}",
    };
    struct platter_snapshot s;

    (void)state;
    memset(&s, 0x55, sizeof(s));
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        if (from_text(bad[i], &s) != -EPROTO)
            fail_msg("taken: %s", bad[i]);
    for (size_t i = 0; i < sizeof(s); i++)
        assert_int_equal(((const unsigned char *)&s)[i], 0x55);
}

static void test_too_many_zones(void **state)
{
    char text[64 * 20 + 200];
    struct platter_snapshot s;

    (void)state;
    for (unsigned n = PLATTER_ZONES_MAX; n <= PLATTER_ZONES_MAX + 1; n++) {
        size_t len = (size_t)snprintf(text, sizeof(text), HEAD ",\"zones\":[");

        for (unsigned i = 0; i < n; i++)
            len += (size_t)snprintf(text + len, sizeof(text) - len, "%s{\"zone\":%u}", i ? "," : "",
                                    i);
        snprintf(text + len, sizeof(text) - len, "]}");
        assert_int_equal(from_text(text, &s), n == PLATTER_ZONES_MAX ? 0 : -EPROTO);
    }
}

static void test_long_texts(void **state)
{
    char text[600], id[PLATTER_ID_MAX + 1];
    struct platter_snapshot s;

    (void)state;
    memset(id, 'x', sizeof(id));
    id[PLATTER_ID_MAX - 1] = '\0';
    snprintf(text, sizeof(text), "{\"schema\":\"platter.snapshot/1\",\"drive\":\"%s\"}", id);
    assert_int_equal(from_text(text, &s), 0);
    assert_string_equal(s.drive, id);
    id[PLATTER_ID_MAX - 1] = 'x';
    id[PLATTER_ID_MAX] = '\0';
    snprintf(text, sizeof(text), "{\"schema\":\"platter.snapshot/1\",\"drive\":\"%s\"}", id);
    assert_int_equal(from_text(text, &s), -EPROTO);
    /* A label is cut, and never inside a character: 62 letters, then one of two bytes. */
    snprintf(text, sizeof(text), HEAD ",\"label\":\"%.62s\xc3\xa4\"}", id);
    assert_int_equal(from_text(text, &s), 0);
    assert_int_equal(strlen(s.label), 62);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),     cmocka_unit_test(test_unknown_figures_stay_unknown),
        cmocka_unit_test(test_counters_clamp), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_accepts),        cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_too_many_zones), cmocka_unit_test(test_long_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
