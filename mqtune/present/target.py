"""What a link leads to: an object, a rule, a file."""

from __future__ import annotations

from dataclasses import dataclass

OBJECT, TOPIC, CLUSTER, MANAGER = "object", "topic", "cluster", "queue manager"
RULE, FINDING, FILE = "rule", "finding", "file"
MODEL, EXPERIMENT, RESULT, LIST = "model", "experiment", "result", "objects"


@dataclass(frozen=True, slots=True)
class Target:
    """What a card is about.

    `owner` is the qualified name of the queue manager (`QueueManager.qualified`), "" if it does not matter or
    is unknown. `type` is the type of an object, or the message of a finding. `line` is that of a file, 0 for
    the whole file. `in_file` is the file of a finding.
    """

    kind: str
    name: str
    type: str = ""
    owner: str = ""
    line: int = 0
    in_file: str = ""

    @property
    def title(self) -> str:
        """`QLOCAL(ORDERS)`, `topic prices/equity`, `hub/a.mqsc:7`."""
        if self.kind == OBJECT:
            return f"{self.type}({self.name})" if self.name else self.type
        if self.kind == LIST:
            return f"{self.type} of {self.owner}"
        if self.kind == FILE:
            return f"{self.name}:{self.line}" if self.line else self.name
        if self.kind == FINDING:
            return f"{self.name} at {self.in_file}:{self.line}"
        return f"{self.kind} {self.name}"

    @property
    def spec(self) -> str:
        """An object as a question names it: quoted where MQSC would fold the name to upper case."""
        quoted = self.name.replace("'", "''")
        return self.title if self.name == self.name.upper() else f"{self.type}('{quoted}')"
