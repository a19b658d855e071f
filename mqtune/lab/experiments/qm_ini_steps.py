"""Changes of qm.ini with a restart, as steps for a person. Changes nothing itself."""

from __future__ import annotations

from mqtune.lab.core.work import ByHand

RESTART_MINUTES = 2.0


def setting_step(qmgr: str, stanza: str, key: str, value: int, was: int) -> ByHand:
    """Set a key of qm.ini and restart; taken back by the text of the step that sets what was before.

    The restart is verified by a queue manager that runs; whether an undocumented key acts shows in what is
    measured only.
    """
    return ByHand(
        qmgr,
        _what(qmgr, stanza, key, value, value == was),
        _what(qmgr, stanza, key, was, True),
        verify="DISPLAY QMSTATUS STATUS",
        expect="STATUS(RUNNING)",
        restart=True,
        minutes=RESTART_MINUTES,
    )


def _what(qmgr: str, stanza: str, key: str, value: int, as_before: bool) -> str:
    line = (
        f"put {key} in stanza {stanza} of qm.ini back to what it was ({value})"
        if as_before
        else f"set {key}={value} in stanza {stanza} of qm.ini"
    )
    return f"{line}; end the queue manager with endmqm -w {qmgr} and start it with strmqm {qmgr}"


def ini_lines(stanza: str, key: str, value: int, *remarks: str) -> str:
    """A stanza with one key, behind comments."""
    return f"{stanza}:\n" + "".join(f"   {line}\n" for line in remarks) + f"   {key}={value}\n"
