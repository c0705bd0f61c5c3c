"""What `rung content check` looks for beyond what makes content unusable: each rule as a function over all content."""
