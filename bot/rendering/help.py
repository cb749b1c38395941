"""The help, in one short message."""

HELP = """\
**I play board games, perfectly or as weakly as you ask, and I can always say why.**
`/challenge` starts a match: against me (choose a `level`), or against somebody else (name an `opponent`).
`/board` shows your match here again, as a new message.
`/move` plays by name, if you prefer typing to buttons: the cell in the middle is `b2`.
`/explain` says what every legal move is worth, and why; with `ply`, before an earlier move.
`/resign` ends your match here.
`/leaderboard` shows who has won how much, on this server or everywhere; `/help` shows this.
Boards stay alive: a match waits for you for a week, whatever happens to me in between."""
