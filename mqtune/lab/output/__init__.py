"""Parses the output of the load drivers: the parsers, and the reader of one file, which finds the driver."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.lab.core.run import DriverOutput, Samples
from mqtune.lab.output.cph import CphParser
from mqtune.lab.output.jms import JmsParser
from mqtune.lab.output.mqldt import MqldtParser
from mqtune.lab.output.parser import Parser, lines_of

PARSERS: dict[str, type[Parser]] = {parser.driver: parser for parser in (CphParser, JmsParser, MqldtParser)}
DRIVERS = tuple(PARSERS)

# lines that only one of the drivers prints
_SIGNS = {
    "cph": re.compile(
        r"controlThread START|Command line: cph|totalSeconds=|\] First session open|"
        r"(?<![A-Za-z])rate=[\d.]{1,30},threads="
    ),
    "jms": re.compile(r"ControlThread1: |,avgDuration=|JMSPerfHarness|,Snapshot period="),
    "mqldt": re.compile(r"Total writes to files|Write blocksize +\(--bsize\)|Usage: mqldt"),
}
LINES_WITH_SIGNS = 200
LONGEST = 4096


def read_output(path: str, driver: str) -> DriverOutput:
    """The output of `driver` in a file. Raises OSError if the file cannot be read."""
    parser = PARSERS[driver]()
    seen: set[str] = set()
    for number, line in enumerate(lines_of(path)):
        if number < LINES_WITH_SIGNS:
            seen.update(_signs(line.text[:LONGEST]))
        parser.feed(line.text, line.ended)
    reading = parser.finish()
    if seen and driver not in seen and reading.summary is None:
        return DriverOutput(Samples(), None, parser.nothing(min(seen)))
    return reading


def _signs(text: str) -> Iterator[str]:
    return (name for name, sign in _SIGNS.items() if sign.search(text))
