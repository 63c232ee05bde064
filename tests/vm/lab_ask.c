/* SPDX-License-Identifier: MIT */
/*
 * lab-ask power|sas|smart|cost DRIVE: what a worker would find out about a drive, in words that a
 * script can compare.
 *
 *   power    STATE RESULT            "standby 0"
 *   sas      STATE RESULT            the same, as if it were a SAS drive
 *   smart    RESULT                  0 or what refused it; then, a line each: status,
 * temperature_c, power_on_h, power_cycles, start_stops, head_loads, bad_sectors, and "ID CURRENT
 * WORST THRESHOLD RAW" for every attribute cost     KIB                     what this process takes
 * in memory (PSS) after having read SMART
 *   worker WANT DRIVE PROGRAM LOCK-FILE
 *                                    what a worker answers to a request of these wants, each record
 * a word, STEPs left out: "power idle_low 0", "opened", "done 0", "smart 0", "failed STAGE RESULT",
 * "end"
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "agent/daemon/worker_proto.h"
#include "agent/drive/atasmart.h"
#include "agent/drive/power.h"
#include <platter/errors.h>

static int ask_power(const struct platter_sysroot *root, const struct platter_found *found)
{
    enum platter_power power;
    int r = platter_power_ask(root, found, &power);

    printf("%s %d\n", platter_power_name((int)power), r);
    return PLATTER_EXIT_FINE;
}

static int ask_sas(const struct platter_sysroot *root, const struct platter_found *found)
{
    struct platter_found sas = *found;

    sas.transport = PLATTER_TRANSPORT_SAS;
    return ask_power(root, &sas);
}

static int read_smart(const struct platter_found *found, struct platter_smart *s)
{
    struct platter_smart_pages pages;
    enum platter_ata_form form = PLATTER_ATA_16;
    int r = platter_atasmart_read(found->device, &form, &pages);

    return r ? r
             : platter_smart_decode(pages.data, pages.has_thresholds ? pages.thresholds : NULL,
                                    pages.status, 1, s);
}

static int ask_smart(const struct platter_sysroot *root, const struct platter_found *found)
{
    static const char *const statuses[] = {"unknown", "good", "bad"};
    struct platter_smart s;
    int r = read_smart(found, &s);

    (void)root;
    printf("%d\n", r);
    if (r)
        return PLATTER_EXIT_FINE;
    printf("status %s\ntemperature_c %g\npower_on_h %g\n", statuses[s.status], s.temperature_c,
           s.power_on_h);
    printf("power_cycles %" PRIu64 "\nstart_stops %" PRIu64 "\nhead_loads %" PRIu64
           "\nbad_sectors %" PRIu64 "\n",
           s.power_cycles, s.start_stops, s.head_loads, s.bad_sectors);
    for (unsigned i = 0; i < s.n_attributes; i++) {
        const struct platter_attribute *a = &s.attributes[i];
        printf("%u %u %u %u %" PRIu64 "\n", a->id, a->current, a->worst, a->threshold, a->raw);
    }
    return PLATTER_EXIT_FINE;
}

static int ask_cost(const struct platter_sysroot *root, const struct platter_found *found)
{
    struct platter_smart s;
    char line[256];
    CLEANUP_FCLOSE FILE *f = NULL;
    int r = read_smart(found, &s);

    (void)root;
    f = fopen("/proc/self/smaps_rollup", "re");
    while (r == 0 && f && fgets(line, sizeof line, f))
        if (strncmp(line, "Pss:", 4) == 0)
            return fputs(line, stdout) < 0 ? PLATTER_EXIT_IO : PLATTER_EXIT_FINE;
    return PLATTER_EXIT_UNKNOWN;
}

union record {
    struct platter_worker_head head;
    struct platter_worker_report report;
    struct platter_worker_state state;
    struct platter_worker_done done;
};

static void print_record(const union record *r)
{
    switch (r->head.kind) {
    case PLATTER_WORKER_POWER:
        printf("power %s %d\n", platter_power_name((int)r->state.power), r->head.result);
        break;
    case PLATTER_WORKER_SMART:
        printf("smart %d\n", r->head.result);
        break;
    case PLATTER_WORKER_OPENED:
        puts("opened");
        break;
    case PLATTER_WORKER_DONE:
        printf("done %d\n", r->head.result);
        break;
    case PLATTER_WORKER_FAILED:
        printf("failed %u %d\n", r->head.stage, r->head.result);
        break;
    case PLATTER_WORKER_END:
        puts("end");
        break;
    default:
        break;
    }
}

static int talk(int fd, const char *want, const struct platter_found *found)
{
    static union record record;
    struct platter_worker_request request = {
        .magic = PLATTER_WORKER_MAGIC,
        .want = (uint32_t)strtoul(want, NULL, 10),
        .zones = 10,
        .accesses = 2,
        .deadline_ns = UINT64_C(30000000000),
        .seed = 1,
        .verify = -1,
        .found = *found,
    };

    if (send(fd, &request, sizeof request, MSG_NOSIGNAL) != (ssize_t)sizeof request)
        return PLATTER_EXIT_OS;
    do {
        ssize_t n = recv(fd, &record, sizeof record, 0);
        if (n < (ssize_t)sizeof record.head || record.head.magic != PLATTER_WORKER_MAGIC)
            return PLATTER_EXIT_DATA;
        print_record(&record);
    } while (record.head.kind != PLATTER_WORKER_END);
    return PLATTER_EXIT_FINE;
}

/* The worker has the other end as its descriptor 3. */
static int ask_worker(const struct platter_found *found, const char *want, const char *program,
                      const char *lock)
{
    int pair[2], status;

    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return PLATTER_EXIT_OS;
    pid_t pid = fork();
    if (pid == 0) {
        if (pair[1] == PLATTER_WORKER_FD ? fcntl(pair[1], F_SETFD, 0) == 0
                                         : dup2(pair[1], PLATTER_WORKER_FD) >= 0)
            execl(program, "platter-worker", found->name, lock, (char *)NULL);
        _exit(127);
    }
    close(pair[1]);
    int r = pid < 0 ? PLATTER_EXIT_OS : talk(pair[0], want, found);
    close(pair[0]);
    if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status))
        return PLATTER_EXIT_OS;
    return r;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*ask)(const struct platter_sysroot *root, const struct platter_found *found);
    } questions[] = {
        {"power", ask_power}, {"sas", ask_sas}, {"smart", ask_smart}, {"cost", ask_cost}};
    struct platter_sysroot root;
    struct platter_found found;

    bool worker = argc == 6 && strcmp(argv[1], "worker") == 0;

    if ((argc != 3 && !worker) || platter_sysroot_init(&root, NULL) != 0)
        return PLATTER_EXIT_USAGE;
    if (platter_find(&root, argv[worker ? 3 : 2], &found) != 0)
        return PLATTER_EXIT_NO_INPUT;
    if (worker)
        return ask_worker(&found, argv[2], argv[4], argv[5]);
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        if (strcmp(argv[1], questions[i].name) == 0)
            return questions[i].ask(&root, &found);
    return PLATTER_EXIT_USAGE;
}
