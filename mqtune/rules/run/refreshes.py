"""RUN015: a REFRESH SECURITY that does not refresh what its script changes."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.dump_header import dump_header
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.findings.finding import UNSAFE, Fix, Related
from mqtune.rules.run.repeated import appended
from mqtune.syntax.mqsc.tree import Script
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.record import record

CONNAUTH = ("CONNAUTH",)
SSL = ("SSLKEYR", "SSLCRLNL", "SSLCRYP", "SSLFIPS", "SSLRKEYC", "CERTLABL", "CERTVPOL", "SUITEB")
# for each TYPE of REFRESH SECURITY, the attributes of the queue manager that wait for it
WAITING = {"CONNAUTH": CONNAUTH, "SSL": SSL}
PASSWORD_CHECKS = ("IDPWOS", "IDPWLDAP")


@record
class Change:
    """A command that changes `what`, which waits for REFRESH SECURITY TYPE(`type`)."""

    statement: Statement
    what: str
    type: str


def waiting(statement: Statement, connauth: str | None) -> dict[str, str]:
    """What a command changes that waits for a refresh, by the TYPE of the refresh. `connauth` names the
    AUTHINFO object in use; None if it is unknown.
    """
    if statement.verb not in ("ALTER", "DEFINE"):
        return {}
    if statement.type == "QMGR":
        found = ((type, next(filter(statement.has, names), "")) for type, names in WAITING.items())
        return {type: name for type, name in found if name}
    if statement.type == "AUTHINFO" and statement.subtype in PASSWORD_CHECKS:
        in_use = statement.verb == "ALTER" if connauth is None else statement.name == connauth
        return {"CONNAUTH": f"AUTHINFO({statement.name})"} if in_use else {}
    return {}


def sequence_of(script: Script, queue_manager: QueueManager) -> str:
    """Which scripts of a queue manager run one after the other: all, except that a dump, which shows a state,
    and Kubernetes resources of a file are sequences of their own unless the file is declared.
    """
    declaration = queue_manager.declaration
    is_declared = declaration is not None and bool(declaration.files)
    document = script.document
    is_apart = dump_header(script) is not None or (document.resource and not is_declared)
    return document.source.path if is_apart else ""


@rule("RUN015")
def refresh_of_other_type(queue_manager: QueueManager) -> Iterator[Hit]:
    """REFRESH SECURITY has no TYPE, and an earlier command changes what waits for that of another type.

    The scripts of a queue manager are one sequence (`sequence_of`).
    """
    sequences = {id(script): sequence_of(script, queue_manager) for script in queue_manager.scripts}
    changed: dict[tuple[str, str], Change] = {}
    bare: dict[tuple[str, str], Statement] = {}
    qmgr = queue_manager.qmgr
    connauth = qmgr.value("CONNAUTH") if qmgr.is_given("CONNAUTH") else None
    for statement in queue_manager.statements:
        sequence = sequences[id(statement.command.script)]
        for type, what in waiting(statement, connauth).items():
            changed[sequence, type] = Change(statement, what, type)
            bare.pop((sequence, type), None)
        if (statement.verb, statement.type) != ("REFRESH", "SECURITY"):
            continue
        type = statement.text("TYPE")
        for key in list(changed):
            if type and (key[1] == type or has_placeholder(type)):
                del changed[key]
                bare.pop(key, None)
            elif not (type or key[0] != sequence or statement.is_alternative_to(changed[key].statement)):
                bare.setdefault(key, statement)
    by_refresh: dict[int, tuple[Statement, list[Change]]] = {}
    for key, statement in bare.items():
        by_refresh.setdefault(id(statement), (statement, []))[1].append(changed[key])
    for statement, changes in by_refresh.values():
        yield without_effect(statement, changes)


def without_effect(statement: Statement, changes: list[Change]) -> Hit:
    """A refresh without TYPE after changes that wait for another one."""
    needed = [f"TYPE({one.type})" for one in changes]
    edit = appended(statement, needed[0]) if len(needed) == 1 else None
    what = " and ".join(one.what for one in changes)
    places = dict.fromkeys(one.statement.name_place() for one in changes)
    return Hit(
        statement.name_place(),
        f"REFRESH SECURITY without TYPE does not apply the change of {what}",
        note="it refreshes the authorities; the change waits for its own type of refresh, or for a restart "
        "of the queue manager",
        help="write " + ", and ".join(f"REFRESH SECURITY {type}" for type in needed),
        attribute="TYPE",
        fixes=() if edit is None else (Fix(UNSAFE, f"write {needed[0]}", (edit,)),),
        related=tuple(Related(place, "changed here") for place in places),
    )
