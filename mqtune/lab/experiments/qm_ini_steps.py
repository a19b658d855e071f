"""Changes of qm.ini with a restart, as manual steps and as snippets."""

from __future__ import annotations

from mqtune.lab.core.experiment import ConfigSnippet
from mqtune.lab.core.work import ByHand
from mqtune.lab.experiments.mqsc_scripts import remark

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


def ini_snippet(stanza: str, key: str, value: int, reason: str) -> ConfigSnippet:
    """A stanza with one key, and the reason as comments."""
    remarks = "".join(f"   {line}\n" for line in remark("#", reason).splitlines())
    return ConfigSnippet("ini", f"{stanza}:\n{remarks}   {key}={value}\n", restart=True)
