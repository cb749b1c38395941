"""The arena: the players, the progress of their series, and the conclusions from it."""

from collections.abc import Iterator, Sequence

from bot.models import Looked, Played, Series, SeriesStatus
from bot.words.language import Language, template
from bot.words.matches import format_outcome
from bot.words.names import format_game, format_level, name_seat
from bot.words.times import format_age
from engine import Action
from engine.arena import SeriesResult

AGAIN = template("Again")
SWAP = template("Swap sides")
REPLAY = template("Replay a game")
"""The labels of the buttons."""

_UNLIKELY, _RARE = 0.05, 0.001
"""The probabilities of chance results, up to which each word for them is used."""
_LONG = 0.1
"""How much of the time has gone by before a restart in between is worth a word: a minute."""


def heading(language: Language, series: Series) -> str:
    """Say who plays what, and who begins."""
    first, second = name_both_players(language, series)
    title = language.say("Arena: {game}", game=format_game(language, series.game_slug))
    said = language.say(
        "{first} against {second}. {first} begins every game.", first=f"**{first}**", second=f"**{second}**"
    )
    return f"### {title}\n{said}"


def name_both_players(language: Language, series: Series) -> tuple[str, str]:
    """Name both players, with what they play with."""
    first, second = (
        language.say(
            "{player} ({side})",
            player=format_level(language, name, series.game_slug),
            side=name_seat(language, series.game, seat),
        )
        for seat, name in enumerate(series.players)
    )
    return first, second


def format_progress(language: Language, played: Played, now: float) -> str:
    """Say how many games have been played, how many it will be, and what to do if that stands still."""
    counted = language.say(
        "{number} of {games} games played, counted {time}.",
        number=played.tally.games,
        games=played.series.games,
        time=format_age(now),
    )
    return "\n".join([counted, *_list_tally_lines(language, played), *_list_time_notes(language, played)])


def _list_time_notes(language: Language, played: Played) -> Iterator[str]:
    if played.likely_games is not None:
        said = language.count(
            "At this pace the ten minutes that I have are enough for {number} [game|games].",
            played.likely_games,
        )
        yield f"-# {said}"
    if played.spent >= _LONG:
        hint = language.say(
            "If this stands still for some minutes, I was restarted. Press Again, and I play the same games"
            " anew."
        )
        yield f"-# {hint}"


def format_series_result(language: Language, played: Played, *, can_be_replayed: bool) -> str:
    """Say who won how often, whether that can be luck, and what to try next."""
    return "\n".join(_result_lines(language, played, can_be_replayed=can_be_replayed))


def _result_lines(language: Language, played: Played, *, can_be_replayed: bool) -> Iterator[str]:
    series, tally = played.series, played.tally
    is_interrupted = played.status is SeriesStatus.INTERRUPTED
    if is_interrupted:
        yield language.say(
            "I had to stop after {number} of {games} games. Press Again, and I play the same games anew.",
            number=tally.games,
            games=series.games,
        )
    elif not tally.games:
        yield language.say(
            "Not one game came to its end in the ten minutes that I have. Try faster players, or a smaller"
            " game."
        )
    elif played.status is SeriesStatus.LATE:
        yield language.say(
            "The ten minutes that I have are over. What was played counts: {number} of {games} games.",
            number=tally.games,
            games=series.games,
        )
    if tally.games:
        yield from _list_tally_lines(language, played)
        yield _verdict(language, played)
        if not is_interrupted:  # else there is no picture to speak of
            yield f"-# {_interval(language, played)}"
        if advice := _advice(language, played, can_be_replayed=can_be_replayed):
            yield f"-# {advice}"
    seed = language.say("Seed {seed}: whoever gives it to `/arena` sees the same games.", seed=series.seed)
    yield f"-# {seed}"


def _list_tally_lines(language: Language, played: Played) -> Iterator[str]:
    tally = played.tally
    if tally.games:
        parts = (
            language.say("{player}: {wins}", player=name, wins=language.count("{number} [win|wins]", number))
            for name, number in zip(name_both_players(language, played.series), tally, strict=False)
        )
        draws = language.count("{number} [draw|draws]", tally.draws)
        yield f"**{' · '.join((*parts, draws))}**"


def _verdict(language: Language, played: Played) -> str:
    """Say whether the wins show more than luck: of the same player on both sides, who has the better side."""
    tally, series = played.tally, played.series
    if tally.first == tally.second:
        return _format_balance(language, tally)
    seat = int(tally.second > tally.first)
    better = name_both_players(language, series)[seat]
    is_one = series.players[0] == series.players[1]
    if tally.luck >= _UNLIKELY:
        if is_one:
            return language.say(
                "Both are the same player. Whether it helps to begin is not clear from this: luck alone could"
                " make such a difference. More games tell more."
            )
        return language.say(
            "Who is better is not clear from this: if both were equally good, luck alone could make such a"
            " difference. More games tell more."
        )
    if is_one:
        return _format_side_verdict(language, tally, better)
    level = format_level(language, series.players[seat], series.game_slug)
    return language.say(
        "{player} won clearly more here: by luck alone, that comes less than once in [[rare?1,000|20]] times."
        " But the side may be why: press Swap sides to see whether {level} wins more there too.",
        player=better,
        level=level,
        rare=tally.luck < _RARE,
    )


def _format_balance(language: Language, tally: SeriesResult) -> str:
    if not tally.first:
        return language.say("Nobody won a game, so nobody was better.")
    return language.say(
        "Both sides won equally often, so nothing here speaks for either. More games tell more."
    )


def _format_side_verdict(language: Language, tally: SeriesResult, better: str) -> str:
    if tally.first > tally.second:
        return language.say(
            "Both are the same player, so it helps to begin: {player} won more.", player=better
        )
    return language.say(
        "Both are the same player, so it helps to be the second: {player} won more.", player=better
    )


def _interval(language: Language, played: Played) -> str:
    """Say in plain words what the 95 % interval is."""
    (first, second), tally = name_both_players(language, played.series), played.tally
    return language.say(
        "If they went on for ever, {first} would win {first_share} of every 100 games and {second}"
        " {second_share}. The lines in the picture show that; they are right 95 times in 100.",
        first=first,
        first_share=_format_interval(language, tally, tally.first),
        second=second,
        second_share=_format_interval(language, tally, tally.second),
    )


def _format_interval(language: Language, tally: SeriesResult, number: int) -> str:
    low, high = (round(100 * end) for end in tally.interval(number))
    return language.say("{low} to {high}", low=low, high=high)


def _advice(language: Language, played: Played, *, can_be_replayed: bool) -> str:
    """Say what to press next, if nothing has said so before."""
    series, (first, _) = played.series, name_both_players(language, played.series)
    if series.players[0] == series.players[1]:
        shown = language.say("Replay a game shows how the shortest game was won.")
        return shown if can_be_replayed else ""
    if played.tally.luck < _UNLIKELY:
        return ""
    return language.say(
        "Whoever begins has an advantage in most games. Press Swap sides to see how {player} does as the"
        " second.",
        player=first,
    )


def describe_bars(language: Language, played: Played) -> str:
    """Describe the bars to people who cannot see them."""
    return "; ".join(f"{label}: {number} ({share})" for label, number, share in list_bars(language, played))


def list_bars(language: Language, played: Played) -> Sequence[tuple[str, int, str]]:
    """Return what each bar is about, how long it is, and its interval in hundredths."""
    tally = played.tally
    labels = (*name_both_players(language, played.series), language.say("Draws"))
    return [
        (label, number, language.say("{share} %", share=_format_interval(language, tally, number)))
        for label, number in zip(labels, tally, strict=True)
    ]


def format_game_heading(language: Language, series: Series) -> str:
    """Say which game is seen again."""
    first, second = name_both_players(language, series)
    title = language.say("A game of the arena: {game}", game=format_game(language, series.game_slug))
    said = language.say("{first} against {second}", first=first, second=second)
    return f"### {title}\n{said}"


def format_game_step(language: Language, series: Series, actions: Sequence[Action], looked: Looked) -> str:
    """Say how many moves have been played, and which was the last, or how the game ended."""
    state, ply = looked.variation.state, len(looked.variation.actions)
    number = language.say("Move {number} of {count}", number=ply, count=len(actions))
    players = name_both_players(language, series)
    if state.outcome is not None:
        winner = {"first": players[0], "second": players[1]}.get(state.outcome.value)
        said = format_outcome(language, state, winner)
    elif not ply:
        said = language.say("The game begins.")
    else:
        before = series.game.initial()
        for action in actions[: ply - 1]:
            before = before.successor(action)
        said = language.say(
            "{player} played {move}.",
            player=players[before.to_move],
            move=before.name_of(actions[ply - 1]),
        )
    lines = [f"**{number}**: {said}"]
    if not state.is_terminal:
        move = state.name_of(actions[ply])
        lines.append(language.say("Next, {player} plays {move}.", player=players[state.to_move], move=move))
    return "\n".join(lines)
