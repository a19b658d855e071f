"""The content of the status line, laid out for a width."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from mqtune.text.printable import printable
from mqtune.tui import styles

PRODUCTION = "production"
NAME = "mqtune"
GAP = "  "
BRIEF = 4  # letters of a shortened title


@dataclass(frozen=True, slots=True)
class AppStatus:
    """The status of the whole app; areas change it with `app.update_status(...)`.

    `queue_manager` is the subject ("QM1", "5 queue managers"), `role` is test, production or empty.
    `experiment` is the running one, with `percent` done (0 to 100, None if unknown) and the time `left` as
    text ("7 min", "paused"). `ended` is one that ended and was not looked at yet. `activity` is the engine's
    current work ("checking"). `simulated` means that no queue manager is measured.
    """

    queue_manager: str = ""
    role: str = ""
    experiment: str = ""
    percent: int | None = None
    left: str = ""
    ended: str = ""
    activity: str = ""
    simulated: bool = False

    @property
    def production(self) -> bool:
        """Whether the subject is in production."""
        return self.role == PRODUCTION


@dataclass(frozen=True, slots=True)
class Tab:
    """One area in the status line: its key, its title, and whether it is on the screen."""

    key: str
    title: str
    active: bool


def status_content(width: int, tabs: tuple[Tab, ...], status: AppStatus) -> Content:
    """Return the line in the widest form that fits: areas on the left, status on the right."""
    # the running experiment matters more than the titles of the areas
    forms = [
        (left, right)
        for right in _right_forms(status)
        for left in (_full_tabs(tabs), _brief_tabs(tabs), _short_tabs(tabs))
    ]
    for left, right in forms:
        room = width - left.cell_length - right.cell_length - 2
        if room >= len(GAP):
            return Content.assemble(" ", left, " " * room, right, " ")
    left = _short_tabs(tabs)
    return Content.assemble(" ", left, GAP, _subject(status)).truncate(width, ellipsis=True)


def _full_tabs(tabs: tuple[Tab, ...]) -> Content:
    return Content(GAP).join([_tab(tab, tab.title) for tab in tabs])


def _brief_tabs(tabs: tuple[Tab, ...]) -> Content:
    """Return the areas with the first letters of their titles."""
    return Content(" ").join([_tab(tab, tab.title if tab.active else tab.title[:BRIEF]) for tab in tabs])


def _short_tabs(tabs: tuple[Tab, ...]) -> Content:
    """Return the areas with a title only for the one on the screen."""
    return Content(" ").join([_tab(tab, tab.title if tab.active else "") for tab in tabs])


def _tab(tab: Tab, title: str) -> Content:
    words = f"{tab.key} {title}" if title else tab.key
    if tab.active:
        return Content.styled(f"[{words}]", styles.ACTIVE)
    return Content.styled(words, styles.QUIET)


def _right_forms(status: AppStatus) -> list[Content]:
    """Return the forms of the right side, the longest first."""
    subject = _subject(status)
    return [_joined(part, subject) for part in (*_experiment_forms(status), _activity(status))]


def _joined(first: Content, second: Content) -> Content:
    return Content(GAP).join([part for part in (first, second) if part])


def _subject(status: AppStatus) -> Content:
    name = printable(status.queue_manager)
    parts = [Content.styled(name, styles.STRONG)] if name else []
    if status.production:
        parts.append(Content.styled(f"({PRODUCTION.upper()})", styles.ALARM))
    elif status.role:
        parts.append(Content(f"({printable(status.role)})"))
    if status.simulated:
        parts.append(Content.styled("SIMULATED", styles.ALARM))
    return Content(" ").join(parts)


def _experiment_forms(status: AppStatus) -> list[Content]:
    if not status.experiment:
        ended = [f"{status.ended} ended", "lab ended"] if status.ended else []
        return [Content.styled(printable(text), styles.RUNNING) for text in ended]
    percent = f"{status.percent}%" if status.percent is not None else ""
    forms = [(status.experiment, percent, status.left), ("lab", percent, status.left), ("lab", percent, "")]
    words = [" ".join(printable(part) for part in form if part) for form in forms]
    return [Content.styled(text, styles.RUNNING) for text in words]


def _activity(status: AppStatus) -> Content:
    return Content.styled(f"{printable(status.activity)} …", styles.QUIET) if status.activity else Content("")
