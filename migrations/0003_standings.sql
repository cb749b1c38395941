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

CREATE INDEX standings_ranked ON standings (game, guild_id, versus, halves DESC, wins DESC, losses, user_id);
