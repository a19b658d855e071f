"""What a run did not check although it could have: files, rules, and findings that were suppressed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqtune.text.record import record


@record
class Refused:
    """Something in a repository that would remove findings, and that the gate does not accept.

    `line` is 0 if no line applies; `why` says what the gate lacks, if it could be accepted.
    """

    file: str
    line: int
    what: str
    why: str = ""

    @property
    def where(self) -> str:
        """`mqtune.toml:3`."""
        return f"{self.file}:{self.line}" if self.line else self.file


@record
class NotChecked:
    """The files that were left out, each with the reason, and the rules that did not run.

    A file ends with `/` if it is a folder into which the run did not look. `rules` are codes, families of
    which no rule ran, or ALL; `rule_count` is how many rules that are. `suppressed` are the findings that
    directives, exceptions and the baseline remove. `gate` is the shown path of the gate, "" without one, and
    `refused` is what it did not accept.
    """

    files: Sequence[tuple[str, str]] = ()
    rules: Sequence[str] = ()
    rule_count: int = 0
    suppressed: int = 0
    gate: str = ""
    refused: Sequence[Refused] = ()


def joined_not_checked(parts: Iterable[NotChecked]) -> NotChecked:
    """Those of several projects as one."""
    every = list(parts)
    return NotChecked(
        sorted({file for one in every for file in one.files}),
        list(dict.fromkeys(rule for one in every for rule in one.rules)),
        max((one.rule_count for one in every), default=0),
        sum(one.suppressed for one in every),
        next((one.gate for one in every if one.gate), ""),
        [*{(one.where, one.what): one for part in every for one in part.refused}.values()],
    )
