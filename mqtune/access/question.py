"""A question about access: who connects, how, and what for."""

from __future__ import annotations

from mqtune.text.record import record

VALID, WRONG, NONE = "valid", "wrong", "none"
CREDENTIALS = (VALID, WRONG, NONE)


@record
class Question:
    """Who connects, how, and what for. None means that it is not stated.

    `user` is the user that the program runs as, or that the client reports; `login` the user whose password
    is sent, by default the same. `credentials` states what is sent: "valid", "wrong" or "none".
    `certificate` is the subject's distinguished name, "" for a client without a certificate, `issuer` that of
    its issuer. `groups` are those of the user as which the connection runs. `partner` is the name of the
    queue manager at the other end of a message channel. `type` and `name` are those of an object, or TOPIC
    and "" with `topic`, a topic string. `host` is the name that a look-up of the address gives. `at` is the
    queue manager that the application names with a queue.
    """

    channel: str = ""
    address: str | None = None
    host: str | None = None
    user: str | None = None
    login: str | None = None
    credentials: str | None = None
    certificate: str | None = None
    issuer: str | None = None
    groups: tuple[str, ...] = ()
    local: bool = False
    partner: str | None = None
    type: str = ""
    name: str = ""
    topic: str | None = None
    at: str = ""
    purpose: str = "connect"
