#!/usr/bin/python3
"""Add up the output of gcov for several programs that share source files:

    gcov --json-format --stdout FILE.gcda ... | test/coverage.py

A line counts once if it has code in any of the programs, and is covered if any
of them has run it.
"""
import json
import os
import sys

counts = {}                     # file -> line -> how often
for document in sys.stdin:
    for file in json.loads(document)["files"]:
        name = os.path.relpath(file["file"])
        if name.startswith("src/"):
            lines = counts.setdefault(name, {})
            for line in file["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, 0) + line["count"]

def percent(covered, lines):
    return f"{100 * covered / max(1, lines):6.1f} % {covered:6d} of {lines:5d}"

total_covered = total = 0
for name, lines in sorted(counts.items()):
    missed = sorted(number for number, count in lines.items() if count == 0)
    covered = len(lines) - len(missed)
    total_covered, total = total_covered + covered, total + len(lines)
    print(f"{percent(covered, len(lines))}  {name}")
    with open(name) as source:
        text = source.read().split("\n")
    for number in missed:
        print(f"{number:28d}  {text[number - 1].expandtabs(4)}")
print(f"{percent(total_covered, total)}  in all")
