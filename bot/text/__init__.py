"""Words in Slack's mrkdwn, from Jinja templates, one folder a surface."""
