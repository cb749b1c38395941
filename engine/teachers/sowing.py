"""Why a move of a game of sowing seeds is good or bad: the remarks on it, the weightiest first.

A remark follows from the rules alone, or from the line that was found for a move. Then it covers two turns,
as players see no further. Moves that differ in nothing else are compared by the rows right after each.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice
from math import inf
from typing import ClassVar, Final

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import Kind, Remark
from engine.rules.counting import SURE
from engine.rules.sowing import Sowing
from engine.solver import AnalysedMove
from engine.teacher import Teacher
from engine.teachers.sowing_kinds import SowingKind
from engine.teachers.sowing_lines import (
    SowingLine,
    follow_line,
    moves_again,
    refutations,
    remark_on_answer,
    remark_on_end,
    response,
    states_of_turn,
)
from engine.teachers.sowing_looks import (
    ADDED_LOOKS,
    LOOKS,
    Choice,
    Look,
    count_captured,
    count_losses,
    exchange,
    exchange_best,
    get_ready,
    list_shared,
    make_sure,
    pick_most,
    prevent,
    win_in_turn,
)

_MUCH: Final = 3
"""How many times as many seeds what comes later has to bring, or what a move costs, to be said instead."""

_MOST_OF_SLIGHT: Final = 0.35

_MOST_PREVENTING: Final = 3
"""How many replies that prevent a capture are named; where there are more, it is no promise."""

_OF_THE_LINE: Final = frozenset({SowingKind.PREPARES, SowingKind.AVOIDS_THREAT})
"""What the line of a move tells that players do not see now."""

_TELLING_PRICE: Final = frozenset({SowingKind.LOSES_FEWEST, SowingKind.WINS_BACK_LEAST})
"""What tells what the opponent can take next."""

_OF_THE_BEST: Final = frozenset({SowingKind.STAYS_SAFE, SowingKind.LOSES_FEWEST})
"""What is not said of a move that costs seeds even so."""


class SowingTeacher(Teacher, of=Sowing):  # type: ignore[type-abstract]  # of a whole family
    """What is taught of such a game, as far as its seeds tell it.

    A kind is `said_by` others that say more. `looks` show what remarks of a kind tell,
    and `rows` what there is in the rows, the weightiest first.
    """

    explains_alone = True
    looks: ClassVar[Mapping[Kind, Look]] = LOOKS
    rows: ClassVar[Mapping[SowingKind, Look]] = {}
    said_by: ClassVar[Mapping[Kind, frozenset[Kind]]] = {
        SowingKind.THREATENS_CAPTURE: frozenset({SowingKind.SURE_CAPTURE})
    }
    game: Sowing

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterable[Remark]:
        """Tell what the seeds say for a move or against it, the weightiest first."""
        facts = tuple(self.remarks(analysis.state, move.action))
        harms = [fact for fact in facts if fact.kind.traits.is_harm]
        exposed = {house for harm in harms for house in harm.besides}
        merits = [
            fact
            for fact in facts
            if not fact.kind.traits.is_harm
            and not (fact.kind is SowingKind.THREATENS_CAPTURE and exposed & {*fact.actions})
        ]
        played = follow_line(self.game, analysis.state, move.line)
        if move.value < -SURE and move.margin is None:
            return self._console(analysis, move, merits, refutations(self.game, played, harms))
        if move.action in analysis.best:
            return self._recommend(analysis, move, [*merits, *self._advantages(analysis, played)], harms)
        return self._drawbacks(analysis, move, played, merits, harms)

    def _recommend(
        self, analysis: Analysis, move: AnalysedMove, merits: Iterable[Remark], harms: Sequence[Remark]
    ) -> Iterator[Remark]:
        """Tell what sets a best move apart, what it gives away, and what else speaks for it."""
        ordered = [*self._pick_merits([*self._keep_promises(analysis.state, move.action, merits)])]
        reasons = self._set_apart(analysis, move.action, ordered)
        is_long = harms and reasons[1:] and reasons[0].kind is SowingKind.THREATENS_CAPTURE
        if (is_long or not reasons) and len(analysis.best) < len(analysis.moves):
            shared = list_shared(self.game, analysis.state, move.action, ordered, self.looks)[: not is_long]
            found = [merit for merit in ordered if merit.kind in _OF_THE_LINE and not shared]
            reasons = [*shared, *[*found, Remark(SowingKind.FOUND_AHEAD)][:1]]
        yield from reasons
        yield from () if _TELLING_PRICE & {reason.kind for reason in reasons} else harms
        yield from (each for each in ordered if each not in reasons)

    def _console(
        self, analysis: Analysis, move: AnalysedMove, merits: Iterable[Remark], refuted: Iterable[Remark]
    ) -> Iterator[Remark]:
        """Tell how a move loses where all do, and before that what sets a best one apart."""
        if move.action in analysis.best:
            kept = self._keep_promises(analysis.state, move.action, merits)
            yield from self._set_apart(analysis, move.action, [*self._pick_merits([*kept])])
        yield from refuted

    def _keep_promises(self, state: State, action: Action, merits: Iterable[Remark]) -> Iterator[Remark]:
        """Yield merits, with a threat to capture the replies that prevent it, if they are few."""
        after = state.successor(action)
        for merit in merits:
            if merit.kind is not SowingKind.THREATENS_CAPTURE:
                yield merit
                continue
            replies = prevent(self.game, after, merit.actions[0], merit.number)
            is_promise = len(replies) <= min(_MOST_PREVENTING, len(after.actions()) // 2)
            yield merit._replace(besides=replies, of=len(after.actions())) if is_promise else merit

    def _set_apart(self, analysis: Analysis, action: Action, merits: Sequence[Remark]) -> list[Remark]:
        """Return what sets a move apart from all that are not best, or else from all told to be worse."""
        top = analysis.moves[0]
        as_good = frozenset(move.action for move in analysis.moves if self._cost(top, move) <= 0)
        choices = (
            Choice(self.game, analysis.state, action, good) for good in (frozenset(analysis.best), as_good)
        )
        return next(filter(None, (self._find_reason(choice, merits) for choice in choices)), [])

    def _find_reason(self, choice: Choice, merits: Sequence[Remark]) -> list[Remark]:
        """Return the weightiest reason that no worse move has, or one and what sets it apart from those.

        Where there is none, it is a rule of thumb: what there is most of after the moves that win most
        seeds and then lose least.
        """
        seen = [merit for merit in merits if merit.kind in self.looks]
        for merit in seen:
            if choice.is_set_apart(self.looks[merit.kind]):
                return [merit]
        threats = [merit for merit in merits if merit.kind is SowingKind.THREATENS_CAPTURE]
        looks = {**ADDED_LOOKS, **({SowingKind.THREATENS_MOST: get_ready} if threats else {}), **self.rows}
        for merit in seen:
            for added in choice.compare(self.looks[merit.kind], looks):
                is_threat = added.kind is SowingKind.THREATENS_MOST
                return [merit, added._replace(actions=threats[0].actions) if is_threat else added]
        return choice.compare(exchange_best, self.rows)[:1]

    def compare_captures(self, state: State, action: Action, after: State, captured: int) -> Iterator[Remark]:
        """Compare what either player can capture with one move before the action and after it."""
        best, turned = self.game.best_capture, self.game.passed
        lost, attacked = best(after.position), best(turned(state.position))
        threatened = best(turned(after.position))
        if lost.seeds > self.game.own_seeds:
            houses = self.game.taken(after.position, lost.action)
            yield Remark(SowingKind.LETS_CAPTURE, (lost.action,), lost.seeds, houses, of=captured)
        yield from self.safety(state, action)
        yield from self.sure_capture(state, action)
        if threatened.seeds > max(best(state.position).seeds, self.game.own_seeds):
            yield Remark(SowingKind.THREATENS_CAPTURE, (threatened.action,), threatened.seeds)
        if attacked.seeds > self.game.own_seeds and not count_losses(self.game, state)[action]:
            houses = self.game.taken(turned(state.position), attacked.action)
            in_danger = attacked.seeds - self.game.own_seeds
            yield Remark(SowingKind.SAVES, (attacked.action,), in_danger, houses)
        if len(after.actions()) == 1:
            yield Remark(SowingKind.LEAVES_ONE_MOVE, after.actions())

    def safety(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell how much the opponent can capture, if that is less than after other actions."""
        lost = count_losses(self.game, state)
        if action not in lost or len(lost) < 2:  # noqa: PLR2004 - there has to be another
            return
        mine = lost[action]
        worse = tuple(other for other in lost if lost[other] > mine)
        if worse and not mine:
            yield Remark(SowingKind.STAYS_SAFE, (), min(lost[other] for other in worse), worse)
        elif len(worse) == len(lost) - 1:
            yield Remark(SowingKind.LOSES_FEWEST, (), mine, worse)

    def sure_capture(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell how many seeds can be captured next whatever the opponent replies, if no move could before."""
        least, after = make_sure(self.game, state, action), state.successor(action)
        if least > max(self.game.best_capture(state.position).seeds, 1):
            replies = [after.successor(reply) for reply in after.actions()]
            houses = sorted({house for reply in replies for house in reply.actions()})
            captured = {
                house: [count_captured(self.game, each, house) for each in replies] for house in houses
            }
            sure = [house for house, seeds in captured.items() if min(seeds) >= least]
            pairs = (pair for pair in combinations(captured, 2) if _least(captured, pair) >= least)
            named = (*sure[:1],) or next(pairs, ())
            yield Remark(SowingKind.SURE_CAPTURE, named, least)

    def _pick_merits(self, merits: Sequence[Remark]) -> Iterator[Remark]:
        """Yield what is to be said of merits, the weightiest first.

        Nothing is said twice, and slight ones are said alone.
        """
        kinds = {merit.kind for merit in merits}
        ordered = sorted(merits, key=self._weigh, reverse=True)
        for number, merit in enumerate(ordered):
            is_said = not kinds.isdisjoint(self.said_by.get(merit.kind, ()))
            if not is_said and (not number or not merit.kind.traits.is_slight):
                yield merit

    def _weigh(self, remark: Remark) -> float:
        traits = remark.kind.traits
        weight = traits.weight * max(remark.number, 1)
        if remark.kind is SowingKind.STAYS_SAFE:  # which tells little if most other moves are safe as well
            weight *= len(remark.besides)
        return min(weight, _MOST_OF_SLIGHT) if traits.is_slight else weight

    def _advantages(self, analysis: Analysis, played: SowingLine) -> Iterator[Remark]:
        """Tell what the line brings, by itself and compared with that of the next best move."""
        yield from self._remark_on_collected(played)
        state, action = analysis.state, played.line[0]
        won, lost = exchange(self.game, state, action)
        if won > 0 <= lost and action in pick_most(self.game, state, state.actions(), exchange_best):
            yield Remark(SowingKind.WINS_BACK_LEAST, number=won, of=lost)
        others = [other for other in analysis.moves if other.action not in analysis.best]
        if others:
            yield from self._comparison(analysis.state, played, others)
        if played.end.is_terminal:
            yield remark_on_end(self.game, played)

    def _remark_on_collected(self, played: SowingLine) -> Iterator[Remark]:
        """Tell what the line brings before the opponent's first turn and right after it."""
        if played.own > 1 and played.collected > 0:
            yield Remark(SowingKind.COLLECTS, played.line[1 : played.own], played.collected)
        prepared = self._captured_at(played, played.answer)
        replies = played.line[played.own : played.answer]
        if prepared > 1 and len(replies) == 1:
            yield Remark(SowingKind.PREPARES, (played.line[played.answer],), prepared, replies)

    def _captured_at(self, played: SowingLine, place: int) -> int:
        """Return how many seeds are captured by the move at a place of a line, if there is one."""
        if place >= len(played.line):
            return 0
        return self.game.captured(played.states[place], played.line[place])

    def _cost(self, best: AnalysedMove, move: AnalysedMove) -> int:
        """Return how many seeds more a move is worth than another, as far as is known."""
        if best.margin is not None and move.margin is not None:
            return best.margin - move.margin
        return round(self.game.count(best.value)) - round(self.game.count(move.value))

    def _comparison(
        self, state: State, played: SowingLine, others: Sequence[AnalysedMove]
    ) -> Iterator[Remark]:
        """Tell what the opponent can do next after other moves that they cannot after a best one."""
        theirs, *more = (follow_line(self.game, state, other.line) for other in others)
        is_known = played.reply is not None or played.end.is_terminal  # what the opponent can do
        if not is_known or theirs.reply is None:
            return
        alike = [each for each in more if each.reply == theirs.reply and each.answered >= theirs.answered]
        told = count_losses(self.game, state).get(others[0].action, 0)
        yield from self._avoided(played, [theirs, *alike], theirs.reply, told)

    def _avoided(
        self, played: SowingLine, alike: Sequence[SowingLine], reply: Action, told: int
    ) -> Iterator[Remark]:
        """Tell what the opponent does, from the reply to the next best move on, that they cannot after this.

        What they can capture right after that move, the first of those that are `alike`, is `told` already.
        """
        theirs, begun = alike[0], played.states[played.own]
        besides = theirs.line[:1]
        if theirs.answered > max(played.answered, told, 1) and theirs.answered > win_in_turn(
            self.game, begun, reply
        ):
            all_alike = tuple(sorted(each.line[0] for each in alike))
            yield Remark(SowingKind.AVOIDS_TURN, (reply,), theirs.answered, all_alike)
        elif theirs.is_answered_twice and not (
            played.is_answered_twice or any(moves_again(each, reply) for each in states_of_turn(begun))
        ):
            yield Remark(SowingKind.AVOIDS_MOVING_AGAIN, (reply,), 0, besides)
        threat = self._in_reply(SowingKind.THREATENS_CAPTURE, theirs, played)
        if threat is not None and not self._can_threaten(begun, threat.number):
            yield Remark(SowingKind.AVOIDS_THREAT, threat.actions, threat.number, besides)

    def _capturable(self, played: SowingLine, place: int, player: int) -> float:
        """Return how many seeds a player can capture at once in the turn that begins at a place of a line.

        Where it does not begin there, and so that is not known, the number is infinite.
        """
        state = played.states[place]
        if state.to_move != player and not state.is_terminal:
            return inf
        return max(self.game.best_capture(each.position).seeds for each in states_of_turn(state))

    def _can_threaten(self, state: State, seeds: int) -> bool:
        """Whether an action of the player to move threatens so many seeds."""
        facts = (fact for action in state.actions() for fact in self.remarks(state, action))
        return any(fact.kind is SowingKind.THREATENS_CAPTURE and fact.number >= seeds for fact in facts)

    def _in_reply(self, kind: SowingKind, played: SowingLine, other: SowingLine) -> Remark | None:
        """Return what the reply in a line does of a kind, if that is for more seeds than in another."""
        found = next((fact for fact in self._facts(kind, played) if fact.number > 1), None)
        if found is None or any(fact.number >= found.number for fact in self._facts(kind, other)):
            return None
        return found

    def _facts(self, kind: SowingKind, played: SowingLine) -> list[Remark]:
        """Return what the reply in a line does of a kind."""
        begun, reply = played.states[played.own], played.line[played.own : played.own + 1]
        facts = chain.from_iterable(self.remarks(begun, action) for action in reply)
        return [fact for fact in facts if fact.kind is kind]

    def _drawbacks(
        self,
        analysis: Analysis,
        move: AnalysedMove,
        played: SowingLine,
        merits: list[Remark],
        harms: list[Remark],
    ) -> Iterator[Remark]:
        """Tell what a move costs that is not the best, and with which reply; what speaks for it as well."""
        top = analysis.moves[0]
        best, lost = follow_line(self.game, analysis.state, top.line), count_losses(self.game, analysis.state)
        cost = max(self._cost(top, move), 0)  # another may seem to win more than what is proven
        slight = [merit for merit in merits if not cost or merit.kind not in _OF_THE_BEST]
        worse = bool(harms) and lost.get(move.action, 0) > lost.get(top.action, 0)
        yield from () if cost else self._pick_merits(slight)
        yield from harms if worse else ()
        near = [
            *self._remark_on_left_seeds(played, best),
            *(self._prepared(played, best) if cost and not worse else ()),
            *remark_on_answer(played, best, harms),
        ]
        near.sort(key=lambda remark: -remark.number)
        yield from () if worse else self._weightier(near, cost, played, best)
        yield from near
        yield from response(played, cost if top.value < SURE or top.margin is not None else 0)
        yield from () if worse else harms
        yield from self._pick_merits(slight) if cost else ()
        if played.end.is_terminal:
            yield remark_on_end(self.game, played)

    def _remark_on_left_seeds(self, played: SowingLine, best: SowingLine) -> Iterator[Remark]:
        """Tell how many seeds a worse move leaves that the best one wins before the opponent's turn."""
        begun, fewer = best.line[:1], best.collected - played.collected
        captured = self._captured_at(best, 0) - self._captured_at(played, 0)
        if best.own > 1 and fewer > 0:
            yield Remark(SowingKind.COLLECTS_FEWER, (), fewer, begun)
        elif captured > 1:
            yield Remark(SowingKind.CAPTURES_FEWER, (), captured, begun, of=self._captured_at(best, 0))

    def _prepared(self, played: SowingLine, best: SowingLine) -> Iterator[Remark]:
        """Tell what the opponent captures after the next move, if that is more than after the best move."""
        captured = self._captured_at(played, played.again)
        if captured > max(self._captured_at(best, best.again), 1):
            action, reply = played.line[played.again], played.line[played.own]
            yield Remark(SowingKind.LETS_PREPARE, (action,), captured, (reply,))

    def _weightier(
        self, near: list[Remark], cost: int, played: SowingLine, best: SowingLine
    ) -> Iterator[Remark]:
        """Tell what is worse in a line if what is near on the board makes up little of what a move costs."""
        told = near[0].number if near else -1
        if not near or _MUCH * told < cost:
            missed = self._remark_on_forgone(played, best)
            yield from islice((remark for remark in missed if remark.number > _MUCH * told), 1)

    def _remark_on_forgone(self, played: SowingLine, best: SowingLine) -> Iterator[Remark]:
        """Tell what is worse in a line than in that of the best move, the nearest first."""
        begun, reply = best.line[:1], played.line[played.own : played.own + 1]
        forgone, had = self._captured_at(best, best.answer), self._captured_at(played, 0)
        if forgone > max(had, 1, self._capturable(played, played.answer, played.mover)):
            yield Remark(SowingKind.FORGOES, (best.line[best.answer],), forgone, begun)
        if played.is_answered_twice and not best.is_answered_twice:
            yield Remark(SowingKind.LETS_MOVE_AGAIN, reply)
        if (threat := self._in_reply(SowingKind.THREATENS_CAPTURE, played, best)) is not None:
            yield Remark(SowingKind.LETS_THREATEN, threat.actions, threat.number, reply)
        if (saved := self._in_reply(SowingKind.SAVES, played, best)) is not None:
            yield Remark(SowingKind.LETS_SAVE, reply, saved.number)


def _least(captured: Mapping[Action, Sequence[int]], pair: tuple[Action, Action]) -> int:
    """Return how many seeds either of two houses captures at least."""
    one, other = (captured[house] for house in pair)
    return min(max(seeds) for seeds in zip(one, other, strict=True))
