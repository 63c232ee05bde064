/* SPDX-License-Identifier: MIT */
#include "agent/drive/open.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int platter_open(const struct platter_sysroot *root, const struct platter_found *found,
                 enum platter_sim_clock clock, uint64_t seed, struct platter_drive **out)
{
    if (found->transport != PLATTER_TRANSPORT_SIM)
        return platter_block_open(root, found, out);

    struct platter_model_spec spec;
    char why[PLATTER_SIM_WHY_MAX];
    if (platter_sim_spec(found->sim[0] ? found->sim : found->name, &spec, why, sizeof why) != 0)
        return -ENODEV;
    return platter_sim_new(&spec, clock, seed, out);
}

static const struct {
    int result;
    const char *text;
} messages[] = {
    {PLATTER_BLOCK_NO_DIRECT,
     "refuses O_DIRECT, so it cannot be measured (the page cache would be)"},
    {PLATTER_BLOCK_CHANGED, "another disk is behind this name now; run `platter list`"},
    {PLATTER_BLOCK_NOT_BLOCK, "not a block device; name a whole drive: `platter list` shows them"},
    {PLATTER_BLOCK_BUFFERED, "attached without direct I/O, so the page cache would be measured; "
                             "attach it with `losetup --direct-io=on`"},
    {PLATTER_BLOCK_TOO_SMALL, "smaller than 16 MiB; there is nothing to measure"},
    {-EACCES, "no permission: run as root or as a member of group disk"},
    {-EPERM, "not permitted here (a container or device policy forbids it): allow this device"},
    {-ENOENT, "no such device; `platter list` shows the drives"},
    {-ENODEV, "the drive is gone; `platter list` shows the drives"},
    {-ENXIO, "the drive is gone; `platter list` shows the drives"},
    {-ENOMEDIUM, "no medium in it"},
    {-EINVAL, "refuses direct reads in blocks of this size, so it cannot be measured"},
    {-EBUSY, "busy: another program holds it for itself alone"},
};

void platter_open_message(int result, const struct platter_found *found, char *buf, size_t size)
{
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++)
        if (messages[i].result == result) {
            snprintf(buf, size, "%s: %s", found->device, messages[i].text);
            return;
        }
    snprintf(buf, size, "%s: cannot be opened: %s", found->device,
             result < 0 ? strerror(-result) : "unknown reason");
}
