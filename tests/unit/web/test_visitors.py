"""From which address a request comes, by what those say who can be believed."""

import pytest

from bot.web.visitors import address_of

PEER = "10.0.0.1"


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        ([], 0, PEER),
        (["203.0.113.5"], 0, PEER),  # anybody can write it
        (["203.0.113.5"], 1, "203.0.113.5"),
        (["198.51.100.1, 203.0.113.5"], 1, "203.0.113.5"),  # what the proxy added, not what the visitor wrote
        (["198.51.100.1", "203.0.113.5"], 1, "203.0.113.5"),
        (["198.51.100.1, 203.0.113.5"], 2, "198.51.100.1"),
        (["203.0.113.5"], 2, PEER),  # it came past one of the two
        (["203.0.113.5:4711"], 1, "203.0.113.5"),
        (["[2001:db8:1:2::7]:4711"], 1, "2001:db8:1:2::/64"),
        (["2001:db8:1:2:ffff::1"], 1, "2001:db8:1:2::/64"),
        (["::ffff:203.0.113.5"], 1, "203.0.113.5"),
        (["::1"], 1, "::/64"),
        (["unknown"], 1, PEER),
        ([", ,"], 1, PEER),
        (["\xff'; DROP"], 1, PEER),
    ],
)
def test_the_address_is_the_one_that_our_own_proxy_saw(forwarded: list[str], proxies: int, address: str) -> None:
    headers = [(b"x-forwarded-for", value.encode("latin-1")) for value in forwarded]
    assert address_of({"client": (PEER, 50_000), "headers": headers}, proxies) == address


@pytest.mark.parametrize("client", [None, ("", 0), ("a socket", None)])
def test_whoever_has_no_address_has_none(client: object) -> None:
    assert address_of({"client": client, "headers": []}, 0) == ""
