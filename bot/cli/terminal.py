"""A match against the bot in the terminal, while it is played."""

import sys
from contextlib import suppress
from dataclasses import replace
from io import TextIOWrapper
from random import Random, SystemRandom
from time import monotonic

import engine
from bot.cli import arguments
from bot.cli.text_boards import draw_board
from bot.models import Explanation, Match, Participant, Place, Question
from bot.services import Context
from bot.words.explanations import format_explanation
from bot.words.games import get_words
from bot.words.hints import format_hint, solution
from bot.words.language import ENGLISH, Reader
from bot.words.matches import confirmation_of_resigning, format_status, heading
from bot.words.names import mention
from bot.words.refusals import format_unknown_name
from engine import Analysis
from engine.solver import Stop

_HOW = "Type a move, or: ? (explains), hint, back, resign."
_PROMPT = "> "
_USER_ID, _NAME = 1, "Player"
_READER = Reader(ENGLISH, _USER_ID)


class Terminal:
    """A match while it is played, and whether a hint was given in its position."""

    def __init__(self, slug: str, level: str, *, is_first: bool) -> None:
        person, maxine = Participant(_USER_ID), Participant(None, level)
        players = (person, maxine) if is_first else (maxine, person)
        self._match = Match(0, slug, Place(None, 0), players, 0.0, 0.0)
        self._level, self._random = engine.get_player(level), Random(SystemRandom().getrandbits(64))  # noqa: S311 - no secrets
        self._is_hinted = False

    def play(self) -> None:
        """Play until the match ends, or the input."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # for what a console cannot show or decode
        _say(heading(ENGLISH, self._match), _HOW)
        self._go_on(self._match)
        with suppress(EOFError):
            while not self._match.is_over:
                self._answer(input(_PROMPT if sys.stdin.isatty() else "").strip().lower())

    def _answer(self, typed: str) -> None:
        if typed == "?":
            explanation = Explanation(self._match, self._match.ply, self._analyse(), None)
            _say(format_explanation(_READER, explanation))
        elif typed == "hint":
            self._hint()
        elif typed == "back":
            self._take_back()
        elif typed == "resign":
            self._match = self._match.with_end(None, 0.0)
            _say(confirmation_of_resigning(ENGLISH, self._match, _USER_ID))
        elif typed:
            self._play_move(typed)

    def _play_move(self, name: str) -> None:
        try:
            action = self._match.game.action_named(self._match.state, name)
        except engine.UnknownNameError as error:
            _say(format_unknown_name(ENGLISH, self._match.game, error))
        else:
            self._go_on(self._match.with_move(action, 0.0))

    def _hint(self) -> None:
        """Say what to look for, and the move itself when asked again."""
        analysis = self._analyse()
        question = Question(self._match, self._match.ply, _USER_ID)
        _say(solution(_READER, question, analysis) if self._is_hinted else format_hint(ENGLISH, analysis))
        self._is_hinted = True

    def _take_back(self) -> None:
        """Return to the position before the player's last move."""
        ply = self._match.last_ply_of(self._match.seat_of(_USER_ID) or 0)
        if ply is None:
            _say("You have not played a move yet.")
        else:
            self._go_on(replace(self._match, actions=self._match.actions[:ply]))

    def _go_on(self, match: Match) -> None:
        """Play the bot's moves from a position, and show the next one for the player."""
        while not match.is_over and match.to_move.user_id is None:
            choice = self._level.choose(match.state, _stop_after(Context.reply_seconds), self._random)
            match = match.with_move(choice.action, 0.0)
        self._match, self._is_hinted = match, False
        description = get_words(match.game).describe(
            ENGLISH, match.state, match.move_to(match.ply), match.seat_of(_USER_ID)
        )
        _say(
            draw_board(match.state, match.seat_of(_USER_ID) or 0), description, format_status(ENGLISH, match)
        )

    def _analyse(self) -> Analysis:
        return engine.analyse(self._match.state, _stop_after(Context.explanation_seconds))


def _stop_after(seconds: float) -> Stop:
    end = monotonic() + seconds
    return lambda: monotonic() >= end


def _say(*texts: str) -> None:
    """Print what is said in a message, without its marks, and a name in place of the mention."""
    for text in filter(None, texts):
        arguments.say(
            text.replace(mention(_USER_ID), _NAME).replace("**", "").replace("`", "").removeprefix("### ")
        )
    arguments.say("")
