"""CAT047: names of users and groups that are folded to upper case."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.findings.finding import INFO, UNSAFE, Fix
from mqtune.rules.cat.common import SETTING, attribute_of, known_values, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.engine.rule import Language
    from mqtune.estate.statement import Statement
    from mqtune.syntax.mqsc.words import Parameter, Value

KINDS = {"GROUP": "group"}


@rule("CAT047", keywords=("MCAUSER", "CLNTUSER", "USERLIST", "PRINCIPAL", "GROUP"))
def folded_user_name(
    statement: Statement, number: int, parameter: Parameter, language: Language
) -> Iterator[Hit]:
    """A user or group name in lower case without quotation marks, which is folded to upper case."""
    if statement.verb not in (*SETTING, "DELETE") or attribute_of(statement, parameter) is None:
        return
    folded = [value for value in known_values(parameter) if is_folded(value)]
    if not folded:
        return
    kind = KINDS.get(parameter.keyword, "user")
    written = ", ".join(value.raw for value in folded[:8])
    names = ", ".join(value.text for value in folded[:8])
    edits = [statement.command.edit(number, value.extent, f"'{value.raw}'") for value in folded]
    sure = tuple(edit for edit in edits if edit is not None)
    fixes = (Fix(UNSAFE, "enclose the name in quotation marks", sure),) if len(sure) == len(edits) else ()
    yield Hit(
        statement.place(number, parameter.extent),
        f"{parameter.keyword}({written}) of {subject(statement)} without quotation marks is the {kind} "
        f"{names}",
        note="text outside quotation marks is folded to upper case; on AIX and Linux user and group names "
        "are case-sensitive and usually in lower case, and an unknown user is refused with reason 2035",
        help=f"write '{folded[0].raw}', or {folded[0].text} if upper case is intended",
        attribute=parameter.keyword,
        severity=INFO if language.platform is None else None,
        fixes=fixes,
    )


def is_folded(value: Value) -> bool:
    """Whether a name is written without quotation marks and with lower-case letters; `*mqadmin` is none."""
    return not value.quoted and value.raw != value.text and not value.text.startswith("*")
