"""Who may use an object: the authority records and channel authentication records that apply to it."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.access.holdings import SELF, best, candidates, is_complete, words_of
from mqtune.estate.keywords import QUEUE, QUEUE_TYPES
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.present.bodies import Row, link
from mqtune.views.card.sources import place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.authority import AuthorityRecord


def access_rows(manager: QueueManager, type: str, name: str) -> Iterator[Row]:
    """What each user and group holds on an object, by the record that decides for each."""
    objtype = QUEUE if type in QUEUE_TYPES else type
    asked = SELF if objtype == "QMGR" else name
    records: dict[tuple[str, str], list[AuthorityRecord]] = {}
    for one in candidates(manager, objtype, asked):
        records.setdefault((one.entity, one.user), []).append(one)
    for (entity, user), some in sorted(records.items()):
        record = best(some)
        if record is None:
            continue
        words = ", ".join(sorted(words_of(record))).lower() or "none"
        place = place_of(record.statements[-1].name_place()) if record.statements else None
        note = "" if record.profile == asked else f"profile {record.profile}"
        yield Row(f"{entity.lower()} {user}", words, note, link(place), place=place)
    if not is_complete(manager):
        yield Row("", "the files may not contain every authority record")


def record_rows(manager: QueueManager, channel: MqObject) -> Iterator[Row]:
    """The channel authentication records that apply to a channel, the most specific first."""
    from mqtune.estate.chlauth import in_order

    for one in in_order(manager.channel_records.of(channel.name), channel.name, channel.subtype):
        place = place_of(one.place())
        match = ", ".join(filter(None, one.match)) or ", ".join(one.entries)
        user = one.text("MCAUSER")
        source = one.text("USERSRC")
        effect = f"{source}{f' {user}' if user else ''}".strip()
        yield Row(
            one.subtype,
            f"CHLAUTH({one.name}) {match}".strip(),
            effect or ("predefined" if place is None else ""),
            link(place),
            place=place,
        )
