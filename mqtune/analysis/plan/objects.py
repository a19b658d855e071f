"""The changes of objects: every attribute whose effective value differs, with its cause."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.flow.needed_loads import full_topic
from mqtune.analysis.plan.model import (
    ALTER,
    CREATE,
    DEFAULT,
    DELETE,
    LIKE,
    NAMED,
    NOWHERE,
    REFUSED,
    RESET,
    RUN,
    UNCERTAIN,
    AttributeChange,
    Change,
    Side,
    Source,
)
from mqtune.analysis.plan.product import is_product_value
from mqtune.analysis.plan.risk import (
    BREAKS,
    CLOSES,
    DESTROYS,
    DISRUPTS,
    OPENS,
    RESETS,
    UNKNOWN,
    differ_by_mask,
    effect_of,
    in_order,
    is_secret,
    rights_of,
    set_keywords,
    value_of,
)
from mqtune.analysis.query.items import in_comments
from mqtune.analysis.topology.references import unmet_references
from mqtune.estate.events import EventKind
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import DEFAULT as FROM_DEFAULT
from mqtune.estate.objects import GIVEN, IDENTITY, MqObject
from mqtune.estate.objects import LIKE as FROM_LIKE
from mqtune.estate.records import INBOUND, admits_anyone
from mqtune.estate.workload import cluster_names
from mqtune.language import catalogue
from mqtune.syntax.document import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.text.editing import Place

OPTIONS = frozenset({"FORCE", "ACTION"})  # of a command, not attributes of an object
DISPOSITION = "QSGDISP"  # on z/OS, which definition of a name a command is about
HOLDING = ("QLOCAL",)  # types that hold messages
CLIENT_CHANNELS = ("SVRCONN",)
LOST_WITH_IT = "DELETE fails while it holds messages; with PURGE they are lost"
LEAVES = (
    "the queue manager leaves cluster {0}: SUSPEND QMGR CLUSTER({0}) first, and delete it only when the full "
    "repositories no longer show the queue manager"
)
LEFT_ALONE = "running the new files alone leaves it in place"
REFUSED_ALONE = "running the new files alone does not change {}: DEFINE {} is rejected"
MADE_AGAIN = "the new files delete it and define it again"
STAYS = "running the new files alone does not change {}"
SEQUENCE = "run RESET CHANNEL({}) SEQNUM(1) at both ends before it starts again (ALTER CHANNEL, q085170_)"
AGAIN = "the script deletes it and defines it again"
NOT_ALTERABLE = "cannot be altered: it has to be deleted and defined again"


class Comparison:
    """Two states of one queue manager. `is_drift` means that a difference which only the product made does
    not count, as one side is a dump and the other one is not; `alone`, that notes state what the new files
    do not do if they are run.
    """

    def __init__(
        self,
        old: QueueManager,
        new: QueueManager,
        sides: tuple[Side, Side],
        script: bool,
        alone: bool = False,
    ) -> None:
        self.alone = alone and not sides[1].is_dump
        self.old = old
        self.new = new
        self.old_side, self.new_side = sides
        self.is_script = script
        self.is_drift = self.old_side.is_dump != self.new_side.is_dump and not script
        self.of_dumps = self.old_side.is_dump and self.new_side.is_dump and not script
        events = new.events if self.alone else ()
        self.made_again = {id(event.object) for event in events if event.kind == EventKind.RECREATED}
        self.same_product = (old.level, old.platform) == (new.level, new.platform)

    def source(self, place: Place | None, old: bool = False) -> Source:
        """A position as displayed."""
        if place is None:
            return NOWHERE
        side = self.old_side if old else self.new_side
        return Source(side.shown(place.file), place.span.line)


def same_text(old: MqObject, new: MqObject) -> bool:
    """Whether two objects are defined by one command with the same words, so that nothing can differ."""
    if old.base is not None or new.base is not None or old.carried is not None or new.carried is not None:
        return False
    if len(old.statements) != 1 or len(new.statements) != 1:
        return False
    first, second = old.statements[0], new.statements[0]
    if first.verb != second.verb or len(first.lines) != len(second.lines) or old.type != new.type:
        return False
    return all(
        old_line is new_line or old_line.text.rstrip("\r\n") == new_line.text.rstrip("\r\n")
        for old_line, new_line in zip(first.lines, second.lines, strict=True)
    )


def written_differently(old: MqObject, new: MqObject) -> set[str]:
    """The attributes that scripts set on either object, except those that both set to the same text."""
    if len(old.statements) != 1 or len(new.statements) != 1:
        return set_keywords(old) | set_keywords(new)
    if old.base or new.base or old.carried or new.carried:
        return set_keywords(old) | set_keywords(new)
    first, second = old.statements[0], new.statements[0]
    mine, theirs = set(first.layout.attributes), set(second.layout.attributes)
    keywords = mine ^ theirs
    for keyword in mine & theirs:
        word, counterpart = first.word(keyword), second.word(keyword)
        assert word is not None
        assert counterpart is not None
        if word.text != counterpart.text or (word.text is None and word.keyword != counterpart.keyword):
            keywords.add(keyword)
    return keywords


def changed_attributes(old: MqObject, new: MqObject, comparison: Comparison) -> list[AttributeChange]:
    """The attributes whose effective values differ, by keyword."""
    if same_text(old, new):
        return []
    keywords = written_differently(old, new) - OPTIONS
    if comparison.same_product and old.defaults is not new.defaults:
        keywords |= {
            word
            for word in {*old.defaults, *new.defaults}
            if old.defaults.get(word) != new.defaults.get(word)
        }
    attributes = []
    for keyword in sorted(keywords):
        before, after = value_of(old, keyword), value_of(new, keyword)
        if before != after and not _is_same(old, new, keyword, before, after, comparison):
            attributes.append(changed(old, new, keyword, before, after, comparison))
    return attributes


def _is_same(
    old: MqObject, new: MqObject, keyword: str, before: str | None, after: str | None, comparison: Comparison
) -> bool:
    """Whether two different values mean the same, or are not a change."""
    if (after is None and not new.defined) or (before is None and after == ""):
        return True  # the new files only alter it, and leave this attribute as it is
    if after is None and old.subtype != new.subtype:
        return True  # the new subtype does not have the attribute
    if after is None and before == "":
        return True
    if not comparison.same_product or comparison.is_drift:
        silent_new, silent_old = not is_set(new, keyword), not is_set(old, keyword)
        if silent_new and _is_default(old, keyword, before):
            return True
        if silent_old and _is_default(new, keyword, after):
            return True
    if differ_by_mask(keyword, before, after):
        return True
    if comparison.is_drift:
        dump, scripted = (old, new) if comparison.old_side.is_dump else (new, old)
        if not is_set(scripted, keyword) and is_product_value(dump, keyword):
            return True
    return False


def _is_default(object: MqObject, keyword: str, value: str | None) -> bool:
    default = object.defaults.get(keyword)
    return value is None or (default is not None and value == default)


def is_set(object: MqObject, keyword: str) -> bool:
    """Whether a script set the attribute, on the object or on one that it is based on."""
    if object.base is None and object.carried is None:
        return object.is_given(keyword)
    return keyword in set_keywords(object)


def changed(
    old: MqObject, new: MqObject, keyword: str, before: str | None, after: str | None, comparison: Comparison
) -> AttributeChange:
    """One attribute that changes, with its cause and its effect."""
    cause, source = cause_of(old, new, keyword, comparison)
    effect = effect_of(new.type, keyword, before, after, new.subtype)
    classes, unknown = effect.classes, after is None or has_placeholder(after)
    if unknown:
        classes = (UNKNOWN,)
    if cause == RESET:
        classes = in_order((*classes, RESETS))
    earlier = comparison.source(old.origin(keyword).place(), old=True)
    return AttributeChange(
        keyword, before, after, cause, source, earlier, classes, effect.when,
        is_intended(old, new, keyword), is_secret(keyword, before, after), unknown,
    )  # fmt: skip


def is_intended(old: MqObject, new: MqObject, keyword: str) -> bool:
    """Whether both values come from the same position of one template, so that only its values differ."""
    first, second = old.origin(keyword).place(), new.origin(keyword).place()
    if first is None or second is None:
        return False
    return (first.file, first.span.line) == (second.file, second.span.line)


def cause_of(old: MqObject, new: MqObject, keyword: str, comparison: Comparison) -> tuple[str, Source]:
    """Why the new value applies, and the text that causes it."""
    origin = new.origin(keyword)
    at = comparison.source(origin.place() or new.place())
    if origin.kind == GIVEN:
        return NAMED, at
    if origin.kind == FROM_LIKE:
        return LIKE, at
    if origin.statement is not None or not new.statements:
        return DEFAULT, at
    defining = new.statements[0]
    replaces = defining.verb == "DEFINE" and defining.has("REPLACE")
    if replaces and is_set(old, keyword):
        return RESET, comparison.source(defining.name_place())
    return DEFAULT, comparison.source(defining.name_place())


def created(new: MqObject, comparison: Comparison) -> Change:
    """An object that only the new state has, with what is set on it."""
    change = Change(
        comparison.new, new.type, new.name, CREATE, comparison.source(new.place()), subtype=new.subtype
    )
    for keyword in sorted(set_keywords(new) - OPTIONS):
        after = value_of(new, keyword)
        origin = new.origin(keyword)
        if after is None or (comparison.new_side.is_dump and after == new.defaults.get(keyword)):
            change.hidden += 1
            continue
        cause = {GIVEN: NAMED, FROM_LIKE: LIKE, FROM_DEFAULT: DEFAULT}[origin.kind]
        unknown = has_placeholder(after)
        change.attributes.append(
            AttributeChange(
                keyword,
                None,
                after,
                cause,
                comparison.source(origin.place()),
                classes=(UNKNOWN,) if unknown else ("safe",),
                secret=is_secret(keyword, after),
                unknown=unknown,
            )
        )
    if new.subtype in CLIENT_CHANNELS and admits_anyone(
        comparison.new.channel_records, new.name, new.subtype
    ):
        change.more = (OPENS,)
        change.notes.append("clients from any address may connect to it")
    note_rights(change, new)
    if not new.defined:
        change.action = ALTER
        change.notes.append("the files only alter it, so its other attributes are unknown")
    if new.placeholder:
        change.action = UNCERTAIN
        change.notes.append("its name contains a placeholder for which there is no value")
    elif new.like_name and new.defaults == {} and new.base is None:
        change.action = UNCERTAIN
        change.notes.append(f"LIKE({new.like_name}) is not in the files, so its attributes are unknown")
    return change


def note_rights(change: Change, new: MqObject) -> None:
    """Classify a change that lets others act with the rights of the queue manager."""
    values = {
        attribute.name: attribute.after
        for attribute in change.attributes
        if attribute.after and not attribute.unknown
    }
    note = rights_of(new.type, values)
    if note:
        change.more = (*change.more, OPENS)
        change.notes.append(note)


def deleted(old: MqObject, comparison: Comparison) -> Change:
    """An object that only the old state has."""
    earlier = comparison.source(old.place(), old=True)
    change = Change(comparison.new, old.type, old.name, DELETE, earlier, earlier, subtype=old.subtype)
    change.more = (DESTROYS,)
    if old.type == "CHANNEL" and old.subtype in INBOUND:
        change.more = (DESTROYS, CLOSES)
    change.notes += [LEAVES.format(name) for name in left_clusters(old, comparison)]
    if old.type == "POLICY":
        change.more = (DESTROYS, OPENS)
        change.notes.append("messages on the queue are no longer protected")
    change.notes += [LEFT_ALONE] * comparison.alone
    if old.type in HOLDING:
        change.notes.append(LOST_WITH_IT)
        depth = in_comments(old).get("CURDEPTH", "0")
        if depth.isdigit() and depth.strip("0"):
            change.notes.append(f"CURDEPTH({depth}) when the dump was made")
    if not old.defined:
        change.action, change.more = UNCERTAIN, ()
        change.notes = ["the old files only alter it, and the new ones no longer do: nothing is undone"]
    if old.placeholder:
        change.action, change.more = UNCERTAIN, ()
        change.notes = ["its name contains a placeholder for which there is no value"]
    return change


def left_clusters(old: MqObject, comparison: Comparison) -> list[str]:
    """The clusters that the queue manager leaves with a cluster receiver, which is the last one for each."""
    if old.type != "CHANNEL" or old.subtype != "CLUSRCVR":
        return []
    kept = {
        name
        for channel in comparison.new.of_type("CHANNEL", "CLUSRCVR")
        for name in cluster_names(channel, comparison.new)
    }
    return [name for name in cluster_names(old, comparison.old) if name not in kept]


def altered(old: MqObject, new: MqObject, comparison: Comparison) -> Change | None:
    """An object of one type that both states have; None if it stays as it is."""
    attributes = [*changed_attributes(old, new, comparison), *moved_subscription(old, new, comparison)]
    if not attributes:
        return None
    change = Change(
        comparison.new, new.type, new.name, ALTER, comparison.source(new.place()),
        comparison.source(old.place(), old=True), new.subtype, attributes=attributes,
    )  # fmt: skip
    change.hidden = max(0, len(new.keywords()) - len(attributes))
    fixed = [
        attribute.name for attribute in attributes if not can_alter(new.type, attribute.name, new.subtype)
    ]
    if comparison.alone:
        change.notes += run_alone(new, attributes, fixed, comparison)
    if all(attribute.unknown for attribute in attributes):
        change.action = UNCERTAIN
    if fixed:
        change.recreated = True
        change.more = (DESTROYS,)
        change.notes.append(f"{', '.join(fixed)} {NOT_ALTERABLE}")
    if any(DISRUPTS in attribute.classes for attribute in attributes) and not change.recreated:
        change.notes.append(SEQUENCE.format(new.name))
    note_rights(change, new)
    if change.recreated and new.type in HOLDING:
        change.notes.append(LOST_WITH_IT)
    return change


def run_alone(
    new: MqObject, attributes: list[AttributeChange], fixed: list[str], comparison: Comparison
) -> Iterator[str]:
    """Which of the changes the new files do not make if they are run on the old state."""
    first = new.statements[0] if new.statements else None
    if first is None or first.verb != "DEFINE":
        forgotten = ", ".join(attribute.name for attribute in attributes if attribute.cause == DEFAULT)
        if forgotten:
            yield STAYS.format(forgotten)
    elif id(new) in comparison.made_again:
        yield MADE_AGAIN
    elif fixed or not first.has("REPLACE"):
        done = [attribute.name for attribute in attributes if is_altered_by_command(new, attribute.name)]
        left = [attribute.name for attribute in attributes if attribute.name not in done]
        if left:
            what = ", ".join(left) if done else "it"
            yield REFUSED_ALONE.format(what, "REPLACE" if first.has("REPLACE") else "without REPLACE")


def is_altered_by_command(object: MqObject, keyword: str) -> bool:
    """Whether ALTER gives an attribute its value."""
    statement = object.origin(keyword).statement
    return statement is not None and statement.verb == "ALTER"


def moved_subscription(old: MqObject, new: MqObject, comparison: Comparison) -> Iterator[AttributeChange]:
    """The topic string of a subscription that differs only because that of its topic object does: an existing
    subscription stays on the old one.
    """
    if (
        new.type != "SUB"
        or comparison.is_script
        or comparison.old_side.is_dump
        or comparison.new_side.is_dump
    ):
        return
    topic, before = new.text("TOPICOBJ"), full_topic(comparison.old, old)
    after = full_topic(comparison.new, new)
    same = all(old.text(keyword) == new.text(keyword) for keyword in ("TOPICOBJ", "TOPICSTR"))
    if same and before and after and before != after:
        source = comparison.source(comparison.new.objects["TOPIC", topic].place("TOPICSTR"))
        yield AttributeChange("TOPICSTR", before, after, NAMED, source)


def can_alter(type: str, keyword: str, subtype: str) -> bool:
    """Whether ALTER can change an attribute."""
    if keyword in (catalogue.subtype_keyword(type), DISPOSITION, *IDENTITY.get(type, ())):
        return False
    if type in ("QMGR", "POLICY"):
        return True
    attribute = catalogue.attribute(type, keyword)
    return attribute is None or ("ALTER" in attribute.settable and attribute.alterable)


def broken_references(comparison: Comparison, changes: list[Change]) -> None:
    """Mark deleted objects to which the new state still refers, and objects that now name nothing."""
    by_name = {
        (
            change.type,
            "" if change.type == "QMGR" else change.name,
        ): change  # as the object of the queue manager is named
        for change in changes
        if change.action not in (REFUSED, RUN)
    }
    before = {
        (reference.source.type, reference.source.name, reference.keyword, reference.name)
        for reference in comparison.old.derived(unmet_references)
    }
    for reference in comparison.new.derived(unmet_references):
        source = reference.source
        if (source.type, source.name, reference.keyword, reference.name) in before:
            continue
        was = comparison.old.find(reference.space, reference.name)
        if was is not None:
            gone = by_name.get((was.type, was.name))
            if gone is not None and gone.action == DELETE:
                gone.more = (*gone.more, BREAKS)
                label = "the queue manager" if source.type == "QMGR" else f"{source.type}({source.name})"
                gone.notes.append(f"{label} still names it as {reference.keyword}")
        elif comparison.new.complete:
            change = by_name.get((source.type, source.name))
            if change is not None:
                change.more = (*change.more, BREAKS)
                change.notes.append(f"{reference.keyword}({reference.name}) is not defined")
