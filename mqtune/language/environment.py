"""Environment variables that MQ reads."""

from __future__ import annotations

from functools import cache


@cache
def variables() -> dict[str, int | None]:
    """All known variables, each with the most items that its list may have; None without such a limit.

    The table is imported on first use, because most runs do not need it.
    """
    from mqtune.language._tables_environment import VARIABLES

    return dict(VARIABLES)
