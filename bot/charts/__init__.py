"""Pictures: facts and words that are already translated in, PNG out."""
