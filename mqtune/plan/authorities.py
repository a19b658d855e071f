"""The single authorities that the collective words of SET AUTHREC include, by object type.

Source: the sets of the reference on authorities; ALLADM is documented as CHG, CLR, DLT, DSP, CTRL and CTRLX.
"""

from __future__ import annotations

from functools import cache

from mqtune.language import catalogue

ADMINISTRATIVE = frozenset({"CHG", "CLR", "DLT", "DSP", "CTRL", "CTRLX"})
IN_NO_GROUP = frozenset({"CRT"})  # no collective word contains it
NOT_MQI = frozenset({"SYSTEM"})


@cache
def single(objtype: str, words: tuple[str, ...]) -> frozenset[str]:
    """The single authorities that some words of AUTHADD grant on objects of a type."""
    known = frozenset(catalogue.authorities(objtype))
    found: set[str] = set()
    for word in words:
        if word == "ALL":
            found |= known - IN_NO_GROUP
        elif word == "ALLADM":
            found |= known & ADMINISTRATIVE
        elif word == "ALLMQI":
            found |= known - ADMINISTRATIVE - IN_NO_GROUP - NOT_MQI
        elif word != "NONE":
            found.add(word)
    return frozenset(found)


def is_full(objtype: str, granted: frozenset[str]) -> bool:
    """Whether this is everything that ALL grants."""
    return bool(granted) and granted >= single(objtype, ("ALL",)) - NOT_MQI
