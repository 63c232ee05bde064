/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "agent/drive/temperature.h"

static char top[64];
static struct platter_sysroot root;

static int set_up(void **state)
{
    (void)state;
    strcpy(top, "/tmp/platter-test-temperature-XXXXXX");
    return mkdtemp(top) ? platter_sysroot_init(&root, top) : -1;
}

static int tear_down(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command); /* NOLINT(cert-env33-c): our own folder */
}

static void put(const char *folder, const char *text)
{
    char command[512];

    snprintf(command, sizeof command, "mkdir -p '%s%s' && printf '%s' >'%s%s/temp1_input'", top,
             folder, text, top, folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c) */
}

static void finds_sensors(void **state)
{
    (void)state;
    double c = 0;

    put("/sys/block/sda/device/hwmon/hwmon3", "41000\\n");
    put("/sys/block/nvme0n1/device/hwmon1", "38850\\n");
    assert_int_equal(platter_temperature_read(&root, "sda", &c), 0);
    assert_float_equal(c, 41, .001);
    assert_int_equal(platter_temperature_read(&root, "nvme0n1", &c), 0);
    assert_float_equal(c, 38.85, .001);
}

static void believes_not_everything(void **state)
{
    (void)state;
    double c = 5;

    assert_int_equal(platter_temperature_read(&root, "sdb", &c), -ENOENT);
    put("/sys/block/sdc/device/hwmon/hwmon4", "900000\\n");
    assert_int_equal(platter_temperature_read(&root, "sdc", &c), -EINVAL);
    put("/sys/block/sdd/device/hwmon/hwmon5", "warm\\n");
    assert_int_equal(platter_temperature_read(&root, "sdd", &c), -EINVAL);
    assert_float_equal(c, 5, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(finds_sensors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(believes_not_everything, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
