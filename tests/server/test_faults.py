"""What was acknowledged survives `kill -9`: the short version of `make faults`."""

import pytest

from bench import faults

from .loop import run


@pytest.mark.parametrize("scenario", [faults.sqlite, faults.postgres, faults.full], ids=lambda each: each.__name__)
def test_nothing_is_lost_or_done_twice(tmp_path, scenario):
    report = faults.Report(scenario.__name__)
    try:
        run(scenario(tmp_path, faults.read(["--kills", "2", "--tables", "2"]), report))
    except faults.Skipped as reason:
        pytest.skip(str(reason))
    assert report.problems == []
    assert report.faults
    assert report.seen["commands"]
