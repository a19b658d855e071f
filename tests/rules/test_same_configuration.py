"""The same configuration in another form gives the same findings.

The commands of the examples of all pages are written in another layout, case, order and spelling, and are put
into scripts, manifests and roles. Compared are the rule, the severity, the object and the attribute;
positions and messages are those of the form.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mqtune._build.pages import page_files
from mqtune.engine.pages import all_pages
from mqtune.language import catalogue
from mqtune.present.rule_page import read_page
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.mqsc.words import Parameter
from mqtune.text.finding import Finding
from mqtune.text.source import Source

# rules that concern the form itself, by the forms in which they differ
APPLIED_AT_EVERY_START = ("RUN001", "RUN008", "RUN011", "RUN012", "RUN013")  # a ConfigMap is
# names and values in lower case without quotation marks, which another case does not have
IN_EVERY_FORM = ("CAT025", "CAT047", "CAT084")
ONE_FILE = (
    "SEC017",
)  # takes the password check from the file of the record, as other files may be of another time
BY_NATURE: dict[str, tuple[str, ...]] = {
    "split": ONE_FILE,
    "one_file_each": ONE_FILE,
    "config_map_literal": APPLIED_AT_EVERY_START,
    "config_map_folded": APPLIED_AT_EVERY_START,
}
SEEDS = range(60)  # each another configuration in each form
PROJECT = '[[queue-manager]]\nname = "QM1"\nfiles = [{}]\n{}'
_SHORT = [
    "DEFINE",
    "DEF",
    "ALTER",
    "ALT",
    "DISPLAY",
    "DIS",
    "START",
    "STA",
    "REFRESH",
    "REF",
    "QLOCAL",
    "QL",
    "QALIAS",
    "QA",
    "QREMOTE",
    "QR",
    "QMODEL",
    "QM",
    "CHANNEL",
    "CHL",
    "NAMELIST",
    "NL",
    "PROCESS",
    "PRO",
    "LISTENER",
    "LSTR",
]
SHORT = dict(zip(_SHORT[::2], _SHORT[1::2], strict=True))
FIRST = ("CHLTYPE", "AUTHTYPE", "TRPTYPE", "TYPE")  # what divides a type follows the name
Command = list[tuple[str, str]]  # keywords with what follows them


@dataclass(frozen=True)
class Configuration:
    """Commands in their order, and the settings of the queue manager; None if it is not declared."""

    script: tuple[tuple[tuple[str, str], ...], ...]
    settings: str | None

    @property
    def commands(self) -> list[Command]:
        return [list(command) for command in self.script]


def commands_of(text: str) -> tuple[tuple[tuple[str, str], ...], ...] | None:
    """The commands of a text that is correct in form; None for any other."""
    if not text.isascii() or re.search(r"\{\{|\{%|<|\$|%|mqtune:|^\* [A-Z][a-z ]+:", text, re.MULTILINE):
        return None
    script = parse_script(Document(MQSC, Source("a.mqsc", "a.mqsc", b""), text), LineMemo())
    if script.diagnostics or not script.commands or any(not command.intact for command in script.commands):
        return None
    found = tuple(
        tuple((word.keyword, raw_of(word)) for _, word in command.words()) for command in script.commands
    )
    # what a word means that is unknown or repeated depends on its position
    known = all(catalogue.verb(command[0][0]) is not None and len(command) > 1 for command in found)
    plain = all(len({word for word, _ in command}) == len(command) for command in found)
    return found if known and plain else None


def raw_of(word: Parameter) -> str:
    return "" if word.values is None else f"({','.join(value.raw for value in word.values)})"


def scripts() -> list[tuple[tuple[tuple[str, str], ...], ...]]:
    """The commands of the examples that consist of one script."""
    found: dict[tuple[tuple[tuple[str, str], ...], ...], None] = {}
    for path in page_files():
        if path.name[:6] not in all_pages() or path.name.startswith("SYN"):
            continue
        for example in read_page(path.read_text(encoding="utf-8")).examples:
            if len(example.snippets) == 1 and example.snippets[0].file.endswith(".mqsc"):
                commands = commands_of(example.snippets[0].content)
                if commands is not None:
                    found[commands] = None
    return list(found)


EVERY = scripts()


def configuration(rng: random.Random) -> Configuration:
    """One example, or several together, for a queue manager that is declared, complete, or neither."""
    count = rng.choice((1, 1, 2, 4))
    settings = rng.choice(("", "complete = true\n", None))
    return Configuration(
        tuple(command for script in rng.sample(EVERY, count) for command in script), settings
    )


def findings(folder: Path, made: Configuration, files: dict[str, str]) -> Counter[object]:
    """What lint reports about the files of one queue manager."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    if made.settings is not None:
        listed = ", ".join(f'"{name}"' for name in files)
        (folder / "mqtune.toml").write_text(PROJECT.format(listed, made.settings))
    result = Session.open(Options([str(folder)], profile="production")).lint()
    assert [str(crash) for crash in result.crashes] == []
    return Counter((one.code, one.severity, subject(one), one.attribute) for one in result.findings)


def subject(finding: Finding) -> tuple[str, str] | None:
    """The object; a script names its queue manager, a file need not."""
    if finding.object is None:
        return None
    return finding.object.type, "" if finding.object.type == "QMGR" else finding.object.name


# how a command is written


def cased(text: str, rng: random.Random) -> str:
    """The same text outside of strings in another case, which the queue manager folds."""
    fold = rng.choice((str.lower, str.upper, str.title))
    return "".join(
        part if part.startswith("'") else fold(part) for part in re.split(r"('(?:[^']|'')*')", text)
    )


def rewritten(command: Command, rng: random.Random) -> list[str]:
    """The words of a command in another order, spelling and case."""
    is_known = len(command) > 1 and catalogue.object_type(command[1][0]) is not None
    head = 2 if is_known else len(command)
    rest = command[head:]
    first = [word for word in rest if word[0] in FIRST]
    others = [word for word in rest if word[0] not in FIRST]
    if command[0][0] in ("DEFINE", "ALTER", "SET"):
        rng.shuffle(others)
    words = []
    for number, (keyword, value) in enumerate([*command[:head], *first, *others]):
        name = SHORT.get(keyword, keyword) if number < 2 and rng.random() < 0.5 else keyword
        words.append(cased(name + value, rng))
    return words


def one_line(words: list[str], rng: random.Random) -> str:
    return rng.choice((" ", "  ", " , ")).join(words)


def with_plus(words: list[str], rng: random.Random) -> str:
    return f" +\n{rng.choice(('', '   ', chr(9)))}".join(words)


def with_minus(words: list[str], rng: random.Random) -> str:
    return " -\n".join(words)


def with_comments(words: list[str], rng: random.Random) -> str:
    return (
        "".join(f"{word} +\n{rng.choice(('', '* a note +', '   ', '*' * 20))}\n  " for word in words[:-1])
        + words[-1]
    )


LAYOUTS: tuple[Callable[[list[str], random.Random], str], ...] = (
    one_line,
    with_plus,
    with_minus,
    with_comments,
)


def script_of(commands: list[Command], rng: random.Random, flat: bool = False) -> str:
    """The text of some commands, each in a layout of its own."""
    text = ""
    for command in commands:
        words = rewritten(command, rng)
        text += (one_line if flat else rng.choice(LAYOUTS))(words, rng) + "\n"
        text += "" if flat else rng.choice(("", "", "\n", "* between commands\n", "*\n\n"))
    return text


# what contains the commands


def quoted(text: str) -> str:
    return '"' + re.sub(r'(["$`\\])', r"\\\1", text) + '"'


def indented(text: str, indent: str) -> str:
    return "".join(indent + line if line.strip() else line for line in text.splitlines(keepends=True))


def plain(commands: list[Command], rng: random.Random) -> dict[str, str]:
    return {"a.mqsc": script_of(commands, rng)}


def windows(commands: list[Command], rng: random.Random) -> dict[str, str]:
    return {"a.mqsc": script_of(commands, rng).replace("\n", "\r\n")}


def split(commands: list[Command], rng: random.Random) -> dict[str, str]:
    at = rng.randint(0, len(commands))
    parts = {"b.mqsc": commands[:at], "a.mqsc": commands[at:]}
    return {name: script_of(part, rng) for name, part in parts.items() if part}


def one_file_each(commands: list[Command], rng: random.Random) -> dict[str, str]:
    return {f"{99 - n:02}.tst": script_of([command], rng) for n, command in enumerate(commands[:90])}


def here_document(commands: list[Command], rng: random.Random) -> dict[str, str]:
    text = script_of(commands, rng)
    word = rng.choice(("EOF", "'EOF'", '"EOF"', "\\EOF"))
    if word == "EOF":
        text = re.sub(r"([$`\\])", r"\\\1", text)
    return {"a.sh": f"#!/bin/sh\nrunmqsc QM1 <<{word}\n{text}EOF\n"}


def indented_here_document(commands: list[Command], rng: random.Random) -> dict[str, str]:
    text = "".join(f"\t{line}" for line in script_of(commands, rng).splitlines(keepends=True))
    return {"a.sh": f"if true; then\n\trunmqsc -e QM1 <<-'EOF'\n{text}\tEOF\nfi\n"}


def written_file(commands: list[Command], rng: random.Random) -> dict[str, str]:
    return {"a.sh": f"cat > /tmp/a.mqsc <<'EOF'\n{script_of(commands, rng)}EOF\nrunmqsc QM1 < /tmp/a.mqsc\n"}


def echoed(commands: list[Command], rng: random.Random) -> dict[str, str]:
    lines = script_of(commands, rng, flat=True).splitlines()
    return {"a.sh": "".join(f"echo {quoted(line)} | runmqsc QM1\n" for line in lines)}


def config_map_literal(commands: list[Command], rng: random.Random) -> dict[str, str]:
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mqsc\ndata:\n  a.mqsc: |\n"
    return {"a.yaml": head + indented(script_of(commands, rng), "    ")}


def config_map_folded(commands: list[Command], rng: random.Random) -> dict[str, str]:
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mqsc\ndata:\n  a.mqsc: >\n"
    return {"a.yaml": head + indented(script_of(commands, rng, flat=True).replace("\n", "\n\n"), "    ")}


def ansible_task(commands: list[Command], rng: random.Random) -> dict[str, str]:
    text = indented(f"runmqsc QM1 <<'EOF'\n{script_of(commands, rng)}EOF\n", "    ")
    return {"tasks/main.yml": f"- name: define the objects\n  shell: |\n{text}"}


def ansible_template(commands: list[Command], rng: random.Random) -> dict[str, str]:
    return {"templates/a.mqsc.j2": "{# managed by Ansible #}\n" + script_of(commands, rng)}


FORMS = (
    *(plain, windows, split, one_file_each, here_document, indented_here_document, written_file, echoed),
    *(config_map_literal, config_map_folded, ansible_task, ansible_template),
)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_another_form_of_the_same_configuration_gives_the_same_findings(
    tmp_path: Path, form: Callable[..., dict[str, str]]
) -> None:
    ignored = IN_EVERY_FORM + BY_NATURE.get(form.__name__, ())
    for seed in SEEDS:
        rng = random.Random(f"{form.__name__} {seed}")
        made = configuration(rng)
        if made.settings is None and form in (split, one_file_each):
            continue  # the order of the files is unknown
        text = "".join(" ".join(keyword + value for keyword, value in one) + "\n" for one in made.commands)
        before = findings(tmp_path / f"{seed}a", made, {"a.mqsc": text})
        files = form(made.commands, rng)
        after = findings(tmp_path / f"{seed}b", made, files)
        for counted in (before, after):
            for key in [key for key in counted if key[0] in ignored]:
                del counted[key]
        assert after == before, "\n".join([f"seed {seed}", text, *files.values()])
