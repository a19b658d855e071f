"""What the topology shows is masked, whatever object or load names it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mqtune.questions.topology import TopicBranch, topic_trees
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace


def texts_of(branch: TopicBranch) -> Iterator[str]:
    yield from (branch.part, branch.object, branch.lock)
    for child in branch.children:
        yield from texts_of(child)


def test_a_secret_in_a_topic_string_is_masked_in_the_tree(tmp_path: Path) -> None:
    (tmp_path / "a.mqsc").write_text(
        "DEFINE TOPIC(T) TOPICSTR('a/password=Kx7vW9secret/b') REPLACE\n"
        "DEFINE QLOCAL(Q) REPLACE\nDEFINE SUB(S) TOPICSTR('c/token=Kx7vW9secret') DEST(Q) REPLACE\n"
    )
    workspace = Workspace.open(Options([str(tmp_path)]))
    texts = [text for root in topic_trees(workspace.estates) for text in texts_of(root)]
    assert any("password=****" in text for text in texts)
    assert not [text for text in texts if "Kx7vW9secret" in text]
