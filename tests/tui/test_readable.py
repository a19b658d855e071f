"""Every text can be read on its background, in every theme and area, also with sixteen colours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.color import Color

from mqtune.tui.themes import BLUE_ORANGE, USUAL

ROOT = Path(__file__).resolve().parents[2]
LOW = 1.8  # contrast of two colours below which words disappear
WALK = (
    *("2", "down", "down", "space", "enter", "escape", "e", "escape", "f", "escape", "s", "escape"),
    *("slash", "o", "r", "d", "enter", "escape", "g", "down", "down", "escape"),
    *("3", "down", "right_square_bracket", "right_square_bracket", "t", "escape", "b", "escape"),
    *("4", "down", "tab", "5", "down", "tab", "6", "1", "down", "question_mark", "escape"),
    *("ctrl+p", "o", "r", "d", "down", "escape"),
)
FILES = {
    "mqtune.toml": '[[queue-manager]]\nname = "QM1"\nrole = "production"\n',
    "a.mqsc": "* mqtune: ignore=CAT001\nDEFINE QLOCAL(ORDERS) MAXDEPHT(5000) DESCR('a text')\n"
    "ALTER QMGR MAXUMSGS(99999999999) * a comment\nSET CHLAUTH(X) TYPE(WRONG) USERSRC(CHANEL)\n",
    "qm.ini": "# a comment\nChannels:\n   MaxChannels=many\nTCP:\n   KeepAliv=Yes\n",
    "ccdt.json": '{"channel": [{"name": "X", "type": "clientConnection", "clientWeigth": 1}]}\n',
    "map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mq\ndata:\n  a.mqsc: |\n"
    "    DEFINE QLOCAL(B) MAXDPTH(5)\n",
    "run.sh": "#!/bin/sh\n# a comment\nrunmqsc QM1 <<EOF\nDEFINE QLOCAL(C) MAXDPTH(5) DESCR('x')\nEOF\n",
}


def is_readable(colour: Color, back: Color) -> bool:
    """Whether text of a colour is readable on a background; the terminal's own two colours always are."""
    if colour.is_default or back.is_default:
        return back.is_default
    if colour.number is not None and back.number is not None and colour.number % 8 == back.number % 8:
        return False  # as bright blue on blue
    light, dark = sorted(map(luminance, (colour, back)), reverse=True)
    return (light + 0.05) / (dark + 0.05) >= LOW


def luminance(colour: Color) -> float:
    """The relative luminance of WCAG 2.1."""
    shares = [part / 255 for part in colour.get_truecolor()]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def hidden(pilot) -> set[str]:
    """The words of the screen that cannot be read, with their colours."""
    found = set()
    for strip in pilot.app.screen._compositor.render_strips():
        for segment in strip:
            style = segment.style
            if not segment.text.strip(" ▁▂▃▄▅▆▇█▏▎▍▌▋▊▉▕▔━─│╸╺┃") or style is None or segment.control:
                continue
            colour, back = style.color or Color.default(), style.bgcolor or Color.default()
            if style.reverse:
                colour, back = back, colour
                if colour.is_default or back.is_default:
                    continue
            if not is_readable(colour, back):
                found.add(f"{segment.text.strip()}: {colour.name} on {back.name}")
    return found


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light", USUAL, BLUE_ORANGE])
def test_every_text_can_be_read_in_every_area(stage, tmp_path, monkeypatch, theme: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEXTUAL_THEME", theme)
    unread = {}

    async def scene(pilot) -> None:
        assert pilot.app.theme == theme
        walk = list(WALK)
        walk[1:3] = ["down"] * 30  # every finding in its source
        for number, key in enumerate(walk):
            await pilot.press(key)
            for words in hidden(pilot):
                unread.setdefault(words, f"{number} {key}")

    stage.play(scene, size=(120, 40))
    assert not unread, "\n".join(sorted(f"{words} after {where}" for words, where in unread.items()))


@pytest.mark.parametrize("theme", ["ansi-light", "ansi-dark", USUAL, BLUE_ORANGE])
def test_a_theme_of_the_environment_is_the_one_that_the_palette_selects(theme: str) -> None:
    script = (
        "import sys; from mqtune.tui.app import MqtuneApp; app = MqtuneApp()\n"
        "before = dict(app.stylesheet._variables); app.theme = 'textual-dark'; app.theme = sys.argv[1]\n"
        "assert before == app.get_css_variables(), (before, app.get_css_variables())"
    )
    environment = {**os.environ, "TEXTUAL_THEME": theme, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", script, theme], env=environment, check=True)
