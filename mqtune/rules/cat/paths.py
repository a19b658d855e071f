"""CAT084: paths that are folded to upper case."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Dialect, rule
from mqtune.estate.statement import Statement
from mqtune.rules.cat.common import SETTING, known_values, replacement, value_hit
from mqtune.syntax.mqsc.words import Parameter

KEYWORDS = ("APPLICID", "SSLKEYR", "STARTCMD", "STDERR", "STDOUT", "STOPCMD")
IGNORES_CASE = ("ibmi", "windows")


@rule("CAT084", keywords=KEYWORDS)
def folded_path(statement: Statement, number: int, parameter: Parameter, dialect: Dialect) -> Iterator[Hit]:
    """A path in lower case without quotation marks, which is folded to upper case."""
    if statement.verb not in SETTING or dialect.platform in IGNORES_CASE:
        return
    for value in known_values(parameter):
        if value.quoted or value.raw == value.text or not value.raw.startswith("/"):
            continue
        yield value_hit(
            statement,
            number,
            parameter,
            value,
            f"{parameter.keyword}({value.raw}) without quotation marks is the path {value.text}",
            note="text outside quotation marks is folded to upper case, and paths are case-sensitive",
            help=f"write '{value.raw}'",
            fixes=replacement(statement, number, value.extent, f"'{value.raw}'"),
        )
