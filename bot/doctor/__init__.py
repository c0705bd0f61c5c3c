"""`rung doctor`: what stands in the way of this deployment, and what to do about it."""
