"""A diagnostic from a parser. Rules of the SYN family turn it into a finding."""

from __future__ import annotations

from mqtune.text.record import field, record
from mqtune.text.spans import Span


@record
class Diagnostic:
    """One diagnostic: its kind (the name of a SYN rule), its span, what is wrong, and what to do.

    `replacement` is the text that would correct the span, if there is exactly one; `safe` means that the
    author's text cannot have meant anything else. `repeats` are further spans with the same diagnostic,
    each with its replacement: a form that runs through a whole file is reported once.
    """

    kind: str
    span: Span
    message: str
    help: str = ""
    replacement: str | None = None
    safe: bool = False
    repeats: list[tuple[Span, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.repeats = []

    def __repr__(self) -> str:
        return f"Diagnostic({self.kind}, {self.span!r}, {self.message!r})"
