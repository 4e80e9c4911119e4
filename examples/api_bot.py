"""A complete bot for a Darsena server, over its API: it takes every invitation, and plays any of its moves.

DARSENA_TOKEN=… python examples/api_bot.py http://127.0.0.1:8000
"""

import json
import os
import random
import sys
import time
from threading import Thread

import httpx

server = httpx.Client(
    base_url=sys.argv[1], headers={"Authorization": f"Bearer {os.environ['DARSENA_TOKEN']}"}, timeout=60
)


def lines(path):
    with server.stream("GET", path) as answer:
        answer.raise_for_status()
        yield from (json.loads(line) for line in answer.iter_lines() if line)


def play(table):
    for now in lines(f"/api/tables/{table}/stream"):
        if now["wanted"]:
            move = {"move": random.choice(now["moves"]), "seen": now["version"], "id": f"v{now['version']}"}
            while server.post(f"/api/tables/{table}/move", json=move).status_code == 429:
                time.sleep(1)  # too fast


playing = set()
for event in lines("/api/events"):
    if event["event"] == "challenge":
        server.post(f"/api/challenges/{event['challenge']}/accept")
    elif event["table"] not in playing:
        playing.add(event["table"])
        Thread(target=play, args=[event["table"]], daemon=True).start()
