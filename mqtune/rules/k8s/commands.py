"""K8S001: MQSC in a folded YAML scalar, whose lines are joined into one."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Dialect, rule
from mqtune.findings.finding import ObjectName
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.joined import is_folded, joined_word
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.spans import Span


@rule("K8S001")
def folded_commands(tree: Script | IniFile | CcdtFile, dialect: Dialect) -> Iterator[Hit]:
    """MQSC is in a folded YAML scalar (`>`), and folding joins a command with the comment or command on the
    next line.

    There is one finding per scalar, since one character fixes it. Rules on the words of a command do not
    look at a command that is joined with another one.
    """
    document = tree.document
    if not isinstance(tree, Script) or not is_folded(document):
        return
    for number, line in enumerate(tree.lines, 1):
        word = joined_word(document, number, line.text)
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
