"""Use cases: load, decide with the domain, store. Nothing here formats, and nothing speaks Block Kit."""
