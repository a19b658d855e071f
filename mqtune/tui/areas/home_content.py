"""The texts and tables of Home, made from the engine's results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from mqtune.project.rule_codes import FAMILIES
from mqtune.text.finding import SEVERITIES
from mqtune.text.messages import plural, printable
from mqtune.tui import cells as styles
from mqtune.tui.areas.lint.finding_rows import WHOLE, FindingFilter
from mqtune.tui.cells import brief_paths, count_words, counted, cut_left, padded
from mqtune.tui.project import ErrorMessage, OpenProject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.present.report import Item  # the engine is loaded behind the first screen

FIRST, MOST = 8, 60  # findings named on Home, on a small terminal and on the largest
HINTS = {
    "fix": ("2 f", "shows a fix and applies it; u undoes it"),
    "topology": ("3", "shows where messages go, and the locks of topics"),
    "lab": ("5", "runs a guided experiment; --demo simulates it"),
}
PLACE_WIDTH = 24
READING = "Reading the files …"
QUICK_START = (
    ("dmpmqcfg -m QM1 -a > qm1.mqsc", "saves the configuration of a queue manager"),
    ("mqtune init", "writes a commented mqtune.toml for your files"),
    ("mqtune tui FOLDER", "opens another folder"),
    ("mqtune tui --demo", "opens an example estate with simulated experiments"),
)
READS = (
    "mqtune reads MQSC scripts and dumps of dmpmqcfg (.mqsc), qm.ini, mqclient.ini, client channel tables in "
    "JSON, Kubernetes ConfigMaps that contain them, and shell scripts that feed runmqsc."
)


def headline(opened: OpenProject) -> Content:
    """Return the open paths with the number of files, commands and suppressed findings."""
    from mqtune.questions.card_sources import shown_owner  # first frame

    where = ", ".join(printable(path) for path in opened.paths)
    folder = shown_owner(where)
    summary = opened.result.summary
    figures = f"{plural(summary.files, 'file')}, {plural(summary.commands, 'command')}"
    if summary.suppressed:
        figures += f", {summary.suppressed} suppressed"
    return Content.assemble((printable(folder), styles.STRONG), (f"   {figures}", styles.QUIET))


def circumstances(opened: OpenProject) -> Content:
    """Return the project file, profile, level and platform that the checks use."""
    projects = {estate.project.file: estate.project for estate in opened.workspace.estates}
    if len(projects) > 1:
        return Content.styled(f"{len(projects)} projects, each with its mqtune.toml", styles.QUIET)
    project = opened.workspace.first.project
    parts = [printable(project.file) if project.file else "no mqtune.toml (`mqtune init` writes one)"]
    parts.append(f"profile {project.profile}")
    if project.mq_version:
        parts.append(f"IBM MQ {project.mq_version}")
    if project.platform:
        parts.append(project.platform)
    return Content.styled(", ".join(parts), styles.QUIET)


class FirstFinding(NamedTuple):
    """A finding to look at first, and how many its rule has in all."""

    item: Item
    often: int


def most_severe(items: Sequence[Item]) -> list[FirstFinding]:
    """Return the findings to look at first, at most MOST: the most severe one of each rule, errors before
    warnings.
    """
    first: dict[str, Item] = {}
    for item in sorted(items, key=lambda candidate: SEVERITIES.index(candidate.shown.severity)):
        first.setdefault(item.shown.code, item)
    counts = Counter(item.shown.code for item in items)
    return [FirstFinding(item, counts[code]) for code, item in first.items()][:MOST]


def finding_lines(findings: Sequence[FirstFinding], width: int) -> list[Content]:
    """Return a line for each finding, with the number of findings of its rule and its place in columns. Of
    places longer than a third of the width, the end is shown.
    """
    names = brief_paths(item.shown.place.file for item, _ in findings)
    places = [(names[item.shown.place.file], f":{item.shown.place.span.line}") for item, _ in findings]
    longest = max(cell_len(file + line) for file, line in places)
    room = min(longest, max(PLACE_WIDTH, width // 3))
    times = [f"  {often:,}x" if often > 1 else "" for _, often in findings]
    digits = max(map(len, times))
    lines = []
    for (item, _), count, (file, line) in zip(findings, times, places, strict=True):
        finding = item.shown
        place = padded(cut_left(file, room - len(line)) + line, room)
        letter, style = styles.LETTER[finding.severity], styles.SEVERITY[finding.severity]
        head = (f"{letter} {finding.code}", style)
        lines.append(Content.assemble(head, (f"{count:>{digits}}  {place}  ", styles.QUIET), finding.message))
    return lines


@dataclass(frozen=True, slots=True)
class CountRow:
    """A line of a table: its name, the findings by severity, and the filter that shows them in Lint."""

    name: str
    counts: dict[str, int]
    filter: FindingFilter | None


@dataclass(frozen=True, slots=True)
class Overview:
    """What Home shows of the findings: those to look at first, whether one has a fix, tables of counts."""

    first: list[FirstFinding]
    fixable: bool
    families: list[CountRow]
    queue_managers: list[CountRow]


def overview(opened: OpenProject) -> Overview:
    """Return what Home shows of the findings. Slow for thousands: call it in a thread then."""
    families: dict[str, list[Item]] = {}
    owners: dict[tuple[str, str], list[Item]] = {}
    for item in opened.items:
        finding = item.shown
        families.setdefault(finding.code[:-3], []).append(item)
        owners.setdefault((finding.environment or "", finding.queue_manager or ""), []).append(item)
    order = sorted(families, key=lambda name: -len(families[name]))
    return Overview(
        most_severe(opened.items),
        any(item.finding.fixes for item in opened.items),
        [
            CountRow(
                f"{name} {FAMILIES.get(name, '')}".rstrip(),
                counted(item.shown for item in families[name]),
                FindingFilter(family=name),
            )
            for name in order
        ],
        _owner_rows(opened, owners),
    )


def _owner_rows(opened: OpenProject, owners: dict[tuple[str, str], list[Item]]) -> list[CountRow]:
    """Return a line for each queue manager, and one for the findings without; none for a single one."""
    rows = []
    known = {(manager.environment, manager.name): manager for manager in opened.queue_managers}
    if len(known) < 2:
        return []
    for key, manager in known.items():
        name = "/".join(filter(None, key))
        counts = counted(item.shown for item in owners.get(key, ()))
        role = manager.role or "(no role)"
        rows.append(CountRow(f"{printable(name)} {role}", counts, FindingFilter(qmgr=f"{WHOLE}{name}")))
    others = [item for key, items in owners.items() if key not in known for item in items]
    if others:
        rows.append(CountRow("no queue manager", counted(item.shown for item in others), None))
    return rows


def count_line(row: CountRow, width: int, digits: int) -> Content:
    """Return a line of a table: name, and counts of at most this many digits."""
    room = max(12, width - len(SEVERITIES) * (digits + 4))
    return Content.assemble(padded(row.name, room), _counts(row.counts, digits))


def _counts(counts: dict[str, int], digits: int) -> Content:
    """Return three columns of counts, each with the letter of its severity."""
    parts = [
        Content.styled(f"{count:>{digits + 2}} {styles.LETTER[severity]}", styles.SEVERITY[severity])
        if count
        else Content(" " * (digits + 4))
        for severity, count in counts.items()
    ]
    return Content("").join(parts) if any(counts.values()) else Content.styled("  clean", styles.GOOD)


def hint_lines(used: Collection[str], fixable: bool) -> Content:
    """Return the hints that were not used yet; without the one about fixes if no finding has one."""
    return Content("\n").join(
        [
            Content.assemble(("try  ", styles.QUIET), (keys, styles.KEY), f"  {words}")
            for name, (keys, words) in HINTS.items()
            if name not in used and (fixable or name != "fix")
        ]
    )


def unchecked(opened: OpenProject) -> Content:
    """Return the files that were not checked, and the number of crashed rules."""
    lines = [
        Content.styled(f"{printable(shown)} is not checked: {printable(reason)}", styles.WARNING)
        for shown, reason in opened.result.refused[:FIRST]
    ]
    if opened.result.crashes:
        count = plural(len(opened.result.crashes), "internal error")
        words = f"{count} of mqtune, not of your files; `mqtune lint --verbose` shows details"
        lines.append(Content.styled(words, styles.ERROR))
    return Content("\n").join(lines)


def stale(errors: Sequence[ErrorMessage]) -> Content:
    """Return why the files were not checked again; empty if they were."""
    words = [
        f"not checked again: {printable(f'{error.where} {error.message}'.strip())}" for error in errors[:1]
    ]
    return Content("").join([Content.styled(line, styles.ERROR) for line in words])


def quick_start(low: bool) -> Content:
    """Return what to do in a folder without files of IBM MQ; on a low terminal only the commands."""
    lines = [Content.styled("No IBM MQ files found here.", styles.STRONG)]
    lines += [] if low else [Content(""), Content(READS), Content("")]
    for command, words in QUICK_START:
        lines += [Content.styled(command, styles.KEY), Content(f"    {words}")]
    return Content("\n").join(lines)


def opening_errors(errors: Sequence[ErrorMessage]) -> Content:
    """Return why the project cannot be opened."""
    return Content("\n").join(list(_error_lines(errors)))


def _error_lines(errors: Sequence[ErrorMessage]) -> Iterator[Content]:
    yield Content.styled("The project cannot be opened.", styles.ERROR)
    for error in errors:
        where = f"{printable(error.where)}: " if error.where else ""
        yield Content(f"{where}{printable(error.message)}")
        if error.help:
            yield Content.styled(f"  {printable(error.help)}", styles.QUIET)
    yield Content("")
    yield Content.styled("It is opened as soon as this is fixed.", styles.QUIET)


def lint_summary(opened: OpenProject) -> str:
    """Return the line of the Lint area on Home."""
    return count_words(counted(item.shown for item in opened.items)) or "no findings"
