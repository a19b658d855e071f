"""What rules find on both sides of conditions, as recorded in guards.txt: `$ CODES file: command; … | …`.

`complete` in front states that the files are all of each queue manager, `platform=windows` the platform, and
`level=9.0` the level. Lines of an ini file are written `Channels: MaxChannels=9`, and a declared load
`load: queue queue="Q" put-rate=9`; one of the queue manager is `load: manager cores=4`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session
from tests.recorded import cases, check
from tests.rules.test_answers import finding_text

ANSWERS = Path(__file__).with_name("guards.txt")


def written(folder: Path, files: str) -> None:
    for file in files.split(" | "):
        name, _, text = file.strip().partition(": ")
        lines = [line.strip() for line in text.split("; ")]
        if name == "load":
            with (folder / "mqtune.toml").open("a", encoding="utf-8") as toml:
                for line in lines:
                    table, _, values = line.partition(" ")
                    head = "" if table == "manager" else f"[[queue-manager.{table}]]\n"
                    toml.write(head + values.replace(" ", "\n") + "\n")
            continue
        if name.endswith(".ini"):
            lines = [line.replace(": ", ":\n   ") for line in lines]
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@cases(ANSWERS)
def test_the_findings_are_the_recorded_ones(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    codes, _, files = case.partition(" ")
    toml = {"mq-version": "9.4"}
    complete = files.startswith("complete ")
    files = files.removeprefix("complete ")
    while files.partition(" ")[0].partition("=")[0] in ("platform", "level"):
        word, _, files = files.partition(" ")
        key, _, value = word.partition("=")
        toml["mq-version" if key == "level" else key] = value
    text = "".join(f'{key} = "{value}"\n' for key, value in toml.items())
    if " | load: " in files:
        text += '[[queue-manager]]\nname = "QM1"\nfiles = ["*"]\n'
    (tmp_path / "mqtune.toml").write_text(text)
    written(tmp_path, files)
    result = Session.open(Options(["."], select=codes.split(","), complete=complete)).lint()
    assert [str(crash) for crash in result.crashes] == []
    lines = [f"{one.code} {finding_text(one)}" for one in result.findings]
    check(ANSWERS, case, "\n".join(lines))
