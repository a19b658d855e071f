"""Opens a project and gives its estate, findings and fixes: the one door for every face and for tests.

Does not know terminals, formats of reports or how anything is shown.
"""

from __future__ import annotations

import gc
import os

from mqtune.engine.engine import Engine
from mqtune.engine.faults import Faults
from mqtune.estate.build import build_estate
from mqtune.project.load import load_project
from mqtune.session.lint_result import LintResult, Summary
from mqtune.session.loading import STDIN, Intake
from mqtune.session.options import Options, UsageError, selection_of, with_options
from mqtune.text.reading import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from mqtune.capacity.calibration import Calibration
    from mqtune.engine.baseline import Baseline
    from mqtune.engine.selection import Selection
    from mqtune.engine.suppression import Held
    from mqtune.estate.model import Estate
    from mqtune.project.settings import Project
    from mqtune.tune.advice import Tuned
    from mqtune.tune.edits import LeftOut

MUCH = 3_000_000  # characters; below it a second process costs more than it saves

__all__ = ["LintResult", "Options", "Session", "Summary", "UsageError"]


class CollectorOff:
    """Keeps the garbage collector off: a run makes many small objects that live to its end."""

    __slots__ = ("_was_on",)

    def __enter__(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_on:
            gc.enable()


class Session:
    """One opened project: its files as they were read, its estate, and what the rules say."""

    __slots__ = ("_estate", "intake", "options", "project", "selection")

    def __init__(self, options: Options, project: Project, selection: Selection, intake: Intake) -> None:
        self.options = options
        self.project = project
        self.selection = selection
        self.intake = intake
        self._estate: Estate | None = None

    @classmethod
    def open(cls, options: Options, apart: bool = False) -> Session:
        """Read the project file and the files to check. Raises ProjectError and UsageError.

        With `apart` folders that have a project file of their own are left out (`projects.py`).
        """
        project = with_options(load_project(options.config, start_of(options)), options)
        selection = selection_of(project, options)
        intake = Intake(project.platform)
        with CollectorOff():
            if options.stdin_text is not None:
                intake.take_text(options.stdin_name or STDIN, bytes_of(options.stdin_text))
            else:
                intake.take_paths(options.paths, project, apart)
        return cls(options, project, selection, intake)

    @property
    def estate(self) -> Estate:
        """All queue managers and client tables, built when first asked for."""
        if self._estate is None:
            with CollectorOff():
                self._estate = build_estate(
                    self.project, self.intake.trees, self.intake.deployments, self.intake.stores
                )
        return self._estate

    @property
    def estates(self) -> list[Estate]:
        """The estate of each project that the session opened."""
        return [self.estate]

    def lint(self) -> LintResult:
        """Run the selected rules, and hold back what is silenced or known. Raises UsageError."""
        baseline = read_baseline(self.options.baseline)
        faults = Faults()
        with CollectorOff():
            engine = Engine(self.selection, faults)
            self._run(engine)
            silenced = self._silence(engine)
        findings = engine.findings
        findings, known = (findings, []) if baseline is None else baseline.split(findings)
        files = [taken for taken in self.intake.files if taken.trees]
        summary = Summary(len(files), self.intake.commands, findings, len(silenced) + len(known))
        skipped = [taken for taken in self.intake.files if taken.skipped]
        return LintResult(
            findings,
            known,
            summary,
            self.intake.faults.all() + faults.all(),
            [(taken.shown, taken.skipped) for taken in skipped],
            [(taken.shown, taken.skipped) for taken in skipped if taken.named and not taken.recognised],
            self.intake.missing,
            silenced,
        )

    def tune(self, calibration: Calibration | None = None) -> Tuned:
        """What the declared load and the models call for; with a calibration, its constants count."""
        from mqtune.tune.build import tune_estate  # a lint does not need it

        with CollectorOff():
            return tune_estate(self.estate, calibration)

    def tuned_texts(self, tuned: Tuned) -> tuple[dict[str, str], list[LeftOut]]:
        """The texts of the files that tuning changes, by shown path, and the changes that no file gets."""
        from mqtune.tune.edits import tuned_texts  # as above

        return tuned_texts(tuned, self.texts)

    @property
    def texts(self) -> dict[str, str]:
        """The text of every file that could be read, by shown path."""
        return {taken.shown: taken.source.text for taken in self.intake.files if taken.source is not None}

    def with_texts(self, texts: dict[str, str]) -> Session:
        """The same session as if the files held these texts, by shown path."""
        return Session(self.options, self.project, self.selection, self.intake.with_texts(texts))

    def _run(self, engine: Engine) -> None:
        """Run the rules, in several processes where the caller allows it and there is enough to do."""
        if self.options.jobs > 1 and self.intake.size >= MUCH:
            from mqtune.session.parallel import run_shared  # a small run must not import it

            run_shared(engine, self.estate, self.intake.problems, self.options.jobs)
        else:
            engine.run(self.estate, self.intake.problems)

    def _silence(self, engine: Engine) -> list[Held]:
        """Hold back what directives and exceptions silence; gives those findings."""
        if not self.project.exceptions and not self.intake.may_hold_directives:
            return []  # the usual run: what silences need not be loaded
        from mqtune.engine.suppression import silence
        from mqtune.engine.unused_suppressions import hits_of

        found = silence(engine.findings, self.intake.trees, self.project.exceptions, self._today)
        if found is None:
            return []
        engine.replace(found.findings)
        for code, hit in hits_of(found, self.selection, engine.faults.by_code, self._is_whole()):
            engine.add_hit(code, hit)
        return found.held

    def _today(self) -> date:
        from datetime import date  # only where something has a last day

        return self.options.today or date.today()

    def _is_whole(self) -> bool:
        """Whether the run looks at the whole folder of the project."""
        if self.options.stdin_text is not None:
            return False
        top = os.path.join(os.path.abspath(self.project.folder), "")
        return any(top.startswith(os.path.join(os.path.abspath(path), "")) for path in self.options.paths)


def start_of(options: Options) -> str:
    """Where the search for `mqtune.toml` begins: at the first path, or at the text's own name."""
    if options.stdin_text is not None:
        return options.stdin_name or "."
    return options.paths[0]


def bytes_of(text: str | bytes) -> bytes:
    """A text as a file would hold it."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")


def read_baseline(path: str | None) -> Baseline | None:
    """The baseline of a file. Raises UsageError."""
    if path is None:
        return None
    from mqtune.engine.baseline import BaselineError, read

    try:
        return read(read_file(path).decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        help = "make it with `mqtune lint --write-baseline FILE`"
        raise UsageError(f"the baseline {path} cannot be read: {reason}", help) from error
    except BaselineError as error:
        raise UsageError(f"{path}: {error.message}", error.help) from error
