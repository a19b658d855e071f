"""A plan as Markdown for a merge request: a sentence, a table, and the whole text in a folded block."""

from __future__ import annotations

from mqtune import __version__
from mqtune.analysis.plan.model import Change, Plan
from mqtune.present.answer import TEXT
from mqtune.present.answer_text import longest_run, plain, section_lines
from mqtune.present.safe import safe
from mqtune.questions.plan_data import Planned
from mqtune.questions.plan_sections import (
    LEGEND,
    count_text,
    is_intended,
    names_of,
    question_text,
    sections,
    sign_of,
)

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
