/* SPDX-License-Identifier: MIT */
#include "tests/support/unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/bench/scan_journal.h"
#include <platter/units.h>

#define BLOCK 131072u
#define MS PLATTER_NS_PER_MS
#define DRIVE "WDC-X_123"

static char folder[64], path[96];
static struct platter_scan scan, back;

static int set_up(void **state)
{
    const struct platter_scan_plan plan = {
        .end_byte = 50000ull * BLOCK, .block_bytes = BLOCK, .slow_ns = 5 * MS, .rev_ns = 8 * MS};

    (void)state;
    strcpy(folder, "/tmp/platter-test-journal-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/j", folder);
    memset(&back, 0, sizeof back);
    return platter_scan_init(&scan, &plan);
}

static int tear_down(void **state)
{
    char old[128];

    (void)state;
    snprintf(old, sizeof old, "%s.old", path);
    unlink(old);
    unlink(path);
    rmdir(folder);
    platter_scan_deinit(&scan);
    platter_scan_deinit(&back);
    return 0;
}

static void go_on(unsigned blocks)
{
    for (unsigned i = 0; i < blocks; i++)
        if (scan.done % 500 == 499)
            platter_scan_failed(&scan, 100 * MS);
        else
            platter_scan_took(&scan, scan.done % 97 ? MS : 20 * MS, scan.done % 5 == 0);
}

/* Some checkpoints; returns the journal. */
static struct platter_scan_journal *written(unsigned checkpoints)
{
    struct platter_scan_journal *j = NULL;

    assert_int_equal(platter_scan_journal_new(path, DRIVE, &j), 0);
    assert_false(platter_scan_journal_written(j));
    for (unsigned i = 0; i < checkpoints; i++) {
        go_on(3000);
        assert_int_equal(platter_scan_journal_checkpoint(j, &scan), 0);
    }
    assert_true(platter_scan_journal_written(j));
    return j;
}

static int open_again(const char *drive, struct platter_scan_journal **j)
{
    char other[PLATTER_ID_MAX] = "";
    int r = platter_scan_journal_open(path, drive, &back, j, other, sizeof other);

    if (r == PLATTER_JOURNAL_OTHER)
        assert_string_equal(other, DRIVE);
    return r;
}

static void assert_same(void)
{
    assert_memory_equal(&back.plan, &scan.plan, sizeof scan.plan);
    assert_memory_equal(&back.counts, &scan.counts, sizeof scan.counts);
    assert_memory_equal(back.turns, scan.turns, sizeof scan.turns);
    assert_int_equal(back.done, scan.done);
    assert_int_equal(back.bytes, scan.bytes);
    assert_int_equal(back.block_ns, scan.block_ns);
    assert_int_equal(back.worst_byte, scan.worst_byte);
    assert_int_equal(back.typical_ns, scan.typical_ns);
    assert_int_equal(back.n_slow, scan.n_slow);
    assert_int_equal(back.n_bad, scan.n_bad);
    assert_memory_equal(back.cells, scan.cells, scan.n_cells * sizeof scan.cells[0]);
    for (uint32_t i = 0; i < scan.n_slow; i++) {
        assert_int_equal(back.slow[i].first_byte, scan.slow[i].first_byte);
        assert_int_equal(back.slow[i].time_us, scan.slow[i].time_us);
        assert_int_equal(back.slow[i].disturbed, scan.slow[i].disturbed);
    }
    for (uint32_t i = 0; i < scan.n_bad; i++) {
        assert_int_equal(back.bad[i].first_byte, scan.bad[i].first_byte);
        assert_int_equal(back.bad[i].len_bytes, scan.bad[i].len_bytes);
    }
}

static void comes_back_as_it_was(void **state)
{
    (void)state;
    struct platter_scan_journal *j = written(4), *again = NULL;

    platter_scan_journal_free(j, false);
    assert_int_equal(open_again(DRIVE, &again), 0);
    assert_same();
    platter_scan_journal_free(again, true);
    assert_int_equal(access(path, F_OK), -1);
}

/* Places halved after the surface was read take the place of the whole ones. */
static void keeps_halved_places(void **state)
{
    (void)state;
    struct platter_scan_journal *j = written(1), *again = NULL;

    while (scan.done < scan.n_blocks)
        go_on(1);
    assert_int_equal(platter_scan_journal_checkpoint(j, &scan), 0);
    for (uint32_t i = 0; i < scan.n_bad; i += 2)
        scan.bad[i] = (struct platter_scan_bad){scan.bad[i].first_byte + 4096, 512, true};
    assert_int_equal(platter_scan_journal_checkpoint(j, &scan), 0);
    platter_scan_journal_free(j, false);
    assert_int_equal(open_again(DRIVE, &again), 0);
    assert_same();
    assert_true(back.bad[0].exact && !back.bad[1].exact);
    platter_scan_journal_free(again, false);
}

/* Cut anywhere in the last checkpoint, the one before holds; and it can be gone on with. */
static void tolerates_a_torn_end(void **state)
{
    (void)state;
    struct platter_scan_journal *j = written(2), *again = NULL;
    struct stat st;

    assert_int_equal(stat(path, &st), 0);
    off_t good = st.st_size;
    uint64_t done = scan.done;
    go_on(2000);
    assert_int_equal(platter_scan_journal_checkpoint(j, &scan), 0);
    platter_scan_journal_free(j, false);
    assert_int_equal(stat(path, &st), 0);
    for (off_t cut = st.st_size - 1; cut >= good; cut -= 37) {
        assert_int_equal(truncate(path, cut), 0);
        assert_int_equal(open_again(DRIVE, &again), 0);
        assert_int_equal(back.done, done);
        platter_scan_journal_free(again, false);
        platter_scan_deinit(&back);
    }
    assert_int_equal(open_again(DRIVE, &again), 0);
    platter_scan_took(&back, MS, false);
    assert_int_equal(platter_scan_journal_checkpoint(again, &back), 0);
    platter_scan_journal_free(again, false);
    platter_scan_deinit(&back);
    assert_int_equal(open_again(DRIVE, &again), 0);
    assert_int_equal(back.done, done + 1);
    platter_scan_journal_free(again, false);
}

static void refuses_others(void **state)
{
    (void)state;
    struct platter_scan_journal *again = NULL;

    assert_int_equal(open_again(DRIVE, &again), -ENOENT);
    platter_scan_journal_free(written(1), false);
    assert_int_equal(open_again("WDC-X_124", &again), PLATTER_JOURNAL_OTHER);
    assert_null(again);
}

/* Bytes that are no journal, or one changed by a byte. */
static void refuses_broken_ones(void **state)
{
    (void)state;
    struct platter_scan_journal *again = NULL;
    static const char *const texts[] = {
        "", "hello\n", "platter scan journal 1\n",
        "platter scan journal 1\ndrive x\nmethod read\nrange 5 3 131072 1 1\nend 0\n",
        ("platter scan journal 1\ndrive " DRIVE
         "\nmethod sideways\nrange 0 3 131072 1 1\nend 0\n")};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        FILE *f = fopen(path, "we");
        assert_non_null(f);
        fputs(texts[i], f);
        fclose(f);
        assert_int_equal(open_again(DRIVE, &again), PLATTER_JOURNAL_BROKEN);
    }
    platter_scan_journal_free(written(1), false);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    struct stat st;
    assert_true(fd >= 0 && fstat(fd, &st) == 0);
    assert_int_equal(pwrite(fd, "9", 1, st.st_size - 40), 1);
    assert_int_equal(pwrite(fd, "8", 1, st.st_size - 41), 1);
    close(fd);
    assert_int_equal(open_again(DRIVE, &again), PLATTER_JOURNAL_BROKEN);
}

/* A new scan does not destroy what an older one left. */
static void keeps_an_older_one(void **state)
{
    (void)state;
    char old[128];

    platter_scan_journal_free(written(1), false);
    platter_scan_journal_free(written(1), false);
    snprintf(old, sizeof old, "%s.old", path);
    assert_int_equal(access(old, R_OK), 0);
}

static void says_what_fails(void **state)
{
    (void)state;
    struct platter_scan_journal *j = NULL;

    assert_int_equal(platter_scan_journal_new("/nowhere/at/all/j", DRIVE, &j), 0);
    go_on(10);
    assert_int_equal(platter_scan_journal_checkpoint(j, &scan), -ENOENT);
    assert_false(platter_scan_journal_written(j));
    platter_scan_journal_free(j, true);
    platter_scan_journal_free(NULL, true);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(comes_back_as_it_was), TEST(keeps_halved_places), TEST(tolerates_a_torn_end),
        TEST(refuses_others),       TEST(refuses_broken_ones), TEST(keeps_an_older_one),
        TEST(says_what_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
