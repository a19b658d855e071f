"""Files as they are found: sound ones give no diagnostic, broken ones the expected one."""

from __future__ import annotations

import csv

import pytest

from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source

FOLDERS = ("mqsc", "mqsc-template")
BROKEN = {
    "unclosed__channel.mqsc": ("unclosed-string", 3),
    "comment__shell.mqsc": ("foreign-comment-marker", 3),
    "cloud-native-toolkit__terraform-gitops-cp-mq-uniform-cluster__qm3-config.mqsc": ("unclosed-string", 3),
    "ibm-cloud-architecture__refarch-mq-messaging__brown-config.mqsc": ("foreign-comment-marker", 18),
}


@pytest.fixture(scope="module")
def scripts(corpus):
    """Name and script of every file."""
    memo = LineMemo()
    found = {}
    for folder in FOLDERS:
        for path in sorted((corpus / folder).iterdir()):
            source = Source(str(path), path.name, path.read_bytes())
            document = Document(MQSC, source, template=folder == "mqsc-template")
            found[path.name] = parse_script(document, memo)
    return found


@pytest.fixture(scope="module")
def verdicts(corpus):
    with (corpus / "MANIFEST.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row["file"]: row["verdict"] for row in rows if row["category"] in FOLDERS}


def test_every_file_comes_back_byte_for_byte(scripts):
    for script in scripts.values():
        source = script.document.source
        with open(source.path, "rb") as file:
            assert source.encode(script.text()) == source.data == file.read()


def test_sound_files_give_no_fault(scripts, verdicts):
    for name, script in scripts.items():
        if verdicts[name] != "broken":
            assert script.diagnostics == [], name
            assert all(command.intact for command in script.commands), name


def test_broken_files_give_the_fault_they_have(scripts, verdicts):
    broken = {name for name, verdict in verdicts.items() if verdict == "broken"}
    assert len(broken) == 2
    for name in broken:
        assert [(one.kind, one.span.line) for one in scripts[name].diagnostics] == [BROKEN[name]]


def test_every_command_begins_with_a_word(scripts):
    for name, script in scripts.items():
        for command in script.commands:
            _, verb = next(command.words())
            assert verb.form == "word", name


def test_hardly_a_command_needs_the_grammar(scripts):
    commands = [command for script in scripts.values() for command in script.commands]
    hard = [command for command in commands if command.irregular]
    assert len(commands) >= 80
    assert len(hard) <= max(3, len(commands) / 100)
