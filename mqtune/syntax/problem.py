"""A fault of form that a parser met. Rules of the SYN family turn it into a finding."""

from __future__ import annotations

from mqtune.text.spans import Span


class Problem:
    """One fault: its kind (the name of a SYN rule), where, what is wrong, and what to do.

    `replacement` is the text that would mend the span, where there is exactly one; `safe` says that
    the mended text means what the author's text can only have meant. `repeats` are further places of
    the same fault, each with the text that would mend it: a habit that runs through a whole file is one
    problem.
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
        return f"Problem({self.kind}, {self.span!r}, {self.message!r})"
