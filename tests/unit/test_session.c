/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <string.h>

#include "agent/cli/session.h"
#include "tests/support/capture.h"
#include <platter/errors.h>

static const struct platter_session_options options = {.saving.no_save = true};
static struct platter_session session;
static struct capture c;

static int open_session(void **state)
{
    (void)state;
    return platter_session_open(&session, "curve", &options, "sim:wd2002faex");
}

static int close_session(void **state)
{
    (void)state;
    platter_session_close(&session);
    return 0;
}

static void no_such_drive(void **state)
{
    struct platter_session s;

    (void)state;
    capture_begin(&c);
    int status = platter_session_open(&s, "curve", &options, "sim:nothing");
    capture_end(&c);
    assert_int_equal(status, PLATTER_EXIT_NO_INPUT);
    assert_says(&c, "sim:nothing");
    capture_free(&c);
}

static int range(const char *text, uint64_t *from, uint64_t *to)
{
    capture_begin(&c);
    int status = platter_session_range(&session, text, from, to);
    capture_end(&c);
    return status;
}

static void ranges(void **state)
{
    uint64_t from = 1, to = 1;

    (void)state;
    assert_int_equal(range(NULL, &from, &to), PLATTER_EXIT_FINE);
    assert_true(from == 0 && to == 2000398934016);
    capture_free(&c);
    assert_int_equal(range("1000-1GB", &from, &to), PLATTER_EXIT_FINE);
    assert_true(from == 512 && to == 1000000000 - 1000000000 % 512);
    capture_free(&c);
    assert_int_equal(range("1TB-3TB", &from, &to), PLATTER_EXIT_USAGE);
    assert_says(&c, "'1TB-3TB' is empty, or not all on the drive, which has 2.00 TB");
    capture_free(&c);
    assert_int_equal(range("100-101", &from, &to), PLATTER_EXIT_USAGE);
    capture_free(&c);
    assert_int_equal(range("much", &from, &to), PLATTER_EXIT_USAGE);
    assert_says(&c, "'much' is no range: write 0-10%");
    capture_free(&c);
}

static int block(const char *text, uint32_t *bytes)
{
    capture_begin(&c);
    int status = platter_session_block(&session, "block", text, 512, 8388608, bytes);
    capture_end(&c);
    return status;
}

static void blocks(void **state)
{
    uint32_t bytes = 0;

    (void)state;
    assert_int_equal(block("64KiB", &bytes), PLATTER_EXIT_FINE);
    assert_int_equal(bytes, 65536);
    capture_free(&c);
    assert_int_equal(block("1000", &bytes), PLATTER_EXIT_USAGE);
    assert_says(&c, "curve: --block: 1000 bytes are not whole sectors: the drive's have 512 bytes");
    capture_free(&c);
    assert_int_equal(block("16MiB", &bytes), PLATTER_EXIT_USAGE);
    assert_says(&c, "is no size from 512 B to 8.00 MiB");
    capture_free(&c);
    assert_int_equal(block("some", &bytes), PLATTER_EXIT_USAGE);
    capture_free(&c);
    assert_int_equal(bytes, 65536);
}

static int ended(int result, uint32_t size)
{
    capture_begin(&c);
    int status = platter_session_ended(&session, result, size);
    capture_end(&c);
    return status;
}

static void ends(void **state)
{
    (void)state;
    assert_int_equal(ended(0, 512), PLATTER_EXIT_FINE);
    capture_free(&c);
    assert_int_equal(ended(PLATTER_INTERRUPTED, 512), PLATTER_EXIT_UNKNOWN);
    capture_free(&c);
    assert_int_equal(ended(-ENOMEM, 512), PLATTER_EXIT_OS);
    capture_free(&c);
    assert_int_equal(ended(PLATTER_READ_GONE, 512), PLATTER_EXIT_IO);
    assert_says(&c, "the drive is gone");
    capture_free(&c);
    session.subject.drive->geometry.align_bytes = 4096;
    assert_int_equal(ended(-EINVAL, 512), PLATTER_EXIT_USAGE);
    session.subject.drive->geometry.align_bytes = 512;
    assert_says(&c, "it cannot be read directly in pieces of 512 B, only of 4.00 KiB");
    capture_free(&c);
}

static void a_document(void **state)
{
    (void)state;
    platter_drive_pause(session.subject.drive, 1500000000);
    CLEANUP_JSON struct platter_json *j = platter_session_document(&session, true);
    assert_string_equal(platter_json_text(j, "schema", ""), "platter.curve/1");
    assert_string_equal(platter_json_text(j, "model", ""), "WDC WD2002FAEX-007BA0");
    assert_true(platter_json_bool(j, "complete", false));
    assert_near(platter_json_real(j, "duration_s", 0), 1.5, 1e-9);
    assert_true(platter_session_is_virtual(&session));
    assert_int_equal(session.watch.progress(session.watch.user, .5), 0);
}

static void the_first_line(void **state)
{
    (void)state;
    capture_begin(&c);
    platter_session_print_drive(&session);
    capture_end(&c);
    assert_string_equal(c.text, "sim:wd2002faex  WDC WD2002FAEX-007BA0  SIM-wd2002faex  2.00 TB\n");
    capture_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_such_drive), cmocka_unit_test(ranges),
        cmocka_unit_test(blocks),        cmocka_unit_test(ends),
        cmocka_unit_test(a_document),    cmocka_unit_test(the_first_line),
    };
    return cmocka_run_group_tests(tests, open_session, close_session);
}
