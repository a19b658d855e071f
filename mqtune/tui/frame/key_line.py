"""The last line of every screen: the active keys, as many as fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.events import Click
from textual.screen import Screen
from textual.widget import Widget

from mqtune.tui import styles

ALWAYS = ("frame.help", "frame.palette")
SPARE = ("frame.card", "list.search", "frame.log", "frame.jump")  # shown if they fit
GAP = "  "


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


def laid_out(own: Sequence[KeyHint], always: Sequence[KeyHint], width: int) -> list[tuple[int, KeyHint]]:
    """Return each hint with its column: the screen's own keys on the left, help and palette on the right."""
    right = max(1, width - 1 - sum(hint.width for hint in always) - len(GAP) * max(0, len(always) - 1))
    placed: list[tuple[int, KeyHint]] = []
    at = 1
    for hint in own:
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
            key=lambda one: order.get(one.binding.id or "", last if one.node is app else -1),
        )
        own = [self._hint(active) for active in shown if active.binding.id not in ALWAYS]
        always = [self._hint(active) for active in shown if active.binding.id in ALWAYS]
        spare = {active.binding.id: active for active in self.screen.active_bindings.values()}
        if not getattr(self.screen, "has_names", False):
            spare.pop("frame.card", None)
        own += [self._hint(spare[id]) for id in SPARE if id in spare and not spare[id].binding.show]
        return laid_out(own, always, self.size.width)

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
    declared = [made for one in reversed(screen.__mro__) for made in vars(one).get("BINDINGS", ())]
    return {made.id: number for number, made in enumerate(declared) if isinstance(made, Binding) and made.id}


def _shown(bindings: Iterable[ActiveBinding]) -> Iterable[ActiveBinding]:
    seen = set()
    for active in bindings:
        if active.binding.show and active.binding.action not in seen:
            seen.add(active.binding.action)
            yield active
