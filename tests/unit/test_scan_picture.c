/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/report/scan_picture.h"
#include "tests/support/rrd_leaks.h"
#include <platter/snapshot.h>

static void draws_squares(void **state)
{
    (void)state;
    static char text[200000];
    uint8_t classes[130];
    char folder[] = "/tmp/platter-test-picture-XXXXXX", path[64], why[256] = "";
    const struct platter_scan_picture p = {"A drive", "a scan", classes, sizeof classes, 0, 2e12};

    for (unsigned i = 0; i < sizeof classes; i++)
        classes[i] = (uint8_t)(i % (PLATTER_CLASSES + 1));
    classes[7] = 200; /* no class: not read */
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/map.svg", folder);
    assert_int_equal(platter_scan_picture_draw(path, &p, why, sizeof why), 0);
    FILE *f = fopen(path, "re");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    assert_non_null(strstr(text, "</svg>"));
    unlink(path);
    rmdir(folder);
    assert_int_equal(platter_scan_picture_draw("/tmp/map.gif", &p, why, sizeof why), -EINVAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
