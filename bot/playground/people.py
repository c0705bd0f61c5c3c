"""The people of the demo workspace: one for each language and standing that changes how the bot behaves."""

from bot.playground.installation import BOT_USER_ID
from bot.playground.records import Person

EMMA = "U0DEMOEMMA"  # American English
GEORGE = "U0DEMOGEORGE"  # British English
DIETER = "U0DEMODIETER"  # German
RITA = "U0DEMORITA"  # speaks Russian, and Slack says English: it offers no Russian
ROMAN = "U0DEMOROMAN"  # Russian by an old setting that Slack still reports
FLORENCE = "U0DEMOFLORENCE"  # French, which the bot may not speak
ADA = "U0DEMOADA"  # an administrator
GUS = "U0DEMOGUS"  # a guest
OLGA = "U0DEMOOLGA"  # deactivated
SLACKBOT = "USLACKBOT"  # a bot of which Slack says is_bot: false


def demo_people() -> list[Person]:
    return [
        Person(EMMA, "Demo Emma", "en-US", "America/New_York", "LLM Engineer"),
        Person(GEORGE, "Demo George", "en-GB", "Europe/London", "Data Engineer"),
        Person(DIETER, "Demo Dieter", "de-DE", "Europe/Berlin", "LLM Engineer"),
        Person(RITA, "Demo Rita", "en-US", "Asia/Yekaterinburg", "ML-инженер"),
        Person(ROMAN, "Demo Roman", "ru-RU", "Europe/Moscow", "LLM Engineer"),
        Person(FLORENCE, "Demo Florence", "fr-FR", "Europe/Paris", "Ingénieure"),
        Person(ADA, "Demo Ada", "en-US", "America/Los_Angeles", "Head of Engineering", is_admin=True),
        Person(GUS, "Demo Gus", "en-US", "Australia/Sydney", "Contractor", is_restricted=True),
        Person(OLGA, "Demo Olga", "en-US", "Europe/Riga", deleted=True),
        Person(SLACKBOT, "Slackbot"),
        Person(BOT_USER_ID, "Rung", is_bot=True),
    ]
