"""Profiles: a person's ratings and results, and the record between two."""

from collections.abc import Sequence

from bot.components import parts
from bot.components.answers import Manner, Request, on_press
from bot.components.histories import open_button
from bot.components.parts import Layout, Part
from bot.components.puzzles import offer_practice
from bot.models import Curve, Duel, Past, Profile
from bot.rendering.careers import Career, render_careers
from bot.services import profile as service
from bot.words import profiles
from bot.words.language import Language

_CHART = "ratings.png"
_LINES = 12  # of results, for which a phone has room


async def draw_profile(request: Request, user_id: int) -> Layout:
    """Draw a person's profile, as much of it as fits a phone: with ratings, results are behind a button."""
    context, language = request.context, request.reader.language
    profile = await service.compile_profile(context, request.asker, user_id, is_public=request.is_public)
    buttons = [open_button(language, Past(user_id, request.asker))]
    if profile.ratings:
        id_ = results_button.id_for(profile.user_id)
        buttons.append(parts.button(language.say(profiles.RESULTS), id_))
    if profile.missed:
        buttons.append(offer_practice(language, profile.missed))
    return Layout(
        profiles.heading(language, profile),
        profiles.ratings(language, profile, context.now(), profiles.MOST),
        await _draw_chart(request, profile.curves),
        *([] if profile.ratings else _results(language, profile)),
        profiles.more(language, profile),
        buttons,
        accent=parts.RUNNING,
    )


async def _draw_chart(request: Request, curves: Sequence[Curve]) -> Part:
    if not curves:
        return ""
    language = request.reader.language
    png = await request.draw(render_careers, *_careers(language, curves))
    return parts.gallery(_CHART, png, profiles.describe_curves(language, curves))


def _careers(language: Language, curves: Sequence[Curve]) -> tuple[tuple[Career, ...], tuple[str, ...]]:
    """Return the curves by the order of all matches in them, and their dates."""
    times = sorted({point.rated_at for curve in curves for point in curve.points})
    places = {time: place for place, time in enumerate(times, start=1)}
    careers = tuple(
        Career(
            profiles.format_kind(language, curve.game_slug, curve.board),
            (
                (places[curve.points[0].rated_at] - 1, curve.points[0].before),
                *((places[point.rated_at], point.after) for point in curve.points),
            ),
        )
        for curve in curves
    )
    return careers, tuple(map(profiles.format_date, (times[0], *times)))


def _results(language: Language, profile: Profile) -> list[str]:
    """Tell the results in all games, against whom, and how many wins in a row."""
    formatters = profiles.results, profiles.opponents, profiles.runs
    return [format_one(language, profile) for format_one in formatters]


@on_press("pg", Manner.PRIVATE)
async def results_button(request: Request, user_id: int) -> Layout:
    """Results, below a profile: tell them, and all ratings if there are more than the profile shows."""
    return await _draw_results(request, user_id, 0)


@on_press("pe", Manner.OWN)
async def results_page_button(request: Request, user_id: int, page: int) -> Layout:
    """Another page of the results."""
    return await _draw_results(request, user_id, page)


async def _draw_results(request: Request, user_id: int, page: int) -> Layout:
    context, language = request.context, request.reader.language
    profile = await service.compile_profile(context, request.asker, user_id)
    is_long = len(profile.ratings) > profiles.MOST
    rated = profiles.ratings(language, profile, context.now()) if is_long else ""
    lines = "\n".join(filter(None, (*_results(language, profile), rated))).split("\n")
    page = min(page, (len(lines) - 1) // _LINES)
    back, on = (results_page_button.id_for(user_id, each) for each in (max(page - 1, 0), page + 1))
    is_last = _LINES * (page + 1) >= len(lines)
    turning = [parts.button("◀", back, disabled=not page), parts.button("▶", on, disabled=is_last)]
    return Layout(
        profiles.heading(language, profile),
        "\n".join(lines[_LINES * page : _LINES * (page + 1)]),
        turning if len(lines) > _LINES else [],
        accent=parts.RUNNING,
    )


def draw_duel(language: Language, duel: Duel) -> Layout:
    """Draw the record between two players."""
    return Layout(
        profiles.duel_heading(language, duel),
        profiles.record(language, duel),
        profiles.format_newest_matches(language, duel),
        accent=parts.RUNNING,
    )
