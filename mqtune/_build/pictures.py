"""Makes the pictures of the terminal UI in `docs/pictures`: `-m mqtune._build.pictures [--check]`.

The app is driven by key presses, without a terminal, on copies of `examples/`; the result shown is the recorded
experiment among them. A picture is text of one size on rectangles, without a font of its own, so that every browser
can show it. A check compares the words and their positions, not the colours, which may change with Textual.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast
from xml.sax.saxutils import escape

from mqtune.tui.app import PREPARATION, WATCH, MqtuneApp
from mqtune.tui.key_order import has_messages

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from rich.segment import Segment
    from rich.style import Style
    from textual.pilot import Pilot

    Scene = Callable[[Pilot[None]], Awaitable[None]]

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "pictures"
RECORDED = ROOT / "examples" / "experiments" / "topic-limit.jsonl"
SIZE = (112, 30)
CELL, LINE, FONT = 8, 17, 13.33  # pixels; a letter of most fixed-width fonts is 0.6 of its size wide
EDGE = 8
LONGEST_S = 60.0
PIECE = re.compile(r"\S+(?: \S+)*")  # split at runs of blanks, so that each piece is positioned exactly
WORDS = re.compile(r'<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)</text>')


async def home(pilot: Pilot[None]) -> None:
    """Show the areas, and the findings to look at first."""
    await until(pilot, "infos", "models from published", "1 result, ")


async def lint(pilot: Pilot[None]) -> None:
    """Show a finding in its source."""
    await pilot.press("2")
    await until(pilot, "with a fix")
    await find(pilot, "EXP001")


async def fix(pilot: Pilot[None]) -> None:
    """Show what a fix would change."""
    await lint(pilot)
    await pilot.press("f")
    await until(pilot, "Enter writes it")


async def topology(pilot: Pilot[None]) -> None:
    """Show a topic with its locks."""
    await pilot.press("3")
    await until(pilot, "PRICES.FX")
    await until(pilot, "the root of the topic tree")
    for _ in range(5):
        await pilot.press("down")
    await until(pilot, "prices/fx  PRICES.FX")


async def isolate(pilot: Pilot[None]) -> None:
    """Show the MQSC that gives it its own lock."""
    await topology(pilot)
    await pilot.press("i")
    await until(pilot, "w shows the change")


async def capacity(pilot: Pilot[None]) -> None:
    """Show a model with its results."""
    await pilot.press("4")
    await until(pilot, "publish rate")


async def plan(pilot: Pilot[None]) -> None:
    """Show the plan of an experiment."""
    await pilot.press("5")
    await until(pilot, "mqtune experiment run topic-limit")
    await pilot.press("enter")
    await until(pilot, "Enter shows the plan")
    await pilot.press("enter")
    await until(pilot, "Enter starts it")


async def replay(pilot: Pilot[None]) -> None:
    """Show the recorded experiment after some runs."""
    await pilot.press("6")
    await until(pilot, "1 result")
    await pilot.press("r")
    await until(pilot, "replay at")
    await pilot.press("space", "b", *["n"] * 8)
    await until(pilot, "· paused")


async def result(pilot: Pilot[None]) -> None:
    """Show the verdict with its evidence."""
    await pilot.press("6")
    await until(pilot, "1 result")
    await pilot.press("enter")
    await until(pilot, "95% interval over runs")


SCENES: dict[str, Scene] = {
    scene.__name__: scene for scene in (home, lint, fix, topology, isolate, capacity, plan, replay, result)
}


async def until(pilot: Pilot[None], *words: str) -> None:
    """Wait until the screen shows all texts, and nothing is at work that would change it."""
    for _ in range(int(LONGEST_S / 0.02)):
        await pilot.pause(0.02)
        if all(word in text_of(pilot) for word in words) and not is_at_work(cast("MqtuneApp", pilot.app)):
            await pilot.pause()
            return
    raise SystemExit(f"never shown: {words}\n{text_of(pilot)}")


def is_at_work(app: MqtuneApp) -> bool:
    """Whether something runs or waits that may change the screen, besides the work behind it."""
    behind = (WATCH, PREPARATION)
    works = any(worker.group not in behind and not worker.is_finished for worker in app.workers)
    return works or bool(app.status.activity) or is_handling(app)


def is_handling(app: MqtuneApp) -> bool:
    """Whether keys or other messages have not been handled yet, or widgets are still to be laid out because of
    them; not those of a program that has ended.
    """
    if app.return_code is not None:
        return False
    pumps = (app, *app.screen.walk_children(with_self=True))
    return app.in_hand is not None or app.screen._layout_required or any(map(has_messages, pumps))


async def find(pilot: Pilot[None], words: str) -> None:
    """Go to the first finding that matches a filter, and remove the filter."""
    await pilot.press("slash", *words, "enter")
    await until(pilot, f"filter: {words.lower()}")
    await pilot.press("escape")
    await until(pilot, words)


def strips_of(pilot: Pilot[None]) -> list[list[Segment]]:
    """Return the screen line by line."""
    screen = pilot.app.screen
    update = screen._compositor.render_update(full=True, screen_stack=pilot.app._background_screens)
    # a line consists of the strips of the widgets on it
    return [[segment for strip in line for segment in strip] for line in update.strips]  # type: ignore[union-attr]


def text_of(pilot: Pilot[None]) -> str:
    """Return the screen as text."""
    return "\n".join("".join(segment.text for segment in strip) for strip in strips_of(pilot))


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The style of a piece of text."""

    colour: str
    behind: str
    bold: bool
    italic: bool
    underline: bool


def text_style(style: Style | None, default: TextStyle) -> TextStyle:
    """Convert a style; colours that it does not set are the default ones."""
    if style is None:
        return default
    front = style.color.get_truecolor().hex if style.color and not style.color.is_default else default.colour
    behind = style.bgcolor.get_truecolor().hex if style.bgcolor and not style.bgcolor.is_default else ""
    behind = behind or default.behind
    if style.reverse:
        front, behind = behind, front
    return TextStyle(front, behind, bool(style.bold), bool(style.italic), bool(style.underline))


def svg_of(strips: list[list[Segment]], default: TextStyle) -> str:
    """Return the picture."""
    wide = SIZE[0] * CELL + 2 * EDGE
    high = len(strips) * LINE + 2 * EDGE
    boxes: list[str] = []
    texts: list[str] = []
    for row, strip in enumerate(strips):
        column = 0
        for segment in joined(strip, default):
            style, text = segment
            x, y = EDGE + column * CELL, EDGE + row * LINE
            if style.behind != default.behind:
                size = f'width="{len(text) * CELL}" height="{LINE}"'
                boxes.append(f'<rect x="{x}" y="{y}" {size} fill="{style.behind}"/>')
            texts += pieces(text, x, y + LINE - 4, style, default)
            column += len(text)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="monospace" '
        f'font-size="{FONT}" fill="{default.colour}">'
    )
    frame = f'<rect width="{wide}" height="{high}" rx="6" fill="{default.behind}"/>'
    return "\n".join([head, frame, *boxes, *texts, "</svg>\n"])


def joined(strip: list[Segment], default: TextStyle) -> list[tuple[TextStyle, str]]:
    """Return the line in runs of equal style."""
    runs: list[tuple[TextStyle, str]] = []
    for segment in strip:
        style = text_style(segment.style, default)
        if runs and runs[-1][0] == style:
            runs[-1] = (style, runs[-1][1] + segment.text)
        else:
            runs.append((style, segment.text))
    return runs


def pieces(text: str, x: int, y: int, style: TextStyle, default: TextStyle) -> Iterable[str]:
    """Yield text elements with a fixed width per letter."""
    more = f' fill="{style.colour}"' if style.colour != default.colour else ""
    more += ' font-weight="bold"' if style.bold else ""
    more += ' font-style="italic"' if style.italic else ""
    more += ' text-decoration="underline"' if style.underline else ""
    for piece in PIECE.finditer(text):
        place = f'x="{x + piece.start() * CELL}" y="{y}"'
        width = f'textLength="{len(piece[0]) * CELL}" lengthAdjust="spacingAndGlyphs"'
        yield f"<text {place} {width}{more}>{escape(piece[0])}</text>"


def words_of(svg: str) -> list[tuple[str, ...]]:
    """Return the words of a picture with their positions."""
    return WORDS.findall(svg)


async def _drive(scene: Scene) -> str:
    app = MqtuneApp(("pubsub-branches", "streaming"), demo=True)
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, "Look at these first")
        await scene(pilot)
        theme = app.get_css_variables()
        default = TextStyle(theme["foreground"].lower(), theme["background"].lower(), False, False, False)
        return svg_of(strips_of(pilot), default)


def recorded_id() -> str:
    """Return the id of the recorded experiment, which is the name of its journal in a store."""
    with RECORDED.open(encoding="utf-8") as lines:
        return str(json.loads(lines.readline())["id"])


def picture(name: str) -> str:
    """Return one picture, made on copies of the examples in a folder of its own."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="mqtune-pictures-") as folder:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        store = Path(folder) / "state" / "mqtune" / "experiments"
        store.mkdir(parents=True)
        shutil.copy(RECORDED, store / f"{recorded_id()}.jsonl")
        os.environ["XDG_STATE_HOME"] = str(Path(folder) / "state")
        os.chdir(Path(folder) / "examples")
        try:
            return asyncio.run(_drive(SCENES[name]))
        finally:
            os.chdir(before)


def main(arguments: Sequence[str]) -> int:
    """Write the pictures whose words are stale, or with `--check` list them and return 1."""
    check = "--check" in arguments
    same_everywhere()
    stale = 0
    for name in SCENES:
        path = FOLDER / f"{name}.svg"
        text = picture(name)
        if path.exists() and words_of(path.read_text(encoding="utf-8")) == words_of(text):
            continue
        stale += 1
        sys.stderr.write(f"{path.relative_to(ROOT)} {'is stale' if check else 'written'}\n")
        if not check:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if check and stale:
        sys.stderr.write("run `python -m mqtune._build.pictures` and look at them\n")
    return 1 if check and stale else 0


def same_everywhere() -> None:
    """Make the pictures independent of this terminal."""
    for name in ("NO_COLOR", "TEXTUAL_THEME"):
        os.environ.pop(name, None)
    os.environ |= {
        "COLORTERM": "truecolor",
        "TERM": "xterm-256color",
        "TEXTUAL_ANIMATIONS": "none",
        "TZ": "UTC",
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
