"""Telling a team of a level: in every language, within Slack's limits."""

from bot.errors import NotToldThere, RungNotInChannel
from bot.views.controls import ref_of
from bot.views.message import message
from bot.views.telling import TellState, tell_modal, told_blocks
from tests.conventions.test_views import GRID, PERSON, cards, for_each_reader, hold_message, hold_view, speaker


@for_each_reader
def test_the_preview_and_what_is_posted(locale: str) -> None:
    t = speaker(locale)
    for skill, role in GRID:
        for card in cards(skill, role):
            posted = told_blocks(card, PERSON, t)
            hold_message(message(posted))
            state = TellState(str(ref_of(card)))
            hold_view(tell_modal(state, card, t))
            hold_view(tell_modal(state.to("C0000000001"), card, t, posted, is_shared=True))
            for problem in (NotToldThere(), RungNotInChannel()):
                hold_view(tell_modal(state.to("C0000000001"), card, t, problem=problem))
