/* SPDX-License-Identifier: MIT */
/*
 * Drives that come, go, change their name or are swapped while platterd runs. What happened is told
 * by a monitor (agent/drive/monitor.h); where there is none, /sys/block is looked through every
 * 60 s. History follows the drive (platter_same_drive), not the name.
 */
#ifndef PLATTER_DAEMON_HOTPLUG_H
#define PLATTER_DAEMON_HOTPLUG_H

#include "agent/daemon/tracked.h"
#include "agent/drive/monitor.h"

int platter_hotplug_init(struct platter_agent *agent);
void platter_hotplug_deinit(struct platter_agent *agent);

/* Something happened to a block device. One that goes is gone at once; one that comes is looked at
 * a moment later, when the events about it are over. */
void platter_hotplug_event(struct platter_agent *agent, const struct platter_monitor_event *event);

/* Look at what is due to be looked at. Returns when to do so again, UINT64_MAX = not before the
 * next event. */
uint64_t platter_hotplug_look(struct platter_agent *agent, uint64_t now_ns);

/* Look through everything: some events were lost, or there are none. */
void platter_hotplug_rescan(struct platter_agent *agent, uint64_t now_ns);

/* Whether a drive has been gone for so long that its series end. */
bool platter_hotplug_over(const struct platter_tracked *t, int64_t now_s);

#endif
