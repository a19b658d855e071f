"""All closing lines of the text formats."""

from __future__ import annotations

from mqtune.report.summary import closing, held_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.report.report import Report


def ending(report: Report) -> str:
    """The closing line, then what was not checked and what was held back, each with a line end."""
    lines = (closing(report), *not_checked_lines(report), *held_lines(report))
    return "".join(f"{line}\n" for line in lines)


def not_checked_lines(report: Report) -> list[str]:
    """What was not checked, apart from suppressed findings, which the closing line counts."""
    skipped = report.totals.not_checked
    if not (skipped.files or skipped.folders or skipped.removed or skipped.overruled):
        return []
    from mqtune.report.not_checked import lines  # most runs leave nothing out

    return lines(report, with_suppressed=False)
