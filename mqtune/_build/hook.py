"""The build hook, which adds `grammars/`, `rules/` and `schemas/` to the wheel.

Editable installs do not need it: there the program reads both folders from the checkout, so that edits take
effect at once. The folder `mqtune/_build` is not included in the wheel.
"""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASSETS = ("grammars", "rules", "schemas")


class AssetsHook(BuildHookInterface[Any]):
    """Adds the data folders beside the package when a wheel is built, except for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before the build; `version` is "standard" or "editable"."""
        if self.target_name != "wheel" or version == "editable":
            return
        for folder in ASSETS:
            build_data["force_include"][os.path.join(self.root, folder)] = f"mqtune/{folder}"
