"""The local Slack in a browser: pages made on the server, a little script that keeps them up to date."""
