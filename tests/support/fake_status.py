#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An agent with drives in every state, for the command line.

usage: fake_status.py SOCKET [NOW]

It answers status, events, pause and resume; whatever is called "private" may not be paused. NOW is
Unix time, for pictures that stay the same.
"""
import json
import socket
import sys
import threading
import time

NOW = 0
LEARNING = {"code": "learning", "zones": "", "since": None, "size": None,
            "text": "learning what is normal (day 3 of 28)"}


def reason(code, text, zones="", since=None):
    return {"code": code, "zones": zones, "since": since, "size": None, "text": text}


def zone(z, n, outer, slow, errors, cold):
    blocks = 16 * 4000
    rate = outer * (1 - (1 - .55 ** 2) * z / n) ** .5
    classes = dict.fromkeys("lt5 lt10 lt20 lt50 lt150 lt500 ge500 error".split(), 0)
    classes.update(lt5=blocks - slow - errors, lt20=slow, error=errors)
    return {"zone": z, "throughput_bps": None if cold else rate, "access_s": None if cold else .0121 + z * 2e-4,
            "worst_s": None if cold else .0031 + slow * 1e-5, "blocks": blocks, "errors": errors, "slow": slow,
            "contended": 12, "cached": 3, "revolutions": slow, "classes": classes}


def smart(temperature=36, bad=0, status="good"):
    rows = [(1, 200, 200, 51, 0), (3, 180, 175, 21, 7983), (4, 99, 99, 0, 1311), (5, 200, 200, 140, bad),
            (9, 60, 60, 0, 29512), (12, 100, 100, 0, 74), (193, 199, 199, 0, 3121), (194, 114, 99, 0, temperature),
            (197, 200, 200, 0, 0), (199, 200, 200, 0, 2)]
    return {"time": NOW - 900, "status": status, "temperature_c": temperature, "power_on_h": 29512, "power_cycles": 74,
            "start_stops": 1311, "head_loads": 3121, "bad_sectors": bad,
            "attributes": [{"id": i, "name": "x", "current": c, "worst": w, "threshold": t, "raw": r}
                           for i, c, w, t, r in rows]}


def drive(device, model, serial, verdict=-1, pool="", label="", outer=190e6, slow=20, errors=0, age=240,
          power="active", since=None, gated=False, cold=False, zones=10, reasons=(), the_smart=None, size=8e12,
          bad=()):
    the_smart = smart() if the_smart is None else the_smart
    return {"schema": "platter.snapshot/1", "drive": (model + "_" + serial).replace(" ", "_"), "label": label,
            "model": model, "serial": serial, "device": device, "pool": pool, "time": NOW - NOW % 600, "step_s": 600,
            "capacity_bytes": int(size), "age_s": age, "contended": .05, "duty": .001, "power": power,
            "power_since": since, "gated": gated, "utilisation": .13, "verdict": verdict, "samples": 3120,
            "cost": {"bytes_read": 76540000000, "wakes": 0, "head_loads": 0, "skipped": 4, "discarded": 1},
            "passive": {"read": {"await_s": .0083, "size_bytes": 65536, "rate_ps": 12.4},
                        "write": {"await_s": None, "size_bytes": None, "rate_ps": 0}},
            "smart": the_smart if the_smart != {} else None, "reasons": list(reasons) or [LEARNING],
            "bad_places": {"count": len(bad), "first": [
                {"offset_bytes": at, "len_bytes": 131072, "error": error, "since": NOW - 86400, "until": NOW + 6 * 86400}
                for at, error in bad]},
            "zones": [zone(z, zones, outer, slow * (6 if z > 7 else 1), errors if z == 8 else 0, cold)
                      for z in range(zones)]}


def twelve():
    asleep = reason("asleep", "not sampled: it sleeps")
    waits = reason("waiting", "sampled only right after somebody else used it")
    return [
        drive("/dev/sda", "WDC WD80EAZZ-00BKLB0", "WD-CA0A0001", 3, "tank", "bay1", slow=800, errors=3,
              bad=((6900000100352, True), (6900002197504, True), (7012345679872, False)),
              the_smart=smart(41, 24, "bad"), reasons=[
                  reason("medium", "3 blocks cannot be read", "08", NOW - 7200),
                  reason("tail", "the inner 20 % reads at half its speed of October", "08-09", NOW - 9 * 86400)]),
        drive("/dev/sdb", "WDC WD80EAZZ-00BKLB0", "WD-CA0A0002", 0, "tank", "bay2", outer=201e6),
        drive("/dev/sdc", "TOSHIBA HDWR480", "21R0A0CDFAKE", 1, "tank", "bay3", slow=90,
              the_smart=smart(38, 8), reasons=[reason("pending", "8 sectors wait to be replaced", "", NOW - 86400)]),
        drive("/dev/sdd", "TOSHIBA HDWR480", "21R0A0CDFAKF", 0, "tank", "bay4"),
        drive("/dev/sde", "ST3320613AS", "9SZ0FAKE", -1, "", "old backup disk in the closet", outer=101e6, cold=True,
              power="standby", since=NOW - 5 * 3600, gated=True, age=18300, reasons=[asleep, LEARNING], size=320e9),
        drive("/dev/sdf", "WDC WD2002FAEX-007BA0", "WD-WMAY0001", -1, "media", "", outer=145e6, cold=True,
              power="standby", since=NOW - 3 * 86400, gated=True, age=3 * 86400, reasons=[asleep, LEARNING], size=2e12),
        drive("/dev/sdg", "WDC WD2002FAEX-007BA0", "WD-WMAY0002", -1, "media", "", outer=144e6, gated=True,
              power="idle", age=9000, reasons=[waits, LEARNING], size=2e12),
        drive("/dev/sdh", "Samsung SSD 870 EVO 1TB", "S6PTNZ0FAKE", 0, "", "system", outer=540e6,
              the_smart=smart(29), size=1e12),
        drive("/dev/sdi", "USB3.0 SuperRAID", "0000FAKE", -1, "", "", outer=120e6, power="unknown", gated=True,
              age=None, cold=True, the_smart={}, reasons=[
                  reason("never_measured", "not measured yet"),
                  reason("no_power_state", "its bridge does not tell whether it sleeps: sampled only right after use")]),
        drive("/dev/nvme0n1", "CT1000P3SSD8", "2316E6FAKE", 0, "", "", outer=3100e6, the_smart=smart(44), size=1e12),
        drive("/dev/sdj", "ST3250410AS", "6RY0FAKE", -1, "", "", outer=80e6, age=40000, reasons=[
            reason("stalled", "a read has not been answered for 12 min", "04", NOW - 720)], size=250e9),
        drive("/dev/sdaa", "HGST HUS726T6TALE6L4", "V8GFAKE", 2, "tank", "bay5", outer=230e6, slow=400,
              the_smart=smart(63), reasons=[reason("tail", "slow blocks doubled in three weeks", "05-09", NOW - 86400)],
              size=6e12),
    ]


def events():
    def one(seq, back, who, code, severity, text):
        return {"schema": "platter.event/1", "seq": seq, "time": NOW - back, "drive": who, "code": code,
                "severity": severity, "text": text, "zones": "", "size": None}
    bad, gone = "WDC_WD80EAZZ-00BKLB0_WD-CA0A0001", "ST4000DM000_Z300FAKE"
    return [one(1, 5 * 86400, "", "started", "info", "platterd 0.1.0 started"),
            one(2, 4 * 86400, gone, "gone", "warning", "no longer there"),
            one(3, 86400 + 60, bad, "stalled", "warning", "a read has not been answered for 30 s"),
            one(4, 86400, bad, "stalled", "okay", "it answers again"),
            one(5, 7200, bad, "medium", "failure", "3 blocks from LBA 13674381312 on cannot be read: have a backup, "
                "then look at the cable, dmesg and SMART")]


def answer(request):
    word = request.get("request")
    if word == "status":
        return {"schema": "platter.status/1", "drives": twelve()}
    if word == "events":
        return {"schema": "platter.events/1", "event_epoch": 1, "first_seq": 1, "last_seq": 5,
                "events": events()}
    if word == "pause" and "CA0A0002" in request.get("drive", ""):
        return {"schema": "platter.error/1", "code": "permission", "text": "only root may pause this one"}
    if word in ("pause", "resume"):
        return {"schema": "platter.done/1", "request": word, "text": json.dumps(request, sort_keys=True)}
    return {"schema": "platter.error/1", "text": "no such request"}


def serve(client):
    hello = {"schema": "platter.hello/1", "version": "9.9", "step_s": 600}
    try:
        client.sendall(json.dumps(hello).encode() + b"\n")
        for line in client.makefile("rb"):
            client.sendall(json.dumps(answer(json.loads(line))).encode() + b"\n")
    except (OSError, ValueError):
        pass
    client.close()


def main():
    global NOW
    NOW = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen(8)
    while True:
        client, _ = server.accept()
        threading.Thread(target=serve, args=(client,), daemon=True).start()


if __name__ == "__main__":
    main()
