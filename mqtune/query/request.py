"""A query: what a DISPLAY command asks for."""

from __future__ import annotations

from mqtune.query.condition import Condition
from mqtune.query.words import name_keyword
from mqtune.text.record import field, record


@record
class Query:
    """One DISPLAY command.

    `word` is the object word without synonyms (QUEUE, QLOCAL, TCLUSTER), `types` the object types that it
    covers, `name` the name or generic name, None for a type without names. `subtypes` limits the subtype,
    `filters` are generic values of attributes, `options` other parameters with their values. `keywords` are
    the requested attributes; with `every` all are shown, with neither those that the queue manager shows then
    (`keywords_of`). `local` and `clustered` are whether the objects of
    the queue manager, or those that a cluster advertises, are asked for.
    """

    text: str
    word: str
    types: tuple[str, ...]
    name: str | None
    condition: Condition | None
    keywords: tuple[str, ...]
    every: bool
    subtypes: tuple[str, ...]
    filters: dict[str, str]
    options: dict[str, str]
    local: bool
    clustered: bool
    notes: tuple[str, ...]
    name_keyword: str = field(init=False)

    def __post_init__(self) -> None:
        self.name_keyword = name_keyword(self.types[0])

    @property
    def is_generic(self) -> bool:
        """Whether it asks for several objects, of which the queue manager shows less by default."""
        return self.name is not None and "*" in self.name
