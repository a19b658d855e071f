"""The last line of every screen: the keys that do something here, as many as fit."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from mqtune.tui import looks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.binding import ActiveBinding
    from textual.screen import Screen

MOST_NARROW = 7  # keys at 80 columns: more is not read
WIDE = 110
ALWAYS = ("frame.help", "frame.palette")
GAP = "  "


@dataclass(frozen=True, slots=True)
class KeyHint:
    """One key as it is shown: the key, what it does, the action, whether it can be done now."""

    key: str
    does: str
    action: str
    enabled: bool = True

    @property
    def width(self) -> int:
        """Columns it takes."""
        return len(self.key) + 1 + len(self.does)


def fitting(hints: Sequence[KeyHint], width: int) -> list[KeyHint]:
    """The first of the hints that fit, each with a gap before it."""
    most = MOST_NARROW - len(ALWAYS) if width < WIDE else len(hints)
    found: list[KeyHint] = []
    used = 0
    for hint in hints[:most]:
        used += hint.width + len(GAP)
        if used > width:
            break
        found.append(hint)
    return found


def key_content(own: Sequence[KeyHint], always: Sequence[KeyHint], width: int) -> Content:
    """The line: the screen's own keys on the left, help and palette on the right."""
    right = Content(GAP).join([_hint(hint) for hint in always])
    room = width - right.cell_length - 4
    left = Content(GAP).join([_hint(hint) for hint in fitting(own, room)])
    blanks = max(1, width - 2 - left.cell_length - right.cell_length)
    return Content.assemble(" ", left, " " * blanks, right, " ")


def _hint(hint: KeyHint) -> Content:
    """A key and its word, which can also be clicked."""
    if hint.enabled:
        words = Content.assemble((hint.key, looks.KEY), f" {hint.does}")
    else:
        words = Content.styled(f"{hint.key} {hint.does}", looks.OFF)
    return words.stylize(Style.from_meta({"@click": hint.action}))


class KeyLine(Widget):
    """One line, rendered from the bindings that are active on the screen."""

    def on_mount(self) -> None:
        """Follow the focus and the bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        self.refresh()

    def render(self) -> Content:
        """The line for the present width and focus."""
        shown = list(_shown(self.screen.active_bindings.values()))
        own = [self._hint(active) for active in shown if active.binding.id not in ALWAYS]
        always = [self._hint(active) for active in shown if active.binding.id in ALWAYS]
        return key_content(own, always, self.size.width)

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
    """An action with its namespace: a click is looked up from this line, not from where the key is bound."""
    action = active.binding.action
    if "." in action.partition("(")[0]:
        return action
    if active.node is active.node.app:
        return f"app.{action}"
    return f"screen.{action}" if active.node is active.node.screen else f"focused.{action}"


def _shown(bindings: Iterable[ActiveBinding]) -> Iterable[ActiveBinding]:
    seen = set()
    for active in bindings:
        if active.binding.show and active.binding.action not in seen:
            seen.add(active.binding.action)
            yield active
