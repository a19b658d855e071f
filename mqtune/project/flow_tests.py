"""The `[[flow-test]]` tables of mqtune.toml: messages and clients, with the ends that are expected."""

from __future__ import annotations

from mqtune.project import values
from mqtune.project.settings import Declaration
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.project.schema import Keys, TableReader

TABLE = "flow-test"
KEYS: Keys = {
    "name": ("name", values.text),
    "environment-name": ("environment_name", values.text),
    "queue-manager": ("queue_manager", values.text),
    "put": ("put", values.text),
    "ccdt": ("ccdt", values.text),
    "connect": ("connect", values.text),
    "expect": ("expect", values.text_or_texts),
    "at": ("at", values.text),
    "reason-code": ("reason_code", values.positive),
    "size": ("size_bytes", values.size),
    "persistent": ("persistent", values.flag),
    "user": ("user", values.text),
    "groups": ("groups", values.texts),
}


@record
class FlowTest(Declaration):
    """One `[[flow-test]]` table: a message, and how its branches are expected to end.

    `put` is a queue, `QUEUE@QMGR` or `topic:STRING`; `expect` are outcomes, or `not` and an outcome; `at` is
    a queue or `QUEUE@QMGR` where a branch has to end. With `connect` the message is put by a client that
    connects with this queue manager name, by the table `ccdt` or the CLNTCONN channels of the files.
    """

    expect: tuple[str, ...]
    put: str = ""
    name: str = ""
    queue_manager: str | None = None
    environment_name: str | None = None
    ccdt: str | None = None
    connect: str | None = None
    at: str = ""
    reason_code: int = 0
    size_bytes: int | None = None
    persistent: bool | None = None
    user: str | None = None
    groups: tuple[str, ...] = ()
    line: int = 0
    file: str = ""
    folder: str = "."


def read_flow_tests(reader: TableReader, tables: dict[str, Any], folder: str) -> tuple[FlowTest, ...]:
    """The tests of a project file in a folder; errors are recorded."""
    found = []
    for table, path in reader.rows(tables, (), TABLE):
        fields = reader.fields(table, path, KEYS)
        required = ("expect",) if "connect" in table else ("put", "expect")
        if reader.require(table, path, required) and fields.keys() >= set(required):
            found.append(FlowTest(line=reader.line(path), file=reader.file, folder=folder, **fields))
    return tuple(found)
