/* SPDX-License-Identifier: MIT */
#include "agent/bench/mark.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "agent/wire/json.h"
#include <platter/errors.h>
#include <platter/units.h>

const struct platter_mark_test platter_mark_tests[PLATTER_MARK_TESTS] = {
    {"seq1m_q8t1", "SEQ1M Q8T1", "1m", 8, false},
    {"seq1m_q1t1", "SEQ1M Q1T1", "1m", 1, false},
    {"rnd4k_q32t1", "RND4K Q32T1", "4k", 32, true},
    {"rnd4k_q1t1", "RND4K Q1T1", "4k", 1, true},
};

#define NOT_THERE 127
#define POLL_NS (50 * PLATTER_NS_PER_MS)
#define OUTPUT_MAX (4u << 20)
#define ARGS_MAX 24
#define ARG_MAX_BYTES 192

/* A child and what it says. */
struct fio {
    pid_t pid;
    int out, err; /* in memory */
};

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * PLATTER_NS_PER_S + (uint64_t)t.tv_nsec;
}

/* In the child. A group of its own: Ctrl-C is ours to pass on. It ends when we do. */
_Noreturn static void become(const struct fio *f, char *const argv[], pid_t parent)
{
    sigset_t none;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (getppid() == parent && dup2(f->out, STDOUT_FILENO) >= 0 && dup2(f->err, STDERR_FILENO) >= 0)
        execvp(argv[0], argv);
    _exit(errno == ENOENT ? NOT_THERE : NOT_THERE - 1);
}

static int start(struct fio *f, char *const argv[])
{
    pid_t parent = getpid();

    f->out = memfd_create("fio-out", MFD_CLOEXEC);
    f->err = memfd_create("fio-err", MFD_CLOEXEC);
    f->pid = f->out < 0 || f->err < 0 ? -1 : fork();
    if (f->pid < 0)
        return -errno;
    if (f->pid == 0)
        become(f, argv, parent);
    return 0;
}

static void finish(struct fio *f)
{
    if (f->out >= 0)
        close(f->out);
    if (f->err >= 0)
        close(f->err);
}

/* Wait for its end, or end it. limit_ns: when it should be over; share of the watcher is of that.
 */
static int await(const struct fio *f, uint64_t limit_ns, const struct platter_watch *watch,
                 int *status)
{
    const struct timespec nap = {.tv_nsec = (long)POLL_NS};
    uint64_t begin_ns = now_ns();
    int result = 0;

    for (;;) {
        pid_t pid = waitpid(f->pid, status, WNOHANG);
        if (pid == f->pid)
            return result;
        if (pid < 0 && errno != EINTR)
            return -errno;
        double share = (double)(now_ns() - begin_ns) / (double)limit_ns;
        int asked = platter_watch_tell(watch, share < 1 ? share : 1);
        /* fio needs a moment to end well; nobody waits long for it. */
        if (asked && !result)
            kill(f->pid, SIGTERM);
        else if (result && now_ns() - begin_ns > limit_ns + 5 * PLATTER_NS_PER_S)
            kill(f->pid, SIGKILL);
        if (asked && !result) {
            result = asked;
            begin_ns = now_ns();
            limit_ns = 1;
        }
        nanosleep(&nap, NULL);
    }
}

/* What it said, at most size - 1 bytes. */
static size_t heard(int fd, char *buf, size_t size)
{
    ssize_t n = pread(fd, buf, size - 1, 0);

    buf[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

int platter_mark_version(char *version, size_t size)
{
    char *argv[] = {(char[]){"fio"}, (char[]){"--version"}, NULL};
    struct fio f = {.out = -1, .err = -1};
    int status = 0;
    int result = start(&f, argv);

    if (result == 0)
        result = await(&f, PLATTER_NS_PER_S, NULL, &status);
    if (result == 0 && (!WIFEXITED(status) || WEXITSTATUS(status) != 0))
        result = PLATTER_MARK_NO_FIO;
    if (result == 0) {
        heard(f.out, version, size);
        version[strcspn(version, "\n")] = '\0';
    }
    finish(&f);
    return result;
}

/* The last line of what fio complained about. */
static void complaint(const struct fio *f, char *why, size_t size)
{
    char text[4096];
    size_t len = heard(f->err, text, sizeof(text));

    if (len == 0)
        len = heard(f->out, text, sizeof(text));
    while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == '}'))
        text[--len] = '\0';
    const char *line = strrchr(text, '\n');
    snprintf(why, size, "%s", len == 0 ? "it gave no reason" : line ? line + 1 : text);
}

int platter_mark_parse(const char *text, size_t len, enum platter_direction op,
                       struct platter_mark_run *out, char *why, size_t why_size)
{
    /* Warnings may stand before it. */
    const char *begin = memchr(text, '{', len);
    CLEANUP_JSON struct platter_json *j =
        begin ? platter_json_parse(begin, len - (size_t)(begin - text), why, why_size) : NULL;
    const struct platter_json *job = platter_json_at(platter_json_get(j, "jobs"), 0);
    const struct platter_json *side = platter_json_get(job, op == PLATTER_READ ? "read" : "write");

    if (!j) {
        if (!begin)
            snprintf(why, why_size, "its output is no JSON");
        return PLATTER_MARK_FAILED;
    }
    int64_t error = platter_json_int(job, "error", 0);
    if (error != 0) {
        snprintf(why, why_size, "%s", strerror((int)error));
        return PLATTER_MARK_FAILED;
    }
    double bps = platter_json_real(side, "bw_bytes", -1);
    double ops = platter_json_real(side, "iops", -1);
    if (!(bps > 0) || !(ops > 0)) {
        snprintf(why, why_size, "its output has no figures");
        return PLATTER_MARK_FAILED;
    }
    *out = (struct platter_mark_run){bps, ops};
    return 0;
}

static int collect(const struct fio *f, int status, enum platter_direction op,
                   struct platter_mark_run *out, char *why, size_t why_size)
{
    struct stat st;

    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_THERE)
        return PLATTER_MARK_NO_FIO;
    if (fstat(f->out, &st) < 0)
        return -errno;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || st.st_size > OUTPUT_MAX) {
        complaint(f, why, why_size);
        return PLATTER_MARK_FAILED;
    }
    CLEANUP_FREE char *text = malloc((size_t)st.st_size + 1);
    if (!text)
        return -ENOMEM;
    size_t len = heard(f->out, text, (size_t)st.st_size + 1);
    return platter_mark_parse(text, len, op, out, why, why_size);
}

/* fio's command line; argv points into text. */
static void arguments(const struct platter_mark_plan *plan, const struct platter_mark_test *test,
                      enum platter_direction op, char text[ARGS_MAX][ARG_MAX_BYTES], char *argv[])
{
    static const char *const fixed[] = {
        "fio",           "--output-format=json", "--eta=never",      "--thread",
        "--direct=1",    "--ioengine=libaio",    "--time_based",     "--randrepeat=0",
        "--norandommap", "--fallocate=none",     "--refill_buffers", "--allow_file_create=0",
    };
    unsigned n = 0;

    for (; n < sizeof(fixed) / sizeof(*fixed); n++)
        snprintf(text[n], ARG_MAX_BYTES, "%s", fixed[n]);
    snprintf(text[n++], ARG_MAX_BYTES, "--name=%s", test->name);
    snprintf(text[n++], ARG_MAX_BYTES, "--filename=%s", plan->path);
    snprintf(text[n++], ARG_MAX_BYTES, "--size=%llu", (unsigned long long)plan->file_bytes);
    snprintf(text[n++], ARG_MAX_BYTES, "--runtime=%llums",
             (unsigned long long)(plan->run_ns / PLATTER_NS_PER_MS));
    snprintf(text[n++], ARG_MAX_BYTES, "--bs=%s", test->block);
    snprintf(text[n++], ARG_MAX_BYTES, "--iodepth=%u", test->depth);
    snprintf(text[n++], ARG_MAX_BYTES, "--rw=%s%s", test->random ? "rand" : "",
             op == PLATTER_READ ? "read" : "write");
    for (unsigned i = 0; i < n; i++)
        argv[i] = text[i];
    argv[n] = NULL;
}

int platter_mark_run(const struct platter_mark_plan *plan, const struct platter_mark_test *test,
                     enum platter_direction op, const struct platter_watch *watch,
                     struct platter_mark_run *out, char *why, size_t why_size)
{
    char text[ARGS_MAX][ARG_MAX_BYTES], *argv[ARGS_MAX + 1];
    struct fio f = {.out = -1, .err = -1};
    int status = 0;

    arguments(plan, test, op, text, argv);
    int result = start(&f, argv);
    if (result == 0)
        result = await(&f, plan->run_ns, watch, &status);
    if (result == 0)
        result = collect(&f, status, op, out, why, why_size);
    finish(&f);
    return result;
}
