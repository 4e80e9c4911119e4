"""The application: `darsena serve` runs it; `create` makes it for uvicorn's workers and for tests."""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import sqlalchemy as sa
from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from starlette.exceptions import HTTPException as StarletteHTTPException

from ..core.game import Refused
from ..games import games
from ..web import components
from . import (
    account_pages,
    api,
    club_pages,
    errors,
    learn_pages,
    logs,
    metrics,
    my_games,
    notice_pages,
    pages,
    program_pages,
    replay_pages,
    series_pages,
    table_pages,
)
from .guard import Guard
from .limits import TooFast
from .settings import Settings, from_environment
from .site import Site, site_of

log = logging.getLogger("darsena")

FILES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
}
YEAR = 365 * 24 * 3600
AFRESH = {"Cache-Control": "no-cache"}


PAGES = (
    pages,
    table_pages,
    replay_pages,
    learn_pages,
    my_games,
    account_pages,
    program_pages,
    notice_pages,
    club_pages,
    series_pages,
)


def create(settings: Settings | None = None, now: Callable[[], float] = time.time) -> FastAPI:
    logs.begin()
    site = Site(settings or from_environment(), now)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await site.open()
        gc.collect()
        gc.freeze()  # what exists now stays: do not look at it again in every collection
        gc.set_threshold(25_000, 20, 20)
        yield
        await site.close()

    app = FastAPI(title="Darsena", lifespan=life, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None)
    app.state.site = site
    for part in (*PAGES, api):
        app.include_router(part.router)
    app.add_api_route("/health", health, include_in_schema=False)
    app.add_api_route("/metrics", figures, include_in_schema=False)
    app.add_api_route("/worker.js", worker, include_in_schema=False)
    app.add_api_route("/manifest.webmanifest", manifest, include_in_schema=False)
    app.add_api_route("/static/{name}", static_file, include_in_schema=False)
    app.add_api_route("/games/{game}/{name}", game_file, include_in_schema=False)
    app.add_exception_handler(StarletteHTTPException, _http_problem)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(api.Declined, api.declined)
    app.add_exception_handler(SQLAlchemyError, _no_disk)
    app.add_exception_handler(IntegrityError, _overtaken)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(Guard)
    return app


async def health(request: Request) -> JSONResponse:
    site = site_of(request)
    await site.storage.read(sa.select(sa.literal(1)))
    return JSONResponse({"status": "ok", "tables": len(site.harbour)})


async def figures(request: Request) -> Response:
    """For Prometheus, and only for the addresses that may read them."""
    site = site_of(request)
    if (request.client.host if request.client else "") not in site.settings.metrics_for.split():
        raise HTTPException(403)
    metrics.TABLES.set(len(site.harbour))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


async def worker() -> Response:
    """The service worker: at the root, because it can only serve what is below it."""
    return FileResponse(components.HERE / "worker.js", media_type="text/javascript", headers=AFRESH)


async def manifest() -> Response:
    """What makes the site an app on a phone."""
    return FileResponse(
        components.HERE / "manifest.webmanifest", media_type="application/manifest+json", headers=AFRESH
    )


async def static_file(name: str) -> Response:
    return _file(components.HERE, name)


async def game_file(game: str, name: str) -> Response:
    if game not in games():
        raise HTTPException(404)
    return _file(Path(str(games()[game].folder)), name)


def _file(folder: Path, name: str) -> Response:
    """A drawing, style or script of ours. Addresses carry a version, so browsers may keep them for good."""
    kind = FILES.get(Path(name).suffix)
    if kind is None or Path(name).name != name or not (folder / name).is_file():
        raise HTTPException(404)
    return FileResponse(folder / name, media_type=kind, headers={"Cache-Control": f"public, max-age={YEAR}, immutable"})


async def _http_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, StarletteHTTPException)
    return errors.page(request, problem.status_code)


async def _bad_request(request: Request, _: Exception) -> Response:
    return errors.page(request, 400)


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refused)
    return errors.page(request, 429 if isinstance(refusal, TooFast) else 409, refusal.message)


async def _no_disk(request: Request, problem: Exception) -> Response:
    log.error("the database refused: %s", problem)
    return errors.page(request, 503)


async def _overtaken(request: Request, problem: Exception) -> Response:
    """Somebody was quicker: what this was about is no longer there, or there already."""
    log.info("too late: %s", type(problem).__name__)
    return errors.page(request, 409)


async def _broken(request: Request, _: Exception) -> Response:
    return errors.page(request, 500)  # the server logs what it was
