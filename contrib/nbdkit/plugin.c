/* SPDX-License-Identifier: MIT */
/*
 * A drive that this machine does not have, as an nbdkit plugin: the drive model in real time. With
 * nbdfuse and a loop device it is a real block device (contrib/lab).
 *
 * Requests are served one after the other, as one actuator would.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent/core/actuator.h"
#include "agent/core/parse.h"
#include "agent/drive/sim_spec.h"
#include "contrib/nbdkit/defects.h"
#include "contrib/nbdkit/pace.h"
#include <platter/errors.h>
#include <platter/units.h>

#define NBDKIT_API_VERSION 2
#include <nbdkit-plugin.h>
#define THREAD_MODEL NBDKIT_THREAD_MODEL_SERIALIZE_ALL_REQUESTS

/* A drive reads ahead as far as a segment of its buffer goes, and somewhat where it does not say.
 */
#define BUFFER_MIN_BYTES (2 * PLATTER_MIB)
#define PAGE_BYTES 4096u
#define SIZE_MIN_BYTES (16 * PLATTER_MIB)
#define REQUEST_MAX_BYTES (32u << 20)

/* nbdkit loads one plugin once and hands nothing back to its callbacks before open. */
static struct {
    struct platter_model_spec spec;
    struct platter_model model;
    struct platter_actuator actuator;
    struct platter_defects defects;
    struct platter_pace pace;
    uint64_t size_bytes;
    double seed, speedup;
    char *log_file, *data_file;
    int data_fd; /* -1: reads give zeros, and nothing can be written */
} drive = {.seed = 1, .speedup = 1, .data_fd = -1};

/* ---- Parameters ---------------------------------------------------------------------------- */

static int take_drive(const char *value)
{
    char name[PLATTER_SIM_WHY_MAX], why[PLATTER_SIM_WHY_MAX];

    snprintf(name, sizeof name, "%s%s", platter_sim_is_name(value) ? "" : PLATTER_SIM_PREFIX,
             value);
    if (platter_sim_spec(name, &drive.spec, why, sizeof why) == 0)
        return 0;
    nbdkit_error("%s", why);
    return -1;
}

static int take_size(const char *value)
{
    int64_t bytes = nbdkit_parse_size(value);

    if (bytes < 0)
        return -1;
    drive.size_bytes = (uint64_t)bytes / PAGE_BYTES * PAGE_BYTES;
    if (drive.size_bytes < SIZE_MIN_BYTES) {
        nbdkit_error("size=%s: 16M at least", value);
        return -1;
    }
    return 0;
}

static int take_defects(const char *value)
{
    int r = platter_defects_load(&drive.defects, value);

    if (r > 0)
        nbdkit_error("%s:%d: want LBA SECTORS slow|error REVOLUTIONS", value, r);
    else if (r < 0)
        nbdkit_error("%s: %s", value, strerror(-r));
    return r ? -1 : 0;
}

/* Absolute: nbdkit may change its folder later. */
static int take_path(const char *value, char **out)
{
    free(*out);
    *out = nbdkit_absolute_path(value);
    return *out ? 0 : -1;
}

static int take_log(const char *value)
{
    return take_path(value, &drive.log_file);
}

static int take_data(const char *value)
{
    return take_path(value, &drive.data_file);
}

static int take_number(const char *name, const char *value, double *out)
{
    if (platter_parse_number(value, out) == 0 && *out >= 0)
        return 0;
    nbdkit_error("%s=%s: not a number", name, value);
    return -1;
}

static int take_seed(const char *value)
{
    return take_number("seed", value, &drive.seed);
}

static int take_speedup(const char *value)
{
    if (take_number("speedup", value, &drive.speedup))
        return -1;
    if (drive.speedup > 0 && drive.speedup <= 1000)
        return 0;
    nbdkit_error("speedup=%s: more than 0, 1000 at most", value);
    return -1;
}

static const struct {
    const char *name;
    int (*take)(const char *value);
} parameters[] = {
    {"drive", take_drive}, {"size", take_size}, {"defects", take_defects}, {"log", take_log},
    {"data", take_data},   {"seed", take_seed}, {"speedup", take_speedup},
};

#define HELP                                                                              \
    "drive=NAME      a simulated drive: wd2002faex, wd80eazz,fault=slow:by=20%, a file\n" \
    "size=BYTES      the same mechanics with so many bytes from edge to edge\n"           \
    "defects=FILE    lines: LBA SECTORS slow|error REVOLUTIONS\n"                         \
    "log=FILE        what each request was to take and took\n"                            \
    "data=FILE       keep what is written there; without it nothing is written\n"         \
    "seed=N          of where the platters stand (1)\n"                                   \
    "speedup=F       F times as fast (1)"

static int lab_config(const char *key, const char *value)
{
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
        if (strcmp(parameters[i].name, key) == 0)
            return parameters[i].take(value);
    nbdkit_error("%s: no such parameter", key);
    return -1;
}

static int lab_config_complete(void)
{
    if (!drive.spec.capacity_bytes) {
        nbdkit_error("drive=NAME is missing");
        return -1;
    }
    if (drive.size_bytes)
        drive.spec.capacity_bytes = drive.size_bytes;
    return 0;
}

/* ---- Begin and end ------------------------------------------------------------------------- */

static int open_data(void)
{
    if (!drive.data_file)
        return 0;
    drive.data_fd = open(drive.data_file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (drive.data_fd >= 0 && ftruncate(drive.data_fd, (off_t)drive.spec.capacity_bytes) == 0)
        return 0;
    nbdkit_error("%s: %m", drive.data_file);
    return -1;
}

/* Before nbdkit makes its threads, which inherit the timer slack. */
static int lab_get_ready(void)
{
    platter_pace_init(&drive.pace, drive.speedup);
    int r = drive.log_file ? platter_pace_log(&drive.pace, drive.log_file) : 0;
    if (r) {
        nbdkit_error("%s: %s", drive.log_file, strerror(-r));
        return -1;
    }
    platter_model_init(&drive.model, &drive.spec, (uint64_t)drive.seed);
    platter_actuator_init(&drive.actuator, &drive.model,
                          drive.spec.segment_bytes > BUFFER_MIN_BYTES ? drive.spec.segment_bytes
                                                                      : BUFFER_MIN_BYTES);
    return open_data();
}

static void lab_unload(void)
{
    platter_pace_end(&drive.pace);
    platter_defects_free(&drive.defects);
    if (drive.data_fd >= 0)
        close(drive.data_fd);
    free(drive.log_file);
    free(drive.data_file);
}

static void *lab_open(int readonly)
{
    (void)readonly;
    return NBDKIT_HANDLE_NOT_NEEDED;
}

static int64_t lab_get_size(void *handle)
{
    (void)handle;
    return (int64_t)drive.spec.capacity_bytes;
}

static int lab_block_size(void *handle, uint32_t *minimum, uint32_t *preferred, uint32_t *maximum)
{
    (void)handle;
    *minimum = 1;
    *preferred = drive.spec.physical_bytes < 512 ? 512 : drive.spec.physical_bytes;
    *maximum = REQUEST_MAX_BYTES;
    return 0;
}

static int lab_can_write(void *handle)
{
    (void)handle;
    return drive.data_fd >= 0;
}

static int lab_is_rotational(void *handle)
{
    (void)handle;
    return 1;
}

/* ---- Requests ------------------------------------------------------------------------------ */

static const char *const way_names[] = {
    [PLATTER_WAY_SEEK] = "seek",
    [PLATTER_WAY_STREAM] = "stream",
    [PLATTER_WAY_BUFFER] = "buffer",
    [PLATTER_WAY_WRITE] = "write",
};

static int fail(int err)
{
    nbdkit_set_error(err);
    return -1;
}

/* When a request is done, and whether it fails, -1 (everything that goes wrong is EIO to a host).
 */
static int serve(struct platter_paced *request, struct platter_served *served,
                 void (*by)(struct platter_actuator *a, uint64_t arrival_ns, uint64_t offset_bytes,
                            uint64_t len_bytes, struct platter_served *out))
{
    const uint64_t end = request->offset_bytes + request->len_bytes;

    by(&drive.actuator, platter_pace_model_ns(&drive.pace, request->arrival_ns),
       request->offset_bytes, request->len_bytes, served);
    request->what = way_names[served->way];
    if (served->media_byte < end) {
        double revolutions = platter_defects_revolutions(&drive.defects, served->media_byte, end);
        if (revolutions > 0) {
            request->what = "slow";
            platter_actuator_retry(&drive.actuator, (uint64_t)(revolutions * drive.spec.rev_ns),
                                   served);
        }
    }
    if (!served->result && !platter_defects_error(&drive.defects, request->offset_bytes, end))
        return 0;
    request->what = "error";
    return fail(EIO);
}

/* What is on the drive, copied while it seeks. */
static int fetch(void *buf, uint32_t count, uint64_t offset)
{
    char *to = buf;

    memset(to, 0, count);
    while (drive.data_fd >= 0 && count) {
        ssize_t n = pread(drive.data_fd, to, count, (off_t)offset);
        if (n <= 0)
            return n < 0 ? -errno : 0;
        to += n;
        offset += (uint64_t)n;
        count -= (uint32_t)n;
    }
    return 0;
}

static int keep(const void *buf, uint32_t count, uint64_t offset)
{
    const char *from = buf;

    while (count) {
        ssize_t n = pwrite(drive.data_fd, from, count, (off_t)offset);
        if (n < 0)
            return -errno;
        from += n;
        offset += (uint64_t)n;
        count -= (uint32_t)n;
    }
    return 0;
}

static int lab_pread(void *handle, void *buf, uint32_t count, uint64_t offset, uint32_t flags)
{
    struct platter_paced request = {
        .offset_bytes = offset, .len_bytes = count, .arrival_ns = platter_pace_now_ns()};
    struct platter_served served;

    (void)handle;
    (void)flags;
    int failed = serve(&request, &served, platter_actuator_read);
    int r = fetch(buf, count, offset);
    platter_pace_wait(&drive.pace, &request, served.done_ns);
    return r ? fail(-r) : failed;
}

static int lab_pwrite(void *handle, const void *buf, uint32_t count, uint64_t offset,
                      uint32_t flags)
{
    struct platter_paced request = {
        .offset_bytes = offset, .len_bytes = count, .arrival_ns = platter_pace_now_ns()};
    struct platter_served served;

    (void)handle;
    (void)flags;
    int failed = serve(&request, &served, platter_actuator_write);
    int r = keep(buf, count, offset);
    platter_pace_wait(&drive.pace, &request, served.done_ns);
    return r ? fail(-r) : failed;
}

/* Nothing is held back. */
static int lab_flush(void *handle, uint32_t flags)
{
    (void)handle;
    (void)flags;
    return 0;
}

static struct nbdkit_plugin plugin = {
    .name = "platter",
    .longname = "a drive of platter's drive model, in real time",
    .config = lab_config,
    .config_complete = lab_config_complete,
    .config_help = HELP,
    .get_ready = lab_get_ready,
    .unload = lab_unload,
    .open = lab_open,
    .get_size = lab_get_size,
    .block_size = lab_block_size,
    .can_write = lab_can_write,
    .is_rotational = lab_is_rotational,
    .pread = lab_pread,
    .pwrite = lab_pwrite,
    .flush = lab_flush,
};

/* The macro defines it and does not declare it. */
struct nbdkit_plugin *plugin_init(void);

NBDKIT_REGISTER_PLUGIN(plugin)
