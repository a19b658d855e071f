"""Opens one project and provides its estates and findings: the entry point for front ends and tests."""

from __future__ import annotations

import gc
import os

from mqtune.engine.engine import Engine
from mqtune.engine.runner import Crashes
from mqtune.estate.build import build_estates, nothing
from mqtune.project.boundary import boundary_of
from mqtune.project.load import default_project, load_project, shown_path
from mqtune.session.choice import Choice, with_needed_loads
from mqtune.session.lint_result import LintResult, LintSummary
from mqtune.session.loaded_file import LoadedFile
from mqtune.session.loading import Inputs
from mqtune.session.not_checked import limited_files, not_checked_of
from mqtune.session.options import Options, require_no_link, selection_of, with_options, with_values
from mqtune.syntax.carriers.names import STDIN
from mqtune.text.source import folder_of_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from mqtune.engine.baseline import Baseline
    from mqtune.engine.pages import Selection
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.project.boundary import Boundary
    from mqtune.project.settings import Project
    from mqtune.session.values import ValuesByEnvironment
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.finding import Finding, SuppressedFinding
    from mqtune.text.not_checked import HeldChecks, NotChecked, Overruled
    from mqtune.text.source import Source

MUCH = 3_000_000  # characters; below it a second process costs more than it saves


class CollectorOff:
    """Disables the garbage collector: a run creates many small objects that live until its end."""

    __slots__ = ("_was_on",)

    def __enter__(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_on:
            gc.enable()


class Session:
    """One opened project: its files as they were read, its estates, and its findings."""

    __slots__ = ("_estates", "_pause", "inputs", "options", "project", "selection")

    def __init__(self, options: Options, project: Project, selection: Selection, inputs: Inputs) -> None:
        self.options = options
        self.project = project
        self.selection = selection
        self.inputs = inputs
        self._estates: list[Estate] | None = None
        self._pause: Callable[[], None] = nothing

    @classmethod
    def open(cls, options: Options, apart: bool = False) -> Session:
        """Read the project file and the files to check. Raises ProjectError and UsageError.

        With `apart` folders that have a project file of their own are omitted (`workspace.py`).
        """
        declared = project_of(options, start_of(options))
        project = with_options(declared, options)
        if options.tracked and options.stdin_text is None:
            from mqtune.session.revisions import tracked_paths  # for hooks

            project = with_values(project, tracked=tracked_paths(options.paths))
        selection = selection_of(project, options)
        boundary = boundary_of(project, options.paths if options.stdin_text is None else ())
        by_environment = environment_values_of(project, options, boundary)
        inputs = Inputs(project.platform, values_of(options), by_environment)
        if project.queue_managers or project.environments:
            from mqtune.project.declared_files import refused_paths  # few projects declare files

            inputs.refused += refused_paths(project, boundary)
        inputs.stage = options.stage
        inputs.states = options.states
        inputs.by_name = project.gate is not None
        with CollectorOff():
            if options.stdin_text is not None:
                name = options.stdin_name or STDIN
                inputs.load_text(name, bytes_of(options.stdin_text), named=not options.ignore_unknown)
            else:
                inputs.load_paths(
                    options.paths, project, boundary, apart, options.ignore_unknown, options.list_omitted
                )
            if declared.queue_managers and (options.exclude or not is_whole(project)):
                from mqtune.session.choice import unread_files  # few runs read only some files

                project = with_values(project, unread=unread_files(declared, options, inputs, boundary))
        return cls(options, project, selection, inputs)

    @property
    def estates(self) -> list[Estate]:
        """The queue managers and client tables of each environment, built on first use; never empty."""
        if self._estates is None:
            with CollectorOff():
                self._estates = self._built()
                for estate in self._estates:
                    if any(manager.topic_loads or manager.queue_loads for manager in estate.queue_managers):
                        from mqtune.analysis.flow.derived import complete_loads  # only if a load is declared

                        complete_loads(estate)
                Choice.of(self.options).limit(self._estates)
        return self._estates

    @property
    def queue_managers(self) -> list[QueueManager]:
        """The queue managers of all environments."""
        return [manager for estate in self.estates for manager in estate.queue_managers]

    @property
    def shared(self) -> list[str]:
        """The files of queue managers that are left out, as they have too much in common with others."""
        documents = {document for estate in self.estates for document in estate.left_out}
        files = self.inputs.files if documents else ()
        return [file.shown for file in files if any(tree.document in documents for tree in file.trees)]

    def use(self, estates: list[Estate]) -> None:
        """Take these estates instead of building them from the files."""
        self._estates = estates

    def _built(self) -> list[Estate]:
        """One estate for each environment; those with values have files of their own."""
        parts: dict[str | None, list[LoadedFile]] = {}
        for file in self.inputs.files:
            if file.trees or file.deployments or file.stores:
                parts.setdefault(file.environment, []).append(file)
        estates: list[Estate] = []
        allowance = self.inputs.allowance.copy()
        apart = self.inputs.by_environment.names if self.inputs.by_environment is not None else set()
        for environment in sorted(parts, key=lambda name: name or "") or [None]:
            files = parts.get(environment, [])
            built = build_estates(
                self.project,
                [tree for file in files for tree in file.trees],
                [deployment for file in files for deployment in file.deployments],
                [store for file in files for store in file.stores],
                environment,
                self._pause,
                allowance,
            )
            # a file that several environments list has a version for each
            estates += [
                estate for estate in built if environment is not None or estate.environment not in apart
            ]
        return estates

    def lint(self) -> LintResult:
        """Run the selected rules, and separate suppressed and known findings. Raises UsageError."""
        baseline, overruled_baseline = self._baseline()
        crashes = Crashes()
        if self.options.stage is not None:
            self.options.stage.checking = True
        with CollectorOff():
            engine = Engine(self.selection, crashes, pause=self._pause)
            self._run(engine)
            self._report_limits(engine)
            suppressed, overruled = self._suppress(engine)
            self._report_unmatched(engine)
        choice = Choice.of(self.options)
        findings = choice.findings(engine.findings, self.estates)
        known: list[Finding] = []
        if baseline is not None:
            findings, known = self._split(baseline, findings)
        files = [file for file in self.inputs.distinct if file.trees or file.deployments]
        if choice.is_limited:
            chosen = choice.files(self.estates)
            files = [file for file in files if file.shown in chosen]
            kept = choice.findings([hit.finding for hit in suppressed], self.estates)
            suppressed = [hit for hit in suppressed if hit.finding in kept]
        held = with_needed_loads(engine.held_back, self.estates, self.selection.pages)
        count = len(suppressed) + len(known)
        not_checked = self.not_checked([*overruled_baseline, *overruled], held)
        summary = LintSummary(len(files), self.inputs.commands, findings, count, held, not_checked)
        skipped = [file for file in self.inputs.files if file.skipped]
        return LintResult(
            findings,
            known,
            summary,
            self.inputs.crashes.all() + crashes.all(),
            [(file.shown, file.skipped) for file in skipped],
            [(file.shown, file.skipped) for file in skipped if file.named and not file.recognised],
            self.inputs.missing,
            suppressed,
            self.project.declares_nothing and self.project.gate is None,
        )

    def not_checked(self, overruled: Sequence[Overruled] = (), held: Sequence[HeldChecks] = ()) -> NotChecked:
        """What a lint does not check; the arguments are as in `not_checked_of`."""
        return not_checked_of(
            self.project, self.options, self.selection, self.inputs, self.shared, overruled, held
        )

    def _baseline(self) -> tuple[Baseline | None, list[Overruled]]:
        """The baseline of the run, unless it belongs to the repository and the gate does not accept that."""
        path, gate, options = self.options.baseline, self.project.gate, self.options
        if path is not None and gate is not None and not gate.allows("baseline"):
            from mqtune.project.boundary import repository_of
            from mqtune.text.not_checked import Overruled

            if repository_of(path, options.paths, options.config is not None) is not None:
                why = f"{gate.file} does not allow baseline"
                return None, [Overruled(shown_path(path), 0, "baseline", "baseline", why)]
        if path is None:
            return None, []
        from mqtune.session.options import read_baseline  # few runs have one

        return read_baseline(path), []

    def _split(self, baseline: Baseline, findings: list[Finding]) -> tuple[list[Finding], list[Finding]]:
        """The new findings and the known ones."""
        from mqtune.engine.baseline import Anchor  # a run without a baseline does not need it

        anchor = Anchor(folder_of_typed(self.options.baseline or ""))
        return baseline.split([anchor.located(finding, self.project.folder) for finding in findings])

    @property
    def sources(self) -> dict[str, Source]:
        """Every file that could be read, by shown path."""
        return {file.shown: file.source for file in self.inputs.files if file.source is not None}

    @property
    def texts(self) -> dict[str, str]:
        """The text of every file that could be read, by shown path."""
        return {shown: source.text for shown, source in self.sources.items()}

    @property
    def changeable_texts(self) -> dict[str, str]:
        """The texts without those of files that are read only because a script applies them."""
        return {shown: text for shown, text in self.texts.items() if shown not in self.inputs.beyond}

    def with_texts(self, texts: dict[str, str]) -> Session:
        """The same session with these texts in the files, by shown path."""
        inputs = self.inputs.with_texts(texts, self._pause)
        session = Session(self.options, self.project, self.selection, inputs)
        session._pause = self._pause
        return session

    def pausing(self, pause: Callable[[], None]) -> Session:
        """The same session; a lint of it, and of its files with other texts, calls `pause` between its steps.

        What `pause` raises ends the lint.
        """
        session = Session(self.options, self.project, self.selection, self.inputs)
        session._estates = self._estates
        session._pause = pause
        return session

    def _run(self, engine: Engine) -> None:
        """Run the rules, in several processes if the options allow it and there is enough to do."""
        if self.options.jobs > 1 and self.inputs.size >= MUCH:
            from mqtune.session.parallel import run_shared  # a small run must not import it

            run_shared(engine, self.estates, self.inputs.diagnostics, self.options.jobs)
        else:
            engine.run(self.estates, self.inputs.diagnostics)

    def _suppress(self, engine: Engine) -> tuple[list[SuppressedFinding], list[Overruled]]:
        """Remove the findings that directives and exceptions suppress, and return those, and the suppressions
        that the gate does not accept.
        """
        project = self.project
        accepted = project.gate.exceptions if project.gate is not None else ()
        if not project.exceptions and not accepted and not self.inputs.may_hold_directives:
            return [], []  # the usual run does not load the suppression
        from mqtune.engine.run_findings import hits_of
        from mqtune.engine.suppression import suppress

        result = suppress(engine.findings, self.inputs.trees, project.exceptions, self.today, project.gate)
        if result is None:
            return [], []
        engine.replace(result.findings)
        for code, hit in hits_of(result, self.selection, engine.crashes.by_code, is_whole(self.project)):
            engine.add_hit(code, hit)
        return result.suppressed, result.overruled

    def _report_limits(self, engine: Engine) -> None:
        """Report the files that are checked in part, since what they contain exceeds a limit."""
        for shown, why in limited_files(self.inputs, self.shared):
            from mqtune.engine.run_findings import LIMIT, cut_file  # few runs reach a limit

            engine.add_hit(LIMIT, cut_file(shown, why, self.project))
        for queue_manager in self.queue_managers if self.project.gate is not None else ():
            if queue_manager.doubts():
                from mqtune.engine.run_findings import LIMIT, uncertain_commands  # only under a gate

                for hit in uncertain_commands(queue_manager):
                    engine.add_hit(LIMIT, hit)

    def _report_unmatched(self, engine: Engine) -> None:
        """Report patterns of the project file that match nothing, if the run could have found the files."""
        project = self.project
        declared = any(manager.files for manager in project.queue_managers)
        declared = declared or any(environment.files for environment in project.environments)
        if not declared or self.options.exclude or not is_whole(self.project):
            return
        from mqtune.engine.run_findings import UNMATCHED_FILES, unmatched_hits  # few runs declare files

        top = os.path.join(os.path.abspath(self.project.folder), "")
        paths = [file.source.path for file in self.inputs.files if file.source is not None]
        known = [path[len(top) :].replace(os.sep, "/") for path in paths if path.startswith(top)]
        for hit in unmatched_hits(self.project, known, {path.text for path in self.inputs.refused}):
            engine.add_hit(UNMATCHED_FILES, hit)

    def today(self) -> date:
        """The day with which the last days of suppressions are compared."""
        from datetime import date  # only if something has a last day

        return self.options.today or date.today()


def is_whole(project: Project) -> bool:
    """Whether a run reads the whole folder of its project."""
    return os.path.join(os.path.abspath(project.folder), "").startswith(project.walked)


def values_of(options: Options) -> TemplateValues | None:
    """The values for placeholders that the options give. Raises ProjectError."""
    if not options.values or options.without_values:
        return None
    from mqtune.project.placeholder_values import read_values  # few runs have values

    for path in options.values:
        require_no_link(path)
    return read_values(options.values)


def environment_values_of(
    project: Project, options: Options, boundary: Boundary
) -> ValuesByEnvironment | None:
    """The environments that have values. Raises ProjectError."""
    if not project.environments or options.without_values:
        return None
    from mqtune.session.values import values_by_environment  # few projects have values

    return values_by_environment(project, boundary, tuple(options.values))


def project_of(options: Options, start: str) -> Project:
    """The project of a run: of its project file, unless that is ignored. Raises ProjectError."""
    project = default_project(start) if options.isolated else load_project(options.config, start, options.top)
    if options.gate is None:
        return project
    from mqtune.project.gate import under_gate  # few runs have one

    return under_gate(project, options.gate)


def start_of(options: Options) -> str:
    """Where the search for `mqtune.toml` begins: at the first path, or at the name of the text."""
    if options.stdin_text is not None:
        return options.stdin_name or "."
    return options.paths[0]


def bytes_of(text: str | bytes) -> bytes:
    """The bytes of a text in a file."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
