"""REF018 to REF020 and REF034: which queue manager a name or a host means, and when that is unknown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session

Found = Callable[[dict[str, str]], list[str]]

DUMP = """\
* Queue manager name: {name}
* Queue manager platform: UNIX
* Queue manager command level: (940/940)
* Command issued: dmpmqcfg -m {name} -a
"""
CCDT = """\
{"channel": [{"name": "APP.SVRCONN", "type": "clientConnection", "clientConnection":
  {"connection": [{"host": "hub.example.com", "port": 1414}], "queueManager": "HUB"}}]}
"""


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Found:
    """The findings of some files, as `file: code`."""
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str]) -> list[str]:
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        result = Session.open(Options(["."], select=["REF018", "REF019", "REF020", "REF034"])).lint()
        assert [str(crash) for crash in result.crashes] == []
        return [f"{one.place.file}: {one.code}" for one in result.findings]

    return lint


def sender(host: str) -> str:
    return (
        "DEFINE QLOCAL(GW) USAGE(XMITQ) REPLACE\n"
        f"DEFINE CHANNEL(PAY.GW) CHLTYPE(SDR) CONNAME('{host}(1414)') XMITQ(GW) REPLACE\n"
    )


def test_a_client_table_is_compared_with_the_queue_manager_it_names(found: Found) -> None:
    files = {"client/ccdt.json": CCDT, "hub/hub.mqsc": DUMP.format(name="HUB") + "ALTER QMGR DEADQ(D)\n"}
    assert found(files) == ["client/ccdt.json: REF019"]


def test_a_queue_manager_among_unrelated_scripts_is_not_what_others_name(found: Found) -> None:
    files = {"client/ccdt.json": CCDT}
    files |= {f"samples/{name}.mqsc": DUMP.format(name=name) for name in ("HUB", "SHOP")}
    files |= {f"samples/{n}.mqsc": f"DEFINE QLOCAL(Q) MAXDEPTH({n}00)\n" for n in range(1, 11)}
    assert found(files) == []


@pytest.mark.parametrize("folders", [("prod", "test"), ("eu/prod", "eu/test"), ("qa", "dev")])
def test_a_host_of_another_environment_is_found_in_inferred_environments(
    found: Found, folders: tuple[str, str]
) -> None:
    own, other = folders
    name = other.rpartition("/")[2]
    files = {
        f"{folder}/pay.mqsc": DUMP.format(name="PAY") + sender(f"gw-{name}01.example.com")
        for folder in (own, other)
    }
    assert found(files) == [f"{own}/pay.mqsc: REF034"]


def test_a_host_that_several_channels_of_an_environment_use_is_its_own(found: Found) -> None:
    more = "DEFINE CHANNEL(PAY.TO.GW) CHLTYPE(RQSTR) CONNAME('gw-test.example.com(1414)') REPLACE\n"
    files = {
        "prod/pay.mqsc": DUMP.format(name="PAY") + sender("gw-test.example.com") + more,
        "test/pay.mqsc": DUMP.format(name="PAY") + sender("gw-test.example.com"),
    }
    assert found(files) == []


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "{{ gateway }}", "mq.bank.example.com"])
def test_a_host_that_shows_no_environment_is_not_reported(found: Found, host: str) -> None:
    files = {f"{one}/pay.mqsc": DUMP.format(name="PAY") + sender(host) for one in ("prod", "test")}
    assert found(files) == []
