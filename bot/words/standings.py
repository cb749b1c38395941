"""The leaderboard: the most wins, and the results of a season."""

from datetime import date
from typing import Final

from bot.models import HELPED, LAST_RANK, PEOPLE, ResultsTable, Season, SeasonBoard, Standing
from bot.words.language import Language, template
from bot.words.names import format_game, format_level, mention


def heading(language: Language, game_slug: str, *, is_of_server: bool) -> str:
    """Say which game the leaderboard is about, and whose results it counts."""
    game = format_game(language, game_slug)
    title = language.say("{game}, [[here?on this server|everywhere]]", game=game, here=is_of_server)
    return f"### {title}"


def emptiness(language: Language, game_slug: str, level: str | None) -> str:
    """Say that there are no results, or none against a level or character, and how to get one."""
    return language.say(
        "Nobody has finished a match[[ against Maxine, {level},]] yet. Be the first: `/challenge`.",
        level=level and format_level(language, level, game_slug),
    )


def omission(language: Language, number: int) -> str:
    """Say that so many tables are left out, and how to see one of them."""
    return language.count(
        "{number} more [table does|tables do] not fit here. Name a `level` to see the one that is about it.",
        number,
    )


def table_heading(language: Language, game_slug: str, table: ResultsTable) -> str:
    """Name a table of the leaderboard."""
    if table.versus == PEOPLE:
        return language.say("Between people")
    level = format_level(language, table.versus.removesuffix(HELPED), game_slug)
    return language.say(
        "Against Maxine, {level}[[helped?, with help]]", level=level, helped=table.versus.endswith(HELPED)
    )


def format_table(language: Language, table: ResultsTable) -> str:
    """Write a table line by line, the reader's own place below if it is further down."""
    lines = [format_standing(language, standing) for standing in table.top]
    if table.own is not None:
        lines += ["…", format_standing(language, table.own)]
    return "\n".join(lines)


def format_standing(language: Language, standing: Standing) -> str:
    """Write one line of the leaderboard."""
    points = format_points(language, standing.halves)
    results = format_results(language, standing.wins, standing.draws, standing.losses)
    line = format_entry(language, mention(standing.user_id), f"{points}, {results}")
    return format_ranked(language, standing.rank, line)


def format_ranked(language: Language, rank: int, line: str) -> str:
    """Write a rank before what is said of a person, or after it that the rank was not counted."""
    if rank > LAST_RANK:
        return language.say("{line} (beyond place {last})", line=line, last=language.number(LAST_RANK, ","))
    return f"{rank}. {line}"


def format_entry(language: Language, name: str, said: str) -> str:
    """Write what is said of a person, or of a game, after their name."""
    return language.say("{name}: {said}", name=name, said=said)


def format_results(language: Language, wins: int, draws: int, losses: int) -> str:
    """Count wins, draws and losses."""
    return ", ".join(
        (
            language.count("{number} [win|wins]", wins),
            language.count("{number} [draw|draws]", draws),
            language.count("{number} [loss|losses]", losses),
        )
    )


def format_points(language: Language, halves: int) -> str:
    """Say how many points so many halves are."""
    whole, half = divmod(halves, 2)
    if half:
        return language.say("{whole}.5 points", whole=whole)
    return language.count("{number} [point|points]", whole)


NEW_SEASON: Final = template("New season")


def format_season(language: Language, season: Season) -> str:
    """Tell who was first in each game, how many took part, and where the new season stands."""
    month = language.month(date.fromisoformat(f"{season.month}-01"))
    return "\n".join(
        (
            language.say("### Season of {month}", month=month),
            language.say(
                "-# The month is over. Points were won in rated matches between people on this server: 1 for"
                " a win, a half for a draw."
            ),
            *(_format_board(language, board) for board in season.boards),
            language.say("The new season has begun: `/leaderboard board:rating period:month` shows it."),
        )
    )


def _format_board(language: Language, board: SeasonBoard) -> str:
    title = language.count(
        "**{game}**, {number} [person|people] took part",
        board.people,
        game=format_game(language, board.game_slug),
    )
    return "\n".join([title, *(format_standing(language, standing) for standing in board.first)])
