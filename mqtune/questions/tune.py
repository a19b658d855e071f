"""`mqtune tune`: what to change for the declared load, as MQSC and lines of qm.ini. Applies nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypedDict

from mqtune import __version__
from mqtune.analysis.tune.advice import Change, HeldBack, Hint, Open, Question, Tuned, Tuning
from mqtune.analysis.tune.build import NOTHING_KNOWN, TABLES
from mqtune.analysis.tune.edits import (
    LeftOut,
    command,
    ini_snippet,
    measure_text,
    mqsc_snippet,
    notes,
    reasons,
    tuned_texts,
)
from mqtune.language.masking import Covered, masked
from mqtune.present.answer import (
    BRIEF,
    FILE,
    RULE,
    SCREEN,
    TEXT,
    Answer,
    Code,
    OutFile,
    Row,
    Rows,
    Section,
    Step,
    Steps,
    Target,
)
from mqtune.questions.card_sources import manager_target, object_target
from mqtune.questions.fields import Parameter
from mqtune.questions.models import calibration_of
from mqtune.questions.values import Calibration
from mqtune.session.fixing.fixes import diff_of
from mqtune.session.opened import Project
from mqtune.session.tuning import tune_workspace
from mqtune.text.messages import listed, plural
from mqtune.text.paths import FileNames

# The answer as data.


class Difference(NamedTuple):
    """The changes as lines of a diff, safe to show, and those that no file receives."""

    lines: list[str]
    left_out: list[LeftOut]


class Tool(TypedDict):
    """The program that gave an answer."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Advised:
    """A change that is recommended for a queue manager: one command, or some keys of a stanza."""

    DATA = (
        "about=change.about file=change.file object=change.type,name command settings=change.settings "
        "reason=change.why.reason effect=change.why.effect risk=change.why.risk restart=change.why.restart "
        "measure experiment=change.why.measure.experiment? source=change.why.source figures=change.why.basis"
    )

    tuning: Tuning
    change: Change

    @property
    def command(self) -> str | None:
        """The command, None for lines of qm.ini."""
        return None if self.change.in_ini else covered(command(self.change))

    @property
    def measure(self) -> str:
        """How to confirm the change by measurement."""
        return measure_text(self.change.why, self.tuning.queue_manager.name)


class TuningData(TypedDict):
    """What is recommended for one queue manager."""

    environment: str | None
    queue_manager: str
    mqsc: str
    ini: str
    changes: list[Advised]
    held_back: list[HeldBack]
    open: list[Open]
    nothing_to_change: bool
    questions: list[Question]
    hints: list[Hint]


class TuneData(TypedDict):
    """The JSON of `mqtune tune`. `diff` and `left_out` are None unless a diff is wanted; `assumed` is what
    the changes need and the files do not decide.
    """

    diff: str | None
    tool: Tool
    queue_managers: list[TuningData]
    client_tables: list[Hint]
    left_out: list[LeftOut] | None
    assumed: list[str]


def tune_data(tuned: Tuned, difference: Difference | None) -> TuneData:
    """Everything that is recommended."""
    return {
        "diff": Covered("".join(f"{line}\n" for line in difference.lines)) if difference else None,
        "tool": {"name": "mqtune", "version": __version__},
        "queue_managers": list(map(tuning_data, tuned.tunings)),
        "client_tables": tuned.client_tables,
        "left_out": difference.left_out if difference else None,
        "assumed": [text for tuning in tuned.tunings for text in tuning.assumed],
    }


def tuning_data(tuning: Tuning) -> TuningData:
    """What is recommended for one queue manager."""
    return {
        "environment": tuning.queue_manager.environment_name,
        "queue_manager": tuning.queue_manager.label,
        "mqsc": covered(mqsc_snippet(tuning)),
        "ini": covered(ini_snippet(tuning)),
        "changes": [Advised(tuning, change) for change in tuning.changes],
        "held_back": tuning.held_back,
        "open": tuning.open,
        "nothing_to_change": tuning.is_settled,
        "questions": tuning.questions,
        "hints": tuning.hints,
    }


def covered(code: str) -> str:
    """Commands or lines of qm.ini with their secrets masked."""
    return Covered(masked(code))


# The question.

EXAMPLES = (
    "mqtune tune hub/",
    "mqtune tune --diff > tuned.patch",
    "mqtune tune --output snippets/",
    "mqtune tune --calibration hub.toml --format json",
)
CHANGES, SETTLED, UNSETTLED, NO_LOAD = "changes", "nothing to change", "not settled", "no load"
NOTHING = "nothing to change for the declared load"
NOT_ALL = "no change is recommended, but not everything is settled: see below"
NO_DIFF = "no file changes"


def tune(
    project: Project,
    *,
    diff: Annotated[bool, Parameter("show the changes of the files as a unified diff")] = False,
    calibration: Calibration = None,
) -> Answer[TuneData]:
    """Recommend MQSC and qm.ini for the declared load, each with reason, effect, risk and confirmation.

    Nothing is applied to a queue manager, and none of your files is changed.
    """
    tuned = tune_workspace(project.workspace, calibration_of(calibration), project.parts)
    difference = difference_of(project, tuned) if diff else None
    headline = counts(tuned)
    code = difference and Section("", Code(difference.lines, "diff", covered=True), BRIEF, NO_DIFF)
    remarks = [*left_rows(tuned, difference)] if difference else []
    assumed = [Row("", f"assumed: {text}") for tuning in tuned.tunings for text in tuning.assumed]
    return Answer(
        outcome_of(tuned),
        headline,
        lambda layout: [code] if code else sections(tuned, layout),
        lambda: tune_data(tuned, difference),
        notes=Rows([*remarks, Row("", headline), *assumed]),
        files=lambda _: snippet_files(tuned),
    )


def outcome_of(tuned: Tuned) -> str:
    """Whether anything is to be changed."""
    if any(tuning.changes for tuning in tuned.tunings):
        return CHANGES
    if is_settled(tuned):
        return SETTLED
    return NO_LOAD if all(tuning.undeclared for tuning in tuned.tunings) else UNSETTLED


def is_settled(tuned: Tuned) -> bool:
    """Whether nothing at all is recommended or asked."""
    return not tuned.client_tables and all(tuning.is_settled for tuning in tuned.tunings)


def counts(tuned: Tuned) -> str:
    """`5 changes, 2 of them with a restart, 1 held back, 1 question, 2 hints`."""
    tunings = tuned.tunings
    changes = [change for tuning in tunings for change in tuning.changes]
    restarts = sum(change.why.restart for change in changes)
    declared, undeclared = apart(tunings)
    held = sum(len(tuning.held_back) for tuning in tunings)
    opened = sum(len(tuning.open) for tuning in tunings)
    questions = sum(len(tuning.questions) for tuning in declared) + bool(undeclared)
    hints = sum(len(tuning.hints) for tuning in tunings) + len(tuned.client_tables)
    parts = [plural(len(changes), "change")]
    parts += [f"{restarts} of them with a restart"] * bool(restarts)
    parts += [f"{held} held back"] * bool(held) + [f"{opened} open"] * bool(opened)
    parts += [plural(questions, "question")] * bool(questions) + [plural(hints, "hint")] * bool(hints)
    return ", ".join(parts)


def apart(tunings: Sequence[Tuning]) -> tuple[list[Tuning], list[Tuning]]:
    """The queue managers with recommendations, and those without a declared load."""
    undeclared = [
        tuning
        for tuning in tunings
        if tuning.undeclared and len(tuning.questions) == 1 and not (tuning.hints or tuning.held_back)
    ]
    return [tuning for tuning in tunings if tuning not in undeclared], undeclared


# the changes as a diff of the files


def difference_of(project: Project, tuned: Tuned) -> Difference:
    """The diff of all files."""
    texts, left_out = tuned_texts(tuned, project.workspace.texts)
    before = {file.shown: file.source for file in project.workspace.files if file.source is not None}
    lines = [line for file, text in texts.items() for line in diff_of(before[file], text)]
    return Difference(lines, left_out)


def left_rows(tuned: Tuned, difference: Difference) -> Iterator[Row]:
    """What no diff contains."""
    for left_out in difference.left_out:
        yield Row("", f"{left_out.queue_manager}: {left_out.change} is not in the diff: {left_out.reason}")
    for tuning in apart(tuned.tunings)[0]:
        texts = [f"held back: {held.text}: {held.reason}" for held in tuning.held_back]
        texts += [f"{item['text']}: {item['reason']}" for item in tuning.open]
        texts += [f"{question['declare']}: {question['follows']}" for question in tuning.questions]
        yield from (Row("", f"{tuning.name}: {text}") for text in texts)


# the sections


def sections(tuned: Tuned, layout: str) -> Iterator[Section]:
    """Snippets, what is held back and open, questions and hints of each queue manager.

    All but text begin with a line for each; the screen shows the changes one by one before their snippets.
    """
    declared, undeclared = apart(tuned.tunings)
    if layout != TEXT:
        yield Section("", Rows(verdicts(tuned.tunings)), BRIEF, NOTHING)
    elif is_settled(tuned):
        yield Section("", Rows([Row("", NOTHING)]), BRIEF)
    for tuning in declared:
        remarks, snippets = remark_sections(tuning), snippet_sections(tuning)
        if layout == SCREEN:
            yield Section(f"{tuning.name}: changes", Rows(list(change_rows(tuning))), BRIEF)
            yield from (*remarks, *snippets)
        else:
            yield from (*snippets, *remarks)
    if undeclared:
        names = listed([tuning.name for tuning in undeclared])
        text = f"declare the expected load of {names} in mqtune.toml: {TABLES}"
        yield Section("without a declared load", Steps([step("? ", text, NOTHING_KNOWN)]), BRIEF)
    yield Section("client tables", Steps(list(map(hint_step, tuned.client_tables))), BRIEF)


def verdicts(tunings: Sequence[Tuning]) -> list[Row]:
    """Each queue manager in a line, with counts unless it is the only one: the headline has them."""
    rows = []
    for tuning in tunings:
        note = "" if tuning.changes else NOTHING if tuning.is_settled else NOT_ALL
        label, text = (tuning.name, counts(Tuned([tuning], []))) if len(tunings) > 1 else ("", tuning.name)
        rows.append(Row(label, text, note, manager_target(tuning.queue_manager)))
    return rows


def snippet_sections(tuning: Tuning) -> Iterator[Section]:
    """The snippets of one queue manager."""
    snippets = (("MQSC", "mqsc", mqsc_snippet(tuning)), ("qm.ini", "ini", ini_snippet(tuning)))
    for title, language, text in snippets:
        if text:
            code = Code(text.removesuffix("\n").split("\n"), language)
            yield Section(f"{tuning.name}: {title}", code, BRIEF, filed=True)


def remark_sections(tuning: Tuning) -> Iterator[Section]:
    """What the snippets of one queue manager leave out."""
    held = [
        step("- ", held.text, held.reason, target=target(tuning, held.change)) for held in tuning.held_back
    ]
    questions = [step("? ", question["declare"], question["follows"]) for question in tuning.questions]
    for title, steps in (
        ("held back", held),
        ("open, no change settles it", list(map(open_step, tuning.open))),
        ("questions", questions),
        ("hints", list(map(hint_step, tuning.hints))),
    ):
        yield Section(f"{tuning.name}: {title}", Steps(steps), BRIEF)


def open_step(item: Open) -> Step:
    """What no change settles; a finding begins with the code of its rule."""
    code = item["text"].partition(" ")[0] if item["kind"] == "finding" else ""
    return step("! ", item["text"], item["reason"], target=Target(RULE, code) if code else None)


def hint_step(hint: Hint) -> Step:
    """Advice that no snippet can carry out."""
    return step("! ", hint["text"], hint["reason"], hint["source"])


def step(mark: str, text: str, *below: str, target: Target | None = None) -> Step:
    """A text, and why."""
    return Step(mark, [text], notes=[Row("", line) for line in below if line], target=target)


def change_rows(tuning: Tuning) -> Iterator[Row]:
    """Each setting with its value of today, and the rationale of the change."""
    for change in tuning.changes:
        restart = "restart needed" if change.why.restart else ""
        yield Row("", str(change), restart, target(tuning, change))
        for setting in change.settings:
            if setting.changes:
                now = f"{setting.now} -> " if setting.now else ""
                yield Row(setting.keyword, f"{now}{setting.value}", setting.origin)
        for title, text in reasons(change.why, tuning.queue_manager.name):
            if title != "restart":
                yield Row(title, text)


def target(tuning: Tuning, change: Change) -> Target | None:
    """The card of what is changed: an object, or the qm.ini."""
    if change.object is not None:
        return object_target(tuning.queue_manager, change.object)
    inis = tuning.queue_manager.inis
    return Target(FILE, inis[0].document.source.shown) if change.in_ini and inis else None


# the snippets as files


def snippet_files(tuned: Tuned) -> Iterator[OutFile]:
    """The file of each snippet; two queue managers never share a name."""
    names = FileNames()
    for tuning in tuned.tunings:
        stem = names.of(tuning.name, "queue-manager")
        mqsc, ini = mqsc_snippet(tuning), ini_snippet(tuning)
        more = "" if tuning.undeclared else notes("#" if ini and not mqsc else "*", tuning)
        if mqsc or (more and not ini):
            yield OutFile(f"{stem}.tune.mqsc", joined(mqsc, more))
        if ini:
            yield OutFile(f"{stem}.tune.ini", ini if mqsc else joined(ini, more))


def joined(*texts: str) -> str:
    """Texts with a blank line between them."""
    return "\n".join(filter(None, texts))
