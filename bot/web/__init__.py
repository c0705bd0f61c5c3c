"""The HTTP side: an ASGI front that lets only well-formed requests from Slack through, and its server."""
