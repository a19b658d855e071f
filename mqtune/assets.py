"""Finds the folders of data: beside the package first (inside a wheel), then in the checkout.

Works inside a zip too, where the loader has the bytes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

PACKAGE = os.path.dirname(os.path.abspath(__file__))


class AssetError(LookupError):
    """A file of data that is not there: the installation is damaged."""


def _places(name: str) -> Iterator[str]:
    local = name.replace("/", os.sep)
    yield os.path.join(PACKAGE, local)
    yield os.path.join(os.path.dirname(PACKAGE), local)


def asset_path(name: str) -> str | None:
    """The path of a file or folder such as `grammars/mqsc.lark`; None inside a zip."""
    return next((path for path in _places(name) if os.path.exists(path)), None)


def asset_bytes(name: str) -> bytes:
    """The content of a file such as `rules/README.md`."""
    path = asset_path(name)
    if path is not None:
        with open(path, "rb") as file:
            return file.read()
    get_data = getattr(globals().get("__loader__"), "get_data", None)
    if get_data is not None:
        for place in _places(name):
            try:
                data: bytes = get_data(place)
            except OSError:
                continue
            return data
    raise AssetError(f"{name} is missing from the installation in {PACKAGE}")


def asset_text(name: str) -> str:
    """The text of a file, with line feeds as line ends."""
    return asset_bytes(name).decode("utf-8").replace("\r\n", "\n")
