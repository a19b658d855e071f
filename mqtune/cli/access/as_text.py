"""An answer about access as text: the verdict and the user, each check, and what would change the answer."""

from __future__ import annotations

from mqtune.access.answer import ALLOWED, CANNOT_TELL, REFUSED, SKIPPED
from mqtune.access.words import changes_of, messages_of, reason_text, reasons_of, task
from mqtune.cli import console
from mqtune.language.access import check
from mqtune.report.secrets import safe
from mqtune.report.wrap import wrapped
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.access.answer import Answer, Step
    from mqtune.cli.access.options import Access
    from mqtune.report.colour import Palette

TITLE_WIDTH = 22
OUTCOME_WIDTH = 15
INDENT = " " * 4
LEAST_WIDTH = 60


def print_answer(found: Answer, options: Access) -> None:
    """Print an answer."""
    palette = console.palette(options.color)
    width = max(console.width(), LEAST_WIDTH) if console.width() else 0
    write(headline(found, palette))
    for number, step in enumerate(found.shown.steps, 1):
        print_step(number, step, palette, width)
    print_ways(found, palette)
    print_symptoms(found)
    print_list("what would change the answer:", changes_of(found))
    if not options.quiet:
        print_list("also:", list(found.notes))
        print_list("assumed, since files do not show it:", list(found.shown.assumptions))
        write(f"weakest evidence used: {found.confidence}")


def write(text: str) -> None:
    """Write one line."""
    console.line(text)


def headline(found: Answer, palette: Palette) -> str:
    """The verdict, the user and what was asked."""
    users = " or ".join(user or "a blank user" for user in found.users)
    colour = {ALLOWED: palette.added, REFUSED: palette.mark}.get(found.verdict, palette.bold)
    who = f" as {safe(users)}" if users else ""
    return colour(found.verdict) + f"{who}: {safe(task(found))}"


def print_step(number: int, step: Step, palette: Palette, width: int) -> None:
    """Print one check with its evidence."""
    title = f"{number:>2}  {check(step.name).title}".ljust(TITLE_WIDTH + 4)
    outcome = step.outcome.ljust(OUTCOME_WIDTH)
    colours = {REFUSED: palette.mark, CANNOT_TELL: palette.bold, SKIPPED: palette.frame}
    painted = colours[step.outcome](outcome) if step.outcome in colours else outcome
    room = width - len(title) - len(outcome) if width else 0
    first, *more = wrapped(safe(step.text), room)
    write(f"{title}{painted}{first}")
    indent = " " * (len(title) + len(outcome))
    for line in more:
        write(indent + line)
    for one in step.evidence:
        place = f"  {one.file}:{one.line}" if one.file else ""
        write(f"{indent}{safe(one.text)}{printable(place)}")


def print_ways(found: Answer, palette: Palette) -> None:
    """Print how the answer depends on what is not known: each result once, with what leads to it."""
    results: dict[tuple[str, str], list[str]] = {}
    for way in found.ways:
        choices = "; ".join(f"{what}: {choice}" for what, choice in way.choices) or "as shown"
        user = f" as {way.user}" if way.user else ""
        reason = "" if way.verdict == ALLOWED else f" ({way.last.text})"
        results.setdefault((way.verdict, user + reason), []).append(choices)
    if len(results) == 1:
        return
    write("depends on what the files and options do not show:")
    for (verdict, text), choices_of in results.items():
        for choices in choices_of[:-1]:
            write(f"{INDENT}{safe(choices)}, or")
        write(f"{INDENT}{safe(choices_of[-1])} → {palette.bold(verdict)}{safe(text)}")


def print_symptoms(found: Answer) -> None:
    """Print what the application, or for a message channel the message, and the error log show."""
    codes = " or ".join(reason_text(code) for code in reasons_of(found))
    messages = ", ".join(messages_of(found))
    texts = []
    if codes:
        partner = found.question.partner is not None
        texts.append(f"messages get the reason {codes}" if partner else f"the application sees {codes}")
    if messages:
        texts.append(f"the queue manager's error log has {messages}")
    if texts:
        write(("" if found.verdict == REFUSED else "if it is refused, ") + "; ".join(texts))


def print_list(title: str, texts: list[str]) -> None:
    """Print some sentences below a title."""
    if not texts:
        return
    write(title)
    for text in texts:
        write(f"{INDENT}{safe(text)}")
