"""The one family of errors: what a person is told, and whether it is our fault."""

from typing import ClassVar


def N_(message: str) -> str:
    """Mark a message for the catalogs; it is translated where it is shown."""
    return message


class RungError(Exception):
    """Something went wrong that a person or an operator has to be told.

    `told` is the sentence (an id of the message catalogs) for the person; `facts` fill its placeholders.
    An error that is `ours` is logged with a reference, and the person is shown the reference.
    """

    told: ClassVar[str] = N_(
        "Something went wrong on our side. Whatever was saved before is safe. Please try again in a minute."
    )
    ours: ClassVar[bool] = True

    def __init__(self, detail: str = "", **facts: str | int) -> None:
        super().__init__(detail or type(self).__doc__)
        self.facts = facts


class StorageUnavailable(RungError):
    """The database is locked, full or gone."""

    told = N_("Rung can't reach its database right now, so nothing was saved. Please try again in a minute.")


class SlackUnavailable(RungError):
    """Slack could not be reached, or answered with nothing that can be understood."""

    told = N_("Rung can't reach Slack right now. Whatever was saved before is safe. Please try again in a minute.")


class SlackRefused(RungError):
    """Slack understood a call and refused it; the detail is Slack's own word for why."""

    told = N_("Slack didn't take what Rung sent. Whatever was saved before is safe. Please try again in a minute.")

    def __init__(self, method: str, error: str) -> None:
        super().__init__(f"{method}: {error}")
        self.error = error


class SlackLimited(SlackRefused):
    """Slack wants no more calls of this method for `retry_after` seconds."""

    def __init__(self, method: str, retry_after: float) -> None:
        super().__init__(method, "ratelimited")
        self.retry_after = retry_after


class NotInstalled(SlackRefused):
    """Rung was uninstalled in a tenant, or never installed there; the detail is the tenant."""

    told = N_(
        "Rung isn't installed in this workspace any more, so nothing was done. "
        "Please ask whoever looks after the workspace's apps to install it again."
    )
    ours = False

    def __init__(self, tenant: str, error: str = "not_installed") -> None:
        super().__init__(tenant, error)


class TriggerExpired(SlackRefused):
    """A window could not be opened, because the click that asked for it came too long ago."""

    told = N_("That took too long for Slack to open a window. Nothing was changed: please click once more.")
    ours = False


class StaleControl(RungError):
    """A control of an older message leads to something that is no longer there."""

    told = N_("This message is out of date: what it leads to isn't there any more. Please ask again.")
    ours = False


class MessageTooOld(StaleControl):
    """A message that Rung sent by itself so long ago that it isn't kept any more what it was about."""

    told = N_(
        "This message is too old to be answered, so nothing was changed. What you said back then stays as it is. "
        "To rate yourself now, look the skill up."
    )


class MembersOnly(RungError):
    """Somebody of whom nothing is stored asked for something to be kept."""

    told = N_("Guests can ask Rung anything, but nothing is stored about them, so this wasn't saved.")
    ours = False


class FormerMember(MembersOnly):
    """The same of somebody who was a member, and of whom something is stored."""

    # Translators: %(export)s and %(forget)s are commands to type, e.g. /skill export and /skill forget.
    told = N_(
        "You're a guest now, so Rung keeps nothing new about you, and nothing was changed. What was stored while you "
        "were a member is still yours: “%(export)s” sends it to you, “%(forget)s” erases it."
    )


class AdminsOnly(RungError):
    """Somebody who is no admin wants to see or change what holds for a whole workspace."""

    told = N_(
        "Only admins and owners of this workspace can do that; where Rung is installed for a whole organization, those "
        "of the organization. Nothing was changed."
    )
    ours = False


class ColleaguesOnly(RungError):
    """Somebody of another workspace asked for what the people of this one wrote."""

    told = N_("Comments are for the people of the workspace that Rung belongs to, so they aren't shown here.")
    ours = False


class NotYourComment(RungError):
    """A comment of somebody else, or one that was removed, should be changed."""

    told = N_("That comment isn't yours to change, or it isn't there any more. Nothing was changed.")
    ours = False


class ErasedMeanwhile(RungError):
    """Something was to be kept of a person while all that is stored of them was erased."""

    told = N_("All that Rung stored about you was erased in the meantime, so this wasn't saved.")
    ours = False


class NotPosted(RungError):
    """A card was confirmed for a channel, and Slack didn't take it."""

    told = N_("The card wasn't posted: Slack didn't take it. Nobody else saw anything. Please ask for it again.")


class PostUnconfirmed(RungError):
    """A card was confirmed for a channel, and Slack's answer never came."""

    told = N_("Slack didn't say whether it posted the card. Please look into the channel before you post it again.")


class PictureNotSent(RungError):
    """A person's progress was told in words, and its picture could not be sent."""

    told = N_(
        "The picture of your progress couldn't be sent. The answer in words says the same. Please try again later."
    )


class TextNotSent(RungError):
    """The text for a 1:1 that a person edited could not be sent to them."""

    told = N_("Slack didn't take your text. It's still in the window below this one: copy it from there.")


class LanguageNotKept(RungError):
    """A card stands in its channel, and the language that was chosen for it could not be kept."""

    told = N_("The card is posted. Its language wasn't kept for the channel: Rung can't reach its database right now.")


class NotExported(RungError):
    """A person's data could not be read, or Slack didn't take the files."""

    told = N_(
        "Your data wasn't sent: Rung can't reach its database, or Slack didn't take the files. "
        "Nothing was changed. Please try again in a minute."
    )


class NothingErased(RungError):
    """The database failed before a person's data was gone."""

    told = N_("Rung can't reach its database right now, so nothing was erased. Please try again in a minute.")


class TooManyFocuses(RungError):
    """A person wants more focuses at once than the setting allows."""

    told = N_(
        "You already grow in as many skills as Rung lets you at once, so nothing was changed. "
        "Pause, achieve or drop one first."
    )
    ours = False


class FocusAlreadyOpen(RungError):
    """A skill and role that a person already grows in, or has paused, was chosen again."""

    told = N_(
        "You already have a focus in this skill and role, so no second one was started. "
        "You can change its target instead."
    )
    ours = False


class FocusEnded(RungError):
    """A focus that was achieved or dropped should be changed."""

    told = N_("That focus has ended already, so nothing was changed. You can start a new one.")
    ours = False


class NothingToGrowTowards(RungError):
    """The target of a focus is a level of which nothing is expected."""

    told = N_(
        "Nothing is expected of this role at that level, so there's nothing to grow towards. "
        "Please choose another level."
    )
    ours = False


class PauseUnusable(RungError):
    """Messages should be paused until a date that has come, or is too far away."""

    told = N_(
        "Messages can be paused until a date from tomorrow to a year from now, so nothing was changed. "
        "To get none at all, turn them off."
    )
    ours = False


class NoChannelHere(RungError):
    """Something about a team was asked for where there is no channel."""

    told = N_("A team is a channel, and this conversation is none. Please type the command in your team's channel.")
    ours = False


class RungNotInChannel(RungError):
    """A team's channel doesn't have Rung as a member."""

    told = N_(
        "Rung isn't in this channel, so it can post nothing here. "
        "Please type “/invite @Rung” here, and then the command again."
    )
    ours = False


class ChannelArchived(RungError):
    """A team's channel is archived."""

    told = N_(
        "This channel is archived, so nothing can be posted here. "
        "Unarchive it first, or set up the team in another channel."
    )
    ours = False


class PostingRestricted(RungError):
    """Rung may not post in a team's channel."""

    told = N_(
        "Only some people may post in this channel, and Rung isn't one of them. "
        "Ask an admin to let Rung post here, or set up the team in another channel."
    )
    ours = False


class ChannelUnseen(RungError):
    """The scopes that Rung was installed with don't let it look at a channel."""

    told = N_(
        "Rung may not look at this conversation. In a group message no team can be set up. "
        "In a channel, ask whoever looks after Rung to install it again with its newest permissions."
    )
    ours = False


class NoTeamHere(RungError):
    """Somebody wants to be counted in a channel that is no team."""

    told = N_("No team is set up in this channel, so nobody is counted here. Nothing was changed.")
    ours = False


class NotInTheChannel(RungError):
    """Somebody wants to be counted in a channel that they aren't in."""

    told = N_("Only people who are in the team's channel can be counted there. Please join the channel first.")
    ours = False


class NotYourTeam(RungError):
    """A team should be changed by somebody who may not."""

    told = N_("Only the owners of this team and the workspace's admins can change it. Nothing was changed.")
    ours = False


class ChannelNotTold(RungError):
    """A team was set up, and Slack didn't say whether it posted the message that tells its channel."""

    told = N_(
        "Your settings are saved, but Slack didn't say whether it posted the message that tells the channel. "
        "Please look into the channel. If nothing is there, open the settings again and save them."
    )


class NotToldThere(RungError):
    """A level should be told in a channel that has no team, or that the person isn't in."""

    told = N_("That channel has no team, or you aren't in it, so nothing can be told there. Please choose another one.")
    ours = False


class LevelNotTold(RungError):
    """A person confirmed that a channel is told of their level, and Slack didn't take it."""

    told = N_("Your level wasn't told: Slack didn't take the message. Nobody else saw anything. Please try again.")


class TellingUnconfirmed(RungError):
    """The same, and Slack's answer never came."""

    told = N_("Slack didn't say whether it posted your level. Please look into the channel before you post it again.")


class SharedWithOneself(RungError):
    """A person wants to show their progress to themselves."""

    told = N_("That's you: your own progress is yours to see already. Nothing was shared.")
    ours = False


class SharedWithNoMember(RungError):
    """A person wants to show their progress to somebody of whom nothing may be stored."""

    told = N_(
        "Progress can be shared with full members of this workspace alone: not with apps, guests, people of other "
        "workspaces, or people whose account is deactivated. Nothing was shared."
    )
    ours = False


class NothingToShare(RungError):
    """What a person wants to show is nothing that they have rated."""

    told = N_("None of that can be shared: you've rated yourself in none of it. Nothing was changed.")
    ours = False


class ShareWithdrawn(RungError):
    """Somebody looks at what was shared once, or was never."""

    told = N_("This was withdrawn, or it was never shared with you. There's nothing to see here.")
    ours = False


class ViewerNotTold(RungError):
    """What a person shows was kept, and the message that tells the other one didn't arrive."""

    told = N_("It's shared, but Slack didn't take the message that tells them. Please tell them yourself.")


class RhythmGone(RungError):
    """Something should become of a cadence that isn't stored any more."""

    told = N_("Rung doesn't write to you by itself, so there was nothing to change.")
    ours = False
