"""A playground with trouble: requests that fail, are cut or wait, and deliveries that come twice."""

import asyncio
import contextlib
import re
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from aiohttp import web

from bot.playground.errors import (
    ALREADY_ANSWERED,
    FORBIDDEN,
    HAS_THREAD,
    INVALID_FORM,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    ApiError,
)
from bot.playground.gateway import Gateway
from bot.playground.live import Restart
from bot.playground.rest import API, Admit, Handler, Rest, answer_error
from bot.playground.things import Json
from bot.playground.world import World
from tests import driver

CUT = 0  # the status of a request whose line was cut instead of an answer
DELIVERY = "DELIVERY"  # what stands in a method's place in a fault of what the bot is told; it comes twice
RETRY_AFTER = 0.2
CONSEQUENCES = ALREADY_ANSWERED, HAS_THREAD, UNKNOWN_INTERACTION, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK
"""How later requests may be refused when an earlier one was lost, late, or obeyed without an answer."""

SENTENCES = {
    400: INVALID_FORM[1:],
    403: FORBIDDEN[1:],
    404: (10008, "Unknown Message"),
    429: (0, "You are being rate limited."),
    500: (0, "500: Internal Server Error"),
    503: (0, "503: Service Unavailable"),
}
OF_RATE_LIMIT = {
    "Via": "1.1 google",
    "Retry-After": "1",
    "X-RateLimit-Limit": "5",
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Reset-After": str(RETRY_AFTER),
    "X-RateLimit-Bucket": "playground",
    "X-RateLimit-Scope": "user",
}


@dataclass
class Fault:
    """The next so many requests like this one wait so long, and fail if there is a status to fail with."""

    method: str
    path: re.Pattern[str]
    times: int
    after: bool
    seconds: float = 0
    status: int | None = None


class Trouble:
    """The faults that wait for their request."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._end = asyncio.Event()  # of what waits now
        self._is_closing = False

    def hurry(self) -> None:
        """Let go on at once what waits."""
        self._end.set()
        self._end = asyncio.Event()

    def close(self) -> None:
        """Cut every line that waits."""
        self._is_closing = True
        self._end.set()

    async def wait(self, seconds: float) -> None:
        """Wait so long, or until hurried."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._end.wait(), seconds)

    def meet(self, method: str, path: str, *, after: bool = False) -> Fault | None:
        """The fault planned for this moment of a request, which is one less from now on."""
        for fault in self.faults:
            if (fault.method, fault.after) == (method, after) and fault.path.search(path):
                fault.times -= 1
                if fault.times == 0:
                    self.faults.remove(fault)
                return fault
        return None

    async def strike(self, request: web.Request, *, after: bool = False) -> web.Response | None:
        """Let a request suffer the fault planned for this moment; what is answered to it, if it fails."""
        fault = self.meet(request.method, request.path.removeprefix(API), after=after)
        if fault is None:
            return None
        request[driver.STRUCK] = True
        await self.wait(fault.seconds)
        if self._is_closing or fault.status == CUT:
            assert request.transport is not None
            request.transport.abort()
            return web.Response(status=CUT)
        return None if fault.status is None else _failure(fault.status)


def _failure(status: int) -> web.Response:
    code, sentence = SENTENCES[status]
    if status != 429:
        return answer_error(ApiError(status, code, sentence))
    limited = answer_error(ApiError(status, code, sentence, retry_after=RETRY_AFTER, **{"global": False}))
    limited.headers.update(OF_RATE_LIMIT)
    return limited


class TroubledRest(Rest):
    """The routes, each of which faults may strike before it is obeyed, or after."""

    def __init__(self, world: World, gateway: Gateway, trouble: Trouble) -> None:
        super().__init__(world, gateway)
        self._trouble = trouble

    def route(self, method: str, path: str, handler: Handler, admit: Admit | None = None) -> web.RouteDef:
        async def troubled(request: web.Request) -> web.StreamResponse:
            if (failure := await self._trouble.strike(request)) is not None:
                return failure
            response = await handler(request)
            failure = await self._trouble.strike(request, after=True)
            return response if failure is None else failure

        return super().route(method, path, troubled, admit)


class Playground(driver.Playground):
    """A playground whose next requests and deliveries a test can let go wrong."""

    def __init__(self, port: int = 0, history: Path | None = None, on_restart: Restart | None = None) -> None:
        self.trouble = Trouble()
        super().__init__(port, history, on_restart)

    def _make_application(self) -> web.Application:
        self._rest = TroubledRest(self.world, self._gateway, self.trouble)
        return super()._make_application()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.trouble.close()
        await super().__aexit__(kind, error, trace)

    def _deliver_interaction(self, interaction: Json) -> None:
        for _ in range(1 if self.trouble.meet(DELIVERY, "") is None else 2):
            super()._deliver_interaction(interaction)

    def fail_next(
        self, method: str, pattern: str, status: int = 500, times: int = 1, *, after: bool = False
    ) -> None:
        """Let the next requests of a method fail whose path the pattern is found in.

        With `after` Discord does what it was asked to and then answers with the failure all the same.
        """
        assert status in {CUT, *SENTENCES}
        self._plan(Fault(method, re.compile(pattern), times, after, status=status))

    def cut_next(self, method: str, pattern: str, times: int = 1, *, after: bool = False) -> None:
        """Cut the line of the next requests without an answer, before or `after` they are obeyed."""
        self.fail_next(method, pattern, CUT, times, after=after)

    def delay_next(
        self, method: str, pattern: str, seconds: float, times: int = 1, *, after: bool = False
    ) -> None:
        """Let requests be obeyed so much later (math.inf: until hurried), or with `after` answered."""
        self._plan(Fault(method, re.compile(pattern), times, after, seconds))

    def repeat_next(self, times: int = 1) -> None:
        """Let the next interactions be delivered twice, the same each time."""
        self._plan(Fault(DELIVERY, re.compile(""), times, after=False))

    def _plan(self, fault: Fault) -> None:
        self.expect_refusals(*CONSEQUENCES)
        if fault.times > 0:
            self.trouble.faults.append(fault)

    def heal(self) -> None:
        """Forget every fault that is planned."""
        self.trouble.faults.clear()

    def hurry(self) -> None:
        """Let go on at once what waits because of a fault."""
        self.trouble.hurry()
