"""What a finding is about, without its position: the key of baselines, SARIF and comparison.

A finding keeps its fingerprint if lines are moved, reformatted or dumped in a different order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mqtune.findings.finding import Finding

# (code, scope, object type, object name, attribute)
Key = tuple[str, str, str, str, str]


def key_of(finding: Finding, relative: Callable[[str], str] = str) -> Key:
    """What the finding is about.

    The scope is the queue manager with its environment if they are declared, else the queue manager with
    the folder of the file, or the file for a finding without queue manager and object (a syntax diagnostic).
    So it does not depend on what else was checked. `relative` names files differently, such as relative to
    another folder.
    """
    file = relative(finding.place.file)
    subject = finding.object
    owner = "/".join(filter(None, (finding.environment if finding.declared else "", finding.queue_manager)))
    if subject is None and not owner:
        return (finding.code, f"file:{file}", "", "", finding.attribute)
    if not finding.declared:
        owner = f"folder:{file.rpartition('/')[0]} {owner}".rstrip()
    if subject is None:
        return (finding.code, owner, "", "", finding.attribute)
    return (finding.code, owner, subject.type, subject.name, finding.attribute)


def counted(findings: Iterable[Finding]) -> Iterator[tuple[Finding, Key, int]]:
    """Each finding with its key and its number (from 0) among those with the same key."""
    seen: dict[Key, int] = {}
    for finding in findings:
        key = key_of(finding)
        number = seen.get(key, 0)
        seen[key] = number + 1
        yield finding, key, number


def fingerprint(key: Key, number: int) -> str:
    """32 hexadecimal digits, the same on every machine and in every release that reads baselines."""
    # only machine formats and baselines need a hash; a plain run does not import it
    from hashlib import sha256

    text = "\x00".join((*key, str(number)))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
