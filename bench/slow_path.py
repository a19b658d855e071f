"""How many commands of real scripts need the grammar because a line of theirs cannot be read alone."""

from __future__ import annotations

from pathlib import Path

from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.document import MQSC
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def slow_path(folder: Path) -> tuple[int, int]:
    """Commands on the slow path, and all commands, of the scripts in a folder and below it."""
    memo = LineMemo()
    slow = total = 0
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        source = Source(str(path), path.name, path.read_bytes())
        for document in documents_of(source, named=False).documents:
            if document.kind == MQSC:
                commands = parse_script(document, memo).commands
                total += len(commands)
                slow += sum(command.irregular for command in commands)
    return slow, total
