"""Changes as edits of the files they concern, where that can be done exactly. Does not write files."""

from __future__ import annotations

from mqtune.estate.rewriting import add_command, qm_ini, set_attributes, set_ini
from mqtune.text.editing import apply_edits
from mqtune.tune.advice import DEFINE
from mqtune.tune.snippet import command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mqtune.text.spans import Edit, Span
    from mqtune.tune.advice import Change, Tuned, Tuning

INEXACT = "the text around it cannot be edited exactly: take the snippet"


class LeftOut:
    """A change that no file holds, with the reason."""

    __slots__ = ("change", "queue_manager", "reason")

    def __init__(self, queue_manager: str, change: Change, reason: str) -> None:
        self.queue_manager = queue_manager
        self.change = change
        self.reason = reason


class Group:
    """Changes of one object or stanza, which one set of edits carries out."""

    __slots__ = ("changes", "edits", "tuning")

    def __init__(self, tuning: Tuning, changes: list[Change]) -> None:
        self.tuning = tuning
        self.changes = changes
        self.edits = edits_of(tuning, changes)

    @property
    def mark(self) -> frozenset[tuple[object, str]]:
        """What makes the edits of two queue managers the same."""
        return frozenset((edit.place.key(), edit.content) for edit in self.edits)

    @property
    def files(self) -> set[str]:
        """The files that are edited."""
        return {edit.place.file for edit in self.edits}

    def left_out(self, reason: str) -> list[LeftOut]:
        """All its changes, with the reason why the files do not get them."""
        return [LeftOut(self.tuning.name, change, reason) for change in self.changes]


def groups(tuning: Tuning) -> list[Group]:
    """The changes of a queue manager by what they concern."""
    found: dict[tuple[str, str], list[Change]] = {}
    for change in tuning.changes:
        found.setdefault((change.type, change.name), []).append(change)
    return [Group(tuning, changes) for changes in found.values()]


def edits_of(tuning: Tuning, changes: list[Change]) -> tuple[Edit, ...]:
    """The edits for the changes of one object or stanza; empty where they cannot be exact."""
    first = changes[0]
    values = {keyword: value for change in changes for keyword, value in change.values.items()}
    if first.in_ini:
        return set_ini(tuning.queue_manager, first.name, values)
    if first.verb == DEFINE:
        edit = add_command(first.behind, command(first)) if first.behind is not None else None
        return (edit,) if edit is not None else ()
    if first.object is None or first.object.placeholder:
        return ()
    return set_attributes(first.object, values)


def tuned_texts(tuned: Tuned, texts: Mapping[str, str]) -> tuple[dict[str, str], list[LeftOut]]:
    """The texts of the files that change, by shown path, and the changes that no file gets."""
    owners = owners_of(tuned)
    every = [group for tuning in tuned.tunings for group in groups(tuning)]
    taken: list[Edit] = []
    left: list[LeftOut] = []
    for group in every:
        reason = hindrance(group, every, owners, taken)
        if reason:
            left += group.left_out(reason)
        else:
            taken += group.edits
    changed = {}
    for file in {edit.place.file for edit in taken}:
        edits = joined(edit for edit in taken if edit.place.file == file)
        changed[file] = apply_edits(texts[file], edits)
    return {file: text for file, text in sorted(changed.items()) if text != texts[file]}, left


def owners_of(tuned: Tuned) -> dict[str, list[Tuning]]:
    """The queue managers that a file belongs to, by its shown path."""
    found: dict[str, list[Tuning]] = {}
    for tuning in tuned.tunings:
        queue_manager = tuning.queue_manager
        documents = [
            *(script.document for script in queue_manager.scripts),
            *(ini.document for ini in queue_manager.inis),
        ]
        for file in {document.source.shown for document in documents}:
            found.setdefault(file, []).append(tuning)
    return found


def hindrance(
    group: Group, every: Iterable[Group], owners: dict[str, list[Tuning]], taken: list[Edit]
) -> str:
    """Why the edits of a group cannot be made; "" where they can."""
    if not group.edits:
        return missing_file(group) or INEXACT
    same = {id(other.tuning) for other in every if other.mark == group.mark}
    for file in sorted(group.files):
        others = [one.name for one in owners.get(file, ()) if id(one) not in same]
        if others:
            return f"{file} is a file of {others[0]} too, which this is not for: take the snippet"
    for edit, other in clashes(group.edits, taken):
        return f"another change is made at {other.place.file}:{edit.place.span.line}: take the snippet"
    return ""


def missing_file(group: Group) -> str:
    """Which file is missing for a group; "" where there is one."""
    first = group.changes[0]
    if first.in_ini and qm_ini(group.tuning.queue_manager) is None:
        return "no qm.ini is among the files: take the snippet"
    if first.verb == DEFINE and first.behind is None:
        return "no script is among the files: take the snippet"
    return ""


def clashes(edits: Iterable[Edit], taken: list[Edit]) -> Iterator[tuple[Edit, Edit]]:
    """Edits that cover a part of what another group edits already."""
    for edit in edits:
        for other in taken:
            same = edit.place == other.place and edit.content == other.content
            if not same and edit.place.file == other.place.file and overlap(edit, other):
                yield edit, other


def overlap(edit: Edit, other: Edit) -> bool:
    """Whether two edits cover a common stretch; one that begins where the other ends does not."""
    start, end = bounds(edit)
    other_start, other_end = bounds(other)
    if (start, end) == (other_start, other_end):
        return start != end
    return start < other_end and other_start < end


def bounds(edit: Edit) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where an edit starts and ends."""
    span = edit.place.span
    return (span.line, span.column), (span.end_line, span.end_column)


def joined(edits: Iterable[Edit]) -> Iterator[tuple[Span, str]]:
    """Edits of one file; those that insert at one point as one: what goes on with a command comes first."""
    insertions: dict[Span, list[str]] = {}
    for edit in edits:
        start, end = bounds(edit)
        if start != end:
            yield edit.place.span, edit.content
        elif edit.content not in insertions.setdefault(edit.place.span, []):
            insertions[edit.place.span].append(edit.content)
    for span, contents in insertions.items():
        yield span, "".join(sorted(contents, key=lambda content: not content.startswith(" ")))
