-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE matches
    ADD COLUMN unrated     TEXT CHECK (unrated IN ('unfinished', 'casual', 'helped', 'short', 'unmeasured', 'repeated', 'limit')),
    ADD COLUMN ended_at    DOUBLE PRECISION,
    ADD COLUMN strength    DOUBLE PRECISION,
    ADD COLUMN fingerprint BIGINT;

CREATE INDEX matches_ended ON matches (ended_at, id) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_rated_between ON matches (first_id, second_id, ended_at)
    WHERE level IS NULL AND ended_at IS NOT NULL AND unrated IS NULL;
CREATE INDEX matches_rated_again ON matches (first_id, second_id, fingerprint)
    WHERE level IS NULL AND ended_at IS NOT NULL AND unrated IS NULL;

CREATE TABLE ratings (
    user_id     BIGINT           NOT NULL,
    game        TEXT             NOT NULL,
    board       TEXT             NOT NULL CHECK (board IN ('people', 'maxine')),
    rating      DOUBLE PRECISION NOT NULL,
    deviation   DOUBLE PRECISION NOT NULL CHECK (deviation > 0),
    volatility  DOUBLE PRECISION NOT NULL CHECK (volatility > 0),
    matches     INTEGER          NOT NULL CHECK (matches > 0),
    streak      INTEGER          NOT NULL CHECK (streak >= 0),
    best_streak INTEGER          NOT NULL,
    rated_at    DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, game, board),
    CHECK (best_streak >= streak)
);

CREATE TABLE rating_changes (
    match_id         BIGINT           NOT NULL REFERENCES matches (id),
    user_id          BIGINT           NOT NULL,
    board            TEXT             NOT NULL CHECK (board IN ('people', 'maxine')),
    game             TEXT             NOT NULL,
    rated_at         DOUBLE PRECISION NOT NULL,
    rating_before    DOUBLE PRECISION NOT NULL,
    deviation_before DOUBLE PRECISION NOT NULL,
    rating_after     DOUBLE PRECISION NOT NULL,
    deviation_after  DOUBLE PRECISION NOT NULL,
    volatility_after DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, user_id)
);

CREATE INDEX rating_changes_of_person ON rating_changes (user_id, game, rated_at);

CREATE TABLE rankings (
    user_id   BIGINT           NOT NULL,
    board     TEXT             NOT NULL CHECK (board IN ('people', 'maxine', 'puzzles')),
    game      TEXT             NOT NULL,
    guild_id  BIGINT           NOT NULL,
    period    TEXT             NOT NULL,
    wins      INTEGER          NOT NULL DEFAULT 0,
    draws     INTEGER          NOT NULL DEFAULT 0,
    losses    INTEGER          NOT NULL DEFAULT 0,
    rung      INTEGER,
    score     DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    streak    INTEGER          NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, board, game, period, guild_id)
);

CREATE INDEX rankings_ranked ON rankings (board, game, guild_id, period, rung DESC, score DESC, user_id)
    WHERE rung IS NOT NULL;

CREATE TABLE rungs (
    board    TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    guild_id BIGINT  NOT NULL,
    period   TEXT    NOT NULL,
    rung     INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (board, game, guild_id, period, rung)
);

-- As with standings, whoever writes rankings takes an advisory lock first.
CREATE FUNCTION count_ranking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM rungs WHERE (board, game, guild_id, period, rung)
            = (old.board, old.game, old.guild_id, old.period, old.rung) AND people = 1;
        UPDATE rungs SET people = people - 1 WHERE (board, game, guild_id, period, rung)
            = (old.board, old.game, old.guild_id, old.period, old.rung);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        IF new.rung IS NOT NULL THEN
            INSERT INTO rungs VALUES (new.board, new.game, new.guild_id, new.period, new.rung, 1)
                ON CONFLICT (board, game, guild_id, period, rung) DO UPDATE SET people = rungs.people + 1;
        END IF;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER rankings_enter AFTER INSERT ON rankings FOR EACH ROW EXECUTE FUNCTION count_ranking();
CREATE TRIGGER rankings_climb AFTER UPDATE ON rankings
    FOR EACH ROW WHEN (new.rung IS DISTINCT FROM old.rung) EXECUTE FUNCTION count_ranking();
CREATE TRIGGER rankings_leave AFTER DELETE ON rankings FOR EACH ROW EXECUTE FUNCTION count_ranking();

INSERT INTO rankings (user_id, board, game, guild_id, period, rung, score, deviation, streak)
    SELECT user_id, 'puzzles', '', guild_id, 'all',
        CASE WHEN deviation <= 225 THEN CAST(trunc(rating / 4) AS INTEGER) END, rating, deviation, run
    FROM solvers JOIN (
        SELECT user_id, 0 AS guild_id FROM solvers UNION
        SELECT user_id, guild_id FROM attempts WHERE rating_change IS NOT NULL AND guild_id IS NOT NULL
    ) AS places USING (user_id);
