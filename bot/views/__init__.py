"""Block Kit builders: pure functions from facts and a translator to blocks."""
