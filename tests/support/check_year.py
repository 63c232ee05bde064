#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Look at a year of two drives (tests/support/year.c) in RRD trees, as graphs do.

usage: check_year.py TREE TREE END TOLD     what graphs of 400 pixels show; TOLD: what was counted
       check_year.py --drawn SVG DAYS       whether a picture shows as much
"""
import json
import math
import os
import re
import statistics
import subprocess
import sys
import xml.etree.ElementTree as xml

DAY = 86400
# Shares of the time in which there are figures: four samples a day are held for 2 h each; a drive used
# from 22 to 6 h has none from 24 h on. Hours and days that have any are shown.
SHARES = {("YEAR_four", 1): (.30, .40), ("YEAR_night", 1): (.70, .80),
          ("YEAR_four", 30): (.30, 1), ("YEAR_night", 30): (.70, 1),
          ("YEAR_four", 365): (.99, 1), ("YEAR_night", 365): (.99, 1)}


def rrdtool(*args):
    env = dict(os.environ, LC_ALL="C", TZ="UTC")
    return subprocess.run(("rrdtool",) + args, env=env, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def shown(path, source, end, days):
    """What a graph of 400 pixels would draw: values, seconds of each."""
    text = rrdtool("xport", "--json", "--start", str(end - days * DAY), "--end", str(end), "--maxrows", "400",
                   "DEF:a=%s:%s:AVERAGE" % (path, source), "XPORT:a:a")
    rows = json.loads(text.replace("nan", "null").replace("-null", "null"))
    values = [math.nan if row[0] is None else row[0] for row in rows["data"]]
    return values, int(rows["meta"]["step"])


def known(values):
    return [v for v in values if not math.isnan(v)]


def check_drive(tree, drive, end, blocks, slow):
    zone, counts = ("%s/platter-%s/platter_%s-00.rrd" % (tree, drive, what) for what in ("zone", "blocks"))
    for days in (1, 30, 365):
        values, step = shown(zone, "throughput", end, days)
        share = len(known(values)) / len(values)
        print("%s %s: %d days in %d columns of %d s, %.3f with figures" % (tree, drive, days, len(values), step, share))
        low, high = SHARES[drive, days]
        assert low <= share <= high, "%s of %d days: %.3f shown, not %.2f to %.2f" % (drive, days, share, low, high)
        assert all(80e6 < v < 150e6 for v in known(values)), known(values)
    first, last = statistics.median(known(values)[:20]), statistics.median(known(values)[-20:])
    assert .89 < last / first < .93, "a tenth slower in a year: %g, %g" % (first, last)
    for source, total in (("lt5", blocks - slow), ("slow", slow)):
        values, step = shown(counts, source, end, 365)
        counted = sum(known(values)) * step
        assert abs(counted - total) <= .02 * total + 3, "%s: %s: %.0f of %d" % (drive, source, counted, total)


def same_rows(trees, drive, end):
    """The last day, row by row: one update is one row of both."""
    for what in ("zone-00", "blocks-00", "drive"):
        days = [rrdtool("fetch", "%s/platter-%s/platter_%s.rrd" % (tree, drive, what), "AVERAGE", "-r", "600",
                        "-s", str(end - DAY), "-e", str(end - 600)).replace("-nan", "nan") for tree in trees]
        assert days[0] == days[1] and days[0].count("\n") >= 144, "%s %s: the trees differ" % (drive, what)


def drawn(path, days):
    """Lines and areas have colours; grey is the frame."""
    widths = []
    for e in xml.parse(path).getroot().iter():
        colour = re.search(r"(?:stroke|fill):rgb\(([^)]*)\)", e.get("style", ""))
        if e.tag.endswith("}path") and colour and len(set(colour.group(1).split(","))) > 1:
            xs = [float(x) for x, _ in re.findall(r"(-?[\d.]+)[ ,]+(-?[\d.]+)", e.get("d"))]
            widths.append(max(xs) - min(xs))
    # In a day's graph there are gaps; one line all the same, from the first figure to the last.
    assert widths and max(widths) > (250 if days > 1 else 150), "%s: %s" % (path, widths)


def main():
    if sys.argv[1] == "--drawn":
        return drawn(sys.argv[2], int(sys.argv[3]))
    trees, end = sys.argv[1:3], int(sys.argv[3])
    with open(sys.argv[4], encoding="ascii") as f:
        told = {w[0]: (int(w[1]), int(w[3])) for w in (line.split() for line in f) if len(w) == 5}
    for drive, (blocks, slow) in told.items():
        for tree in trees:
            check_drive(tree, drive, end, blocks, slow)
        same_rows(trees, drive, end)
    assert len(told) == 2
    return None


if __name__ == "__main__":
    main()
