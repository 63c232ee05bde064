/* SPDX-License-Identifier: MIT */
/*
 * Discovery: which drives this machine has, and who they are. Reads sysfs and udev's data, opens no
 * device, sends no command: a sleeping drive does not notice.
 */
#ifndef PLATTER_DRIVE_DISCOVER_H
#define PLATTER_DRIVE_DISCOVER_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/core/geometry.h"
#include "agent/drive/sysroot.h"
#include <platter/snapshot.h>

/* How the drive is attached; VIRTUAL ones have no platter of their own and are always-on. */
enum platter_transport {
    PLATTER_TRANSPORT_ATA,
    PLATTER_TRANSPORT_SAS,
    PLATTER_TRANSPORT_USB,
    PLATTER_TRANSPORT_NVME,
    PLATTER_TRANSPORT_SCSI,    /* another SCSI host */
    PLATTER_TRANSPORT_VIRTUAL, /* virtio, loop, nbd, dm, md, ram ... */
    PLATTER_TRANSPORT_SIM,
};
const char *platter_transport_name(enum platter_transport t);

struct platter_found {
    char name[PLATTER_NAME_MAX];   /* "sda"; "sim:wd2002faex" */
    char device[PLATTER_NAME_MAX]; /* "/dev/sda"; "sim:wd2002faex" */
    char sim[PLATTER_TEXT_MAX];    /* all that was said of a simulated drive, "sim:..."; else "" */
    char id[PLATTER_ID_MAX];
    char model[PLATTER_NAME_MAX];
    char serial[PLATTER_NAME_MAX];
    char wwn[PLATTER_NAME_MAX];
    enum platter_transport transport;
    uint64_t diskseq;                 /* 0 = not known */
    struct platter_geometry geometry; /* align_bytes as sysfs tells: opening may raise it */
    bool only_when_named;             /* loop, ram, zram, dm, md, nbd: never taken by `auto` */
    char why_not[PLATTER_TEXT_MAX];   /* why `auto` leaves it out; "" = it takes it */
};

/* Whether the drive has a spindle that may stand still: virtual and simulated ones have none. */
static inline bool platter_found_has_spindle(const struct platter_found *found)
{
    return found->geometry.rotating && found->transport != PLATTER_TRANSPORT_SIM &&
           found->transport != PLATTER_TRANSPORT_VIRTUAL;
}

/*
 * All whole block devices, sorted by name; *found is an array of *n to be freed with free(). With
 * `all` also those that `auto` leaves out (why_not set). An unreadable entry is left out. Two with
 * one id are told apart by their place. Returns 0 or -errno (/sys/block cannot be read).
 */
int platter_discover(const struct platter_sysroot *root, bool all, struct platter_found **found,
                     unsigned *n);

/*
 * One drive by what a person calls it: sda, /dev/sda, any link to it (/dev/disk/by-id/...), the
 * tail of a serial (4 characters or more, unique), an id, or sim:NAME. Returns 0, or a result for
 * which platter_find_message has the words.
 */
#define PLATTER_SERIAL_TAIL_MIN 4
enum platter_find_result {
    PLATTER_FIND_NONE = 1,      /* nothing of that name */
    PLATTER_FIND_PARTITION = 2, /* out->name is the whole drive */
    PLATTER_FIND_NOT_BLOCK = 3, /* a file or a character device */
    PLATTER_FIND_AMBIGUOUS = 4, /* the tail of more than one serial */
    PLATTER_FIND_NO_SIM = 5,    /* no simulated drive of that name */
};
int platter_find(const struct platter_sysroot *root, const char *name, struct platter_found *out);

/* What a result of platter_find (or -errno) means and what to do, as a sentence without a full
 * stop. */
void platter_find_message(int result, const char *name, const struct platter_found *found,
                          char *buf, size_t size);

#endif
