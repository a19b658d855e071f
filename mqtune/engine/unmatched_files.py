"""Findings about `files` of the project file that match nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mqtune.engine.hit import Hit
from mqtune.findings.finding import ObjectName
from mqtune.project.patterns import clean, pattern_set
from mqtune.project.settings import Project
from mqtune.text.spans import Place, Span
from mqtune.text.spelling import nearest

CODE = "SYN096"


def unmatched_hits(project: Project, paths: Iterable[str], refused: Collection[str] = ()) -> Iterator[Hit]:
    """A hit for each pattern that matches none of the files that were read, without those that are refused.

    `paths` are these files, relative to the folder of the project file.
    """
    known = sorted(paths)
    owners = [(f"queue manager {one.name}", one.files, one.line) for one in project.queue_managers]
    owners += [(f"environment {one.name}", one.files, one.line) for one in project.environments]
    declared = pattern_set(text for _, texts, _ in owners for text in texts)
    lists = (numbers for path in known for numbers in declared.matching(path))
    matching = {declared.patterns[numbers[0]].text for numbers in lists}
    for owner, texts, line in owners:
        for text in texts:
            if clean(text) not in matching and clean(text) not in refused:
                near = nearest(text, known)
                yield Hit(
                    Place(project.file, Span(line, 1, line, 2)),
                    f"`files` of {owner} contains '{text}', which matches no file that was read",
                    note="patterns are relative to the folder of mqtune.toml; files that `exclude` or "
                    ".gitignore leaves out do not count",
                    help=f"the nearest file is {near}" if near else "correct the pattern, or remove it",
                    object=ObjectName("FILES", text),
                )
