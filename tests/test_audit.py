"""What we depend on is asked about in the public database of advisories, wherever that can be reached."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
QUICK = {"UV_HTTP_RETRIES": "0", "UV_HTTP_TIMEOUT": "10"}  # whoever is offline does not wait for it


IGNORED: tuple[str, ...] = ()  # weaknesses that do not concern us; a comment beside each says why


def test_nothing_that_hosts_install_has_a_known_weakness():
    """What only developers install is not asked about."""
    if not shutil.which("uv") or not (ROOT / "uv.lock").is_file():
        pytest.skip("uv has not installed this copy, so nobody knows what was installed")
    words = ["uv", "audit", "--frozen", "--no-dev", "--output-format", "json", *(f"--ignore={id}" for id in IGNORED)]
    try:
        answer = subprocess.run(
            words, check=False, cwd=ROOT, capture_output=True, text=True, timeout=90, env={**os.environ, **QUICK}
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the database of advisories takes too long to answer")
    if answer.returncode not in (0, 1):  # 1: something was found
        pytest.skip(f"the database of advisories cannot be asked: {answer.stderr.strip().splitlines()[-1:]}")
    assert answer.returncode == 0, answer.stdout
