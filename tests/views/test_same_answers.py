"""A question of the terminal UI and the command that it shows give the same answer, or the same refusal."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator

import pytest

from mqtune.cli.main import main
from mqtune.session.options import Options, UsageError
from mqtune.session.workspace import Workspace
from mqtune.views.card.sources import Sources
from mqtune.views.questions.all import QUESTIONS
from mqtune.views.questions.model import command_of

NAMES = ("ORDERS", "orders.in", "Orders.In", "ORDERS.IN", "A%B", "A/B", "a_b")
MQSC = (
    "".join(f"DEFINE QLOCAL('{name}') MAXDEPTH({number})\n" for number, name in enumerate(NAMES))
    + """\
DEFINE QALIAS('to.lower') TARGET('orders.in')
DEFINE QALIAS(TO.UPPER) TARGET(ORDERS.IN)
DEFINE TOPIC(PRICES) TOPICSTR('prices')
DEFINE SUB(S) TOPICOBJ(PRICES) DEST(ORDERS)
DEFINE CHANNEL(WEB) CHLTYPE(SVRCONN) MCAUSER('web')
SET AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) PRINCIPAL('web') AUTHADD(PUT)
SET AUTHREC PROFILE('orders.in') OBJTYPE(QUEUE) GROUP('apps') AUTHADD(PUT,GET)
"""
)
TOML = """\
[[queue-manager]]
name = "QM1"
complete = true
files = ["mq/qm1.mqsc", "mq/grants.sh"]
queue = [{ queue = "ORDERS", put-rate = 200, get-rate = 100 }, { queue = "orders.in", put-rate = 20 }]

[[queue-manager]]
name = "QM2"
complete = true
files = ["mq/qm2.mqsc"]
"""
Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sources]:
    folder = tmp_path_factory.mktemp("estate")
    (folder / "mq").mkdir()
    (folder / "mqtune.toml").write_text(TOML)
    (folder / "mq/qm1.mqsc").write_text(MQSC)
    (folder / "mq/qm2.mqsc").write_text("DEFINE QLOCAL(ORDERS)\n")
    (folder / "mq/grants.sh").write_text("setmqaut -m QM1 -n A%B -t queue -p web +put\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], cwd=folder, check=True)
    (folder / "mq/qm2.mqsc").write_text("DEFINE QLOCAL(ORDERS) MAXDEPTH(7)\nDEFINE QLOCAL('lower')\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        workspace = Workspace.open(Options(["mq"]))
        yield Sources(workspace, workspace.lint().findings, ["mq"])


@pytest.fixture
def ask(sources: Sources, capfd: pytest.CaptureFixture[str]) -> Ask:
    def asked(name: str, values: dict[str, str], *more: str) -> tuple[int, str, str]:
        words = command_of(QUESTIONS[name], sources, values)
        assert words[-1] == "mq"
        status = main([*words, *more])
        return (status, *capfd.readouterr())

    return asked


def rows(
    sources: Sources, name: str, values: dict[str, str]
) -> dict[str, list[tuple[str, str]]] | UsageError:
    known = {field.name: field.value for field in QUESTIONS[name].fields(sources)}
    try:
        found = QUESTIONS[name].answer(sources, known | values)
    except UsageError as error:
        return error
    return {one.title: [(row.label, row.text) for row in one.rows()] for one in found}


def some(kinds: dict[str, tuple[str, ...]], seed: int, count: int) -> list[dict[str, str]]:
    chance = random.Random(seed)
    return [{name: chance.choice(values) for name, values in kinds.items()} for _ in range(count)]


@pytest.mark.parametrize("since", ["", "HEAD"])
def test_a_plan_on_the_screen_shows_what_its_command_prints(sources: Sources, ask: Ask, since: str) -> None:
    found = {one.title: one.rows() for one in QUESTIONS["plan"].answer(sources, {"since": since})}
    status, out, _ = ask("plan", {"since": since})
    assert status == 0
    assert all(row.text in out for row in found["QM2"])


def test_an_unknown_revision_is_refused_in_the_same_words(sources: Sources, ask: Ask) -> None:
    shown = rows(sources, "plan", {"since": "no-such-branch"})
    status, _, error = ask("plan", {"since": "no-such-branch"})
    assert isinstance(shown, UsageError)
    assert status == 2
    assert shown.message in error
