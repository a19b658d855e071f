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
    from mqtune.syntax.mqsc.tree import Command, Script

WORD = lazy_pattern(r"[ \t]*([A-Za-z]+)")
_NAMES = r"@@\w+?@@|@\w+?@|\+\w+?\+|__\w+?__|<\w[\w ,.-]*+>|%\w+?%|\$\w+"
LEADING = lazy_pattern(rf"^[ \t]*+(?>(?:(?>{TAG}|{VARIABLE}|{_NAMES})[ \t]*+)+)(?=(?P<word>[A-Za-z]+))")
HIDING = lazy_pattern(rf"{TAG}|{VARIABLE}|{_NAMES}")
SPLIT = lazy_pattern(rf"[A-Za-z](?:{TAG})+[A-Za-z]")
QUOTED = lazy_pattern(r"[\"'`][ \t]*([A-Za-z]+)[ \t]")
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
    tags = (line.text for line in lines if line.shape == TEMPLATE_SHAPE)
    if any(begins_command(text) or _states_command(text) for text in tags):
        return True
    return any(_is_unknown(command) for command in script.commands)


def _states_command(tag: str) -> bool:
    """Whether a text that a tag states begins a command."""
    return any(catalogue.verb(match[1].upper()) is not None for match in QUOTED.finditer(tag))


def _is_unknown(command: Command) -> bool:
    """Whether its verb, its object type or a keyword is not known because of a placeholder; one in place of
    all of a parameter does not count.
    """
    lines = command.script.lines[command.first : command.last + 1]
    if not any(has_placeholder(line.text) for line in lines):
        return False
    if not command.readable:
        return any(SPLIT.search(line.text) for line in lines)
    words = [word.keyword for _, word in command.words()]
    bare = [HIDING.sub("", word).strip() for word in words]
    if len(words) < 2 or bare == words:
        return False
    verb, type = bare[0].upper(), bare[1].upper()
    if not verb:
        return catalogue.object_type(type) is not None
    return catalogue.verb(verb) is not None and (
        (words[0], words[1]) != (bare[0], bare[1]) or any(map(_is_mixed, words[2:], bare[2:]))
    )


def _is_mixed(word: str, bare: str) -> bool:
    return bare not in ("", word)
