"""Finds the modules of this package by their names, and reads their byte code as Python wrote it.

A lint of a small file imports nearly two hundred modules, and finding them takes longer than executing them:
Python asks several finders, lists folders and tries suffixes. Whatever is not as expected here (no byte
code, byte code of an older source, a package in an archive) is left to Python.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader, spec_from_file_location
from types import CodeType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec

PACKAGE = "mqtune."
HEADER = 16  # bytes before the byte code: magic number, flags, time and size of the source


class OwnLoader(SourceFileLoader):
    """The loader of a module whose byte code was read when the module was found."""

    code: CodeType | None = None

    def get_code(self, fullname: str) -> CodeType | None:
        """The byte code. It is kept only until the module is executed."""
        code, self.code = self.code, None
        return super().get_code(fullname) if code is None else code


class OwnModules:
    """A finder of the modules of this package, for `sys.meta_path`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        """The module with its byte code; None if Python has to look for it."""
        if not fullname.startswith(PACKAGE) or not path:
            return None
        folder, name = path[0], fullname.rpartition(".")[2]
        inside = f"{folder}{os.sep}{name}"
        try:
            return module_in(folder, name, fullname) or module_in(inside, "__init__", fullname, [inside])
        except (OSError, EOFError, TypeError, ValueError):
            return None


def module_in(folder: str, name: str, fullname: str, locations: list[str] | None = None) -> ModuleSpec | None:
    """The module in a file of a folder; `locations` are given for a package. None if there is no such file,
    or if its byte code is not up to date. Raises OSError, and what `marshal.loads` raises.
    """
    source = f"{folder}{os.sep}{name}.py"
    try:
        found = os.stat(source)
    except FileNotFoundError:
        return None
    cached = f"{folder}{os.sep}__pycache__{os.sep}{name}.{sys.implementation.cache_tag}.pyc"
    with open(cached, "rb", buffering=0) as file:
        data = file.read()
    numbers = (0, int(found.st_mtime) & 0xFFFFFFFF, found.st_size & 0xFFFFFFFF)
    if data[:HEADER] != MAGIC_NUMBER + b"".join([number.to_bytes(4, "little") for number in numbers]):
        return None
    code = marshal.loads(memoryview(data)[HEADER:])
    if not isinstance(code, CodeType) or code.co_filename != source:
        return None
    loader = OwnLoader(fullname, source)
    loader.code = code
    spec = spec_from_file_location(fullname, source, loader=loader, submodule_search_locations=locations)
    if spec is not None:
        spec.cached = cached  # Python would compute it
    return spec


def find_own_modules() -> None:
    """Find the modules of this package in this way from now on, if Python keeps byte code as usual."""
    if sys.implementation.cache_tag and not sys.pycache_prefix and not sys.flags.optimize:
        sys.meta_path.insert(0, OwnModules())
