/* SPDX-License-Identifier: MIT */
/* The client against agents that are there, silent, gone, or talk nonsense. */
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/cli/client.h"
#include <platter/errors.h>

#define HELLO "{\"schema\":\"platter.hello/1\",\"version\":\"0\",\"step_s\":600}\n"

struct place {
    char dir[64], path[96];
    char why[128];
};

static void make_place(struct place *p)
{
    *p = (struct place){.why = ""};
    snprintf(p->dir, sizeof(p->dir), "/tmp/platter-client-XXXXXX");
    assert_non_null(mkdtemp(p->dir));
    snprintf(p->path, sizeof(p->path), "%s/sock", p->dir);
}

static void remove_place(struct place *p)
{
    unlink(p->path);
    rmdir(p->dir);
}

static int listener(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    assert_int_equal(listen(fd, 1), 0);
    return fd;
}

static int ask(struct place *p, struct platter_json **reply)
{
    return platter_client_ask(p->path, "{\"request\":\"status\"}", "platter.status/1", 300, reply,
                              p->why, sizeof(p->why));
}

/* In a child: accept one client, read its request, say this, hang up. Returns what ask() does. */
static int ask_one_that_says(struct place *p, const char *says, struct platter_json **reply)
{
    int fd = listener(p->path);
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        char request[128];
        int client = accept(fd, NULL, NULL);
        if (client < 0 || read(client, request, sizeof(request)) < 0 ||
            write(client, says, strlen(says)) < 0)
            _exit(1);
        _exit(0);
    }
    close(fd);
    int result = ask(p, reply);
    waitpid(child, NULL, 0);
    return result;
}

static void takes_the_answer(void **state)
{
    struct place p;
    CLEANUP_JSON struct platter_json *reply = NULL;

    (void)state;
    make_place(&p);
    assert_int_equal(ask_one_that_says(&p,
                                       HELLO "{\"schema\":\"platter.unheard/3\"}\n"
                                             "{\"schema\":\"platter.status/1\",\"drives\":[1]}\n",
                                       &reply),
                     0);
    assert_int_equal(platter_json_count(platter_json_get(reply, "drives")), 1);
    remove_place(&p);
}

/* Drives on lines of their own are put together; an answer that has them keeps its own. */
static void puts_lines_together(void **state)
{
    static const char row[] = "{\"schema\":\"platter.snapshot/1\",\"drive\":\"a\"}\n";
    char says[1024];
    static const struct {
        const char *answer;
        size_t n;
    } cases[] = {{"\"count\":2", 2}, {"\"drives\":[1]", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct place p;
        CLEANUP_JSON struct platter_json *reply = NULL;
        make_place(&p);
        snprintf(says, sizeof(says), HELLO "%s%s{\"schema\":\"platter.status/1\",%s}\n", row, row,
                 cases[i].answer);
        assert_int_equal(ask_one_that_says(&p, says, &reply), 0);
        assert_int_equal(platter_json_count(platter_json_get(reply, "drives")), cases[i].n);
        remove_place(&p);
    }
}

static void tells_what_is_wrong(void **state)
{
    static const struct {
        const char *says;
        int result;
        const char *why;
    } cases[] = {
        {HELLO "{\"schema\":\"platter.error/1\",\"text\":\"no such request\"}\n", -EBADMSG,
         "no such request"},
        {HELLO "{\"schema\":\"platter.error/1\",\"code\":\"permission\",\"text\":\"not you\"}\n",
         -EPERM, "not you"},
        {"hello\n", -EPROTO, ""},
        {HELLO "{\"schema\":\"platter.status/1\",\"dri", -ECONNRESET, ""},
        {"", -ECONNRESET, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct place p;
        struct platter_json *reply = NULL;
        make_place(&p);
        assert_int_equal(ask_one_that_says(&p, cases[i].says, &reply), cases[i].result);
        assert_null(reply);
        assert_non_null(strstr(p.why, cases[i].why));
        remove_place(&p);
    }
}

static void nobody_there(void **state)
{
    struct place p;
    struct platter_json *reply = NULL;

    (void)state;
    make_place(&p);
    assert_int_equal(ask(&p, &reply), -ENOENT);
    close(listener(p.path));
    assert_int_equal(ask(&p, &reply), -ECONNREFUSED);
    memset(p.path, 'x', sizeof(p.path) - 1);
    assert_true(ask(&p, &reply) < 0);
    snprintf(p.path, sizeof(p.path), "%s/sock", p.dir);
    remove_place(&p);
}

/* An agent that is stopped: it listens, and never answers; then its queue is full. */
static void silent(void **state)
{
    struct place p;
    struct platter_json *reply = NULL;

    (void)state;
    make_place(&p);
    int fd = listener(p.path);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(ask(&p, &reply), -ETIMEDOUT);
    close(fd);
    remove_place(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_answer),
        cmocka_unit_test(puts_lines_together),
        cmocka_unit_test(tells_what_is_wrong),
        cmocka_unit_test(nobody_there),
        cmocka_unit_test(silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
