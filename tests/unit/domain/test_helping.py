"""Which offers a team is told of."""

from bot.domain.helping import Offer, helpers_among

OFFERS = [Offer("b", "U2"), Offer("a", "U3"), Offer("a", "U1"), Offer("elsewhere", "U1")]


def test_only_who_is_there_is_named_by_the_team_s_skills() -> None:
    assert list(helpers_among(OFFERS, ["a", "b", "c"], {"U1", "U2", "U3"}).items()) == [
        ("a", ("U3", "U1")),
        ("b", ("U2",)),
    ]
    assert helpers_among(OFFERS, ["a", "b"], {"U1", "U9"}) == {"a": ("U1",)}
    assert helpers_among(OFFERS, ["a", "b"], ()) == {}
    assert helpers_among([], ["a"], {"U1"}) == {}
