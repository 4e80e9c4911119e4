"""E-mail, where the host has set up a server for it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from ..core.game import Refused, say
from .outbound import Undelivered
from .settings import Settings

ADDRESS = re.compile(r"[^@\s<>,;:\"()\[\]\\]{1,64}@[^@\s<>,;:\"()\[\]\\]+\.[^@\s<>,;:\"()\[\]\\]{2,}")
SECONDS = 10


def address(text: str) -> str:
    found = text.strip()
    if len(found) > 254 or not found.isascii() or not ADDRESS.fullmatch(found):
        raise Refused(say("this is not an e-mail address"))
    return found


async def send(settings: Settings, to: str, subject: str, text: str, stop: str = "") -> None:
    """Written in a thread of its own; Undelivered when the host's server does not take it."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = settings.smtp_from, to, subject
    letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=settings.smtp_from.rpartition("@")[2])
    letter["Auto-Submitted"] = "auto-generated"
    if stop:
        letter["List-Unsubscribe"] = f"<{stop}>"
    letter.set_content(text)
    try:
        await asyncio.to_thread(_send, settings, letter)
    except (OSError, smtplib.SMTPException):
        raise Undelivered(say("the host’s e-mail server does not take it")) from None


def _send(settings: Settings, letter: EmailMessage) -> None:
    trusted = ssl.create_default_context()
    if settings.smtp_security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.smtp_host, settings.smtp_port, timeout=SECONDS, context=trusted
        )
    else:
        server = smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SECONDS)
    with server:
        if settings.smtp_security == "starttls":
            server.starttls(context=trusted)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(letter)
