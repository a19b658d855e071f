"""The first and the last line of a screen, for a width, and the notice for a small terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.widget import Widget

from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.cells import cut
from mqtune.tui.widgets.lists import cut_content

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
        tries.sort(key=lambda form: form[0] == LETTERS[-1])
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
    longest, *brief, nameless = [_subject(status, letters) for letters in (None, LONG_NAME, SHORT_NAME, 0)]
    experiment, activity = _experiment_forms(status), _activity(status)
    forms = [_joined(part, longest) for part in experiment]
    forms += [_joined(part, subject) for subject in brief for part in experiment[-2:]]
    forms += [_joined(part, nameless) for part in experiment[-1:]]
    return [*forms, *(_joined(activity, subject) for subject in (longest, *brief))]


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


# The last line: the active keys, as many as fit.

ALWAYS = ("frame.help", "frame.palette")
SPARE = ("frame.card", "list.search", "frame.log", "frame.jump")  # shown if they fit


@dataclass(frozen=True, slots=True)
class KeyHint:
    """One key as shown: the key, its effect, its action, and whether the action is possible now."""

    key: str
    does: str
    action: str
    enabled: bool = True

    @property
    def width(self) -> int:
        """The columns it needs."""
        return len(self.key) + 1 + len(self.does)


def laid_out(hints: Sequence[KeyHint], always: Sequence[KeyHint], width: int) -> list[tuple[int, KeyHint]]:
    """Return each hint with its column: the screen's own keys on the left, help and palette on the right."""
    right = max(1, width - 1 - sum(hint.width for hint in always) - len(GAP) * max(0, len(always) - 1))
    placed: list[tuple[int, KeyHint]] = []
    at = 1
    for hint in hints:
        if at + hint.width + len(GAP) > right:
            break
        placed.append((at, hint))
        at += hint.width + len(GAP)
    at = right
    for hint in always:
        placed.append((at, hint))
        at += hint.width + len(GAP)
    return placed


def key_content(placed: Sequence[tuple[int, KeyHint]], width: int) -> Content:
    """Return the line with the hints at their columns."""
    line = Content("")
    for column, hint in placed:
        line = line.pad_right(column - line.cell_length) + _hint(hint)
    return line.pad_right(max(0, width - line.cell_length))


def _hint(hint: KeyHint) -> Content:
    """Return a key and its label."""
    if not hint.enabled:
        return Content.styled(f"{hint.key} {hint.does}", styles.OFF)
    return Content.assemble((hint.key, styles.KEY), f" {hint.does}")


class KeyLine(Widget):
    """One line, rendered from the active bindings of the screen."""

    def on_mount(self) -> None:
        """Follow the focus and the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        self.refresh()

    def render(self) -> Content:
        """Return the line for the current width and focus."""
        return key_content(self._placed(), self.size.width)

    def _placed(self) -> list[tuple[int, KeyHint]]:
        order = _order(type(self.screen))
        app, last = (
            self.app,
            max(order.values(), default=0) + 1,
        )  # the keys of a list come first, those of the app last
        shown = sorted(
            _shown(self.screen.active_bindings.values()),
            key=lambda active: order.get(active.binding.id or "", last if active.node is app else -1),
        )
        hints = [self._hint(active) for active in shown if active.binding.id not in ALWAYS]
        always = [self._hint(active) for active in shown if active.binding.id in ALWAYS]
        spare = {active.binding.id: active for active in self.screen.active_bindings.values()}
        if not getattr(self.screen, "has_names", False):
            spare.pop("frame.card", None)
        hints += [self._hint(spare[id]) for id in SPARE if id in spare and not spare[id].binding.show]
        return laid_out(hints, always, self.size.width)

    async def on_click(self, event: Click) -> None:
        """Run the action of the key that was clicked."""
        for column, hint in self._placed():
            if column <= event.x < column + hint.width:
                await self.run_action(hint.action)
                return

    def _hint(self, active: ActiveBinding) -> KeyHint:
        binding = active.binding
        unavailable = getattr(self.screen, "unavailable", None)
        reason = unavailable(binding.action) if unavailable is not None else ""
        return KeyHint(
            self.app.get_key_display(binding),
            binding.description,
            _reached(active),
            active.enabled and not reason,
        )


def _reached(active: ActiveBinding) -> str:
    """Return an action with its namespace: a click is resolved from this line, not from its own node."""
    action = active.binding.action
    if "." in action.partition("(")[0]:
        return action
    if active.node is active.node.app:
        return f"app.{action}"
    return f"screen.{action}" if active.node is active.node.screen else f"focused.{action}"


def _order(screen: type[Screen[object]]) -> dict[str, int]:
    """Return the place of each binding as its class declares it. Textual puts a key that a base class also
    binds in the place of the base class.
    """
    declared = [binding for base in reversed(screen.__mro__) for binding in vars(base).get("BINDINGS", ())]
    return {
        binding.id: number
        for number, binding in enumerate(declared)
        if isinstance(binding, Binding) and binding.id
    }


def _shown(bindings: Iterable[ActiveBinding]) -> Iterable[ActiveBinding]:
    seen = set()
    for active in bindings:
        if active.binding.show and active.binding.action not in seen:
            seen.add(active.binding.action)
            yield active


# The notice: the required size and the actual one.

COLUMNS = 60
ROWS = 15


class TooSmall(Widget):
    """Covers its screen while the terminal is too small; the app then accepts only the quitting keys."""

    def render(self) -> Content:
        """Return the required and the actual size."""
        size = self.app.size
        words = f"needs {COLUMNS} x {ROWS}\nhas {size.width} x {size.height}\nq quits"
        return Content(words)


def is_too_small(columns: int, rows: int) -> bool:
    """Return whether a terminal is too small for the areas."""
    return columns < COLUMNS or rows < ROWS
