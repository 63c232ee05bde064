/* SPDX-License-Identifier: MIT */
/* Pictures are files of the right kind with something in them; what they look like is for people.
 */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/report/canvas.h"
#include "agent/report/palette.h"
#include "tests/support/rrd_leaks.h"

static char folder[64], why[256];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/platter-canvas.XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static void draw(struct platter_canvas *c)
{
    static const struct platter_type type = {.size = 12, .ink = PLATTER_INK_TEXT};
    static const struct platter_type up = {
        .size = 12, .align = PLATTER_CENTRE, .upwards = true, .ink = PLATTER_INK_TEXT};
    const struct platter_point upper[] = {{10, 10}, {20, 12}, {NAN, NAN}, {40, 11}, {50, 10}};
    const struct platter_point lower[] = {{10, 20}, {20, 22}, {30, 20}, {40, 21}, {50, 20}};

    platter_canvas_rectangle(c, 2, 2, 90, 40, PLATTER_INK_SKY);
    platter_canvas_line(c, (struct platter_point){0, 5}, (struct platter_point){99, 5}, 1,
                        PLATTER_INK_AXIS);
    platter_canvas_band(c, upper, lower, 5, platter_ink_thin(PLATTER_INK_BLUE, .3));
    platter_canvas_path(c, upper, 5, 1.5, PLATTER_INK_BLUE);
    platter_canvas_dot(c, lower[4], 2, PLATTER_INK_VERMILION);
    platter_canvas_dot(c, upper[2], 2, PLATTER_INK_VERMILION);
    platter_canvas_text(c, (struct platter_point){10, 30}, &type, "145 MB/s …");
    platter_canvas_text(c, (struct platter_point){8, 25}, &up, "up");
    assert_true(platter_canvas_text_width(c, &type, "mmmm") >
                platter_canvas_text_width(c, &type, "m") * 3.5);
}

/* Reads the begin of a picture and removes it. */
static size_t made(const char *name, char *begin, size_t size)
{
    char path[128];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(begin, 1, size - 1, f);
    begin[n] = '\0';
    fclose(f);
    unlink(path);
    return n;
}

static void picture(const char *name, char *begin, size_t size)
{
    struct platter_canvas *c;
    char path[128];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    assert_int_equal(platter_canvas_check(path), 0);
    assert_int_equal(platter_canvas_new(path, 100, 50, &c, why, sizeof(why)), 0);
    draw(c);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(platter_canvas_end(c, why, sizeof(why)), 0);
    assert_true(made(name, begin, size) > 200);
}

static void a_png(void **state)
{
    char begin[65536];

    (void)state;
    picture("a.png", begin, sizeof(begin));
    assert_memory_equal(begin, "\x89PNG\r\n", 6);
    assert_int_equal((unsigned char)begin[19], 100);
    assert_int_equal((unsigned char)begin[23], 50);
}

static void an_svg(void **state)
{
    char begin[65536];

    (void)state;
    picture("a.SVG", begin, sizeof(begin));
    assert_non_null(strstr(begin, "<svg "));
    assert_non_null(strstr(begin, "</svg>"));
}

static void no_picture(void **state)
{
    struct platter_canvas *c = NULL;
    char path[128];

    (void)state;
    assert_int_equal(platter_canvas_check("a.gif"), -EINVAL);
    assert_int_equal(platter_canvas_check(".png"), -EINVAL);
    assert_int_equal(platter_canvas_check("/no/such/folder/a.png"), -ENOENT);
    assert_int_equal(platter_canvas_new("a.gif", 10, 10, &c, why, sizeof(why)), -EINVAL);
    assert_int_equal(platter_canvas_new("a.png", 0, 10, &c, why, sizeof(why)), -EINVAL);
    assert_int_equal(platter_canvas_new("a.png", 10, 20000, &c, why, sizeof(why)), -EINVAL);
    assert_non_null(strstr(why, "a.png: a picture is"));
    snprintf(path, sizeof(path), "%s/nowhere/a.png", folder);
    assert_int_equal(platter_canvas_new(path, 10, 10, &c, why, sizeof(why)), -ENOENT);
    assert_null(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_png),
        cmocka_unit_test(an_svg),
        cmocka_unit_test(no_picture),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
