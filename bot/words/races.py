"""Races: what they are, and who is ahead."""

from collections.abc import Iterator

from bot import policy
from bot.models import Race, Runner
from bot.words.language import Language, template
from bot.words.names import format_game, mention
from bot.words.times import format_clock, format_weekday

SOLVE, NO_MORE = template("Solve"), template("No more races")


def heading(language: Language, race: Race, *, is_over: bool) -> str:
    """Say what is to be solved, until when, and what counts."""
    game = race.game_slug and format_game(language, race.game_slug)
    title = language.say("Puzzle race[[: {game}]]", game=game)
    by = language.say("Opened by {player}.", player=mention(race.owner_id))
    if is_over:
        over = language.say("The hour is over.")
        return f"### {title}\n{by} {over}"
    how = language.say(
        "The same {number} puzzles for everybody. Press Solve: only you see yours. The race is open until"
        " {time}.",
        number=len(policy.RACE_PUZZLES),
        time=format_clock(race.ends_at),
    )
    rule = language.say(
        "Whoever solves most wins; of as many, whoever took less time. A wrong move or a hint costs {number}"
        " seconds. It changes no ratings.",
        number=policy.RACE_PENALTY_SECONDS,
    )
    weekly = language.say("It is a weekly race: the next is planned for {time}.", time=_format_next(race))
    again = f"\n{weekly}" if race.is_weekly else ""
    return f"### {title}\n{by} {how}{again}\n-# {rule}"


def say_next(language: Language, race: Race) -> str:
    """Say when the next of weekly races begins."""
    return language.say("The next race of this channel is planned for {time}.", time=_format_next(race))


def _format_next(race: Race) -> str:
    return format_weekday(race.next_at or race.ends_at)


def format_forwarding(language: Language, link: str) -> str:
    """Say where a race is shown from now on."""
    return language.say("This race is shown here now: {link}", link=link)


def say_not_weekly(language: Language) -> str:
    """Say why no weekly race has begun."""
    return language.say(
        "This race was running already, so no weekly one has begun. Use `/race` with `weekly` once it is"
        " over."
    )


def say_ended(language: Language, channel_id: int) -> str:
    """Say that no other of the weekly races will begin, and why."""
    return language.say(
        "The weekly race that you began in {channel} has ended: I cannot begin it there any more. `/race`"
        " with `weekly` begins a new one, there or elsewhere.",
        channel=f"<#{channel_id}>",
    )


def format_standings(language: Language, race: Race) -> Iterator[str]:
    """Write who has solved how many, a line for each of the best."""
    lines = [_format_runner(language, rank, each) for rank, each in race.standings]
    if more := len(lines[policy.MOST_RACERS_NAMED :]):
        lines[policy.MOST_RACERS_NAMED :] = [language.count("and {number} more", more)]
    if lines:
        yield "\n".join(lines)


def _format_runner(language: Language, rank: int, runner: Runner) -> str:
    line = language.say(
        "{player}: {number} of {count} solved",
        player=mention(runner.user_id),
        number=runner.solved,
        count=len(policy.RACE_PUZZLES),
    )
    return f"{rank}. {line}, {_format_time(runner.seconds)}" if runner.solved else f"{rank}. {line}"


def _format_time(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}"


def format_winners(language: Language, race: Race) -> str:
    """Say who has won."""
    best = [mention(each.user_id) for rank, each in race.standings if rank == 1 and each.solved]
    if not best:
        return language.say("Nobody has solved a puzzle.")
    if len(best) == 1:
        return language.say("🏆 **{player} wins the race.**", player=best[0])
    return language.say("🏆 **{players} share the first place.**", players=language.listed(best))
