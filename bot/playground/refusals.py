"""The ways in which the local Slack says no: to the bot's calls, to a person's acts, to the bot's answers."""


class SlackError(Exception):
    """A Web API call that Slack would answer with `"ok": false`.

    `error` is Slack's name for it, `reasons` say in words what is wrong, `facts` are further fields of
    the answer, such as `needed` and `provided` of missing_scope.
    """

    def __init__(self, error: str, *reasons: str, **facts: str) -> None:
        super().__init__(f"{error}: {'; '.join(reasons)}" if reasons else error)
        self.error = error
        self.reasons = reasons
        self.facts = facts


class NotThere(Exception):
    """A person can't do this in Slack: the control, the place or the view isn't there for them."""


class Refused(Exception):
    """The bot answered a request in a way that Slack would turn into an error for the person."""
