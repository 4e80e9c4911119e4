"""The way out: only to the public internet, to the address that was looked up, and never for long."""

import asyncio
import socket
from ipaddress import ip_address

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from darsena.core.language import Voice
from darsena.server import outbound, webpush
from darsena.server.outbound import Undelivered, public

from .loop import run
from .receivers import web_server

INSIDE = [
    *("127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
    *("224.0.0.1", "255.255.255.255", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1"),
    *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::", "fec0::1"),
]


def anywhere(address):
    return True


def post(url, may=public):
    return run(outbound.post(url, b"{}", {"Content-Type": "application/json"}, may))


@pytest.fixture
def web():
    with web_server() as server:
        server.url = f"http://127.0.0.1:{server.server_address[1]}"
        yield server


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_inside_are_not_public(address):
    assert not public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111"])
def test_addresses_outside_are_public(address):
    assert public(address)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "127.1"]
)
def test_nothing_goes_inside_however_it_is_written(web, host):
    with pytest.raises(Undelivered):
        post(f"http://{host}:{web.server_address[1]}/")
    assert web.got == []


@pytest.mark.parametrize(
    "url", ["", "ftp://example.com", "file:///etc/passwd", "http://", "http://a:b@example.com/", "x" * 3000]
)
def test_only_addresses_of_the_web_are_tried(url):
    with pytest.raises(Undelivered):
        post(url, anywhere)


def test_a_name_with_one_address_inside_is_refused_and_one_lookup_decides(web, monkeypatch):
    asked, port = [], web.server_address[1]

    async def lookup(self, host, port, **more):
        asked.append(host)
        found = ["8.8.8.8", "127.0.0.1"] if host == "mixed.example" else ["127.0.0.1"]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", lookup)
    with pytest.raises(Undelivered):
        post("http://mixed.example/")
    asked.clear()
    assert post(f"http://club.example:{port}/hook", anywhere) == 200
    [(path, headers, _)] = web.got
    assert (path, headers["Host"]) == ("/hook", f"club.example:{port}")
    assert [name for name in asked if not _is_address(name)] == ["club.example"]


def _is_address(name):
    try:
        return bool(ip_address(name.decode() if isinstance(name, bytes) else name))
    except ValueError:
        return False


def test_redirects_are_not_followed(web):
    assert post(f"{web.url}/moved", anywhere) == 302
    assert [path for path, _, _ in web.got] == ["/moved"]


def test_whoever_hangs_is_left(web, monkeypatch):
    monkeypatch.setattr(outbound, "SECONDS", 0.2)
    with pytest.raises(Undelivered) as left:
        post(f"{web.url}/hang", anywhere)
    assert "too long" in Voice("en")(left.value.message)


def test_long_answers_are_cut(web):
    assert post(f"{web.url}/endless", anywhere) == 200
    assert web.release.wait(10)  # the receiver has seen us hang up


# RFC 8291, section 5
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_push_is_sealed_as_the_standard_shows():
    own = ec.derive_private_key(int.from_bytes(webpush.data(SENDER), "big"), webpush.CURVE)
    assert webpush.text(webpush.encrypt(PLAIN, BROWSER, AUTH, own, webpush.data(SALT))) == SEALED


def test_a_push_is_never_sealed_twice_alike():
    assert webpush.encrypt(PLAIN, BROWSER, AUTH) != webpush.encrypt(PLAIN, BROWSER, AUTH)


@pytest.mark.parametrize(("key", "secret"), [("", AUTH), ("AAAA", AUTH), (BROWSER, ""), (BROWSER, "AAAA")])
def test_damaged_keys_are_refused(key, secret):
    with pytest.raises(ValueError):  # noqa: PT011
        webpush.reader(key, secret)


def test_a_push_says_who_sends_it(tmp_path):
    key = webpush.own_key(tmp_path)
    word = webpush.authorization(key, "https://push.example:444/x/y", "mailto:host@club.example", 1000.0)
    token, _, sender = word.removeprefix("vapid t=").partition(", k=")
    assert sender == webpush.text(webpush.point(key.public_key()))
    signed, _, signature = token.rpartition(".")
    assert b'"https://push.example:444"' in webpush.data(signed.split(".")[1])
    raw = webpush.data(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.public_key().verify(pair, signed.encode(), ec.ECDSA(SHA256()))  # or raises


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path):
    first, again = webpush.own_key(tmp_path), webpush.own_key(tmp_path)
    assert first.private_numbers() == again.private_numbers()
    assert (tmp_path / "vapid.pem").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["vapid.pem"]
