"""Reads the baseline that the options of a run name."""

from __future__ import annotations

from mqtune.session.options import require_no_link
from mqtune.text.errors import UsageError, reason_of
from mqtune.text.reading import read_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.engine.baseline import Baseline


def read_baseline(path: str) -> Baseline:
    """The baseline of a file. Raises UsageError."""
    from mqtune.engine.baseline import BaselineError, read

    require_no_link(path)
    try:
        return read(read_typed(path).decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        help = "create it with `mqtune lint --write-baseline FILE`"
        raise UsageError(f"cannot read the baseline {path}: {reason}", help) from error
    except BaselineError as error:
        raise UsageError(f"{path}: {error.message}", error.help) from error
