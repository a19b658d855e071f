"""`mqtune collect` from other places: ssh, kubectl, a client channel, the REST interface."""

from __future__ import annotations

import base64
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from bench.sshd import Sshd
from mqtune.cli.main import main

Collect = Callable[..., tuple[int, dict[str, object], str]]
# runs the text for the remote shell here: the last argument of ssh, those after -- of kubectl
SSH = """\
#!/bin/sh
echo "$*" >> {log}
for last; do :; done
exec sh -c "$last"
"""
KUBECTL = """\
#!/bin/sh
echo "$*" >> {log}
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
"""
REFUSING = "#!/bin/sh\necho 'mq@hub1: Permission denied (publickey).' >&2\nexit 255\n"


def stand_in(host: Path, name: str, text: str) -> Path:
    program = host / "mqm" / "bin" / name
    program.write_text(text.format(log=host / f"{name}.log"))
    program.chmod(0o755)
    return host / f"{name}.log"


def test_over_ssh_never_prompts_and_always_checks_the_host(host: Path, collect: Collect) -> None:
    log = stand_in(host, "ssh", SSH)
    status, found, text = collect("ORDERS", "--from", "ssh:mq@hub1")
    assert status == 0, text
    assert found["from"] == "ssh:mq@hub1"
    for line in log.read_text().splitlines():
        assert "BatchMode=yes" in line
        assert "StrictHostKeyChecking" not in line


def test_over_a_real_sshd(host: Path, collect: Collect, sshd: Sshd) -> None:
    for program in (host / "mqm" / "bin").iterdir():
        shutil.copy(program, sshd.folder / "bin")
    client = f'#!/bin/sh\nexec {shutil.which("ssh")} {" ".join(sshd.options)} "$@"\n'
    stand_in(host, "ssh", client.replace("{", "{{").replace("}", "}}"))
    status, _, text = collect("ORDERS", "--from", "ssh:127.0.0.1")
    assert status == 0, text
    assert "ORDERS (running): complete" in text
    served = (sshd.folder / "log").read_text().count("Accepted publickey")
    collect("ORDERS", "--from", "ssh:127.0.0.1", "--replace")
    assert (sshd.folder / "log").read_text().count("Accepted publickey") == served + 1  # one login for all


def test_a_refused_connection_is_tried_once(host: Path, collect: Collect) -> None:
    stand_in(host, "ssh", REFUSING)
    status, _, text = collect("ORDERS", "--from", "ssh:mq@hub1")
    assert status == 1
    assert "cannot connect: mq@hub1: Permission denied (publickey)." in text


def test_in_a_pod(host: Path, collect: Collect) -> None:
    log = stand_in(host, "kubectl", KUBECTL)
    status, _, text = collect("ORDERS", "--from", "kubectl:mq/hub-0")
    assert status == 0, text
    assert all(
        line.startswith("exec -i -n mq hub-0 -c qmgr -- ")
        for line in log.read_text().splitlines()
        if "exec" in line
    )


def test_through_a_client_channel(
    host: Path, collect: Collect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MQTUNE_PASSWORD", "not-on-any-line")
    source = "client:ADMIN.SVRCONN/hub1(1414)"
    status, found, text = collect("ORDERS", "--from", source, "--user", "admin")
    assert status == 0, text
    assert "qm.ini, environment: a client channel does not reach" in text
    log = (host / "log").read_text()
    assert "-c DEFINE CHANNEL(ADMIN.SVRCONN) CHLTYPE(CLNTCONN) CONNAME('hub1(1414)') -u admin" in log
    assert "not-on-any-line" not in json.dumps(found) + text
    # the first line of standard input, and of no command line
    assert [line for line in log.splitlines() if "not-on-any-line" in line] == ["not-on-any-line"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--from", "ftp:x"], "invalid --from 'ftp:x'"),
        (["--from", "ssh:-oProxyCommand=x"], "invalid destination"),
        (["--from", "kubectl:pod"], "invalid pod"),
        (["Q", "--from", "client:x"], "invalid client connection"),
        (["--from", "client:A/h(1)"], "a client channel reaches one queue manager"),
        (["--from", "rest:http://hub1:9443"], "invalid REST address"),
        (["--from", "rest:https://u:p@hub1:9443"], "a password must not be part of the address"),
        (["--user", "x"], "--user applies to client and rest only"),
    ],
)
def test_an_invalid_use_states_what_is_possible(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["collect", *words, "--to", str(tmp_path / "state")]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "state").exists()


QUEUES = [
    "AMQ8409I: Display Queue details.",
    "   QUEUE(ORDER.IN)                         TYPE(QLOCAL)",
    "   DESCR(orders (all) of Anna's shop)      DEFTYPE(PREDEFINED)",
    "   MAXDEPTH(7000)                          CURDEPTH(3)",
    "   SHARE                                   BOQNAME( )",
    "AMQ8409I: Display Queue details.",
    "   QUEUE(AMQ.6A51)                         TYPE(QLOCAL)",
    "   DEFTYPE(TEMPDYN)                        MAXDEPTH(5000)",
]
ANSWERS = {
    "DISPLAY QMGR ALL": [
        "AMQ8408I: Display Queue Manager details.",
        "   QMNAME(ORDERS)                          CMDLEVEL(942)",
        "   DEADQ(ORDER.DLQ)                        QMID(ORDERS_2026)",
    ],
    "DISPLAY QUEUE(*) ALL": QUEUES,
    "DISPLAY CHANNEL(*) ALL": [
        "AMQ8414I: Display Channel details.",
        "   CHANNEL(TO.BILLING)                     CHLTYPE(SDR)",
        "   CONNAME(billing(1414),standby(1414))    XMITQ(BILLING)",
    ],
    "DISPLAY CHLAUTH(*) ALL": [
        "AMQ8878I: Display channel authentication record details.",
        "   CHLAUTH(*)                              TYPE(BLOCKUSER)",
        "   USERLIST(*MQADMIN,nobody)               WARN(NO)",
    ],
    "DISPLAY AUTHREC ALL": [
        "AMQ8864I: Display authority record details.",
        "   PROFILE(ORDER.IN)                       ENTITY(app)",
        "   ENTTYPE(GROUP)                          OBJTYPE(QUEUE)",
        "   AUTHLIST(GET,PUT)                    ",
    ],
}


class Answering(BaseHTTPRequestHandler):
    """mqweb, as far as a collection needs it."""

    refuses = ""
    listed: object = None
    entry: object = None  # in place of that of each command
    asked: ClassVar[list[str]] = []
    authorization: ClassVar[set[str | None]] = set()

    def log_message(self, *_: object) -> None: ...

    def do_GET(self) -> None:
        self.answer({"qmgr": self.listed})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        command = body["parameters"]["command"]
        self.asked.append(command)
        self.authorization.add(self.headers["Authorization"])
        if command == self.refuses:
            self.answer({"error": [{"message": "MQWB0009E: Could not query the queue manager."}]}, 404)
        elif self.entry is not None:
            self.answer({"commandResponse": [self.entry]})
        elif command in ANSWERS:
            entry = {"completionCode": 0, "reasonCode": 0, "text": ANSWERS[command]}
            self.answer({"commandResponse": [entry], "overallCompletionCode": 0})
        else:
            entry = {
                "completionCode": 2,
                "reasonCode": 2085,
                "text": ["AMQ8147E: IBM MQ object * not found."],
            }
            self.answer({"commandResponse": [entry], "overallCompletionCode": 2, "overallReasonCode": 3008})

    def answer(self, body: object, status: int = 200) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    listed = [{"name": "ORDERS", "state": "running"}, {"name": "BILLING", "state": "ended"}]
    usual = {"refuses": "", "asked": [], "authorization": set(), "listed": listed, "entry": None}
    for name, value in usual.items():
        monkeypatch.setattr(Answering, name, value)
    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"rest:http://127.0.0.1:{server.server_port}/ibmmq/rest/v3"
        server.shutdown()
        thread.join()


def test_through_rest_the_objects_become_mqsc(
    server: str,
    collect: Collect,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("MQTUNE_PASSWORD", "s3cret-word")
    status, _, text = collect("ORDERS", "--from", server, "--user", "reader")
    assert status == 0, text
    assert all(command.startswith("DISPLAY ") for command in Answering.asked)
    assert Answering.authorization == {"Basic " + base64.b64encode(b"reader:s3cret-word").decode()}
    state = tmp_path / "state"
    assert "s3cret-word" not in "".join(file.read_text() for file in state.rglob("*") if file.is_file())
    main(["lint", str(state), "--format", "json"])
    codes = {one["code"] for one in json.loads(capsys.readouterr().out)["findings"]}
    assert not any(code.startswith("CAT") for code in codes)
    main(["show", "object", "QLOCAL(ORDER.IN)", str(state)])
    shown = capsys.readouterr().out
    assert "orders (all) of Anna's shop" in shown
    assert "7000" in shown
    main(["show", "objects", str(state)])
    shown = capsys.readouterr().out
    assert "AMQ.6A51" not in shown  # a temporary queue is not configuration
    assert "TO.BILLING" in shown


def test_a_refused_request_is_a_missing_part(server: str, collect: Collect) -> None:
    Answering.refuses = "DISPLAY CHANNEL(*) ALL"
    status, _, text = collect("ORDERS", "--from", server)
    assert status == 1
    assert "DISPLAY CHANNEL(*) ALL: HTTP status 404: MQWB0009E" in text


@pytest.mark.parametrize("entry", [1, "x", {"text": 5}, {"text": [{}]}, {"text": "  QUEUE(A\ud800)"}, []])
def test_an_answer_of_any_form_is_no_internal_error(server: str, collect: Collect, entry: object) -> None:
    Answering.entry = entry
    status, _, text = collect("ORDERS", "--from", server)
    assert status in (0, 1)
    assert "internal error" not in text


@pytest.mark.parametrize("name", ["..", "a/../b\n", "\ud800", "Q\U0001f4a9", "", None, "X)\nDELETE QLOCAL(Y"])
def test_a_server_gives_no_name_that_no_queue_manager_can_have(
    server: str, collect: Collect, name: object
) -> None:
    Answering.listed = [{"name": name, "state": "running"}, {"name": "ORDERS", "state": "\ud800"}]
    status, found, text = collect("--from", server)
    assert status == 1
    assert "internal error" not in text
    names = [one["name"] for one in found["queue_managers"]]  # type: ignore[attr-defined]
    assert "ORDERS" in names
    assert len(names) == 1 or name in ("..", None)


def test_a_server_that_is_away_is_a_missing_part(collect: Collect) -> None:
    status, _, text = collect("ORDERS", "--from", "rest:http://127.0.0.1:1/ibmmq/rest/v3")
    assert status == 1
    assert "no usable answer from 127.0.0.1:1" in text
