"""Tournaments: their messages, and the buttons on them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from discord import ButtonStyle, ComponentType, TextStyle

from bot.components import parts
from bot.components.answers import Answer, DrawnTournament, Manner, Request, TournamentBoard, on_press
from bot.components.parts import Component, Layout, Sheet, button, choice, field
from bot.components.plans import ask_about_time, tell_of_event
from bot.components.sheets import RADIO, ask_game, ask_pace, name_levels, read_pace
from bot.components.threads import find_usual_place, tell_hindrance
from bot.errors import Reason, Refused, UnknownButtonError
from bot.models import PACES, Asker, Challenge, Place, Tournament
from bot.services import Context, settings
from bot.services import plans as plans_service
from bot.services import tournaments as service
from bot.words import sheets
from bot.words import tournaments as words
from bot.words.language import Language
from bot.words.settings import USUAL_GAME
from bot.words.time_reading import read_time

Change: TypeAlias = Callable[[Context, Asker, int], Awaitable[Tournament]]
"""Changes a tournament at a person's request, or refuses."""

_NO_PART, _USUAL_PACE = "-", PACES["1 day"]
_ACCENTS = {"open": parts.ASKING, "running": parts.RUNNING}


def draw_tournament(language: Language, tournament: Tournament) -> Layout:
    """Draw a tournament as it stands."""
    return Layout(
        words.heading(language, tournament),
        *_texts(language, tournament),
        [*_make_tournament_buttons(language, tournament)],
        accent=_ACCENTS.get(tournament.status, parts.OVER),
    )


def _texts(language: Language, tournament: Tournament) -> Iterator[str]:
    if tournament.status == "open":
        yield words.format_entry(language, tournament)
    elif tournament.status == "cancelled":
        yield words.cancellation(language, tournament)
    if tournament.round:
        yield words.format_rounds(language, tournament)
        if not tournament.is_swiss:
            yield words.format_scores(language, tournament)
    if tournament.status == "over":
        yield words.format_winners(language, tournament)


def _make_tournament_buttons(language: Language, tournament: Tournament) -> Iterator[Component]:
    if tournament.status == "open":
        yield button(language.say(words.JOIN), join_button.id_for(tournament.id), ButtonStyle.success)
        yield button(language.say(words.LEAVE), leave_button.id_for(tournament.id))
        yield button(language.say(words.START), start_button.id_for(tournament.id), ButtonStyle.primary)
        yield button(language.say(words.CALL_OFF), call_off_button.id_for(tournament.id), ButtonStyle.danger)
    elif tournament.status == "running":
        yield button(language.say(words.WITHDRAW), withdraw_button.id_for(tournament.id))
    if tournament.round and tournament.is_swiss:  # whose table is too long for a phone beside its matches
        yield button(language.say(words.TABLE), table_button.id_for(tournament.id))


async def open_sheet(request: Request) -> Sheet:
    """Open the sheet of a tournament, with the choices of the server's last one."""
    language, say = request.language, request.language.say
    last = await request.context.storage.tournaments.find_newest_on(request.place.guild_id or 0)
    game, pace, level = (last.game_slug, last.pace, last.level) if last else (USUAL_GAME, _USUAL_PACE, None)
    levels = {_NO_PART: say(sheets.NO_PART)} | name_levels(language, game, level)
    style = TextStyle.short.value
    fields = [
        ask_game(language, game),
        ask_pace(language, [name for name in PACES if PACES[name]], pace),
        choice(RADIO, "level", say(sheets.MAXINE), levels, {level or _NO_PART}),
        field(ComponentType.text_input, "at", say(sheets.AT), say(sheets.WHEN), style=style, required=False),
    ]
    return Sheet(tournament_sheet.id_for(), say(sheets.TOURNAMENT), fields)


def _choose_manner(request: Request) -> Manner:
    return Manner.PRIVATE if request.filled("at") else Manner.PUBLIC


@on_press("st", _choose_manner, is_sheet=True)
def tournament_sheet(request: Request) -> AsyncIterator[Answer]:
    """The sheet of a tournament: open it, or ask about the time."""
    if not request.can_post:
        raise Refused(Reason.MUTED_TOURNAMENT)
    level, pace = request.filled("level"), read_pace(request.filled("pace"))
    if pace is None:
        raise UnknownButtonError
    chosen = None if level == _NO_PART else level
    return open_tournament(request, request.filled("game"), pace, chosen, request.filled("at") or None)


async def open_tournament(
    request: Request, game: str, pace: int, level: str | None, at: str | None
) -> AsyncIterator[Answer]:
    """Open a tournament, or if a time is given, ask whether it is the one that is meant."""
    context, challenge = request.context, Challenge(request.place, request.user_id, game, "random")
    if at is None:
        yield TournamentBoard(await service.create(context, challenge, pace, level))
        return
    zone = await settings.find_zone(context, request.place.guild_id)
    starts_at = int(read_time(at, context.now(), request.language, zone))
    plans_service.refuse_far_time(context, starts_at)
    id_ = announce_tournament_button.id_for(challenge.game_slug, level or "", pace, starts_at)
    yield ask_about_time(request.language, starts_at, id_)


@on_press("tp", Manner.PUBLIC)
async def announce_tournament_button(
    request: Request, game: str, level: str, pace: int, starts_at: int
) -> AsyncIterator[Answer]:
    """Announce it: open the tournament, which begins by itself at its time."""
    request.refuse_forged(Reason.FORGOTTEN_TOURNAMENT)
    if not request.can_post:
        raise Refused(Reason.MUTED_TOURNAMENT)
    plans_service.refuse_far_time(request.context, starts_at)
    challenge = Challenge(request.place, request.user_id, game, "random")
    tournament = await service.create(request.context, challenge, pace, level or None)
    yield TournamentBoard(await _plan_tournament(request, challenge, tournament, starts_at))
    for whisper in tell_of_event(request):
        yield whisper


async def _plan_tournament(
    request: Request, challenge: Challenge, tournament: Tournament, starts_at: float
) -> Tournament:
    """Plan the beginning; the matches get threads where challenges do."""
    planned = replace(challenge, place=find_usual_place(request)[0])
    return await plans_service.add_tournament(
        request.context, planned, tournament, starts_at, has_event=request.can_create_events
    )


async def change_newest(request: Request, change_name: str, changing: Change) -> AsyncIterator[Answer]:
    """Change the channel's newest tournament, and confirm it to the person."""
    newest = await service.find_newest(request.context, request.asker)
    tournament = await changing(request.context, request.asker, newest.id)
    said = words.format_change(request.language, change_name, tournament.link)
    yield Layout(said, accent=parts.RUNNING)
    yield DrawnTournament(tournament.id)


async def start_newest(request: Request) -> AsyncIterator[Answer]:
    """Begin the channel's newest tournament; its matches get threads where challenges do."""
    place, hindrance = find_usual_place(request)
    async for answer in change_newest(request, "start", _beginning_in(place)):
        yield answer
    if hindrance is not None:
        yield tell_hindrance(request, hindrance)


def _beginning_in(place: Place) -> Change:
    """Return the step that begins a tournament whose matches are played in this place."""

    async def begin(context: Context, asker: Asker, tournament_id: int) -> Tournament:
        return await service.begin(context, replace(asker, place=place), tournament_id)

    return begin


async def _change_pressed(request: Request, changing: Change, tournament_id: int) -> TournamentBoard:
    request.refuse_forged(Reason.FORGOTTEN_TOURNAMENT)
    return TournamentBoard(await changing(request.context, request.asker, tournament_id))


@on_press("tj")
async def join_button(request: Request, tournament_id: int) -> TournamentBoard:
    """Take part: let the person who presses enter."""
    return await _change_pressed(request, service.join, tournament_id)


@on_press("tl")
async def leave_button(request: Request, tournament_id: int) -> TournamentBoard:
    """Leave an open tournament: remove the person who presses."""
    return await _change_pressed(request, service.leave, tournament_id)


@on_press("tb")
async def start_button(request: Request, tournament_id: int) -> AsyncIterator[Answer]:
    """Start: begin the first round; its matches get threads where challenges do."""
    place, hindrance = find_usual_place(request)
    yield await _change_pressed(request, _beginning_in(place), tournament_id)
    if hindrance is not None:
        yield tell_hindrance(request, hindrance)


@on_press("tc")
async def call_off_button(request: Request, tournament_id: int) -> TournamentBoard:
    """Call off: cancel the tournament before it begins."""
    return await _change_pressed(request, service.cancel, tournament_id)


@on_press("tt", Manner.PRIVATE)
async def table_button(request: Request, tournament_id: int) -> Layout:
    """Table, below a tournament of many: show who stands where."""
    request.refuse_forged(Reason.FORGOTTEN_TOURNAMENT)
    tournament = await service.find(request.context, tournament_id)
    return Layout(words.format_scores(request.language, tournament), accent=parts.RUNNING)


@on_press("tw", Manner.PRIVATE)
async def withdraw_button(request: Request, tournament_id: int) -> Layout:
    """Leave a running tournament, first press: ask the person privately once more."""
    request.refuse_forged(Reason.FORGOTTEN_TOURNAMENT)
    await service.refuse_outsiders(request.context, request.asker, tournament_id)
    label = request.language.say(words.REALLY_WITHDRAW)
    really = button(label, really_withdraw_button.id_for(tournament_id), ButtonStyle.danger)
    return Layout(words.withdrawal(request.language), [really], accent=parts.ASKING)


@on_press("tx")
async def really_withdraw_button(request: Request, tournament_id: int) -> AsyncIterator[Answer]:
    """Leave a running tournament, second press: withdraw the person; upkeep redraws their match's board."""
    request.refuse_forged(Reason.FORGOTTEN_TOURNAMENT)
    await service.withdraw(request.context, request.asker, tournament_id)
    yield Layout(words.farewell(request.language), accent=parts.OVER)
    yield DrawnTournament(tournament_id)
