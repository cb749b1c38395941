"""What fits the screen of a phone, in a real browser."""

import pytest

from bot.components.answers import Button
from tests.benchmarks import heights
from tests.bot import phone as phones
from tests.bot.puzzling import Patient
from tests.bot.walking import list_commands
from tests.browser import CHROMIUM, MISSING

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)


@pytest.mark.ci
@pytest.mark.parametrize("language", heights.LOCALES)
async def test_answers_of_a_game_fit_a_phone(patient: Patient, language: str) -> None:
    async with phones.opened(patient) as phone:
        found = await heights.measure(phone, heights.LOCALES[language], "connect-four")
    assert list_too_high(found) == []


@pytest.mark.nightly
@pytest.mark.parametrize("language", heights.LOCALES)
async def test_every_answer_fits_a_phone(patient: Patient, language: str) -> None:
    async with phones.opened(patient) as phone:
        found = await heights.measure(phone, heights.LOCALES[language])
    assert list_too_high(found) == []
    assert phone.used == {name for name, _ in list_commands(patient.playground.world.commands)}
    assert phone.pressed | heights.REDRAWN == {*Button.by_kind}


def list_too_high(found: list[phones.Height]) -> list[phones.Height]:
    """Return what a phone has no room for, besides answers that are known not to fit yet."""
    return [
        each
        for each in found
        if each.pixels > heights.TOO_HIGH.get(each.scene.partition(" ")[0], phones.MOST)
    ]
