"""CAT047: names of users and groups that are folded to upper case."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.findings.finding import INFO, UNSAFE, Fix, ObjectName, Related
from mqtune.rules.cat.common import SETTING, known_values, readable
from mqtune.syntax.mqsc.words import Parameter, Value
from mqtune.text.wording import plural

Written = tuple[Statement, int, Parameter, Value]

KEYWORDS = {
    "CHANNEL": ("MCAUSER",),
    "CHLAUTH": ("MCAUSER", "CLNTUSER", "USERLIST"),
    "AUTHREC": ("PRINCIPAL", "GROUP"),
}
KINDS = {"GROUP": "group"}
SHOWN = 8


@rule("CAT047")
def folded_user_name(queue_manager: QueueManager) -> Iterator[Hit]:
    """A user or group name in lower case without quotation marks, which is folded to upper case.

    There is one finding per attribute and name. Names in an LDAP directory are not checked.
    """
    if uses_ldap(queue_manager):
        return
    found: dict[tuple[str, str], list[Written]] = {}
    for statement in queue_manager.statements:
        for keyword in KEYWORDS.get(statement.type or "", ()):
            for written in folded_values(statement, keyword):
                found.setdefault((keyword, written[3].raw), []).append(written)
    for (keyword, _), places in found.items():
        yield folded_hit(keyword, places, queue_manager)


def uses_ldap(queue_manager: QueueManager) -> bool:
    """Whether the names of users and groups are those of an LDAP directory."""
    check = queue_manager.find("AUTHINFO", queue_manager.qmgr.text("CONNAUTH"))
    return check is not None and check.subtype == "IDPWLDAP"


def folded_values(statement: Statement, keyword: str) -> Iterator[Written]:
    """The values of a parameter that are folded, each with its place."""
    word = statement.word(keyword)
    if word is None or not word.text or statement.verb not in (*SETTING, "DELETE"):
        return
    if word.is_plain:
        written = word.written
        if written == written.upper() or (word.simple_values and "'" in written):
            return  # in upper case, or one string
    found = statement.get(keyword)
    if found is None or not readable(statement):
        return
    for value in known_values(found[1]):
        # a value such as *MQADMIN is right without quotation marks
        if not value.quoted and value.raw != value.text and not value.text.startswith("*"):
            yield (statement, *found, value)


def folded_hit(keyword: str, places: list[Written], queue_manager: QueueManager) -> Hit:
    """The finding for all places of one name."""
    statement, number, _, value = places[0]
    more = f" ({plural(len(places) - 1, 'more place')})" if len(places) > 1 else ""
    edits = [one[0].command.edit(one[1], one[3].extent, f"'{value.raw}'") for one in places]
    sure = tuple(edit for edit in edits if edit is not None)
    about = ObjectName(statement.type or "", statement.name or value.text)
    return Hit(
        statement.place(number, value.extent),
        f"{keyword}({value.raw}) without quotation marks is the {KINDS.get(keyword, 'user')} "
        f"{value.text}{more}",
        note="text outside quotation marks is folded to upper case; on AIX and Linux, names of users and "
        "groups are case-sensitive and usually in lower case, and an unknown user is refused with reason "
        "2035",
        help=f"write '{value.raw}', or {value.text} if upper case is intended",
        object=about,
        attribute=keyword,
        severity=INFO if queue_manager.platform is None else None,
        related=tuple(Related(one[0].place(one[1], one[3].extent), "also here") for one in places[1:SHOWN]),
        fixes=(Fix(UNSAFE, "enclose the name in quotation marks", sure),) if len(sure) == len(edits) else (),
    )
