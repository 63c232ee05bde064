/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/bench/scratch.h"

#define MIB (1ull << 20)

/* Not in TMPDIR, which may be in memory. */
static const char *folder(void)
{
    static char dir[] = "/var/tmp/platter-scratch-XXXXXX";

    if (dir[strlen(dir) - 1] == 'X' && !mkdtemp(dir))
        fail_msg("no folder in /var/tmp");
    return dir;
}

static unsigned entries(const char *dir)
{
    DIR *d = opendir(dir);
    unsigned n = 0;

    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.' || strncmp(e->d_name, ".platter", 8) == 0;
    closedir(d);
    return n;
}

static void a_file_without_a_name(void **state)
{
    struct platter_scratch s = {.fd = -1};
    struct stat st;
    uint64_t ns = 0;
    char *block = NULL;

    (void)state;
    int result = platter_scratch_open(folder(), 9 * MIB, &s);
    if (result == PLATTER_SCRATCH_MEMORY)
        skip();
    assert_int_equal(result, 0);
    assert_true(s.free_bytes > 9 * MIB);
    assert_int_equal(entries(folder()), 0);
    assert_int_equal(platter_scratch_write(&s, 0, 5 * MIB, NULL, &ns), 0);
    assert_int_equal(platter_scratch_write(&s, 5 * MIB, 4 * MIB, NULL, &ns), 0);
    assert_true(ns > 0);
    assert_int_equal(fstat(s.fd, &st), 0);
    assert_int_equal(st.st_size, 9 * MIB);
    assert_int_equal(posix_memalign((void **)&block, 4096, 8192), 0);
    assert_int_equal(pread(s.fd, block, 8192, 0), 8192);
    assert_memory_not_equal(block, block + 4096, 4096);
    free(block);
    platter_scratch_close(&s);
    assert_int_equal(s.fd, -1);
    assert_int_equal(entries(folder()), 0);
    platter_scratch_close(&s);
}

static int stop(void *user, double share)
{
    (void)user;
    (void)share;
    return 77;
}

static void ended_early(void **state)
{
    struct platter_scratch s = {.fd = -1};
    struct platter_watch watch = {stop, NULL};
    uint64_t ns = 0;

    (void)state;
    if (platter_scratch_open(folder(), 8 * MIB, &s) == PLATTER_SCRATCH_MEMORY)
        skip();
    assert_int_equal(platter_scratch_write(&s, 0, 8 * MIB, &watch, &ns), 77);
    assert_int_equal(ns, 0);
    platter_scratch_close(&s);
}

static void refused(void **state)
{
    static const struct {
        const char *dir;
        int result;
        const char *words;
    } cases[] = {
        {"/nonexistent", -ENOENT, "No such file"},
        {"/dev/null", PLATTER_SCRATCH_NOT_FOLDER, "not a folder"},
        {"/dev/shm", PLATTER_SCRATCH_MEMORY, "in memory"},
        {"", -ENOENT, "No such file"},
    };
    struct platter_scratch s = {.fd = -1};
    char text[300];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        if (access(cases[i].dir, F_OK) < 0 && cases[i].result > 0)
            continue;
        assert_int_equal(platter_scratch_open(cases[i].dir, MIB, &s), cases[i].result);
        platter_scratch_message(cases[i].result, cases[i].dir, MIB, &s, text, sizeof(text));
        if (!strstr(text, cases[i].words))
            fail_msg("no \"%s\" in %s", cases[i].words, text);
    }
    assert_int_equal(s.fd, -1);
    int result = platter_scratch_open(folder(), 1ull << 60, &s);
    if (result == PLATTER_SCRATCH_MEMORY)
        skip();
    assert_int_equal(result, PLATTER_SCRATCH_FULL);
    platter_scratch_message(result, folder(), 1ull << 60, &s, text, sizeof(text));
    assert_non_null(strstr(text, "too little room"));
    rmdir(folder());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_without_a_name),
        cmocka_unit_test(ended_early),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
