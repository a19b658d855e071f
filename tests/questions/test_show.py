"""`show` gives the same rows in each front end, with links to what they are about."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.cli.main import main
from mqtune.present.answer import (
    CLUSTER,
    DETAIL,
    MANAGER,
    OBJECT,
    TOPIC,
    Line,
    Row,
    Rows,
    Section,
    Table,
    Target,
)
from mqtune.present.answer_text import section_lines
from mqtune.present.layout import items_of
from mqtune.present.shown import shown
from mqtune.questions.asking import ask
from mqtune.questions.card_sources import Sources
from mqtune.questions.cards import card_of
from mqtune.questions.table import QUESTIONS
from mqtune.session.opened import Scope, open
from tests.questions.conftest import Asker

SCRIPT = """\
ALTER QMGR DEADQ('HUB.DLQ') REPOS(CLUS)
DEFINE QLOCAL(ORDERS) MAXDEPTH(7000) DESCR('all orders')
DEFINE QLOCAL('orders.in') LIKE(ORDERS)
DEFINE QLOCAL(ORDERS) MAXDEPTH(9)
DEFINE QALIAS(IN) TARGET(ORDERS)
DEFINE QREMOTE(OUT) RNAME(X) RQMNAME(QM2) XMITQ(QM2)
DEFINE QLOCAL(QM2) USAGE(XMITQ)
DEFINE CHANNEL(TO.QM2) CHLTYPE(SDR) CONNAME('qm2(1414)') XMITQ(QM2) PASSWORD('Geheim99')
DEFINE CHANNEL(TO.CLUS) CHLTYPE(CLUSRCVR) CONNAME('qm1(1414)') CLUSTER(CLUS)
DEFINE TOPIC(PRICES) TOPICSTR('prices')
"""
TOML = """\
[[queue-manager]]
name = "QM1"
environment-name = "prod"
files = ["a.mqsc"]
[[queue-manager]]
name = "QM2"
files = ["b.mqsc"]
"""
LISTS = ("topics", "objects", "paths", "clusters")
SPECS = ("QLOCAL(ORDERS)", "ql('orders.in')", "QMGR", "QUEUE(IN)", "CHANNEL(TO.QM2)", "TOPIC(PRICES)")
WRONG = ("QLOCAL(NOPE)", "FROB(X)", "QLOCAL(", "QLOCAL", "")
TIMES = ("5 min", "90s", "0 s", "5", "x", "1 h", "-1 s")
PARAMETERS = {"show object": {"object": (*SPECS, *WRONG)}, "show outage": {"outage": (*TIMES, None)}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mqtune.toml").write_text(TOML)
    (tmp_path / "a.mqsc").write_text(SCRIPT)
    (tmp_path / "b.mqsc").write_text("DEFINE QLOCAL(ORDERS)\nDEFINE CHANNEL(TO.QM2) CHLTYPE(RCVR)\n")
    return tmp_path


@pytest.mark.parametrize("name", PARAMETERS)
def test_all_front_ends_give_the_same_answer(folder: Path, asker: Callable[[Path], Asker], name: str) -> None:
    chance, asks, statuses = random.Random(name), asker(folder), set()
    for _ in range(200):
        given = {key: chance.choice(texts) for key, texts in PARAMETERS[name].items()}
        given = {key: text for key, text in given.items() if text is not None}
        statuses.add(asks.agree(name, given).status)
    assert statuses == {0, 2}


@pytest.mark.parametrize("what", LISTS)
def test_lists_are_the_same_in_all_front_ends(
    folder: Path, asker: Callable[[Path], Asker], what: str
) -> None:
    asks = asker(folder)
    data = asks.agree(f"show {what}", {}).data
    assert data[what]
    assert [row["code"] for row in data["refused"]] == ["RUN003"]


def test_a_password_is_covered_in_the_data(folder: Path, asker: Callable[[Path], Asker]) -> None:
    data = asker(folder).agree("show object", {"object": "CHANNEL(TO.QM2)"}).data
    rows = {row["attribute"]: row["value"] for row in data["attributes"] if row["queue_manager"] == "QM1"}
    assert rows["PASSWORD"] == "********"
    assert "Geheim99" not in str(data)


def sections_of(folder: Path, name: str, **given: object) -> list[Section]:
    return list(ask(QUESTIONS[name], open(Scope((str(folder),))), given).sections("table"))


def lines_of(folder: Path, what: str) -> dict[str, Line]:
    (section,) = sections_of(folder, f"show {what}")
    assert isinstance(section.body, Table)
    return {" ".join(map(str, line.cells)): line for line in section.body.lines}


@pytest.mark.parametrize(
    ("what", "words", "target"),
    [
        ("objects", "QLOCAL", Target(OBJECT, "ORDERS", "QLOCAL", "prod/QM1")),
        ("objects", "QMGR", Target(MANAGER, "QM1", "", "prod/QM1")),
        ("topics", "prices", Target(TOPIC, "prices", "", "prod/QM1")),
        ("paths", "QALIAS(IN)", Target(OBJECT, "IN", "QALIAS", "prod/QM1")),
        ("paths", "CHANNEL(TO.QM2)", Target(OBJECT, "TO.QM2", "CHANNEL", "prod/QM1")),
        ("clusters", "CLUS", Target(CLUSTER, "CLUS")),
    ],
)
def test_rows_lead_to_their_cards(folder: Path, what: str, words: str, target: Target) -> None:
    assert target in [line.target for text, line in lines_of(folder, what).items() if words in text]


def test_values_lead_to_the_line_that_sets_them(folder: Path) -> None:
    section, *_ = sections_of(folder, "show object", object="QLOCAL('orders.in')")
    assert section.title == "QLOCAL(orders.in), queue manager QM1, environment prod"
    assert isinstance(section.body, Table)
    (line,) = [line for line in section.body.lines if line.cells[0] == "MAXDEPTH"]
    assert line.place is not None
    assert line.place[1] == 2


@pytest.mark.parametrize("spec", SPECS)
def test_below_the_attributes_is_the_card_of_the_object(folder: Path, spec: str) -> None:
    project = open(Scope((str(folder),)))
    answer = ask(QUESTIONS["show object"], project, {"object": spec})
    text = " ".join(" ".join(section_lines(answer.sections("table"))).split())
    attributes = {row["attribute"] for row in answer.data()["attributes"]}
    for data in answer.data()["cards"]:
        type, name = data["object"].removesuffix(")").split("(")
        owner = "/".join(filter(None, (data["environment"], data["queue_manager"])))
        card = card_of(Sources(project), Target(OBJECT, name, type, owner))
        assert card is not None
        shown_rows = {title: rows_of(make()) for title, make in card.sections.items() if title != "defaults"}
        wanted = {
            title: [row.text for row in rows if title != "definition" or row.label not in attributes]
            for title, rows in shown_rows.items()
        }
        listed = {part["title"]: [row["text"] for row in part["rows"]] for part in data["sections"]}
        assert listed == {title: texts for title, texts in wanted.items() if texts}
        assert "definition" in listed
        every = [" ".join(line.split()) for texts in listed.values() for line in texts]
        assert [line for line in every if line not in text] == []


def rows_of(section: Section) -> list[Row]:
    return [item for item in items_of(shown(section.body, DETAIL)) if isinstance(item, Row)]


def test_a_column_without_values_is_left_out(folder: Path) -> None:
    (section,) = sections_of(folder, "show objects")
    assert isinstance(section.body, Table)
    titles = [column.title for column in section.body.columns]
    assert "LIKE" in titles
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    (section,) = sections_of(folder, "show objects")
    assert isinstance(section.body, Table)
    assert "LIKE" not in [column.title for column in section.body.columns]


def test_an_outage_is_a_timeline_with_positions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    section = sections_of(folder, "show outage", outage="2 min")[0]
    assert isinstance(section.body, Rows)
    assert section.title.startswith("QM1, environment prod: CHANNEL(TO.QM2) to ")
    assert section.body.rows[0].label == "0 s"
    assert any(row.place is not None for row in section.body.rows)
    assert main(["show", "outage", "--quiet", str(folder)]) == 0
    out, error = capsys.readouterr()
    assert "CHANNEL(TO.QM2)" in out
    assert error == ""


def test_files_without_channels_have_no_timeline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    assert main(["show", "outage", str(tmp_path)]) == 0
    assert "no message channel is defined" in capsys.readouterr().out
    assert main(["show", "outage", "--format", "json", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["outages"] == []


def test_a_queue_manager_without_a_name_is_listed(tmp_path: Path, asker: Callable[[Path], Asker]) -> None:
    (tmp_path / "a.mqsc").write_text("ALTER QMGR DEADQ(X)\n")
    (row,) = asker(tmp_path).agree("show objects", {}).data["objects"]
    assert row["type"] == "QMGR"
    assert row["name"] is None


def test_names_of_subscriptions_above_the_limit_are_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    subscriptions = "".join(f"DEFINE SUB(S{number}) TOPICSTR('prices/#') DEST(Q)\n" for number in range(4))
    (folder / "a.mqsc").write_text(SCRIPT + "DEFINE TOPIC(GOLD) TOPICSTR('prices/gold')\n" + subscriptions)
    monkeypatch.chdir(folder)

    def names(most: int) -> tuple[list[list[str]], str]:
        monkeypatch.setattr("mqtune.analysis.topology.describe.MOST_LISTED", most)
        assert main(["show", "topics", "--format", "json"]) == 0
        output = capsys.readouterr()
        return [row["subscriptions"] for row in json.loads(output.out)["topics"]], output.err

    rows, notes = names(8)
    assert (rows, "left out" in notes) == ([["S0", "S1", "S2", "S3"]] * 2, False)
    rows, notes = names(7)
    assert rows == [["S0", "S1", "S2", "… 1 more"]] * 2
    assert "2 names of subscriptions are left out: of a topic tree, 7 are listed" in notes
