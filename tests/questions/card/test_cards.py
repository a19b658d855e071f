"""The card of a name: definition with origin, findings, routes, load, access, models, MQSC."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mqtune.present.answer import (
    CLUSTER,
    DETAIL,
    EXPERIMENT,
    FILE,
    FINDING,
    LIST,
    MANAGER,
    MODEL,
    OBJECT,
    RULE,
    TOPIC,
    Row,
    Target,
)
from mqtune.present.layout import items_of
from mqtune.present.shown import shown
from mqtune.questions.card_routes import server_channel
from mqtune.questions.card_sources import Card, NameIndex, Sources
from mqtune.questions.cards import card_of
from mqtune.session.opened import Scope, open

EAST = """\
ALTER QMGR DEADQ(EAST.DLQ) REPOS(RING)
DEFINE QLOCAL(EAST.DLQ)
DEFINE QLOCAL(INVOICES) MAXDEPTH(0) DESCR('bills') GET(ENABELD)
DEFINE QALIAS(BILLS) TARGET(INVOICES)
DEFINE QALIAS(STRAY) TARGET(INVOICE)
DEFINE QREMOTE(TO.WEST) RNAME(ORDERS) RQMNAME(WEST) XMITQ(WEST)
DEFINE QLOCAL(WEST) USAGE(XMITQ)
DEFINE CHANNEL(EAST.WEST) CHLTYPE(SDR) CONNAME('west(1414)') XMITQ(WEST)
DEFINE CHANNEL(APPS) CHLTYPE(SVRCONN) MCAUSER('app')
DEFINE CHANNEL(TO.EAST) CHLTYPE(CLUSRCVR) CLUSTER(RING) CONNAME('east(1414)')
DEFINE TOPIC(FX) TOPICSTR('rates/fx')
DEFINE SUB(DESK) TOPICSTR('rates/#') DEST(INVOICES)
SET AUTHREC PROFILE(INVO**) OBJTYPE(QUEUE) GROUP('clerks') AUTHADD(PUT,GET)
SET CHLAUTH(APPS) TYPE(ADDRESSMAP) ADDRESS('10.0.*') MCAUSER('app')
DEFINE AUTHINFO(DIR) AUTHTYPE(IDPWLDAP) CONNAME('dir') LDAPUSER('cn=x') LDAPPWD('hush-hush')
DEFINE QREMOTE(TO.NORTH) RNAME(ORDERS) RQMNAME(NORTH)
"""
WEST = "DEFINE QLOCAL(ORDERS)\nDEFINE CHANNEL(EAST.WEST) CHLTYPE(RCVR)\n"
TOML = """\
[[queue-manager]]
name = "EAST"
files = ["east/*"]
topic = [{ topic = "rates/fx/#", publish-rate = 500000, subscribers = 60 }]

[[queue-manager]]
name = "WEST"
files = ["west/*"]
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sources]:
    folder = tmp_path_factory.mktemp("estate")
    for name, text in (("east/a.mqsc", EAST), ("west/a.mqsc", WEST), ("mqtune.toml", TOML)):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("XDG_DATA_HOME", str(folder))
        yield Sources(open(Scope(["."])))


def rows(sources: Sources, section: str, *target: str) -> list[Row]:
    card = card_of(sources, Target(*target))
    assert card is not None
    return rows_of(card, section)


def rows_of(card: Card, section: str) -> list[Row]:
    """The rows of a section of a card as shown; none without this section."""
    if section not in card.sections:
        return []
    items = items_of(shown(card.sections[section]().body, DETAIL))
    return [item for item in items if isinstance(item, Row)]


def texts(found: list[Row]) -> list[str]:
    return [f"{one.label} {one.text}".strip() for one in found]


def links(found: list[Row]) -> set[str]:
    return {one.target.title for one in found if one.target is not None}


def test_the_card_of_a_queue(sources: Sources) -> None:
    queue = (OBJECT, "INVOICES", "QLOCAL", "EAST")
    card = card_of(sources, Target(*queue))
    assert card is not None
    assert (card.owner, card.place) == ("EAST", ("east/a.mqsc", 3))
    assert "MAXDEPTH 0" in texts(rows(sources, "definition", *queue))
    assert "define east/a.mqsc:3" in texts(rows(sources, "definition", *queue))
    assert any(one.label == "PUT" for one in rows(sources, "defaults", *queue))
    found = rows(sources, "findings", *queue)
    assert found
    assert all(one.target and one.target.kind == FINDING for one in found)
    assert links(rows(sources, "named by", *queue)) == {"QALIAS(BILLS)", "SUB(DESK)"}
    assert "group clerks get, put" in texts(rows(sources, "access", *queue))
    assert "MAXDEPTH(0)" in " ".join(texts(rows(sources, "MQSC", *queue)))


def test_the_queue_manager_that_names_a_queue_is_called_by_its_name(sources: Sources) -> None:
    assert texts(rows(sources, "named by", OBJECT, "EAST.DLQ", "QLOCAL", "EAST")) == [
        "DEADQ queue manager EAST"
    ]


def test_names_in_a_card_lead_to_other_cards(sources: Sources) -> None:
    alias = rows(sources, "definition", OBJECT, "BILLS", "QALIAS", "EAST")
    assert "QUEUE(INVOICES)" in links(alias)
    remote = (OBJECT, "TO.WEST", "QREMOTE", "EAST")
    assert {"QUEUE(ORDERS)", "queue manager WEST", "QUEUE(WEST)"} <= links(
        rows(sources, "definition", *remote)
    )
    assert "QLOCAL(ORDERS)" in links(rows(sources, "messages", *remote))
    assert links(rows(sources, "named by", OBJECT, "ORDERS", "QLOCAL", "WEST")) == {"QREMOTE(TO.WEST)"}
    assert links(rows(sources, "messages", OBJECT, "EAST.WEST", "CHANNEL", "EAST")) == {"CHANNEL(EAST.WEST)"}
    assert links(rows(sources, "named by", OBJECT, "WEST", "QLOCAL", "EAST")) == {
        "CHANNEL(EAST.WEST)",
        "QREMOTE(TO.WEST)",
    }


def test_a_name_that_is_not_defined(sources: Sources) -> None:
    missing = (OBJECT, "INVOICE", "QUEUE", "EAST")
    assert "not defined in these files" in texts(rows(sources, "definition", *missing))
    assert "QLOCAL(INVOICES)" in links(rows(sources, "definition", *missing))
    assert links(rows(sources, "named by", *missing)) == {"QALIAS(STRAY)"}


def test_a_name_of_a_queue_manager_that_the_files_lack(sources: Sources) -> None:
    found = texts(rows(sources, "definition", OBJECT, "ORDERS", "QUEUE", "SOUTH"))
    assert found == ["not defined in these files", "queue manager SOUTH is not in these files"]
    assert links(rows(sources, "named by", MANAGER, "NORTH", "", "NORTH")) == {"QREMOTE(TO.NORTH)"}
    assert Target(MANAGER, "NORTH", "", "NORTH") in NameIndex(sources).search("north")


def test_the_card_of_a_topic(sources: Sources) -> None:
    topic = (TOPIC, "rates/fx", "", "EAST")
    assert "TOPIC(FX)" in links(rows(sources, "definition", *topic))
    assert links(rows(sources, "subscriptions", *topic)) == {"SUB(DESK)"}
    load = texts(rows(sources, "load and locks", *topic))
    assert "declared 500,000 publications/s" in load
    assert any(one.startswith("topic lock of FX") and "%" in one for one in load)
    assert links(rows(sources, "models", *topic)) == {"model topic-limit", "model fan-out"}


def test_findings_rules_models_and_experiments_lead_to_each_other(sources: Sources) -> None:
    on_topic = [
        one for one in rows(sources, "findings", TOPIC, "rates/fx", "", "EAST") if one.label == "PUB001"
    ]
    assert on_topic
    target = on_topic[0].target
    assert target is not None
    card = card_of(sources, target)
    assert card is not None
    linked = links(rows_of(card, "links"))
    assert {"rule PUB001", "TOPIC(FX)", "model topic-limit", "east/a.mqsc:11"} <= linked
    assert target.title in links(rows(sources, "findings", MODEL, "topic-limit"))
    assert target.title in links(rows(sources, "findings", RULE, "PUB001"))
    assert "model topic-limit" in links(rows(sources, "models", RULE, "PUB001"))
    assert "experiment topic-limit" in links(rows(sources, "experiments", MODEL, "topic-limit"))
    assert "model topic-limit" in links(rows(sources, "models", EXPERIMENT, "topic-limit"))


def test_channels_clusters_queue_managers_lists_and_files(sources: Sources) -> None:
    access = texts(rows(sources, "access", OBJECT, "APPS", "CHANNEL", "EAST"))
    assert "ADDRESSMAP CHLAUTH(APPS) 10.0.*" in access
    assert "queue manager EAST" in links(rows(sources, "members", CLUSTER, "RING", "", "EAST"))
    manager = (MANAGER, "EAST", "", "EAST")
    assert {"QLOCAL of EAST", "cluster RING", "QUEUE(EAST.DLQ)"} <= links(
        rows(sources, "definition", *manager)
    )
    assert "QLOCAL(INVOICES)" in links(rows(sources, "objects", LIST, "QLOCAL", "QLOCAL", "EAST"))
    place = card_of(sources, Target(FILE, "east/a.mqsc", line=3))
    assert place is not None
    assert any("QLOCAL(INVOICES)" in one.text for one in rows_of(place, "objects"))
    assert any(one.label == "▶3" for one in rows_of(place, "source"))


def test_secrets_are_masked(sources: Sources) -> None:
    card = card_of(sources, Target(OBJECT, "DIR", "AUTHINFO", "EAST"))
    assert card is not None
    text = " ".join(f"{row.text} {row.note}" for title in card.sections for row in rows_of(card, title))
    assert "LDAPPWD" in text
    assert "hush-hush" not in text


@pytest.mark.parametrize(
    "query",
    [
        "QLOCAL(INVOICES)",
        "qlocal(invo",
        "QL('INVOICES')",
        "DEFINE QLOCAL(INVOICES) MAXDEPTH(0)",
        "queue(invoices)",
        "qlocal invoices",
        "invoices",
    ],
)
def test_a_name_is_found_as_scripts_write_it(sources: Sources, query: str) -> None:
    assert NameIndex(sources).search(query)[0].title == "QLOCAL(INVOICES)"


def test_an_object_type_with_a_bracket_finds_its_objects(sources: Sources) -> None:
    found = {one.title for one in NameIndex(sources).search("topic(")}
    assert "TOPIC(FX)" in found


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sources:
    """A queue manager that a script creates, with its qm.ini and a client table."""
    (tmp_path / "make.sh").write_text(
        "crtmqm -lp 3 -lf 4096 SHOP\nrunmqsc SHOP <<'END'\nDEFINE CHANNEL(TILL) CHLTYPE(SVRCONN)\nEND\n"
    )
    (tmp_path / "qm.ini").write_text("Log:\n   LogPrimaryFiles=9\nChannels:\n   MaxChannels=70\n")
    (tmp_path / "ccdt.json").write_text(
        '{"channel": [{"name": "TILL", "type": "clientConnection",\n'
        ' "clientConnection": {"connection": [{"host": "shop", "port": 1414}], "queueManager": "SHOP"},\n'
        ' "transmissionSecurity": {"cipherSpecification": "ANY_TLS12"}}]}\n'
    )
    toml = '[[queue-manager]]\nname = "SHOP"\nfiles = ["make.sh", "qm.ini"]\n'
    (tmp_path / "mqtune.toml").write_text(toml)
    monkeypatch.chdir(tmp_path)
    return Sources(open(Scope(["."])))


def test_a_queue_manager_shows_the_effective_entries_of_its_ini_files(shop: Sources) -> None:
    found = [(one.label, one.text, one.note) for one in rows(shop, "definition", MANAGER, "SHOP", "", "SHOP")]
    assert [one for one in found if one[0].startswith(("Log", "MaxChannels"))] == [
        ("LogPrimaryFiles", "9", "Log"),
        ("LogFilePages", "4096", "Log, crtmqm"),
        ("MaxChannels", "70", "Channels"),
    ]


def test_a_channel_and_the_client_table_lead_to_each_other(shop: Sources) -> None:
    channel = (OBJECT, "TILL", "CHANNEL", "SHOP")
    assert [one.label for one in rows(shop, "findings", *channel)] == ["REF020"]
    (client,) = [one for one in rows(shop, "messages", *channel) if one.label == "client"]
    assert client.target is not None
    assert server_channel(shop, client.target.name, client.target.line) == Target(*channel)


def test_an_amqp_channel_shows_the_records_that_decide_on_its_clients(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.mqsc").write_text(
        "DEFINE CHANNEL(LIGHT) CHLTYPE(AMQP) PORT(5672)\n"
        "SET CHLAUTH(LIGHT) TYPE(ADDRESSMAP) ADDRESS('10.0.*') MCAUSER('light')\n"
    )
    monkeypatch.chdir(tmp_path)
    sources = Sources(open(Scope(["a.mqsc"])))
    assert "ADDRESSMAP CHLAUTH(LIGHT) 10.0.*" in texts(rows(sources, "access", OBJECT, "LIGHT", "CHANNEL"))


def test_a_cluster_shows_the_findings_on_its_channels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, sender in (("C1", "C2"), ("C2", "C3"), ("C3", "C2")):
        (tmp_path / f"{name}.mqsc").write_text(
            f"ALTER QMGR {'REPOS(LOOP)' if name == 'C2' else 'DESCR(x)'}\n"
            f"DEFINE CHANNEL(TO.{name}) CHLTYPE(CLUSRCVR) CLUSTER(LOOP) CONNAME('{name}(1414)')\n"
            f"DEFINE CHANNEL(TO.{sender}) CHLTYPE(CLUSSDR) CLUSTER(LOOP) CONNAME('{sender}(1414)')\n"
        )
    monkeypatch.chdir(tmp_path)
    card = card_of(Sources(open(Scope(["."]))), Target(CLUSTER, "LOOP"))
    assert card is not None
    assert ("CLU003", "CHANNEL(TO.C3)") in {(one.label, one.note) for one in rows_of(card, "findings")}
