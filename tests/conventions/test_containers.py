"""The image and compose.yaml hold to what Rung knows: its files, its verbs and its settings."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli import main
from bot.settings import BUNDLED_CONTENT, Settings
from bot.slack.manifest import MANIFEST
from bot.storage.revisions import MIGRATIONS
from tests.conventions.repository import ROOT

NOBODY = "65534:65534"
STOPS_WITHIN = 20  # seconds, as docs/install.md says

Stage = list[tuple[str, str]]


def stages() -> list[Stage]:
    """The instructions of each stage of the image, with what they are given."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    found: list[Stage] = []
    for instruction, given in lines:
        if instruction == "FROM":
            found.append([])
        found[-1].append((instruction, " ".join(given.split())))
    return found


BUILD, IMAGE = stages()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "rung"}
STEADY = {name: service for name, service in OURS.items() if name != "migrate"}
VARIABLE = re.compile(r"\$\{(?P<name>\w+):(?P<kind>[-?])(?P<rest>[^}]*)\}")


def given(stage: Stage, instruction: str) -> list[str]:
    return [text for name, text in stage if name == instruction]


def parsed(words: list[str]) -> dict[str, object]:
    """What a verb of `rung` understands; a usage error where it doesn't."""
    verb, *rest = words
    return main.commands[verb].make_context(verb, rest).params


def copied(stage: Stage) -> set[Path]:
    return {ROOT / source for text in given(stage, "COPY") if "--from" not in text for source in text.split()[:-1]}


def test_the_image_holds_what_rung_reads() -> None:
    everything = copied(BUILD) | copied(IMAGE)
    assert {ROOT / "bot", BUNDLED_CONTENT, MIGRATIONS, MANIFEST} <= everything
    assert [path for path in everything if not path.exists()] == []


def test_what_is_copied_into_the_image_and_nothing_else_is_sent_to_its_builder() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert lines[0] == "*"
    assert {ROOT / line.removeprefix("!") for line in lines if line.startswith("!")} == copied(BUILD) | copied(IMAGE)


def test_the_image_runs_as_nobody_and_without_what_installed_it() -> None:
    assert given(IMAGE, "USER") == [NOBODY]
    assert [name for name, _ in IMAGE].index("USER") > max(n for n, (name, _) in enumerate(IMAGE) if name == "COPY")
    assert all("uninstall" in run for run in given(IMAGE, "RUN"))
    assert "pip uninstall --yes setuptools pip" in given(BUILD, "RUN")[-1]


def test_only_locked_packages_are_installed() -> None:
    installs = [run for run in given(BUILD, "RUN") if "pip install" in run]
    assert installs
    assert all("--require-hashes" in run or ("--no-deps" in run and "--no-build-isolation" in run) for run in installs)


def test_the_image_starts_a_verb_that_others_can_reach() -> None:
    assert given(IMAGE, "ENTRYPOINT") == ['["rung"]']
    understood = parsed(json.loads(given(IMAGE, "CMD")[0]))
    assert (understood["host"], str(understood["port"])) == ("0.0.0.0", given(IMAGE, "EXPOSE")[0])
    (check,) = given(IMAGE, "HEALTHCHECK")
    assert f"127.0.0.1:{understood['port']}/ready" in check


def test_two_answer_and_two_write_beside_one_database() -> None:
    understood = {name: parsed(service["command"]) for name, service in STEADY.items()}
    assert [name for name, params in understood.items() if params["http"]] == ["web-1", "web-2"]
    assert [name for name, params in understood.items() if params["worker"]] == ["worker-1", "worker-2"]
    assert set(SERVICES) - set(OURS) == {"database"}


def test_migrations_run_before_anything_starts_and_after_the_database() -> None:
    assert OURS["migrate"]["command"] == ["migrate"]
    assert parsed(["migrate"]) == {"unlimited": False}
    assert OURS["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    before = {"migrate": {"condition": "service_completed_successfully"}}
    assert [name for name, service in STEADY.items() if service["depends_on"] != before] == []


@pytest.mark.parametrize("name", OURS)
def test_a_container_may_do_little(name: str) -> None:
    service = OURS[name]
    assert (service["user"], service["read_only"], service["cap_drop"]) == (NOBODY, True, ["ALL"])
    assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("name", STEADY)
def test_a_container_gets_the_time_to_finish_and_its_port_is_this_machine_s_alone(name: str) -> None:
    assert int(STEADY[name]["stop_grace_period"].removesuffix("s")) >= STOPS_WITHIN
    port = parsed(STEADY[name]["command"])["port"]
    assert [p for p in STEADY[name].get("ports", []) if not re.fullmatch(rf"127\.0\.0\.1:\d+:{port}", p)] == []


@pytest.mark.parametrize("name", OURS)
def test_what_is_passed_on_is_a_setting_and_secrets_come_from_outside(name: str) -> None:
    environment: dict[str, str] = OURS[name]["environment"]
    fields = {str(field.validation_alias): field for field in Settings.model_fields.values()}
    assert set(environment) - set(fields) == {"PGPASSWORD"}
    for variable, value in environment.items():
        found = VARIABLE.fullmatch(value)
        is_secret = variable == "PGPASSWORD" or "SecretStr" in str(fields[variable].annotation)
        assert found or not is_secret or variable == "RUNG_DATABASE_URL"
        assert not found or found["name"] == ("POSTGRES_PASSWORD" if variable == "PGPASSWORD" else variable)
    unset = {variable: "" if VARIABLE.fullmatch(value) else value for variable, value in environment.items()}
    Settings.model_validate({variable: value for variable, value in unset.items() if value})
