"""Signals to a running experiment, at the worst moment."""

from __future__ import annotations

import signal
from types import SimpleNamespace

from mqtune.cli import console
from mqtune.cli.experiment_read import TerminalPrompter
from mqtune.cli.experiment_run import Signals


def test_a_signal_during_the_message_about_the_one_before_waits_for_its_end(monkeypatch) -> None:
    written: list[str] = []

    def say(words: str) -> None:
        written.append(f"begin {words.split()[1]}")
        if len(written) == 1:
            signal.raise_signal(signal.SIGINT)  # within the write
        written.append(f"end {words.split()[1]}")

    stops: list[str] = []
    controls = SimpleNamespace(
        stop_after_run=lambda: stops.append("after"), stop_now=lambda *why: stops.append("now")
    )
    monkeypatch.setattr(console, "say", say)
    signals = Signals(SimpleNamespace(controls=controls), TerminalPrompter(False))
    with signals.handled():
        signal.raise_signal(signal.SIGINT)
        signals.react()
    assert written == ["begin after", "end after", "begin now", "end now"]
    assert stops == ["after", "now"]
    assert signals.status == 130
