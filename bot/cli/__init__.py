"""The `rung` command: each verb is a few lines that call the rooms below."""

import click

from bot.cli import catalogs, content, copying, doctor, keys, people, running


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rung", message="%(version)s")
def main() -> None:
    """Rung, a growth coach in Slack."""


for verb in (
    running.run,
    running.ask,
    running.demo,
    running.tick,
    running.deliveries,
    running.migrate,
    copying.copy_database,
    running.manifest,
    keys.keys,
    doctor.doctor,
    people.export,
    people.forget,
    content.content,
    catalogs.i18n,
):
    main.add_command(verb)
