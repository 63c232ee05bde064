#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Validate JSON against a schema of doc/schema.

usage: validate.py SCHEMA [FILE]

SCHEMA is a name ("probe") or a path. Without FILE: standard input. One document, or one a line.
Exit status: 0 valid, 1 not, 77 python3-jsonschema is not installed.
"""
import json
import os
import pathlib
import sys
import warnings

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed", file=sys.stderr)
    sys.exit(77)

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent.parent / "doc" / "schema"


def no_constant(name):
    raise ValueError(f"{name} is not JSON")


def load(text):
    """All documents in a text."""
    try:
        return [json.loads(text, parse_constant=no_constant)]
    except json.JSONDecodeError:
        return [json.loads(line, parse_constant=no_constant) for line in text.splitlines()]


def validator(name):
    path = pathlib.Path(name) if os.sep in name else SCHEMAS / f"{name}.json"
    schema = json.loads(path.read_text())
    cls = jsonschema.validators.validator_for(schema)
    cls.check_schema(schema)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        resolver = jsonschema.RefResolver(path.resolve().as_uri(), schema)
    return cls(schema, resolver=resolver)


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 64
    check = validator(sys.argv[1])
    text = pathlib.Path(sys.argv[2]).read_text() if len(sys.argv) > 2 else sys.stdin.read()
    try:
        documents = load(text)
    except ValueError as e:
        print(f"not JSON: {e}")
        return 1
    wrong = 0 if documents else 1
    for document in documents:
        for e in check.iter_errors(document):
            print(f"{'/'.join(map(str, e.absolute_path)) or '(top)'}: {e.message}")
            wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
