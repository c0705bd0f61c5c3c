"""How long the tallest pictures take to be drawn, as rows of the table."""

import time
from collections.abc import Callable
from statistics import median

from bot.charts import progress, team
from bot.charts.drawing import progress_png, team_png
from bot.charts.progress import ProgressPicture, SkillProgress
from bot.charts.team import TeamLadder, TeamPicture, TeamSkill
from bot.domain.summaries import Band
from tests.benchmarks.table import Row

LIMIT = 0.080  # seconds
LADDER = ("Junior", "Middle", "Senior", "Lead / Staff", "Principal")


def picture(times: int = 20) -> list[Row]:
    return [
        _row(f"a picture of progress, {progress.MOST_SKILLS} skills", lambda n: progress_png(_progress(n)), times),
        _row(f"a picture of a team, {team.MOST_SKILLS} skills", lambda n: team_png(_team(n)), times),
    ]


def _row(what: str, draw: Callable[[int], bytes], times: int) -> Row:
    seconds = []
    for number in range(times + 1):
        begun = time.perf_counter()
        draw(number)
        seconds.append(time.perf_counter() - begun)
    middle = median(seconds[1:])  # the first one also compiles the template
    return Row(what, f"{1000 * middle:.0f} ms", limit=f"<= {1000 * LIMIT:.0f} ms", within=middle <= LIMIT)


def _progress(number: int) -> ProgressPicture:
    skills = tuple(
        SkillProgress(
            f"Распределённое обучение {number}-{n}", now=1 + n % 5, before=n % 4, note=f"стабильно: {n} из 10"
        )
        for n in range(progress.MOST_SKILLS)
    )
    return ProgressPicture("Ваш прогресс", "01.09.2026–30.11.2026", LADDER, "Пока не Junior", skills)


def _team(number: int) -> TeamPicture:
    bands = (Band.MOST, Band.MOST, Band.HALF, Band.FEW, None)
    skills = tuple(
        TeamSkill(f"Распределённое обучение {number}-{n}", bands[n % 3 :] + bands[: n % 3])
        for n in range(team.MOST_SKILLS)
    )
    words = {Band.FEW: "немногие", Band.HALF: "примерно половина", Band.MOST: "большинство"}
    key, ladders = "На этом грейде или выше:", (TeamLadder(LADDER, skills),)
    return TeamPicture("Навыки команды", "01.12.2026 · учтено 12", key, words, "нет данных", ladders)
