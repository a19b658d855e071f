"""Lints what lies in several projects as one run: each path by the `mqtune.toml` nearest to it.

A repository may hold one estate at its top and others in folders below, and a hook may name files of
all of them. Does not know terminals.
"""

from __future__ import annotations

from mqtune.findings.finding import Finding
from mqtune.project.discovery import discover
from mqtune.project.load import ProjectError, find_project_file, load_project
from mqtune.session.lint_result import LintResult, Summary
from mqtune.session.options import Options
from mqtune.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.capacity.calibration import Calibration
    from mqtune.estate.model import Estate
    from mqtune.tune.advice import Tuned


def open_projects(options: Options) -> Session:
    """One session over all projects that the paths touch. Raises ProjectError and UsageError."""
    if options.config is not None or options.stdin_text is not None:
        return Session.open(options)
    waiting = parts(options)
    sessions: list[Session] = []
    while waiting:
        session = Session.open(waiting.pop(0), apart=True)
        sessions.append(session)
        waiting += [with_paths(options, [folder]) for folder in session.intake.others]
    # a folder that only holds projects is none itself
    holding = [one for one in sessions if one.intake.files or one.intake.missing] or sessions[:1]
    return holding[0] if len(holding) == 1 else Projects(options, holding)


def files_of(options: Options) -> list[str]:
    """The paths of all files that `open_projects` looks at, project files included; reads those alone.

    Of a project whose file is at fault that file is all.
    """
    together = options.config is not None
    waiting = [options] if together else parts(options)
    found: list[str] = []
    while waiting:
        part = waiting.pop(0)
        steering = options.config or find_project_file(part.paths[0])
        found += [steering] if steering is not None else []
        try:
            project = load_project(options.config, part.paths[0])
        except ProjectError:
            continue
        discovery = discover(list(part.paths), project, apart=not together)
        found += [file.path for file in discovery.files]
        waiting += [with_paths(options, [folder]) for folder in discovery.others]
    return found


def parts(options: Options) -> list[Options]:
    """The paths by the project file above them."""
    groups: dict[str | None, list[str]] = {}
    for path in options.paths:
        groups.setdefault(find_project_file(path), []).append(path)
    return [with_paths(options, paths) for paths in groups.values()]


def with_paths(options: Options, paths: list[str]) -> Options:
    """The same wishes for other paths."""
    other = Options(paths)
    for name in Options.__slots__:
        if name != "paths":
            setattr(other, name, getattr(options, name))
    return other


class Projects(Session):
    """Several sessions as one. The project and the rules told of are those of the first."""

    __slots__ = ("sessions",)

    def __init__(self, options: Options, sessions: list[Session]) -> None:
        first = sessions[0]
        # an intake of its own: the files of all, parsed by their own sessions
        intake = type(first.intake)(first.project.platform)
        files = [taken for one in sessions for taken in one.intake.files]
        intake.files = sorted(files, key=lambda taken: taken.shown)
        intake.missing = [path for one in sessions for path in one.intake.missing]
        super().__init__(options, first.project, first.selection, intake)
        self.sessions = sessions

    @property
    def estates(self) -> list[Estate]:
        """The estates of the projects, each for itself."""
        return [one.estate for one in self.sessions]

    def lint(self) -> LintResult:
        """Lint every project."""
        return joined([one.lint() for one in self.sessions])

    def tune(self, calibration: Calibration | None = None) -> Tuned:
        """What the declared loads of every project call for."""
        from mqtune.tune.advice import Tuned  # a lint does not need it

        found = [one.tune(calibration) for one in self.sessions]
        return Tuned(
            [tuning for one in found for tuning in one.tunings],
            [hint for one in found for hint in one.client_tables],
        )


def joined(results: list[LintResult]) -> LintResult:
    """Several lints as one, in the order of every output."""
    findings = sorted((found for one in results for found in one.findings), key=Finding.sort_key)
    summaries = [one.summary for one in results]
    summary = Summary(
        sum(one.files for one in summaries),
        sum(one.commands for one in summaries),
        findings,
        sum(one.suppressed for one in summaries),
    )
    return LintResult(
        findings,
        sorted((found for one in results for found in one.known), key=Finding.sort_key),
        summary,
        [fault for one in results for fault in one.faults],
        sorted(pair for one in results for pair in one.skipped),
        sorted(pair for one in results for pair in one.refused),
        [path for one in results for path in one.missing],
        [held for one in results for held in one.silenced],
    )
