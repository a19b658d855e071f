"""Changes of qm.ini with a restart, as manual steps."""

from __future__ import annotations

from mqtune.lab.core.work import ByHand

RESTART_MINUTES = 2.0


def setting_step(qmgr: str, stanza: str, key: str, value: int, was: int) -> ByHand:
    """Set a key of qm.ini and restart; undone by the step that sets the previous value.

    The restart is verified by a running queue manager; whether an undocumented key has an effect is visible
    only in what is measured.
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
        f"set {key} in stanza {stanza} of qm.ini back to its previous value ({value})"
        if as_before
        else f"set {key}={value} in stanza {stanza} of qm.ini"
    )
    return f"{line}; end the queue manager with endmqm -w {qmgr} and start it with strmqm {qmgr}"


def ini_lines(stanza: str, key: str, value: int, *remarks: str) -> str:
    """A stanza with one key, preceded by comments."""
    return f"{stanza}:\n" + "".join(f"   {line}\n" for line in remarks) + f"   {key}={value}\n"
