#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An agent that sends what it is told to, good or bad, to whoever connects to a UNIX socket.

usage: fake_agent.py SOCKET STEP_S NAUGHTY...

Each connection gets one thing of NAUGHTY (the last one over and over), then good rows of the drive
FAKE_1 every STEP_S seconds on the grid. What it does is printed, one word a line.
"""
import json
import os
import socket
import sys
import time


def snapshot(stamp, step, drive="FAKE_1"):
    classes = dict.fromkeys("lt5 lt10 lt20 lt50 lt150 lt500 ge500 error".split(), 0)
    classes["lt5"] = stamp % 100000
    zones = [{"zone": z, "throughput_bps": 1e8 + z + stamp % 1000, "access_s": 0.0125,
              "worst_s": None, "slow": 0, "revolutions": 0, "classes": classes}
             for z in range(3)]
    return {"schema": "platter.snapshot/1", "drive": drive, "time": stamp, "step_s": step,
            "verdict": -1, "power": "active", "age_s": 1.5, "contended": 0, "duty": 0.001,
            "device": "/dev/fake", "zones": zones}


def line(obj):
    return json.dumps(obj).encode() + b"\n"


def hello(step):
    return line({"schema": "platter.hello/1", "version": "0.0-fake", "step_s": step})


def naughty(kind, client, step):
    """Send it; returns whether the connection goes on."""
    now = int(time.time())
    stamp = now - now % step
    row = line(snapshot(stamp, step))
    if kind == "good":
        pass
    elif kind == "garbage":
        client.sendall(os.urandom(4096).replace(b"\n", b"x") + b"\nhello\n{\n[[[[\n\n\r\n"
                       b'{"schema":"platter.snapshot/1"}\n{"schema":"platter.snapshot/1",'
                       b'"drive":"../../etc","time":1,"step_s":600,"zones":[]}\n'
                       b'{"schema":"platter.unheard/9"}\n')
    elif kind == "huge":
        client.sendall(b"x" * (2 * 1024 * 1024) + b"\n")
    elif kind == "half":
        client.sendall(row[:len(row) // 2])
        return False
    elif kind == "old":
        for back in (0, 0, 1, 2, 1000000):
            client.sendall(line(snapshot(stamp - back * step, step)))
    elif kind == "future":
        client.sendall(line(snapshot(stamp + 4 * 86400, step)))
    elif kind == "forge":
        client.sendall(line({"schema": "platter.log/1", "level": "warning",
                             "text": "two\nlines %s %n"}))
    else:
        sys.exit("no such kind: " + kind)
    return True


def serve(client, kind, step):
    client.sendall(hello(step))
    print(kind, flush=True)
    if not naughty(kind, client, step):
        return
    while True:
        now = time.time()
        stamp = int(now) - int(now) % step + step
        time.sleep(stamp - now)
        client.sendall(line(snapshot(stamp, step)))


def main():
    path, step, kinds = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    server.listen(4)
    while True:
        client, _ = server.accept()
        try:
            serve(client, kinds[0], step)
        except (BrokenPipeError, ConnectionResetError):
            pass
        kinds = kinds[1:] or kinds
        client.close()


if __name__ == "__main__":
    main()
