"""What happens without being asked for: the ticker, and what it drives."""
