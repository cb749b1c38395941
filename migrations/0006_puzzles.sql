-- An attempt at a puzzle is its actions, as a match is: start leads from the first position of the game to the puzzle,
-- actions are what was played since, by turns; numbers with spaces between. The puzzle itself stands in the row, so that
-- attempts outlive the puzzles that are shipped. told is how much of a hint about the present position has been given:
-- 1 its theme, 2 the move. wished_* is what was asked for, so that the next puzzle is of that kind (no game: any).
-- day, counted from 1970 in UTC, is that of a daily puzzle, of which everybody has one attempt; guild_id is where it was
-- shown last.

CREATE TABLE attempts (
    id                INTEGER PRIMARY KEY,
    user_id           INTEGER NOT NULL,
    guild_id          INTEGER,
    game              TEXT    NOT NULL,
    difficulty        TEXT    NOT NULL,
    goal              INTEGER NOT NULL CHECK (goal IN (0, 1)),
    start             TEXT    NOT NULL,
    wished_game       TEXT,
    wished_difficulty TEXT    NOT NULL,
    day               INTEGER,
    actions           TEXT    NOT NULL,
    mistakes          INTEGER NOT NULL CHECK (mistakes >= 0),
    hints             INTEGER NOT NULL CHECK (hints >= told),
    told              INTEGER NOT NULL CHECK (told BETWEEN 0 AND 2),
    begun_at          REAL    NOT NULL,
    fate              TEXT    CHECK (fate IN ('solved', 'shown')),
    ended_at          REAL,
    CHECK ((fate IS NULL) = (ended_at IS NULL))
) STRICT;

CREATE UNIQUE INDEX attempts_daily ON attempts (day, user_id) WHERE day IS NOT NULL;
CREATE INDEX attempts_seen ON attempts (user_id, game, start);

-- A result is shared once in a channel.
CREATE TABLE shares (
    attempt_id INTEGER NOT NULL REFERENCES attempts (id),
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (attempt_id, channel_id)
) STRICT, WITHOUT ROWID;

-- A streak is a person's own, wherever the daily puzzles were solved; it is kept once more for each server where one was,
-- so that the table of a server is a short range of the index. guild_id 0 holds those of everywhere.
CREATE TABLE streaks (
    user_id  INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    length   INTEGER NOT NULL CHECK (length > 0),
    longest  INTEGER NOT NULL CHECK (longest >= length),
    PRIMARY KEY (user_id, guild_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX streaks_ranked ON streaks (guild_id, last_day, length DESC, longest DESC, user_id);

-- How many people have each streak, so that a place far down a long table is found without counting all above it.
CREATE TABLE streak_ladder (
    guild_id INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    length   INTEGER NOT NULL,
    longest  INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (guild_id, last_day, length, longest)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER streaks_begin AFTER INSERT ON streaks BEGIN
    INSERT INTO streak_ladder VALUES (new.guild_id, new.last_day, new.length, new.longest, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER streaks_go_on AFTER UPDATE ON streaks
    WHEN (new.last_day, new.length, new.longest) <> (old.last_day, old.length, old.longest)
BEGIN
    DELETE FROM streak_ladder
        WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest)
            AND people = 1;
    UPDATE streak_ladder SET people = people - 1
        WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest);
    INSERT INTO streak_ladder VALUES (new.guild_id, new.last_day, new.length, new.longest, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;
