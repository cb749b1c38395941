"""The commands of contests: /tournament create, join, start, cancel and show, and /arena."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot import policy
from bot.cogs import choices
from bot.cogs.choices import USUAL_GAME, Level, command
from bot.cogs.options import is_bare
from bot.components import arenas, tournaments
from bot.components.answers import Request, TournamentBoard
from bot.components.tournaments import Change
from bot.delivery.client import Interaction
from bot.delivery.interactions import is_member, may_post, reply
from bot.errors import Reason, Refused
from bot.models import PACES
from bot.services import arena
from bot.services import tournaments as service
from bot.words.commands import COMMANDS

_USUAL_PACE = "1 day"
_PACES = [choice for choice in choices.PACES if PACES[choice.value] is not None]


class TournamentCommands(
    commands.GroupCog, group_name="tournament", group_description=COMMANDS["tournament"].description
):
    """Tournaments: round robins, or by the Swiss system."""

    @command("tournament create", pace=_PACES)
    async def create(
        self,
        interaction: Interaction,
        game: str = USUAL_GAME,
        pace: str = _USUAL_PACE,
        maxine: Level | None = None,
        at: str | None = None,
    ) -> None:
        """Answer with a message in which everybody can enter; without options, with a sheet."""
        _refuse_silence(interaction)
        if is_bare(interaction):
            await reply(interaction, tournaments.open_sheet, is_sheet=True)
            return
        seconds = PACES[pace] or 0
        act = partial(tournaments.open_tournament, game=game, pace=seconds, level=maxine, at=at)
        await reply(interaction, act, is_public=at is None)

    @command("tournament join")
    async def join(self, interaction: Interaction) -> None:
        """Enter the person."""
        await _reply_with_change(interaction, service.join, "join")

    @command("tournament start")
    async def start(self, interaction: Interaction) -> None:
        """Begin the first round."""
        _refuse_silence(interaction)
        await reply(interaction, tournaments.start_newest)

    @command("tournament cancel")
    async def cancel(self, interaction: Interaction) -> None:
        """Cancel the tournament."""
        await _reply_with_change(interaction, service.cancel, "cancel")

    @command("tournament show")
    async def show(self, interaction: Interaction) -> None:
        """Answer with the tournament as a new message."""

        async def act(request: Request) -> TournamentBoard:
            return TournamentBoard(await service.find_newest(request.context, request.asker))

        await reply(interaction, act, is_public=True)


async def _reply_with_change(interaction: Interaction, change: Change, change_name: str) -> None:
    """Change the channel's newest tournament, and confirm it."""
    await reply(interaction, partial(tournaments.change_newest, change_name=change_name, changing=change))


def _refuse_silence(interaction: Interaction) -> None:
    """Raise an error if the bot cannot post boards in the channel without an interaction.

    Raises:
        Refused: the bot is no member of the server.
        Refused: the bot may not post there.
    """
    if not is_member(interaction):
        raise Refused(Reason.HOMELESS_TOURNAMENT)
    if not may_post(interaction):
        raise Refused(Reason.MUTED_TOURNAMENT)


class ArenaCommands(commands.Cog):
    """The command that shows which of two players is stronger."""

    @command("arena")
    async def arena(  # noqa: PLR0913, PLR0917 - the options are a contract
        self,
        interaction: Interaction,
        x: Level,
        o: Level,
        game: str = USUAL_GAME,
        games: app_commands.Range[int, 1, policy.MOST_ARENA_GAMES] = policy.ARENA_GAMES,
        seed: app_commands.Range[int, 0, 2**53 - 1] | None = None,
    ) -> None:
        """Answer with a message that counts the games, and shows the result at the end."""
        series = arena.set_up(interaction.client.context, game, (x, o), games, seed)
        await reply(interaction, partial(arenas.show_series, series=series), is_public=True)
