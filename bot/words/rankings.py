"""The leaderboards of ratings: the best people, and those with the most wins lately."""

from bot.models import ALL_TIME, LEAST_CERTAIN, SCALE_OF_ARENAS, BoardKey, BoardName, Page, Ranking, Standing
from bot.words.language import Language
from bot.words.names import format_game, mention
from bot.words.ratings import FEWEST_IN_A_ROW, format_rating
from bot.words.standings import format_entry, format_ranked, format_results, format_standing


def format_page(language: Language, page: Page) -> str:
    """Write a page of a board, the reader's own place below if it is on another."""
    lines = [_format_ranking(language, page.key, each) for each in page.lines]
    own = [] if page.own is None else [_format_ranking(language, page.key, page.own)]
    lines += ["…", *own] if lines and own else own
    if not page.lines:
        nobody = language.say(
            "Nobody has a place here yet. Be the first: `[[puzzles?/puzzle|/challenge]]`.",
            puzzles=page.key.board == "puzzles",
        )
        lines.insert(0, nobody)
    return "\n".join([_format_heading(language, page.key), _format_meaning(language, page.key), *lines])


def format_number(language: Language, page: Page) -> str:
    """Say which page it is."""
    return language.say("Page {number} of {count}", number=page.number + 1, count=max(page.count, 1))


def _format_heading(language: Language, key: BoardKey) -> str:
    name, is_here = _format_name(language, key), key.guild_id is not None
    board = "" if key.board == "puzzles" else name
    title = language.say(
        "[[{board}|Puzzle ratings]], [[here?on this server|everywhere]]", board=board, here=is_here
    )
    return f"### {title}"


def _format_name(language: Language, key: BoardKey) -> str:
    game = format_game(language, key.game_slug) if key.game_slug else ""
    return language.say(
        "{game}: [[rated?ratings [[maxine?against Maxine|between people]]"
        "|points [[maxine?against Maxine|between people]], {period}]]",
        game=game,
        rated=key.period == ALL_TIME,
        maxine=key.board == "maxine",
        period=key.period,
    )


def _format_meaning(language: Language, key: BoardKey) -> str:
    if key.board == "puzzles":
        return language.say(
            "-# Of all games and of all time. A rating has a place once it is certain to ±{certain}; with a ?"
            " it may still change much.",
            certain=f"{LEAST_CERTAIN:.0f}",
        )
    if key.period != ALL_TIME:
        return language.say(
            "-# Points won in rated matches that ended in this month or week (UTC): 1 for a win, a half for a"
            " draw."
        )
    if key.board == "maxine":
        return language.say(
            "-# From rated matches against me without help; who plays by chance has {random}. A rating has a"
            " place once it is certain to ±{certain}; with a ? it may still change much.",
            random=f"{SCALE_OF_ARENAS:.0f}",
            certain=f"{LEAST_CERTAIN:.0f}",
        )
    return language.say(
        "-# From rated matches, begun at 1500. A rating has a place once it is certain to ±{certain}, after"
        " about five matches; with a ? it may still change much.",
        certain=f"{LEAST_CERTAIN:.0f}",
    )


def _format_ranking(language: Language, key: BoardKey, place: Ranking) -> str:
    """Write one line: by a rating, or of a period as on the leaderboard of all results."""
    if key.period != ALL_TIME:
        results = place.wins, place.draws, place.losses
        return format_standing(language, Standing(place.rank or 0, place.user_id, *results))
    parts = [_format_rated(language, place, key.board)]
    if key.board != "puzzles":
        parts.append(format_results(language, place.wins, place.draws, place.losses))
    if place.streak >= FEWEST_IN_A_ROW:
        parts.append(
            language.say("{number} in a row at the first try", number=place.streak)
            if key.board == "puzzles"
            else language.say("{number} wins in a row", number=place.streak)
        )
    line = format_entry(language, mention(place.user_id), ", ".join(parts))
    return line if place.rank is None else format_ranked(language, place.rank, line)


def _format_rated(language: Language, place: Ranking, board: BoardName) -> str:
    """Write a rating, or how many results are missing until it has a place."""
    missing = place.rating.count_missing(board)
    if place.rank is None and missing and board == "puzzles":
        return language.count("about {number} more new [puzzle|puzzles] until a place", missing)
    if place.rank is None and missing:
        return language.count("about {number} more rated [match|matches] until a place", missing)
    return language.say(
        "{rating} (±{deviation})", rating=format_rating(place.rating), deviation=f"{place.deviation:.0f}"
    )
