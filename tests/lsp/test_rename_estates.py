"""Renames in generated estates equal the estate that is generated with the other name."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("pygls")

from lsprotocol import types

from tests.lsp.editor import Editor
from tests.lsp.test_rename import renamed_at, type_all

SEEDS = 5
# each @NAME@ is one object; the same name may belong to several objects, which are told apart by number
HUB = """DEFINE QLOCAL(@in@) REPLACE BOQNAME(@bo@) DESCR('IN.Q, for IN.Q')
DEFINE QLOCAL(@bo@) REPLACE
DEFINE QALIAS(@alias@) TARGET(@in@)
* IN.Q is a comment
DEFINE QMODEL(MODEL) LIKE(SYSTEM.DEFAULT.MODEL.QUEUE) REPLACE
DEFINE QLOCAL(COPY) LIKE(@in@) STREAMQ(@bo@) NOREPLACE
DEFINE CHANNEL(@channel@) CHLTYPE(RCVR) TRPTYPE(TCP)
DEFINE CHANNEL(@client@) CHLTYPE(SVRCONN) TRPTYPE(TCP)
SET CHLAUTH(@client@) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)
SET AUTHREC PROFILE(@in@) OBJTYPE(QUEUE) GROUP('a') AUTHADD(PUT)
SET AUTHREC PROFILE(@topic@) OBJTYPE(TOPIC) GROUP('a') AUTHADD(PUB)
DEFINE TOPIC(@topic@) TOPICSTR('in/q') REPLACE
DEFINE SUB(READER) TOPICOBJ(@topic@) DEST(@in@) REPLACE
ALTER QLOCAL(@in@) MAXDEPTH(70)
DEFINE QLOCAL(@shared@) CLUSTER(ONE) REPLACE
DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) CLUSTER(ONE) CONNAME('h') TRPTYPE(TCP)
"""
BRANCH = """DEFINE QLOCAL(HUB.QM) USAGE(XMITQ) TRIGDATA(@channel@) TRIGGER INITQ(SYSTEM.CHANNEL.INITQ) REPLACE
DEFINE QREMOTE(@out@) RNAME(@in@) RQMNAME(HUB.QM) XMITQ(HUB.QM) REPLACE
DEFINE QALIAS(@alias2@) TARGET(@out@)
DEFINE QLOCAL(@in2@) REPLACE
DEFINE QALIAS(X) TARGET(@in2@)
DEFINE CHANNEL(@channel@) CHLTYPE(SDR) CONNAME('h') XMITQ(HUB.QM) TRPTYPE(TCP)
DEFINE QALIAS(Y) TARGET(@shared@)
DEFINE CHANNEL(TO.BR) CHLTYPE(CLUSRCVR) CLUSTER(ONE) CONNAME('b') TRPTYPE(TCP)
DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSSDR) CLUSTER(ONE) CONNAME('h') TRPTYPE(TCP)
"""
TABLE = """{"channel": [{"name": "@client@", "type": "clientConnection",
  "clientConnection": {"connection": [{"host": "h"}], "queueManager": "HUB.QM"}}]}
"""
PROJECT = """[[queue-manager]]
name = "HUB.QM"
files = ["hub.*"]
[[queue-manager]]
name = "BR.QM"
files = ["br.*"]
"""
NAMES = {
    "in": "IN.Q",
    "in2": "IN.Q",
    "alias": "A.Q",
    "alias2": "A.Q",
    "bo": "BO.Q",
    "out": "OUT",
    "shared": "ALL.Q",
    "topic": "IN.Q.T",
    "channel": "BR.HUB",
    "client": "APP",
}


def rendered(text: str, names: dict[str, str]) -> str:
    for key, name in names.items():
        text = text.replace(f"@{key}@", name)
    return text


def scattered(text: str, random: Random) -> str:
    """The same commands in another layout: continued lines, comments, blank lines, quotation marks, case."""
    lines = []
    for line in text.splitlines():
        if random.random() < 0.3:
            line = line.replace("DEFINE ", "define  ").replace(" REPLACE", " replace")
        if random.random() < 0.4 and " " in line and not line.startswith("*"):
            head, _, rest = line.partition(") ")
            line = f"{head}) +\n    {rest}" if rest else line
        if random.random() < 0.3:
            line = line.replace("(@", "('@").replace("@)", "@')")
        lines += [line, *random.choice([[], [], ["* IN.Q \U0001f600\u0085 APP"], [""]])]
    return "\n".join(lines) + "\n"


def in_shell(text: str) -> str:
    return "#!/bin/sh\nrunmqsc BR.QM <<'EOF'\n" + text + "EOF\n"


def in_manifest(text: str) -> str:
    body = "".join(f"    {line}\n" if line else "\n" for line in text.splitlines())
    return "kind: ConfigMap\nmetadata:\n  name: hub\ndata:\n  hub.mqsc: |\n" + body


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_rename_gives_the_estate_with_the_other_name(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    random = Random(seed)
    hub, branch = scattered(HUB, random), scattered(BRANCH, random)
    files = {"mqtune.toml": PROJECT, "ccdt.json": TABLE}
    files["hub.yaml" if seed % 2 else "hub.mqsc"] = in_manifest(hub) if seed % 2 else hub
    files["br.sh" if seed % 3 else "br.mqsc"] = in_shell(branch) if seed % 3 else branch
    before = {name: rendered(text, NAMES) for name, text in files.items()}
    encoding = ("utf-16", "utf-8", "utf-32")[seed % 3]
    editor = Editor(tmp_path_factory.mktemp("estate"), before, encoding)
    for key, old in NAMES.items():
        wanted = {name: rendered(text, NAMES | {key: "NEW.NAME"}) for name, text in files.items()}
        places = [(name, at) for name, text in files.items() for at in offsets(text, key)]
        name, offset = random.choice(places)
        at = position(editor, name, offset)
        texts, _ = renamed_at(editor, name, at, "NEW.NAME")
        assert before | texts == wanted, key
        definitions = editor.ask("textDocument/definition", name, position=at)
        assert definitions, key
        if random.random() < 0.3:  # once more, back from there
            type_all(editor, texts)
            found = definitions_of(editor, name, at)
            back, _ = renamed_at(editor, name, at, old)
            assert (wanted | back) == before, key
            assert found, key
            type_all(editor, back)


def definitions_of(editor: Editor, name: str, at: types.Position) -> list[types.Location]:
    found: list[types.Location] = editor.ask("textDocument/definition", name, position=at)
    return found


def offsets(text: str, key: str) -> list[int]:
    """Where a name begins in the rendered text."""
    found, at = [], text.find(f"@{key}@")
    while at >= 0:
        found.append(len(rendered(text[:at], NAMES)))
        at = text.find(f"@{key}@", at + 1)
    return found


def position(editor: Editor, name: str, offset: int) -> types.Position:
    view = editor.analysis.files[str(editor.folder / name)]
    return types.Position(*view.buffer.position(offset + 1))
