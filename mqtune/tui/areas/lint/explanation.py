"""The explanation of a finding: why it matters, its effect with the figure, and how to fix it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from textual.content import Content

from mqtune.findings.finding import DISPLAY, SAFE, Finding, Fix
from mqtune.report.colour import PLAIN
from mqtune.report.fix_lines import fix_lines
from mqtune.report.full import impact_words, reference_words
from mqtune.report.redact import FileText
from mqtune.report.report import Item
from mqtune.tui import styles
from mqtune.tui.areas.lint.finding_rows import Group
from mqtune.tui.dialogs.change_preview import diff_style

HOW = {SAFE: "safe; f applies it", DISPLAY: "for reading only, never applied"}
RELATED = 6
RULES = 12  # of a group
GROUP_KEYS = (
    "left and right close and open the group; space selects it; f fixes it, s suppresses it, with one diff"
)


def explanation(item: Item, file_of: Callable[[str], FileText | None]) -> Content:
    """Return the whole explanation, one paragraph for each part."""
    return Content("\n").join(list(_parts(item, file_of)))


def group_explanation(group: Group) -> Content:
    """Return what a group contains, rule by rule, and what the keys do with it."""
    lines = [Content.styled(group.title, styles.STRONG), Content(group.counts_text), Content("")]
    counts = Counter(item.shown.code for item in group.items)
    often = counts.most_common()
    for code, count in often[:RULES]:
        first = next(item.shown for item in group.items if item.shown.code == code)
        severity = first.severity
        words = f"  {count:>6,}  {first.name}"
        lines.append(Content.assemble((f"{severity[:1].upper()} {code}", styles.SEVERITY[severity]), words))
    if len(often) > RULES:
        lines.append(Content(f"and {len(often) - RULES} more rules"))
    return Content("\n").join([*lines, Content(""), Content.styled(GROUP_KEYS, styles.QUIET)])


def _parts(item: Item, file_of: Callable[[str], FileText | None]) -> Iterator[Content]:
    finding = item.shown
    label = f"{finding.severity} {finding.code}"
    yield Content.assemble((label, styles.SEVERITY[finding.severity]), "  ", (finding.message, styles.STRONG))
    owner = _owner(finding)
    if owner:
        yield Content.styled(owner, styles.QUIET)
    if finding.note:
        yield _part("why", finding.note)
    if finding.impact is not None:
        yield _part("effect", impact_words(finding.impact))
    if finding.help and all(fix.message != finding.help for fix in finding.fixes):
        yield _part("do", finding.help)
    for raw, fix in zip(item.finding.fixes, finding.fixes, strict=True):
        yield _part("fix", _fix_words(fix))
        yield from _diff(fix_lines(raw, file_of, PLAIN) if fix.edits else [])
    for related in finding.related[:RELATED]:
        where = f"{related.place.file}:{related.place.span.line}"
        yield Content.assemble(("see  ", styles.KEY), where, f"  {related.message}")
    for reference in finding.references:
        yield _part("source", reference_words(reference))
    yield _part("rule", f"{finding.name}; e shows its page, as does `mqtune explain {finding.code}`")


def _part(word: str, text: str) -> Content:
    return Content.assemble((f"{word}  ", styles.KEY), text)


def _owner(finding: Finding) -> str:
    parts = [str(finding.object)] if finding.object is not None else []
    parts += [f"queue manager {finding.queue_manager}"] if finding.queue_manager else []
    parts += [f"environment {finding.environment}"] if finding.environment else []
    return ", ".join(parts)


def _fix_words(fix: Fix) -> str:
    how = HOW.get(fix.applicability, "unsafe: it may change what applications see; f shows and applies it")
    restart = "; takes effect when the queue manager restarts" if fix.restart else ""
    return f"{fix.message} ({how}{restart})"


def _diff(lines: list[str]) -> Iterator[Content]:
    for line in lines:
        yield Content.styled(f"  {line}", diff_style(line))
