import asyncio

from bot.domain.people import PersonId
from bot.slack.payloads import Act
from bot.slack.turns import Turn, Turns

EMMA, ROMAN = PersonId("T1", "U1"), PersonId("T1", "U2")


def message(person: PersonId = EMMA, ts: str = "1.0") -> Act:
    return Act(person, channel="C1", message_ts=ts)


async def draw(turn: Turn, what: str, drawn: list[str], until: asyncio.Event | None = None) -> None:
    async with turn.drawing() as is_newest:
        if until:
            await until.wait()
        if is_newest:
            drawn.append(what)


async def test_an_older_click_that_is_ready_late_draws_nothing() -> None:
    turns, drawn = Turns(), list[str]()
    older, newer = turns.take(message()), turns.take(message())

    await draw(newer, "newer", drawn)
    await draw(older, "older", drawn)

    assert drawn == ["newer"]


async def test_a_newer_click_waits_until_the_older_one_is_drawn() -> None:
    turns, drawn, goes_on = Turns(), list[str](), asyncio.Event()
    older = draw(turns.take(message()), "older", drawn, goes_on)
    newer = draw(turns.take(message()), "newer", drawn)

    both = asyncio.gather(older, newer)
    asyncio.get_running_loop().call_soon(goes_on.set)
    await both

    assert drawn == ["older", "newer"]


async def test_a_newer_click_that_draws_nothing_leaves_the_older_one_alone() -> None:
    turns, drawn = Turns(), list[str]()
    older = turns.take(message())
    turns.take(message())  # such as one that opens a window

    await draw(older, "older", drawn)

    assert drawn == ["older"]


async def test_other_messages_and_other_people_have_turns_of_their_own() -> None:
    turns, drawn = Turns(), list[str]()
    first = turns.take(message())
    for act in (message(ts="2.0"), message(ROMAN), Act(EMMA, view_id="V1")):
        await draw(turns.take(act), "another", drawn)

    await draw(first, "first", drawn)

    assert drawn == ["another"] * 3 + ["first"]


async def test_a_drawing_that_fails_lets_the_next_one_draw() -> None:
    turns, drawn = Turns(), list[str]()
    failing, following = turns.take(message()), turns.take(message())
    try:
        async with failing.drawing():
            raise TimeoutError
    except TimeoutError:
        await draw(following, "following", drawn)

    assert drawn == ["following"]
