"""SEC043, SEC044, SEC049: password checks that fail, come too late, or do not take place."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.chlauth import MAPPING
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.findings.finding import WARNING, ObjectName, Related
from mqtune.rules.common.held import unless_incomplete
from mqtune.rules.common.ini_places import entry_place
from mqtune.rules.sec.administrators import checks_disabled
from mqtune.rules.sec.identity import STRICT
from mqtune.syntax.ini.tree import Entry, IniFile

NO = ("N", "NO")


@rule("SEC043")
def password_required_without_connauth(queue_manager: QueueManager) -> Iterator[Hit]:
    """CONNAUTH is blank, and a CHLAUTH record requires a password."""
    qmgr = queue_manager.qmgr
    where = qmgr.place("CONNAUTH")
    if not qmgr.is_given("CONNAUTH") or qmgr.value("CONNAUTH") != "" or where is None:
        return
    if checks_disabled(queue_manager):
        return
    for record in queue_manager.chlauth:
        check = record.text("CHCKCLNT")
        if not record.statements or record.subtype not in MAPPING or check not in STRICT:
            continue
        if record.value("USERSRC") == "NOACCESS":
            continue
        yield Hit(
            record.statements[-1].word_place("CHCKCLNT"),
            f"CHLAUTH({record.name}) {record.subtype} has CHCKCLNT({check}), but CONNAUTH is blank: no "
            "password can be checked",
            note="every connection to which the record applies fails, with the right password too (ALTER "
            "QMGR, q085320_, CONNAUTH)",
            help="name an AUTHINFO object in CONNAUTH and run REFRESH SECURITY TYPE(CONNAUTH), or set "
            "CHCKCLNT(ASQMGR)",
            object=ObjectName("CHLAUTH", record.name),
            attribute="CHCKCLNT",
            severity=None if check == "REQUIRED" else WARNING,
            related=(Related(where, "CONNAUTH is set here"),),
        )


@rule("SEC044")
def user_record_before_password_check(queue_manager: QueueManager) -> Iterator[Outcome]:
    """USERMAP records are compared with the asserted user, and the checked user replaces theirs."""
    found = queue_manager.ini_entry("Channels", "ChlauthEarlyAdopt")
    if found is None or found[1].value.strip().upper() not in NO or checks_disabled(queue_manager):
        return
    check = queue_manager.find("AUTHINFO", queue_manager.qmgr.text("CONNAUTH"))
    if check is None or check.value("ADOPTCTX") != "YES" or check.value("CHCKCLNT") == "NONE":
        return
    hits = user_record_hits(queue_manager, *found)
    yield from hits if check.is_given("ADOPTCTX") else unless_incomplete(hits, queue_manager)


def user_record_hits(queue_manager: QueueManager, file: IniFile, entry: Entry) -> Iterator[Hit]:
    """Each USERMAP record of a queue manager with this entry for ChlauthEarlyAdopt."""
    for record in queue_manager.chlauth:
        if record.subtype == "USERMAP" and record.statements:
            yield Hit(
                record.statements[-1].word_place("CLNTUSER"),
                f"CHLAUTH({record.name}) USERMAP is compared with the user that the client reports, before "
                "the password is checked",
                note=f"{entry.key}={entry.value.strip()}: the user whose password is checked is "
                "adopted afterwards and replaces the one of the record (Interaction of CHLAUTH and CONNAUTH, "
                "q132550_; IT18052)",
                help="set ChlauthEarlyAdopt=Y in stanza Channels and restart the queue manager",
                object=ObjectName("CHLAUTH", record.name),
                attribute="CLNTUSER",
                related=(Related(entry_place(file, entry), f"{entry.key} is set here"),),
            )


@rule("SEC049")
def local_password_check_off(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """The AUTHINFO object of the queue manager has CHCKLOCL(NONE)."""
    qmgr = queue_manager.qmgr
    place = object.place("CHCKLOCL")
    if object.value("CHCKLOCL") != "NONE" or not object.is_given("CHCKLOCL") or place is None:
        return
    if qmgr.is_given("CONNAUTH") and qmgr.value("CONNAUTH") != object.name:
        return
    yield Hit(
        place,
        f"AUTHINFO({object.name}) has CHCKLOCL(NONE): passwords that local programs send are not checked",
        note="a local program with a wrong password connects all the same (connection authentication: "
        "configuration, q113250_)",
        help="set CHCKLOCL(OPTIONAL), then run REFRESH SECURITY TYPE(CONNAUTH)",
        attribute="CHCKLOCL",
    )
