"""A setting that can't be used stops the start with a sentence that names it."""

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.storage.encryption import new_key

USABLE = {
    "SLACK_BOT_TOKEN": "xoxb-1",
    "SLACK_SIGNING_SECRET": "secret",
    "SLACK_APP_TOKEN": "",
    "RUNG_DATABASE_URL": "sqlite:////nowhere/rung.db",
}


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("SLACK_BOT_TOKEN", "", "SLACK_BOT_TOKEN isn't set, or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET for many"),
        ("RUNG_ENCRYPTION_KEYS", "short,", "RUNG_ENCRYPTION_KEYS: must be keys that `rung keys new` makes"),
        ("SLACK_SIGNING_SECRET", "", "SLACK_SIGNING_SECRET isn't set, or SLACK_APP_TOKEN for Socket Mode"),
        ("SLACK_API_URL", "slack.example.com", "SLACK_API_URL: must begin with https://"),
        ("RUNG_DEFAULT_LOCALE", "fr", "RUNG_DEFAULT_LOCALE: Rung doesn't speak fr, but en, de, ru"),
        ("RUNG_COMMAND", "skill", "RUNG_COMMAND: must be a slash and up to 31 small letters"),
        ("RUNG_KEEP_NOTES_DAYS", "0", "RUNG_KEEP_NOTES_DAYS: must be a number of days from 1 to 3650, or forever"),
        ("RUNG_KEEP_CHECK_INS_DAYS", "29", "RUNG_KEEP_CHECK_INS_DAYS: must be a number of days from 30 to 3650"),
        ("RUNG_LOG_LEVEL", "LOUD", "RUNG_LOG_LEVEL: "),
        ("RUNG_CONTENT_DIR", "/nowhere", "/nowhere: there is no such content folder"),
    ],
)
def test_what_is_wrong_with_a_setting_is_told(name: str, value: str, told: str) -> None:
    result = CliRunner(env={**USABLE, name: value}).invoke(main, ["run", "--http", "--port", "0"])

    assert result.exit_code == 1
    assert result.stderr.startswith(told)
    assert "Traceback" not in result.output


@pytest.mark.parametrize("missing", ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "RUNG_ENCRYPTION_KEYS"])
def test_many_workspaces_are_not_served_without_a_key_or_half_of_the_app(missing: str) -> None:
    many = {"SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": "s", "RUNG_ENCRYPTION_KEYS": new_key()}
    env = {**USABLE, "SLACK_BOT_TOKEN": "", **many, missing: ""}

    result = CliRunner(env=env).invoke(main, ["run", "--http", "--port", "0"])

    assert result.exit_code == 1
    assert result.stderr.startswith(f"{missing} isn't set, and without SLACK_BOT_TOKEN Rung serves many workspaces")


def test_a_manifest_with_addresses_that_are_placeholders_says_so() -> None:
    result = CliRunner().invoke(main, ["manifest"])

    assert result.exit_code == 0
    assert "placeholders" in result.stderr
    assert "placeholders" not in result.stdout


def test_slack_is_not_sent_to_an_address_without_tls() -> None:
    assert CliRunner().invoke(main, ["manifest", "--url", "http://rung.example.com"]).exit_code == 2
