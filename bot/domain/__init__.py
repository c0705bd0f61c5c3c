"""Pure rules, and the facts that views draw. Standard library only, no I/O; the time is an argument."""
