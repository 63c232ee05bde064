/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/drive/sim.h"

static void names(void **state)
{
    (void)state;
    struct platter_model_spec s;
    char why[PLATTER_SIM_WHY_MAX];

    assert_int_equal(platter_sim_spec("sim:wd2002faex", &s, why, sizeof(why)), 0);
    assert_string_equal(s.name, "wd2002faex");
    assert_int_equal(platter_sim_spec("sim:nothing", &s, why, sizeof(why)), -EINVAL);
    assert_non_null(strstr(why, "sim:nothing; there are sim:"));
    assert_non_null(strstr(why, "sim:x300-8tb"));
    assert_int_equal(platter_sim_spec("sim:wd2002faex,raet=1 MB/s", &s, why, sizeof(why)), -EINVAL);
    assert_non_null(strstr(why, "has no raet; did you mean rate?"));
    assert_int_equal(platter_sim_spec("sim:wd2002faex,skew=1 MB", &s, why, sizeof(why)), -EINVAL);
    assert_non_null(strstr(why, "skew: '1 MB' is not a time"));
    assert_int_equal(platter_sim_spec("sim:wd2002faex,fault=slwo", &s, why, sizeof(why)), -EINVAL);
    assert_non_null(strstr(why, "slow, seek, head"));
    assert_int_equal(platter_sim_spec("wd2002faex", &s, why, sizeof(why)), -EINVAL);
}

static void files(void **state)
{
    (void)state;
    struct platter_model_spec s;
    char why[PLATTER_SIM_WHY_MAX], path[] = "/tmp/platter-test-XXXXXX", name[64];
    int fd = mkstemp(path);
    const char *text = "model = X\ncapacity = 1 GB\nphysical = 512 B\nrate = 9 MB/s\n"
                       "radius-ratio = 0.5\ninterface = 50 MB/s\n";

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    snprintf(name, sizeof(name), "sim:%s,n=3", path);
    assert_int_equal(platter_sim_spec(name, &s, why, sizeof(why)), 0);
    assert_int_equal(s.number, 3);
    assert_string_equal(s.name, path + strlen("/tmp/"));
    assert_int_equal(write(fd, "what\n", 5), 5);
    assert_int_equal(platter_sim_spec(name, &s, why, sizeof(why)), -EINVAL);
    assert_non_null(strstr(why, ":7: 'what' is not"));
    close(fd);
    unlink(path);
    assert_int_equal(platter_sim_spec(name, &s, why, sizeof(why)), -ENOENT);
    assert_int_equal(platter_sim_spec("sim:/dev/zero", &s, why, sizeof(why)), -EFBIG);
    assert_int_equal(platter_sim_spec("sim:/", &s, why, sizeof(why)), -EISDIR);
}

static void lists(void **state)
{
    (void)state;
    char text[] = " sda, sim:a,n=1 ,fault=slow:zone=9 ,, sim:b ,sdb,x=1,";
    char *list = text;

    assert_string_equal(platter_drive_list_next(&list), "sda");
    assert_string_equal(platter_drive_list_next(&list), "sim:a,n=1 ,fault=slow:zone=9");
    assert_string_equal(platter_drive_list_next(&list), "sim:b");
    assert_string_equal(platter_drive_list_next(&list), "sdb");
    assert_string_equal(platter_drive_list_next(&list), "x=1");
    assert_null(platter_drive_list_next(&list));
    char none[] = " , ";
    list = none;
    assert_null(platter_drive_list_next(&list));
}

/* Ids tell one of several from another; what is too long for a name is a hash in it. */
static void found(void **state)
{
    (void)state;
    struct platter_found a, b;
    char name[300];

    assert_int_equal(platter_sim_found("sim:wd2002faex,n=7", &a), 0);
    assert_string_equal(a.id, "WDC-WD2002FAEX-007BA0_SIM-wd2002faex-7");
    assert_string_equal(a.name, "sim:wd2002faex,n=7");
    assert_int_equal(
        platter_sim_found("sim:wd2002faex,n=7,fault=slow:from=90%:to=100%:by=20%:day=60:over=60",
                          &b),
        0);
    assert_string_equal(b.id, a.id);
    assert_true(strncmp(b.name, "sim:wd2002faex~", 15) == 0 && strlen(b.name) == 23);
    memset(name, 'x', sizeof(name));
    memcpy(name, "sim:", 4);
    name[sizeof(name) - 1] = '\0';
    assert_int_equal(platter_sim_found(name, &a), PLATTER_FIND_NO_SIM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(files),
        cmocka_unit_test(lists),
        cmocka_unit_test(found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
