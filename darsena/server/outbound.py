"""The only way out to addresses that people have typed: never into the host's own network, never for long."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable, Mapping
from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address

import httpx

from ..core.game import Message, Refused, say

SECONDS = 5.0  # for everything, from the name to the last byte
MOST = 4096  # bytes of an answer that are read
NAT64 = IPv6Network("64:ff9b::/96")  # IPv4 addresses in disguise


class Undelivered(Refused):
    """Nothing has arrived, and why."""

    def __init__(self, why: Message) -> None:
        super().__init__(why)


def public(address: str) -> bool:
    """An address that anybody in the world reaches, and that hides no other one."""
    found = ip_address(address)
    if isinstance(found, IPv6Address) and (
        found.ipv4_mapped or found.sixtofour or found.teredo or found.is_site_local or found in NAT64
    ):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)


async def post(url: str, content: bytes, headers: Mapping[str, str], may: Callable[[str], bool] = public) -> int:
    """Post to a stranger and say what status they answered with; Undelivered where it cannot or may not be done."""
    try:
        async with asyncio.timeout(SECONDS):
            return await _post(checked(url), content, headers, may)
    except Undelivered:
        raise
    except TimeoutError:
        raise Undelivered(say("it took too long to answer")) from None
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError):
        raise Undelivered(say("it cannot be reached")) from None


def checked(url: str) -> httpx.URL:
    """An address of the web, as somebody might mean it."""
    try:
        found = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        raise Undelivered(say("this is not an address of the web")) from None
    if found.scheme not in ("http", "https") or not found.host or found.userinfo or len(url) > 2000:
        raise Undelivered(say("this is not an address of the web"))
    return found


async def _post(url: httpx.URL, content: bytes, headers: Mapping[str, str], may: Callable[[str], bool]) -> int:
    address = await _resolved(url, may)
    named = {**headers, "Host": url.netloc.decode("ascii")}
    async with httpx.AsyncClient(timeout=SECONDS, verify=_trusted(), trust_env=False) as client:
        request = client.build_request(
            "POST",
            url.copy_with(host=address),  # this one and no other, whatever the name says a moment later
            content=content,
            headers=named,
            extensions={"sni_hostname": url.raw_host.decode("ascii")},
        )
        answer = await client.send(request, stream=True, follow_redirects=False)
        try:
            read = 0
            async for chunk in answer.aiter_raw():
                read += len(chunk)
                if read > MOST:
                    break
        finally:
            await answer.aclose()
        return answer.status_code


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _resolved(url: httpx.URL, may: Callable[[str], bool]) -> str:
    """The address behind a name. A name with any address inside is refused as a whole."""
    port = url.port or (443 if url.scheme == "https" else 80)
    host = url.raw_host.decode("ascii")
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in found]
    if not addresses or not all(map(may, addresses)):
        raise Undelivered(say("this address is not on the public internet"))
    return addresses[0]
