"""Profiles: a person's ratings and results, and the record between two."""

from collections.abc import Sequence

from bot.components import parts
from bot.components.answers import Manner, Request, on_press
from bot.components.histories import open_button
from bot.components.parts import Component, Layout
from bot.models import Curve, Duel, Past, Profile
from bot.rendering.careers import Career, render_careers
from bot.services import profile as service
from bot.words import profiles
from bot.words.language import Language

_CHART = "ratings.png"


async def draw_profile(request: Request, user_id: int) -> Layout:
    """Draw a person's profile."""
    context, asker, language = request.context, request.asker, request.reader.language
    profile = await service.compile_profile(context, asker, user_id, is_public=request.is_public)
    chart = await _draw_chart(request, profile.curves)
    return _lay_out_profile(language, profile, context.now(), chart, Past(user_id, asker))


async def _draw_chart(request: Request, curves: Sequence[Curve]) -> dict[str, bytes]:
    if not curves:
        return {}
    drawn = _careers(request.reader.language, curves)
    return {_CHART: await request.context.drawing_pool.draw(request.user_id, render_careers, *drawn)}


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


def _lay_out_profile(
    language: Language, profile: Profile, now: float, files: dict[str, bytes], past: Past
) -> Layout:
    """Draw what fits a phone: with ratings, results are behind a button."""
    chart = [parts.gallery(_CHART, profiles.describe_curves(language, profile.curves))] if files else []
    results = parts.button(language.say(profiles.RESULTS), results_button.id_for(profile.user_id))
    return Layout(
        parts.text(profiles.heading(language, profile)),
        *_said(profiles.ratings(language, profile, now, profiles.MOST)),
        *chart,
        *([] if profile.ratings else _results(language, profile)),
        *_said(profiles.more(language, profile)),
        parts.row([open_button(language, past), *([results] if profile.ratings else [])]),
        accent=parts.RUNNING,
        files=files,
    )


def _results(language: Language, profile: Profile) -> list[Component]:
    """Tell the results in all games, against whom, and how many wins in a row."""
    formatters = profiles.results, profiles.opponents, profiles.runs
    return [part for format_one in formatters for part in _said(format_one(language, profile))]


def _said(content: str) -> list[Component]:
    return [parts.text(content)] if content else []


@on_press("pg", Manner.PRIVATE)
async def results_button(request: Request, user_id: int) -> Layout:
    """Results, below a profile: tell them, and all ratings if there are more than the profile shows."""
    context, language = request.context, request.reader.language
    profile = await service.compile_profile(context, request.asker, user_id)
    is_long = len(profile.ratings) > profiles.MOST
    rated = profiles.ratings(language, profile, context.now()) if is_long else ""
    said = parts.text(profiles.heading(language, profile))
    return Layout(said, *_results(language, profile), *_said(rated), accent=parts.RUNNING)


def draw_duel(language: Language, duel: Duel) -> Layout:
    """Draw the record between two players."""
    return Layout(
        parts.text(profiles.duel_heading(language, duel)),
        parts.text(profiles.record(language, duel)),
        *_said(profiles.format_newest_matches(language, duel)),
        accent=parts.RUNNING,
    )
