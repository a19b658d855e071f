"""Documents of queue managers with too much in common are named by the estate that leaves them out."""

from __future__ import annotations

import pytest

from mqtune.estate import build
from mqtune.project.declared_files import DeclaredFiles
from mqtune.project.settings import Project, QueueManagerDeclaration
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text import not_checked as allowance
from mqtune.text.source import Source


def test_a_later_estate_does_not_change_an_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document(MQSC, Source("a.mqsc", "a.mqsc", b"DEFINE QLOCAL(A)\n"))
    trees = [parse_script(document, LineMemo())]
    declared = [QueueManagerDeclaration(name=f"QM{number}", files=("a.mqsc",), line=1) for number in range(4)]
    project = Project(queue_managers=tuple(declared))
    with monkeypatch.context() as limited:
        limited.setattr(allowance, "MOST_TIMES", 0)
        limited.setattr(allowance, "LEAST", allowance.QUEUE_MANAGER + allowance.FILE + 100)
        (few,) = build.build_estates(project, trees)
    (every,) = build.build_estates(project, trees)
    assert (len(few.queue_managers), few.left_out) == (2, {document})
    assert (len(every.queue_managers), every.left_out) == (4, set())


def test_the_files_of_a_queue_manager_beyond_the_allowance_are_not_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sources = [Source(f"{number}.mqsc", f"{number}.mqsc", b"DEFINE QLOCAL(A)\n") for number in range(10)]
    documents = [Document(MQSC, source) for source in sources]
    trees = [parse_script(document, LineMemo()) for document in documents]
    patterns = ("*.mqsc", "?.mqsc", "**/*.mqsc", "[0-9].mqsc")
    declared = [
        QueueManagerDeclaration(name=f"QM{number}", files=(patterns[number % 4],), line=1)
        for number in range(40)
    ]
    listed: list[str] = []
    files_of = DeclaredFiles.of
    monkeypatch.setattr(DeclaredFiles, "of", lambda self, one: listed.append(one.name) or files_of(self, one))
    monkeypatch.setattr(allowance, "MOST_TIMES", 0)
    monkeypatch.setattr(allowance, "LEAST", 12 * allowance.FILE)
    (estate,) = build.build_estates(Project(queue_managers=tuple(declared)), trees)
    assert [one.name for one in estate.queue_managers] == ["QM0"]
    assert listed == ["QM0", "QM1"]
    assert estate.left_out == {*documents}
    assert estate.notes == ["39 of the queue managers have too much in common, and are left out"]
