"""A skill, a role, a level, a ladder and a language are added by files alone, and Rung answers with each of them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.domain.texts import text_hash
from bot.settings import BUNDLED_CONTENT

SKILL = """\
name: Incident Response
category: software-engineering
subcategory: apis-services
{ladder}updated: 2026-11-30
statements:
  lead-it: {{text: Leads the response to an outage of one service.}}
roles:
  {role}:
    {level}: {{mandatory: true, statements: [lead-it]}}
"""


def add_skill(content: Path, *, role: str = "llm-engineer", level: str = "senior", ladder: str = "") -> None:
    file = content / "skills/incident-response/skill.yaml"
    file.parent.mkdir()
    file.write_text(SKILL.format(role=role, level=level, ladder=ladder), "utf-8")


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text("utf-8") + text, "utf-8")


def add_role(content: Path) -> None:
    append(content / "roles.yaml", "on-call-engineer:\n  names: {en: On-Call Engineer}\n  aliases: [pager]\n")
    add_skill(content, role="on-call-engineer")


def add_level(content: Path) -> None:
    append(content / "ladders.yaml", "    - id: fellow\n      names: {en: Fellow}\n      aliases: [felo]\n")
    add_skill(content, level="fellow")


def add_ladder(content: Path) -> None:
    levels = "  levels:\n    - {id: bronze, names: {en: Bronze}}\n    - {id: gold, names: {en: Gold}}\n"
    append(content / "ladders.yaml", f"medals:\n{levels}")
    add_skill(content, level="gold", ladder="ladder: medals\n")


def add_language(content: Path) -> None:
    (content / "locales.yaml").write_text("locales: [en, de, ru, fr]\n", "utf-8")
    add_skill(content)
    name, text = "Incident Response", "Leads the response to an outage of one service."
    overlay = f'name: {{source: "{text_hash(name)}", text: Gestion des incidents}}\n'
    overlay += f'statements:\n  lead-it: {{source: "{text_hash(text)}", text: Dirige la réponse à une panne.}}\n'
    (content / "skills/incident-response/fr.yaml").write_text(overlay, "utf-8")


@pytest.mark.parametrize(
    ("add", "question", "answer"),
    [
        (add_skill, "incident-response senior", "Incident Response: Senior"),
        (add_role, "incident-response senior pager", "On-Call Engineer"),
        (add_level, "incident-response felo", "Incident Response: Fellow"),
        (add_ladder, "incident-response gold", "Incident Response: Gold"),
        (add_language, "--locale fr gestion des incidents senior", "Dirige la réponse à une panne."),
    ],
)
def test_what_is_added_by_files_alone_is_answered(
    add: Callable[[Path], None], question: str, answer: str, tmp_path: Path
) -> None:
    content = tmp_path / "content"
    shutil.copytree(BUNDLED_CONTENT, content)
    add(content)

    result = CliRunner().invoke(main, ["ask", *question.split()], env={"RUNG_CONTENT_DIR": str(content)})

    assert result.exit_code == 0, result.output
    assert answer in result.output
