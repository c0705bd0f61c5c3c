"""Other people's frameworks as content: one module for each form, then what they say is merged into the content."""
