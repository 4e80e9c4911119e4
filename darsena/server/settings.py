"""What a host can set: on the command line, or as DARSENA_* in the environment."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from .. import folders

PREFIX = "DARSENA_"


class Settings(Struct, frozen=True):
    host: str = "127.0.0.1"
    port: int = 8000
    data: str = ""  # a folder; empty = the platform's own for user data
    database: str = ""  # an SQLAlchemy URL; empty = one SQLite file in the data folder
    workers: int = 1
    public_url: str = ""  # how people reach this server, where it is not http://host:port
    public_tables: bool = False  # may tables be listed on the first page?
    metrics_for: str = "127.0.0.1 ::1"  # addresses that may read /metrics
    bot_workers: int = 1
    bot_seconds: float = 1.0
    guest_days: int = 400  # guests who have not come for so long are forgotten; 0 = never
    idle_days: int = 60  # tables where nothing has happened for so long are closed; 0 = never
    table_days: int = 0  # tables that have been over for so long are deleted; 0 = never
    smtp_host: str = ""  # empty = no e-mail is sent
    smtp_port: int = 587
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_from: str = ""  # the address that e-mails come from

    @property
    def folder(self) -> Path:
        return Path(self.data) if self.data else folders.data()

    @property
    def database_url(self) -> str:
        url = self.database or f"sqlite:///{self.folder / 'darsena.db'}"
        return re.sub("^postgres(ql)?://", "postgresql+psycopg://", url)

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{host}:{self.port}"

    @property
    def secure(self) -> bool:
        return self.public_url.startswith("https://")

    @property
    def only_here(self) -> bool:
        """True when nobody but this machine can reach the server."""
        return not self.public_url and self.host in ("127.0.0.1", "::1", "localhost")


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    known = {PREFIX + name.upper(): name for name in Settings.__struct_fields__}
    found = {name: environment[variable] for variable, name in known.items() if variable in environment}
    return msgspec.convert(found, Settings, strict=False)


def to_environment(settings: Settings) -> dict[str, str]:
    """The settings for the worker processes, which are told nothing else."""
    return {
        PREFIX + name.upper(): str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in asdict(settings).items()
    }


def secret(folder: Path) -> str:
    """The key that signs cookies: made once, readable by the owner only, never a command-line argument."""
    path = folder / "secret"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
    except FileExistsError:
        pass
    return path.read_text()
