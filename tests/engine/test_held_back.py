"""What rules hold back: counted by rule and reason, with what enables it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.workspace import Workspace

Held = dict[str, tuple[int, str]]
Hold = Callable[..., Held]


@pytest.fixture
def hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hold:
    """Lints some files, each named, and gives the count and the option that enables it by code."""
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str] | str, **options: object) -> Held:
        named = {"example.mqsc": files} if isinstance(files, str) else files
        for path, text in named.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        paths = [path for path in named if not path.endswith("mqtune.toml")]
        result = Workspace.open(Options(paths, **options)).lint()  # type: ignore[arg-type]
        assert [str(crash) for crash in result.crashes] == []
        return {one.code: (one.count, one.reason.enable) for one in result.summary.held_back}

    return lint


BROKEN = """\
DEFINE QLOCAL(INVOICE.IN) BOQNAME(INVOICE.BACKOUT) BOTHRESH(3) REPLACE
DEFINE QREMOTE(TO.BRANCH) RNAME(BOOKINGS) RQMNAME(BRANCH) XMITQ(BRANCH.OUT) REPLACE
DEFINE CHANNEL(HEAD.BRANCH) CHLTYPE(SDR) CONNAME('branch.example(1414)') XMITQ(BRANCH.XMIT) REPLACE
"""


def test_missing_objects_are_counted_if_the_files_may_be_a_part(hold: Hold) -> None:
    assert hold(BROKEN)["REF001"] == (3, "--complete")


def test_nothing_is_held_back_if_everything_needed_is_known(hold: Hold) -> None:
    options = {"complete": True, "mq_version": "9.4", "platform": "linux"}
    held = hold(BROKEN, **options)
    assert not {code for code, (_, enable) in held.items() if enable == "--complete"}


def test_names_that_are_placeholders_need_values_even_if_the_files_are_complete(hold: Hold) -> None:
    script = BROKEN + "DEFINE QLOCAL('${NAME}') REPLACE\n"
    assert hold(script)["REF001"] == (3, "--complete")
    assert hold(script, complete=True)["REF001"] == (3, "--values FILE")


def test_a_rule_that_does_not_run_holds_nothing_back(hold: Hold) -> None:
    assert "REF001" not in hold(BROKEN, ignore=["REF001"])


def test_counts_of_several_projects_are_added(hold: Hold) -> None:
    files = {"a/mqtune.toml": "", "a/x.mqsc": BROKEN, "b/mqtune.toml": "", "b/x.mqsc": BROKEN}
    assert hold(files)["REF001"] == (6, "--complete")


PAIR = {
    "north/NORTH.mqsc": "DEFINE CHANNEL(NORTH.SOUTH) CHLTYPE(SDR) CONNAME('s(1414)') XMITQ(SOUTH) REPLACE\n"
    "DEFINE QLOCAL(SOUTH) USAGE(XMITQ) REPLACE\n"
    "DEFINE QREMOTE(R) RNAME(LEDGER) RQMNAME(SOUTH) XMITQ(SOUTH) REPLACE\n",
    "south/SOUTH.mqsc": "DEFINE QLOCAL(OTHER) REPLACE\n",
    "mqtune.toml": '[[queue-manager]]\nname = "NORTH"\n[[queue-manager]]\nname = "SOUTH"\n',
}


def test_a_partner_that_may_be_incomplete_holds_back_checks_of_the_other_end(hold: Hold) -> None:
    held = hold(PAIR)
    assert held["REF018"] == held["REF026"] == (1, "--complete")
    assert not {"REF018", "REF026"} & set(hold(PAIR, complete=True))


NEW = "DEFINE QLOCAL(COPIES) CAPEXPRY(600) REPLACE\n"  # CAPEXPRY is an attribute since 9.3.1


@pytest.mark.parametrize(
    ("script", "options", "code", "enable"),
    [
        (NEW, {}, "CAT009", "--mq-version LEVEL"),
        ("DEFINE QLOCAL(A) INDXTYPE(MSGID) REPLACE\n", {}, "CAT011", "--platform NAME"),
        ("DEFINE STGCLASS(A) PSID(1)\n", {}, "CAT003", "--platform NAME"),
    ],
)
def test_a_level_and_a_platform_enable_checks(
    hold: Hold, script: str, options: dict, code: str, enable: str
) -> None:
    assert hold(script)[code] == (1, enable)
    assert code not in hold(script, mq_version="9.4", platform="linux")


def test_words_of_every_level_in_use_are_not_counted(hold: Hold) -> None:
    assert "CAT009" not in hold("DEFINE QLOCAL(A) MAXDEPTH(5) BOTHRESH(0) REPLACE\n")


LOADED = '[[queue-manager]]\nname = "A"\nfiles = ["*.mqsc"]\n[[queue-manager.queue]]\nqueue = "COPIES"\n'


def test_a_load_enables_checks_of_what_can_have_one(hold: Hold) -> None:
    held = hold(NEW)
    assert held["QUE009"][0] == 1
    assert "[[queue-manager.queue]]" in held["QUE009"][1]
    assert "PUB001" not in held  # there is no topic
    assert "QUE009" not in hold({"example.mqsc": NEW, "mqtune.toml": LOADED})


def test_a_count_does_not_depend_on_the_number_of_processes(
    hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mqtune.session import session

    monkeypatch.setattr(session, "MUCH", 1)
    assert hold(BROKEN + NEW, jobs=3) == hold(BROKEN + NEW)
