-- The leaderboard stays fast over millions of matches because its totals are kept in the transaction that ends a match.
-- guild_id 0 holds the totals of everywhere. versus is 'people', or the level Maxine played at.

CREATE TABLE standings (
    game     TEXT    NOT NULL,
    guild_id INTEGER NOT NULL,
    versus   TEXT    NOT NULL,
    user_id  INTEGER NOT NULL,
    wins     INTEGER NOT NULL DEFAULT 0,
    draws    INTEGER NOT NULL DEFAULT 0,
    losses   INTEGER NOT NULL DEFAULT 0,
    halves   INTEGER NOT NULL GENERATED ALWAYS AS (2 * wins + draws) STORED,
    PRIMARY KEY (game, guild_id, versus, user_id)
) STRICT, WITHOUT ROWID;

-- draws are in it so that the table itself need not be read: SQLite takes halves, being generated, for all its columns.
CREATE INDEX standings_ranked
    ON standings (game, guild_id, versus, halves DESC, wins DESC, losses, user_id, draws);

-- How many people stand at each score, so that a place far down a long table is found without counting all above it.
CREATE TABLE ladder (
    game     TEXT    NOT NULL,
    guild_id INTEGER NOT NULL,
    versus   TEXT    NOT NULL,
    halves   INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (game, guild_id, versus, halves)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER standings_begin AFTER INSERT ON standings BEGIN
    INSERT INTO ladder VALUES (new.game, new.guild_id, new.versus, new.halves, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER standings_rise AFTER UPDATE ON standings WHEN new.halves <> old.halves BEGIN
    DELETE FROM ladder
        WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves) AND people = 1;
    UPDATE ladder SET people = people - 1
        WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves);
    INSERT INTO ladder VALUES (new.game, new.guild_id, new.versus, new.halves, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;
