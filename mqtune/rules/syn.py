"""SYN074: dumps that do not show everything."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, rule
from mqtune.estate.grouping import dump_header
from mqtune.estate.model import QueueManager
from mqtune.text.editing import Span
from mqtune.text.finding import INFO, ObjectName

NOTE = (
    "what it lacks is unknown, so the files do not count as complete; the footer and the number of completed "
    "inquiries show whether dmpmqcfg wrote everything"
)
EMPTY = "{} is empty"
NO_COMMAND = (
    "a failed dump leaves an empty file; without a command, files do not count as a complete queue manager"
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
    yield from empty_files(queue_manager)


def empty_files(queue_manager: QueueManager) -> Iterator[Hit]:
    """The empty files among dumps, and those that are stated to be all of a queue manager."""
    scripts = [script for script in queue_manager.scripts if script.commands]
    declaration = queue_manager.declaration
    stated = queue_manager.project.complete or (declaration is not None and declaration.complete)
    if not all(dump_header(script) is not None for script in scripts) or not (scripts or stated):
        return
    for script in queue_manager.scripts:
        document = script.document
        if not document.text.strip() and not document.container:
            yield Hit(
                document.place(Span(1, 1, 1, 1)),
                EMPTY.format(document.source.shown),
                note=NO_COMMAND,
                help="run dmpmqcfg again and check its messages",
                severity=INFO if scripts else None,
            )
