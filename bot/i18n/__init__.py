"""Locale negotiation, message catalogs, plurals, dates and numbers. A locale is an argument, never ambient."""
