"""How a rule function says what it is: its code and its scope. Holds no rule.

Scopes, from narrow to wide, and what the function gets:

  problem        (Problem, Place, Document | None)   one fault of form that a parser met; `types` are kinds
  document       (Script | IniFile | CcdtFile, Language)   one document by itself
  line           (Statement, line number, Parameter, Language)   a verdict that depends on nothing but the
                 verb, the object type (with its subtype) and the parameter: remembered per green line.
                 Verb and object word are not passed: what is wrong with them is a statement rule
  statement      (Statement, QueueManager)   one command as it was written
  object         (MqObject, QueueManager)    one object after the whole replay that a script touches
  queue-manager  (QueueManager,)             relations inside one queue manager
  ini            (IniFile, QueueManager | None)   one ini file; None for a client's mqclient.ini
  ccdt           (CcdtFile, Estate)          one client channel definition table
  estate         (Estate,)                   relations between queue managers and clients
  run            no function: what the engine tells of the run itself, such as an idle directive
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mqtune.checks.hit import Hit
    from mqtune.language.levels import Level

    Check = Callable[..., Iterable[Hit]]

PROBLEM = "problem"
DOCUMENT = "document"
LINE = "line"
STATEMENT = "statement"
OBJECT = "object"
QUEUE_MANAGER = "queue-manager"
INI = "ini"
CCDT = "ccdt"
ESTATE = "estate"
RUN = "run"
SCOPES = (PROBLEM, DOCUMENT, LINE, STATEMENT, OBJECT, QUEUE_MANAGER, INI, CCDT, ESTATE, RUN)


class Language:
    """The language one queue manager speaks: its level and platform, each None where nobody told."""

    __slots__ = ("level", "platform")

    def __init__(self, level: Level | None, platform: str | None) -> None:
        self.level = level
        self.platform = platform


class Rule:
    """A rule's function, with its code and scope.

    `types` limits object, statement and line rules to object types (`("QLOCAL", "CHANNEL/SVRCONN")`)
    and ini rules to kinds of files (`("qm.ini",)`); `keywords` limits line rules to parameters of these
    keywords. Empty means all.
    """

    __slots__ = ("check", "code", "keywords", "scope", "types")

    def __init__(
        self,
        code: str,
        scope: str,
        check: Check,
        types: tuple[str, ...] = (),
        keywords: tuple[str, ...] = (),
    ) -> None:
        self.code = code
        self.scope = scope
        self.check = check
        self.types = types
        self.keywords = keywords

    def takes(self, key: str) -> bool:
        """Whether the rule looks at a type: `CHANNEL` in `types` takes `CHANNEL/SVRCONN` too."""
        return not self.types or key in self.types or key.partition("/")[0] in self.types
