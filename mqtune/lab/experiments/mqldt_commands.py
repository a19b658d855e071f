"""Command lines of MQLDT, which writes to a disk like MQ's logger.

Long options need `=`. The size of a block is written with `K`, the size of a file in bytes.
"""

from __future__ import annotations

from mqtune.lab.core.errors import LabError
from mqtune.lab.core.work import Process

DRIVER = "mqldt"
PAGE = 4096  # bytes of a page of the log
LARGEST_FILE = 2**31 - 1
FILE_PREFIX = "mqtune_ldt"
LATENCY, WORST, SPEED, BLOCK = "latency_us", "worst_latency_us", "bytes_per_s", "block_bytes"


def writer(folder: str, block_kb: int, file_pages: int, files: int, length: float) -> Process:
    """A process that writes blocks of one size for `length` seconds.

    Raises LabError for a file that MQLDT cannot create, or into which a block does not fit.
    """
    size = file_pages * PAGE
    if size > LARGEST_FILE:
        raise LabError(f"MQLDT writes files below 2 GiB; {size:,} bytes are requested", "use fewer pages")
    if block_kb * 1024 > size:
        raise LabError(
            f"a block of {block_kb} KiB does not fit into a file of {size:,} bytes",
            "use more pages, or smaller blocks",
        )
    argv = (
        "mqldt",
        f"--dir={folder}",
        f"--filePrefix={FILE_PREFIX}",
        f"--bsize={block_kb}K",
        f"--fileSize={size}",
        f"--numFiles={files}",
        f"--duration={length:.0f}",
    )
    return Process("writer", argv, DRIVER, 1, length, measured=True)
