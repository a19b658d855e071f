"""The commands of a plan that are not to run as they are: those that would be rejected or would break
something, and those that would leave more access than before without them.
"""

from __future__ import annotations

from collections import Counter

from mqtune.analysis.plan.effective import EITHER
from mqtune.analysis.plan.model import ALTER, CREATE, UNCERTAIN, Change, HeldCommand, QueueManagerPlan, Step
from mqtune.analysis.plan.mqsc import attribute_text
from mqtune.analysis.plan.risk import BREAKS, CLOSES, FAILS, OPENS
from mqtune.analysis.topology.references import references_of
from mqtune.estate.records import INBOUND
from mqtune.estate.words import name_space
from mqtune.language.access import effect_of_change
from mqtune.syntax.document import has_placeholder
from mqtune.text.messages import printable
from mqtune.text.patterns import asterisks_match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Key = tuple[str, str]

PROTECTION = ("guard", "identity", "strength")  # kinds of effects
CONTINUED = " +\n       "
RECORDS = ("CHLAUTH", "AUTHREC", "POLICY")
RESETTING = "run RESET CHANNEL"  # the beginning of a note on what follows
UNDEFINED = " is not defined"  # the end of a note on a name


def hold_back(part: QueueManagerPlan) -> None:
    """Divide the commands of one queue manager into those that may run as they are, and those that do not."""
    commands = parted(part)
    part.applied = [command for command in commands if isinstance(command, str)]
    part.held = [command for command in commands if isinstance(command, HeldCommand)]


def parted(part: QueueManagerPlan) -> list[str | HeldCommand]:
    """The commands of one queue manager in their order, with those that are held back."""
    reasons = held_changes(part)
    commands: list[str | HeldCommand] = []
    for step in part.steps:
        reason = reasons.get(id(step.change))
        if reason is not None:
            commands.append(HeldCommand(step.command, reason))
        else:
            commands += without_breaking(step)
    return commands


def held_changes(part: QueueManagerPlan) -> dict[int, str]:
    """Why changes are held back completely, by the identity of the change."""
    changes = list({id(step.change): step.change for step in part.steps}.values())
    counts = Counter(id(step.change) for step in part.steps)
    reasons = {id(change): why for change in changes if (why := reason_of(change, counts[id(change)] > 1))}
    references = {id(change): referred(change, part) for change in changes}
    unwritten = [change for change in part.changes if change.type == "CHLAUTH" and change.action == UNCERTAIN]
    more = True
    while more:
        held = [change for change in changes if id(change) in reasons]
        blocked = {key_of(change): change for change in held if change.type not in RECORDS}
        restrictions = [*unwritten, *(change for change in held if CLOSES in change.classes)]
        more = False
        for change in changes:
            if id(change) in reasons:
                continue
            why = depends(change, references[id(change)], blocked, restrictions)
            if why:
                reasons[id(change)], more = why, True
    return reasons


def reason_of(change: Change, is_divided: bool) -> str:
    """Why a change itself is held back; "" if it is not, or only some of its attributes are: not of a change
    that takes several commands, since they depend on one another.
    """
    if FAILS in change.classes:
        return explained(change, "the queue manager would reject it")
    breaking = breaking_attributes(change)
    undefined = [note for note in change.notes if note.endswith(UNDEFINED)]
    if BREAKS in change.more and not (change.action == ALTER and len(breaking) >= len(undefined) > 0):
        return explained(change, "something still refers to it")
    unknown = [
        attribute.name
        for attribute in change.attributes
        if attribute.unknown or has_placeholder(attribute.after or "")
    ]
    missing = [name for name in unknown if protects(change.type, name)]
    if missing and opens(change):
        return f"without {', '.join(missing)}, whose value is not known, it would give more access"
    if breaking and (is_divided or change.action != ALTER):
        return f"breaks: {', '.join(breaking)}"
    return ""


def protects(type: str, keyword: str) -> bool:
    """Whether an attribute decides who has access."""
    return effect_of_change(type, keyword)[0] in PROTECTION


def breaking_attributes(change: Change) -> list[str]:
    """The attributes of a change that break something: by their values, because they name nothing, or because
    the queue manager rejects them without another one that does.
    """
    names = [
        attribute.name
        for attribute in change.attributes
        if BREAKS in attribute.classes or f"{attribute.name}({attribute.after}){UNDEFINED}" in change.notes
    ]
    together = {name for pair in EITHER if {*pair} & {*names} for name in pair}
    return [
        attribute.name
        for attribute in change.attributes
        if attribute.name in names or attribute.name in together
    ]


def explained(change: Change, otherwise: str) -> str:
    """The notes of a change that explain it."""
    signs = ("would reject", "still names it", "is not defined", "leaves cluster")
    notes = [note for note in change.notes if any(sign in note for sign in signs)]
    return "; ".join(dict.fromkeys(notes)) or otherwise


def key_of(change: Change) -> Key:
    """The name space and the name of a changed object."""
    return name_space(change.type, change.subtype), change.name


def referred(change: Change, part: QueueManagerPlan) -> set[Key]:
    """The objects that the new definition of a changed object names."""
    if change.type in RECORDS or part.new is None or change.action not in (CREATE, ALTER):
        return set()
    object = part.new.objects.get(("QMGR", "") if change.type == "QMGR" else key_of(change))
    return (
        {(reference.space, reference.name) for reference in references_of(object, part.new)}
        if object is not None
        else set()
    )


def depends(change: Change, names: set[Key], blocked: dict[Key, Change], restrictions: list[Change]) -> str:
    """Why a change is held back because others are; "" if it does not depend on them."""
    if change.type not in RECORDS and key_of(change) in blocked:
        return "another command for this name is held back"
    for key in sorted(names):
        if key in blocked and blocked[key].action == CREATE:
            return f"it names {blocked[key].title}, which is held back"
    if opens(change):
        for restriction in restrictions:
            if are_related(restriction, change):
                return f"without {restriction.title}, which is not written, it would give more access"
    return ""


def opens(change: Change) -> bool:
    """Whether a change gives access, or makes a channel to which partners connect."""
    is_made = change.action == CREATE or change.recreated
    return OPENS in change.classes or (change.type == "CHANNEL" and change.subtype in INBOUND and is_made)


def are_related(restriction: Change, change: Change) -> bool:
    """Whether a restriction may be about the access that a change gives: channel names can exclude it."""
    if restriction.type not in ("CHLAUTH", "CHANNEL") or change.type not in ("CHLAUTH", "CHANNEL"):
        return True
    restricted, changed = restriction.name, change.name
    if has_placeholder(restricted) or has_placeholder(changed):
        return True
    return (
        asterisks_match(restricted, changed)
        or asterisks_match(changed, restricted)
        or ("*" in restricted and "*" in changed)
    )


def without_breaking(step: Step) -> Iterator[str | HeldCommand]:
    """A command, as two if only some of its attributes break something."""
    change = step.change
    names = breaking_attributes(change) if change.action == ALTER else ()
    breaking = {
        attribute_text(change.type, attribute.name, attribute.after or ""): attribute.name
        for attribute in change.attributes
        if attribute.name in names
    }
    words = split_words(step.command)
    held = [word for word in words if word in breaking]
    if not held:
        yield step.command
        return
    texts = {
        attribute_text(change.type, attribute.name, attribute.after or "") for attribute in change.attributes
    }
    head = [word for word in words if word not in texts]
    kept = [word for word in words if word in texts and word not in breaking]
    if kept:
        yield " ".join([*head, *kept])
    yield HeldCommand(" ".join([*head, *held]), f"breaks: {', '.join(breaking[word] for word in held)}")


def script_text(part: QueueManagerPlan) -> str:
    """The commands as a script, one attribute a line, with what is held back or not included as comments."""
    commands = parted(part)
    count = sum(isinstance(command, str) for command in commands)
    held = len(commands) - count
    counted = f"{part.label}: {count} command{'s' * (count != 1)}{f', {held} held back' if held else ''}"
    lines = [
        comment(counted),
        *map(comment, (*part.gaps, *part.order_notes)),
        *(comment(f"not included: {text}") for text in part.left_out),
        *(
            comment(f"afterwards {note}")
            for change in part.changes
            for note in change.notes
            if note.startswith(RESETTING)
        ),
    ]
    for command in commands:
        if isinstance(command, str):
            lines.append(folded(command) + "\n")
        else:
            lines += [
                comment(f"held back: {' '.join(command.reason.split())}"),
                comment(f"  {command.command}"),
            ]
    return "".join(lines)


def comment(text: str) -> str:
    """A comment of one line, whatever a name in it contains."""
    return f"* {printable(text)}\n"


def folded(command: str) -> str:
    """A command with every attribute after the name on a line of its own."""
    words = split_words(command)
    return CONTINUED.join([" ".join(words[:2]), *words[2:]])


def split_words(command: str) -> list[str]:
    """The words of a command, each with its parentheses."""
    words: list[str] = []
    depth, quoted, start = 0, False, 0
    for at, character in enumerate(command + " "):
        if character == "'":
            quoted = not quoted
        elif not quoted and character in "()":
            depth += 1 if character == "(" else -1
        elif character == " " and not quoted and not depth:
            words.append(command[start:at])
            start = at + 1
    return words
