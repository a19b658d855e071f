"""Takes from this Python what Windows lacks, then runs a command line of mqtune: `windows.py lint FOLDER`.

Without words it imports every module of mqtune. Libraries are imported before, as they would be on Windows in
a form of their own; `mqtune tui` draws its first screen without a terminal and leaves with q.
"""

from __future__ import annotations

import asyncio
import getpass
import importlib
import importlib.abc
import logging.handlers
import multiprocessing
import os
import shutil
import signal
import ssl
import subprocess
import sys
import types
from pathlib import Path
from pkgutil import walk_packages

import rich.console
import typer.main
import typer.rich_utils

# they are here before the parts of Windows that they would use in its place
PRELOADED = (getpass, logging, multiprocessing, rich, typer)
SCREENS = ("textual.app", "textual.widgets", "textual.drivers.headless_driver")
SERVERS = ("pygls.lsp.server", "lsprotocol.types")
MODULES = frozenset(("crypt", "fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"))
SYSTEM = (
    *(
        "chown",
        "fchmod",
        "fchown",
        "fork",
        "forkpty",
        "getegid",
        "geteuid",
        "getgid",
        "getgroups",
        "getloadavg",
    ),
    *("getpgid", "getpgrp", "getsid", "getuid", "killpg", "lchown", "mkfifo", "nice", "openpty", "pread"),
    *("pwrite", "sched_getaffinity", "sched_setaffinity", "set_blocking", "setpgid", "setsid", "setuid"),
    *("sysconf", "tcgetpgrp", "ttyname", "uname"),
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NOCTTY"),
)
KEPT_SIGNALS = frozenset(("SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM"))


class Absent(importlib.abc.MetaPathFinder):
    """Finds no module that Windows lacks."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def become_windows() -> None:
    """Remove what Windows lacks, and refuse what it refuses."""
    sys.meta_path.insert(0, Absent())
    for name in MODULES:
        sys.modules.pop(name, None)
    for name in SYSTEM:
        if hasattr(os, name):
            delattr(os, name)
    os.process_cpu_count = os.cpu_count  # type: ignore[attr-defined]
    for name in [name for name in dir(signal) if name.startswith("SIG") and name[3].isalpha()]:
        if name not in KEPT_SIGNALS:
            delattr(signal, name)
    for name in ("pause", "alarm", "pthread_kill", "sigwait"):
        delattr(signal, name)
    asyncio.SelectorEventLoop.add_signal_handler = refuse  # type: ignore[method-assign]
    os.symlink = without_right
    start, which, trust = subprocess.Popen.__init__, shutil.which, ssl.SSLContext.load_default_certs
    subprocess.Popen.__init__ = lambda *words, **given: start(*words, **checked(given))  # type: ignore[method-assign]
    subprocess.Popen.kill = lambda process: os.kill(process.pid, 9)  # type: ignore[method-assign]
    # they ask for the platform, and have only the parts of this one
    shutil.which = lambda *words, **given: as_here(which, *words, **given)
    ssl.SSLContext.load_default_certs = lambda *words: as_here(trust, *words)  # type: ignore[method-assign]
    os.environ["USERNAME"] = "somebody"
    for name in ("TERM", "LOGNAME", "USER", "LNAME"):
        os.environ.pop(name, None)
    sys.modules["msvcrt"] = locks()
    sys.platform = "win32"
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="cp1252", errors="strict", newline="\r\n")  # type: ignore[union-attr]


def refuse(*words: object) -> None:
    """As loops of events on Windows treat signals."""
    raise NotImplementedError


def without_right(*words: object, **given: object) -> None:
    """As links are made without the right to it."""
    raise OSError(22, "A required privilege is not held by the client")


def checked(given: dict[str, object]) -> dict[str, object]:
    """The arguments of a new process. Raises ValueError as on Windows."""
    if given.get("pass_fds") or given.get("preexec_fn"):
        raise ValueError("pass_fds and preexec_fn are not supported on Windows platforms")
    return given


def as_here(function: object, *words: object, **given: object) -> object:
    """Call a function of the standard library with the name of this platform."""
    sys.platform = "linux"
    try:
        return function(*words, **given)  # type: ignore[operator]
    finally:
        sys.platform = "win32"


def locks() -> types.ModuleType:
    """The module that locks files on Windows; here every lock is free."""
    module = types.ModuleType("msvcrt")
    module.LK_NBLCK, module.LK_UNLCK = 2, 0  # type: ignore[attr-defined]
    module.locking = lambda handle, mode, count: None  # type: ignore[attr-defined]
    return module


def import_everything() -> None:
    """Import every module of the program."""
    import mqtune

    names = [one.name for one in walk_packages(mqtune.__path__, "mqtune.")]
    for name in names:
        if not name.startswith("mqtune._build") and not name.endswith("__main__"):
            importlib.import_module(name)
    print(f"imported {len(names)} modules")


def main(words: list[str]) -> int:
    """Run the words as a command of mqtune on Windows, and return its status."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    for name in (*SCREENS, *SERVERS) if not words else SCREENS if words[0] == "tui" else ():
        importlib.import_module(name)
    become_windows()
    if not words:
        import_everything()
        return 0
    if words[0] == "tui":
        from mqtune.tui import terminal

        for stream in terminal.standard_streams():
            stream.isatty = lambda: True  # type: ignore[method-assign]
    from mqtune.cli.main import main as run

    return run(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
