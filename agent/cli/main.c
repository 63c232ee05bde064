/* SPDX-License-Identifier: MIT */
#include "agent/cli/cli.h"

int main(int argc, char **argv)
{
    return platter_cli_run(argc, argv);
}
