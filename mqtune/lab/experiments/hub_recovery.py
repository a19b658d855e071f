"""hub-recovery: how long channels and throughput take to come back after an outage of the network.

Requesters on the measured queue manager, responders on the one at the other end of many channel pairs. A
person breaks the network and restores it at announced seconds of the run.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mqtune.capacity.definition import RefusalError
from mqtune.capacity.published import table
from mqtune.capacity.run import run_model
from mqtune.lab.core.experiment import Advice, ByHand, ConfigSnippet, Experiment, Step, Watch, Work
from mqtune.lab.core.run import DECIDED, NOT_RECOVERED, RATES, Arm, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.commands import remark
from mqtune.lab.experiments.shared import cell
from mqtune.lab.methods.recovery import CHANNELS, Recovery, throughput_back

BROKEN, RESTORED = "broken at s", "restored at s"
MODEL = "hub-recovery"
RUNNING = "DISPLAY CHSTATUS(*) WHERE(STATUS EQ RUNNING)"
HEARTBEAT = "DISPLAY CHANNEL(*) WHERE(HBINT GE {outage})"
EVERY_SECONDS = 5.0  # reading the status of thousands of channels is a load in itself
SIDES = 2  # of a channel pair, that each queue manager has
TOO_MANY = "pairs that did not recover"
NEVER = 1e6  # times the recovery of fewer pairs
NOTICED = "time for the running channels to drop to zero with HBINT 60"


class HubRecoveryExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """The single outage, which is repeated."""
        broken = self.integer("break-at")
        return (Arm("outage", {BROKEN: broken, RESTORED: broken + self.integer("outage")}),)

    def setup(self) -> tuple[Step, ...]:
        """Responders at the other end, started manually there."""
        partner = self._partner()
        words = ("-iq", self.text("request-queue"), "-pp", "true", "-tx", "true")
        process = commands.CphConnection(partner).consumer(
            "Responder", self.integer("responders"), words, "R"
        )
        what = self.say("responders", other=partner, command=shlex.join(process.argv))
        outage = str(self.integer("outage"))
        command = HEARTBEAT.format(outage=outage)
        noticed = self.say("heartbeat", this=self.target.qmgr, other=partner, outage=outage, command=command)
        return (
            ByHand(self.target.qmgr, noticed, ""),
            ByHand(partner, what, self.say("end-responders", other=partner)),
        )

    def between(self, before: Arm | None, after: Arm) -> tuple[Step, ...]:
        """Before each run, announce when the network has to break and to be restored."""
        partner = self._partner()
        broken, restored = _moments(after)
        times = {"broken": f"{broken:g}", "outage": f"{restored - broken:g}", "restored": f"{restored:g}"}
        what = self.say("prepare", this=self.target.qmgr, other=partner, **times)
        undo = self.say("restored", this=self.target.qmgr, other=partner)
        return (ByHand(self.target.qmgr, what, undo, minutes=1.0),)

    def work(self, order: Order) -> Work:
        """Requesters at a fixed rate that wait without limit; running channels are counted."""
        queues = ("-iq", self.text("request-queue"), "-oq", self.text("reply-queue"))
        words = (
            *queues,
            *commands.cph_body({**self.settings, "persistent": "yes"}, transacted=True),
            "-to",
            "-1",
        )
        paced = replace(order, rate=self.decimal("rate"))
        requesters = commands.cph_connection(self).producer(
            "Requester", self.integer("requesters"), paced, words, "B"
        )
        channels = Watch(CHANNELS, "channels", EVERY_SECONDS, self.target.qmgr, RUNNING)
        return Work((requesters,), (channels,))

    def value(self, run: Run) -> float | None:
        """Seconds until the throughput was back, or the watched time if it was not."""
        rates = run.series.get(RATES)
        if rates is None:
            return None
        broken, restored = _moments(run.order.arm)
        return min(throughput_back(rates, broken, restored), run.order.seconds - restored)

    def method(self, seed: int, repeat: int | None) -> Method:
        """Several outages, each a run of its own."""
        (arm,) = self.arms()
        broken, restored = _moments(arm)
        seconds, outages = restored + self.integer("watch-seconds"), max(repeat or 0, self.integer("outages"))
        objective = float(self.integer("objective")) or None
        return Recovery(arm, seconds, broken, restored, outages, objective=objective)

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """The settings that were decisive in the report; MaxChannels for the observed pairs."""
        if verdict.word not in (*DECIDED, NOT_RECOVERED):
            return Advice(())
        sentences = [self.say("bound")]
        if objective := self.integer("objective"):
            back = verdict.figures.get("throughput")
            met = back is not None and back.high <= objective
            sentences.insert(0, self.say("met" if met else "missed", objective=str(objective)))
        pairs = _pairs_seen(runs) or self.integer("pairs")
        snippets: tuple[ConfigSnippet, ...] = ()
        if (channels := _max_channels(pairs)) is not None:
            reason = remark("#", self.say("channels", pairs=f"{pairs:,}"))
            lines = f"{reason}Channels:\n   MaxChannels={channels}\n   MaxActiveChannels={channels}\n"
            snippets = (ConfigSnippet("ini", lines, restart=True),)
        return Advice((*sentences, self.say("suppress")), snippets)

    def _partner(self) -> str:
        return self.text("other-end") or f"{self.target.qmgr}.HUB"

    def truth(self, order: Order) -> Mapping[str, float]:
        """The recovery of the report with the nearest number of pairs."""
        pairs = self.integer("pairs")
        back = [row for row in table("v53-table-1").rows if row["channel_recovery_s"] is not None]
        near = min(back, key=lambda row: abs(row["channel_pairs"] - pairs))
        longer = NEVER if pairs >= cell("v53-inline", "value", what=TOO_MANY) else 1.0
        broken, restored = _moments(order.arm)
        rate = self.decimal("rate")
        return {
            "rate": rate,
            "offered": rate,
            "outage_s": broken,
            "restored_s": restored,
            "detected_s": cell("v53-inline", "value", what=NOTICED),
            "channels_back_s": longer * float(near["channel_recovery_s"]),
            "rate_back_s": longer * float(near["throughput_recovery_s"]),
            f"steady:{CHANNELS}": float(SIDES * pairs),
        }


def _moments(arm: Arm) -> tuple[float, float]:
    """The seconds of a run at which the network breaks and is restored."""
    return float(arm.levels[BROKEN]), float(arm.levels[RESTORED])


def _pairs_seen(runs: Sequence[Run]) -> int:
    """Half of the channels that ran before the outages; 0 if they were not watched."""
    seen = [0.0]
    for run in (run for run in runs if CHANNELS in run.series):
        (broken, _), series = _moments(run.order.arm), run.series[CHANNELS]
        seen += [value for at, value in zip(series.at, series.values, strict=True) if at <= broken]
    return math.ceil(max(seen) / SIDES)


def _max_channels(pairs: int) -> int | None:
    """MaxChannels for the pairs according to the model; None if it gives none."""
    try:
        outputs = run_model(MODEL, {"channel-pairs": pairs}).outputs
    except RefusalError:
        return None
    return math.ceil(outputs["max_channels_at_least"])
