"""How requests come in: clients that send their headers slowly are cut off, and what cannot be answered is told in plain words."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from repobook.serve.app import HEADERS

HEADER_SECONDS = (
    10.0  # for all headers of a request, from the moment the connection is open or the last answer was sent
)
MAX_CONNECTIONS = 512  # at once
_REASONS = {
    400: b"This is no request that a browser sends.\n",
    431: b"The address and the headers are too long.\n",
    503: b"Too many connections are open: try again.\n",
}


class Guarded(H11Protocol):
    """The server's protocol with a limit of time for headers. It counts while no request is being answered."""

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            self._refuse(503)
        else:
            self._arm()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._disarm()
        elif self.conn.their_state is not h11.IDLE or data:
            self._arm()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._disarm()  # what follows is counted by the time-out of idle connections, then by headers again

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        error = sys.exc_info()[1]  # of h11, which is being handled
        self._refuse(431 if getattr(error, "error_status_hint", 400) == 431 else 400)

    def _refuse(self, status: int) -> None:
        """Say why there is no answer, unless there is one already, and hang up."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # nothing more is written for the request before
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.close()
            return
        body = _REASONS[status]
        headers = [*HEADERS, (b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        headers.append((b"content-length", str(len(body)).encode()))
        for event in (
            h11.Response(status_code=status, headers=headers),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _arm(self) -> None:
        if self._limit is None:
            self._limit = self.loop.call_later(HEADER_SECONDS, self._cut)

    def _disarm(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _cut(self) -> None:
        self._limit = None
        if not self.transport.is_closing():
            self.transport.abort()
