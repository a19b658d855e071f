"""Changes as edits of the files they concern, if the edits can be exact. Does not write files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from mqtune.estate.rewriting import add_command, qm_ini, set_attributes, set_ini
from mqtune.text.editing import apply_edits, overlap
from mqtune.text.spans import Edit, Span
from mqtune.tune.advice import DEFINE, Change, Tuned, Tuning
from mqtune.tune.snippet import command

INEXACT = "the surrounding text cannot be edited exactly; use the snippet"


@dataclass(slots=True)
class LeftOut:
    """A change that no file receives, with the reason."""

    DATA = "queue_manager object reason"

    queue_manager: str
    change: Change
    reason: str

    @property
    def object(self) -> str:
        """What is changed."""
        return str(self.change)


@dataclass(slots=True, eq=False)
class Group:
    """Changes of one object or stanza, carried out by one set of edits."""

    tuning: Tuning
    changes: list[Change]
    edits: tuple[Edit, ...]

    @property
    def mark(self) -> frozenset[tuple[object, str]]:
        """An identity of the edits: equal for two queue managers whose edits are the same."""
        return frozenset((edit.place.key(), edit.content) for edit in self.edits)

    @property
    def files(self) -> set[str]:
        """The shown paths of the files that are edited."""
        return {edit.place.file for edit in self.edits}

    def left_out(self, reason: str) -> list[LeftOut]:
        """All changes of the group, with the reason why no file receives them."""
        return [LeftOut(self.tuning.name, change, reason) for change in self.changes]


def groups(tuning: Tuning) -> list[Group]:
    """The changes of a queue manager, grouped by object or stanza."""
    found: dict[tuple[str, str], list[Change]] = {}
    for change in tuning.changes:
        found.setdefault((change.type, change.name), []).append(change)
    return [Group(tuning, changes, edits_of(tuning, changes)) for changes in found.values()]


def edits_of(tuning: Tuning, changes: list[Change]) -> tuple[Edit, ...]:
    """The edits for the changes of one object or stanza; empty if they cannot be exact."""
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
    """The new texts of the files that change, by shown path, and the changes that no file receives."""
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
    """The reason why the edits of a group cannot be made; empty if they can."""
    if not group.edits:
        return missing_file(group) or INEXACT
    same = {id(other.tuning) for other in every if other.mark == group.mark}
    for file in sorted(group.files):
        others = [one.name for one in owners.get(file, ()) if id(one) not in same]
        if others:
            return f"{file} also belongs to {others[0]}, which does not need this change; use the snippet"
    for edit, other in clashes(group.edits, taken):
        return f"another change edits {other.place.file}:{edit.place.span.line}; use the snippet"
    return ""


def missing_file(group: Group) -> str:
    """The reason, if the file that a group edits is missing; otherwise empty."""
    first = group.changes[0]
    if first.in_ini and qm_ini(group.tuning.queue_manager) is None:
        return "the files contain no qm.ini; use the snippet"
    if first.verb == DEFINE and first.behind is None:
        return "the files contain no script; use the snippet"
    return ""


def clashes(edits: Iterable[Edit], taken: list[Edit]) -> Iterator[tuple[Edit, Edit]]:
    """Pairs of edits that change a common stretch in different ways."""
    for edit in edits:
        for other in taken:
            same = edit.place == other.place and edit.content == other.content
            # insertions at the same point do not conflict here: joined() puts them in order
            if (
                not same
                and edit.place.file == other.place.file
                and overlap(edit.place.span, other.place.span)
            ):
                yield edit, other


def joined(edits: Iterable[Edit]) -> Iterator[tuple[Span, str]]:
    """Edits of one file, with insertions at the same point joined: continuations of a command and keys of the
    stanza that ends there come first, then commands and stanzas.
    """
    by_span: dict[Span, list[str]] = {}
    for edit in edits:
        contents = by_span.setdefault(edit.place.span, [])
        if edit.content not in contents:
            contents.append(edit.content)
    for span, contents in by_span.items():
        yield span, "".join(sorted(contents, key=begins_anew))


def begins_anew(content: str) -> bool:
    """Whether an insertion starts with a command or with the header of a stanza."""
    if content.startswith(" "):
        return False
    first = content.strip("\n").partition("\n")[0].strip()
    return "=" not in first or first.endswith(":")
