/* SPDX-License-Identifier: MIT */
#include "tests/support/daemon.h"

#include <errno.h>

#include "agent/daemon/log.h"

static void set_up(struct platter_log *log, struct test_words *words, int level)
{
    memset(words, 0, sizeof(*words));
    platter_log_init(log, level);
    log->sink = test_hear;
    log->user = words;
}

static void a_line_has_its_token_first_and_errno_stays(void **unused)
{
    struct platter_log log;
    struct test_words words;
    (void)unused;
    set_up(&log, &words, LOG_NOTICE);
    errno = ENOENT;
    platter_log_say(&log, LOG_WARNING, "sda", "file %d: %m", 7);
    assert_int_equal(errno, ENOENT);
    platter_log_say(&log, LOG_ERR, NULL, "no drive");
    platter_log_say(&log, LOG_INFO, NULL, "too small to be said");
    assert_string_equal(words.text, "sda: file 7: No such file or directory\nplatterd: no drive\n");
    platter_log_deinit(&log);
}

static void once_is_once_per_token_and_code(void **unused)
{
    struct platter_log log;
    struct test_words words;
    (void)unused;
    set_up(&log, &words, LOG_NOTICE);
    for (int i = 0; i < 3; i++) {
        errno = EIO;
        platter_log_once(&log, LOG_WARNING, "sda", "stalled", "stalled: %m");
        assert_int_equal(errno, EIO);
        platter_log_once(&log, LOG_WARNING, "sdb", "stalled", "stalled");
        platter_log_once(&log, LOG_WARNING, "sda", "gone", "gone");
    }
    assert_string_equal(words.text, "sda: stalled: Input/output error\nsdb: stalled\nsda: gone\n");
    platter_log_deinit(&log);
}

static void the_end_tells_how_often_and_lets_it_be_said_again(void **unused)
{
    struct platter_log log;
    struct test_words words;
    (void)unused;
    set_up(&log, &words, LOG_NOTICE);
    platter_log_over(&log, "sda", "stalled", "never was");
    platter_log_once(&log, LOG_WARNING, "sda", "stalled", "stalled");
    platter_log_once(&log, LOG_WARNING, "sda", "stalled", "stalled");
    platter_log_once(&log, LOG_WARNING, "sda", "stalled", "stalled");
    platter_log_over(&log, "sda", "stalled", "answers");
    platter_log_over(&log, "sda", "stalled", "answers");
    platter_log_once(&log, LOG_WARNING, "sda", "stalled", "stalled");
    platter_log_forget(&log, "sda", "stalled");
    platter_log_once(&log, LOG_WARNING, "sda", "stalled", "stalled");
    assert_string_equal(words.text, "sda: stalled\n"
                                    "sda: answers (said once, came 3 times)\n"
                                    "sda: stalled\nsda: stalled\n");
    platter_log_deinit(&log);
}

static void a_long_line_is_cut(void **unused)
{
    struct platter_log log;
    struct test_words words;
    char text[5000];
    (void)unused;
    set_up(&log, &words, LOG_NOTICE);
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    platter_log_once(&log, LOG_WARNING, text, text, "%s", text);
    platter_log_over(&log, text, text, "%s", text);
    assert_true(strlen(words.text) < sizeof(text));
    platter_log_deinit(&log);
}

static void levels_have_names(void **unused)
{
    (void)unused;
    assert_string_equal(platter_log_level_name(LOG_CRIT), "error");
    assert_string_equal(platter_log_level_name(LOG_ERR), "error");
    assert_string_equal(platter_log_level_name(LOG_WARNING), "warning");
    assert_string_equal(platter_log_level_name(LOG_DEBUG), "debug");
    assert_string_equal(platter_log_level_name(99), "notice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_has_its_token_first_and_errno_stays),
        cmocka_unit_test(once_is_once_per_token_and_code),
        cmocka_unit_test(the_end_tells_how_often_and_lets_it_be_said_again),
        cmocka_unit_test(a_long_line_is_cut),
        cmocka_unit_test(levels_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
