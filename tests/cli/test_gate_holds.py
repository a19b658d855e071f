"""Under a gate no byte of the repository lowers the exit status: every way to hide a file with a finding."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.cli.main import main

BAD = "ALTER QMGR CHLAUTH(DISABLED)\n"
GATE = '[lint.severity]\nSEC001 = "error"\n[[policy]]\ncode = "BANK001"\nname = "q"\n'
GATE += 'display = "DISPLAY QLOCAL(FORBIDDEN)"\nmessage = "a forbidden queue"\n'
TRANSCRIPT = "     1 : DISPLAY QMGR\nAMQ8408I: Display Queue Manager details.\n"
Change = Callable[[Path], None]


def project(text: str, folder: str = ".") -> Change:
    """Write a project file."""

    def change(root: Path) -> None:
        (root / folder).mkdir(exist_ok=True)
        with (root / folder / "mqtune.toml").open("a") as file:
            file.write(text)

    return change


def ignoring(text: str, folder: str = ".") -> Change:
    """Write a `.gitignore`."""
    return lambda root: (root / folder / ".gitignore").write_text(text) and None


def moved(to: str) -> Change:
    """Move the file."""

    def change(root: Path) -> None:
        (root / to).parent.mkdir(parents=True, exist_ok=True)
        os.replace(root / "mq" / "a.mqsc", root / to)

    return change


def written(text: str | bytes) -> Change:
    """Write another text with the same command."""
    data = text if isinstance(text, bytes) else text.encode()
    return lambda root: (root / "mq" / "a.mqsc").write_bytes(data) and None


def with_value(value: str, text: str) -> Change:
    """Write another text with a placeholder that has a value."""

    def change(root: Path) -> None:
        written(text)(root)
        (root / "values.yaml").write_text(json.dumps({"x": value}))
        project('[[environment]]\nname = "prod"\nvalues = ["values.yaml"]\n')(root)

    return change


def moved_and_written(to: str, text: str) -> Change:
    """Move the file, and write another text with the same command."""

    def change(root: Path) -> None:
        moved(to)(root)
        (root / to).write_text(text)

    return change


def linked(root: Path) -> None:
    """Put the file into a hidden folder, and a link in its place."""
    (root / ".real").mkdir()
    os.replace(root / "mq" / "a.mqsc", root / ".real" / "a.mqsc")
    os.symlink("../.real/a.mqsc", root / "mq" / "a.mqsc")


def second_name(of: str, text: str) -> Change:
    """Put a text with the same command into a file of another form, and a link to it in place of the file."""

    def change(root: Path) -> None:
        moved_and_written(f"mq/{of}", text)(root)
        os.symlink(of, root / "mq" / "a.mqsc")

    return change


def second_environment(root: Path) -> None:
    """Put a link in the folder, which is the file of another environment, with another value."""
    with_value("DISABLED", "ALTER QMGR CHLAUTH({{ x }})\n")(root)
    (root / "test.yaml").write_text('{"x": "ENABLED"}')
    (root / "mqtune.toml").write_text(
        '[[environment]]\nname = "test"\nfiles = ["mq/a.mqsc"]\nvalues = ["test.yaml"]\n'
        '[[environment]]\nname = "prod"\nfiles = ["mq/b*.mqsc"]\nvalues = ["values.yaml"]\n'
    )
    (root / "mq" / "b2.mqsc").write_text("* nothing\n")
    os.symlink("a.mqsc", root / "mq" / "b.mqsc")


def manifest(name: str, key: str, command: str, api: str = "apiVersion") -> Change:
    """Put the command into a ConfigMap, in YAML or, as that is YAML too, in JSON."""
    head = f'{{"{api}": "v1", "kind": "ConfigMap", "metadata": {{"name": "a"}}, '
    return moved_and_written(f"mq/{name}", f'{head}"data": {{"{key}": "{command}"}}}}\n')


WRITTEN = {
    "a letter": "AL\\u0054ER QMGR CHLAUTH(DISABLED)",
    "every letter": "".join(f"\\u{ord(sign):04x}" for sign in BAD),
    "tabs": "ALTER\\tQMGR\\tCHLAUTH(DISABLED)",
    "line ends": "* \\u0041\\nALTER QMGR +\\nCHLAUTH(DISABLED)",
}
ESCAPED = {
    **{
        f"{name} with escapes of {way}": manifest(name, "a.mqs\\u0063", text)
        for name in ("a.yaml", "a.json")
        for way, text in WRITTEN.items()
    },
    "a key with an escape": manifest("a.json", "a.mqs\\u0063", WRITTEN["a letter"], "api\\u0056ersion"),
    "a letter by its byte": manifest("a.yaml", "a", "AL\\x54ER QMGR CHLAUTH(DISABLED)"),
    "a letter by eight digits": manifest("a.yaml", "a", "AL\\U00000054ER QMGR CHLAUTH(DISABLED)"),
    "a broken line": manifest("a.yaml", "a", "AL\\\n  TER QMGR CHLAUTH(DISABLED)"),
    "an escaped blank": manifest("a.yaml", "a", "ALTER\\ QMGR\\ CHLAUTH(DISABLED)"),
    "commas": manifest("a.yaml", "a", "ALTER,QMGR,CHLAUTH(DISABLED)"),
}
SCRIPT = f"#!/bin/sh\nrunmqsc QM1 <<'EOF'\nDEFINE QLOCAL(B) DESCR('b')\nEOF\nexit\n{BAD}"
STEP = f"//A EXEC PGM=CSQUTIL,PARM='QM1'\n//CMD DD *\nDEFINE QLOCAL(B) DESCR('b')\n/*\n//\n{BAD}"
BATCH = f"@echo off\necho DEFINE QLOCAL(B) DESCR('b') | runmqsc QM1\nexit /b\n{BAD}"
SECOND_NAMES = {
    "a.sh": SCRIPT,
    "Dockerfile": f"FROM a\nRUN echo \"DEFINE QLOCAL(B) DESCR('b')\" | runmqsc QM1\n# \\\n{BAD}",
    "a.jcl": STEP,
    "a.bat": BATCH,
    "a.yaml": f"a.mqsc: |\n  DEFINE QLOCAL(B) DESCR('b')\n---\n{BAD}",
    "a.service": f"[Service]\nExecStart=strmqm QM1\n{BAD}",
    "a.txt": SCRIPT,
    "a": SCRIPT,
}
NAMES = [
    "a",
    "a.txt",
    "a.sql",
    "a.dat",
    "a.md",
    "a.1",
    "a.mqsc~",
    "a.mqsc,v",
    "a.mqsc_",
    "a.sh",
    "a.json",
    "a.jcl",
    "a.bat",
    "a.png",
    "a.cfg",
]
NAMES += ["a.mqsc ", "a.mqsc\n", " a.mqsc", "d.mqsc/b"]
POLICY = '[[policy]]\ncode = "BANK001"\nname = "q"\ndisplay = "DISPLAY QLOCAL(NONE)"\nmessage = "x"\n'
WAYS: dict[str, Change] = {
    "exclude everything": project('exclude = ["**"]\n'),
    "exclude a folder": project('exclude = ["mq"]\n'),
    "exclude a kind of file": project('exclude = ["*.mqsc"]\n'),
    "ignore all rules": project('[lint]\nignore = ["ALL"]\n'),
    "ignore one rule": project('[lint]\nignore = ["SEC001", "BANK001"]\n'),
    "select other rules": project('[lint]\nselect = ["PUB"]\n'),
    "a weaker profile": project('profile = "lab"\n'),
    "an exception": project('[[exception]]\nrule = "ALL"\nreason = "no"\n'),
    "a policy in place of that of the gate": project(POLICY),
    "a project file in the folder": project('exclude = ["**"]\n[lint]\nignore = ["ALL"]\n', "mq"),
    "an empty project file in the folder": project("", "mq"),
    "files of a queue manager": project('[[queue-manager]]\nname = "A"\nfiles = ["other.mqsc"]\n'),
    "an environment": project('[[environment]]\nname = "prod"\nfiles = ["other/**"]\n'),
    "readers of client tables": project('ccdt-clients = ["c"]\n'),
    "a role": project('[[queue-manager]]\nname = "A"\nrole = "test"\n'),
    "a directive for the file": written(f"* mqtune: ignore-file\n{BAD}"),
    "a directive for the command": written(f'* mqtune: ignore SEC001 reason="x" owner="y"\n{BAD}'),
    "a directive for the attribute": written(
        "ALTER QMGR +\n* mqtune: ignore ALL until=2090-01-01\n CHLAUTH(DISABLED)\n"
    ),
    "gitignore of a kind of file": ignoring("*.mqsc\n"),
    "gitignore of everything": ignoring("*\n"),
    "gitignore in the folder": ignoring("a.mqsc\n", "mq"),
    "gitignore that excludes the folder": ignoring("/mq/\n"),
    "a hidden folder": moved(".mq/a.mqsc"),
    "a hidden folder of a known tool": moved(".github/mq/a.mqsc"),
    "a hidden file": moved("mq/.a.mqsc"),
    "node_modules": moved("node_modules/mq/a.mqsc"),
    "__pycache__": moved("mq/__pycache__/a.mqsc"),
    "site-packages": moved("site-packages/a.mqsc"),
    "a hidden folder in node_modules": moved("mq/node_modules/.x/a.mqsc"),
    "a link into a hidden folder": linked,
    **{f"a second name of {name}": second_name(name, text) for name, text in SECOND_NAMES.items()},
    **{f"a manifest: {way}": change for way, change in ESCAPED.items()},
    "a second name in another environment": second_environment,
    "a transcript": written(TRANSCRIPT + BAD),
    "a message": written(f"AMQ8005I: IBM MQ queue manager changed.\n{BAD}"),
    "a message of z/OS": written(f"CSQM201I DISPLAY\n{BAD}"),
    "the first line of runmqsc": written(f"Starting MQSC for queue manager QM1.\n{BAD}"),
    "authority commands": written(f"setmqaut -m QM1 -t q -n A +get\n{BAD}"),
    "a verb far below authority commands": written("setmqaut -m QM1 -t q\n" + "* x\n" * 20_000 + BAD),
    "the first letters of a client table": written(f"AMQR\n{BAD}"),
    "a null character": written(BAD.encode() + b"* \0\n"),
    "a name of a copy": moved("mq/a.mqsc.bak"),
    "a name of a version": moved("mq/a.mqsc.v2"),
    **{f"the name {name!r}": moved(f"mq/{name}") for name in NAMES},
    "a dump of another name": moved_and_written("a.dat", f"* {'x' * 5000}\n* Script generated on x\n{BAD}"),
    "another name, and a null character": moved_and_written("mq/a.dat", f"{BAD}* \0\n"),
    "another name, and a null character before the verb": moved_and_written("mq/a.dat", f"\0{BAD}"),
    "another name, and UTF-16 without a mark": moved_and_written("mq/a.dat", "\0".join(BAD) + "\0"),
    "another name, and comments": moved_and_written("mq/a.dat", "* x\n" * 20_000 + BAD),
    "a placeholder": written("{{ x }}" + BAD),
    "a placeholder and a blank": written("{{ x }} " + BAD),
    "two placeholders": written("{{ x }}${Y} " + BAD),
    "a variable": written("${X}" + BAD),
    "a variable of a shell": written("$X " + BAD),
    "a sign of autoconf": written("@X@" + BAD),
    "a symbol": written("+X+" + BAD),
    "a placeholder before the attribute": written("ALTER QMGR {{ x }}CHLAUTH(DISABLED)\n"),
    "a condition": written("{% if false %}\n" + BAD + "{% endif %}\n"),
    "a comment of a template": written("{#\n" + BAD + "#}\n"),
    "a tag of several lines": written("{{\n" + BAD + "}}\n"),
    "a statement of several lines": written("{%\n" + BAD + "%}\n"),
    "a tag of ERB": written("<%\n" + BAD + "%>\n"),
    "a split verb in a comment of a template": written("{#\nALT-\nER QMGR CHLAUTH(DISABLED)\n#}\n"),
    "a value that makes a comment": with_value("* ", "{{ x }}" + BAD),
    "a value that makes a comment of a variable": with_value("* ", "${x}" + BAD),
    "a value that continues a comment": with_value("a", "* {{ x -}}\n" + BAD),
    "a value that opens a text": with_value("'+", "DEFINE QLOCAL(B) DESCR({{ x }}\n" + BAD + "')\n"),
    "the end of the script": written(f"END\n{BAD}"),
    "a byte order mark": written(f"\ufeff{BAD}"),
    "UTF-16": written(BAD.encode("utf-16")),
    "a broken project file": project("[lint\n"),
    "a broken project file in the folder": project("exclude = 1\n", "mq"),
}


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "gate.toml").write_text(GATE)
    return new_repository(folder / "repository", monkeypatch)


def new_repository(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (root / ".git").mkdir(parents=True)
    (root / "mq").mkdir()
    (root / "mq" / "a.mqsc").write_text(BAD)
    (root / "other.mqsc").write_text("DEFINE QLOCAL(A) DESCR('a')\n")
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize("way", WAYS)
def test_no_way_to_hide_a_finding_lowers_the_exit_status(root: Path, mqtune, way: str) -> None:
    WAYS[way](root)
    assert mqtune("lint", "--gate", "../gate.toml").status >= 1


@pytest.mark.parametrize("name", ["a.dat", "a.txt", "a"])
def test_a_placeholder_in_a_keyword_is_counted_whatever_the_name(root: Path, mqtune, name: str) -> None:
    moved_and_written(f"mq/{name}", "ALTER QMGR CHL{{ x }}AUTH(DISABLED)\n")(root)
    done = mqtune("lint", "--gate", "../gate.toml", "--format", "json")
    files = json.loads(done.out)["not_checked"]["files"]
    assert [(one["file"], one["why"][:7]) for one in files] == [(f"mq/{name}", "in part")]


@pytest.mark.parametrize("way", WAYS)
def test_hooks_that_name_files_hide_no_finding_either(root: Path, mqtune, way: str) -> None:
    WAYS[way](root)
    every = (str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())
    files = sorted(path for path in every if not path.startswith(".git/"))
    assert mqtune("lint", "--ignore-unknown", "--gate", "../gate.toml", *files).status >= 1


# those that decide about a file as a whole, whatever is in it
OF_FOLDER = [way for way in WAYS if way.startswith(("exclude", "ignore all", "gitignore", "a project file"))]
OTHERS = {
    "mq/qm.ini": "Channels:\n   MaxChannels=abc\n",
    "mq/deploy.sh": f"#!/bin/sh\nrunmqsc QM1 <<'EOF'\n{BAD}EOF\n",
    "mq/map.yaml": f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a.mqsc: |\n    {BAD}",
    "mq/template.sh": f"#!/bin/sh\nrunmqsc QM1 <<EOF\n{{{{ x }}}}{BAD}EOF\n",
    "mq/loop.sh": f"for c in 'DEFINE QLOCAL(A)' '{BAD.strip()}'; do echo \"$c\" | runmqsc QM1; done\n",
    "mq/printf.sh": "printf '%s\\n' " + "'DEFINE QLOCAL(A)' " * 2_000 + f"'{BAD.strip()}' | runmqsc QM1\n",
    "mq/comments.yaml": "a:\n  a.mqsc: |\n" + "    * x\n" * 20_000 + f"    {BAD}",
    "mq/texts.yaml": "a:\n  a.mqsc: |\n" + f"    {'x' * 120}\n" * 1_000 + f"    {BAD}",
    "mq/comments.sh": "cat <<EOF >a.dat\n" + "* x\n" * 20_000 + f"{BAD}EOF\nrunmqsc QM1 <a.dat\n",
    "mq/template.yaml": f"a:\n  a.mqsc: |\n    {{{{ x }}}}{BAD}",
    "mq/ccdt.json": '{"channel": [{"name": "A", "nme": 1}]}\n',
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("way", OF_FOLDER)
def test_no_kind_of_file_is_hidden(root: Path, mqtune, way: str, name: str) -> None:
    (root / "mq" / "a.mqsc").unlink()
    (root / name).write_text(OTHERS[name])
    WAYS[way](root)
    (root.parent / "gate.toml").write_text('[lint.severity]\nALL = "error"\n')
    found = json.loads(mqtune("lint", "--format", "json", "--gate", "../gate.toml").out)["findings"]
    assert name in {one["file"] for one in found}


# neither a name nor a text shows that a transcript in a file of another name is a script, and a link that is
# moved leads nowhere
ALONE = ("the name", "a second name", "a broken")
TOGETHER = [way for way in WAYS if not way.startswith(ALONE)]


@given(ways=st.sets(st.sampled_from(TOGETHER), min_size=2, max_size=4))
def test_ways_together_hide_nothing(tmp_path_factory: pytest.TempPathFactory, ways: set[str]) -> None:
    top = tmp_path_factory.mktemp("top")
    (top / "gate.toml").write_text(GATE)
    with pytest.MonkeyPatch.context() as patch:
        root = new_repository(top / "repository", patch)
        for way in sorted(ways):
            if (root / "mq" / "a.mqsc").exists():
                WAYS[way](root)
        assert main(["lint", "--quiet", "--gate", "../gate.toml"]) >= 1


def test_a_baseline_of_the_repository_does_not_count(root: Path, mqtune) -> None:
    assert mqtune("lint", "--write-baseline", "known.json").status == 0
    assert mqtune("lint", "--gate", "../gate.toml", "--baseline", "known.json").status == 1
    os.replace("known.json", "../known.json")
    assert mqtune("lint", "--gate", "../gate.toml", "--baseline", "../known.json").status == 1  # other paths
    assert mqtune("lint", "--write-baseline", "../known.json").status == 0
    assert mqtune("lint", "--gate", "../gate.toml", "--baseline", "../known.json").status == 0


def test_a_repository_without_anything_to_check_does_not_pass(root: Path, mqtune) -> None:
    for path in ("mq/a.mqsc", "other.mqsc"):
        (root / path).unlink()
    (root / "mqtune.toml").write_text("")
    assert mqtune("lint").status == 0
    assert mqtune("lint", "--gate", "../gate.toml").status == 2
    assert mqtune("lint", "--gate", "../gate.toml", "--ignore-unknown").status == 0


@pytest.mark.parametrize(
    ("allowed", "way"),
    [
        ("directives", "a directive for the file"),
        ("exceptions", "an exception"),
        ("exclude", "exclude a folder"),
        ("gitignore", "gitignore of a kind of file"),
    ],
)
def test_what_the_gate_allows_counts(root: Path, mqtune, allowed: str, way: str) -> None:
    WAYS[way](root)
    (root.parent / "gate.toml").write_text(f'{GATE}[gate]\nallow = ["{allowed}"]\n')
    (root / "other.ini").write_text("")
    assert mqtune("lint", "--gate", "../gate.toml").status in (0, 2)


@pytest.mark.parametrize(
    ("way", "named"),
    [
        ("exclude a folder", "1 exclude"),
        ("ignore all rules", "1 ignore"),
        ("select other rules", "1 select"),
        ("a weaker profile", "1 profile"),
        ("an exception", "1 exception"),
        ("a policy in place of that of the gate", "1 policy"),
        ("a directive for the file", "1 ignore directive"),
        ("gitignore of a kind of file", "2 ignored files"),
    ],
)
def test_what_the_gate_does_not_accept_is_counted_and_named(root: Path, mqtune, way: str, named: str) -> None:
    WAYS[way](root)
    assert (
        f"not accepted by ../gate.toml: {named}; --verbose lists them"
        in mqtune("lint", "--gate", "../gate.toml").out
    )
    assert "not accepted" in mqtune("lint", "--quiet", "--gate", "../gate.toml").err
    detailed = mqtune("lint", "--verbose", "--gate", "../gate.toml").out
    assert "../gate.toml" in detailed.partition(f"not accepted by ../gate.toml: {named}\n")[2]
    gate = json.loads(mqtune("lint", "--format", "json", "--gate", "../gate.toml").out)["gate"]
    assert len(gate["not_accepted"]) == int(named[:1])


def test_texts_that_only_mention_commands_are_no_scripts_and_count_under_a_gate(root: Path, mqtune) -> None:
    (root / "README.md").write_text(f"# Queues\n\nALTER QMGR sets it:\n\n```\n{BAD}```\n")
    (root / "title.md").write_text(f"# Queues\n\n    {BAD}\nswitches it off\n")
    (root / "notes.txt").write_text(f"Run these commands:\n\n{BAD}\nand these:\n\n{BAD}")
    (root / "session.txt").write_text(f"DISPLAY QLOCAL(X)\n{TRANSCRIPT}")
    (root / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0" + BAD.encode())
    (root / "alter.sql").write_text("ALTER TABLE queue ADD (a int);\nDELETE FROM queue (x);\n")
    (root / "mq" / "a.mqsc").unlink()
    found = json.loads(mqtune("lint", "--format", "json", "--gate", "../gate.toml").out)
    assert found["findings"] == []
    files = ["README.md", "notes.txt", "picture.png", "session.txt", "title.md"]
    assert [one["file"] for one in found["not_checked"]["files"]] == files
