"""Offers to help with a skill: whose stand, and which of them a team is told of."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """A person, by their user id, is happy to help with a skill."""

    skill: str
    user: str


Helpers = Mapping[str, tuple[str, ...]]
"""User ids by skill."""


def helpers_among(offers: Iterable[Offer], skills: Iterable[str], present: Collection[str]) -> Helpers:
    """Who of those present helps with which skill, in the order of the skills and of the offers."""
    found: dict[str, tuple[str, ...]] = {skill: () for skill in skills}
    for offer in offers:
        if offer.user in present and offer.skill in found:
            found[offer.skill] += (offer.user,)
    return {skill: users for skill, users in found.items() if users}
