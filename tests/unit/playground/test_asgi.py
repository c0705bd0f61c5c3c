"""Running an application's lifespan."""

from typing import Any

import pytest

from bot.playground.asgi import running


class Life:
    """An application that notes its phases, and can fail in one."""

    def __init__(self, fails_in: str = "") -> None:
        self.phases: list[str] = []
        self.fails_in = fails_in

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        for phase in ("startup", "shutdown"):
            assert (await receive())["type"] == f"lifespan.{phase}"
            if self.fails_in == phase:
                await send({"type": f"lifespan.{phase}.failed", "message": "no database"})
                return
            self.phases.append(phase)
            await send({"type": f"lifespan.{phase}.complete"})


async def test_an_application_is_started_and_stopped() -> None:
    app = Life()
    async with running(app):
        assert app.phases == ["startup"]
    assert app.phases == ["startup", "shutdown"]


@pytest.mark.parametrize("phase", ["startup", "shutdown"])
async def test_a_failing_phase_is_told(phase: str) -> None:
    with pytest.raises(RuntimeError, match=f"{phase} failed: no database"):
        async with running(Life(phase)):
            pass


async def test_an_application_that_ends_at_once_does_not_hang() -> None:
    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        return

    with pytest.raises(RuntimeError, match="lifespan ended"):
        async with running(nothing):
            pass
