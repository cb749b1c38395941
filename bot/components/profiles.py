"""Profiles: a person's ratings and results, and the record between two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import parts
from bot.components.histories import open_button
from bot.components.parts import Layout
from bot.models import Past
from bot.rendering.careers import Career, render_careers
from bot.services import profile as service
from bot.words import profiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.components.answers import Request
    from bot.components.parts import Component
    from bot.models import Curve, Duel, Profile
    from bot.words.language import Language

_CHART = "ratings.png"


async def draw_profile(request: Request, user_id: int) -> Layout:
    """Draw a person's profile."""
    context, asker, language = request.context, request.asker, request.reader.language
    profile = await service.of(context, asker, user_id, is_public=request.is_public)
    chart = await _draw_chart(request, profile.curves)
    return _layout(language, profile, context.now(), chart, Past(user_id, asker))


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


def _layout(language: Language, profile: Profile, now: float, files: dict[str, bytes], past: Past) -> Layout:
    chart = [parts.gallery(_CHART, profiles.describe_curves(language, profile.curves))] if files else []
    return Layout(
        parts.text(profiles.heading(language, profile)),
        *_said(profiles.ratings(language, profile, now)),
        *chart,
        *_said(profiles.results(language, profile)),
        *_said(profiles.opponents(language, profile)),
        *_said(profiles.more(language, profile)),
        parts.row([open_button(language, past)]),
        accent=parts.RUNNING,
        files=files,
    )


def _said(content: str) -> list[Component]:
    return [parts.text(content)] if content else []


def draw_duel(language: Language, duel: Duel) -> Layout:
    """Draw the record between two players."""
    return Layout(
        parts.text(profiles.duel_heading(language, duel)),
        parts.text(profiles.record(language, duel)),
        *_said(profiles.newest(language, duel)),
        accent=parts.RUNNING,
    )
