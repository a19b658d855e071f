"""The build hook: puts `grammars/` and `rules/` inside the wheel. Does not know what they hold.

Editable installs stay clean: there the program reads both folders from the checkout, so that an edit is live.
The whole folder `mqtune/_build` is left out of the wheel.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASSETS = ("grammars", "rules")


class AssetsHook(BuildHookInterface[Any]):
    """Adds the folders of data beside the package when a real wheel is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before the build; `version` is "standard" or "editable"."""
        if self.target_name != "wheel" or version == "editable":
            return
        for folder in ASSETS:
            build_data["force_include"][os.path.join(self.root, folder)] = f"mqtune/{folder}"
