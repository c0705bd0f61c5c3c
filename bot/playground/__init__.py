"""A local Slack, as strict as the real one: it runs the bot for trials, previews and every scenario test."""
