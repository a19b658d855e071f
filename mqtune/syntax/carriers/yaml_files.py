"""MQ text inside yaml files."""

from __future__ import annotations

from mqtune.syntax.carriers.result import CarrierResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.text.source import Source


def documents_of_yaml(source: Source) -> CarrierResult:
    """The documents of a file."""
    return CarrierResult()
