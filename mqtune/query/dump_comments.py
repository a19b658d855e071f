"""What dmpmqcfg writes as comments inside a command: attributes that cannot be set, such as ALTDATE."""

from __future__ import annotations

from mqtune.estate.objects import MqObject
from mqtune.language import catalogue
from mqtune.query.words import AT_RUN_TIME
from mqtune.syntax.mqsc.shapes import COMMENT
from mqtune.text.patterns import lazy_pattern

READ_ONLY = lazy_pattern(r"\*[ \t]+([A-Z][A-Z0-9]*)\((.*)\)[ \t]*\+?[ \t]*\r?\Z")


def written_in_comments(object: MqObject) -> dict[str, str]:
    """The attributes of an object that its only command has in comments, by keyword.

    Those of a running queue manager are left out, and so are all if a later command changed the object.
    """
    return {keyword: text for keyword, text in in_comments(object).items() if keyword not in AT_RUN_TIME}


def in_comments(object: MqObject) -> dict[str, str]:
    """The same with those of a running queue manager, such as CURDEPTH."""
    if len(object.statements) != 1:
        return {}
    command = object.statements[0].command
    found: dict[str, str] = {}
    for line in command.script.lines[command.first : command.last + 1]:
        if line.kind == COMMENT:
            match = READ_ONLY.match(line.text)
            if match is not None and match[1] in catalogue.read_only(object.type):
                found[match[1]] = match[2].strip().strip("'").strip()
    return found
