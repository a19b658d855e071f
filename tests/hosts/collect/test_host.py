"""`mqtune collect` on a host: what it writes, what it states as missing, and that it only reads."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.cli.main import main
from mqtune.hosts.collect.collection import HostCollection
from mqtune.hosts.collect.folder import Folder
from mqtune.hosts.collect.transports import Command, Local, NotReadOnlyError, Output, checked

Collect = Callable[..., tuple[int, dict[str, object], str]]
READS = ("dspmq ", "dspmqver ", "dspmqinf ", "dmpmqcfg ", "runmqsc -e ", "ps ", "DISPLAY ")


def lint(folder: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    main(["lint", str(folder), "--format", "json", "--select", "SYN"])
    found: list[dict[str, str]] = json.loads(capsys.readouterr().out)["findings"]
    return found


def test_a_running_queue_manager_is_complete(host: Path, collect: Collect, tmp_path: Path) -> None:
    status, found, text = collect("ORDERS")
    assert status == 0, text
    assert "ORDERS (running): complete" in text
    assert found["queue_managers"] == [{"name": "ORDERS", "status": "running", "complete": True}]
    state = tmp_path / "state"
    assert "MAXDEPTH(5000)" in (state / "queue-managers/ORDERS/dmpmqcfg.mqsc").read_text()
    assert "MaxChannels=500" in (state / "queue-managers/ORDERS/qm.ini").read_text()
    assert "complete = true" in (state / "mqtune.toml").read_text()


def test_a_collection_of_all_only_reads_has_no_secret_and_states_what_is_missing(
    host: Path, collect: Collect, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, text = collect()
    assert "1 secret value replaced" in text
    for file in (tmp_path / "state").rglob("*"):
        assert not file.is_file() or "Kx7-plain-Secret" not in file.read_text()
    for line in (host / "log").read_text().splitlines():
        assert line.startswith(READS), line
    # a queue manager that does not run is missing, in lint, plan and access too
    assert status == 1
    assert "dspmq reports endednormally" in text
    (finding,) = lint(tmp_path / "state", capsys)
    assert finding["code"] == "SYN073"
    assert "the collection of BILLING lacks" in finding["message"]
    state = str(tmp_path / "state")
    lack = "the collection of BILLING lacks"
    main(["plan", state, state])
    assert lack in capsys.readouterr().out
    main(["access", "--qmgr", "ORDERS", "--channel", "A", "--address", "10.1.1.1", "--user", "u", state])
    assert lack in capsys.readouterr().err


def test_plan_runs_nothing(host: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["collect", "ORDERS", "--plan"]) == 0
    printed = capsys.readouterr().out
    assert "dmpmqcfg -m ORDERS -a -x all" in printed
    assert "DISPLAY QMSTATUS ALL" in printed
    assert not (host / "log").exists()


def test_an_unknown_name_lists_the_known_ones(host: Path, collect: Collect) -> None:
    status, _, text = collect("orders")
    assert status == 1
    assert "it lists: BILLING, ORDERS" in text


@pytest.mark.parametrize("program", ["dmpmqcfg", "dspmqinf", "runmqsc", "dspmqver"])
def test_a_refused_program_stops_no_other_part(
    program: str, host: Path, collect: Collect, tmp_path: Path
) -> None:
    (host / "mqm" / "bin" / program).write_text("#!/bin/sh\necho 'AMQ7077E: not authorized' >&2\nexit 36\n")
    status, found, text = collect("ORDERS")
    assert status == 1
    assert "AMQ7077E: not authorized" in text
    files = [str(part["file"]) for part in found["parts"] if part["state"] == "collected"]  # type: ignore[attr-defined]
    assert any(file.endswith((".mqsc", "qm.ini")) for file in files)
    assert all((tmp_path / "state" / file).is_file() for file in files)


def test_a_dump_without_its_footer_is_not_kept(host: Path, collect: Collect, tmp_path: Path) -> None:
    answer = host / "dmpmqcfg.answer"
    answer.write_text(answer.read_text().split("* Script ended")[0])
    status, _, text = collect("ORDERS")
    assert (status, "ends without its footer" in text) == (1, True)
    assert not (tmp_path / "state/queue-managers/ORDERS/dmpmqcfg.mqsc").exists()


def test_a_host_without_mq_says_so(tmp_path: Path, collect: Collect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    status, _, text = collect()
    assert status == 1
    assert "dspmq: no such file or directory" in text
    assert "no queue manager was found" in text
    assert "help: IBM MQ's programs must be on the PATH" in text


def test_a_collection_of_nothing_is_not_linted_clean(
    tmp_path: Path, collect: Collect, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    collect()
    assert main(["lint", str(tmp_path / "state"), "--format", "concise"]) == 1
    assert "SYN073 the collection has no queue manager" in capsys.readouterr().out


def test_another_folder_is_never_overwritten(host: Path, collect: Collect, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / "notes.txt").write_text("mine")
    for words in ((), ("--replace",)):
        status, _, text = collect(*words)
        assert status == 2, text
    assert os.listdir(state) == ["notes.txt"]


def test_replace_removes_what_was_collected_before(host: Path, collect: Collect, tmp_path: Path) -> None:
    collect("ORDERS")
    (tmp_path / "state" / "notes.txt").write_text("mine")
    shutil.rmtree(host / "data" / "qmgrs")
    status, _, _ = collect("ORDERS", "--replace")
    assert status == 1
    assert not (tmp_path / "state/queue-managers/ORDERS/qm.ini").exists()
    assert (tmp_path / "state/notes.txt").read_text() == "mine"


def test_replace_removes_nothing_where_a_link_of_the_repository_leads(
    host: Path, collect: Collect, tmp_path: Path
) -> None:
    collect("ORDERS")
    before = sorted(tmp_path.rglob("state/**/*"))
    (tmp_path / "state").rename(tmp_path / "mine")
    (tmp_path / "state").symlink_to("mine")
    (tmp_path / ".git").mkdir()
    status, _, text = collect("ORDERS", "--replace")
    assert (status, "it is a link" in text) == (2, True)
    (tmp_path / "state").unlink()
    (tmp_path / "mine").rename(tmp_path / "state")
    assert sorted(tmp_path.rglob("state/**/*")) == before


class Interrupted(Local):
    """A transport whose process is killed at a command. Each runs once; its output is `known` then."""

    def __init__(self, after: int, known: dict[str, Output]) -> None:
        super().__init__()
        self.left = after
        self.known = known

    def run(self, command: Command) -> Output:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        key = repr(command)
        if key not in self.known:
            self.known[key] = super().run(command)
        return self.known[key]


def test_a_folder_has_a_name_that_every_file_system_takes(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path / "state"), "local")
    names = ["QM1", "qm1.", "A/B", "NUL", "COM1.X", "..", "QM1"]
    shown = ["QM1", "qm1-2", "A&B", "_NUL", "_COM1.X", "queue-manager", "QM1"]
    files = [folder.plan("dump", name, "a.mqsc", "").file for name in names]
    assert files == [f"queue-managers/{name}/a.mqsc" for name in shown]


def test_a_part_replaces_no_other_one_whatever_the_file_system(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path / "state"), "local")
    folder.create(replace=False)
    first, second = (folder.plan("dump", "QM1", name, "") for name in ("a.mqsc", "A.mqsc."))
    for part in (first, second, first):
        folder.put(part, part.file)
    assert (first.state, second.state) == ("collected", "missing")
    assert (tmp_path / "state" / first.file).read_text() == first.file
    assert "the same file" in str(second.why)


def test_killed_at_any_command_the_folder_states_what_is_missing(
    host: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, known = 0, dict[str, Output]()
    while not ended:
        state = tmp_path / f"killed-{len(list(tmp_path.iterdir()))}"
        folder = Folder(str(state), "local")
        folder.create(replace=False)
        transport = Interrupted(len(list(tmp_path.glob("killed-*"))) - 1, known)
        try:
            HostCollection(transport, folder, ["ORDERS"]).run()
            folder.finish()
            ended = 1
        except KeyboardInterrupt:
            found = json.loads((state / "collected.json").read_text())
            assert found["ended"] is None
            kept = {part["file"] for part in found["parts"] if part["file"]}
            inside = {str(file.relative_to(state)) for file in state.rglob("*") if file.is_file()}
            assert inside == kept | {"collected.json", "mqtune.toml"}
            complete = found["queue_managers"] == [] or not found["queue_managers"][0]["complete"]
            assert complete or {"queue-managers/ORDERS/dmpmqcfg.mqsc", "queue-managers/ORDERS/qm.ini"} <= kept
            assert "interrupted" in lint(state, capsys)[0]["message"]
    assert len(list(tmp_path.glob("killed-*"))) > 10


@pytest.mark.parametrize(
    "command",
    [
        Command(("strmqm", "QM1")),
        Command(("rm", "-r", "/")),
        Command(("runmqsc", "QM1")),
        Command(("runmqsc", "QM1"), "ALTER QMGR DESCR('x')\n"),
        Command(("runmqsc", "QM1"), "DISPLAY QMGR +\nALTER QMGR\n"),
        Command(("runmqsc", "QM1"), "DISPLAY QMGR; DELETE QLOCAL(A)\n"),
        Command(("runmqsc", "-n"), "DISPLAY CHANNEL(*)\n"),
        Command(("dmpmqcfg", "-m", "QM1", "-s", "5")),
        Command(("cat", "/etc/hosts"), "text"),
    ],
)
def test_a_command_that_could_change_something_never_runs(command: Command) -> None:
    with pytest.raises(NotReadOnlyError):
        checked(command)


@pytest.mark.parametrize("name", ["QM 1", "QM1;id", "Q" * 49, "CAFÉ"])
def test_a_name_that_no_queue_manager_can_have_is_refused(name, capsys):
    assert main(["collect", name, "--to", "out", "--plan"]) == 2
    assert "invalid queue manager name" in capsys.readouterr().err


def test_no_name_that_a_host_gives_leads_out_of_the_folder(
    host: Path, collect: Collect, tmp_path: Path
) -> None:
    stand_in(host, "ls", "#!/bin/sh\necho ../../../../evil.conf\n")
    stand_in(host, "cat", '#!/bin/sh\ncase "$1" in *evil.conf) echo evil;; *) exec /bin/cat "$1";; esac\n')
    status, _, text = collect()
    assert status == 1
    assert "leads out of the folder" in text
    assert [path for path in tmp_path.rglob("*") if path.name == "evil.conf"] == []
    assert (tmp_path / "state/queue-managers/ORDERS/dmpmqcfg.mqsc").exists()


@pytest.mark.parametrize("name", ["..", ".", "../../x", "a\x1b[2Jb", "\U0001f4a9", "A" * 50, "", "-\0", "(("])
def test_a_name_that_no_queue_manager_can_have_is_a_missing_part(
    host: Path, collect: Collect, tmp_path: Path, name: str
) -> None:
    (host / "dspmq.answer").write_text(f"QMNAME({name})  STATUS(Running)\n")
    status, _, text = collect()
    assert status == 1
    assert all(line.isprintable() for line in text.splitlines())
    names = {path.name for path in (tmp_path / "state").iterdir()}
    assert names <= {"collected.json", "mqtune.toml", "host", "queue-managers"}
    assert main(["lint", str(tmp_path / "state")]) == 1


@pytest.mark.parametrize("answer", ["\u00b2", "9" * 5000, "-1", "many"])
def test_a_number_that_is_none_is_unknown(host: Path, collect: Collect, tmp_path: Path, answer: str) -> None:
    stand_in(host, "getconf", f"#!/bin/sh\necho {answer}\n")
    (host / "ps.answer").write_text(f"{answer} /opt/mqm/bin/amqzxma0 -m ORDERS\n")
    assert collect("ORDERS")[0] == 1
    assert "cores" not in (tmp_path / "state/mqtune.toml").read_text()


@pytest.mark.parametrize("name", ["dspmq", "dspmqver", "dspmqinf"])
def test_a_long_line_is_read_in_linear_time(host: Path, collect: Collect, name: str) -> None:
    with open(host / f"{name}.answer", "a") as answer:
        answer.write(f"{' ' * 500_000}x\n  a{' ' * 500_000}b\nQMNAME({'A' * 500_000}\n")
    assert "internal error" not in collect("ORDERS")[2]


def test_the_reason_of_a_failure_has_no_secret(host: Path, collect: Collect, tmp_path: Path) -> None:
    stand_in(host, "dmpmqcfg", "#!/bin/sh\necho 'refused: password=Kx7-plain-Secret' >&2\nexit 5\n")
    _, _, text = collect("ORDERS")
    assert "refused" in text
    assert "Kx7-plain-Secret" not in text + (tmp_path / "state/collected.json").read_text()


def stand_in(host: Path, name: str, text: str) -> None:
    """Another program in the place of one that the collection runs."""
    program = host / "mqm" / "bin" / name
    program.write_text(text)
    program.chmod(0o755)
