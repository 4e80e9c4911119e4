"""Web Push: a message only the browser can read (RFC 8291, aes128gcm), and a sign of who sends it (RFC 8292, VAPID)."""

from __future__ import annotations

import base64
import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
RECORD = 4096
HALF_A_DAY = 12 * 3600


def own_key(folder: Path) -> ec.EllipticCurvePrivateKey:
    """The key this server signs with: made once, readable by the owner only."""
    path = folder / "vapid.pem"
    if not path.exists():
        made = ec.generate_private_key(CURVE).private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"vapid.{secrets.token_hex(8)}"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(made)
        try:
            os.link(draft, path)  # whole or not at all, and never twice
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    key = serialization.load_pem_private_key(path.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def reader(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """A browser's key and secret; ValueError where they are none."""
    secret = data(auth)
    if len(secret) != 16:
        raise ValueError("not the secret of a browser")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data(p256dh)), secret


def encrypt(
    message: bytes, p256dh: str, auth: str, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """The body of a push. The key and the salt are fresh each time; only a test brings its own."""
    browser, secret = reader(p256dh, auth)
    own, salt = own or ec.generate_private_key(CURVE), salt or secrets.token_bytes(16)
    us, them = point(own.public_key()), point(browser)
    shared = _derived(own.exchange(ec.ECDH(), browser), secret, b"WebPush: info\0" + them + us, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(us)]) + us + sealed


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def authorization(key: ec.EllipticCurvePrivateKey, endpoint: str, subject: str, now: float) -> str:
    """A token for the browser's push service, signed with our key."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + HALF_A_DAY, "sub": subject}
    head = text(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
    signed = f"{head}.{text(msgspec.json.encode(claims))}"
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return f"vapid t={signed}.{text(signature)}, k={text(point(key.public_key()))}"
