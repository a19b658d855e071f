"""An editor asks questions about its unsaved texts over the protocol."""

from __future__ import annotations

from pathlib import Path

from tests.lsp.client import Client


def test_a_question_is_about_the_unsaved_text(tmp_path: Path) -> None:
    script = tmp_path / "a.mqsc"
    script.write_text("DEFINE QLOCAL(A) MAXDEPTH(5)\n")
    client = Client(tmp_path)
    folder = {"rootUri": tmp_path.as_uri(), "workspaceFolders": None}
    answer = client.request("initialize", processId=None, capabilities={}, **folder)
    assert "mqtune.ask" in answer["capabilities"]["executeCommandProvider"]["commands"]
    client.notify("initialized")
    client.open(script.as_uri(), "DEFINE QLOCAL(A) MAXDEPTH(7)\n")

    def asked(question: object, **parameters: object) -> dict[str, object]:
        arguments = [{"question": question, "parameters": parameters}]
        return client.answer("workspace/executeCommand", command="mqtune.ask", arguments=arguments)

    answer = asked("query", display="QLOCAL(*) MAXDEPTH")
    assert "result" in answer, answer
    data = answer["result"]
    assert [row["attributes"] for row in data["rows"]] == [{"MAXDEPTH": 7}]
    for question, parameters, message in (
        ("query", {"display": "QLOCAL(*) MAXDEPHT"}, "the nearest is MAXDEPTH"),
        ("query", {}, "display is missing"),
        ("query", {"display": "QL(*)", "origine": True}, "the nearest is origin"),
        ("query", {"display": "QL(*)", "qmgr": "QM9"}, "no queue manager matches"),
        ("quary", {}, "the nearest is query"),
        (None, {}, "question: NAME"),
    ):
        error = asked(question, **parameters)["error"]
        assert message in error["message"], error
    assert client.end() == 0


def test_tuning_is_about_the_unsaved_text_also_in_its_diff(tmp_path: Path) -> None:
    (tmp_path / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc"]\n'
        'topic = [{ topic = "a/#", publish-rate = 400000, subscribers = 60 }]\n'
    )
    script = tmp_path / "a.mqsc"
    script.write_text("DEFINE TOPIC(A) TOPICSTR('b')\n")
    client = Client(tmp_path)
    folder = {"rootUri": tmp_path.as_uri(), "workspaceFolders": None}
    client.request("initialize", processId=None, capabilities={}, **folder)
    client.notify("initialized")
    client.open(script.as_uri(), "DEFINE TOPIC(A) TOPICSTR('a')\n")
    arguments = [{"question": "tune", "parameters": {"diff": True, "qmgr": "QM1"}}]
    data = client.request("workspace/executeCommand", command="mqtune.ask", arguments=arguments)
    assert [change["object"]["name"] for change in data["queue_managers"][0]["changes"]] == [
        "A",
        "TuningParameters",
    ]
    assert "\n-DEFINE TOPIC(A) TOPICSTR('a')\n" in data["diff"]
    assert client.end() == 0
