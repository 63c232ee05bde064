/* SPDX-License-Identifier: MIT */
#include "agent/cli/found.h"

#include "agent/cli/cli.h"
#include "agent/drive/open.h"
#include <platter/errors.h>

struct exit_of {
    int result, status;
};

static const struct exit_of find_exits[] = {
    {0, PLATTER_EXIT_FINE},
    {PLATTER_FIND_NONE, PLATTER_EXIT_NO_INPUT},
    {PLATTER_FIND_PARTITION, PLATTER_EXIT_DATA},
    {PLATTER_FIND_NOT_BLOCK, PLATTER_EXIT_DATA},
    {PLATTER_FIND_AMBIGUOUS, PLATTER_EXIT_USAGE},
    {PLATTER_FIND_NO_SIM, PLATTER_EXIT_NO_INPUT},
    {-EACCES, PLATTER_EXIT_NO_PERMISSION},
};

static const struct exit_of open_exits[] = {
    {0, PLATTER_EXIT_FINE},
    {PLATTER_BLOCK_NO_DIRECT, PLATTER_EXIT_DATA},
    {PLATTER_BLOCK_CHANGED, PLATTER_EXIT_NO_INPUT},
    {PLATTER_BLOCK_NOT_BLOCK, PLATTER_EXIT_DATA},
    {PLATTER_BLOCK_TOO_SMALL, PLATTER_EXIT_DATA},
    {-EACCES, PLATTER_EXIT_NO_PERMISSION},
    {-EPERM, PLATTER_EXIT_NO_PERMISSION},
    {-ENOENT, PLATTER_EXIT_NO_INPUT},
    {-ENODEV, PLATTER_EXIT_NO_INPUT},
    {-ENXIO, PLATTER_EXIT_NO_INPUT},
    {-ENOMEDIUM, PLATTER_EXIT_NO_INPUT},
};

static int exit_of(const struct exit_of *table, size_t n, int result, int otherwise)
{
    for (size_t i = 0; i < n; i++)
        if (table[i].result == result)
            return table[i].status;
    return otherwise;
}

int platter_found_exit(int find_result)
{
    return exit_of(find_exits, sizeof(find_exits) / sizeof(*find_exits), find_result,
                   PLATTER_EXIT_OS);
}

int platter_opened_exit(int open_result)
{
    return exit_of(open_exits, sizeof(open_exits) / sizeof(*open_exits), open_result,
                   PLATTER_EXIT_IO);
}

int platter_found(const struct platter_sysroot *root, const char *name, struct platter_found *out)
{
    char text[PLATTER_TEXT_MAX + 64];
    int result = platter_find(root, name, out);

    if (result != 0) {
        platter_find_message(result, name, out, text, sizeof(text));
        platter_cli_complain("%s", text);
    }
    return platter_found_exit(result);
}
