"""How a rule function says what it is: its code and its scope. Holds no rule.

Scopes, from narrow to wide, and what the function gets:

  problem        (Problem, Place, Document | None)   one fault of form that a parser met; `types` are kinds
  document       (Script | IniFile | CcdtFile, Language)   one document by itself
  line           (Statement, line number, Parameter, Language)   a verdict that depends on nothing but the
                 verb, the object type (with its subtype) and the parameter: remembered per green line,
                 per parameter as written, and, where the rule says that the value does not matter, per word.
                 Asked first with any command of the kind, also of words of the run that only commands of
                 other kinds have, and where it finds something again with each command that has the
                 parameter. Verb and object word are not passed: what is wrong with them is a statement rule
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

    from mqtune.engine.hit import Hit
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


# What a statement rule is about, where it is not about the whole command. Its verdict is then remembered.
HEAD = "head"  # verb and object word, and whether a name follows
NAME = "name"  # the name: not asked where that fits, is not folded, not reserved, and has no odd sign
WORDS = (
    "words"  # words that do not go together: not asked where none stands twice and one at most is an option
)


# Values in which a line rule sees no difference but their length, so that one that is as long as another,
# or shorter, is clean where that one is.
ALIKE_NAMES = "names"  # letters, digits, full stops and slashes
ALIKE_TEXTS = "texts"  # these, and blanks and a few more signs in quotation marks


class Rule:
    """A rule's function, with its code and scope, and when it need not be asked.

    `types` limits object, statement and line rules to object types (`("QLOCAL", "CHANNEL/SVRCONN")`)
    and ini rules to kinds of files (`("qm.ini",)`); `keywords` limits line rules to parameters of these
    keywords. Empty means all.

    `given` limits statement and object rules: to commands that give more than a blank for one of these
    attributes, to objects to which a script gives it or that have it from another one by LIKE. `about` says
    what a statement rule is about (HEAD, NAME, WORDS). `reads` says of an object or statement rule that
    nothing of it counts but these words, its type with the subtype, whether it has a name, and (of an object)
    whether that begins with SYSTEM.; the verdict then holds for all of the queue manager that have the same
    ones.

    `kinds` limits line rules to attributes of these kinds (those of the catalogue). `values` are the kinds of
    attributes on whose values the verdict of a line rule depends; () where it is the word alone that counts,
    None where any value may. `alike` says which values are alike to a line rule but for their length
    (ALIKE_NAMES, ALIKE_TEXTS).
    """

    __slots__ = (
        "about",
        "alike",
        "check",
        "code",
        "given",
        "keywords",
        "kinds",
        "reads",
        "scope",
        "types",
        "values",
    )

    def __init__(
        self,
        code: str,
        scope: str,
        check: Check,
        types: tuple[str, ...] = (),
        keywords: tuple[str, ...] = (),
        given: tuple[str, ...] = (),
        reads: tuple[str, ...] | None = None,
        about: str = "",
        kinds: tuple[str, ...] = (),
        values: tuple[str, ...] | None = None,
        alike: str = "",
    ) -> None:
        self.code = code
        self.scope = scope
        self.check = check
        self.types = types
        self.keywords = keywords
        self.given = given
        self.reads = reads
        self.about = about
        self.kinds = kinds
        self.values = values
        self.alike = alike

    def takes(self, key: str) -> bool:
        """Whether the rule looks at a type: `CHANNEL` in `types` takes `CHANNEL/SVRCONN` too."""
        return not self.types or key in self.types or key.partition("/")[0] in self.types
