"""`rung doctor`, and its forms."""

import asyncio
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

import click
from pydantic import ValidationError

from bot.cli.console import read_settings, told_plainly, unusable
from bot.cli.findings import counted
from bot.doctor.findings import Finding, Verdict, problem


def plain(findings: Sequence[Finding]) -> str:
    """A line for each, and one that sums up."""
    return "\n".join([*map(_line, findings), _sum(findings)])


def _line(finding: Finding) -> str:
    mend = f". {finding.mend}" if finding.mend else ""
    return " ".join(f"{finding.verdict:<7} {finding.check}: {finding.told}{mend}".splitlines())


def _sum(findings: Sequence[Finding]) -> str:
    problems, warnings = _count(findings, Verdict.PROBLEM), _count(findings, Verdict.WARNING)
    found = [counted(word, count) for word, count in (("problem", problems), ("warning", warnings)) if count]
    return f"{counted('look', len(findings))}: {', '.join(found) or 'all is well'}."


def _count(findings: Sequence[Finding], verdict: Verdict) -> int:
    return sum(finding.verdict is verdict for finding in findings)


def as_json(findings: Sequence[Finding]) -> str:
    """One object."""
    whole = {
        "problems": _count(findings, Verdict.PROBLEM),
        "warnings": _count(findings, Verdict.WARNING),
        "findings": [asdict(finding) for finding in findings],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2)


FORMS: Mapping[str, Callable[[Sequence[Finding]], str]] = {"plain": plain, "json": as_json}


@click.command()
@click.option("--format", "form", type=click.Choice(list(FORMS)), default="plain", show_default=True)
@click.option(
    "--url",
    help="Where Slack reaches this Rung: a request is sent there, signed as Slack's are.  [default: RUNG_PUBLIC_URL]",
)
@told_plainly
def doctor(form: str, url: str | None) -> None:
    """Look at tokens, scopes, database, content and the rest, and say what to mend; exit 1 on problems."""
    findings = _examined(url)
    click.echo(FORMS[form](findings))
    if _count(findings, Verdict.PROBLEM):
        sys.exit(1)


def _examined(url: str | None) -> list[Finding]:
    from bot.doctor.examination import examine

    try:
        settings = read_settings()
    except ValidationError as error:
        mend = "Mend it (docs/settings.md) and look again: nothing else was looked at."
        return [problem("settings", f"{name}: {fault}", mend) for name, fault in unusable(error)]
    return asyncio.run(examine(settings, url, lambda: datetime.now(UTC)))
