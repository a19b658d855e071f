"""fan-out: where the cost of one more subscriber changes, and whether a larger cache pays.

One publisher at full speed, N subscribers on one topic string. mode=break fits a bent line over N; mode=cache
compares two sizes of PubSubCacheSize at the user's fan-out, with a restart in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mqtune.lab.core.experiment import (
    CLIENT,
    YES,
    Advice,
    ConfigSnippet,
    Experiment,
    MeasuredConstant,
    Step,
    Work,
)
from mqtune.lab.core.run import TIE, UNDECIDED, WINNER, Arm, Interval, Method, Order, Run, Verdict
from mqtune.lab.experiments import commands
from mqtune.lab.experiments.commands import ini_snippet, setting_step
from mqtune.lab.experiments.shared import MANAGED, RELEASE, depth_watch, outputs, percent, warned
from mqtune.lab.methods.pairs import Pairs
from mqtune.lab.methods.slope_break import SlopeBreak
from mqtune.text.messages import plural

SUBSCRIBERS, CACHE = "subscribers", "cache"
MODEL = "fan-out"
STANZA, KEY = "TuningParameters", "PubSubCacheSize"
MARGIN = 2  # handles beyond the fan-out: the break is 1.3 below the setting (Chart 10)
WORTH = 0.05  # of the time of a publication; two equal measurements of the report differ by 4.3%
# names of the fitted line, and of the constants of the model
CONSTANTS = {"first": "time_to_one_us", "below": "per_cached_us", "above": "per_uncached_us"}


def arm_of(subscribers: int, cache: int) -> Arm:
    """The arm with this number of subscribers, at the current cache size."""
    return Arm(plural(subscribers, "subscriber"), {SUBSCRIBERS: subscribers, CACHE: cache})


def subscribers_of(arm: Arm) -> int:
    """The subscribers of an arm."""
    return int(arm.levels[SUBSCRIBERS])


class FanOutExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """Four counts of subscribers; or the current cache size and a larger one."""
        cache = self.integer("cache")
        if self.settings["mode"] == "break":
            return tuple(arm_of(count, cache) for count in (1, cache // 2, cache, 2 * cache))
        subscribers = self.integer("subscribers")
        return tuple(
            Arm(f"{KEY} {size}", {SUBSCRIBERS: subscribers, CACHE: size})
            for size in (cache, self._larger_cache())
        )

    def between(self, before: Arm | None, after: Arm) -> tuple[Step, ...]:
        """qm.ini and a restart if the next run has another cache size; the first run uses the current one."""
        now = self.integer("cache")
        current = now if before is None else int(before.levels[CACHE])
        wanted = int(after.levels[CACHE])
        if wanted == current:
            return ()
        return (setting_step(self.target.qmgr, STANZA, KEY, wanted, now),)

    def work(self, order: Order) -> Work:
        """Subscribers first, then the publisher."""
        topic = commands.cph_one(self.target.name("FAN"))
        link = commands.cph_connection(self)
        theirs = replace(link, bindings=self.text("subscriber-bindings"))
        subscribers = theirs.consumer("Subscriber", subscribers_of(order.arm), topic)
        words = (*topic, *commands.cph_body(self.settings))
        publisher = link.producer("Publisher", 1, order, words, tail=commands.TAIL_SECONDS)
        return Work((subscribers, publisher), (depth_watch(self.target.qmgr, MANAGED),))

    def method(self, seed: int, repeat: int | None) -> Method:
        """The bent line, or pairs of two caches."""
        cache = self.integer("cache")
        if self.settings["mode"] == "break":
            line = SlopeBreak(cache, lambda count: arm_of(count, cache), **self.blocks(seed, repeat))
            return warned(line, subscribers_of)
        baseline, larger = self.arms()
        return warned(Pairs(baseline, (larger,), **self.blocks(seed, repeat)), subscribers_of)

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """Whether to enlarge the cache, and the constants of the line."""
        if verdict.word not in (WINNER, TIE):
            asks = verdict.word == UNDECIDED and self.settings["mode"] == "break"
            return Advice((self.say("noisy"),) if asks else ())
        if self.settings["mode"] == "cache":
            return self._advise_cache(verdict)
        if "break" not in verdict.figures:
            return Advice((self.say("straight", most=2 * self.integer("cache")),))
        figures = verdict.figures
        sentence, snippets = self._predicted(figures)
        return Advice((self.say("bend", found=figures), sentence), snippets, self._constants(figures))

    def _predicted(self, figures: Mapping[str, Interval]) -> tuple[str, tuple[ConfigSnippet, ...]]:
        """What the fitted line predicts for the user's fan-out."""
        fan_out = self.integer("subscribers")
        first, below, above = (figures[name].estimate for name in CONSTANTS)
        at = figures["break"].estimate
        if fan_out <= at:
            return self.say("inside"), ()
        then = first + below * (fan_out - 1)
        now = then + (above - below) * (fan_out - at)
        gain = 1 - then / now
        if gain <= WORTH:
            return self.say("small", gain=gain), ()
        cache = self._larger_cache()
        sentence = self.say("pays", now=now, then=then, gain=gain, cache=cache)
        return sentence, (self._snippet(cache, self.say("predicted", at=at, gain=gain)),)

    def _advise_cache(self, verdict: Verdict) -> Advice:
        """The conclusion from the comparison of two cache sizes."""
        baseline, larger = verdict.estimates[0], verdict.estimates[-1]
        gain = larger.against_leader
        cache = int(larger.arm.levels[CACHE])
        if verdict.chosen is None or gain is None or verdict.word == TIE:
            return Advice((self.say("same", cache=cache),))
        if verdict.chosen.name == baseline.arm.name:
            return Advice((self.say("worse", cache=cache, gain=percent(gain)),))
        snippet = self._snippet(cache, self.say("reason", gain=1 - 1 / (1 + gain.estimate)))
        return Advice((self.say("better", cache=cache, gain=percent(gain)),), (snippet,))

    def _snippet(self, cache: int, reason: str) -> ConfigSnippet:
        return ini_snippet(STANZA, KEY, cache, f"{reason}; {self.say('known')}")

    def _larger_cache(self) -> int:
        """As set, else the fan-out plus a margin, but at least 1.5 times the current size."""
        wanted, current = self.integer("subscribers") + MARGIN, self.integer("cache")
        return self.integer("larger-cache") or (wanted if wanted > current else current * 3 // 2)

    def _location(self) -> str:
        return "remote" if self.settings["bindings"] == CLIENT else "local"

    def _constants(self, figures: Mapping[str, Interval]) -> tuple[MeasuredConstant, ...]:
        """The constants of the model, which differ for a remote publisher."""
        if self._location() != "local":
            return ()
        when = {"location": "local", "persistence": YES if self.settings["persistent"] == YES else "no"}
        return tuple(
            MeasuredConstant.of(MODEL, constant, figures[name], when)
            for name, constant in CONSTANTS.items()
            if figures[name].low > 0
        )

    def truth(self, order: Order) -> Mapping[str, float]:
        """The model fan-out at the subscribers and the cache of the arm."""
        figures = outputs(
            MODEL,
            subscribers=subscribers_of(order.arm),
            cache=int(order.arm.levels[CACHE]),
            location=self._location(),
            persistence=self.text("persistent"),
            release=RELEASE,
        )
        return {"rate": figures["publish_rate_per_s"]}
