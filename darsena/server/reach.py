"""How somebody can be reached when they are not looking: browsers, an e-mail, a webhook. Everything is off at first."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer
from msgspec import Struct
from msgspec.structs import asdict

from ..core.game import Message, Refused, say
from ..core.language import Voice
from . import mail, webpush
from .outbound import Undelivered, checked, post, public
from .settings import Settings
from .storage import PUSHES, REACH, Storage

log = logging.getLogger("darsena")

REMINDERS = (0, 3600, 24 * 3600)  # seconds; 0 is none
CONFIRM_AGE = 3 * 24 * 3600
BROWSERS = 10  # of one person, the newest ones
GONE = (404, 410)  # how a push service says that a browser does not listen any more


class Reach(Struct, frozen=True):
    person: str
    language: str = "en"
    email: str = ""  # only once it is confirmed
    webhook: str = ""
    remind: int = 0


class Browser(Struct, frozen=True):
    """One that has asked to be told."""

    id: str
    person: str
    endpoint: str
    p256dh: str
    auth: str
    created: float


class Notice(Struct, frozen=True):
    """What somebody is told."""

    title: str
    text: str
    url: str


class Messenger:
    def __init__(self, storage: Storage, settings: Settings, secret: str, may: Callable[[str], bool] = public) -> None:
        self.storage, self.settings = storage, settings
        self._confirmations = URLSafeTimedSerializer(secret, salt="confirm e-mail")
        self._stops = URLSafeSerializer(secret, salt="stop e-mail")
        self.may = may  # which addresses may be written to; only tests say otherwise
        self.now = time.time
        self._key = webpush.own_key(Path(settings.folder))

    @property
    def push_key(self) -> str:
        return webpush.text(webpush.point(self._key.public_key()))

    async def reach(self, person: str) -> Reach:
        rows = await self.storage.read(sa.select(REACH).where(REACH.c.person == person))
        return Reach(**rows[0]._mapping) if rows else Reach(person)

    async def reachable(self, person: str) -> Reach | None:
        """None for whoever has not asked to be told."""
        reach = await self.reach(person)
        return reach if reach.email or reach.webhook or await self.browsers(person) else None

    async def everybody(self) -> set[str]:
        """All who have asked to be told."""
        named = sa.select(REACH.c.person).where((REACH.c.email != "") | (REACH.c.webhook != ""))
        pushed = sa.select(PUSHES.c.person)
        return {row.person for row in [*await self.storage.read(named), *await self.storage.read(pushed)]}

    async def save(self, reach: Reach) -> None:
        await self.storage.write(
            REACH.delete().where(REACH.c.person == reach.person), REACH.insert().values(**asdict(reach))
        )

    async def browsers(self, person: str) -> list[Browser]:
        rows = await self.storage.read(sa.select(PUSHES).where(PUSHES.c.person == person).order_by(PUSHES.c.created))
        return [Browser(**row._mapping) for row in rows]

    async def add(self, person: str, endpoint: str, p256dh: str, auth: str) -> None:
        """A browser that wants to be told; one that has changed hands belongs to whoever asked last."""
        checked(endpoint)
        try:
            webpush.reader(p256dh, auth)
        except ValueError:
            raise Refused(say("this browser’s key is damaged")) from None
        id = _id(endpoint)
        others = [each.id for each in await self.browsers(person) if each.id != id]
        too_many = others[: 1 - BROWSERS]  # all but the newest
        await self.storage.write(
            PUSHES.delete().where(PUSHES.c.id.in_([id, *too_many])),
            PUSHES.insert().values(**asdict(Browser(id, person, endpoint, p256dh, auth, self.now()))),
        )

    async def remove(self, person: str, endpoint: str = "") -> None:
        """This browser, or all of them."""
        mine = PUSHES.c.person == person
        await self.storage.write(PUSHES.delete().where(mine & (PUSHES.c.id == _id(endpoint)) if endpoint else mine))

    async def ask(self, person: str, address: str, voice: Voice) -> None:
        """An e-mail with a link: only whoever reads it can say that the address is theirs."""
        url = f"{self.settings.url}/notices/confirm/{self._confirmations.dumps([person, address])}"
        text = voice(
            say("Somebody wants to be told here when it is their turn at Darsena. If it was you, open this link:")
        )
        rest = voice(say("If it was not you, do nothing: no more e-mails will come."))
        await mail.send(self.settings, address, voice(say("Is this your address?")), f"{text}\n\n{url}\n\n{rest}\n")

    def asked(self, token: str) -> tuple[str, str] | None:
        """The person and the address that a link from such an e-mail confirms."""
        try:
            person, address = self._confirmations.loads(token, max_age=CONFIRM_AGE)
        except BadData:
            return None
        return person, address

    async def stop(self, token: str) -> bool:
        """No more e-mails to this address: for whoever gets them, logged in or not."""
        try:
            person, address = self._stops.loads(token)
        except BadData:
            return False
        await self.storage.write(
            REACH.update().where(REACH.c.person == person, REACH.c.email == address).values(email="")
        )
        return True

    async def tell(self, reach: Reach, notice: Notice) -> list[tuple[Message, Message | None]]:
        """On every way there is; which ones, and what went wrong with them. Nothing that fails is tried again."""
        ways = [(say("a browser"), self._push(each, notice)) for each in await self.browsers(reach.person)]
        if reach.email and self.settings.smtp_host:
            ways.append((say("the e-mail"), self._mail(reach, notice)))
        if reach.webhook:
            ways.append((say("the webhook"), self._hook(reach.webhook, notice)))
        problems = await asyncio.gather(*(_tried(deed) for _, deed in ways))
        return [(way, problem) for (way, _), problem in zip(ways, problems, strict=True)]

    async def _push(self, browser: Browser, notice: Notice) -> None:
        body = webpush.encrypt(msgspec.json.encode(notice), browser.p256dh, browser.auth)
        sender = self.settings.smtp_from
        subject = (
            f"mailto:{sender}" if sender else self.settings.url if self.settings.secure else "mailto:host@localhost"
        )
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(24 * 3600),
            "Urgency": "normal",
            "Authorization": webpush.authorization(self._key, browser.endpoint, subject, self.now()),
        }
        status = await post(browser.endpoint, body, headers, self.may)
        if status in GONE:
            await self.storage.write(PUSHES.delete().where(PUSHES.c.id == browser.id))
        _accepted(status)

    async def _mail(self, reach: Reach, notice: Notice) -> None:
        stop = f"{self.settings.url}/notices/stop/{self._stops.dumps([reach.person, reach.email])}"
        end = Voice(reach.language)(say("No more of these e-mails: {url}", url=stop))
        await mail.send(self.settings, reach.email, notice.title, f"{notice.text}\n\n{notice.url}\n\n{end}\n", stop)

    async def _hook(self, url: str, notice: Notice) -> None:
        line = f"{notice.title}: {notice.text} {notice.url}"
        told = {"text": line, "content": line, "title": notice.title, "body": notice.text, "url": notice.url}
        _accepted(await post(url, msgspec.json.encode(told), {"Content-Type": "application/json"}, self.may))


def _id(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()


def _accepted(status: int) -> None:
    if not 200 <= status < 300:
        raise Undelivered(say("it answered with status {status}", status=str(status)))


async def _tried(deed: Coroutine[Any, Any, None]) -> Message | None:
    try:
        await deed
    except Undelivered as problem:
        return problem.message
    except Exception:
        log.exception("a notice was not sent")
        return say("it cannot be reached")
    return None
