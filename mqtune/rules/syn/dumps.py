"""SYN074: dumps that do not show everything."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import ObjectName
from mqtune.text.spans import Span

NOTE = (
    "what it lacks is unknown, so the files do not count as complete; the footer and the number of completed "
    "inquiries show whether dmpmqcfg wrote everything"
)


@rule("SYN074")
def incomplete_dump(queue_manager: QueueManager) -> Iterator[Hit]:
    """A dump was cut off, or not everything could be dumped."""
    for script, gap in queue_manager.gaps:
        yield Hit(
            script.document.place(Span(gap.line, 1, gap.line, len(script.lines[gap.line - 1].text) + 1)),
            gap.why,
            note=NOTE,
            help="run dmpmqcfg again and check its messages; if it is a part on purpose, remove the header",
            object=ObjectName("QMGR", queue_manager.name or ""),
        )
