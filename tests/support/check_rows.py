#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare what collectd wrote (csv plugin, rrdtool plugin) with the agent's snapshots.

usage: check_rows.py SNAPSHOTS CSV_HOST_DIR STEP_S [RRD_HOST_DIR]

Every row of a time that SNAPSHOTS has must be that snapshot's values, every figure of it must be
there; times are on the grid, none twice, none missing for more than a step; what RRD files hold is
what csv files hold.
"""
import glob
import json
import math
import os
import re
import subprocess
import sys

CLASSES = "lt5 lt10 lt20 lt50 lt150 lt500 ge500 error".split()
SOURCES = {
    "platter_zone": [(n, "GAUGE", 0, math.nan) for n in ("throughput", "access", "worst")],
    "platter_blocks": [(n, "DERIVE", 0, math.nan) for n in CLASSES + ["slow", "revolutions"]],
    "platter_drive": [("verdict", "GAUGE", -1, 3), ("power", "GAUGE", 0, 5),
                      ("age", "GAUGE", 0, math.nan), ("contended", "GAUGE", 0, 1),
                      ("duty", "GAUGE", 0, 1)],
    "platter_passive": [(n, "GAUGE", 0, math.nan) for n in ("await", "size", "rate")],
}
POWER = "active idle idle_low standby sleep unknown".split()


def number(value):
    return math.nan if value is None else float(value)


# collectd's csv plugin writes six decimals.
DECIMALS = 0.51e-6


def same(a, b, by=0.0):
    return (math.isnan(a) and math.isnan(b)) or abs(a - b) <= by + 1e-9 * max(abs(a), abs(b))


def expected(snapshot):
    """{series: values} of a snapshot, written down here once more, not taken from the table."""
    rows = {"platter_drive": [snapshot["verdict"], POWER.index(snapshot["power"]),
                              number(snapshot["age_s"]), number(snapshot["contended"]),
                              number(snapshot["duty"])]}
    for way, figures in snapshot["passive"].items():
        rows["platter_passive-" + way] = [number(figures[k])
                                          for k in ("await_s", "size_bytes", "rate_ps")]
    for zone in snapshot["zones"]:
        name = "%02d" % zone["zone"]
        rows["platter_zone-" + name] = [number(zone[k])
                                        for k in ("throughput_bps", "access_s", "worst_s")]
        rows["platter_blocks-" + name] = ([zone["classes"][c] for c in CLASSES]
                                          + [zone["slow"], zone["revolutions"]])
    return rows


def read_csv(folder):
    """{drive: {series: {time: values}}}"""
    tree = {}
    for path in sorted(glob.glob(folder + "/platter-*/*")):
        drive = os.path.basename(os.path.dirname(path))[len("platter-"):]
        series = re.sub(r"-\d{4}-\d\d-\d\d$", "", os.path.basename(path))
        with open(path, encoding="ascii") as f:
            header, *lines = f.read().splitlines()
        names = [s[0] for s in SOURCES[series.split("-")[0]]]
        assert header == "epoch," + ",".join(names), (path, header)
        rows = tree.setdefault(drive, {}).setdefault(series, {})
        for line in lines:
            stamp, *values = line.split(",")
            assert float(stamp) not in rows, "%s: %s twice" % (path, stamp)
            rows[float(stamp)] = [float(v) for v in values]
    return tree


def check_times(where, stamps, step):
    assert stamps == sorted(stamps), "%s: times go back" % where
    assert all(s % step == 0 for s in stamps), "%s: off the grid: %s" % (where, stamps)
    assert all(b - a <= 2 * step for a, b in zip(stamps, stamps[1:])), \
        "%s: holes: %s" % (where, stamps)


def check_snapshots(snapshots, tree):
    """Compare, and put the agent's own figures in the place of those that csv has rounded. Returns
    how many were the same."""
    compared = 0
    for s in snapshots:
        for series, values in expected(s).items():
            row = tree[s["drive"]].get(series, {}).get(float(s["time"]))
            if row is None:
                continue  # before collectd was there, or after
            assert len(row) == len(values) and \
                all(same(a, b, DECIMALS) for a, b in zip(row, values)), \
                "%s %s at %d: %s, not %s" % (s["drive"], series, s["time"], row, values)
            tree[s["drive"]][series][float(s["time"])] = values
            compared += len(values)
    return compared


def rrdtool(*args):
    env = dict(os.environ, LC_ALL="C", TZ="UTC")
    return subprocess.run(("rrdtool",) + args, env=env, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def check_rrd_head(path, sources, step, last):
    info = dict(l.split(" = ", 1) for l in rrdtool("info", path).splitlines())
    assert info["step"] == str(step), (path, info["step"])
    assert int(info["last_update"]) == last, (path, info["last_update"], last)
    for i, (name, kind, low, high) in enumerate(sources):
        key = "ds[%s]." % name
        assert info[key + "index"] == str(i), (path, name)
        assert info[key + "type"] == '"%s"' % kind, (path, name)
        assert same(float(info[key + "min"]), low) and same(float(info[key + "max"]), high), \
            (path, name, info[key + "min"], info[key + "max"])


def check_rrd(path, sources, rows, step):
    """Returns how many values were the same."""
    stamps = sorted(rows)
    check_rrd_head(path, sources, step, int(stamps[-1]))
    text = rrdtool("fetch", path, "AVERAGE", "-r", str(step), "-s", str(int(stamps[0]) - step),
                   "-e", str(int(stamps[-1])))
    compared = 0
    for line in text.splitlines()[2:]:
        stamp, values = line.split(":")
        stamp, values = float(stamp), [float(v) for v in values.split()]
        before, now = rows.get(stamp - step), rows.get(stamp)
        if now is None or before is None:
            continue  # the first row, and what follows a hole, is spread by rrdtool
        for (name, kind, _, _), got, a, b in zip(sources, values, before, now):
            want = b if kind == "GAUGE" else (b - a) / step
            assert same(got, want, DECIMALS), "%s %s at %d: %s, not %s" % (path, name, stamp, got, want)
            compared += 1
    return compared


def main():
    step = int(sys.argv[3])
    with open(sys.argv[1], encoding="utf-8") as f:
        snapshots = [json.loads(line) for line in f]
    tree = read_csv(sys.argv[2])
    assert {s["drive"] for s in snapshots} == set(tree), "other drives: %s" % list(tree)
    n_csv, n_rrd = check_snapshots(snapshots, tree), 0
    for drive, series in tree.items():
        zones = max((len(s["zones"]) for s in snapshots if s["drive"] == drive))
        assert len(series) == 3 + 2 * zones, "%s: %s" % (drive, sorted(series))
        for name, rows in series.items():
            check_times("%s %s" % (drive, name), list(rows), step)
            if len(sys.argv) > 4:
                n_rrd += check_rrd("%s/platter-%s/%s.rrd" % (sys.argv[4], drive, name),
                                   SOURCES[name.split("-")[0]], rows, step)
    assert n_csv > 100 and (len(sys.argv) < 5 or n_rrd > 100), (n_csv, n_rrd)
    print("%d values in csv as the agent sent them, %d in RRDs" % (n_csv, n_rrd))


if __name__ == "__main__":
    main()
