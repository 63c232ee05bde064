/* SPDX-License-Identifier: MIT */
/* platterd: measures this machine's drives and serves what was measured. man/platterd.8 */
#include "agent/daemon/events.h"
#include "agent/daemon/hotplug.h"
#include "agent/daemon/pause.h"
#include "agent/daemon/process.h"
#include "agent/daemon/publish.h"
#include "agent/daemon/reload.h"
#include "agent/daemon/sampler.h"
#include "agent/daemon/server.h"
#include "agent/daemon/stop.h"
#include "agent/daemon/store_link.h"
#include "agent/daemon/subscribe.h"
#include "agent/daemon/worker.h"
#include <platter/errors.h>

static const struct {
    int (*init)(struct platter_agent *agent);
    void (*deinit)(struct platter_agent *agent);
} parts[] = {
    {platter_process_init, platter_process_deinit},
    {platter_settings_init, NULL},
    {platter_loop_init, platter_loop_deinit},
    {platter_signals_init, platter_signals_deinit},
    {platter_events_init, platter_events_deinit},
    {platter_history_init, platter_history_deinit},
    {platter_stdio_init, platter_server_deinit},
    {platter_server_init, NULL},
    {platter_store_init, platter_store_deinit},
    {platter_drives_init, platter_drives_deinit},
    {platter_workers_init, platter_workers_deinit},
    {platter_sampler_init, platter_sampler_deinit},
    {platter_reload_init, platter_reload_deinit},
    {platter_hotplug_init, platter_hotplug_deinit},
    {platter_publish_init, platter_publish_deinit},
    {platter_pause_init, platter_pause_deinit},
    {platter_events_begin, NULL},
};

#define N_PARTS (sizeof(parts) / sizeof(parts[0]))

int main(int argc, char **argv)
{
    struct platter_agent agent = {.argc = argc, .argv = argv};
    int status = 0;
    size_t n = 0;
    while (n < N_PARTS && (status = parts[n].init(&agent)) == 0)
        n++;
    if (n == N_PARTS)
        status = platter_loop_run(&agent);
    while (n-- > 0)
        if (parts[n].deinit)
            parts[n].deinit(&agent);
    return status == PLATTER_PART_DONE ? PLATTER_EXIT_FINE : status;
}
