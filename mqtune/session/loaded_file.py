"""One file of a run, with what was read from it."""

from __future__ import annotations

from mqtune.syntax.document import MQSC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.syntax.carriers.result import Application, AppliedFiles, Deployment, Store
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.diagnostic import Diagnostic
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Script
    from mqtune.text.source import Source
    from mqtune.text.spans import Place

    Tree = Script | IniFile | CcdtFile


class LoadedFile:
    """One file: its source (None if it cannot be read), its trees, and the diagnostics outside of them.

    `named` is True if it was named on the command line, `asked` if it was named there or in
    `mqtune.toml`. `skipped` is the reason why it contains nothing to check, empty if it does;
    `recognised` is False if it is not a kind of file that mqtune reads; `unread` is why a part was not
    read. `applies` are the files that its scripts apply to queue managers, `applied` the ways in which
    scripts of other files apply it. `deployments` are queue managers that Kubernetes resources create,
    `stores` ConfigMaps and Secrets. `environment` is that with whose values it was read; a file that
    several environments share has a version for each. `inserted` are the names of values of several lines
    that it inserts, each with the offset of the placeholder; `is_template` states whether any value was
    used.
    """

    __slots__ = (
        "applied",
        "applies",
        "asked",
        "deployments",
        "diagnostics",
        "environment",
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
