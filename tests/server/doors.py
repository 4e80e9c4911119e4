"""Every door of the server, found from the application itself: nobody keeps a list of them."""

import re
from typing import NamedTuple

from fastapi.responses import StreamingResponse
from starlette.routing import Mount, WebSocketRoute

PART = re.compile(r"{(\w+)(?::\w+)?}")


class Door(NamedTuple):
    method: str  # as HTTP says it, or WS
    path: str
    stream: bool = False  # whether the answer has no end

    def __str__(self):
        return f"{self.method} {self.path}"

    def at(self, words):
        """The address, with a word for each {part}: the word of the whole way up to it, or else of the part."""

        def word(found):
            way = self.path[: found.end()]
            assert way in words or found[0] in words, f"nobody has said what {found[0]} in {self} may be"
            return words.get(way, words.get(found[0]))

        return PART.sub(word, self.path)


def doors(app):
    return sorted(set(_within(app.routes)))


def _within(routes, prefix=""):
    for route in routes:
        assert not isinstance(route, Mount), "a mounted application has doors that nobody has looked for"
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _within(inner.routes, prefix + route.include_context.prefix)
        elif isinstance(route, WebSocketRoute):
            yield Door("WS", prefix + route.path)
        else:
            stream = getattr(route, "response_class", None) is StreamingResponse
            yield from (Door(method, prefix + route.path, stream) for method in route.methods - {"HEAD"})
