/* SPDX-License-Identifier: MIT */
#include "agent/cli/client.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>

#include "agent/wire/snapshot_json.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>

/* platter_lines_feed() ends with this when the answer is there. */
#define ANSWERED 1

struct conversation {
    const char *schema;
    struct platter_json *reply;
    struct platter_json *rows; /* an array of the snapshots that came before it */
    char *why;
    size_t why_size;
};

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Non-blocking: a stopped agent whose queue is full must not stop us too. */
static int connect_to(const char *path, int *out)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    if (strlen(path) >= sizeof(address.sun_path))
        return -ENAMETOOLONG;
    snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
    CLEANUP_CLOSE int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -errno;
    if (connect(fd, (const struct sockaddr *)&address, sizeof(address)) < 0)
        return errno == EAGAIN ? -ETIMEDOUT : -errno;
    *out = TAKE_FD(fd);
    return 0;
}

static int send_request(int fd, const char *request)
{
    char line[512];
    int len = snprintf(line, sizeof(line), "%s\n", request);

    if ((size_t)len >= sizeof(line))
        return -EMSGSIZE;
    ssize_t n = send(fd, line, (size_t)len, MSG_NOSIGNAL);

    if (n < 0)
        return errno == EPIPE ? -ECONNRESET : -errno;
    return n == len ? 0 : -ETIMEDOUT;
}

/* "permission" is a code of its own: who asks can do something about it. */
static int take_error(const struct platter_json *j, struct conversation *c)
{
    const char *code = platter_json_text(j, "code", "");

    snprintf(c->why, c->why_size, "%s", platter_json_text(j, "text", "it says no more"));
    if (strcmp(code, "permission") == 0)
        return -EPERM;
    return -EBADMSG;
}

/* Asked for "lines", the drives come before the answer: into it with them. */
static void take_answer(struct platter_json *j, struct conversation *c)
{
    if (platter_json_count(c->rows) && !platter_json_get(j, "drives"))
        platter_json_set(j, "drives", TAKE_PTR(c->rows));
    c->reply = j;
}

/* Other lines (hello, what a newer agent says) are not for us. */
static int take_line(char *line, size_t len, void *user)
{
    struct conversation *c = user;
    struct platter_json *j = platter_json_parse(line, len, c->why, c->why_size);

    if (!j)
        return -EPROTO;
    const char *schema = platter_json_text(j, "schema", "");
    int result = 0;
    if (strcmp(schema, c->schema) == 0) {
        take_answer(j, c);
        return ANSWERED;
    }
    if (strcmp(schema, PLATTER_SCHEMA_SNAPSHOT) == 0) {
        platter_json_append(c->rows, j);
        return 0;
    }
    if (strcmp(schema, PLATTER_SCHEMA_ERROR) == 0)
        result = take_error(j, c);
    platter_json_free(j);
    return result;
}

/* Wait until there is something to read. */
static int wait_readable(int fd, int64_t until_ms)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int64_t left = until_ms - now_ms();
    int n = left > 0 ? poll(&p, 1, (int)left) : 0;

    if (n < 0)
        return errno == EINTR ? 0 : -errno;
    return n == 0 ? -ETIMEDOUT : 0;
}

static int read_some(int fd, struct platter_lines *lines, struct conversation *c)
{
    char buf[16384];
    ssize_t n = read(fd, buf, sizeof(buf));

    if (n < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -errno;
    if (n == 0)
        return -ECONNRESET;
    return platter_lines_feed(lines, buf, (size_t)n, take_line, c);
}

static int converse(int fd, int timeout_ms, struct conversation *c)
{
    int64_t until_ms = now_ms() + timeout_ms;
    struct platter_lines lines;
    int result = 0;

    platter_lines_init(&lines);
    while (result == 0) {
        result = wait_readable(fd, until_ms);
        if (result == 0)
            result = read_some(fd, &lines, c);
    }
    platter_lines_deinit(&lines);
    return result == ANSWERED ? 0 : result;
}

int platter_client_ask(const char *path, const char *request, const char *schema, int timeout_ms,
                       struct platter_json **reply, char *why, size_t why_size)
{
    struct conversation c = {.schema = schema, .why = why, .why_size = why_size};
    CLEANUP_CLOSE int fd = -1;
    int result = connect_to(path, &fd);

    if (result == 0)
        result = send_request(fd, request);
    /* One that has hung up already may have said why. */
    if (result == 0 || result == -ECONNRESET) {
        c.rows = platter_json_array_new();
        result = converse(fd, timeout_ms, &c);
    }
    platter_json_free(c.rows);
    if (result == 0)
        *reply = c.reply;
    return result;
}
