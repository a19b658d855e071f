"""The program as a user runs it, in a real terminal: from the examples to a snippet, and out again."""

from __future__ import annotations

import re
import shutil
import signal
from typing import TYPE_CHECKING

import pytest

from tests.tui.tmux import AS_IT_SHOULD_BE, ROOT, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux here")

STREAMING = "examples/streaming/queues.mqsc"
TOPICS = "examples/pubsub-branches/topics.mqsc"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    with Terminal(tmp_path) as made:
        yield made


def choose_topic_limit(terminal: Terminal, pace: int) -> None:
    """In the Lab, set a pace in the settings of topic-limit, and go to its plan."""
    terminal.press("5")
    terminal.until("--set pace=20")
    terminal.press("s")
    terminal.until("Next field")
    for _ in range(10):
        terminal.press("Down")
    terminal.until("simulated seconds")
    terminal.press("End", "BSpace", "BSpace")
    terminal.until_gone("--set pace=20")
    terminal.type(str(pace))
    terminal.until(f"--set pace={pace}")
    terminal.press("Enter")
    terminal.until("Enter shows the plan")
    terminal.press("Enter")
    terminal.until("Enter starts it")


def test_from_the_examples_to_a_verdict(terminal: Terminal) -> None:
    terminal.start("tui examples --demo")
    terminal.until("Look at these first")
    open_a_card(terminal)
    fix_a_group(terminal)
    isolate_a_topic(terminal)
    ask(terminal)
    measure(terminal)
    terminal.press("q")
    terminal.ended()
    terminal.type("echo is $((20 + 3))")
    terminal.press("Enter")
    screen = terminal.until("is 23")
    assert "tui examples --demo" in screen, "the former screen is shown again"
    assert terminal.modes() == AS_IT_SHOULD_BE


def open_a_card(terminal: Terminal) -> None:
    """Home: find an object through the palette, and leave its card."""
    terminal.press("C-p")
    terminal.until("Search for commands")
    terminal.type("PRICES.FX")
    terminal.until("card: TOPIC")
    terminal.press("Enter")
    terminal.until("definition", "TOPIC(PRICES.FX)")
    terminal.press("Escape")
    terminal.until("Look at these first")


def fix_a_group(terminal: Terminal) -> None:
    """Lint: filter, select all findings of the rule, preview their fixes as one diff, write it."""
    assert "STREAMQOS(" in (terminal.folder / STREAMING).read_text().replace("STRMQOS", "")
    terminal.press("2")
    terminal.until("with a fix")
    terminal.press("/")
    terminal.type("family:CAT005 file:streaming")
    terminal.until("filter: family:CAT005 file:streaming")
    terminal.until_gone("f Fix")
    terminal.press("Enter")
    terminal.until("f Fix")
    terminal.press("a")
    terminal.until("2 selected")
    terminal.press("f")
    terminal.until("2 findings are gone, with changes in 1 file")
    terminal.press("Enter")
    terminal.until("No finding matches the filter")
    assert "STREAMQOS(" not in (terminal.folder / STREAMING).read_text()
    terminal.press("L")
    terminal.until("Written since the start", "2 fixes of CAT005")
    terminal.press("Escape")
    terminal.until_gone("Written since the start")


def isolate_a_topic(terminal: Terminal) -> None:
    """Topology: write the MQSC that gives a topic its own lock into its file."""
    before = (terminal.folder / TOPICS).read_text()
    terminal.press("3")
    terminal.until("PRICES.FX")
    terminal.until("the root of the topic tree")
    for topic in ("news", "prices", "prices/bonds", "prices/equity", "prices/fx"):
        terminal.press("Down")
        terminal.until(f"▏ {topic}  ")
    terminal.press("i")
    terminal.until("w shows the change to")
    terminal.press("w")
    terminal.until("Enter writes it")
    terminal.press("Enter")
    terminal.until("PRICES.FX  own lock")
    assert "PUBSCOPE" in (terminal.folder / TOPICS).read_text().removeprefix(before[:100])


def ask(terminal: Terminal) -> None:
    """Topology: trace a publication on the topic, and ask who may use it."""
    terminal.press("t")
    terminal.until("Trace  Follow a message hop by hop")
    terminal.until("mqtune trace topic:prices/fx")
    terminal.press("Escape")  # from the field to the answer
    terminal.until("⏎ Open  y Copy")
    terminal.press("Escape")
    terminal.until("w Access")
    terminal.press("w")
    terminal.until("Access  ")
    terminal.press("Escape")
    terminal.until("⏎ Open  y Copy")
    terminal.press("Escape")
    terminal.until("w Access")


def measure(terminal: Terminal) -> None:
    """Lab: start topic-limit, leave it, be told of its end, look at what follows from it, and confirm it."""
    choose_topic_limit(terminal, 50)  # slow enough for a loaded machine to leave before its end
    terminal.press("Enter")
    terminal.until_gone("Enter starts it")
    terminal.press("2")
    terminal.until("[2 Lint]")
    terminal.until(" ended")
    terminal.press("5")
    terminal.until("95% confidence interval", "WINNER   4 publishers: ")  # the peak of the simulated truth
    terminal.press("Enter")
    terminal.until("circumstances", "SIMULATED: no queue manager was measured")
    terminal.press("Enter")
    terminal.until("3 your files", "these would be the changes")
    terminal.press("End")  # the changes fill the page
    terminal.until("4 confirm")
    terminal.press("s")
    terminal.until("is SIMULATED")
    terminal.press("c")
    terminal.until("then answer yes: it is measured again")
    terminal.press("y")
    terminal.until("confirmation of topic-limit-")
    terminal.until("publishers again")  # confirmed or not: the noise of a simulation decides


def test_a_terminated_program_leaves_a_clean_terminal_and_a_complete_journal(terminal: Terminal) -> None:
    terminal.start("tui examples --demo")
    terminal.until("Look at these first")
    choose_topic_limit(terminal, 20)  # slow enough for a loaded machine to end it before its verdict
    terminal.press("Enter")
    terminal.until_recorded('"event":"run-started"', times=2)
    terminal.tmux("run-shell", f"kill -{signal.SIGTERM.value} {terminal.pid}")
    terminal.ended()
    terminal.type("echo is $?")
    terminal.press("Enter")
    terminal.until("is 143")
    assert terminal.modes() == AS_IT_SHOULD_BE
    it_can_be_resumed(terminal)


def test_a_closed_terminal_leaves_no_process_and_a_complete_journal(terminal: Terminal) -> None:
    terminal.start("tui examples --demo")
    terminal.until("Look at these first")
    choose_topic_limit(terminal, 20)  # slow enough for a loaded machine to end it before its verdict
    terminal.press("Enter")
    terminal.until_recorded('"event":"run-started"', times=2)
    terminal.tmux("kill-window")
    terminal.ended()
    it_can_be_resumed(terminal)


def it_can_be_resumed(terminal: Terminal) -> None:
    """The journal records a stop, and the resumed experiment reaches its verdict."""
    assert "unfinished" in terminal.run("experiment runs")
    resumed = terminal.run("experiment resume topic-limit --plain")
    assert re.search(r"verdict (winner|tie): ", resumed)
    assert "unfinished" not in terminal.run("experiment runs")
