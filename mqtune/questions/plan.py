"""`mqtune plan`: what a change does, of two states, since a revision, by a script, between environments; and
the plan as a comment on a merge request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Annotated, NamedTuple

from mqtune import __version__
from mqtune.analysis.plan.held_back import script_text
from mqtune.analysis.plan.model import SCRIPT, Change, Plan
from mqtune.analysis.plan.risk import CLASSES, is_as_bad
from mqtune.present.answer import BRIEF, MARKDOWN, TEXT, Answer, Code, OutFile, Row, Rows, Section
from mqtune.present.answer_text import longest_run, plain, section_lines
from mqtune.present.redact import Redactor
from mqtune.present.safe import safe
from mqtune.questions.asking import refused_rows
from mqtune.questions.fields import Parameter, named
from mqtune.questions.plan_sections import (
    LEGEND,
    PlanData,
    Planned,
    commands_text,
    count_text,
    is_intended,
    names_of,
    plan_data,
    question_text,
    sections,
    sign_of,
)
from mqtune.questions.values import State
from mqtune.session.comparison import Comparer, Comparison
from mqtune.session.opened import Refused, Scope, refused_commands
from mqtune.session.sides import Opened
from mqtune.text.finding import ERROR, Finding
from mqtune.text.messages import UsageError
from mqtune.text.paths import FileNames

# A plan as Markdown for a merge request: a sentence, a table, and the whole text in a folded block.

MOST_BYTES = 60_000  # forges refuse comments above 65,536 characters


def comment_text(planned: Planned, most_bytes: int) -> str:
    """The comment; it is never longer than `most_bytes`, and no fence or table is cut."""
    head, foot = heading(planned), f"\n<sub>mqtune {__version__}</sub>\n"
    left = most_bytes - size(head) - size(foot)
    table = table_text(planned.plan, left)
    return head + table + details_text(planned, left - size(table)) + foot


def heading(planned: Planned) -> str:
    """The hidden tag, the sentence and the question."""
    plan = planned.plan
    names = " ".join(part.label for part in plan.parts) or "no queue manager"
    tag = safe(names).replace("--", "- -").replace(">", "")
    worst = f"; worst: **{plan.worst}**" if plan.worst else ""
    new, gone = len(planned.new), len(planned.gone)
    findings = f" {new} new and {gone} fixed findings." if new or gone else ""
    gaps = [note for part in plan.parts for note in part.gaps]
    notes = "".join(f"\n- {plain(note)}" for note in (*gaps, *plan.notes))
    return (
        f"<!-- mqtune-plan {tag[:200]} -->\n### Plan: {count_text(plan)}{worst}\n\n"
        f"{plain(question_text(plan))}.{findings}\n{notes}\n"
    )


def table_text(plan: Plan, left: int) -> str:
    """The changes as a table, worst first, as far as they fit into half of the bytes."""
    if not plan.changes:
        return ""
    managers = names_of(plan)
    titles = ["", "Object", "Classes", "What"]
    titles[1:1] = ["Queue manager"] * any(managers.values())
    text = f"\n{line_of(titles)}|{'---|' * len(titles)}\n"
    rows = [
        row_of(change, managers[id(change)])
        for change in sorted(plan.changes, key=lambda change: change.rank)
    ]
    room, shown = left // 2 - size(text) - 80, 0
    for row in rows:
        if size(row) > room:
            break
        room -= size(row)
        text += row
        shown += 1
    if shown < len(rows):
        text += f"\n{len(rows) - shown} more changes, none worse than those above, are left out.\n"
    return text


def line_of(cells: list[str]) -> str:
    """One line of a table."""
    return "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|\n"


def row_of(change: Change, manager: str) -> str:
    """One row of the table; with the queue manager if there are several."""
    if change.attributes and change.action in ("alter", "unknown"):
        what = ", ".join(attribute.name for attribute in change.attributes)
    else:
        what = change.notes[0] if change.notes and change.action != "delete" else change.action
    if is_intended(change):
        what += " (intended)"
    cells = [plain(sign_of(change)), plain(change.title), ", ".join(change.classes), plain(what)]
    cells[1:1] = [plain(manager)] * bool(manager)
    return line_of(cells)


def details_text(planned: Planned, left: int) -> str:
    """The text of the plan in a folded block, without what does not fit."""
    lines = [f"{marked(line)}\n" for line in section_lines(sections(planned, TEXT))]
    fence = "`" * max(3, longest_run("".join(lines)) + 1)
    begin, end = f"\n<details><summary>Details</summary>\n\n{fence}diff\n", f"{fence}\n\n</details>\n"
    room = left - size(begin) - size(end)
    if sum(map(size, lines)) > room:
        kept: list[str] = []
        used = 120
        for line in lines:
            used += size(line)
            if used > room:
                break
            kept.append(line)
        more = f"… {len(lines) - len(kept)} more lines: mqtune plan shows all\n"
        lines = [*kept, more] if kept else []
    return "".join((begin, *lines, end)) if lines else ""


def marked(line: str) -> str:
    """A line with its sign in the first column, where a diff has it."""
    sign, _, _ = line.lstrip(" ").partition(" ")
    if not line.startswith(" ") or sign not in LEGEND:
        return line
    first = sign[0] if sign[0] in "+-" else "!"
    return first + line[1:].replace(sign, " " * len(sign) if sign == first else sign, 1)


def size(text: str) -> int:
    """The bytes of a text."""
    return len(text.encode("utf-8", "surrogatepass"))


EXAMPLES = (
    "mqtune plan old/ new/",
    "mqtune plan --since main hub/ --format markdown",
    "mqtune plan --apply change.mqsc HUB.QM.dump --fail-on closes",
    "mqtune plan HUB.QM.dump hub/ --out repair.mqsc",
    "mqtune plan --environment test --against prod",
)
STDIN = "-"
CHANGED, UNCHANGED, INCOMPLETE = "changed", "unchanged", "incomplete"
DIFFERENT, NOT_COMPLETE = 1, 2  # exit statuses
LEAST_BYTES = 2_000


class CommentSize(int):
    """The largest size of a comment in bytes."""

    @classmethod
    def read(cls, text: str) -> CommentSize:
        """Parse and check. Raises ValueError."""
        if not (text.isascii() and text.isdigit() and int(text) >= LEAST_BYTES):
            raise ValueError(f"specify at least {LEAST_BYTES}")
        return cls(int(text))


def classes() -> tuple[str, ...]:
    """The classes of changes."""
    return CLASSES


class Wanted(NamedTuple):
    """What is shown of a plan, and what is expected of it."""

    only: Annotated[
        str | None, Parameter("show only this class of changes", metavar="CLASS", choices=classes)
    ] = None
    exit_code: Annotated[bool, Parameter("exit with 1 if anything changes", typed=True)] = False
    fail_on: Annotated[
        str | None,
        Parameter(
            "exit with 1 if a change is of this class or a worse one",
            metavar="CLASS",
            choices=classes,
            typed=True,
        ),
    ] = None
    max_bytes: Annotated[
        CommentSize, Parameter("shorten Markdown to this many bytes", metavar="N", typed=True)
    ] = CommentSize(MOST_BYTES)
    skip_empty: Annotated[bool, Parameter("print no Markdown if nothing changes", typed=True)] = False


ALL = Wanted()


def plan(
    scope: Scope,
    old: Annotated[
        State, Parameter("the state before: a file, a folder, a dump or git:REV[:PATH]", example="git:main")
    ],
    new: Annotated[State, Parameter("the state afterwards, likewise", example="hub/")],
    *,
    wanted: Wanted = ALL,
) -> Answer[PlanData]:
    """Show what a change does: objects, authorities, risks, findings, cost, and the MQSC that makes it.

    OLD and NEW are each a file, a folder, a dump or git:REV[:PATH]. What NEW lacks is a delete. A dump
    against files is drift.

    Exit status: 0 done; 1 a change (--exit-code), or one as bad as --fail-on; 2 invalid use, or a state that
    is not complete; 3 internal error.
    """
    with comparer_of(scope, old, new) as comparer:
        comparison = comparer.states(comparer.open(old, new), comparer.open(new, old))
    return answer_of(comparison, wanted)


def since(
    scope: Scope,
    *,
    since: Annotated[
        str, Parameter("compare a git revision with the working tree", metavar="REV", example="main")
    ] = "HEAD",
    wanted: Wanted = ALL,
) -> Answer[PlanData]:
    """Show what the files change against a git revision."""
    if scope.stdin is not None:
        raise UsageError("standard input has no revisions", "name files or folders")
    paths = scope.paths or ["."]
    with comparer_of(scope) as comparer:
        before = comparer.open_before(since, paths)
        comparison = comparer.states(before, comparer.open_paths(paths, "the working tree"))
    return answer_of(comparison, wanted)


def script(
    scope: Scope,
    old: Annotated[State, Parameter("the state on which the script runs, such as a dump")],
    *,
    apply: Annotated[State, Parameter("run this script on the state of a queue manager", metavar="SCRIPT")],
    wanted: Wanted = ALL,
) -> Answer[PlanData]:
    """Show what a script does on the state of a queue manager.

    It deletes only what it names.
    """
    with comparer_of(scope, old, apply) as comparer:
        comparison = comparer.script(comparer.open(apply), comparer.open(old))
    return answer_of(comparison, wanted)


def environments(
    scope: Scope,
    *,
    against: Annotated[
        str, Parameter(f"compare the {named('environment')} with this one", metavar="NAME", example="prod")
    ],
    wanted: Wanted = ALL,
) -> Answer[PlanData]:
    """Show how one environment of a project differs from another one."""
    if len(scope.environments) != 1:
        help = "choose the one that is compared with it"
        raise UsageError(f"{named('against')} needs one {named('environment')}", help)
    with comparer_of(scope) as comparer:
        opened = comparer.open_paths([STDIN] if scope.stdin is not None else scope.paths or ["."])
        comparison = comparer.environments(scope.environments[0], against, opened)
    return answer_of(comparison, wanted)


def comparer_of(scope: Scope, *states: str) -> Comparer:
    """What opens some states. Raises UsageError for standard input that cannot be one."""
    if states.count(STDIN) > 1:
        raise UsageError("standard input can be only one of the states")
    if STDIN in states and scope.stdin is None:
        raise UsageError("there is no standard input", "name a file, a folder or git:REV[:PATH]")
    return Comparer(scope.options)


def answer_of(comparison: Comparison, wanted: Wanted) -> Answer[PlanData]:
    """The answer that follows from a comparison. Raises UsageError for a state without a command."""
    states = old, new = comparison.old, comparison.new
    for state in states:
        state.check()
    plan = comparison.plan
    is_met = meets(plan, wanted)
    gaps = [part.gaps[0] for part in plan.parts if part.gaps]
    planned = Planned(
        plan.only(wanted.only) if wanted.only is not None else plan,
        shown_findings(comparison.findings.new, new, old),
        shown_findings(comparison.findings.gone, old, old),
        comparison.costs,
        refused_of(comparison),
    )
    return Answer(
        INCOMPLETE if gaps else CHANGED if plan.changes else UNCHANGED,
        f"Plan: {count_text(planned.plan)}",
        partial(laid_out, planned, wanted),
        lambda: plan_data(planned),
        met=is_met,
        status=NOT_COMPLETE if gaps else DIFFERENT if is_met is False else 0,
        notes=Rows([*(Row("", gap, severity=ERROR) for gap in gaps), *refused_rows(planned.refused)]),
        files=lambda _: scripts(plan),
        secrets=lambda: chain(old.workspace.secrets(), new.workspace.secrets()),
        inputs=[*old.workspace.paths, *new.workspace.paths],
        hint="--out FILE writes the commands" if commands_text(plan) else "",
    )


def laid_out(planned: Planned, wanted: Wanted, layout: str) -> Iterator[Section]:
    """The sections of a plan; in Markdown a comment for a merge request."""
    if layout != MARKDOWN:
        yield from sections(planned, layout)
    elif not wanted.skip_empty or not is_empty(planned):
        lines = comment_text(planned, wanted.max_bytes).removesuffix("\n").split("\n")
        yield Section("", Code(lines, MARKDOWN, covered=True), BRIEF)


def is_empty(planned: Planned) -> bool:
    """Whether there is nothing to show: no change, no finding, nothing that one state leaves out or hides."""
    plan = planned.plan
    return plan.is_whole and not (plan.changes or plan.doubts or planned.new or planned.gone)


def meets(plan: Plan, wanted: Wanted) -> bool | None:
    """Whether a plan is as expected; None if nothing is."""
    limit = wanted.fail_on
    if limit is None and not wanted.exit_code:
        return None
    classes = [change.worst for change in plan.changes]
    classes += [name for entry in plan.ignored for name in entry.counting or ()]
    if plan.doubts or (wanted.exit_code and classes):
        return False
    return limit is None or not any(is_as_bad(name, limit) for name in classes)


def refused_of(comparison: Comparison) -> Sequence[Refused]:
    """The commands of both states that are refused and without effect; those of a script are changes."""
    plan = comparison.plan
    sides = [(plan.old, [part.old for part in plan.parts])]
    if plan.question != SCRIPT:
        sides.append((plan.new, [part.new for part in plan.parts]))
    commands: dict[tuple[object, ...], Refused] = {}
    for side, managers in sides:
        for command in refused_commands(manager for manager in managers if manager is not None):
            command["file"] = side.shown(command["file"])
            commands.setdefault(tuple(command.values()), command)
    return list(commands.values())


def shown_findings(findings: Sequence[Finding], opened: Opened, before: Opened) -> list[Finding]:
    """Findings that may be shown, with their files as displayed."""
    if not findings:
        return []
    workspace = opened.workspace
    texts = {**before.workspace.texts, **workspace.texts}
    files = [finding.place.file for finding in findings]
    redactor = Redactor(texts.get, workspace.texts_with_values, files)
    shown = [redactor.finding(finding) for finding in findings]
    for finding in shown:
        places = [finding.place, *(related.place for related in finding.related)]
        places += [edit.place for fix in finding.fixes for edit in fix.edits]
        for place in places:
            place.file = opened.side.shown(place.file)
    return shown


def scripts(plan: Plan) -> Iterator[OutFile]:
    """The MQSC for each queue manager; a file without a name if the plan is about one."""
    if len(plan.parts) == 1:
        yield OutFile("", script_text(plan.parts[0]))
        return
    names = FileNames()
    for part in plan.parts:
        if part.commands:
            label = "-".join(filter(None, (part.environment, part.label)))
            yield OutFile(f"{names.of(label, 'qmgr')}.mqsc", script_text(part))
