"""What a run did not check although it could have: files and rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.text.overruled import Overruled


@record
class NotChecked:
    """The files that were left out, each with the reason, and the rules that did not run.

    A file ends with `/` if it is a folder that was not looked through; `folders` are those that are hidden or
    of third parties. `rules` are codes, families of which no rule ran, or ALL; `removed` are those that did
    not run, or not to the end, for another reason than the user's options, and `removed_count` is how many
    rules that are. `gate` is the shown path of the gate, "" without one, and `overruled` is what it did not
    accept.
    """

    files: Sequence[tuple[str, str]] = ()
    folders: Sequence[tuple[str, str]] = ()
    rules: Sequence[str] = ()
    removed: Sequence[str] = ()
    removed_count: int = 0
    gate: str = ""
    overruled: Sequence[Overruled] = ()


def joined_not_checked(parts: Iterable[NotChecked]) -> NotChecked:
    """Those of several projects as one."""
    every = list(parts)
    return NotChecked(
        sorted({file for one in every for file in one.files}),
        sorted({folder for one in every for folder in one.folders}),
        list(dict.fromkeys(rule for one in every for rule in one.rules)),
        list(dict.fromkeys(rule for one in every for rule in one.removed)),
        max((one.removed_count for one in every), default=0),
        next((one.gate for one in every if one.gate), ""),
        [*{(one.where, one.what): one for part in every for one in part.overruled}.values()],
    )
