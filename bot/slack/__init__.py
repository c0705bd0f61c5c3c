"""Listeners: parse, ask a service, and reply by a surface or a view."""
