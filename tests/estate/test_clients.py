"""Clients: what a table or channel says, and where it leads."""

from __future__ import annotations

import json

import pytest

from mqtune.estate.build import build_estates
from mqtune.estate.clients import connections
from mqtune.project.settings import Project
from mqtune.syntax.ccdt.parse import parse_ccdt
from mqtune.syntax.document import CCDT, MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def estate(entry, **scripts):
    """An estate of one table with one entry, and a script for each named queue manager."""
    trees = []
    for name, text in scripts.items():
        document = Document(MQSC, Source(f"{name}.mqsc", f"{name}.mqsc", text.encode()), queue_manager=name)
        trees.append(parse_script(document, LineMemo()))
    table = json.dumps({"channel": [entry]}).encode()
    trees.append(parse_ccdt(Document(CCDT, Source("ccdt.json", "ccdt.json", table))))
    return build_estates(Project(), trees)[0]


def entry(name="APP", manager="QM1", host="h", cipher=""):
    return {
        "name": name,
        "type": "clientConnection",
        "clientConnection": {"queueManager": manager, "connection": [{"host": host, "port": 1414}]},
        "transmissionSecurity": {"cipherSpecification": cipher},
    }


def test_an_entry_tells_channel_queue_manager_addresses_and_cipher():
    (client,) = estate(entry(cipher="ANY_TLS12")).clients
    assert (client.channel, client.queue_manager, client.connections) == ("APP", "QM1", ("h(1414)",))
    assert (client.source, client.cipher, client.reaches) == ("ccdt", "ANY_TLS12", [])


def test_an_entry_leads_to_the_queue_manager_it_names():
    found = estate(entry(), QM1="DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)", QM2="DEFINE QLOCAL(A)").clients[0]
    assert [(manager.name, channel.name) for manager, channel in found.reaches] == [("QM1", "APP")]


@pytest.mark.parametrize(
    ("host", "reached"), [("mq1.example.com", ["QM1"]), ("localhost", []), ("other", [])]
)
def test_an_entry_of_a_group_leads_where_its_address_is_that_of_a_cluster_receiver(host, reached):
    script = "DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) CLUSTER(C) CONNAME('{}')"
    client = estate(entry(manager="ANY", host=host), QM1=script.format("MQ1.example.com,localhost")).clients[
        0
    ]
    assert [manager.name for manager, _ in client.reaches] == reached


@pytest.mark.parametrize(
    "broken", [{}, {"name": "A"}, {"name": None}, {"name": 5, "clientConnection": []}, []]
)
def test_an_entry_that_lacks_nearly_everything_is_no_fault(broken):
    assert len(estate(broken).clients) <= 1


def test_a_connection_name_is_read_in_parts():
    assert connections("H1(1415), h2 , [::1](9)") == (("h1", 1415), ("h2", 1414), ("[::1]", 9))
    assert connections("") == ()
