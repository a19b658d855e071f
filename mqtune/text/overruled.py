"""What a repository would remove from the findings, and a gate does not accept."""

from __future__ import annotations

from mqtune.text.record import record


@record
class Overruled:
    """Something in a repository that would remove findings, and that the gate does not accept.

    `kind` is what it is, `what` also says which; `line` is 0 if no line applies.
    """

    file: str
    line: int
    kind: str
    what: str
    why: str

    @property
    def where(self) -> str:
        """`mqtune.toml:3`."""
        return f"{self.file}:{self.line}" if self.line else self.file
