"""`python -m bot` is `rung`."""

from bot.cli import main

main(prog_name="rung")
