"""How a rule function says what it is: its code and its scope. Holds no rule.

Scopes, from narrow to wide, and what the function gets:

  document       (Script | IniFile | CcdtFile, Language)   faults of form of one document
  line           (Statement, line number, Parameter, Language)   a verdict that depends on nothing but the
                 verb, the object type (with its subtype) and the parameter: remembered per green line
  statement      (Statement, QueueManager)   one command as it was written
  object         (MqObject, QueueManager)    one object after the whole replay
  queue-manager  (QueueManager,)             relations inside one queue manager
  ini            (IniFile, QueueManager)     one ini file in its queue manager
  ccdt           (CcdtFile, Estate)          one client channel definition table
  estate         (Estate,)                   relations between queue managers and clients
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mqtune.checks.hit import Hit

    Check = Callable[..., Iterable[Hit]]

SCOPES = ("document", "line", "statement", "object", "queue-manager", "ini", "ccdt", "estate")


class Rule:
    """A rule's function, with its code and scope. `types` limits object and statement rules to object
    types (`("QLOCAL", "CHANNEL/SVRCONN")`); empty means all.
    """

    __slots__ = ("check", "code", "scope", "types")

    def __init__(self, code: str, scope: str, check: Check, types: tuple[str, ...] = ()) -> None:
        self.code = code
        self.scope = scope
        self.check = check
        self.types = types
