"""The situations of the reports through lint, tune and budget.

What tune sets out to remove is gone after its changes, and lint, tune, budget and models give one answer.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.tune import build
from mqtune.analysis.tune.edits import tuned_texts
from mqtune.cli.main import main
from mqtune.estate.model import Estate
from mqtune.project.schema import CLUSTER_KEYS, PROJECT_KEYS, QUEUE_KEYS, QUEUE_MANAGER_KEYS, TOPIC_KEYS
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import APPLICATION, CHANNELS, HUB, LOG, SITUATIONS, cluster, queue, topic

# what each kind of change removes: rules, and kinds of resources of the budget that fit afterwards
REMOVES = {
    "isolate-topic": ({"PUB001"}, set()),
    "cache-size": ({"PUB002"}, {"handles"}),
    "publish-threads": ({"PUB006"}, set()),
    "receiver-channels": (set(), set()),
    "suppress-messages": ({"CHL001"}, set()),
    "adopt-receivers": ({"CHL018"}, set()),
    "disconnect-idle": ({"CHL017"}, set()),
    "fastpath-channels": (set(), set()),
    "channel-limits": ({"CHL014", "CHL015"}, {"channels"}),
    "instance-limits": (set(), {"instances"}),
    "share-conversations": ({"CHL011"}, set()),
    "queue-depth": ({"EXP001"}, {"queue-depth"}),
    "expiry-interval": ({"EXP001"}, {"queue-disk"}),
    "log-buffer": (set(), set()),
    "log-files": ({"LOG011"}, {"log-space"}),
    "queue-buffers": (set(), set()),
}
# the disk of H is too small for its cap with any interval, and only its owner can divide a wide branch
STAYS = {"H": {"EXP001"}, "W1b": {"PUB001"}}


def opened(folder: Path, letter: str) -> Session:
    declarations, files = SITUATIONS[letter]
    names = ", ".join(f'"{name}"' for name in files)
    head = f'mq-version = "9.4"\nplatform = "linux"\n\n[[queue-manager]]\nname = "QM1"\nfiles = [{names}]\n'
    (folder / "mqtune.toml").write_text(head + declarations)
    for name, text in files.items():
        (folder / name).write_text(text)
    return Session.open(Options([str(folder)]))


def kinds_of(session: Session) -> list[str]:
    return [change.about for tuning in tune_session(session).tunings for change in tuning.changes]


# projects that leave open what the situations declare
DEFINED = {"a.mqsc": "DEFINE QLOCAL(A) REPLACE\n" + APPLICATION + "REPLACE\n"}
SETTLED = {"put_rate": 1, "consumers": 1, "burst": "0 B", "binding": "standard"}
SETTLED |= {"persistent": False, "message_size": "1 KiB"}
OPEN = [
    ("", "", DEFINED),
    ("", queue("A", put_rate=2_000), DEFINED),
    ("", queue("A", **SETTLED), {"a.mqsc": "DEFINE QLOCAL(A) REPLACE\n"}),
    ("", topic("a/#", 200_000, publishers=40, subscribers=1), DEFINED),
    ("", queue("A", put_rate=500_000), SITUATIONS["D"][1]),
]

# the functions that give advice, each with what it returns where it has no advice
PARTS = {name: "" for name in vars(build) if name.startswith(("tune_", "ask_for_", "large_", "find_"))}
PARTS = {name: value for name, value in PARTS.items() if name not in ("tune_estates", "tune_queue_manager")}


@pytest.fixture(scope="module")
def advice(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[list[Estate], str]]:
    """The estates of each situation, and all that tune says of it."""
    sessions = [opened(tmp_path_factory.mktemp("situation"), letter) for letter in SITUATIONS]
    for head, loads, files in OPEN:
        folder = tmp_path_factory.mktemp("open")
        (folder / "mqtune.toml").write_text(
            f'{head}\n[[queue-manager]]\nname = "QM1"\nfiles = ["*"]\n{loads}'
        )
        for name, text in files.items():
            (folder / name).write_text(text)
        sessions.append(Session.open(Options([str(folder)])))
    return [(session.estates, said_of(session.estates)) for session in sessions]


def said_of(estates: list[Estate]) -> str:
    tuned = build.tune_estates(estates)
    return repr(
        [
            (tuning.changes, tuning.questions, tuning.hints, tuning.open, tuning.held_back)
            for tuning in tuned.tunings
        ]
    )


@pytest.mark.parametrize("part", PARTS)
def test_each_part_of_the_advice_is_given_in_a_situation(part, advice, monkeypatch):
    monkeypatch.setattr(build, part, lambda *_: PARTS[part])
    assert any(said_of(estates) != said for estates, said in advice)


def codes_of(session: Session) -> set[str]:
    return {finding.code for finding in session.lint().findings}


@pytest.mark.parametrize("letter", SITUATIONS)
def test_what_tune_sets_out_to_remove_is_gone_and_a_second_run_changes_nothing(tmp_path, letter):
    before = opened(tmp_path, letter)
    found, kinds = codes_of(before), kinds_of(before)
    texts, left = tuned_texts(tune_session(before), before.texts)
    assert left == []
    after = before.with_texts(texts)
    assert kinds_of(after) == []
    removed = set().union(*(REMOVES[kind][0] for kind in kinds)) - STAYS.get(letter, set())
    assert not removed & codes_of(after)
    # QUE013 says that buffers may not apply to existing queues, PUB018 that an isolated branch is too busy
    assert {code for code in codes_of(after) - found if code not in {"QUE013", "PUB018"}} == set()
    fits = set().union(*(REMOVES[kind][1] for kind in kinds))
    (estate,) = after.estates
    over = [one for one in budget(estate) if one.kind in fits and (one.share or 0) > 1]
    assert [one.resource for one in over if letter != "H"] == []


@pytest.mark.parametrize("letter", SITUATIONS)
def test_only_changes_of_qm_ini_need_a_restart(tmp_path, letter):
    changes = [
        change for tuning in tune_session(opened(tmp_path, letter)).tunings for change in tuning.changes
    ]
    assert [change.why.restart for change in changes] == [change.in_ini for change in changes]


@pytest.mark.parametrize("letter", SITUATIONS)
def test_every_question_names_a_key(tmp_path, letter):
    keys = {
        key
        for table in (PROJECT_KEYS, QUEUE_MANAGER_KEYS, TOPIC_KEYS, QUEUE_KEYS, CLUSTER_KEYS)
        for key in table
    }
    for tuning in tune_session(opened(tmp_path, letter)).tunings:
        for question in tuning.questions:
            words = set(re.findall(r"[a-z-]+", question["declare"]))
            assert words & keys or "to the files" in question["declare"], question["declare"]


def tuned(folder: Path, declarations: str, **files: str):
    SITUATIONS["_"] = (declarations, {name.replace("_", "."): text for name, text in files.items()})
    try:
        session = opened(folder, "_")
    finally:
        del SITUATIONS["_"]
    (tuning,) = tune_session(session).tunings
    return session, tuning


def values(tuning) -> dict[str, str]:
    return {key: value for change in tuning.changes for key, value in change.values.items()}


def test_the_interval_is_the_largest_that_fits_the_disk(tmp_path):
    session = opened(tmp_path, "Z")
    (tuning,) = tune_session(session).tunings
    interval = int(values(tuning)["ExpiryInterval"])
    need = 1.5 * 2048 * 10_000
    assert need * (300 + interval) <= 16e9 < need * (300 + interval + 1)
    assert values(tuning)["MAXDEPTH"] == str(round(10_000 * (300 + interval) * 1.05))


def test_a_disk_that_no_interval_fits_names_the_cap(tmp_path):
    (tuning,) = tune_session(opened(tmp_path, "H")).tunings
    (hint,) = [hint["text"] for hint in tuning.hints if "CAPEXPRY" in hint["text"]]
    cap = int(re.search(r"CAPEXPRY\((\d+)\)", hint)[1])
    need = 1.5 * 2048 * 10_000
    assert need * (cap / 10 + 1) <= 10e9 < need * ((cap + 1) / 10 + 1)
    assert "ExpiryInterval" not in values(tuning)


def test_the_environment_line_has_all_messages_of_the_report(tmp_path):
    (tuning,) = tune_session(opened(tmp_path, "C")).tunings
    (hint,) = [hint["text"] for hint in tuning.hints if "MQ_CHANNEL_SUPPRESS_MSGS" in hint["text"]]
    assert "9001,9002,9202,9203,9206,9208,9209,9213,9514,9558,9999" in hint


def test_the_sub_branches_of_a_wide_branch_are_asked_for_and_then_the_fewest_isolated(tmp_path):
    _, tuning = tuned(tmp_path, SITUATIONS["W1b"][0], a_mqsc="DEFINE QLOCAL(ANY) REPLACE\n")
    assert tuning.changes == []
    assert "sub-branches that carry 'trip/#'" in tuning.questions[0]["declare"]
    parts = "".join(
        topic(f"trip/{n}", 4_000, publishers=1, subscribers=1, persistent=False) for n in range(120)
    )
    _, tuning = tuned(tmp_path, parts, a_mqsc="DEFINE QLOCAL(ANY) REPLACE\n")
    # 480,000/s less 51% of 888,744/s are 26,741/s: seven branches of 4,000/s
    assert len(tuning.changes) == 7


def test_a_burst_is_kept_in_memory_unless_there_is_too_little(tmp_path):
    load = queue("Q", put_rate=500, consumers=1, burst="20 MB", persistent=True, message_size="2 KiB")
    files = {"a_mqsc": "DEFINE QLOCAL(Q) REPLACE\n", "qm_ini": LOG}
    _, tuning = tuned(tmp_path, 'memory = "4 GiB"\n' + load, **files)
    assert values(tuning)["DefaultPQBufferSize"] == "20000768"
    _, tuning = tuned(tmp_path, 'memory = "32 MiB"\n' + load, **files)
    assert "DefaultPQBufferSize" not in values(tuning)
    assert any("do not raise DefaultPQBufferSize" in hint["text"] for hint in tuning.hints)
    _, tuning = tuned(tmp_path, load.replace("20 MB", "0 B"), **files)
    assert "DefaultPQBufferSize" not in values(tuning)
    assert not any("burst" in question["declare"] for question in tuning.questions)


def test_a_member_of_a_uniform_cluster_accepts_the_clients_of_all(tmp_path):
    ini = SITUATIONS["D"][1]["qm.ini"]
    head = 'mq-version = "9.4"\n'
    for number in (1, 2, 3):
        folder = tmp_path / f"qm{number}"
        folder.mkdir()
        (folder / "qm.ini").write_text(ini)
        (folder / "a.mqsc").write_text("DEFINE QLOCAL(IN) REPLACE\n")
        head += f'[[queue-manager]]\nname = "QM{number}"\nfiles = ["qm{number}/*"]\n'
        head += queue("IN", put_rate=10_000, binding="client", clients=120, burst="0 B")
    (tmp_path / "mqtune.toml").write_text(head)
    tunings = tune_session(Session.open(Options([str(tmp_path)]))).tunings
    assert [values(one)["MaxChannels"] for one in tunings] == ["540"] * 3
    assert "3 members of the uniform cluster" in next(
        change.why.reason for change in tunings[0].changes if "MaxChannels" in change.values
    )


@cache
def model(name: str, **inputs: object) -> dict[str, float]:
    from mqtune.capacity.run import run

    return run(name, **inputs).outputs


def test_one_number_for_max_channels(tmp_path):
    """Lint's fix, tune, the model, the experiment and the budget agree."""
    from mqtune.lab.experiments.hub_recovery import _max_channels

    session, tuning = tuned(
        tmp_path, cluster("RETAIL", channel_pairs=1_234), a_mqsc=HUB, qm_ini=LOG + CHANNELS
    )
    (finding,) = [one for one in session.lint().findings if one.code == "CHL015"]
    fixed = re.search(r"MaxChannels=(\d+)", finding.help or "")
    wanted = int(model("hub-recovery", channel_pairs=1_234)["max_channels_at_least"])
    assert {int(fixed[1]), int(values(tuning)["MaxChannels"]), _max_channels(1_234)} == {wanted}
    (estate,) = session.estates
    (used,) = [one.used for one in budget(estate) if one.kind == "channels"]
    assert used == model("hub-recovery", channel_pairs=1_234)["channels"]


@pytest.mark.parametrize(("cores", "threads"), [(2, 2), (4, 5), (8, 8), (24, 24)])
def test_one_number_of_publish_threads(tmp_path, cores, threads):
    """Tune, the fix of CLU002 and the experiment agree."""
    from mqtune.lab.core.experiment import Target
    from mqtune.lab.experiments import find

    declared, files = SITUATIONS["B"]
    texts = {name.replace(".", "_"): text for name, text in files.items()}
    _, tuning = tuned(tmp_path, declared.replace("cores = 4", f"cores = {cores}"), **texts)
    assert values(tuning)["pscNumPubThreads"] == str(threads)
    texts["qm_ini"] += "TuningParameters:\n   pscNumPubThreads=60\n"
    session, _ = tuned(tmp_path, declared.replace("cores = 4", f"cores = {cores}"), **texts)
    (finding,) = [one for one in session.lint().findings if one.code == "CLU002"]
    assert f"set pscNumPubThreads={threads} " in finding.help
    experiment = find("cluster-publish")
    settings = {one.name: one.default for one in experiment.definition.settings}
    arm = experiment.on(settings, Target("QM1", (9, 4), cores=cores)).arms()[-1]
    assert arm.levels["threads"] == threads


def test_one_answer_for_the_seconds_of_a_log_file(tmp_path):
    session, tuning = tuned(
        tmp_path,
        queue("Q", put_rate=3_000, consumers=1, burst="0 B", persistent=True, message_size="6 KiB"),
        a_mqsc="DEFINE QLOCAL(Q) REPLACE\n",
        qm_ini=LOG,
    )
    (finding,) = [one for one in session.lint().findings if one.code == "LOG009"]
    (hint,) = [hint["reason"] for hint in tuning.hints if "a file lasts" in hint["reason"]]
    (estate,) = session.estates
    (written,) = [one for one in budget(estate) if one.kind == "log-bytes"]
    texts = [finding.message, hint, " ".join(written.warnings)]
    found = {re.search(r"lasts (?:about )?([\d.]+) s", text)[1] for text in texts}
    outputs = model("log", message_rate=3_000, message_size=6144)
    assert found == {f"{outputs['extent_bytes'] / outputs['log_rate_bytes_per_s']:.2g}"}


@pytest.mark.parametrize("letter", ["A", "C", "F", "R"])
def test_the_budget_of_a_situation_reads_in_each_format(tmp_path, letter, monkeypatch, capsys):
    opened(tmp_path, letter)
    monkeypatch.chdir(tmp_path)
    for form in ("text", "json", "markdown"):
        assert main(["budget", "--format", form]) == 0
        out = capsys.readouterr().out
        if form == "json":
            assert json.loads(out)["resources"]
        else:
            assert "is exhausted" in out or "irst: MaxChannels of QM1 (" in out


def test_a_single_topic_host_gets_a_second_one_as_a_hint(tmp_path):
    declarations, files = SITUATIONS["B"]
    text = files["a.mqsc"].replace("CLUSTER(PS) REPLACE", "CLUSTER(PS) CLROUTE(TOPICHOST) REPLACE", 1)
    _, tuning = tuned(tmp_path, declarations, a_mqsc=text, qm_ini=LOG)
    hints = [hint["text"] for hint in tuning.hints]
    assert "define TOPIC(NEWS) with CLROUTE(TOPICHOST) on a second member of cluster PS" in hints
    assert any("51%" in hint["reason"] and "connect as clients" in hint["text"] for hint in tuning.hints)
