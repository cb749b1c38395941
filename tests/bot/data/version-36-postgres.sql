-- What PostgreSQL had besides in version 36: how many people stood on each step, kept by triggers.

CREATE TABLE ladder (
    game     TEXT    NOT NULL,
    guild_id BIGINT NOT NULL,
    versus   TEXT    NOT NULL,
    halves   INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (game, guild_id, versus, halves)
);

CREATE TABLE rungs (
    board    TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    guild_id BIGINT NOT NULL,
    period   TEXT    NOT NULL,
    rung     INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (board, game, guild_id, period, rung)
);

CREATE TABLE streak_ladder (
    guild_id BIGINT NOT NULL,
    last_day INTEGER NOT NULL,
    length   INTEGER NOT NULL,
    longest  INTEGER NOT NULL,
    people   INTEGER NOT NULL CHECK (people > 0),
    PRIMARY KEY (guild_id, last_day, length, longest)
);

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

CREATE FUNCTION count_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM ladder
            WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves)
                AND people = 1;
        UPDATE ladder SET people = people - 1
            WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO ladder VALUES (new.game, new.guild_id, new.versus, new.halves, 1)
            ON CONFLICT (game, guild_id, versus, halves) DO UPDATE SET people = ladder.people + 1;
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION count_streak() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM streak_ladder
            WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest)
                AND people = 1;
        UPDATE streak_ladder SET people = people - 1
            WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO streak_ladder VALUES (new.guild_id, new.last_day, new.length, new.longest, 1)
            ON CONFLICT (guild_id, last_day, length, longest) DO UPDATE SET people = streak_ladder.people + 1;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER rankings_climb AFTER UPDATE ON rankings
    FOR EACH ROW WHEN (((new.guild_id IS DISTINCT FROM old.guild_id) OR (new.rung IS DISTINCT FROM old.rung)))
    EXECUTE FUNCTION count_ranking();
CREATE TRIGGER rankings_enter AFTER INSERT ON rankings
    FOR EACH ROW EXECUTE FUNCTION count_ranking();
CREATE TRIGGER rankings_leave AFTER DELETE ON rankings
    FOR EACH ROW EXECUTE FUNCTION count_ranking();
CREATE TRIGGER standings_begin AFTER INSERT ON standings
    FOR EACH ROW EXECUTE FUNCTION count_standing();
CREATE TRIGGER standings_end AFTER DELETE ON standings
    FOR EACH ROW EXECUTE FUNCTION count_standing();
CREATE TRIGGER standings_rise AFTER UPDATE ON standings
    FOR EACH ROW WHEN (((new.guild_id <> old.guild_id) OR (new.halves <> old.halves)))
    EXECUTE FUNCTION count_standing();
CREATE TRIGGER streaks_begin AFTER INSERT ON streaks
    FOR EACH ROW EXECUTE FUNCTION count_streak();
CREATE TRIGGER streaks_end AFTER DELETE ON streaks
    FOR EACH ROW EXECUTE FUNCTION count_streak();
CREATE TRIGGER streaks_go_on AFTER UPDATE ON streaks
    FOR EACH ROW WHEN (((new.guild_id <> old.guild_id) OR (new.last_day <> old.last_day) OR (new.length <> old.length) OR (new.longest <> old.longest)))
    EXECUTE FUNCTION count_streak();
