"""What changed since an earlier `mqtune lint --format json`: what is new, what is gone, what remains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mqtune.report.html.content import Difference
from mqtune.report.report import Item

Key = tuple[str, ...]


class InvalidReportError(Exception):
    """The earlier report is not the JSON output of lint."""


def difference_of(name: str, earlier: object, items: Sequence[Item]) -> Difference:
    """Compare by rule, queue manager, object and message; then without the message, whose figures may change.

    Raises InvalidReportError.
    """
    if not isinstance(earlier, dict) or not isinstance(earlier.get("findings"), list):
        raise InvalidReportError
    before: list[Mapping[str, object]] = earlier["findings"]
    if not all(isinstance(one, dict) and isinstance(one.get("code"), str) for one in before):
        raise InvalidReportError
    now = list(items)
    remaining = 0
    for with_message in (True, False):
        old: dict[Key, list[Mapping[str, object]]] = {}
        for one in before:
            old.setdefault(key_before(one, with_message), []).append(one)
        left = []
        for item in now:
            same = old.get(key_now(item, with_message))
            if same:
                same.pop()
                remaining += 1
            else:
                left.append(item)
        now = left
        before = [one for ones in old.values() for one in ones]
    return Difference(name, [item.fingerprint for item in now], list(gone(before)), remaining)


def key_before(one: Mapping[str, object], with_message: bool) -> Key:
    """What an earlier finding is about."""
    subject = one.get("object")
    named = (str(subject.get("type")), str(subject.get("name"))) if isinstance(subject, dict) else ("", "")
    owner = (str(one.get("environment") or ""), str(one.get("queue_manager") or ""))
    where = str(one.get("message")) if with_message else "" if any(named) else str(one.get("file"))
    return (str(one["code"]), *owner, *named, where)


def key_now(item: Item, with_message: bool) -> Key:
    """What a finding of this run is about."""
    finding = item.shown
    named = (finding.object.type, finding.object.name) if finding.object is not None else ("", "")
    where = finding.message if with_message else "" if any(named) else finding.place.file
    return (finding.code, finding.environment or "", finding.queue_manager or "", *named, where)


def gone(before: Iterable[Mapping[str, object]]) -> Iterable[tuple[str, str, str]]:
    """The earlier findings without a counterpart: code, message, position."""
    for one in before:
        start = one.get("start")
        line = start.get("line") if isinstance(start, dict) else ""
        yield str(one["code"]), str(one.get("message", "")), f"{one.get('file', '')}:{line}"
