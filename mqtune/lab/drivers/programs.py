"""The programs of the load drivers: where they are, their version, and where to get them."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from mqtune.assets import asset_text
from mqtune.hosts.command import CommandResult, run_command
from mqtune.hosts.host import Host
from mqtune.lab.core.errors import LabError, of_hosts
from mqtune.lab.output.line_reader import cleaned
from mqtune.text.programs import program_path

CPH, JMS, MQLDT = "cph", "jms", "mqldt"
MAIN = "JMSPerfHarness"
_SECONDS = 60.0
_CPH_VERSION = re.compile(r"(?P<name>C Performance Harness for \S+) (?P<version>V?[\d.]+)")
_JAVA_VERSION = re.compile(r'version "(?P<version>[^"]+)"')


@dataclass(frozen=True, slots=True)
class ProgramSource:
    """A program: its name in command lines, the variable with its path, and where to get it."""

    word: str
    variable: str
    get: str


_NO_CLASSES = (
    "build JMSPerfHarness from IBM's repository github.com/ot4i/perf-harness, and name its jar and "
    "com.ibm.mq.allclient.jar as class path: --set class-path=A.jar:B.jar"
)


class Programs:
    """The programs of this machine, or of another host."""

    def __init__(self, environment: Mapping[str, str] | None = None, host: Host | None = None) -> None:
        self._host = host
        self._environment = dict(os.environ if environment is None else environment)

    def path(self, driver: str, word: str = "") -> str:
        """The path of a driver's program. Raises LabError, with where to get it, if it is missing.

        A `word` that contains a folder is used as is; otherwise the driver's variable decides, then the PATH.
        """
        source = _source(driver)
        named = self._environment.get(source.variable, "")
        word = word or source.word
        if self._host is not None:
            return word  # looked up there
        wanted = word if os.sep in word else named or word
        if found := program_path(wanted, self._environment.get("PATH")):
            return found
        where = f"{wanted} (of {source.variable})" if wanted == named else wanted
        if os.sep in wanted:
            why = "is not an executable program" if os.path.exists(wanted) else "does not exist"
            raise LabError(f"{where} {why}", source.get)
        raise LabError(f"{where} was not found on the PATH", source.get)

    def environment(self, driver: str, path: str) -> dict[str, str]:
        """Variables that the program needs in addition to those of mqtune."""
        folder = os.path.dirname(os.path.realpath(path))
        if driver == CPH and "CPH_INSTALLDIR" not in self._environment:
            with suppress(OSError):
                if any(name.endswith(".properties") for name in os.listdir(folder)):
                    return {"CPH_INSTALLDIR": folder}
        return {}

    def version(self, driver: str, word: str = "", class_path: str = "") -> str:
        """Name and version of a driver. Raises LabError if it is missing or cannot be run."""
        path = self.path(driver, word)
        if driver == CPH:
            return self._cph(path)
        return self._jms(path, class_path) if driver == JMS else self._mqldt(path)

    def _cph(self, path: str) -> str:
        answer = self._run(CPH, path, "-v")
        if found := _CPH_VERSION.search(answer.text):
            return f"{found['name']} {found['version']}"
        folder = "start cph in the folder of its *.properties files, or name that folder in CPH_INSTALLDIR"
        help = folder if "properties file" in answer.text else _source(CPH).get
        raise LabError(f"{path} -v does not answer as MQ-CPH: {_words(answer)}", help)

    def _jms(self, path: str, class_path: str) -> str:
        answer = self._run(JMS, path, "-version")
        java = _JAVA_VERSION.search(answer.text)
        if java is None:
            raise LabError(f"{path} -version does not answer as Java: {_words(answer)}", _source(JMS).get)
        answer = self._run(JMS, path, "-cp", class_path, MAIN, "-v")
        if "Could not find or load main class" in answer.text or "ClassNotFound" in answer.text:
            raise LabError(f"JMSPerfHarness is not on the class path {class_path}", _NO_CLASSES)
        if "IBM Performance Harness" not in answer.text:
            raise LabError(f"{path} cannot run JMSPerfHarness: {_words(answer)}", _NO_CLASSES)
        return f"JMSPerfHarness on Java {java['version']}"

    def _mqldt(self, path: str) -> str:
        """MQLDT has no version option: the digest of the program identifies the build."""
        answer = self._run(MQLDT, path, "--help")
        if "Usage: mqldt" not in answer.text:
            raise LabError(f"{path} does not answer as MQLDT: {_words(answer)}", _source(MQLDT).get)
        if self._host is not None:
            return "MQLDT"
        with open(path, "rb") as file:
            return f"MQLDT, build {hashlib.file_digest(file, 'sha256').hexdigest()[:12]}"

    def _run(self, driver: str, path: str, *words: str) -> CommandResult:
        environment = {} if self._host else self.environment(driver, path)
        with of_hosts():
            answer = run_command((path, *words), seconds=_SECONDS, environment=environment, host=self._host)
        if answer.refused:
            where = f" on {self._host.name}" if self._host else ""
            raise LabError(
                f"{path} cannot be started{where}: {answer.refused}",
                f"use one that was built for this machine ({platform.machine()}) and is executable; "
                f"{_source(driver).get}",
            )
        if answer.timed_out:
            raise LabError(f"{path} {' '.join(words)} did not answer within {_SECONDS:g} s", "run it by hand")
        return answer


# the file is part of the program: read once, never changed
@cache
def _source(driver: str) -> ProgramSource:
    return ProgramSource(**tomllib.loads(asset_text("lab/drivers/programs.toml"))[driver])


def _words(answer: CommandResult) -> str:
    lines = [cleaned(line).strip() for line in answer.text.splitlines()]
    words = " ".join(line for line in lines if line)[-300:]
    return words or f"exit status {answer.status}, no output"
