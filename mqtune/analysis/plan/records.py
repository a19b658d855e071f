"""The changes of channel authentication records and authority records: who gains and who loses what."""

from __future__ import annotations

from mqtune.analysis.access.holdings import words_of
from mqtune.analysis.plan.model import ALTER, CREATE, DELETE, NAMED, AttributeChange, Change, Source
from mqtune.analysis.plan.objects import LEFT_ALONE, Comparison, changed_attributes
from mqtune.analysis.plan.product import (
    creators,
    has_made_name,
    is_administrator,
    is_product_authority,
    is_product_record,
)
from mqtune.analysis.plan.risk import CLOSES, OPENS, SAFE, UNKNOWN, set_keywords, value_of
from mqtune.estate.records import KEYS, LISTS, ChannelAuthentication
from mqtune.language.access import expanded
from mqtune.syntax.document import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.records import AuthorityRecord

    Identity = tuple[str, ...]

BLOCKING = ("BLOCKUSER", "BLOCKADDR")
EXISTS_ALONE = "running the new files alone does not change it: SET without ACTION(REPLACE) is rejected"
ADDED_ALONE = "running the new files alone removes no entry: SET without ACTION(REPLACE) adds"
KEPT_ALONE = "running the new files alone leaves {}: AUTHADD only adds"


def chlauth_changes(comparison: Comparison) -> Iterator[Change]:
    """The channel authentication records that differ."""
    old = chlauth_of(comparison.old, comparison.old_side.is_dump and lists_records(comparison.old))
    new_lists = lists_records(comparison.old) if comparison.is_script else lists_records(comparison.new)
    new = chlauth_of(
        comparison.new,
        (comparison.old_side if comparison.is_script else comparison.new_side).is_dump and new_lists,
    )
    for identity in sorted({*old, *new}):
        before, after = old.get(identity), new.get(identity)
        if after is None and before is not None:
            yield removed_record(before, comparison)
        elif before is None and after is not None:
            yield added_record(after, comparison)
        elif before is not None and after is not None:
            change = altered_record(before, after, comparison)
            if change is not None:
                yield change


def lists_records(manager: QueueManager) -> bool:
    """Whether a dump contains everything, SYSTEM objects and records included: a record of a new queue
    manager that it lacks was removed.
    """
    usual = manager.objects.get(("QUEUE", "SYSTEM.DEFAULT.LOCAL.QUEUE"))
    return (
        usual is not None and bool(usual.statements) and any(record.statements for record in manager.chlauth)
    )


def chlauth_of(manager: QueueManager, all_listed: bool) -> dict[Identity, ChannelAuthentication]:
    """The records by what identifies them; no address means every address."""
    return {
        identity_of(record): record
        for record in manager.chlauth
        if not (all_listed and is_product_record(record))
    }


def identity_of(record: ChannelAuthentication) -> Identity:
    """Profile, type and match, with `*` for every address."""
    match = dict(zip(KEYS.get(record.subtype, ()), record.match, strict=True))
    if "ADDRESS" in match:
        match["ADDRESS"] = match["ADDRESS"] or "*"
    return (record.name, record.subtype, *match.values())


def key_of(record: ChannelAuthentication) -> dict[str, str]:
    """The words that identify a record besides the profile."""
    return {"TYPE": record.subtype} | {
        word: value for word in KEYS.get(record.subtype, ()) if (value := record.text(word))
    }


def refuses(record: ChannelAuthentication) -> bool:
    """Whether a record keeps someone out; one with WARN(YES) only reports."""
    if record.value("WARN") == "YES":
        return False
    return record.subtype in BLOCKING or record.text("USERSRC") == "NOACCESS"


def who(record: ChannelAuthentication) -> str:
    """Whom a record is about: `clients from 10.0.*`, `user app`, `certificates CN=app`."""
    text = record.text
    parts = {
        "USERMAP": f"clients of user {text('CLNTUSER')}",
        "QMGRMAP": f"queue managers called {text('QMNAME')}",
        "SSLPEERMAP": f"partners with certificate {text('SSLPEER') or '*'}",
        "ADDRESSMAP": "partners",
        "BLOCKUSER": f"users {', '.join(record.entries)}",
        "BLOCKADDR": f"addresses {', '.join(record.entries)}",
    }
    where = f" from {text('ADDRESS')}" if text("ADDRESS") and text("ADDRESS") != "*" else ""
    everyone = " from any address" if record.subtype == "ADDRESSMAP" and not where else ""
    return parts.get(record.subtype, "partners") + where + everyone


def outcome(record: ChannelAuthentication) -> str:
    """What a record does with them."""
    if refuses(record):
        return "is refused on"
    if record.value("WARN") == "YES":
        return "is reported, not refused, on"
    if record.text("USERSRC") == "CHANNEL":
        return "keeps the channel's user on"
    user = record.text("MCAUSER")
    return f"runs as {user} on" if user else "is mapped on"


def sentence(record: ChannelAuthentication, before: str = "") -> str:
    """`clients of user app: runs as appuser on APP.*`."""
    return (
        f"{before}{who(record)} {outcome(record)} {record.name}".replace(" is ", " are ")
        .replace(" runs ", " run ")
        .replace(" keeps ", " keep ")
    )


def removed_record(record: ChannelAuthentication, comparison: Comparison) -> Change:
    """A record that only the old state has."""
    at = comparison.source(record.place(), old=True)
    change = Change(comparison.new, "CHLAUTH", record.name, DELETE, at, at, record.subtype, key_of(record))
    change.more = (OPENS if refuses(record) else SAFE if record.value("WARN") == "YES" else CLOSES,)
    change.notes.append(sentence(record, "no longer applies: "))
    change.notes += [LEFT_ALONE] * comparison.alone
    return change


def added_record(record: ChannelAuthentication, comparison: Comparison) -> Change:
    """A record that only the new state has."""
    at = comparison.source(record.place())
    change = Change(
        comparison.new, "CHLAUTH", record.name, CREATE, at, subtype=record.subtype, key=key_of(record)
    )
    change.more = (CLOSES if refuses(record) else SAFE if record.value("WARN") == "YES" else OPENS,)
    change.notes.append(sentence(record))
    known = {*change.key, "ACTION", *LISTS.values()}
    word = LISTS.get(record.subtype)
    if word is not None:
        change.attributes.append(AttributeChange(word, None, ",".join(record.entries), NAMED, at))
    for keyword in sorted(set_keywords(record) - known):
        after = value_of(record, keyword)
        if after is not None:
            change.attributes.append(AttributeChange(keyword, None, after, NAMED, at))
    if any(has_placeholder(text) for text in (record.name, *record.match, *record.entries)):
        change.action, change.more = "unknown", (UNKNOWN,)
    return change


def altered_record(
    before: ChannelAuthentication, after: ChannelAuthentication, comparison: Comparison
) -> Change | None:
    """A record that both states have; None if it stays as it is."""
    word = LISTS.get(after.subtype)
    known = {word, "ACTION", "TYPE", *KEYS.get(after.subtype, ())}
    attributes = [
        attribute
        for attribute in changed_attributes(before, after, comparison)
        if attribute.name not in known
    ]
    change = Change(
        comparison.new, "CHLAUTH", after.name, ALTER, comparison.source(after.place()),
        comparison.source(before.place(), old=True), after.subtype, key_of(before), attributes,
    )  # fmt: skip
    if word is not None and {*before.entries} != {*after.entries}:
        listed = changed_list(word, before, after, comparison)
        more, fewer = {*after.entries} - {*before.entries}, {*before.entries} - {*after.entries}
        change.notes += [f"now refused: {', '.join(sorted(more))}"] * bool(more)
        change.notes += [f"no longer refused: {', '.join(sorted(fewer))}"] * bool(fewer)
        change.attributes.insert(0, listed)
    if not change.attributes:
        return None
    if refuses(before) != refuses(after):
        change.more = (CLOSES,) if refuses(after) else (OPENS,)
        for attribute in attributes:  # the user of a record that refuses has no effect
            attribute.classes = tuple({*attribute.classes} - {OPENS, CLOSES})
    elif {"USERSRC", "MCAUSER"} & {attribute.name for attribute in attributes} and not refuses(after):
        change.more = (OPENS, CLOSES)
    if len(change.attributes) > (word is not None):
        change.notes.append(sentence(after))
    if after.statements and after.statements[-1].text("ACTION") != "REPLACE":
        change.notes += [(ADDED_ALONE if word else EXISTS_ALONE)] * comparison.alone
    return change


def changed_list(
    word: str, before: ChannelAuthentication, after: ChannelAuthentication, comparison: Comparison
) -> AttributeChange:
    """The blocked users or addresses."""
    more, fewer = {*after.entries} - {*before.entries}, {*before.entries} - {*after.entries}
    classes = (OPENS,) * bool(fewer) + (CLOSES,) * bool(more)
    at = comparison.source(after.place(word))
    earlier = comparison.source(before.place(word), old=True)
    return AttributeChange(
        word, ",".join(before.entries), ",".join(after.entries), NAMED, at, earlier, classes
    )


class Authorities:
    """The authority records of one state: single authorities by profile, object type, kind and name."""

    def __init__(self, manager: QueueManager) -> None:
        self.records: dict[Identity, AuthorityRecord] = {}
        self.granted: dict[Identity, frozenset[str]] = {}
        for record in manager.authrecs:
            self.records[record.identity] = record
            self.granted[record.identity] = frozenset(words_of(record))


def authrec_changes(comparison: Comparison) -> Iterator[Change]:
    """The authority records that differ, without those that the product makes."""
    old, new = Authorities(comparison.old), Authorities(comparison.new)
    from_product = made_by_product(comparison, old, new)
    for identity in sorted({*old.granted, *new.granted}):
        before, after = old.granted.get(identity), new.granted.get(identity)
        if before != after and identity not in from_product:
            record = new.records.get(identity) or old.records[identity]
            yield changed_authority(record, before, after, old.records.get(identity), comparison)


def made_by_product(comparison: Comparison, old: Authorities, new: Authorities) -> set[Identity]:
    """The records of the product that only one side can show: a dump has them, and a script does not."""
    if not (comparison.old_side.is_dump or comparison.new_side.is_dump):
        return set()
    identities = {
        identity
        for side in (old, new)
        for identity in side.granted
        if is_administrator(identity[3]) or has_made_name(identity[0])
    }
    if comparison.is_drift:
        dump, scripted = (old, new) if comparison.old_side.is_dump else (new, old)
        made_by = creators(dump.records.values())
        for identity, record in dump.records.items():
            full = dump.granted[identity] >= {*expanded("ALL", record.objtype)} - {"SYSTEM"}
            if identity not in scripted.granted and is_product_authority(record, full, made_by):
                identities.add(identity)
    return identities


def changed_authority(
    record: AuthorityRecord,
    before: frozenset[str] | None,
    after: frozenset[str] | None,
    earlier: AuthorityRecord | None,
    comparison: Comparison,
) -> Change:
    """What one user or group gains and loses on one profile."""
    action = CREATE if before is None else DELETE if after is None else ALTER
    last = _source(earlier, comparison, old=True)
    at = last if after is None else _source(record, comparison)
    key = {"OBJTYPE": record.objtype, record.entity: record.user}
    change = Change(comparison.new, "AUTHREC", record.profile, action, at, last, key=key)
    gained, lost = (
        (after or frozenset()) - (before or frozenset()),
        (before or frozenset()) - (after or frozenset()),
    )
    entity = "user" if record.entity == "PRINCIPAL" else "group"
    for classes, words, verb in ((OPENS, gained, "gains"), (CLOSES, lost, "loses")):
        if words:
            change.more = (*change.more, classes)
            change.notes.append(f"{entity} {record.user} {verb} {', '.join(sorted(words))}")
    if not change.more and action == CREATE:
        change.more = (CLOSES,)
        change.notes.append(
            f"no authority: a more generic profile no longer applies to {entity} {record.user}"
        )
    if not change.more and action == DELETE:
        change.more = (OPENS,)
        change.notes.append(f"a more generic profile may apply to {entity} {record.user} now")
    if after is None:
        change.notes += [LEFT_ALONE] * comparison.alone
    elif kept := lost - removed_words(record):
        change.notes += [KEPT_ALONE.format(", ".join(sorted(kept)))] * comparison.alone
    change.attributes.append(
        AttributeChange("AUTHLIST", _listed(before), _listed(after), NAMED, at, last, (SAFE,))
    )
    if has_placeholder(record.profile) or has_placeholder(record.user):
        change.more = (*change.more, UNKNOWN)
        change.action = action if action == ALTER else "unknown"
    return change


def removed_words(record: AuthorityRecord) -> frozenset[str]:
    """The authorities that the commands of a record remove."""
    words = [word for statement in record.statements for word in statement.values("AUTHRMV")]
    return frozenset(authority for word in words for authority in expanded(word.upper(), record.objtype))


def _listed(granted: frozenset[str] | None) -> str | None:
    if granted is None:
        return None
    return ",".join(sorted(granted)) or "NONE"


def _source(record: AuthorityRecord | None, comparison: Comparison, old: bool = False) -> Source:
    if record is None or not record.statements:
        return Source()
    return comparison.source(record.statements[-1].name_place(), old)
