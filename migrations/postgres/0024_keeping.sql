-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

CREATE TABLE hidden (
    user_id BIGINT PRIMARY KEY
);

CREATE OR REPLACE FUNCTION count_standing() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP TRIGGER standings_rise ON standings;
CREATE TRIGGER standings_rise AFTER UPDATE ON standings FOR EACH ROW
    WHEN ((new.guild_id, new.halves) <> (old.guild_id, old.halves)) EXECUTE FUNCTION count_standing();
CREATE TRIGGER standings_end AFTER DELETE ON standings FOR EACH ROW EXECUTE FUNCTION count_standing();

CREATE OR REPLACE FUNCTION count_streak() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP TRIGGER streaks_go_on ON streaks;
CREATE TRIGGER streaks_go_on AFTER UPDATE ON streaks FOR EACH ROW
    WHEN ((new.guild_id, new.last_day, new.length, new.longest)
        <> (old.guild_id, old.last_day, old.length, old.longest))
    EXECUTE FUNCTION count_streak();
CREATE TRIGGER streaks_end AFTER DELETE ON streaks FOR EACH ROW EXECUTE FUNCTION count_streak();

DROP TRIGGER rankings_climb ON rankings;
CREATE TRIGGER rankings_climb AFTER UPDATE ON rankings FOR EACH ROW
    WHEN ((new.guild_id, new.rung) IS DISTINCT FROM (old.guild_id, old.rung)) EXECUTE FUNCTION count_ranking();

CREATE TABLE servers (
    guild_id          BIGINT           PRIMARY KEY,
    met_at            DOUBLE PRECISION NOT NULL,
    channels          TEXT,
    season_channel_id BIGINT,
    level             TEXT,
    game              TEXT,
    language          TEXT,
    season_closed     TEXT
);

INSERT INTO servers (guild_id, met_at)
    SELECT guild_id, max(at) FROM (
        SELECT guild_id, touched_at AS at FROM matches
        UNION ALL SELECT guild_id, created_at FROM invitations
        UNION ALL SELECT guild_id, begun_at FROM attempts
    ) AS met WHERE guild_id IS NOT NULL GROUP BY guild_id;

CREATE INDEX servers_silent ON servers (met_at);
CREATE INDEX matches_over_guild ON matches (guild_id, id) WHERE guild_id IS NOT NULL AND result IS NOT NULL;
CREATE INDEX invitations_of_guild ON invitations (guild_id, id) WHERE guild_id IS NOT NULL;
CREATE INDEX attempts_of_guild ON attempts (guild_id, id) WHERE guild_id IS NOT NULL;
CREATE INDEX invitations_by_inviter ON invitations (inviter_id, id);
CREATE INDEX invitations_by_invitee ON invitations (invitee_id, id);
CREATE INDEX standings_by_person ON standings (user_id, guild_id);
CREATE INDEX standings_of_guild ON standings (guild_id, user_id);
CREATE INDEX servers_of_seasons ON servers (season_closed, guild_id) WHERE season_channel_id IS NOT NULL;
CREATE INDEX rankings_of_guild ON rankings (guild_id, period, board);
CREATE INDEX tournaments_of_guild ON tournaments (guild_id, id);
CREATE INDEX tournaments_by_owner ON tournaments (owner_id, id);
