"""The diff contains only exact edits, and none of files shared with another queue manager."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.analysis.tune.edits import notes, tuned_texts
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session

LOAD = """
[[queue-manager.topic]]
topic = "a/#"
publish-rate = 400000
subscribers = 2
"""
FOLDED = """apiVersion: v1
kind: ConfigMap
metadata:
  name: topics
data:
  a.mqsc: >-
    DEFINE TOPIC(A) TOPICSTR('a') REPLACE
"""


def test_folded_yaml_text_is_not_edited(tuned):
    found = tuned(LOAD, a_yaml=FOLDED)
    texts, left = found.diffed
    assert "ALTER TOPIC(A)" in found.mqsc
    assert texts == {}
    assert [one.reason for one in left] == ["the surrounding text cannot be edited exactly; use the snippet"]


def test_literal_text_in_yaml_is_edited_with_its_indent(tuned):
    found = tuned(LOAD, a_yaml=FOLDED.replace(">-", "|"))
    texts, left = found.diffed
    assert left == []
    assert "\n           USEDLQ(YES)\n" in texts["a.yaml"]


def test_a_file_of_another_queue_manager_is_not_touched(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = '[[queue-manager]]\nname = "{}"\nfiles = ["a.mqsc"]\n'
    Path("mqtune.toml").write_text('mq-version = "9.4"\n' + one.format("QM1") + LOAD + one.format("QM2"))
    Path("a.mqsc").write_text("DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n")
    session = Session.open(Options(["."]))
    texts, left = tuned_texts(tune_session(session), session.texts)
    assert texts == {}
    assert "also belongs to QM2" in left[0].reason


def test_queue_managers_with_one_load_share_the_edit(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = '[[queue-manager]]\nname = "{}"\nfiles = ["a.mqsc"]\n' + LOAD
    Path("mqtune.toml").write_text('mq-version = "9.4"\n' + one.format("QM1") + one.format("QM2"))
    Path("a.mqsc").write_text("DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n")
    session = Session.open(Options(["."]))
    texts, left = tuned_texts(tune_session(session), session.texts)
    assert left == []
    assert texts["a.mqsc"].count("USEDLQ") == 1


def test_without_a_qm_ini_its_keys_are_in_the_snippet_alone(tuned):
    found = tuned(
        '[[queue-manager.topic]]\ntopic = "a/#"\npublish-rate = 9000\nsubscribers = 60\n',
        a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n",
    )
    texts, left = found.diffed
    assert "PubSubCacheSize=62" in found.ini
    assert "--qmgr QM1" in found.ini
    assert texts == {}
    assert [one.reason for one in left] == ["the files contain no qm.ini; use the snippet"]


def test_without_a_script_a_definition_is_in_the_snippet_alone(tuned):
    found = tuned(LOAD, qm_ini="Log:\n   LogPrimaryFiles=3\n")
    texts, left = found.diffed
    assert "DEFINE TOPIC(A)" in found.mqsc
    assert texts == {}
    assert [one.reason for one in left] == ["the files contain no script; use the snippet"]


def test_queue_managers_with_one_load_replace_a_value_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = '[[queue-manager]]\nname = "{}"\nfiles = ["a.mqsc"]\n' + LOAD
    Path("mqtune.toml").write_text('mq-version = "9.4"\n' + one.format("QM1") + one.format("QM2"))
    Path("a.mqsc").write_text("DEFINE TOPIC(A) TOPICSTR('a') USEDLQ(ASPARENT) REPLACE\n")
    session = Session.open(Options(["."]))
    texts, left = tuned_texts(tune_session(session), session.texts)
    assert left == []
    assert texts["a.mqsc"].count("USEDLQ") == 1


def test_the_files_that_change_are_in_order(tuned):
    topics = "abcdefgh"
    found = tuned(
        "".join(LOAD.replace("a/#", f"{topic}/#") for topic in topics),
        **{f"{topic}_mqsc": f"DEFINE TOPIC({topic}) TOPICSTR('{topic}') REPLACE\n" for topic in topics},
    )
    files = list(found.diffed[0])
    assert len(files) > 4
    assert files == sorted(files)


def test_queue_managers_with_different_loads_do_not_edit_their_common_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = '[[queue-manager]]\nname = "{}"\nfiles = ["a.mqsc"]\n' + LOAD
    text = one.format("QM1") + one.format("QM2").replace("a/#", "b/#")
    Path("mqtune.toml").write_text('mq-version = "9.4"\n' + text)
    Path("a.mqsc").write_text("".join(f"DEFINE TOPIC({n}) TOPICSTR('{n.lower()}') REPLACE\n" for n in "AB"))
    session = Session.open(Options(["."]))
    texts, left = tuned_texts(tune_session(session), session.texts)
    assert texts == {}
    assert ["QM2" in left[0].reason, "QM1" in left[1].reason] == [True, True]


def test_several_keys_of_one_stanza_come_under_one_header(tuned):
    found = tuned(
        '[[queue-manager.cluster]]\ncluster = "C"\nchannel-pairs = 1000\n', qm_ini="TCP:\n   KeepAlive=Yes\n"
    )
    texts, _ = found.diffed
    assert texts["qm.ini"].count("QMErrorLog:") == 1
    assert "MaxChannels=3000" in texts["qm.ini"]


@pytest.mark.parametrize("indent", ["", "  ", "\t", "        "])
def test_a_new_key_is_indented_as_those_of_its_stanza(tuned, indent):
    found = tuned(
        '[[queue-manager.topic]]\ntopic = "a/#"\npublish-rate = 9000\nsubscribers = 60\n',
        a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n",
        qm_ini=f"TuningParameters:\n{indent}Other=1\n",
    )
    assert f"\n{indent}Other=1\n{indent}PubSubCacheSize=62\n" in found.diffed[0]["qm.ini"]


def test_a_key_of_an_empty_stanza_is_indented(tuned):
    found = tuned(
        '[[queue-manager.topic]]\ntopic = "a/#"\npublish-rate = 9000\nsubscribers = 60\n',
        a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n",
        qm_ini="TuningParameters:\n",
    )
    assert "TuningParameters:\n   PubSubCacheSize=62\n" in found.diffed[0]["qm.ini"]


def test_names_in_small_letters_stay_quoted(tuned):
    found = tuned(LOAD, a_mqsc="DEFINE TOPIC('lower') TOPICSTR('a') REPLACE\n")
    assert "ALTER TOPIC('lower') +" in found.mqsc


@pytest.mark.parametrize("order", [1, -1])
def test_a_new_definition_follows_the_command_extended_at_the_same_place(tuned, order):
    both = "".join([LOAD, LOAD.replace("a/#", "new/#")][::order])
    found = tuned(both.replace("400000", "200000"), a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n")
    text = found.diffed[0]["a.mqsc"]
    assert text.index("REPLACE +") < text.index("USEDLQ(YES)") < text.index("DEFINE TOPIC(NEW)")
    assert "\nDEFINE TOPIC(NEW) +\n" in text


def test_a_new_definition_follows_the_last_topic(tuned):
    topics = "DEFINE TOPIC(B) TOPICSTR('b') REPLACE\nDEFINE TOPIC(C) TOPICSTR('c') REPLACE\n"
    found = tuned(LOAD, a_mqsc=topics + "DEFINE QLOCAL(Q) REPLACE\n")
    text = found.diffed[0]["a.mqsc"]
    assert text.index("TOPIC(C)") < text.index("TOPIC(A)") < text.index("QLOCAL(Q)")


def test_a_new_definition_precedes_end(tuned):
    found = tuned(LOAD, a_mqsc="DEFINE QLOCAL(Q) REPLACE\nEND\n")
    assert found.diffed[0]["a.mqsc"].endswith("REPLACE\nEND\n")


def test_the_last_line_of_a_file_may_be_changed_and_followed_by_another_stanza(tuned):
    found = tuned(
        '[[queue-manager.cluster]]\ncluster = "C"\nchannel-pairs = 1000\n',
        qm_ini="Channels:\n   MaxChannels=5000\n   MaxActiveChannels=500",
    )
    text = found.diffed[0]["qm.ini"]
    limits = "Channels:\n   MaxChannels=5000\n   MaxActiveChannels=3000\n"
    assert text.startswith(limits + "   MQIBindType=FASTPATH\nQMErrorLog:\n")


def test_a_new_stanza_in_a_manifest_keeps_its_indent(tuned):
    manifest = "kind: ConfigMap\ndata:\n  qm.ini: |\n    TCP:\n      KeepAlive=Yes\n  other: text\n"
    found = tuned('[[queue-manager.cluster]]\ncluster = "C"\nchannel-pairs = 1000\n', a_yaml=manifest)
    text = found.diffed[0]["a.yaml"]
    assert "      KeepAlive=Yes\n    QMErrorLog:\n" in text or "      KeepAlive=Yes\n    Channels:\n" in text
    assert text.endswith("\n  other: text\n")


@pytest.mark.parametrize("text", ["\n", "\n\n", "# comment\n"])
def test_a_stanza_of_a_file_without_one_stands_alone(tuned, text):
    found = tuned('[[queue-manager.cluster]]\ncluster = "C"\nchannel-pairs = 1000\n', qm_ini=text)
    new, left = found.diffed
    assert left == []
    lines = new["qm.ini"].splitlines()
    assert [line for line in lines if line.endswith(":")] == ["QMErrorLog:", "Channels:"]
    assert "   MaxChannels=3000" in lines
    assert new["qm.ini"].startswith(text.strip())


@pytest.mark.parametrize("first", ["x", "xx"])
def test_no_line_of_a_snippet_has_more_than_100_columns(tuned, first):
    tuning = tuned(LOAD, a_mqsc="DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n").tuning
    tuning.hints.append({"text": "t", "reason": first + " x" * 100, "source": "s", "rules": []})
    widths = [len(line) for line in notes("*", tuning).splitlines()]
    assert max(widths) == (99 if len(first) == 1 else 100)
