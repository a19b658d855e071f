"""A checkout of somebody who wants code to run: every name that a program may look for there is taken."""

from __future__ import annotations

import os
import sys
from pathlib import Path

MODULES = [
    *sys.stdlib_module_names, "sitecustomize", "usercustomize", "conftest", "pip", "setuptools",
    "_distutils_hack", "pkg_resources", "wheel", "hatchling", "mqtune", "lark", "pathspec", "yaml", "rich",
    "textual", "typer",
    "pygls", "lsprotocol", "cattrs", "attr", "attrs", "pygments", "platformdirs", "shellingham", "zizmor",
]  # fmt: skip
PROGRAMS = [
    "awk", "bash", "cat", "env", "git", "grep", "head", "less", "man", "mkdir", "more", "mqtune", "pager",
    "pip", "printf", "pyenv", "python", "python3", "rm", "sed", "sh", "ssh", "test", "tty", "uname", "which",
    "xargs",
]  # fmt: skip
SETTINGS = {
    ".pydistutils.cfg": "[install]\nprefix = planted\n",
    ".python-version": "planted\n",
    "pip.conf": "[global]\nno-index = true\nrequire-virtualenv = true\n",
    "pip.ini": "[global]\nno-index = true\nrequire-virtualenv = true\n",
    "planted.pth": "import planted\n",
    "pyvenv.cfg": "home = planted\ninclude-system-site-packages = true\n",
    "requirements.txt": "planted\n",
    "setup.cfg": "[install]\nprefix = planted\n",
    "setup.py": "import planted\n",
}
# what a job may have set for its own programs, relative to the checkout; PATH is followed by the machine's
HOSTILE_ENVIRONMENTS = [
    {},
    {"PYTHONPATH": ".", "PYTHONSTARTUP": "code.py", "PYTHONINSPECT": "1", "PYTHONUSERBASE": "."},
    {"PYTHONPATH": "", "PATH": "programs::."},
]


class Plants:
    """What is planted in a folder, and what of it was started."""

    def __init__(self, folder: Path, record: Path) -> None:
        self.folder = folder
        self.record = record
        # imports nothing: everything that it could import is planted too
        module = f'with open({str(record)!r}, "a") as file:\n    file.write(__name__ + "\\n")\n'
        for name in [*MODULES, "planted"]:
            (folder / name).mkdir(exist_ok=True)
            for path in (folder / name / "__init__.py", folder / name / "__main__.py", folder / f"{name}.py"):
                path.write_text(module)
        (folder / "programs").mkdir()
        for name in PROGRAMS:
            text = f"#!/bin/sh\necho 'the program {name}' >> '{record}'\n"
            for path in (
                folder / "programs" / name,
                folder / name,
                folder / f"{name}.exe",
                folder / f"{name}.bat",
            ):
                if not path.is_dir():  # a package of that name
                    path.write_text(text)
                    path.chmod(0o755)
        for name, text in SETTINGS.items():
            (folder / name).write_text(text)

    def started(self) -> list[str]:
        """The names of modules and programs that ran."""
        return self.record.read_text().splitlines() if self.record.exists() else []


def environment_of(settings: dict[str, str]) -> dict[str, str]:
    """The environment of a job with some of `HOSTILE_ENVIRONMENTS`."""
    path = f"{settings.get('PATH', '')}:{os.environ['PATH']}".lstrip(":")
    return os.environ | settings | {"PATH": path}


def stand_in_python(path: Path, calls: Path) -> Path:
    """A Python that records its arguments. It imports what makes environments and what installs, no more."""
    path.write_text(f"""#!/bin/sh
echo "$@" >> '{calls}'
case "$*" in
  *"-m venv "*)
    for folder; do :; done
    /bin/mkdir -p "$folder/bin"
    /bin/cp "$0" "$folder/bin/python"
    exec '{sys.executable}' ${{1#-m}} -c 'import ensurepip, json, venv' ;;
  *"-m pip "*) exec '{sys.executable}' ${{1#-m}} -c 'import pip._internal.cli.main, json' ;;
  *"/mqtune.pyz "*)
    options=$1
    shift 2
    exec '{sys.executable}' "$options" -m mqtune "$@" ;;
  *) exec '{sys.executable}' "$@" ;;
esac
""")
    path.chmod(0o755)
    return path
