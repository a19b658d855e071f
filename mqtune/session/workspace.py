"""Opens the projects below some paths, one, or several that are linted as one run, and reports the run.

Each path belongs to the nearest `mqtune.toml`: a repository may have one project at its top and others in
subfolders, and a hook may name files of all of them.
"""

from __future__ import annotations

import os
from itertools import chain

from mqtune.engine.pages import Page, Selection
from mqtune.present.report import Report, RuleFacts, Totals
from mqtune.project.boundary import find_project_file
from mqtune.project.discovery import discover
from mqtune.project.load import ProjectError
from mqtune.project.rule_codes import FAMILIES
from mqtune.session.choice import Choice
from mqtune.session.lint_result import LintResult, LintSummary
from mqtune.session.options import Options, current_folder
from mqtune.session.session import Session, project_of
from mqtune.syntax.carriers.names import INCOMPLETE
from mqtune.text.editing import Span
from mqtune.text.finding import WARNING, Finding, SuppressedFinding
from mqtune.text.not_checked import joined_checks, joined_not_checked
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mqtune.engine.pages import Selection
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.project.boundary import Refused
    from mqtune.session.loaded_file import LoadedFile


MOST_LEVELS = 20  # of projects inside projects
TOO_DEEP = f"in more than {MOST_LEVELS} nested projects"


@record
class Workspace:
    """The projects of a run, each with its session: usually one, never none.

    The front ends work with this. `first` is the project above the first path. `omitted` is what the search
    for files left out, with the reason, if `list_omitted` asked for it.
    """

    sessions: list[Session]
    omitted: Sequence[tuple[str, str]] = ()

    @classmethod
    def open(cls, options: Options) -> Workspace:
        """Read all projects that the paths touch. Raises ProjectError and UsageError."""
        current_folder()
        if options.config is not None or options.stdin_text is not None or options.isolated or options.apart:
            session = Session.open(options, options.apart)
            return cls([session], session.inputs.omitted).checked(options)
        sessions: list[Session] = []
        level = _by_project(options)
        for _ in range(MOST_LEVELS):
            opened = [Session.open(part, apart=True) for part in level]
            sessions += opened
            level = _projects_below(options, (session.inputs.others for session in opened))
        beyond = [(f"{folder}/", TOO_DEEP) for part in level for folder in part.paths]
        # a folder that only contains projects is not a project itself
        kept = [
            session for session in sessions if session.inputs.files or session.inputs.missing
        ] or sessions[:1]
        first, dropped = kept[0].inputs, {*map(id, sessions)}.difference(map(id, kept))
        left = [session.inputs for session in sessions if id(session) in dropped]  # what it left out counts
        first.not_checked = [*first.not_checked, *chain(*(inputs.not_checked for inputs in left)), *beyond]
        first.overruled = [*first.overruled, *chain(*(inputs.overruled for inputs in left))]
        omitted = sorted(path for session in sessions for path in session.inputs.omitted)
        return cls(kept, omitted).checked(options)

    def checked(self, options: Options) -> Workspace:
        """The workspace itself. Raises UsageError if the options name what it does not contain."""
        choice = Choice.of(options)
        if choice.is_limited and not (self.missing or self.is_empty):
            choice.check(self.estates)
        return self

    @property
    def first(self) -> Session:
        """The session whose project file and rules a front end reports."""
        return self.sessions[0]

    def selection_with(self, code: str) -> Selection | None:
        """The selection of the first project that has a rule: policies differ between projects."""
        selections = (session.selection for session in self.sessions if code in session.selection.pages)
        return next(selections, None)

    @property
    def files(self) -> list[LoadedFile]:
        """The files of all projects in the order of their shown paths."""
        return sorted(
            (file for session in self.sessions for file in session.inputs.distinct),
            key=lambda file: file.shown,
        )

    @property
    def missing(self) -> list[str]:
        """The named paths that do not exist."""
        return [path for session in self.sessions for path in session.inputs.missing]

    @property
    def texts(self) -> dict[str, str]:
        """The text of every file that could be read, by shown path."""
        return {shown: text for session in self.sessions for shown, text in session.texts.items()}

    def secrets(self) -> Iterator[str]:
        """The secrets in the files, in each form that they may be shown in."""
        from mqtune.present.redact import secrets_of  # not needed to open a workspace

        for file in self.files:
            if file.source is not None:
                yield from secrets_of(file.source.text, file.distinct_lines)

    @property
    def paths(self) -> set[str]:
        """The absolute path of every file that could be read."""
        return {os.path.abspath(file.source.path) for file in self.files if file.source is not None}

    @property
    def estates(self) -> list[Estate]:
        """The estates of all projects, one for each environment."""
        return [estate for session in self.sessions for estate in session.estates]

    @property
    def queue_managers(self) -> list[QueueManager]:
        """The queue managers of all projects and environments."""
        return [manager for session in self.sessions for manager in session.queue_managers]

    @property
    def notes(self) -> list[str]:
        """What was inferred about environments and states, in words."""
        return [note for estate in self.estates for note in estate.notes]

    @property
    def lacks(self) -> list[str]:
        """What the files lack: parts of collections, see `mqtune collect`, and what dumps do not show."""
        gaps = [
            f"{place.file}:{place.span.line}: {gap.why}"
            for manager in self.queue_managers
            for script, gap in manager.gaps
            for place in [script.document.place(Span(gap.line, 1, gap.line, 1))]
        ]
        return [*self.missing_parts(), *dict.fromkeys([*gaps, *self.without_commands])]

    @property
    def without_commands(self) -> list[str]:
        """The queue managers whose files contain no command."""
        return [
            f"{manager.scripts[0].document.source.shown} contains no command"
            for manager in self.queue_managers
            if manager.scripts and not any(script.commands for script in manager.scripts)
        ]

    def missing_parts(self, shown: Callable[[str], str] = str) -> list[str]:
        """What collections among the files lack, and the paths that are not read; `shown` renames files."""
        incomplete = [
            diagnostic.message
            for file in self.files
            for diagnostic, _ in file.diagnostics
            if diagnostic.kind == INCOMPLETE
        ]
        return [*incomplete, *dict.fromkeys(path.note(shown) for path in self.refused)]

    @property
    def refused(self) -> list[Refused]:
        """The paths that lead out of a project, which are not read."""
        return [path for session in self.sessions for path in session.inputs.refused]

    @property
    def is_empty(self) -> bool:
        """Whether no file contains anything that can be checked."""
        return not any(session.inputs.trees for session in self.sessions)

    @property
    def has_values_by_environment(self) -> bool:
        """Whether a file may belong to several environments, each with its values."""
        return any(session.inputs.by_environment is not None for session in self.sessions)

    def texts_with_values(self, shown: str) -> list[str]:
        """The texts of a file with values in place of placeholders, and the texts of the values files."""
        return self.session_of(shown).inputs.texts_with_values(shown)

    def session_of(self, shown: str) -> Session:
        """The session that has a file or project file; the first one if none has it."""
        if len(self.sessions) > 1:
            for session in self.sessions:
                if session.project.file == shown or session.inputs.versions(shown):
                    return session
        return self.first

    def pausing(self, pause: Callable[[], None]) -> Workspace:
        """The same workspace; its lints call `pause` between their steps, see `Session.pausing`."""
        return Workspace([session.pausing(pause) for session in self.sessions], self.omitted)

    def lint(self) -> LintResult:
        """Lint every project. Raises UsageError."""
        return joined(self.results())

    def results(self) -> list[LintResult]:
        """The lint of each project. Raises UsageError."""
        return [session.lint() for session in self.sessions]


def files_of(options: Options) -> list[str]:
    """The paths of all files that `Workspace.open` reads, project files included; reads only those.

    For a project whose file has an error that file is all.
    """
    current_folder()
    together = options.config is not None or options.isolated
    level = [options] if together else _by_project(options)
    paths: list[str] = []
    for _ in range(MOST_LEVELS):
        others: list[list[str]] = []
        for part in level:
            file = options.config or (None if together else find_project_file(part.paths[0], options.top))
            paths += [file] if file is not None else []
            try:
                project = project_of(options, part.paths[0])
            except ProjectError:
                continue
            discovery = discover(list(part.paths), project, not together, options.ignore_unknown)
            paths += [entry.path for entry in discovery.files]
            paths += part.values
            others.append(discovery.others)
        level = _projects_below(options, others)
    return paths


def _by_project(options: Options) -> list[Options]:
    """The options for the paths below each project file."""
    groups: dict[str | None, list[str]] = {}
    for path in options.paths:
        groups.setdefault(find_project_file(path, options.top), []).append(path)
    return [_with_paths(options, paths) for paths in groups.values()]


def _projects_below(options: Options, folders: Iterable[list[str]]) -> list[Options]:
    """The options for projects that searches have found."""
    return [_with_paths(options, [folder]) for folder in chain(*folders)]


def _with_paths(options: Options, paths: list[str]) -> Options:
    """The same options for other paths."""
    values = {name: getattr(options, name) for name in Options.__annotations__}
    return Options(**(values | {"paths": paths}))


def joined(results: list[LintResult]) -> LintResult:
    """Several results as one, in the order of every output."""
    if len(results) == 1:
        return results[0]
    findings = sorted((finding for result in results for finding in result.findings), key=Finding.sort_key)
    summaries = [result.summary for result in results]
    summary = LintSummary(
        sum(part.files for part in summaries),
        sum(part.commands for part in summaries),
        findings,
        sum(part.suppressed for part in summaries),
        joined_checks(part.held_back for part in summaries),
        joined_not_checked(part.not_checked for part in summaries),
    )
    return LintResult(
        findings,
        sorted((finding for result in results for finding in result.known), key=Finding.sort_key),
        summary,
        [crash for result in results for crash in result.crashes],
        sorted(pair for result in results for pair in result.skipped),
        sorted(pair for result in results for pair in result.refused),
        [path for result in results for path in result.missing],
        [finding for result in results for finding in result.suppressed],
        all(result.may_be_empty for result in results),
    )


# The result of its lint as the input of every format.

OF_PROJECT = "policies of the project"


def report_of(
    workspace: Workspace,
    result: LintResult,
    fail_on: str = WARNING,
    include_suppressed: bool = False,
    verbose: bool = False,
) -> Report:
    """The result for the formats, with suppressed findings only if they were asked for."""
    files = {file.shown: file for file in workspace.files}

    def text_of(name: str) -> str | None:
        source = files[name].source if name in files else None
        return None if source is None else source.text

    def rule_facts(code: str) -> RuleFacts | None:
        selection = workspace.selection_with(code)
        return None if selection is None else facts_of(selection.pages[code], selection)

    summary = result.summary
    suppressed: list[SuppressedFinding] = []
    if include_suppressed:
        known = (SuppressedFinding(finding, reason="known in the baseline") for finding in result.known)
        suppressed = [*result.suppressed, *known]
    return Report(
        result.findings,
        Totals(summary.files, summary.commands, summary.suppressed, summary.held_back, summary.not_checked),
        text_of,
        suppressed,
        [covered_text(str(crash), workspace) for crash in result.crashes],
        fail_on,
        rule_facts,
        verbose,
        workspace.texts_with_values,
        workspace.has_values_by_environment,
        lambda name: files[name].distinct_lines,
        lambda name: files[name].parts_read,
    )


def facts_of(page: Page, selection: Selection) -> RuleFacts:
    """What the formats show of a rule."""

    def read() -> tuple[str, str, str]:
        from mqtune.present.rule_page import main_sections  # few formats show the text of a page

        return main_sections(page)

    severity = selection.severities.get(page.code) or page.severity_named(selection.profile)
    path = f"rules/{page.path}" if page.path else ""
    return RuleFacts(page.summary, FAMILIES.get(page.family, OF_PROJECT), severity, path, read)


def covered_text(text: str, workspace: Workspace) -> str:
    """The text of an internal error without the secrets in the files of the run."""
    from mqtune.present.redact import covered  # needed only after a crash

    sources = (file.source for file in workspace.files)
    return covered(text, (source.text for source in sources if source is not None))
