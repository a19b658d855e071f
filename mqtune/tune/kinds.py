"""What each kind of change is about: the rules that report the same, and the resources of the budget."""

from __future__ import annotations

from mqtune.text.record import record


@record
class Kind:
    """The codes of the rules, and the kinds of the resources that the change makes fit."""

    rules: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()


KINDS = {
    "isolate-topic": Kind(("PUB001", "PUB005"), ("topic-lock",)),
    "cache-size": Kind(("PUB002",), ("handles",)),
    "publish-threads": Kind(("CLU001", "CLU002", "PUB006"), ("republish-thread",)),
    "receiver-channels": Kind(("CLU001", "PUB006")),
    "suppress-messages": Kind(("CHL001",)),
    "adopt-receivers": Kind(("CHL018",)),
    "disconnect-idle": Kind(("CHL017",)),
    "fastpath-channels": Kind(),
    "channel-limits": Kind(("CHL014", "CHL015", "CHL030"), ("channels",)),
    "instance-limits": Kind(("CHL014", "CHL030"), ("instances",)),
    "share-conversations": Kind(("CHL011", "CHL014", "CHL030"), ("instances",)),
    "queue-depth": Kind(("EXP001",), ("queue-depth",)),
    "queue-file-size": Kind(("EXP001",)),
    "expiry-interval": Kind(("EXP001", "EXP008"), ("queue-depth", "queue-disk")),
    "outage-depth": Kind(("QUE027",), ("queue-depth",)),
    "log-buffer": Kind(("LOG005",)),
    "log-files": Kind(("LOG011",), ("log-space",)),
    "queue-buffers": Kind(("QUE011", "QUE013")),
}
