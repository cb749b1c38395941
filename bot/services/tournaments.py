"""Tournaments: opened, entered, begun, and played round by round to the end."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from bot import policy
from bot.errors import NotEnteredError, Reason, Refused, TournamentBegunError, TournamentOverError
from bot.models import Asker, Challenge, Entrant, Match, Pairing, Participant, Place, Tournament
from bot.services import Context, characters, guards, pairings, resign, settings
from bot.services.play import begin_match, change_match

_TRIES = 50  # so many people may press at once


async def create(context: Context, challenge: Challenge, pace: int, level: str | None) -> Tournament:
    """Open a tournament in which its creator takes part, and Maxine if a level is given."""
    guards.refuse_unknown_game(challenge.game_slug)
    await settings.refuse_elsewhere(context, challenge.place)
    entrants = [Entrant(Participant(challenge.user_id))]
    if level is not None:
        characters.refuse_unknown_level(level, challenge.game_slug)
        entrants.append(Entrant(Participant(None, level)))
    draft = Tournament(
        id=0,
        game_slug=challenge.game_slug,
        place=challenge.place,
        owner_id=challenge.user_id,
        pace=pace,
        created_at=context.now(),
        entrants=tuple(entrants),
    )
    return guards.found(await context.storage.tournaments.add(draft), Reason.OPEN_TOURNAMENT)


async def find_newest(context: Context, asker: Asker) -> Tournament:
    """Return the channel's newest tournament; Refused if there is none."""
    newest = await context.storage.tournaments.find_newest(asker.place.channel_id)
    return guards.found(newest, Reason.NO_TOURNAMENT)


async def find(context: Context, tournament_id: int) -> Tournament:
    """Return the tournament with this number; Refused if there is none."""
    return guards.found(await context.storage.tournaments.find(tournament_id), Reason.FORGOTTEN_TOURNAMENT)


async def join(context: Context, asker: Asker, tournament_id: int) -> Tournament:
    """Let a person enter an open tournament."""
    owner_id = (await find(context, tournament_id)).owner_id
    if asker.user_id in (await context.storage.blocks.find(owner_id)).people:
        raise Refused(Reason.APART, player_id=owner_id)

    def step(before: Tournament) -> Tournament:
        _refuse_begun(before)
        if before.number_of(asker.user_id) is not None:
            raise Refused(Reason.ENTERED_ALREADY)
        if len(before.entrants) >= policy.MOST_ENTRANTS:
            raise Refused(Reason.FULL_TOURNAMENT, number=policy.MOST_ENTRANTS)
        return before.changed(entrants=(*before.entrants, Entrant(Participant(asker.user_id))))

    return await _change_tournament(context, tournament_id, step)


async def leave(context: Context, asker: Asker, tournament_id: int) -> Tournament:
    """Let a person leave a tournament that has not begun.

    Raises:
        NotEnteredError: they take no part.
    """

    def step(before: Tournament) -> Tournament:
        _refuse_begun(before)
        entrants = list(before.entrants)
        del entrants[_number_of(before, asker)]
        return before.changed(entrants=entrants)

    return await _change_tournament(context, tournament_id, step)


async def withdraw(context: Context, asker: Asker, tournament_id: int) -> Tournament:
    """Let a person leave a running tournament; they lose their present match in it.

    Raises:
        NotEnteredError: they take no part, or have left it.
    """

    def step(before: Tournament) -> Tournament:
        _refuse_over(before)
        number, entrants = _number_of(before, asker), list(before.entrants)
        entrants[number] = replace(entrants[number], is_withdrawn=True)
        return before.changed(entrants=entrants)

    after = await _change_tournament(context, tournament_id, step)
    number = after.number_of(asker.user_id)
    for pairing in after.pairings_of(after.round):
        if number in {pairing.first, pairing.second} and not pairing.is_over:
            await _resign(context, pairing, asker.user_id)
    return after


async def leave_all(context: Context, user_id: int) -> None:
    """Let a person leave all tournaments that are not over."""
    for tournament_id in await context.storage.tournaments.list_entered(user_id):
        found = await find(context, tournament_id)
        go = leave if found.status == "open" else withdraw
        with suppress(NotEnteredError, TournamentBegunError, TournamentOverError):
            await go(context, Asker(user_id, found.place), tournament_id)


async def begin(context: Context, asker: Asker, tournament_id: int) -> Tournament:
    """Begin the first round; only the creator can.

    If they are where matches get threads, the tournament's matches do, in later rounds too.
    """
    await settings.refuse_elsewhere(context, asker.place)
    before = await find(context, tournament_id)
    _refuse_begun(before)
    _refuse_others(before, asker.user_id)
    if len(before.entrants) < policy.FEWEST_ENTRANTS:
        raise Refused(Reason.FEW_ENTRANTS, number=policy.FEWEST_ENTRANTS)
    entrants = list(before.entrants)
    context.rng.shuffle(entrants)
    drawn = replace(before, entrants=tuple(entrants), status="running")
    after = await _next_round(context, before, drawn, has_threads=asker.place.needs_thread)
    return guards.found(after, Reason.TOURNAMENT_CHANGED)


async def cancel(context: Context, asker: Asker, tournament_id: int) -> Tournament:
    """Cancel a tournament: its creator can before it begins, and a moderator at any time.

    Its running matches go on as any others.
    """

    def step(before: Tournament) -> Tournament:
        _refuse_over(before)
        if before.status == "running" and not asker.is_moderator:
            raise Refused(Reason.UNSTOPPABLE_TOURNAMENT)
        if not asker.is_moderator:
            _refuse_others(before, asker.user_id)
        return before.changed(status="cancelled")

    return await _change_tournament(context, tournament_id, step)


async def advance(context: Context, tournament_id: int) -> Tournament:
    """Return the tournament, with the next round begun if the present one is over.

    An entrant who ran out of time plays in no further round, lest others wait for them again.
    """
    while (found := await find(context, tournament_id)).status == "running" and found.is_round_over:
        is_last = found.round == found.rounds
        stayed = found if is_last else found.without_late()
        if is_last or sum(not each.is_withdrawn for each in stayed.entrants) <= 1:
            await context.storage.tournaments.save(found, stayed.changed(status="over"))
        else:
            await _next_round(context, found, stayed, has_threads=found.has_threads)
    return found


async def record_message(
    context: Context, tournament: Tournament, message_id: int, *, is_whole: bool = True
) -> None:
    """Store that this message shows the tournament, in this state if it is shown whole."""
    progress = tournament.progress if is_whole else -1
    await context.storage.tournaments.set_message(tournament.id, message_id, progress)


async def _next_round(
    context: Context, before: Tournament, drawn: Tournament, *, has_threads: bool
) -> Tournament | None:
    """Begin a round with its matches, in one write; None if another change was faster."""
    paired, place = await asyncio.to_thread(pairings.next_round, drawn), drawn.place
    place = place.with_thread(place.channel_id) if has_threads else place
    new = [_match_of(context, drawn, pairing, place) for pairing in paired]
    after = drawn.changed(pairings=paired)
    if not await context.storage.tournaments.save(before, after, new):
        return None
    return await find(context, before.id)


def _match_of(context: Context, tournament: Tournament, pairing: Pairing, place: Place) -> Match | None:
    """Return the match of a pairing; None if there is no opponent."""
    if pairing.second is None or tournament.entrants[pairing.second].is_withdrawn:
        return None
    first, second = (tournament.entrants[number].player for number in (pairing.first, pairing.second))
    draft = Match(0, tournament.game_slug, place, (first, second), pace=tournament.pace)
    return begin_match(context, replace(draft, is_rated=draft.level is None))


async def _change_tournament(
    context: Context, tournament_id: int, step: Callable[[Tournament], Tournament]
) -> Tournament:
    """Return the tournament as `step` changes it; Refused if other changes are faster each time."""
    for _ in range(_TRIES):
        before = await find(context, tournament_id)
        after = step(before)
        if await context.storage.tournaments.save(before, after):
            return after
    raise Refused(Reason.TOURNAMENT_CHANGED)


async def _resign(context: Context, pairing: Pairing, user_id: int) -> None:
    def step(match: Match) -> Match:
        return match if match.is_over else resign.resigned(context, match, user_id)

    await change_match(context, pairing.match_id or 0, step)


async def refuse_outsiders(context: Context, asker: Asker, tournament_id: int) -> None:
    """Raise NotEnteredError if a person takes no part in the tournament, or has left it."""
    _number_of(await find(context, tournament_id), asker)


def _number_of(tournament: Tournament, asker: Asker) -> int:
    number = tournament.number_of(asker.user_id)
    if number is None or tournament.entrants[number].is_withdrawn:
        raise NotEnteredError
    return number


def _refuse_begun(tournament: Tournament) -> None:
    if tournament.status == "running":
        raise TournamentBegunError
    _refuse_over(tournament)


def _refuse_over(tournament: Tournament) -> None:
    if tournament.status in {"over", "cancelled"}:
        raise TournamentOverError


def _refuse_others(tournament: Tournament, user_id: int) -> None:
    if user_id != tournament.owner_id:
        raise Refused(Reason.NOT_OWNER, player_id=tournament.owner_id)


def unposted(tournament: Tournament) -> Iterable[int]:
    """Yield the matches of the present round whose boards are not known to have been posted."""
    for pairing in tournament.pairings_of(tournament.round):
        if pairing.match_id is not None and pairing.message_id is None and not pairing.is_over:
            yield pairing.match_id
