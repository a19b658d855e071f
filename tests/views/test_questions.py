"""The questions of the terminal UI: plan, trace and budget as sections of rows."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from mqtune.session.options import Options, UsageError
from mqtune.session.workspace import Workspace
from mqtune.views.card.cards import card_of
from mqtune.views.card.sources import Sources
from mqtune.views.questions.all import QUESTIONS

MQSC = """\
DEFINE QLOCAL(CLAIMS) MAXDEPTH(7000) BOQNAME(GONE) BOTHRESH(3)
DEFINE QALIAS(CLAIMS.IN) TARGET(CLAIMS)
DEFINE CHANNEL(WEB) CHLTYPE(SVRCONN) MCAUSER('web')
SET CHLAUTH(WEB) TYPE(BLOCKUSER) USERLIST('eve')
SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('web') AUTHADD(CONNECT)
SET AUTHREC PROFILE(CLAIMS.IN) OBJTYPE(QUEUE) PRINCIPAL('web') AUTHADD(PUT)
"""
TOML = """\
[[queue-manager]]
name = "INS"
complete = true
files = ["ins.mqsc"]
queue = [{ queue = "CLAIMS.IN", put-rate = 200 }, { queue = "CLAIMS", get-rate = 100 }]
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sources]:
    folder = tmp_path_factory.mktemp("estate")
    (folder / "mqtune.toml").write_text(TOML)
    path = folder / "ins.mqsc"
    path.write_text(MQSC.replace("7000) BOQNAME(GONE) BOTHRESH(3", "5000"))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], cwd=folder, check=True)
    path.write_text(MQSC)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        workspace = Workspace.open(Options(["."]))
        yield Sources(workspace, workspace.lint().findings, ["."])


def answered(sources: Sources, name: str, **values: str) -> dict[str, list[str]]:
    question = QUESTIONS[name]
    known = {field.name: field.value for field in question.fields(sources)}
    found = question.answer(sources, known | {key.replace("_", " "): value for key, value in values.items()})
    return {
        one.title: [" ".join(filter(None, (row.label, row.text.strip(), row.note))) for row in one.rows()]
        for one in found
    }


def test_a_plan_compares_the_files_with_a_revision(sources: Sources) -> None:
    found = answered(sources, "plan", since="HEAD")
    assert any("QLOCAL(CLAIMS)" in line for line in found["INS"])
    assert any("5000 -> 7000" in line for line in found["INS"])
    assert any("MAXDEPTH(7000)" in line for line in found["MQSC"])
    assert found["plan"][-1].endswith("MQSC command below")
    sections = {one.title: one.rows() for one in QUESTIONS["plan"].answer(sources, {})}
    (new,) = [row for row in sections["findings"] if row.label == "new"]
    card = card_of(sources, new.target) if new.target is not None else None
    assert card is not None
    assert card.target.title == "REF001 at ins.mqsc:1"
    with pytest.raises(UsageError):
        answered(sources, "plan", since="no-such-branch")


def test_each_question_states_the_equivalent_command(sources: Sources) -> None:
    assert QUESTIONS["plan"].command({}) == ["plan", "--since", "HEAD"]
