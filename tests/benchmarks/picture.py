"""How long the tallest picture of progress takes to be drawn, as a row of the table."""

import time
from statistics import median

from bot.charts.drawing import progress_png
from bot.charts.progress import MOST_SKILLS, ProgressPicture, SkillProgress
from tests.benchmarks.table import Row

LIMIT = 0.080  # seconds
LADDER = ("Junior", "Middle", "Senior", "Lead / Staff", "Principal")


def picture(times: int = 20) -> list[Row]:
    seconds = []
    for number in range(times + 1):
        shown = _progress(number)
        begun = time.perf_counter()
        progress_png(shown)
        seconds.append(time.perf_counter() - begun)
    middle = median(seconds[1:])  # the first one also compiles the template
    what = f"a picture of progress, {MOST_SKILLS} skills"
    return [Row(what, f"{1000 * middle:.0f} ms", limit=f"<= {1000 * LIMIT:.0f} ms", within=middle <= LIMIT)]


def _progress(number: int) -> ProgressPicture:
    skills = tuple(
        SkillProgress(
            f"Распределённое обучение {number}-{n}", now=1 + n % 5, before=n % 4, note=f"стабильно: {n} из 10"
        )
        for n in range(MOST_SKILLS)
    )
    return ProgressPicture("Ваш прогресс", "01.09.2026–30.11.2026", LADDER, "Пока не Junior", skills)
