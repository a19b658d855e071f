"""The entries of the command palette (ctrl+p): areas, the screen's keys, queue managers, names.

An area adds its own providers in `COMMANDS` of its screen.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Self, cast

from textual import on
from textual.binding import Binding
from textual.command import Command, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.events import Mount
from textual.markup import escape
from textual.screen import Screen
from textual.widgets import Input, OptionList
from textual.worker import WorkerError

from mqtune.text.messages import printable
from mqtune.tui.background import in_engine
from mqtune.tui.cells import STRONG
from mqtune.tui.quick_screen import QuickScreen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.dom import DOMNode
    from textual.types import IgnoreReturnCallbackType

    from mqtune.present.answer import Target
    from mqtune.tui.application import Application
    from mqtune.tui.area_screen import AreaScreen
    from mqtune.tui.project import OpenProject

    PaletteEntry = tuple[str, str, IgnoreReturnCallbackType]


class Palette(CommandPalette, QuickScreen[None]):
    """Textual's palette, made ahead and used again; without its id, because two exist for a while."""

    def fill(self, screen: Screen[object]) -> Self:
        """Offer the commands of a screen."""
        self._calling_screen = screen
        return self.filled()

    def _on_mount(self, event: Mount) -> None:
        event.prevent_default()  # Textual's palette begins to search, and can be mounted only over a screen
        Screen._on_mount(self, event)
        self.on_mount()

    def show_content(self) -> None:
        """Show all commands."""
        assert self._calling_screen is not None
        style = self.get_visual_style("command-palette--highlight", partial=True)
        # in one order: a set of classes has another one in each run, and equal hits keep it
        kinds = sorted(self._provider_classes, key=lambda kind: kind.__name__)
        self._providers = [kind(self._calling_screen, style) for kind in kinds]
        for provider in self._providers:
            provider._post_init()
        with self.prevent(Input.Changed):
            self.query_one(Input).value = ""
        self._selected_command = None
        self._list_visible = False
        self._gather_commands("")

    @on(Input.Submitted)
    async def run_found(self, event: Input.Submitted) -> None:
        """Select what is marked, once the list shows what matches the whole typed text."""
        event.stop()
        event.prevent_default()
        searches = [worker for worker in self.app.workers if worker.node is self and not worker.is_finished]
        with suppress(WorkerError):  # the app reports it
            for worker in searches:
                await worker.wait()
        if self.is_current:  # not if Escape has closed it meanwhile
            self._select_or_command()

    def _action_command_list(self, action: str) -> None:
        """Move the mark, unless the list has not been laid out yet."""
        with suppress(KeyError):
            super()._action_command_list(action)

    @on(OptionList.OptionSelected)
    def run_selected(self, event: OptionList.OptionSelected) -> None:
        """Close, and do what was selected. Textual would hide the list first, and draw nothing for 50 ms."""
        event.stop()
        event.prevent_default()
        self._cancel_gather_commands()
        self.dismiss()
        self.app.call_later(cast("Command", event.option).hit.command)


class PaletteProvider(Provider):
    """A source of palette entries: name, explanation and callback. Subclasses define `entries`."""

    listed = True  # also shown before anything is typed

    @property
    def frame(self) -> Application:
        """The app, with its own type."""
        return cast("Application", self.app)

    def entries(self) -> Iterable[PaletteEntry]:
        """Return all entries."""
        return ()

    async def discover(self) -> Hits:
        """Yield the entries shown before anything is typed."""
        if self.listed:
            for name, words, call in self.entries():
                yield DiscoveryHit(Content(name), call, text=name, help=escape(words))

    async def search(self, query: str) -> Hits:
        """Yield the entries that match the typed text."""
        matcher = self.matcher(query)
        for name, words, call in self.entries():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), call, help=escape(words))


class AppProvider(PaletteProvider):
    """The entries available on every screen, the most specific ones first."""

    def entries(self) -> Iterable[PaletteEntry]:
        """Yield the screen's keys, areas, queue managers, and the app's commands."""
        yield from self._keys()
        for area in self.frame.areas:
            words = f"key {area.key}: {area.description}"
            yield f"Go to {area.title}", words, partial(self.frame.show_area, area.name)
        yield from self._queue_managers()
        for command in self.frame.get_system_commands(self.screen):
            yield command.title, command.help, command.callback

    def _keys(self) -> Iterable[PaletteEntry]:
        """Yield the keys of the screen below, with their descriptions."""
        for active in self.screen.active_bindings.values():
            binding = active.binding
            # bindings without an id are Textual's own
            if binding.id not in (None, "frame.back") and binding.description and active.node is self.screen:
                key = self.frame.get_key_display(binding)
                words = f"key {key}: {binding.tooltip}" if binding.tooltip else f"key {key}"
                yield binding.description, words, partial(self._do, binding.action, active.node)

    def _do(self, action: str, node: DOMNode) -> None:
        self.frame.run_worker(self.frame.run_action(action, node), exit_on_error=False)

    def _queue_managers(self) -> Iterable[PaletteEntry]:
        """Yield the selection of one queue manager, or of all of them."""
        opened = self.frame.opened
        names = opened.queue_managers if opened is not None else ()
        if len(names) < 2:
            return
        yield "All queue managers", "select the whole project", partial(self.frame.choose, None)
        for manager in names:
            words = f"role {manager.role}" if manager.role else "role not declared"
            yield f"Queue manager {printable(manager.qualified)}", words, partial(self.frame.choose, manager)


# Entries for every name, and for the keys of all areas.

WHOLE, PART = 1000.0, 1.0  # scores: a whole name comes before all other entries


class NameProvider(PaletteProvider):
    """Entries that open the card of an object, topic, cluster, file, rule, model, experiment or result."""

    listed = False

    async def search(self, query: str) -> Hits:
        """Yield the names that contain the words of the query. The index is built in a thread, once."""
        opened = self.frame.opened
        if opened is None or not query.strip():
            return
        for number, target in enumerate(await in_engine(targets_of, opened, query)):
            from mqtune.questions.card_sources import described

            is_name = query.strip().upper() in (target.name.upper(), target.title.upper())
            score = WHOLE if is_name else PART - number / 1000
            words = escape(described(opened.cards, target))
            yield Hit(
                score, Content.styled(target.title, STRONG), partial(self.frame.open_card, target), help=words
            )


def targets_of(opened: OpenProject, query: str) -> list[Target]:
    """The targets of a query."""
    from mqtune.questions.card_sources import NameIndex

    return opened.cards.derived(NameIndex).search(query)


class KeyProvider(PaletteProvider):
    """Entries for the keys of the areas that are not on the screen: choosing one goes to its area."""

    listed = False

    def entries(self) -> Iterable[PaletteEntry]:
        """Yield each key with its area."""
        from mqtune.tui.areas import load_object  # imported by the app, which imports this module

        for area in self.frame.areas:
            if area.name == getattr(self.screen, "area", ""):
                continue
            for binding in own_bindings(cast("type[AreaScreen]", load_object(area.screen))):
                if binding.id and binding.description:
                    key = self.frame.get_key_display(binding)
                    words = f"key {key} in {area.title}{f': {binding.tooltip}' if binding.tooltip else ''}"
                    yield (
                        f"{binding.description} ({area.title})",
                        words,
                        partial(self.frame.show_area, area.name),
                    )


def own_bindings(screen: type[AreaScreen]) -> Iterator[Binding]:
    """The keys of an area that other areas do not have."""
    for area in screen.__mro__:
        if area.__name__ == "AreaScreen":
            return
        yield from (binding for binding in vars(area).get("BINDINGS", ()) if isinstance(binding, Binding))
