"""One file of a run, with what was read from it, and the findings for what is not read."""

from __future__ import annotations

import os

from mqtune.project.boundary import OUTSIDE
from mqtune.syntax.carriers.names import CARRIERS, shape_of
from mqtune.syntax.document import MQSC, Diagnostic, parts_read
from mqtune.text.editing import Place, Span
from mqtune.text.source import NOT_REGULAR, TOO_LARGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from mqtune.project.boundary import Refused
    from mqtune.syntax.carriers.result import Application, AppliedFiles, Deployment, Store
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import Document
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Script
    from mqtune.text.source import Source

    Tree = Script | IniFile | CcdtFile


class LoadedFile:
    """One file: its source (None if it cannot be read), its trees, and the diagnostics outside of them.

    `named` is True if it was named on the command line, `asked` if it was named there or in
    `mqtune.toml`. `skipped` is the reason why it contains nothing to check, empty if it does;
    `recognised` is False if it is not a kind of file that mqtune reads; `unread` is why a part was not
    read. `applies` are the files that its scripts apply to queue managers, `applied` the ways in which
    scripts of other files apply it. `deployments` are queue managers that Kubernetes resources create,
    `stores` ConfigMaps and Secrets. `environment` is that with whose values it was read; a file that
    several environments share has a version for each. `followed` are the ranges of calls that are followed.
    `inserted` are the names of values of several lines that it inserts, each with the offset of the
    placeholder; `is_template` states whether any value was used.
    """

    __slots__ = (
        "applied",
        "applies",
        "asked",
        "deployments",
        "diagnostics",
        "environment",
        "followed",
        "inserted",
        "is_template",
        "named",
        "recognised",
        "shown",
        "skipped",
        "source",
        "stores",
        "trees",
        "unread",
    )

    def __init__(
        self, shown: str, source: Source | None, named: bool, asked: bool, environment: str | None = None
    ) -> None:
        self.shown = shown
        self.environment = environment
        self.inserted: list[tuple[tuple[str, ...], int]] = []
        self.is_template = False
        self.source = source
        self.named = named
        self.asked = asked
        self.applies: list[AppliedFiles] = []
        self.followed: list[tuple[int, int]] = []
        self.applied: list[Application] = []
        self.trees: list[Tree] = []
        self.diagnostics: list[tuple[Diagnostic, Place]] = []
        self.deployments: list[Deployment] = []
        self.stores: list[Store] = []
        self.skipped = ""
        self.unread = ""
        self.recognised = True

    @property
    def distinct_lines(self) -> list[str] | None:
        """The different lines of its text, if that is one script, which has split it; else None."""
        script: Any = self.trees[0] if len(self.trees) == 1 else None
        if script is None or self.source is None or script.document.text is not self.source.text:
            return None
        if script.document.kind != MQSC or script.newline != "\n" or script.ends:
            return None
        return [line.text for line in set(script.lines)]

    @property
    def parts_read(self) -> list[tuple[int, int, int]] | None:
        """The parts of its text that MQ reads: line, column and length; None for all of it."""
        if self.source is None:
            return None
        return parts_of_carrier(self.source, [tree.document for tree in self.trees])


def parts_of_carrier(source: Source, documents: Sequence[Document]) -> list[tuple[int, int, int]] | None:
    """The parts of a file that MQ reads: line, column and length; None for all of it."""
    is_carrier = shape_of(os.path.basename(source.path)).shape in CARRIERS
    return parts_read(documents) if documents or is_carrier else None


# Files, folders and paths that a run does not read.

# the kinds of diagnostics
UNREADABLE, REFUSED = "unreadable-file", "refused-path"
FIRST = Span(1, 1, 1, 1)


def refusal(refused: Refused) -> tuple[Diagnostic, Place]:
    """A path that leads out of the project: a finding where it is named."""
    span = Span(refused.line, refused.column, refused.line, refused.column)
    help = "name a file of the project, or put a copy there"
    if refused.reason == OUTSIDE:
        help += "; the project is the folder of mqtune.toml, which you can move up, else the repository"
    return Diagnostic(REFUSED, span, refused.message, help), Place(refused.file, span)


def unreadable(file: LoadedFile, reason: str) -> LoadedFile:
    """A file or folder that exists and cannot be read: a finding, and nothing else."""
    message = f"cannot read {file.shown}: {reason}"
    help = "give this user read permission"
    if reason == NOT_REGULAR:
        help = "pass it on standard input: `mqtune lint - --stdin-filename NAME`"
    elif reason.startswith(TOO_LARGE):
        help = "exclude it, or set a larger limit with --max-file-size"
    file.diagnostics.append((Diagnostic(UNREADABLE, FIRST, message, help), Place(file.shown, FIRST)))
    return file
