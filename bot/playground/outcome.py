"""What an act led to: the bot's acknowledgement, and what changed for people before the bot fell silent."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.playground.asgi import Response
from bot.playground.records import Change, ChangeKind, Message, View
from bot.playground.refusals import NotThere, Refused
from bot.playground.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one act.

    `status` is None where nothing was sent, as for an event that the manifest doesn't subscribe to.
    `messages` are new and seen by the person who acted, `posted` are new and not ephemeral; both oldest
    first. `view` is the modal that the person now has on top, `home` their home tab. `errors` are those
    shown at the fields of a modal, by block_id.
    """

    status: int | None = None
    body: Any = None
    messages: list[Message] = field(default_factory=list)
    posted: list[Message] = field(default_factory=list)
    edited: list[Message] = field(default_factory=list)
    deleted: list[Message] = field(default_factory=list)
    view: View | None = None
    home: View | None = None
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def message(self) -> Message:
        """The one new message that the person sees. Raises NotThere where there are none or several."""
        if len(self.messages) != 1:
            raise NotThere(f"{len(self.messages)} new messages: {[message.text[:80] for message in self.messages]}")
        return self.messages[0]


def parsed_body(response: Response) -> Any:
    """The body as Slack reads it: None where it is empty, decoded where it says that it is JSON.

    Raises Refused where it isn't what it says.
    """
    is_json = response.headers.get("content-type", "").startswith("application/json")
    try:
        text = response.body.decode()
        return json.loads(text) if text and is_json else text or None
    except ValueError as fault:
        raise Refused(f"the body of the answer can't be read: {fault}") from fault


def outcome(
    workspace: Workspace, actor: str, changes: list[Change], response: Response | None, errors: Mapping[str, str]
) -> Outcome:
    """Tell what the changes mean for the person who acted."""

    def messages(kind: ChangeKind) -> list[Message]:
        found = [change.item for change in changes if change.kind is kind]
        return list(dict.fromkeys(item for item in found if isinstance(item, Message)))

    new = messages(ChangeKind.POSTED)
    return Outcome(
        status=response.status if response else None,
        body=parsed_body(response) if response else None,
        messages=[message for message in new if workspace.sees(actor, message)],
        posted=[message for message in new if not message.is_ephemeral],
        edited=messages(ChangeKind.EDITED),
        deleted=messages(ChangeKind.DELETED),
        view=workspace.modals.top(actor),
        home=workspace.modals.homes.get(actor),
        errors=errors,
    )
