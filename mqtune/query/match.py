"""MATCH of DISPLAY CHLAUTH and DISPLAY AUTHREC, and the parameters that belong to it."""

from __future__ import annotations

from mqtune.query.errors import QueryError
from mqtune.query.request import Query
from mqtune.text.spelling import nearest_help
from mqtune.text.wording import allowed_list

MATCHES = {"CHLAUTH": ("GENERIC", "EXACT", "ALL", "RUNCHECK"), "AUTHREC": ("PROFILE", "MEMBERSHIP", "EXACT")}
RUNCHECK, MEMBERSHIP = "RUNCHECK", "MEMBERSHIP"
RUNCHECK_WORDS = ("ADDRESS", "CLNTUSER", "QMNAME", "SSLPEER", "SSLCERTI")
RECORD_WORDS = ("PROFILE", "OBJTYPE", "PRINCIPAL", "GROUP")
MATCHED_WORDS = {
    "CHLAUTH": ("MATCH", *RUNCHECK_WORDS),
    "AUTHREC": ("MATCH", *RECORD_WORDS),
}


def check_match(query: Query) -> None:
    """Raise QueryError for a MATCH that is not valid, or that files cannot answer."""
    type = query.word
    if type not in MATCHES:
        return
    word = query.options.get("MATCH", "").strip().upper()
    if word and word not in MATCHES[type]:
        help = nearest_help(word, MATCHES[type], f"write {allowed_list(MATCHES[type])}")
        raise QueryError(f"{word} is not a valid value for MATCH of DISPLAY {type}", help)
    if word == MEMBERSHIP:
        raise QueryError(
            "files cannot answer MATCH(MEMBERSHIP): they do not state which users are in which groups",
            "name the group with GROUP(…), or use MATCH(PROFILE)",
        )
    if type == "CHLAUTH":
        _check_runcheck(query, word)


def _check_runcheck(query: Query, match: str) -> None:
    """Raise QueryError for parameters of RUNCHECK that are missing or conflict."""
    given = [word for word in RUNCHECK_WORDS if word in query.options]
    if match != RUNCHECK:
        if given:
            raise QueryError(
                f"{given[0]} accepts a value only with MATCH(RUNCHECK)",
                f"add MATCH(RUNCHECK), or write WHERE({given[0]} EQ …)",
            )
        return
    if query.name is not None and "*" in query.name:
        raise QueryError(f"MATCH(RUNCHECK) needs the name of one channel, not {query.name}", "name a channel")
    if not query.options.get("ADDRESS", "").strip():
        raise QueryError("MATCH(RUNCHECK) needs the address of the partner", "add ADDRESS('192.0.2.1')")
    for word in given:
        if "*" in query.options[word]:
            raise QueryError(f"{word} must not be generic with MATCH(RUNCHECK)", "name one value")
    if "CLNTUSER" in given and "QMNAME" in given:
        raise QueryError(
            "MATCH(RUNCHECK) accepts CLNTUSER for a client or QMNAME for a queue manager, not both",
            "leave one of them out",
        )
    if query.subtypes:
        raise QueryError("MATCH(RUNCHECK) accepts only TYPE(ALL)", "leave TYPE out")
