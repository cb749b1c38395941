-- People are rated by Glicko-2 in each game: between people, and against Maxine, each a board apart.
-- ratings says how good somebody is, how many rated matches that comes from, and how many of them in a row they have won,
-- now and at most. rating_changes says what each match did to it; deviation_before is as uncertain as it was by then. Both
-- follow from the matches, and can be worked out again from them alone (maxine recompute).
-- unrated says why a match counts for nobody's rating: NULL while it runs, if it counts, and of those from before this; an
-- abandoned one of those is read as unfinished.
-- ended_at is when a match ended with a result, but later than every earlier rated match of its people, whichever clock
-- said so: the order in which matches were rated. strength is how good Maxine was measured to be, and fingerprint stands
-- for the moves, so that a match that repeats another is found.

ALTER TABLE matches ADD COLUMN unrated TEXT
    CHECK (unrated IN ('unfinished', 'casual', 'helped', 'short', 'unmeasured', 'repeated', 'limit'));
ALTER TABLE matches ADD COLUMN ended_at REAL;
ALTER TABLE matches ADD COLUMN strength REAL;
ALTER TABLE matches ADD COLUMN fingerprint INTEGER;

CREATE INDEX matches_ended ON matches (ended_at, id) WHERE ended_at IS NOT NULL;
-- What two people have played that was rated: how often on a day, and by which moves.
CREATE INDEX matches_rated_between ON matches (first_id, second_id, ended_at)
    WHERE level IS NULL AND ended_at IS NOT NULL AND unrated IS NULL;
CREATE INDEX matches_rated_again ON matches (first_id, second_id, fingerprint)
    WHERE level IS NULL AND ended_at IS NOT NULL AND unrated IS NULL;

CREATE TABLE ratings (
    user_id     INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    board       TEXT    NOT NULL CHECK (board IN ('people', 'maxine')),
    rating      REAL    NOT NULL,
    deviation   REAL    NOT NULL CHECK (deviation > 0),
    volatility  REAL    NOT NULL CHECK (volatility > 0),
    matches     INTEGER NOT NULL CHECK (matches > 0),
    streak      INTEGER NOT NULL CHECK (streak >= 0),
    best_streak INTEGER NOT NULL CHECK (best_streak >= streak),
    rated_at    REAL    NOT NULL,
    PRIMARY KEY (user_id, game, board)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_changes (
    match_id         INTEGER NOT NULL REFERENCES matches (id),
    user_id          INTEGER NOT NULL,
    board            TEXT    NOT NULL CHECK (board IN ('people', 'maxine')),
    game             TEXT    NOT NULL,
    rated_at         REAL    NOT NULL,
    rating_before    REAL    NOT NULL,
    deviation_before REAL    NOT NULL,
    rating_after     REAL    NOT NULL,
    deviation_after  REAL    NOT NULL,
    volatility_after REAL    NOT NULL,
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_of_person ON rating_changes (user_id, game, rated_at);

-- The places of the boards by rating. guild_id 0 is everywhere, and somebody stands on a server for whom something was
-- rated there. period is 'all', a month (2026-11) or a week (2026-W48). score is what a place goes by: of all time the
-- rating, and its rung is that in steps, NULL while the rating is too uncertain for a place; else halves of points are the
-- rung, and wins the score. The board of puzzles is of all games, '' here, and knows no results.
CREATE TABLE rankings (
    user_id   INTEGER NOT NULL,
    board     TEXT    NOT NULL CHECK (board IN ('people', 'maxine', 'puzzles')),
    game      TEXT    NOT NULL,
    guild_id  INTEGER NOT NULL,
    period    TEXT    NOT NULL,
    wins      INTEGER NOT NULL DEFAULT 0,
    draws     INTEGER NOT NULL DEFAULT 0,
    losses    INTEGER NOT NULL DEFAULT 0,
    rung      INTEGER,
    score     REAL    NOT NULL,
    deviation REAL    NOT NULL,
    streak    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, board, game, period, guild_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rankings_ranked ON rankings (board, game, guild_id, period, rung DESC, score DESC, user_id)
    WHERE rung IS NOT NULL;

-- How many people stand on each rung, so that a place far down is found without counting all above it.
CREATE TABLE rungs (
    board    TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    guild_id INTEGER NOT NULL,
    period   TEXT    NOT NULL,
    rung     INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (board, game, guild_id, period, rung)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER rankings_enter AFTER INSERT ON rankings WHEN new.rung IS NOT NULL BEGIN
    INSERT INTO rungs VALUES (new.board, new.game, new.guild_id, new.period, new.rung, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER rankings_climb AFTER UPDATE ON rankings WHEN new.rung IS NOT old.rung BEGIN
    DELETE FROM rungs WHERE (board, game, guild_id, period, rung)
        = (old.board, old.game, old.guild_id, old.period, old.rung) AND people = 1;
    UPDATE rungs SET people = people - 1 WHERE (board, game, guild_id, period, rung)
        = (old.board, old.game, old.guild_id, old.period, old.rung);
    INSERT INTO rungs SELECT new.board, new.game, new.guild_id, new.period, new.rung, 1 WHERE new.rung IS NOT NULL
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER rankings_leave AFTER DELETE ON rankings WHEN old.rung IS NOT NULL BEGIN
    DELETE FROM rungs WHERE (board, game, guild_id, period, rung)
        = (old.board, old.game, old.guild_id, old.period, old.rung) AND people = 1;
    UPDATE rungs SET people = people - 1 WHERE (board, game, guild_id, period, rung)
        = (old.board, old.game, old.guild_id, old.period, old.rung);
END;

INSERT INTO rankings (user_id, board, game, guild_id, period, rung, score, deviation, streak)
    SELECT user_id, 'puzzles', '', guild_id, 'all',
        CASE WHEN deviation <= 225 THEN CAST(rating / 4 AS INTEGER) END, rating, deviation, run
    FROM solvers JOIN (
        SELECT user_id, 0 AS guild_id FROM solvers UNION
        SELECT user_id, guild_id FROM attempts WHERE rating_change IS NOT NULL AND guild_id IS NOT NULL
    ) USING (user_id);
