"""What differs between the definitions of one object on several queue managers."""

from __future__ import annotations

from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.wording import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.estate.objects import MqObject


def differing(first: MqObject, second: MqObject, keywords: Iterable[str]) -> list[str]:
    """The attributes of which both values are known and are not the same."""
    return [keyword for keyword in keywords if differs(first.value(keyword), second.value(keyword))]


def differs(value: str | None, other: str | None) -> bool:
    """Whether two known values are not the same."""
    if value is None or other is None or has_placeholder(value) or has_placeholder(other):
        return False
    return value != other


def and_more(different: Sequence[str]) -> str:
    """What a message about the first of some attributes says about the rest; "" if there is none."""
    count = len(different) - 1
    return f"; {plural(count, 'more attribute')} differ{'s' * (count == 1)}" if count > 0 else ""
