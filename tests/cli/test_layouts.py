"""Repositories of many layouts: findings depend on what is in the files, not on where a run starts."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqtune.project.load import load_project
from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace
from tests.conftest import CORPORA

ENVIRONMENTS = [
    ("dev", "test", "prod"),
    ("uat2", "mq-prod"),
    ("DEV", "PROD"),
    ("frankfurt", "london"),
    ("2026-11-19", "2026-11-20"),
    ("prod",),
]
STRUCTURE = ["", "mqsc", "scripts", "files", "etc/mqm", "queues", "a b", "x[1]"]
NAMES = ["PAYQM1", "GWQM1", "CARDS.QM"]
HEAD = "* Queue manager name: {0}\n* Queue manager command level: (940/940)\n* Command issued: {1} -m {0}\n"
BODY = (
    "ALTER QMGR DEADQ({0}.DLQ) REPOSNL(X)\n"
    "DEFINE QLOCAL({0}.DLQ) REPLACE MAXDEPTH({2})\n"
    "DEFINE QLOCAL({1}) USAGE(XMITQ) REPLACE\n"
    "DEFINE CHANNEL({0}.{1}) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ({1}) MAXMSGL({2}000) REPLACE\n"
    "DEFINE CHANNEL({1}.{0}) CHLTYPE(RCVR) MAXMSGL({2}00) SEQWRAP({2}000) REPLACE\n"
    "DEFINE QREMOTE(TO.{1}) RNAME(NO.SUCH) RQMNAME({1}) XMITQ({1}) REPLACE\n"
)
CONNECTION = '"type": "clientConnection", "clientConnection": {"queueManager": "%s"}'
CCDT = f'{{"channel": [{{"name": "APP.%s", {CONNECTION}}}]}}'


def dump(name: str, partner: str, number: int) -> dict[str, str]:
    return {f"{name}.mqsc": HEAD.format(name, "dmpmqcfg -a") + BODY.format(name, partner, number)}


def parts(name: str, partner: str, number: int) -> dict[str, str]:
    lines = BODY.format(name, partner, number).splitlines(keepends=True)
    head = HEAD.format(name, "dmpmqcfg -t queue")
    return {
        f"queues/{name}.mqsc": head + "".join(line for line in lines if "DEFINE Q" in line),
        f"channels/{name}.mqsc": head + "".join(line for line in lines if "CHANNEL" in line),
    }


def script(name: str, partner: str, number: int) -> dict[str, str]:
    text = BODY.format(name, partner, number)
    return {f"{number}-{name}.sh": f"#!/bin/sh\nrunmqsc {name} <<EOF\n{text}EOF\n"}


def flat(name: str, partner: str, number: int) -> dict[str, str]:
    return {"10-all.mqsc": BODY.format(name, partner, number), "qm.ini": "Channels:\n   MaxChannels=5\n"}


def chart(name: str, partner: str, number: int) -> dict[str, str]:
    text = "".join(f"    {line}\n" for line in BODY.format(name, partner, number).splitlines())
    return {
        f"templates/{number}.yaml": "apiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata:\n  name: "
        f"'{{{{ .Release.Name }}}}'\nspec:\n  queueManager:\n    mqsc:\n    - configMap:\n        name: m\n"
        f"        items: [a.mqsc]\n---\nkind: ConfigMap\nmetadata:\n  name: m\ndata:\n  a.mqsc: |\n{text}"
    }


def resource(name: str, partner: str, number: int) -> dict[str, str]:
    text = chart(name, partner, number)[f"templates/{number}.yaml"]
    return {f"{name.lower()}.yaml": text.replace("'{{ .Release.Name }}'", name.lower())}


def client(name: str, partner: str, number: int) -> dict[str, str]:
    return {"ccdt.json": CCDT % (name, name), "mqclient.ini": "TCP:\n   KeepAlive=Maybe\n"}


WRITERS = [dump, dump, dump, parts, script, flat, chart, resource, client]


def layout(seed: int) -> dict[str, str]:
    """The files of a repository: environments above or below teams and other folders, or in file names."""
    chance = random.Random(seed)
    files: dict[str, str] = {}
    environments = chance.choice(ENVIRONMENTS)
    structure, team = chance.choice(STRUCTURE), chance.choice(["", "pay", "teams/pay"])
    order = chance.choice(["etn", "ten", "net", "tn-e"])
    writers = chance.choices(WRITERS, k=len(NAMES))
    for number, environment in enumerate(environments, 1):
        for place, (name, write) in enumerate(zip(NAMES, writers, strict=True)):
            if chance.random() < 0.2:
                continue
            partner = NAMES[(place + 1) % len(NAMES)]
            for path, text in write(name, partner, chance.choice([number, number * 100])).items():
                words = {"e": environment, "t": team, "n": structure}
                folder = [words[letter] for letter in order.partition("-")[0] if words[letter]]
                if order.endswith("-e"):
                    stem, dot, ending = path.rpartition(".")
                    path = f"{stem}-{environment}{dot}{ending}"
                files["/".join([*folder, path])] = text
    if chance.random() < 0.3:
        files["common.mqsc"] = "DEFINE QLOCAL(COMMON) MAXDEPTH(0) REPLACE\n"
    return files


def write_layout(files: dict[str, str], folder: Path) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


Facts = list[tuple[object, ...]]


def facts(result: LintResult) -> Facts:
    """The findings, without what names files relative to the working folder."""
    assert not result.crashes
    found: Facts = []
    for one in result.findings:
        about = (one.code, one.severity, one.queue_manager, str(one.object), one.attribute)
        related = tuple((os.path.abspath(at.place.file), at.place.span.line) for at in one.related)
        place = one.place
        found.append((os.path.abspath(place.file), place.span.line, place.span.column, *about, related))
    return sorted(found, key=repr)


def workspace(start: Path, *paths: object) -> Workspace:
    os.chdir(start)
    named = [os.path.relpath(str(path), start) for path in paths]
    return Workspace.open(Options(named, profile="production"))


def lint(start: Path, *paths: object) -> Facts:
    return facts(workspace(start, *paths).lint())


@settings(max_examples=settings().max_examples * 2 // 5)  # each lints seven times
@given(seed=st.integers(0, 10_000), chance=st.randoms(use_true_random=False))
def test_findings_do_not_depend_on_the_starting_folder_or_the_order_of_paths(seed, chance):
    before = os.getcwd()
    with TemporaryDirectory() as name:
        try:
            check(Path(os.path.realpath(name)) / "repository", layout(seed), chance)
        finally:
            os.chdir(before)


def check(root: Path, files: dict[str, str], chance: random.Random) -> None:
    if not files:
        return
    write_layout(files, root)
    every = workspace(root, root)
    whole = facts(every.lint())
    below = sorted(path for path in root.rglob("*") if path.is_dir())
    for start in [root.parent, *chance.sample(below, min(2, len(below)))]:
        assert lint(start, root) == whole
    tops = sorted(root.iterdir())
    named = lint(root.parent, *tops)
    chance.shuffle(tops)
    assert lint(root.parent, *tops) == named
    assert named == whole or not all(path.is_dir() for path in tops)
    inferred = {estate.environment for estate in every.estates}
    for environment in below:
        if environment.name in inferred:
            mine = [one for one in whole if str(one[0]).startswith(f"{environment}/")]
            assert lint(environment, environment) == mine


@pytest.mark.parametrize(
    "seeds", [range(12), pytest.param(range(12, 200), marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_lint_accepts_what_init_writes_and_environments_stay(mqtune, folder, monkeypatch, seeds):
    for seed in seeds:
        root = folder / str(seed)
        root.mkdir()
        write_layout(layout(seed), root)
        monkeypatch.chdir(root)
        opened = workspace(root, root)
        before, reported = environments(opened), mistakes(opened)
        assert mqtune("init").status == 0
        outcome = mqtune("lint", "--format", "concise")
        assert outcome.status in (0, 1), outcome.err
        opened = workspace(root, root)
        assert environments(opened) == before
        assert mistakes(opened) <= reported
        declared = [(one.name, one.environment_name) for one in load_project(None, ".").queue_managers]
        assert len(set(declared)) == len(declared)


def mistakes(opened: Workspace, without: str = "-") -> int:
    """The number of errors and warnings, except those of a family that the names of queue managers enable."""
    return sum(
        one.severity in ("error", "warning") and not one.code.startswith(without)
        for one in opened.lint().findings
    )


def environments(opened: Workspace) -> set[tuple[str, str | None]]:
    """Each file of a queue manager with its environment."""
    return {
        (script.document.source.path, estate.environment)
        for estate in opened.estates
        for manager in estate.queue_managers
        for script in manager.scripts
    }


def folders_of_real_files(root: Path) -> list[Path]:
    return [
        *sorted(one for corpus in CORPORA for one in corpus.glob("*") if one.is_dir()),
        root / "examples",
    ]


def test_lint_accepts_what_init_writes_for_real_files(mqtune, folder, monkeypatch, root):
    for number, original in enumerate(folders_of_real_files(root)):
        copy = folder / str(number)
        shutil.copytree(original, copy)
        (copy / "mqtune.toml").unlink(missing_ok=True)
        for path in (copy, *copy.rglob("*")):
            path.chmod(path.stat().st_mode | 0o700)
        monkeypatch.chdir(copy)
        before = mistakes(workspace(copy, copy), "REF")
        assert mqtune("init", "--quiet").status == 0
        assert mistakes(workspace(copy, copy), "REF") <= before, original
        assert mqtune("lint", "--statistics").status in (0, 1), original
