"""Tournaments: their entrants, pairings and scores."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.models import Entrant, Pairing, Score, Tournament
from bot.words.deadlines import format_pace
from bot.words.language import Language, template
from bot.words.names import format_game, format_level, mention
from bot.words.standings import format_points
from bot.words.times import format_time

JOIN, LEAVE, START = template("Join"), template("Leave"), template("Start")
CALL_OFF, WITHDRAW = template("Call off"), template("Withdraw")
TABLE, REALLY_WITHDRAW = template("Table"), template("Really withdraw?")

_RESULTS: Final[Mapping[tuple[int, int], str]] = {(2, 0): "1-0", (0, 2): "0-1", (1, 1): "½-½", (0, 0): "0-0"}
_CALLED_OFF: Final = template("The tournament is called off.")
_CHANGES: Final[Mapping[str, str]] = {
    "join": template("You take part in the tournament."),
    "start": template("The tournament has begun."),
    "cancel": _CALLED_OFF,
}
_QUARTERS = ("", "¼", "½", "¾")


def heading(language: Language, tournament: Tournament) -> str:
    """Say which game is played, how, and who is the creator."""
    title = language.say("Tournament: {game}", game=format_game(language, tournament.game_slug))
    time = format_pace(language, tournament.pace)
    by = language.say("Opened by {player}.", player=mention(tournament.owner_id))
    return f"### {title}\n{by} {_format_system(language, tournament)} {time}"


def _format_system(language: Language, tournament: Tournament) -> str:
    if tournament.is_swiss:
        return language.count(
            "By the Swiss system: {number} [round, in which|rounds, in each] you meet somebody who stands"
            " about as you do.",
            tournament.rounds,
        )
    return language.say("Everybody meets everybody once.")


def format_entry(language: Language, tournament: Tournament) -> str:
    """Say who takes part so far, and how to."""
    names = [_name_entrant(language, tournament, entrant) for entrant in tournament.entrants]
    entered = (
        language.count("{number} [takes|take] part: {names}.", len(names), names=language.listed(names))
        if names
        else language.say("Nobody takes part yet.")
    )
    how = language.say(
        "Press Join to play. {owner} begins it with Start, once there are three or more.",
        owner=mention(tournament.owner_id),
    )
    if tournament.starts_at is not None:
        by_itself = language.say(
            "It is planned for {time}: then it begins by itself, if there are three or more.",
            time=format_time(tournament.starts_at),
        )
        how = f"{how} {by_itself}"
    rule = language.say("Whoever runs out of time in a match is withdrawn and plays in no further round.")
    return f"{entered}\n{how}\n-# {rule}"


def cancellation(language: Language, tournament: Tournament) -> str:
    """Say that the tournament is cancelled, or its rest."""
    if tournament.round:
        return language.say(_CALLED_OFF)
    return language.say("It was called off, or nobody began it within a week.")


def format_rounds(language: Language, tournament: Tournament) -> str:
    """Say which round it is, and who meets whom in it."""
    title = language.say("Round {number} of {rounds}", number=tournament.round, rounds=tournament.rounds)
    return "\n".join((f"**{title}**", *_pairings(language, tournament)))


def _pairings(language: Language, tournament: Tournament) -> Iterator[str]:
    for pairing in tournament.pairings_of(tournament.round):
        first = _name_entrant(language, tournament, tournament.entrants[pairing.first])
        if pairing.match_id is None or pairing.second is None:
            yield language.say("{player} has no opponent this time, and gets the point.", player=first)
            continue
        second = _name_entrant(language, tournament, tournament.entrants[pairing.second])
        state = _format_pairing_state(language, tournament, pairing)
        yield language.say("{first} against {second}: {state}", first=first, second=second, state=state)


def _format_pairing_state(language: Language, tournament: Tournament, pairing: Pairing) -> str:
    """Say how a match has ended, or where it is played."""
    if pairing.halves is not None:
        return _RESULTS[pairing.halves]
    link = tournament.link_to(pairing)
    return language.say("to be played") if link is None else language.say("[playing]({link})", link=link)


def format_scores(language: Language, tournament: Tournament) -> str:
    """Write the table, a line for each entrant, and say what counts where points are equal."""
    lines = [_format_score(language, tournament, score) for score in tournament.scores]
    rule = (
        language.say("Where points are equal, the sum of your opponents' points counts (in brackets).")
        if tournament.is_swiss
        else language.say("Where points are equal, it counts whom you have beaten (in brackets).")
    )
    return "\n".join((*lines, f"-# {rule}"))


def _format_score(language: Language, tournament: Tournament, score: Score) -> str:
    entrant = tournament.entrants[score.number]
    line = language.say(
        "{rank}. {player}: {points} ({tie_break})",
        rank=score.rank,
        player=_name_entrant(language, tournament, entrant),
        points=format_points(language, score.halves),
        tie_break=_format_quarters(score.tie_break),
    )
    if not entrant.is_withdrawn:
        return line
    return language.say(
        "{line} · withdrawn[[late?, as time ran out]]", line=line, late=tournament.is_late(score.number)
    )


def _format_quarters(quarters: int) -> str:
    whole, rest = divmod(quarters, 4)
    return f"{whole or ''}{_QUARTERS[rest]}" or "0"


def format_winners(language: Language, tournament: Tournament) -> str:
    """Say who has won."""
    stayed = [each for each in tournament.scores if not tournament.entrants[each.number].is_withdrawn]
    best = [
        _name_entrant(language, tournament, tournament.entrants[each.number])
        for each in stayed
        if each.rank == stayed[0].rank
    ]
    if not best:
        return language.say("Nobody has stayed to the end.")
    if len(best) == 1:
        return language.say("🏆 **{player} wins the tournament.**", player=best[0])
    return language.say("🏆 **{players} share the first place.**", players=language.listed(best))


def format_change(language: Language, name: str, link: str | None) -> str:
    """Say what a command has done, and where the tournament is shown."""
    said = language.say(_CHANGES[name])
    return said if link is None else language.say("{said} See it here: {link}", said=said, link=link)


def forwarding(language: Language, link: str) -> str:
    """Say on an old message where the tournament is shown now."""
    return language.say("This tournament is shown here now: {link}", link=link)


def withdrawal(language: Language) -> str:
    """Ask whether a person really wants to leave a running tournament."""
    return language.say(
        "If you withdraw, you lose what you are playing in this tournament, and play no more in it."
    )


def farewell(language: Language) -> str:
    """Say that a person has left a tournament."""
    return language.say("You have withdrawn from the tournament.")


def _name_entrant(language: Language, tournament: Tournament, entrant: Entrant) -> str:
    if entrant.player.level is None:
        return entrant.player.name
    level = format_level(language, entrant.player.level, tournament.game_slug)
    return language.say("{player} ({level})", player=entrant.player.name, level=level)
