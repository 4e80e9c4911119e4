"""Coroutines in tests: in a thread of their own, because a browser in the same process keeps this one's loop busy."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
