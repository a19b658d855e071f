"""Measures `mqtune lsp` beside ruff server and yaml-language-server: `python bench/lsp.py`, some minutes.

Each server gets a file of 5,000 lines of its own language in a workspace of 200 files, once without findings
and once with 1,000. Each edit is one character that adds exactly one fault or removes it, on changing lines.
An answer counts only if it shows that fault appear or disappear, so fast stale answers gain nothing.
*Paced* waits for each answer; *typing* sends an edit every 60 ms without waiting. A *line break* moves all
commands behind it. *Completion* is requested at once or up to 12 ms after an edit, one every 60 ms. The
servers take turns in one run, because absolute times differ between machines and with other work on them:
read the ratios.

`--yaml PATH` is the folder of yaml-language-server (`npm install yaml-language-server`).
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.results import write_section  # noqa: E402

LINES = 5000
OTHERS = 199
FINDINGS = 1000
EDITS = 100
KEY_S = 0.060
PATIENCE_S = 10
TOOLS = Path(sys.executable).parent


@dataclass
class Language:
    """One server and the files that it gets.

    `item` is a part of the file, without or with a fault, of `lines` lines. `typed` is the line, and `column`
    the column, at which the character `fault` adds another one to an item.
    """

    command: list[str]
    ending: str
    identifier: str
    item: Callable[[int, bool], str]
    fault: str
    column: int
    typed: Callable[[int], int] = field(default=lambda number: FINDINGS + number)
    lines: int = 1

    def text(self, findings: int, lines: int = LINES) -> str:
        """A file with this many findings, on its first lines."""
        return "".join(self.item(number, number < findings) for number in range(lines // self.lines))


def mqsc(number: int, wrong: bool) -> str:
    """A command of five lines."""
    length = -1 if wrong else (4096, 65536, 4194304)[number % 3]
    return (
        f"DEFINE QLOCAL('APP.QUEUE.{number:05}') REPLACE +\n  DESCR('queue {number}') +\n"
        f"  MAXDEPTH(5000) +\n  MAXMSGL({length}) +\n  DEFPSIST(YES)\n"
    )


def languages(yaml: Path | None) -> dict[str, Language]:
    """The servers by name."""
    found = {
        "mqtune": Language(
            [sys.executable, "-m", "mqtune", "lsp"], "mqsc", "mqsc", mqsc, "-", 11, lambda n: 5 * n + 2, 5
        ),
        "ruff": Language(
            [str(TOOLS / "ruff"), "server"],
            "py",
            "python",
            lambda number, wrong: f'text_{number:05} = {"f" if wrong else ""}"value {number}"\n',
            "f",
            13,
        ),
    }
    if yaml is not None:
        program = yaml / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"
        found["yaml-language-server"] = Language(
            ["node", str(program), "--stdio"],
            "yaml",
            "yaml",
            lambda number, wrong: f"key_{number:05}: {'@' if wrong else ''}value\n",
            "@",
            11,
        )
    return found


class Client:
    """One server process; `received` are its notifications with their times."""

    def __init__(self, language: Language, folder: Path) -> None:
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.language = language
        self.process = subprocess.Popen(
            language.command,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self.number = 0
        self.version = 1
        self.published = 0
        self.messages: queue.Queue[tuple[float, dict[str, Any]]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            size = int(header.split(b":")[1]) if header.lower().startswith(b"content-length") else 0
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(size))
            self.messages.put((time.perf_counter(), message))

    def send(self, method: str, params: Any, request: bool = False) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if request:
            self.number += 1
            message["id"] = self.number
        self._write(message)

    def _write(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def until(self, wanted: Callable[[dict[str, Any]], bool], patience: float = PATIENCE_S) -> float | None:
        """The time at which a message arrives; None if it does not. Requests of the server are answered."""
        end = time.perf_counter() + patience
        while (rest := end - time.perf_counter()) > 0:
            try:
                at, message = self.messages.get(timeout=rest)
            except queue.Empty:
                return None
            if "id" in message and "method" in message:
                items = message.get("params") or {}
                answer = [None] * len(items.get("items", [])) if "items" in items else None
                self._write({"jsonrpc": "2.0", "id": message["id"], "result": answer})
            if self._is_published(message):
                self.published += 1
            if wanted(message):
                return at
        return None

    def _is_published(self, message: dict[str, Any]) -> bool:
        mine = message.get("method") == "textDocument/publishDiagnostics"
        return mine and message["params"]["uri"] == self.uri

    def start(self, folder: Path, text: str) -> float | None:
        """The seconds from the start of the process to the first diagnostics of the file."""
        path = folder / f"big.{self.language.ending}"
        self.uri = path.as_uri()
        began = time.perf_counter()
        folders = [{"uri": folder.as_uri(), "name": "bench"}]
        capabilities = {
            "textDocument": {"publishDiagnostics": {"versionSupport": True}, "synchronization": {}},
            "workspace": {"workspaceFolders": True},
        }
        params = {"processId": os.getpid(), "rootUri": folder.as_uri(), "workspaceFolders": folders}
        self.send("initialize", {**params, "capabilities": capabilities}, request=True)
        self.until(lambda message: message.get("id") == 1 and "result" in message)
        self.send("initialized", {})
        document = {"uri": self.uri, "languageId": self.language.identifier, "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})
        at = self.until(self._is_published)
        return None if at is None else at - began

    def edit(self, number: int) -> tuple[float, Callable[[dict[str, Any]], bool]]:
        """Type the fault into a line, or remove it; the time, and what shows that it is found."""
        adds = number % 2 == 0
        item = 10 + 7 * (number // 2)
        line = self.language.typed(item)
        column = self.language.column
        end = column if adds else column + 1
        span = {"start": {"line": line, "character": column}, "end": {"line": line, "character": end}}
        self.version += 1
        change = self.language.fault if adds else ""
        at = time.perf_counter()
        self._change(span, change)

        def shows(message: dict[str, Any]) -> bool:
            if not self._is_published(message):
                return False
            found = message["params"]["diagnostics"]
            return any(one["range"]["start"]["line"] == line for one in found) is adds

        return at, shows

    def _change(self, span: Any, text: str) -> None:
        identifier = {"uri": self.uri, "version": self.version}
        changes = [{"range": span, "text": text}]
        self.send("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})

    def paced(self) -> list[float]:
        """Seconds from each edit to the answer that shows it."""
        found = []
        for number in range(EDITS):
            at, shows = self.edit(number)
            answered = self.until(shows)
            found.append(PATIENCE_S if answered is None else answered - at)
        return found

    def breaking(self) -> list[float]:
        """Seconds from each line break, or its removal, to the diagnostics of that version of the text."""
        found = []
        for number in range(EDITS):
            line = self.language.typed(10 + 7 * (number // 2)) - self.language.typed(0)
            adds = number % 2 == 0
            span = {
                "start": {"line": line, "character": 0},
                "end": {"line": line if adds else line + 1, "character": 0},
            }
            self.version += 1
            version = self.version
            at = time.perf_counter()
            self._change(span, "\n" if adds else "")
            answered = self.until(
                lambda message, version=version: (
                    self._is_published(message)  # type: ignore[misc]
                    and message["params"].get("version") == version
                )
            )
            found.append(PATIENCE_S if answered is None else answered - at)
        return found

    def completing(self) -> list[float]:
        """Seconds from a request for completion, right behind an edit, to its answer; an edit every 60 ms."""
        found = []
        began = time.perf_counter()
        for number in range(EDITS):
            at, _ = self.edit(number)
            line = self.language.typed(10 + 7 * (number // 2))
            # as an editor does: at once, or some milliseconds later while the server lints
            self.until(lambda _: False, number % 4 * 0.004)
            at = time.perf_counter()
            place = {"line": line, "character": 4}
            self.send("textDocument/completion", {"textDocument": {"uri": self.uri}, "position": place}, True)
            wanted = self.number
            answered = self.until(lambda message, wanted=wanted: message.get("id") == wanted)  # type: ignore[misc]
            found.append(PATIENCE_S if answered is None else answered - at)
            self.until(lambda _: False, began + (number + 1) * KEY_S - time.perf_counter())
        return found

    def typing(self) -> tuple[int, float]:
        """The publications for all edits, and seconds from the last edit to the answer that shows it."""
        self.until(lambda _: False, 1.0)
        self.published = 0
        at = 0.0
        shows: Callable[[dict[str, Any]], bool] = self._is_published
        began = time.perf_counter()
        for number in range(EDITS):
            at, shows = self.edit(number)
            if number < EDITS - 1:
                self.until(lambda _: False, began + (number + 1) * KEY_S - time.perf_counter())
        # the answer to an earlier edit may show the same: only what comes after the last one counts
        answered = self.until(shows)
        return self.published, PATIENCE_S if answered is None else answered - at

    def memory(self) -> float:
        """The peak of the resident memory in MiB, 0 if it is not known."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0.0
        return next(int(row.split()[1]) / 1024 for row in status.splitlines() if row.startswith("VmHWM"))

    def end(self) -> None:
        """Shut down, and wait for the end of the process."""
        self.send("shutdown", None, request=True)
        self.until(lambda message: message.get("id") == self.number, 5)
        self.send("exit", None)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()


@dataclass
class Figures:
    """What was measured of one server, over all rounds."""

    start: list[float] = field(default_factory=list)
    paced: list[float] = field(default_factory=list)
    published: list[int] = field(default_factory=list)
    settled: list[float] = field(default_factory=list)
    breaks: list[float] = field(default_factory=list)  # of mqtune only, as the next
    completions: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)


def workspace(language: Language, top: Path, findings: int, layout: str) -> str:
    """Write the files of a workspace; the text of the one that is edited."""
    for number in range(OTHERS):
        folder = top / f"part{number:03}" if layout == "folders" else top
        folder.mkdir(exist_ok=True)
        text = language.text(0, 50).replace("APP.", f"APP{number}.")
        (folder / f"file{number:03}.{language.ending}").write_text(text)
    if layout == "one":
        (top / "mqtune.toml").write_text(
            '[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc"]\ncomplete = true\n'
        )
    text = language.text(findings)
    (top / f"big.{language.ending}").write_text(text)
    return text


def measure(language: Language, findings: int, layout: str, figures: Figures) -> None:
    """One round of one server."""
    with tempfile.TemporaryDirectory(prefix="mqtune-lsp-") as name:
        folder = Path(name).resolve()
        text = workspace(language, folder, findings, layout)
        client = Client(language, folder)
        try:
            start = client.start(folder, text)
            figures.start.append(PATIENCE_S if start is None else start)
            figures.paced += client.paced()
            published, settled = client.typing()
            figures.published.append(published)
            figures.settled.append(settled)
            if language.identifier == "mqsc":
                figures.breaks += client.breaking()
                figures.completions += client.completing()
            figures.memory.append(client.memory())
        finally:
            client.end()


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of the values is."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def half_and_most(values: list[float]) -> str:
    """The median and the 95th percentile of some seconds, in ms."""
    return " / ".join(f"{1e3 * percentile(values, share):.1f}" for share in (0.5, 0.95)) if values else "–"


def rows(found: dict[str, Figures], case: str) -> Iterator[str]:
    """The rows of the table of one case."""
    for name, one in found.items():
        start, settled = percentile(one.start, 0.5), percentile(one.settled, 0.5)
        yield (
            f"| {case} | {name} | {1e3 * start:,.0f} | {half_and_most(one.paced)} | {min(one.published)} "
            f"| {1e3 * settled:,.0f} | {half_and_most(one.breaks)} | {half_and_most(one.completions)} "
            f"| {max(one.memory):.0f} |"
        )


def verdicts(name: str, found: dict[str, Figures], case: str) -> Iterator[str]:
    """The bounds of one case, each with whether it holds."""
    mine, ruff, yaml = found[name], found.get("ruff"), found.get("yaml-language-server")
    most = percentile(mine.paced, 0.95)
    checks: list[tuple[str, float, float, bool]] = []
    if ruff is not None:
        fast = percentile(ruff.paced, 0.95)
        checks.append(("p95 to that of ruff", most / fast, 10, True))
        checks.append(("p95 of line breaks to that of ruff", percentile(mine.breaks, 0.95) / fast, 10, True))
    if yaml is not None:
        checks.append(
            ("p95 to that of yaml-language-server", most / percentile(yaml.paced, 0.95), 1 / 8, True)
        )
        first = percentile(mine.start, 0.5) / percentile(yaml.start, 0.5)
        checks.append(("first diagnostics to those of yaml-language-server", first, 1, True))
    checks.append(("publications for 100 edits", min(mine.published), 50, False))
    checks.append(("ms from the last edit until settled", 1e3 * percentile(mine.settled, 0.5), 50, True))
    checks.append(("ms p95 of completion while typing", 1e3 * percentile(mine.completions, 0.95), 20, True))
    for what, value, bound, at_most in checks:
        holds = value <= bound if at_most else value >= bound
        word = "at most" if at_most else "at least"
        yield f"| {case} | {what} | {value:.3g} | {word} {bound:g} | {'PASS' if holds else 'FAIL'} |"


def main() -> int:
    """Measure, print the tables, and write them into a file if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--yaml", type=Path, help="folder with node_modules/yaml-language-server")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--layouts", default="flat,folders,one", help="of mqtune's workspace")
    parser.add_argument("--only", default="", help="servers, by comma")
    parser.add_argument("--write", type=Path, help="file whose section is replaced")
    options = parser.parse_args()
    servers = languages(options.yaml)
    if options.only:
        servers = {name: one for name, one in servers.items() if name in options.only.split(",")}
    header = (
        "| file | server, workspace | first, ms | paced p50 / p95, ms | publications | settled, ms | "
        "line break p50 / p95, ms | completion p50 / p95, ms | MiB |"
    )
    table = [header]
    table.append("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    bounds = ["| workspace, file | figure | measured | bound | |", "|---|---|---:|---|---|"]
    layouts = {f"mqtune, {layout}": layout for layout in options.layouts.split(",")}
    for findings in (0, FINDINGS):
        found = {name: Figures() for name in (*layouts, *(name for name in servers if name != "mqtune"))}
        for _ in range(options.rounds):
            for name, figures in found.items():
                language = servers[name.partition(",")[0]]
                measure(language, findings, layouts.get(name, "flat"), figures)
        case = f"{findings:,} findings"
        table += rows(found, case)
        for name in layouts:
            bounds += verdicts(name, found, f"{name}, {case}")
        print(
            *table[-len(found) :],
            *[row for row in bounds if row.split(" |")[0].endswith(case)],
            sep="\n",
            flush=True,
        )
    load = f"The load average at the end was {os.getloadavg()[0]:.1f}, on {os.cpu_count()} cores"
    print(load)
    if options.write is not None:
        introduction = " ".join(__doc__.split("\n\n")[1].split()) + f" {load}."
        write_section("Language server", introduction, "\n".join([*table, "", *bounds]), options.write)
    return 0


if __name__ == "__main__":
    sys.exit(main())
