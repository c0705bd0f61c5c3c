"""What people do with modals: fill them in, submit them, dismiss them."""

from collections.abc import Mapping
from typing import Any

from bot.playground import controls, payloads
from bot.playground.acting import Acting
from bot.playground.blocks import Surface
from bot.playground.checks import check_view
from bot.playground.controls import Control
from bot.playground.methods.files import check_pictures
from bot.playground.outcome import Outcome, parsed_body
from bot.playground.records import Json, View
from bot.playground.refusals import NotThere, SlackError
from bot.playground.signing import RequestKind

# What people enter in a modal: by action_id, or by (block_id, action_id) where one stands twice.
Values = Mapping[str | tuple[str, str], Any]


class Submitting(Acting):
    """The acts on a modal that lies on top of its stack."""

    def fill(self, user: str, view: View, values: Values) -> None:
        """Enter values in a modal without submitting it."""
        self._look_at(user, view)
        for name, value in values.items():
            block_id, action_id = (None, name) if isinstance(name, str) else name
            control = controls.find_control(view, action_id, block_id)
            view.entries[control.key] = controls.entry(control, value)

    async def submit(self, user: str, view: View, values: Values | None = None) -> Outcome:
        """Enter the values and submit the modal, which must be on top. Entries that were there are kept.

        Raises NotThere where a required input is empty, since Slack's clients don't submit then.
        """
        if view is not self.workspace.modals.top(user) or "submit" not in view.body:
            raise NotThere("the modal is not on top, or has nothing to submit")
        self.fill(user, view, values or {})
        if missing := controls.missing_inputs(view):
            raise NotThere(f"required inputs are empty: {', '.join(missing)}")
        since = len(self.workspace.journal)
        payload = payloads.interaction(
            self.backend,
            "view_submission",
            self.present(user),
            trigger_id=self._trigger(user, view.channel, view.id),
            view=payloads.place_of(self.backend, view)["view"],
            response_urls=self._response_urls_of(user, view),
        )
        response = await self.deliver(RequestKind.INTERACTION, payload)
        errors: dict[str, str] = {}
        if response.status == 200:
            body = parsed_body(response)
            self.judge_ack(body, lambda: errors.update(self._after_submission(view, body or {})))
        return await self.finished(user, since, response, errors)

    def _response_urls_of(self, user: str, view: View) -> list[Json]:
        """For each menu that asks for one, a response url into the channel that was chosen."""
        asking = [c for c in controls.controls_on(view) if c.element.get("response_url_enabled")]
        chosen = [(control, controls.chosen_id(view, control)) for control in asking]
        return [self._response_url_for(user, control, channel) for control, channel in chosen if channel]

    def _response_url_for(self, user: str, control: Control, channel: str) -> Json:
        block_id, action_id = control.key
        url = self.backend.response_url(self._response_url(user, channel).id)
        return {"block_id": block_id, "action_id": action_id, "channel_id": channel, "response_url": url}

    def _after_submission(self, view: View, body: Any) -> Mapping[str, str]:
        """Do what the acknowledgement says; give the errors to show. Raises SlackError."""
        modals, act = self.workspace.modals, body.get("response_action") if isinstance(body, dict) else "none"
        if act is None:
            if body:
                raise SlackError("invalid_arguments", f"unknown keys: {', '.join(body)}")
            modals.close(view)
        elif act == "clear":
            modals.clear(view.owner)
        elif act == "errors":
            return _checked_errors(view, body.get("errors"))
        elif act in ("update", "push"):
            check_view(body.get("view"), Surface.MODAL)
            check_pictures(self.backend, body["view"])
            (modals.update if act == "update" else modals.push)(view, body["view"])
        else:
            raise SlackError("invalid_arguments", f"unknown response_action: {act}")
        return {}

    async def close(self, user: str, view: View, *, whole_stack: bool = False) -> Outcome:
        """Dismiss the modal, or the whole stack; the bot hears of it where the view asked to be told."""
        self._look_at(user, view)
        since = len(self.workspace.journal)
        clears = whole_stack or bool(view.body.get("clear_on_close"))
        payload = payloads.interaction(
            self.backend,
            "view_closed",
            self.present(user),
            view=payloads.place_of(self.backend, view)["view"],
            is_cleared=clears,
        )
        self.workspace.modals.clear(user) if clears else self.workspace.modals.close(view)
        told = view.body.get("notify_on_close")
        response = await self.deliver(RequestKind.INTERACTION, payload) if told else None
        return await self.finished(user, since, response)


def _checked_errors(view: View, errors: Any) -> Mapping[str, str]:
    """Errors may stand only at inputs of the view, as words. Raises SlackError."""
    inputs = {block["block_id"] for block in view.blocks if block["type"] == "input"}
    sound = isinstance(errors, dict) and errors and all(isinstance(e, str) and e for e in errors.values())
    if not sound or not errors.keys() <= inputs:
        raise SlackError("invalid_arguments", f"errors must be texts by the block_id of an input: {sorted(inputs)}")
    return dict(errors)
