/* SPDX-License-Identifier: MIT */
#include "agent/bench/window.h"

void platter_windows_break(struct platter_windows *w)
{
    w->bytes = w->ns = 0;
}

void platter_windows_restart(struct platter_windows *w)
{
    platter_windows_break(w);
    w->rates.n = 0;
}

void platter_windows_deinit(struct platter_windows *w)
{
    platter_values_deinit(&w->rates);
}

static int end_window(struct platter_windows *w)
{
    double bps = (double)w->bytes * 1e9 / (double)w->ns;

    platter_windows_break(w);
    return platter_values_add(&w->rates, bps);
}

int platter_windows_add(struct platter_windows *w, uint32_t len_bytes, uint64_t ns)
{
    w->bytes += len_bytes;
    w->ns += ns;
    return w->bytes >= w->least_bytes && w->ns ? end_window(w) : 0;
}

int platter_windows_spread(struct platter_windows *w, struct platter_spread *out)
{
    int result = w->rates.n == 0 && w->ns ? end_window(w) : 0;

    platter_spread_of(w->rates.v, w->rates.n, out);
    return result;
}
