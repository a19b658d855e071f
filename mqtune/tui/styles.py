"""The styles of text by meaning. Every state is also a word or a letter; colour only repeats it."""

from __future__ import annotations

STRONG = "bold"
QUIET = "dim"
ACTIVE = "bold $text-accent"
KEY = "bold $text-accent"
OFF = "dim"
RUNNING = "bold $text-primary"
ALARM = "bold reverse $text-error"
ERROR = "bold $text-error"
WARNING = "$text-warning"
INFO = "$text-primary"
GOOD = "$text-success"
GONE = "$text-error"
SEVERITY = {"error": ERROR, "warning": WARNING, "info": INFO}
LETTER = {"error": "E", "warning": "W", "info": "I"}
