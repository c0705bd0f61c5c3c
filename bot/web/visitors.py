"""Who a request over HTTP comes from: an address that whoever sends it can't make up."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from bot.web.asgi import Scope

_HOUSEHOLD = 64  # bits of an IPv6 address that one customer of a provider shares


def address_of(scope: Scope, proxies: int) -> str:
    """The address of whoever sent a request; of IPv6 the network, as each customer has millions. Empty: not known.

    X-Forwarded-For is believed as far as the proxies before us wrote it: each adds who asked it at the end.
    """
    peer = str((scope.get("client") or ("",))[0])
    told = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    chain = [part.strip() for part in ",".join(told).split(",") if part.strip()] if proxies else []
    believed = chain[-proxies] if 0 < proxies <= len(chain) else peer
    return _network(believed) or _network(peer)


def _network(text: str) -> str:
    """Without a port; empty where it is no address."""
    host = text[1:].partition("]")[0] if text.startswith("[") else text
    try:
        address = ip_address(host.partition(":")[0] if host.count(":") == 1 else host)
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    mapped = address.ipv4_mapped
    return str(mapped or IPv6Network((int(address), _HOUSEHOLD), strict=False))
