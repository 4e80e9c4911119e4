"""A complete bot for Darsena in Python: it reads a line, thinks, and answers with a line.

    darsena simulate puerto_banana --bots ./examples/bot.py random --games 20

Where it may bid, it bids most of the crate; in every other game it plays any of the moves it is offered.
"""

import json
import random
import sys


def choose(question: dict) -> str:
    rng = random.Random(question["seed"])
    if not question["wanted"]:
        return "-"  # nobody waits for us
    lot = question["view"].get("lot")
    if lot is None:
        return rng.choice(question["moves"])
    return f"bid {round(lot * rng.uniform(0.8, 1.2))}"


for line in sys.stdin:
    print(choose(json.loads(line)), flush=True)
