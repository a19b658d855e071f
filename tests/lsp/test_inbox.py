"""The order in which messages of an editor are handled."""

from __future__ import annotations

import json
from typing import Any

from mqtune.lsp.inbox import Inbox


class Protocol:
    """Notes what it handles; an edit starts a lint, which pauses once."""

    def __init__(self) -> None:
        self.inbox = Inbox(self)  # type: ignore[arg-type]
        self.noted: list[str] = []

    def structure_message(self, message: dict[str, Any]) -> dict[str, Any]:
        return message

    def handle_message(self, message: dict[str, Any]) -> None:
        method = message["method"].rpartition("/")[2]
        self.noted.append(method)
        if method == "didChange":
            self.inbox.pause()
            self.noted.append("linted")


def handled(*methods: str) -> list[str]:
    """What happens if messages arrive together."""
    protocol = Protocol()
    for method in methods:
        protocol.inbox._bodies.append(json.dumps({"method": f"textDocument/{method}"}).encode())
    protocol.inbox.handle()
    return protocol.noted


def test_a_completion_that_comes_with_the_edit_does_not_wait_for_its_lint() -> None:
    assert handled("didChange", "completion") == ["didChange", "completion", "linted"]


def test_what_needs_the_lint_waits_and_keeps_its_place() -> None:
    assert handled("didChange", "hover", "completion") == ["didChange", "linted", "hover", "completion"]
