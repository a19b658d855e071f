"""log-disk: how long a write to the disk of the recovery log takes, by its size, and its throughput.

MQLDT writes blocks like the logger, one size per run. The advice about commits and the log buffer follows
only from what was measured.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence

from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Advice, ByHand, ConfigSnippet, Experiment, Process, Step, Work
from mqtune.lab.core.run import MEASURED, Arm, Method, Order, Run, Verdict
from mqtune.lab.experiments.commands import remark
from mqtune.lab.experiments.shared import WrappedMethod, between, points
from mqtune.lab.methods.pairs import Sweep

KIB = 1024
SECOND_US = 1e6
MEGABYTE = 1e6
COMMITS_OF_A_ROUND_TRIP = 2  # a put and a get, each in a transaction
MEMORY_US = 1.0  # no disk answers so fast: MQLDT on a file system in memory does
GAINS = 0.05  # a larger block is worth it when it carries so much more
NEAR = 0.8  # of the bound: the log disk is what limits the thread
RULE = "a write that takes less than a microsecond was not made to a disk"
BUFFER_PAGES = 4096  # the most, and what the JMS report (2009) had, 7.1, p. 42
DRIVER = "mqldt"
PAGE = 4096  # bytes of a page of the log
LARGEST_FILE = 2**31 - 1
FILE_PREFIX = "mqtune_ldt"
LATENCY, WORST, SPEED, BLOCK = "latency_us", "worst_latency_us", "bytes_per_s", "block_bytes"


class LogDiskExperiment(Experiment):
    """The experiment."""

    def arms(self) -> tuple[Arm, ...]:
        """An arm for each size of a block, from small to large."""
        return tuple(Arm(f"{size} KiB", {"block": size * KIB}) for size in self.rising("block-sizes"))

    def setup(self) -> tuple[Step, ...]:
        """The folder, and an idle or stopped queue manager."""
        folder = self.text("directory")
        files = f"{shlex.quote(folder)}/{FILE_PREFIX}.*"
        stopped = self.settings["qmgr-state"] == "stopped"
        quiet = ByHand(
            self.target.qmgr,
            self.say("stop" if stopped else "idle", qmgr=self.target.qmgr),
            self.say("start", qmgr=self.target.qmgr) if stopped else "",
            restart=stopped,
        )
        space = self.integer("file-pages") * PAGE * self.integer("files") / MEGABYTE
        prepared = self.say("folder", space=space)
        return (ByHand(self.target.qmgr, prepared, self.say("remove", files=files)), quiet)

    def work(self, order: Order) -> Work:
        """One MQLDT process with the block size of the arm."""
        size = int(order.arm.levels["block"]) // KIB
        pages, files = self.integer("file-pages"), self.integer("files")
        return Work((writer(self.text("directory"), size, pages, files, order.seconds),))

    def value(self, run: Run) -> float | None:
        """The mean latency of a write in µs."""
        return run.figures.get(LATENCY)

    def method(self, seed: int, repeat: int | None) -> Method:
        """Every block size several times in random order."""
        sweep = Sweep(self.arms(), durations=True, **self.blocks(seed, repeat))
        return WrappedMethod(sweep, rule=RULE, objection=self._objection)

    def _objection(self, run: Run) -> str:
        latency = run.figures.get(LATENCY, math.inf)
        return self.say("no-disk", latency=latency) if latency < MEMORY_US else ""

    def advise(self, verdict: Verdict, runs: Sequence[Run]) -> Advice:
        """The cost of a commit, the throughput, and what they mean for the log buffer."""
        known = ((estimate.arm.levels["block"], estimate.value) for estimate in verdict.estimates)
        latencies = {int(block): value.estimate for block, value in known if value is not None}
        if verdict.word != MEASURED or not latencies:
            return Advice(())
        smallest = min(latencies)
        latency = latencies[smallest]
        commits = SECOND_US / latency
        two = commits / COMMITS_OF_A_ROUND_TRIP
        sentences = [self.say("commits", block=_named(smallest), latency=latency, one=commits, two=two)]
        sentences += self._compared(two)
        carried = {block: block / latency * SECOND_US for block, latency in latencies.items()}
        enough = smallest_enough(carried)
        block = _named(enough)
        sentences.append(self.say("carries", block=block, speed=carried[enough] / MEGABYTE))
        if enough == max(carried) and len(carried) > 1:
            sentences.append(self.say("still-gains"))
        if enough <= self.integer("log-buffer-pages") * PAGE:
            return Advice((*sentences, self.say("buffer-holds", block=block)))
        snippet = f"{remark('#', self.say('buffer', block=block))}Log:\n   LogBufferPages={BUFFER_PAGES}\n"
        return Advice(tuple(sentences), (ConfigSnippet("ini", snippet, restart=True),))

    def _compared(self, bound: float) -> list[str]:
        """A PutGet thread compared with the disk, if its rate is set."""
        rate = self.decimal("putget-rate")
        if not rate:
            return []
        share = rate / bound
        sentence = "above" if share > 1 else "near" if share >= NEAR else "below"
        return [self.say(sentence, bound=bound, share=share)]

    def truth(self, order: Order) -> Mapping[str, float]:
        """The log writes of the report, at the size of the block."""
        block = float(order.arm.levels["block"])
        latency = between(points(self.definition.name, "log-writes"), block / KIB)
        rate = SECOND_US / latency
        return {"rate": rate, LATENCY: latency, SPEED: block * rate, BLOCK: block}


def writer(folder: str, block_kb: int, file_pages: int, files: int, length: float) -> Process:
    """A process of MQLDT that writes blocks of one size for `length` seconds; its long options need `=`.

    Raises LabError for a file that MQLDT cannot create, or into which a block does not fit.
    """
    size = file_pages * PAGE
    if size > LARGEST_FILE:
        raise LabError(f"MQLDT writes files below 2 GiB; {size:,} bytes are requested", "use fewer pages")
    if block_kb * 1024 > size:
        raise LabError(
            f"a block of {block_kb} KiB does not fit into a file of {size:,} bytes",
            "use more pages, or smaller blocks",
        )
    argv = (
        "mqldt",
        f"--dir={folder}",
        f"--filePrefix={FILE_PREFIX}",
        f"--bsize={block_kb}K",
        f"--fileSize={size}",
        f"--numFiles={files}",
        f"--duration={length:.0f}",
    )
    return Process("writer", argv, DRIVER, 1, length, measured=True)


def smallest_enough(carried: Mapping[int, float]) -> int:
    """The smallest block that carries as much as the best one, within 5%."""
    best = max(carried.values())
    return min(block for block, speed in carried.items() if speed * (1 + GAINS) >= best)


def _named(block: int) -> str:
    return f"{block // KIB} KiB"
