"""The classes of risk (contract 12), and what a change of one attribute means.

Only changes whose effect follows from the documentation of the attribute have a class other than `safe`.
"""

from __future__ import annotations

from mqtune.text.numbers import whole_number
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

DESTROYS, OPENS, CLOSES, FAILS, BREAKS = "destroys", "opens", "closes", "fails", "breaks"
LOWERS, RESETS, RESTART, REFRESH = "lowers", "resets", "restart", "refresh"
UNKNOWN, SAFE = "unknown", "safe"
# worst first
CLASSES = (DESTROYS, OPENS, CLOSES, FAILS, BREAKS, LOWERS, RESETS, RESTART, REFRESH, UNKNOWN, SAFE)
MEANINGS = {
    DESTROYS: "deletes a definition, with the messages or the state that belong to it",
    OPENS: "gives access that was not there, or removes a protection",
    CLOSES: "takes access away from users, clients or partners",
    FAILS: "the queue manager would reject a command",
    BREAKS: "something still refers to it, or messages no longer fit",
    LOWERS: "lowers a capacity",
    RESETS: "REPLACE sets an attribute that it does not name to its default",
    RESTART: "takes effect only after a restart",
    REFRESH: "takes effect only after REFRESH SECURITY",
    UNKNOWN: "depends on a value that the files do not contain",
    SAFE: "none of the above",
}

NOW, NEXT_OPEN, NEXT_START = "now", "next-open", "next-channel-start"
AFTER_REFRESH, AFTER_RESTART = "refresh", "restart"

QUEUES = ("QLOCAL", "QMODEL", "QALIAS", "QREMOTE")
MESSAGE_LENGTH = "MAXMSGL"
UNLIMITED = ("NOLIMIT", "UNLIMITED")
ADMINISTRATORS = ("mqm", "MUSR_MQADMIN", "QMQM", "QMQMADM")

# a lower value is a lower capacity
CAPACITIES = {
    "QLOCAL": ("MAXDEPTH", "CAPEXPRY"),
    "QMODEL": ("MAXDEPTH", "CAPEXPRY"),
    "CHANNEL": ("MAXINST", "MAXINSTC", "BATCHSZ", "BATCHLIM"),
    "QMGR": ("MAXHANDS", "MAXUMSGS", "MAXCHL", "ACTCHL", "TCPCHL", "LU62CHL", "MAXPROPL"),
    "LISTENER": ("BACKLOG", "SESSIONS"),
    "TOPIC": ("CAPEXPRY",),
}
# the value that takes access away, if it was another one before
CLOSED = {
    **{(type, "PUT"): "DISABLED" for type in (*QUEUES,)},
    **{(type, "GET"): "DISABLED" for type in ("QLOCAL", "QMODEL", "QALIAS")},
    ("TOPIC", "PUB"): "DISABLED",
    ("TOPIC", "SUB"): "DISABLED",
    ("TOPIC", "DURSUB"): "NO",
    ("QLOCAL", "SHARE"): "NO",
}
# protections by an enumeration, from the weakest value to the strongest
STRENGTH = {
    ("CHANNEL", "SSLCAUTH"): ("OPTIONAL", "REQUIRED"),
    ("QMGR", "CHLAUTH"): ("DISABLED", "ENABLED"),
    ("QMGR", "SSLFIPS"): ("NO", "YES"),
    ("QMGR", "CERTVPOL"): ("ANY", "RFC5280"),
    ("AUTHINFO", "CHCKCLNT"): ("NONE", "OPTIONAL", "REQDADM", "REQUIRED"),
    ("AUTHINFO", "CHCKLOCL"): ("NONE", "OPTIONAL", "REQDADM", "REQUIRED"),
    ("AUTHINFO", "ADOPTCTX"): ("NO", "YES"),
    ("CHLAUTH", "WARN"): ("YES", "NO"),
    ("CHLAUTH", "CHCKCLNT"): ("NONE", "OPTIONAL", "REQDADM", "REQUIRED"),
    ("POLICY", "ENFORCE"): ("NO", "YES"),
}
# protections by a text: blank means none
GUARDS = {
    ("CHANNEL", "SSLCIPH"),
    ("CHANNEL", "SSLPEER"),
    ("CHANNEL", "SCYEXIT"),
    ("QMGR", "CONNAUTH"),
    ("QMGR", "SSLCRLNL"),
    ("QMGR", "CHADEXIT"),
    ("POLICY", "SIGNALG"),
    ("POLICY", "ENCALG"),
}
# whoever is meant by the value changes, so that some gain and others lose
IDENTITIES = {
    ("CHANNEL", "MCAUSER"),
    ("CHANNEL", "PUTAUT"),
    ("CHANNEL", "SCYDATA"),
    ("CHLAUTH", "MCAUSER"),
    ("AUTHINFO", "BASEDNU"),
    ("AUTHINFO", "BASEDNG"),
    ("AUTHINFO", "USRFIELD"),
    ("AUTHINFO", "GRPFIELD"),
    ("AUTHINFO", "CLASSUSR"),
    ("AUTHINFO", "CLASSGRP"),
    ("AUTHINFO", "FINDGRP"),
    ("AUTHINFO", "AUTHORMD"),
    ("AUTHINFO", "AUTHENMD"),
    ("AUTHINFO", "CONNAME"),
    ("POLICY", "SIGNER"),
    ("POLICY", "RECIP"),
}
# the value after which messages do not survive, or do not fit
BROKEN = {
    **{(type, "DEFPSIST"): "NO" for type in QUEUES},
    ("TOPIC", "DEFPSIST"): "NO",
    ("QLOCAL", "NPMCLASS"): "NORMAL",
    ("QMODEL", "NPMCLASS"): "NORMAL",
}
CHANGED_BREAKS = {("QLOCAL", "USAGE"), ("QREMOTE", "SCOPE"), ("CHANNEL", "TRPTYPE")}
REFRESHED = {
    "QMGR": (
        "SSLKEYR",
        "CERTLABL",
        "CERTQSGL",
        "SSLFIPS",
        "SSLCRYP",
        "SUITEB",
        "SSLCRLNL",
        "CONNAUTH",
        "KEYRPWD",
    ),
    "AUTHINFO": ("",),
}
STARTED = {"LISTENER": "the listener is started again", "SERVICE": "the service is started again"}
AT_OPEN = ("DEFPSIST", "DEFPRTY", "DEFSOPT", "DEFBIND", "DEFREADA", "DEFPRESP")


@record
class Effect:
    """What the change of one attribute means: its classes, and when it takes effect."""

    classes: tuple[str, ...]
    when: str = NOW


def worst(classes: Iterable[str]) -> str:
    """The worst of some classes, `safe` for none."""
    return min(classes, key=CLASSES.index, default=SAFE)


def in_order(classes: Iterable[str]) -> tuple[str, ...]:
    """Classes without repetition, worst first; `safe` only if there is no other."""
    found = sorted({*classes} - {SAFE}, key=CLASSES.index)
    return tuple(found) or (SAFE,)


def is_as_bad(one: str, limit: str) -> bool:
    """Whether a class is a given one, or worse."""
    return CLASSES.index(one) <= CLASSES.index(limit)


def effect_of(type: str, keyword: str, before: str | None, after: str | None) -> Effect:
    """What the change of an attribute from one effective value to another means; None is an unknown value."""
    old, new = (before or "").strip(), (after or "").strip()
    found = [*_of_access(type, keyword, old, new), *_of_messages(type, keyword, old, new)]
    if keyword in REFRESHED.get(type, ()) or (REFRESHED.get(type) == ("",) and keyword != "DESCR"):
        return Effect(in_order((*found, REFRESH)), AFTER_REFRESH)
    if type in STARTED and keyword != "DESCR":
        return Effect(in_order((*found, RESTART)), AFTER_RESTART)
    if type == "CHANNEL":
        return Effect(in_order(found), NOW if keyword == "DESCR" else NEXT_START)
    return Effect(in_order(found), NEXT_OPEN if keyword in AT_OPEN else NOW)


def _of_access(type: str, keyword: str, old: str, new: str) -> list[str]:
    """The classes for who may do what."""
    key = (type, keyword)
    if key in CLOSED:
        return [CLOSES] if new == CLOSED[key] else []
    if key in STRENGTH:
        order = STRENGTH[key]
        if old in order and new in order:
            return [CLOSES] if order.index(new) > order.index(old) else [OPENS]
        return [OPENS, CLOSES] if old and new and keyword == "CHCKCLNT" else []
    if key in GUARDS:
        if keyword == "SSLCIPH" and old and new:
            return [CLOSES]
        return [OPENS] * (not new or bool(old)) + [CLOSES] * bool(new)
    if key in IDENTITIES:
        if keyword == "MCAUSER" and new in ADMINISTRATORS:
            return [OPENS]
        return [OPENS, CLOSES] if old or new else []
    return []


def _of_messages(type: str, keyword: str, old: str, new: str) -> list[str]:
    """The classes for messages and capacity."""
    key = (type, keyword)
    if keyword == MESSAGE_LENGTH:
        return [BREAKS] if _is_less(new, old) else []
    if keyword in CAPACITIES.get(type, ()):
        return [LOWERS] if _is_less(new, old) else []
    if key in BROKEN:
        return [BREAKS] if new == BROKEN[key] else []
    return [BREAKS] if key in CHANGED_BREAKS else []


def _is_less(new: str, old: str) -> bool:
    """Whether a limit is lower than another one; NOLIMIT and the like are unlimited."""
    first, second = whole_number(new), whole_number(old)
    if first is None:
        return False
    if first < 0:  # -1 and the like mean unlimited
        return False
    return (second is None and old in UNLIMITED) or (second is not None and (second < 0 or first < second))
