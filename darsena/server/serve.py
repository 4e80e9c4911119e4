"""Start the web table and say where it is."""

from __future__ import annotations

import os
import socket
from typing import Any

import segno
import uvicorn
from msgspec.structs import replace
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

from ..core.game import Refused, say
from .limits import MAX_HEADERS, MAX_MESSAGE
from .settings import Settings, to_environment

try:
    from isal import isal_zlib as zlib
except ImportError:  # it is not made for every machine
    import zlib  # type: ignore[no-redef]


class Quick(ServerPerMessageDeflateFactory):
    """Updates are alike: the quickest compression does well, if its window still holds the last ones."""

    def process_request_params(self, *args: Any) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, deflate = super().process_request_params(*args)
        small: Any = zlib.compressobj(level=1, wbits=-deflate.local_max_window_bits, memLevel=1)
        deflate.encoder = small
        return agreed, deflate


class Wire(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [Quick(client_max_window_bits=12)]

    def handle_text(self, event: Frame) -> None:
        """As bytes: a screen reads them itself, and whatever is not UTF-8 is its to refuse."""
        self.handle_bytes(event)


class Intake(HttpToolsProtocol):
    """Nobody is heard out who does not come to the end of their headers."""

    heard = 0  # bytes since the last request was complete

    def data_received(self, data: bytes) -> None:
        self.heard += len(data)
        super().data_received(data)
        if self.heard > MAX_HEADERS:
            self.transport.close()

    def on_headers_complete(self) -> None:
        self.heard = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.heard = 0
        super().on_body(body)


def serve(settings: Settings, *, lan: bool = False) -> None:
    """Until Ctrl-C. Open connections are closed within a second."""
    if settings.workers > 1 and not settings.database_url.startswith("postgresql"):
        raise Refused(say("several workers need PostgreSQL: add --database postgresql://…"))
    if lan:
        address = lan_address()
        settings = replace(
            settings, host="0.0.0.0", public_url=settings.public_url or f"http://{address}:{settings.port}"
        )
    print(settings.url, flush=True)
    if lan:
        segno.make(settings.url).terminal(compact=True)
    os.environ.update(to_environment(settings))
    uvicorn.run(
        "darsena.server.app:create",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=Intake,
        ws=Wire,
        ws_max_size=MAX_MESSAGE,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
    )


def lan_address() -> str:
    """This machine's address in its network, as its routes say; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
