"""OSL002: limits of the processes of MQ in scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import Estate
from mqtune.findings.finding import ObjectName
from mqtune.text.numbers import whole_number
from mqtune.text.patterns import lazy_pattern
from mqtune.text.source import Source
from mqtune.text.spans import Place, Span

LEAST_FILES = 10240  # minimum in the documentation for Linux and AIX, which mqconfig also checks
LIMIT = lazy_pattern(r"^[ \t]*ulimit[ \t]+(?:-[SH]+[ \t]+)?-[SH]*n[SH]*[ \t]+([0-9]+)", re.MULTILINE)
STARTS = lazy_pattern(r"^[^#\n]*\bstrmqm\b", re.MULTILINE)


@rule("OSL002")
def few_file_handles(estate: Estate) -> Iterator[Hit]:
    """A shell script sets `ulimit -n` below 10240, starts a queue manager with strmqm and runs runmqsc.

    Each script is checked once, whatever number of texts it passes to runmqsc.
    """
    scripts = (script for queue_manager in estate.queue_managers for script in queue_manager.scripts)
    documents = (script.document for script in scripts)
    sources = {one.source.shown: one.source for one in documents if one.carrier == "here-document"}
    for source in sources.values():
        yield from _low_limits(source)


def _low_limits(source: Source) -> Iterator[Hit]:
    started = STARTS.search(source.text) if "strmqm" in source.text else None
    if started is None:
        return
    for found in LIMIT.finditer(source.text, 0, started.end()):
        files = whole_number(found[1])
        if files is not None and files < LEAST_FILES:
            line = source.text.count("\n", 0, found.start(1)) + 1
            column = found.start(1) - source.text.rfind("\n", 0, found.start(1))
            yield Hit(
                Place(source.shown, Span(line, column, line, column + len(found[1]))),
                f"the queue manager is started with at most {found[1]} file handles",
                note=f"the documentation requires at least {LEAST_FILES} on Linux and AIX; each channel, "
                "queue file and log file uses some, and a channel that finds none left ends (hardware and "
                "software requirements, file limits)",
                help=f"set ulimit -n {LEAST_FILES} or more; the V8 report used 1048576 (A.2, p. 45)",
                object=ObjectName("LIMIT", "nofile"),
                attribute="nofile",
            )
