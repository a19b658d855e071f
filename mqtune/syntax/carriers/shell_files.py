"""MQ text inside shell files."""

from __future__ import annotations

from mqtune.syntax.carriers.result import CarrierResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.excerpt import Excerpt
    from mqtune.syntax.document import Document
    from mqtune.text.source import Source


def documents_in_script(source: Source, excerpt: Excerpt, container: str) -> list[Document]:
    """."""
    return []


def documents_of_shell(source: Source) -> CarrierResult:
    """The documents of a file."""
    return CarrierResult()
