"""`python -m darsena` is `darsena`."""

from .cli import main

main(prog_name="darsena")
