"""The checks from early adoption to the password that a record requires: as which user a client runs."""

from __future__ import annotations

from mqtune.analysis.access.answer import CANNOT_TELL, NONE, VALID, WRONG, Evidence
from mqtune.analysis.access.case import (
    NO_PASSWORD,
    PASSWORD,
    VALID_PASSWORD,
    Case,
    evidence,
    record_evidence,
    source_of,
)
from mqtune.analysis.access.connection import CLIENT, records_enabled
from mqtune.analysis.access.records import Records, choose, mapping_records, user_matches
from mqtune.estate.objects import MqObject
from mqtune.estate.records import PRIVILEGED, rank
from mqtune.estate.rejected import is_rejected
from mqtune.language.available import Level
from mqtune.syntax.document import has_placeholder

EARLY = "ChlauthEarlyAdopt"
CHECKING = ("IDPWOS", "IDPWLDAP")
YES = ("Y", "YES", "E")
ADOPTS_BY_DEFAULT: Level = (9, 0, 5)  # from here on the default of ADOPTCTX is certainly YES
PASSWORDS_SINCE: Level = (8,)  # as parse_level gives 8.0
SEND = "--credentials valid if the client sends a user and a valid password"


def password_object(case: Case) -> MqObject | None:
    """The AUTHINFO object that CONNAUTH names, if it exists and can check passwords."""
    authinfo = case.queue_manager.find("AUTHINFO", case.queue_manager.qmgr.text("CONNAUTH"))
    return authinfo if authinfo is not None and authinfo.subtype in CHECKING else None


def adopts(case: Case) -> bool:
    """Whether the checked user becomes the user of the connection."""
    authinfo = password_object(case)
    if case.credentials != VALID or authinfo is None or authinfo.value("CHCKCLNT") == "NONE":
        return False
    value = authinfo.value("ADOPTCTX")
    level = case.queue_manager.level
    if level is not None and level < ADOPTS_BY_DEFAULT and not authinfo.is_given("ADOPTCTX"):
        value = case.unknowns.pick("ADOPTCTX, whose default changed with 9.0.5", ("YES", "NO"))
    return value == "YES"


def early_adoption(case: Case) -> bool:
    """Whether the password is checked before the mapping record is chosen."""
    if not adopts(case):
        return True
    manager = case.queue_manager
    ini_entry = manager.ini_entry("Channels", EARLY)
    if ini_entry is not None:
        value = ini_entry[1].value.strip()
        where = evidence(f"{EARLY}={value}", ini_entry[0].document.place(ini_entry[1].span))
        early = value.upper() in YES
    elif manager.inis:
        where, early = Evidence(f"{EARLY} is not in qm.ini"), False
    else:
        where = Evidence("qm.ini is not among the files")
        early = case.unknowns.pick(EARLY, ("Y", "N")) == "Y"
    if not early:
        return case.passed("early-adoption", "no: records see the user that the client reports", where)
    case.adopted, case.checked = True, True
    case.user = case.login
    return case.passed("early-adoption", f"records see {case.user}, whose password was checked", where)


def mapping(case: Case) -> bool:
    """The record that refuses the client, maps it, or leaves it the channel's user."""
    if not records_enabled(case):
        where = case.attribute(case.queue_manager.qmgr, "CHLAUTH")
        case.skipped("mapping", "channel authentication records are disabled", where)
        return channel_user(case)
    if not case.queue_manager.complete:
        case.assume(
            "the CHLAUTH records are those of the files, and the default ones unless they are removed"
        )
    subtype = case.channel.subtype if case.channel is not None else CLIENT
    case.record, others = choose(case, mapping_records(case, subtype), case.user)
    case.exit_decides = bool(case.channel is not None and case.channel.text("SCYEXIT"))
    seen = tuple(record_evidence(warning) for warning in others)
    if case.record is None:
        matching = "only records that warn, with WARN(YES), match" if others else "no record matches"
        case.passed("mapping", f"{matching}: the channel's user is used", *seen)
        return channel_user(case)
    deciding = record_evidence(case.record)
    if source_of(case.record) == "NOACCESS":
        return case.refused(
            "mapping",
            "a record refuses the connection",
            "no-access" if subtype == CLIENT else "message-channel",
            deciding,
            *seen,
            changes=no_access_changes(case),
        )
    if source_of(case.record) == "MAP":
        case.user = case.record.text("MCAUSER")
        case.adopted = False
        return case.passed("mapping", f"a record maps the connection to {case.user}", deciding, *seen)
    case.passed("mapping", "a record admits the connection", deciding, *seen)
    return channel_user(case)


def no_access_changes(case: Case) -> tuple[str, ...]:
    """What would admit a connection that a record refuses."""
    record = case.record
    assert record is not None  # the caller has one
    name, where = case.question.channel, case.question.address or "…"
    wanted = f"SET CHLAUTH('{name}') TYPE(ADDRESSMAP) ADDRESS('{where}') USERSRC(CHANNEL)"
    exact_address = record.name == name and record.text("ADDRESS") == where
    if exact_address or record.subtype != "ADDRESSMAP":
        return (f"remove or narrow the {record.subtype} record for {record.name}",)
    return (f"add a more specific record: {wanted}",)


def channel_user(case: Case) -> bool:
    """MCAUSER of the channel, unless it is blank."""
    channel = case.channel
    if channel is None:
        case.user = None if not case.adopted else case.user
        return True
    user = channel.value("MCAUSER")
    if user is None:
        case.user = None
    elif user and not case.adopted:  # an adopted user precedes it (determine_userauth)
        case.user = user
    return True


def security_exit(case: Case) -> bool:
    """A security exit may change the user or end the channel."""
    channel = case.channel
    if channel is None or not channel.text("SCYEXIT"):
        return True
    case.exit_decides = True
    return case.unsure(
        "exit",
        "what the security exit does is not in the files; it may change the user or end the channel",
        case.attribute(channel, "SCYEXIT"),
    )


def password(case: Case) -> bool:
    """The password check of the AUTHINFO object that CONNAUTH names."""
    qmgr = case.queue_manager.qmgr
    name = qmgr.value("CONNAUTH")
    where = case.attribute(qmgr, "CONNAUTH")
    level = case.queue_manager.level
    if level is not None and level < PASSWORDS_SINCE:
        return case.skipped("password", "before 8.0 the queue manager checks no password")
    if name == "":
        return case.skipped("password", "CONNAUTH is blank: no password is checked", where)
    authinfo = password_object(case)
    if authinfo is None:
        why = (
            "CONNAUTH is unknown" if not name or has_placeholder(name) else f"AUTHINFO({name}) cannot be read"
        )
        return case.unsure("password", f"{why}, so what is checked is unknown", where)
    if not case.trusts_defaults and not is_decided(case, authinfo):
        return case.unsure("password", "the files do not require a password of everyone", where)
    if not authinfo.statements and not qmgr.is_given("CONNAUTH"):
        case.assume(f"CONNAUTH({name}) with its default values")
    return checked(case, authinfo, "CHCKCLNT", case.attribute(authinfo, "CHCKCLNT", "ADOPTCTX"))


def is_decided(case: Case, authinfo: MqObject) -> bool:
    """Whether the files decide about the password check: commands that are accepted set CHCKCLNT, and not to
    REQDADM, which the user of the channel may circumvent.
    """
    level = case.queue_manager.level
    if authinfo.value("CHCKCLNT") == "REQDADM" or any(
        is_rejected(statement, level) for statement in authinfo.statements
    ):
        return False
    return case.queue_manager.complete or authinfo.is_given("CHCKCLNT")


def checked(case: Case, authinfo: MqObject, keyword: str, where: Evidence) -> bool:
    """The check of a password by CHCKCLNT or CHCKLOCL."""
    value = authinfo.value(keyword)
    if value is None or has_placeholder(value):
        return case.unsure("password", f"{keyword} is unknown", where)
    if value == "NONE":
        return case.skipped("password", f"{keyword}(NONE): what is sent is ignored", where)
    if case.credentials == WRONG:
        return case.refused(
            "password", "the password is wrong", "wrong-password", where, changes=("send a valid password",)
        )
    if case.credentials == VALID:
        case.checked = True
        return case.passed("password", f"{keyword}({value}): the password is checked", where)
    return without_password(case, authinfo, keyword, value, where)


def without_password(case: Case, authinfo: MqObject, keyword: str, value: str, where: Evidence) -> bool:
    """The check of a client that sends no password."""
    needed = value == "REQUIRED"
    if value == "REQDADM":
        privileged = False if authinfo.subtype == "IDPWLDAP" else case.is_privileged(case.user)
        if privileged is None:
            return case.unsure(
                "password", f"{keyword}(REQDADM): whether the user administers MQ is unknown", where
            )
        needed = privileged
    if needed and sends_nothing(case):
        who = f"{case.user or 'an unnamed user'}, who administers MQ" if value == "REQDADM" else "everyone"
        return case.refused(
            "password",
            f"{keyword}({value}) requires a password of {who}, and none is sent",
            "no-password",
            where,
            changes=(SEND,),
        )
    return case.passed("password", f"{keyword}({value}): no password is required of {case.user}", where)


def sends_nothing(case: Case) -> bool:
    """Whether no password is sent; if that is not stated, both are followed."""
    if case.question.credentials is not None:
        return case.credentials == NONE
    case.unknowns.pick(PASSWORD, (NO_PASSWORD, VALID_PASSWORD))
    return case.credentials == NONE


def user(case: Case) -> bool:
    """The user of the connection after late adoption."""
    if adopts(case) and not case.adopted and not early(case):
        case.user, case.adopted = case.login, True
        return shown_user(case, f"{case.user}, whose password was checked, replaces every other user")
    if case.user is None:
        blank = case.channel is not None and case.channel.value("MCAUSER") == ""
        why = (
            "the user that the client reports is not stated" if blank else "MCAUSER of the channel is unknown"
        )
        return case.unsure(
            "user", why, *user_source(case), changes=("state it with --user",) if blank else ()
        )
    if has_placeholder(case.user):
        return case.unsure("user", f"{case.user} is a placeholder", *user_source(case))
    if not case.user:
        return case.unsure(
            "user",
            "neither the client nor the channel names a user: the connection runs as the user of the agent "
            "process, usually mqm",
            confidence="recalled",
        )
    return shown_user(case, f"the connection runs as {case.user}")


def early(case: Case) -> bool:
    """Whether the password was checked before the mapping record was chosen."""
    return any(step.name == "early-adoption" and step.text.endswith("was checked") for step in case.steps)


def shown_user(case: Case, text: str) -> bool:
    """The step that states the user."""
    checking = password_object(case)
    ldap = checking is not None and checking.subtype == "IDPWLDAP"
    if case.adopted and ldap:
        case.assume(f"{case.user} is the short name (SHORTUSR) of the user in LDAP")
    confidence = "inferred" if case.adopted else ""
    where = (
        "in LDAP" if checking is not None and ldap and checking.value("AUTHORMD") != "OS" else "on the host"
    )
    case.assume(f"{case.user} exists {where} of the queue manager")
    return case.passed("user", text, *user_source(case), confidence=confidence)


def user_source(case: Case) -> tuple[Evidence, ...]:
    """Where the user comes from."""
    if case.adopted:
        authinfo = password_object(case)
        return () if authinfo is None else (case.attribute(authinfo, "ADOPTCTX"),)
    if case.record is not None and source_of(case.record) == "MAP":
        return (record_evidence(case.record),)
    if case.channel is not None:
        return (case.attribute(case.channel, "MCAUSER"),)
    return ()


def blocked_user(case: Case) -> bool:
    """BLOCKUSER, which is compared with the user reached in the end; only the most specific list counts."""
    if not records_enabled(case):
        return case.skipped("block-user", "channel authentication records are disabled")
    manager, name = case.queue_manager, case.question.channel
    for record in sorted(manager.derived(Records).lists("BLOCKUSER", name), key=rank):
        blocks = is_listed(case, record.entries)
        where = record_evidence(record)
        if blocks is None:
            return case.unsure("block-user", "whether the user is in the list is unknown", where)
        if not blocks:
            return case.passed("block-user", f"{case.user} is not in the list that applies", where)
        if record.value("WARN") != "YES":
            return case.refused(
                "block-user",
                f"{case.user or 'the user'} is blocked" + privileged_text(case, record.entries),
                "blocked-user",
                where,
                changes=block_changes(case, record.name),
            )
    return case.passed("block-user", f"no list of blocked users applies to {case.user}")


def block_changes(case: Case, profile: str) -> tuple[str, ...]:
    """What would admit a blocked user."""
    name = case.question.channel
    if profile == name:
        return (
            f"remove {case.user} from the list of CHLAUTH({name}), or let the channel run as another user",
        )
    return (
        "map the client to a user without administrative authority",
        f"only for administration: SET CHLAUTH('{name}') TYPE(BLOCKUSER) USERLIST('nobody')",
    )


def privileged_text(case: Case, entries: tuple[str, ...]) -> str:
    """Why a user that is not named in a list is blocked."""
    return "" if case.user in entries else f": {PRIVILEGED} means everyone who administers MQ"


def is_listed(case: Case, entries: tuple[str, ...]) -> bool | None:
    """Whether a list of users contains the user of the connection."""
    if case.user is None or has_placeholder(case.user):
        return None
    answers = [
        case.is_privileged(case.user)
        if entry.strip().upper() == PRIVILEGED
        else user_matches(case, entry.strip(), case.user)
        for entry in entries
    ]
    if True in answers:
        return True
    return None if None in answers else False


def record_password(case: Case) -> bool:
    """CHCKCLNT of the mapping record, which may ask for more than that of the AUTHINFO object."""
    record = case.record
    value = record.text("CHCKCLNT") if record is not None else ""
    if record is None or value in ("", "ASQMGR"):
        return True
    where = record_evidence(record)
    if has_placeholder(value):
        return case.unsure("record-password", "CHCKCLNT of the record is unknown", where)
    if case.queue_manager.qmgr.value("CONNAUTH") == "":
        return case.refused(
            "record-password",
            f"the record has CHCKCLNT({value}), but CONNAUTH is blank: no password can be checked",
            "record-without-connauth",
            where,
            case.attribute(case.queue_manager.qmgr, "CONNAUTH"),
            changes=("name an AUTHINFO object in CONNAUTH, or set CHCKCLNT(ASQMGR)",),
        )
    privileged = True if value == "REQUIRED" else case.is_privileged(case.user)
    if privileged is None:
        return case.unsure("record-password", "whether the user administers MQ is unknown", where)
    if not privileged or case.checked:
        return case.passed("record-password", f"CHCKCLNT({value}) is met", where)
    unknown = any(step.name == "password" and step.outcome == CANNOT_TELL for step in case.steps)
    if unknown and case.question.credentials != NONE:
        return case.unsure("record-password", "whether a password is checked is unknown", where)
    sends_nothing(case)
    return case.refused(
        "record-password",
        f"the record has CHCKCLNT({value}), and no password was checked",
        "no-password-for-record",
        where,
        changes=(SEND,),
    )
