/* SPDX-License-Identifier: MIT */
#include "agent/drive/power.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "agent/core/power.h"
#include "agent/drive/passthrough.h"
#include <platter/errors.h>

#define CHECK_POWER_MODE 0xe5
#define REQUEST_SENSE 0x03
#define SENSE_ASKED_BYTES 252 /* SPC: what every allocation length should be able to be */
#define KEY_UNIT_ATTENTION 0x6
#define TIMEOUT_MS 10000

/* Also on the way into and out of suspension; "unsupported" and "error" are not suspended. */
static bool is_suspended(const struct platter_sysroot *root, const char *name)
{
    static const char *const states[] = {"suspended\n", "suspending\n", "resuming\n"};
    char text[32];

    if (platter_sysroot_read(root, text, sizeof text, NULL,
                             "/sys/block/%s/device/power/runtime_status", name))
        return false;
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strcmp(text, states[i]) == 0)
            return true;
    return false;
}

/* Another disk may have the name by now. */
static bool is_another(const struct platter_sysroot *root, const struct platter_found *found)
{
    uint64_t diskseq;

    return found->diskseq &&
           platter_sysroot_read_u64(root, &diskseq, "/sys/block/%s/diskseq", found->name) == 0 &&
           diskseq != found->diskseq;
}

static int ask_ata(int fd, enum platter_ata_form *form, enum platter_power *power)
{
    struct platter_scsi_reply reply;
    int r = platter_ata_ask(fd, form, CHECK_POWER_MODE, 0, NULL, 0, TIMEOUT_MS, &reply);
    if (r == 0)
        *power = platter_power_of_ata_sense(reply.sense, reply.sense_len);
    return r;
}

/* A unit attention is told first, and is no answer: once more then. */
static int ask_sas(int fd, enum platter_ata_form *form, enum platter_power *power)
{
    (void)form;
    static const uint8_t cdb[6] = {REQUEST_SENSE, 0, 0, 0, SENSE_ASKED_BYTES};
    uint8_t sense[SENSE_ASKED_BYTES] = {0};
    struct platter_scsi_reply reply;

    for (int i = 0; i < 2; i++) {
        int r = platter_passthrough(fd, cdb, sizeof cdb, sense, sizeof sense, TIMEOUT_MS, &reply);
        if (r)
            return r;
        if (platter_sense_key(sense, reply.data_len) != KEY_UNIT_ATTENTION)
            break;
    }
    *power = reply.scsi_status == 0 ? platter_power_of_sense(sense, reply.data_len)
                                    : PLATTER_POWER_UNKNOWN;
    return 0;
}

static const struct way {
    enum platter_transport transport;
    int (*ask)(int fd, enum platter_ata_form *form, enum platter_power *power);
} ways[] = {
    {PLATTER_TRANSPORT_ATA, ask_ata},
    {PLATTER_TRANSPORT_USB, ask_ata},
    {PLATTER_TRANSPORT_SAS, ask_sas},
};

static int ask_by(const struct way *way, const char *device, enum platter_ata_form *form,
                  enum platter_power *power)
{
    enum platter_power answer = PLATTER_POWER_UNKNOWN;
    CLEANUP_CLOSE int fd = open(device, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    int r = fd < 0 ? -errno : way->ask(fd, form, &answer);

    if (r == -EPERM || r == -EACCES)
        return PLATTER_POWER_NO_PERMISSION;
    if (r == -ENOTTY || r == -EOPNOTSUPP || r == -EINVAL)
        return PLATTER_POWER_NOT_SUPPORTED;
    if (r < 0)
        return r;
    *power = answer;
    return answer == PLATTER_POWER_UNKNOWN ? PLATTER_POWER_NOT_SUPPORTED : 0;
}

static bool never_sleeps(enum platter_transport transport)
{
    return transport == PLATTER_TRANSPORT_SIM || transport == PLATTER_TRANSPORT_NVME ||
           transport == PLATTER_TRANSPORT_VIRTUAL;
}

int platter_power_ask(const struct platter_sysroot *root, const struct platter_found *found,
                      enum platter_power *power)
{
    enum platter_ata_form form = PLATTER_ATA_16;
    return platter_power_ask_form(root, found, &form, power);
}

int platter_power_ask_form(const struct platter_sysroot *root, const struct platter_found *found,
                           enum platter_ata_form *form, enum platter_power *power)
{
    *power = never_sleeps(found->transport) ? PLATTER_POWER_ACTIVE : PLATTER_POWER_UNKNOWN;
    if (never_sleeps(found->transport))
        return 0;
    if (is_another(root, found))
        return -ENODEV;
    if (is_suspended(root, found->name)) {
        *power = PLATTER_POWER_STANDBY;
        return PLATTER_POWER_SUSPENDED;
    }
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (ways[i].transport == found->transport)
            return ask_by(&ways[i], found->device, form, power);
    return PLATTER_POWER_NOT_SUPPORTED;
}
