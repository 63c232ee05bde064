/* SPDX-License-Identifier: MIT */
#include "agent/cli/ask.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "agent/cli/cli.h"
#include "agent/cli/client.h"
#include "agent/wire/snapshot_json.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>

#define TIMEOUT_MS 5000

static bool nobody_there(int result)
{
    return result == -ENOENT || result == -ECONNREFUSED || result == -ENOTDIR;
}

int platter_ask(struct platter_asked *a, const char *request, const char *schema)
{
    static const char *const usual[] = {PLATTER_SOCKET, PLATTER_CHILD_SOCKET};
    int result = -ENOENT;

    snprintf(a->why, sizeof(a->why), "a drive in it is no snapshot");
    for (size_t i = 0; i < (a->socket ? 1 : 2) && nobody_there(result); i++) {
        a->path = a->socket ? a->socket : usual[i];
        result = platter_client_ask(a->path, request, schema, TIMEOUT_MS, &a->reply, a->why,
                                    sizeof(a->why));
    }
    return result;
}

int platter_ask_complain(const struct platter_asked *a, int result)
{
    if (nobody_there(result) && a->socket)
        platter_cli_complain("%s: no agent serves this socket; is platterd running?", a->path);
    else if (nobody_there(result))
        platter_cli_complain(
            "the agent is not running (nobody serves %s or %s). Start it: "
            "`systemctl start platterd`, or `LoadPlugin platter` in collectd.conf. "
            "`platter probe DRIVE` works without it",
            PLATTER_SOCKET, PLATTER_CHILD_SOCKET);
    else if (result == -EACCES)
        platter_cli_complain("%s: no permission: run as root or as a member of group platter",
                             a->path);
    else if (result == -EPERM)
        platter_cli_complain("%s: refused: %s", a->path, a->why);
    else if (result == -ETIMEDOUT)
        platter_cli_complain("%s: the agent does not answer within %d s; is it stopped?", a->path,
                             TIMEOUT_MS / 1000);
    else if (result == -EBADMSG)
        platter_cli_complain("%s: the agent says: %s", a->path, a->why);
    else if (result == -EPROTO)
        platter_cli_complain("%s: not an answer of this version of platter: %s", a->path, a->why);
    else
        platter_cli_complain("%s: %s", a->path, strerror(-result));
    return result == -EACCES || result == -EPERM ? PLATTER_EXIT_NO_PERMISSION
                                                 : PLATTER_EXIT_UNAVAILABLE;
}

int platter_ask_drives(const struct platter_json *reply, struct platter_snapshot **out, unsigned *n)
{
    const struct platter_json *list = platter_json_get(reply, "drives");
    size_t count = platter_json_count(list);
    CLEANUP_FREE struct platter_snapshot *drives = calloc(count + 1, sizeof(*drives));

    if (!drives)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++) {
        int result = platter_snapshot_from_json(platter_json_at(list, i), &drives[i]);
        if (result < 0)
            return result;
    }
    *out = TAKE_PTR(drives);
    *n = (unsigned)count;
    return 0;
}

int platter_ask_status(const char *socket, struct platter_snapshot **out, unsigned *n,
                       struct platter_json **reply)
{
    struct platter_asked a = {.socket = socket};
    int result = platter_ask(&a, PLATTER_ASK_STATUS, PLATTER_SCHEMA_STATUS);
    CLEANUP_JSON struct platter_json *mine = a.reply;

    if (result == 0)
        result = platter_ask_drives(mine, out, n);
    if (result < 0)
        return platter_ask_complain(&a, result);
    if (reply)
        *reply = TAKE_PTR(mine);
    return PLATTER_EXIT_FINE;
}

void platter_ask_rrdcached(void)
{
    struct platter_asked a = {.socket = NULL};

    if (getenv("RRDCACHED_ADDRESS") ||
        platter_ask(&a, PLATTER_ASK_STATUS, PLATTER_SCHEMA_HELLO) != 0)
        return;
    CLEANUP_JSON struct platter_json *hello = a.reply;
    const struct platter_json *settings = platter_json_get(hello, "settings");
    for (size_t i = 0; i < platter_json_count(settings); i++) {
        const struct platter_json *s = platter_json_at(settings, i);
        const char *value = platter_json_text(s, "value", "");
        if (strcmp(platter_json_text(s, "name", ""), "rrdcached") == 0 && *value)
            setenv("RRDCACHED_ADDRESS", value, 0);
    }
}
