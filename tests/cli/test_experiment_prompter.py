"""Questions of an experiment on the terminal, asked in the main thread."""

from __future__ import annotations

import io
import threading

import pytest

from mqtune.cli.experiment_read import TerminalPrompter
from mqtune.lab.core.experiment import BY_HAND, CONSENT, FILES, TYPED_NAME, Prompt


class Terminal(io.StringIO):
    """An input that is a terminal."""

    def isatty(self) -> bool:
        return True


def asked(prompter: TerminalPrompter, kind: str, text: str = "DEFINE QLOCAL(Q)") -> str:
    """The answer to a question that the engine's thread asks."""
    answers: list[str] = []
    question = Prompt(kind, "what now", text, "nothing is touched", "QM1")
    engine = threading.Thread(target=lambda: answers.append(prompter.ask(question)))
    engine.start()
    while engine.is_alive():
        if prompter.wanted:
            prompter.answer_waiting()
        engine.join(0.01)
    return answers[0]


@pytest.mark.parametrize(
    ("typed", "answer"), [("yes\n", "yes"), ("y\n", "yes"), ("YES\n", "yes"), ("no\n", "no"), ("", "no")]
)
@pytest.mark.parametrize("kind", [CONSENT, BY_HAND])
def test_yes_is_yes_and_everything_else_is_no(kind, typed, answer):
    assert asked(TerminalPrompter(False, io.StringIO(typed), io.StringIO()), kind) == answer


def test_what_it_is_about_and_what_no_means_is_shown():
    out = io.StringIO()
    asked(TerminalPrompter(False, io.StringIO("no\n"), out), CONSENT)
    assert out.getvalue() == "what now\n  DEFINE QLOCAL(Q)\nIf not: nothing is touched.\nContinue? [yes/no] "


def test_consent_given_beforehand_asks_nothing():
    out = io.StringIO()
    assert TerminalPrompter(True, io.StringIO(), out).ask(Prompt(CONSENT, "", "", "")) == "yes"
    assert out.getvalue() == ""


def test_consent_in_advance_does_not_confirm_a_manual_step():
    assert asked(TerminalPrompter(True, io.StringIO(""), io.StringIO()), BY_HAND) == "no"


def test_a_name_is_typed_on_a_terminal_only():
    assert asked(TerminalPrompter(True, Terminal("QM1\n"), io.StringIO()), TYPED_NAME) == "QM1"
    out = io.StringIO()
    assert asked(TerminalPrompter(True, io.StringIO("QM1\n"), out), TYPED_NAME) == "no"
    assert "The name cannot be typed here" in out.getvalue()


def test_files_are_named_one_a_line():
    prompter = TerminalPrompter(False, io.StringIO("a.txt\nb c.txt\n\nrest\n"), io.StringIO())
    assert asked(prompter, FILES) == "a.txt\nb c.txt"


def test_text_from_outside_steers_no_terminal():
    out = io.StringIO()
    asked(TerminalPrompter(False, io.StringIO("no\n"), out), CONSENT, "\x1b[2J")
    assert "\x1b" not in out.getvalue()


class Interrupted(io.StringIO):
    def readline(self, *_: object) -> str:
        raise KeyboardInterrupt


def test_ctrl_c_is_no():
    prompter = TerminalPrompter(False, Interrupted(), io.StringIO())
    answers: list[str] = []
    engine = threading.Thread(target=lambda: answers.append(prompter.ask(Prompt(CONSENT, "", "", ""))))
    engine.start()
    while not prompter.wanted:
        pass
    assert prompter.answer_waiting() is False
    engine.join()
    assert answers == ["no"]


class Gone(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


def test_a_terminal_that_is_gone_answers_no_from_then_on():
    prompter = TerminalPrompter(False, io.StringIO("yes\n"), Gone())
    assert asked(prompter, CONSENT) == "no"
    assert prompter.ask(Prompt(CONSENT, "", "", "")) == "no"
