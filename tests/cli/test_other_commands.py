"""`mqtune explain`, `rules`, `show`, `init`, and the entry point."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from mqtune import DOCUMENTATION_URL, REPOSITORY_URL, __version__
from mqtune.cli.main import main
from mqtune.engine.pages import all_pages
from mqtune.present.rule_page import page_markdown
from mqtune.project.load import load_project
from mqtune.questions.explain import find_rule
from mqtune.session.access import parse_spec
from mqtune.session.opened import Settings
from mqtune.text.messages import UsageError

HUB = """\
* Queue manager name: HUB.QM
ALTER QMGR DEADQ(DLQ)
DEFINE QLOCAL(ORDERS) MAXDEPTH(100000) DESCR('Orders')
DEFINE QLOCAL(COPY) LIKE(ORDERS)
DEFINE QALIAS(ORDERS.IN) TARGET(ORDERS)
DEFINE TOPIC(PRICES) TOPICSTR('prices') CLUSTER(RETAIL)
DEFINE SUB(S1) TOPICSTR('prices/eur') DEST(ORDERS)
DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) CONNAME('hub(1414)') CLUSTER(RETAIL)
DEFINE CHANNEL(C) CHLTYPE(CLNTCONN) CONNAME('hub(1414)') USERID('app') PASSWORD('Tr0ub4dor')
"""


@pytest.fixture
def hub(folder: Path) -> Path:
    (folder / "hub.mqsc").write_text(HUB)
    return folder


def test_the_version_is_printed(mqtune) -> None:
    assert mqtune("--version") == (0, f"mqtune {__version__}\n", "")
    assert mqtune("lint", "--version").status == 2


def test_without_arguments_the_help_is_printed(mqtune) -> None:
    assert "lint" in mqtune().out


@pytest.mark.parametrize("words", [["lint"], ["explain"], ["rules"], ["show"], ["show", "object"], ["init"]])
def test_every_command_has_help_with_an_example(mqtune, words: list[str]) -> None:
    outcome = mqtune(*words, "--help")
    assert outcome.status == 0
    assert f"mqtune {' '.join(words)}" in outcome.out
    assert "Example" in outcome.out


def test_an_unknown_command_lists_the_known_ones(mqtune, hub: Path) -> None:
    outcome = mqtune("lnit")
    assert outcome.status == 2
    assert "lint, explain, rules, fmt, init, report" in outcome.err
    assert "`mqtune lint hub.mqsc`" in mqtune("hub.mqsc").err


def test_an_unknown_command_names_the_nearest_one(mqtune) -> None:
    assert "the nearest command is lint" in mqtune("lnt").err
    assert "the nearest command is explain" in mqtune("explian", "REF001").err
    assert "nearest" not in mqtune("xyzzy").err


def test_completion_can_be_set_up(mqtune) -> None:
    assert "--install-completion" in mqtune("--help").out
    wrong = mqtune("--install-completion", "zsh")
    assert wrong.status == 2
    assert "`mqtune completion zsh`" in wrong.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_of_a_shell_is_printed(mqtune, shell: str) -> None:
    outcome = mqtune("completion", shell)
    assert outcome.status == 0
    assert f"_MQTUNE_COMPLETE=complete_{shell}" in outcome.out


ASKED = {
    "bash": "COMP_WORDS=(mqtune lint --format = gi); COMP_CWORD=4; _mqtune mqtune; echo ${COMPREPLY[@]}",
    "fish": "complete -C 'mqtune lint --format=gi'",
    "zsh": "compset() { echo $@ }; words=(mqtune lint --format=gi); CURRENT=3; _mqtune",
}


@pytest.mark.parametrize(
    ("shell", "offered"),
    [
        ("bash", ["github", "gitlab"]),
        ("fish", ["--format=github", "--format=gitlab"]),
        ("zsh", ["-P", "--[^=]#=", "github", "gitlab"]),
    ],
)
def test_a_shell_offers_values_after_an_equals_sign(
    mqtune, shell: str, offered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    program = tmp_path / "mqtune"
    program.write_text(
        "#!/bin/sh\ncase $_MQTUNE_COMPLETE in\n"
        "*bash) [ \"$(echo $COMP_WORDS)\" = 'mqtune lint --format gi' ] || exit 1 ;;\n"
        "*zsh) echo echo github gitlab; exit ;;\n"
        "esac\nprintf 'github\\ngitlab\\n'\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    before = "compdef() { :; }\n" if shell == "zsh" else ""
    script = f"{before}{mqtune('completion', shell).out}\n{ASKED[shell]}"
    ran = subprocess.run([shell, "-c", script], capture_output=True, text=True, check=False)
    assert ran.stdout.split() == offered


def test_a_shell_without_completion_is_status_2(mqtune) -> None:
    outcome = mqtune("completion", "tcsh")
    assert outcome.status == 2
    assert "choose from bash, zsh, fish" in outcome.err


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("lint --format s", {"sarif", "sonarqube"}),
        ("lint --profile p", {"production"}),
        ("lint --select SYN09", {"SYN091", "SYN092", "SYN093", "SYN094", "SYN095", "SYN096"}),
        ("lint --ignore PUB001,SYN096", {"PUB001,SYN096"}),
        ("explain SYN001 SYN096", {"SYN096"}),
        ("model run fan", {"fan-out"}),
        ("experiment plan topic-l", {"topic-limit"}),
        ("completion f", {"fish"}),
    ],
)
def test_values_are_completed(mqtune, monkeypatch: pytest.MonkeyPatch, words: str, offered: set[str]) -> None:
    monkeypatch.setenv("_MQTUNE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"mqtune {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    assert set(mqtune().out.split()) == offered


def test_several_rules_are_explained(mqtune) -> None:
    outcome = mqtune("explain", "syn001", "unmatched-files", "REF001,SYN001")
    titles = [line.split()[1] for line in outcome.out.splitlines() if line.startswith("# ")]
    assert titles == ["SYN001", "SYN096", "REF001"]
    assert mqtune("explain", "SYN001", "SYN999").status == 2


def test_a_rule_is_explained(mqtune) -> None:
    outcome = mqtune("explain", "syn001")
    assert outcome.status == 0
    for words in (
        "# SYN001 unclosed-string",
        "## Why it matters",
        "## How to suppress it",
        "ignore SYN001",
        "## Sources",
    ):
        assert words in outcome.out
    assert "line=" not in outcome.out
    assert mqtune("explain", "unclosed-string").out == outcome.out


def test_an_explanation_is_laid_out_on_a_terminal(mqtune) -> None:
    assert "\x1b[" in mqtune("explain", "SYN001", "--color", "always").out


def test_every_rule_has_an_explanation() -> None:
    for code, page in all_pages().items():
        assert page_markdown(find_rule(code, Settings())).startswith(f"# {code} {page.name}")


def test_an_unknown_rule_is_status_2_and_names_near_ones(mqtune) -> None:
    outcome = mqtune("explain", "SYN999")
    assert outcome.status == 2
    assert "SYN001" in outcome.err


def test_rules_are_listed_and_filtered(mqtune) -> None:
    everything = mqtune("rules").out.splitlines()
    assert len(everything) == len(all_pages()) + 1
    some = json.loads(mqtune("rules", "--family", "SYN", "--fixable", "--format", "json").out)["rules"]
    assert some
    assert all(rule["code"].startswith("SYN") and rule["fix"] in ("safe", "unsafe") for rule in some)
    errors = json.loads(mqtune("rules", "--severity", "error", "--format", "json").out)["rules"]
    assert {rule["severity"] for rule in errors} == {"error"}


@pytest.mark.parametrize(
    "words", [["--family", "XYZ"], ["--severity", "bad"], ["--profile", "x"], ["--format", "xml"]]
)
def test_a_filter_that_names_nothing_is_status_2(mqtune, words: list[str]) -> None:
    outcome = mqtune("rules", *words)
    assert outcome.status == 2
    assert "help: " in outcome.err or "choose from" in outcome.err


def test_objects_are_shown(mqtune, hub: Path) -> None:
    outcome = mqtune("show", "objects")
    assert outcome.status == 0
    assert any(line.split()[:3] == ["HUB.QM", "QLOCAL", "ORDERS"] for line in outcome.out.splitlines())
    rows = json.loads(mqtune("show", "objects", "--format", "json").out)["objects"]
    assert {"ORDERS", "COPY", "ORDERS.IN", "PRICES"} <= {row["name"] for row in rows}


def test_an_object_is_shown_with_the_origin_of_each_value(mqtune, hub: Path) -> None:
    rows = json.loads(mqtune("show", "object", "QL(copy)", "hub.mqsc", "--format", "json").out)["attributes"]
    depth = next(row for row in rows if row["attribute"] == "MAXDEPTH")
    assert (depth["value"], depth["origin"], depth["from"]) == ("100000", "like", "ORDERS")
    assert "hub.mqsc:3" in mqtune("show", "object", "QLOCAL(ORDERS)").out


def test_a_password_of_an_object_is_covered(mqtune, hub: Path) -> None:
    for format in ("table", "json"):
        outcome = mqtune("show", "object", "CHANNEL(C)", "--format", format)
        assert "Tr0ub4dor" not in outcome.out
        assert "********" in outcome.out


@pytest.mark.parametrize("what", ["topics", "paths", "clusters"])
def test_every_view_is_a_table_and_json(mqtune, hub: Path, what: str) -> None:
    assert mqtune("show", what).status == 0
    assert json.loads(mqtune("show", what, "--format", "json").out)[what]


def test_an_undefined_object_is_status_2_and_lists_defined_ones(mqtune, hub: Path) -> None:
    outcome = mqtune("show", "object", "QLOCAL(NOPE)")
    assert outcome.status == 2
    assert "ORDERS" in outcome.err


@pytest.mark.parametrize(
    ("spec", "parsed"),
    [
        ("QLOCAL(A.B)", ("QLOCAL", "A.B")),
        ("ql(a.b)", ("QLOCAL", "A.B")),
        ("QL('a''b')", ("QLOCAL", "a'b")),
        ("QUEUE(X)", ("QUEUE", "X")),
        ("QMGR", ("QMGR", "")),
        (" channel ( x ) ", ("CHANNEL", "X")),
    ],
)
def test_objects_are_named_as_in_mqsc(spec: str, parsed: tuple[str, str]) -> None:
    assert parse_spec(spec) == parsed


@pytest.mark.parametrize("spec", ["FROB(X)", "QLOCAL", "QLOCAL()", "QLOCAL(X", "QLOCAL(X) Y", ""])
def test_a_name_of_no_object_is_refused(spec: str) -> None:
    with pytest.raises(UsageError):
        parse_spec(spec)


def test_nothing_to_show_is_status_2(mqtune, folder: Path) -> None:
    assert mqtune("show", "objects").status == 2
    assert mqtune("show", "objects", "nowhere").status == 2


def test_init_writes_a_project_file_that_reads_back(mqtune, hub: Path) -> None:
    outcome = mqtune("init")
    assert outcome.status == 0
    project = load_project(None, ".")
    assert [(manager.name, manager.files) for manager in project.queue_managers] == [
        ("HUB.QM", ("hub.mqsc",))
    ]
    assert mqtune("lint", "--exit-zero").status == 0


def test_init_leaves_folders_alone_that_have_a_project_file(mqtune, hub: Path) -> None:
    below = hub / "below"
    below.mkdir()
    (below / "mqtune.toml").write_text("")
    (below / "other.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    assert mqtune("init").status == 0
    assert "other.mqsc" not in (hub / "mqtune.toml").read_text()


def test_init_does_not_overwrite(mqtune, hub: Path) -> None:
    (hub / "mqtune.toml").write_text("# mine\n")
    assert mqtune("init").status == 2
    assert (hub / "mqtune.toml").read_text() == "# mine\n"


def test_init_in_an_empty_folder_writes_what_can_be_set(mqtune, folder: Path) -> None:
    assert mqtune("init", ".").status == 0
    assert load_project(None, ".").queue_managers == ()


def test_every_commented_line_of_a_new_project_file_is_sound(mqtune, hub: Path) -> None:
    mqtune("init")
    text = (hub / "mqtune.toml").read_text()
    lines = [
        line.removeprefix("# ") for line in text.splitlines() if "=" in line or line.startswith(("[", "# ["))
    ]
    (hub / "mqtune.toml").write_text("\n".join(line for line in lines if line) + "\n")
    assert load_project(None, ".").queue_managers[0].topics


def test_show_without_rows_says_so_and_does_not_fail(tmp_path, monkeypatch, capsys):
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    monkeypatch.chdir(tmp_path)
    assert main(["show", "paths"]) == 0
    assert "0 paths" in capsys.readouterr().err


def test_show_sees_every_project_below_a_folder(tmp_path, monkeypatch, capsys):
    for name in ("ONE", "TWO"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
        (folder / "mqtune.toml").write_text(f'[[queue-manager]]\nname = "{name}.QM"\nfiles = ["a.mqsc"]\n')
    monkeypatch.chdir(tmp_path)
    assert main(["show", "objects"]) == 0
    shown = capsys.readouterr().out
    assert "ONE.QM" in shown
    assert "TWO.QM" in shown


def test_the_package_and_the_program_name_one_repository(root: Path) -> None:
    urls = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert urls["Homepage"] == REPOSITORY_URL
    assert urls.pop("Documentation") == f"{DOCUMENTATION_URL}/"
    assert all(url.startswith(REPOSITORY_URL) for url in urls.values())


def test_explain_names_the_rules_with_a_word_in_their_name(mqtune) -> None:
    outcome = mqtune("explain", "expiry")
    assert outcome.status == 2
    assert "EXP001 expiry-disk-need" in outcome.err
