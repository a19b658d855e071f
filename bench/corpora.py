"""Writes the files that are measured into a folder: dumps, scripts, YAML, Python, ten-line files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bench.dumps import dump
from bench.peers import python_files, yaml_files
from bench.scripts import script

TEN_LINES_MQSC = """\
* Queues of the order service
DEFINE QLOCAL('ORDERS.REQUEST') +
       DESCR('orders from the shop') +
       MAXDEPTH(50000) +
       DEFPSIST(YES) +
       REPLACE
DEFINE QLOCAL('ORDERS.REPLY') +
       DESCR('answers to the shop') +
       DEFPSIST(YES) +
       REPLACE
"""
TEN_LINES_YAML = """\
---
# Queues of the order service
service: orders
queues:
  - name: ORDERS.REQUEST
    depth: 50000
    persistent: true
  - name: ORDERS.REPLY
    depth: 5000
    persistent: true
"""


def write(path: Path, pieces: Iterable[str]) -> Path:
    """Writes one file from its pieces, so that a large one is never in memory."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(pieces)
    return path


def dump_file(folder: Path, objects: int) -> Path:
    """A dump; the name says that it is MQSC."""
    return write(folder / f"dump-{objects}.mqsc", dump(objects))


def script_file(folder: Path, objects: int) -> Path:
    """A script written by hand."""
    return write(folder / f"script-{objects}.mqsc", script(objects))


def yaml_folder(folder: Path, total: int) -> Path:
    """A folder of YAML files with so many bytes together."""
    target = folder / f"yaml-{total}"
    for number, text in enumerate(yaml_files(total)):
        write(target / f"manifest-{number:04}.yaml", [text])
    return target


def python_folder(folder: Path, total: int) -> Path:
    """A folder of Python modules with so many bytes together."""
    target = folder / f"python-{total}"
    for number, text in enumerate(python_files(total)):
        write(target / f"module_{number:05}.py", [text])
    return target


def size(path: Path) -> int:
    """Bytes of a file, or of all files of a folder."""
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.iterdir())
