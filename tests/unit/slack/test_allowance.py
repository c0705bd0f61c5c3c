"""How often the pages of an installation may be opened."""

from bot.slack.install.allowance import OF_ALL, OF_ONE, REFILL, Allowance


class Time:
    seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def test_each_address_has_its_own_and_gets_it_back_with_time() -> None:
    time = Time()
    allowance = Allowance(time)
    assert {allowance.wait("192.0.2.1") for _ in range(OF_ONE)} == {0}
    assert allowance.wait("192.0.2.1") == REFILL / OF_ONE
    assert allowance.wait("192.0.2.2") == 0
    time.seconds += REFILL / OF_ONE
    assert allowance.wait("192.0.2.1") == 0
    assert allowance.wait("192.0.2.1") > 0
    time.seconds += 10 * REFILL
    assert [allowance.wait("192.0.2.1") for _ in range(OF_ONE + 1)].count(0) == OF_ONE


def test_many_addresses_together_are_bounded_and_asking_in_vain_costs_nothing() -> None:
    time = Time()
    allowance = Allowance(time)
    assert [allowance.wait(f"192.0.2.{n}") for n in range(2 * OF_ALL)].count(0) == OF_ALL
    time.seconds += 1
    assert [allowance.wait(f"198.51.100.{n}") for n in range(OF_ALL)].count(0) == OF_ALL // REFILL
