"""Profiles: ratings, results, streaks, and the opponents whom a person plays most."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import reduce
from typing import Final

from bot.models import (
    HELPED,
    PEOPLE,
    Begun,
    Curve,
    Duel,
    GameRating,
    Match,
    Profile,
    Rating,
    ResultCounts,
    Skill,
    Streak,
)
from bot.words.histories import format_result
from bot.words.language import Language, template
from bot.words.names import format_game, mention
from bot.words.ratings import FEWEST_IN_A_ROW, format_rating
from bot.words.reviews import format_missed
from bot.words.standings import format_entry, format_results
from bot.words.times import format_age

MATCHES, RESULTS = template("Matches"), template("Results")
"""What is written on the buttons."""

MOST = 3
"""How many games fit a phone with all that is said besides, those that are played most."""

_KINDS: Final[Mapping[str, str]] = {
    "people": template("{game}, between people"),
    "maxine": template("{game}, against Maxine"),
    "helped": template("{game}, against Maxine with help"),
}
_FEWEST_FOR_TREND = 4  # reviewed matches, to compare the older half with the newer one


def heading(language: Language, profile: Profile) -> str:
    """Say whose profile it is, and if there is nothing in it, how to begin."""
    title = language.say("Profile of {player}", player=mention(profile.user_id))
    if profile.results or profile.ratings or profile.skill or profile.streak:
        return f"### {title}"
    nothing = language.say("Nothing yet: no match has been finished. `/challenge` begins one.")
    return f"### {title}\n{nothing}"


def ratings(language: Language, profile: Profile, now: float, most: int | None = None) -> str:
    """Say a person's ratings in each game, or those they play most, and at puzzles; nothing if none."""
    played = sorted(profile.ratings, key=lambda each: -each.form.matches)[:most]
    listed = [each for each in profile.ratings if each in played]
    numbers = [each.form.at(now) for each in listed]
    lines = [_format_game_rating(language, *each) for each in zip(listed, numbers, strict=True)]
    if profile.skill is not None:
        lines.append(_format_skill(language, profile.skill))
        numbers.append(profile.skill.rating)
    if any(rating.is_provisional and rating.is_ranked for rating in numbers):
        note = language.say("`?`: this rating is not certain yet, so each match changes it a lot.")
        lines.append(f"-# {note}")
    return _titled(language.say("Ratings"), lines)


def _titled(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"**{title}**", *lines]) if lines else ""


def _format_game_rating(language: Language, rated: GameRating, rating: Rating) -> str:
    if not rating.is_ranked:
        return language.count(
            "{kind}: about {number} more rated [match|matches] until a rating",
            rating.count_missing(rated.board),
            kind=format_kind(language, rated.game_slug, rated.board),
        )
    return language.count(
        "{kind}: **{rating}** (± {deviation}, {number} rated [match|matches])",
        rated.form.matches,
        kind=format_kind(language, rated.game_slug, rated.board),
        rating=format_rating(rating),
        deviation=f"{rating.deviation:.0f}",
    )


def _format_skill(language: Language, skill: Skill) -> str:
    if not skill.rating.is_ranked:
        return language.count(
            "Puzzles: about {number} more new [puzzle|puzzles] until a rating",
            skill.rating.count_missing("puzzles"),
        )
    return language.say(
        "Puzzles: **{rating}** (± {deviation}), {number} in a row at the first try, longest {longest}",
        rating=format_rating(skill.rating),
        deviation=f"{skill.rating.deviation:.0f}",
        number=skill.run,
        longest=skill.longest,
    )


def format_kind(language: Language, game_slug: str, kind: str) -> str:
    """Name a game, and whether it is played between people or against Maxine."""
    return language.say(_KINDS[kind], game=format_game(language, game_slug))


def describe_curves(language: Language, curves: Sequence[Curve]) -> str:
    """Say what the picture of ratings shows."""
    return " ".join(_describe_curve(language, curve) for curve in curves)


def _describe_curve(language: Language, curve: Curve) -> str:
    first, last = curve.points[0], curve.points[-1]
    passed = [first.before, *(point.after for point in curve.points)]
    return language.count(
        "{kind}: rating from {first} on {begin} to {last} on {end} in {number} [match|matches], lowest"
        " {lowest}, highest {highest}.",
        len(curve.points),
        kind=format_kind(language, curve.game_slug, curve.board),
        first=f"{first.before:.0f}",
        begin=format_date(first.rated_at),
        last=f"{last.after:.0f}",
        end=format_date(last.rated_at),
        lowest=f"{min(passed):.0f}",
        highest=f"{max(passed):.0f}",
    )


def format_date(time: float) -> str:
    """Write the day of a time, in UTC, as pictures show it."""
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d}"


def results(language: Language, profile: Profile) -> str:
    """Say how often a person has won, drawn and lost in each game, nothing if they have not finished any."""
    sums = {(each.game_slug, kind): ResultCounts() for each in profile.results for kind in _KINDS}
    for each in profile.results:
        key = each.game_slug, _kind_of(each.versus)
        sums[key] = sums[key].plus(each.results)
    lines = [_format_kind_results(language, *key, total) for key, total in sums.items() if total.played]
    if len(lines) > 1:
        total = format_results(language, *reduce(ResultCounts.plus, sums.values()))
        lines.append(language.say("All together: {results}", results=total))
    return _titled(language.say("Results"), lines)


def _kind_of(versus: str) -> str:
    if versus == PEOPLE:
        return "people"
    return "helped" if versus.endswith(HELPED) else "maxine"


def _format_kind_results(language: Language, game_slug: str, kind: str, total: ResultCounts) -> str:
    return format_entry(language, format_kind(language, game_slug, kind), format_results(language, *total))


def opponents(language: Language, profile: Profile) -> str:
    """Say whom a person plays most, and with what results, nothing if they have no opponent."""
    lines = [
        format_entry(language, mention(each.user_id), format_results(language, *each.results))
        for each in profile.opponents
    ]
    title = language.count("Favourite [opponent|opponents]", len(lines))
    return _titled(title, lines)


def more(language: Language, profile: Profile) -> str:
    """Say how accurately a person plays, and for how many days they have solved puzzles."""
    return "\n".join(_more(language, profile))


def runs(language: Language, profile: Profile) -> str:
    """Say how often a person has won in a row in each game."""
    return "\n".join(_runs(language, profile))


def _runs(language: Language, profile: Profile) -> Iterator[str]:
    for rated in profile.ratings:
        if rated.form.best_streak >= FEWEST_IN_A_ROW:
            yield language.say(
                "Wins in a row in {kind}: {number} now, {longest} at most",
                kind=format_kind(language, rated.game_slug, rated.board),
                number=rated.form.streak,
                longest=rated.form.best_streak,
            )


def _more(language: Language, profile: Profile) -> Iterator[str]:
    if profile.accuracies:
        yield _format_accuracies(language, profile.accuracies)
    if profile.streak is not None:
        yield _format_streak(language, profile.streak, profile.today)
    if profile.missed is not None:
        yield format_missed(language, profile.missed)


def _format_accuracies(language: Language, accuracies: Sequence[float]) -> str:
    """Say how accurate the reviewed matches were: the older half of them, and the newer one."""
    if len(accuracies) < _FEWEST_FOR_TREND:
        return language.count(
            "Accuracy in {number} reviewed [match|matches]: {percent}%",
            len(accuracies),
            percent=_mean(accuracies),
        )
    middle = len(accuracies) // 2
    return language.say(
        "Accuracy in {number} reviewed matches: {older}% in the earlier half → {newer}% in the later half",
        number=len(accuracies),
        older=_mean(accuracies[:middle]),
        newer=_mean(accuracies[middle:]),
    )


def _mean(numbers: Sequence[float]) -> str:
    return f"{sum(numbers) / len(numbers):.0f}"


def _format_streak(language: Language, streak: Streak, today: int) -> str:
    return language.count(
        "Daily puzzles: {number} [day|days] in a row now, {longest} at most",
        streak.length if streak.is_alive(today) else 0,
        longest=streak.longest,
    )


def _mention_player(user_id: int) -> str:
    return mention(user_id) if user_id else "Maxine"


_DETAILED = 6
"""With how many games it is said who began; with more the message would be longer than Discord allows."""


def duel_heading(language: Language, duel: Duel) -> str:
    """Say whose record it is."""
    one, other = map(_mention_player, duel.player_ids)
    title = language.say("{first} against {second}", first=one, second=other)
    return f"### {title}"


def record(language: Language, duel: Duel) -> str:
    """Say who has won how much, in each game, by who began, and the longest run."""
    return "\n".join(_record(language, duel))


def _record(language: Language, duel: Duel) -> Iterator[str]:
    if not duel.begun:
        yield language.say("They have not finished a match with each other yet. `/challenge` begins one.")
        return
    games = defaultdict[str, list[Begun]](list)
    for each in duel.begun:
        games[each.game_slug].append(each)
    if len(games) > 1:
        yield language.say("All together: {results}", results=_format_results(language, duel, duel.begun))
    if duel.longest is not None and duel.longest.length > 1:
        yield language.count(
            "Longest run: {player} won {number} [match|matches] in a row.",
            duel.longest.length,
            player=_mention_player(duel.longest.winner_id),
        )
    for game_slug, begun in games.items():
        game = format_game(language, game_slug)
        yield format_entry(language, f"**{game}**", _format_results(language, duel, begun))
        for each in begun if len(games) <= _DETAILED else ():
            yield language.say(
                "- {player} began: {results}",
                player=_mention_player(each.beginner_id),
                results=_format_results(language, duel, [each]),
            )
    if not all(duel.player_ids):
        note = language.say("Matches with help, or from a position of another match, are not counted.")
        yield f"-# {note}"


def _format_results(language: Language, duel: Duel, begun: Sequence[Begun]) -> str:
    total = reduce(ResultCounts.plus, (each.results for each in begun))
    one, other = map(_mention_player, duel.player_ids)
    return language.say(
        "{one} won {wins}, {other} won {losses}, drawn {draws}",
        one=one,
        other=other,
        wins=total.wins,
        losses=total.losses,
        draws=total.draws,
    )


def format_newest_matches(language: Language, duel: Duel) -> str:
    """List the newest matches, nothing if none may be seen here."""
    if not duel.newest:
        return ""
    title = language.say("The newest matches that can be seen here:")
    return "\n".join([f"**{title}**", *(_format_match(language, match) for match in duel.newest)])


def _format_match(language: Language, match: Match) -> str:
    number = f"#{match.id}" if match.link is None else f"[#{match.id}]({match.link})"
    return " · ".join(
        (
            number,
            format_game(language, match.game_slug),
            format_result(language, match, None),
            format_age(match.touched_at),
        )
    )
