"""Challenges by the options of a command, or on a sheet that shows the choices of last time."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, replace

from discord import ComponentType

import engine
from bot.components.answers import Answer, Board, Manner, Request, Whisper, on_press
from bot.components.invitations import make_post, read_first
from bot.components.parts import Component, Sheet, choice, field
from bot.components.plans import begin_or_plan_match
from bot.components.threads import find_place, tell_hindrance
from bot.errors import Reason, Refused, UnknownButtonError
from bot.models import PACES, Challenge, First, Invitation, NamedPerson, Together, is_person
from bot.services import invite, settings, start
from bot.services.characters import levels_of
from bot.words import commands
from bot.words import sheets as words
from bot.words.language import Language
from bot.words.names import format_game, format_level
from bot.words.rules import format_summary
from bot.words.settings import USUAL_GAME
from bot.words.starts import format_first_steps

MENU, RADIO, BOXES = ComponentType.string_select, ComponentType.radio_group, ComponentType.checkbox_group
"""The kinds of fields that have options."""


@dataclass(frozen=True)
class Wish:
    """What a challenger chooses, None: what is usual. `first` is seen from their side.

    The last three are of a match of the whole channel; `at` is when it begins by itself.
    """

    opponent: NamedPerson | None = None
    game: str | None = None
    level: str | None = None
    first: First = "me"
    pace: int | None = None
    is_rated: bool | None = None
    is_open: bool = False
    has_thread: bool | None = None
    is_together: bool = False
    is_explained: bool = True
    shows_votes: bool | None = None
    at: str | None = None

    @property
    def slug(self) -> str:
        """The game, or what is played where nobody chooses."""
        return self.game or USUAL_GAME

    @property
    def invitee(self) -> NamedPerson | None:
        """The person to invite, None if the opponent is Maxine or not named."""
        return None if self.opponent is None or self.opponent.is_maxine else self.opponent


async def begin_challenge(request: Request, wish: Wish) -> AsyncIterator[Answer]:
    """Begin a match against Maxine or of the channel, or invite a person, or the first who accepts."""
    _refuse_wish(request, wish)
    context, invitee = request.context, wish.invitee
    usual = await settings.look_up(context, request.place.guild_id)
    place, hindrance = find_place(request, is_usual=usual.has_threads, wanted=wish.has_thread)
    slug = (usual.game or USUAL_GAME) if wish.game is None else wish.game
    challenge = Challenge(place, request.user_id, slug, wish.first, wish.pace, is_rated=wish.is_rated)
    level = (usual.level or start.USUAL_LEVEL) if wish.level is None else wish.level
    if wish.is_together:
        request.refuse_silence()
        is_shown = usual.shows_votes if wish.shows_votes is None else wish.shows_votes
        together = Together(request.user_id, is_shown, wish.is_explained)
        async for answer in begin_or_plan_match(request, challenge, level, together, wish.at):
            yield answer
    elif wish.is_open or invitee is not None:
        invited_id = None if invitee is None else invitee.id
        yield make_post(request, await invite.invite(context, challenge, invited_id))
    else:
        yield Board(await start.challenge_maxine(context, challenge, level))
    if hindrance is not None:
        yield tell_hindrance(request, hindrance)


def _refuse_wish(request: Request, wish: Wish) -> None:
    """Refuse choices that exclude each other: a channel plays only against Maxine, only it plays by plan."""
    if wish.is_together and (wish.is_open or wish.invitee is not None):
        raise Refused(Reason.OPPONENT_OF_CHANNEL)
    if wish.at is not None and not wish.is_together:
        raise Refused(Reason.LONELY_TIME)
    if wish.is_open and wish.opponent is not None:
        raise Refused(Reason.UNCLEAR_CHALLENGE)
    if wish.is_open and request.is_direct:
        raise Refused(Reason.LONELY_CHALLENGE)
    if wish.invitee is not None:
        refuse_opponent(request, wish.invitee)


def refuse_opponent(request: Request, person: NamedPerson) -> None:
    """Refuse a person who cannot be invited or could not answer, by what Discord tells of them."""
    if person.is_bot:
        raise Refused(Reason.BOT_CHALLENGE)
    if person.id == request.user_id:
        raise Refused(Reason.SELF_CHALLENGE)
    if request.is_direct:
        raise Refused(Reason.ABSENT_OPPONENT, player_id=person.id)
    if request.place.guild_id is not None and not person.is_member:
        raise Refused(Reason.OUTSIDE_OPPONENT, player_id=person.id)
    if person.is_blind:
        raise Refused(Reason.BLIND_OPPONENT, player_id=person.id)
    if person.silent_until > request.context.now():
        raise Refused(Reason.TIMED_OUT_OPPONENT, player_id=person.id, until=person.silent_until)


async def begin_and_tell(request: Request, wish: Wish) -> AsyncIterator[Answer]:
    """Do the same, and tell a person whose first match it is what the buttons below the board do."""
    is_first = not await request.context.storage.matches.list_games(request.user_id)
    async for answer in begin_challenge(request, wish):
        yield answer
        if is_first and isinstance(answer, Board) and not wish.is_together:
            yield Whisper(format_first_steps(request.language))


async def open_challenge(request: Request, game: str | None = None) -> Sheet:
    """Open the sheet of a match against Maxine or a person; in direct messages there is no other person.

    If a game is named, it is chosen, and the opponent is Maxine.
    """
    say, wish = request.language.say, await _find_last_wish(request)
    if game is not None:
        fitting = wish.level if wish.level in levels_of(game) else start.USUAL_LEVEL
        wish = replace(wish, game=game, level=fitting, opponent=None, is_open=False)
    levels = name_levels(request.language, wish.slug, wish.level)
    about = "" if request.is_direct else say(words.AGAINST_ME)
    level = choice(RADIO, "level", say(words.LEVEL), levels, {wish.level}, about=about)
    fields = [ask_game(request.language, wish.slug), _ask_first(request, wish), level]
    if not request.is_direct:
        fields.insert(0, _ask_opponent(request, wish.opponent))
    fields.append(_ask_more(request, wish, ["rated", "open", "together", "thread"]))
    return Sheet(challenge_sheet.id_for(), say(words.START), fields)


async def open_invitation(request: Request, invitee: NamedPerson | None = None) -> Sheet:
    """Open the sheet of a match against another person, who may be known already."""
    wish = await _find_last_wish(request)
    if wish.opponent is None:  # between people a match is rated where nobody says it
        wish = replace(wish, is_rated=True)
    fields = [
        _ask_opponent(request, invitee or wish.opponent, is_required=True),
        ask_game(request.language, wish.slug),
        _ask_first(request, wish),
        ask_pace(request.language, PACES, wish.pace),
        _ask_more(request, wish, ["rated", "thread"]),
    ]
    return Sheet(challenge_sheet.id_for(), request.language.say(words.SOMEBODY), fields)


async def _find_last_wish(request: Request) -> Wish:
    """Return the choices of the person's newest match or invitation, else what is usual on the server."""
    context, user_id = request.context, request.user_id
    usual = await settings.look_up(context, request.place.guild_id)
    wish = Wish(game=usual.game, level=usual.level or start.USUAL_LEVEL, has_thread=usual.has_threads)
    last = await invite.find_last(context, user_id)
    if last is None:
        return replace(wish, is_rated=await start.choose_rating(context, user_id))
    if isinstance(last, Invitation):
        opponent_id, begins = last.invitee_id, last.begins
        wish = replace(wish, is_open=opponent_id is None)
    else:
        seat = last.seat_of(user_id) or 0
        opponent_id, begins = last.players[1 - seat].user_id, last.players[0].user_id or 0
        wish = replace(wish, level=last.level or wish.level)
    is_here = last.place.guild_id == request.place.guild_id
    return replace(
        wish,
        opponent=NamedPerson(opponent_id) if is_here and is_person(opponent_id) else None,
        game=last.game_slug,
        first="random" if begins is None else "me" if begins == user_id else "opponent",
        pace=last.pace,
        is_rated=last.is_rated,
    )


def ask_game(language: Language, chosen: str, label: str = words.GAME) -> Component:
    """Return the field that asks for a game, with what each is about."""
    games = {slug: format_game(language, slug) for slug in engine.game_slugs()}
    told = {slug: format_summary(language, engine.get_game(slug)) for slug in games}
    return choice(MENU, "game", language.say(label), games, {chosen}, told=told)


def name_levels(language: Language, game: str, chosen: str | None) -> dict[str, str]:
    """Name the levels, and the character that is chosen already."""
    names = dict.fromkeys((*engine.LEVELS, *filter(None, (chosen,))))
    return {name: format_level(language, name, game) for name in names}


def ask_pace(language: Language, names: Iterable[str], chosen: int | None) -> Component:
    """Return the field that asks how much time there is for each move."""
    paces = {name: language.say(commands.PACES[name]) for name in names}
    usual = {name for name in paces if PACES[name] == chosen}
    return choice(MENU, "pace", language.say(words.PACE), paces, usual)


def _ask_opponent(request: Request, known: NamedPerson | None, *, is_required: bool = False) -> Component:
    say, shown = request.language.say, [] if known is None else [{"id": str(known.id), "type": "user"}]
    kind, name, label = ComponentType.user_select, "opponent", say(words.OPPONENT)
    if is_required:
        return field(kind, name, label, default_values=shown)
    about, usual = say(words.ALONE), {"required": False, "placeholder": "Maxine"}
    return field(kind, name, label, about, default_values=shown, **usual)


def _ask_first(request: Request, wish: Wish) -> Component:
    begins = {first: request.language.say(said) for first, said in words.BEGINS.items()}
    return choice(RADIO, "first", request.language.say(words.FIRST), begins, {wish.first})


def _ask_more(request: Request, wish: Wish, names: Iterable[str]) -> Component:
    """Return the boxes to tick, without those that make no sense here."""
    useless = {
        "open": request.is_direct,
        "together": not request.can_post,
        "thread": request.hindrance() is not None,
    }
    ticked = {"rated": wish.is_rated, "open": wish.is_open, "thread": wish.has_thread}
    options = {name: request.language.say(words.TICKED[name]) for name in names if not useless.get(name)}
    chosen = {name for name, is_so in ticked.items() if is_so}
    return choice(BOXES, "more", request.language.say(words.MORE), options, chosen, is_required=False)


@on_press("cs", Manner.SHEET)
async def somebody_button(request: Request) -> Sheet:
    """Challenge somebody: open the sheet; in direct messages that of a match against Maxine."""
    return await (open_challenge(request) if request.is_direct else open_invitation(request))


@on_press("sc", Manner.PUBLIC, is_sheet=True)
def challenge_sheet(request: Request) -> AsyncIterator[Answer]:
    """The sheet of a match: begin it, or invite the person who is chosen."""
    return begin_and_tell(request, _read_wish(request))


def _read_wish(request: Request) -> Wish:
    """Return what is chosen on the sheet; what a field cannot have is refused, as it is forged."""
    named, more = request.filled("opponent"), {*request.fields.get("more", ())}
    if (named and named not in request.people) or more - words.TICKED.keys():
        raise UnknownButtonError
    return Wish(
        opponent=request.people[named] if named else None,
        game=request.filled("game"),
        level=request.filled("level") or None,
        first=read_first(request.filled("first")),
        pace=read_pace(request.filled("pace") or "none"),
        is_rated="rated" in more,
        is_open="open" in more,
        has_thread="thread" in more if request.hindrance() is None else None,
        is_together="together" in more,
    )


def read_pace(name: str) -> int | None:
    """Return the seconds for a move; UnknownButtonError if there is no such choice."""
    if name not in PACES:
        raise UnknownButtonError
    return PACES[name]
