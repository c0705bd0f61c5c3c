"""Installing Rung in many workspaces: OAuth, and the pages that people see on the way."""
