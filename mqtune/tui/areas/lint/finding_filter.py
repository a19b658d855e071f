"""The filter of findings: by severity, family or rule, file, and words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mqtune.engine.pages import matches
from mqtune.present.answer import FILE, LIST, MANAGER, RULE, Target
from mqtune.text.finding import SEVERITIES, Finding

KEYS = ("severity", "family", "file", "qmgr", "env")
HINT = "words, or severity:error  family:PUB  file:hub.mqsc  qmgr:HUB.QM  env:prod"

WHOLE = "="


@dataclass(frozen=True, slots=True)
class FindingFilter:
    """The conditions; an empty one matches all findings.

    `qmgr` is a part of a queue manager's name with its environment: `prod`, `HUB.QM`, `prod/HUB.QM`; with `=`
    before it, it is the whole name. `env` is the name of an environment, or its beginning. All `words` must
    be in the message, the object, the rule's code or name, or the queue manager.
    """

    severities: tuple[str, ...] = ()
    family: str = ""
    file: str = ""
    qmgr: str = ""
    env: str = ""
    words: tuple[str, ...] = ()

    def matches(self, finding: Finding) -> bool:
        """Return whether a finding, in the form that may be shown, matches."""
        if self.severities and finding.severity not in self.severities:
            return False
        if self.family and not matches(finding.code, self.family):
            return False
        if self.file and self.file.lower() not in finding.place.file.lower():
            return False
        if self.qmgr and not self._is_of_queue_manager(finding):
            return False
        if self.env and not (finding.environment or "").lower().startswith(self.env.lower()):
            return False
        return not self.words or self._has_words(finding)

    def _is_of_queue_manager(self, finding: Finding) -> bool:
        owner = owner_of(finding).lower()
        wanted = self.qmgr.lower()
        if wanted.startswith(WHOLE):
            return wanted[1:] in (owner, (finding.queue_manager or "").lower())
        return wanted in owner

    def _has_words(self, finding: Finding) -> bool:
        subject = str(finding.object) if finding.object is not None else ""
        parts = (finding.message, subject, finding.code, finding.name, finding.queue_manager or "")
        text = "\n".join(parts).lower()
        return all(word in text for word in self.words)

    @property
    def text(self) -> str:
        """The filter as the user would type it."""
        parts = [f"severity:{','.join(self.severities)}"] if self.severities else []
        parts += [f"{key}:{value}" for key, value in self._named() if value]
        return " ".join([*parts, *self.words])

    def _named(self) -> tuple[tuple[str, str], ...]:
        return (("family", self.family), ("file", self.file), ("qmgr", self.qmgr), ("env", self.env))

    def next_severity(self) -> FindingFilter:
        """Return the filter with the next severities: all, errors, errors and warnings, infos, all again."""
        rounds: tuple[tuple[str, ...], ...] = ((), SEVERITIES[:1], SEVERITIES[:2], SEVERITIES[2:])
        at = rounds.index(self.severities) if self.severities in rounds else -1
        return replace(self, severities=rounds[(at + 1) % len(rounds)])


def read_filter(typed: str) -> FindingFilter:
    """Return the filter for the typed text; a word without one of the KEYS is an ordinary word."""
    wanted = FindingFilter()
    words = []
    for word in typed.split():
        key, colon, value = word.partition(":")
        if not colon or key.lower() not in KEYS:
            words.append(word.lower())
        elif key.lower() == "severity":
            wanted = replace(wanted, severities=_severities(value))
        elif key.lower() == "family":
            wanted = replace(wanted, family=value.upper())
        elif key.lower() == "qmgr":
            wanted = replace(wanted, qmgr=value)
        elif key.lower() == "env":
            wanted = replace(wanted, env=value)
        else:
            wanted = replace(wanted, file=value)
    return replace(wanted, words=tuple(words))


def filter_on(target: Target) -> FindingFilter:
    """The filter for the findings on a rule, file, queue manager or object."""
    if target.kind == RULE:
        return FindingFilter(family=target.name)
    if target.kind == FILE:
        return FindingFilter(file=target.name)
    if target.kind == MANAGER:
        return FindingFilter(qmgr=f"{WHOLE}{target.owner or target.name}")
    name = f"{target.type}(" if target.kind == LIST else target.title
    return FindingFilter(words=(name.lower(),))


def owner_of(finding: Finding) -> str:
    """The queue manager of a finding with its environment: `prod/PAYQM1`."""
    return "/".join(filter(None, (finding.environment, finding.queue_manager)))


def _severities(value: str) -> tuple[str, ...]:
    """Return the severities for names or their beginnings: `error`, `err,warn`, `w`."""
    wanted = [part for part in value.lower().split(",") if part]
    return tuple(name for name in SEVERITIES if any(name.startswith(part) for part in wanted))
