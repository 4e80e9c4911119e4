"""What hosts are given: every setting it names exists, every setting is told of, and the files can be read."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest
import yaml

from darsena.server.settings import Settings, from_environment

ROOT = Path(__file__).parents[1]
DEPLOY = sorted(path for path in (ROOT / "deploy").iterdir() if path.is_file())
KNOWN = {f"DARSENA_{name.upper()}" for name in Settings.__struct_fields__}


def named(path):
    return set(re.findall(r"DARSENA_[A-Z_]*[A-Z]", path.read_text()))


@pytest.mark.parametrize("path", DEPLOY, ids=lambda path: path.name)
def test_every_setting_in_a_file_for_hosts_exists(path):
    assert named(path) <= KNOWN


def test_every_setting_is_told_of():
    page = (ROOT / "docs" / "hosting.md").read_text()
    mail = set(re.findall(r"`(_[A-Z]+)`", page))
    assert {name for name in KNOWN if name not in page and name.removeprefix("DARSENA_SMTP") not in mail} == set()


def test_the_services_fit_together():
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    ours = services["darsena"]
    settings = from_environment({key: value for key, value in ours["environment"].items() if key in KNOWN})
    assert settings.database_url.startswith("postgresql+psycopg://")
    assert settings.workers > 1
    assert settings.secure
    assert set(ours["depends_on"]) < set(services)
    assert "ports" not in ours  # only the proxy is reached from outside
    assert f"EXPOSE {Settings().port}" in (ROOT / ours["build"]["dockerfile"]).read_text()


def test_the_unit_runs_the_command_as_nobody_in_particular():
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(ROOT / "deploy" / "darsena.service")
    assert unit["Service"]["ExecStart"].endswith("/darsena serve")
    assert unit["Service"]["DynamicUser"] == unit["Service"]["NoNewPrivileges"] == "yes"
    assert "MemoryDenyWriteExecute" not in unit["Service"]  # compiled bots could not run
