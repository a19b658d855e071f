"""The content of the status line, laid out for a width."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.cells import cut
from mqtune.tui.widgets.one_line import cut_content

PRODUCTION = "production"
PAUSED, ASKS = "paused", "asks you"  # in place of the time left
NAME = "mqtune"
GAP = "  "
LONG_NAME, SHORT_NAME = 24, 10  # columns of a shortened queue manager
BRIEF = 4  # letters of a shortened title
LETTERS = (None, BRIEF, 2)


@dataclass(frozen=True, slots=True)
class AppStatus:
    """The status of the whole app; areas change it with `app.update_status(...)`.

    `queue_manager` is the subject ("QM1", "5 queue managers"), `role` is test, production or empty: for
    several, the role that all of them have. `in_production` is how many of several have the role production.
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
    in_production: int = 0

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
    letters, right = _fitting(width, tabs, status)
    left = _tabs(tabs, letters)
    room = width - left.cell_length - right.cell_length - 2
    if room >= len(GAP):
        return Content.assemble(" ", left, " " * room, right, " ")
    return cut_content(Content.assemble(" ", left, GAP, right), width)


def tab_at(width: int, tabs: tuple[Tab, ...], status: AppStatus, column: int) -> Tab | None:
    """Return the area whose name is at a column of the line."""
    letters, _ = _fitting(width, tabs, status)
    at = 1
    for tab in tabs:
        wide = _tab(tab, letters).cell_length
        if at <= column < at + wide:
            return tab
        at += wide + (len(GAP) if letters is None else 1)
    return None


def _fitting(width: int, tabs: tuple[Tab, ...], status: AppStatus) -> tuple[int | None, Content]:
    """Return how many letters of the areas are shown, and the right side.

    The names of areas are shortened, but stay; an experiment matters more than their last letters, and these
    more than a long subject.
    """
    rights = _right_forms(status)
    tries = [(letters, right) for right in rights for letters in LETTERS]
    if not (status.experiment or status.ended):
        tries.sort(key=lambda one: one[0] == LETTERS[-1])
    for letters, right in tries:
        if _tabs(tabs, letters).cell_length + right.cell_length + 2 + len(GAP) <= width:
            return letters, right
    return BRIEF, _subject(status, SHORT_NAME)


def _tabs(tabs: tuple[Tab, ...], letters: int | None) -> Content:
    """Return the areas with the first letters of their titles, or with whole titles."""
    return Content(GAP if letters is None else " ").join([_tab(tab, letters) for tab in tabs])


def _tab(tab: Tab, letters: int | None) -> Content:
    if tab.active and letters is not None:
        letters = max(letters, BRIEF)
    words = f"{tab.key} {tab.title[:letters]}"
    if tab.active:
        return Content.styled(f"[{words}]", styles.ACTIVE)
    return Content.styled(words, styles.QUIET)


def _right_forms(status: AppStatus) -> list[Content]:
    """Return the forms of the right side, the longest first; an experiment stays, even without a name."""
    whole, *brief, nameless = [_subject(status, letters) for letters in (None, LONG_NAME, SHORT_NAME, 0)]
    experiment, activity = _experiment_forms(status), _activity(status)
    forms = [_joined(part, whole) for part in experiment]
    forms += [_joined(part, one) for one in brief for part in experiment[-2:]]
    forms += [_joined(part, nameless) for part in experiment[-1:]]
    return [*forms, *(_joined(activity, one) for one in (whole, *brief))]


def _joined(first: Content, second: Content) -> Content:
    return Content(GAP).join([part for part in (first, second) if part])


def _subject(status: AppStatus, letters: int | None = None) -> Content:
    """Return queue manager and role; with `letters` in fewer columns. The role is never left out."""
    name = printable(status.queue_manager)
    brief = letters is not None
    if letters is not None:
        name = cut(name.replace(" queue managers", " QM"), letters)
    parts = [Content.styled(name, styles.STRONG)] if name and letters != 0 else []
    in_production = PRODUCTION.upper()[: BRIEF if brief else None]
    if status.in_production and not status.production:
        parts.append(Content.styled(f"({status.in_production} {in_production})", styles.ALARM))
    elif status.production:
        parts.append(Content.styled(f"({in_production})", styles.ALARM))
    elif status.role:
        parts.append(Content(f"({printable(status.role)})"))
    if status.simulated:
        parts.append(Content.styled("SIMULATED", styles.ALARM))
    return Content(" ").join(parts)


def _experiment_forms(status: AppStatus) -> list[Content]:
    if not status.experiment:
        ended = [f"{status.ended} ended", "lab ended", "ended"] if status.ended else []
        return [Content.styled(printable(text), styles.RUNNING) for text in ended]
    percent = f"{status.percent}%" if status.percent is not None else ""
    brief = status.left if status.left in (PAUSED, ASKS) else percent
    forms = [
        (status.experiment, percent, status.left),
        ("lab", percent, status.left),
        ("lab", brief, ""),
        (brief or "lab",),
    ]
    words = [" ".join(printable(part) for part in form if part) for form in forms]
    return [Content.styled(text, styles.RUNNING) for text in words]


def _activity(status: AppStatus) -> Content:
    return Content.styled(f"{printable(status.activity)} …", styles.QUIET) if status.activity else Content("")
