"""The sides of a comparison: what was opened, how it is called and displayed, and what is not compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from mqtune.analysis.plan.gaps import open_lines
from mqtune.analysis.plan.model import Side
from mqtune.estate.events import MAY_NOT_RUN
from mqtune.estate.model import Estate
from mqtune.project.ignore_files import IGNORED
from mqtune.project.load import shown_path
from mqtune.session.loaded_file import UNREADABLE
from mqtune.session.workspace import Workspace
from mqtune.syntax.carriers.result import SHARED
from mqtune.syntax.document import CCDT, MQAT_INI, MQCLIENT_INI, MQS_INI
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.messages import UsageError
from mqtune.text.paths import relative_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.plan.model import Ignored
    from mqtune.estate.statement import Statement
    from mqtune.session.session import Session
    from mqtune.text.editing import Place


def side_of(paths: Sequence[str], label: str = "") -> Side:
    """The files below some paths as a side of a comparison."""
    base = paths[0] if len(paths) == 1 else "."
    text = "standard input" if list(paths) == ["-"] else ", ".join(paths)
    return Side(label or text, str, relative_to(base))


def renaming(top: str, repository: str, name: str) -> Callable[[str], str]:
    """The paths of extracted files as displayed: `main:hub/a.mqsc`."""
    extracted = os.path.join(top, "")
    known: dict[str, str] = {}

    def shown(path: str) -> str:
        label = known.get(path)
        if label is None:
            absolute = os.path.abspath(path)
            label = path
            if absolute.startswith(extracted):
                inside = shown_path(os.path.join(repository, absolute[len(extracted) :]))
                label = f"{name}:{inside}"
            elif absolute == top:
                label = f"{name}:."
            known[path] = label
        return label

    return shown


def relative_to(base: str) -> Callable[[str], str]:
    """Paths relative to the top of a state, so that those of two states can be compared."""
    top = os.path.abspath(base)
    folder = top if os.path.isdir(top) else os.path.dirname(top)
    return lambda path: relative_path(path, folder)


@dataclass
class Opened:
    """One opened state. `is_folder` means that one of its paths is a folder. `unread` are entries of a
    revision that are not read, by their path in the state, each with a note.
    """

    side: Side
    workspace: Workspace
    is_folder: bool = True
    unread: Sequence[tuple[str, str]] = ()

    @property
    def estates(self) -> list[Estate]:
        """Its estates, one for each environment."""
        return self.workspace.estates

    def check(self) -> None:
        """Raise UsageError for a file without a command: a dump that failed is empty or has only comments."""
        trees = [tree for session in self.workspace.sessions for tree in session.inputs.trees]
        if not self.is_folder and all(isinstance(tree, Script) and not tree.commands for tree in trees):
            raise UsageError(
                f"{self.side.label} contains no command, so it is not a state of a queue manager",
                "a dump that failed is empty or has only comments: run dmpmqcfg again and check its messages",
            )


# Files that a plan does not compare: those of clients, and those that cannot be read.

KINDS = (CCDT, MQCLIENT_INI, MQS_INI, MQAT_INI)
PART = "in part"  # how the reasons begin for which a file is not read to its end
EXCLUDED = "excluded by "  # how those begin that mqtune.toml excludes
MOST_NAMES = 6
MOST_LEFT_OUT = 4


def left_out(workspace: Workspace) -> list[str]:
    """The files that are known to be of IBM MQ but cannot be read, with the reason."""
    return [f"{file.shown}: {file.skipped}" for file in workspace.files if file.skipped and file.recognised][
        :MOST_LEFT_OUT
    ]


def uncompared_note(old: Opened, new: Opened) -> list[str]:
    """A note with the files that differ but are not part of a plan; none for a drift."""
    if old.side.is_dump != new.side.is_dump:
        return []
    mine, theirs = texts_of(old), texts_of(new)
    names = sorted(name for name in {*mine, *theirs} if mine.get(name) != theirs.get(name))
    if not names:
        return []
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return [f"files that a plan does not compare differ: {', '.join(names[:MOST_NAMES])}{more}"]


def left_out_note(old: Opened, new: Opened) -> list[str]:
    """Notes with the files that only one state leaves out, such as what the new `mqtune.toml` excludes; none
    for a drift.
    """
    if old.side.is_dump != new.side.is_dump:
        return []
    mine, theirs = left_out_of(old), left_out_of(new)
    return limited([note for key, note in {**mine, **theirs}.items() if key not in mine or key not in theirs])


def left_out_of(opened: Opened) -> dict[tuple[str, str], str]:
    """A note for each file of a state that is not read, or in part, by its path in the state and the part;
    files that only `.gitignore` names are not of the estate.
    """
    side = opened.side
    notes = {(inside, ""): f"{side.label}: {note}" for inside, note in opened.unread}
    for session in opened.workspace.sessions:
        file, left = session.project.file, session.not_checked()
        for shown, why in [*left.files, *left.folders, *unreadable_of(session)]:
            if not why.startswith(IGNORED):
                part = PART if why.startswith(PART) else ""
                name = f"{side.shown(shown)} is {'read ' if part else 'not read: '}"
                why = why.replace(file, side.shown(file)) if file else why
                notes[side.inside(shown), part] = f"{side.label}: {name}{why}"
        for path in session.inputs.refused:
            notes[side.inside(path.file), path.text] = f"{side.label}: {path.note(side.shown)}"
    return notes


def unreadable_of(session: Session) -> list[tuple[str, str]]:
    """The files of a session that cannot be read, with the reason."""
    return [
        (file.shown, diagnostic.message.removeprefix(f"cannot read {file.shown}: "))
        for file in session.inputs.files
        for diagnostic, _ in file.diagnostics
        if diagnostic.kind == UNREADABLE
    ]


def unread_doubts(new: Opened, known: Container[tuple[str, str]] = ()) -> list[str]:
    """The notes on what a new state leaves out and the other one does not, apart from what patterns do."""
    return [
        note for key, note in left_out_of(new).items() if key not in known and f": {EXCLUDED}" not in note
    ]


def doubts_of(old: Opened, new: Opened) -> list[str]:
    """Notes with what the new state hides by itself: files that its `mqtune.toml` excludes or that are not
    read, and commands that hide others and may not run.
    """
    known_patterns = exclusions(old)
    lacks = "is excluded by patterns that are new: the exit status counts it"
    notes = [
        f"{new.side.label}: {new.side.shown(shown)} {lacks}"
        for session in new.workspace.sessions
        if not exclusions(new) <= known_patterns
        for shown, why in session.not_checked().files
        if why.startswith(EXCLUDED)
    ]
    known = {doubt_key(old, *pair) for manager in old.workspace.queue_managers for pair in manager.doubts()}
    for manager in new.workspace.queue_managers:
        for pair in manager.doubts():
            if doubt_key(new, *pair) not in known:
                at, of = (
                    f"{new.side.shown(statement.name_place().file)}:{statement.name_place().span.line}"
                    for statement in pair
                )
                notes.append(f"{new.side.label}: {MAY_NOT_RUN.format(at, of)}")
    notes += [*open_notes(new, old), *open_notes(old, new), *unread_doubts(new, left_out_of(old))]
    more = [f"{new.side.label}: {len(notes) - MOST_LEFT_OUT} more like these"]
    return notes[:MOST_LEFT_OUT] + (more if len(notes) > MOST_LEFT_OUT else [])


def exclusions(opened: Opened) -> set[tuple[str, str]]:
    """The patterns of files that are excluded, each with the project file that states it."""
    projects = [session.project for session in opened.workspace.sessions]
    return {
        (opened.side.inside(project.file), pattern)
        for project in projects
        if project.file
        for pattern in project.exclude
    }


def open_notes(opened: Opened, compared: Opened) -> list[str]:
    """Notes with the lines that are placeholders for commands, which the compared state lacks."""
    label, counts = opened.side.label, "is a placeholder for commands: the exit status counts it"
    places, known = open_places(opened), open_places(compared)
    lines = sorted((place.file, place.span.line) for key, place in places.items() if key not in known)
    return [f"{label}: {opened.side.shown(file)}:{line} {counts}" for file, line in lines]


def open_places(opened: Opened) -> dict[tuple[object, ...], Place]:
    """The lines of a state that are placeholders for commands, by their file and words."""
    return {
        (opened.side.inside(place.file), *key): place
        for manager in opened.workspace.queue_managers
        for key, place in open_lines(manager).items()
    }


def doubt_key(opened: Opened, *pair: Statement) -> tuple[str, ...]:
    """What identifies a command that hides another one in both states, wherever the lines of a file are."""
    return tuple(
        f"{opened.side.inside(statement.name_place().file)} {statement!r} {sorted(texts(statement))}"
        for statement in pair
    )


def texts(statement: Statement) -> list[str]:
    """The attributes of a statement with their values."""
    return [f"{word}({statement.text(word)})" for word in statement.attributes]


def new_ignores(old: Opened, ignored: Sequence[Ignored]) -> list[str]:
    """Notes with the tables that ignore changes and that the state before lacks."""
    return [
        f"{ignore.source.file}:{ignore.source.line}: plan-ignore for {ignore.object} is not in "
        f"{old.side.label}: what it ignores counts for the exit status"
        for ignore in ignored
        if ignore.counting is not None
    ]


def limited(notes: list[str]) -> list[str]:
    """The first notes, and how many more there are."""
    more = [f"{len(notes) - MOST_LEFT_OUT} more files are not read in one of the states"]
    return notes[:MOST_LEFT_OUT] + (more if len(notes) > MOST_LEFT_OUT else [])


def unread_note(opened: Opened) -> list[str]:
    """Notes with the entries of a revision that are not read, and files that not all queue managers have."""
    notes = [f"{opened.side.label}: {note}" for _, note in opened.unread]
    shared = sorted(shown for session in opened.workspace.sessions for shown in session.shared)
    notes += [f"{opened.side.label}: {shown} is compared {SHARED}" for shown in shared]
    more = [f"{opened.side.label}: {len(notes) - MOST_LEFT_OUT} more are not read"]
    return notes[:MOST_LEFT_OUT] + (more if len(notes) > MOST_LEFT_OUT else [])


def texts_of(opened: Opened) -> dict[str, str]:
    """The texts of these files by their path in the state."""
    documents = [tree.document for file in opened.workspace.files for tree in file.trees]
    return {
        opened.side.inside(document.source.path): document.source.text.replace("\r\n", "\n")
        for document in documents
        if document.kind in KINDS
    }
