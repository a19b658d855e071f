"""What rules of several families share: fixes, positions, suggestions, names in messages, differences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from mqtune.engine.rule import Outcome
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.estate.words import QUEUE
from mqtune.language import catalogue
from mqtune.language.available import DEPRECATED, NEWER, REMOVED, Level, on_platform, show_level, state
from mqtune.project.settings import ChannelLoad, ClusterLoad, QueueLoad, TopicLoad
from mqtune.syntax.document import QM_INI, has_placeholder
from mqtune.text.editing import Place, Span
from mqtune.text.finding import UNSAFE, Fix, ObjectName, Related
from mqtune.text.messages import plural
from mqtune.text.not_checked import CUT_DUMP, INCOMPLETE, PARTIAL, UNKNOWN_NAMES, HeldBack
from mqtune.text.patterns import whole_number
from mqtune.text.record import record
from mqtune.text.spelling import nearest_ones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.syntax.ini.tree import Entry, IniFile


# Fixes that set an attribute to another value.


def give(object: MqObject, keyword: str, value: str) -> tuple[Fix, ...]:
    """An unsafe fix that sets one attribute; none if the text cannot be edited exactly."""
    from mqtune.estate.rewriting import set_attributes  # only for findings

    edits = set_attributes(object, {keyword: value})
    return (Fix(UNSAFE, f"set {keyword}({value or ' '})", edits),) if edits else ()


# Why a rule cannot report something as missing, or as the default, in a queue manager.


def incomplete(queue_manager: QueueManager) -> HeldBack:
    """Why the files of a queue manager that is not complete are not known to be all of it."""
    if queue_manager.gaps:
        return CUT_DUMP
    if queue_manager.stated_complete:
        return UNKNOWN_NAMES
    return PARTIAL if queue_manager.is_partial else INCOMPLETE


def unless_incomplete(outcomes: Iterable[Outcome], *queue_managers: QueueManager) -> Iterator[Outcome]:
    """The outcomes if all of these queue managers are complete, else for each hit why it is held back."""
    part = next((manager for manager in queue_managers if not manager.complete), None)
    for outcome in outcomes:
        yield outcome if part is None or isinstance(outcome, HeldBack) else incomplete(part)


def is_whole_folder(queue_manager: QueueManager) -> bool:
    """Whether the run read the whole folder of a queue manager, and all of its names are known."""
    walked = queue_manager.project.walked
    sources = [script.document.source for script in queue_manager.scripts]
    return (
        bool(walked)
        and not queue_manager.gaps
        and all(source.path.startswith(walked) for source in sources)
        and queue_manager.folder not in [source.shown for source in sources]  # one of a heap of scripts
        and not queue_manager.has_unknown_names
    )


# Positions of ini entries, and their values as numbers.


def number_of(entry: Entry | None) -> int | None:
    """The value of an entry as a number; None if the entry is missing or not a number."""
    text = entry.value.strip() if entry is not None else ""
    return whole_number(text)


def entry_place(ini: IniFile, entry: Entry) -> Place:
    """The position of the key and value of an entry."""
    return ini.document.place(entry.span)


def stanza_name(stanza: str) -> ObjectName:
    """A stanza as the object of a finding."""
    return ObjectName("STANZA", stanza)


def qm_inis(queue_manager: QueueManager) -> Iterator[IniFile]:
    """The qm.ini of a queue manager and the fragments that are merged into it."""
    return (ini for ini in queue_manager.inis if ini.document.kind == QM_INI)


# Positions of declared loads, and of findings about something that a queue manager lacks.


def load_place(load: TopicLoad | QueueLoad | ClusterLoad | ChannelLoad) -> Place:
    """The line of a declared load."""
    return Place(load.file, Span(load.line, 1, load.line, 2))


def declaration_place(queue_manager: QueueManager) -> Place:
    """The line of the queue manager's table in `mqtune.toml`."""
    line = queue_manager.declaration.line if queue_manager.declaration is not None else 1
    return Place(queue_manager.project.file, Span(line, 1, line, 2))


def queue_manager_place(queue_manager: QueueManager, keyword: str) -> Place | None:
    """The command that sets an attribute of the queue manager, else an ALTER QMGR, else its table in
    `mqtune.toml`, else its first command.
    """
    place = queue_manager.qmgr.place(keyword)
    if place is None and queue_manager.declaration is not None:
        return declaration_place(queue_manager)
    if place is None and queue_manager.statements:
        return queue_manager.statements[0].name_place()
    return place


# The word that was probably intended, and what prevents its use at a level or on a platform.

PLATFORM_NAMES = {
    "zos": "z/OS",
    "multiplatforms": "Multiplatforms",
    "aix-linux-windows": "AIX, Linux and Windows",
    "aix-linux": "AIX and Linux",
    "windows": "Windows",
    "linux": "Linux",
    "ibmi": "IBM i",
    "nonstop": "HP NonStop",
    "openvms": "OpenVMS",
}


@record
class Suggestion:
    """A word, "" if none is close enough, and what prevents its use, "" if nothing does.

    A rule always names the nearest word, but offers it as a fix only if nothing prevents its use: a fix that
    causes another finding would be rejected.
    """

    word: str
    objection: str

    @property
    def writable(self) -> bool:
        """Whether a fix may write the word."""
        return bool(self.word) and not self.objection

    def help(self, kind: str, otherwise: str, name: str = "") -> str:
        """The help text `the closest keyword is STREAMQ, which was introduced in 9.2.3, but the level is
        9.1`.

        `otherwise` is the text without a suggestion. `name` is the usual spelling of the word if that
        differs.
        """
        if not self.word:
            return otherwise
        return f"the {kind} is {name or self.word}" + (f", which {self.objection}" if self.objection else "")


class Known(Mapping[str, str]):
    """Maps words to what prevents their use, which is worked out only for a word that is looked up."""

    __slots__ = ("_objection", "_words")

    def __init__(self, words: Collection[str], objection: Callable[[str], str]) -> None:
        self._words = words
        self._objection = objection

    def __getitem__(self, word: str) -> str:
        return self._objection(word)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def suggest(word: str, known: Mapping[str, str]) -> Suggestion:
    """The word nearest to a misspelt one. `known` maps all words to what prevents their use."""
    close = nearest_ones(word, known)
    if len(close) > 1:
        close = nearest_ones(word, [candidate for candidate, objection in known.items() if not objection])
    return Suggestion(close[0], known[close[0]]) if len(close) == 1 else Suggestion("", "")


def platform_name(word: str) -> str:
    """The usual name of a platform or a family of platforms."""
    return PLATFORM_NAMES.get(word, word)


def unavailable(
    level: Level | None,
    platform: str | None,
    introduced: Level | None = None,
    deprecated: Level | None = None,
    removed: Level | None = None,
    platforms: str = "all",
) -> str:
    """Why a word cannot be used at a level and on a platform, "" if it can:
    `was introduced in 9.2.3, but the level is 9.1`.
    """
    fate = state(introduced, deprecated, removed, level)
    if fate == NEWER:
        return introduced_later(introduced, level)
    if fate in (REMOVED, DEPRECATED):
        return withdrawn(fate, deprecated, removed)
    if on_platform(platforms, platform) is False:
        return only_on(platforms, platform)
    return ""


def introduced_later(introduced: Level | None, level: Level | None) -> str:
    """`was introduced in 9.2.3, but the level is 9.1`."""
    return f"was introduced in {show_level(introduced or ())}, but the level is {show_level(level or ())}"


def withdrawn(fate: str, deprecated: Level | None, removed: Level | None) -> str:
    """`has been deprecated since 9.2`, or `was removed in 9.3` if the fate is REMOVED."""
    if fate == REMOVED:
        return f"was removed in {show_level(removed or ())}"
    return f"has been deprecated since {show_level(deprecated or ())}"


def only_on(platforms: str, platform: str | None) -> str:
    """`is valid only on z/OS, but the platform is Linux`."""
    return f"is valid only on {platform_name(platforms)}, but the platform is {platform_name(platform or '')}"


# What a command with a mistake was probably meant to set, so that one mistake is not reported twice.


def meant(statement: Statement) -> set[str]:
    """The keywords that the unknown words of a command come closest to, or are values of, which CAT005
    suggests.
    """
    known = catalogue.parameters(str(statement.verb), str(statement.type))
    words = [parameter.keyword for _, parameter in statement.command.words()]
    unknown = [word for word in words[2:] if word not in known]
    if not unknown:
        return set()  # as of most commands
    holders = {
        keyword for keyword, attribute in known.items() if any(word in attribute.values for word in unknown)
    }
    return {suggest(word, dict.fromkeys(known, "")).word for word in unknown} | holders


def may_hide(statement: Statement, keyword: str) -> bool:
    """Whether a mistake may hide that a command contains a keyword: its misspelling, or an error in the form
    of the command, such as a missing parenthesis.
    """
    return not statement.command.intact or keyword in meant(statement)


def may_have(object: MqObject, keyword: str) -> bool:
    """Whether a mistake may hide that a script sets an attribute of an object."""
    return any(may_hide(statement, keyword) for statement in object.statements)


def has_wrong_value(statement: Statement, keyword: str) -> bool:
    """Whether the value of a keyword in a command is not one of the allowed ones, which CAT015 reports."""
    attribute = catalogue.parameter(str(statement.verb), str(statement.type), keyword)
    value = statement.text(keyword)
    return attribute is not None and bool(attribute.values) and value != "" and value not in attribute.values


# The names of objects in findings of the REF and RUN families.

# the product and its own scripts create more SYSTEM objects than any list contains; AMQ. is dynamic
MADE_ELSEWHERE = ("SYSTEM.", "AMQ.", "CSQ")
WORDS = {QUEUE: "queue", "CLNTCONN": "client channel", "AUTHINFO": "authentication information object"}
PART = (
    "the files may be only part of the queue manager; `--complete`, or `complete = true` in mqtune.toml, "
    "declares that they are complete"
)


def kind_of(space: str) -> str:
    """What the objects of a name space are called in a message."""
    return WORDS.get(space, space.lower())


def called(object: MqObject, queue_manager: QueueManager) -> str:
    """What an object is called in a message."""
    if object.type == "QMGR":
        return f"queue manager {queue_manager.name}" if queue_manager.name else "the queue manager"
    return f"{object.type}({object.name})"


def object_name(object: MqObject, queue_manager: QueueManager) -> ObjectName:
    """The object of a finding."""
    return ObjectName(object.type, object.name or queue_manager.name or "")


def quoted(name: str) -> str:
    """A name as MQSC accepts it: in quotation marks if it is not folded to itself."""
    return name if name == name.upper() and " " not in name else f"'{name}'"


def defined_here(object: MqObject | None, keyword: str = "") -> tuple[Related, ...]:
    """The position of an object, or of one of its attributes, as a second position of a finding."""
    place = object.place(keyword) if object is not None else None
    if object is None or place is None:
        return ()
    is_manager = object.type == "QMGR"
    text = f"{keyword} is set here" if is_manager else f"{object.type}({object.name}) is defined here"
    return (Related(place, text),)


def earlier_here(statement: Statement | None, words: str) -> tuple[Related, ...]:
    """The position of an earlier statement as a second position of a finding."""
    return (Related(statement.name_place(), words),) if statement is not None else ()


# What differs between the definitions of one object on several queue managers.


def differing(first: MqObject, second: MqObject, keywords: Iterable[str]) -> list[str]:
    """The attributes of which both values are known and are not the same."""
    return [keyword for keyword in keywords if differs(first.value(keyword), second.value(keyword))]


def differs(value: str | None, reference: str | None) -> bool:
    """Whether two known values are not the same."""
    if value is None or reference is None or has_placeholder(value) or has_placeholder(reference):
        return False
    return value != reference


def and_more(different: Sequence[str]) -> str:
    """What a message about the first of some attributes says about the rest; "" if there is none."""
    count = len(different) - 1
    return f"; {plural(count, 'more attribute')} differ{'s' * (count == 1)}" if count > 0 else ""
