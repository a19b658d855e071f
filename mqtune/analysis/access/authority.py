"""Whether a user holds what an operation needs, and which authority record decides."""

from __future__ import annotations

from mqtune.analysis.access.answer import CANNOT_TELL, PASSED, REFUSED, Step
from mqtune.analysis.access.case import Case, authority_evidence
from mqtune.analysis.access.holdings import (
    GROUP,
    SELF,
    Holding,
    doubtful,
    entities_of,
    hidden,
    holding,
    is_complete,
    is_reserved,
    other_groups,
    other_principals,
)
from mqtune.estate.records import WINDOWS
from mqtune.language.access import UNCERTAIN, refusal
from mqtune.text.record import record

POLICY = "SecurityPolicy"
ZOS = "zos"
MOST_SHOWN = 8
INQUIRE = "INQ"


@record
class Need:
    """What an operation needs on one object: a name, or for topics the names from the node to the root.

    With `any` one of the authorities is enough, but which one is not documented. `doubt` is why an authority
    that is missing may not decide, in words.
    """

    objtype: str
    names: tuple[str, ...]
    words: tuple[str, ...]
    confidence: str = "documented"
    any: bool = False
    doubt: str = ""

    @property
    def object(self) -> str:
        """`QUEUE(ORDERS)`, `the queue manager`."""
        return "the queue manager" if self.objtype == "QMGR" else f"{self.objtype}({self.names[0]})"


def needs(words: tuple[str, ...], confidence: str = "documented") -> Need:
    """What an operation needs on the queue manager."""
    return Need("QMGR", (SELF,), words, confidence)


def authorised(case: Case, need: Need, name: str, how: str, user: str | None = None) -> bool:
    """Whether the user of the connection holds what is needed; adds the step."""
    who = case.user if user is None else user
    manager = case.queue_manager
    if manager.platform == ZOS:
        return case.unsure(
            name, "on z/OS, RACF decides, which the files do not contain", confidence="unknown"
        )
    if who is None:
        return case.unsure(name, "the user is unknown", changes=("add the file that sets the user",))
    privileged = case.is_privileged(who)
    if privileged:
        return case.passed(name, f"{who or 'the user'} administers MQ and holds every authority")
    if privileged is None:
        return case.unsure(name, f"whether {who} administers MQ is unknown under LDAP authorisation")
    return held(case, need, name, how, who)


def held(case: Case, need: Need, name: str, how: str, who: str) -> bool:
    """The step for a user who is not an administrator."""
    entities = entities_of(case.queue_manager, who, case.question.groups)
    holdings = [
        granted
        for entity in entities
        for object in need.names
        if (granted := holding(case.queue_manager, entity, need.objtype, object)) is not None
    ]
    missing = missing_words(need, holdings)
    given = tuple(
        authority_evidence(granted.record) for granted in holdings if set(granted.words) & set(need.words)
    )
    listed = ",".join(need.words)
    if not missing:
        assume_files(case)
        case.steps.append(
            Step(name, PASSED, f"{who} holds {listed} on {need.object}", given, need.confidence)
        )
        return True
    if need.any and len(missing) < len(need.words):
        text = (
            f"{who} holds {','.join(set(need.words) - set(missing))} on {need.object}; whether this is enough"
        )
        return case.unsure(name, f"{text} is not documented", *given, confidence="unknown")
    return not_held(case, need, name, how, who, missing, holdings)


def missing_words(need: Need, holdings: list[Holding]) -> tuple[str, ...]:
    """The authorities that no record gives. For a topic each name on the way to the root is enough."""
    held = {word for granted in holdings for word in granted.words}
    return tuple(word for word in need.words if word not in held)


def not_held(
    case: Case, need: Need, name: str, how: str, who: str, missing: tuple[str, ...], holdings: list[Holding]
) -> bool:
    """A step whose authority no record gives: refused if the files are known to show all records."""
    manager = case.queue_manager
    entities = entities_of(manager, who, case.question.groups)
    names = () if is_reserved(who) else need.names
    groups = [
        group for object in names for group in other_groups(manager, entities, need.objtype, object, missing)
    ]
    unclear = [
        authority for object in need.names for authority in doubtful(manager, entities, need.objtype, object)
    ]
    text, changes = why_not_held(case, need, who, missing, groups)
    certain = is_complete(manager) and not (unclear or need.doubt or need.confidence in UNCERTAIN)
    certain = certain and (bool(case.question.groups) or not groups)
    if certain:
        assume_groups(case, need, who, missing)
        text += "; the security exit may change this" if case.exit_decides else ""
    shown = [authority_evidence(granted.record) for granted in (*holdings, *groups)] + [
        *map(authority_evidence, unclear)
    ]
    looks = refusal(how)
    case.steps.append(
        Step(
            name,
            REFUSED if certain and not case.exit_decides else CANNOT_TELL,
            text,
            tuple(shown[:MOST_SHOWN]),
            need.confidence,
            looks.reasons,
            looks.messages,
            changes,
        )
    )
    return not certain


def why_not_held(
    case: Case, need: Need, who: str, missing: tuple[str, ...], groups: list[Holding]
) -> tuple[str, tuple[str, ...]]:
    """Why an authority is missing or unknown, in words, and what would change that."""
    manager, listed = case.queue_manager, ",".join(missing)
    text = f"{who} does not hold {listed} on {need.object}"
    grant = f"SET AUTHREC {target(need)} {who_grants(case, who)} AUTHADD({listed})"
    if groups and not case.question.groups:
        text = f"{who} itself does not hold {listed} on {need.object}; members of {group_names(groups)} do"
        first = groups[0].entity[1]
        return text, (f"--group {first} if {who} is a member; state all groups of the user", grant)
    hiding = hiding_text(case, need, who, missing)
    if hiding:
        return f"{text}: {hiding}", (grant,)
    if not is_complete(manager):
        why = "the files may lack some" if manager.authrecs else "the files contain none at all"
        text = f"no authority record gives {who} {listed} on {need.object}, and {why}"
        return text, (grant, "--complete, with the files of all authority records")
    folded = folded_records(case, need, who)
    if folded:
        change = f"write the name in {folded} in quotation marks: without them it is in upper case"
        return f"{text}: {folded} is for another name, which differs in case", (change, grant)
    if need.doubt:
        text += f"; {need.doubt}"
    elif need.confidence in UNCERTAIN:
        text += ", which is needed as far as is known"
    return text, (grant,)


def hiding_text(case: Case, need: Need, who: str, missing: tuple[str, ...]) -> str:
    """Which more specific profile hides one that has the authority; "" for none."""
    manager = case.queue_manager
    for entity in entities_of(manager, who, case.question.groups):
        for object in need.names:
            pair = hidden(manager, entity, need.objtype, object, missing)
            if pair is not None:
                deciding, concealed = pair
                return f"profile {deciding.profile} of {entity[1]} hides {concealed.profile}, which has it"
    return ""


def folded_records(case: Case, need: Need, who: str) -> str:
    """A record for the same name in upper case, as MQSC without quotation marks makes it; "" for none."""
    names = {who: "PRINCIPAL", **dict.fromkeys(case.question.groups, GROUP)}
    for name, kind in names.items():
        upper = name.upper()
        for object in need.names:
            if upper != name and holding(case.queue_manager, (kind, upper), need.objtype, object) is not None:
                return f"{kind}({upper})"
    return ""


def group_names(groups: list[Holding]) -> str:
    """The names of some groups."""
    names = list(dict.fromkeys(group.entity[1] for group in groups))
    return ", ".join(names[:MOST_SHOWN]) + (" …" if len(names) > MOST_SHOWN else "")


def target(need: Need) -> str:
    """The object in the form of SET AUTHREC."""
    return (
        "OBJTYPE(QMGR)" if need.objtype == "QMGR" else f"PROFILE('{need.names[0]}') OBJTYPE({need.objtype})"
    )


def who_grants(case: Case, who: str) -> str:
    """The user or a group of it in the form of SET AUTHREC."""
    groups = case.question.groups
    return f"{GROUP}('{groups[0]}')" if groups else f"PRINCIPAL('{who}')"


def security_policy(case: Case) -> str:
    """SecurityPolicy of the authorization service, in lower case; "group" if it is not set."""
    value = case.queue_manager.ini_value("Service", POLICY) or ""
    value = value.strip().lower()
    return value if value and value != "default" else "group"


def assume_files(case: Case) -> None:
    """What an authority that is found still supposes."""
    if not is_complete(case.queue_manager):
        case.assume("no other file removes these authority records")


def assume_groups(case: Case, need: Need, who: str, missing: tuple[str, ...]) -> None:
    """What a refusal supposes about groups."""
    manager = case.queue_manager
    groups = case.question.groups
    if groups:
        case.assume(f"{who} is a member of {', '.join(groups)} and of no other group with authority")
    if manager.platform == WINDOWS or security_policy(case) != "group":
        return
    others = [
        principal
        for name in need.names
        for principal in other_principals(manager, who, need.objtype, name, missing)
    ]
    if others:
        listed = ", ".join(dict.fromkeys(others[:MOST_SHOWN]))
        case.assume(
            f"{who} does not share the primary group of {listed}, for which {POLICY} group stores records"
        )
