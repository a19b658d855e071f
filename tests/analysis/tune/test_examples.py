"""The five estates: the diff cures what it set out to cure, and a second run changes nothing."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from mqtune.analysis.tune.edits import ini_snippet, mqsc_snippet, tuned_texts
from mqtune.estate.replay import second_run
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session
from mqtune.text.finding import key_of

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/mqtune.toml"))
CURES = {
    "isolate-topic": "PUB001",
    "cache-size": "PUB002",
    "publish-threads": "CLU001",
    "suppress-messages": "CHL001",
    "channel-limits": "CHL015",
    "share-conversations": "CHL011",
    "queue-depth": "EXP001",
}
REFUSED = {"define-existing", "replace-resets", "alter-missing", "other-type", "like-missing"}

each = pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)


@pytest.fixture
def opened(example, tmp_path, monkeypatch):
    """A copy of the example, opened."""
    shutil.copytree(example, tmp_path / "it")
    monkeypatch.chdir(tmp_path / "it")
    return Session.open(Options(["."]))


def keys(session):
    return Counter(key_of(finding) for finding in session.lint().findings)


def effective(queue_manager):
    """Every value that DISPLAY would show."""
    return {
        key: {keyword: value for keyword, value, _ in object.items()}
        for key, object in queue_manager.objects.items()
        if object.statements
    }


@each
def test_the_diff_cures_what_it_set_out_to_cure_and_brings_nothing_new(opened):
    tuned = tune_session(opened)
    before = keys(opened)
    texts, left = tuned_texts(tuned, opened.texts)
    after = keys(opened.with_texts(texts))
    assert left == []
    assert after - before == Counter()
    for tuning in tuned.tunings:
        for change in tuning.changes:
            code, changed = CURES.get(change.about, ""), set(change.values)
            still = [
                key
                for key in after
                if key[0] == code and key[1] == tuning.name and key[2:4] == (change.type, change.name)
                if key[4] in changed | {"inheritance"}
            ]
            assert still == []


@each
def test_tuning_what_was_tuned_changes_nothing_more(opened):
    texts, _ = tuned_texts(tune_session(opened), opened.texts)
    again = tune_session(opened.with_texts(texts))
    assert [change.about for tuning in again.tunings for change in tuning.changes] == []


@each
def test_a_snippet_that_is_run_twice_changes_nothing_the_second_time(opened, tmp_path):
    project = Path("mqtune.toml").read_text(encoding="utf-8")
    tunings = tune_session(opened).tunings
    for number, tuning in enumerate(tunings):
        script = mqsc_snippet(tuning)
        if not script:
            continue
        outcomes = []
        for times in (1, 2):
            names = [f"snippet{number}-{time}.mqsc" for time in range(times)]
            for name in names:
                Path(name).write_text(script, encoding="utf-8")
            files = f'"{tuning.queue_manager.scripts[-1].document.source.shown}"'
            listed = "".join(f', "{name}"' for name in names)
            assert files in project
            Path("mqtune.toml").write_text(project.replace(files, files + listed, 1), encoding="utf-8")
            session = Session.open(Options(["."]))
            manager = session.estates[0].named(tuning.name)
            mine = [one for one in manager.statements if one.command.script.document.source.shown in names]
            assert mine
            assert all(one.command.intact for one in mine)
            outcomes.append(effective(manager))
            assert not {event.kind for event in second_run(manager, mine)} & REFUSED
        assert outcomes[0] == outcomes[1]
        Path("mqtune.toml").write_text(project, encoding="utf-8")


@each
def test_the_snippet_and_the_diff_come_to_the_same_values(opened):
    tuned = tune_session(opened)
    texts, _ = tuned_texts(tuned, opened.texts)
    changed = opened.with_texts(texts).estates[0]
    for tuning in tuned.tunings:
        manager = changed.named(tuning.name)
        for change in tuning.changes:
            for keyword, value in change.values.items():
                if change.in_ini:
                    assert manager.ini_value(change.name, keyword) == value
                else:
                    assert (
                        manager.find(change.type.replace("QLOCAL", "QUEUE"), change.name).text(keyword)
                        == value
                    )


@each
def test_a_snippet_is_free_of_findings_of_form(opened, tmp_path):
    for tuning in tune_session(opened).tunings:
        for name, text in (("a.mqsc", mqsc_snippet(tuning)), ("qm.ini", ini_snippet(tuning))):
            if text:
                path = tmp_path / name
                path.write_text(text, encoding="utf-8")
                options = Options([str(path)], select=["SYN", "CAT"], mq_version="9.4", platform="linux")
                assert [finding.message for finding in Session.open(options).lint().findings] == []


@each
def test_every_change_has_a_reason_and_a_measurement(opened):
    for tuning in tune_session(opened).tunings:
        for change in tuning.changes:
            why = change.why
            assert all((why.reason, why.effect, why.risk, why.source, why.measure.words))
            assert why.restart == change.in_ini
            assert not why.reason.endswith(".")
            assert "?" not in why.reason + why.effect + why.risk
