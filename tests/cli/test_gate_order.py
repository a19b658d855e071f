"""Under a gate a command hides what another one sets only if the order of both is known."""

from __future__ import annotations

import json
from itertools import permutations, product
from pathlib import Path

import pytest

OFF, ON = "ALTER QMGR CHLAUTH(DISABLED)", "ALTER QMGR CHLAUTH(ENABLED)"
IMAGE = "FROM mq\nENV MQ_QMGR_NAME=QM1\n"
WRITING = {
    "Dockerfile": "COPY <<E /etc/mqm/{0}\n{1}\nE\n",
    "Containerfile": 'RUN echo "{1}" > /etc/mqm/{0}\n',
    "start.sh": "cat > /etc/mqm/{0} <<E\n{1}\nE\n",
}
COMPOSE = "services:\n  mq:\n    environment: {LICENSE: accept, MQ_QMGR_NAME: QM1}\n    configs:\n"


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "gate.toml").write_text('[lint]\nprofile = "production"\nfail-on = "error"\n')
    root = folder / "repository"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    return root


def hides(mqtune) -> bool:
    """Whether the gate takes what a first command sets to be undone by a later one."""
    outcome = mqtune("lint", "--gate", "../gate.toml", "--format", "json")
    return not {"SYN076", "SEC001"} & {finding["code"] for finding in json.loads(outcome.out)["findings"]}


@pytest.mark.parametrize("name", WRITING)
def test_an_image_reads_files_by_their_names(root: Path, mqtune, name: str) -> None:
    for targets in permutations(("10.mqsc", "20.mqsc", "3.mqsc")):
        steps = map(WRITING[name].format, targets, (OFF, "DEFINE QLOCAL(A)", ON))
        (root / name).write_text((IMAGE if name != "start.sh" else "") + "".join(steps))
        assert hides(mqtune) == (list(targets) == sorted(targets))


@pytest.mark.parametrize(
    ("removal", "is_known"),
    [
        ("rm /etc/mqm/20.mqsc", False),
        ("cd /etc/mqm && rm -f 2*", False),
        ("find /etc/mqm -name '2*' -delete", False),
        ("mv /etc/mqm/20.mqsc /tmp", False),
        ("rm $FILE", False),
        ("rm -rf /var/lib/apt/lists/*", True),
        ("find /etc/mqm -name '2*'", True),
    ],
)
def test_a_file_that_is_removed_again_hides_nothing(root: Path, mqtune, removal: str, is_known: bool) -> None:
    steps = "".join(map(WRITING["Dockerfile"].format, ("10.mqsc", "20.mqsc"), (OFF, ON)))
    (root / "Dockerfile").write_text(f"{IMAGE}{steps}RUN {removal}\n")
    assert hides(mqtune) == is_known
    (root / "Dockerfile").write_text(f"{IMAGE}RUN {removal}\n{steps}")
    assert hides(mqtune)


def test_inline_files_of_compose_have_the_order_of_their_targets(root: Path, mqtune) -> None:
    for targets in permutations(("10", "20")):
        mounts = "".join(f"    - {{source: c{name}, target: /etc/mqm/{name}.mqsc}}\n" for name in targets)
        contents = "".join(
            f"  c{name}:\n    content: |\n      {text}\n"
            for name, text in zip(targets, (OFF, ON), strict=True)
        )
        (root / "compose.yaml").write_text(f"{COMPOSE}{mounts}configs:\n{contents}")
        assert not hides(mqtune)


RUN = "echo '{}' | runmqsc QM1"
PLAY = "- hosts: {}\n  {}:\n"
TASK = "  - shell: {}\n"


def play(command: str, hosts: str = "a", key: str = "tasks", *more: str) -> str:
    return (
        PLAY.format(hosts, key) + TASK.format(RUN.format(command)) + "".join(f"    {line}\n" for line in more)
    )


UNORDERED = {
    "plays for other hosts": play(OFF) + play(ON, "b"),
    "tasks and what is after them": play(OFF, "a", "post_tasks") + play(ON).partition("\n")[2],
    "the end of a play": play(OFF) + "  - meta: end_play\n" + TASK.format(RUN.format(ON)),
    "the end of a host": play(OFF) + "  - meta: end_host\n    when: x\n" + TASK.format(RUN.format(ON)),
    "a file that exists": play(OFF) + TASK.format(RUN.format(ON) + " creates=/x"),
    "a task that is not waited for": play(OFF, "a", "tasks", "async: 60", "poll: 0")
    + TASK.format(RUN.format(ON)),
    "a task on another host": play(OFF) + play(ON, "a", "tasks", "delegate_to: b").split("tasks:\n")[1],
    "a task on one host": play(OFF) + play(ON, "a", "tasks", "run_once: true").split("tasks:\n")[1],
    "a task under a condition": play(OFF)
    + play(ON, "a", "tasks", "args: {creates: /x}").split("tasks:\n")[1],
    "jobs": "jobs:\n"
    + "".join(
        f"  {name}:\n    steps:\n    - run: {RUN.format(text)}\n" for name, text in ((1, OFF), (2, ON))
    ),
    "tasks of Tekton": "spec:\n  tasks:\n"
    + "".join(f'  - taskSpec:\n      steps: [{{script: "{RUN.format(text)}"}}]\n' for text in (OFF, ON)),
    "a script that ends": f"a:\n  script:\n  - {RUN.format(OFF)}\n  - exit 0\n  - {RUN.format(ON)}\n",
    "namespaces": "---\n".join(
        f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, namespace: {name}}}\n"
        f"data:\n  a.mqsc: |\n    {text}\n"
        for name, text in (("a", OFF), ("b", ON))
    ),
}
ORDERED = {
    "tasks": play(OFF) + TASK.format(RUN.format(ON)),
    "plays for the same hosts": play(OFF) + play(ON),
    "a task in a block": play(OFF) + f"  - block:\n    - shell: {RUN.format(ON)}\n",
    "tasks of a role": f"- shell: {RUN.format(OFF)}\n- shell: {RUN.format(ON)}\n",
    "steps": f"jobs:\n  a:\n    steps:\n    - run: {RUN.format(OFF)}\n    - run: {RUN.format(ON)}\n",
    "a script": f"a:\n  script:\n  - {RUN.format(OFF)}\n  - '[ -f x ] || exit 1'\n  - {RUN.format(ON)}\n",
    "a list of commands": f"mqsc:\n- {OFF}\n- {ON}\n",
}


@pytest.mark.parametrize(
    ("text", "is_ordered"), [*product(ORDERED.values(), [True]), *product(UNORDERED.values(), [False])]
)
def test_steps_have_the_order_of_their_list(root: Path, mqtune, text: str, is_ordered: bool) -> None:
    (root / "a.yaml").write_text(text)
    assert hides(mqtune) == is_ordered


FED = "echo {} | runmqsc QM1\n"
STEP = "//S EXEC PGM=CSQUTIL,PARM='QM1'\n//SYSIN DD *\nCOMMAND\n/*\n//CSQUCMD DD *\n{}\n/*\n"
BETWEEN = {
    "a.bat": (
        ("exit\n", "exit /b 0\n", "@EXIT /B\n", "cd x & exit\n", "(exit)\n", "goto :eof\n"),
        ("other.bat\n", "other\n", '"C:\\a b\\x.cmd"\n', "setmqenv -s\n", "%X%\n", "\\\\h\\x\\a.cmd 1\n"),
    ),
    "a.jcl": (
        ("//\n", f"//{' ' * 70}00010000\n", "//J JOB\n", "//J JOB (A),TYPRUN=SCAN\n", "/*XEQ N1\n"),
        (
            "//J JOB (A),\n//  RESTART=X\n",
            "// ENDIF\n// IF RC > 4 THEN\n",
            "//P PROC\n",
            "//X XMIT DEST=N1\n",
        ),
    ),
}
NOTHING = {
    "a.bat": (
        "call other.bat\n",
        "rem exit\n",
        "echo.\n",
        "strmqm QM1\n",
        "C:\\a\\x.exe 1\n",
        "set X=exit\n",
    ),
    "a.jcl": ("//* exit\n", "//X SET A=B\n", "//DD1 DD DUMMY\n", "// IF RC > 4 THEN\n// ENDIF\n"),
}


def command(name: str, text: str) -> str:
    return (FED if name == "a.bat" else STEP).format(text)


@pytest.mark.parametrize(
    ("name", "between"),
    [(name, line) for name, lists in BETWEEN.items() for lines in lists for line in lines],
)
def test_a_line_behind_which_nothing_may_run_ends_the_order(
    root: Path, mqtune, name: str, between: str
) -> None:
    first = "//J JOB\n" if name == "a.jcl" else "@echo off\n"
    (root / name).write_text(f"{first}{command(name, OFF)}{between}{command(name, ON)}")
    assert not hides(mqtune)


@pytest.mark.parametrize(
    ("name", "between"), [(name, line) for name, lines in NOTHING.items() for line in lines]
)
def test_other_lines_do_not_end_the_order(root: Path, mqtune, name: str, between: str) -> None:
    first = "//J JOB\n" if name == "a.jcl" else "@echo off\n"
    (root / name).write_text(f"{first}{command(name, OFF)}{between}{command(name, ON)}")
    assert hides(mqtune)


@pytest.mark.parametrize("options", ["-v", "-n", "-ev", "-z"])
def test_commands_that_runmqsc_does_not_pass_on_hide_nothing(root: Path, mqtune, options: str) -> None:
    later = FED.format(ON)
    (root / "a.bat").write_text(FED.format(OFF) + later.replace("runmqsc", f"runmqsc {options}"))
    assert not hides(mqtune)
    (root / "a.bat").write_text(FED.format(OFF) + later.replace("runmqsc", "runmqsc -e -w 5"))
    assert hides(mqtune)


def test_a_file_of_a_batch_file_is_read_later_than_it_is_written(root: Path, mqtune) -> None:
    written = f"echo {OFF}> b.tmp\n", FED.format(ON), "runmqsc QM1 < b.tmp\n"
    (root / "a.bat").write_text("".join(written))
    assert not hides(mqtune)


def test_a_definition_is_not_refused_because_of_one_that_may_be_later(root: Path, mqtune) -> None:
    definition = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) MCAUSER('{}')"
    job = '  {0}:\n    steps:\n    - run: echo "{1}" | runmqsc QM1\n'
    jobs = (job.format(name, definition.format(name)) for name in ("a", "mqm"))
    (root / "a.yaml").write_text("jobs:\n" + "".join(jobs))
    assert not hides(mqtune)
