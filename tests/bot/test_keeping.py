"""The messages of every kind that are kept true: each is drawn once whatever happens, or given up."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from bot.delivery.directory import KnownServers
from bot.models import OpenReview
from bot.playground.errors import UNKNOWN_CHANNEL
from bot.playground.messages import text_of
from tests.bot.shown import id_of
from tests.bot.stage import CALLBACK, MESSAGES, Stage
from tests.bot.test_leaderboards import won_by_first
from tests.bot.test_plans import planned
from tests.bot.test_settings import change
from tests.bot.test_tournaments import opened as opened_tournament
from tests.bot.test_tournaments import resign_all

Change = Callable[[Stage], Awaitable[object]]


class Kind(NamedTuple):
    """A change that upkeep alone draws, what a message says then, and if that waits for a closed channel."""

    change: Change
    says: str
    waits: bool = True


async def end_round(stage: Stage) -> None:
    """Let the first round of a tournament end."""
    message = await opened_tournament(stage, stage.grace, stage.eve)
    await stage.click(stage.ada, message, "Start")
    await stage.upkeep()
    await resign_all(stage)


async def run_race(stage: Stage) -> None:
    """Let Grace take part in a race."""
    message = id_of(await stage.command(stage.ada, "race", game="tic-tac-toe"))
    await stage.click(stage.grace, message, "Solve")


async def let_week_pass(stage: Stage) -> None:
    """Let the time of the next weekly race come."""
    await stage.command(stage.ada, "race", game="tic-tac-toe", weekly=True)
    stage.clock.advance(hours=1)
    await stage.upkeep()
    stage.clock.advance(days=7)


async def plan_match(stage: Stage) -> None:
    """Let the time of a planned match come."""
    await planned(stage)
    stage.clock.advance(hours=2, seconds=1)


async def end_month(stage: Stage) -> None:
    """Let a month end in which people have won points."""
    await change(stage, season=[stage.general.id])
    await won_by_first(stage, stage.ada, stage.grace)
    await stage.upkeep()
    now = datetime.fromtimestamp(stage.clock(), UTC)
    after = (now.replace(day=1) + timedelta(32)).replace(day=1, hour=12)
    stage.clock.advance(seconds=(after - now).total_seconds())
    await stage.command(stage.eve, "help")  # by which the clock is compared


async def let_expire(stage: Stage) -> None:
    """Let an invitation expire that was not answered."""
    await stage.command(stage.ada, "challenge", opponent=stage.grace)
    stage.clock.advance(hours=25)
    await stage.command(stage.eve, "help")
    await stage._upkeep._end_old()


async def leave_review(stage: Stage) -> None:
    """Let a review be as a process leaves it that was killed."""
    await won_by_first(stage, stage.ada, stage.grace)
    review = id_of(await stage.command(stage.ada, "review", public=True))
    await stage.upkeep()
    broken = json.dumps(stage.message(review)["components"]).replace("Review", "Nothing yet")
    stage.world.edit(stage.message(review), {"components": json.loads(broken)})
    left = OpenReview(review, 1, stage.general.id, None, "en-US", None, stage.clock() - 1)
    await stage.storage.findings.open_review(left)


async def refuse_board(stage: Stage) -> None:
    """Let Discord refuse the answer that would have shown a match."""
    stage.playground.fail_next("POST", CALLBACK, 403)
    await stage.playground.command(stage.ada, stage.general, "challenge", level="easy")
    stage.clock.advance(seconds=16)


KINDS = {
    "tournament": Kind(end_round, "Round 2 of 3"),
    "race": Kind(run_race, "0 of 10 solved"),
    "weekly race": Kind(let_week_pass, "The race is open until"),
    "plan": Kind(plan_match, "The match has begun."),
    "season": Kind(end_month, "### Season of "),
    "invitation": Kind(let_expire, "The invitation expired", waits=False),
    "review": Kind(leave_review, "### Review: ", waits=False),
    "match": Kind(refuse_board, "'s turn (X)", waits=False),
}

# Where other processes may have drawn a match, it is drawn once more.
NAMES = [pytest.param(name, marks=pytest.mark.alone) if name == "match" else name for name in KINDS]


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


def told(stage: Stage, kind: Kind) -> int:
    """How many messages say it."""
    return sum(kind.says in text_of(each) for each in stage.world.messages.values())


def sent(stage: Stage) -> int:
    """How often the bot has posted or edited in the channel by its own token, or tried to."""
    here = f"/channels/{stage.general.id}/"
    asked = [path for method, path, _ in stage.playground.requests if method in {"POST", "PATCH"}]
    return sum(path.startswith(here) for path in asked)


async def test_change_is_drawn_once(stage: Stage, kind: Kind) -> None:
    await kind.change(stage)
    assert told(stage, kind) == 0
    await stage.upkeep()
    assert told(stage, kind) == 1
    before = sent(stage)
    await stage.upkeep()
    assert (told(stage, kind), sent(stage)) == (1, before)


@pytest.mark.parametrize("is_taken", [False, True])
async def test_lost_answer_is_repeated(stage: Stage, kind: Kind, *, is_taken: bool) -> None:
    await kind.change(stage)
    for method in ("POST", "PATCH"):
        stage.playground.cut_next(method, MESSAGES.removesuffix("$"), after=is_taken)
    await stage.upkeep()
    stage.playground.heal()
    stage.clock.advance(minutes=1)
    await stage.upkeep()
    assert told(stage, kind) == 1


@pytest.mark.parametrize("status", [403, pytest.param(500, marks=pytest.mark.ci)])
async def test_refused_change_is_drawn_later(stage: Stage, kind: Kind, status: int) -> None:
    await kind.change(stage)
    for method in ("POST", "PATCH"):
        stage.playground.fail_next(method, f"/channels/{stage.general.id}/messages", status, 99)
    await stage.upkeep()
    assert told(stage, kind) == 0
    stage.playground.heal()
    stage.clock.advance(minutes=1)
    await stage.upkeep()
    assert told(stage, kind) == (status == 500 or kind.waits)


@pytest.mark.ci
async def test_change_is_drawn_after_absence(stage: Stage, kind: Kind) -> None:
    await kind.change(stage)
    await stage.stop()
    await stage.offline()
    stage.clock.advance(minutes=30)
    await stage.start()
    await stage.command(stage.eve, "help")
    await stage.upkeep()
    assert told(stage, kind) == 1


async def test_one_of_two_processes_draws(stage: Stage, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    async def take_none(*_: str) -> set[str]:
        return set()

    await kind.change(stage)
    before = sent(stage)
    with monkeypatch.context() as patched:
        patched.setattr(stage.storage.leases, "take", take_none)  # another process has all leases
        await stage.upkeep()
        assert (told(stage, kind), sent(stage)) == (0, before)
    await stage.upkeep()
    assert told(stage, kind) == 1


@pytest.mark.parametrize("name", [name for name in NAMES if name != "review"])
async def test_left_server_is_told_nothing(stage: Stage, name: str) -> None:
    kind = KINDS[name]
    await kind.change(stage)
    stage.bot.servers = KnownServers(stage.bot)
    stage.playground.fail_next("GET", r"/guilds/\d+$", 404, 99)
    before = sent(stage)
    await stage.upkeep()
    stage.playground.heal()
    stage.bot.servers = KnownServers(stage.bot)  # even if the bot comes back
    await stage.upkeep()
    assert (told(stage, kind), sent(stage)) == (0, before)


async def test_deleted_channel_is_given_up(stage: Stage, kind: Kind) -> None:
    stage.playground.expect_refusals(UNKNOWN_CHANNEL)
    await kind.change(stage)
    stage.world.channels = (stage.games,)
    await stage.upkeep()
    before = sent(stage)
    await stage.upkeep()
    assert (told(stage, kind), sent(stage)) == (0, before)
