"""The messages of the editor: a thread reads them, the server handles them in turn; when to lint.

A lint takes longer than most answers. Between its steps it calls `pause`, which handles what does not need
its result: changes of texts, completion, formatting. Everything else waits for its end, in the order in which
it came.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
import sys
import time
from collections import deque
from contextlib import suppress
from threading import Thread

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pygls.protocol import LanguageServerProtocol


SWITCH_S = 0.001  # after which the thread that reads a message gets its turn during a lint
CHUNK = 1 << 16
MOST_HEADER = 4096
LENGTH = re.compile(rb"Content-Length:[ \t]*(\d+)", re.IGNORECASE)
# what a lint does not have to end for
DURING = frozenset(
    (
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_COMPLETION,
        types.COMPLETION_ITEM_RESOLVE,
        types.TEXT_DOCUMENT_FORMATTING,
        types.TEXT_DOCUMENT_RANGE_FORMATTING,
        types.CANCEL_REQUEST,
    )
)
CANCELLED = -32800  # LSPErrorCodes.RequestCancelled


class Inbox:
    """The messages that are not handled yet."""

    def __init__(self, protocol: LanguageServerProtocol) -> None:
        self._protocol = protocol
        self._bodies: deque[bytes] = deque()  # as the thread read them
        self._messages: deque[dict[str, Any]] = deque()
        self._handling = False

    async def serve(self, stream: int) -> None:
        """Handle the messages of a file descriptor until it ends."""
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()

        def read() -> None:
            with suppress(RuntimeError):  # the server ended
                for body in bodies(stream):
                    self._bodies.append(body)
                    loop.call_soon_threadsafe(self.handle)
                loop.call_soon_threadsafe(ended.set)

        sys.setswitchinterval(SWITCH_S)
        # it may wait for a message for ever, so the end of the process does not wait for it
        Thread(target=read, daemon=True).start()
        await ended.wait()

    def handle(self) -> None:
        """Handle everything that came, in its order."""
        self._sort()
        while self._messages:
            self._handle(self._messages.popleft())
            self._sort()

    def pause(self) -> None:
        """Handle what came during a lint and does not need its result."""
        if self._handling or not (self._bodies or self._messages):
            return
        self._sort()
        self._handling = True
        try:
            while self._messages and self._messages[0].get("method") in DURING:
                self._handle(self._messages.popleft())
                self._sort()
        finally:
            self._handling = False

    def _sort(self) -> None:
        """Parse what the thread read; a request that is cancelled before its turn is answered at once."""
        while self._bodies:
            try:
                message = json.loads(self._bodies.popleft())
            except ValueError:
                continue
            if not isinstance(message, dict):
                continue
            if message.get("method") == types.CANCEL_REQUEST:
                params = message.get("params")
                self._cancel(params.get("id") if isinstance(params, dict) else None)
            else:
                self._messages.append(message)

    def _cancel(self, number: object) -> None:
        for message in self._messages:
            if number is not None and "method" in message and message.get("id") == number:
                self._messages.remove(message)
                self._refuse(message, types.ResponseError(CANCELLED, "cancelled"))
                return

    def _handle(self, message: dict[str, Any]) -> None:
        protocol = self._protocol
        try:
            protocol.handle_message(protocol.structure_message(message))
        except JsonRpcException as error:
            self._refuse(message, error.to_response_error())
        except Exception as error:
            logging.getLogger(__name__).error("cannot handle a message: %s", error)
            self._refuse(message, JsonRpcInvalidParams(str(error)).to_response_error())

    def _refuse(self, message: dict[str, Any], error: types.ResponseError) -> None:
        """Answer a request with an error; a notification has no answer."""
        number = message.get("id")
        if "method" in message and isinstance(number, (int, str)):
            self._protocol._send_response(number, error=error)


def bodies(stream: int) -> Iterator[bytes]:
    """The bodies of the messages of a file descriptor; what is not a message is skipped."""
    data = b""
    while chunk := os.read(stream, CHUNK):
        data += chunk
        while (end := data.find(b"\r\n\r\n")) >= 0:
            length = LENGTH.search(data, 0, end)
            stop = end + 4 + (int(length[1]) if length is not None else 0)
            if len(data) < stop:
                break
            if length is not None:
                yield data[end + 4 : stop]
            data = data[stop:]
        else:
            data = data[-MOST_HEADER:]


# Work for pauses of typing: garbage is collected, and the texts of earlier edits are forgotten.

PAUSE_S = 2.0
MOST_RUNS = 40  # without a pause, after which the garbage of these runs is collected nevertheless


class Pauses:
    """Calls `work` in the first pause after a run. `later` calls a function after a number of seconds.

    The collector of Python would start at any time, also while the editor waits for an answer, and would
    examine the objects of the whole workspace each time.
    """

    def __init__(
        self,
        work: Callable[[], None],
        later: Callable[[float, Callable[[], None]], object],
    ) -> None:
        self._work = work
        self._later = later
        self._last = 0.0
        self._runs = 0
        self._waiting = False
        gc.disable()

    def ran(self) -> None:
        """Note the end of a run."""
        self._last = time.monotonic()
        self._runs += 1
        if self._runs % MOST_RUNS == 0:
            gc.collect()
        elif self._runs == 1:
            gc.freeze()  # until the next pause only what is new is looked at
        if not self._waiting:
            self._waiting = True
            self._later(PAUSE_S, self._due)

    def _due(self) -> None:
        rest = self._last + PAUSE_S - time.monotonic()
        if rest > 0:
            self._later(rest, self._due)
            return
        self._waiting = False
        self._runs = 0
        self._work()
        gc.unfreeze()
        gc.collect()
        gc.freeze()


# The time of a lint: at once if idle, else after one short timer that further typing does not restart.

BUSY_S = 0.008  # a change this soon after a lint is one of a series
WAIT_S = 0.012


class Schedule:
    """Calls `work` after changes. `later` calls a function after a number of seconds."""

    def __init__(
        self,
        work: Callable[[], None],
        later: Callable[[float, Callable[[], None]], object],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._work = work
        self._later = later
        self._now = now
        self._ended = float("-inf")
        self._waiting = False
        self._working = False

    def changed(self) -> None:
        """Work now, or soon together with the changes that follow; not during the work itself."""
        if self._waiting:
            return
        if self._working or self._now() - self._ended < BUSY_S:
            self._waiting = True
            self._later(WAIT_S, self._due)
        else:
            self.run()

    def _due(self) -> None:
        self._waiting = False
        self.run()

    def run(self) -> None:
        """Work now."""
        self._working = True
        try:
            self._work()
        finally:
            self._working = False
            self._ended = self._now()
