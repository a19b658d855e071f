"""What a user can do about findings whose fix or suppression is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from mqtune.text.printable import printable
from mqtune.tui.dialogs.change_preview import Step

if TYPE_CHECKING:
    from mqtune.findings.finding import Finding
    from mqtune.fixing.change import FileChanges
    from mqtune.report.report import Item
    from mqtune.tui.frame.area_screen import AreaScreen


def next_steps(
    screen: AreaScreen,
    suppress: Callable[[], None],
    targets: Sequence[Item],
    suppresses: bool,
    change: FileChanges,
) -> tuple[Step, ...]:
    """The steps after the preview of a change: the rule's page, and all that a refusal leads to.

    `suppress` asks how to suppress them. `targets` are the findings to change; without, all with a safe fix
    are.
    """
    about = [item.finding for item in targets] or [one for one, _ in change.left]
    if not about:
        return ()
    code = about[0].code
    explain = Step("e", f"shows the page of {code}", partial(screen.show_page, code), closes=False)
    if not change.refusal:
        return (explain,) if targets else ()
    steps = [_edit(screen, "o", about[0], "to change it by hand")]
    caused = change.caused
    if caused is not None:
        if caused.place.span.line != about[0].place.span.line or caused.place.file != about[0].place.file:
            steps.append(_edit(screen, "n", caused, f"to correct first what {caused.code} would report"))
        page = partial(screen.show_page, caused.code)
        steps.append(Step("r", f"shows the page of {caused.code}", page, closes=False))
    if targets:
        words = "asks again for reason and place of the suppression"
        steps.append(Step("s", words if suppresses else f"suppresses {code}", suppress))
    return (*steps, explain)


def _edit(screen: AreaScreen, key: str, finding: Finding, words: str) -> Step:
    file, line = finding.place.file, finding.place.span.line
    return Step(key, f"opens {printable(file)}:{line}, {words}", partial(screen.open_editor, file, line))
