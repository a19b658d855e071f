"""Documents of queue managers with too much in common are named by the estate that leaves them out."""

from __future__ import annotations

import pytest

from mqtune.estate import build
from mqtune.project import allowance
from mqtune.project.settings import Project, QueueManagerDeclaration
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def test_a_later_estate_does_not_change_an_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document(MQSC, Source("a.mqsc", "a.mqsc", b"DEFINE QLOCAL(A)\n"))
    trees = [parse_script(document, LineMemo())]
    declared = [QueueManagerDeclaration(name=f"QM{number}", files=("a.mqsc",), line=1) for number in range(4)]
    project = Project(queue_managers=tuple(declared))
    with monkeypatch.context() as limited:
        limited.setattr(allowance, "MOST_TIMES", 0)
        limited.setattr(allowance, "LEAST", allowance.FILE + 100)
        (few,) = build.build_estates(project, trees)
    (every,) = build.build_estates(project, trees)
    assert (len(few.queue_managers), few.left_out) == (2, {document})
    assert (len(every.queue_managers), every.left_out) == (4, set())
