/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <limits.h>
#include <string.h>

#include "agent/cli/doctor.h"
#include "agent/wire/stream.h"
#include <platter/errors.h>
#include <platter/version.h>

#define CAP_SYS_RAWIO_BIT 17
#define FONT_DEPTH 4

/* Programs that ask drives too, and what makes them harmless. comm has 15 characters. */
static const struct poller {
    const char *comm, *what, *mend;
} pollers[] = {
    {"smartd", "reads SMART every 30 min", "smartd.conf: add -n standby,q to DEVICESCAN"},
    {"hddtemp", "asks for the temperature at every request",
     "stop it: platter has the temperature (smart_temperature)"},
    {"hd-idle", "puts drives to sleep that seem idle",
     "fine beside platter; a drive's own timer (hdparm -S) does the same"},
    {"udisksd", "reads SMART every 10 min",
     "it leaves sleeping drives alone; mask udisks2.service on a server"},
    {"scrutiny-collec", "reads SMART by smartctl",
     "its collector: add --nocheck=standby to commands.metrics_smart_args"},
};
#define N_POLLERS (sizeof(pollers) / sizeof(*pollers))

static const struct poller collectd_plugins[] = {
    {"smart", "reads SMART at every interval",
     "remove LoadPlugin smart: platter publishes the same types"},
    {"hddtemp", "asks hddtemp at every interval",
     "remove LoadPlugin hddtemp: platter publishes smart_temperature"},
};

static void check_agent(const struct platter_doctor_agent *a, struct platter_findings *f)
{
    if (a->running && a->version[0] && strcmp(a->version, PLATTER_VERSION) != 0)
        platter_findings_add(f, PLATTER_MARK_MEND, "", "version",
                             "restart it: systemctl restart platterd, or collectd",
                             "the agent is version %s, this program %s", a->version,
                             PLATTER_VERSION);
    else if (a->running)
        platter_findings_add(f, PLATTER_MARK_FINE, "", "agent", NULL,
                             "the agent runs (version %s, %s) and watches %u drive%s",
                             a->version[0] ? a->version : "?", a->path, a->n_drives,
                             a->n_drives == 1 ? "" : "s");
    else if (a->result == -EACCES)
        platter_findings_add(f, PLATTER_MARK_BROKEN, "", "socket",
                             "run this as root, or `adduser YOU platter` and log in again",
                             "%s: you may not ask the agent", a->path);
    else if (a->result == -ENOENT || a->result == -ECONNREFUSED || a->result == -ENOTDIR)
        platter_findings_add(f, PLATTER_MARK_BROKEN, "", "agent",
                             "systemctl start platterd, or `LoadPlugin platter` in collectd.conf",
                             "the agent is not running: nobody serves %s", a->path);
    else
        platter_findings_add(f, PLATTER_MARK_BROKEN, "", "agent",
                             "restart it: systemctl restart platterd, or collectd",
                             "%s: the agent does not answer as it should: %s", a->path,
                             a->result == -EPROTO || a->result == -EBADMSG ? a->why
                                                                           : strerror(-a->result));
}

/* What the agent itself may do: SG_IO wants CAP_SYS_RAWIO. */
static void check_rights(const struct platter_sysroot *root, const struct platter_doctor_agent *a,
                         struct platter_findings *f)
{
    char text[4096];
    const char *at;

    if (!a->running || a->pid <= 0 ||
        platter_sysroot_read(root, text, sizeof(text), NULL, "/proc/%ld/status", a->pid) < 0)
        return;
    at = strstr(text, "CapEff:");
    if (!at)
        return;
    unsigned long long caps = strtoull(at + strlen("CapEff:"), NULL, 16);
    if (caps >> CAP_SYS_RAWIO_BIT & 1)
        platter_findings_add(f, PLATTER_MARK_FINE, "", "rawio", NULL,
                             "the agent may ask for power states and SMART (CAP_SYS_RAWIO)");
    else
        platter_findings_add(f, PLATTER_MARK_MEND, "", "rawio",
                             "AmbientCapabilities=CAP_SYS_RAWIO in its unit, or run it as root",
                             "the agent lacks CAP_SYS_RAWIO: no power states, no SMART");
}

/* Each name once, however many there are of it. */
static void check_process(const char *comm, const char *pid, bool seen[N_POLLERS], bool *collectd,
                          struct platter_findings *f)
{
    if (strcmp(comm, "collectd") == 0)
        *collectd = true;
    for (size_t i = 0; i < N_POLLERS; i++) {
        if (seen[i] || strcmp(comm, pollers[i].comm) != 0)
            continue;
        seen[i] = true;
        platter_findings_add(f, PLATTER_MARK_MEND, "", "poller", pollers[i].mend,
                             "%s (pid %s) asks the drives too: it %s", comm, pid, pollers[i].what);
    }
}

/* Returns whether collectd runs. */
static bool check_processes(const struct platter_sysroot *root, struct platter_findings *f)
{
    char path[PATH_MAX], comm[64];
    bool seen[N_POLLERS] = {false}, collectd = false;
    DIR *dir;

    if (platter_sysroot_path(root, path, sizeof(path), "/proc") < 0 || !(dir = opendir(path)))
        return false;
    for (const struct dirent *e; (e = readdir(dir));) {
        if (!isdigit((unsigned char)e->d_name[0]) ||
            platter_sysroot_read(root, comm, sizeof(comm), NULL, "/proc/%s/comm", e->d_name) < 0)
            continue;
        comm[strcspn(comm, "\n")] = '\0';
        check_process(comm, e->d_name, seen, &collectd, f);
    }
    closedir(dir);
    return collectd;
}

/* Whether a line loads a plugin: LoadPlugin smart, <LoadPlugin "smart">. */
static bool loads(const char *line, const char *plugin)
{
    size_t len = strlen(plugin);

    line += strspn(line, " \t<");
    if (strncasecmp(line, "LoadPlugin", 10) != 0)
        return false;
    line += 10;
    line += strspn(line, " \t\"");
    return strncmp(line, plugin, len) == 0 && strcspn(line, "\">\r\n \t") == len;
}

static void check_collectd_file(const struct platter_sysroot *root, const char *path,
                                struct platter_findings *f)
{
    char text[131072], *rest = text;

    if (platter_sysroot_read(root, text, sizeof(text), NULL, "%s", path) < 0)
        return;
    for (const char *line; (line = strsep(&rest, "\n"));)
        for (size_t i = 0; i < sizeof(collectd_plugins) / sizeof(*collectd_plugins); i++)
            if (loads(line, collectd_plugins[i].comm))
                platter_findings_add(f, PLATTER_MARK_MEND, "", "poller", collectd_plugins[i].mend,
                                     "collectd's plugin %s asks the drives too: it %s (%s)",
                                     collectd_plugins[i].comm, collectd_plugins[i].what, path);
}

static void check_collectd(const struct platter_sysroot *root, struct platter_findings *f)
{
    static const char folder[] = "/etc/collectd/collectd.conf.d";
    char path[PATH_MAX];
    DIR *dir;

    check_collectd_file(root, "/etc/collectd/collectd.conf", f);
    if (platter_sysroot_path(root, path, sizeof(path), "%s", folder) < 0 || !(dir = opendir(path)))
        return;
    for (const struct dirent *e; (e = readdir(dir));) {
        if (fnmatch("*.conf", e->d_name, 0) != 0)
            continue;
        snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
        check_collectd_file(root, path, f);
    }
    closedir(dir);
}

static bool has_font(const struct platter_sysroot *root, const char *folder, unsigned depth)
{
    char path[PATH_MAX], below[PATH_MAX];
    bool found = false;
    DIR *dir;

    if (depth == 0 || platter_sysroot_path(root, path, sizeof(path), "%s", folder) < 0 ||
        !(dir = opendir(path)))
        return false;
    for (const struct dirent *e; !found && (e = readdir(dir));) {
        int len = snprintf(below, sizeof(below), "%s/%s", folder, e->d_name);
        found = fnmatch("*.[to]t[fc]", e->d_name, 0) == 0 ||
                (e->d_name[0] != '.' && (size_t)len < sizeof(below) &&
                 has_font(root, below, depth - 1));
    }
    closedir(dir);
    return found;
}

static void check_fonts(const struct platter_sysroot *root, struct platter_findings *f)
{
    if (has_font(root, "/usr/share/fonts", FONT_DEPTH) ||
        has_font(root, "/usr/local/share/fonts", FONT_DEPTH))
        platter_findings_add(f, PLATTER_MARK_FINE, "", "fonts", NULL,
                             "there are fonts for `platter graph`");
    else
        platter_findings_add(f, PLATTER_MARK_MEND, "", "fonts", "apt-get install fonts-dejavu-core",
                             "no fonts: `platter graph` would draw boxes for letters");
}

void platter_doctor_host(const struct platter_sysroot *root,
                         const struct platter_doctor_agent *agent, struct platter_findings *f)
{
    check_agent(agent, f);
    check_rights(root, agent, f);
    if (check_processes(root, f))
        check_collectd(root, f);
    check_fonts(root, f);
}
