/* SPDX-License-Identifier: MIT */
#include "agent/drive/describe.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "agent/core/ident.h"
#include "agent/core/zone.h"
#include "agent/drive/place.h"
#include "agent/drive/ranges.h"
#include "agent/drive/udev.h"
#include "agent/drive/vpd.h"
#include <platter/units.h>

#define SCSI_TYPE_CD 5
#define SECTOR_MAX_BYTES 65536u
#define PHYSICAL_MAX_BYTES 1048576u
#define PAGE_MAX 4096

struct device {
    const struct platter_sysroot *root;
    const char *name;
    struct platter_udev_facts udev;
};

/* A text attribute of the device, cleaned; "" if there is none. */
static void text_attr(const struct device *d, const char *attr, char *dst, size_t size)
{
    char text[PATH_MAX];
    size_t len = 0;

    if (platter_sysroot_read(d->root, text, sizeof(text), &len, "/sys/block/%s/%s", d->name, attr))
        len = 0;
    platter_text_clean(dst, size, text, len);
}

static uint64_t number_attr(const struct device *d, const char *attr, uint64_t fallback)
{
    uint64_t v;

    return platter_sysroot_read_u64(d->root, &v, "/sys/block/%s/%s", d->name, attr) ? fallback : v;
}

static size_t page_attr(const struct device *d, const char *attr, uint8_t page[PAGE_MAX])
{
    char text[PAGE_MAX];
    size_t len = 0;

    if (platter_sysroot_read(d->root, text, sizeof(text), &len, "/sys/block/%s/device/%s", d->name,
                             attr))
        return 0;
    memcpy(page, text, len);
    return len;
}

/* Kinds of block devices that are no drives, by the begin of their names. */
static const struct kind {
    const char *prefix;
    const char *driver; /* stands in for a model */
    const char *what;   /* why `auto` leaves it out; NULL: it does not */
} kinds[] = {
    {"loop", "loop", "a loop device"},
    {"ram", "ram", "a RAM disk"},
    {"zram", "zram", "compressed RAM"},
    {"dm-", "dm", "a device-mapper volume"},
    {"md", "md", "a software RAID array"},
    {"nbd", "nbd", "a network block device"},
    {"drbd", "drbd", "a replicated volume"},
    {"rbd", "rbd", "a network block device"},
    {"bcache", "bcache", "a cached volume"},
    {"zd", "zvol", "a ZFS volume"},
    {"cciss!", "cciss", "a volume of a RAID controller"},
    {"vd", "virtio", NULL},
    {"xvd", "xen", NULL},
    {"mmcblk", "mmc", NULL},
};

static const struct kind *kind_of(const char *name)
{
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        if (strncmp(name, kinds[i].prefix, strlen(kinds[i].prefix)) == 0)
            return &kinds[i];
    return NULL;
}

static bool starts(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

/* Volumes that a RAID controller shows as one disk, by INQUIRY vendor and model. */
static bool is_raid_volume(const char *vendor, const char *model)
{
    static const char *const volumes[][2] = {
        {"LSI", ""},
        {"AVAGO", ""},
        {"BROADCOM", ""},
        {"DELL", "PERC"},
        {"HP", "LOGICAL VOLUME"},
        {"HPE", "LOGICAL VOLUME"},
        {"Adaptec", ""},
        {"ASR", ""},
        {"AMCC", ""},
        {"3ware", ""},
        {"Areca", ""},
        {"IBM", "ServeRAID"},
        {"Intel", "RAID"},
        {"COMPAQ", "LOGICAL VOLUME"},
    };

    for (size_t i = 0; i < sizeof(volumes) / sizeof(volumes[0]); i++)
        if (strcmp(vendor, volumes[i][0]) == 0 && starts(model, volumes[i][1]))
            return true;
    return false;
}

/* Disks that a hypervisor makes up behind an ordinary-looking SCSI host. */
static bool is_virtual_vendor(const char *vendor)
{
    static const char *const vendors[] = {"VMware", "Msft", "VBOX", "QEMU"};

    for (size_t i = 0; i < sizeof(vendors) / sizeof(vendors[0]); i++)
        if (strcmp(vendor, vendors[i]) == 0)
            return true;
    return false;
}

static void find_model(const struct device *d, const char *vendor, const char *inquiry,
                       struct platter_found *f)
{
    const struct kind *kind = kind_of(d->name);
    uint8_t page[PAGE_MAX];

    platter_vpd_ata_model(page, page_attr(d, "vpd_pg83", page), f->model, sizeof(f->model));
    if (f->model[0])
        return;
    if (inquiry[0] && vendor[0] && strcmp(vendor, "ATA") != 0 && !starts(inquiry, vendor))
        snprintf(f->model, sizeof(f->model), "%.30s %.32s", vendor, inquiry);
    else
        snprintf(f->model, sizeof(f->model), "%s", inquiry);
    if (!f->model[0])
        text_attr(d, "device/name", f->model, sizeof(f->model)); /* mmc */
    if (!f->model[0])
        snprintf(f->model, sizeof(f->model), "%s", kind ? kind->driver : "disk");
}

/* The first source with a serial that tells drives apart; "" if none has one. */
static void find_serial(const struct device *d, char *serial, size_t size)
{
    static const char *const attrs[] = {"device/serial", "serial"};
    uint8_t page[PAGE_MAX];

    platter_vpd_serial(page, page_attr(d, "vpd_pg80", page), serial, size);
    if (!platter_serial_usable(serial))
        snprintf(serial, size, "%s", d->udev.serial);
    for (size_t i = 0; i < 2 && !platter_serial_usable(serial); i++)
        text_attr(d, attrs[i], serial, size);
    if (!platter_serial_usable(serial))
        serial[0] = '\0';
}

/* What stands in for a serial: the file behind a loop device, the name of a volume, else the bus.
 */
static void find_place(const struct device *d, enum platter_transport transport, char *place,
                       size_t size)
{
    text_attr(d, "loop/backing_file", place, size);
    if (!place[0])
        text_attr(d, "dm/name", place, size);
    if (!place[0] && transport != PLATTER_TRANSPORT_VIRTUAL)
        platter_place(d->root, d->name, place, size);
    if (!place[0])
        snprintf(place, size, "%s", d->name);
}

static bool is_power_of_two(uint64_t v)
{
    return v && !(v & (v - 1));
}

static int find_geometry(const struct device *d, enum platter_transport transport,
                         struct platter_geometry *g)
{
    uint64_t logical = number_attr(d, "queue/logical_block_size", 512);
    uint64_t physical = number_attr(d, "queue/physical_block_size", logical);
    uint64_t sectors = number_attr(d, "size", 0);
    uint8_t page[PAGE_MAX];
    uint32_t rpm;

    if (!is_power_of_two(logical) || logical < 512 || logical > SECTOR_MAX_BYTES ||
        !is_power_of_two(physical) || physical < logical || physical > PHYSICAL_MAX_BYTES ||
        sectors > INT64_MAX / PLATTER_SYSFS_SECTOR_BYTES)
        return -EPROTO;
    *g = (struct platter_geometry){
        .capacity_bytes = sectors * PLATTER_SYSFS_SECTOR_BYTES,
        .logical_bytes = (uint32_t)logical,
        .physical_bytes = (uint32_t)physical,
        .align_bytes = (uint32_t)physical,
        .rotating = transport != PLATTER_TRANSPORT_VIRTUAL && number_attr(d, "queue/rotational", 0),
    };
    platter_ranges_find(d->root, d->name, g);
    rpm = platter_vpd_rpm(page, page_attr(d, "vpd_pgb1", page));
    if (!rpm)
        rpm = d->udev.rpm;
    if (g->rotating && rpm)
        g->rev_ns = (uint32_t)(60 * PLATTER_NS_PER_S / rpm);
    return 0;
}

static void only_when_named(struct platter_found *f, const char *what)
{
    f->only_when_named = true;
    snprintf(f->why_not, sizeof(f->why_not), "%s: taken only when named", what);
}

static void find_why_not(const struct device *d, const char *vendor, const char *inquiry,
                         const char *path, struct platter_found *f)
{
    const struct kind *kind = kind_of(d->name);

    if (kind && kind->what)
        only_when_named(f, kind->what);
    else if (starts(path, "/sys/devices/virtual/") && f->transport == PLATTER_TRANSPORT_VIRTUAL)
        only_when_named(f, "a virtual device");
    else if (is_raid_volume(vendor, inquiry))
        only_when_named(f, "a volume of a RAID controller");
    else if (starts(d->name, "sr") || number_attr(d, "device/type", 0) == SCSI_TYPE_CD)
        only_when_named(f, "a CD drive");
    else if (number_attr(d, "removable", 0))
        only_when_named(f, "a removable medium");
    else if (f->geometry.capacity_bytes < PLATTER_CAPACITY_MIN_BYTES)
        snprintf(f->why_not, sizeof(f->why_not), "smaller than 16 MiB");
}

/* /dev/X of the same number. A captured tree has no nodes: there the name is enough. */
static bool has_node(const struct device *d, const char *node)
{
    char numbers[32], expected[32];
    struct stat st;

    if (d->root->prefix[0])
        return true;
    if (stat(node, &st) != 0 || !S_ISBLK(st.st_mode))
        return false;
    snprintf(expected, sizeof(expected), "%u:%u", major(st.st_rdev), minor(st.st_rdev));
    text_attr(d, "dev", numbers, sizeof(numbers));
    return strcmp(numbers, expected) == 0;
}

/* sysfs writes '!' for the '/' in names such as cciss/c0d0. */
static int name_in(const char *name, struct platter_found *f)
{
    if (strlen(name) + strlen("/dev/") >= sizeof(f->device))
        return -ENAMETOOLONG;
    snprintf(f->name, sizeof(f->name), "%s", name);
    snprintf(f->device, sizeof(f->device), "/dev/%.58s", name);
    for (char *c = strchr(f->device, '!'); c; c = strchr(c, '!'))
        *c = '/';
    return 0;
}

static void find_who(const struct device *d, struct platter_found *f, const char *vendor,
                     const char *inquiry)
{
    char place[PATH_MAX];

    find_model(d, vendor, inquiry, f);
    find_serial(d, f->serial, sizeof(f->serial));
    text_attr(d, "device/wwid", f->wwn, sizeof(f->wwn));
    if (!f->wwn[0])
        text_attr(d, "wwid", f->wwn, sizeof(f->wwn));
    find_place(d, f->transport, place, sizeof(place));
    platter_id_make(f->id, f->model, f->serial, place);
}

/* A drive behind a SAS adapter or another SCSI host whose SCSI is a translation of ATA (SAT): it
 * understands ATA commands. A USB bridge stays one: what it translates, only asking shows. */
static bool is_translated(const struct device *d, const char *vendor)
{
    uint8_t page[PAGE_MAX];

    return strcmp(vendor, "ATA") == 0 || platter_vpd_is_ata(page, page_attr(d, "vpd_pg89", page));
}

static enum platter_transport transport_of(const struct device *d, const char *vendor,
                                           const char *path)
{
    enum platter_transport t = platter_transport_of(path);

    if (is_virtual_vendor(vendor))
        return PLATTER_TRANSPORT_VIRTUAL;
    if ((t == PLATTER_TRANSPORT_SAS || t == PLATTER_TRANSPORT_SCSI) && is_translated(d, vendor))
        return PLATTER_TRANSPORT_ATA;
    return t;
}

int platter_describe(const struct platter_sysroot *root, const char *name,
                     struct platter_found *out)
{
    struct device d = {.root = root, .name = name};
    struct platter_found f = {.name = ""};
    char vendor[16], inquiry[PLATTER_NAME_MAX], path[PATH_MAX];
    uint64_t size;
    int r = name_in(name, &f);

    if (r == 0)
        r = platter_sysroot_resolve(root, path, sizeof(path), "/sys/block/%s", name);
    if (r == 0)
        r = platter_sysroot_read_u64(root, &size, "/sys/block/%s/size", name);
    if (r)
        return r;
    if (size == 0 || number_attr(&d, "hidden", 0) || !has_node(&d, f.device))
        return PLATTER_DESCRIBE_NO_DRIVE;
    platter_udev_facts(root, name, &d.udev);
    text_attr(&d, "device/vendor", vendor, sizeof(vendor));
    text_attr(&d, "device/model", inquiry, sizeof(inquiry));
    f.transport = transport_of(&d, vendor, path);
    r = find_geometry(&d, f.transport, &f.geometry);
    if (r)
        return r;
    f.diskseq = number_attr(&d, "diskseq", 0);
    find_who(&d, &f, vendor, inquiry);
    find_why_not(&d, vendor, inquiry, path, &f);
    *out = f;
    return 0;
}
