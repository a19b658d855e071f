"""Changes as edits of the files they concern, if the edits can be exact, and as text: MQSC, lines for qm.ini.

Both forms of text are idempotent: running or merging them a second time changes nothing. No file is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from shlex import quote

from mqtune.analysis.tune.advice import DEFINE, Change, Setting, Tuned, Tuning, Why
from mqtune.estate.rewriting import add_command, mqsc_value, qm_ini, set_attributes, set_ini
from mqtune.text.editing import Edit, Span, apply_edits, overlap
from mqtune.text.messages import printable, wrapped
from mqtune.text.record import record

# Changes as text, each preceded by its rationale as comments.

WIDTH = 100
CONTINUATION = " +\n      "


def command(change: Change) -> str:
    """The MQSC command of a change."""
    words = [f"{change.verb} {change.type}({mqsc_value(change.name)})"]
    if change.subtype:
        words[0] += f" CHLTYPE({change.subtype})"
    words += [word(setting) for setting in change.settings]
    if change.verb == DEFINE:
        words.append("REPLACE")
    return CONTINUATION.join(words)


def word(setting: Setting) -> str:
    """One attribute in MQSC."""
    return f"{setting.keyword}({mqsc_value(setting.value)})"


def measure_text(why: Why, queue_manager: str | None) -> str:
    """How to confirm a change: preceded by its experiment, if there is one."""
    if why.measure.experiment:
        where = why.measure.where.format(name=quote(queue_manager or "QM"))
        return f"mqtune experiment run {why.measure.experiment} {where}; {why.measure.words}"
    return why.measure.words


def reasons(why: Why, queue_manager: str | None) -> list[tuple[str, str]]:
    """The rationale of a change, by title."""
    return [
        ("why", why.reason),
        ("effect", why.effect),
        ("risk", why.risk),
        ("restart", "yes, qm.ini is read when the queue manager starts" if why.restart else "no"),
        ("measure", measure_text(why, queue_manager)),
        ("source", f"{why.source}; figures: {why.basis}" if why.basis != "none" else why.source),
    ]


def comments(sign: str, why: Why, queue_manager: str | None) -> Iterator[str]:
    """The rationale as comment lines."""
    for title, text in reasons(why, queue_manager):
        lead = f"{title}:".ljust(9)
        for line in wrapped(printable(text), WIDTH - len(sign) - len(lead) - 1):
            yield f"{sign} {lead}{line}".rstrip()
            lead = " " * len(lead)


def mqsc_snippet(tuning: Tuning) -> str:
    """The changes in MQSC; empty if there are none."""
    blocks = []
    for change in tuning.changes:
        if not change.in_ini:
            lines = [
                *comments("*", change.why, tuning.queue_manager.name),
                command(change),
            ]
            blocks.append("\n".join(lines) + "\n")
    return head("*", tuning) + "\n".join(blocks) if blocks else ""


def ini_snippet(tuning: Tuning) -> str:
    """The changes in qm.ini, stanza by stanza; empty if there are none."""
    stanzas: dict[str, list[str]] = {}
    for change in tuning.changes:
        if change.in_ini:
            lines = stanzas.setdefault(change.name, [])
            reason = comments("#", change.why, tuning.queue_manager.name)
            lines += [f"   {line}" for line in reason]
            lines += [f"   {setting.keyword}={setting.value}" for setting in change.settings]
    body = "".join(f"{name}:\n" + "\n".join(lines) + "\n" for name, lines in stanzas.items())
    return head("#", tuning) + body if body else ""


def notes(sign: str, tuning: Tuning) -> str:
    """What no snippet carries out, as comments: what is held back, what stays open, questions and hints."""
    blocks = [("held back", held.text, held.reason) for held in tuning.held_back]
    blocks += [("open", item["text"], item["reason"]) for item in tuning.open]
    blocks += [("question", question["declare"], question["follows"]) for question in tuning.questions]
    blocks += [("hint", hint["text"], f"{hint['reason']}; {hint['source']}") for hint in tuning.hints]
    lines = [
        f"{sign} {line}".rstrip()
        for title, text, reason in blocks
        for paragraph, indent in ((f"{title}: {printable(text)}", ""), (printable(reason), "  "))
        for line in (f"{indent}{part}" for part in wrapped(paragraph, WIDTH - len(sign) - 3))
    ]
    return "\n".join(lines) + "\n" if lines else ""


def head(sign: str, tuning: Tuning) -> str:
    """The comment that names the queue manager and level of a snippet."""
    queue_manager = tuning.queue_manager
    level = ".".join(map(str, queue_manager.level)) if queue_manager.level else "(level not declared)"
    return f"{sign} {printable(tuning.name)}, IBM MQ {level}: changes for the declared load\n\n"


# Changes as edits.

INEXACT = "the surrounding text cannot be edited exactly; use the snippet"


@dataclass(slots=True)
class LeftOut:
    """A change that no file receives, with the reason."""

    DATA = "queue_manager object reason"

    queue_manager: str
    change: Change
    reason: str

    @property
    def object(self) -> str:
        """What is changed."""
        return str(self.change)


@dataclass(slots=True, eq=False)
class Group:
    """Changes of one object or stanza, carried out by one set of edits."""

    tuning: Tuning
    changes: list[Change]
    edits: tuple[Edit, ...]

    @property
    def mark(self) -> frozenset[tuple[object, str]]:
        """An identity of the edits: equal for two queue managers whose edits are the same."""
        return frozenset((edit.place.key(), edit.content) for edit in self.edits)

    @property
    def files(self) -> set[str]:
        """The shown paths of the files that are edited."""
        return {edit.place.file for edit in self.edits}

    def left_out(self, reason: str) -> list[LeftOut]:
        """All changes of the group, with the reason why no file receives them."""
        return [LeftOut(self.tuning.name, change, reason) for change in self.changes]


def groups(tuning: Tuning) -> list[Group]:
    """The changes of a queue manager, grouped by object or stanza."""
    by_object: dict[tuple[str, str], list[Change]] = {}
    for change in tuning.changes:
        by_object.setdefault((change.type, change.name), []).append(change)
    return [Group(tuning, changes, edits_of(tuning, changes)) for changes in by_object.values()]


def edits_of(tuning: Tuning, changes: list[Change]) -> tuple[Edit, ...]:
    """The edits for the changes of one object or stanza; empty if they cannot be exact."""
    first = changes[0]
    values = {keyword: value for change in changes for keyword, value in change.values.items()}
    if first.in_ini:
        return set_ini(tuning.queue_manager, first.name, values)
    if first.verb == DEFINE:
        edit = add_command(first.behind, command(first)) if first.behind is not None else None
        return (edit,) if edit is not None else ()
    if first.object is None or first.object.placeholder:
        return ()
    return set_attributes(first.object, values)


def tuned_texts(tuned: Tuned, texts: Mapping[str, str]) -> tuple[dict[str, str], list[LeftOut]]:
    """The new texts of the files that change, by shown path, and the changes that no file receives."""
    owners = owners_of(tuned)
    every = [group for tuning in tuned.tunings for group in groups(tuning)]
    accepted: list[Edit] = []
    left: list[LeftOut] = []
    for group in every:
        reason = hindrance(group, every, owners, accepted)
        if reason:
            left += group.left_out(reason)
        else:
            accepted += group.edits
    changed = {}
    for file in {edit.place.file for edit in accepted}:
        edits = joined(edit for edit in accepted if edit.place.file == file)
        changed[file] = apply_edits(texts[file], edits)
    return {file: text for file, text in sorted(changed.items()) if text != texts[file]}, left


def owners_of(tuned: Tuned) -> dict[str, list[Tuning]]:
    """The queue managers that a file belongs to, by its shown path."""
    owners: dict[str, list[Tuning]] = {}
    for tuning in tuned.tunings:
        queue_manager = tuning.queue_manager
        documents = [
            *(script.document for script in queue_manager.scripts),
            *(ini.document for ini in queue_manager.inis),
        ]
        for file in {document.source.shown for document in documents}:
            owners.setdefault(file, []).append(tuning)
    return owners


def hindrance(
    group: Group, every: Iterable[Group], owners: dict[str, list[Tuning]], accepted: list[Edit]
) -> str:
    """The reason why the edits of a group cannot be made; empty if they can."""
    if not group.edits:
        return missing_file(group) or INEXACT
    same = {id(similar.tuning) for similar in every if similar.mark == group.mark}
    for file in sorted(group.files):
        others = [tuning.name for tuning in owners.get(file, ()) if id(tuning) not in same]
        if others:
            return f"{file} also belongs to {others[0]}, which does not need this change; use the snippet"
    for edit, earlier in clashes(group.edits, accepted):
        return f"another change edits {earlier.place.file}:{edit.place.span.line}; use the snippet"
    return ""


def missing_file(group: Group) -> str:
    """The reason, if the file that a group edits is missing; otherwise empty."""
    first = group.changes[0]
    if first.in_ini and qm_ini(group.tuning.queue_manager) is None:
        return "the files contain no qm.ini; use the snippet"
    if first.verb == DEFINE and first.behind is None:
        return "the files contain no script; use the snippet"
    return ""


def clashes(edits: Iterable[Edit], accepted: list[Edit]) -> Iterator[tuple[Edit, Edit]]:
    """Pairs of edits that change a common stretch in different ways."""
    for edit in edits:
        for earlier in accepted:
            same = edit.place == earlier.place and edit.content == earlier.content
            # insertions at the same point do not conflict here: joined() puts them in order
            if (
                not same
                and edit.place.file == earlier.place.file
                and overlap(edit.place.span, earlier.place.span)
            ):
                yield edit, earlier


def joined(edits: Iterable[Edit]) -> Iterator[tuple[Span, str]]:
    """Edits of one file, with insertions at the same point joined: continuations of a command and keys of the
    stanza that ends there come first, then commands and stanzas.
    """
    by_span: dict[Span, list[str]] = {}
    for edit in edits:
        contents = by_span.setdefault(edit.place.span, [])
        if edit.content not in contents:
            contents.append(edit.content)
    for span, contents in by_span.items():
        yield span, "".join(sorted(contents, key=begins_anew))


def begins_anew(content: str) -> bool:
    """Whether an insertion starts with a command or with the header of a stanza."""
    if content.startswith(" "):
        return False
    first = content.strip("\n").partition("\n")[0].strip()
    return "=" not in first or first.endswith(":")


# What each kind of change is about: the rules that report the same, and the resources of the budget.


@record
class Kind:
    """The codes of the rules, and the kinds of the resources that the change makes fit."""

    rules: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()


KINDS = {
    "isolate-topic": Kind(("PUB001", "PUB005"), ("topic-lock",)),
    "cache-size": Kind(("PUB002",), ("handles",)),
    "publish-threads": Kind(("CLU001", "CLU002", "PUB006"), ("republish-thread",)),
    "receiver-channels": Kind(("CLU001", "PUB006")),
    "suppress-messages": Kind(("CHL001",)),
    "adopt-receivers": Kind(("CHL018",)),
    "disconnect-idle": Kind(("CHL017",)),
    "fastpath-channels": Kind(),
    "channel-limits": Kind(("CHL014", "CHL015", "CHL030"), ("channels",)),
    "instance-limits": Kind(("CHL014", "CHL030"), ("instances",)),
    "share-conversations": Kind(("CHL011", "CHL014", "CHL030"), ("instances",)),
    "queue-depth": Kind(("EXP001",), ("queue-depth",)),
    "queue-file-size": Kind(("EXP001",)),
    "expiry-interval": Kind(("EXP001", "EXP008"), ("queue-depth", "queue-disk")),
    "outage-depth": Kind(("QUE027",), ("queue-depth",)),
    "log-buffer": Kind(("LOG005",)),
    "log-files": Kind(("LOG011",), ("log-space",)),
    "queue-buffers": Kind(("QUE011", "QUE013")),
}
