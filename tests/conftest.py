import pytest
from hypothesis import settings

settings.register_profile("darsena", deadline=None, print_blob=True)
settings.load_profile("darsena")


def pytest_addoption(parser):
    parser.addoption("--laws", type=int, default=20, help="random plays per game, number of players and options")


@pytest.fixture(scope="session")
def plays(request):
    """How many random plays the laws watch."""
    return request.config.getoption("--laws")
