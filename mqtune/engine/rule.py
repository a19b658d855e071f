"""What a rule is: a function, declared with `rule`, and a page, which adds scope and object types.

Scopes, from narrow to wide, and the parameters of a function with that scope:

  diagnostic     no function: a diagnostic of a parser. The page's name is the kind of diagnostic
  document       (Script | IniFile | CcdtFile, Dialect)   one document by itself
  line           (Statement, int, Parameter, Dialect)   one parameter of a command, and the number of its
                 line. The verdict must depend only on verb, object type with subtype, parameter, level and
                 platform: a clean one is remembered. Verb and object word are not passed. The command may
                 be another one of that verb and type; the hits are then dropped, and looked for again in
                 the commands that have the parameter
  statement      (Statement, QueueManager)   one command as it was written
  object         (MqObject, QueueManager)    one object after the whole replay, if a script touches it
  queue-manager  (QueueManager)              relations inside one queue manager
  ini            (IniFile, QueueManager | None)   one ini file; None for a client's mqclient.ini
  ccdt           (CcdtFile, Estate)          one client channel definition table
  estate         (Estate)                    relations between queue managers and clients
  run            no function: what the engine reports about the run itself, such as an unused suppression

A function yields a `Hit` for each thing that it found, and a `HeldBack` for each that it would have reported,
or could have, if more were known (`text/not_checked.py`).
"""

from __future__ import annotations

from mqtune.text.editing import Place
from mqtune.text.finding import Fix, Impact, ObjectName, Related
from mqtune.text.not_checked import HeldBack
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final, TypeVar

    from mqtune.language.available import Level

    Check = Callable[..., Iterable["Outcome"]]
    F = TypeVar("F", bound=Check)


DIAGNOSTIC = "diagnostic"
DOCUMENT = "document"
LINE = "line"
STATEMENT = "statement"
OBJECT = "object"
QUEUE_MANAGER = "queue-manager"
INI = "ini"
CCDT = "ccdt"
ESTATE = "estate"
RUN = "run"
SCOPES = (DIAGNOSTIC, DOCUMENT, LINE, STATEMENT, OBJECT, QUEUE_MANAGER, INI, CCDT, ESTATE, RUN)


@record
class Dialect:
    """The dialect of one queue manager: its level and platform, each None if it is not declared."""

    level: Level | None
    platform: str | None


# What a statement rule is about, if it is not about the whole command (`Skip.about`)
HEAD = "head"  # verb and object word, and whether a name follows
NAME = "name"  # the name
WORDS = "words"  # words that are repeated or conflict with each other

# Values that a line rule distinguishes by their length only (`Skip.alike`)
ALIKE_NAMES = "names"  # letters, digits, full stops and slashes
ALIKE_TEXTS = "texts"  # these, and blanks and a few more characters in quotation marks


class Skip:
    """What a rule does not depend on, and hence when the engine need not run it. Everything is optional.

    The contract: without it the engine would find the same, only later. `tests/engine/test_skipping.py`
    compares the two. A wrong declaration loses findings without any message.

    `given` (statement, object): there is a finding only if the command sets one of these attributes to more
    than a blank, or a script sets it for the object, or the object may have it from another one by LIKE.

    `reads` (statement, object): the verdict depends on nothing but these attributes, the type with its
    subtype, whether there is a name, and, for an object, whether that begins with `SYSTEM.`. A clean verdict
    applies to everything in the queue manager with equal words for these attributes.

    `about` (statement): what the rule is about, if not about the whole command. HEAD: a clean verdict applies
    to all commands that begin with the same words. NAME: nothing is found for a name that is short enough, in
    capitals or in quotation marks, not reserved, and made of the letters of names. WORDS: nothing is found if
    no attribute is set twice and at most one word is not an attribute.

    `kinds` (line): there is a finding only for attributes of these kinds of the catalogue, such as `integer`.

    `values` (line): the kinds of attributes on whose value the verdict depends; () if it never does, None if
    it always may. For the others it is enough whether there are parentheses, and whether these are empty.

    `alike` (line): values that are names (ALIKE_NAMES) or texts (ALIKE_TEXTS), without placeholders, doubled
    quotation marks and further values, differ in nothing but their length: a clean one makes all clean that
    are not longer.
    """

    __slots__ = ("about", "alike", "given", "kinds", "reads", "values")

    def __init__(
        self,
        given: tuple[str, ...] = (),
        reads: tuple[str, ...] | None = None,
        about: str = "",
        kinds: tuple[str, ...] = (),
        values: tuple[str, ...] | None = None,
        alike: str = "",
    ) -> None:
        self.given: Final = given
        self.reads: Final = reads
        self.about: Final = about
        self.kinds: Final = kinds
        self.values: Final = values
        self.alike: Final = alike


NEVER = Skip()


@record
class Declared:
    """A function with what its decorator declares."""

    code: str
    check: Check
    keywords: tuple[str, ...]
    skip: Skip


# of the modules imported so far, by code
DECLARED: dict[str, Declared] = {}


def rule(code: str, keywords: tuple[str, ...] = (), skip: Skip = NEVER) -> Callable[[F], F]:
    """Declare that a function is the rule of the page with this code.

    `keywords` limits a line rule to parameters with these keywords; () means all. `skip` is for speed only.
    Scope and object types are those of the page. Raises ValueError for a code that another function has.
    """

    def declare(check: F) -> F:
        earlier = DECLARED.get(code)
        if earlier is not None and _full_name(earlier.check) != _full_name(check):
            raise ValueError(f"{code} is both {_full_name(earlier.check)} and {_full_name(check)}")
        DECLARED[code] = Declared(code, check, keywords, skip)
        return check

    return declare


def _full_name(check: Check) -> str:
    return f"{check.__module__}.{check.__qualname__}"


@record
class Rule:
    """A rule as the engine runs it: what its page and its function declare.

    `types` are object types (`CHANNEL/SVRCONN`) or kinds of ini files that the rule is about; () means all.
    For a `diagnostic` rule they are kinds of diagnostics.
    """

    code: str
    scope: str
    check: Check
    types: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    skip: Skip = NEVER

    def takes(self, key: str) -> bool:
        """Whether the rule is about a type: `CHANNEL` in `types` includes `CHANNEL/SVRCONN`."""
        return not self.types or key in self.types or key.partition("/")[0] in self.types


# What a rule function yields: a place and texts. The engine adds code, severity and references.


@record
class Hit:
    """One thing that a rule found.

    `note` and `help` are for texts that depend on values; without them the finding has those of the page.
    `severity` and `confidence` override those of the page, for example "info" if the files are not known to
    be the whole queue manager; None means the page's own. A severity above the one that the profile gives the
    rule has no effect. `attribute` is the keyword or key that the finding is about: part of its fingerprint.
    """

    place: Place
    message: str
    note: str = ""
    help: str = ""
    object: ObjectName | None = None
    attribute: str = ""
    severity: str | None = None
    confidence: str | None = None
    impact: Impact | None = None
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


Outcome = Hit | HeldBack  # what a rule yields
