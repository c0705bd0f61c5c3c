"""What Slack hands out for a short time: trigger ids and response urls. All times are epoch seconds."""

from dataclasses import dataclass, field

from bot.playground import limits
from bot.playground.records import Message
from bot.playground.refusals import SlackError


@dataclass(slots=True)
class Trigger:
    """The right to open one view for the person who acted, within three seconds."""

    id: str
    user: str
    issued_at: float
    channel: str | None = None
    view_id: str | None = None
    is_spent: bool = False


@dataclass(slots=True)
class ResponseUrl:
    """The right to answer one act in the place where it happened, five times within half an hour.

    `original` is the message that `replace_original` means: the one acted on, or else the first answer.
    """

    id: str
    user: str
    channel: str
    issued_at: float
    original: Message | None = None
    uses: int = 0


@dataclass(slots=True)
class Tickets:
    """All that are out."""

    triggers: dict[str, Trigger] = field(default_factory=dict)
    response_urls: dict[str, ResponseUrl] = field(default_factory=dict)

    def issue_trigger(self, user: str, at: float, channel: str | None = None, view_id: str | None = None) -> Trigger:
        number = len(self.triggers) + 1
        trigger = Trigger(f"{number}.{number * 7919 % 100_000}.demo", user, at, channel, view_id)
        self.triggers[trigger.id] = trigger
        return trigger

    def spend_trigger(self, trigger_id: str, at: float) -> Trigger:
        """The trigger, now spent. Raises expired_trigger_id, exchanged_trigger_id or invalid_trigger_id."""
        trigger = self.triggers.get(trigger_id)
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.is_spent:
            raise SlackError("exchanged_trigger_id")
        if at - trigger.issued_at > limits.TRIGGER_SECONDS:
            raise SlackError("expired_trigger_id")
        trigger.is_spent = True
        return trigger

    def issue_response_url(self, user: str, channel: str, at: float, original: Message | None = None) -> ResponseUrl:
        url = ResponseUrl(f"R{len(self.response_urls) + 1}", user, channel, at, original)
        self.response_urls[url.id] = url
        return url

    def use_response_url(self, url_id: str, at: float) -> ResponseUrl:
        """The response url, one use less. Raises expired_url or used_url."""
        url = self.response_urls.get(url_id)
        if url is None or at - url.issued_at > limits.RESPONSE_URL_SECONDS:
            raise SlackError("expired_url")
        if url.uses >= limits.RESPONSE_URL_USES:
            raise SlackError("used_url")
        url.uses += 1
        return url
