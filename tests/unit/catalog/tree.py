"""A small content folder without a fault, of which a test breaks one thing."""

from pathlib import Path

import pytest

from bot.catalog.faults import InvalidContent
from bot.catalog.loader import load_framework
from bot.domain.skills import Framework

LADDERS = """\
engineering:
  levels:
    - id: junior
      names: {en: Junior}
      aliases: [jr]
    - id: senior
      names: {en: Senior, ru: Сеньор}
    - id: lead
      names: {en: Lead / Staff}
      aliases: [staff, лид]
craft:
  levels:
    - id: apprentice
      names: {en: Apprentice}
"""

ROLES = """\
llm-engineer:
  names: {en: LLM Engineer, ru: LLM-инженер}
  aliases: [llm]
data-engineer:
  names: {en: Data Engineer}
"""

CATEGORIES = """\
ml-ai:
  names: {en: Machine Learning, de: Maschinelles Lernen}
  subcategories:
    llm-genai:
      names: {en: LLM}
"""

SKILL = """\
name: Distributed Training
summary: Training on many GPUs at once.
aliases: [ddp]
category: ml-ai
subcategory: llm-genai
updated: 2026-02-22
statements:
  run-job:
    text: Runs a training job on several GPUs.
    suggestion: Take over a small job.
  plan-budget:
    text: Plans what a training may cost.
  old-one: {text: Knows parameter servers., retired: true}
roles:
  llm-engineer:
    junior: {mandatory: false, statements: [run-job]}
    senior:
      - {mandatory: false, statements: [run-job]}
      - {mandatory: true, statements: [plan-budget]}
  data-engineer:
    lead: {mandatory: true, statements: [plan-budget, run-job]}
"""

GERMAN = """\
name: {source: 6f0b7d24, text: Verteiltes Training}
aliases: [verteilt, ddp]
statements:
  run-job: {source: "12345678", text: Führt ein Training auf mehreren GPUs aus.}
suggestions:
  run-job: {source: 12345678, text: Ein kleines Training übernehmen.}
"""

WHITTLING = """\
name: Whittling
category: ml-ai
subcategory: llm-genai
ladder: craft
updated: 2026-01-01
statements:
  carve-spoon: {text: Carves a spoon.}
roles:
  data-engineer:
    apprentice: {mandatory: true, statements: [carve-spoon]}
"""

SKILL_FILE = "skills/distributed-training/skill.yaml"
GERMAN_FILE = "skills/distributed-training/de.yaml"
FILES = {
    "locales.yaml": "locales: [en, de, ru]\n",
    "ladders.yaml": LADDERS,
    "roles.yaml": ROLES,
    "categories.yaml": CATEGORIES,
    SKILL_FILE: SKILL,
    GERMAN_FILE: GERMAN,
    "skills/whittling/skill.yaml": WHITTLING,
}


class Tree:
    """The content folder of one test."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        for name, text in FILES.items():
            self.put(name, text)

    def put(self, name: str, content: str | bytes) -> None:
        file = self.directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.directory / name).read_text(encoding="utf-8")
        assert old in text
        self.put(name, text.replace(old, new, 1))

    def remove(self, name: str) -> None:
        (self.directory / name).unlink()

    def make_whole(self) -> None:
        """Leave one skill, in English alone, without a warning."""
        self.put("locales.yaml", "locales: [en]\n")
        self.put("roles.yaml", "data-engineer:\n  names: {en: Data Engineer}\n")
        self.put("categories.yaml", "ml-ai:\n  names: {en: ML}\n  subcategories: {llm-genai: {names: {en: LLM}}}\n")
        self.put("ladders.yaml", "craft:\n  levels: [{id: apprentice, names: {en: Apprentice}}]\n")
        self.remove(SKILL_FILE)
        self.remove(GERMAN_FILE)
        (self.directory / GERMAN_FILE).parent.rmdir()

    def load(self) -> Framework:
        return load_framework(self.directory)

    def faults(self) -> list[str]:
        with pytest.raises(InvalidContent) as caught:
            self.load()
        return [str(fault) for fault in caught.value.faults]
