-- People who do not want to be on boards of everywhere: there their totals, streaks and places stand under guild_id -1 and not 0,
-- so that neither places nor ranks on those boards know of them.

CREATE TABLE hidden (
    user_id INTEGER PRIMARY KEY
) STRICT;

DROP TRIGGER standings_rise;
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
CREATE TRIGGER standings_end AFTER DELETE ON standings BEGIN
    DELETE FROM ladder
        WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves) AND people = 1;
    UPDATE ladder SET people = people - 1
        WHERE (game, guild_id, versus, halves) = (old.game, old.guild_id, old.versus, old.halves);
END;

DROP TRIGGER streaks_go_on;
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
CREATE TRIGGER streaks_end AFTER DELETE ON streaks BEGIN
    DELETE FROM streak_ladder
        WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest)
            AND people = 1;
    UPDATE streak_ladder SET people = people - 1
        WHERE (guild_id, last_day, length, longest) = (old.guild_id, old.last_day, old.length, old.longest);
END;

DROP TRIGGER rankings_climb;
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

-- The servers from which anybody has asked for anything, when that was last, to the day, and what those who manage them
-- have chosen: the channels in which matches may begin, as numbers with spaces between (NULL: all), and what is usual.
-- season_closed is the month of which the results were posted last (2026-11).
CREATE TABLE servers (
    guild_id          INTEGER PRIMARY KEY,
    met_at            REAL    NOT NULL,
    channels          TEXT,
    season_channel_id INTEGER,
    level             TEXT,
    game              TEXT,
    language          TEXT,
    season_closed     TEXT
) STRICT;

INSERT INTO servers (guild_id, met_at)
    SELECT guild_id, max(at) FROM (
        SELECT guild_id, touched_at AS at FROM matches
        UNION ALL SELECT guild_id, created_at FROM invitations
        UNION ALL SELECT guild_id, begun_at FROM attempts
    ) AS met WHERE guild_id IS NOT NULL GROUP BY guild_id;

-- By these all that is about one person is found, or about one server.
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
