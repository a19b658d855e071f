"""CHL001: channels that may fail together without message suppression, and list entries without effect.

The lists are read in `estate/message_suppression.py`. No entry is an error: the product ignores unknown
entries.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.message_suppression import (
    RECOMMENDED,
    STANZA,
    VARIABLE,
    allowed_numbers,
    is_channel_message,
    list_entries,
    many_channels,
    many_pairs,
    numbers,
    recommended_settings,
    suppressed_numbers,
    suppresses,
)
from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import qm_ini, set_ini
from mqtune.findings.finding import UNSAFE, Fix, ObjectName
from mqtune.language.environment import variables as known_variables
from mqtune.rules.common.load_places import declaration_place, load_place
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.spans import Place
from mqtune.text.wording import listed

INTERVAL_VARIABLE = "MQ_CHANNEL_SUPPRESS_INTERVAL"


@rule("CHL001")
def channel_messages_not_suppressed(queue_manager: QueueManager) -> Iterator[Hit]:
    """Many channels may fail together and the messages of their failures are not suppressed, or a list
    contains an entry without effect.
    """
    yield from useless_in_lists(queue_manager)
    yield from useless_in_environment(queue_manager)
    if not suppresses(queue_manager):
        yield from not_suppressed(queue_manager)


def not_suppressed(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report many channels without suppression: declared pairs, or otherwise defined channels."""
    load = many_pairs(queue_manager)
    defined = many_channels(queue_manager) if load is None else []
    if load is not None:
        yield missing(queue_manager, f"{load.channel_pairs} channel pairs", load_place(load))
    elif defined:
        place = defined[0].place()
        if place is not None:
            yield missing(queue_manager, f"{len(defined)} message channels", place)


def missing(queue_manager: QueueManager, many: str, place: Place) -> Hit:
    """The finding that nothing is suppressed."""
    held_back = qm_ini(queue_manager) is None
    name = f"queue manager {queue_manager.name}" if queue_manager.name else "the queue manager"
    unknown = ", as far as the files show (no qm.ini is among them)" if held_back else ""
    values = recommended_settings(queue_manager)
    listed = ", ".join(suppressed_numbers(queue_manager))
    what = f"only {listed}, which are not messages of failing channels" if listed else "no channel messages"
    edits = set_ini(queue_manager, STANZA, values)
    text = f"suppress channel messages {values['SuppressMessage']}"
    return Hit(
        place,
        f"{name} has {many} that may fail together and suppresses {what}{unknown}",
        note="every failing channel writes to the error log again and again; in the large clusters report "
        "1000 pairs did not recover from a network failure until these messages were suppressed, "
        "and then took under 3 minutes (V5.3, 2003; p. 1 and 5; the mechanism is still documented)",
        help=f"set SuppressMessage={values['SuppressMessage']} and SuppressInterval=60 in stanza "
        f"{STANZA} of qm.ini and restart, or set {VARIABLE} in the environment of the starting process",
        object=ObjectName("STANZA", STANZA),
        attribute="SuppressMessage",
        severity="info" if held_back else None,
        fixes=(Fix(UNSAFE, text, edits, restart=True),) if edits else (),
    )


def useless_in_lists(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report numbers that QMErrorLog cannot suppress, and an interval without a list."""
    for ini, entry in list_entries(queue_manager):
        if has_placeholder(entry.value):
            continue
        allowed = allowed_numbers()
        useless = [item for item in numbers(entry.value) if item not in allowed]
        if useless:
            yield list_hit(ini, entry, useless, allowed)
    yield from useless_interval(queue_manager)


def list_hit(ini: IniFile, entry: Entry, useless: list[str], allowed: tuple[str, ...]) -> Hit:
    """The finding for one list."""
    kept = [item for item in numbers(entry.value) if item in allowed]
    prefixed = any(item.upper().startswith("AMQ") for item in useless)
    shown = listed(useless)
    edit = ini.document.edit(entry.span, f"{entry.key}={','.join(kept)}") if kept else None
    return Hit(
        ini.document.place(entry.value_span),
        f"{entry.key} lists {shown}, which {STANZA} cannot suppress",
        note="only the numbers of a documented list can be suppressed in the queue manager error log; others "
        f"have no effect{'; write the number without the letters AMQ' if prefixed else ''}",
        help=f"choose from {', '.join(allowed)}; {VARIABLE} accepts any channel message",
        object=ObjectName("STANZA", STANZA),
        attribute=entry.key,
        fixes=(Fix(UNSAFE, f"remove {shown}", (edit,), restart=True),) if edit is not None else (),
    )


def useless_interval(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report SuppressInterval without a SuppressMessage list, which has no effect."""
    found = queue_manager.ini_entry(STANZA, "SuppressInterval")
    if found is not None and queue_manager.ini_entry(STANZA, "SuppressMessage") is None:
        ini, entry = found
        yield Hit(
            ini.document.place(entry.span),
            f"SuppressInterval={entry.value} without a SuppressMessage list suppresses nothing",
            help=f"add SuppressMessage={','.join(RECOMMENDED)}, or remove the interval",
            object=ObjectName("STANZA", STANZA),
            attribute="SuppressInterval",
        )


def useless_in_environment(queue_manager: QueueManager) -> Iterator[Hit]:
    """Report values of the declared environment variables that have no effect."""
    variables = queue_manager.environment
    if not variables:
        return
    known = known_variables()
    for name in variables:
        if not name.startswith("MQ_") and name not in known and f"MQ_{name}" in known:
            yield variable_hit(
                queue_manager, name, f"the variable {name} must be named MQ_{name}", f"name it MQ_{name}"
            )
    declared = variables.get(VARIABLE, "")
    items = [] if has_placeholder(declared) else numbers(declared)
    useless = [item for item in items if not is_channel_message(item)]
    if useless:
        yield variable_hit(
            queue_manager,
            VARIABLE,
            f"{VARIABLE} lists {', '.join(useless[:8])}, not a channel message number",
            "list only channel messages: four digits that begin with 9, without the letters AMQ",
        )
    most = known[VARIABLE]
    if most is not None and len(items) > most:
        yield variable_hit(
            queue_manager,
            VARIABLE,
            f"{VARIABLE} lists {len(items)} numbers; the maximum is {most}",
            f"keep the {most} that matter, for instance {','.join(RECOMMENDED)}",
        )
    if INTERVAL_VARIABLE in variables and VARIABLE not in variables:
        yield variable_hit(
            queue_manager,
            INTERVAL_VARIABLE,
            f"{INTERVAL_VARIABLE} without {VARIABLE} suppresses nothing",
            f"set {VARIABLE}={','.join(RECOMMENDED)}, or remove the interval",
        )


def variable_hit(queue_manager: QueueManager, name: str, message: str, help: str) -> Hit:
    """A finding on an environment variable, which mqtune.toml declares or a script exports."""
    return Hit(
        queue_manager.variable_place(name) or declaration_place(queue_manager),
        message,
        note="the product ignores it without a message (IBM MQ documentation, suppressing channel error "
        "messages from error logs on Multiplatforms; large clusters report, p. 5)",
        help=help,
        object=ObjectName("ENVIRONMENT", name),
        attribute=name,
    )
