-- What SQLite had besides in version 36: how many people stood on each step, kept by triggers.

CREATE TABLE ladder (
    game     TEXT    NOT NULL,
    guild_id INTEGER NOT NULL,
    versus   TEXT    NOT NULL,
    halves   INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (game, guild_id, versus, halves)
) STRICT, WITHOUT ROWID;

CREATE TABLE rungs (
    board    TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    guild_id INTEGER NOT NULL,
    period   TEXT    NOT NULL,
    rung     INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (board, game, guild_id, period, rung)
) STRICT, WITHOUT ROWID;

CREATE TABLE streak_ladder (
    guild_id INTEGER NOT NULL,
    last_day INTEGER NOT NULL,
    length   INTEGER NOT NULL,
    longest  INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (guild_id, last_day, length, longest)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER rankings_climb AFTER UPDATE ON rankings
    WHEN (new.guild_id, new.rung) IS NOT (old.guild_id, old.rung)
BEGIN
    DELETE FROM rungs WHERE (board, game, guild_id, period, rung)
        = (old.board, old.game, old.guild_id, old.period, old.rung) AND people = 1;
    UPDATE rungs SET people = people - 1 WHERE (board, game, guild_id, period, rung)
        = (old.board, old.game, old.guild_id, old.period, old.rung);
    INSERT INTO rungs SELECT new.board, new.game, new.guild_id, new.period, new.rung, 1 WHERE new.rung IS NOT NULL
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER rankings_enter AFTER INSERT ON rankings WHEN new.rung IS NOT NULL BEGIN
    INSERT INTO rungs VALUES (new.board, new.game, new.guild_id, new.period, new.rung, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER rankings_leave AFTER DELETE ON rankings WHEN old.rung IS NOT NULL BEGIN
    DELETE FROM rungs WHERE (board, game, guild_id, period, rung)
        = (old.board, old.game, old.guild_id, old.period, old.rung) AND people = 1;
    UPDATE rungs SET people = people - 1 WHERE (board, game, guild_id, period, rung)
        = (old.board, old.game, old.guild_id, old.period, old.rung);
END;

CREATE TRIGGER standings_begin AFTER INSERT ON standings BEGIN
    INSERT INTO ladder VALUES (new.game, new.guild_id, new.versus, new.halves, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER standings_end AFTER DELETE ON standings BEGIN
    DELETE FROM ladder
        WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves) AND people = 1;
    UPDATE ladder SET people = people - 1
        WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves);
END;

CREATE TRIGGER standings_rise AFTER UPDATE ON standings
    WHEN (new.guild_id, new.halves) <> (old.guild_id, old.halves)
BEGIN
    DELETE FROM ladder
        WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves) AND people = 1;
    UPDATE ladder SET people = people - 1
        WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves);
    INSERT INTO ladder VALUES (new.game, new.guild_id, new.versus, new.halves, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER streaks_begin AFTER INSERT ON streaks BEGIN
    INSERT INTO streak_ladder VALUES (new.guild_id, new.last_day, new.length, new.longest, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER streaks_end AFTER DELETE ON streaks BEGIN
    DELETE FROM streak_ladder
        WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest)
            AND people = 1;
    UPDATE streak_ladder SET people = people - 1
        WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest);
END;

CREATE TRIGGER streaks_go_on AFTER UPDATE ON streaks
    WHEN (new.guild_id, new.last_day, new.length, new.longest)
        <> (old.guild_id, old.last_day, old.length, old.longest)
BEGIN
    DELETE FROM streak_ladder
        WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest)
            AND people = 1;
    UPDATE streak_ladder SET people = people - 1
        WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest);
    INSERT INTO streak_ladder VALUES (new.guild_id, new.last_day, new.length, new.longest, 1)
        ON CONFLICT DO UPDATE SET people = people + 1;
END;
