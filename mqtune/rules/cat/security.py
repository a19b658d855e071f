"""Rules on SET CHLAUTH, SET AUTHREC and SET POLICY: combinations that are not valid."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.records import MAPPING
from mqtune.estate.rejected import ADDRESS, CIDR, address_fault
from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.rules.cat.common import known_values, readable, subject
from mqtune.rules.common import meant
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.words import Extent
from mqtune.text.messages import allowed_list

SOURCES = ("MAP", "NOACCESS", "CHANNEL")
RECORD = ("ACTION", "USERSRC")
GROUPS = ("ALL", "ALLADM", "ALLMQI", "NONE")
IPV4_HELP = (
    "write four parts, each a number from 0 to 255, a range such as 1-8, or *; "
    "* as the last part covers all that follow"
)
IPV6_HELP = "write the parts without a double colon, and * as the last part for all that follow"


def _word(statement: Statement, keyword: str, usual: str = "") -> str:
    """The value of a keyword in upper case; `usual` if it is not set, "?" if it is a placeholder."""
    setting = statement.get(keyword)
    if setting is None:
        return usual
    text = (setting[1].text or "").strip().upper()
    return "?" if has_placeholder(text) else text


def _sets_record(statement: Statement) -> bool:
    """Whether SET CHLAUTH adds or changes a record instead of removing one."""
    return (
        readable(statement)
        and statement.verb == "SET"
        and _word(statement, "ACTION", "ADD") in ("ADD", "REPLACE")
    )


def _extent(statement: Statement, keyword: str) -> tuple[int, Extent]:
    """The position of a keyword, or of the name if the keyword is missing."""
    word = statement.get(keyword) or statement.type_word or statement.verb_word
    return word[0], word[1].extent


@rule("CAT037")
def chlauth_user_source_conflict(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A mapping record that is added or replaced with USERSRC(MAP), the default, but without MCAUSER, or with
    MCAUSER and USERSRC(NOACCESS) or USERSRC(CHANNEL).
    """
    if statement.subtype not in MAPPING or not _sets_record(statement):
        return
    source = _word(statement, "USERSRC", "MAP")
    user = statement.get("MCAUSER")
    if source == "MAP" and user is None:
        if meant(statement) & {"MCAUSER", "USERSRC"}:
            return
        yield Hit(
            statement.name_place(),
            f"{subject(statement)} {statement.subtype} maps to a user, but MCAUSER is missing",
            note="USERSRC defaults to MAP, which requires MCAUSER; the command is rejected",
            help="set MCAUSER, USERSRC(NOACCESS) or USERSRC(CHANNEL)",
            attribute="MCAUSER",
        )
    elif source in ("NOACCESS", "CHANNEL") and user is not None:
        yield Hit(
            statement.place(user[0], user[1].extent),
            f"{subject(statement)} {statement.subtype} has USERSRC({source}) and MCAUSER",
            note="only USERSRC(MAP) allows a user; the command is rejected",
            help="remove MCAUSER, or use USERSRC(MAP)",
            attribute="MCAUSER",
        )


@rule("CAT038")
def chlauth_invalid_block_address(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A BLOCKADDR record with a profile other than `*`, or with a host name in its list."""
    if statement.subtype != "BLOCKADDR" or statement.verb != "SET" or not readable(statement):
        return
    if statement.name is not None and not statement.placeholder and statement.name != "*":
        yield Hit(
            statement.name_place(),
            f"{subject(statement)} BLOCKADDR has a profile other than *",
            note="addresses are blocked before the channel is known; the command is rejected",
            help="write SET CHLAUTH('*') TYPE(BLOCKADDR), or map the address to no access for this channel",
        )
    setting = statement.get("ADDRLIST")
    if setting is None:
        return
    for value in known_values(setting[1]):
        text = value.text.strip()
        if not ADDRESS.match(text) and not CIDR.match(text):
            yield Hit(
                statement.place(setting[0], value.extent),
                f"ADDRLIST of {subject(statement)} contains {value.text}, which is not an IP address",
                note="a list of blocked addresses may contain addresses and patterns, but no host names",
                help="write the IP address, or block the host name with an ADDRESSMAP record",
                attribute="ADDRLIST",
            )


@rule("CAT048", skip=Skip(reads=("ACTION", "ADDRESS", "ADDRLIST")))
def chlauth_malformed_address(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An address or pattern that is added or replaced and cannot be one; host names are not checked."""
    if not _sets_record(statement):
        return
    for keyword in ("ADDRESS", "ADDRLIST"):
        if (setting := statement.get(keyword)) is None:
            continue
        for value in known_values(setting[1]):
            if fault := address_fault(value.text.strip()):
                yield Hit(
                    statement.place(setting[0], value.extent),
                    f"{keyword} of {subject(statement)} contains {value.text}: {fault}",
                    help=IPV6_HELP if ":" in value.text else IPV4_HELP,
                    attribute=keyword,
                )


@rule("CAT039", skip=Skip(reads=(*RECORD, "WARN", "CHCKCLNT")))
def chlauth_parameter_without_effect(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """WARN on a mapping record that does not block, or CHCKCLNT on one that does."""
    if statement.subtype not in MAPPING or not _sets_record(statement):
        return
    source = _word(statement, "USERSRC", "MAP")
    for keyword, sources in (("WARN", ("MAP", "CHANNEL")), ("CHCKCLNT", ("NOACCESS",))):
        if source in sources and statement.get(keyword) is not None:
            number, extent = _extent(statement, keyword)
            yield Hit(
                statement.place(number, extent),
                f"{subject(statement)} {statement.subtype} has {keyword} together with USERSRC({source})",
                note=f"the manual allows {keyword} only with {_others(sources)}",
                help=f"remove {keyword}",
                attribute=keyword,
            )


def _others(sources: tuple[str, ...]) -> str:
    return allowed_list(f"USERSRC({source})" for source in SOURCES if source not in sources)


@rule("CAT040", skip=Skip(reads=("OBJTYPE", "AUTHADD", "AUTHRMV")))
def authority_invalid_for_type(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """An authority that does not exist for objects of this type: GET on a topic, PUT on a queue manager."""
    if statement.verb != "SET" or not readable(statement):
        return
    type = _word(statement, "OBJTYPE")
    allowed = catalogue.authorities(type)
    if not allowed:
        return
    for keyword in ("AUTHADD", "AUTHRMV"):
        setting = statement.get(keyword)
        attribute = catalogue.attribute("AUTHREC", keyword)
        if setting is None or attribute is None:
            continue
        for value in known_values(setting[1]):
            word = value.text.strip().upper()
            if word in attribute.values and word not in (*allowed, *GROUPS):
                yield Hit(
                    statement.place(setting[0], value.extent),
                    f"{keyword}({word}) is not valid for OBJTYPE({type})",
                    note=f"OBJTYPE({type}) accepts {allowed_list(allowed)}",
                    attribute=keyword,
                )


@rule("CAT041")
def incomplete_policy(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A policy that encrypts but names no recipient, or that names a recipient or signer but no algorithm."""
    if (
        statement.verb != "SET"
        or not readable(statement)
        or _word(statement, "ACTION", "REPLACE") != "REPLACE"
    ):
        return
    encryption, signature = _word(statement, "ENCALG", "NONE"), _word(statement, "SIGNALG", "NONE")
    recipient, signer = statement.get("RECIP"), statement.get("SIGNER")
    if encryption not in ("NONE", "?") and recipient is None:
        number, extent = _extent(statement, "ENCALG")
        yield Hit(
            statement.place(number, extent),
            f"{subject(statement)} encrypts with {encryption}, but has no RECIP",
            note="no recipient could read the messages; the command is rejected",
            help="name at least one recipient in RECIP",
            attribute="RECIP",
        )
    for keyword, algorithm, setting in (("ENCALG", encryption, recipient), ("SIGNALG", signature, signer)):
        if algorithm == "NONE" and setting is not None:
            yield Hit(
                statement.place(setting[0], setting[1].extent),
                f"{subject(statement)} has {setting[1].keyword} and {keyword}(NONE)",
                note=f"{setting[1].keyword} requires an algorithm",
                help=f"name an algorithm in {keyword}, or remove {setting[1].keyword}",
                attribute=setting[1].keyword,
            )
