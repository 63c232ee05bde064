/* SPDX-License-Identifier: MIT */
#include "agent/drive/place.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum platter_transport platter_transport_of(const char *sys_path)
{
    /* The first that fits: NVMe multipath lives under virtual/, a USB bridge is a SCSI host too. */
    static const struct {
        const char *part;
        enum platter_transport transport;
    } parts[] = {
        {"/nvme", PLATTER_TRANSPORT_NVME},      {"/devices/virtual/", PLATTER_TRANSPORT_VIRTUAL},
        {"/virtio", PLATTER_TRANSPORT_VIRTUAL}, {"/usb", PLATTER_TRANSPORT_USB},
        {"/ata", PLATTER_TRANSPORT_ATA},        {"/end_device-", PLATTER_TRANSPORT_SAS},
        {"/host", PLATTER_TRANSPORT_SCSI},
    };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (strstr(sys_path, parts[i].part))
            return parts[i].transport;
    return PLATTER_TRANSPORT_VIRTUAL;
}

/* What the parts of a path say about the place. */
struct place {
    char pci[16];  /* "0000:00:14.0": the last one, the controller */
    char port[64]; /* "ata3", "usb-2-1", "end_device-0:3" */
    char unit[24]; /* "0.1": SCSI target and unit; the host's number changes from boot to boot */
};

static void take_part(struct place *p, const char *part)
{
    unsigned a, b, c, d;
    int end = 0;

    if (sscanf(part, "%4x:%2x:%2x.%1x%n", &a, &b, &c, &d, &end) == 4 && !part[end])
        snprintf(p->pci, sizeof(p->pci), "%04x:%02x:%02x.%x", a, b, c, d);
    else if (sscanf(part, "%u:%u:%u:%u%n", &a, &b, &c, &d, &end) == 4 && !part[end])
        snprintf(p->unit, sizeof(p->unit), "%u.%u", c, d);
    else if (sscanf(part, "%u-%u%n", &a, &b, &end) == 2 && strchr(part + end, ':'))
        snprintf(p->port, sizeof(p->port), "usb-%.*s", (int)strcspn(part, ":"), part);
    else if (strncmp(part, "end_device-", 11) == 0 ||
             (sscanf(part, "ata%u%n", &a, &end) == 1 && !part[end]))
        snprintf(p->port, sizeof(p->port), "%.48s", part);
}

void platter_place(const struct platter_sysroot *root, const char *name, char *place, size_t size)
{
    char path[PATH_MAX], *rest = path;
    struct place p = {"", "", ""};

    if (platter_sysroot_resolve(root, path, sizeof(path), "/sys/block/%s", name) != 0)
        path[0] = '\0';
    while (rest)
        take_part(&p, strsep(&rest, "/"));
    if (p.port[0] || p.unit[0])
        snprintf(place, size, "%s%s%s%s%s", p.pci, p.pci[0] ? "-" : "", p.port,
                 p.port[0] && p.unit[0] ? "-" : "", p.unit);
    else
        snprintf(place, size, "%s", name);
}
