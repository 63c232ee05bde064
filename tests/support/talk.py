# SPDX-License-Identifier: MIT
"""A client of an agent's socket, for tests: lines in, lines out."""
import json
import socket
import time


class Client:
    def __init__(self, path, timeout=20):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        self.hello = self.line()
        assert self.hello["schema"] == "platter.hello/1", self.hello

    def line(self):
        """The next line; None at the end."""
        text = self.file.readline()
        return json.loads(text) if text else None

    def say(self, **request):
        self.socket.sendall(json.dumps(request).encode() + b"\n")

    def until(self, schema):
        """The next line of a schema; others are left out."""
        while True:
            line = self.line()
            assert line is not None, f"the agent has closed; waited for {schema}"
            if line["schema"] == schema:
                return line

    def ask(self, **request):
        """A request that is answered: the answer, rows and events left out."""
        self.say(**request)
        while True:
            line = self.line()
            assert line is not None, f"the agent has closed; waited for an answer to {request}"
            if line["schema"] not in ("platter.snapshot/1", "platter.step/1", "platter.event/1"):
                return line

    def drives(self):
        return self.ask(request="status")["drives"]

    def close(self):
        self.file.close()
        self.socket.close()


def wait(what, condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.1)


def codes(drive):
    return [reason["code"] for reason in drive["reasons"]]
