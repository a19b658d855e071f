"""K8S001: MQSC in a folded YAML scalar, whose lines are joined into one."""

from __future__ import annotations

import re

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.findings.finding import ObjectName
from mqtune.language.mqsc import verb
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.engine.rule import Dialect
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import LineMap
    from mqtune.syntax.ini.tree import IniFile

FOLDED = "yaml >"
WORD = re.compile(r"\S+")


@rule("K8S001")
def folded_commands(tree: Script | IniFile | CcdtFile, dialect: Dialect) -> Iterator[Hit]:
    """MQSC is in a folded YAML scalar (`>`), and folding joins a command with the comment or command on the
    next line.

    There is one finding per scalar, since one character fixes it.
    """
    document = tree.document
    if not isinstance(tree, Script) or not document.carrier.startswith(FOLDED) or document.map is None:
        return
    for number, line in enumerate(tree.lines, 1):
        words = joined_words(line.text, number, document.map)
        word = next((one for one in words if begins_text(one)), None)
        if word is None:
            continue
        what = "a comment" if word.startswith("*") else f"the command {word.upper()}"
        yield Hit(
            document.place(Span(number, 1, number, 2)),
            f"a folded scalar (>) joins this line with the following lines, among them {what}",
            note="YAML replaces the line ends of a folded scalar with blanks: commands are joined, and a "
            "comment swallows everything after it",
            help="write | instead of >",
            object=ObjectName("YAML", document.container),
            attribute="scalar",
        )
        return


def joined_words(text: str, number: int, map: LineMap) -> Iterator[str]:
    """The words of a folded line that began a line of the file, except the first."""
    before = 0
    for found in WORD.finditer(text):
        line, _ = map.position(number, found.start() + 1)
        if before and line != before:
            yield found[0]
        before = line


def begins_text(word: str) -> bool:
    """Whether a word starts a command or a comment."""
    return word.startswith("*") or verb(word.upper()) is not None
