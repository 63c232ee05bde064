#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Subscribe to an agent's stream and print its snapshots until it ends or SECONDS have passed.

usage: subscribe.py SOCKET SECONDS
"""
import json
import select
import socket
import sys
import time


def main():
    client = socket.socket(socket.AF_UNIX)
    client.connect(sys.argv[1])
    client.sendall(b'{"request":"subscribe"}\n')
    end = time.monotonic() + float(sys.argv[2])
    rest = b""
    while True:
        left = end - time.monotonic()
        if left <= 0 or not select.select([client], [], [], left)[0]:
            return
        try:
            data = client.recv(65536)
        except ConnectionResetError:
            return
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            if json.loads(line).get("schema", "").startswith("platter.snapshot/"):
                sys.stdout.buffer.write(line + b"\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
