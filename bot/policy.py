"""The durations and limits that a user can notice: each has one name, here."""

from typing import Final

_HOUR, _DAY = 3600.0, 24 * 3600.0  # seconds

# Matches
UNTOUCHED_SECONDS: Final = 7 * _DAY
"""Seconds after its last move until a running match counts as abandoned."""

STOPPED_CLOCK_SECONDS: Final = _DAY
"""Seconds after its clock was stopped until a match counts as abandoned."""

DORMANT_MATCH_SECONDS: Final = _HOUR
"""Seconds after its last move before the bot checks whether the channel of a match still exists."""

QUESTION_SECONDS: Final = 300
"""Seconds for which "Really resign?" stays on a board that nothing else changes."""

EDITABLE_SECONDS: Final = 3000.0
"""Seconds for which a message is redrawn in place: Discord limits edits of those older than an hour."""

NOTICED_SECONDS: Final = 60.0
"""Seconds after a board was posted for which the waiting player counts as looking at it."""

NO_REMATCH_SECONDS: Final = _DAY
"""Seconds for which a match that a moderator stopped has no rematch."""

MOVE_SECONDS: Final = 10.0
"""Seconds for the bot's move without a time limit, on a machine that is busy otherwise."""

MOST_QUESTIONS: Final = 3
"""The most searches for one person that may wait."""

THREAD_QUIET_MINUTES: Final = 10_080
"""Minutes until Discord archives a quiet thread: a week, as long as a match waits for a move."""

# Offers between players
MOVES_BEFORE_DRAW: Final = 2
"""Moves of each player until the bot accepts a draw."""

MOVES_BEFORE_UNPROVEN_DRAW: Final = 10
"""Moves of each player until the bot accepts a draw without a proof: early estimates are even."""

PLIES_BETWEEN_OFFERS: Final = 2
"""Plies between two offers of a kind by one player, so that players are not pestered."""

# Invitations
INVITATION_SECONDS: Final = _DAY
"""Seconds until an unanswered invitation expires."""

MOST_INVITATIONS: Final = 5
"""The most invitations of one person within the window, if none is accepted: each pings."""

INVITATIONS_WINDOW_SECONDS: Final = _HOUR
"""The window of `MOST_INVITATIONS`, in seconds."""

MOST_WAITING_INVITATIONS: Final = 3
"""The most invitations that may wait for one person's answer, from all inviters."""

# Votes of a channel
VOTE_SECONDS: Final = 60
"""Seconds of a vote whose opener has chosen no pace."""

AWAITED_ROUNDS: Final = 2
"""The newest rounds whose voters are waited for."""

DEPUTY_ROUNDS: Final = 2
"""Rounds in which a person has voted who may act for an opener who is gone."""

MOST_VOTERS_NAMED: Final = 3
"""The most voters that are named at the end."""

CHANNEL_REDRAW_SECONDS: Final = 2.0
"""Seconds between two drawings of a channel's board."""

OLD_CHANNEL_REDRAW_SECONDS: Final = 60.0
"""The same for a board that is too old to be edited often."""

# Tournaments and plans
FEWEST_ENTRANTS: Final = 3
"""The fewest entrants of a tournament."""

MOST_ENTRANTS: Final = 24
"""The most entrants: no more fit into one message, in any language."""

MOST_ROUND_ROBIN_ENTRANTS: Final = 10
"""The most entrants that play a round robin; more of them play by the Swiss system."""

UNBEGUN_TOURNAMENT_SECONDS: Final = 7 * _DAY
"""Seconds after which a tournament that has not begun is cancelled."""

PLAN_AHEAD_SECONDS: Final = 7 * _DAY
"""Seconds for which something may be planned ahead: as long as a tournament waits to be begun."""

EVENT_SECONDS: Final = 7 * _DAY
"""Seconds after which the event of a plan ends, if it has not ended before."""

# Races
RACE_SECONDS: Final = _HOUR
"""Seconds that a race lasts."""

RACE_PUZZLES: Final = ("easy",) * 4 + ("medium",) * 4 + ("hard",) * 2
"""How difficult the puzzles of a race are, in their order."""

RACE_PENALTY_SECONDS: Final = 30
"""Seconds that a wrong move or a hint costs in a race."""

MOST_RACERS_NAMED: Final = 20
"""The most people that the standings of a race name."""

PRACTICE_PUZZLES: Final = 3
"""The puzzles of one theme that practise it."""

# Ratings, tables and lists
FEWEST_RATED_MOVES: Final = 2
"""The fewest moves of each side in a rated match."""

RATED_MATCHES_A_DAY: Final = 10
"""The most matches of two people with each other that are rated in a day."""

RANKINGS_PAGE: Final = 5
"""Lines of a page of ratings."""

MOST_RANKINGS_PAGES: Final = 100
"""The most pages of ratings that can be turned to."""

STANDINGS_PAGE: Final = 10
"""Lines of a leaderboard: Discord accepts at most 6,000 characters of tables in a message."""

STANDINGS_SHORT_PAGE: Final = 3
"""Lines of each leaderboard where several stand in a message."""

STREAKS_PAGE: Final = 10
"""Lines of the table of streaks."""

HISTORY_PAGE: Final = 8
"""Matches on a page of a history; more of them do not fit a phone."""

PROFILE_MATCHES: Final = 5
"""The newest matches in a profile."""

CHARACTERS_PAGE: Final = 2
"""Characters on a page, which fits a phone."""

MOST_RUNNING_SHOWN: Final = 8
"""The most running matches in a list."""

MOST_MOVABLE_SHOWN: Final = 2
"""The most stopped matches of a list that can be moved to the channel."""

SEASON_PLACES: Final = 3
"""The places of a season that are announced."""

SEASON_RETRY_SECONDS: Final = 7 * _DAY
"""Seconds after the end of a month in which its announcement is tried again."""

SILENT_SERVER_SECONDS: Final = 30 * _DAY
"""Seconds without an event from a server until the bot checks whether it is still a member."""

# Arenas
ARENA_GAMES: Final = 100
"""Games of an arena whose member has chosen no number."""

MOST_ARENA_GAMES: Final = 200
"""The most games of an arena."""

MOST_ARENAS: Final = 3
"""The most arenas at once on a server."""

ARENA_SECONDS: Final = 600.0
"""Seconds after which an arena ends: less than the fifteen minutes in which Discord lets the bot edit it."""

ARENA_EDIT_SECONDS: Final = 4.0
"""Seconds between two edits of an arena's message."""
