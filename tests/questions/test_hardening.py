"""The hardening guide in the report: a verdict only where the files decide it, with the place that does."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from mqtune._build.pages import page_files
from mqtune.present.rule_page import BAD, read_page
from mqtune.questions.report import content_of, hardening_of
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace

TLS = "SSLCIPH(TLS_RSA_WITH_AES_256_CBC_SHA256)"
MUTUAL = {f"V-25580{number}" for number in range(4, 9)}
FIPS = {"V-255809", "V-255810", "V-255811", "V-255812"}
COVERED = [path for path in page_files() if "DISA STIG" in path.read_text(encoding="utf-8")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def verdicts(folder: Path):
    def judge(text: str = "", complete: bool = False) -> dict[str, tuple[str, str]]:
        if text:
            Path("a.mqsc").write_text(text)
        workspace = Workspace.open(Options(["."], profile="regulated", complete=complete))
        hardening = hardening_of(workspace, workspace.lint())
        assert hardening is not None
        return {row.item: (row.verdict, row.evidence) for row in hardening.rows}

    return judge


@pytest.mark.parametrize(
    "text",
    [
        "DEFINE QLOCAL(A) REPLACE\n",
        "ALTER QMGR DEADQ(A)\n",
        "ALTER QMGR AUTHOREV(${STATE}) CONFIGEV({{ state }}) SSLFIPS(@@FIPS@@)\n",
        "* ALTER QMGR AUTHOREV(ENABLED) SSLFIPS(YES)\n",
        f"ALTER CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) {TLS} SSLCAUTH(REQUIRED)\n",
    ],
)
def test_without_evidence_nothing_is_satisfied_or_violated(verdicts, text: str) -> None:
    assert {verdict for verdict, _ in verdicts(text).values()} == {"not decided"}


def test_a_value_in_the_files_satisfies_an_item_at_its_place(verdicts) -> None:
    found = verdicts("* events\nALTER QMGR AUTHOREV(ENABLED)\n")
    assert found["V-255775"] == ("satisfied", "QMGR of . has AUTHOREV(ENABLED), a.mqsc:2")
    assert found["V-255784"][0] == "not decided"
    assert found["V-255803"][0] == "not decided", "one of eleven events"


def test_a_default_counts_if_the_files_are_complete(verdicts) -> None:
    text = "DEFINE QLOCAL(A) REPLACE\n"
    assert verdicts(text, complete=True)["V-255775"][0] == "violated"
    assert "the default" in verdicts(text, complete=True)["V-255809"][1]
    channel = f"DEFINE CHANNEL(A) CHLTYPE(SVRCONN) {TLS} REPLACE\n"
    assert {verdicts(channel)[item][0] for item in MUTUAL} == {"not decided"}, "SSLCAUTH is a default"
    assert {verdicts(channel, complete=True)[item][0] for item in MUTUAL} == {"satisfied"}


def test_one_channel_of_several_violates_an_item(verdicts) -> None:
    good = f"DEFINE CHANNEL(A) CHLTYPE(SVRCONN) {TLS} SSLCAUTH(REQUIRED) REPLACE\n"
    assert {verdicts(good)[item][0] for item in MUTUAL} == {"satisfied"}
    found = verdicts(good + "DEFINE CHANNEL(B) CHLTYPE(SVRCONN) SSLCAUTH(REQUIRED) REPLACE\n")
    assert {found[item][0] for item in MUTUAL} == {"violated"}
    assert "CHANNEL(B)" in found["V-255807"][1]
    assert "CHANNEL(A)" not in found["V-255807"][1]


@pytest.mark.parametrize("placed", ["exception", "directive"])
def test_an_accepted_violation_is_not_satisfied(verdicts, placed: str) -> None:
    text = "ALTER QMGR SSLFIPS(NO)\n"
    if placed == "exception":
        Path("mqtune.toml").write_text('[[exception]]\nrule = "SEC011"\nreason = "no FIPS here"\n')
    else:
        text = '* mqtune: ignore SEC011 reason="no FIPS here"\n' + text
    assert {verdicts(text)[item][0] for item in FIPS} == {"violated, accepted"}


def test_the_channel_of_remote_administrators_counts_and_the_samples_of_the_product_do_not(verdicts) -> None:
    samples = "".join(
        f"DEFINE CHANNEL(SYSTEM.{name}.SVRCONN) CHLTYPE(SVRCONN) REPLACE\n" for name in ("DEF", "AUTO")
    )
    app = f"DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) {TLS} SSLCAUTH(REQUIRED) REPLACE\n"
    assert verdicts(samples + app)["V-255807"][0] == "satisfied"
    found = verdicts(app + "DEFINE CHANNEL(SYSTEM.ADMIN.SVRCONN) CHLTYPE(SVRCONN) SSLCIPH(' ') REPLACE\n")
    assert found["V-255807"][0] == "violated"
    assert found["V-255807"][1].startswith("CHANNEL(SYSTEM.ADMIN.SVRCONN)")


def test_a_file_that_environments_share_is_named_once(verdicts) -> None:
    Path("mqtune.toml").write_text(
        "".join(f'[[environment]]\nname = "{name}"\nfiles = ["a.mqsc"]\n' for name in ("dev", "prod"))
    )
    channel = f"DEFINE CHANNEL(A) CHLTYPE(SVRCONN) {TLS} REPLACE\n"
    assert verdicts(channel)["V-255787"] == ("violated", "SEC012 at a.mqsc:1")


def test_each_queue_manager_has_to_have_the_value(verdicts) -> None:
    Path("mqtune.toml").write_text(
        '[[queue-manager]]\nname = "A"\nfiles = ["a.mqsc"]\n'
        '[[queue-manager]]\nname = "B"\nfiles = ["b.mqsc"]\n'
    )
    Path("b.mqsc").write_text("DEFINE QLOCAL(Q) REPLACE\n")
    text = "ALTER QMGR SSLFIPS(YES)\n"
    assert verdicts(text)["V-255811"] == ("not decided", "QMGR of B does not state SSLFIPS")
    Path("b.mqsc").write_text("ALTER QMGR SSLFIPS(NO)\n")
    assert verdicts(text)["V-255811"] == ("violated", "QMGR of B has SSLFIPS(NO), b.mqsc:1")
    Path("b.mqsc").write_text("ALTER QMGR SSLFIPS(YES)\n")
    assert verdicts(text)["V-255811"][0] == "satisfied"


@pytest.mark.parametrize("page", COVERED, ids=lambda path: path.name[:6])
def test_what_a_rule_finds_violates_an_item_that_its_page_names(page: Path, folder: Path) -> None:
    for example in read_page(page.read_text(encoding="utf-8")).examples:
        if example.kind == BAD:
            for path in folder.iterdir():
                path.unlink()
            for snippet in example.snippets:
                Path(snippet.file).write_text(snippet.content)
            workspace = Workspace.open(Options(["."], profile="regulated"))
            hardening = hardening_of(workspace, workspace.lint())
            assert hardening is not None
            mine = {row.item: row.verdict for row in hardening.rows if page.name[:6] in row.rules}
            assert "violated" in mine.values(), example.title
            assert "satisfied" not in {mine[item] for item in mine if len(mine) == 1}, example.title


def test_an_item_without_a_selected_rule_is_left_out(folder: Path) -> None:
    Path("a.mqsc").write_text("ALTER QMGR SSLFIPS(NO)\n")
    workspace = Workspace.open(Options(["."], profile="regulated", select=["SEC011"]))
    content = content_of(workspace, workspace.lint(), "t", "c", date(2026, 11, 22))
    assert content.hardening is not None
    assert {row.item for row in content.hardening.rows} == FIPS
    workspace = Workspace.open(Options(["."], select=["SYN"]))
    assert hardening_of(workspace, workspace.lint()) is None
