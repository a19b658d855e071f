"""A diagnostic from a parser. Rules of the SYN family turn it into a finding."""

from __future__ import annotations

from mqtune.text.spans import Span


class Diagnostic:
    """One diagnostic: its kind (the name of a SYN rule), its span, what is wrong, and what to do.

    `replacement` is the text that would correct the span, if there is exactly one; `safe` means that the
    author's text cannot have meant anything else. `repeats` are further spans with the same diagnostic,
    each with its replacement: a form that runs through a whole file is reported once.
    """

    __slots__ = ("help", "kind", "message", "repeats", "replacement", "safe", "span")

    def __init__(
        self,
        kind: str,
        span: Span,
        message: str,
        help: str = "",
        replacement: str | None = None,
        safe: bool = False,
    ) -> None:
        self.kind = kind
        self.span = span
        self.message = message
        self.help = help
        self.replacement = replacement
        self.safe = safe
        self.repeats: list[tuple[Span, str]] = []

    def __repr__(self) -> str:
        return f"Diagnostic({self.kind}, {self.span!r}, {self.message!r})"
