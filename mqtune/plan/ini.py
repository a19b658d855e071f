"""The changes of qm.ini: keys with different effective values. Nearly all take effect at a restart."""

from __future__ import annotations

from mqtune.language import catalogue
from mqtune.plan.model import ALTER, CREATE, DEFAULT, DELETE, NAMED, AttributeChange, Change
from mqtune.plan.risk import AFTER_RESTART, RESTART
from mqtune.plan.values import is_secret
from mqtune.syntax.document import CREATION, QM_INI
from mqtune.text.numbers import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.plan.objects import Comparison
    from mqtune.syntax.ini.tree import Entry, IniFile

    Stanza = tuple[str, str]  # its name, and the value of Name if the stanza may appear several times
    Stanzas = dict[Stanza, dict[str, tuple[IniFile, Entry]]]

KIND = "qm.ini"
MIGRATED = {"LogType": "migmqlog"}  # the command that changes such a key
AT_CREATION = "create"  # of a key that is set when a queue manager is created, by the catalogue
NAMED_BY = "name"


def has_ini(manager: QueueManager) -> bool:
    """Whether a qm.ini of the queue manager was read."""
    return any(ini.document.kind == QM_INI and ini.document.carrier != CREATION for ini in manager.inis)


def stanzas_of(manager: QueueManager) -> Stanzas:
    """The effective entries, by stanza and key in lower case; the last file with a key applies."""
    found: Stanzas = {}
    for ini in manager.inis:
        if ini.document.kind != QM_INI:
            continue
        own: set[Stanza] = set()
        for stanza in ini.stanzas:
            known = catalogue.ini_stanza(KIND, stanza.name)
            name = known.name if known is not None else stanza.name
            called = stanza.get(NAMED_BY) if known is None or known.repeatable else None
            key = (name, called.value if called is not None else "")
            if key in own:
                continue  # the first stanza of a name applies
            own.add(key)
            entries = found.setdefault(key, {})
            entries.update({entry.key.lower(): (ini, entry) for entry in stanza.entries})
    return found


def ini_changes(here: Comparison) -> Iterator[Change]:
    """The stanzas that differ, if both sides have a qm.ini."""
    if not (has_ini(here.old) and has_ini(here.new)):
        return
    old, new = stanzas_of(here.old), stanzas_of(here.new)
    for stanza in sorted({*old, *new}):
        attributes = list(_attributes(stanza[0], old.get(stanza, {}), new.get(stanza, {}), here))
        if not attributes:
            continue
        action = CREATE if stanza not in old else DELETE if stanza not in new else ALTER
        change = Change(here.new, KIND, stanza[0], action, attributes[0].source, attributes[0].earlier)
        if stanza[1]:
            change.key = {"Name": stanza[1]}
        change.attributes = attributes
        change.more = (RESTART,)
        fixed = [one.name for one in attributes if one.when == AT_CREATION]
        if len(fixed) < len(attributes):
            change.notes.append("takes effect when the queue manager is started again")
        if fixed:
            names = ", ".join(fixed)
            change.notes.append(
                f"a restart does not change {names}: it is set when a queue manager is created"
            )
            change.notes += [
                f"{MIGRATED[one]} changes {one} of an existing one" for one in fixed if one in MIGRATED
            ]
        yield change


def _attributes(
    stanza: str,
    old: dict[str, tuple[IniFile, Entry]],
    new: dict[str, tuple[IniFile, Entry]],
    here: Comparison,
) -> Iterator[AttributeChange]:
    for key in sorted({*old, *new}):
        before, after = old.get(key), new.get(key)
        first, second = _value(before), _value(after)
        known = catalogue.ini_attribute(KIND, stanza, key)
        default = known.default if known is not None else None
        if _same(first if before else default, second if after else default):
            continue
        entry = after or before
        assert entry is not None
        earlier = here.source(before[0].document.place(before[1].span), old=True) if before else None
        at = here.source(after[0].document.place(after[1].span)) if after else earlier
        assert at is not None
        one = AttributeChange(entry[1].key, first, second, NAMED if after else DEFAULT, at)
        one.earlier = earlier or one.earlier
        one.classes, one.when, one.secret = (RESTART,), AFTER_RESTART, is_secret(key, first, second)
        if known is not None and known.takes_effect == AT_CREATION:
            one.when = AT_CREATION
        yield one


def _value(found: tuple[IniFile, Entry] | None) -> str | None:
    return found[1].value.strip() if found is not None else None


def _same(first: str | None, second: str | None) -> bool:
    """Whether two values are the same: numbers as numbers, all others without case."""
    if first is None or second is None:
        return first is second
    numbers = whole_number(first), whole_number(second)
    return first.lower() == second.lower() or (numbers[0] is not None and numbers[0] == numbers[1])
