"""What the app does with names and questions: opens cards and answers over every screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.app import SystemCommand
from textual.command import CommandPalette

from mqtune.tui.application import Application
from mqtune.tui.quick_screen import ready_screen

if TYPE_CHECKING:
    from mqtune.present.answer import Target
    from mqtune.tui.area_screen import AreaScreen
    from mqtune.tui.card.question_screen import QuestionScreen


QUESTION_SCREEN = "mqtune.tui.card.question_screen:QuestionScreen"  # as areas, because it works in a thread


class CardOpener(Application):
    """The part of the app that opens cards and questions."""

    def action_command_palette(self) -> None:
        """Show the palette, which finds names."""
        from mqtune.tui.dialogs import Jump  # first frame
        from mqtune.tui.palette import Palette  # imported by the app

        if isinstance(self.screen, Jump):
            self.pop_screen()
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(ready_screen(self, Palette).fill(self.screen))

    def open_card(self, target: Target) -> None:
        """Show the card of a name over this screen."""
        from mqtune.tui.card.screen import CardScreen  # first frame

        if self.opened is None:
            self.toast("the files are still being read", "warning")
        else:
            self.push_screen(ready_screen(self, CardScreen).fill(target, self.current_mode))

    def open_question(self, name: str, /, **given: str) -> None:
        """Show a question about the files over this screen."""
        from mqtune.tui.areas import load_object  # first frame
        from mqtune.tui.card.asked import QMGR

        if self.opened is None:
            self.toast("the files are still being read", "warning")
        else:
            values = {key.replace("_", " "): value for key, value in given.items()}
            owner = values.pop(QMGR, "") or (self.chosen.qualified if self.chosen else "")
            owners = self.opened.cards.owners(owner) if owner else []
            if owners:
                values[QMGR] = owners[0][1].qualified
            screen = ready_screen(self, cast("type[QuestionScreen]", load_object(QUESTION_SCREEN)), name)
            self.push_screen(screen.fill(self.current_mode, values))

    def open_question_on(self, name: str, target: Target | None) -> None:
        """Show trace or access with the fields that a marked name fills."""
        from mqtune.present.answer import OBJECT, TOPIC  # first frame

        given = {"queue_manager": target.owner} if target is not None and target.owner else {}
        if target is not None and target.kind == TOPIC:
            given |= dict.fromkeys(("name", "object"), f"topic:{target.name}")
        elif target is not None and target.type == "CHANNEL":
            given["channel"] = target.name
        elif target is not None and target.kind == OBJECT:
            given |= {"name": target.name, "object": target.spec}
        self.open_question(name, **given)

    def go_to_target(self, target: Target) -> None:
        """Go to the area that shows a name, and mark the name there."""
        from mqtune.tui.card.screen import area_of  # first frame

        self.run_worker(self._go_to_target(area_of(target), target), exit_on_error=False)

    async def _go_to_target(self, area: str, target: Target) -> None:
        await self.action_show_area(area)
        while len(self.screen_stack) > 1:
            await self.pop_screen()
        screen = cast("AreaScreen", self.screen)
        screen.call_after_refresh(screen.show_target, target)

    def question_commands(self) -> Iterator[SystemCommand]:
        """Yield the palette's entries for the questions."""
        if self.opened is not None:
            from mqtune.tui.card.asked import QUESTIONS  # first frame

            for question in QUESTIONS.values():
                yield SystemCommand(
                    question.title, question.explanation, partial(self.open_question, question.name)
                )
