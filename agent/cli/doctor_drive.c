/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "agent/cli/doctor.h"
#include "agent/cli/look.h"
#include "agent/cli/out.h"
#include "agent/drive/open.h"
#include "agent/drive/yield.h"
#include <platter/errors.h>

struct subject {
    const struct platter_sysroot *root;
    const struct platter_found *found;
    const struct platter_snapshot *s; /* NULL: not watched */
    struct platter_findings *f;
};

static void say(const struct subject *x, enum platter_mark mark, const char *code, const char *mend,
                const char *text)
{
    platter_findings_add(x->f, mark, x->found->name, code, mend, "%s", text);
}

bool platter_doctor_may_open(const struct platter_found *found, const struct platter_snapshot *s)
{
    if (!found->geometry.rotating)
        return true;
    return s && (s->power == PLATTER_POWER_ACTIVE || s->power == PLATTER_POWER_IDLE);
}

static void check_open(const struct subject *x)
{
    struct platter_drive *drive = NULL;
    char text[PLATTER_TEXT_MAX];
    int result;

    if (!platter_doctor_may_open(x->found, x->s)) {
        say(x, PLATTER_MARK_FINE, "open", NULL, "not opened: it may be asleep");
        return;
    }
    result = platter_open(x->root, x->found, PLATTER_SIM_VIRTUAL, 1, &drive);
    if (result == 0) {
        platter_drive_free(drive);
        say(x, PLATTER_MARK_FINE, "open", NULL, "can be read, past the page cache (O_DIRECT)");
        return;
    }
    platter_open_message(result, x->found, text, sizeof(text));
    bool forbidden = result == -EACCES || result == -EPERM;
    if (forbidden && geteuid() != 0)
        say(x, PLATTER_MARK_MEND, "open",
            "run this as root, or `adduser YOU disk`; what the agent may do is said above",
            "you may not read it");
    else
        say(x, PLATTER_MARK_BROKEN, "open",
            forbidden ? "DeviceAllow= of the unit, or the container's list of devices"
                      : "look at `dmesg`; leave it out with option drives",
            text);
}

static void check_counters(const struct subject *x)
{
    char text[512], mend[160];
    uint64_t on = 1;

    if (platter_sysroot_read(x->root, text, sizeof(text), NULL, "/sys/block/%s/stat",
                             x->found->name) < 0) {
        say(x, PLATTER_MARK_BROKEN, "counters", "is /sys mounted, and may you read it?",
            "its counters cannot be read: nobody else's use can be told");
        return;
    }
    if (platter_sysroot_read_u64(x->root, &on, "/sys/block/%s/queue/iostats", x->found->name) || on)
        return;
    snprintf(mend, sizeof(mend), "echo 1 > /sys/block/%s/queue/iostats (and a udev rule for ever)",
             x->found->name);
    say(x, PLATTER_MARK_MEND, "counters", mend,
        "the kernel does not count its use: whether others disturbed a measurement cannot be told");
}

/* A flag that contradicts what it is. */
static void check_rotational(const struct subject *x)
{
    uint64_t flag = 0;
    char mend[160];

    if (platter_sysroot_read_u64(x->root, &flag, "/sys/block/%s/queue/rotational", x->found->name) <
        0)
        return;
    bool solid = x->found->transport == PLATTER_TRANSPORT_NVME ||
                 strcasestr(x->found->model, "SSD") || strcasestr(x->found->model, "NVMe");
    if (!flag || !solid)
        return;
    snprintf(mend, sizeof(mend), "echo 0 > /sys/block/%s/queue/rotational (and a udev rule)",
             x->found->name);
    say(x, PLATTER_MARK_MEND, "rotational", mend,
        "the kernel says that it rotates, its name that it does not: it is treated as a disk");
}

static void check_power(const struct subject *x)
{
    const struct platter_snapshot *s = x->s;

    if (!x->found->geometry.rotating)
        return;
    if (s->power == PLATTER_POWER_UNKNOWN)
        say(x, PLATTER_MARK_MEND, "power",
            "give the agent CAP_SYS_RAWIO (platterd.service does); a USB bridge may not be able to",
            "whether it sleeps cannot be told: sampled only right after somebody else used it");
    else if (s->gated && (platter_look_asleep(s) || s->power == PLATTER_POWER_IDLE_LOW))
        say(x, PLATTER_MARK_FINE, "gated", NULL,
            "it sleeps or unloads its heads at times: sampled only right after somebody used it");
    else if (s->gated)
        say(x, PLATTER_MARK_FINE, "gated", NULL,
            "sampled only right after somebody used it, until 6 h without use have shown that it "
            "stays awake");
}

static void check_smart(const struct subject *x)
{
    enum platter_transport t = x->found->transport;

    if (x->s->smart.time_s || t == PLATTER_TRANSPORT_VIRTUAL || t == PLATTER_TRANSPORT_SIM)
        return;
    if (platter_look_asleep(x->s) || x->s->samples == 0)
        say(x, PLATTER_MARK_FINE, "smart", NULL, "SMART not read yet: after the next sample");
    else if (t == PLATTER_TRANSPORT_NVME || t == PLATTER_TRANSPORT_SAS)
        say(x, PLATTER_MARK_FINE, "smart", NULL,
            "SMART is not read: this version does it for ATA drives alone");
    else
        say(x, PLATTER_MARK_MEND, "smart",
            "give the agent CAP_SYS_RAWIO; `smartctl -s on` if SMART is off in the drive",
            "SMART is not read");
}

static void check_cost(const struct subject *x)
{
    const struct platter_cost *c = &x->s->cost;
    bool harm = c->wakes || c->head_loads;
    char bytes[32], duty[48] = "";

    platter_out_bytes(bytes, sizeof(bytes), c->bytes_read);
    if (isfinite(x->s->duty))
        snprintf(duty, sizeof(duty), " in %.2g %% of its time", x->s->duty * 100);
    platter_findings_add(x->f, harm ? PLATTER_MARK_MEND : PLATTER_MARK_FINE, x->found->name, "cost",
                         harm ? "set sample = when-active for it in platter.conf; both should be 0"
                              : NULL,
                         "platter cost it %s read%s, %llu wakes, %llu head loads", bytes, duty,
                         (unsigned long long)c->wakes, (unsigned long long)c->head_loads);
}

static const struct platter_snapshot *snapshot_of(const struct platter_found *found,
                                                  const struct platter_doctor_agent *agent)
{
    for (unsigned i = 0; i < agent->n_drives; i++)
        if (strcmp(agent->drives[i].device, found->device) == 0)
            return &agent->drives[i];
    return NULL;
}

static void check_watched(const struct subject *x, const struct platter_doctor_agent *agent)
{
    if (x->s || !agent->running)
        return;
    if (x->found->why_not[0])
        platter_findings_add(x->f, PLATTER_MARK_FINE, x->found->name, "watched", NULL,
                             "not watched: %s", x->found->why_not);
    else
        say(x, PLATTER_MARK_MEND, "watched",
            "see drives in platter.conf, and the agent's log: journalctl -u platterd",
            "the agent does not watch it");
}

void platter_doctor_drive(const struct platter_sysroot *root, const struct platter_found *found,
                          const struct platter_doctor_agent *agent, bool open,
                          struct platter_findings *f)
{
    struct subject x = {root, found, snapshot_of(found, agent), f};

    check_watched(&x, agent);
    if (open && !found->why_not[0])
        check_open(&x);
    check_counters(&x);
    check_rotational(&x);
    if (platter_yields(root, found->name))
        say(&x, PLATTER_MARK_FINE, "class", NULL,
            "its scheduler is bfq: platter reads in the idle class, after everybody else");
    if (!x.s)
        return;
    check_power(&x);
    check_smart(&x);
    check_cost(&x);
}
