"""MQSC commands that placeholders and tags of templates hide.

`{{ x }}ALTER QMGR …` is a command if the placeholder is empty, and the lines inside a tag of several lines
are commands if nothing renders the template.
"""

from __future__ import annotations

from mqtune.language import catalogue
from mqtune.syntax.mqsc._pattern import TAG, VARIABLE
from mqtune.syntax.mqsc.shapes import TEMPLATE_SHAPE
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.tree import Line, Script

WORD = lazy_pattern(r"[ \t]*([A-Za-z]+)")
_NAMES = r"@@\w+?@@|@\w+?@|\+\w+?\+|__\w+?__|<\w[\w ,.-]*+>|%\w+?%|\$\w+"
LEADING = lazy_pattern(rf"^[ \t]*+(?>(?:(?>{TAG}|{VARIABLE}|{_NAMES})[ \t]*+)+)(?=(?P<word>[A-Za-z]+))")
BEFORE_KEY = lazy_pattern(rf"(?<=[ \t])(?>(?:{TAG}|{VARIABLE})+)(?=[A-Za-z]+[ \t]*\()")


def exposed(text: str) -> str:
    """The text with blanks in place of placeholders directly before a verb or the keyword of an attribute."""
    if not has_placeholder(text):
        return text
    return "\n".join(_exposed(line) if has_placeholder(line) else line for line in text.split("\n"))


def without_leading(line: str) -> str:
    """A line without the placeholders at its beginning."""
    leading = LEADING.match(line)
    return line if leading is None else line[leading.end() :]


def _exposed(line: str) -> str:
    leading = LEADING.match(line)
    if leading is not None and catalogue.verb(leading["word"].upper()) is not None:
        line = " " * leading.end() + line[leading.end() :]
    return BEFORE_KEY.sub(lambda match: " " * len(match.group()), line)


def begins_command(text: str) -> bool:
    """Whether a line may begin a command, perhaps in the middle of its verb."""
    word = WORD.match(text)
    if word is None:
        return False
    return catalogue.verb(word[1].upper()) is not None or text.rstrip()[-1:] in ("+", "-")


def hidden_commands(script: Script) -> bool:
    """Whether a script has commands that a placeholder or a tag hides, so that they are not checked."""
    lines = script.lines
    if any(line.shape == TEMPLATE_SHAPE and begins_command(line.text) for line in lines):
        return True
    return any(_is_unknown(lines[command.first]) for command in script.commands)


def _is_unknown(line: Line) -> bool:
    """Whether a placeholder before its first word makes a command unknown."""
    leading = LEADING.match(line.text)
    return leading is not None and catalogue.verb(leading["word"].upper()) is not None
