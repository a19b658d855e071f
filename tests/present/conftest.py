"""A fixed list of findings that every format is tested with, and the files they refer to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mqtune.present.report import Report, RuleFacts, Totals
from mqtune.text.editing import Edit, Place, Span
from mqtune.text.finding import Finding, Fix, Impact, ObjectName, Reference, Related, SuppressedFinding

FILES = {
    "hub/qm.ini": "Log:\n   LogPrimaryFiles=3\nPublishSubscribe:\n\tPubSubCacheSize=48\n",
    "hub/10-topics.mqsc": (
        "* topics of the hub\n"
        "DEFINE TOPIC(PRICES) +\n"
        "       TOPICSTR('prices') +\n"
        "       DEFPSIST(NO)\n"
        "DEFINE QLOCAL(DÉPÔT) MAXDEPTH(5000)\n"
        "DEFINE CHANNEL(TO.X) CHLTYPE(CLNTCONN) PASSWORD('hunter2!') CONNAME('x(1414)')\n"
        "DEFINE QLOCAL(A.B) DESCR('##vso[task.complete]\x1b[2J')\n"
    ),
    "clients/ccdt.json": '{"channel": ['
    + ",".join(f'{{"name": "C{number}"}}' for number in range(60))
    + "]}\n",
}


PUB002 = RuleFacts(
    "A publication matches more than the cache holds.",
    "publish/subscribe",
    "warning",
    "rules/pub/PUB002-cache-below-fan-out.md",
    lambda: (
        "A publication matches more than the cache holds.\n\nMore.",
        "Handles are opened again.",
        "Raise it.",
    ),
)


SEC005 = RuleFacts(
    "A password is written in a script.",
    "security",
    "warning",
    "rules/sec/SEC005-password-in-script.md",
    lambda: ("A password is written in a script.", "Whoever reads the script knows it.", "Remove it."),
)


def place(file: str, line: int, column: int, end_column: int, end_line: int | None = None) -> Place:
    return Place(file, Span(line, column, end_line or line, end_column))


def sample() -> list[Finding]:
    hub = "hub/10-topics.mqsc"
    return [
        Finding(
            "PUB002",
            "cache-below-fan-out",
            "warning",
            "high",
            "a publication on prices matches 60 subscriptions, PubSubCacheSize holds 48 handles",
            place("hub/qm.ini", 4, 2, 20),
            note="the handles of the other 12 are opened and closed for every publication",
            help="set PubSubCacheSize to 60 or more",
            queue_manager="HUB.QM",
            object=ObjectName("STANZA", "PublishSubscribe"),
            attribute="PubSubCacheSize",
            impact=Impact("publish time", "us", 356.0, 299.5, "fan-out model, release 8.0"),
            references=(Reference("IBM MQ V8 publish/subscribe performance report", "3.3.1", 23),),
            related=tuple(
                Related(place(hub, number, 1, 13), f"subscription {number} of the branch")
                for number in (2, 5, 6, 7, 1)
            ),
            fixes=(
                Fix(
                    "unsafe",
                    "set PubSubCacheSize=60",
                    (Edit(place("hub/qm.ini", 4, 18, 20), "60"),),
                    restart=True,
                ),
            ),
        ),
        Finding(
            "CAT012",
            "unknown-value",
            "error",
            "high",
            "TOPIC(PRICES) has DEFPSIST(NO); allowed are ASPARENT, NO, YES",
            place(hub, 2, 8, 20, end_line=4),
            queue_manager="HUB.QM",
            object=ObjectName("TOPIC", "PRICES"),
            attribute="DEFPSIST",
            fixes=(
                Fix("safe", "write DEFPSIST(YES)", (Edit(place(hub, 4, 17, 19), "YES"),)),
                Fix("display", "add a comment", (Edit(place(hub, 5, 1, 1), "* 100 % sure: a, b; c]\n"),)),
            ),
        ),
        Finding(
            "QUE003",
            "deep-queue",
            "info",
            "medium",
            "QLOCAL(DÉPÔT) 50%: one, two; ]\r\nthree",
            place(hub, 5, 15, 20),
            object=ObjectName("QLOCAL", "DÉPÔT"),
            attribute="MAXDEPTH",
        ),
        Finding(
            "SEC005",
            "password-in-script",
            "warning",
            "high",
            "CHANNEL(TO.X) has PASSWORD(hunter2!) in plain text",
            place(hub, 6, 40, 60),
            note="whoever reads the script knows 'hunter2!'",
            object=ObjectName("CHANNEL", "TO.X"),
            attribute="PASSWORD",
            fixes=(
                Fix("unsafe", "write PASSWORD('hunter2!x')", (Edit(place(hub, 6, 49, 59), "'hunter2!x'"),)),
            ),
        ),
        Finding(
            "QUE009",
            "odd-description",
            "warning",
            "low",
            "QLOCAL(A.B) has DESCR ##vso[task.complete]\x1b[2J and \u202e",
            place(hub, 7, 20, 48),
            object=ObjectName("QLOCAL", "A.B"),
            attribute="DESCR",
        ),
        Finding(
            "CLT004",
            "no-such-queue-manager",
            "warning",
            "high",
            "C59 has no queue manager",
            place("clients/ccdt.json", 1, 924, 929),
        ),
        Finding(
            "SYN001",
            "unreadable-file",
            "error",
            "high",
            "the file cannot be read",
            place("b\udcff,:;]%.mqsc", 1, 1, 1),
        ),
    ]


@pytest.fixture
def findings() -> list[Finding]:
    return sample()


@pytest.fixture
def files() -> dict[str, str]:
    return dict(FILES)


@pytest.fixture
def make_report() -> Callable[..., Report]:
    def make(found: list[Finding] | None = None, **more: object) -> Report:
        settings: dict[str, object] = {
            "totals": Totals(4, 812, 2),
            "suppressed": [
                SuppressedFinding(sample()[2], in_source=True, reason="lab only"),
                SuppressedFinding(sample()[0]),
            ],
            "rule_facts": {"PUB002": PUB002, "SEC005": SEC005}.get,
        }
        settings.update(more)
        return Report(sample() if found is None else found, text_of=FILES.get, **settings)  # type: ignore[arg-type]

    return make
