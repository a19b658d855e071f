"""What a run did not check is counted in every format, with or without a gate."""

from __future__ import annotations

import gzip
import json
import os
from base64 import b64encode
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mqtune.present.formats import FORMATS
from mqtune.session.loading import Inputs
from mqtune.text.not_checked import FILE, QUEUE_MANAGER, WORD

BAD = "ALTER QMGR CHLAUTH(DISABLED)\n"
GOOD = "DEFINE QLOCAL(A) DESCR('a')\n"
PLACEHOLDER = "in part, because a placeholder or tag hides commands"


@pytest.fixture
def root(folder: Path) -> Path:
    (folder / ".git").mkdir()
    (folder / "a.mqsc").write_text(GOOD)
    return folder


def not_checked(mqtune, *words: str) -> dict:
    return json.loads(mqtune("lint", "--format", "json", *words).out)["not_checked"]


def put(path: Path, text: str = BAD) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_run_that_checks_everything_says_so(root: Path, mqtune) -> None:
    put(root / "README.md", "text")
    put(root / "ci.yml", "on: push\n")
    put(root / ".github/workflows/ci.yml", "on: push\n")
    put(root / "php.ini", "[PHP]\nmemory = 1\n")
    assert not_checked(mqtune) == {"files": [], "rules": [], "suppressed": 0}
    assert "not checked" not in mqtune("lint").out


def test_what_is_behind_a_link_to_a_folder_counts_unless_it_is_searched(root: Path, mqtune) -> None:
    put(root / "shared" / "b.mqsc")
    put(root / "mq" / "a.mqsc", GOOD)
    os.symlink("../shared", root / "mq" / "linked")
    why = "in a folder to which a link leads, which is not followed"
    assert not_checked(mqtune, "mq")["files"] == [{"file": "mq/linked/b.mqsc", "why": why}]
    assert not_checked(mqtune, "mq", "shared")["files"] == []
    assert not_checked(mqtune)["files"] == []


def test_projects_in_a_long_chain_are_opened_up_to_a_limit(root: Path, mqtune, monkeypatch) -> None:
    opened: list[object] = []
    load = Inputs.load_paths
    monkeypatch.setattr(Inputs, "load_paths", lambda *words: opened.append(words) or load(*words))
    for level in range(60):
        put(root / ("d/" * level) / "mqtune.toml", "")
        put(root / ("d/" * level) / "a.mqsc", GOOD)
    folder = "/".join("d" * 20)
    assert not_checked(mqtune)["files"] == [{"file": f"{folder}/", "why": "in more than 20 nested projects"}]
    assert len(opened) == 20
    assert not_checked(mqtune, f"{folder}/d")["files"][0]["file"] == f"{folder}/d/{folder}/"


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        (".hidden/b.mqsc", BAD, "hidden"),
        ("mq/.b.mqsc", BAD, "hidden"),
        ("node_modules/x/b.mqsc", BAD, "in folder node_modules"),
        ("mq/site-packages/b.mqsc", BAD, "in folder site-packages"),
        ("archive/old/b.mqsc", BAD, "excluded by mqtune.toml:2"),
        ("archive/qm.ini", "Log:\n", "excluded by mqtune.toml:2"),
        ("archive/run.sh", f"runmqsc QM1 <<EOF\n{BAD}EOF\n", "excluded by mqtune.toml:2"),
        ("ignored/b.mqsc", BAD, "ignored by .gitignore"),
        ("b.mqsc", f"     1 : DISPLAY QMGR\n{BAD}", "output of runmqsc"),
        ("b.mqsc", f"setmqaut -m A -t q\n* {BAD}", "setmqaut or GRTMQMAUT commands (dmpmqcfg -o setmqaut)"),
        ("qm.ini", "[section]\na = 1\n", "its first stanza is not an IBM MQ stanza"),
        ("AMQCLCHL.mqsc", "AMQR\n", "a binary client channel definition table"),
        ("b.mqsc", "{{ x }}" + BAD, "in part, because a placeholder or tag hides commands"),
        ("b.mqsc", "{#\n" + BAD + "#}\n", "in part, because a placeholder or tag hides commands"),
        ("b.mqsc", "+X+" + BAD, "in part, because a placeholder or tag hides commands"),
        ("b.mqsc", 'ALT{{ "" }}ER QMGR CHLAUTH(DISABLED)\n', PLACEHOLDER),
        ("b.mqsc", "ALTER {{ x }}QMGR CHLAUTH(DISABLED)\n", PLACEHOLDER),
        ("b.mqsc", "ALTER {{ x }} CHLAUTH(DISABLED)\n", PLACEHOLDER),
        ("b.mqsc", "{{ x }} QMGR CHLAUTH(DISABLED)\n", PLACEHOLDER),
        ("b.mqsc", "ALTER QMGR CHL${X}AUTH(DISABLED)\n", PLACEHOLDER),
        ("b.mqsc", "ALTER QMGR {{ x }}+\nCHLAUTH(DISABLED)\n", PLACEHOLDER),
        ("b.mqsc", "ALTER +\nQMGR CHLAUTH{{ x }}(DISABLED)\n", PLACEHOLDER),
        ("b.mqsc", "ALT{% if x %}{% endif %}ER QMGR CHLAUTH(DISABLED)\n", PLACEHOLDER),
        ("b.mqsc", '{{ "ALTER QMGR CHLAUTH(DISABLED)" }}\n', PLACEHOLDER),
    ],
)
def test_a_file_that_was_not_checked_is_counted_with_the_reason(
    root: Path, mqtune, path: str, text: str, why: str
) -> None:
    put(root / path, text)
    put(root / "mqtune.toml", '\nexclude = ["archive"]\n')
    put(root / ".gitignore", "ignored/\n")
    files = not_checked(mqtune)["files"]
    assert [one["file"] for one in files] == [path]
    assert files[0]["why"].startswith(why)
    assert f"not checked: 1 file (1 {why}" in mqtune("lint").out


ENCODED = b64encode(BAD.encode()).decode()
PACKED = b64encode(gzip.compress(BAD.encode(), mtime=0)).decode()
STEP = f"//A EXEC PGM=IEBGENER\n//SYSUT1 DD *\n{BAD}/*\n//SYSUT2 DD DSN=MQ.CSQINP2(A),DISP=SHR\n"


def nested(levels: int) -> str:
    text = f"runmqsc QM1 <<'EOF'\n{BAD}EOF\n"
    for level in range(levels):
        text = f"bash <<'E{level}'\n{text}E{level}\n"
    return text


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("b.yaml", f"kind: Secret\ndata:\n  a: {ENCODED}\n", "MQ text in base64"),
        ("b.yaml", f"kind: ConfigMap\nbinaryData:\n  a.mqsc: {ENCODED}\n", "MQ text in base64"),
        (
            "b.yaml",
            f"data:\n  a.mqsc: !!binary |\n    {ENCODED[:30]}\n    {ENCODED[30:]}\n",
            "MQ text in base64",
        ),
        ("b.yaml", f"binaryData:\n  a.mqsc.gz: {PACKED}\n", "MQ text in base64"),
        ("archive/b.yaml", f"kind: Secret\ndata:\n  a: {ENCODED}\n", "excluded by mqtune.toml:1"),
        ("b.sh", nested(5), "nest too deeply"),
        ("b.sh", "{ " * 60 + f"\n{nested(0)}" + "} ;" * 60, "nest too deeply"),
        ("b.sh", "echo " + "$(" * 60 + nested(0) + ")" * 60, "nest too deeply"),
        ("b.yaml", "a:\n- |\n  " + nested(5).replace("\n", "\n  "), "nest too deeply"),
        ("b.jcl", f"//J JOB\n{STEP}", "a program that is not known"),
        ("b.sh", f"echo {ENCODED} | base64 -d | runmqsc QM1\n", "computes commands"),
        ("b.sh", "zcat a.gz | runmqsc QM1\n", "computes commands"),
        ("b.sh", "python3 -c 'print(1)' | tee log | sudo runmqsc -e QM1\n", "computes commands"),
        ("b.sh", 'for q in A B; do echo "DEFINE QLOCAL($q)"; done | runmqsc QM1\n', "computes commands"),
        ("b.sh", "runmqsc QM1 < <(base64 -d a)\n", "computes commands"),
        ("b.sh", 'runmqsc QM1 <<< "$(base64 -d a)"\n', "computes commands"),
        ("b.sh", "runmqsc QM1 <<EOF\n$(base64 -d a)\nEOF\n", "computes commands"),
        ("b.sh", "sed -n '/x/p' a.dat | runmqsc QM1\n", "computes commands"),
    ],
)
def test_a_part_that_is_not_read_is_counted(root: Path, mqtune, path: str, text: str, why: str) -> None:
    put(root / path, text)
    put(root / "mqtune.toml", 'exclude = ["archive"]\n')
    (file,) = not_checked(mqtune)["files"]
    assert (file["file"], why in file["why"]) == (path, True)
    assert why in mqtune("lint").out


AUTHORITIES = "DEFINE QLOCAL(AX) REPLACE\nSET AUTHREC PROFILE('A*') OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)\n"
RECORDS = (
    "DEFINE CHANNEL(A.X) CHLTYPE(SVRCONN) REPLACE\n"
    "SET CHLAUTH('A.*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS) ACTION(REPLACE)\n"
)
SUBSCRIPTIONS = (
    "DEFINE QLOCAL(Q) REPLACE\n"
    "DEFINE SUB(A) TOPICSTR('a/+/b') DEST(Q) REPLACE\nDEFINE SUB(B) TOPICSTR('a/+/c') DEST(Q) REPLACE\n"
)
LIMITED_RULES = [
    ("REF004", "mqtune.estate.model.MOST_NAMES", AUTHORITIES),
    ("REF003", "mqtune.estate.model.MOST_NAMES", RECORDS),
    ("PUB012", "mqtune.rules.pub.subscriptions.MOST_CHARACTERS", SUBSCRIPTIONS),
    ("PUB012", "mqtune.rules.pub.subscriptions.MOST_COMPARED", SUBSCRIPTIONS),
    ("PUB002", "mqtune.analysis.topology.topics.MOST_STEPS", SUBSCRIPTIONS),
]
LOOP = "for q in " + " ".join(f"Q{number}" for number in range(201)) + "; do"
STARTS = "export MQ_USER_ID=x\n" + "".join(f"strmqm Q{number}\n" for number in range(60))


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("b.sh", f"echo '{BAD.strip()}'{' | cat' * 120} | runmqsc QM1\n", "is too long"),
        ("b.sh", f"{LOOP} runmqsc $q < $q.txt\ndone\n", "is too long"),
        ("b.sh", f"{LOOP} runmqsc QM1 < $q.txt\ndone\n", "is too long"),
        ("b.sh", STARTS, "is too long"),
        ("b.sh", "cat many/* | runmqsc QM1\n", "is too long"),
        ("b.yaml", f'kind: ConfigMap\ndata:\n  a: "{BAD.strip()} \\q"\n', "is not valid YAML"),
    ],
)
def test_what_a_limit_leaves_out_is_counted(root: Path, mqtune, path: str, text: str, why: str) -> None:
    if "many" in text:
        (root / "many").mkdir()
        for number in range(1001):
            (root / f"many/{number}.txt").write_text("")
    put(root / path, text)
    (file,) = not_checked(mqtune)["files"]
    assert (file["file"], why in file["why"]) == (path, True)
    assert why in mqtune("lint").out


NEST = "in part, because scripts in it nest too deeply"
LONG = "in part, because a loop, a pipeline or a list of files or queue managers in it is too long"


@pytest.mark.parametrize(
    ("text", "why"),
    [(nested(5), NEST), (f"{LOOP} runmqsc $q < $q.txt\ndone\n", LONG), (nested(5).replace(BAD, GOOD), NEST)],
)
def test_a_gate_does_not_let_a_file_pass_that_exceeds_a_limit(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r/a.mqsc", GOOD)
    put(root / "r/b.sh", text)
    put(root / "gate.toml", "")
    monkeypatch.chdir(root / "r")
    outcome = mqtune("lint", "--gate", "../gate.toml", "--format", "concise")
    assert (outcome.status, f"b.sh:1:1: error SYN076 b.sh is checked {why}" in outcome.out) == (1, True)
    outcome = mqtune("lint", "--format", "concise")
    assert (outcome.status, "b.sh:1:1: info SYN076" in outcome.out) == (0, True)
    put(root / "gate.toml", "[[exception]]\nrule = 'SYN076'\nobject = 'FILE(b.sh)'\nreason = 'old'\n")
    assert mqtune("lint", "--gate", "../gate.toml").status == 0


def allow(monkeypatch: pytest.MonkeyPatch, characters: int) -> None:
    """Let a run read no more than this again."""
    monkeypatch.setattr("mqtune.text.not_checked.MOST_TIMES", 0)
    monkeypatch.setattr("mqtune.text.not_checked.LEAST", characters)


def test_a_gate_does_not_let_too_many_environments_pass(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r/a.mqsc", "DEFINE QLOCAL(A) DESCR('{{ x }}')\n")
    put(root / "gate.toml", "")
    tables = ""
    for number in range(3):
        put(root / f"r/{number}.yaml", "x: a\n")
        tables += f"[[environment]]\nname = 'e{number}'\nvalues = ['{number}.yaml']\n"
    put(root / "r/mqtune.toml", tables)
    monkeypatch.chdir(root / "r")
    assert mqtune("lint", "--gate", "../gate.toml").status == 0
    allow(monkeypatch, 0)
    outcome = mqtune("lint", "--gate", "../gate.toml", "--format", "concise")
    assert (outcome.status, "mqtune.toml:1:1: error SYN076" in outcome.out) == (1, True)


def test_a_gate_does_not_let_too_many_copies_of_a_listed_file_pass(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r/a.mqsc", GOOD)
    put(root / "gate.toml", "")
    table = "[[queue-manager]]\nname = 'QM{}'\nfiles = ['a.mqsc']\n"
    monkeypatch.chdir(root / "r")
    allow(monkeypatch, 2 * (QUEUE_MANAGER + len(GOOD) + FILE + 3 * WORD))
    put(root / "r/mqtune.toml", "".join(map(table.format, range(3))))
    assert mqtune("lint", "--gate", "../gate.toml").status == 0
    put(root / "r/mqtune.toml", "".join(map(table.format, range(4))))
    outcome = mqtune("lint", "--gate", "../gate.toml", "--format", "concise")
    assert (outcome.status, "a.mqsc:1:1: error SYN076" in outcome.out) == (1, True)
    assert "belongs to too many queue managers" in outcome.out


def test_copies_of_an_applied_file_beyond_a_limit_are_counted(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root / "b.txt")
    put(root / "b.sh", "".join(f"runmqsc QM{number} < b.txt\n" for number in range(3)))
    allow(monkeypatch, 2 * (len(BAD) + FILE + 3 * WORD))
    assert not_checked(mqtune)["files"] == []
    put(root / "c.sh", "runmqsc QM1 < b.txt\nrunmqsc QM2 < b.txt\n")
    (file,) = not_checked(mqtune)["files"]
    assert (file["file"], "is too long" in file["why"]) == ("c.sh", True)
    assert "b.txt" in mqtune("lint").out  # read at least once


@pytest.mark.parametrize(
    "command", [f"runmqsc $q <<EOF\n{BAD}EOF\n", f"crtmqm -lp 3 -ls {'1' * 40} $q\n"], ids=["text", "options"]
)
def test_copies_for_the_queue_managers_of_loops_beyond_a_limit_are_counted(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for path in "bc":
        put(root / f"{path}.sh", f"for q in {path}1 {path}2 {path}3; do\n{command}done\n")
    allow(monkeypatch, 4 * (len(BAD) + 100 + FILE + 3 * WORD))
    assert not_checked(mqtune)["files"] == []
    allow(monkeypatch, 3 * FILE + 2 * len(BAD) + 6 * WORD)
    files = not_checked(mqtune)["files"]
    assert [(one["file"], one["why"]) for one in files] == [("c.sh", LONG)]


def test_the_two_states_of_a_plan_share_the_allowance(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "".join(f"runmqsc QM{number} < b.txt\n" for number in range(3))
    for state in ("o", "n"):
        put(root / f"{state}/b.txt")
        put(root / f"{state}/b.sh", script)
    copies = 2 * (len(BAD) + FILE + 3 * WORD)
    allow(monkeypatch, 2 * copies)
    assert "in part" not in mqtune("plan", "o", "n").out
    allow(monkeypatch, copies)
    assert not_checked(mqtune, "o")["files"] == []
    assert "o/b.sh is checked in part" in mqtune("plan", "o", "n").out


@pytest.mark.parametrize(("code", "limit", "text"), LIMITED_RULES)
@pytest.mark.parametrize("gate", [(), ("--gate", "../gate.toml")])
def test_a_rule_that_stops_early_is_counted_in_every_format(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch, code: str, limit: str, text: str, gate: tuple[str]
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r/a.mqsc", text)
    put(root / "gate.toml", "")
    monkeypatch.chdir(root / "r")
    words = ("--complete", *gate)
    assert not_checked(mqtune, *words)["rules"] == []
    monkeypatch.setattr(limit, -1000 if limit.endswith("STEPS") else 0)
    found = json.loads(mqtune("lint", "--format", "json", *words).out)
    assert found["not_checked"]["rules"] == [code]
    assert [one["code"] for one in found["summary"]["held_back"] if "more names" in one["why"]] == [code]
    for format in FORMATS:
        outcome = mqtune("lint", "--format", format, *words)
        assert code in outcome.out, format
    (limited,) = [one for one in found["findings"] if one["code"] == "SYN076"]
    assert limited["message"].startswith(f"{code} has not checked everything: more names")
    assert limited["severity"] == ("error" if gate else "info")
    assert mqtune("lint", *words, "--fail-on", "error").status == (1 if gate else 0)


def test_a_gate_does_not_let_records_pass_that_are_too_many_to_follow(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    admits = "SET CHLAUTH(A.X) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) ACTION(REPLACE)\n"
    channel = "DEFINE CHANNEL(A.X) CHLTYPE(SVRCONN) MCAUSER('mqm') REPLACE\n"
    records = "SET CHLAUTH(A.X) TYPE(ADDRESSMAP) ADDRESS('10.{}.{}.1') USERSRC(NOACCESS) ACTION(REPLACE)\n"
    put(root / "r/.git/HEAD", "")
    put(root / "gate.toml", "")
    monkeypatch.chdir(root / "r")
    put(root / "r/a.mqsc", channel + admits)
    assert "SEC016" in mqtune("lint", "--gate", "../gate.toml").out
    many = "".join(records.format(number // 200, number % 200) for number in range(40))
    for limit in ("MOST_COMPARED", "COMPARED_BY_CHANNEL"):
        monkeypatch.setattr(f"mqtune.analysis.access.walk.{limit}", 30)
    put(root / "r/a.mqsc", channel + admits + many)
    outcome = mqtune("lint", "--gate", "../gate.toml", "--format", "concise", "--fail-on", "error")
    assert outcome.status == 1
    assert "a.mqsc:1:1: error SYN076 SEC016 has not checked everything" in outcome.out


FED = f"echo '{BAD.strip()}' | runmqsc QM1\n"
NAMING = "naming commands or programs of IBM MQ in a form that is not read"
UNNAMED = "in part, because a script passes files to runmqsc that it does not name"
UNSTATED = "in part, because a script passes commands to runmqsc that it does not state"
ABSENT = "in part, because it applies files to a queue manager that are not there"
HALF = "x='ALTER QMGR'\n"
IMAGE = "FROM icr.io/ibm-messaging/mq:9.4\nENV LICENSE=accept MQ_QMGR_NAME=QM1\n"


@pytest.mark.parametrize(
    ("path", "text", "encoding", "why"),
    [
        ("lib/functions", f"setup() {{\n{FED}}}\n", "ascii", NAMING),
        ("lib/functions.inc", f"setup() {{\n{FED}}}\n", "ascii", NAMING),
        ("Makefile", f"all:\n\t{FED}", "ascii", NAMING),
        ("Jenkinsfile", f'sh "{FED.strip()}"\n', "ascii", NAMING),
        ("setup.ps1", f"@'\n{BAD}'@ | runmqsc QM1\n", "ascii", NAMING),
        ("setup.py", f"text = '{BAD.strip()}'\n", "ascii", NAMING),
        ("site.yml", f"- run: mq {BAD}", "ascii", NAMING),
        ("b.txt", f"COPY x.txt\n{BAD}", "ascii", NAMING),
        ("b.txt", f"one\n{BAD.replace(' ', chr(0xA0))}", "utf-8", NAMING),
        ("b.txt", "one\nALT+\nER Q-\r\n   MGR CHLAUTH(DISABLED)\n", "ascii", NAMING),
        ("b.txt", "one\ndef\n\n ql\t( A )\n", "ascii", NAMING),
        ("b.txt", BAD * 20, "cp037", NAMING),
        ("b.dat", BAD * 20, "cp037", NAMING),
        ("b.dat", f"one\n{BAD}", "utf-32-le", NAMING),
        ("b.dat", f"one\n{BAD}", "utf-16", NAMING),
        ("b.bin", "x " * 2_500_000 + BAD, "ascii", NAMING),
        ("b.sh", 'runmqsc QM1 < "$F"\n', "ascii", UNNAMED),
        ("b.sh", 'cat "$1" | runmqsc QM1\n', "ascii", UNNAMED),
        ("b.sh", f'runmqsc QM1 <<EOF\n{GOOD}EOF\nrunmqsc QM1 < "$F"\n', "ascii", UNNAMED),
        ("b.sh", "curl -o b.dat https://example.com\nrunmqsc QM1 < b.dat\n", "ascii", ABSENT),
        ("b.sh", "cat b.dat | runmqsc QM1\n", "ascii", ABSENT),
        ("b.sh", "crtmqm -ii b.ini QM1\n", "ascii", ABSENT),
        ("b.sh", "runmqsc QM1 < lib/*.dat\n", "ascii", ABSENT),
        ("b.bat", "runmqsc QM1 < b.dat\r\n", "ascii", ABSENT),
        ("Dockerfile", f"{IMAGE}COPY b.mqsc /etc/mqm/b.mqsc\n", "ascii", ABSENT),
        ("b.sh", f'{HALF}echo "$x CHLAUTH(DISABLED)" | runmqsc QM1\n', "ascii", UNSTATED),
        ("b.sh", f"{HALF}y='CHLAUTH(DISABLED)'\necho \"$x $y\" | runmqsc QM1\n", "ascii", UNSTATED),
        ("b.sh", f"{HALF}y='CHLAUTH(DISABLED)'\nrunmqsc QM1 <<E\n$x +\n$y\nE\n", "ascii", UNSTATED),
        ("b.sh", f'{HALF}y=$(./b)\necho "$y" | runmqsc QM1\n', "ascii", UNSTATED),
        ("b.sh", f'{HALF}echo "$1" | runmqsc QM1\n', "ascii", UNSTATED),
        ("b.sh", f'{HALF}su -c "runmqsc QM1" mqm <<E\n$x +\n$1\nE\n', "ascii", UNSTATED),
    ],
)
def test_what_names_commands_and_is_not_read_counts_under_a_gate(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch, path: str, text: str, encoding: str, why: str
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r/a.mqsc", GOOD)
    put(root / "r" / path, "")
    (root / "r" / path).write_bytes(text.encode(encoding))
    put(root / "gate.toml", "")
    monkeypatch.chdir(root / "r")
    (file,) = not_checked(mqtune, "--gate", "../gate.toml")["files"]
    assert file == {"file": path, "why": why}
    assert f"1 {why}" in mqtune("lint", "--gate", "../gate.toml").out
    assert not_checked(mqtune)["files"] == []


@pytest.mark.parametrize(
    "text",
    [
        "C='ALTER QMGR MAXMSGL(4194304)'\necho \"$C\" | runmqsc QM1\n",
        "C='ALTER QMGR MAXMSGL(4194304)'\nrunmqsc QM1 <<E\n${C}\nE\n",
        "for c in 'ALTER QMGR MAXMSGL(1)' 'ALTER QMGR MAXMSGL(2)'; do echo \"$c\" | runmqsc QM1; done\n",
        "CS=('ALTER QMGR MAXMSGL(1)')\nprintf '%s\\n' \"${CS[@]}\" | runmqsc QM1\n",
        "echo 'ALTER QMGR MAXMSGL(1)' > b.dat\nrunmqsc QM1 < b.dat\n",
    ],
)
def test_commands_that_a_script_keeps_are_checked(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r/b.sh", text)
    put(root / "gate.toml", "")
    monkeypatch.chdir(root / "r")
    assert not_checked(mqtune, "--gate", "../gate.toml")["files"] == []


def test_texts_of_other_programs_do_not_count_under_a_gate(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r/a.mqsc", GOOD)
    put(root / "r/alter.sql", "ALTER TABLE queue ADD (a int);\nDELETE FROM queue (x);\n")
    put(root / "r/a.js", "class A { set value(x) {} get topic(x) {} }\ndefine(['a'], function () {})\n")
    put(root / "r/a.py", "def topics(x):\n    return reset(x)\n")
    put(root / "r/a.md", "Alter the queue manager, and define a queue (local).\nDISPLAY QLOCAL(A)\n")
    put(root / "gate.toml", "")
    monkeypatch.chdir(root / "r")
    assert not_checked(mqtune, "--gate", "../gate.toml")["files"] == []


@pytest.mark.parametrize("other", ['runmqsc QM1 < "$F"\n', "zcat a.gz | runmqsc QM1\n"])
@pytest.mark.parametrize(
    "limited", [f"{LOOP} runmqsc $q < $q.txt\ndone\n", nested(5), f"{'{ ' * 60}\n{FED}{'} ;' * 60}\n"]
)
def test_no_other_reason_hides_that_a_limit_is_exceeded(
    root: Path, mqtune, monkeypatch: pytest.MonkeyPatch, other: str, limited: str
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "gate.toml", "")
    monkeypatch.chdir(root / "r")
    for text in (other + limited, limited + other):
        put(root / "r/b.sh", text)
        assert "SYN076" in mqtune("lint", "--gate", "../gate.toml").out


@pytest.mark.parametrize("value", ["{{ x }}", "${X}", "<%= x %>"])
def test_placeholders_count_under_a_gate_alone(root: Path, mqtune, monkeypatch, value: str) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r/a.mqsc", f"ALTER QMGR CHLAUTH({value})\n")
    put(root / "r/b.mqsc", GOOD)
    put(root / "gate.toml", "")
    put(root / "values.yaml", "x: ENABLED\nX: ENABLED\n")
    monkeypatch.chdir(root / "r")
    gate = ("--gate", "../gate.toml")
    assert not_checked(mqtune)["files"] == []
    (file,) = not_checked(mqtune, *gate)["files"]
    assert file == {"file": "a.mqsc", "why": "in part, because names or values are placeholders"}
    if value == "{{ x }}":
        assert not_checked(mqtune, *gate, "--values", "../values.yaml")["files"] == []


@pytest.mark.parametrize("word", ["END", "exit", "QUIT"])
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("b.mqsc", f"{{}}\n{BAD}"),
        ("b.mqsc.j2", f"{{% if x %}}\n{{}}\n{{% endif %}}\n{BAD}"),
        ("b.sh", f"runmqsc QM1 <<E\n{{}}\n{BAD}E\n"),
        ("c.sh", f"{{{{ [ \"$X\" ] && echo {{}}; echo '{BAD.strip()}'; }}}} | runmqsc QM1\n"),
        ("b.yaml", f"b.mqsc: |\n  {{}}\n  {BAD}"),
    ],
)
def test_commands_behind_the_end_of_a_script_count_under_a_gate(
    root: Path, mqtune, monkeypatch, path: str, text: str, word: str
) -> None:
    put(root / "r/.git/HEAD", "")
    put(root / "r" / path, text.replace("{}", word).replace("{{", "{").replace("}}", "}"))
    put(root / "r/d.mqsc", f"{GOOD}{word}\n* a remark\n")
    put(root / "gate.toml", "")
    monkeypatch.chdir(root / "r")
    found = not_checked(mqtune, "--gate", "../gate.toml")["files"]
    assert {"file": path, "why": "in part, because commands follow END, EXIT or QUIT"} in found
    assert {one["file"] for one in found} == {path}
    assert not_checked(mqtune)["files"] == []


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ('for q in A B; do echo "DEFINE QLOCAL($q)"; done > q\nrunmqsc QM1 < q\n', "that are not there"),
        ('while read n; do printf "$n" >> q; done < list\nrunmqsc QM1 < q\n', "that it does not state"),
        ("./gen | runmqsc QM1\n", "computes commands"),
    ],
)
def test_a_script_of_which_nothing_is_followed_is_named(folder: Path, mqtune, script: str, why: str) -> None:
    put(folder / "a.sh", script)
    for path in (".", "a.sh"):
        done = mqtune("lint", path)
        assert done.status == 2
        assert "not checked: a.sh in part, because " in done.err
        assert why in done.err


def test_secrets_and_scripts_without_text_of_mq_are_complete(root: Path, mqtune) -> None:
    other = b64encode(b"user=app\npassword=DEFINE\n" * 3).decode()
    put(
        root / "s.yaml",
        f"kind: Secret\nmetadata:\n  name: mqsc-user-and-password-of-app\ndata:\n  a: {other}\n",
    )
    put(root / "r.yaml", f"kind: Secret\ndata:\n  release: {PACKED}\n")
    put(root / "b.sh", "{ " * 60 + "echo" + "; }" * 60)
    put(
        root / "c.sh",
        'runmqsc QM1 <$1\ncat $2 | runmqsc QM1\nrunmqsc QM1\necho "DIS QL($Q)" | runmqsc $QM | grep x\n',
    )
    put(
        root / "b.jcl",
        "//J JOB\n//A EXEC PGM=IDCAMS\n//SYSIN DD *\n  DEFINE CLUSTER(NAME(A))\n  DELETE A\n/*\n",
    )
    assert not_checked(mqtune)["files"] == []


def test_placeholders_for_values_names_and_further_attributes_hide_no_commands(root: Path, mqtune) -> None:
    text = "DEFINE QLOCAL({{ x }}.A) DESCR('{{ y }}') {{ more }}\nDEFINE QLOCAL(B) DESCR('b') ${MORE}\n"
    text += "DEFINE QLOCAL(C) DESCR('c') {% if y %}REPLACE{% else %}NOREPLACE{% endif %}\n"
    put(root / "b.mqsc", f'{text}{{{{ include "x" . }}}}\n${{EXTRA}}\n')
    assert not_checked(mqtune)["files"] == []


def test_files_of_other_kinds_in_folders_that_were_left_out_do_not_count(root: Path, mqtune) -> None:
    for folder in (".hidden", "node_modules", "archive", "ignored"):
        for name in ("README.md", "package.json", "values.yaml", "build.sh", "notes.txt", "setup.cfg"):
            put(root / folder / name, "a: 1\n")
    put(root / "mqtune.toml", 'exclude = ["archive"]\n')
    put(root / ".gitignore", "ignored/\n")
    assert not_checked(mqtune)["files"] == []


def test_a_folder_too_big_to_be_looked_through_counts_as_a_whole(root: Path, mqtune) -> None:
    for number in range(1100):
        put(root / "archive" / f"{number}.txt", "")
        put(root / ".tool" / f"{number}.txt", "")
    put(root / "mqtune.toml", 'exclude = ["archive"]\n')
    assert not_checked(mqtune)["files"] == [
        {"file": ".tool/", "why": "hidden"},
        {"file": "archive/", "why": "excluded by mqtune.toml:1"},
    ]
    assert "not checked: 1 folder (1 excluded by mqtune.toml:1)" in mqtune("lint").out
    assert ".tool/: hidden" in mqtune("lint", "--verbose").out


def test_rules_that_the_project_file_switches_off_are_counted(root: Path, mqtune) -> None:
    put(root / "mqtune.toml", '[lint]\nignore = ["SEC", "PUB001"]\n')
    assert not_checked(mqtune)["rules"] == ["PUB001", "SEC"]
    assert "rules (PUB001, SEC)" in mqtune("lint").out
    put(root / "mqtune.toml", '[lint]\nignore = ["ALL"]\n')
    assert not_checked(mqtune)["rules"] == ["ALL"]
    put(root / "mqtune.toml", 'profile = "lab"\n')
    assert not_checked(mqtune)["rules"] != []


def test_rules_that_the_user_leaves_out_are_only_in_data(root: Path, mqtune) -> None:
    assert not_checked(mqtune, "--ignore", "SEC")["rules"] == ["SEC"]
    assert "not checked" not in mqtune("lint", "--ignore", "SEC").out


def test_select_all_overrides_what_the_project_file_ignores_but_not_exclude(root: Path, mqtune) -> None:
    put(root / "b.mqsc")
    put(root / "archive/c.mqsc")
    put(root / "mqtune.toml", 'exclude = ["archive"]\n[lint]\nignore = ["ALL"]\n')
    shown = mqtune("lint", "--select", "ALL").out
    assert "b.mqsc:1" in shown
    assert "not checked: 1 file (1 excluded by mqtune.toml:1)\n" in shown


def test_suppressed_findings_are_counted(root: Path, mqtune) -> None:
    put(root / "b.mqsc", f"* mqtune: ignore-file\n{BAD}")
    assert not_checked(mqtune)["suppressed"] == 1


def test_reasons_are_few_in_text_and_complete_in_json(root: Path, mqtune) -> None:
    for number in range(9):
        put(root / f"p{number}" / "old" / "b.mqsc")
        put(root / f"p{number}" / "mqtune.toml", "\n" * number + 'exclude = ["old"]\n')
    (line,) = [one for one in mqtune("lint").out.splitlines() if one.startswith("not checked")]
    assert line.startswith("not checked: 9 files (1 excluded by p0/mqtune.toml:1, ")
    assert line.endswith("5 for other reasons)")
    assert len(not_checked(mqtune)["files"]) == 9


@pytest.mark.parametrize(
    "format", ["full", "concise", "json", "sarif", "github", "gitlab", "junit", "azure", "sonarqube"]
)
@pytest.mark.parametrize("words", [(), ("--gate", "gate.toml")])
def test_every_format_shows_what_was_not_checked(root: Path, mqtune, monkeypatch, format: str, words) -> None:
    put(root / "gate.toml", '[lint]\nexclude = ["archive"]\nignore = ["SEC"]\n')
    put(root / "r/mqtune.toml", 'exclude = ["archive"]\n[lint]\nignore = ["SEC"]\n')
    put(root / "r/.git/HEAD", "")
    put(root / "r/a.mqsc", f"* mqtune: ignore PUB\n{GOOD}")
    put(root / "r/archive/b.mqsc")
    monkeypatch.chdir(root / "r")
    words = tuple(word.replace("gate.toml", "../gate.toml") for word in words)
    out = mqtune("lint", "--format", format, *words).out
    assert "excluded by ../gate.toml:2" in out if words else "excluded by mqtune.toml:1" in out
    assert "SEC" in out
    if format in ("json", "sarif", "gitlab", "sonarqube"):
        json.loads(out)
    if format == "junit":
        ElementTree.fromstring(out)


def test_names_of_files_are_no_commands_to_a_runner(root: Path, mqtune) -> None:
    put(root / "x" / "##vso[task.complete]\n::error::x" / "mqtune.toml", 'exclude = ["b.mqsc"]\n')
    put(root / "x" / "##vso[task.complete]\n::error::x" / "b.mqsc")
    put(root / "x" / "##vso[task.complete]\n::error::x" / "a.mqsc", GOOD)
    for format in ("full", "github", "azure", "gitlab", "junit", "sarif"):
        for line in mqtune("lint", "--format", format, "--verbose").out.splitlines():
            assert "##vso[" not in line
            assert not line.startswith("::error")


def test_the_html_report_shows_what_was_not_checked(root: Path, mqtune) -> None:
    put(root / "archive/b.mqsc")
    put(root / "mqtune.toml", 'exclude = ["archive"]\n')
    mqtune("report", "--output", "r.html")
    text = (root / "r.html").read_text()
    assert "excluded by mqtune.toml:1" in text
    assert "archive/b.mqsc" in text


def test_a_link_to_a_folder_elsewhere_in_the_project_counts_once(root: Path, mqtune) -> None:
    put(root / ".hidden/b.mqsc")
    os.symlink(".hidden", root / "shown")
    assert not_checked(mqtune)["files"] == [{"file": ".hidden/b.mqsc", "why": "hidden"}]
