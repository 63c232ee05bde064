/* SPDX-License-Identifier: MIT */
/*
 * lab-drive: a SATA drive in user space, behind the kernel's target_core_user, with the timing of
 * one of platter's simulated drives. It answers one command at a time.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/vm/drive/control.h"
#include "tests/vm/drive/drive.h"
#include "tests/vm/drive/mailbox.h"
#include "tests/vm/drive/oplog.h"
#include "tests/vm/drive/scsi.h"
#include <platter/units.h>

#define TICK_MS 50
#define HANG_MS 20

struct lab {
    struct lab_mailbox mailbox;
    struct lab_control_file file;
    struct lab_drive drive;
    FILE *oplog;
};

static int usage(void)
{
    fputs("usage: lab-drive capacity NAME\n"
          "       lab-drive /dev/uioN NAME SEED CONTROL-FILE OPCODE-LOG TRUTH-LOG\n"
          "NAME is one of platter's simulated drives without \"sim:\"; capacity prints its bytes.\n"
          "The files: tests/vm/drive/control.h, oplog.h, drive.h.\n",
          stderr);
    return 64;
}

static void tick(struct lab *lab)
{
    struct lab_drive *d = &lab->drive;
    uint64_t now_ns;

    if (lab_control_poll(&lab->file, &d->control) == 1)
        lab_power_order(&d->power, d->control.power);
    now_ns = lab_now_ns();
    lab_power_tick(&d->power, &d->control, now_ns);
    lab_selftest_tick(d, now_ns);
}

static int answer(struct lab *lab, const uint8_t *cdb)
{
    struct lab_reply reply;

    tick(lab);
    lab_oplog(lab->oplog, lab_now_ns(), lab->drive.power.state, cdb);
    while (lab->drive.control.hang) {
        lab_sleep_until(lab_now_ns() + HANG_MS * PLATTER_NS_PER_MS);
        tick(lab);
    }
    lab_scsi_run(&lab->drive, cdb, &reply);
    return lab_mailbox_answer(&lab->mailbox, &reply);
}

/* A drive has a processor of its own: it does not wait for the ones it serves. */
static void hurry(void)
{
    struct sched_param p = {.sched_priority = 10};

    if (sched_setscheduler(0, SCHED_FIFO, &p) != 0)
        fprintf(stderr, "lab-drive: no real-time priority (%s): times will be less exact\n",
                strerror(errno));
}

static int serve(struct lab *lab)
{
    uint8_t cdb[LAB_CDB_BYTES];
    int result;

    hurry();

    while ((result = lab_mailbox_wait(&lab->mailbox, TICK_MS)) == 0) {
        tick(lab);
        while (result == 0 && lab_mailbox_next(&lab->mailbox, cdb) == 1)
            result = answer(lab, cdb);
        if (result < 0)
            break;
    }
    return result;
}

static FILE *open_log(const char *path)
{
    FILE *f = fopen(path, "we");

    if (f)
        setvbuf(f, NULL, _IOLBF, 0);
    else
        fprintf(stderr, "lab-drive: %s: %s\n", path, strerror(errno));
    return f;
}

static int run(char **args)
{
    const struct platter_model_spec *spec = platter_model_find(args[1]);
    static struct lab lab;
    int result;

    if (!spec)
        return usage();
    lab_control_init(&lab.file, args[3]);
    lab_drive_init(&lab.drive, spec, strtoull(args[2], NULL, 10));
    lab.drive.control = lab.file.defaults;
    lab.oplog = open_log(args[4]);
    lab.drive.truth = open_log(args[5]);
    if (!lab.oplog || !lab.drive.truth)
        return 1;
    result = lab_mailbox_open(&lab.mailbox, args[0]);
    if (result == 0)
        result = serve(&lab);
    fprintf(stderr, "lab-drive: %s: %s\n", args[0], strerror(-result));
    return 1;
}

int main(int argc, char **argv)
{
    const struct platter_model_spec *spec;

    if (argc == 7)
        return run(argv + 1);
    if (argc != 3 || strcmp(argv[1], "capacity") != 0 || !(spec = platter_model_find(argv[2])))
        return usage();
    printf("%llu\n", (unsigned long long)spec->capacity_bytes);
    return 0;
}
