"""Rung: a growth coach in Slack."""
